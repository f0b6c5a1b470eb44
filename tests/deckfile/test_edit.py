"""Edits by place: what is not named stays, byte by byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deckfile import source
from cardsmith.deckfile.edit import edited, inserted
from cardsmith.diagnostics import Edit, Place

LINES = st.lists(st.text(st.sampled_from("ab \u00e9\U0001f600\t"), max_size=4), min_size=1)
BOM = st.sampled_from(["", "\ufeff"])


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Files with one sort of line ends, or with both that are common."""
    sort = draw(st.sampled_from([("\n",), ("\r\n",), ("\r",), ("\n", "\r\n")]))
    lines = draw(LINES)
    body = "".join(line + draw(st.sampled_from(sort)) for line in lines[:-1])
    return f"{draw(BOM)}{body}{lines[-1]}".encode()


FILES = files()


def text_of(data: bytes) -> str:
    text = source.decode(data, "x")
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_between_lines(bom: str, end: str) -> None:
    data = f"{bom}one{end}two{end}".encode()
    assert edited(data, [inserted(2, "new\n")]) == f"{bom}one{end}new{end}two{end}".encode()
    assert edited(data, [inserted(3, "new\n")]) == f"{bom}one{end}two{end}new{end}".encode()
    assert edited(data, [inserted(1, "new\n")]) == f"{bom}new{end}one{end}two{end}".encode()


def test_behind_a_last_line_without_an_end() -> None:
    assert edited(b"one\r\ntwo", [inserted(3, "new\n")]) == b"one\r\ntwo\r\nnew"


def test_several_in_one_line() -> None:
    edits = [Edit(Place(1, 5, 1, 6), ""), Edit(Place(1, 1, 1, 2), "XX")]
    assert edited(b"abcde\n", edits) == b"XXbcd\n"
    with pytest.raises(ValueError, match="Edit"):
        edited(b"abcde\n", [Edit(Place(1, 1, 1, 3), ""), Edit(Place(1, 2, 1, 4), "")])


@given(FILES)
def test_no_edit_is_no_change(data: bytes) -> None:
    assert edited(data, []) == data


@given(FILES, st.data())
def test_what_is_read_afterwards(data: bytes, drawn: st.DataObject) -> None:
    """An edit does to the file what it does to its text."""
    lines = text_of(data).split("\n")
    first = drawn.draw(st.integers(1, len(lines) - 1))
    last = drawn.draw(st.integers(first, len(lines) - 1))
    column = drawn.draw(st.integers(1, len(lines[first - 1]) + 1))
    end = drawn.draw(st.integers(column if first == last else 1, len(lines[last - 1]) + 1))
    edit = Edit(Place(first, column, last, end), drawn.draw(st.text("xy\n")))
    head = "\n".join([*lines[: first - 1], lines[first - 1][: column - 1]])
    tail = "\n".join([lines[last - 1][end - 1 :], *lines[last:]])
    expected = f"{head}{edit.text}{tail}"
    made = text_of(edited(data, [edit]))
    # The last line of a text always ends; where that of the file did not, the edit may be its end.
    assert made == expected or (not data.endswith((b"\n", b"\r")) and f"{made}\n" == expected)
