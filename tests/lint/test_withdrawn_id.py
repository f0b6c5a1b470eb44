"""W317."""

import pytest

from cardsmith.anki.ledger import Ledger, Released
from cardsmith.lint import Subject, lint
from decks import collection, read, said


def released(name: str, last: str = "", guid: str = "") -> Released:
    """A line of a ledger."""
    return Released(name, guid or name, "basic", "00", {}, 1, (0,), "1.0.0", last)


def told(cards: str, *notes: Released) -> list[str]:
    """What is said of cards with a ledger."""
    deck = read(cards)
    known = Ledger("3.0.0", {}, {note.guid: note for note in notes})
    return [said(each) for each in lint(Subject(collection([deck]), (deck,), known))]


CARD = "- {id: capital, front: What is a capital?, back: A city}\n".replace("?,", ",")
STEPS = "- {id: bread, front: q, steps: {sow: one, reap: two, bake: three}}\n"


def test_a_withdrawn_id_that_is_in_use_again() -> None:
    assert told(CARD, released("capital", "2.0.0")) == [
        "W317 3:8 `capital` was the id of a note that was withdrawn after 2.0.0"
    ]


def test_a_withdrawn_step_that_is_there_again() -> None:
    assert told(STEPS, released("bread"), released("bread/reap", "2.0.0")) == [
        "W317 3:49 `reap` was the key of a step that was withdrawn after 2.0.0"
    ]


def test_a_withdrawn_sequence_is_told_once() -> None:
    notes = [released(name, "2.0.0") for name in ("bread", "bread/reap", "bread/bake")]
    assert told(STEPS, *notes) == [
        "W317 3:8 `bread` was the id of a note that was withdrawn after 2.0.0"
    ]


@pytest.mark.parametrize(
    "notes",
    [
        [],
        [released("capital")],
        [released("capital-of-peru", "2.0.0"), released("capital")],
        # withdrawn under one guid and released under another
        [released("capital", "2.0.0", "one"), released("capital", "", "other")],
    ],
)
def test_ids_that_were_not_withdrawn(notes: list[Released]) -> None:
    assert told(CARD, *notes) == []


def test_a_former_id_may_have_been_withdrawn() -> None:
    card = "- {id: city, formerly: [capital], front: q, back: b}\n"
    assert told(card, released("capital", "2.0.0")) == []


def test_it_can_be_ignored() -> None:
    card = "- id: capital  # cardsmith: ignore W317\n  front: q\n  back: b\n"
    assert told(card, released("capital", "2.0.0")) == []
