"""The terminal as a program holds it: keys that come in a rush, and letters that it lacks."""

import os
import pty
import sys
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.cli.terminal import LEFT, PASTED, Terminal, encoded
from cardsmith.render.cells import width
from cardsmith.visible import visible
from learner import DRAWN

BURST = b"3 cards in 2 quiet lines\r"


@contextmanager
def taken() -> Iterator[tuple[Terminal, int]]:
    """A terminal, and the side of it that keys come from."""
    keyboard, screen = pty.openpty()
    tty.setraw(screen)
    with os.fdopen(screen, "rb", buffering=0) as file, pytest.MonkeyPatch.context() as patch:
        stream = TextIOWrapper(file, encoding="utf-8")
        patch.setattr(sys, "stdin", stream)
        patch.setattr(sys, "stdout", stream)
        with Terminal() as term:
            yield term, keyboard
    os.close(keyboard)


def test_a_burst_of_letters_is_text_or_nothing() -> None:
    """A terminal that marks no pastes still pastes; nobody types eight letters at once."""
    with taken() as (term, keyboard):
        os.write(keyboard, BURST)
        assert [term.read(typing=True) for _ in BURST] == [*BURST.decode()[:-1], "enter"]
        os.write(keyboard, BURST)
        assert term.read(typing=True) == "3"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(term, "_wait", lambda: term._keys.append("next"))  # noqa: SLF001
            assert term.read(typing=False) == "next"


@pytest.mark.parametrize(
    "sent", [b" 3", b"    " * 10 + b"?", b"u" * 10, b"\x1b[A" * 10, b"1234567"]
)
def test_held_and_hasty_keys_are_no_burst(sent: bytes) -> None:
    with taken() as (term, keyboard):
        os.write(keyboard, sent)
        first = term.read(typing=False)
        assert first in {" ", "u", "up", "1"}


def test_a_key_in_two_parts_is_one() -> None:
    with taken() as (term, keyboard):
        os.write(keyboard, b"x\x1b[")
        assert term.read() == "x"
        os.write(keyboard, b"A\x1b[200~3")
        assert term.read() == "up"
        os.write(keyboard, b"3\x1b[201~")
        assert term.read() == f"{PASTED}33"
        os.write(keyboard, b"\x1b")
        assert term.read() == "esc"


def test_keys_that_are_forgotten_are_not_cut_in_two() -> None:
    with taken() as (term, keyboard):
        os.write(keyboard, b"3\x1b[3")
        term.draw([], forget_keys=True)
        os.write(keyboard, b"~x")
        assert term.read() == "x"


def test_an_interrupt_that_the_terminal_does_not_make_is_one_too() -> None:
    with taken() as (term, keyboard):
        os.write(keyboard, b"\x03")
        with pytest.raises(KeyboardInterrupt):
            term.read()


def test_a_screen_has_no_more_lines_than_the_window() -> None:
    with taken() as (term, keyboard):
        term.draw([str(number) for number in range(1000, 1100)], forget_keys=False)
        drawn = b""
        while not drawn.endswith(DRAWN):
            drawn += os.read(keyboard, 65536)
    assert b"1023" in drawn
    assert b"1024" not in drawn


def test_the_end_of_input_comes_after_what_was_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "typed").write_text("ab")
    with (tmp_path / "typed").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        monkeypatch.setattr(sys, "stdout", file)
        with Terminal() as term:
            assert [term.read() for _ in range(4)] == ["a", "b", LEFT, LEFT]


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "né 漢字 e\u0301 👍🏽→"), ("latin-1", "né ???? ? ???"), ("ascii", "n? ???? ? ???")],
)
def test_a_letter_that_an_encoding_lacks_is_marked(encoding: str, shown: str) -> None:
    styled = encoded("\x1b[1mné 漢字 e\u0301 👍🏽→\x1b[0m", encoding)
    assert styled.decode(encoding) == f"\x1b[1m{shown}\x1b[0m"


@given(st.text(max_size=30).map(visible), st.sampled_from(["ascii", "latin-1", "cp1252", "gbk"]))
def test_what_an_encoding_lacks_takes_as_many_cells(text: str, encoding: str) -> None:
    line = text.replace("\n", " ")
    shown = encoded(line, encoding).decode(encoding)
    assert width(shown) == width(line)
