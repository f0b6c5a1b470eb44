"""Notes as tests write them, for what works on notes and not on their text."""

from typing import Any

from cardsmith import cloze
from cardsmith.deck import (
    Basic,
    Card,
    Choice,
    Cloze,
    Content,
    Note,
    NoteId,
    Sequence,
    Step,
    Typed,
    cards_of,
)
from cardsmith.diagnostics import Place


def note(id_: str, content: Content | None = None, **fields: Any) -> Note:  # noqa: ANN401 - whatever the field holds
    """A note; without content a basic one whose texts name it."""
    made = Note(
        id=NoteId(id_),
        content=content or Basic(f"{id_}?", f"{id_}!"),
        deck="Test",
        tags=(),
        source="",
        extra="",
        hint="",
        formerly=(),
        guid="",
        path="decks/test.yaml",
        place=Place(1, 1, 1, 2),
        places={},
    )
    return made._replace(**fields)


def gaps(text: str) -> Cloze:
    """A cloze."""
    return Cloze(text, cloze.parse(text))


def steps(*keys: str, front: str = "In order?") -> Sequence:
    """A sequence whose steps are named like their keys."""
    return Sequence(front, tuple(Step(key, f"step {key}") for key in keys))


def cards(*notes: Note) -> tuple[Card, ...]:
    """All cards of some notes."""
    return tuple(card for each in notes for card in cards_of(each))


EVERY_KIND = (
    note("basic"),
    note("both", Basic("word", "meaning", reverse=True)),
    note("gaps", gaps("{{c1::a::hint}} b {{c3::c}}")),
    note("typed", Typed("Type it?", "Kimi K2.5", ("K2.5",))),
    note("choice", Choice("Which?", ("one", "two", "three"), ("two",))),
    note("many", Choice("Which ones?", ("one", "two", "three"), ("one", "three"), shuffle=True)),
    note("order", steps("first", "second", "third")),
)
