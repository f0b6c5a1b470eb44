"""Bytes of a keyboard, and the keys that they are: nothing else that a terminal sends is one."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.cli.keyboard import PASTED, Keyboard


def keys(*parts: bytes, encoding: str = "utf-8") -> list[str]:
    keyboard = Keyboard(encoding)
    return [key for part in parts for key in keyboard.feed(part)] + keyboard.give_up()


KEYS = {
    b"a": ["a"],
    b" 3": [" ", "3"],
    "é漢😀".encode(): ["é", "漢", "😀"],
    "e\u0301".encode(): ["e", "\u0301"],
    "می\u200cخ".encode(): ["م", "ی", "\u200c", "خ"],
    "\xa0\u3000".encode(): [" ", " "],
    b"\r\n\t": ["enter", "enter", "tab"],
    b"\x7f\b": ["backspace", "backspace"],
    b"\x01\x04\x05\x0b\x0c\x15\x17": [f"ctrl-{letter}" for letter in "adekluw"],
    b"\x1b": ["esc"],
    b"\x1b\x1b": ["esc"],
    b"\x1b[A\x1bOA": ["up", "up"],
    b"\x1b[B\x1bOB": ["down", "down"],
    b"\x1b[C\x1bOC": ["right", "right"],
    b"\x1b[D\x1bOD": ["left", "left"],
    b"\x1b[H\x1bOH\x1b[1~\x1b[7~": ["home"] * 4,
    b"\x1b[F\x1bOF\x1b[4~\x1b[8~": ["end"] * 4,
    b"\x1b[2~\x1b[3~\x1b[5~\x1b[6~": ["insert", "delete", "page-up", "page-down"],
    b"\x1b[1;5C\x1b[1;5D\x1b[Z": ["ctrl-right", "ctrl-left", "shift-tab"],
    b"\x1bOP\x1bOS\x1b[11~\x1b[15~\x1b[17~\x1b[24~": ["f1", "f4", "f1", "f5", "f6", "f12"],
    b"\x1b[[A\x1b[[E": ["f1", "f5"],
    b"\x1b[A3": ["up", "3"],
}
NO_KEYS = {
    "alt": b"\x1b3\x1b \x1bq\x1b\r\x1b\x7f",
    "alt-beyond-ascii": "\x1bé\x1b漢".encode(),
    "alt-arrow": b"\x1b[1;3A\x1b\x1b[A\x1b\x1bOB",
    "shift-arrow": b"\x1b[1;2C\x1b[a",
    "mouse": b"\x1b[<0;33;12M\x1b[<0;33;12m",
    "old-mouse": b"\x1b[M 33\x1b[M\xff\xe93",
    "rxvt-mouse": b"\x1b[32;3;3M",
    "focus": b"\x1b[I\x1b[O",
    "kitty": b"\x1b[51;1:3u\x1b[32;5u\x1b[27u",
    "other-keys": b"\x1b[27;5;51~",
    "where-the-cursor-is": b"\x1b[3;3R",
    "who-the-terminal-is": b"\x1b[?64;3;22c\x1b[>1;3333;0c",
    "colour": b"\x1b]11;rgb:3333/3333/3333\x07\x1b]10;rgb:3333/3333/3333\x1b\\",
    "version": b"\x1bP>|XTerm(333)\x1b\\\x1b_G3;OK\x1b\\",
    "not-utf-8": b"\xff\xfe\x80\xc3",
    "nul-and-others": b"\x00\x1c\x1d\x1e\x1f",
    "end-of-paste-alone": b"\x1b[201~",
}


@pytest.mark.parametrize(("sent", "wanted"), KEYS.items(), ids=repr)
def test_a_key_is_known_by_its_name(sent: bytes, wanted: list[str]) -> None:
    assert keys(sent) == wanted


@pytest.mark.parametrize("sent", NO_KEYS.values(), ids=NO_KEYS)
def test_what_is_no_key_does_nothing(sent: bytes) -> None:
    assert keys(sent) == []
    assert keys(sent + b"x") == ["x"]


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        (b"\x1b[3\x1b[A", ["up"]),  # another sequence begins inside one
        (b"\x1b[3\r", ["enter"]),
        ("\x1b[3é".encode(), ["é"]),
        (b"\x1b]0;3\x1bOA3", ["up", "3"]),
        (b"\xc3\x1b[A\xa9", ["up"]),
    ],
)
def test_a_sequence_that_breaks_off_takes_nothing_with_it(sent: bytes, wanted: list[str]) -> None:
    assert keys(sent) == wanted


def in_pieces(sent: bytes, cuts: Iterable[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(sent) + 1) for cut in cuts), len(sent)]
    return [sent[start:end] for start, end in pairwise(edges)]


SENT = st.lists(
    st.sampled_from([*KEYS, *NO_KEYS.values(), b"\x1b[200~3 q\r\x1b[A\x1b[201~"]), max_size=6
).map(b"x".join)  # Escape is a key before another key only if some time is between them


@given(SENT, st.lists(st.integers(0, 10_000), max_size=8))
def test_it_does_not_matter_where_what_is_sent_is_cut(sent: bytes, cuts: list[int]) -> None:
    assert keys(*in_pieces(sent, cuts)) == keys(sent)


@given(st.binary(max_size=40), st.lists(st.integers(0, 40), max_size=4))
def test_keys_are_letters_or_have_names_whatever_is_sent(sent: bytes, cuts: list[int]) -> None:
    for key in keys(*in_pieces(sent, cuts)):
        assert key.isprintable() or key in {"\u200c", "\u200d"} or key.startswith(PASTED)


@pytest.mark.parametrize("end", range(1, 6))
def test_the_rest_of_a_sequence_is_waited_for_and_of_a_paste_for_ever(end: int) -> None:
    keyboard = Keyboard()
    assert keyboard.patience is None
    assert keyboard.feed(b"\x1b[15~"[:end]) == (["f5"] if end == 5 else [])
    assert (keyboard.patience is None) == (end == 5)
    assert keyboard.give_up() == (["esc"] if end == 1 else [])
    assert keyboard.patience is None
    assert keyboard.feed(b"\x1b[200~\x1b[20") == []
    assert keyboard.patience is None
    assert keyboard.feed(b"1~x") == ["x"]


@pytest.mark.parametrize(
    ("pasted", "text"),
    [
        (b"Kimi K2.5", "Kimi K2.5"),
        (b"two\r\nlines\n", "two  lines"),
        (b"  a\tb", "  a b"),
        (b"\x1b[A\x03\x04q", "[Aq"),
        ("日本\u200dé".encode(), "日本\u200dé"),
        (b"\xff3\xfe", "3"),
        (b"3" * 20_000, "3" * 10_000),
    ],
)
def test_a_paste_is_one_text_and_no_key(pasted: bytes, text: str) -> None:
    assert keys(b"\x1b[200~" + pasted + b"\x1b[201~3") == [PASTED + text, "3"]


@pytest.mark.parametrize("empty", [b"", b"\r\n", b"\x00\x1b\xff"])
def test_a_paste_without_text_is_nothing(empty: bytes) -> None:
    assert keys(b"\x1b[200~" + empty + b"\x1b[201~") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"\x1b[200~33", b"33\x1b[201~"),
        (b"\x1b[200~33\x1b[2", b"01~"),
        (b"\x1b[", b"A"),
        (b"\x1b[3", b"~"),
        (b"\x1b[200", b"~33\x1b[201~"),
        (b"\x1b", b""),
        (b"\xc3", b"\xa9"),
    ],
)
def test_what_had_begun_when_keys_were_forgotten_does_nothing(before: bytes, after: bytes) -> None:
    keyboard = Keyboard()
    assert keyboard.feed(before) == []
    keyboard.forget()
    assert keyboard.feed(after) + keyboard.give_up() == []
    assert keyboard.feed(b"3\x1b[A") == ["3", "up"]


@pytest.mark.parametrize(
    ("encoding", "sent"),
    [("latin-1", b"\xe9"), ("cp1252", b"\xe9"), ("ascii", b"\xc3\xa9"), ("utf-8", b"\xc3\xa9")],
)
def test_letters_are_read_in_the_encoding_of_the_terminal(encoding: str, sent: bytes) -> None:
    assert keys(sent, encoding=encoding) == ["é"]
