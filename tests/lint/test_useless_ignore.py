import pytest

from decks import found

SOUND = "- {id: z, front: z, back: z}\n"
TODO = "front: 'a {{c1::gap}}'"  # W302


@pytest.mark.parametrize(
    "cards",
    [
        f"- id: a  # cardsmith: ignore W302\n  {TODO}\n  back: b\n",
        f"- id: a\n  {TODO}  # cardsmith: ignore W302\n  back: b\n",
        f"- id: a\n  # cardsmith: ignore W302\n  {TODO}\n  back: b\n",
        f"# cardsmith: ignore W302\n- id: a\n  {TODO}\n  back: b\n",
        f"{SOUND}\n# cardsmith: ignore: W302\n- {{id: a, {TODO}, back: b}}\n",
        f"- {{id: a, {TODO}, back: b}}  # cardsmith: ignore W302\n",
    ],
)
def test_a_comment_keeps_a_warning_away(cards: str) -> None:
    assert found(cards) == []


def test_several_codes() -> None:
    cards = f"- id: a  # cardsmith: ignore W302\n  {TODO}\n  back: b\n"
    again = f"- id: b  # cardsmith: ignore W302, W305  # and why\n  {TODO}\n  back: c\n"
    assert found(cards + again) == []
    assert found(cards + again.replace("W302,", "")) == [
        "W302 7:10 cloze marks in `front`",
    ]


def test_only_in_its_note() -> None:
    cards = (
        f"- id: a\n  {TODO}\n  back: b\n  # cardsmith: ignore W302\n- id: b\n  {TODO}s\n  back: b\n"
    )
    assert found(cards.replace("gap}}'s", "gap}}s'")) == ["W302 8:10 cloze marks in `front`"]


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("W302", "5:25 this note has no W302"),
        ("W035", "5:25 nothing has the code `W035`"),
        ("E108", "5:25 E108 is an error and cannot be ignored"),
        ("", "5:5 the comment names no code"),
    ],
)
def test_comments_in_vain(comment: str, problem: str) -> None:
    cards = f"- id: a\n  front: x\n    # cardsmith: ignore {comment}".rstrip() + "\n  back: b\n"
    assert found(cards) == [f"W322 {problem}"]


@pytest.mark.parametrize(
    "value",
    [
        "'x # cardsmith: ignore W302'",
        "|\n    x\n    # cardsmith: ignore W302\n    y",
        "'x#cardsmith: z'",
    ],
)
def test_a_text_is_no_comment(value: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: {value}\n") == []


def test_a_comment_at_no_note() -> None:
    cards = "deck: {name: T}\n# cardsmith: ignore W302\ncards:\n  - {id: a, front: x, back: b}\n"
    assert found(cards) == ["W322 2:21 the comment stands at no note"]
