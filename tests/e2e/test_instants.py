"""Nasty instants: nights when clocks change, zones at the ends of the world, and a wrong clock.

The program runs as a process, under a clock that is set to an instant in UTC, on a machine in the
zone, or on one elsewhere with the zone as a setting.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def at(utc: str, zone: str, *arguments: str | Path, typed: str = "") -> str:
    """What the program prints at an instant, on a machine in a zone."""
    program = ["env", f"TZ={zone}", sys.executable, "-m", "cardsmith", *map(str, arguments)]
    done = subprocess.run(
        ["faketime", utc, *program],
        input=typed,
        env={**os.environ, "TZ": "UTC"},  # in which the instant is meant
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


def last_event(home: Path) -> dict[str, object]:
    files = sorted((home / ".local/share/cardsmith").rglob("*.jsonl"))
    events = [json.loads(line) for f in files for line in f.read_text("utf-8").splitlines()]
    found: dict[str, object] = max(events, key=lambda event: (event["at"], event["id"]))
    return found


def test_both_the_offset_and_the_day_are_recorded(decks: Path, home: Path) -> None:
    at("2026-10-25 01:30:00", "Europe/Berlin", "review", "--decks", decks, typed="\n3\nq\n")
    event = last_event(home)
    assert str(event["at"]).startswith("2026-10-25T02:30:0")
    assert str(event["at"]).endswith("+01:00")
    assert event["day"] == "2026-10-24"


def test_travel_never_gives_a_day_twice_or_a_negative_one(decks: Path) -> None:
    """Answered on Monday in Auckland; on the same instant's Sunday in Honolulu nothing is asked."""
    one = ["review", "--decks", decks, "--limit", "1"]
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
    one = ["review", "--decks", decks, "--limit", "1"]
    at(wrong, "UTC", *one, typed="\n3\n")
    right = "2026-06-10 12:00:00"
    told = json.loads(at(right, "UTC", "due", "--json", "--decks", decks))
    assert (told["day"], told["due"], told["new"]) == ("2026-06-10", 1, 1)
    at(right, "UTC", "review", "--decks", decks, typed="\n3\nq\n")
    story = json.loads(at(right, "UTC", "why", "a", "--json", "--decks", decks))
    assert story["due"] is not None
    assert "2026-06-11" <= story["due"] <= "2036-12-31"
    assert all(event["days"] >= 0 for event in story["events"] if "days" in event)
