"""A comment that ignores what is not there.

What it objects to: `# cardsmith: ignore CODE` naming a code that the note does not have, that does
not exist, or that is an error and cannot be ignored.

Why it hurts: who reads it believes that something is wrong and has been weighed. And a misspelt
code ignores nothing.

An example:

    - id: lima  # cardsmith: ignore W035
      front: Which city is the capital of Peru?
      back: Lima

Better: the comment goes, or names the code that `cardsmith lint` tells.

    - id: lima
      front: Which city is the capital of Peru?
      back: Lima
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardsmith.catalog import CATALOG, USELESS_IGNORE
from cardsmith.deck import Note
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, within_line

CODES = (USELESS_IGNORE,)

_SIGN = "cardsmith:"
_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*cardsmith:\s*ignore\b:?(?P<codes>[^#]*)")
_CODE = re.compile(r"[^\s,]+")
_KNOWN = {code.id for code in CATALOG}


class _Ignored(NamedTuple):
    """A code in a comment, and the line on which the note of the comment begins."""

    path: str
    note: int
    code: str
    line: int
    start: int
    end: int


def sift(subject: Subject, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Leave out warnings that a comment in their note ignores, and tell of comments in vain."""
    ignored = [each for deck in subject.decks for each in _in_deck(deck)]
    if not ignored:
        yield from found
        return
    wanted = {each[:3] for each in ignored}
    lines = {deck.path: deck.lines for deck in subject.decks}
    met = set()
    for each in found:
        path, line = each.span.path, each.span.place.line
        begins = lines.get(path, ())
        number = bisect_right(begins, line)
        of_note = (path, begins[number - 1] if number else 0, each.code)
        if of_note in wanted and not each.is_error:
            met.add(of_note)
        else:
            yield each
    for comment in ignored:
        if comment[:3] not in met:
            yield _in_vain(comment)


def _in_vain(comment: _Ignored) -> Diagnostic:
    code = comment.code
    if not comment.note:
        phrase, help_ = "the comment stands at no note", "put it behind the id of the note"
    elif not code:
        phrase, help_ = "the comment names no code", "name what to ignore: `ignore W304`"
    elif code not in _KNOWN:
        phrase, help_ = f"nothing has the code `{code}`", "name a code that `cardsmith lint` tells"
    elif code.startswith("E"):
        phrase, help_ = f"{code} is an error and cannot be ignored", "mend the note"
    else:
        phrase, help_ = f"this note has no {code}", "remove the comment"
    where = within_line(comment.path, comment.line, comment.start, comment.end)
    return USELESS_IGNORE.at(where, phrase, help=help_)


def _in_deck(deck: DeckFile) -> Iterator[_Ignored]:
    """What comments in a file ask for; notes with errors are left alone."""
    if _SIGN not in deck.text:
        return
    sound = {note.place.line: note for note in deck.notes}
    lines = deck.text.split("\n")
    for line, text in enumerate(lines, 1):
        comment = _COMMENT.search(text) if _SIGN in text else None
        if comment is None:
            continue
        owner = _owner(deck, lines, line)
        note = sound.get(owner)
        if (owner and not note) or (note and _is_text(note, line, comment.start() + 1)):
            continue
        codes = list(_CODE.finditer(text, *comment.span("codes"))) or [comment]
        for code in codes:
            name = "" if code is comment else code[0]
            yield _Ignored(deck.path, owner, name, line, *code.span())


def _owner(deck: DeckFile, lines: Sequence[str], line: int) -> int:
    """The line where the note begins that a comment is of; 0 if there is none.

    That is the note around it; or the one right below, where it stands no deeper than its dash.
    """
    number = bisect_right(deck.lines, line)
    below = deck.lines[number] if number < len(deck.lines) else 0
    between = lines[line - 1 : below - 1] if below else ["no comment"]
    if all(not text.strip() or text.lstrip().startswith("#") for text in between):
        text = lines[below - 1]
        if _indentation(lines[line - 1]) <= _indentation(text):
            return below
    return deck.lines[number - 1] if number else 0


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_text(note: Note, line: int, column: int) -> bool:
    """Whether a place is inside of a value."""
    names = list(note.places)
    return any(
        (place.line, place.column) <= (line, column) < (place.end_line, place.end_column)
        for name, place in note.places.items()
        if not any(other.startswith(f"{name}.") for other in names)
    )
