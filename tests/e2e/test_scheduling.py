"""Schedules as a learner meets them: what other programs got wrong, run as the program."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cardsmith.schedule.replay import replay
from cardsmith.schedule.sm2 import SM2
from logs import day, log
from past import history, remember, written
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("new", "old"))


def told(*arguments: str | Path) -> dict[str, Any]:
    done = cardsmith(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_forgotten_card_comes_back_the_same_day_whether_new_or_old(
    decks: Path, home: Path
) -> None:
    remember(home, *log("3@0", "old"))
    left = cardsmith("review", "--decks", decks, typed="\n1\n\n1\nq\n")
    assert told("due", "--decks", decks)["drill"] == 2
    rest = cardsmith("review", "--decks", decks, typed="\n2\n\n2\n")
    for card in ("new", "old"):
        assert f"{left.stdout}{rest.stdout}".count(f"Name of {card}?") >= 2
    assert told("due", "--decks", decks)["drill"] == 0
    promised = [event["days"] for event in written(home) if "days" in event]
    assert promised == [1, 1]


def test_a_card_that_is_asked_in_a_thousand_years_can_be_listed_exported_and_reviewed(
    decks: Path, home: Path
) -> None:
    """Twenty times Easy, each on its day; the longest interval is reached at the tenth."""
    on, events = 0, log("")
    for n in range(1, 21):
        events += log(f"4@{on}", "old", first=n)
        due = replay(events, SM2()).states[events[0].card].due
        assert due is not None
        on = (due - day(0)).days
    remember(home, *events)
    why = cardsmith("why", "old", "--json", "--decks", decks)
    assert "an answer is dated 3" in why.stderr  # so that nobody wonders
    story = json.loads(why.stdout)
    assert (story["due"], story["memory"]["interval"]) == (day(on).isoformat(), 36_500)
    assert date.fromisoformat(story["due"]).year > 3000
    then = cardsmith("due", "--json", "--decks", decks, "--on", day(on).isoformat())
    assert json.loads(then.stdout)["due"] == 1
    assert cardsmith("log", "show", "--decks", decks).returncode == 0
    assert cardsmith("log", "export", "--decks", decks).returncode == 0
    # All but the first were given under a clock that is years ahead of now, so the card is asked.
    assert cardsmith("review", "--decks", decks, typed="\n3\nq\n").returncode == 0
    assert len(list(history(home).rglob("*.jsonl"))) > 10


def test_an_answer_that_is_late_counts_from_its_own_day(decks: Path, home: Path) -> None:
    """Fourteen days were promised for the first of January; Hard comes on the twentieth."""
    remember(home, *log("3@-30:1 3@-29:6 3@-14:14 2@19", "old"))
    story = told("why", "old", "--decks", decks)
    assert story["events"][-1]["day"] == "2026-01-20"
    assert story["due"] == day(19 + story["memory"]["interval"]).isoformat()
    assert story["memory"]["interval"] > 14


@pytest.mark.parametrize("scheduler", ["sm2", "fsrs"])
def test_what_is_promised_on_the_key_is_what_is_recorded_after_undo_too(
    decks: Path, home: Path, scheduler: str
) -> None:
    """The same card with the same key has the same day, however often it is asked to say so."""
    remember(home, *log("3@0:1 3@1:6 3@7:15", "old"))
    given = ["--set", f"scheduler={scheduler}", "--set", "fuzz=on"]
    cardsmith("review", "--decks", decks, *given, typed="\n3\nu\n\n3\nu\n\n3\nq\n")
    answers = [event for event in written(home) if event["do"] == "answer"][3:]
    assert [event["card"] for event in answers] == ["old"] * 3
    assert len({event["days"] for event in answers}) == 1
    cards = told("why", "old", "--decks", decks, *given)
    assert len([event for event in cards["events"] if event["do"] == "answer"]) == 4
