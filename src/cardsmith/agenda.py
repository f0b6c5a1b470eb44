"""Which cards a study day asks for, and in which order."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from cardsmith.day import days_after
from cardsmith.deck import Card, CardId, NoteId, note_of
from cardsmith.schedule.replay import State
from cardsmith.schedule.scheduler import M


class Limits(NamedTuple):
    """How much a study day asks for, over all devices and sittings."""

    new: int = 10
    reviews: int = 200


class Agenda(NamedTuple):
    """The cards of one study day, in deck order.

    Attributes:
        drill: answered today below Good, to be asked again today.
        due: to be reviewed, up to the day's limit.
        new: to be met, up to the day's limit, one of a note.
        held_back: how many due cards the limit leaves for later days.
        unseen: how many cards were never answered, those in `new` included.
        next_day: the first study day after this one that will ask for something; None if none will.
    """

    drill: tuple[CardId, ...]
    due: tuple[CardId, ...]
    new: tuple[CardId, ...]
    held_back: int
    unseen: int
    next_day: date | None

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.drill or self.due or self.new)

    def cards(self) -> tuple[CardId, ...]:
        """All of them: drill, then due, then new."""
        return self.drill + self.due + self.new


def agenda(
    cards: Iterable[Card],
    states: Mapping[CardId, State[M]],
    today: date,
    limits: Limits,
) -> Agenda:
    """What `today` asks for, after what was already done today."""
    drill, due, unseen = list[CardId](), list[CardId](), list[CardId]()
    introduced, coming = set[NoteId](), set[date]()
    reviewed_today = new_today = 0
    for card in cards:
        state = states.get(card.id)
        if state is None or (state.is_new and not state.suspended and state.buried != today):
            unseen.append(card.id)
            continue
        if state.since == today:
            new_today += 1
            introduced.add(card.note.id)
        elif state.day == today:
            reviewed_today += 1
        if state.suspended or state.buried == today:
            continue
        if state.in_drill(today):
            drill.append(card.id)
        if is_due(state, today):
            due.append(card.id)
        elif state.due is not None:
            coming.add(max(state.due, days_after(today, 1)))
    asked = _longest_overdue(due, states, max(0, limits.reviews - reviewed_today))
    new = _one_of_each_note(unseen, introduced, max(0, limits.new - new_today))
    if len(asked) < len(due) or len(new) < len(unseen):
        coming.add(days_after(today, 1))
    return Agenda(
        drill=tuple(drill),
        due=tuple(asked),
        new=new,
        held_back=len(due) - len(asked),
        unseen=len(unseen),
        next_day=min(coming, default=None),
    )


def _longest_overdue(
    due: list[CardId], states: Mapping[CardId, State[M]], most: int
) -> list[CardId]:
    """Those that have waited longest, so that none waits for ever; in the order given."""
    if len(due) <= most:
        return due
    by_due = sorted(due, key=lambda card: states[card].due or date.min)
    chosen = set(by_due[:most])
    return [card for card in due if card in chosen]


def is_due(state: State[M], today: date) -> bool:
    """Whether a card that was answered before is to be reviewed.

    An answer from more than a day ahead was given under a wrong clock (travel explains one day), so
    its promise does not keep the card away.
    """
    if state.due is None or state.day is None or state.day == today:
        return False
    return state.due <= today or state.day > days_after(today, 1)


def _one_of_each_note(
    unseen: Iterable[CardId], introduced: set[NoteId], most: int
) -> tuple[CardId, ...]:
    """The first cards of notes that were not introduced today, so that siblings keep a distance."""
    chosen = list[CardId]()
    taken = set(introduced)
    for card in unseen:
        if len(chosen) == most:
            break
        note = note_of(card)
        if note not in taken:
            taken.add(note)
            chosen.append(card)
    return tuple(chosen)
