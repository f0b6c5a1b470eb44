"""A note → the lines that a person would write for it.

What is written is read back as it was: a text stands bare where that is the only reading of it,
else in quotes; long prose is folded, and lines stay lines. The line feeds at the end of a text are
left out, as they are when it is read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from cardsmith.deckfile.fields import NOTE
from cardsmith.deckfile.syntax import quoted

WIDTH = 100  # columns that a line takes where it can be broken

Value: TypeAlias = str | bool | Sequence[str] | Mapping[str, str]
Fields: TypeAlias = Mapping[str, Value]

_STEP = "  "
# ASCII characters other than letters and digits that a bare text may begin with.
_FIRST = frozenset("$()+./;\\^_~")
# An item of a list in brackets that needs no quotes.
_BARE_ITEM = re.compile(r"\w(?:[\w ./+-]*[\w./+-])?")
# A space that a line may end at: what a folded line feed is read as.
_FOLD = re.compile(r"(?<=[^ \t]) (?=[^ \t])")


def entry(fields: Fields, column: int = 3, gap: int = 2) -> str:
    """A note as an entry of the list under `cards:`.

    Args:
        fields: what the note has; what is empty or false is left out.
        column: where the dash stands, counted from 1.
        gap: how far behind it the keys stand.
    """
    margin, inner = " " * (column - 1), " " * (column - 1 + gap)
    first, *rest = (
        line for name in NOTE if fields.get(name) for line in lines(name, fields[name], inner)
    )
    dash = f"{margin}-".ljust(len(inner))
    return "".join(f"{line}\n" for line in (dash + first[len(inner) :], *rest))


def lines(name: str, value: Value, margin: str = "") -> Iterator[str]:
    """The lines of one field."""
    match value:
        case bool():
            yield f"{margin}{name}: {'true' if value else 'false'}"
        case str():
            yield from _text(f"{margin}{name}: ", value, margin + _STEP)
        case Mapping():
            yield f"{margin}{name}:"
            for key, text in value.items():
                yield from _text(f"{margin}{_STEP}{key}: ", text, margin + 2 * _STEP)
        case _:
            yield from _list(f"{margin}{name}:", value, margin + _STEP)


def scalar(text: str) -> str:
    """A text of one line: bare where it is read as it is, else in quotes."""
    return text if _is_plain(text) else quoted(text)


def _text(head: str, text: str, margin: str) -> Iterator[str]:
    """A text behind its key or dash; what does not stand in the same line has a margin."""
    text = text.rstrip("\n")
    if "\n" in text:
        yield from _block(head, text, margin)
        return
    line = head + scalar(text)
    folded = _folded(text, WIDTH - len(margin)) if len(line) > WIDTH else []
    if folded:
        yield f"{head}>-"
        yield from (f"{margin}{part}" for part in folded)
    else:
        yield line


def _list(head: str, items: Sequence[str], margin: str) -> Iterator[str]:
    """A list in brackets where it fits and needs no quotes there, else an item a line."""
    line = f"{head} [{', '.join(items)}]"
    if len(line) <= WIDTH and all(map(_BARE_ITEM.fullmatch, items)):
        yield line
        return
    yield head
    for item in items:
        yield from _text(f"{margin}- ", item, margin + _STEP)


def _block(head: str, text: str, margin: str) -> Iterator[str]:
    """Lines that stay lines; where the first is indented itself, the sign says how far all are."""
    shown = text.lstrip("\n")
    sign = f"|{len(_STEP)}" if shown[0] in " \t" else "|"
    yield head + sign
    yield from (f"{margin}{line}" if line else "" for line in text.split("\n"))


def _folded(text: str, room: int) -> list[str]:
    """The lines of a text that are read as one; none if it has no place to be broken at."""
    words = _FOLD.split(text)
    if len(words) == 1 or text[0] in " \t" or text[-1] in " \t":
        return []
    parts = [words[0]]
    for word in words[1:]:
        if len(parts[-1]) + 1 + len(word) <= room:
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    return parts


def _is_plain(text: str) -> bool:
    first = text[:1]
    return (
        (first.isalnum() or first in _FIRST or first > "\x7f")
        and text != ""
        and text == text.strip()
        and not text.endswith(":")
        and not any(sign in text for sign in (": ", " #", "\t", "\n"))
    )
