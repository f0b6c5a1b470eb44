"""A gap that hides nothing worth recalling.

What it objects to: a gap in the middle of a sentence that hides only articles, "of" and its like,
forms of "be", "have" and "do", or a comma. A hint is taken for a sign that the word is meant, and
so are a deck, a tag or a text about language or code, a sentence in which somebody says "I" or
"you", and a deck that hides such words time and again.

Why it hurts: grammar gives the answer away, so the card takes time at each repetition and nothing
is learned by it. Wozniak's fourth rule asks that each item be one piece of knowledge; users of Anki
know such gaps from cards that were made by a program or by clicking word after word.

An example:

    cloze: The mitochondria make most {{c1::of the}} energy that the cell uses.

Better:

    cloze: The {{c1::mitochondria}} make most of the energy that the cell uses.
"""

import re
from collections.abc import Iterator

from cardsmith import cloze
from cardsmith.catalog import HIDES_NOTHING
from cardsmith.cloze import Gap, Pieces
from cardsmith.deck import Cloze, Note
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import FUNCTION_WORDS, is_about_language, vocabulary, words
from cardsmith.lint.subject import Subject

CODES = (HIDES_NOTHING,)

# Not among them: what may be the whole point, such as "from", "to", "not", "and", "must".
_EMPTY = (
    "(?:an?|the|of|in|on|at|by|for|as|with|is|are|was|were|be|been|being|has|have|had|do|does|did)"
)
_WORDS = rf"(?:{_EMPTY}|The|An)(?:\s+{_EMPTY})*"
_SIGN = re.compile(rf"\{{\{{c\d+::(?:{_WORDS}|[,.;:])\}}\}}")
_HIDDEN = re.compile(rf"{_WORDS}|[,.;:]")
# Before a capital the word may be part of a name ("The Hague"); at an end it may be what is named.
_GOES_ON = re.compile(r"\s+[a-z0-9]")
_BEFORE_WORD = re.compile(r"[^\W_],?\s+$")
_FEWEST = 4  # words to go by; fewer are a phrase in which the small word is the point
_HABIT = 3  # notes of a deck that do it, and then one in so many
_ONE_IN = 50
# Somebody speaks, as in the sentences of a language course; or it is code.
_SPOKEN = vocabulary("i you we me us my your our he she him her his myself yourself")
_CODE = ("`", "$", "\\(", "\\[", "=", "{%", "()")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such card, unless its deck makes a habit of it."""
    for deck in subject.decks:
        if _SIGN.search(deck.text):
            notes = [note for note in deck.notes if _empty(note)]
            if len(notes) < _HABIT or len(notes) * _ONE_IN < len(deck.notes):
                yield from _of_notes(notes)


def _of_notes(notes: list[Note]) -> Iterator[Diagnostic]:
    for note in notes:
        for number, text in _empty(note).items():
            yield HIDES_NOTHING.at(
                note.span("cloze"),
                f"c{number} hides nothing but `{text}`",
                help="hide a word that carries the fact, or tell by a hint why this one counts",
            )


def _empty(note: Note) -> dict[int, str]:
    """The cards of a note that ask for nothing, each with what it hides."""
    content = note.content
    if not isinstance(content, Cloze) or note.hint or not _SIGN.search(content.text):
        return {}
    if not _is_sentence(content) or is_about_language(note, content.text):
        return {}
    texts: dict[int, list[str]] = {}
    for index, piece in enumerate(content.pieces):
        if isinstance(piece, Gap):
            texts.setdefault(piece.number, []).append(_filler(content.pieces, index))
            for inner in cloze.numbers(piece.content):
                texts.setdefault(inner, []).append("")
    return {number: ", ".join(found) for number, found in texts.items() if all(found)}


def _is_sentence(content: Cloze) -> bool:
    """Whether the text around the gaps is a sentence that states something, not an example."""
    if any(sign in content.text for sign in _CODE):
        return False
    found = words(" … ".join(piece for piece in content.pieces if isinstance(piece, str)))
    if not _SPOKEN.isdisjoint(map(str.lower, found)):
        return False
    return sum(1 for word in found if word.lower() not in FUNCTION_WORDS) >= _FEWEST


def _filler(pieces: Pieces, index: int) -> str:
    """What a gap hides, if it is nothing worth recalling and stands between other words."""
    gap = pieces[index]
    if isinstance(gap, str) or gap.hint or len(gap.content) > 1:
        return ""
    text = cloze.shown(gap.content)
    before, after = cloze.shown(pieces[:index]), cloze.shown(pieces[index + 1 :])
    if not _HIDDEN.fullmatch(text) or not _GOES_ON.match(after):
        return ""
    if text[0].isalpha():
        is_amid = not before if text[0].isupper() else _BEFORE_WORD.search(before)
    else:
        is_amid = before[-1:].isalpha()
    return text if is_amid else ""
