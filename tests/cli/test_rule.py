"""`cardsmith rule`: the manual of findings in the terminal."""

import json

import pytest

from learner import Learner
from program import cardsmith


@pytest.mark.parametrize("word", ["W304", "w304", "repeated-card", "W305", "repeated-question"])
def test_a_page_by_code_or_name(word: str) -> None:
    done = cardsmith("rule", word)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "W304 repeated-card, W305 repeated-question: The same question twice"
    assert [line for line in lines if line.startswith(("An example", "Better"))]


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("repeted-card", "did you mean repeated-card?"),
        ("Z9", "`cardsmith rule` lists all"),
        ("\x1b[2J", "`cardsmith rule` lists all"),
    ],
)
def test_an_unknown_word(word: str, hint: str) -> None:
    done = cardsmith("rule", word)
    assert (done.returncode, done.stdout) == (2, "")
    assert hint in done.stderr
    assert "\x1b" not in done.stderr


def test_all_of_them() -> None:
    lines = cardsmith("rule").stdout.splitlines()
    assert lines == sorted(lines)
    listed = json.loads(cardsmith("rule", "--json").stdout)
    assert [line[:4] for line in lines] == [each["id"] for each in listed]


def test_for_scripts() -> None:
    record = json.loads(cardsmith("rule", "E106", "--json").stdout)
    assert [code["name"] for code in record["codes"]] == ["missing-id"]
    assert record["text"].startswith("What it objects to: ")


def test_colours_on_a_terminal() -> None:
    with Learner("rule", "E106") as learner:
        learner.see("E106 missing-id", "Better")
        assert b"\x1b[1mBetter" in learner.sent
