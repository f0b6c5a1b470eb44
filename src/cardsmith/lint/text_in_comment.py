"""Text lost to a comment.

What it objects to: a text without quotes, then one space and `#`. (Two spaces or more are taken for
a comment that is meant.)

Why it hurts: in YAML a space and `#` begin a comment, so the rest of the line is no part of the
card, and nobody notices.

An example:

    back: C # major

Better:

    back: 'C # major'
"""

import re
from collections.abc import Iterator, Mapping

from cardsmith.catalog import TEXT_IN_COMMENT
from cardsmith.deckfile.fields import DECK, NOTE, Shape
from cardsmith.deckfile.parse import DeckFile
from cardsmith.deckfile.syntax import quoted
from cardsmith.diagnostics import Diagnostic, Place
from cardsmith.lint.subject import Subject, within_line

CODES = (TEXT_IN_COMMENT,)

# What people read; a comment behind an id or a tag is one.
_READ = frozenset({"front", "back", "cloze", "typed", "accept", "choices", "answer", "steps"}) | {
    name for table in (NOTE, DECK) for name, field in table.items() if field.shape is Shape.TEXT
}
_HEADER = _READ | {"name"}
_COMMENT = re.compile(r"(?<=\S) #")
_SIGNS = ("'", '"', "|", ">", "[", "{")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each text that a comment follows so closely."""
    for deck in subject.decks:
        if _COMMENT.search(deck.text):
            yield from _of_deck(deck)


def _of_deck(deck: DeckFile) -> Iterator[Diagnostic]:
    lines = deck.text.split("\n")
    commented = {n for n, line in enumerate(lines, 1) if _COMMENT.search(line)}
    places = [deck.places, *(note.places for note in deck.notes)]
    for number, some in enumerate(places):
        for name, place in some.items():
            if place.end_line in commented and _is_read(name, some, _READ if number else _HEADER):
                yield from _of_text(deck.path, lines, place)


def _is_read(name: str, places: Mapping[str, Place], read: frozenset[str]) -> bool:
    """Whether people read the value; lists are judged by their items."""
    field, _, item = name.partition(".")
    return field in read and (bool(item) or not any(n.startswith(f"{name}.") for n in places))


def _of_text(path: str, lines: list[str], place: Place) -> Iterator[Diagnostic]:
    first, line = lines[place.line - 1], lines[place.end_line - 1]
    end = place.end_column - 1
    if not line.startswith(" #", end) or first.startswith(_SIGNS, place.column - 1):
        return
    help_ = "put the text in quotes; if it is a comment, put another space before it"
    if place.line == place.end_line and line[: place.column - 1].endswith(": "):
        value = line[place.column - 1 :].rstrip()
        help_ = f"if it is text:\n{line[: place.column - 1]}{quoted(value)}"
    yield TEXT_IN_COMMENT.at(
        within_line(path, place.end_line, end, len(line.rstrip())),
        "text after a space and `#` is a comment",
        "lost",
        help=help_,
    )
