"""W318."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deckfile import source
from cardsmith.deckfile.edit import edited
from cardsmith.deckfile.leaves import kept
from cardsmith.deckfile.parse import parse
from cardsmith.diagnostics import Diagnostic, Edit
from cardsmith.lint import Subject, trailing_space
from decks import HEADER, collection, findings


def blanks_in(text: str) -> list[Diagnostic]:
    """What is told of a file."""
    deck = parse(text, "x.yaml")
    return list(trailing_space.check(Subject(collection([deck]), (deck,))))


@pytest.mark.parametrize(
    ("cards", "blanks"),
    [
        ("- id: a  \n  front: q \n  back: b\n", [(3, 8, 10), (4, 11, 12)]),
        ("- id: a\n  front: q\n  back: 'b' \n", [(5, 12, 13)]),
        ("- id: a\n  front: q\n  back: |  \n    b\n", [(5, 10, 12)]),
        ("- id: a\n  front: q # x \n  back: b\n", [(4, 15, 16)]),
        ("- id: a\n  front: q\n  back: b\n  \n# x  \n", [(6, 1, 3), (7, 4, 6)]),
        ("- id: a\n  front: q\n  back: b\n# x \t\n", [(6, 4, 6)]),
        ("- id: a\n  front: one  \n    two\n  back: b\n", [(4, 13, 15)]),
        ("- id: a\n  front: q\n  back: b\n  tags: \n    - x\n", [(6, 8, 9)]),
        ("- \n  id: a\n  front: q\n  back: b\n", [(3, 2, 3)]),
        # in texts they stay
        ("- id: a\n  front: q\n  back: |\n    b  \n    c\n", []),
        ("- id: a\n  front: q\n  back: |\n    b\n      \n    c\n", []),
        ("- id: a\n  front: q\n  back: >-\n    b  \n    c \n", []),
        ("- id: a\n  front: q\n  back: 'b  \n    c'\n", []),
        ('- id: a\n  front: q\n  back: "b\\  \n    c"\n', []),
        ("- id: a\n  front: q\n  back: b\n", []),
    ],
)
def test_blanks_at_the_ends_of_lines(cards: str, blanks: list[tuple[int, int, int]]) -> None:
    places = [each.span.place for each in blanks_in(HEADER + cards)]
    assert [(each.line, each.column, each.end_column) for each in places] == blanks
    assert all(each.line == each.end_line for each in places)


def test_the_rule_is_one_of_all() -> None:
    (problem,) = findings("- id: a  \n  front: q\n  back: b\n")
    assert (problem.code, problem.edits) == ("W318", (Edit(problem.span.place, ""),))


def test_a_file_that_cannot_be_read_is_left_alone() -> None:
    assert blanks_in(f"{HEADER}- id: a  \n  front: [  \n") == []
    assert blanks_in(f"{HEADER}- id: a  \n  front: \x00\n") == []


BLANKS = st.sampled_from(["", "", " ", "   "])
PIECES = st.sampled_from(
    [
        "# comment",
        "",
        "    ",
        "      ",
        "  extra: plain",
        "    goes on",
        "  hint: 'one",
        "    two'",
        '  source: "x\\',
        '    y"',
        "  back: |",
        "  back: >+",
        "    text",
        "      deeper",
        "  tags: [a,",
        "    b]",
        "  tags:",
        "    - c",
        "- id: b",
        "  front: q",
    ]
)


@given(st.lists(st.tuples(PIECES, BLANKS), max_size=14), st.sampled_from(["\n", "\r\n"]))
def test_without_them_the_file_says_the_same(lines: list[tuple[str, str]], end: str) -> None:
    written = HEADER + "- id: a\n" + "".join(f"{line}{blanks}\n" for line, blanks in lines)
    data = written.replace("\n", end).encode()
    before = source.decode(data, "x.yaml")
    assert isinstance(before, str)
    found = blanks_in(before)
    mended = edited(data, [edit for each in found for edit in each.edits])
    after = source.decode(mended, "x.yaml")
    assert isinstance(after, str)
    assert blanks_in(after) == []
    if found:
        assert kept(before, after)
        assert [line.rstrip() for line in before.split("\n")] == [
            line.rstrip() for line in after.split("\n")
        ]
    else:
        assert mended == data
