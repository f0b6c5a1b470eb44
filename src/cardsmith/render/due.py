"""What is due, in words and as JSON."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from cardsmith.agenda import Agenda
from cardsmith.deck import Collection
from cardsmith.news import News
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


def news_sentence(news: News) -> str:
    """`Since you last studied: 3 new cards, 2 reworded`; nothing where nothing changed."""
    counts = ((news.new, "new"), (news.reworded, "reworded"), (news.withdrawn, "withdrawn"))
    parts = [f"{number:,} {what}" for number, what in counts if number]
    if not parts:
        return ""
    number, _, what = parts[0].partition(" ")
    parts[0] = f"{number} {what} {'card' if number == '1' else 'cards'}"
    return f"Since you last studied: {', '.join(parts)}."


def prompt_word(asked: Iterable[Agenda] | None) -> str:
    """`12`, with its line feed: the cards that wait; nothing if none do, `?` if nobody knows."""
    if asked is None:
        return "?\n"
    waiting = sum(len(each.cards()) for each in asked)
    return f"{waiting}\n" if waiting else ""


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
