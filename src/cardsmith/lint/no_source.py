"""A note that cites nothing.

What it objects to: a note without `source`, in a collection that declares sources and where at
least three of four notes cite something.

Why it hurts: a learner who doubts the card cannot look it up, and nobody can tell later whether it
is still right. Wozniak's eighteenth of twenty rules is to provide sources.

An example:

    - {id: lima, front: Capital of Peru, back: Lima, source: lesson#order}
    - {id: quito, front: Capital of Ecuador, back: Quito, source: lesson#order}
    - {id: sucre, front: Capital of Bolivia, back: Sucre, source: lesson#order}
    - {id: bogota, front: Capital of Colombia, back: Bogotá}

Better: the name of a source and the anchor of a heading, or a URL.

    - {id: lima, front: Capital of Peru, back: Lima, source: lesson#order}
    - {id: quito, front: Capital of Ecuador, back: Quito, source: lesson#order}
    - {id: sucre, front: Capital of Bolivia, back: Sucre, source: lesson#order}
    - {id: bogota, front: Capital of Colombia, back: Bogotá, source: lesson#order}
"""

from collections.abc import Iterator

from cardsmith.catalog import NO_SOURCE
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject

CODES = (NO_SOURCE,)

_MOST = 3  # to one that cites nothing


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each note without a source, where that is no habit."""
    sources = subject.collection.sources
    if not sources:
        return
    bare = [note for note in subject.notes() if not note.source]
    cited = sum(len(deck.notes) for deck in subject.decks) - len(bare)
    if cited < _MOST * len(bare):
        return
    first = next(iter(sources.values()))
    anchor = next(iter(first.anchors), "")
    example = f"{first.name}#{anchor}" if anchor else first.name
    for note in bare:
        yield NO_SOURCE.at(
            note.span("id"),
            f"the note `{note.id}` cites nothing",
            help=f"say where it is from: `source: {example}`, or a URL",
        )
