"""What is due, in words and as JSON."""

from datetime import date
from typing import NamedTuple

from cardsmith.agenda import Agenda
from cardsmith.deck import Collection
from cardsmith.render.phrases import counted, listed, on_day
from cardsmith.visible import visible


class Size(NamedTuple):
    """How much there is in a collection."""

    notes: int
    cards: int
    decks: int

    def words(self) -> str:
        """`45 notes, 60 cards in 2 decks`."""
        return (
            f"{counted(self.notes, 'note')}, "
            f"{counted(self.cards, 'card')} in {counted(self.decks, 'deck')}"
        )


def size_of(collection: Collection) -> Size:
    """How much there is in a collection that was read."""
    decks = len({note.deck for note in collection.notes})
    return Size(len(collection.notes), len(collection.cards()), decks)


def due_sentence(today: Agenda, size: Size, day: date) -> str:
    """`3 to review and 10 new`; where there is nothing, when the next cards come."""
    parts = [
        words
        for number, words in (
            (len(today.drill), f"{len(today.drill)} to drill again"),
            (len(today.due), f"{len(today.due)} to review"),
            (len(today.new), f"{len(today.new)} new"),
        )
        if number
    ]
    if parts:
        clears = f", none in {counted(today.clears_in, 'day')}" if today.clears_in else ""
        more = f" ({counted(today.held_back, 'more', 'more')} on later days{clears})"
        return listed(parts) + (more if today.held_back else "")
    return f"nothing due; {size.words()}{next_sentence(today, day)}"


def next_sentence(today: Agenda, day: date) -> str:
    """`, the next on Thursday`."""
    return f", the next {on_day(today.next_day, day)}" if today.next_day else ""


def size(collection: Collection) -> str:
    """`45 notes, 60 cards in 2 decks`."""
    return size_of(collection).words()


def due_json(today: Agenda, collection: Collection, cards: int, day: date) -> dict[str, object]:
    """The documented shape of `cardsmith due --json`; `cards` says how many the collection has."""
    return {
        "collection": visible(collection.name),
        "id": collection.id,
        "day": day.isoformat(),
        "drill": len(today.drill),
        "due": len(today.due),
        "new": len(today.new),
        "held_back": today.held_back,
        "clears_in": today.clears_in,
        "unseen": today.unseen,
        "cards": cards,
        "next_day": today.next_day.isoformat() if today.next_day else None,
    }
