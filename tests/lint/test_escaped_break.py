import pytest

from decks import found


@pytest.mark.parametrize(
    ("back", "problem"),
    [
        (r'"\theta and \nabla"', [r"W303 5:10 `\t` in double quotes is a tab"]),
        (r'"\\theta and \nabla"', [r"W303 5:22 `\n` in double quotes is a line feed"]),
        (r'"\\theta and \\nabla \" \u0041"', []),
        (r"'\theta and \nabla'", []),
        (r"\theta and \nabla", []),
        ("|\n    \\theta", []),
        ('"two\n    lines"', []),
    ],
)
def test_breaks_made_by_escapes(back: str, problem: list[str]) -> None:
    assert found(f"- id: a\n  front: q\n  back: {back}\n") == problem


def test_in_items() -> None:
    assert found('- id: a\n  front: q\n  steps: {x: "a\\tb", y: c}\n') == [
        "W303 5:16 `\\t` in double quotes is a tab"
    ]
