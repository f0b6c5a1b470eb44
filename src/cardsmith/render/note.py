"""A note as it is looked at: where it stands, what it cites, and its cards as review shows them."""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby

from rich.text import Text

from cardsmith.deck import Card, Collection, Note, answer, question
from cardsmith.render.leaves import source_title
from cardsmith.render.look import Look, wrapped
from cardsmith.render.specimen import both_sides
from cardsmith.visible import visible

Shown = tuple[Note, tuple[Card, ...]]


def by_note(cards: Iterable[Card]) -> list[Shown]:
    """Cards in their order, those of one note together where they follow one another."""
    return [(some[0].note, some) for _, each in groupby(cards, _note) if (some := tuple(each))]


def _note(card: Card) -> tuple[str, str, int]:
    return card.note.id, card.note.path, card.note.place.line


def note_lines(shown: Shown, collection: Collection, today: date, look: Look) -> Iterator[Text]:
    """Where a note stands and what is said about it, then its cards, front and back."""
    note, cards = shown
    place = f"{note.path}:{note.place.line}"
    yield from wrapped(Text.assemble((visible(note.id), "bold"), visible(f"  ({place})")), look)
    for name, text in _facts(note, collection):
        line = Text.assemble((f"{name:<8}", "dim"), visible(text))
        yield from wrapped(line, look, indent=8)
    rule = Text(("━" if look.unicode else "=") * look.width, "dim")
    for lines in both_sides(cards, collection, today, look):
        yield from (Text(), rule, *lines)


def _facts(note: Note, collection: Collection) -> Iterator[tuple[str, str]]:
    yield "deck", note.deck
    if note.tags:
        yield "tags", ", ".join(note.tags)
    if note.source:
        title = source_title(note.source, collection)
        yield "source", note.source + (f" ({title})" if title != note.source else "")
    if note.formerly:
        yield "before", ", ".join(note.formerly)


def notes_json(some: Iterable[Shown], collection: Collection) -> dict[str, object]:
    """The documented shape of `cardsmith show --json`."""
    return {
        "version": 1,
        "collection": collection.name,
        "id": collection.id,
        "notes": [_note_json(*each, collection) for each in some],
    }


def _note_json(note: Note, cards: tuple[Card, ...], collection: Collection) -> dict[str, object]:
    return {
        "id": note.id,
        "path": note.path,
        "line": note.place.line,
        "kind": type(note.content).__name__.lower(),
        "deck": note.deck,
        "tags": list(note.tags),
        "source": note.source,
        "cites": source_title(note.source, collection) if note.source else "",
        "hint": note.hint,
        "extra": note.extra,
        "formerly": list(note.formerly),
        "cards": [
            {"id": card.id, "question": question(card), "answer": answer(card)} for card in cards
        ],
    }
