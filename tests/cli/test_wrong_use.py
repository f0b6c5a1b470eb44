"""Calls that cannot work: one sentence, and a way out."""

import shlex
import sys
from pathlib import Path

import pytest

from learner import Learner
from program import cardsmith
from shelf import basics, shelf


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("reveiw", "there is no command reveiw; did you mean review?"),
        ("xyzzy", "there is no command xyzzy; `cardsmith --help` lists them"),
        ("log udno", "there is no command udno; did you mean undo?"),
        ("schedule forcast", "there is no command forcast; did you mean forecast?"),
        ("why nosuch", "no card has the id nosuch; `cardsmith preview` shows all notes"),
        ("why stage-ordr", "no card has the id stage-ordr; did you mean stage-order"),
        ("lint /nowhere", "/nowhere: no such file or folder; name a deck file, or a folder"),
        ("log merge /nowhere", "/nowhere: no such file or folder; name a log"),
        ("review --decks /nowhere", "/nowhere: no such folder (asked for); name that of a"),
        ("review --new ten", "'ten' is not a valid whole number"),
        ("review --minutes 0", "0 is not in the range x>=1"),
        ("review --order odd", "'odd' is not one of 'deck', 'due', 'shuffled'"),
        ("log sync", "is no git repository yet; `cardsmith log sync --init URL` makes it one"),
        ("review tag:", "tag:"),
        ("new --decks", "--decks needs a value: write --decks PATH. The collection; without it"),
        ("schedule forecast --weeks", "--weeks needs a value: write --weeks WHOLE NUMBER"),
        ("log export --format", "--format needs a value: write --format [csv|json]"),
        ("export -o", "-o needs a value: write -o FILE. The package; by default dist/"),
        ("new --reverse=x", "does not take a value"),
    ],
)
def test_it_says_what_to_do(words: str, told: str) -> None:
    done = cardsmith(*shlex.split(words))
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_no_word_is_broken_at_the_edge_of_a_terminal() -> None:
    with Learner("due", columns=40) as learner:
        assert learner.end() == 0
        lines = learner.display().splitlines()
    assert "cards in 1 deck; progress in" in " ".join(line.strip() for line in lines)
    assert all(len(line) <= 40 for line in lines)
    assert lines[0] == "Training Composer: 45 notes, 60 cards in"


def test_no_word_of_an_error_is_broken_at_the_edge_of_a_terminal(tmp_path: Path) -> None:
    with Learner("lint", columns=40, cwd=tmp_path) as learner:
        assert learner.end() == 2
        told = " ".join(learner.display().split())
    assert "nor in a folder `decks` there; name the collection with --decks PATH" in told


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell leads the output elsewhere")
@pytest.mark.parametrize("where", ["/dev/tty", "/dev/null"])
def test_no_word_of_a_warning_is_broken_at_the_edge_of_a_terminal(
    where: str, tmp_path: Path
) -> None:
    shelf(tmp_path / "decks", a=basics("a"), b="cards: [")
    shell = ("/bin/sh", "-c", f'exec "$0" -m cardsmith due >{where}', sys.executable)
    with Learner(columns=40, cwd=tmp_path, program=shell) as learner:
        assert learner.end() == 0
        told = " ".join(learner.display().split())
    assert "1 problem in the decks; notes with problems are left out:" in told
