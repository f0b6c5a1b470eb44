"""A mark of unfinished work.

What it objects to: `TODO`, `FIXME` or `TBD` that is a whole text or sentence, stands in brackets,
or begins a sentence with a colon behind it; `XXX:` and "lorem ipsum dolor" at the beginning of a
sentence; an answer that is nothing but `???`. Not in code, and not in notes that speak of such
marks.

Why it hurts: what was to be done is not done, and learners learn the gap.

An example:

    front: In which year was Lima founded?
    back: "1535. TODO: check"

Better: the answer. A remark for other authors is a comment of the file.

    front: In which year was Lima founded?
    back: "1535"  # the founding act is of 18 January
"""

import re
from collections.abc import Iterator, Sequence

from cardsmith.catalog import UNFINISHED
from cardsmith.deck import Note
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, everything, prose, texts

CODES = (UNFINISHED,)

_SIGNS = ("TODO", "FIXME", "XXX", "TBD", "???", "orem ipsum dolor")
# Cheap to look for, and in every text that has one of the marks below.
_SIGN = re.compile(r"(?:TODO|FIXME|XXX|TBD)(?:[^\w\s]|\s*$)|\?\?\?|orem ipsum dolor", re.MULTILINE)
_START = r"(?:^(?:[-*+•]\s+|\d+[.)]\s+)?|[.!?;…]\s+|[(\[])"
_END = r"(?=[.!…]*(?:$|[)\]]))"
# `TODO: check`, `TODO(ana): check`
_BEGUN = re.compile(rf"{_START}(?:\s[–—-]\s)?(TODO|FIXME|TBD|XXX)(?:\([^()]*\))?:(?!:)")
# `TODO`, `Lima (TODO)`, `Founded: TBD`. Thirty is XXX, too.
_BARE = re.compile(rf"(?:{_START}(TODO|FIXME)|(?:{_START}|:\s+)(TBD)){_END}")
_FILLED = re.compile(rf"{_START}([Ll]orem ipsum) dolor")
_ASKED = re.compile(r"^\?\?\?$|[(\[]\?\?\?[)\]]")
# What TBD may stand for in earnest: tick-borne disease.
_INITIALS = re.compile(r"\bt\w*[\s-]+(?:be[\s-]+)?b\w*[\s-]+d|\bto be d", re.IGNORECASE)
# There `todo` is a word of every day.
_ROMANCE = frozenset({"an", "ast", "es", "ext", "gl", "lad", "mwl", "pt"})


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first mark of each text."""
    is_romance = subject.collection.language.partition("-")[0].lower() in _ROMANCE
    for deck in subject.decks:
        if any(sign in deck.text for sign in _SIGNS):
            for note in deck.notes:
                if any(_SIGN.search(text) for _, text in texts(note)):
                    yield from _of_note(note, is_romance=is_romance)


def _of_note(note: Note, *, is_romance: bool) -> Iterator[Diagnostic]:
    patterns = [_BEGUN, _FILLED] if is_romance or _is_shouted(note) else [_BEGUN, _FILLED, _BARE]
    found = {
        name: marks
        for name, text in texts(note)
        if (marks := [*_in_lines(text, patterns), *_asked(name, text)])
    }
    counted = [mark for marks in found.values() for mark in marks]
    for name, (mark, *_) in found.items():
        if not _is_about(note, mark, counted.count(mark)):
            yield UNFINISHED.at(
                note.span(name),
                f"`{mark}` was left in the text",
                help="finish it, or make a comment of the remark: `# …`; "
                "if the mark itself is meant, put it in backticks",
            )


def _in_lines(text: str, patterns: Sequence[re.Pattern[str]]) -> Iterator[str]:
    """The marks in the lines of a text."""
    if not _SIGN.search(text):
        return
    whole = prose(text)  # a line in a block of code does not know that it is code
    for line in filter(_SIGN.search, text.split("\n")):
        words = prose(line)
        for pattern in patterns:
            for match in pattern.finditer(words):
                yield from (mark for mark in match.groups() if mark and mark in whole)


def _asked(name: str, text: str) -> Iterator[str]:
    """Question marks in the place of an answer; in a front they are what is asked for."""
    if "???" in text and name not in {"front", "cloze"} and _ASKED.search(prose(text)):
        yield "???"


def _is_shouted(note: Note) -> bool:
    """Whether the note is in capitals anyway: TODO is "everything" in Spanish."""
    return any(text.isupper() and not _SIGN.search(text) for _, text in texts(note))


def _is_about(note: Note, mark: str, times: int) -> bool:
    """Whether a note has a mark more often than it was left there, or spells it out."""
    if mark == "TBD" and any(map(_INITIALS.search, everything(note))):
        return True
    word = re.compile(rf"(?<![\w?]){re.escape(mark)}(?![\w?])", re.IGNORECASE)
    said = (note.id.replace("_", "-"), *everything(note))
    return sum(len(word.findall(text)) for text in said) > times
