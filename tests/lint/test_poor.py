"""Deliberately poor notes: each is named by the rule that it was written for, and by no other."""

from collections import defaultdict
from pathlib import Path

from cardsmith.catalog import CATALOG
from cardsmith.cli.findings import findings
from cardsmith.lint import PAGES
from cardsmith.workspace import Found, Loaded, Way, survey

POOR = Path(__file__).parents[1] / "data" / "poor"
# Found at files, not at notes.
ELSEWHERE = {"W314", "W316", "W318", "W320", "W321"}


def poor() -> Loaded:
    return survey(Found(POOR, Way.ASKED))


def test_each_note_is_named_by_the_code_that_its_id_begins_with() -> None:
    loaded = poor()
    named: dict[str, set[str]] = defaultdict(set)
    for found in findings(loaded):
        deck = next((deck for deck in loaded.decks if deck.path == found.span.path), None)
        notes = [n for n in deck.notes if n.place.line <= found.span.place.line] if deck else []
        if notes:
            named[notes[-1].id].add(found.code)
    expected = {note.id: {note.id[:4].upper()} for note in loaded.collection.notes}
    assert dict(named) == {i: codes for i, codes in expected.items() if codes != {"GOOD"}}


def test_there_are_enough_and_of_every_sort() -> None:
    ids = [note.id for note in poor().collection.notes]
    assert len([i for i in ids if not i.startswith("good")]) >= 40
    codes = {code.id for rule in PAGES for code in rule.CODES if code.id.startswith("W")}
    assert {i[:4].upper() for i in ids if not i.startswith("good")} == codes - ELSEWHERE
    assert {code.id for code in CATALOG} >= ELSEWHERE
    # A repository cannot hold two files whose names differ only in case: not on every system.
    assert {found.code for found in findings(poor())} >= codes - {"W320"}
