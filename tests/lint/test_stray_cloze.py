import pytest

from decks import found


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        (
            "- {id: a, front: '{{c1::Paris}} is a city', back: x}",
            ["W302 3:18 cloze marks in `front`"],
        ),
        (
            "- {id: a, front: q, typed: x, extra: 'x {{c2::y}}'}",
            ["W302 3:38 cloze marks in `extra`"],
        ),
        ("- {id: a, front: 'Is `{{c1::Paris}}` right?', back: x}", []),
        ("- {id: a, front: '{{Front}} and {{c1:x}}', back: x}", []),
        ("- {id: a, cloze: '{{c1::Paris}} is a city'}", []),
    ],
)
def test_cloze_marks(cards: str, problem: list[str]) -> None:
    assert found(f"{cards}\n") == problem
