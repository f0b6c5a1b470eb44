"""`cardsmith config`, and settings where they count."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest

from cardsmith.cli import run
from cardsmith.cli.app import App, Clock
from cardsmith.schedule.fsrs import WEIGHTS
from cardsmith.settings import Settings
from logs import day, log
from past import remember
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics(*(f"n{i}" for i in range(30))))


@pytest.fixture
def file(home: Path) -> Path:
    return home / ".local/share/cardsmith/settings.yaml"


def config(*arguments: str, status: int = 0, **environment: str) -> str:
    done = cardsmith("config", *arguments, cwd=None, **environment)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_all_settings_and_where_each_was_set(file: Path) -> None:
    told = config()
    assert told.startswith("Settings in ~/.local/share/cardsmith/settings.yaml, which is not")
    assert "  new        10\n" in told
    config("new", "20")
    told = config("--explain", "--set", "keys=2")
    assert "10,000; set in ~/.local/share/cardsmith/settings.yaml:1\n" in told
    assert "2, 4 or 6; given as an option\n" in told
    assert "0 to 23; the default\n" in told
    assert file.read_text("utf-8") == "new: 20\n"


def test_one_setting_is_shown_set_and_unset(file: Path) -> None:
    assert config("new") == "10\n"
    assert config("new", "20") == "new = 20\n"
    assert config("weights", "default") == "weights = default\n"
    assert config("new") == "20\n"
    assert config("new", "--unset") == "new = 10\n"
    assert file.read_text("utf-8") == "weights: default\n"


def test_those_of_one_collection_win(decks: Path) -> None:
    config("keys", "2")
    assert config("keys", "6", "--decks", str(decks)) == "keys = 6\n"
    assert config("keys") == "2\n"
    assert config("keys", "--decks", str(decks)) == "6\n"
    assert config("keys", "--decks", str(decks), "--set", "keys=4") == "4\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nwe"], "there is no setting nwe; did you mean new?"),
        (["nwe", "3"], "there is no setting nwe; did you mean new?"),
        (["new", "many"], "new cannot be many: it is a whole number from 0 to 10,000"),
        (["--unset"], "--unset needs the NAME of a setting"),
        (["--set", "x"], "write NAME=VALUE, as in new=20, not x"),
        (["--set", "new=x"], "new cannot be x: it is a whole number"),
        (["x\x1b[2J"], "there is no setting x␛[2J"),
    ],
)
def test_wrong_use(arguments: list[str], message: str, file: Path) -> None:
    assert message in config(*arguments, status=2)
    assert not file.exists()


def test_a_file_that_is_wrong_is_shown_and_nothing_is_done_by_it(decks: Path, file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text("new: 3\nrolover: 5\n", "utf-8")
    told = config(status=1)
    assert "error[E105]: unknown key `rolover`" in told
    assert "--> ~/.local/share/cardsmith/settings.yaml:2:1" in told
    for command in ("review", "due", "why"):
        card = ["n1"] if command == "why" else []
        done = cardsmith(command, *card, "--decks", decks)
        assert (done.returncode, done.stdout) == (2, "")
        assert "settings.yaml:2: unknown key `rolover`" in done.stderr
        assert "config` shows all settings" in done.stderr
    assert config("new", "4") == "new = 4\n"
    assert file.read_text("utf-8") == "new: 4\nrolover: 5\n"


def test_for_scripts(file: Path) -> None:
    config("decks", "~/a", "~/b c")
    told = json.loads(config("--json"))
    assert told["file"] == str(file)
    assert told["settings"]["decks"]["value"] == ["~/a", "~/b c"]
    assert told["settings"]["decks"]["default"] is False
    assert told["settings"]["new"] == {
        "value": 10,
        "default": True,
        "origin": "the default",
        "about": "New cards a study day, over all devices.",
    }


def test_the_folder_of_histories_may_be_elsewhere(tmp_path: Path) -> None:
    config("new", "7", CARDSMITH_HOME=str(tmp_path / "kept"))
    assert (tmp_path / "kept" / "settings.yaml").read_text("utf-8") == "new: 7\n"


# ---- each setting does what it says ------------------------------------------------------------


def due(decks: Path, *given: str) -> dict[str, int]:
    arguments = [part for each in given for part in ("--set", each)]
    done = cardsmith("due", "--json", "--decks", decks, *arguments)
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_new_and_reviews(decks: Path, home: Path) -> None:
    assert due(decks)["new"] == 10
    assert due(decks, "new=3")["new"] == 3
    remember(home, *(event for i in range(12) for event in log("3@0", f"n{i}")))
    assert due(decks, "reviews=5")["held_back"] == 7
    config("reviews", "4")
    assert due(decks)["due"] == 4


def test_keys_scheduler_and_longest(decks: Path, home: Path) -> None:
    typed = "\n5\nq\n"
    done = cardsmith("review", "--decks", decks, "--set", "keys=6", typed=typed)
    assert "0 Blackout" in done.stdout
    done = cardsmith("why", "n0", "--decks", decks, "--set", "scheduler=fsrs", "--json")
    assert json.loads(done.stdout)["scheduler"] == "fsrs"
    remember(home, *log("3@0:1 3@1:6 3@7:15", "n9"))
    done = cardsmith("why", "n9", "--decks", decks, "--set", "longest=4", "--json")
    told = json.loads(done.stdout)
    assert told["memory"]["interval"] == 4
    assert told["due"] == day(7 + 15).isoformat()  # what was promised stays


@pytest.mark.needs("faketime")
@pytest.mark.parametrize(
    ("at", "zone", "rollover", "expected"),
    [
        ("2026-03-01 03:30:00", "local", 4, "2026-02-28"),
        ("2026-03-01 03:30:00", "local", 3, "2026-03-01"),
        ("2026-03-01 03:30:00", "local", 0, "2026-03-01"),
        ("2026-03-01 03:30:00", "Asia/Tokyo", 4, "2026-03-01"),
        ("2026-03-01 22:30:00", "Asia/Tokyo", 4, "2026-03-02"),
        ("2026-03-01 08:30:00", "America/New_York", 4, "2026-02-28"),
        ("2026-03-01 09:30:00", "America/New_York", 4, "2026-03-01"),
        ("2026-03-01 22:59:00", "local", 23, "2026-02-28"),
        ("2026-03-01 23:00:00", "local", 23, "2026-03-01"),
    ],
)
def test_zone_and_rollover(decks: Path, at: str, zone: str, rollover: int, expected: str) -> None:
    given = ["--set", f"zone={zone}", "--set", f"rollover={rollover}"]
    program = ["faketime", at, sys.executable, "-m", "cardsmith"]
    done = subprocess.run(
        [*program, "due", "--json", "--decks", str(decks), *given],
        env={**os.environ, "TZ": "UTC"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["day"] == expected


WEIGHTS_OF_ANOTHER = ", ".join(f"{weight:g}" for weight in (5, *WEIGHTS[1:10], 2, *WEIGHTS[11:]))
# Each setting of schedules with a value, and what else is set on both sides, so that it counts.
CHANGES = [
    ("scheduler", "fsrs", "fuzz: off"),
    ("retention", "0.8", "scheduler: fsrs"),
    ("weights", f"[{WEIGHTS_OF_ANOTHER}]", "scheduler: fsrs"),
    ("longest", "9", ""),
    ("fuzz", "on", ""),
    ("balance", "on", "fuzz: on"),
    ("new", "1", ""),
    ("reviews", "2", ""),
    ("order", "due", ""),
    ("backlog", "deck", "reviews: 2"),
    ("siblings", "together", ""),
    ("keys", "2", ""),
    ("bindings", "[leave=z]", ""),
    ("rollover", "18", ""),
    ("zone", "Pacific/Kiritimati", ""),
]


def test_no_setting_of_schedules_is_without_effect(
    tmp_path: Path,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is written into the file and changes what a sitting shows."""
    cards = (
        basics(*"abcdefg", *(f"x{away}" for away in range(35, 43)))
        + "  - {id: s, front: 's?', steps: {x: X, y: Y, z: Z}}\n"
    )
    decks = shelf(tmp_path / "decks", deck=cards)
    past = {"a": "3@20:1 3@21:6 3@27:15", "b": "3@9:1 3@10:6", "c": "3@5:1 3@6:6 3@12:15"}
    remember(home, *(event for card, text in past.items() for event in log(text, card)))
    remember(home, *log("3@57:2", "d"), *log("3@57:3", "e"))  # due today, and tomorrow
    # Of the days that fuzz may choose for the first card only one has no card yet.
    for away in range(35, 43):
        remember(home, *log(f"3@2:1 due({59 + away})@2", f"x{away}"))
    file = home / ".local/share/cardsmith/settings.yaml"

    now = datetime(2026, 3, 1, 16, tzinfo=UTC)

    def shown(*lines: str) -> str:
        file.write_text("".join(f"{line}\n" for line in lines if line), "utf-8")
        monkeypatch.setattr("sys.stdin", StringIO("\nq\n"))
        assert run(["review", "--decks", str(decks)], App(Clock(lambda: now))) == 0
        return capsys.readouterr().out

    usual = {beside: shown(beside) for _, _, beside in CHANGES}
    for name, changed, beside in CHANGES:
        assert shown(beside, f"{name}: {changed}") != usual[beside], name
    left = set(Settings._fields) - {name for name, _, _ in CHANGES}
    assert left == {"leech", "sync", "decks", "forgive"}  # which have tests of their own
