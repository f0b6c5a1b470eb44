"""What a history comes to: how many cards stand where, what was done when, and how it went.

Everything is read off the log (`docs/review-log.md`), in one pass over the events of each card, and
by the same fold that says what is due.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Any, NamedTuple

from cardsmith.agenda import is_due
from cardsmith.day import days_after
from cardsmith.deck import Card, CardId
from cardsmith.history import Answer, Event, quality
from cardsmith.schedule.replay import State, after, chance, fresh, in_order
from cardsmith.schedule.scheduler import M, Scheduler

MATURE = 21  # days of the interval from which on a card counts as mature, as in Anki
RATINGS = ("again", "hard", "good", "easy")
_RATING_OF = (0, 0, 0, 1, 2, 3)  # places in `RATINGS`, by SM-2's quality
# The periods that are told, in study days up to today; None for all that there ever was.
PERIODS = (1, 7, 30, 365, None)
_HARDEST = 8  # cards that are told as such, at most

# What an answer was to its card: the first ever, one of a young or a mature card, or another one of
# the same day.
KINDS = ("new", "young", "mature", "drill")
NEW, YOUNG, MATURE_ONE, DRILL = range(len(KINDS))


class Streak(NamedTuple):
    """Study days kept without a gap: up to today, and the most there ever were."""

    now: int
    longest: int


class Standing(NamedTuple):
    """How many cards stand where. Each stands in one place; leeches are counted once more.

    Attributes:
        new: never answered, or reset since.
        young: with an interval below `MATURE` days, those in drill included.
        mature: with a longer one.
        suspended: not asked at all.
        buried: not asked today.
        leeches: of all these, forgotten so often that it is told.
    """

    new: int = 0
    young: int = 0
    mature: int = 0
    suspended: int = 0
    buried: int = 0
    leeches: int = 0

    @property
    def cards(self) -> int:
        """All of them."""
        return self.new + self.young + self.mature + self.suspended + self.buried


class Share(NamedTuple):
    """How many of some reviews were passed."""

    passed: int
    asked: int

    @property
    def value(self) -> float | None:
        """The share, 0 to 1; None where nothing was asked."""
        return self.passed / self.asked if self.asked else None


class Work(NamedTuple):
    """What was done in some days: how often each rating was given, by kind of answer, and the time.

    Attributes:
        ratings: for each of `KINDS` a number for each of `RATINGS`.
        ms: the time with the cards.
    """

    ratings: tuple[tuple[int, ...], ...] = ((0,) * len(RATINGS),) * len(KINDS)
    ms: int = 0

    @property
    def answers(self) -> int:
        """All answers."""
        return sum(map(sum, self.ratings))

    @property
    def new(self) -> int:
        """How many cards were met."""
        return sum(self.ratings[NEW])

    @property
    def reviews(self) -> int:
        """How many cards, seen on an earlier day, were asked again: once a day each."""
        return sum(self.ratings[YOUNG]) + sum(self.ratings[MATURE_ONE])

    @property
    def drill(self) -> int:
        """How many answers were further ones of a day."""
        return sum(self.ratings[DRILL])

    @property
    def young(self) -> Share:
        """Of the reviews of young cards."""
        return _share(self.ratings[YOUNG])

    @property
    def mature(self) -> Share:
        """Of the reviews of mature cards."""
        return _share(self.ratings[MATURE_ONE])

    @property
    def retention(self) -> Share:
        """Of all reviews."""
        return Share(self.young.passed + self.mature.passed, self.reviews)

    def plus(self, other: "Work") -> "Work":
        """This work and another."""
        both = zip(self.ratings, other.ratings, strict=True)
        rows = (tuple(map(sum, zip(one, two, strict=True))) for one, two in both)
        return Work(tuple(rows), self.ms + other.ms)


def _share(ratings: Sequence[int]) -> Share:
    return Share(sum(ratings[1:]), sum(ratings))


class Period(NamedTuple):
    """What was done in the last study days, today included.

    Attributes:
        days: how many; None for all that there ever was.
        studied: on how many of them something was answered.
        work: what was done.
    """

    days: int | None
    studied: int
    work: Work


class Knowledge(NamedTuple):
    """How many cards were met, and of how many of these it may be expected that they are known."""

    met: int = 0
    known: float = 0.0

    @property
    def value(self) -> float | None:
        """The mean chance that a card is known, 0 to 1; None if none was met."""
        return self.known / self.met if self.met else None


class DeckLine(NamedTuple):
    """One deck: where its cards stand, how many are due today, and what is known of them."""

    name: str
    standing: Standing
    due: int
    knowledge: Knowledge


class Hard(NamedTuple):
    """A card that is forgotten again and again."""

    card: Card
    lapses: int
    answers: int


class Stats(NamedTuple):
    """What a history comes to.

    Attributes:
        today: the study day.
        standing: where the cards stand.
        knowledge: what is known of them.
        streak: of the whole history, whichever cards are chosen.
        days: what was done on each day on which something was answered, the first one first.
        periods: the same in sum, for each of `PERIODS`.
        load: how many cards are due on each day; what is overdue, today.
        decks: in the order of the files.
        hardest: those with most lapses first.
    """

    today: date
    standing: Standing
    knowledge: Knowledge
    streak: Streak
    days: Mapping[date, Work]
    periods: tuple[Period, ...]
    load: Mapping[date, int]
    decks: tuple[DeckLine, ...]
    hardest: tuple[Hard, ...]

    @property
    def ever(self) -> Work:
        """All that was ever done."""
        return self.periods[-1].work


def streak(
    events: Iterable[Event],
    today: date,
    scheduler: Scheduler[M],
    *,
    cards: AbstractSet[CardId] | None = None,
    former: Mapping[CardId, CardId] | None = None,
) -> int:
    """How many study days up to today were kept without a gap.

    A day is kept if anything was answered on it, or if nothing was due: no card that at the end of
    that day was neither suspended nor buried had been promised for it or for an earlier day. New
    cards are promised for no day, so they break nothing. Today counts as soon as it is kept, and
    breaks nothing while it lasts. A streak begins with an answer.

    One pass over the events of each card, in the order of the log: the time grows with the number
    of events, and with the number of days from the first of them to today.

    Args:
        events: the history, from all devices.
        today: the study day.
        scheduler: gives a promise to answers that were recorded without one.
        cards: those that decks have, since others are never asked; None if all count.
        former: card ids that cards once had, with the ids they have now.
    """
    diary = _Diary()
    for card, past in in_order(events, former)[0].items():
        story = told(past, scheduler)
        diary.enter(story, today, is_asked=cards is None or card in cards)
    return diary.streak(today).now


class Step(NamedTuple):
    """An event of a card, with the states before and after it."""

    event: Event
    before: State[Any]
    after: State[Any]


def told(past: Iterable[Event], scheduler: Scheduler[M]) -> list[Step]:
    """The story of a card, from its events in force, in order."""
    state: State[M] = fresh(scheduler)
    story = []
    for event in past:
        later = after(state, event, scheduler)
        story.append(Step(event, state, later))
        state = later
    return story


class _Diary:
    """The days on which something was answered, and those on which something waited."""

    def __init__(self) -> None:
        self._studied: set[int] = set()
        # Where the number of waiting cards changes, and by how many. Days as ordinals.
        self._edges: Counter[int] = Counter()

    def enter(self, story: Sequence[Step], today: date, *, is_asked: bool) -> None:
        """Add the story of a card."""
        self._studied.update(
            step.event.day.toordinal() for step in story if type(step.event.deed) is Answer
        )
        if is_asked:
            for first, end in _waiting(story, today):
                self._edges[first] += 1
                self._edges[end] -= 1

    def streak(self, today: date) -> Streak:
        """The streak, by a walk over all days."""
        run = longest = waiting = 0
        now = today.toordinal()
        for day in range(min((*self._studied, *self._edges), default=now), now + 1):
            waiting += self._edges.get(day, 0)
            if day in self._studied or (run and not waiting):
                run += 1
                longest = max(longest, run)
            elif day < now:
                run = 0
        return Streak(run, longest)


def _waiting(story: Sequence[Step], today: date) -> Iterator[tuple[int, int]]:
    """The days up to today at whose end the card waited: each first one, and the one after them.

    A state lasts until the day of the next event. Where a clock was wrong and a later event has an
    earlier day, it lasts until that one.
    """
    end = today.toordinal() + 1
    for event, _, state in reversed(story):
        day = event.day.toordinal()
        if day >= end:
            continue
        if state.due is not None and not state.suspended:
            first = max(day, state.due.toordinal())
            buried = state.buried.toordinal() if state.buried else 0
            if first <= buried < end:
                if first < buried:
                    yield first, buried
                first = buried + 1
            if first < end:
                yield first, end
        end = day


# All of it


def stats(  # noqa: PLR0913 - all that it depends on
    cards: Sequence[Card],
    events: Iterable[Event],
    today: date,
    scheduler: Scheduler[M],
    *,
    leech: int = 0,
    among: AbstractSet[CardId] | None = None,
    former: Mapping[CardId, CardId] | None = None,
) -> Stats:
    """What a history comes to.

    Args:
        cards: all that decks have, in deck order.
        events: the history, from all devices.
        today: the study day.
        scheduler: by which cards are remembered.
        leech: the lapses of a leech; 0 for none.
        among: the only cards to tell of; None for all, and for what was once done to cards that no
            deck has any more.
        former: card ids that cards once had, with the ids they have now.
    """
    known = {card.id for card in cards}
    diary, ledger = _Diary(), _Ledger()
    states: dict[CardId, State[M]] = {}
    for id_, past in in_order(events, former)[0].items():
        story = told(past, scheduler)
        states[id_] = story[-1].after
        diary.enter(story, today, is_asked=id_ in known)
        if among is None or id_ in among:
            ledger.enter(story)
    days = ledger.days()
    new: State[M] = fresh(scheduler)
    each = [(card, states.get(card.id, new)) for card in cards if among is None or card.id in among]
    decks: dict[str, list[State[M]]] = {}
    for card, state in each:
        decks.setdefault(card.note.deck, []).append(state)
    everything = [state for _, state in each]
    return Stats(
        today,
        _standing(everything, today, leech),
        _knowledge(everything, scheduler, today),
        diary.streak(today),
        days,
        tuple(_period(days, today, length) for length in PERIODS),
        _load(everything, today),
        tuple(
            DeckLine(
                name,
                _standing(some, today, leech),
                _load(some, today).get(today, 0),
                _knowledge(some, scheduler, today),
            )
            for name, some in decks.items()
        ),
        _hardest(each),
    )


class _Ledger:
    """What was done on each day."""

    def __init__(self) -> None:
        self._answers: Counter[tuple[date, int, int]] = Counter()  # by day, kind and rating
        self._ms: Counter[date] = Counter()

    def enter(self, story: Iterable[Step]) -> None:
        """Add the story of a card."""
        for (_, _, _, day, _, deed), before, _ in story:
            if isinstance(deed, Answer):
                self._answers[day, _kind(before, day), _RATING_OF[quality(deed)]] += 1
                self._ms[day] += deed.ms

    def days(self) -> dict[date, Work]:
        """All days on which something was answered, the first one first."""
        counts: dict[date, list[list[int]]] = {}
        for (day, kind, rating), count in self._answers.items():
            if day not in counts:
                counts[day] = [[0] * len(RATINGS) for _ in KINDS]
            counts[day][kind][rating] += count
        return {day: Work(tuple(map(tuple, counts[day])), self._ms[day]) for day in sorted(counts)}


def _kind(before: State[M], day: date) -> int:
    """What an answer was, one of the places in `KINDS`."""
    if before.day is None:
        return NEW
    if before.day == day:
        return DRILL
    return MATURE_ONE if is_mature(before) else YOUNG


def is_mature(state: State[M]) -> bool:
    """Whether the interval that a card was promised is long, as `prop:ivl>=21` finds it."""
    if state.due is None or state.day is None:
        return False
    return (state.due - state.day).days >= MATURE


def _period(days: Mapping[date, Work], today: date, length: int | None) -> Period:
    some = [
        work for day, work in days.items() if length is None or 0 <= (today - day).days < length
    ]
    total = Work()
    for work in some:
        total = total.plus(work)
    return Period(length, len(some), total)


def _standing(states: Iterable[State[M]], today: date, leech: int) -> Standing:
    counts: Counter[str] = Counter()
    for state in states:
        counts[_place(state, today)] += 1
        counts["leeches"] += state.lapses >= leech > 0
    return Standing(**counts)


def _place(state: State[M], today: date) -> str:
    if state.suspended:
        return "suspended"
    if state.buried == today:
        return "buried"
    if state.is_new:
        return "new"
    return "mature" if is_mature(state) else "young"


def _knowledge(states: Iterable[State[M]], scheduler: Scheduler[M], today: date) -> Knowledge:
    chances = [chance(state, scheduler, today) for state in states if not state.is_new]
    return Knowledge(len(chances), sum(chances))


def _load(states: Iterable[State[M]], today: date) -> dict[date, int]:
    """How many cards are due on each day, in order; what is due and buried waits for tomorrow."""
    load: Counter[date] = Counter()
    tomorrow = days_after(today, 1)
    for state in states:
        if state.suspended or state.due is None:
            continue
        if not is_due(state, today):
            load[max(state.due, tomorrow)] += 1
        else:
            load[tomorrow if state.buried == today else today] += 1
    return dict(sorted(load.items()))


def _hardest(each: Iterable[tuple[Card, State[M]]]) -> tuple[Hard, ...]:
    forgotten = [Hard(card, state.lapses, state.answers) for card, state in each if state.lapses]
    forgotten.sort(key=lambda hard: -hard.lapses)  # and among equals in deck order
    return tuple(forgotten[:_HARDEST])
