"""The store of answers under bad luck: what was saved stays, and a sentence says what was not.

Two sittings at once, a full disk, damage, a newer version, a folder that nobody may write, a killed
process, other line endings.
"""

import json
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from learner import Learner
from logs import log
from past import history, remember, written
from program import cardsmith
from shelf import ONE_OF_EACH, basics, shelf

GOOD = "\n3\n"  # show, Good


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    return shelf(tmp_path / "letters", deck=basics(*"abcdefgh"))


def answer(learner: Learner, *letters: str) -> None:
    for letter in letters:
        learner.see(f"Name of {letter}?")
        learner.press(" ")
        learner.see(f"It is {letter}.")
        learner.press("3")


def why(decks: Path, card: str) -> dict[str, object]:
    told = json.loads(cardsmith("why", card, "--json", "--decks", decks).stdout)
    assert isinstance(told, dict)
    return told


def test_of_two_sittings_at_once_both_count(letters: Path, home: Path) -> None:
    """The first card is answered in both, the second in one alone."""
    one, other = (Learner("review", "--decks", str(letters)) for _ in range(2))
    with one, other:
        one.see("Name of a?")
        other.see("Name of a?")
        answer(one, "a", "b")
        answer(other, "a")
        one.see("Name of c?")
        other.see("Name of b?")
        for learner in (one, other):
            learner.press("q")
            assert learner.end() == 0
    lines = written(home)
    assert sorted(line["card"] for line in lines) == ["a", "a", "b"]
    assert len({line["id"] for line in lines}) == 3
    assert (why(letters, "a")["answers"], why(letters, "b")["answers"]) == (2, 1)
    assert cardsmith("log", "check", "--decks", letters).returncode == 0


