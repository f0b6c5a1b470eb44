"""A note without tags.

What it objects to: a note that has no tags, neither its own nor those of its deck file, where at
least three of four notes of the collection have some.

Why it hurts: whoever chooses cards by tags never meets it, in the terminal and in Anki.

An example:

    - {id: lima, front: Capital of Peru, back: Lima, tags: [capital]}
    - {id: quito, front: Capital of Ecuador, back: Quito, tags: [capital]}
    - {id: sucre, front: Capital of Bolivia, back: Sucre, tags: [capital]}
    - {id: bogota, front: Capital of Colombia, back: Bogotá}

Better: a tag that other notes have, or one for the whole file.

    deck: {name: Capitals, tags: [capital]}
    cards:
      - {id: lima, front: Capital of Peru, back: Lima}
      - {id: quito, front: Capital of Ecuador, back: Quito}
      - {id: sucre, front: Capital of Bolivia, back: Sucre}
      - {id: bogota, front: Capital of Colombia, back: Bogotá}
"""

from collections.abc import Iterator

from cardsmith.catalog import NO_TAGS
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject

CODES = (NO_TAGS,)

_MOST = 3  # to one without tags


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each note without tags, where that is no habit."""
    bare = [note for note in subject.notes() if not note.tags]
    tagged = sum(len(deck.notes) for deck in subject.decks) - len(bare)
    if tagged < _MOST * len(bare):
        return
    for note in bare:
        yield NO_TAGS.at(
            note.span("id"),
            f"the note `{note.id}` has no tags",
            help="add `tags: […]` to the note, or to the `deck:` of the file",
        )
