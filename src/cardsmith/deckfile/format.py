"""The one layout of deck files, made by place: lines are trimmed and moved, never written anew.

- No blanks at the ends of lines, and no more than one empty line in a row.
- The file begins with a line that says something and ends with one line end.
- Two blanks, or more, before a comment that follows something in its line.
- The fields of a note that is written as a block stand in the order of `fields.NOTE`. Comments
  above a key and beside it move with it.

What lies within a text is the author's, to the last blank. The file keeps its line ends, its
byte-order mark, its quotes and its indentation. Where a comment may be text that was lost, all
stays as it is, for `lint` to tell: one blank behind a text without quotes, right below a block.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from cardsmith.deckfile import source, tree
from cardsmith.deckfile.edit import line_end
from cardsmith.deckfile.fields import NOTE
from cardsmith.deckfile.parse import kind_of
from cardsmith.diagnostics import Diagnostic

_BOM = "\ufeff"
_BREAK = re.compile("\r\n|\r|\n")
_BLANKS = " \t"
_BLOCKS = ("|", ">")
_HEADER = re.compile("[|>][-+0-9]*")
_FENCE = re.compile("```|~~~")
_DASH = re.compile("( *)- +")
_BEFORE_COMMENT = 2
_in_table = list(NOTE).index


def formatted(data: bytes, path: str) -> bytes | Diagnostic:
    """The bytes of a file in its right layout; or why it cannot be read.

    Other mistakes leave it a layout. But a note whose fields make no kind, or of which one is given
    twice, keeps their order.
    """
    text = source.decode(data, path)
    if isinstance(text, Diagnostic):
        return text
    problem = source.damage(text, path)
    if problem:
        return problem
    read = source.read_all(text, path)
    if read.problem:
        return read.problem
    lines = list(_Page(text, read.root).lines())
    raw = data.decode()
    usual = line_end(raw)
    ends = [*_BREAK.findall(raw), usual]  # the last one for a last line that has none
    head = _BOM if raw.startswith(_BOM) else ""
    return (head + "".join(line.text + ends[line.number] for line in lines)).encode()


class _Line(NamedTuple):
    """A line that comes out: what it says, and the number it had, counted from 0."""

    number: int
    text: str


class _Field(NamedTuple):
    """A field of a note.

    Attributes:
        name: its key.
        above: the first line of what stands above its key.
        line: the line of its key.
        stop: the line behind its last one.
    """

    name: str
    above: int
    line: int
    stop: int


class _Page:
    """A text in lines, with what is known of each."""

    def __init__(self, text: str, root: tree.Node | None) -> None:
        self.text = text
        self.root = root
        self.given = text.split("\n")[:-1]
        self.starts = [0, *accumulate(len(line) + 1 for line in self.given)][:-1]
        self.within = bytearray(len(self.given))  # lines that end within a text
        self.behind = [0] * len(self.given)  # where the last text ends that ends in a line
        self.bare = bytearray(len(self.given))  # whether that has no quotes
        for scalar in tree.scalars(root) if root is not None else ():
            self._mark(scalar)

    def lines(self) -> Iterator[_Line]:
        """All lines in the right layout."""
        waiting: _Line | None = None  # an empty line, if more than that will follow
        is_first = True
        for line in self._ordered():
            if line.text or self.within[line.number]:
                if waiting and not is_first:
                    yield waiting
                yield line
                waiting, is_first = None, False
            else:
                waiting = waiting or line

    # ---- what is known of lines ----------------------------------------------------------------

    def line_at(self, offset: int) -> int:
        """The line that a character stands in."""
        return bisect_right(self.starts, offset) - 1

    def _mark(self, scalar: tree.Scalar) -> None:
        first, last = self.line_at(scalar.start), self.last_line(scalar)
        if scalar.style in _BLOCKS:
            header = _HEADER.match(self.text, scalar.start)
            self.behind[first] = (header.end() if header else scalar.end) - self.starts[first]
            self.bare[first] = False
            self.within[first + 1 : last + 1] = b"\1" * (last - first)
        else:
            self.behind[last] = scalar.end - self.starts[last]
            self.bare[last] = not scalar.style and scalar.end > scalar.start
            self.within[first:last] = b"\1" * (last - first)

    def last_line(self, node: tree.Node) -> int:
        """The last line that has something of a node; empty lines below a block are not its."""
        start, end = tree.extent(node)
        match node:
            case tree.Scalar(style="|" | ">"):
                return self._last_of_block(node)
            case tree.Mapping(flat=[*_, last]) | tree.Sequence(items=[*_, last]):
                if self.text[start] not in "{[" or self.text[end - 1] not in "]}":
                    return self.last_line(last)
                return self.line_at(end - 1)
            case _:
                return self.line_at(end)

    def _last_of_block(self, block: tree.Scalar) -> int:
        first = self.line_at(block.start)
        last = max(first, self.line_at(block.end - 1))
        if _keeps_end(self.text, block):
            return last
        margin = self._margin(block, self.given[first + 1 : last + 1])
        while last > first and not self.given[last].strip(" ") and len(self.given[last]) <= margin:
            last -= 1
        return last

    def _margin(self, block: tree.Scalar, lines: Sequence[str]) -> int:
        """The indentation of the lines of a block; a line with more blanks than that says some."""
        written = next((line for line in lines if line.strip(_BLANKS)), "")
        meant = next((line for line in block.value.split("\n") if line.strip(_BLANKS)), "")
        if not meant:
            return 0 if block.value.strip("\n") else len(self.text)
        return _indentation(written) - _indentation(meant)

    def _is_between(self, number: int) -> bool:
        """Whether a line is empty or a comment, if no text stands in it."""
        return self.given[number].lstrip(" ")[:1] in {"", "#"}

    def _trimmed(self, number: int) -> _Line:
        line = self.given[number]
        if self.within[number]:
            return _Line(number, line)
        behind = self.behind[number]
        comment = line.find("#", behind)
        may_be_text = self.bare[number] and comment == behind + 1
        if comment >= 0 and not may_be_text and (before := line[:comment].rstrip(" ")):
            gap = max(_BEFORE_COMMENT, comment - len(before))
            line = before + " " * gap + line[comment:]
        return _Line(number, line.rstrip(_BLANKS))

    # ---- the order of fields -------------------------------------------------------------------

    def _ordered(self) -> Iterator[_Line]:
        """All lines, trimmed, with the fields of each note in their order."""
        at = 0
        for note in _notes(self.text, self.root):
            fields = self._fields(note)
            if fields:
                yield from map(self._trimmed, range(at, fields[0].above))
                yield from self._in_order(note, fields)
                at = fields[-1].stop
        yield from map(self._trimmed, range(at, len(self.given)))

    def _fields(self, note: tree.Mapping) -> list[_Field]:
        """The fields of a note, as they stand; none if they have to stay so."""
        names = [tree.text_of(key) or "" for key in note.flat[::2]]
        if not kind_of(tuple(names)) or len(set(names)) < len(names):
            return []
        if names == sorted(names, key=_in_table):
            return []
        if any(self._binds(scalar) for scalar in tree.scalars(note)):
            return []
        keys = [self.line_at(tree.extent(key)[0]) for key in note.flat[::2]]
        heads = [
            self.given[line][: tree.extent(key)[0] - self.starts[line]]
            for line, key in zip(keys, note.flat[::2], strict=True)
        ]
        if any(head.strip(" ") for head in heads[1:]):
            return []  # keys behind a `?`
        if heads[0].strip(" ") and not _DASH.fullmatch(heads[0]):
            return []
        above = keys[0]
        while not heads[0].strip(" ") and self._is_between(above - 1):
            above -= 1
        while not self.given[above].strip(" "):
            above += 1  # empty lines below a dash stay there
        fields = []
        for number, (name, value) in enumerate(zip(names, note.flat[1::2], strict=True)):
            last = max(self.last_line(value), keys[number])
            limit = keys[number + 1] if number + 1 < len(keys) else len(self.given)
            stop = self._stop(last + 1, limit, len(heads[0]))
            fields.append(_Field(name, above, keys[number], stop))
            above = stop
        return fields

    def _binds(self, scalar: tree.Scalar) -> bool:
        """Whether what stands below a text may be part of it, or would become so.

        Of `|+` the empty lines are. A comment right below a block may be a line that lost its
        indentation; below a block of code also one that does not follow at once.
        """
        if scalar.style not in _BLOCKS:
            return False
        if _keeps_end(self.text, scalar):
            return True
        below = self.last_line(scalar) + 1
        while below < len(self.given) and not self.given[below].strip(" "):
            if not _FENCE.search(scalar.value):
                return False
            below += 1
        return self.given[below : below + 1] != [] and self.given[below].lstrip(" ")[:1] == "#"

    def _stop(self, line: int, limit: int, column: int) -> int:
        """The line behind a field: comments that stand deeper than its key are part of it."""
        stop = line
        for number in range(line, limit):
            text = self.given[number]
            if not self._is_between(number) or (text.strip(" ") and _indentation(text) <= column):
                break
            if text.strip(" "):
                stop = number + 1
        return stop

    def _in_order(self, note: tree.Mapping, fields: list[_Field]) -> Iterator[_Line]:
        first = fields[0]
        ordered = sorted(fields, key=lambda field: _in_table(field.name))
        key = tree.extent(note.flat[0])[0] - self.starts[first.line]
        dash = _DASH.fullmatch(self.given[first.line][:key])
        for field in ordered:
            above = [self._trimmed(number) for number in range(field.above, field.line)]
            line = self._trimmed(field.line)
            if dash and field is ordered[0]:
                yield from _above_dash(above, len(dash[1]))
                yield line._replace(text=dash[0] + line.text[key:])
            else:
                yield from above
                yield line._replace(text=" " * key + line.text[key:]) if dash else line
            yield from map(self._trimmed, range(field.line + 1, field.stop))


def _above_dash(lines: Sequence[_Line], column: int) -> Iterator[_Line]:
    """Comments that stood above a key and come to stand above the dash of its note."""
    for line in lines:
        if line.text:
            margin = min(_indentation(line.text), column)
            yield line._replace(text=" " * margin + line.text.lstrip(" "))


def _notes(text: str, root: tree.Node | None) -> Iterator[tree.Mapping]:
    """The notes of a deck file that are written as blocks in a list that is one."""
    pairs = root.pairs() if isinstance(root, tree.Mapping) else ()
    for key, cards in pairs:
        if tree.text_of(key) == "cards" and isinstance(cards, tree.Sequence):
            yield from (
                note
                for note in cards.items
                if isinstance(note, tree.Mapping)
                and text[cards.start] == "-"
                and text[note.start] != "{"
            )


def _keeps_end(text: str, scalar: tree.Scalar) -> bool:
    """Whether the empty lines behind a block are part of it: `|+`."""
    if scalar.style not in _BLOCKS:
        return False
    header = _HEADER.match(text, scalar.start)
    return header is not None and "+" in header[0]


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
