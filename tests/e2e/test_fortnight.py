"""A fortnight of daily study under a false clock, against SM-2 worked out by hand."""

import json
import os
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from shelf import basics, shelf

pytestmark = pytest.mark.needs("faketime")

FIRST = date(2026, 12, 1)
# What each card is answered on each day it is asked, in order; a drill answer follows a comma.
ANSWERS = {
    "good": {0: "3", 1: "3", 7: "3"},
    "easy": {0: "4", 1: "4", 7: "4"},
    "hard": {0: "2,2", 1: "2,2", 7: "2,1,2"},
    "lost": {0: "1,2", 1: "3", 7: "1,1,2", 8: "3"},
}
# By hand. Good: 1, 6, ⌈6·2.50⌉. Easy: 2.60, 2.70, then ⌈6·2.80⌉. Hard: 2.36, 2.22, then ⌈6·2.08⌉.
# Lost: 1, then the second repetition, 6; forgotten on day 7, so 1 again, then 6 from day 8.
DUE = {"good": 7 + 15, "easy": 7 + 17, "hard": 7 + 13, "lost": 8 + 6}
EASE = {"good": 250, "easy": 280, "hard": 208, "lost": 250}


def on(day: int, hour: str, *arguments: str, typed: str = "") -> str:
    clock = f"{FIRST + timedelta(days=day)} {hour}"
    done = subprocess.run(
        ["faketime", clock, sys.executable, "-m", "cardsmith", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "TZ": "Europe/Berlin"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def study(day: int, decks: Path) -> list[str]:
    """Review at half past one at night, which is still the day before; the cards asked."""
    keys = {card: days[day].split(",") for card, days in ANSWERS.items() if day in days}
    rounds = max((len(some) for some in keys.values()), default=0)
    typed = "".join(
        f"\n{some[number]}\n"
        for number in range(rounds)
        for some in keys.values()
        if number < len(some)
    )
    shown = on(day + 1, "01:30:00", "review", "--decks", str(decks), typed=typed)
    assert "Left for today" not in shown
    return re.findall(r"Name of (\w+)\?", shown)


def due(day: int, decks: Path) -> dict[str, object]:
    told: dict[str, object] = json.loads(
        on(day, "12:00:00", "due", "--json", "--decks", str(decks))
    )
    return told


def why(card: str, decks: Path) -> dict[str, Any]:
    story: dict[str, Any] = json.loads(
        on(13, "12:00:00", "why", card, "--json", "--decks", str(decks))
    )
    return story


def test_a_fortnight_walks_as_sm2_says(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "four", deck=basics(*ANSWERS))
    for day in range(14):
        expected = [card for card, days in ANSWERS.items() if day in days]
        waiting = due(day, decks)
        assert waiting["day"] == str(FIRST + timedelta(days=day))
        assert (waiting["due"], waiting["new"]) == ((0, 4) if day == 0 else (len(expected), 0))
        assert list(dict.fromkeys(study(day, decks))) == expected, f"day {day}"
    for card, day in DUE.items():
        story = why(card, decks)
        assert story["due"] == str(FIRST + timedelta(days=day)), card
        assert story["memory"]["ease"] == EASE[card], card
        keys = ",".join(str(event["key"]) for event in story["events"])
        assert keys == ",".join(ANSWERS[card].values()), card
    assert due(14, decks)["due"] == 1


def test_a_late_review_counts_from_the_day_it_was_given(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "late", deck=basics("late"))
    for day in (0, 1, 9):
        on(day, "20:00:00", "review", "--decks", str(decks), typed="\n3\n")
    assert why("late", decks)["due"] == str(FIRST + timedelta(days=9 + 15))
