"""After an update: what has changed is said once, and a learnt card's new answer is shown once."""

import json
from pathlib import Path

import pytest

from logs import log
from past import remember
from program import cardsmith
from shelf import basics, shelf

UPDATED = """\
deck: {name: "Test::Basics"}
cards:
  - {id: a, front: 'Name of a?', back: 'It is A now.'}
  - {id: b, front: 'What is the name of b?', back: 'It is b.'}
  - {id: d, front: 'Name of d?', back: 'It is d.'}
"""
NEWS = "Since you last studied: 1 new card, 2 reworded, 1 withdrawn."


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """Three cards that were learnt today, then another edition of them."""
    made = shelf(tmp_path / "decks", deck=basics("a", "b", "c"))
    done = cardsmith("review", "--decks", made, typed="\n3\n" * 3)
    assert "Since" not in done.stdout
    shelf(made, deck=UPDATED)
    return made


def deeds(home: Path) -> list[str]:
    [file] = (home / ".local/share/cardsmith").rglob("*.jsonl")
    return [json.loads(line)["do"] for line in file.read_text("utf-8").splitlines()]


def test_what_has_changed_is_said_once(decks: Path) -> None:
    first, news, *_ = cardsmith("review", "--decks", decks, typed="q\n").stdout.splitlines()
    assert first.startswith("Test: 3 notes")
    assert news == NEWS
    assert "Since" not in cardsmith("review", "--decks", decks, typed="q\n").stdout


def test_it_is_not_said_where_nobody_asked_or_nobody_can_know(decks: Path) -> None:
    assert "Since" not in cardsmith("due", "--decks", decks).stdout
    assert "Since" not in cardsmith("review", "--cram", "--decks", decks, typed="q\n").stdout
    done = cardsmith("review", "--decks", decks, typed="q\n", CARDSMITH_CACHE="off")
    assert "Since" not in done.stdout
    assert NEWS in cardsmith("review", "--decks", decks, typed="q\n").stdout


def test_another_cache_knows_what_the_one_before_it_knew(decks: Path, home: Path) -> None:
    """As another version of the program has, which may be what brings other cards."""
    for file in (home / ".cache").rglob("*.sqlite*"):
        file.unlink()
    assert NEWS in cardsmith("review", "--decks", decks, typed="q\n").stdout
    for file in (home / ".cache").rglob("*.cards"):
        file.write_bytes(b"\xff")
    shelf(decks, deck=basics("a"))
    assert "Since" not in cardsmith("review", "--decks", decks, typed="q\n").stdout


def test_notes_that_cannot_be_read_are_not_withdrawn(decks: Path) -> None:
    shelf(decks, deck=UPDATED.replace("back: 'It is b.'", "back: ["))
    assert "Since" not in cardsmith("review", "--decks", decks, typed="q\n").stdout
    shelf(decks, deck=UPDATED)
    assert NEWS in cardsmith("review", "--decks", decks, typed="q\n").stdout


def test_a_new_answer_is_shown_once_and_not_graded(decks: Path, home: Path) -> None:
    done = cardsmith("review", "--decks", decks, typed="3\n\n\n3\n")
    shown = done.stdout.index("The answer changed since you learnt this card.")
    assert shown < done.stdout.index("It is A now.") < done.stdout.index("Name of d?")
    assert "none of the keys" in done.stdout
    assert deeds(home) == ["answer"] * 3 + ["seen", "answer"]
    assert "The answer changed" not in cardsmith("review", "--decks", decks).stdout
    assert "shown, with its new answer" in cardsmith("log", "show", "--decks", decks).stdout
    assert "due tomorrow" in cardsmith("why", "a", "--decks", decks).stdout


@pytest.mark.parametrize("arguments", [["--cram"], ["--ahead", "9"]])
def test_for_practice_and_ahead_of_the_day_none_is_shown(decks: Path, arguments: list[str]) -> None:
    done = cardsmith("review", *arguments, "--decks", decks, typed="q\n")
    assert "The answer changed" not in done.stdout


def test_taken_back_it_is_shown_again(decks: Path, home: Path) -> None:
    done = cardsmith("review", "--decks", decks, typed="\nu\nq\n")
    assert done.stdout.count("The answer changed") == 2
    assert deeds(home) == ["answer"] * 3 + ["seen", "void"]


def test_an_answer_that_is_to_come_says_that_a_clock_is_wrong(tmp_path: Path, home: Path) -> None:
    made = shelf(tmp_path / "decks", deck=basics("a"))
    remember(home, *log("3@30000", card="a"))
    for command in ("due", "review"):
        done = cardsmith(command, "--decks", made, typed="q\n")
        [line] = done.stderr.splitlines()
        assert line.startswith("an answer is dated 2108-02-21, and by the clock it is 2")
        assert "log check" in line
    remember(home, *log("1@1", card="a", first=2))
    assert cardsmith("due", "--decks", made).stderr == ""
