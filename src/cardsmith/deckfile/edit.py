"""Changes to a file by place: every byte that is not named stays as it is.

Places are those of the text that `source.decode` makes of the file. The file itself may have a
byte-order mark, other line ends, and a last line without one; all that stays.
"""

import re
from collections.abc import Iterable

from cardsmith.diagnostics import Edit, Place

_BREAK = re.compile("\r\n|\r|\n")
_BOM = "\ufeff"


def edited(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes of a file, with some stretches of it replaced.

    Args:
        data: the file, in UTF-8.
        edits: what to replace; each line feed in their texts becomes the file's own line end.

    Raises:
        ValueError: two edits overlap.
    """
    text = data.decode()
    starts, ends = _lines(text)
    crlf = line_end(text)
    out: list[str] = []
    at = 0
    for edit in sorted(edits):
        start = _offset(starts, ends, edit.place.line, edit.place.column)
        end = _offset(starts, ends, edit.place.end_line, edit.place.end_column)
        if start < at:
            raise ValueError(edit)
        new = edit.text
        if edit.place.line > len(starts):  # behind a last line that has no end
            new = f"\n{new.removesuffix(chr(10))}"
        out += (text[at:start], new.replace("\n", crlf))
        at = end
    return "".join((*out, text[at:])).encode()


def inserted(line: int, text: str) -> Edit:
    """Put lines before a line, which counts from 1."""
    return Edit(Place(line, 1, line, 1), text)


def line_end(text: str) -> str:
    """The line end that most lines of a text have."""
    counted = dict.fromkeys(("\n", "\r\n", "\r"), 0)
    for found in _BREAK.findall(text):
        counted[found] += 1
    return max(counted, key=lambda end: counted[end])


def _lines(text: str) -> tuple[list[int], list[int]]:
    """Where each line begins and where its text ends; there is one more than there are breaks."""
    starts, ends = [len(_BOM) if text.startswith(_BOM) else 0], []
    for found in _BREAK.finditer(text):
        ends.append(found.start())
        starts.append(found.end())
    return starts, [*ends, len(text)]


def _offset(starts: list[int], ends: list[int], line: int, column: int) -> int:
    """The offset of a place; what lies behind the last line is the end of the text."""
    if line > len(starts):
        return ends[-1]
    return min(starts[line - 1] + column - 1, ends[line - 1])
