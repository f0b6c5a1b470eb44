"""What holds for every command: exit status, errors, pipes, encodings."""

import subprocess
import sys
from pathlib import Path

import pytest

from program import cardsmith
from shelf import basics, shelf


def test_help_names_every_command() -> None:
    told = cardsmith("--help")
    assert told.returncode == 0
    for command in ("review", "due", "why", "lint"):
        assert f"  {command} " in told.stdout


@pytest.mark.parametrize("command", ["review", "due", "why", "lint"])
def test_the_help_of_each_command_has_two_examples(command: str) -> None:
    told = cardsmith(command, "--help").stdout
    _, _, examples = told.partition("Examples:")
    assert len([line for line in examples.splitlines() if "cardsmith" in line]) >= 2


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["review", "--nonsense"], ["why"], ["due", "--decks"]]
)
def test_wrong_use_is_status_two_on_standard_error(arguments: list[str]) -> None:
    done = cardsmith(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Error: " in done.stderr


def test_a_reader_that_leaves_is_no_fault(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "many", deck=basics(*(f"n{i}" for i in range(3))))
    line = f"{sys.executable} -m cardsmith review --decks {decks} </dev/null | head -n 1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Test: 3 notes")
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_an_encoding_that_lacks_letters_ends_no_run(tmp_path: Path, encoding: str) -> None:
    decks = shelf(tmp_path / "emoji", deck=basics("a").replace("Name of", "😀 → שלום"))
    done = cardsmith("review", "--decks", decks, PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert "\\U0001f600" in done.stdout
    assert "Traceback" not in done.stderr


def test_no_escape_codes_in_a_pipe(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "pipe", deck=basics("a").replace("It is", "It **is**"))
    done = cardsmith("review", "--decks", decks, typed="\n3\n", TERM="xterm-256color")
    assert "\x1b" not in done.stdout + done.stderr


def test_a_damaged_history_is_one_sentence_with_its_path(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    file = home / ".local/share/cardsmith/test-00000000/reviews/x/2026.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("this is no log\n" * 70)
    done = cardsmith("due", "--decks", decks)
    assert done.returncode == 1
    assert str(file) in done.stderr
    assert done.stderr.count("\n") == 1
    assert file.read_text() == "this is no log\n" * 70


def test_a_damaged_line_is_told_and_costs_nothing_else(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    cardsmith("review", "--decks", decks, typed="\n3\n")
    (file,) = (home / ".local/share/cardsmith").glob("*/reviews/*/*.jsonl")
    file.write_text("<<<<<<< HEAD\n" + file.read_text())
    done = cardsmith("review", "--decks", decks)
    assert done.returncode == 0
    assert "nothing due" in done.stdout
    assert f"{file}: 1 damaged line (1); the others count" in done.stderr


@pytest.mark.parametrize("redirection", ["<&-", ">&-", ">/dev/full", "2>&-"])
@pytest.mark.parametrize("command", ["review", "due"])
def test_streams_that_are_closed_or_full_are_no_fault_of_the_program(
    tmp_path: Path, command: str, redirection: str
) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    line = f"{sys.executable} -m cardsmith {command} --decks {decks} {redirection}"
    done = subprocess.run(
        ["bash", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert "should not have happened" not in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if "full" in redirection else 0)


def test_a_path_that_is_too_long_is_told_in_a_sentence() -> None:
    done = cardsmith("due", "--decks", "x" * 5000)
    assert done.returncode in {1, 2}
    assert "should not have happened" not in done.stderr
    assert done.stderr.count("\n") == 1
