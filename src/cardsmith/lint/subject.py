"""What rules look at, and the questions that several of them ask about it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.catalog import Code
from cardsmith.deck import Basic, Choice, Cloze, Collection, Note, Sequence, Typed, beside, within
from cardsmith.deckfile import collectionfile
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic, Place, Span
from cardsmith.markup import Run, inlines, parse

NO_PROSE = "\ufffc"


class Subject(NamedTuple):
    """A collection under the eyes of all rules.

    Attributes:
        collection: the collection; of notes with the same id it has the first.
        decks: its deck files, with all of their sound notes.
        ledger: what was released; empty before the first release.
        outlines: the texts of its sources, by their names.
        is_whole: whether these are all of its deck files.
    """

    collection: Collection
    decks: tuple[DeckFile, ...]
    ledger: Ledger = Ledger()
    outlines: Mapping[str, str] = {}
    is_whole: bool = True

    def notes(self) -> Iterator[Note]:
        """All sound notes, those with the same id too."""
        for deck in self.decks:
            yield from deck.notes


class Documented(Protocol):
    """A module that reports something.

    Its docstring is its page in the manual: a sentence, and four parts that begin with "What it
    objects to:", "Why it hurts:", "An example" and "Better". What is indented there is YAML: fields
    of a note, cards, or a whole file. The example is objected to, and what is better is not.
    """

    @property
    def CODES(self) -> tuple[Code, ...]:  # noqa: N802 - a constant of the module
        """What it reports."""


class Rule(Documented, Protocol):
    """A module of this folder that looks at notes."""

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


def everything(note: Note) -> Iterator[str]:
    """All that a note says, its tags and the name of its deck: what it is about."""
    yield from (note.deck, *note.tags)
    for _, text in texts(note):
        yield text
    match note.content:
        case Typed(_, answer, accept):
            yield from (answer, *accept)
        case Choice(_, choices):
            yield from choices
        case _:
            pass


def prose(text: str) -> str:
    """The words of a Markdown text in one line; for code, maths and pictures stands `NO_PROSE`."""
    items = inlines(parse(text))
    words = (i.text if isinstance(i, Run) and not i.style.code else NO_PROSE for i in items)
    return " ".join(" ".join(words).split())


def within_line(path: str, line: int, start: int, end: int) -> Span:
    """A stretch of a line; `line` counts from 1, `start` and `end` are offsets in it."""
    return Span(path, Place(line, start + 1, line, end + 1))


def in_file(collection: Collection, file: str, line: int = 1) -> Span:
    """A line of a file that is no deck file, or the file itself; its path is from the root."""
    return Span(beside(collection.root, file), Place(line, 1, line, 2))


def files(subject: Subject) -> list[str]:
    """All files of the collection, by their paths from its root, in order."""
    root = subject.collection.root
    decks = {within(root, deck.path) for deck in subject.decks}
    return sorted({collectionfile.NAME, ledger.FILE, *decks, *subject.collection.media})
