"""`cardsmith log undo`: what was done last did not happen."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cardsmith.history import Void
from logs import log
from past import history, remember, written
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("a", "b", "c"))


def undo(decks: Path, *options: str) -> str:
    done = cardsmith("log", "undo", *options, "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def state(decks: Path, card: str) -> object:
    told = json.loads(cardsmith("why", card, "--json", "--decks", decks).stdout)
    return {name: told[name] for name in ("due", "new", "suspended", "answers", "memory")}


def test_the_last_answer_is_taken_back_also_days_later(decks: Path, home: Path) -> None:
    remember(home, *log("3@0:1", "a"), *log("3@0:1 3@1:6", "b"))
    before = state(decks, "b")
    assert undo(decks) == "Taken back: b: 3 Good, in 6 days (of 2026-01-02, 12:00)\n"
    assert state(decks, "b") != before
    assert json.loads(cardsmith("why", "b", "--json", "--decks", decks).stdout)["answers"] == 1
    last = written(home)[-1]
    assert (last["do"], last["target"], last["card"], last["n"]) == ("void", "b2", "b", 3)


def test_repeated_it_goes_further_back_until_nothing_is_left(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1", "a"), *log("suspend@2", "b"))
    assert [undo(decks).split(":")[1:3] for _ in range(3)] == [
        [" b", " suspended (of 2026-01-03, 12"],
        [" a", " 3 Good, drill (of 2026-01-02, 12"],
        [" a", " 3 Good, drill (of 2026-01-01, 12"],
    ]
    assert state(decks, "a")["new"] is True  # type: ignore[index]
    done = cardsmith("log", "undo", "--decks", decks)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "cardsmith: there is nothing to take back\n"


def test_a_dry_run_writes_nothing(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "a"))
    before = written(home)
    assert undo(decks, "--dry-run").startswith("Would be taken back: a: 3 Good")
    assert written(home) == before


def test_an_answer_of_another_machine_is_taken_back_too(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "a"), device="laptop")
    remember(home, *log("3@1", "b"), device="phone")
    assert undo(decks).startswith("Taken back: b")
    mine = [each.name for each in history(home).glob("reviews/*") if each.is_dir()]
    assert len(mine) == 3  # each device writes its own file


def test_it_goes_on_from_a_sitting(decks: Path) -> None:
    cardsmith("review", "--decks", decks, typed="\n3\n\n1\n")
    assert undo(decks).startswith("Taken back: b: 1 Again, tomorrow (today, ")
    assert undo(decks).startswith("Taken back: a: 3 Good, tomorrow (today, ")
    assert state(decks, "a") == state(decks, "c")


def test_what_one_command_did_is_taken_back_at_once(decks: Path) -> None:
    cardsmith("log", "suspend", "deck:*", "--decks", decks)
    assert undo(decks).startswith("Taken back: a, b and c: suspended (today, ")
    assert state(decks, "b") == state(decks, "c")
    assert state(decks, "b")["suspended"] is False  # type: ignore[index]


def test_two_commands_one_after_the_other_are_two_actions(decks: Path) -> None:
    cardsmith("log", "suspend", "id:a", "--decks", decks)
    cardsmith("log", "suspend", "id:b", "--decks", decks)
    assert undo(decks).startswith("Taken back: b: suspended")
    assert state(decks, "a")["suspended"] is True  # type: ignore[index]


def test_an_event_from_the_future_is_not_the_last(decks: Path, home: Path) -> None:
    (future,) = log("3@0", "a")
    remember(home, future._replace(at=future.at + timedelta(days=300_000)), *log("3@1", "b"))
    assert undo(decks).startswith("Taken back: b")
    assert undo(decks).startswith("Taken back: a")


def test_what_was_taken_back_on_another_machine_stays_so(decks: Path, home: Path) -> None:
    events = log("3@0 3@1", "a")
    void = events[1]._replace(id="v", n=3, deed=Void("a2"))
    remember(home, *events)
    remember(home, void, device="phone")
    assert undo(decks).startswith("Taken back: a: 3 Good, drill (of 2026-01-01")


def test_a_renamed_card_is_given_back(decks: Path, home: Path) -> None:
    remember(home, *log("3@0:1 rename(a)@1", "old"))
    assert state(decks, "a")["answers"] == 1  # type: ignore[index]
    assert undo(decks).startswith("Taken back: old: old is now a")
    assert state(decks, "a")["new"] is True  # type: ignore[index]


def test_the_day_of_an_undo_is_its_own(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "a"))
    undo(decks)
    last = written(home)[-1]
    assert datetime.fromisoformat(last["at"]).tzinfo is not None
    assert last["day"] > "2026-01-01"
