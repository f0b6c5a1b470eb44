"""A question that tells its answer.

What it objects to: a question in which all words of the answer stand, one after the other, and a
definition, asked the other way round as well, that begins with its term. Not meant are answers that
the question offers ("A or B?"), quotes, shows as code or puts in brackets; numbers, short words and
words such as "higher"; questions about the form of a word; choices; and what stands in line with
notes of the same wording, such as one for the capital of each country.

Why it hurts: the learner reads the answer instead of recalling it. Users of Anki find such cards
by their perfect record and their uselessness; in Wozniak's terms the wording is not optimised
(his twelfth rule), since it works for recognition and against recall.

An example:

    front: On which river does Frankfurt am Main lie?
    back: the Main

Better:

    front: On which river does Germany's financial centre lie?
    back: the Main
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import normalize

from cardsmith.catalog import ANSWER_GIVEN_AWAY
from cardsmith.deck import Basic, Note, Typed
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import (
    TONGUES,
    front,
    plain,
    prose,
    sentences,
    vocabulary,
    words,
)
from cardsmith.lint.subject import Subject

CODES = (ANSWER_GIVEN_AWAY,)

_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_REQUEST = re.compile(r"(?:name|give|state|list|say|which|what|who|where|when)\b", re.IGNORECASE)
# The question offers its answers.
_OFFER = re.compile(
    r"\b(?:or|between|versus|vs?|whether|which of|who of|one of|side|party|end)\b|/", re.IGNORECASE
)
# The answer may well look like the question: a plural, a translation, the capital of Luxembourg.
_FORM = re.compile(
    r"\b(?:plural|singular|tense|participle|past|comparative|superlative|feminine|masculine|gender"
    r"|genitive|dative|accusative|conjugat\w*|inflect\w*|translat\w*|spel\w*|pronounc\w*|synonym"
    r"|homonym|mean|means|meant|word|words|say|called in|capital|abbreviat\w*|stands? for"
    rf"|{TONGUES})\b",
    re.IGNORECASE,
)
_ROLE = re.compile(r"\b(?:who|whose|whom)\b", re.IGNORECASE)
_JOINING = frozenset({"and", "or", "nor", "than", "plus", "not", "like", "unlike", "except", "but"})
_ARTICLES = frozenset({"a", "an", "the"})
# They say how one thing compares to another, which a question may have to speak of.
_RELATIVE = vocabulary(
    "more less most least same different equal high higher highest low lower lowest left right up"
    " down above below before after inside outside first second third last next previous both none"
    " neither either nothing everything always never north south east west northern southern"
    " eastern western positive negative even odd zero half double twice once increase increases"
    " decrease decreases rise rises fall falls true false large larger small smaller long longer"
    " short shorter fast faster slow slower early earlier late later hot hotter cold colder light"
    " dark black white red green blue yellow brown grey gray orange water time"
)
_DEFINES = r"(?:\W+(?:is|are|was|were|means|refers|denotes|describes|stands)\b|\s*[:=–—]\s)"

_AROUND = " .,;:!?*_`()\"'"
_SHORTEST = 4  # letters of a word that tells something
_LONGEST = 8  # words of an answer that could stand in a question
_SIDE = 2  # words on each side of an answer that make the wording
_KIN = 3  # notes of one wording, from which on they stand in line


class _Asked(NamedTuple):
    """The words of a question, folded, and where the answer stands among them."""

    words: tuple[str, ...]
    start: int
    end: int


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such question."""
    kin = _Kin(subject)
    for note in subject.notes():
        match note.content:
            case Basic(front, back, reverse):
                wanted: tuple[str, ...] = (back,)
                if reverse and _begins(back, front):
                    yield ANSWER_GIVEN_AWAY.at(
                        note.span("back"),
                        "asked the other way round, the note tells its answer",
                        help="begin the definition with what the thing is, without its name",
                    )
            case Typed(front, answer, accept):
                wanted = (answer, *accept)
            case _:
                continue
        lowered = front.lower()
        for text in wanted:
            asked = _told(front, text) if _is_doubtful(lowered, text) else None
            if asked is not None and not kin.has(note, asked):
                yield _finding(note, text)
                break


