"""The plain part of YAML, in which nearly all of every deck is written, read line by line.

YAML is large, its parsers are slow and take long to load. A deck is mostly lines such as
`front: What is it?` and `tags: [a, b]`, of which there is only one reading. They are read here;
where a text has anything else, anywhere, `read` gives up, and a YAML parser reads it from the
start. So this module may know as little as it likes, but what it reads has to come out exactly as
from `nodes`, which tests compare.
"""

import re
from unicodedata import is_normalized, normalize

from cardsmith.deckfile.tree import Mapping, Node, Sequence

_NAME = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}"

# `  - key: value`: the spaces, the dash, the key, the value.
_LINE = re.compile(rf"( *)(- +)?(?:({_NAME}):(?: +|(?=\n)))?(.*)\n")

# What stands between commas and brackets: a text in quotes without escapes, or a bare one.
_ITEM = re.compile(r""" *(?:"([^"\\\n]*)"|'([^'\n]*)'|(\w[^,\[\]{}:#?!\n]*))""")
_KEY = re.compile(rf" *({_NAME}): +")
_WORD = r"\w(?:[\w ./+-]*[\w./+-])?"
_WORDS = re.compile(rf"\[({_WORD}(?:, {_WORD})*)\]")
_SPACES = re.compile(" *")

# The lines of a block: all with the margin of the first, and empty ones between and behind.
_BLOCK = re.compile(r"( *)[^\n ][^\n]*\n(?:\1[^\n]*\n|\n)*")
_BREAKS = re.compile("\n(\n*)")

# ASCII characters other than letters and digits that a bare text may begin with.
_FIRST = frozenset("$()+./;<=\\^_~")
_MOST_OPEN = 8


class _NotPlain(Exception):  # noqa: N818 - it never leaves this module
    """Here is something that only a YAML parser knows how to read."""


class _Open:
    """A mapping or list of which there may be more; its keys or dashes stand in one column."""

    __slots__ = ("column", "is_mapping", "nodes", "start")

    def __init__(self, column: int, start: int, *, is_mapping: bool) -> None:
        self.column = column
        self.start = start
        self.is_mapping = is_mapping
        self.nodes: list[Node] = []

    def waits(self) -> bool:
        """Whether a key waits for its value."""
        return self.is_mapping and len(self.nodes) % 2 == 1

    def fill(self) -> None:
        """Give a key that waits an empty value."""
        if self.waits():
            self.nodes.append("")


def read(text: str) -> Node | None:
    """Read a text; None if a YAML parser has to. Line feeds at the end of blocks are left out."""
    if "\t" in text:
        return None
    try:
        return _Reader(text).root()
    except _NotPlain:
        return None


