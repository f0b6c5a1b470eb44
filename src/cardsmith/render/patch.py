"""What a change makes of a file, line by line, as `git diff` shows it; made harmless for terminals.

It is for reading. Line ends and a byte-order mark are left out, since no change of ours touches
them.
"""

import re
from collections.abc import Iterator
from difflib import unified_diff

from cardsmith.visible import visible

_BREAK = re.compile("\r\n|\r|\n")
_COLOURS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}
_BOLD, _RESET = "\x1b[1m", "\x1b[0m"
_HEADER = 2  # lines


def lines(path: str, before: bytes, after: bytes, *, colour: bool = False) -> Iterator[str]:
    """The lines of a unified diff of two versions of a file in UTF-8; none if they read the same.

    Args:
        path: the file, as the user would write it.
        before: what it says.
        after: what it is to say.
        colour: whether to use ANSI colours.
    """
    name = path.lstrip("/")
    diff = unified_diff(_read(before), _read(after), f"a/{name}", f"b/{name}", lineterm="\n")
    for number, line in enumerate(diff):
        sign = _BOLD if number < _HEADER else _COLOURS.get(line[0], "")
        shown = visible(line.removesuffix("\n"))
        yield f"{sign}{shown}{_RESET}" if colour and sign else shown
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _read(data: bytes) -> list[str]:
    return _BREAK.sub("\n", data.decode("utf-8-sig")).splitlines(keepends=True)