def _finding(note: Note, text: str) -> Diagnostic:
    return ANSWER_GIVEN_AWAY.at(
        note.span("front"),
        f"the question tells its answer, `{' '.join(words(plain(text)))}`",
        help="ask in words that the answer does not share",
    )


def _is_doubtful(lowered: str, text: str) -> bool:
    """Whether it is worth a closer look, told at little cost."""
    if text.rpartition(" ")[2].strip(_AROUND).lower() not in lowered:
        return False
    parts = [part.strip(_AROUND) for part in text.lower().split()]
    longest = max(parts, key=len, default="")
    return (
        len(longest) >= _SHORTEST
        and longest in lowered
        and all(part in lowered for part in parts if part not in _ARTICLES)
    )


def _told(front: str, text: str) -> _Asked | None:
    """Where a question tells an answer, if it does."""
    wanted = _folded(plain(text))
    while wanted and wanted[0] in _ARTICLES:
        wanted = wanted[1:]
    if not 0 < len(wanted) <= _LONGEST or not any(map(_tells, wanted)):
        return None
    question = _question(front)
    if _OFFER.search(question) or _FORM.search(question):
        return None
    if len(wanted) == 1 and wanted[0] in words(question) and _ROLE.search(question):
        return None  # "When a client calls a server, who speaks first?"
    return next(_places(question, wanted), None)


def _question(front: str) -> str:
    """The sentence that asks, without what is in brackets; empty if none does."""
    parts = [p for p in sentences(_ASIDE.sub(" ", prose(front))) if p[-1] in "?:" or _is_request(p)]
    return parts[-1] if parts else ""


def _is_request(sentence: str) -> bool:
    return _REQUEST.match(sentence) is not None


def _places(question: str, wanted: tuple[str, ...]) -> Iterator[_Asked]:
    """Where the answer stands in the question, but for where it is one of several things."""
    clauses = re.split(r"[,;:/]", question)
    asked: tuple[str, ...] = ()
    bounds = {0}
    for clause in clauses:
        asked += _folded(clause)
        bounds.add(len(asked))
    size = len(wanted)
    for start in range(len(asked) - size + 1):
        end = start + size
        beside = {asked[start - 1] if start else "", asked[end] if end < len(asked) else ""}
        is_listed = beside & _JOINING or (start in bounds and end in bounds)
        if asked[start:end] == wanted and not is_listed:
            yield _Asked(asked, start, end)


def _tells(word: str) -> bool:
    return (
        len(word) >= _SHORTEST
        and word not in _RELATIVE
        and not any(character.isdigit() for character in word)
    )


def _folded(text: str) -> tuple[str, ...]:
    """The words of a plain text without capitals and possessives."""
    straight = normalize("NFKC", text).casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return tuple(word.removesuffix("'s") for word in words(straight))


def _begins(text: str, term: str) -> bool:
    """Whether a definition begins with its term."""
    bare = term.strip(" .*_")
    if len(bare) < _SHORTEST or bare[:_SHORTEST].lower() not in text[:24].lower():
        return False
    pattern = rf"\W*(?:(?:an?|the)\s)?{re.escape(bare)}{_DEFINES}"
    return re.match(pattern, text, re.IGNORECASE) is not None


class _Kin:
    """Which notes of a deck have one wording; it is only looked into where a note needs it."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.counts: dict[tuple[int, int], Counter[tuple[str, ...]]] = {}

    def has(self, note: Note, asked: _Asked) -> bool:
        """Whether several notes begin and end as this one does, on both sides of its answer.

        Where the answer stands at the beginning, what varies begins there: "South Africa: …".
        """
        before = 0 if asked.start < _SIDE else _SIDE
        after = min(_SIDE, len(asked.words) - asked.end)
        if not before and not after:
            return False
        return self._count(before, after)[_wording(note, before, after)] >= _KIN

    def _count(self, before: int, after: int) -> Counter[tuple[str, ...]]:
        if (before, after) not in self.counts:
            self.counts[before, after] = Counter(
                _wording(note, before, after) for note in self.subject.notes()
            )
        return self.counts[before, after]


def _wording(note: Note, before: int, after: int) -> tuple[str, ...]:
    asked = front(note).lower().split()
    return (note.deck, *asked[:before], *asked[len(asked) - after :])
