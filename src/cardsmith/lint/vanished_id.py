"""A note that was released and is gone.

What it objects to: an id, or the key of a step, that the last release had and that no note has now,
nor any `formerly`.

Why it hurts: learners keep the card, but it never changes again, and what they know of it leads
nowhere. Most often the id was mended, or a note lost in a merge.

An example: the last release had the note `capital-of-peru`, whose id was mended to `lima`.

Better: the note `lima` has `formerly: [capital-of-peru]`, and learners go on where they are. A note
that has to go may go: the next release says so to the ledger, and this is no longer told.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger, Released
from cardsmith.catalog import VANISHED_ID
from cardsmith.deck import Note, Sequence
from cardsmith.diagnostics import Diagnostic, Remark, Span, did_you_mean
from cardsmith.lint.subject import Subject, in_file

CODES = (VANISHED_ID,)

_FEW = 50
_ID = re.compile("[a-z0-9][a-z0-9._-]*")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each note and each step that is gone, if all notes are there to be asked."""
    if not subject.is_whole or not subject.ledger.notes:
        return
    live: dict[str, Note] = {}
    for note in subject.notes():
        live.update(dict.fromkeys((note.id, *note.formerly), note))
    broken = {id_ for deck in subject.decks if deck.problems for id_ in _ID.findall(deck.text)}
    gone = [each for each in subject.ledger.notes.values() if _is_gone(each, live, broken)]
    lines = ledger.lines(subject.ledger) if gone else {}
    fresh = _fresh(subject.ledger, live) if len(gone) <= _FEW else []
    for released in gone:
        where = in_file(subject.collection, ledger.FILE, lines[released.guid])
        id_, _, step = released.name.partition("/")
        if not step:
            yield _gone(where, id_, fresh)
        elif id_ in live:
            yield _step_gone(where, live[id_], step)


def _is_gone(released: Released, live: Mapping[str, Note], broken: Container[str]) -> bool:
    """Whether the last release had it and no note has; what is broken is left alone."""
    id_, _, step = released.name.partition("/")
    return not released.last and not _is_there(live.get(id_), step) and id_ not in broken


def _is_there(note: Note | None, step: str) -> bool:
    """Whether a note has a step; none is asked for if that is empty."""
    if note is None or not step:
        return note is not None
    content = note.content
    return isinstance(content, Sequence) and any(each.key == step for each in content.steps)


def _fresh(released: Ledger, live: Iterable[str]) -> list[str]:
    """The ids that were never released; none where so many are new that each is like another."""
    known = {each.name for each in released.notes.values()}
    fresh = [id_ for id_ in live if id_ not in known]
    return fresh if len(fresh) <= _FEW else []


def _gone(where: Span, id_: str, fresh: list[str]) -> Diagnostic:
    meant = did_you_mean(id_, fresh)
    owner = f"if it is `{meant}` now, give that" if meant else "if it has another id now, give it"
    return VANISHED_ID.at(
        where,
        f"the note `{id_}` was released and is gone",
        help=f"{owner} `formerly: [{id_}]`; a note that has to go may go",
    )


def _step_gone(where: Span, note: Note, step: str) -> Diagnostic:
    return VANISHED_ID.at(
        where,
        f"the step `{step}` of `{note.id}` was released and is gone",
        remarks=(Remark("it was a step of this note", note.span()),),
        help="if it has another key now, give it the old one; a step that has to go may go",
    )
