"""Nasty instants: nights when clocks change, zones at the ends of the world, and a wrong clock.

The program runs as a process, under a clock that is set to an instant in UTC, on a machine in the
zone, or on one elsewhere with the zone as a setting.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from past import written
from program import cardsmith
from shelf import basics, shelf

pytestmark = pytest.mark.needs("faketime")

# Worked out by hand: a zone, an instant in UTC, and the study day there, which begins at four. The
# last minutes of a day are five, so that a slow machine is still in them.
INSTANTS = [
    # summer time begins: at 01:00 UTC the clocks in Berlin go from 02:00 to 03:00
    ("Europe/Berlin", "2026-03-29 00:55:00", "2026-03-28"),
    ("Europe/Berlin", "2026-03-29 01:00:00", "2026-03-28"),
    ("Europe/Berlin", "2026-03-29 01:55:00", "2026-03-28"),
    ("Europe/Berlin", "2026-03-29 02:00:00", "2026-03-29"),
    # and ends: half past two comes twice
    ("Europe/Berlin", "2026-10-25 00:30:00", "2026-10-24"),
    ("Europe/Berlin", "2026-10-25 01:30:00", "2026-10-24"),
    ("Europe/Berlin", "2026-10-25 02:55:00", "2026-10-24"),
    ("Europe/Berlin", "2026-10-25 03:00:00", "2026-10-25"),
    ("America/New_York", "2026-03-08 07:55:00", "2026-03-07"),
    ("America/New_York", "2026-03-08 08:00:00", "2026-03-08"),
    ("America/New_York", "2026-11-01 08:55:00", "2026-10-31"),
    ("America/New_York", "2026-11-01 09:00:00", "2026-11-01"),
    # half an hour of summer time
    ("Australia/Lord_Howe", "2026-04-04 17:25:00", "2026-04-04"),
    ("Australia/Lord_Howe", "2026-04-04 17:30:00", "2026-04-05"),
    ("Australia/Lord_Howe", "2026-10-03 16:55:00", "2026-10-03"),
    ("Australia/Lord_Howe", "2026-10-03 17:00:00", "2026-10-04"),
    # odd offsets
    ("Asia/Kathmandu", "2026-06-01 22:10:00", "2026-06-01"),
    ("Asia/Kathmandu", "2026-06-01 22:15:00", "2026-06-02"),
    ("America/St_Johns", "2026-03-08 06:25:00", "2026-03-07"),
    ("America/St_Johns", "2026-03-08 06:30:00", "2026-03-08"),
    # the ends of the world
    ("Pacific/Kiritimati", "2026-01-01 13:55:00", "2026-01-01"),
    ("Pacific/Kiritimati", "2026-01-01 14:00:00", "2026-01-02"),
    ("Pacific/Pago_Pago", "2026-01-02 14:55:00", "2026-01-01"),
    ("Pacific/Pago_Pago", "2026-01-02 15:00:00", "2026-01-02"),
    ("Pacific/Auckland", "2026-04-04 15:55:00", "2026-04-04"),
    ("Pacific/Auckland", "2026-04-04 16:00:00", "2026-04-05"),
    # the last night of a year, and a leap day
    ("UTC", "2027-01-01 03:55:00", "2026-12-31"),
    ("UTC", "2028-03-01 03:55:00", "2028-02-29"),
]


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("a", "b"))


def at(utc: str, zone: str, *arguments: str | Path, typed: str = "", **environment: str) -> str:
    """What the program prints at an instant, on a machine in a zone."""
    program = ["env", f"TZ={zone}", sys.executable, "-m", "cardsmith", *map(str, arguments)]
    done = subprocess.run(
        ["faketime", utc, *program],
        input=typed,
        env={**os.environ, **environment, "TZ": "UTC"},  # in which the instant is meant
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def today(decks: Path, utc: str, zone: str, *given: str) -> str:
    day: str = json.loads(at(utc, zone, "due", "--json", "--decks", decks, *given))["day"]
    return day


@pytest.mark.parametrize(("zone", "utc", "expected"), INSTANTS)
def test_the_study_day_on_a_machine_in_the_zone(
    decks: Path, zone: str, utc: str, expected: str
) -> None:
    assert today(decks, utc, zone) == expected


@pytest.mark.parametrize(("zone", "utc", "expected"), INSTANTS[::3])
def test_the_study_day_on_a_machine_elsewhere(
    decks: Path, zone: str, utc: str, expected: str
) -> None:
    assert today(decks, utc, "Asia/Tokyo", "--set", f"zone={zone}") == expected


@pytest.mark.parametrize("rollover", [0, 1, 4, 12, 23])
def test_the_day_begins_at_its_hour_on_the_night_when_an_hour_is_missing(
    decks: Path, rollover: int
) -> None:
    local = {0: "2026-03-28 23", 1: "2026-03-29 00", 4: "2026-03-29 02", 12: "2026-03-29 10"}
    begins = local.get(rollover, "2026-03-29 21")  # in UTC
    before = f"{begins[:11]}{int(begins[11:]) - 1:02}:55:00"
    given = ("--set", f"rollover={rollover}")
    if not begins.endswith(" 00"):
        assert today(decks, before, "Europe/Berlin", *given) == "2026-03-28"
    assert today(decks, f"{begins}:00:00", "Europe/Berlin", *given) == "2026-03-29"


# Nights when clocks change, and one when they do not, by the date of the morning.
NIGHTS = {
    "America/New_York": ("2026-03-08", "2026-11-01", "2026-07-01"),
    "America/Santiago": ("2026-04-05", "2026-09-06", "2026-07-01"),  # at midnight
    "Asia/Kathmandu": ("2026-07-01",),
    "Atlantic/Azores": ("2026-03-29", "2026-10-25", "2026-07-01"),
    "Australia/Lord_Howe": ("2026-04-05", "2026-10-04", "2026-07-01"),
    "Europe/Berlin": ("2026-03-29", "2026-10-25", "2026-07-01"),
    "Pacific/Auckland": ("2026-04-05", "2026-09-27", "2026-07-01"),
    "Pacific/Kiritimati": ("2026-07-01",),
}


@pytest.mark.parametrize("zone", NIGHTS)
def test_each_hour_may_begin_the_day(zone: str) -> None:
    """To the second, on a machine in the zone; an hour that is missing begins when it is over."""
    begins = [
        (datetime.fromisoformat(f"{night}T{hour:02}:00").replace(tzinfo=ZoneInfo(zone)), hour)
        for night in NIGHTS[zone]
        for hour in range(24)
    ]
    told = subprocess.run(
        [sys.executable, str(Path(__file__).parents[1] / "studydays.py")],
        input="".join(
            f"{int(at.timestamp()) + more} {hour}\n" for at, hour in begins for more in (-1, 0)
        ),
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert len(told) == 2 * len(begins)
    for (at, hour), before, then in zip(begins, told[::2], told[1::2], strict=True):
        assert (before < then, then) == (True, at.date().isoformat()), hour


def last_event(home: Path) -> dict[str, object]:
    found: dict[str, object] = max(written(home), key=lambda event: (event["at"], event["id"]))
    return found


def test_both_the_offset_and_the_day_are_recorded(decks: Path, home: Path) -> None:
    at("2026-10-25 01:30:00", "Europe/Berlin", "review", "--decks", decks, typed="\n3\nq\n")
    event = last_event(home)
    assert str(event["at"]).startswith("2026-10-25T02:30:0")
    assert str(event["at"]).endswith("+01:00")
    assert event["day"] == "2026-10-24"


def test_travel_never_gives_a_day_twice_or_a_negative_one(decks: Path) -> None:
    """Answered on Monday in Auckland; on the same instant's Sunday in Honolulu nothing is asked."""
    one = ["review", "--decks", str(decks), "--limit", "1"]
    at("2026-06-07 20:00:00", "Pacific/Auckland", *one, typed="\n3\n")  # Monday the 8th, 8 o'clock
    told = json.loads(
        at("2026-06-07 21:00:00", "Pacific/Honolulu", "due", "--json", "--decks", decks)
    )
    assert (told["day"], told["due"]) == ("2026-06-07", 0)
    story = json.loads(
        at("2026-06-09 21:00:00", "Pacific/Honolulu", "why", "a", "--json", "--decks", decks)
    )
    assert story["due"] == "2026-06-09"
    at("2026-06-09 21:00:00", "Pacific/Honolulu", *one, typed="\n3\n")
    story = json.loads(
        at("2026-06-09 21:00:00", "Pacific/Honolulu", "why", "a", "--json", "--decks", decks)
    )
    assert [event["days"] for event in story["events"]] == [1, 6]


