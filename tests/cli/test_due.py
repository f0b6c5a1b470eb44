"""`cardsmith due`, and `cardsmith` alone."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardsmith.cli import run
from cardsmith.cli.app import App, Clock
from program import cardsmith
from shelf import ONE_OF_EACH, basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=ONE_OF_EACH)


@pytest.mark.parametrize("command", [["due"], []])
def test_it_says_what_is_due_and_what_to_type(decks: Path, command: list[str]) -> None:
    done = cardsmith(*command, cwd=decks)
    first, today, begin = done.stdout.splitlines()
    assert first.startswith("Test: 5 notes, 7 cards in 1 deck; progress in ~")
    assert today == "Today: 5 new."
    assert begin.startswith("To begin: ")
    assert begin.endswith(" review")
    assert (done.returncode, done.stderr) == (0, "")


def test_its_json_has_the_documented_shape(decks: Path) -> None:
    done = cardsmith("due", "--json", "--decks", decks)
    assert json.loads(done.stdout) == {
        "collection": "Test",
        "id": "00000000-0000-4000-8000-000000000000",
        "day": json.loads(done.stdout)["day"],
        "drill": 0,
        "due": 0,
        "new": 5,
        "held_back": 0,
        "clears_in": None,
        "unseen": 7,
        "cards": 7,
        "next_day": json.loads(done.stdout)["next_day"],
    }
    assert done.stdout.count("\n") == 1


def test_drill_and_new_cards_are_told_apart(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "two", deck=basics("a", "b"))
    cardsmith("review", "--decks", decks, typed="\n1\n")
    assert "Today: 1 to drill again and 1 new." in cardsmith("due", "--decks", decks).stdout


def test_nothing_due_says_when_the_next_cards_come(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "one", deck=basics("a"))
    cardsmith("review", "--decks", decks, typed="\n3\n")
    done = cardsmith("due", "--decks", decks)
    assert "Today: nothing due; 1 note, 1 card in 1 deck, the next tomorrow." in done.stdout
    assert "To begin" not in done.stdout
    assert done.returncode == 0


def test_the_hint_is_a_command_line_that_works(decks: Path) -> None:
    begin = cardsmith("due", "--decks", decks).stdout.splitlines()[-1]
    assert begin.endswith(f"review --decks {decks}")


def test_where_there_is_no_collection_the_one_that_ships_is_meant(tmp_path: Path) -> None:
    done = cardsmith("due", cwd=tmp_path)
    assert done.stdout.startswith("Training Composer: ")


def test_a_path_without_a_collection_is_wrong_use(tmp_path: Path) -> None:
    done = cardsmith("due", "--decks", tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert str(tmp_path) in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("today", "2026-11-30"),
        ("tomorrow", "2026-12-01"),
        ("friday", "2026-12-04"),
        ("monday", "2026-11-30"),
        ("2026-12-24", "2026-12-24"),
        ("24 dec", "2026-12-24"),
        ("January 5, 2027", "2027-01-05"),
    ],
)
def test_days_are_named_as_seen_from_the_study_day(
    decks: Path, capsys: pytest.CaptureFixture[str], words: str, day: str
) -> None:
    """At three in the morning of Tuesday it is still Monday."""
    clock = Clock(now=lambda: datetime(2026, 12, 1, 3, tzinfo=UTC))
    arguments = ["due", "--on", words, "--json", "--decks", str(decks)]
    assert run(arguments, App(clock=clock)) == 0
    assert json.loads(capsys.readouterr().out)["day"] == day


def test_a_past_day_is_wrong_use(decks: Path) -> None:
    done = cardsmith("due", "--on", "2001-01-05", "--decks", decks)
    assert done.returncode == 2
    assert "means 2001-01-05, which is past" in done.stderr


def test_what_is_no_day_is_wrong_use(decks: Path) -> None:
    done = cardsmith("due", "--on", "someday", "--decks", decks)
    assert done.returncode == 2
    assert "'someday' is no day; write 2026-12-24 or friday" in done.stderr
    assert done.stderr.count("\n") == 1


# For the prompt of a shell.


def test_the_word_for_a_prompt_counts_all_that_wait(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "two", deck=basics("a", "b"))
    cardsmith("review", "--decks", decks, typed="\n1\n")
    done = cardsmith("due", "--prompt", cwd=decks)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


def test_where_nothing_waits_a_prompt_has_no_word(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "one", deck=basics("a"))
    cardsmith("review", "--decks", decks, typed="\n3\n")
    done = cardsmith("due", "--prompt", "--decks", decks)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_prompt_counts_over_collections_and_by_selector(
    decks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = shelf(tmp_path / "other", deck=basics("a", "b"))
    (other / "collection.yaml").write_text(
        (other / "collection.yaml").read_text("utf-8").replace("0000-4000", "1111-4000"), "utf-8"
    )
    both = ["--decks", str(decks), "--decks", str(other)]
    assert run(["due", "--prompt", *both]) == 0
    assert run(["due", "--prompt", *both, "id:a"]) == 0
    assert run(["due", "--prompt", *both, "--on", "2100-01-01", "--set", "new=1"]) == 0
    assert capsys.readouterr().out == "7\n1\n2\n"


def test_what_cannot_be_counted_is_a_question_mark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A prompt comes again and again: it has no room for what is wrong."""
    assert run(["due", "--prompt", "--decks", str(tmp_path / "none")]) == 0
    assert capsys.readouterr() == ("?\n", "")


def test_a_prompt_that_is_written_wrongly_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["due", "--prompt", "--json"]) == 2
    assert run(["due", "--prompt", "is:nothing"]) == 2
    assert capsys.readouterr().out == ""