def small_disk(size: int) -> Callable[[], None]:
    """A limit on the size of files, which stops a write in the middle as a full disk does."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_on_a_full_disk_the_answer_is_refused_and_those_before_it_stay(
    letters: Path, home: Path
) -> None:
    cardsmith("review", "--decks", letters, typed=3 * GOOD)
    (file,) = history(home).glob("reviews/*/*.jsonl")
    three = file.read_bytes()
    command = [sys.executable, "-m", "cardsmith", "review", "--decks", str(letters)]
    full = subprocess.run(
        command,
        input=GOOD,
        text=True,
        capture_output=True,
        preexec_fn=small_disk(len(three) + 50),
        check=False,
    )
    assert full.returncode == 1
    assert f"was not saved in {file}" in full.stderr
    assert "Traceback" not in full.stderr
    assert file.read_bytes() == three
    done = cardsmith("review", "--decks", letters, typed=GOOD)
    assert done.returncode == 0
    assert [line["card"] for line in written(home)] == ["a", "b", "c", "d"]
    assert cardsmith("log", "check", "--decks", letters).returncode == 0


@pytest.mark.parametrize("arguments", [["undo"], ["suspend", "deck:*", "--yes"]])
def test_on_a_full_disk_a_command_on_many_cards_does_all_or_nothing(
    letters: Path, home: Path, arguments: list[str]
) -> None:
    cardsmith("log", "suspend", "id:a", "--decks", letters)
    (file,) = history(home).glob("reviews/*/*.jsonl")
    before = file.read_bytes()
    full = subprocess.run(
        [sys.executable, "-m", "cardsmith", "log", *arguments, "--decks", str(letters)],
        text=True,
        capture_output=True,
        preexec_fn=small_disk(len(before) + 50),
        check=False,
    )
    assert (full.returncode, full.stdout) == (1, "")
    assert full.stderr.count("\n") == 1
    assert file.read_bytes() == before


COMMANDS = (["due"], ["review"], ["why", "a"], ["log", "show"], ["log", "undo"])


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_file_that_is_no_log_is_named_and_left_as_it_is(
    letters: Path, home: Path, arguments: list[str]
) -> None:
    file = remember(home, *log("3@0", "a"))
    text = b"This is not a review log. " * 40
    file.write_bytes(text)
    done = cardsmith(*arguments, "--decks", letters)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"cardsmith: {file} is not a review log, or is damaged")
    assert "put back a copy of it, or move it away" in done.stderr
    assert done.stderr.count("\n") == 1
    assert file.read_bytes() == text
    assert list(history(home).rglob("*.jsonl")) == [file]


def test_half_a_log_is_half_a_history_and_is_told(letters: Path, home: Path) -> None:
    cardsmith("review", "--decks", letters, typed=4 * GOOD)
    (file,) = history(home).glob("reviews/*/*.jsonl")
    half = file.read_bytes()[: file.stat().st_size * 5 // 8]  # two lines and a half
    file.write_bytes(half)
    due = cardsmith("due", "--decks", letters)
    assert due.returncode == 0
    assert due.stderr == f"{file}: 1 damaged line (3); the others count\n"
    assert file.read_bytes() == half
    assert cardsmith("log", "check", "--decks", letters).returncode == 1
    assert cardsmith("review", "--decks", letters, typed=GOOD).returncode == 0
    assert [line["card"] for line in written(home)] == ["a", "b", "c"]
    check = cardsmith("log", "check", "--decks", letters)
    assert check.stdout.startswith("remark: 1 torn line set aside")


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_newer_log_is_told_and_left_as_it_is(
    letters: Path, home: Path, arguments: list[str]
) -> None:
    file = remember(home, *log("3@0", "a"))
    newer = file.read_text() + '{"v":2,"new":"form"}\n'
    file.write_text(newer)
    done = cardsmith(*arguments, "--decks", letters)
    assert (done.returncode, done.stdout) == (2, "")
    assert "was written by a newer cardsmith; update this one" in done.stderr
    assert done.stderr.count("\n") == 1
    assert file.read_text() == newer


def test_seven_answers_survive_a_kill(letters: Path, home: Path) -> None:
    with Learner("review", "--decks", str(letters)) as learner:
        answer(learner, *"abcdefg")
        learner.see("Name of h?")
        learner.child.kill(signal.SIGKILL)
        learner.end()
    assert [line["card"] for line in written(home)] == list("abcdefg")
    states = [why(letters, card) for card in "abcdefgh"]
    assert [state["answers"] for state in states] == [1] * 7 + [0]
    assert len({str(state["due"]) for state in states[:7]} - {"None"}) == 1
    assert cardsmith("log", "check", "--decks", letters).returncode == 0


def test_a_history_that_nobody_may_write_can_be_read(letters: Path, home: Path) -> None:
    """Where a file stands in the way of a folder, nobody may write: not even root."""
    remember(home, *log("3@0:1", "a"))
    reviews = history(home) / "reviews"
    (reviews / "mine").write_text("in the way")
    for arguments in (["due"], ["why", "a"], ["log", "show"], ["log", "flags"], ["log", "orphans"]):
        done = cardsmith(*arguments, "--decks", letters, CARDSMITH_DEVICE="mine")
        assert (done.returncode, done.stderr) == (0, "")
    for arguments in (["log", "undo"], ["log", "suspend", "deck:*"], ["log", "reset", "id:a"]):
        done = cardsmith(*arguments, "--decks", letters, CARDSMITH_DEVICE="mine")
        assert (done.returncode, done.stdout) == (1, "")
        assert "was not saved in" in done.stderr
        assert done.stderr.count("\n") == 1
    assert why(letters, "a")["answers"] == 1


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_told_in_a_sentence(letters: Path, home: Path) -> None:
    file = remember(home, *log("3@0:1", "a"))
    file.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    file.chmod(stat.S_IRUSR)
    done = cardsmith("log", "undo", "--decks", letters, CARDSMITH_DEVICE="laptop")
    file.parent.chmod(stat.S_IRWXU)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1


BLOCK = ONE_OF_EACH.replace(
    "    back: A plain answer.\n", "    back: |\n      two lines,\n\n      and a third\n"
)


def test_line_endings_change_no_card_no_history_and_no_package(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=BLOCK)
    cardsmith("review", "--decks", decks, typed=2 * GOOD)

    def all_of_it() -> list[object]:
        made = tmp_path / "x.apkg"
        cardsmith("export", "--decks", decks, "-o", made, SOURCE_DATE_EPOCH="1700000000")
        told = [
            cardsmith("why", card, "--json", "--decks", decks).stdout
            for card in ("basic", "gap/c1")
        ]
        shown = cardsmith("log", "show", "kind:basic", "--decks", decks).stdout
        due = cardsmith("due", "--json", "--decks", decks).stdout
        return [*told, shown, due, made.read_bytes()]

    before = all_of_it()
    for file in (*decks.glob("*.yaml"), *history(home).rglob("*.jsonl")):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert all_of_it() == before
    cardsmith("review", "--decks", decks, typed=GOOD)
    assert len(written(home)) == 3
    assert cardsmith("log", "check", "--decks", decks).returncode == 0
