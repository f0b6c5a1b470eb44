"""From events to the state of every card: a fold.

Nothing else holds state: undo is an event that voids another, and whatever a card's state is can be
explained by its events. The session goes forward with the same `after`, so that what it shows and
what the log says cannot differ.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from operator import itemgetter
from typing import Generic, NamedTuple

from cardsmith.day import days_after
from cardsmith.deck import CardId
from cardsmith.history import (
    QUALITIES,
    Answer,
    Bury,
    Event,
    Rename,
    Reset,
    Seen,
    SetDue,
    Suspend,
    Unsuspend,
    Void,
    dumps,
)
from cardsmith.schedule.scheduler import M, Occasion, Scheduler

GOOD = 4  # below it, SM-2 asks again on the same day
PASSED = 3  # below it, the answer was wrong


class State(NamedTuple, Generic[M]):
    """What is known of one card.

    Attributes:
        memory: the scheduler's.
        due: the study day promised; None for a new card.
        day: the study day of the last answer; None for a new card.
        since: the study day of the first answer; None for a new card.
        drilled: whether the last answer asks for another on the same day.
        passed: whether it was ever answered right on the first try of a day.
        answers: how many answers there were.
        lapses: how often it was forgotten after it had been passed.
        suspended: not asked at all.
        buried: not asked on this study day.
        saw: how the card read when it was last shown; empty where nobody knows.
        ripe: before which an answer is early, where that is not the day promised: another
            scheduler promised it, and by this one's interval the card would come on this day.
    """

    memory: M
    due: date | None = None
    day: date | None = None
    since: date | None = None
    drilled: bool = False
    passed: bool = False
    answers: int = 0
    lapses: int = 0
    suspended: bool = False
    buried: date | None = None
    saw: str = ""
    ripe: date | None = None

    @property
    def is_new(self) -> bool:
        """Whether it was never answered."""
        return self.day is None

    def in_drill(self, today: date) -> bool:
        """Whether it waits for another answer today; the mark ends with the study day."""
        return self.drilled and self.day == today


class Record(NamedTuple, Generic[M]):
    """A history, folded.

    Attributes:
        states: of each card that has events.
        heads: the highest `n` of each card, voided events included.
    """

    states: Mapping[CardId, State[M]]
    heads: Mapping[CardId, int]


def fresh(scheduler: Scheduler[M]) -> State[M]:
    """The state of a new card."""
    return State(scheduler.first())


def occasion(state: State[M], quality: int, day: date) -> Occasion:
    """An answer on `day`, as the scheduler is to see it.

    A day before the last answer (travel, a clock set back) counts as no time at all.
    """
    last, due = state[2], state[11] or state[1]
    elapsed = day.toordinal() - last.toordinal() if last else 0
    early = due is not None and day < due
    return Occasion(quality, max(0, elapsed), early, last == day)


def chance(state: State[M], scheduler: Scheduler[M], today: date) -> float:
    """The chance, 0 to 1, that a card is known on a study day."""
    gone = max(0, (today - state.day).days) if state.day else 0
    return scheduler.recall(state.memory, gone)


def after(state: State[M], event: Event, scheduler: Scheduler[M]) -> State[M]:  # noqa: PLR0911 - one for each kind
    """The state after one more event of the card."""
    match event.deed:
        case Answer() as answer:
            return _answered(state, event.day, answer, scheduler)
        case SetDue(due):
            return state._replace(due=due, ripe=None) if state.day else state
        case Suspend():
            return state._replace(suspended=True)
        case Unsuspend():
            return state._replace(suspended=False)
        case Bury():
            return state._replace(buried=event.day)
        case Reset():
            return fresh(scheduler)
        case Seen(saw):
            return state._replace(saw=saw)
        case _:
            return state


def _answered(state: State[M], day: date, answer: Answer, scheduler: Scheduler[M]) -> State[M]:
    # A history has a million answers: each state is made once, and asked for no field twice.
    memory, due, last, since, _, passed, answers, lapses, suspended, buried, _, ripe = state
    grade = QUALITIES[answer.of][answer.key]
    seen = occasion(state, grade, day)
    memory = scheduler.after(memory, seen)
    if answer.days is not None:
        due, ripe = days_after(day, answer.days), None
        if answer.by not in {"", scheduler.name}:
            ripe = days_after(day, scheduler.interval(memory))
    elif scheduler.promises(seen) and not _was_drill(answer, seen, scheduler):
        due, ripe = days_after(day, scheduler.interval(memory)), None
    is_first = last != day
    return State(
        memory,
        due,
        day,
        since or day,
        grade < GOOD,
        passed or (grade >= PASSED and is_first),
        answers + 1,
        lapses + (passed and grade < PASSED and is_first),
        suspended,
        buried,
        answer.saw,
        ripe,
    )


def _was_drill(answer: Answer, seen: Occasion, scheduler: Scheduler[M]) -> bool:
    """Whether the answer was drill under the scheduler of its day, which promised nothing for it.

    To compute a promise for it now would move due days because another scheduler was chosen.
    """
    return seen.same_day and answer.by not in {"", scheduler.name}


def replay(
    events: Iterable[Event],
    scheduler: Scheduler[M],
    former: Mapping[CardId, CardId] | None = None,
) -> Record[M]:
    """Fold a history.

    The order of the events, and how often each is given, make no difference.

    Args:
        events: from all devices.
        scheduler: whose memory to compute.
        former: card ids that cards once had, with the ids they have now.
    """
    by_card, heads = in_order(events, former)
    states = {}
    for card, past in by_card.items():
        state = fresh(scheduler)
        for event in past:
            state = after(state, event, scheduler)
        states[card] = state
    return Record(states, heads)


def in_order(
    events: Iterable[Event],
    former: Mapping[CardId, CardId] | None = None,
    *,
    names: Mapping[CardId, CardId] | None = None,
) -> tuple[dict[CardId, list[Event]], dict[CardId, int]]:
    """The events in force of each card, in order, and the highest `n` of each card.

    Args:
        events: of a whole history, or with `names` some of it.
        former: card ids that cards once had by their notes, with the ids they have now.
        names: what `renamed` says of the whole history, of which some events would tell less: one
            that takes a rename back may not be among them.
    """
    each = distinct(events)
    voided = {event.deed.target for event in each if isinstance(event.deed, Void)}
    names = renamed(each, former) if names is None else names
    by_card: dict[CardId, list[Event]] = defaultdict(list)
    heads: dict[CardId, int] = {}
    for event in each:
        id_, n, _, _, card, deed = event
        if card in names:
            card = present_name(card, names)
        if n >= heads.get(card, 0):
            heads[card] = n
        if id_ not in voided and type(deed) not in _NO_DEEDS:
            by_card[card].append(event)
    for past in by_card.values():
        past.sort(key=_ORDER)
    return dict(by_card), heads


_NO_DEEDS = {Void, Rename}
_ORDER = itemgetter(*map(Event._fields.index, ("n", "at", "id")))  # as `Event.order`, but faster


def renamed(
    events: Iterable[Event], former: Mapping[CardId, CardId] | None = None
) -> dict[CardId, CardId]:
    """What cards are called that had other ids: by their notes, or by events in force."""
    some = [event for event in events if type(event.deed) in _NO_DEEDS]
    voided = {event.deed.target for event in some if isinstance(event.deed, Void)}
    return dict(former or {}) | {
        event.card: event.deed.to
        for event in sorted(some, key=_ORDER)
        if isinstance(event.deed, Rename) and event.id not in voided
    }


def distinct(events: Iterable[Event]) -> list[Event]:
    """Each id once. Where two lines claim one id, their text decides, not their order."""
    by_id: dict[str, Event] = {}
    for event in events:
        known = by_id.setdefault(event[0], event)
        if known is not event and (known != event or type(known.deed) is not type(event.deed)):
            by_id[event[0]] = min(known, event, key=dumps)
    return list(by_id.values())


def present_name(card: CardId, names: Mapping[CardId, CardId]) -> CardId:
    """What a card is called now, after all that it was renamed to."""
    seen = set[CardId]()
    while card in names and card not in seen:
        seen.add(card)
        card = names[card]
    return card
