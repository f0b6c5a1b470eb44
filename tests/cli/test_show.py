"""`cardsmith show`: a note and its cards, as review shows them."""

import json
from pathlib import Path

import pytest

from cardsmith.cli import run
from learner import Learner
from logs import log
from past import remember
from program import cardsmith
from shelf import ONE_OF_EACH, shelf

OLD = """\
  - id: now
    formerly: [once]
    front: Renamed?
    back: Yes.
    reverse: true
    tags: [a::b, c]
    source: https://example.org/page#part
    hint: It has two sides.
"""


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=ONE_OF_EACH + OLD)


def test_a_note_stands_with_its_place_and_both_sides_of_each_card(decks: Path) -> None:
    done = cardsmith("show", "now", "--decks", ".", cwd=decks, COLUMNS="40")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        done.stdout
        == """\
now  (deck.yaml:20)
deck    Test::Kinds
tags    a::b, c
source  https://example.org/page#part
before  once

━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
Kinds  now

Renamed?

Hint: It has two sides.

────────────────────

Yes.

Source: https://example.org/page#part

━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
Kinds  now/reverse

Yes.

Hint: It has two sides.

────────────────────

Renamed?

Source: https://example.org/page#part
"""
    )


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        (["gap"], ["gap/c1"]),
        (["order"], ["order", "order/b", "order/g"]),
        (["order/g"], ["order/g"]),
        (["order/g", "basic"], ["order/g", "basic"]),
        (["basic", "basic"], ["basic"]),
        (["once"], ["now", "now/reverse"]),
        (["once/reverse"], ["now/reverse"]),
        (["tag:a"], ["now", "now/reverse"]),
        (["kind:choice", "or", "id:basic"], ["basic", "choice"]),
        (["-kind:sequence", "-tag:c"], ["basic", "gap/c1", "typed", "choice"]),
        (['"plain question"'], ["basic"]),
    ],
)
def test_ids_and_selectors_name_cards(
    decks: Path, capsys: pytest.CaptureFixture[str], words: list[str], cards: list[str]
) -> None:
    assert run(["show", "--json", "--decks", str(decks), *words]) == 0
    notes = json.loads(capsys.readouterr().out)["notes"]
    assert [card["id"] for note in notes for card in note["cards"]] == cards


def test_its_json_has_the_documented_shape(decks: Path) -> None:
    done = cardsmith("show", "now/reverse", "--json", cwd=decks)
    assert json.loads(done.stdout) == {
        "version": 1,
        "collection": "Test",
        "id": "00000000-0000-4000-8000-000000000000",
        "notes": [
            {
                "id": "now",
                "path": "deck.yaml",
                "line": 20,
                "kind": "basic",
                "deck": "Test::Kinds",
                "tags": ["a::b", "c"],
                "source": "https://example.org/page#part",
                "cites": "https://example.org/page#part",
                "hint": "It has two sides.",
                "extra": "",
                "formerly": ["once"],
                "cards": [{"id": "now/reverse", "question": "Yes.", "answer": "Renamed?"}],
            }
        ],
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["basik"], "no note or card has the id basik; did you mean basic?"),
        (["order/x"], "did you mean order/g or order/b or order?"),
        (["Basic"], "did you mean basic?"),
        (["zzz"], "no note or card has the id zzz; to look for a text: cardsmith show '\"zzz\"'"),
        (["basic", "zzz", "yyy"], "no note or card has the id zzz and yyy"),
        (["tag:nothing"], "tag:nothing matches no card"),
        (["tga:x"], "no search is called tga:"),
        (['"nothing like it"'], "matches no card"),
    ],
)
def test_what_is_not_there_is_wrong_use(
    decks: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(["show", *words, "--decks", str(decks)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert said in error
    assert error.count("\n") == 1


def test_a_broken_note_may_be_the_one_that_is_missing(tmp_path: Path) -> None:
    decks = shelf(tmp_path, deck="deck: {name: T}\ncards:\n  - {id: one, front: q}\n")
    done = cardsmith("show", "one", "--decks", decks)
    assert done.returncode == 2
    assert "(1 problem in the decks may hide it: " in done.stderr
    assert f"lint --decks {decks})" in done.stderr


def test_a_history_that_cannot_be_read_hides_no_note(decks: Path, home: Path) -> None:
    remember(home, *log("3@0"))
    (file,) = home.rglob("*.jsonl")
    file.write_text('{"v":99}\n', "utf-8")
    assert cardsmith("show", "basic", "--decks", decks).returncode == 0


def test_the_deck_that_ships_is_shown_and_nothing_is_written(tmp_path: Path, home: Path) -> None:
    done = cardsmith("show", "stage-order/long", cwd=tmp_path)
    assert "picking-the-base.yaml:" in done.stdout.splitlines()[0]
    assert list(home.rglob("*")) == []


def test_text_of_decks_does_not_drive_the_terminal(tmp_path: Path) -> None:
    text = (
        'deck: {name: "T\u202e"}\ncards:\n  - {id: a, front: "x\u202e", back: b, extra: "\u200b"}\n'
    )
    decks = shelf(tmp_path, deck=text)
    for more in ([], ["--json"]):
        shown = cardsmith("show", "a", *more, "--decks", decks).stdout
        assert "202" in shown
        assert "\u202e" not in shown


def test_what_fits_no_window_goes_through_the_pager(decks: Path) -> None:
    show = ("show", "gap", "--decks", str(decks))
    for rows, mark in ((10, ">"), (100, "")):
        with Learner(*show, rows=rows, environment={"PAGER": "sed s/^/>/"}) as learner:
            assert learner.end() == 0
            assert f"{mark}A hidden word." in learner.display().splitlines()
