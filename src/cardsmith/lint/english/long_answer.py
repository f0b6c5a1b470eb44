"""An answer that is too long for one fact.

What it objects to: an answer of more than thirty words. Code, formulas, quotations, verse, lists
and tables do not count, nor does an answer where the question asks for somebody's exact words.

Why it hurts: of a long answer something is always forgotten, and then there is no honest grade. The
whole card comes back for the one part that was missed. This is the fourth of Wozniak's twenty
rules, "stick to the minimum information principle": the answer should be as short as can be.

An example:

    front: What does the left ventricle do?
    back: >-
      It pumps blood into the aorta. Its wall is about three times as thick as that of the right
      ventricle, since it works against the pressure of the whole body, while the right one serves
      only the lungs, where the pressure is low.

Better:

    front: Into which vessel does the left ventricle pump blood?
    back: The aorta.
    extra: >-
      Its wall is about three times as thick as that of the right ventricle, since it works against
      the pressure of the whole body.

What explains the answer has its place in `extra`, which is shown after it. What is worth knowing by
itself is worth a note of its own.
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import LONG_ANSWER
from cardsmith.deck import Basic, Note, Sequence, Typed
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import is_by_heart, words
from cardsmith.lint.subject import Subject
from cardsmith.markup import Block, Heading, Line, Paragraph, Run, parse

CODES = (LONG_ANSWER,)

_MOST = 30
_SHORTEST = 2 * _MOST  # characters that so many words take at least
_LONGEST_VERSE = 60  # characters; lines of prose that were broken by hand are longer
_QUOTED = re.compile(r"“[^“”]*”|«[^«»]*»|\"[^\"]*\"|‘[^‘’]*’(?!\w)")  # noqa: RUF001


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each long answer, and each long step."""
    for note in subject.notes():
        match note.content:
            case Basic(back=text) | Typed(answer=text) if len(text) > _SHORTEST:
                field = "back" if isinstance(note.content, Basic) else "typed"
                yield from _of_text(note, field, text)
            case Sequence(steps=steps):
                for step in steps:
                    if len(step.text) > _SHORTEST:
                        yield from _of_text(note, f"steps.{step.key}", step.text)
            case _:
                pass


def _of_text(note: Note, field: str, text: str) -> Iterator[Diagnostic]:
    if text.count(" ") + text.count("\n") < _MOST:
        return
    count = sum(_count(block) for block in parse(text))
    if count > _MOST and not is_by_heart(note):
        part = "a step" if field.startswith("steps") else "the answer"
        yield LONG_ANSWER.at(
            note.span(field),
            f"{part} has {count} words",
            f"more than {_MOST}",
            help="keep what the question asks for, and move what explains it to `extra`",
        )


def _count(block: Block) -> int:
    """The words of prose in a block."""
    match block:
        case Paragraph(lines) | Heading(_, lines) if not _is_verse(lines):
            return len(words(_QUOTED.sub(" ", " ".join(_prose(line) for line in lines))))
        case _:
            return 0


def _is_verse(lines: tuple[Line, ...]) -> bool:
    return len(lines) > 1 and all(len(_prose(line)) < _LONGEST_VERSE for line in lines)


def _prose(line: Line) -> str:
    """A line without code and formulas."""
    return "".join(each.text for each in line if isinstance(each, Run) and not each.style.code)
