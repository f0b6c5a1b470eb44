"""`cardsmith log show`: a line an event, the latest last."""

import json
from datetime import date
from pathlib import Path

import pytest

from cardsmith.cli.log.show import past_day
from cardsmith.errors import UsageError
from cardsmith.history import Flag, dumps
from learner import Learner
from logs import log
from past import remember
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    tagged = basics("card", "other").replace("front: 'Name of o", "tags: [x], front: 'Name of o")
    return shelf(tmp_path / "decks", deck=tagged)


def show(decks: Path, *options: str) -> list[str]:
    done = cardsmith("log", "show", *options, "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_every_event_has_a_line_and_the_latest_is_last(decks: Path, home: Path) -> None:
    remember(home, *log("1@0:1 3@0 3@1:1 void(card3)@1 suspend@2", "card"))
    remember(home, *log("2@1:1 due(9)@2 reset@3 bury@3 unsuspend@4", "other"), device="desktop")
    assert show(decks) == [
        "2026-01-01 12:00  card   1 Again, tomorrow",
        "2026-01-01 12:00  card   3 Good, drill",
        "2026-01-02 12:00  other  2 Hard, tomorrow",
        "2026-01-02 12:00  card   (3 Good, tomorrow)",
        "2026-01-02 12:00  card   took back: 3 Good, 1 d",
        "2026-01-03 12:00  other  due 2026-01-10",
        "2026-01-03 12:00  card   suspended",
        "2026-01-04 12:00  other  made new",
        "2026-01-04 12:00  other  buried for the day",
        "2026-01-05 12:00  other  unsuspended",
    ]


def test_it_is_chosen_by_selector_day_and_kind(decks: Path, home: Path) -> None:
    remember(home, *log("1@0 3@1 3@2 suspend@3", "card"))
    remember(home, *log("3@1 bury@2", "other"))
    remember(home, *log("3@1", "gone"))
    assert len(show(decks)) == 7
    assert [line.split()[2] for line in show(decks, "tag:x")] == ["other", "other"]
    assert [line.split()[2] for line in show(decks, "-tag:x", "--do", "answer")] == ["card"] * 3
    assert len(show(decks, "is:suspended or tag:x")) == 6
    assert len(show(decks, "--tag", "x", "--deck", "Test")) == 2
    assert [line.split()[0] for line in show(decks, "--since", "2026-01-03")] == [
        *("2026-01-03", "2026-01-03", "2026-01-04")
    ]
    assert len(show(decks, "--day", "2 jan 2026")) == 3
    assert show(decks, "--do", "reset") == ["Nothing happened."]
    assert show(decks, "is:new") == ["Nothing happened to these cards."]


def test_its_json_has_the_documented_shape(decks: Path, home: Path) -> None:
    events = log("3@0:1 void(card1)@0", "card")
    remember(home, *events)
    told = json.loads("".join(show(decks, "--json")))
    assert list(told) == ["version", "collection", "id", "events"]
    line = json.loads(dumps(events[0]))
    assert told["events"][0] == {**line, "is_void": True, "now": "card"}
    assert told["events"][1]["target"] == "card1"


def test_renamed_cards_are_shown_under_their_present_name(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 rename(card)@1", "old"))
    assert [line.split(maxsplit=2)[2] for line in show(decks, "id:card")] == [
        "card  3 Good, drill",
        "card  old is now card",
    ]


@pytest.mark.parametrize("columns", [40, 80])
def test_lines_fit_the_window(decks: Path, home: Path, columns: int) -> None:
    long = "a-card-with-a-very-long-name/and-a-part-with-a-long-name-too"
    flag = log("suspend@1", "other")[0]._replace(deed=Flag("too long " * 20 + "\n x"))
    remember(home, *log("3@0:15 3@1", long), flag)
    with Learner("log", "show", "--decks", str(decks), columns=columns) as learner:
        assert learner.end() == 0
        lines = learner.display().splitlines()
    assert len(lines) == 3
    assert all(len(line) <= columns for line in lines)
    assert "…" in lines[0]
    assert ("15 d" if columns == 40 else "in 15 days") in lines[0]
    assert lines[1].endswith("…")


def test_what_a_log_says_never_drives_the_terminal(decks: Path, home: Path) -> None:
    flag = log("suspend@0", "ca\x1b]0;x\x07rd\u202e")[0]._replace(deed=Flag("\x1b[2J\x9b\u2028"))
    remember(home, flag)
    text, as_json = ("\n".join(show(decks, *options)) for options in ([], ["--json"]))
    assert not {"\x1b", "\x07", "\x9b", "\u202e", "\u2028"} & set(text + as_json)
    told = json.loads(as_json)
    assert told["events"][0]["card"] == "ca\x1b]0;x\x07rd\u202e"  # JSON loses nothing


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--day", "today", "--since", "today"], "not both"),
        (["--day", "someday"], "'someday' is no day; write 2026-11-30, friday or yesterday"),
        (["tagg:x"], "column 1: no search is called tagg:; did you mean tag:?"),
        (["--do", "dance"], "'dance'"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(decks: Path, options: list[str], says: str) -> None:
    done = cardsmith("log", "show", *options, "--decks", decks)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("today", "2026-11-30"),
        ("yesterday", "2026-11-29"),
        ("monday", "2026-11-30"),
        ("Tue", "2026-11-24"),
        ("sunday", "2026-11-29"),
        ("24 dec", "2025-12-24"),
        ("30 nov", "2026-11-30"),
        ("2026-12-24", "2026-12-24"),
        ("2026-01-05", "2026-01-05"),
    ],
)
def test_a_day_that_is_named_lies_behind(words: str, day: str) -> None:
    assert past_day(words, date(2026, 11, 30)) == date.fromisoformat(day)


def test_a_leap_day_lies_four_years_behind_or_is_none() -> None:
    with pytest.raises(UsageError):
        past_day("29 feb", date(2026, 1, 1))
    assert past_day("29 feb", date(2028, 2, 1)) <= date(2027, 3, 1)
