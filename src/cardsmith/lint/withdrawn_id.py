"""The id of a withdrawn note in use again.

What it objects to: a note, or a step, with an id that the ledger of releases has for one that an
earlier release withdrew.

Why it hurts: who learned the old note still has it, and its history. A note that asks something
else would overwrite their card and take over that history.

An example: the note `capital` asked for the capital of Peru and was withdrawn. A new note with this
id asks what a capital is.

Better: the new note has the id `what-a-capital-is`. If it is the old note again, ignore this:
learners go on where they left.
"""

from collections.abc import Iterator

from cardsmith.anki.ledger import Released
from cardsmith.catalog import WITHDRAWN_ID
from cardsmith.deck import Note, Sequence
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject

CODES = (WITHDRAWN_ID,)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each note or step whose id was withdrawn."""
    released = subject.ledger.notes.values()
    withdrawn = {each.name: each for each in released if each.last}
    for each in released:
        if not each.last:
            withdrawn.pop(each.name, None)
    if withdrawn:
        for note in subject.notes():
            if note.id in withdrawn:
                yield _of_note(note, withdrawn[note.id])
            elif isinstance(note.content, Sequence):
                yield from _of_steps(note, withdrawn)


def _of_note(note: Note, before: Released) -> Diagnostic:
    return WITHDRAWN_ID.at(
        note.span("id"),
        f"`{note.id}` was the id of a note that was withdrawn after {before.last}",
        help="another meaning wants another id; if it is the same note again, say so behind its "
        "id: `# cardsmith: ignore W317`",
    )


def _of_steps(note: Note, withdrawn: dict[str, Released]) -> Iterator[Diagnostic]:
    if isinstance(note.content, Sequence):
        for step in note.content.steps[1:]:
            before = withdrawn.get(f"{note.id}/{step.key}")
            if before:
                yield WITHDRAWN_ID.at(
                    note.span(f"steps.{step.key}"),
                    f"`{step.key}` was the key of a step that was withdrawn after {before.last}",
                    help="another meaning wants another key; if it is the same step again, "
                    "say so behind the id of the note: `# cardsmith: ignore W317`",
                )
