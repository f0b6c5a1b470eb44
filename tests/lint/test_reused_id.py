import pytest

from decks import found


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        ("b", "", ["E202 3:41 the former id `b` is in use"]),
        ("a", "", ["E202 3:41 `a` is the note's id now"]),
        ("x", "x", ["E202 4:41 two notes claim the former id `x`"]),
        ("x", "y", []),
        ("x, x", "", []),
    ],
)
def test_former_ids(first: str, second: str, problem: list[str]) -> None:
    cards = f"""\
        - {{id: a, front: 1, back: x, formerly: [{first}]}}
        - {{id: b, front: 2, back: x, formerly: [{second}]}}
        """
    assert found(cards) == problem


def test_across_files() -> None:
    assert found(
        "- {id: a, front: 1, back: x, formerly: [b]}\n", "- {id: b, front: 2, back: x}\n"
    ) == ["E202 3:41 the former id `b` is in use"]
