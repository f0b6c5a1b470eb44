"""A question that yes or no answers.

What it objects to: a question that begins with its verb, such as "Is a tuple mutable?", or "True or
false: …", where the answer is yes or no or evidently the reason for one; and choices that are just
yes and no. "Is light a wave or a particle?" names its answers and is not meant.

Why it hurts: half of all guesses are right, and the question has said the whole fact before it is
recalled. Users of Anki learn it from cards that they get right and do not know; Andy Matuschak's
"How to write good prompts" (2020) says so too.

An example:

    front: Is a tuple in Python mutable?
    back: No.

Better:

    front: What makes a tuple in Python fit for a key, where a list is not?
    back: It cannot be changed.

or

    cloze: "A tuple in Python is {{c1::immutable::can it change}}."
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import YES_OR_NO
from cardsmith.deck import Basic, Choice, Note, Typed
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import ASKING, AUXILIARY, prose, sentences, vocabulary
from cardsmith.lint.subject import Subject

CODES = (YES_OR_NO,)

# A verdict with a reason behind it at most: "No one" and "No. 5" are none.
_VERDICT = re.compile(
    r"\W*(?:yes|yep|yeah|no|nope|true|false)\W*(?:$|[,;:!(–—-]|[.](?!\s*\d))", re.IGNORECASE
)
_JUDGEMENT = re.compile(
    r"\W*(?:right|wrong|correct|incorrect|fact|fiction|myth|[tf]\W*$)", re.IGNORECASE
)
_TRUTH = re.compile(r"\W*(?:true|false)\b", re.IGNORECASE)
# A reason without the verdict, in words that no translation of the question would have.
_REASON = re.compile(
    r"^\W*(?:only|never|always|sometimes|usually|not)\s(?:if|when|in|for|by|at|on|with|without|the)\b"
    r"|^\W*not (?:all|every|always|necessarily)\b"
    r"|\b(?:because|the|they|which|when|that|since|its)\b",
    re.IGNORECASE,
)

_VERDICTS = vocabulary(
    "t f yes yep yeah no nope true false right wrong correct incorrect fact fiction myth"
)
_AROUND = "*_.,;:!\"'\u2013\u2014"
_VERBS = vocabulary(
    "is are was were do does did has have had can could will would shall should may might must"
    " isn't aren't wasn't weren't don't doesn't didn't hasn't haven't can't couldn't won't wouldn't"
    " shouldn't"
)
_VERB_FIRST = re.compile(rf"(?:^|[,;:–—]\s){AUXILIARY}\s", re.IGNORECASE)
_REQUEST = re.compile(r"\b(?:can|could|would|will|do|did) you\b", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:give|name|explain|why|state|tell|argue)\b", re.IGNORECASE)
_WHO_OR_WHAT = re.compile(r"\b(?:who(?:m|se)?|what|which|why|how)\b", re.IGNORECASE)
_ASKING = re.compile(rf"\b{ASKING}\b", re.IGNORECASE)
_OR = re.compile(r"\bor\b(?! not\b)", re.IGNORECASE)
_PAIR = (
    r"(?:true ?(?:or|/) ?false|t/f|right or wrong|correct or incorrect|fact or (?:fiction|myth)"
    r"|yes or no)"
)
_VERDICT_WANTED = re.compile(
    rf"^{_PAIR}\b|[:,;–—-]\s*{_PAIR}\W*$|[(\[](?:true|t|yes|y) ?(?:/|or) ?(?:false|f|no|n)\??[)\]]",
    re.IGNORECASE,
)
_PAIRS = (
    {"yes", "no"},
    {"true", "false"},
    {"right", "wrong"},
    {"correct", "incorrect"},
)
_FEWEST_WORDS = 3  # of a question without a verb; "Oui?" is a word to translate


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such question."""
    for note in subject.notes():
        if _is_yes_or_no(note):
            yield YES_OR_NO.at(
                note.span("front"),
                "the question can be answered by yes or no",
                help="ask for the fact itself, by what, which, why or how, or hide a word of it in"
                " a cloze",
            )


def _is_yes_or_no(note: Note) -> bool:
    match note.content:
        case Basic(front, wanted) | Typed(front, wanted):
            return _is_doubtful(front, wanted) and _is_judged(front, wanted)
        case Choice(front, choices):
            said = {choice.strip(" .").casefold() for choice in choices}
            return said in _PAIRS and not _WHO_OR_WHAT.search(prose(front))
        case _:
            return False


def _is_doubtful(front: str, wanted: str) -> bool:
    """Whether it is worth a closer look, told at little cost."""
    if wanted.partition(" ")[0].strip(_AROUND).lower() in _VERDICTS:
        return True
    return (
        "?" in front
        and "?" not in wanted
        and (
            front.partition(" ")[0].lower() in _VERBS
            or ", " in front
            or ". " in front
            or ": " in front
            or "\n" in front
        )
        and _REASON.search(wanted) is not None
    )


def _is_judged(front: str, wanted: str) -> bool:
    parts = sentences(prose(front))
    if any(_VERDICT_WANTED.search(part) for part in parts):
        return bool(_VERDICT.match(wanted) or _JUDGEMENT.match(wanted))
    asked = [part for part in parts if part.endswith("?")]
    if len(asked) != 1 or _WHO_OR_WHAT.search(asked[0]) or any(map(_GOES_ON.match, parts)):
        return False
    (question,) = asked
    is_either = _OR.search(question) is not None
    if _VERDICT.match(wanted):
        if _TRUTH.match(wanted) and is_either:
            return False
        if _VERB_FIRST.search(question):
            return True
        return not _TRUTH.match(wanted) and len(question.split()) >= _FEWEST_WORDS
    return (
        not is_either
        and _VERB_FIRST.search(question) is not None
        and not _REQUEST.search(question)
        and not _ASKING.search(question)
        and _REASON.search(wanted) is not None
    )
