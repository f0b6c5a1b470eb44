"""A problem in what somebody wrote, as data: what it is, where it stands, and the way out."""

from collections.abc import Iterable
from typing import NamedTuple


class Place(NamedTuple):
    """A stretch of a text: lines and columns count characters from 1, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Span(NamedTuple):
    """A place in a file; `path` is written as the user would write it."""

    path: str
    place: Place


class Remark(NamedTuple):
    """A second thing to know about a problem, with the place it speaks of if it has one."""

    text: str
    span: Span | None = None


class Edit(NamedTuple):
    """A stretch of a file, and the text to put in its place; lines in it end with a line feed."""

    place: Place
    text: str


class Diagnostic(NamedTuple):
    """One problem.

    Attributes:
        code: `E…` prevents a correct card, `W…` makes a poor one; a code never changes its meaning.
        name: the code in words, named for what it objects to: `unknown-key`.
        phrase: one sentence part without a full stop, naming what was found.
        span: where; the caret points there.
        label: a word or two beside the caret.
        remarks: further places and facts.
        help: the way out, as something to do; it may hold lines to paste.
        edits: what mends it in the same file, where that is sure; they do not overlap.
    """

    code: str
    name: str
    phrase: str
    span: Span
    label: str = ""
    remarks: tuple[Remark, ...] = ()
    help: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether the problem prevents a correct card."""
        return self.code.startswith("E")


def in_order(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Sort by file and place, and drop exact doubles."""
    return sorted(set(diagnostics), key=lambda d: (d.span.path, d.span.place, d.code, d.phrase))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The one of `known` that was probably meant; empty if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - sound decks need not wait for it

    names = list(known)
    alike = [name for name in names if name.casefold() == word.casefold()]
    return next(iter(alike or get_close_matches(word, names, n=1)), "")
