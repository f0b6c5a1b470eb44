"""`cardsmith log check`: what is damaged or odd."""

import json
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from cardsmith.history import Event
from logs import log
from past import history, remember
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("a", "b"))


def check(decks: Path) -> tuple[int, list[str]]:
    done = cardsmith("log", "check", "--decks", decks)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def at(event: Event, hour: int, offset: int = 0, day: date | None = None) -> Event:
    """The event at another hour of its day, in another zone."""
    zone = timezone(timedelta(hours=offset))
    when = datetime(event.day.year, event.day.month, event.day.day, hour, tzinfo=zone)
    return event._replace(at=when, day=day or event.day)


def test_a_sound_history_has_nothing(decks: Path, home: Path) -> None:
    assert check(decks) == (0, ["0 events in 0 files of 0 devices"])
    remember(home, *log("3@0 3@1 void(a2)@1", "a"))
    remember(home, *log("3@100", "b"), device="phone")
    assert check(decks) == (0, ["4 events in 2 files of 2 devices"])


def test_damaged_lines_are_told_with_their_numbers(decks: Path, home: Path) -> None:
    file = remember(home, *log("3@0 3@1", "a"))
    with file.open("a") as more:
        more.write("<<<<<<< HEAD\n\n{}\n" + "x\n" * 7)
    remember(home, *log("3@2", "b"))
    status, lines = check(decks)
    assert status == 1
    assert lines == [
        f"error: {file}: 9 damaged lines (lines 3, 5, 6, 7, 8 and 4 more); the others count",
        "3 events in 1 file of 1 device",
    ]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"not a log\n" * 3, "3 damaged lines"),
        (b'{"v":9}\n', ":1 was written by a newer cardsmith"),
    ],
)
def test_a_file_that_cannot_be_read_hides_no_other(
    decks: Path, home: Path, data: bytes, says: str
) -> None:
    file = remember(home, *log("3@0", "a"))
    other = file.with_name("2025.jsonl")
    other.write_bytes(data)
    (file.with_name("2024.jsonl")).write_text("{}\n")
    status, lines = check(decks)
    assert status == 1
    assert any(says in line and str(other) in line for line in lines)
    assert any("2024.jsonl: 1 damaged line (line 1)" in line for line in lines)
    assert other.read_bytes() == data


def test_torn_lines_that_were_set_aside_are_a_remark(decks: Path, home: Path) -> None:
    file = remember(home, *log("3@0", "a"))
    file.with_suffix(".torn").write_bytes(b'{"v":1,\n{"v"\n')
    status, lines = check(decks)
    assert (status, lines[0]) == (
        0,
        "remark: 2 torn lines set aside after a crash, in .torn files",
    )


def test_events_from_the_future_are_errors(decks: Path, home: Path) -> None:
    first, second = log("3@0 3@1", "a")
    later = second._replace(at=second.at.replace(year=2999), day=date(2999, 1, 2))
    remember(home, first)
    file = remember(home, later)
    assert check(decks) == (
        1,
        [
            "error: the time lies in the future: a clock was or is wrong",
            f"  {file}: line 1",
            "2 events in 2 files of 1 device",
        ],
    )


def test_a_day_that_no_rollover_explains_is_an_error(decks: Path, home: Path) -> None:
    (event,) = log("3@5", "a")
    remember(home, event._replace(day=date(2026, 1, 4)))
    status, lines = check(decks)
    assert status == 1
    assert lines[0] == "error: the study day is neither that of the time nor the day before"


def test_days_of_another_rollover_are_a_remark(decks: Path, home: Path) -> None:
    (event,) = log("3@5", "a")
    remember(home, at(event, 9, day=date(2026, 1, 5)), at(event, 3)._replace(id="x"))
    status, lines = check(decks)
    assert status == 0
    assert lines[0] == "remark: the study day did not end at 4:00 then; it stays as it is"
    assert lines[1].endswith("2026.jsonl: lines 1, 2")


def test_the_rollover_is_the_learners(decks: Path, home: Path) -> None:
    (event,) = log("3@5", "a")
    remember(home, at(event, 9, day=date(2026, 1, 5)))
    assert check(decks)[1][0].startswith("remark: ")
    (history(home) / "settings.yaml").write_text("rollover: 10\n", "utf-8")
    assert check(decks) == (0, ["1 event in 1 file of 1 device"])


def test_numbers_that_contradict_the_clock_are_a_remark(decks: Path, home: Path) -> None:
    first, second = log("3@5 3@4", "a")
    file = remember(home, first, second)
    status, lines = check(decks)
    assert status == 0
    assert lines[0].startswith("remark: the numbers of a card's events have another order")
    assert lines[1] == f"  {file}: line 2"


def test_devices_in_different_zones_on_one_day_are_a_remark(decks: Path, home: Path) -> None:
    one, other, third = log("3@0 3@1 3@2", "a")
    remember(home, at(one, 10, 1), at(other, 10, 1), at(third, 10, 1))
    remember(home, at(other, 12, -5)._replace(id="x"), device="server")
    status, lines = check(decks)
    assert status == 0
    assert lines[0] == (
        "remark: on the same day, 2026-01-02 the last time, laptop at UTC+01:00 and server at "
        "UTC-05:00: where that was no journey, the setting `zone` makes their study days agree"
    )
    assert [line.rpartition(": ")[2] for line in lines[1:3]] == ["line 2", "line 1"]


def test_devices_that_travel_together_differ_in_nothing(decks: Path, home: Path) -> None:
    one, other = log("3@0 3@1", "a")
    remember(home, at(one, 10, 1), at(other, 10, 9))
    remember(home, at(one, 11, 1)._replace(id="x"), device="phone")
    remember(home, at(other, 11, 9)._replace(id="y"), device="phone")
    assert check(decks)[1] == ["4 events in 2 files of 2 devices"]


def test_one_id_for_two_events_is_an_error(decks: Path, home: Path) -> None:
    (event,) = log("3@0", "a")
    remember(home, event, event)
    assert check(decks)[0] == 0  # a line that is there twice does no harm
    remember(home, event._replace(n=7))
    status, lines = check(decks)
    assert status == 1
    assert lines[0].startswith("error: different events have one id")


def test_events_of_unknown_kinds_are_sound(decks: Path, home: Path) -> None:
    file = remember(home, *log("3@0", "a"))
    file.write_text(file.read_text().replace('"answer"', '"praise"'))
    assert check(decks) == (0, ["1 event in 1 file of 1 device"])


def test_its_json_has_the_documented_shape(decks: Path, home: Path) -> None:
    file = remember(home, *log("3@5 3@4", "a"))
    with file.open("a") as more:
        more.write("x\n")
    done = cardsmith("log", "check", "--json", "--decks", decks)
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert list(told) == ["version", "files", "unreadable", "oddities"]
    assert told["files"] == [
        {"path": str(file), "device": "laptop", "events": 2, "damaged": [3], "torn": 0}
    ]
    (odd,) = told["oddities"]
    assert (odd["what"], odd["is_error"]) == ("out-of-order", False)
    assert odd["places"] == [{"path": str(file), "line": 2}]
