"""Sittings in windows of every size, on terminals of every kind, and under hands that slip."""

import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from learner import Learner
from past import written
from shelf import ONE_OF_EACH, basics, shelf

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
WIDE = f"{FAMILY} \U0001f1ec\U0001f1e7 cafe\u0301 שלום 漢字 ❤\ufe0f"
WORLD = f"""\
deck: {{name: "Test::{WIDE}"}}
cards:
  - {{id: world, front: "Front {WIDE}?", back: "Back {WIDE}.", hint: "{WIDE}"}}
  - {{id: typed, front: "Which {WIDE}?", typed: "{WIDE}"}}
  - {{id: choice, front: "{WIDE}?", choices: ["a {WIDE}", "b {WIDE}"], answer: "a {WIDE}"}}
"""
LEGACY: dict[str, dict[str, str]] = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


def play(learner: Learner, home: Path, answers: int) -> None:
    """Answer whatever is asked, with keys that lead on from every state."""
    for key in cycle([" ", "\r", "3"]):
        if len(written(home)) == answers:
            break
        learner.press_and_see(key)


def leave(learner: Learner) -> None:
    learner.press("q")
    assert learner.end() == 0
    assert learner.screen.is_given_back


@pytest.mark.parametrize(("columns", "rows"), [(20, 6), (1, 1)])
def test_no_window_is_too_small(tmp_path: Path, home: Path, columns: int, rows: int) -> None:
    decks = shelf(tmp_path / "decks", deck=ONE_OF_EACH)
    arguments = ("review", "--decks", str(decks))
    with Learner(*arguments, columns=columns, rows=rows) as learner:
        learner.press_and_see("")
        told = learner.screen.scrolled  # before the screen was taken
        play(learner, home, 5)
        assert learner.screen.scrolled == told
        leave(learner)


def test_the_size_may_change_at_any_moment(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=WORLD + ONE_OF_EACH.partition("cards:\n")[2])
    luck = Random(6)  # noqa: S311 - it hides nothing
    with Learner("review", "--decks", str(decks)) as learner:
        learner.see("Front")
        for _ in range(60):
            learner.resize(luck.randint(1, 120), luck.randint(1, 40))
            learner.press(luck.choice(["", " ", "?", "x", "3", "\x1b[B", "h"]))
        learner.child.setwinsize(0, 0)
        learner.screen.resize(24, 80)
        while learner.child.isalive():  # a key that comes before its screen does nothing
            learner.press("\x04")
            learner.take_in()
        assert learner.end() == 0
        assert learner.screen.is_given_back
        assert "Left for today" in learner.display()


@pytest.mark.parametrize("encoding", ["utf-8", *LEGACY])
def test_what_an_encoding_lacks_takes_its_room_all_the_same(
    tmp_path: Path, home: Path, encoding: str
) -> None:
    """What stands at the right end of a line shows whether it was measured rightly."""
    decks = shelf(tmp_path / "decks", deck=WORLD)
    environment = LEGACY.get(encoding, {})
    with Learner("review", "--decks", str(decks), environment=environment) as learner:
        learner.stream.use_utf8 = encoding == "utf-8"
        screen = learner.see("Front ", "Space show the answer")
        if encoding != "utf-8":  # the learner's screen shows the parts of an emoji apart
            [header] = [line for line in screen.splitlines() if "3 new" in line]
            assert len(header) == 78
            assert "Front ?? ?? caf" in screen
            assert "???? ???? " in screen
        play(learner, home, 3)
        leave(learner)
        assert "3 answers" in learner.display()


@pytest.mark.parametrize("encoding", LEGACY)
def test_line_by_line_every_encoding_will_do(tmp_path: Path, home: Path, encoding: str) -> None:
    decks = shelf(tmp_path / "decks", deck=WORLD)
    done = subprocess.run(
        [sys.executable, "-m", "cardsmith", "review", "--decks", str(decks)],
        input=b"\n3\n\xe9\n3\n1\n\n3\n",
        capture_output=True,
        env={**os.environ, **LEGACY[encoding]},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert [line["card"] for line in written(home)] == ["world", "typed", "choice"]


@pytest.mark.parametrize("name", ["TERM=dumb", "-uTERM", "TERM=nobody-knows-it"])
def test_every_terminal_will_do(tmp_path: Path, home: Path, name: str) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    program = ("env", name, sys.executable, "-m", "cardsmith")
    with Learner("review", "--decks", str(decks), program=program) as learner:
        for sign, key in (("Name of a?", "\r"), ("It is a.", "3\r"), ("last card", "\r")):
            learner.see(sign)
            learner.press(key)
        assert learner.end() == 0
        assert (b"\x1b" in learner.sent) == name.startswith("TERM=n")
    assert len(written(home)) == 1


def test_a_paste_grades_nothing(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a", "b"))
    with Learner("review", "--decks", str(decks)) as learner:
        learner.see("Name of a?")
        learner.press_and_see("\x1b[200~ 3 q 1\r\x1b[201~")
        learner.see("Name of a?", "Space show")
        learner.press_and_see(" ")
        assert "It is a." in learner.press_and_see("\x1b[200~3 q 1\r\x1b[201~")
        leave(learner)
    assert written(home) == []


def test_a_paste_into_an_answer_is_text(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: t, front: "Type?", typed: x}\n'
    decks = shelf(tmp_path / "decks", deck=text)
    with Learner("review", "--decks", str(decks)) as learner:
        learner.see("Enter compare")
        learner.press("<\x1b[200~two\r\nlines of 3 \x1b[A\n\x1b[201~>")
        learner.see("> <two  lines of 3 [A>")
        assert "Enter compare" in learner.display()
