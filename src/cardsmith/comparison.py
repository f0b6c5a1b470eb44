"""A typed answer beside the right ones, letter by letter."""

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from enum import Enum
from typing import NamedTuple

_NEAR = 0.8  # the share of letters in common from which a slip of the fingers is likely


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
    """The verdict, the right answer that came nearest, and the two aligned."""

    verdict: Verdict
    wanted: str
    stretches: tuple[Stretch, ...]


def compare(typed: str, answers: Iterable[str]) -> Comparison:
    """Hold a typed answer against the right ones.

    Case and the number of blanks never count. An answer that differs in accents or punctuation
    alone, or in a letter or two, is nearly right.

    Args:
        typed: as typed.
        answers: at least one; the first wins where two are equally near.
    """
    wanted = max(answers, key=lambda answer: _nearness(typed, answer))
    matcher = SequenceMatcher(None, _letters(typed), _letters(wanted), autojunk=False)
    stretches = tuple(
        Stretch(
            "".join(_clusters(_tidy(typed))[start:end]),
            "".join(_clusters(_tidy(wanted))[wanted_start:wanted_end]),
            operation == "equal",
        )
        for operation, start, end, wanted_start, wanted_end in matcher.get_opcodes()
    )
    return Comparison(_verdict(typed, wanted), wanted, stretches)


def _verdict(typed: str, wanted: str) -> Verdict:
    if not typed.strip():
        return Verdict.NOTHING
    nearness = _nearness(typed, wanted)
    if nearness > 1:
        return Verdict.RIGHT
    return Verdict.NEARLY if nearness >= _NEAR else Verdict.WRONG


def _nearness(typed: str, wanted: str) -> float:
    """The share of letters in common; above 1 where only case and blanks differ."""
    if _tidy(typed).casefold() == _tidy(wanted).casefold():
        return 2.0
    bare_typed, bare_wanted = _bare(typed), _bare(wanted)
    if bare_typed == bare_wanted:
        return 1.0
    # A wrong figure is a wrong answer, however many other letters are right.
    if _figures(bare_typed) != _figures(bare_wanted):
        return 0.0
    return min(0.99, SequenceMatcher(None, bare_typed, bare_wanted, autojunk=False).ratio())


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


def _letters(text: str) -> list[str]:
    return [cluster.casefold() for cluster in _clusters(_tidy(text))]


def _bare(text: str) -> str:
    """Letters, figures and signs such as `+`, without accents, blanks and punctuation."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if unicodedata.category(c)[0] in "LNS")


def _figures(text: str) -> str:
    return "".join(c for c in text if c.isdigit())
