"""What rules look at, and the questions that several of them ask about it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from cardsmith.catalog import Code
from cardsmith.deck import Basic, Choice, Cloze, Collection, Note, Sequence, Typed
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic, Place, Span


class Subject(NamedTuple):
    """A collection under the eyes of all rules.

    Attributes:
        collection: the collection; of notes with the same id it has the first.
        decks: its deck files, with all of their sound notes.
        references: finds the files that a text shows or plays, as `markup.media_references` does.
    """

    collection: Collection
    decks: tuple[DeckFile, ...]
    references: Callable[[str], tuple[str, ...]]

    def notes(self) -> Iterator[Note]:
        """All sound notes, those with the same id too."""
        for deck in self.decks:
            yield from deck.notes


class Rule(Protocol):
    """A module of this folder.

    Its docstring is its page in the manual, in four parts: what it objects to, why it hurts, an
    example, and better.
    """

    @property
    def CODES(self) -> tuple[Code, ...]:  # noqa: N802 - a constant of the module
        """What it reports."""

    def check(self, subject: Subject) -> Iterator[Diagnostic]:
        """Yield what it objects to."""


def texts(note: Note) -> Iterator[tuple[str, str]]:
    """The Markdown texts of a note, each with the name of its place."""
    match note.content:
        case Basic(front, back):
            yield from (("front", front), ("back", back))
        case Cloze(text):
            yield "cloze", text
        case Typed(front) | Choice(front):
            yield "front", front
        case Sequence(front, steps):
            yield "front", front
            for step in steps:
                yield f"steps.{step.key}", step.text
    yield from (("extra", note.extra), ("hint", note.hint))


def within_line(path: str, line: int, start: int, end: int) -> Span:
    """A stretch of a line; `line` counts from 1, `start` and `end` are offsets in it."""
    return Span(path, Place(line, start + 1, line, end + 1))
