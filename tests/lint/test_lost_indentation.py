"""W315."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deckfile.parse import parse
from cardsmith.lint import Subject, lost_indentation
from decks import HEADER, collection, findings


def told(cards: str) -> list[int]:
    """The lines that are told."""
    return [each.span.place.line for each in findings(cards) if each.code == "W315"]


def block(*lines: str, sign: str = "|") -> str:
    """A note whose `back` is a block; the key stands in column 3, the text in column 5."""
    return "\n".join(("- id: a", "  front: q", f"  back: {sign}", *lines, "  extra: x", ""))


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        # deeper than a key could be
        (block("    one", "   # two"), 7),
        (block("    one", "", "   # two"), 8),
        (block("      one", "    # two", "    # three"), 7),
        (block("      one", "    # two", sign=">-"), 7),
        (block("    one", "   # two").replace("  extra: x\n", ""), 7),
        # in a block of code that is still open
        (block("    ```sh", "    ls", "  # comment"), 8),
        (block("    ```sh", "    ls", "# comment"), 8),
        (block("    ~~~", "    ls", "", "# comment"), 9),
        (block("    ```", "    a", "    ```", "    ```", "    b", "# c"), 11),
        # a line of C
        (block("    int x;", "#include <stdio.h>"), 7),
        (block("    int x;", '  # include "x.h"'), 7),
        (block("    int x;", "#define X 1", "#endif"), 7),
        # texts without a sign
        ("- id: a\n  front: one\n    two\n    # three\n  back: b\n", 6),
        ("- id: a\n  front: one\n    two\n   # three\n  back: b\n", 6),
        ("- id: a\n  front:\n    one\n    # two\n  back: b\n", 6),
        ("- id: a\n  front: q\n  typed: b\n  accept:\n    - |\n      b\n     # c\n", 9),
        ("- id: a\n  front: q\n  steps:\n    a: |\n        b\n      # c\n    b: d\n", 8),
    ],
)
def test_comments_that_cut_a_text(cards: str, line: int) -> None:
    assert told(cards) == [line]


@pytest.mark.parametrize(
    "cards",
    [
        # above a key, between notes, at the end of one
        block("    one", "  # about the next key"),
        block("    one", "# far out"),
        block("    one", "", "  # about the next key", "  # in two lines"),
        block("    one", "  # if somebody knows better", "  # include more here, please"),
        block("    ```", "    ls", "    ```", "  # about the next key"),
        block("    A fence ``` in a line", "  # about the next key"),
        block("    one", "  # end of a") + "# next\n- id: b\n  front: r\n  back: s\n",
        "- id: a\n  front: q\n  back: b\n  # end\n\n  # next\n- id: b\n  front: r\n  back: s\n",
        "# top\n- id: a\n  # first\n  front: q\n  # second\n  back: b\n# end\n",
        # part of the text
        block("    # heading", "    one", "    ## two", "     # three"),
        block("    one", "    # two"),
        block("      key: |", "        x", "       # inside"),
        # comments behind values that go on below
        "- id: a\n  front: q  # one\n            # two\n  back: b\n",
        "- id: a\n  front: long\n    text  # one\n          # two\n  back: b\n",
        "- id: a\n  front: q\n     # about the question\n  back: b\n",
        "- id: a\n  front: 'long\n    text'\n    # about it\n  back: b\n",
        "- id: a\n  front: q\n  back: b\n  tags:\n    - x\n    # - y\n    - z\n",
        "- id: a\n  front: q\n  back: b\n  tags:\n    # - y\n    - z\n",
        "- id: a\n  front: q\n  steps:\n    a: |\n      b\n    # about c\n    b: d\n",
        "- id: a\n  front: q\n  back: b\n  tags: [x,\n    # y\n    z]\n",
        block("      one", "    # cardsmith: ignore W401").replace("W401", "W315"),
    ],
)
def test_comments_that_are_some(cards: str) -> None:
    assert told(cards) == []


def test_what_is_better() -> None:
    (problem,) = (each for each in findings(block("    one", "   # two")) if each.code == "W315")
    assert problem.phrase == "the text above ends at this comment"
    assert problem.span.place == (7, 4, 7, 9)
    assert told(block("    one", "    # two")) == []


LINES = st.lists(
    st.builds(
        "{}{}".format,
        st.sampled_from(["", " ", "  ", "   ", "    ", "      "]),
        st.sampled_from(["# x", "#include <y>", "```", "one", "", "key: v", "- a", "z: |"]),
    ),
    max_size=8,
)


@given(LINES)
def test_what_is_told_is_no_part_of_a_text(lines: list[str]) -> None:
    text = HEADER + block("    first", *lines)
    deck = parse(text, "decks/test.yaml")
    contents = [note.content for note in deck.notes]
    for found in lost_indentation.check(Subject(collection([deck]), (deck,))):
        line = found.span.place.line - 1
        written = text.split("\n")
        assert written[line].lstrip().startswith("#")
        written[line] += " and more"
        more = parse("\n".join(written), "decks/test.yaml")
        assert [note.content for note in more.notes] == contents


@given(LINES)
def test_what_is_mended_is_told_no_more(lines: list[str]) -> None:
    deck = parse(HEADER + block("    first", *(f"    {line}" for line in lines)), "x.yaml")
    assert list(lost_indentation.check(Subject(collection([deck]), (deck,)))) == []
