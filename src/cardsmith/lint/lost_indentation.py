"""A text that ends at a comment.

What it objects to: a line that begins with `#`, stands below the lines of a text, is indented less
than a block needs, and was probably meant to be part of the text: it is indented more than a key
could be, or the text has a block of code that is still open, or the line is one of C, such as
`#include <stdio.h>`.

Why it hurts: the text ends there, and YAML takes the line for a comment. Learners never see it, nor
any such lines that follow.

An example:

    back: |
      ```sh
      cd build
    # make all
    # make install

Better:

    back: |
      ```sh
      cd build
      # make all
      # make install
      ```
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardsmith.catalog import LOST_INDENTATION
from cardsmith.deckfile import source, tree
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, within_line

CODES = (LOST_INDENTATION,)

_COMMENT = re.compile(r"\n( *)(#[^\n]*)")
_MARGIN = re.compile(r"(?P<spaces> *)(?P<dashes>(?:- +)*)(?P<key>[^\s:][^:]*:(?: |$))?")
_ITEM = re.compile(r" *- +[\w.-]+: ")
_KEY = re.compile(r" *(?:- +)*[\w.-]+:(?: |$)")
_FENCE = re.compile(r" *(`{3,}|~{3,})(?P<rest>[^`]*)$")
_OF_C = re.compile(
    r"# ?include ?[<\"]|#(?:define|undef|ifn?def|if|elif|pragma) \w|#(?:else|endif)\b"
)
_BLOCKS = frozenset({"|", ">"})


class _Comment(NamedTuple):
    """A line that begins with `#`: its number from 0, the spaces before it, and what it says."""

    number: int
    column: int
    text: str


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first such line of each text."""
    for deck in subject.decks:
        if deck.notes and "\n" in deck.text and _COMMENT.search(deck.text):
            yield from _of_deck(deck)


def _of_deck(deck: DeckFile) -> Iterator[Diagnostic]:
    around = _Around(deck.text)
    suspects = [each for each in _comments(deck.text) if _is_odd(each, around)]
    root = source.read_all(deck.text, deck.path).root if suspects else None
    if root is None:
        return
    by_last_line = _by_last_line(deck.text, root)
    for comment in suspects:
        above = around.above(comment.number)
        text = by_last_line.get(above)
        if text and _is_of(comment, text, above, around):
            yield _found(deck, comment)


def _found(deck: DeckFile, comment: _Comment) -> Diagnostic:
    end = comment.column + len(comment.text.rstrip())
    return LOST_INDENTATION.at(
        within_line(deck.path, comment.number + 1, comment.column, end),
        "the text above ends at this comment",
        "lost, if it is text",
        help="indent it like the text, or, if it is a comment, like the key that follows",
    )


def _comments(text: str) -> Iterator[_Comment]:
    number, at = 0, 0
    for found in _COMMENT.finditer(text):
        number += text.count("\n", at, found.start(1))
        at = found.start(1)
        yield _Comment(number, len(found[1]), found[2])


class _Around:
    """What stands above and below comments, asked from the top down so that it takes one reading.

    Attributes:
        lines: all lines of a file.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._has_fences = "```" in text or "~~~" in text
        self._read = 0  # lines whose fences are counted
        self._fences = 0
        self._content = 0  # a line that is neither empty nor a comment

    def above(self, number: int) -> int:
        """The line above that is not empty; -1 if there is none."""
        number -= 1
        while number >= 0 and not self.lines[number].strip():
            number -= 1
        return number

    def below(self, number: int) -> str:
        """The next line that is neither empty nor a comment; empty if there is none."""
        self._content = max(self._content, number + 1)
        while self._content < len(self.lines) and not _is_content(self.lines[self._content]):
            self._content += 1
        return self.lines[self._content] if self._content < len(self.lines) else ""

    def is_code(self, number: int) -> bool:
        """Whether the fences above are odd, from where the note begins."""
        if not self._has_fences:
            return False
        for line in map(self.lines.__getitem__, range(self._read, number)):
            if _ITEM.match(line):
                self._fences = 0
            self._fences += _FENCE.match(line) is not None
        self._read = number
        return self._fences % 2 == 1


def _is_content(line: str) -> bool:
    bare = line.lstrip(" ")
    return bool(bare) and not bare.startswith("#")


def _is_odd(comment: _Comment, around: _Around) -> bool:
    """Whether it is worth reading the file with places for a comment; most are where they should.

    A comment in order stands no deeper than the line that follows, or the one above has a key.
    """
    number, column, text = comment
    is_code = around.is_code(number)
    above = around.above(number)
    line = around.lines[above] if above >= 0 else ""
    indentation = _indentation(line)
    if above < 0 or indentation < column or "cardsmith:" in text:
        return False
    if is_code or _OF_C.match(text):
        return True
    if not column or (indentation == column and _KEY.match(line)):
        return False
    return _indentation(around.below(number)) < column


class _Text(NamedTuple):
    """A block, or a text without quotes; it begins on a line, from 0, and perhaps that with it."""

    scalar: tree.Scalar
    line: int
    is_first: bool


def _by_last_line(text: str, root: tree.Node) -> dict[int, _Text]:
    """Blocks and texts without quotes, by the numbers of the lines that they end on."""
    numbers = tree.Lines(text)
    found = {}
    for scalar in tree.scalars(root):
        if scalar.style in {"", *_BLOCKS}:
            written = text[scalar.start : scalar.end].rstrip()
            place = numbers.place(scalar.start, scalar.start + len(written))
            before = text[scalar.start - place.column + 1 : scalar.start]
            found[place.end_line - 1] = _Text(scalar, place.line - 1, not before.strip())
    return found


def _is_of(comment: _Comment, text: _Text, above: int, around: _Around) -> bool:
    """Whether a comment was probably meant as part of the text that ends above it."""
    is_block = text.scalar.style in _BLOCKS
    is_next = comment.number == above + 1
    if not is_block and (not is_next or (text.line == above and not text.is_first)):
        return False
    line = around.lines[above]
    if not is_block and " #" in line:
        return False  # it goes on with the comment of the line above
    is_below_key = text.is_first and not is_block
    key = around.lines[around.above(text.line) if is_below_key else text.line]
    if comment.column > _column_of_key(key):
        return True
    return is_block and (_is_fence_open(text.scalar.value) or (is_next and _is_c(comment)))


def _is_c(comment: _Comment) -> bool:
    return _OF_C.match(comment.text) is not None


def _column_of_key(line: str) -> int:
    """The column, from 0, of the key of a line; in a list without keys that of its last dash."""
    found = _MARGIN.match(line)
    if found is None:
        return 0
    if found["key"]:
        return found.start("key")
    return found["spaces"].count(" ") + found["dashes"].rfind("-")


def _is_fence_open(value: str) -> bool:
    """Whether a block of code in a text begins and does not end."""
    opened = ""
    for line in value.split("\n"):
        fence = _FENCE.match(line)
        if fence is None:
            continue
        if not opened:
            opened = fence[1]
        elif fence[1].startswith(opened) and not fence["rest"].strip():
            opened = ""
    return bool(opened)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
