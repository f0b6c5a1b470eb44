"""A typed answer beside the right ones, letter by letter."""

import re
import unicodedata
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from enum import Enum
from typing import NamedTuple

# What may differ in an answer that is right all the same, if the learner has set so.
FORGIVABLE = ("case", "accents", "punctuation")
FORGIVEN = frozenset({"case"})  # by default

_SAME, _NEAR = 2.0, 1.0  # see _nearness
_SHORTEST = 4  # letters in which a slip still leaves a word that can be told
_MORE_WORDS = 3
# A number with its sign and its point; a comma before three figures only groups them.
_GROUPED = re.compile(r"(?<=\d),(?=\d{3})")
_NUMBER = re.compile(r"(?:(?<!\w)[-+])?\d+(?:\.\d+)*")
_CODE = re.compile(r"[=<>*/%&|^~!+@#$\\{}\[\]]|\w\(\)|(?<!\S)--?\w")
# What keyboards lack, and what people type for it.
_TYPEWRITTEN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        "\u00d7": "x",
        "\u2026": "...",
        "\u2044": "/",
    }
)
_SUPERSCRIPT = re.compile("[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
_FRACTION = re.compile("(?<=[0-9])(?=[\u00bc-\u00be\u2150-\u215e])")
_PRINTED = re.compile("[\uff01-\uff5e\u3000\u2080-\u2089\u00bc-\u00be\u2150-\u215e]")
# Where marks are accents. Elsewhere another mark makes another letter; vowel points, which are
# often left out, are marks of their own.
_ACCENTED = ("LATIN", "GREEK")
_POINTS = re.compile("[\u0591-\u05c7\u064b-\u0652\u0670]")
_OTHER_ACCENTS = {"\u0300", "\u0301"}  # on any letter: they only say how it is spoken


class Verdict(Enum):
    """How near a typed answer came."""

    RIGHT = "right"
    NEARLY = "nearly"
    WRONG = "wrong"
    NOTHING = "nothing typed"


class Stretch(NamedTuple):
    """A run of letters: alike on both sides, or typed in place of what was wanted."""

    typed: str
    wanted: str
    alike: bool


class Comparison(NamedTuple):
    """The verdict, the answer as typed, the right one that came nearest, and the two aligned."""

    verdict: Verdict
    typed: str
    wanted: str
    stretches: tuple[Stretch, ...]


def compare(
    typed: str, answers: Iterable[str], forgiven: AbstractSet[str] = FORGIVEN
) -> Comparison:
    """Hold a typed answer against the right ones.

    The number of blanks never counts, nor does what is forgiven, nor whether a sign is written as
    in print or as keyboards have it: quotes, dashes, small figures. An answer that differs in case,
    accents or punctuation alone, in a letter or two, or says a little more, is nearly right.

    Args:
        typed: as typed.
        answers: at least one; the first wins where two are equally near, and where the answer is
            like none of them.
        forgiven: some of `FORGIVABLE`.
    """
    first, *others = answers
    wanted = max((first, *others), key=lambda answer: _nearness(typed, answer, forgiven))
    verdict = _verdict(typed, wanted, forgiven)
    if verdict is Verdict.WRONG:
        wanted = first
    ours, theirs = _letters(typed, forgiven), _letters(wanted, forgiven)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    stretches = tuple(
        Stretch(
            "".join(_clusters(_tidy(typed))[start:end]),
            "".join(_clusters(_tidy(wanted))[wanted_start:wanted_end]),
            operation == "equal",
        )
        for operation, start, end, wanted_start, wanted_end in matcher.get_opcodes()
    )
    return Comparison(verdict, typed, wanted, stretches)


def _verdict(typed: str, wanted: str, forgiven: AbstractSet[str]) -> Verdict:
    if not typed.strip():
        return Verdict.NOTHING
    nearness = _nearness(typed, wanted, forgiven)
    if nearness == _SAME:
        return Verdict.RIGHT
    return Verdict.NEARLY if nearness >= _NEAR else Verdict.WRONG


def _nearness(typed: str, wanted: str, forgiven: AbstractSet[str]) -> float:
    """2 where only what is forgiven differs, from 1 up where it is nearly right, else below 1."""
    if _folded(typed, forgiven) == _folded(wanted, forgiven):
        return _SAME
    typed, wanted = _typewritten(_tidy(typed)), _typewritten(_tidy(wanted))
    if "".join(typed.split()) == "".join(wanted.split()):
        return _NEAR + _SAME / 4
    bare = _bare(wanted)
    if not bare:
        return 0
    matcher = SequenceMatcher(None, _bare(typed), bare, autojunk=False)
    likeness = matcher.ratio()
    # A wrong figure is a wrong answer however many letters are right, and in code each sign counts.
    if _numbers(typed) != _numbers(wanted) or _CODE.search(typed + wanted):
        return min(likeness, 0.99)
    slips = sum(
        max(end - start, wanted_end - wanted_start)
        for operation, start, end, wanted_start, wanted_end in matcher.get_opcodes()
        if operation != "equal"
    )
    if slips <= _slips_allowed(len(bare)) or _says_more(typed, wanted):
        return _NEAR + min(likeness, 0.99)
    return min(likeness, 0.99)


def _folded(text: str, forgiven: AbstractSet[str]) -> str:
    """A text without what is forgiven; figures and code keep their signs."""
    folded = _typewritten(_tidy(text))
    if "case" in forgiven:
        folded = folded.casefold()
    if "accents" in forgiven:
        folded = _without_accents(folded)
    if "punctuation" in forgiven and not _CODE.search(folded):
        signs = _numbers(folded)
        letters = "".join(c for c in folded if unicodedata.category(c)[0] not in "PZ")
        folded = " ".join([letters, *signs]) if letters else folded
    return folded


def _typewritten(text: str) -> str:
    """A text as a keyboard without special signs would have it."""
    if text.isascii():
        return text
    text = _SUPERSCRIPT.sub(lambda found: f"^{unicodedata.normalize('NFKC', found[0])}", text)
    text = _FRACTION.sub(" ", text)
    text = _PRINTED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    text = text.translate(_TYPEWRITTEN)
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


def _without_accents(text: str) -> str:
    bare, letter = list[str](), ""
    for character in unicodedata.normalize("NFD", text):
        if unicodedata.category(character) != "Mn":
            letter = unicodedata.name(character, "")
        elif (
            letter.startswith(_ACCENTED)
            or character in _OTHER_ACCENTS
            or _POINTS.fullmatch(character)
        ):
            continue
        bare.append(character)
    return unicodedata.normalize("NFC", "".join(bare))


def _numbers(text: str) -> list[str]:
    return _NUMBER.findall(_GROUPED.sub("", text))


def _slips_allowed(letters: int) -> int:
    """How many letters may be wrong, missing or too many in a word or two of this length."""
    return 0 if letters < _SHORTEST else 1 + letters // 12


def _says_more(typed: str, wanted: str) -> bool:
    """Whether the answer stands whole among a few more words."""
    words, needed = (
        re.findall(r"\w+", _GROUPED.sub("", text.casefold())) for text in (typed, wanted)
    )
    more = len(words) - len(needed)
    return 0 < more <= _MORE_WORDS and any(
        words[start : start + len(needed)] == needed for start in range(more + 1)
    )


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _clusters(text: str) -> list[str]:
    """Letters with the marks that combine with them, so that no accent stands alone."""
    out = list[str]()
    for character in text:
        if out and unicodedata.combining(character):
            out[-1] += character
        else:
            out.append(character)
    return out


def _letters(text: str, forgiven: AbstractSet[str]) -> list[str]:
    folds = forgiven & {"case", "accents"}
    return [_folded(cluster, folds) for cluster in _clusters(_tidy(text))]


def _bare(text: str) -> str:
    """Letters, figures and signs such as `+`, without accents, blanks and punctuation."""
    bare = _without_accents(unicodedata.normalize("NFKC", text.casefold()))
    return "".join(c for c in bare if unicodedata.category(c)[0] in "LMNS")