@pytest.mark.parametrize("wrong", ["2036-01-01 12:00:00", "1999-01-01 12:00:00"])
def test_a_clock_that_was_wrong_once_freezes_no_card(decks: Path, wrong: str) -> None:
    one = ["review", "--decks", str(decks), "--limit", "1"]
    at(wrong, "UTC", *one, typed="\n3\n")
    right = "2026-06-10 12:00:00"
    told = json.loads(at(right, "UTC", "due", "--json", "--decks", decks))
    assert (told["day"], told["due"], told["new"]) == ("2026-06-10", 1, 1)
    at(right, "UTC", "review", "--decks", decks, typed="\n3\nq\n")
    story = json.loads(at(right, "UTC", "why", "a", "--json", "--decks", decks))
    assert story["due"] is not None
    assert "2026-06-11" <= story["due"] <= "2036-12-31"
    assert all(event["days"] >= 0 for event in story["events"] if "days" in event)


def test_a_day_goes_on_after_midnight(decks: Path, home: Path) -> None:
    """Ten to twelve and twenty past are one day; tomorrow's card comes at four, not a day later."""
    one = ["review", "--decks", str(decks), "--limit", "1"]
    at("2026-01-10 22:50:00", "Europe/Berlin", *one, typed="\n3\n")
    at("2026-01-10 23:20:00", "Europe/Berlin", *one, typed="\n3\n")
    assert [(e["card"], e["day"]) for e in written(home)] == [
        ("a", "2026-01-10"),
        ("b", "2026-01-10"),
    ]
    due = ["due", "--json", "--decks", str(decks)]
    before = json.loads(at("2026-01-11 02:55:00", "Europe/Berlin", *due))
    after = json.loads(at("2026-01-11 03:00:00", "Europe/Berlin", *due))
    assert [(told["day"], told["due"]) for told in (before, after)] == [
        ("2026-01-10", 0),
        ("2026-01-11", 2),
    ]


