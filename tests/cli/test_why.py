"""`cardsmith why`: the story of a card."""

import json
from pathlib import Path

import pytest

from logs import log
from past import remember
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics("card", "other"))


def test_it_tells_each_answer_and_what_it_did(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 2@1 3@1 3@9 1@22 4@23 3@24", "card"))
    title, *told = cardsmith("why", "card", "--decks", decks).stdout.splitlines()
    assert title.startswith("Test: ")
    assert told[0].endswith("deck.yaml:3)")
    assert told[1:-1] == [
        "2026-01-01  3 Good        1st in a row, ease 2.50, 1 day  due 2026-01-02",
        "            ease 2.50; the first interval is 1",
        "2026-01-02  2 Hard        2nd in a row, ease 2.36, 6 days  due 2026-01-08",
        "            ease 2.50 - 0.14 = 2.36; the second interval is 6",
        "2026-01-02  3 Good        drill: the schedule stays",
        "2026-01-10  3 Good        3rd in a row, 2 days late, ease 2.36, 15 days  due 2026-01-25",
        "            ease 2.36; 6 x 2.36 = 14.16, up to 15",
        "2026-01-23  1 Again       1st in a row, early, ease 2.36, 1 day  due 2026-01-24",
        "            forgotten: the intervals begin again, the ease stays 2.36",
        "2026-01-24  4 Easy        2nd in a row, ease 2.46, 6 days  due 2026-01-30",
        "            ease 2.36 + 0.10 = 2.46; the second interval is 6",
        "2026-01-25  3 Good        2nd in a row, early, ease 2.46, 6 days  due 2026-01-31",
        "            early: the longer of 6 and 1 x 2.46, so 6",
    ]
    assert told[-1] == "It is due: since 2026-01-31."


def test_its_json_holds_events_states_and_the_due_day(decks: Path, home: Path) -> None:
    remember(home, *log("3@0:1 3@1:6", "card"))
    told = json.loads(cardsmith("why", "card", "--json", "--decks", decks).stdout)
    assert (told["card"], told["due"], told["new"]) == ("card", "2026-01-08", False)
    assert told["memory"] == {"repetitions": 2, "ease": 250, "interval": 6}
    assert [(e["n"], e["key"], e["quality"], e["due_after"]) for e in told["events"]] == [
        (1, 3, 4, "2026-01-02"),
        (2, 3, 4, "2026-01-08"),
    ]


def test_a_new_card(decks: Path) -> None:
    assert "It was never answered: it is new." in cardsmith("why", "card", "--decks", decks).stdout
    told = json.loads(cardsmith("why", "card", "--json", "--decks", decks).stdout)
    assert (told["due"], told["new"], told["events"]) == (None, True, [])


def test_an_undone_answer_is_not_told(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 void(card1)@0", "card"))
    assert "it is new" in cardsmith("why", "card", "--decks", decks).stdout


def test_a_card_that_no_deck_has_any_more_can_still_be_explained(decks: Path, home: Path) -> None:
    remember(home, *log("3@0", "gone"))
    told = cardsmith("why", "gone", "--decks", decks)
    assert told.returncode == 0
    assert "no deck has this card" in told.stdout


def test_a_misspelt_id_is_answered_with_the_nearest(decks: Path) -> None:
    told = cardsmith("why", "crad", "--decks", decks)
    assert told.returncode == 2
    assert "did you mean card?" in told.stderr
    assert told.stderr.count("\n") == 1


def test_rewording_a_note_keeps_its_history_and_a_former_id_does_too(
    decks: Path, home: Path
) -> None:
    remember(home, *log("3@0 3@1", "card"))
    before = json.loads(cardsmith("why", "card", "--json", "--decks", decks).stdout)
    deck = decks / "deck.yaml"
    deck.write_text(deck.read_text().replace("Name of card?", "What is card called?"))
    assert json.loads(cardsmith("why", "card", "--json", "--decks", decks).stdout) == before
    deck.write_text(deck.read_text().replace("id: card,", "id: new-id, formerly: [card],"))
    moved = json.loads(cardsmith("why", "new-id", "--json", "--decks", decks).stdout)
    assert (moved["due"], moved["memory"]) == (before["due"], before["memory"])
    assert json.loads(cardsmith("why", "card", "--json", "--decks", decks).stdout) == moved


def test_line_endings_of_the_deck_change_nothing(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1", "card"))
    before = cardsmith("why", "card", "--json", "--decks", decks).stdout
    deck = decks / "deck.yaml"
    deck.write_bytes(deck.read_bytes().replace(b"\n", b"\r\n"))
    assert cardsmith("why", "card", "--json", "--decks", decks).stdout == before


def test_the_name_of_a_file_cannot_drive_the_terminal(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks")
    (decks / "d\x1b]0;own\x07.yaml").write_text(basics("card"))
    told = cardsmith("why", "card", "--decks", decks)
    assert told.returncode == 0
    assert "\x1b" not in told.stdout
    assert "\x07" not in told.stdout


def test_the_same_answers_by_another_scheduler(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@2 3@13:46 1@13", "card"))
    told = cardsmith("why", "card", "--scheduler", "fsrs", "--decks", decks).stdout.splitlines()
    assert told[2:-1] == [
        "2026-01-01  3 Good        stability 2.31, difficulty 2.12  due 2026-01-03",
        "            first answer Good: stability 2.31, difficulty 2.12",
        "2026-01-03  3 Good        stability 10.96, difficulty 2.11  due 2026-01-14",
        "            known with 91 % after 2 days, Good: stability 2.31 to 10.96,",
        "            difficulty 2.12 to 2.11",
        "2026-01-14  3 Good        stability 46.28, difficulty 2.10  due 2026-03-01",
        "            known with 90 % after 11 days, Good: stability 10.96 to 46.28,",
        "            difficulty 2.11 to 2.10",
        "            46 days were promised by sm2",
        "2026-01-14  1 Again       stability 12.77, difficulty 7.39",
        "            again today, Again: stability 46.28 to 12.77, difficulty 2.10 to",
        "            7.39",
    ]
    other = json.loads(
        cardsmith("why", "card", "--scheduler", "fsrs", "--json", "--decks", decks).stdout
    )
    assert (other["scheduler"], set(other["memory"])) == ("fsrs", {"stability", "difficulty"})
