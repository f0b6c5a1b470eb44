"""Sentences in lines of whole words, where they go to a terminal."""

import os
import shutil
from typing import TextIO

_NARROWEST = 10  # cells of a line


def fitting(text: str, stream: TextIO) -> str:
    """A sentence in lines of whole words, if it goes to a terminal."""
    if not stream.isatty():
        return text
    columns = max(_NARROWEST, _columns(stream))
    if text.isascii() and len(text) <= columns:
        return text
    from rich.text import Text  # noqa: PLC0415 - few lines are so long

    from cardsmith.render.look import Look, wrapped  # noqa: PLC0415

    return "\n".join(line.plain.rstrip() for line in wrapped(Text(text), Look(columns)))


def _columns(stream: TextIO) -> int:
    """The width of the terminal behind a stream, which standard output may not lead to."""
    try:
        own = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        own = os.terminal_size((0, 0))
    usual = (own.columns or 80, own.lines or 24)
    return shutil.get_terminal_size(usual).columns
