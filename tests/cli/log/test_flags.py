"""`cardsmith log flags`: what learners said is wrong with cards."""

import json
from pathlib import Path

import pytest

from cardsmith.history import Event, Flag
from logs import log
from past import remember, written
from program import cardsmith
from shelf import ONE_OF_EACH, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=ONE_OF_EACH)


def flag(card: str, why: str, day: int = 0) -> Event:
    return log(f"suspend@{day}", card)[0]._replace(id=f"{card}-{day}", deed=Flag(why))


def flags(decks: Path, *options: str) -> list[str]:
    done = cardsmith("log", "flags", *options, "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_they_are_listed_with_their_reason_and_place(decks: Path, home: Path) -> None:
    assert flags(decks) == ["No card is flagged."]
    remember(home, flag("order/b", "the second\nstep is wrong"), flag("gone", "", 1))
    assert flags(decks) == [
        "order/b: the second step is wrong",
        f"  2026-01-01, {decks}/deck.yaml:17",
        "gone: no reason given",
        "  2026-01-02, no deck has this card",
    ]
    told = json.loads(flags(decks, "--json")[0])
    assert told["flags"] == [
        {
            "card": "order/b",
            "why": "the second\nstep is wrong",
            "day": "2026-01-01",
            "path": f"{decks}/deck.yaml",
            "line": 17,
        },
        {"card": "gone", "why": "", "day": "2026-01-02", "path": None, "line": None},
    ]


def test_a_flag_is_cleared_and_stays_so(decks: Path, home: Path) -> None:
    remember(
        home, flag("basic", "a"), flag("basic", "b", 1), flag("order/b", "c"), *log("3@5", "gap/c1")
    )
    assert flags(decks, "--clear", "basic", "--clear", "order") == ["3 flags cleared"]
    assert flags(decks) == ["No card is flagged."]
    assert [line["do"] for line in written(home)][-3:] == ["void"] * 3
    done = cardsmith("log", "undo", "--decks", decks)
    assert "gap/c1" in done.stdout  # what was cleared does not come back


@pytest.mark.parametrize(
    ("options", "says"),
    [(["--clear", "gap"], "gap has no flag"), (["--clear", "basic", "--json"], "two things")],
)
def test_wrong_use_is_told_in_a_sentence(
    decks: Path, home: Path, options: list[str], says: str
) -> None:
    remember(home, flag("basic", "a"))
    done = cardsmith("log", "flags", *options, "--decks", decks)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert len(written(home)) == 1


def test_cards_of_a_deck_that_nobody_may_write_are_flagged_as_well(
    tmp_path: Path, home: Path
) -> None:
    """The deck that ships; its history lies in the home folder."""
    done = cardsmith("log", "suspend", "kind:cloze", "--yes", cwd=tmp_path)
    (file,) = home.glob(".local/share/cardsmith/*/reviews/*/*.jsonl")
    text = file.read_text("utf-8").replace('"suspend"', '"flag","why":"dull"')
    file.write_text(text, "utf-8")
    assert done.returncode == 0
    listed = cardsmith("log", "flags", cwd=tmp_path)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert ": dull\n" in listed.stdout


def test_what_a_log_says_never_drives_the_terminal(decks: Path, home: Path) -> None:
    remember(home, flag("basic", "\x1b[2J\u202e"))
    assert flags(decks)[0] == "basic: ␛[2J<U+202E>"
