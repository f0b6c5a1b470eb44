"""`cardsmith log orphans`: cards that no deck has, found, attached and forgotten."""

import json
from pathlib import Path

import pytest

from cardsmith.deck import fingerprint
from cardsmith.history import Answer, Event
from decks import one
from learner import Learner
from logs import log
from notes import cards
from past import remember, written
from program import cardsmith
from shelf import ONE_OF_EACH, basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(
        tmp_path / "decks", deck=basics("first-card", "second", "third"), kinds=ONE_OF_EACH
    )


def orphans(decks: Path, *options: str) -> list[str]:
    done = cardsmith("log", "orphans", *options, "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def answers(decks: Path, card: str) -> int:
    told = json.loads(cardsmith("why", card, "--json", "--decks", decks).stdout)
    assert isinstance(told["answers"], int)
    return told["answers"]


def having_seen(events: list[Event], saw: str) -> list[Event]:
    return [
        event._replace(deed=event.deed._replace(saw=saw))
        for event in events
        if isinstance(event.deed, Answer)
    ]


def test_without_any_it_says_so(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "second"))
    assert orphans(decks) == ["No events of cards that no deck has."]
    assert json.loads(orphans(decks, "--json")[0])["orphans"] == []


def test_they_are_listed_with_what_they_may_be_called_now(decks: Path, home: Path) -> None:
    (card,) = cards(one("- {id: second, front: 'Name of second?', back: It is second.}"))
    remember(home, *having_seen(log("3@0 3@1", "zzz"), fingerprint(card)))
    remember(home, *log("3@2", "frist-card"), *log("suspend@3", "qqq"))
    assert orphans(decks) == [
        "frist-card  1 answer, the last event on 2026-01-03; now first-card?",
        "qqq         0 answers, the last event on 2026-01-04",
        "zzz         2 answers, the last event on 2026-01-02; now second?",
    ]
    told = json.loads(orphans(decks, "--json")[0])
    assert told["orphans"][2] == {
        "card": "zzz",
        "answers": 2,
        "last_day": "2026-01-02",
        "near": ["second"],
    }


def test_a_card_whose_answer_was_reworded_is_told_by_its_question(decks: Path, home: Path) -> None:
    (card,) = cards(one("- {id: second, front: 'Name of second?', back: Other.}"))
    remember(home, *having_seen(log("3@0", "zzz"), fingerprint(card)))
    assert orphans(decks)[0].endswith("now second?")


def test_an_orphan_is_attached_and_undo_takes_that_back(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1", "old"))
    first, second = orphans(decks, "--attach", "old", "second")
    assert first == "What was recorded for old belongs to second: 1 card"
    assert second.startswith("To take it back: ")
    assert answers(decks, "second") == 2
    assert orphans(decks) == ["No events of cards that no deck has."]
    cardsmith("log", "undo", "--decks", decks)
    assert answers(decks, "second") == 0
    assert orphans(decks)[0].startswith("old ")


def test_both_histories_count_where_there_are_two(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1", "old"), *log("3@5", "second"))
    (told,) = orphans(decks, "--attach", "old", "second", "--dry-run")
    assert told == (
        "Nothing is written yet: what was recorded for old belongs to second: 1 card; second keeps "
        "its own answers too"
    )
    assert len(written(home)) == 3
    orphans(decks, "--attach", "old", "second")
    assert answers(decks, "second") == 3


def test_a_note_is_attached_card_by_card(decks: Path, home: Path) -> None:
    for part in ("", "/b", "/g", "/gone"):
        remember(home, *log("3@0", f"letters{part}"))
    told = orphans(decks, "--attach", "letters", "order")
    assert told[0] == (
        "What was recorded for letters belongs to order: 3 cards; letters/gone stays, as order has "
        "no such part"
    )
    assert [answers(decks, f"order{part}") for part in ("", "/b", "/g")] == [1, 1, 1]
    assert [line.split()[0] for line in orphans(decks)] == ["letters/gone"]
    orphans(decks, "--attach", "letters/gone", "typed")
    assert answers(decks, "typed") == 1
    cardsmith("log", "undo", "--decks", decks)
    cardsmith("log", "undo", "--decks", decks)  # all three at once
    assert len(orphans(decks)) == 4


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--attach", "nothing", "second"], "nothing is recorded for nothing"),
        (["--attach", "old", "nowhere"], "no deck has the card nowhere"),
        (["--attach", "second", "third"], "second is a card of a deck"),
        (["--attach", "old/x", "gap"], "gap has none of the cards of old/x (old/x)"),
        (["--forget", "second"], "second is no card that is gone"),
        (["--forget", "old", "--json"], "three things"),
        (["--forget", "old", "--attach", "old", "second"], "three things"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(
    decks: Path, home: Path, options: list[str], says: str
) -> None:
    remember(home, *log("3@0", "old"), *log("3@0", "old/x"), *log("3@0", "second"))
    done = cardsmith("log", "orphans", *options, "--decks", decks)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(written(home)) == 3


def test_a_forgotten_orphan_is_listed_no_more_and_would_be_new(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "old"), *log("3@0", "old/x"), *log("3@0", "older"))
    assert orphans(decks, "--forget", "old", "--dry-run") == [
        "2 cards would be forgotten: old and old/x"
    ]
    assert orphans(decks, "--forget", "old")[0] == "2 cards forgotten: old and old/x"
    assert [line.split()[0] for line in orphans(decks)] == ["older"]
    assert [line["do"] for line in written(home)][-2:] == ["reset", "reset"]
    deck = decks / "deck.yaml"
    deck.write_text(deck.read_text().replace("id: second", "id: old"))
    assert answers(decks, "old") == 0
    cardsmith("log", "undo", "--decks", decks)
    assert answers(decks, "old") == 1


def test_on_a_terminal_it_asks_first(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "old"))
    for options in (["--forget", "old"], ["--attach", "old", "second"]):
        arguments = ["log", "orphans", *options, "--decks", str(decks)]
        with Learner(*arguments, columns=200) as learner:
            learner.see("old", "? [Y/n]")
            learner.press("n")
            assert learner.end() == 0
    assert len(written(home)) == 1


def test_what_a_log_says_never_drives_the_terminal(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "x\x1b[2J\u202ey"))
    (line,) = orphans(decks)
    assert line.startswith("x␛[2J<U+202E>y  1 answer")