class _Reader:
    """One pass over the lines of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_ascii = text.isascii()
        self.at = 0  # the offset of the next line
        self.end = 0  # the offset behind the last value
        self.stack: list[_Open] = []

    def root(self) -> Node:  # noqa: C901, PLR0912 - one loop, for speed
        """Read all lines."""
        text, is_ascii, match = self.text, self.is_ascii, _LINE.match
        home = _Open(-1, 0, is_mapping=False)
        while found := match(text, self.at):
            spaces, dash, key, value = found.groups()
            start, self.at = self.at, found.end()
            column = len(spaces)
            if dash:
                home = self.list_at(column, start)
                if key:
                    column += len(dash)
                    home = self.push(column, start, is_mapping=True)
                elif not value:
                    raise _NotPlain
            elif key:
                # Most lines have a key below the last one, whose value stands beside it.
                if column != home.column or not home.is_mapping or len(home.nodes) % 2:
                    home = self.mapping_at(column, start)
            elif not value or value[0] == "#":
                continue
            else:
                raise _NotPlain
            if key:
                home.nodes.append(key)
            if not value:
                self.end = start + column + len(key) + 1
            elif not value[0].isalnum() or value[-1] in ": ":
                home.nodes.append(self.value(value, found.start(4), home.column))
            elif ": " in value or " #" in value:
                raise _NotPlain
            else:
                home.nodes.append(value if is_ascii else self.composed(value))
                self.end = self.at - 1
        if self.at < len(text) or not self.stack:
            raise _NotPlain
        while len(self.stack) > 1:
            self.close()
        return self.closed(self.stack[0])

    # ---- what is open --------------------------------------------------------------------------

    def list_at(self, column: int, start: int) -> _Open:
        """The list whose dashes stand in a column of the line that begins at `start`."""
        while self.stack:
            top = self.stack[-1]
            if not top.is_mapping and top.column == column:
                return top
            if top.waits() and top.column <= column:
                return self.push(column, start, is_mapping=False)
            if top.column <= column:
                break
            self.close()
        raise _NotPlain

    def mapping_at(self, column: int, start: int) -> _Open:
        """The mapping whose keys stand in a column of the line that begins at `start`."""
        if not self.stack and column == 0:
            return self.push(column, start, is_mapping=True)
        while self.stack:
            top = self.stack[-1]
            if top.is_mapping and top.column == column:
                top.fill()
                return top
            if top.waits() and top.column < column:
                return self.push(column, start, is_mapping=True)
            if top.column < column:
                break
            self.close()
        raise _NotPlain

    def push(self, column: int, start: int, *, is_mapping: bool) -> _Open:
        """Open a mapping or list inside what is open."""
        if len(self.stack) >= _MOST_OPEN:
            raise _NotPlain
        fresh = _Open(column, start + column, is_mapping=is_mapping)
        self.stack.append(fresh)
        return fresh

    def close(self) -> None:
        """End what was opened last."""
        top = self.stack.pop()
        if not self.stack:
            raise _NotPlain
        self.stack[-1].nodes.append(self.closed(top))

    def closed(self, top: _Open) -> Node:
        """All of what was open; the last value was its last."""
        top.fill()
        kind = Mapping if top.is_mapping else Sequence
        return kind(top.nodes, top.start, self.end)

    # ---- values --------------------------------------------------------------------------------

    def value(self, value: str, start: int, column: int) -> Node:
        """Read what follows a key or a dash in its line, and the lines of a block."""
        value = value.rstrip(" ")
        self.end = start + len(value)
        first = value[0]
        if first in "'\"":
            return self.quoted(value)
        if first in "[{":
            if words := _WORDS.fullmatch(value):
                return Sequence(self.composed(words[1]).split(", "), start, self.end)  # type: ignore[arg-type]
            node, end = self.brackets(value, 0, start)
            if end != len(value):
                raise _NotPlain
            return node
        if first in "|>":
            return self.block(value, column)
        if ": " in value or " #" in value or value[-1] == ":":
            raise _NotPlain
        if first.isalnum() or first in _FIRST or first > "\x7f":
            return self.composed(value)
        raise _NotPlain

    def composed(self, text: str) -> str:
        """The text in NFC."""
        return text if self.is_ascii or is_normalized("NFC", text) else normalize("NFC", text)

    def quoted(self, value: str) -> str:
        """Read a text in quotes that ends where its line ends."""
        quote, text = value[0], value[1:-1]
        if len(value) == 1 or value[-1] != quote:
            raise _NotPlain
        if quote == '"':
            if '"' in text or "\\" in text:
                raise _NotPlain
        elif "'" in text:
            if "'" in text.replace("''", ""):
                raise _NotPlain
            text = text.replace("''", "'")
        return self.composed(text)

    def block(self, header: str, column: int) -> str:
        """Read the lines of a block, which are indented more than `column`."""
        lines = _BLOCK.match(self.text, self.at)
        if lines is None or header not in {"|", "|-", ">", ">-"}:
            raise _NotPlain
        whole, margin = lines.group(0, 1)
        self.at = self.end = lines.end()
        if len(margin) <= column or " \n" in whole:
            raise _NotPlain
        behind = _behind_spaces(self.text, self.at)
        if behind - self.at > column or self.text.startswith("\n", behind):
            raise _NotPlain  # indented less than the block, but it may belong to it
        text = whole[len(margin) :].replace(f"\n{margin}", "\n").rstrip("\n")
        if header[0] == ">":
            if "\n " in text:
                raise _NotPlain  # lines that are indented further are not folded
            text = _BREAKS.sub(_folded, text)
        return self.composed(text)

    # ---- brackets ------------------------------------------------------------------------------

    def brackets(self, value: str, at: int, start: int, depth: int = 0) -> tuple[Node, int]:
        """Read a list or mapping in brackets; the node, and the offset in `value` behind it.

        Args:
            value: the line from where its value begins.
            at: the offset in it of the bracket.
            start: the offset in the text of `value`.
            depth: how many brackets are open.
        """
        opened, is_mapping = at, value[at] == "{"
        closing = "}" if is_mapping else "]"
        nodes: list[Node] = []
        at += 1
        sign = value[at : at + 1]
        while sign != closing:
            if is_mapping:
                key = _KEY.match(value, at)
                if key is None:
                    raise _NotPlain
                nodes.append(key[1])
                at = key.end()
            node, at = self.bracket_item(value, at, start, depth)
            nodes.append(node)
            at = _behind_spaces(value, at)
            sign = value[at : at + 1]
            if sign == ",":
                at += 1
            elif sign != closing:
                raise _NotPlain
        kind = Mapping if is_mapping else Sequence
        return kind(nodes, start + opened, start + at + 1), at + 1

    def bracket_item(self, value: str, at: int, start: int, depth: int) -> tuple[Node, int]:
        """Read a value in brackets; and the offset behind it."""
        item = _ITEM.match(value, at)
        if item:
            bare = item[3]
            text = item[item.lastindex or 0] if bare is None else bare.rstrip(" ")
            return self.composed(text), item.end()
        at = _behind_spaces(value, at)
        if value[at : at + 1] not in {"[", "{"} or depth > 1:
            raise _NotPlain
        return self.brackets(value, at, start, depth + 1)


def _folded(breaks: re.Match[str]) -> str:
    """A line feed becomes a space; of several the first is dropped."""
    return breaks[1] or " "


def _behind_spaces(text: str, at: int) -> int:
    found = _SPACES.match(text, at)
    return found.end() if found else at