def test_due_means_the_day_and_not_the_hour(decks: Path, home: Path) -> None:
    """Far from Greenwich, 23 hours later, on the next local day."""
    one = ["review", "--decks", str(decks), "--limit", "1"]
    at("2026-01-01 19:00:00", "Pacific/Auckland", *one, typed="\n3\n")  # 8 o'clock on the second
    told = json.loads(
        at("2026-01-02 18:00:00", "Pacific/Auckland", "due", "--json", "--decks", decks)
    )
    assert (told["day"], told["due"]) == ("2026-01-03", 1)
    assert last_event(home)["day"] == "2026-01-02"


def test_over_ssh_the_day_is_that_of_the_learner(decks: Path, home: Path) -> None:
    """The zone is a setting that travels with the history; drill goes on on the other machine."""
    assert cardsmith("config", "zone", "Europe/Berlin").returncode == 0
    home_is = {"CARDSMITH_DEVICE": "home"}
    one = ["review", "--decks", str(decks), "--limit", "1"]
    at("2026-06-01 21:50:00", "Europe/Berlin", *one, typed="\n1\nq\n", **home_is)
    told = json.loads(at("2026-06-01 22:20:00", "Asia/Tokyo", "due", "--json", "--decks", decks))
    assert (told["day"], told["drill"]) == ("2026-06-01", 1)
    at("2026-06-01 22:20:00", "Asia/Tokyo", *one, typed="\n2\n", CARDSMITH_DEVICE="server")
    events = sorted(written(home), key=lambda event: event["n"])
    assert [(e["card"], e["day"], e["of"], e.get("days")) for e in events] == [
        ("a", "2026-06-01", 4, 1),
        ("a", "2026-06-01", 2, None),
    ]
    assert [str(event["at"])[:16] for event in events] == ["2026-06-01T23:50", "2026-06-02T00:20"]
    assert all(str(event["at"]).endswith("+02:00") for event in events)
    assert "zones" not in at("2026-06-01 22:30:00", "Asia/Tokyo", "log", "check", "--decks", decks)


