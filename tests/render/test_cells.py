"""The cells that text takes, and where its lines break."""

from itertools import pairwise

import pytest
import wcwidth
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.render import cells

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1ec\U0001f1e7"


def parts(text: str, offsets: list[int]) -> list[str]:
    return [text[start:end] for start, end in pairwise([0, *offsets, len(text)])]


@pytest.mark.parametrize(
    ("text", "width"),
    [
        (FAMILY, 2),
        (FLAG, 2),
        ("cafe\u0301", 4),
        ("שלום", 4),
        ("漢字", 4),
        ("❤", 1),
        ("❤\ufe0f", 2),
        ("\U0001f44d\U0001f3fd", 2),
        ("plain – “text” … α₂ → ⟦x⟧", 25),
        ("", 0),
    ],
)
def test_text_is_as_wide_as_terminals_show_it(text: str, width: int) -> None:
    assert cells.width(text) == width


def test_what_is_measured_without_tables_is_one_cell_wide_and_joins_nothing() -> None:
    plain = [c for c in map(chr, range(0x3000)) if cells._PLAIN.fullmatch(c)]  # noqa: SLF001
    assert len(plain) > 1000
    assert {wcwidth.wcwidth(character) for character in plain} == {1}
    assert list(wcwidth.iter_graphemes("".join(plain))) == plain


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("one two three", 7, ["one two ", "three"]),
        ("one two three", 8, ["one two ", "three"]),
        ("one   two", 4, ["one   ", "two"]),
        ("unbreakable", 4, ["unbr", "eaka", "ble"]),
        ("an unbreakable", 8, ["an ", "unbreaka", "ble"]),
        ("漢字かな", 4, ["漢字", "かな"]),
        ("漢字かな", 5, ["漢字", "かな"]),
        ("ab漢字", 5, ["ab漢", "字"]),
        ("漢字。かな", 4, ["漢", "字。", "かな"]),
        (FAMILY * 3, 4, [FAMILY * 2, FAMILY]),
        (FLAG * 3, 5, [FLAG * 2, FLAG]),
        ("cafe\u0301 x", 4, ["cafe\u0301 ", "x"]),
        ("a\xa0b c", 4, ["a\xa0b ", "c"]),
        ("", 4, [""]),
    ],
)
def test_lines_break_between_words_and_never_inside_a_character(
    text: str, room: int, lines: list[str]
) -> None:
    assert parts(text, cells.breaks(text, room)) == lines


def test_code_breaks_at_the_edge() -> None:
    assert parts("ab cd 漢ef", cells.cuts("ab cd 漢ef", 7)) == ["ab cd ", "漢ef"]


@given(st.text(max_size=60), st.integers(cells.NARROWEST, 20))
def test_lines_are_no_wider_than_their_room(text: str, room: int) -> None:
    for offsets in (cells.breaks(text, room), cells.cuts(text, room)):
        lines = parts(text, offsets)
        assert "".join(lines) == text
        assert all(lines) or not text
        assert all(cells.width(line.rstrip(" ")) <= room for line in lines)
