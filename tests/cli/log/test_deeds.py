"""`cardsmith log reset`, `suspend`, `unsuspend`: one deed for many cards."""

import json
from pathlib import Path

import pytest

from learner import Learner
from logs import log
from past import remember, written
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    tagged = basics("a", "b", "c").replace("front: 'Name of c", "tags: [x], front: 'Name of c")
    return shelf(tmp_path / "decks", deck=tagged)


def states(decks: Path, name: str) -> list[object]:
    return [
        json.loads(cardsmith("why", card, "--json", "--decks", decks).stdout)[name]
        for card in "abc"
    ]


def test_cards_are_suspended_and_unsuspended(decks: Path) -> None:
    done = cardsmith("log", "suspend", "-tag:x", "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first == "2 cards suspended: a and b"
    assert second.startswith("To take it back: ")
    assert " log undo --decks " in second
    assert states(decks, "suspended") == [True, True, False]
    again = cardsmith("log", "suspend", "deck:test", "--decks", decks)
    assert again.stdout.startswith("1 card suspended: c\n")
    back = cardsmith("log", "unsuspend", "--tag", "x", "--decks", decks)
    assert back.stdout.startswith("1 card unsuspended: c\n")
    assert states(decks, "suspended") == [True, True, False]


def test_cards_are_made_new(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1", "a"), *log("3@0", "b"))
    done = cardsmith("log", "reset", "rated:99999", "--decks", decks)
    assert done.stdout.startswith("2 cards made new: a and b\n")
    assert states(decks, "new") == [True, True, True]
    assert [(e["do"], e["card"], e["n"]) for e in written(home) if e["do"] == "reset"] == [
        ("reset", "a", 3),
        ("reset", "b", 2),
    ]
    cardsmith("log", "undo", "--decks", decks)
    assert states(decks, "answers") == [2, 1, 0]


def test_a_dry_run_counts_and_writes_nothing(decks: Path, home: Path) -> None:
    done = cardsmith("log", "suspend", "deck:*", "--dry-run", "--decks", decks)
    assert done.stdout == "3 cards would be suspended: a, b and c\n"
    assert written(home) == []


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ([], 2, "say which cards: tag:harness"),
        (["tag:y"], 2, "no card matches tag:y"),
        (["is:duee"], 2, "did you mean is:due?"),
        (["unsuspend-me", "("], 2, "something is missing"),
    ],
)
def test_what_names_no_cards_is_told_and_does_nothing(
    decks: Path, home: Path, words: list[str], status: int, says: str
) -> None:
    done = cardsmith("log", "suspend", *words, "--decks", decks)
    assert (done.returncode, done.stdout) == (status, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert written(home) == []


def test_where_there_is_nothing_to_do_nothing_is_written(decks: Path, home: Path) -> None:
    done = cardsmith("log", "unsuspend", "deck:*", "--decks", decks)
    assert done.stdout == "Nothing to do: 3 cards found, none of which would be unsuspended.\n"
    assert done.returncode == 0
    assert written(home) == []


@pytest.mark.parametrize(
    ("key", "agreed"), [("y", True), ("\r", True), ("n", False), ("\x04", False)]
)
def test_on_a_terminal_it_asks_first(decks: Path, home: Path, key: str, agreed: bool) -> None:  # noqa: FBT001 - a table
    with Learner("log", "suspend", "id:a", "--decks", str(decks), columns=200) as learner:
        learner.see("1 card would be suspended: a. Go on?")
        learner.press(key)
        assert learner.end() == 0
        assert ("Nothing was done." in learner.display()) is not agreed
    assert bool(written(home)) is agreed


def test_ctrl_c_at_the_question_does_nothing(decks: Path, home: Path) -> None:
    with Learner("log", "suspend", "deck:*", "--decks", str(decks)) as learner:
        learner.see("Go on?")
        learner.press("\x03")
        assert learner.end() == 130
    assert written(home) == []


def test_with_yes_nobody_is_asked(decks: Path, home: Path) -> None:
    with Learner("log", "suspend", "id:a", "--yes", "--decks", str(decks)) as learner:
        assert learner.end() == 0
    assert len(written(home)) == 1


def test_all_events_of_one_command_have_one_instant_and_ids_of_their_own(
    decks: Path, home: Path
) -> None:
    cardsmith("log", "suspend", "deck:*", "--decks", decks)
    lines = written(home)
    assert len({line["at"] for line in lines}) == 1
    assert len({line["id"] for line in lines}) == 3
    assert all(len(line["id"]) == 16 for line in lines)


def test_a_read_only_collection_can_be_suspended(home: Path, tmp_path: Path) -> None:
    """The deck that ships lies where nobody writes; the history does not."""
    done = cardsmith("log", "suspend", "id:s*", "--yes", cwd=tmp_path)
    assert done.returncode == 0
    assert list(home.glob(".local/share/cardsmith/*/reviews/*/*.jsonl"))
