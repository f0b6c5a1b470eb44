"""The interval that an answer promises: the scheduler's, moved a little so that cards part.

Cards met on one day would otherwise come back together for ever. How far an interval may move is
Anki's rule. Where in that range it falls is a hash of the card and of how often it was answered: no
chance and no clock, so the same answer promises the same day on every machine, and again after it
was taken back. All keys of one answer share one draw, so a better grade never waits less.

The memory stays the scheduler's own: only the promise is moved.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple

from cardsmith.day import days_after
from cardsmith.deck import CardId
from cardsmith.schedule.replay import PASSED, State, occasion
from cardsmith.schedule.scheduler import M, Scheduler

_VERSION = 1  # of the draw; another one draws other days
_BITS = 64
_SHORTEST_FUZZED = 3  # days
_APART = 5  # days; siblings nearer than that are near


class Range(NamedTuple):
    """Intervals in days, both ends included."""

    shortest: int
    longest: int


class Fuzz(NamedTuple):
    """That promises are moved, and what else they heed; by itself nothing but the hash.

    Attributes:
        load: how many cards are due on a day; a day with fewer is chosen.
        siblings: the days when other cards of the note are due; among days alike in load one far
            from them is chosen.
    """

    load: Mapping[date, int] = MappingProxyType({})
    siblings: Collection[date] = ()


def promised(  # noqa: PLR0913 - what a promise depends on
    scheduler: Scheduler[M],
    state: State[M],
    quality: int,
    day: date,
    card: CardId,
    *,
    fuzz: Fuzz | None = None,
) -> int | None:
    """The days that an answer promises, None where it promises nothing.

    Args:
        scheduler: that computes the interval.
        state: of the card before the answer.
        quality: of the answer.
        day: the study day of the answer.
        card: that is answered.
        fuzz: what moves the promise; None for the scheduler's own interval.
    """
    seen = occasion(state, quality, day)
    if not scheduler.promises(seen):
        return None
    interval = scheduler.interval(scheduler.after(state.memory, seen))
    if fuzz is None:
        return interval
    shortest = 1
    if quality >= PASSED and state.due and state.day:
        shortest = _shortest(interval, (state.due - state.day).days, scheduler.longest)
    days = fuzzed(interval, shortest, scheduler.longest)
    return _chosen(days, _draw(card, state.answers), day, fuzz)


def fuzzed_interval(interval: int, longest: int, card: CardId, answers: int) -> int:
    """An interval moved by the hash alone, without an answer: for cards that are rescheduled."""
    return _chosen(fuzzed(interval, 1, longest), _draw(card, answers), date.min, Fuzz())


def fuzzed(interval: int, shortest: int, longest: int) -> Range:
    """Where an interval may fall: around itself, and within what is allowed.

    Bounds hold before and after: the range is one around an interval that is allowed, and then is
    cut to what is allowed, so that no day at its ends is drawn oftener than others.
    """
    least = max(1, min(shortest, longest))
    around = _around(max(least, min(interval, longest)))
    return Range(*(max(least, min(end, longest)) for end in around))


def _around(interval: int) -> Range:
    """A day to both sides, and 15 % of days 3 to 7, 10 % of those up to 20, 5 % of the rest.

    In thousandths of a day, so that nothing hangs on how a machine rounds.
    """
    if interval < _SHORTEST_FUZZED:
        return Range(interval, interval)
    width = 1000 + 150 * min(interval, 7) - 375
    width += 100 * max(0, min(interval, 20) - 7) + 50 * max(0, interval - 20)
    return Range(
        (1000 * interval - width + 500) // 1000,
        (1000 * interval + width + 500) // 1000,
    )


def _shortest(interval: int, previous: int, longest: int) -> int:
    """The least that a right answer may promise, when `previous` days were promised before.

    An interval that grew stays longer than the one before; one that stayed about the same does not
    become shorter. One that the scheduler itself cut (other weights, another retention) may.
    """
    if interval > previous:
        return max(1, previous + 1)
    return previous if previous <= fuzzed(interval, 1, longest).longest else 1


def _draw(card: CardId, answers: int) -> int:
    """A number of 64 bits, as if thrown."""
    seed = f"{_VERSION} {answers} {card}"
    return int.from_bytes(blake2b(seed.encode(), digest_size=_BITS // 8).digest(), "big")


def _chosen(within: Range, draw: int, day: date, fuzz: Fuzz) -> int:
    """The interval drawn from those of the best days.

    Where all days are alike it is the one drawn without looking at days. And a range that begins
    and ends later never gives a shorter interval, however the days differ: a best day of the one
    range that also lies in the other is a best day there too, unless a later one is better.
    """
    intervals: Sequence[int] = range(within.shortest, within.longest + 1)
    if fuzz.load or fuzz.siblings:
        badness = {days: _badness(days_after(day, days), fuzz) for days in intervals}
        least = min(badness.values())
        intervals = [days for days, bad in badness.items() if bad == least]
    return intervals[draw * len(intervals) >> _BITS]


def _badness(due: date, fuzz: Fuzz) -> tuple[int, int]:
    nearest = min((abs((due - other).days) for other in fuzz.siblings), default=_APART)
    return fuzz.load.get(due, 0), max(0, _APART - nearest)
