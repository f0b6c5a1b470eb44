"""`cardsmith stats`: the program, what it reads and where it writes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import past
from cardsmith.cli import run
from cardsmith.cli.app import App, Clock
from cardsmith.history import Event
from learner import Learner
from logs import day, log
from past import remember
from program import cardsmith
from shelf import basics, shelf

NOON = datetime(2026, 1, 23, 12, tzinfo=UTC)  # day 22


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(
        tmp_path / "decks", deck=basics("a", "b", "c"), more=basics("d").replace("Ba", "Mo")
    )


def at(decks: Path, *arguments: str, now: datetime = NOON) -> int:
    return run(["stats", "--decks", str(decks), *arguments], App(clock=Clock(now=lambda: now)))


def shape(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


PAST = [*log("3@0:21 1@21:1 3@21", "a"), *log("1@20:1 2@22:1", "b")]


def test_its_json_has_the_documented_shape(
    decks: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remember(home, *PAST)
    assert at(decks, "--json") == 0
    found = shape(capsys)
    first = {"answers": 1, "new": 1, "reviews": 0, "drill": 0, "minutes": 0.016667}
    nothing = {"retention": None, "young": None, "mature": None}
    ever = {"answers": 5, "new": 2, "reviews": 2, "drill": 1, "minutes": 0.083333}
    shares = {"retention": 0.5, "young": 1.0, "mature": 0.0}
    assert [(each["days"], each["answers"]) for each in found["periods"]] == [
        (1, 1),
        (7, 4),
        (30, 5),
        (365, 5),
        (None, 5),
    ]
    assert found.pop("periods")[-1] == {"days": None, "studied": 4, **ever, **shares}
    assert found.pop("days")[0] == {"day": "2026-01-01", **first, **nothing}
    known, met = found.pop("known"), found.pop("met")
    assert (1 < known < 2, met) == (True, 2)
    [one, two] = found.pop("decks")
    assert one.pop("known") == known
    assert found == {
        "version": 1,
        "collection": "Test",
        "id": "00000000-0000-4000-8000-000000000000",
        "day": "2026-01-23",
        "cards": {
            "all": 4,
            "new": 2,
            "young": 2,
            "mature": 0,
            "suspended": 0,
            "buried": 0,
            "leeches": 0,
        },
        "streak": 23,
        "longest_streak": 23,
        "ratings": {
            "new": {"again": 1, "hard": 0, "good": 1, "easy": 0},
            "young": {"again": 0, "hard": 1, "good": 0, "easy": 0},
            "mature": {"again": 1, "hard": 0, "good": 0, "easy": 0},
            "drill": {"again": 0, "hard": 0, "good": 1, "easy": 0},
        },
        "load": {"2026-01-23": 1, "2026-01-24": 1},
        "hardest": [{"card": "a", "lapses": 1, "answers": 3}],
    }
    counts = {"suspended": 0, "buried": 0, "leeches": 0, "mature": 0}
    assert (
        one == {"deck": "Test::Basics", "all": 3, "new": 1, "young": 2, "due": 1, "met": 2} | counts
    )
    assert two == {
        "deck": "Test::Mosics",
        **counts,
        "all": 1,
        "new": 1,
        "young": 0,
        "due": 0,
        "met": 0,
        "known": 0.0,
    }


def test_every_field_is_documented(
    decks: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remember(home, *PAST)
    at(decks, "--json")
    page = (Path(__file__).parents[2] / "docs/json.md").read_text("utf-8")
    section = page.partition("## `cardsmith stats --json`\n")[2].partition("\n## ")[0]
    assert [name for name in names(shape(capsys)) if f"`{name}`" not in section] == []


def names(value: object) -> Iterator[str]:
    """The names of all fields, but for those that are days."""
    if isinstance(value, dict):
        yield from (name for name in value if not name[0].isdigit())
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from names(each)


def test_its_help_has_two_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", "--help"]) == 0
    assert capsys.readouterr().out.partition("Examples:")[2].count("cardsmith stats") == 2


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], "Nothing was answered yet."),
        (log("3@22:1", "a"), "Streak: 1 day."),
        (log("1@0:1 1@1:1", "a"), "0 %"),
    ],
)
def test_little_to_show_is_no_fault(
    decks: Path, home: Path, events: list[Event], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    remember(home, *events)
    assert at(decks) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Test: 4 notes, 4 cards in 2 decks; progress in ~")
    assert said in told.out
    assert ("To begin: " in told.out) is (not events)
    assert told.err == ""


def test_no_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = shelf(tmp_path / "empty", deck="deck: {name: Empty}\ncards: []\n")
    assert at(empty) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["", "There are no cards to tell of."]
    assert at(empty, "--json") == 0
    assert shape(capsys)["cards"]["all"] == 0


def test_cards_are_chosen_as_everywhere(
    decks: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remember(home, *PAST)
    counts = []
    for words in (["-is:new"], ["--deck", "Test::Mosics"], ["id:b"], ["--tag", "no"], ["is:due"]):
        assert at(decks, *words, "--json") == 0
        found = shape(capsys)
        counts.append((found["cards"]["all"], found["periods"][-1]["answers"], found["streak"]))
    assert counts == [(2, 5, 23), (1, 0, 23), (1, 2, 23), (0, 0, 23), (2, 5, 23)]
    assert at(decks, "is:leech", "--set", "leech=1", "--json") == 0
    assert shape(capsys)["cards"]["leeches"] == 1
    assert at(decks, "prop:nonsense") == 2


def test_several_collections_are_told_one_after_the_other(
    decks: Path, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remember(home, *PAST)
    other = shelf(tmp_path / "other", deck=basics("z"))
    about = other / "collection.yaml"
    about.write_text(about.read_text("utf-8").replace("00000000", "11111111"), "utf-8")
    assert at(decks, "--decks", str(other), "--json") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["cards"]["all"] for line in lines] == [4, 1]
    assert at(decks, "--decks", str(other)) == 0
    told = capsys.readouterr().out
    assert told.count("Test: ") == 2
    assert told.count("To begin: ") == 1


def test_it_makes_no_difference_which_device_wrote_what(
    decks: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, event in enumerate(PAST):
        past.remember(home, event, device=("laptop", "phone")[number % 2])
    past.remember(home, *PAST[:2], device="copy")
    assert at(decks, "--json") == 0
    several = shape(capsys)
    assert several["periods"][-1]["answers"] == len(PAST)
    assert several["streak"] == 23


def test_the_day_ends_at_four(decks: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    remember(home, *log("3@0:1", "a"))
    streaks = []
    for now in (datetime(2026, 1, 3, 3, 59, tzinfo=UTC), datetime(2026, 1, 3, 4, tzinfo=UTC)):
        at(decks, "--json", now=now)
        found = shape(capsys)
        streaks.append((found["day"], found["streak"]))
    assert streaks == [(str(day(1)), 1), (str(day(2)), 0)]


@pytest.mark.parametrize("arguments", [["--plain"], []])
def test_words_in_place_of_plots(
    decks: Path, home: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    remember(home, *PAST)
    assert at(decks, *arguments) == 0
    assert ("today: 1 card\n" in capsys.readouterr().out) is bool(arguments)


def test_a_reader_that_leaves_is_no_fault(decks: Path, home: Path) -> None:
    remember(home, *PAST)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "cardsmith", "stats", "--decks", str(decks)]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_legacy_code_page_in_a_file(tmp_path: Path, home: Path) -> None:
    odd = basics("a", "b").replace("Basics", "Fun 😀").replace("Name of", "→ 😀")
    decks = shelf(tmp_path / "emoji", deck=odd, other=basics("c"))
    remember(home, *log("3@0:1 1@1:1", "a"))
    done = cardsmith(
        "stats", "--decks", decks, PYTHONIOENCODING="cp1252", TERM="xterm-256color", COLUMNS="60"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Fun \\U0001f600" in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stdout.count("#") > 10


@pytest.mark.parametrize(
    ("variable", "coloured", "plotted"),
    [
        ({"NO_COLOR": "1"}, False, True),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_on_a_terminal(
    decks: Path,
    home: Path,
    variable: dict[str, str],
    coloured: bool,  # noqa: FBT001 - a row of the table
    plotted: bool,  # noqa: FBT001
) -> None:
    remember(home, *PAST)
    arguments = ("stats", "--decks", str(decks))
    with Learner(*arguments, columns=40, rows=60, environment=variable) as learner:
        assert learner.end() == 0
        assert (b"\x1b[" in learner.sent) is coloured
        lines = learner.display().splitlines()
        assert lines[0] == "Test: 4 notes, 4 cards in 2 decks;"
        assert "4 cards" in lines
        assert ("Answers a day" in lines) is plotted
