"""More than one question on a front.

What it objects to: a front with two questions, or a question with a second one behind "and". (What
is quoted, or shown as code, asks nothing; a back that asks too is a translation.)

Why it hurts: who knows one half has no right grade to give, and the half that is known drags the
other along, or is drilled for its sake. Wozniak's fourth rule: stick to the minimum information.

An example:

    front: Who wrote "Faust", and when?
    back: Goethe; 1808

Better:

    - {id: a, front: 'Who wrote "Faust"?', back: Goethe}
    - {id: b, front: 'In which year did the first part of "Faust" come out?', back: '1808'}
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import SEVERAL_QUESTIONS
from cardsmith.deck import Basic, Note, Typed
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import ASKING, AUXILIARY, front, prose, sentences
from cardsmith.lint.subject import Subject

CODES = (SEVERAL_QUESTIONS,)

# A mark behind a word or a closing bracket; standing alone it is an operator.
_ASKED = re.compile(r"[\w)\]\ufffc%’'][?？][?!]*$")  # noqa: RUF001
# A question, not what is offered as its answer: "Which is it? Red? Blue?" asks one thing.
_OPENING = re.compile(rf"\b{ASKING}\b|^{AUXILIARY}\b|^and\b", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
_BE = r"(?:is|are|was|were|has|have|can|could|will|would|must|should|do|does|did)"
_WHICH = (
    r"(?:(?:in|on|at|by|of|to|for|from|with)\s)?(?:which|what|how\s(?:many|much))(?:\s\w+){1,5}"
)
# A second question in one sentence. Its verb comes before its subject, unlike that of a clause:
# "how A works and how B does" is one thing to ask, "how does A work and why does B" are two.
_SECOND = re.compile(
    rf"""^(?!{ASKING},\s{ASKING}\b)
         (?:.{{0,60}}?[,:]\s)? (?:(?:in|on|at|by|of|to|for|from|since|until)\s)?
         {ASKING}\b (?:
           \s(?:and|or)\s(?:who|when|where|why|how)\s{_BE}\b
         | \b[^?]*,?\s and\s (?:when|where|why|how|by\swhom|with\swhom|for\swhom)\?
         | \b[^?]*,?\s and\s (?:(?:when|where|why|how)\s{_BE}|what\s(?:do|does|did))\s
           (?:it|they|he|she|this|these|the|an?|its|their|his|her)\b [^?]*\?
         | \b[^?]*,?\s and\s (?:what\s(?:is|are|was|were)|{_WHICH}\s(?:do|does|did))\s
           (?:it|they|he|she|its|their|his|her)\b [^?]*\?
         )""",
    re.VERBOSE | re.IGNORECASE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such front."""
    for note in subject.notes():
        text = front(note)
        if _is_doubtful(text) and not _is_translated(note) and _is_several(text):
            yield SEVERAL_QUESTIONS.at(
                note.span("front"),
                "the front asks more than one question",
                help="make a note of each question",
            )


def _is_doubtful(text: str) -> bool:
    """Whether it is worth a closer look, told at little cost."""
    return "?" in text and (" and " in text or text.count("?") > 1)


def _is_several(text: str) -> bool:
    parts = sentences(_ASIDE.sub("", prose(text)))
    asked = [part for part in parts if _ASKED.search(part) and _OPENING.search(part)]
    return len(asked) > 1 or any(_SECOND.search(part) for part in asked)


def _is_translated(note: Note) -> bool:
    """Whether the answer asks as well, as the translation of a question does."""
    match note.content:
        case Basic(_, wanted) | Typed(_, wanted):
            return "?" in wanted or "？" in wanted  # noqa: RUF001 - as Japanese writes it
        case _:
            return False
