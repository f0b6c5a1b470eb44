"""What stands over a card until a key is pressed: the source, formulas, files."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from rich.text import Text

from cardsmith import cloze
from cardsmith.deck import Basic, Card, Choice, Cloze, Collection, Sequence, Typed, step_before
from cardsmith.markup import MARK, Formula, inlines, parse
from cardsmith.render.look import Look, drawn, wrapped
from cardsmith.session import Showing
from cardsmith.visible import visible

_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
# A line of a paragraph that goes on in the next: neither is a heading, an item or the like.
_FOLD = re.compile(r"^((?!#{1,6} ).*\S)\n(?=[^\W\d_]|[\"'(`$])", re.MULTILINE)


class Leaf(NamedTuple):
    """A text that stands over the card until a key is pressed.

    Attributes:
        lines: plain lines, `indent` cells in where they go on.
        markdown: a text in Markdown, after the lines.
        indent: cells.
        scroll: lines above the screen.
    """

    lines: tuple[str, ...] = ()
    indent: int = 2
    markdown: str = ""
    scroll: int = 0


def leaf_lines(leaf: Leaf, look: Look) -> list[Text]:
    """A leaf, drawn."""
    lines = [
        line for each in leaf.lines for line in wrapped(Text(visible(each)), look, leaf.indent)
    ]
    return lines + (drawn(leaf.markdown, look) if leaf.markdown else [])


def source_leaf(card: Card, collection: Collection, passage: str) -> Leaf:
    """What the source of a card says."""
    note = card.note
    if passage:
        return Leaf(markdown=_unfolded(passage))
    cited = source_title(note.source, collection) if note.source else "This note names no source."
    return Leaf((cited,))


def source_title(source: str, collection: Collection) -> str:
    """`lesson#order` as a reader knows it: the title of the source, and the heading."""
    name, _, anchor = source.partition("#")
    known = collection.sources.get(name)
    if known is None:
        return visible(source)
    heading = known.anchors.get(anchor, "")
    return visible(known.title + (f": {heading}" if heading else ""))


def outline_leaf(outlines: Iterable[str]) -> Leaf:
    """The sources of a collection, to be read before its cards."""
    text = "\n\n".join(_unfolded(outline) for outline in outlines)
    return Leaf(markdown=text) if text else Leaf(("This collection has no outline.",))


def maths_leaf(showing: Showing) -> Leaf:
    """The formulas in view, as they were written."""
    found = dict.fromkeys(
        item.source.translate(dict.fromkeys(map(ord, MARK))).strip()
        for text in in_view(showing)
        for item in inlines(parse(text))
        if isinstance(item, Formula)
    )
    return Leaf(tuple(found) or ("There is no formula in view.",))


def in_view(showing: Showing) -> tuple[str, ...]:
    """The texts of a card, in Markdown, that stand on the screen."""
    card, content = showing.card, showing.card.note.content
    shown = list[str]()
    match content:
        case Basic(front, back):
            sides = (back, front) if card.part else (front, back)
            shown += sides if showing.revealed else sides[:1]
        case Cloze(pieces=pieces):
            show = cloze.revealed if showing.revealed else cloze.hidden
            shown.append(show(pieces, int(card.part[1:]), MARK))
        case Typed(front=front) | Choice(front=front):
            shown.append(front)
        case Sequence(front=front, steps=steps) if card.part:
            shown += [front, step_before(card).text]
            shown += [step.text for step in steps if showing.revealed and step.key == card.part]
        case Sequence(front=front, steps=steps):
            shown += [front, *(step.text for step in steps[: showing.steps])]
    if showing.revealed:
        shown.append(card.note.extra)
    return tuple(shown)


def _unfolded(passage: str) -> str:
    """A passage whose paragraphs are each one line; an outline folds them, a card would not."""
    parts = _FENCED.split(passage)
    return "".join(
        part if number % 2 else _FOLD.sub(r"\1 ", part) for number, part in enumerate(parts)
    )
