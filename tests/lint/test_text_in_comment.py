import pytest

from decks import findings, found


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("- id: a\n  front: What does the # character do?\n  back: b", ["W301 4:23 "]),
        ("- id: a\n  front: q\n  back: C # major", ["W301 5:10 "]),
        ("- id: a\n  front: q\n  back: b\n  extra: # lost", ["W301 6:9 "]),
        ("- id: a\n  front: q\n  typed: b\n  accept:\n    - c # sharp", ["W301 7:8 "]),
        ("- id: a\n  front: q\n  steps:\n    x: one # way\n    y: two", ["W301 6:11 "]),
        ("- id: a\n  front: q\n  choices: [a, b]\n  answer: a # b", ["W301 6:12 "]),
        ("- {id: a, front: b # c\n, back: b}", ["W301 3:19 "]),
        ("- id: a\n  front: long\n    text # lost\n  back: b", ["W301 5:9 "]),
        ("deck:\n  name: C # major\ncards:\n  - {id: a, front: q, back: b}", ["W301 2:10 "]),
        # meant as comments
        ("- id: a # the first\n  front: q\n  back: b\n  tags: [x] # y", []),
        ("- id: a\n  front: q\n  back: b  # a comment", []),
        ("- id: a\n  front: 'q' # a comment\n  back: \"b\" # another", []),
        ("- id: a\n  front: | # a comment\n    q # no comment\n  back: b", []),
        ("- id: a\n  front: q\n  typed: b\n  accept: [x] # a comment", []),
        # no comments
        ("- id: a\n  front: C# and a#b\n  back: 'x # y'", []),
        ("- id: a\n  front: |\n    x # y\n  back: b", []),
        ("# top\n- id: a\n  # between\n  front: q\n  back: b", []),
    ],
)
def test_text_behind_a_space_and_hash(cards: str, problem: list[str]) -> None:
    expected = [f"{each}text after a space and `#` is a comment" for each in problem]
    assert found(f"{cards}\n") == expected


def test_the_line_to_paste() -> None:
    (problem,) = findings("- id: a\n  front: q\n  back: C # major\n")
    assert problem.help == "if it is text:\n  back: 'C # major'"
    assert found("- id: a\n  front: q\n  back: 'C # major'\n") == []