def test_a_new_zone_or_rollover_moves_no_day_that_was_recorded(decks: Path) -> None:
    at("2026-03-01 02:30:00", "Europe/Berlin", "review", "--decks", decks, typed="\n3\nq\n")
    why = ["why", "a", "--json", "--decks", str(decks), "--set"]
    now = "2026-03-10 12:00:00"
    told = {
        at(now, "Europe/Berlin", *why, "rollover=0"),
        at(now, "Pacific/Kiritimati", *why, "rollover=4"),
        at(now, "Pacific/Pago_Pago", *why, "rollover=23"),
    }
    assert len(told) == 1
    story = json.loads(told.pop())
    assert (story["events"][0]["day"], story["due"]) == ("2026-02-28", "2026-03-01")


@contextmanager
def sitting(decks: Path, clock: Path) -> Iterator[subprocess.Popen[str]]:
    """A sitting whose clock is what a file says, whenever it looks."""
    program = [sys.executable, "-u", "-m", "cardsmith", "review", "--decks", str(decks)]
    by_file = ["env", "-u", "FAKETIME", f"FAKETIME_TIMESTAMP_FILE={clock}", "FAKETIME_NO_CACHE=1"]
    with subprocess.Popen(
        ["faketime", "2026-06-10 12:00:00", *by_file, *program],
        env={**os.environ, "TZ": "UTC"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        yield process


def press(process: subprocess.Popen[str], key: str, until: str) -> None:
    """Press a key, and read until a text comes."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{key}\n")
    seen = ""
    while until not in seen:
        more = process.stdout.read(1)
        assert more, seen
        seen += more


@pytest.mark.parametrize(
    ("then", "day"),
    [
        ("2026-06-10 11:00:00", "2026-06-10"),
        ("2026-06-09 12:00:00", "2026-06-09"),
        ("2016-06-10 12:00:00", "2016-06-10"),
        ("2026-06-11 12:00:00", "2026-06-11"),
        ("2036-06-10 12:00:00", "2036-06-10"),
    ],
)
def test_a_clock_that_is_set_during_a_sitting_breaks_nothing(
    decks: Path, home: Path, tmp_path: Path, then: str, day: str
) -> None:
    """Whatever it is set to: all answers are kept, none took less than no time or an hour.

    And once the clock is right again, no card is out of reach.
    """
    clock = tmp_path / "clock"
    clock.write_text("2026-06-10 12:00:00")
    with sitting(decks, clock) as process:
        press(process, "", "Easy")  # the answer of a; its keys
        press(process, "1", "Name of b?")
        clock.write_text(then)
        press(process, "", "Easy")
        press(process, "3", "Name of a?")
        process.communicate("\n2\n\n3\nq\n", timeout=60)
    assert process.returncode == 0
    events = written(home)
    assert {event["day"] for event in events} == {"2026-06-10", day}
    assert [event["n"] for event in events if event["card"] == "b"] == [1]
    assert sorted(event["n"] for event in events if event["card"] == "a")[:2] == [1, 2]
    assert all(0 <= event["ms"] <= 60_000 for event in events)
    for card in ("a", "b"):
        story = json.loads(
            at("2026-06-12 12:00:00", "UTC", "why", card, "--json", "--decks", decks)
        )
        assert story["due"] is not None
    told = json.loads(at("2026-06-30 12:00:00", "UTC", "due", "--json", "--decks", decks))
    assert told["due"] == 2


def test_others_are_not_touched_by_a_clock_that_was_years_ahead(decks: Path, home: Path) -> None:
    """What was answered under it can be found, asked and reset; the other card goes its way."""
    one = ["review", "--decks", str(decks), "--limit", "1"]
    at("2036-01-01 12:00:00", "UTC", *one, typed="\n3\n")
    check = subprocess.run(
        [
            *("faketime", "2026-01-01 12:00:00", sys.executable, "-m", "cardsmith"),
            *("log", "check", "--decks", str(decks)),
        ],
        env={**os.environ, "TZ": "UTC"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 1
    assert "lies in the future: a clock was or is wrong" in check.stdout
    at("2026-01-01 12:00:00", "UTC", *one, typed="\n3\n")
    at("2026-01-01 12:00:00", "UTC", *one, typed="\n3\n")
    events = sorted(written(home), key=lambda event: (event["card"], event["n"]))
    assert [(e["card"], e["day"], e["days"]) for e in events] == [
        ("a", "2036-01-01", 1),
        ("a", "2026-01-01", 1),
        ("b", "2026-01-01", 1),
    ]
