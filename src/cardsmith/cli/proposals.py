"""Ids proposed to notes that have none: unlike each other, and all that a collection has or had."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from cardsmith import ledgerfile
from cardsmith.anki.package import PackageError
from cardsmith.catalog import MISSING_ID
from cardsmith.deckfile import ids
from cardsmith.diagnostics import Diagnostic
from cardsmith.workspace import Loaded

_PROPOSAL = re.compile(r"\bid: ([a-z0-9-]+)")
_ID = re.compile(r"""\bid["']?[ ]*:\s*["']?([a-z0-9][a-z0-9._-]*)""")
_FORMERLY = re.compile(r"""\bformerly["']?[ ]*:\s*(\[[^\]]*\]|(?:\s*- .*)+)""")
_NUMBER = re.compile(r"-\d+$")  # what a proposal may have got already
_WORD = re.compile(r"[a-z0-9][a-z0-9._-]*")


def distinct(found: Iterable[Diagnostic], whole: Loaded) -> list[Diagnostic]:
    """Findings whose proposals of ids differ from each other and from all ids of a collection.

    A file is read by itself, so what it proposes differs only from what is in it.

    Args:
        found: the findings, of some files or all.
        whole: all of the collection.
    """
    taken = set(_ids(whole))
    return [
        _unlike(each, taken) if each.code == MISSING_ID.id and each.edits else each
        for each in found
    ]


def proposes(found: Iterable[Diagnostic]) -> bool:
    """Whether a finding proposes an id."""
    return any(each.code == MISSING_ID.id and each.edits for each in found)


def _ids(whole: Loaded) -> Iterator[str]:
    """All ids that notes have, had, or seem to have: also notes with errors, and released ones."""
    for deck in whole.decks:
        for note in deck.notes:
            yield note.id
            yield from note.formerly
    for text in whole.texts.values():
        yield from _ID.findall(text)
        for ids_ in _FORMERLY.findall(text):
            yield from _WORD.findall(ids_)
    with suppress(PackageError):  # which is a finding of its own
        for released in ledgerfile.read(whole.found.root).notes.values():
            yield released.name.partition("/")[0]


def _unlike(found: Diagnostic, taken: set[str]) -> Diagnostic:
    """A finding with another proposal, if its own is taken; the proposal is taken then."""
    given = _PROPOSAL.search(found.help)
    if given is None:
        return found
    old = given[1]
    stem = _NUMBER.sub("", old)
    new = ids.proposed(stem if stem in taken else old, taken) if old in taken else old
    taken.add(new)
    return found._replace(
        help=found.help.replace(f"id: {old}", f"id: {new}"),
        edits=tuple(
            each._replace(text=re.sub(rf"\b{old}(?=[\n,]|$)", new, each.text, count=1))
            for each in found.edits
        ),
    )
