"""Where a new note goes in a deck file, so that nothing else of the file moves.

It stands after the last note of the same section of its source: people who add notes about
different sections then rarely change the same lines. A comment above a note, such as the banner of
a section, stays with the note below it.
"""

from itertools import pairwise
from typing import NamedTuple

from cardsmith.deckfile import source, tree
from cardsmith.deckfile.edit import edited, inserted
from cardsmith.diagnostics import Edit, Place
from cardsmith.errors import UsageError

_WIDEST_GAP = 8


class InsertionError(UsageError):
    """A file has no list that a note could be added to."""


class Slot(NamedTuple):
    """Where a note goes.

    Attributes:
        line: the line that it is put before, from 1; it may be the one behind the last.
        column: where its dash stands, from 1.
        gap: how far behind the dash its keys stand.
        before: whether an empty line parts it from what stands above.
        after: whether one parts it from what stands below.
        behind: the id of the note above it; empty if there is none.
        brackets: the empty list in brackets whose place it takes.
    """

    line: int
    column: int
    gap: int = 2
    before: bool = False
    after: bool = False
    behind: str = ""
    brackets: Place | None = None

    @property
    def first_line(self) -> int:
        """The line on which the note will begin."""
        gone = self.brackets.end_line - self.brackets.line if self.brackets else 0
        return self.line + self.before - gone

    def edits(self, entry: str) -> list[Edit]:
        """The changes that put an entry here."""
        text = "\n" * self.before + entry + "\n" * self.after
        away = [Edit(self.brackets, "")] if self.brackets else []
        return [*away, inserted(self.line, text)]


def put(data: bytes, where: Slot, entry: str) -> bytes:
    """The bytes of a file with an entry at its place; all other bytes stay."""
    return edited(data, where.edits(entry))


def slot(text: str, path: str, cited: str) -> Slot:
    """Find the place for a note.

    Args:
        text: a deck file that can be read.
        path: its name, for what is said.
        cited: the source of the note, as written; it may be empty.

    Raises:
        InsertionError: there is no list of cards, or not one with a note on each line.
    """
    root = source.read_all(text, path).root
    if not isinstance(root, tree.Mapping) or text.startswith("{", root.start):
        raise InsertionError(f"{path}: no list of cards to add to; begin one with `cards:`")
    found = next((pair for pair in root.pairs() if tree.text_of(pair[0]) == "cards"), None)
    if found is None:
        raise InsertionError(f"{path}: there is no `cards:` to add to")
    return _Finder(text, path).slot(*found, cited)


class _Entry(NamedTuple):
    """An entry of the list: its lines from 1, the last one with the comments that belong to it."""

    first: int
    last: int
    id: str
    source: str


class _Finder:
    """Looks for the place in one file."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self.lines = text.removesuffix("\n").split("\n")
        self.places = tree.Lines(text)

    def slot(self, key: tree.Node, cards: tree.Node, cited: str) -> Slot:
        """The place in the list that stands under a key."""
        column = self.places.place(*tree.extent(key)).column + 2
        if isinstance(cards, tree.Sequence) and cards.items:
            if self.text.startswith("[", cards.start):
                raise InsertionError(
                    f"{self.path}: the cards stand in brackets; write each on lines of its own, "
                    "beginning with `- `, to have more added"
                )
            return self.among(cards, cited)
        if isinstance(cards, tree.Sequence):
            return self.instead(cards, column)
        if isinstance(cards, tree.Scalar) and not cards.value and not cards.style:
            return Slot(self.places.place(*tree.extent(key)).end_line + 1, column)
        raise InsertionError(f"{self.path}: `cards` is not a list")

    def instead(self, empty: tree.Sequence, column: int) -> Slot:
        """The place of an empty list in brackets, which goes with the spaces before it."""
        start = len(self.text[: empty.start].rstrip(" \n"))
        place = self.places.place(start, empty.end)
        return Slot(place.end_line + 1, column, brackets=place)

    def among(self, cards: tree.Sequence, cited: str) -> Slot:
        """The place among notes."""
        column = self.places.place(cards.start, cards.start).column
        entries = [self.entry(node, column) for node in cards.items]
        number = _number(entries, cited)
        above = entries[number]
        is_apart = self.parted(entries)
        below = self.lines[above.last : above.last + 1]
        return Slot(
            above.last + 1,
            column,
            self.gap(cards.items[number], column),
            before=is_apart,
            after=is_apart and bool(below and below[0].strip()),
            behind=above.id,
        )

    def entry(self, node: tree.Node, column: int) -> _Entry:
        """The lines of an entry; comments that stand deeper than its dash are its own."""
        start, end = tree.extent(node)
        line_start = self.text.rfind("\n", 0, end) + 1
        if not self.text[line_start:end].strip():
            end = line_start  # a block ends where the next text begins
        last = self.text[:end].rstrip("\n").count("\n") + 1
        for number, line in enumerate(self.lines[last:], last + 1):
            bare = line.lstrip(" ")
            if bare.startswith("#") and len(line) - len(bare) >= column:
                last = number
            elif bare:
                break
        return _Entry(
            self.text.count("\n", 0, start) + 1, last, _value(node, "id"), _value(node, "source")
        )

    def parted(self, entries: list[_Entry]) -> bool:
        """Whether empty lines stand between the entries, as most of them have it."""
        gaps = [self.lines[a.last : b.first - 1] for a, b in pairwise(entries)]
        if not gaps:
            return entries[0].last > entries[0].first
        apart = sum(any(not line.strip() for line in gap) for gap in gaps)
        return 2 * apart >= len(gaps)

    def gap(self, node: tree.Node, column: int) -> int:
        """How far behind the dash the keys of an entry stand."""
        start, _ = tree.extent(node)
        found = self.places.place(start, start).column - column
        line = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        return found if line.strip() == "-" and 1 < found <= _WIDEST_GAP else 2


def _number(entries: list[_Entry], cited: str) -> int:
    """The entry to stand behind: the last of the section, else of the source, else of all."""
    name = cited.partition("#")[0]
    for same in (
        [number for number, each in enumerate(entries) if each.source == cited],
        [number for number, each in enumerate(entries) if each.source.partition("#")[0] == name],
    ):
        if same and cited:
            return same[-1]
    return len(entries) - 1


def _value(node: tree.Node, name: str) -> str:
    """A text of an entry; empty if it has none."""
    if not isinstance(node, tree.Mapping):
        return ""
    found = (value for key, value in node.pairs() if tree.text_of(key) == name)
    return tree.text_of(next(found, "")) or ""
