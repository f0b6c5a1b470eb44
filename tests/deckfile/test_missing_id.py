"""Ids for notes that have none, put in by place."""

import pytest

from cardsmith.deckfile.edit import edited
from decks import HEADER, errors, read


def mended(cards: str) -> str:
    """The cards with all that mends them done."""
    deck = read(HEADER + cards)
    edits = [edit for problem in deck.problems for edit in problem.edits]
    assert edits
    after = edited((HEADER + cards).encode(), edits).decode().removeprefix(HEADER)
    assert not any(error.startswith("E106") for error in errors(HEADER + after))
    return after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- front: Peru?\n  back: b\n", "- id: peru\n  front: Peru?\n  back: b\n"),
        (
            "  -   front: Peru?\n      back: b\n",
            "  -   id: peru\n      front: Peru?\n      back: b\n",
        ),
        (
            "-\n  # c\n  front: Peru?\n  back: b\n",
            "-\n  # c\n  id: peru\n  front: Peru?\n  back: b\n",
        ),
        ("- # c\n  front: Peru?\n  back: b\n", "- # c\n  id: peru\n  front: Peru?\n  back: b\n"),
        ("- 'front': Peru?\n  back: b\n", "- id: peru\n  'front': Peru?\n  back: b\n"),
        ("- {front: 'Peru?', back: b}\n", "- {id: peru, front: 'Peru?', back: b}\n"),
        ("- { front: 'Peru?', back: b }\n", "- { id: peru, front: 'Peru?', back: b }\n"),
        ("- {\n  front: 'Peru?', back: b}\n", "- {\n  id: peru, front: 'Peru?', back: b}\n"),
        ("- id:\n  front: Peru?\n  back: b\n", "- id: peru\n  front: Peru?\n  back: b\n"),
        ("- id: # c\n  front: Peru?\n  back: b\n", "- id: peru # c\n  front: Peru?\n  back: b\n"),
        ("- front: Peru?\n  id: ''\n  back: b\n", "- front: Peru?\n  id: peru\n  back: b\n"),
        ("- {id: , front: 'Peru?', back: b}\n", "- {id: peru , front: 'Peru?', back: b}\n"),
        ("- back: b\n", "- id: card\n  back: b\n"),
    ],
)
def test_an_id_stands_first_with_the_other_fields(before: str, after: str) -> None:
    assert mended(before) == after


def test_each_note_gets_its_own() -> None:
    before = (
        "- front: Peru?\n  back: b\n- {cloze: '{{c1::Peru}}'}\n- {id: peru-2, front: q, back: b}\n"
    )
    assert mended(before) == (
        "- id: peru\n  front: Peru?\n  back: b\n- {id: peru-3, cloze: '{{c1::Peru}}'}\n"
        "- {id: peru-2, front: q, back: b}\n"
    )


@pytest.mark.parametrize(
    "cards",
    [
        "- {}\n",
        "- ? front\n  : Peru?\n  ? back\n  : b\n",
        "- ? corn\n  front: q\n  back: b\n",
        "- {id: a, front: q}: b\n",
        "- formerly: ['']\n  id: a\n",
    ],
)
def test_where_it_is_not_sure_nothing_is_put_in(cards: str) -> None:
    deck = read(HEADER + cards)
    assert deck.problems
    assert not any(problem.edits for problem in deck.problems if cards.startswith("- {}"))


def test_notes_in_a_list_in_brackets() -> None:
    text = "deck: {name: T}\ncards: [\n  front: q,\n  {front: Peru, back: b}\n]\n"
    deck = read(text)
    edits = [edit for problem in deck.problems for edit in problem.edits]
    assert edited(text.encode(), edits).decode() == text.replace("{front", "{id: peru, front")
