"""Tab: what is completed, and the scripts of real shells, each in a terminal of its own."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.cli import cli
from cardsmith.cli.shells import SCRIPTS, VARIABLE, Bash, typed
from learner import Learner
from program import cardsmith
from shelf import shelf

Completed = Callable[..., list[str]]

BREAKS = " \t\n\"'><=;|&(:"
DECK = """\
deck: {name: "Test Decks::One part"}
cards:
  - {id: first-note, front: "Which `first`?", back: x, tags: ["area::inner", plain]}
  - {id: gap, cloze: "A {{c1::hidden}} word, {{c2::twice}}."}
"""


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=DECK)


@pytest.fixture
def completed(monkeypatch: pytest.MonkeyPatch) -> Completed:
    """What bash is answered for a line, in a folder."""

    def answered(line: str, cwd: Path, breaks: str = BREAKS) -> list[str]:
        monkeypatch.chdir(cwd)
        monkeypatch.setenv("CARDSMITH_LINE", f"cardsmith {line}")
        monkeypatch.setenv("CARDSMITH_BREAKS", breaks)
        told = Bash(cli, {}, "cardsmith", VARIABLE).complete()
        return [each.removeprefix("=") for each in told.split("\n") if each]

    return answered


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("rev", ["review"]),
        ("log or", ["orphans"]),
        ("due --js", ["--json"]),
        ("completion ", ["bash", "fish", "zsh"]),
        ("due --decks ", ["dir"]),
        ("due --decks=x", ["dir"]),
        ("due --tag ", ["area", r"area::inner", "plain"]),
        ("due --tag area:", [":inner"]),
        ("due --tag=pl", ["plain"]),
        ("due --deck Test", [r"Test\ Decks", r"Test\ Decks::One\ part"]),
        ("due --deck 'Test D", ["Test Decks", "Test Decks::One part"]),
        (r"due --deck Test\ Decks::", [r"One\ part"]),
        ("due tag:ar", ["area", "area::inner"]),
        ("due is:sus", ["suspended"]),
        ("due ki", ["kind:", "nospace"]),
        ("due deck:", ["Test_Decks", "Test_Decks::One_part"]),
        ("why ", ["first-note", "gap"]),
        ("why gap", ["gap", "gap/c1", "gap/c2"]),
        ("why gap/c2", ["gap/c2"]),
        ("show first-note g", ["gap", "gap/c1", "gap/c2"]),
        ("config sched", ["scheduler"]),
        ("config scheduler ", ["sm2", "fsrs"]),
        ("config new ", []),
        ("due --set schedu", ["scheduler=", "nospace"]),
        ("due --set scheduler=f", ["fsrs"]),
        ("rule W401", ["W401"]),
        ("rule repeated-ca", ["repeated-card"]),
        ("nothing-like-that --x", []),
    ],
)
def test_what_is_completed(completed: Completed, decks: Path, line: str, right: list[str]) -> None:
    assert completed(line, decks) == right


def test_where_bash_does_not_split_whole_words_are_answered(
    completed: Completed, decks: Path
) -> None:
    assert completed("due --tag=area:", decks, breaks=" \t\n") == ["--tag=area::inner"]


@pytest.mark.parametrize(
    "text", ["id: [", "format: 1\n", "format: 1\nid: x\nname: X\n", "\x00"], ids=repr
)
def test_a_broken_collection_completes_less_and_says_nothing(
    completed: Completed, tmp_path: Path, text: str
) -> None:
    (tmp_path / "collection.yaml").write_text(text, "utf-8")
    (tmp_path / "deck.yaml").write_text("cards: 3", "utf-8")
    assert completed("why x", tmp_path) == []
    assert completed("due --ta", tmp_path) == ["--tag"]


def test_completion_writes_nothing(completed: Completed, decks: Path, home: Path) -> None:
    assert completed("why fir", decks) == ["first-note"]
    assert list(home.rglob("*")) == []


@given(st.lists(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1), max_size=4))
def test_words_in_quotes_are_read_as_shells_read_them(words: list[str]) -> None:
    quoted = ["'" + word.replace("'", "'\\''") + "'" for word in words]
    read = typed(" ".join([*quoted, ""]))
    assert read.words == tuple(words)
    assert (read.last, read.raw) == ("", "")


@given(st.text(st.characters(exclude_categories=["C"])))
def test_any_line_is_read(line: str) -> None:
    read = typed(line)
    assert line.endswith(read.raw)
    assert not any(word.isspace() for word in read.words)


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_the_script_is_printed_as_it_is(shell: str) -> None:
    done = cardsmith("completion", shell)
    assert (done.returncode, done.stdout, done.stderr) == (0, SCRIPTS[shell], "")


def test_the_program_answers_a_shell_without_a_word_on_errors(decks: Path) -> None:
    words = {"CARDSMITH_WORDS": "cardsmith\nwhy", "CARDSMITH_LAST": "gap/"}
    done = cardsmith(cwd=decks, _CARDSMITH_COMPLETE="fish_complete", **words)
    told = "=gap/c1\tA […] word, twice.\n=gap/c2\tA hidden word, […].\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, told, "")


def test_another_shell_is_wrong_use() -> None:
    done = cardsmith("completion", "tcsh")
    assert done.returncode == 2
    assert "'bash', 'fish', 'zsh'" in done.stderr


# In real shells.

SHELLS = {
    "bash": (("bash", "--norc", "--noprofile", "-i"), "source"),
    "zsh": (("zsh", "-f", "-i"), "source"),
    "fish": (("fish", "--no-config", "-i"), "source"),
}


@pytest.mark.parametrize(
    "shell",
    [
        pytest.param("bash", marks=pytest.mark.needs("bash")),
        pytest.param("zsh", marks=[pytest.mark.needs("zsh"), pytest.mark.slow]),
        pytest.param("fish", marks=[pytest.mark.needs("fish"), pytest.mark.slow]),
    ],
)
def test_a_real_shell_completes(shell: str, tmp_path: Path, decks: Path) -> None:
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    program = bin_ / "cardsmith"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m cardsmith "$@"\n', "utf-8")
    program.chmod(0o755)
    script = tmp_path / "script"
    script.write_text(SCRIPTS[shell], "utf-8")
    command, source = SHELLS[shell]
    surroundings = {"PATH": f"{bin_}:{os.environ['PATH']}", "PS1": "$ ", "TERM": "vt100"}
    with Learner(
        *command[1:], program=command[:1], cwd=decks, environment=surroundings, columns=100
    ) as person:
        person.press(f"{source} {script}; printf '%s%s\\n' rea dy\r")
        person.see("\nready")
        for keys, line in (
            ("config sched\t", "cardsmith config scheduler"),
            ("due --tag=pl\t", "cardsmith due --tag=plain"),
            ("due tag:area::\t", "cardsmith due tag:area::inner"),
            ("why first\t", "cardsmith why first-note"),
            ("due --deck Test\\ Decks::\t", r"cardsmith due --deck Test\ Decks::One\ part"),
        ):
            person.press(f"cardsmith {keys}")
            person.see(line)
            person.press("\x03")
            person.press("clear\r")
        person.press("exit\r")
        person.end()
