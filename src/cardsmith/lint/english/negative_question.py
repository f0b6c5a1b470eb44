"""A question that asks for what is not so.

What it objects to: "Which of these is not …?" and "All of these are … except:"; in a choice any
"Which … is not …?"; and elsewhere one whose NOT or EXCEPT is stressed. "Why does it not …?", NOT as
a word of a language, and a "not" in a clause that says what is meant are fine.

Why it hurts: the learner goes through what is so, and sees it beside the word "not"; later the two
cannot be told apart (Wozniak's eleventh rule: combat interference). Those who write examinations
have long been advised to put the stem of a question positively.

An example:

    front: Which of these planets is NOT a gas giant?
    choices: [Jupiter, Mars, Saturn]
    answer: Mars

Better:

    front: Which of these planets is made of rock?
    choices: [Jupiter, Mars, Saturn]
    answer: Mars
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import NEGATIVE_QUESTION
from cardsmith.deck import Choice
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import ASKING, AUXILIARY, front, prose, sentences
from cardsmith.lint.subject import Subject

CODES = (NEGATIVE_QUESTION,)

_STRESSED = re.compile(r"(?<=[*_])(?:not|except)(?=[*_])", re.IGNORECASE)

_VERB = rf"\b(?i:{AUXILIARY})"
_NOT = rf"(?:{_VERB}\s(?:\w+\s)?not\b|\bcannot\b|\b\w+n['\u2019]t\b)(?!-)"
_SHOUTED_NOT = rf"{_VERB}\s(?:\w+\s)?NOT\b(?!-)"
# No clause of its own stands between the word that asks and the "not".
_UP_TO = (
    r"(?:(?!\b(?:if|when|that|who|whom|whose|which|because|while|unless|where|though)\b)[^?])*?"
)
_THESE = r"(?:these|those|the\sfollowing|the\schoices|the\soptions)"
_OF_THESE = re.compile(
    rf"\b[Ww]hich\b(?:\s[\w-]+){{0,3}}\s?\b(?:of\s)?{_THESE}\b{_UP_TO}(?:{_NOT}|{_SHOUTED_NOT})"
)
_IN_CHOICE = re.compile(rf"^(?:(?!\b(?i:{ASKING})\b)[^?])*\b(?i:which|what|who)\b{_UP_TO}{_NOT}")
_ALL_BUT = re.compile(
    r"\b(?:all|each|every|any)\s(?:of\s)?(?:these|those|the\sfollowing)\b[^?]*\bexcept\b"
    r"|\b(?:all|each|every|any)\b[^?]*\bexcept"
    r"(?:\s(?:which|what|who|for)(?:\s(?:which|what|whom|one))?)?[:?.\u2026]*$",
    re.IGNORECASE,
)
# NOT with its own verb before it and what is denied behind it; elsewhere it may be a gate or SQL.
_SHOUTED = re.compile(
    rf"\b[Ww]hich\b{_UP_TO}{_VERB}\sNOT\s(?!(?:in|for|short|used|called|and|or)\b)[a-z\d]"
    r"|\b[Ww]hat\s(?:is|are)\sNOT\s(?:an?|the|one|part|true|correct|among|required|allowed)\b"
    r"|\bEXCEPT\s?(?:which|what|one|for)?[:?.\u2026]*$"
)
# Of those there NOT and EXCEPT are two.
_TERM = re.compile(r"\b(?:N?AND|X?N?OR|UNION|INTERSECT|SQL|gates?)\b")
_ONE_THAT_IS_NOT = re.compile(
    r"^(?:select|choose|pick|identify|find|mark)\b[^.?:]*\b(?:that|which)\s"
    r"(?:is|are|was|were|does|do|can|has)\s?not\b",
    re.IGNORECASE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such question."""
    for note in subject.notes():
        text = front(note)
        if _is_doubtful(text) and _is_negative(text, is_choice=isinstance(note.content, Choice)):
            yield NEGATIVE_QUESTION.at(
                note.span("front"),
                "the question asks for what is not so",
                help="ask for what is so",
            )


def _is_doubtful(text: str) -> bool:
    """Whether it is worth a closer look, told at little cost."""
    return (
        "not" in text
        or "NOT" in text
        or "n't" in text
        or "n\u2019t" in text
        or "xcept" in text
        or "XCEPT" in text
    )


def _is_negative(text: str, *, is_choice: bool) -> bool:
    stressed = _STRESSED.sub(lambda word: word[0].upper(), text)
    for sentence in sentences(prose(stressed)):
        if _OF_THESE.search(sentence) or _ALL_BUT.search(sentence):
            return True
        if _SHOUTED.search(sentence) and not _TERM.search(sentence):
            return True
        if is_choice and sentence.endswith("?") and _IN_CHOICE.search(sentence):
            return True
        if is_choice and _ONE_THAT_IS_NOT.search(sentence):
            return True
    return False
