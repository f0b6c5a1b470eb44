"""`cardsmith log merge`: another machine's events, each once, nothing else changed."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardsmith.history import dumps
from logs import log
from past import NAME, history, remember, written
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("a", "b"))


@pytest.fixture
def laptop(tmp_path: Path) -> Path:
    """The history of another machine, as it lies on a stick."""
    home = tmp_path / "stick"
    remember(home, *log("3@0:1 3@400:6", "a", prefix="l"))
    remember(home, *log("3@1:1", "b", prefix="p"), device="phone")
    return history(home)


def merge(decks: Path, *arguments: str | Path) -> str:
    done = cardsmith("log", "merge", *arguments, "--decks", decks, CARDSMITH_DEVICE="mine")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def ids(home: Path) -> list[str]:
    return sorted(line["id"] for line in written(home))


def test_events_are_added_once(decks: Path, home: Path, laptop: Path) -> None:
    remember(home, *log("3@0:1", "a", prefix="l"), device="mine")
    assert merge(decks, laptop) == "2 events of 3 files added, 1 were known\n"
    assert ids(home) == ["la1", "la2", "pb1"]
    assert merge(decks, laptop) == "0 events of 3 files added, 3 were known\n"
    assert ids(home) == ["la1", "la2", "pb1"]
    mine = history(home) / "reviews" / "mine"
    assert sorted(file.name for file in mine.glob("*.jsonl")) == ["2026.jsonl", "2027.jsonl"]
    shown = cardsmith("log", "show", "--decks", decks).stdout.splitlines()
    assert len(shown) == 3


@pytest.mark.parametrize(
    ("part", "added"),
    [(".", 3), ("reviews", 3), ("reviews/laptop", 2), ("reviews/phone/2026.jsonl", 1), ("..", 3)],
)
def test_a_file_a_device_a_history_or_all_of_them(
    decks: Path, home: Path, laptop: Path, part: str, added: int
) -> None:
    merge(decks, laptop / part)
    assert len(ids(home)) == added


def test_a_dry_run_writes_nothing(decks: Path, home: Path, laptop: Path) -> None:
    told = merge(decks, laptop, "--dry-run")
    assert told == "3 events of 3 files would be added, 0 were known\n"
    assert not history(home).exists()


def test_kinds_and_fields_of_a_later_version_are_passed_on(
    decks: Path, home: Path, tmp_path: Path
) -> None:
    (event,) = log("3@0", "a")
    line = dumps(event).replace('"answer"', '"praise"').replace('"ms"', '"mood":"é","ms"')
    (tmp_path / "x.jsonl").write_text(f"{line}\r\n", "utf-8")
    merge(decks, tmp_path / "x.jsonl")
    (file,) = history(home).glob("reviews/mine/*.jsonl")
    assert file.read_text("utf-8") == line + "\n"
    assert merge(decks, tmp_path / "x.jsonl").startswith("0 events")


def test_damaged_lines_are_told_and_the_others_added(decks: Path, home: Path, laptop: Path) -> None:
    file = laptop / "reviews/phone/2026.jsonl"
    file.write_text("x\n" + file.read_text())
    done = cardsmith("log", "merge", file, "--decks", decks)
    assert done.returncode == 1
    assert done.stderr == f"{file}: 1 damaged line (line 1); the others count\n"
    assert ids(home) == ["pb1"]


def test_an_id_that_stands_for_another_event_stays_so(
    decks: Path, home: Path, laptop: Path
) -> None:
    (event,) = log("3@1:1", "b", prefix="p")
    remember(home, event._replace(n=9), device="mine")
    done = cardsmith("log", "merge", laptop, "--decks", decks, CARDSMITH_DEVICE="mine")
    assert done.returncode == 1
    assert "here these ids stand for other events, and stay so: pb1" in done.stdout
    assert [line["n"] for line in written(home) if line["id"] == "pb1"] == [9]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("empty", "holds no history of this collection"),
        ("missing", "no such file or folder"),
        ("text", "is not a review log; nothing was added"),
        ("newer", "written by a newer cardsmith"),
    ],
)
def test_what_is_no_history_is_wrong_use(
    decks: Path, home: Path, laptop: Path, name: str, says: str
) -> None:
    folder = laptop.parent
    (folder / "empty").mkdir()
    (folder / "text").write_text("hello\n")
    (folder / "newer").write_text('{"v":9}\n')
    done = cardsmith("log", "merge", laptop, folder / name, "--decks", decks)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not history(home).exists()


def test_the_history_of_another_collection_is_refused(
    decks: Path, home: Path, laptop: Path
) -> None:
    other = laptop.rename(laptop.with_name("chinese-12345678"))
    done = cardsmith("log", "merge", other / "reviews/phone/2026.jsonl", "--decks", decks)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is the history of another collection (12345678)" in done.stderr
    assert not history(home).exists()


def test_of_all_histories_that_of_the_collection_is_meant(
    decks: Path, home: Path, laptop: Path
) -> None:
    other = laptop.with_name("chinese-12345678") / "reviews/x"
    other.mkdir(parents=True)
    (other / "2026.jsonl").write_text(dumps(log("3@0", "z")[0]) + "\n")
    assert laptop.name == NAME
    merge(decks, laptop.parent)
    assert ids(home) == ["la1", "la2", "pb1"]


def test_two_merges_at_once_add_each_event_once(decks: Path, home: Path, laptop: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "cardsmith",
        "log",
        "merge",
        str(laptop),
        "--decks",
        str(decks),
    ]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = sorted(process.communicate()[0] for process in running)
    assert [process.returncode for process in running] == [0, 0, 0]
    assert sum(int(each.split()[0]) for each in said) == 3
    assert ids(home) == ["la1", "la2", "pb1"]
