"""Due days moved to where the present scheduler would have put them, for those who ask for it.

Choosing another scheduler, or other parameters, moves no card by itself. This does it at once, for
all cards, as events that can be taken back.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import blake2b
from typing import NamedTuple

from cardsmith.day import days_after
from cardsmith.deck import CardId
from cardsmith.schedule.intervals import Fuzz, fuzzed_interval
from cardsmith.schedule.replay import State, chance
from cardsmith.schedule.scheduler import M, Scheduler


class Move(NamedTuple):
    """A card, the day on which it is due, and the one on which it is to be due."""

    card: CardId
    before: date
    after: date


def moves(  # noqa: PLR0913 - what decides of a move
    states: Mapping[CardId, State[M]],
    scheduler: Scheduler[M],
    today: date,
    *,
    fuzz: Fuzz | None = None,
    spread: int = 1,
    least: int = 0,
) -> tuple[Move, ...]:
    """The cards that come on another day by the scheduler, in the order of their ids.

    Args:
        states: of the cards that decks have.
        scheduler: by which they are to come.
        today: the study day; nothing is due before it.
        fuzz: what moves promises, as in answers.
        spread: the days, from today, over which cards are spread that would all be due at once;
            those likeliest forgotten come first.
        least: cards whose interval changes by less than so many per cent stay where they are.
    """
    wanted = dict(_wanted(states, scheduler, today, fuzz, least))
    overdue = sorted(
        (card for card, due in wanted.items() if due <= today),
        key=lambda card: (chance(states[card], scheduler, today), _hash(card)),
    )
    for number, card in enumerate(overdue):
        wanted[card] = days_after(today, number * max(1, spread) // len(overdue))
    return tuple(
        Move(card, before, wanted[card])
        for card in sorted(wanted)
        if (before := states[card].due) is not None and wanted[card] != max(before, today)
    )


def _wanted(
    states: Mapping[CardId, State[M]],
    scheduler: Scheduler[M],
    today: date,
    fuzz: Fuzz | None,
    least: int,
) -> Iterable[tuple[CardId, date]]:
    for card, state in states.items():
        if state.day is None or state.due is None or state.suspended or state.in_drill(today):
            continue
        interval = scheduler.interval(state.memory)
        if fuzz is not None:
            interval = fuzzed_interval(interval, scheduler.longest, card, state.answers)
        now = max(1, (state.due - state.day).days)
        if 100 * abs(interval - now) >= least * now:
            yield card, max(today, days_after(state.day, interval))


def _hash(card: CardId) -> bytes:
    return blake2b(card.encode(), digest_size=8).digest()


def histogram(
    states: Mapping[CardId, State[M]], moved: Iterable[Move], today: date
) -> tuple[Counter[date], Counter[date]]:
    """How many cards are due on each day, before and after; what is overdue is due today."""
    after_of = {move.card: move.after for move in moved}
    before, after = Counter[date](), Counter[date]()
    for card, state in states.items():
        if state.due is None or state.suspended:
            continue
        before[max(state.due, today)] += 1
        after[max(after_of.get(card, state.due), today)] += 1
    return before, after
