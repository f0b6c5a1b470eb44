r"""Hidden characters in a text.

What it objects to: characters that turn the direction of what follows (U+202D, U+202E), or that
begin a stretch of another direction which never ends (U+202A, U+202B, U+2066 to U+2068); characters
without width that part words or make them look alike (U+200B, U+2060); and tag letters outside of
flags.

Why it hurts: a text can be shown otherwise than it is written, so that who judges a change sees
something else than learners will. And an answer that is typed is never equal to one with a
character that nobody sees.

An example, with a character between the letters that only backslashes can show:

    typed: "Li\u200bma"

Better:

    typed: Lima

What right-to-left texts need is not meant: marks of direction, stretches that end, joiners. Neither
are spaces without width in scripts that part words by nothing else.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardsmith.catalog import TURNED_TEXT
from cardsmith.deckfile import source, tree
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic, Span
from cardsmith.lint.subject import Subject

CODES = (TURNED_TEXT,)

_TURNING = "\u202a-\u202e\u2066-\u2069"
_TURNS = re.compile(f"[{_TURNING}]")
_HIDDEN = re.compile(
    # A flag such as England's is a black flag and tag letters.
    f"\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f|[\u200b\u2060\U000e0000-\U000e007f{_TURNING}]"
)
_ESCAPES = ("\\u20", "\\U000")
_OVERRIDES = "\u202d\u202e"
_EMBEDDINGS = f"\u202a\u202b{_OVERRIDES}"
_ISOLATES = "\u2066\u2067\u2068"
_POP_EMBEDDING, _POP_ISOLATE = "\u202c", "\u2069"

# Scripts in which U+200B is the space between words: from Thai to Khmer, and those of East Asia.
_UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f"
    "\u3040-\u30ff\u3400-\u9fff\ua980-\ua9df\uaa00-\uaadf\U00020000-\U0003ffff]"
)


class _Sign(NamedTuple):
    """A character that is objected to: where, and why."""

    at: int
    character: str
    why: str
    help: str


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first such character of each text."""
    for deck in subject.decks:
        text = deck.text
        has_signs = not text.isascii() and any(
            True for line in _lines_with_signs(text) for _ in _objections(line)
        )
        if has_signs or any(escape in text for escape in _ESCAPES):
            yield from _of_deck(deck)


def _lines_with_signs(text: str) -> Iterator[str]:
    """The lines in which such characters stand. What is in order in each line is so in all."""
    end = 0
    for sign in _HIDDEN.finditer(text):
        if sign.start() >= end:
            start, end = text.rfind("\n", 0, sign.start()) + 1, text.find("\n", sign.end())
            end = len(text) if end < 0 else end
            yield text[start:end]


def _of_deck(deck: DeckFile) -> Iterator[Diagnostic]:
    if source.damage(deck.text, deck.path):
        return
    root = source.read_all(deck.text, deck.path).root
    if root is None:
        return
    lines = tree.Lines(deck.text)
    at = 0
    for scalar in tree.scalars(root):
        yield from _of_comments(deck, at, scalar.start, lines)
        at = max(at, scalar.end)
        written = deck.text[scalar.start : scalar.end]
        for sign in _objections(written):
            start = scalar.start + sign.at
            yield _found(deck, lines, start, start + 1, sign)
            break
        else:
            for sign in _objections(scalar.value) if "\\" in written else ():
                yield _found(deck, lines, scalar.start, scalar.end, sign)
                break
    yield from _of_comments(deck, at, len(deck.text), lines)


def _of_comments(deck: DeckFile, start: int, end: int, lines: tree.Lines) -> Iterator[Diagnostic]:
    """What stands between two texts, line by line."""
    at = start
    for line in deck.text[start:end].split("\n") if end > start else ():
        for sign in _objections(line):
            yield _found(deck, lines, at + sign.at, at + sign.at + 1, sign)
            break
        at += len(line) + 1


def _found(deck: DeckFile, lines: tree.Lines, start: int, end: int, sign: _Sign) -> Diagnostic:
    return TURNED_TEXT.at(
        Span(deck.path, lines.place(start, end)),
        f"the character U+{ord(sign.character):04X} {sign.why}",
        "here",
        help=sign.help,
    )


def _objections(text: str) -> Iterator[_Sign]:
    """What is wrong with a text, in whatever order."""
    if text.isascii():
        return
    for sign in _HIDDEN.finditer(text):
        at, character = sign.start(), sign[0]
        if character in _OVERRIDES:
            help_ = "remove it: letters know their direction without it"
            yield _Sign(at, character, "turns the direction of what follows", help_)
        elif character in "\u200b\u2060" and not _parts_words(text, at):
            yield _Sign(at, character, "has no width, and nobody sees it", "remove it")
        elif "\U000e0000" <= character <= "\U000e007f":
            yield _Sign(at, character, "is a letter that nobody sees", "remove it")
    yield from _never_closed(text)


def _parts_words(text: str, at: int) -> bool:
    """Whether a space without width stands beside a letter of a script that needs it."""
    return _UNSPACED.search(text, max(0, at - 1), at + 2) is not None


def _never_closed(text: str) -> Iterator[_Sign]:
    opened: list[tuple[int, str]] = []
    isolates = 0
    for sign in _TURNS.finditer(text):
        character = sign[0]
        if character in _EMBEDDINGS or character in _ISOLATES:
            opened.append((sign.start(), character))
            isolates += character in _ISOLATES
        elif character == _POP_EMBEDDING:
            if opened and opened[-1][1] in _EMBEDDINGS:
                opened.pop()
        elif isolates:
            isolates -= 1
            while opened.pop()[1] not in _ISOLATES:
                pass  # the end of an isolate ends what is open in it
    for at, character in opened:
        closing = _POP_ISOLATE if character in _ISOLATES else _POP_EMBEDDING
        help_ = f"write U+{ord(closing):04X} where the stretch ends, or remove it"
        yield _Sign(at, character, "turns the direction and is never closed", help_)
