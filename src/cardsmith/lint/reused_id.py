"""A former id in use again.

What it objects to: `formerly` naming an id that another note has, or that another note claims to
have had, or the note's own.

Why it hurts: `formerly` hands the history of an old id to the note. Where two notes have a claim to
it, what was learned of one would count for the other.

An example:

    - {id: lima, formerly: [capital], front: Capital of Peru, back: Lima}
    - {id: capital, front: A capital, back: The seat of a government}

Better: an id that was used once is never used again.

    - {id: lima, formerly: [capital], front: Capital of Peru, back: Lima}
    - {id: what-a-capital-is, front: A capital, back: The seat of a government}
"""

from collections.abc import Iterator

from cardsmith.catalog import REUSED_ID
from cardsmith.deck import Note, NoteId
from cardsmith.diagnostics import Diagnostic, Remark
from cardsmith.lint.subject import Subject

CODES = (REUSED_ID,)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each former id that is somebody else's."""
    live: dict[NoteId, Note] = {}
    for note in subject.notes():
        live.setdefault(note.id, note)
    claimed: dict[NoteId, Note] = {}
    for note in subject.notes():
        for number, old in enumerate(note.formerly):
            where = note.span(f"formerly.{number}")
            owner = live.get(old)
            other = claimed.setdefault(old, note)
            if old == note.id:
                yield REUSED_ID.at(where, f"`{old}` is the note's id now", help="remove it")
            elif owner is not None:
                remark = Remark("this note has it", owner.span("id"))
                yield REUSED_ID.at(
                    where,
                    f"the former id `{old}` is in use",
                    remarks=(remark,),
                    help="give the other note a new id, if that was not released",
                )
            elif other is not note:
                remark = Remark("claimed here before", other.span("formerly"))
                yield REUSED_ID.at(
                    where,
                    f"two notes claim the former id `{old}`",
                    remarks=(remark,),
                    help="leave it with the note that goes on with its history",
                )
