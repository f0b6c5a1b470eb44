"""Blanks at the end of a line.

What it objects to: spaces at the end of a line, outside of quotes and blocks, where they are
nothing. (In a block they are part of the text, though nobody sees them: two spaces at the end of a
line are not needed to break it.)

Why it hurts: whoever's editor removes them changes lines that have nothing to do with the change,
and others have to read them.

An example: `back: Lima` and three spaces.

Better: `back: Lima`.
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import TRAILING_SPACE
from cardsmith.deckfile import source, tree
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic, Edit
from cardsmith.lint.subject import Subject, within_line

CODES = (TRAILING_SPACE,)

_BLANKS = re.compile("[ \t]+$")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each line that ends so."""
    for deck in subject.decks:
        if " \n" in deck.text or "\t\n" in deck.text:
            yield from _of_deck(deck)


def _of_deck(deck: DeckFile) -> Iterator[Diagnostic]:
    root = source.read_all(deck.text, deck.path).root if not _is_damaged(deck) else None
    if root is None:
        return
    kept = _lines_of_texts(deck.text, root)
    for number, line in enumerate(deck.text.split("\n"), 1):
        blanks = _BLANKS.search(line) if line[-1:] in {" ", "\t"} and number not in kept else None
        if blanks:
            where = within_line(deck.path, number, *blanks.span())
            found = TRAILING_SPACE.at(where, "blanks at the end of the line", help="remove them")
            yield found._replace(edits=(Edit(where.place, ""),))


def _is_damaged(deck: DeckFile) -> bool:
    return source.damage(deck.text, deck.path) is not None


def _lines_of_texts(text: str, root: tree.Node) -> set[int]:
    """The lines that end inside of a text in quotes or in a block, where blanks may be part of it.

    The line on which a block begins has only its sign.
    """
    lines = tree.Lines(text)
    kept: set[int] = set()
    for scalar in tree.scalars(root):
        if scalar.style:
            place = lines.place(scalar.start, scalar.end)
            is_block = scalar.style in {"|", ">"}
            end = place.end_line + (is_block and place.end_column > 1)
            kept.update(range(place.line + is_block, end))
    return kept
