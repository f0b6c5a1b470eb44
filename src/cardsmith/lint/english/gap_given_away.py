"""A gap that the text of its card gives away.

What it objects to: a card of a cloze whose visible text says again what the gap hides: a phrase of
several words or a year anywhere, a single word or a name in a later sentence. On the card of one
number the gaps of all others are filled, so they count as visible. Short and common words do not
count; neither do notes about language, in code, with formulas or in verse.

Why it hurts: the learner reads the answer instead of recalling it, passes each time, and finds out
outside of the deck that nothing was learned. Wozniak's twelfth rule is to optimise the wording;
users of Anki meet this where only the first of two mentions became a gap.

An example:

    cloze: >-
      {{c1::Insulin}} lowers the glucose in the blood. Without insulin, cells of muscle and fat take
      up little of it.

Better:

    cloze: >-
      {{c1::Insulin}} lowers the glucose in the blood. Without {{c1::insulin}}, cells of muscle and
      fat take up little of it.
"""

import re
from collections.abc import Iterator

from cardsmith import cloze
from cardsmith.catalog import GAP_GIVEN_AWAY
from cardsmith.cloze import Gap, Pieces
from cardsmith.deck import Cloze, Note
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import FUNCTION_WORDS, is_about_language, vocabulary, words
from cardsmith.lint.subject import Subject

CODES = (GAP_GIVEN_AWAY,)

_SHORTEST = 4  # characters of a name
_SHORTEST_WORD = 6  # of a word that is no name
_FEWEST_WORDS = 2  # with a meaning, in a phrase
_YEAR = re.compile(r"(?:1\d|20)(?!00)\d\d")
_VERBATIM = ("`", "$", "\\(", "\\[", "|")
_VERSE = re.compile(r"(?:^|\n)[^\n]{1,60}\n[^\n]{1,60}\n[^\n]{1,60}(?:\n|$)")
_SENTENCE_ENDS = re.compile(r"[.!?;]\s|\n\s*\n")
_MISSING = "\ue000"  # of the private use area, so no text has a meaning for it
# Words for a direction, an amount or an order, which come in pairs and are asked for as such.
_RELATIVE = vocabulary(
    "increase increases increased increasing decrease decreases decreased decreasing higher lower"
    " larger smaller greater longer shorter faster slower stronger weaker before after above below"
    " positive negative inside outside always never other another first second third former latter"
    " opposite similar different constant neither either"
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such gap."""
    for deck in subject.decks:
        if "{{c" in deck.text:
            for note in deck.notes:
                content = note.content
                if isinstance(content, Cloze) and _repeats(content):
                    yield from _of_note(note, content)


def _repeats(content: Cloze) -> bool:
    """Whether the text of some gap may stand in it twice: seldom so, and quickly seen."""
    return _is_repeated(content.pieces, cloze.shown(content.pieces).casefold())


def _is_repeated(pieces: Pieces, folded: str) -> bool:
    for piece in pieces:
        if isinstance(piece, Gap):
            inside = piece.content
            if folded.count(cloze.shown(inside).casefold()) > 1:
                return True
            if len(inside) > 1 and _is_repeated(inside, folded):
                return True
    return False


def _of_note(note: Note, content: Cloze) -> Iterator[Diagnostic]:
    text = content.text
    if any(sign in text for sign in _VERBATIM) or _VERSE.search(text):
        return
    if is_about_language(note, text):
        return
    told: set[tuple[int, str]] = set()
    for number in cloze.numbers(content.pieces):
        for answer, before, after in _views(content.pieces, number):
            key = (number, answer.casefold())
            if key not in told and _is_told(answer, before, after):
                told.add(key)
                yield GAP_GIVEN_AWAY.at(
                    note.span("cloze"),
                    f"the text says `{answer}`, which c{number} hides",
                    help=f"hide it there too, with {{{{c{number}::…}}}}, or reword the sentence",
                )


def _views(pieces: Pieces, number: int) -> Iterator[tuple[str, str, str]]:
    """Each gap of a card: what it hides, and what the card shows before and after it."""
    shown, answers = _shown(pieces, number)
    parts = shown.split(_MISSING)
    for index, answer in enumerate(answers):
        yield answer, " … ".join(parts[: index + 1]), " … ".join(parts[index + 1 :])


def _shown(pieces: Pieces, number: int) -> tuple[str, list[str]]:
    """What a card shows, without hints, and what is missing in it, in order."""
    parts, answers = list[str](), list[str]()
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(piece)
        elif piece.number == number:
            parts.append(_MISSING)
            answers.append(cloze.shown(piece.content))
        else:
            inner, missing = _shown(piece.content, number)
            parts.append(inner)
            answers += missing
    return "".join(parts), answers


def _is_told(answer: str, before: str, after: str) -> bool:
    found = words(answer)
    if _YEAR.fullmatch(answer):
        return _says(f"{before} … {after}", found)
    meant = [word for word in found if word.lower() not in FUNCTION_WORDS]
    if any(word.lower() in _RELATIVE for word in meant) or not any(map(str.isalpha, answer)):
        return False
    is_name = any(word[0].isupper() for word in (found[1:] or found))
    if len(meant) >= _FEWEST_WORDS and not is_name:
        return _says(f"{before} … {after}", found)
    # Where a sentence begins, any word has a capital.
    is_told_apart = is_name and (len(found) > 1 or before.strip())
    shortest = _SHORTEST if is_told_apart else _SHORTEST_WORD
    later = _SENTENCE_ENDS.split(after, maxsplit=1)[1:]
    return bool(meant) and max(map(len, meant)) >= shortest and _says("".join(later), found)


def _says(text: str, sought: list[str]) -> bool:
    """Whether a text has these words one after the other, whatever their capitals."""
    line = f" {' '.join(words(text))} ".casefold()
    return f" {' '.join(sought)} ".casefold() in line
