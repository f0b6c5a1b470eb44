"""A source that does not exist.

What it objects to: `source` naming a text that `collection.yaml` does not declare, or a heading
that this text does not have.

Why it hurts: a learner who doubts a card cannot look it up.

An example:

    source: lesson#oder

Better: the name of a declared source and the anchor of one of its headings, or a URL.

    source: lesson#order
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import UNKNOWN_ANCHOR, UNKNOWN_SOURCE
from cardsmith.deck import Note, Source
from cardsmith.diagnostics import Diagnostic, did_you_mean
from cardsmith.lint.subject import Subject

CODES = (UNKNOWN_SOURCE, UNKNOWN_ANCHOR)

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each citation that leads nowhere."""
    sources = subject.collection.sources
    if not subject.collection.id:
        return  # what `collection.yaml` declares could not be read
    for note in subject.notes():
        name, _, anchor = note.source.partition("#")
        if not name or _URL.fullmatch(note.source):
            continue
        source = sources.get(name)
        if source is None:
            meant = did_you_mean(name, sources)
            yield UNKNOWN_SOURCE.at(
                note.span("source"),
                f"unknown source `{name}`",
                f"did you mean `{meant}`?" if meant else "",
                help=""
                if meant
                else "declare it under `sources` in collection.yaml, or give a URL",
            )
        elif anchor and source.anchors and anchor not in source.anchors:
            yield _unknown_anchor(note, source, anchor)


def _unknown_anchor(note: Note, source: Source, anchor: str) -> Diagnostic:
    meant = did_you_mean(anchor, source.anchors)
    return UNKNOWN_ANCHOR.at(
        note.span("source"),
        f"`{source.location}` has no heading `#{anchor}`",
        f"did you mean `{source.name}#{meant}`?" if meant else "",
        help="" if meant else "its headings are " + ", ".join(f"`{a}`" for a in source.anchors),
    )
