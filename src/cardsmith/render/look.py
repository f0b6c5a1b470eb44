"""How lines are drawn for one window: its width, and what its terminal takes."""

from typing import NamedTuple

from rich.text import Text

from cardsmith import markup
from cardsmith.render import cells, terminal


class Look(NamedTuple):
    """A window.

    Attributes:
        width: its cells.
        colour: whether it shows colours.
        unicode: whether it shows more than ASCII.
        plain: whether it is read out rather than looked at: words stand for boxes and pictures.
    """

    width: int
    colour: bool = True
    unicode: bool = True
    plain: bool = False


def drawn(text: str, look: Look) -> list[Text]:
    """Card text, which is Markdown, as lines."""
    document = markup.parse(text)
    return terminal.lines(
        document, look.width, colour=look.colour, unicode=look.unicode, plain=look.plain
    )


def wrapped(text: Text, look: Look, indent: int = 0) -> list[Text]:
    """One styled line as lines that fit; those after the first stand `indent` cells in."""
    first = cells.breaks(text.plain, look.width)[:1]
    if not first:
        return [text]
    indent = min(indent, look.width // 2)
    head, tail = text.divide(first)
    rest = tail.divide(cells.breaks(tail.plain, look.width - indent))
    for line in (head, *rest[:-1]):
        line.rstrip()
    return [head, *(Text(" " * indent).append_text(line) for line in rest)]


def cut(text: Text, room: int) -> Text:
    """A styled line, shortened to `room` cells."""
    offsets = cells.breaks(text.plain, room)
    short = text[: offsets[0]] if offsets else text
    short.rstrip()
    return short
