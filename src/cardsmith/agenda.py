"""Which cards a study day asks for, and in which order.

First the candidates are gathered, then those are chosen that the learner's limits have room for.
Candidates may be counted and kept elsewhere (`cache`); who chooses does not see where they come
from.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import date
from hashlib import blake2b
from typing import Generic, NamedTuple

from cardsmith.day import days_after
from cardsmith.deck import Card, CardId, NoteId, fingerprint, has_other_answer, note_of
from cardsmith.schedule.replay import State, chance
from cardsmith.schedule.scheduler import M, Scheduler

# In which order the day's cards are asked: as in the decks; longest due first; by a hash of card
# and day.
ORDERS = ("deck", "due", "shuffled")
# Which cards come first where more are due than the day asks for: those whose chance of being known
# is lowest; those due for longest; today's own, then yesterday's …; as in the decks; by a hash of
# card and day.
BACKLOGS = ("recall", "due", "today", "deck", "shuffled")
# Cards whose answer changed that a sitting shows, so that a large update is no burden.
MOST_CHANGED = 5
_LONGEST_FORESIGHT = 365  # days in which a backlog is to be cleared, or is said not to be


class Limits(NamedTuple):
    """How much a study day asks for, over all devices and sittings, and in which order.

    Attributes:
        new: new cards.
        reviews: reviews.
        order: one of `ORDERS`.
        backlog: one of `BACKLOGS`.
        apart: whether one new card of a note is enough for a day.
    """

    new: int = 10
    reviews: int = 200
    order: str = ORDERS[0]
    backlog: str = BACKLOGS[0]
    apart: bool = True


class Agenda(NamedTuple):
    """The cards of one study day, in the order in which they are asked.

    Attributes:
        drill: answered today below Good, to be asked again today.
        due: to be reviewed, up to the day's limit.
        new: to be met, up to the day's limit, one of a note.
        held_back: how many due cards the limit leaves for later days.
        unseen: how many cards were never answered, those in `new` included.
        next_day: the first study day after this one that will ask for something; None if none will.
        met: how many new cards were met today.
        clears_in: after how many days nothing is held back any more, by what was promised so far,
            not counting what comes back; None if nothing is held back, or not within a year.
    """

    drill: tuple[CardId, ...]
    due: tuple[CardId, ...]
    new: tuple[CardId, ...]
    held_back: int
    unseen: int
    next_day: date | None
    clears_in: int | None = None
    met: int = 0

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.drill or self.due or self.new)

    def cards(self) -> tuple[CardId, ...]:
        """All of them: drill, then due, then new."""
        return self.drill + self.due + self.new


class Candidates(NamedTuple, Generic[M]):
    """What may be asked on a study day, in deck order, and what was already done on it.

    Attributes:
        drill: answered today below Good.
        due: to be reviewed, with their states.
        unseen: never answered; read only as far as new cards are wanted.
        unseen_count: how many those are.
        introduced: the notes of cards that were answered for the first time today.
        new_today: how many cards were.
        reviewed_today: how many others were answered today.
        coming: how many cards will be due on each of the days to come.
    """

    drill: tuple[CardId, ...]
    due: Mapping[CardId, State[M]]
    unseen: Iterable[CardId]
    unseen_count: int
    introduced: AbstractSet[NoteId]
    new_today: int
    reviewed_today: int
    coming: Mapping[date, int]


def agenda(  # noqa: PLR0913 - all that decides
    cards: Iterable[Card],
    states: Mapping[CardId, State[M]],
    today: date,
    limits: Limits,
    scheduler: Scheduler[M],
    *,
    among: AbstractSet[CardId] | None = None,
) -> Agenda:
    """What `today` asks for, after what was already done today.

    Args:
        cards: all cards, in deck order; what was done on any of them counts for the limits.
        states: of those that have events.
        today: the study day.
        limits: of the day.
        scheduler: by which chances of recall are compared.
        among: the only cards to choose from; None for all.
    """
    ids = [card.id for card in cards]
    candidates = gathered(ids, states, today)
    if among is not None:
        some = gathered([card for card in ids if card in among], states, today)
        candidates = some._replace(
            introduced=candidates.introduced,
            new_today=candidates.new_today,
            reviewed_today=candidates.reviewed_today,
        )
    return chosen(candidates, today, limits, scheduler)


def gathered(
    cards: Iterable[CardId], states: Mapping[CardId, State[M]], today: date
) -> Candidates[M]:
    """The candidates among cards, which are given in deck order."""
    drill, due, unseen = list[CardId](), dict[CardId, State[M]](), list[CardId]()
    introduced, coming = set[NoteId](), Counter[date]()
    reviewed_today = new_today = 0
    for card in cards:
        state = states.get(card)
        if state is None or is_unseen(state, today):
            unseen.append(card)
            continue
        if state.since == today:
            new_today += 1
            introduced.add(note_of(card))
        elif state.day == today:
            reviewed_today += 1
        if state.suspended or state.buried == today:
            continue
        if state.in_drill(today):
            drill.append(card)
        if is_due(state, today):
            due[card] = state
        elif state.due is not None:
            coming[max(state.due, days_after(today, 1))] += 1
    return Candidates(
        tuple(drill), due, unseen, len(unseen), introduced, new_today, reviewed_today, coming
    )


def chosen(
    candidates: Candidates[M], today: date, limits: Limits, scheduler: Scheduler[M]
) -> Agenda:
    """What `today` asks for of its candidates."""
    due, coming = candidates.due, candidates.coming
    room = max(0, limits.reviews - candidates.reviewed_today)
    asked = _reviews(list(due), due, today, limits, scheduler, room)
    room = max(0, limits.new - candidates.new_today)
    new = _new(candidates.unseen, candidates.introduced, room, limits, today)
    held_back = len(due) - len(asked)
    next_day = min(coming, default=None)
    if held_back or len(new) < candidates.unseen_count:
        next_day = days_after(today, 1)
    return Agenda(
        drill=candidates.drill,
        due=asked,
        new=new,
        held_back=held_back,
        unseen=candidates.unseen_count,
        next_day=next_day,
        clears_in=_clears_in(held_back, coming, today, limits.reviews),
        met=candidates.new_today,
    )


def _reviews(  # noqa: PLR0913, PLR0917 - all that decides
    due: list[CardId],
    states: Mapping[CardId, State[M]],
    today: date,
    limits: Limits,
    scheduler: Scheduler[M],
    most: int,
) -> tuple[CardId, ...]:
    """The reviews of the day. Where they are too many, those that matter most are asked first."""
    order = limits.order if len(due) <= most else limits.backlog
    return arranged(due, states, today, order, scheduler)[:most]


def arranged(  # noqa: PLR0913, PLR0917 - all that decides
    cards: Iterable[CardId],
    states: Mapping[CardId, State[M]],
    today: date,
    order: str,
    scheduler: Scheduler[M],
    salt: str = "",
) -> tuple[CardId, ...]:
    """Cards, given in deck order, in one of `ORDERS` or `BACKLOGS`; new ones are due last.

    Args:
        cards: which.
        states: of those that have events.
        today: the study day.
        order: one of `ORDERS` or `BACKLOGS`.
        scheduler: by which chances of recall are compared.
        salt: what makes `shuffled` another order on the same day.
    """

    def due(card: CardId) -> date:
        state = states.get(card)
        return (state and state.due) or date.max

    match order:
        case "recall":
            return tuple(
                sorted(
                    cards,
                    key=lambda card: (chance(states[card], scheduler, today), _thrown(card, today)),
                )
            )
        case "due":
            return tuple(sorted(cards, key=due))
        case "today":
            return tuple(sorted(cards, key=due, reverse=True))
        case "shuffled":
            return tuple(sorted(cards, key=lambda card: _thrown(card, today, salt)))
    return tuple(cards)


def _thrown(card: CardId, today: date, salt: str = "") -> bytes:
    """What puts cards in an order that has nothing to do with them, and is another each day."""
    return blake2b(f"{today.isoformat()} {card}{salt}".encode(), digest_size=8).digest()


def _clears_in(held_back: int, coming: Mapping[date, int], today: date, reviews: int) -> int | None:
    waiting = held_back
    for days in range(1, _LONGEST_FORESIGHT + 1) if held_back else ():
        waiting += coming.get(days_after(today, days), 0) - reviews
        if waiting <= 0:
            return days
    return None


def is_unseen(state: State[M], today: date) -> bool:
    """Whether a card that has a state is as good as one that has none."""
    return state.is_new and not state.suspended and state.buried != today


def is_due(state: State[M], today: date) -> bool:
    """Whether a card that was answered before is to be reviewed.

    An answer from more than a day ahead was given under a wrong clock (travel explains one day), so
    its promise does not keep the card away.
    """
    if state.due is None or state.day is None or state.day == today:
        return False
    return state.due <= today or state.day > days_after(today, 1)


def changed(
    cards: Iterable[Card], states: Mapping[CardId, State[M]], today: date
) -> tuple[CardId, ...]:
    """The learnt cards to be shown because their answer is another than when they were last shown.

    Those due first come first. Cards that are not asked now are not shown either.
    """
    found = [
        (state.due, place, card.id)
        for place, card in enumerate(cards)
        if (state := states.get(card.id)) is not None
        and state.passed
        and state.due is not None
        and not (state.suspended or state.buried == today or state.in_drill(today))
        and has_other_answer(state.saw, fingerprint(card))
    ]
    return tuple(card for _, _, card in sorted(found)[:MOST_CHANGED])


def _new(
    unseen: Iterable[CardId],
    introduced: AbstractSet[NoteId],
    most: int,
    limits: Limits,
    today: date,
) -> tuple[CardId, ...]:
    """New cards: one of a note, unless siblings may come together, so that they keep a distance."""
    if limits.order == "shuffled":
        unseen = sorted(unseen, key=lambda card: _thrown(card, today))
    chosen = list[CardId]()
    taken = set(introduced)
    if most:
        for card in unseen:
            note = note_of(card)
            if not limits.apart or note not in taken:
                taken.add(note)
                chosen.append(card)
                if len(chosen) == most:
                    break
    return tuple(chosen)
