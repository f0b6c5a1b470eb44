import pytest

from decks import findings, found

SAME = "`a` asks the same and has the same answer"


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        (
            "front: 'Capital of Peru?', back: x",
            "front: 'capital of  Peru ?', back: X",
            f"W304 {SAME}",
        ),
        ("front: Caf\xe9, back: x", "front: Cafe\u0301, back: x", f"W304 {SAME}"),
        ("cloze: 'A {{c1::b}}'", "cloze: 'a {{c1::B}}'", f"W304 {SAME}"),
        ("front: insert, back: B-tree", "front: insert, back: heap", "W305 `a` asks the same"),
        ("front: insert, back: x", "front: insert, typed: x", f"W304 {SAME}"),
        ("front: insert, back: x", "front: delete, back: x", ""),
        ("front: q, choices: [a, b], answer: a", "front: q, choices: [c, d], answer: c", ""),
    ],
)
def test_two_notes(first: str, second: str, problem: str) -> None:
    both = findings(f"- {{id: a, {first}}}\n- {{id: b, {second}}}\n")
    assert [f"{each.code} {each.phrase}" for each in both] == ([problem] if problem else [])


def test_both_places_are_told() -> None:
    cards = "- {id: a, front: q, back: b}\n"
    (problem,) = findings(cards, "- {id: b, front: q, back: b}\n")
    (first,) = problem.remarks
    assert first.span is not None
    assert (problem.span.path, first.span.path) == ("decks/test1.yaml", "decks/test.yaml")


def test_other_decks_may_ask_the_same() -> None:
    cards = "- {{id: {}, front: insert, back: b}}\n"
    deck = "deck: {{name: {}}}\ncards:\n{}"
    assert found(deck.format("A", cards.format("a")), deck.format("B", cards.format("b"))) == []


def test_a_note_given_twice_is_told_once() -> None:
    assert len(found("- {id: a, front: q, back: b}\n- {id: a, front: q, back: b}\n")) == 1
