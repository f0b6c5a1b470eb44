"""Cloze marks where there are no gaps.

What it objects to: `{{c1::…}}` in a field other than `cloze`, outside code and maths.

Why it hurts: the marks are shown as typed, and the answer with them.

An example:

    front: "{{c1::Paris}} is the capital of France."
    back: Paris

Better:

    cloze: "{{c1::Paris}} is the capital of France."
"""

from collections.abc import Iterator

from cardsmith import cloze
from cardsmith.catalog import STRAY_CLOZE
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, texts

CODES = (STRAY_CLOZE,)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such field."""
    for note in subject.notes():
        for name, text in texts(note):
            if name != "cloze" and "{{c" in text and _is_marked(text):
                yield STRAY_CLOZE.at(
                    note.span(name),
                    f"cloze marks in `{name}`",
                    help="write the text as `cloze`, or put the marks in backticks",
                )


def _is_marked(text: str) -> bool:
    verbatim = cloze.verbatim(text)
    return any(
        not any(start <= mark.start() < end for start, end in verbatim)
        for mark in cloze.OPENING.finditer(text)
    )
