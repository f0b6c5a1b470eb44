"""How two wordings of a text differ: in which words, and by how much."""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from cardsmith.comparison import Verdict, compare

_FAR = 0.3  # texts less alike than this are shown whole, not as a mosaic
_MOST_PAIRS = 250_000  # words on one side times words on the other that are compared one by one
_LONGEST = 400  # characters of an answer that are compared letter by letter

# A word, a run of blanks, or one sign. East Asian writing has no blanks, there each character is a
# word; elsewhere accents stay with their letters.
_EAST = "\u2e80-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_SIGNS = r"\x21-\x26\x28-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7e"  # of ASCII, but ' and _
_TOKEN = re.compile(rf"\s+|[{_EAST}]|[^\s{_EAST}{_SIGNS}]+|.")
_WORD = re.compile(r"\w+")


class Stretch(NamedTuple):
    """A part of a text as it was and as it is; `alike` tells that nothing changed in it."""

    old: str
    new: str
    alike: bool


def stretches(old: str, new: str) -> tuple[Stretch, ...]:
    """Two wordings side by side, word by word.

    The old sides make the old text, the new ones the new text. Of two neighbours one is changed and
    one is not, and what stands between two changes holds a word.
    """
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    parts = [
        *_same("".join(before[:start])),
        *_compared(before[start : len(before) - end], after[start : len(after) - end]),
        *_same("".join(before[len(before) - end :])),
    ]
    last = len(parts) - 1
    return _joined(
        part._replace(alike=part.alike and (at in {0, last} or bool(_WORD.search(part.old))))
        for at, part in enumerate(parts)
    )


def likeness(old: str, new: str) -> float:
    """How much of two texts is the same words, from 0 to 1; case and punctuation do not count."""
    before, after = _words(_TOKEN.findall(old.casefold())), _words(_TOKEN.findall(new.casefold()))
    if not before or not after:
        return float(old.split() == new.split())
    if len(before) * len(after) > _MOST_PAIRS:
        both, either = set(before) & set(after), set(before) | set(after)
        return len(both) / len(either)
    return SequenceMatcher(None, before, after, autojunk=False).ratio()


def is_same_answer(old: str, new: str) -> bool:
    """Whether a text that was mended still says the same.

    Case, blanks, a slip of the pen and a few words more change nothing; another figure does.
    """
    if len(old) + len(new) > _LONGEST:
        return likeness(old, new) >= 1 - _FAR
    if not old.strip() or not new.strip():
        return old.split() == new.split()
    # Either may say a little more than the other.
    verdicts = (compare(one, [other]).verdict for one, other in ((old, new), (new, old)))
    return any(verdict is not Verdict.WRONG for verdict in verdicts)


def _common(before: list[str], after: list[str]) -> int:
    """How many words both begin with."""
    for at, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return at
    return min(len(before), len(after))


def _same(text: str) -> Iterator[Stretch]:
    if text:
        yield Stretch(text, text, alike=True)


def _compared(before: list[str], after: list[str]) -> Iterator[Stretch]:
    """What stands between the words that both begin and end with."""
    if not before and not after:
        return
    if len(before) * len(after) <= _MOST_PAIRS:
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        if _is_worth_showing(matcher, before, after):
            for sort, start, end, new_start, new_end in matcher.get_opcodes():
                sides = "".join(before[start:end]), "".join(after[new_start:new_end])
                yield Stretch(*sides, alike=sort == "equal")
            return
    yield Stretch("".join(before), "".join(after), alike=False)


def _is_worth_showing(matcher: "SequenceMatcher[str]", before: list[str], after: list[str]) -> bool:
    """Whether enough words stay, or all of the shorter text."""
    kept = [
        word for at, _, size in matcher.get_matching_blocks() for word in before[at : at + size]
    ]
    words, old, new = (len(_words(tokens)) for tokens in (kept, before, after))
    return words > 0 and (words == min(old, new) or 2 * words >= _FAR * (old + new))


def _words(tokens: Iterable[str]) -> list[str]:
    return [token for token in tokens if _WORD.search(token)]


def _joined(parts: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """The parts, neighbours of one sort made one."""
    return tuple(
        Stretch("".join(part.old for part in some), "".join(part.new for part in some), alike=alike)
        for alike, group in groupby(parts, key=lambda part: part.alike)
        for some in [list(group)]
    )
