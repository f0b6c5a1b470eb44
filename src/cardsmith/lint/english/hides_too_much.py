"""A cloze that leaves too little to go by.

What it objects to: a card of a cloze with fewer words to go by than places where something is
missing. A few words such as "the" and "of" are nothing to go by; hints are, and what gaps of other
cards hide. Gaps that stand side by side are one place. Sentences of a language course, and what is
known by its words, are not meant.

Why it hurts: many things would fit, so the learner guesses, or learns the look of the card instead
of the fact. Wozniak's fifth rule praises cloze for its ease, and his sixteenth says where the ease
comes from: context. Users of Anki meet this where all gaps of a sentence got the same number.

An example:

    cloze: "{{c1::Osmosis}} is the {{c1::diffusion}} of {{c1::water}}."

Better:

    cloze: "{{c1::Osmosis}} is the {{c2::diffusion}} of {{c3::water}}."

or a hint for what cannot be known:

    cloze: "{{c1::Osmosis::which process}} is the {{c1::diffusion::kind of motion}} of water."
"""

import re
from collections.abc import Iterator

from cardsmith import cloze
from cardsmith.catalog import HIDES_TOO_MUCH
from cardsmith.cloze import Gap, Pieces
from cardsmith.deck import Cloze, Note
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import (
    FUNCTION_WORDS,
    is_about_language,
    is_by_heart,
)
from cardsmith.lint.subject import Subject

CODES = (HIDES_TOO_MUCH,)

_PHRASE = 5  # words that may be known by themselves: "May the Force be with you"
_WORD = re.compile(r"[^\W_]+")
_MISSING = "\ue000"  # of the private use area, so no text has a meaning for it
_PLACE = f"[{_MISSING}]"
_HINT = "`{{c1::text::hint}}`"
_PICTURE = ("![", "[sound:")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first such card of each cloze."""
    for deck in subject.decks:
        if "{{c" in deck.text:
            for note in deck.notes:
                content = note.content
                if isinstance(content, Cloze) and not _is_ample(content.pieces):
                    yield from _of_note(note, content)


def _is_ample(pieces: Pieces) -> bool:
    """Whether there is enough to go by outside of all gaps, as there nearly always is."""
    gaps: dict[int, int] = {}
    for piece in pieces:
        if isinstance(piece, Gap):
            if len(piece.content) > 1 or isinstance(piece.content[0], Gap):
                return False  # gaps in gaps take a closer look
            gaps[piece.number] = gaps.get(piece.number, 0) + 1
    missing = max(gaps.values())
    for piece in pieces:
        if isinstance(piece, str):
            for word in _WORD.findall(piece):
                if word.lower() not in FUNCTION_WORDS:
                    missing -= 1
                    if not missing:
                        return True
    return False


def _of_note(note: Note, content: Cloze) -> Iterator[Diagnostic]:
    if note.hint or any(sign in content.text for sign in _PICTURE):
        return
    if is_about_language(note) or is_by_heart(note):
        return
    for number in cloze.numbers(content.pieces):
        between = cloze.hidden(content.pieces, number, ("", ""), _MISSING).split(_PLACE)
        places = 1 + sum(1 for text in between[1:-1] if _is_apart(text))
        if len(between) > 1 and _weight(" ".join(between)) < places:
            yield HIDES_TOO_MUCH.at(
                note.span("cloze"),
                f"too little stands around what c{number} hides",
                help=_help(len(between) - 1, number),
            )
            return


def _help(gaps: int, number: int) -> str:
    if gaps > 1:
        return f"give the gaps of c{number} numbers of their own, or hints: {_HINT}"
    return f"say more around the gap, or give it a hint: {_HINT}"


def _is_apart(text: str) -> bool:
    """Whether a text between two gaps parts them, so that they are no list."""
    return any(word.lower() not in {"and", "or"} for word in _WORD.findall(text))


def _weight(text: str) -> int:
    found = _WORD.findall(text)
    meant = sum(1 for word in found if word.lower() not in FUNCTION_WORDS)
    return meant or int(len(found) >= _PHRASE)
