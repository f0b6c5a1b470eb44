"""The same id twice.

What it objects to: two notes with one id, in one file or in two.

Why it hurts: what a learner knows is kept under the id. Two notes would share one history, and
Anki would take the second for a new version of the first. Only the first is learned.

An example:

    - {id: capital, front: Capital of Peru, back: Lima}
    - {id: capital, front: Capital of Chile, back: Santiago}

Better:

    - {id: capital-of-peru, front: Capital of Peru, back: Lima}
    - {id: capital-of-chile, front: Capital of Chile, back: Santiago}
"""

from collections.abc import Iterator

from cardsmith.catalog import DUPLICATE_ID
from cardsmith.deck import Note, NoteId
from cardsmith.diagnostics import Diagnostic, Remark
from cardsmith.lint.subject import Subject

CODES = (DUPLICATE_ID,)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each note whose id an earlier one has."""
    first: dict[NoteId, Note] = {}
    for note in subject.notes():
        known = first.setdefault(note.id, note)
        if known is not note:
            yield DUPLICATE_ID.at(
                note.span("id"),
                f"the id `{note.id}` is taken",
                "second note with it",
                (Remark("first note with it", known.span("id")),),
                "give the note that was not released another id",
            )
