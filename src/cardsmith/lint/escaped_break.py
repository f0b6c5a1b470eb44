r"""A line feed or tab that may have been a backslash.

What it objects to: `\n` and `\t` in a text in double quotes that stands on one line.

Why it hurts: in double quotes a backslash and the letter after it become another character. LaTeX
such as `\nabla` or `\theta` turns into a line feed or tab and the rest of the word, and nobody
notices. (Other letters are an error, since what they make cannot be seen at all.)

An example:

    back: "\theta and \nabla"

Better:

    back: '\theta and \nabla'

or, where two lines are meant,

    back: |
      first line
      second line
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import ESCAPED_BREAK
from cardsmith.deck import Note
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, within_line

CODES = (ESCAPED_BREAK,)

_ESCAPE = re.compile(r"\\.")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first such escape of each text."""
    for deck in subject.decks:
        if "\\n" in deck.text or "\\t" in deck.text:
            lines = deck.text.split("\n")
            for note in deck.notes:
                yield from _of_note(note, lines)


def _of_note(note: Note, lines: list[str]) -> Iterator[Diagnostic]:
    for place in note.places.values():
        line = lines[place.line - 1]
        start, end = place.column - 1, place.end_column - 1
        if place.line != place.end_line or not line.startswith('"', start):
            continue
        for escape in _ESCAPE.finditer(line, start, end):
            if escape[0] in {"\\n", "\\t"}:
                what = "a line feed" if escape[0] == "\\n" else "a tab"
                yield ESCAPED_BREAK.at(
                    within_line(note.path, place.line, *escape.span()),
                    f"`{escape[0]}` in double quotes is {what}",
                    help="if a backslash is meant, use single quotes; if not, write a block: `|`",
                )
                break
