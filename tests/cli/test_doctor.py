"""`cardsmith doctor`: it works whatever is broken, changes nothing, and tells no secrets."""

import fcntl
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardsmith.cli import run
from cardsmith.cli.app import App, Clock
from learner import Learner
from logs import log
from past import history, remember
from program import cardsmith
from shelf import basics, shelf

SECRET = "hunter2"  # noqa: S105 - no password, but a word that nobody may see
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Told = Callable[..., dict[str, list[str]]]


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("a", "b"))


@pytest.fixture
def told(decks: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Told:
    """What is not fine, by what it is about, on 1 March 2026."""

    def look(*arguments: str, now: datetime = NOW, **environment: str) -> dict[str, list[str]]:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        where = arguments or ("--decks", str(decks))
        status = run(["doctor", "--json", *where], App(Clock(now=lambda: now)))
        out, error = capsys.readouterr()
        assert SECRET not in out
        assert error == ""
        shape = json.loads(out)
        assert shape["is_well"] == (status == 0)
        found: dict[str, list[str]] = {}
        for each in shape["findings"]:
            assert set(each) == {"about", "state", "message", "mend"}
            if each["state"] == "wrong":
                found.setdefault(each["about"], []).append(f"{each['message']} | {each['mend']}")
        return found

    return look


def test_where_all_is_well_each_thing_has_a_line(decks: Path) -> None:
    done = cardsmith("doctor", "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    *each, last = done.stdout.splitlines()
    assert last == "Nothing is wrong."
    assert {line.split()[0] for line in each} <= {"fine", "note"}
    assert {line.split()[1] for line in each} >= {
        *("Python", "libraries", "terminal", "encoding", "zone", "clock", "collection"),
        *("histories", "history", "cache", "settings", "device", "locks", "git", "sync", "Anki"),
    }


def test_in_a_terminal_it_looks_at_the_terminal(decks: Path) -> None:
    with Learner("doctor", "--decks", str(decks), columns=120, rows=40) as learner:
        assert learner.end() == 0
        assert "xterm-256color, 120 by 40, with colours" in learner.display()


def test_nothing_is_changed(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@6"))
    (history(home) / "settings.yaml").write_text("new: 3\n", "utf-8")
    before = prints(home)
    done = cardsmith("doctor", "--decks", decks)
    assert "2 events in 1 file" in done.stdout
    assert prints(home) == before


def prints(folder: Path) -> dict[Path, str]:
    """All that lies below a folder, and what is in it."""
    return {
        path: hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in folder.rglob("*")
    }


def test_a_damaged_history_says_where_and_not_what(told: Told, decks: Path, home: Path) -> None:
    file = remember(home, *log("3@0"))
    with file.open("a") as more:
        more.write(f'{{"{SECRET}"\n')
    (what,) = told()["history"]
    where = "~/.local/share/cardsmith/test-00000000/reviews/laptop/2026.jsonl"
    assert what.startswith(f"1 damaged line in {where}; the others count | ")
    assert f" log check --decks {decks}" in what


def test_a_newer_history_is_told(told: Told, home: Path) -> None:
    remember(home, *log("3@0")).write_text(f'{{"v":99,"x":"{SECRET}"}}\n', "utf-8")
    (what,) = told()["history"]
    assert "2026.jsonl was written by a newer cardsmith" in what


def test_a_history_that_is_none_is_told(told: Told, home: Path) -> None:
    remember(home, *log("3@0")).write_text(f"{SECRET}\n{SECRET}\n", "utf-8")
    (what,) = told()["history"]
    assert "2026.jsonl cannot be read" in what


def test_a_folder_where_a_file_should_be_is_told(told: Told, home: Path) -> None:
    file = remember(home, *log("3@0"))
    file.unlink()
    file.mkdir()
    (what,) = told()["history"]
    assert "2026.jsonl cannot be read" in what


def test_half_a_line_that_a_crash_left_is_damage_alone(told: Told, home: Path) -> None:
    remember(home, *log("3@0")).write_text('{"v":1,"id', "utf-8")
    (what,) = told()["history"]
    assert what.startswith("1 damaged line in ")


def test_events_from_the_future_say_that_a_clock_was_wrong(told: Told, home: Path) -> None:
    remember(home, *log("3@0 3@90"))
    (what,) = told()["clock"]
    assert what.startswith("2026-03-01 12:00, but 1 event of the history lies in the future")
    assert told(now=datetime(2026, 4, 2, tzinfo=UTC)) == {}


def test_a_clock_before_the_first_release_is_wrong(told: Told) -> None:
    assert "1970-01-01 00:00 is past" in told(now=datetime(1970, 1, 1, tzinfo=UTC))["clock"][0]


def test_a_zone_that_there_is_not_is_told(told: Told) -> None:
    assert "TZ is Mars/Base" in told(TZ="Mars/Base")["zone"][0]
    assert told(TZ="Europe/Berlin") == {}
    assert told(TZ="CET-1CEST") == {}


@pytest.mark.parametrize("text", [f"new: {SECRET}\n", f"{SECRET}: [", f"- {SECRET}\n", "\x00"])
def test_damaged_settings_say_where_and_not_what(told: Told, home: Path, text: str) -> None:
    history(home).mkdir(parents=True)
    (history(home) / "settings.yaml").write_text(text, "utf-8")
    (what,) = told()["settings"]
    file = "~/.local/share/cardsmith/test-00000000/settings.yaml"
    assert re.match(rf"{re.escape(file)}:\d cannot be read", what)


def test_settings_that_are_a_folder_are_told(told: Told, home: Path) -> None:
    (history(home) / "settings.yaml").mkdir(parents=True)
    assert "cannot be read" in told()["settings"][0]


def test_a_broken_collection_is_told_and_all_else_too(told: Told, tmp_path: Path) -> None:
    broken = shelf(tmp_path / "broken", deck="cards: 3")
    assert "2 problems; notes with" in told("--decks", str(broken))["collection"][0]
    (broken / "collection.yaml").write_text(f"id: [{SECRET}", "utf-8")
    (what,) = told("--decks", str(broken))["collection"]
    assert "collection.yaml:1: the collection cannot be opened" in what
    assert "no such folder" in told("--decks", str(tmp_path / "none"))["collection"][0]


def test_a_file_in_the_way_is_told(told: Told, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    found = told(CARDSMITH_HOME=str(tmp_path / "file"))
    assert f"mv {tmp_path}/file {tmp_path}/file.old" in found["histories"][0]
    found = told(CARDSMITH_HOME=str(tmp_path / "file" / "below"))
    assert f"{tmp_path}/file is a file where a folder should be" in found["histories"][0]


def test_a_device_that_means_nothing_is_told(told: Told) -> None:
    assert "CARDSMITH_DEVICE" in told(CARDSMITH_DEVICE="../x")["device"][0]
    assert told(CARDSMITH_DEVICE="laptop") == {}


def test_a_held_lock_is_told_and_left(told: Told, home: Path) -> None:
    file = remember(home, *log("3@0")).with_suffix(".lock")
    file.touch()
    assert told() == {}
    with file.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        (what,) = told()["locks"]
        assert "2026.lock; wait for its end, or end it" in what
        assert told()["locks"] == [what]
    assert told() == {}


@pytest.mark.needs("git")
def test_a_repository_that_git_refuses_is_told(told: Told, home: Path) -> None:
    folder = home / ".local/share/cardsmith"
    (folder / ".git").mkdir(parents=True)
    assert "git refuses: " in told()["sync"][0]


@pytest.mark.needs("git")
def test_what_was_not_sent_is_a_note(decks: Path, home: Path, tmp_path: Path) -> None:
    far = tmp_path / "far.git"
    subprocess.run(["git", "init", "--quiet", "--bare", far], check=True)
    remember(home, *log("3@0"))
    assert cardsmith("log", "sync", "--init", far).returncode == 0
    assert "all was sent" in cardsmith("doctor", "--decks", decks).stdout
    remember(home, *log("3@9", prefix="x"))
    before = prints(home)
    done = cardsmith("doctor", "--decks", decks)
    assert "1 changed file not sent yet" in done.stdout
    assert done.returncode == 0
    assert str(far) not in done.stdout
    assert prints(home) == before
    (home / ".local/share/cardsmith/.git/index.lock").touch()
    done = cardsmith("doctor", "--decks", decks)
    assert "rm ~/.local/share/cardsmith/.git/index.lock" in done.stdout
    assert done.returncode == 1


def test_without_git_it_says_so(told: Told, tmp_path: Path, home: Path) -> None:
    assert told(PATH=str(tmp_path)) == {}
    history(home).mkdir(parents=True)
    (history(home) / "settings.yaml").write_text("sync: auto\n", "utf-8")
    assert "not installed" in told(PATH=str(tmp_path))["git"][0]


def test_the_collections_of_anki_are_counted_and_never_opened(decks: Path, home: Path) -> None:
    profile = home / f".local/share/Anki2/{SECRET}"
    profile.mkdir(parents=True)
    os.mkfifo(profile / "collection.anki2")  # whoever opens it waits for ever
    done = cardsmith("doctor", "--decks", decks)
    assert "1 collection found, and left alone" in done.stdout
    assert SECRET not in done.stdout


def test_everything_broken_at_once(tmp_path: Path) -> None:
    """No home, no folder to stand in, no locale, a zone and a device that mean nothing."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = (
        "import os, sys; os.rmdir(os.getcwd()); from cardsmith.cli import run; "
        "sys.exit(run(['doctor']))"
    )
    environment = {
        "PATH": str(tmp_path),
        "TZ": "Mars/Base",
        "TERM": "\x1b[31m",
        "LC_ALL": "xx_XX",
        "PYTHONIOENCODING": "ascii",
        "CARDSMITH_DEVICE": "../x",
        "CARDSMITH_HOME": "~nobody-of-that-name/x",
        "CARDSMITH_CACHE": "~nobody-of-that-name/x",
        "CARDSMITH_DECKS": "/nowhere",
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=gone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 1
    wrong = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("wrong")}
    assert wrong >= {"encoding", "zone", "collection", "histories", "cache", "device"}
    assert "things are wrong." in done.stdout.splitlines()[-1]
    assert "\x1b" not in done.stdout
