"""Whether a change left other texts alone: what is seen, and what may differ."""

import pytest

from cardsmith.deckfile import source
from cardsmith.deckfile.edit import edited
from cardsmith.deckfile.leaves import kept
from cardsmith.diagnostics import Edit, Place

TEXT = """\
deck: {name: T}
cards:
  - front: q # c
    back: b
    tags: [x, y]
  - {id: b, steps: {a: 1, b: 2}}
"""


def changed(*edits: Edit) -> bool:
    after = source.decode(edited(TEXT.encode(), edits), "x")
    assert isinstance(after, str)
    return kept(TEXT, after, edits)


def at(line: int, column: int, end: int, text: str) -> Edit:
    return Edit(Place(line, column, line, end), text)


@pytest.mark.parametrize(
    "edits",
    [
        [],
        [at(3, 5, 5, "id: a\n    ")],
        [at(5, 12, 13, "z")],
        [at(3, 13, 14, "  ")],
        [at(3, 5, 5, "id: a\n    "), at(5, 15, 16, "z"), at(6, 10, 11, "c")],
        [at(5, 1, 1, "    # more\n")],
    ],
)
def test_only_what_was_meant_differs(edits: list[Edit]) -> None:
    assert changed(*edits)


@pytest.mark.parametrize(
    "edits",
    [
        [at(3, 5, 5, "id: 'a\n    ")],  # a quote that is never closed
        [at(3, 5, 5, "# ")],  # a field becomes a comment
        [at(3, 5, 5, "- ")],
        [at(4, 5, 9, "hint")],  # a key, where a text was meant
        [at(5, 12, 13, "x, z")],  # an item more
        [at(6, 1, 5, "# - ")],  # a note less
        [at(3, 13, 14, "")],  # no text was named, but it becomes longer
        [at(3, 5, 5, "<<<<<<< HEAD\n")],
    ],
)
def test_what_was_not_meant_is_seen(edits: list[Edit]) -> None:
    assert not changed(*edits)


@pytest.mark.parametrize(
    ("after", "is_same"),
    [
        (TEXT.replace("back: b\n    tags: [x, y]", "tags: [x,  y]  # d\n    back: b"), True),
        (TEXT.replace("{a: 1, b: 2}", "{b: 2, a: 1}"), False),  # the order of steps is their point
        (TEXT.replace("[x, y]", "[y, x]"), False),
        (TEXT.replace("back: b", "back: 'b'"), False),
        (TEXT.replace("back: b", "back: |-\n      b"), False),
        (TEXT.replace("[x, y]", "{x: , y: }"), False),
        (TEXT.replace("    back: b\n", ""), False),
        (TEXT.replace("    back: b\n", "    back: b\n    back: b\n"), False),
    ],
)
def test_without_edits_only_places_may_differ(after: str, is_same: bool) -> None:  # noqa: FBT001
    assert kept(TEXT, after) is is_same
    assert kept(after, TEXT) is is_same
