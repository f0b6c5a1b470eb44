"""`cardsmith log export`: all events, or a table of answers."""

import csv
import io
import json
from pathlib import Path

import pytest

from cardsmith import csvlog
from cardsmith.history import Answer, dumps
from logs import log
from past import remember
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("a", "b"))


def exported(decks: Path, *options: str) -> str:
    done = cardsmith("log", "export", *options, "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_table_has_the_answers_that_count(decks: Path, home: Path) -> None:
    remember(home, *log("1@0:1 3@0 4@1:6 3@2 void(a4)@2 suspend@3", "a"))
    remember(home, *log("2@1:1", "old"), *log("rename(b)@2", "old", first=2))
    assert exported(decks).splitlines() == [
        "card,rating,time,duration,day,interval",
        "a,1,2026-01-01T12:00:01.000+00:00,1000,2026-01-01,1",
        "a,3,2026-01-01T12:00:02.000+00:00,1000,2026-01-01,",
        "b,2,2026-01-02T12:00:01.000+00:00,1000,2026-01-02,1",
        "a,4,2026-01-02T12:00:03.000+00:00,1000,2026-01-02,6",
    ]


@pytest.mark.parametrize(
    ("key", "of", "rating"),
    [(1, 2, 1), (2, 2, 3), (0, 6, 1), (2, 6, 1), (3, 6, 2), (4, 6, 3), (5, 6, 4), (4, 4, 4)],
)
def test_keys_of_other_layouts_become_ratings(
    decks: Path, home: Path, key: int, of: int, rating: int
) -> None:
    (event,) = log("3@0", "a")
    remember(home, event._replace(deed=Answer(key, of, 0, 1, "sm2", "")))
    (row,) = csv.DictReader(io.StringIO(exported(decks)))
    assert row["rating"] == str(rating)


def test_the_table_is_read_as_a_log_of_another_program(decks: Path, home: Path) -> None:
    events = log("1@0:1 3@0 4@1:6", "a")
    remember(home, *events)
    read = csvlog.read(exported(decks))
    assert read.problems == ()
    assert [(row.card, row.at, row.ms) for row in read.rows] == [
        (event.card, event.at, 1000) for event in events
    ]
    assert [row.grade for row in read.rows] == [1, 3, 4]


def test_nothing_answered_is_an_empty_table(decks: Path) -> None:
    assert exported(decks) == "card,rating,time,duration,day,interval\n"
    assert json.loads(exported(decks, "--format", "json"))["events"] == []


def test_all_events_are_as_they_stand_in_the_log(decks: Path, home: Path) -> None:
    events = log("3@0:1 void(a1)@0 due(3)@1", "a")
    file = remember(home, *events, events[0])
    strange = dumps(events[0]).replace('"answer"', '"praise"').replace('"a1"', '"p1"')
    with file.open("a", encoding="utf-8") as more:
        more.write(strange.replace('"ms"', '"mood":"\u202e","ms"') + "\n")
    text = exported(decks, "--format", "json")
    told = json.loads(text)
    assert [event["id"] for event in told["events"]] == ["a1", "a2", "p1", "a3"]
    assert told["events"][0] == json.loads(dumps(events[0]))
    assert told["events"][2]["mood"] == "\u202e"
    assert "\u202e" not in text


def test_what_a_log_says_never_drives_the_terminal(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", 'x\x1b[2J,"y'))
    (row,) = csv.DictReader(io.StringIO(exported(decks)))
    assert row["card"] == 'x␛[2J,"y'
