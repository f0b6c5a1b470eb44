"""W316."""

import json
from pathlib import Path

import pytest

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger, Released, ReleasedType
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint import Subject, vanished_id
from decks import collection, read
from program import cardsmith
from shelf import basics, shelf

CARDS = """\
    - {id: lima, front: q, back: b}
    - {id: order, front: q, steps: {sow: one, reap: two}}
    - {id: cuzco, formerly: [qosqo, cusco], front: r, back: b}
    - {id: gaps, cloze: "{{c1::a}} b"}
    """


def ledger_of(*names: str, withdrawn: tuple[str, ...] = ()) -> Ledger:
    """A ledger that has released notes."""
    rows = [(name, "") for name in names] + [(name, "1.0.0") for name in withdrawn]
    notes = [
        Released(name, f"guid of {name}", "basic", "00", {}, 1, (0,), "1.0.0", last)
        for name, last in rows
    ]
    return Ledger("2.0.0", {}, {note.guid: note for note in notes})


def gone(released: Ledger, cards: str = CARDS) -> list[Diagnostic]:
    deck = read(cards)
    return list(vanished_id.check(Subject(collection([deck]), (deck,), released)))


def test_a_note_that_is_gone() -> None:
    (problem,) = gone(ledger_of("lima", "quito", "cuzco"))
    assert (problem.code, problem.phrase) == ("W316", "the note `quito` was released and is gone")
    assert problem.span == ("decks/released.jsonl", (3, 1, 3, 2))


@pytest.mark.parametrize(
    "released",
    [
        ledger_of("lima", "cuzco", "gaps", "order", "order/reap"),
        ledger_of("qosqo", "cusco"),
        ledger_of(),
        ledger_of("lima", withdrawn=("quito", "order/weed")),
    ],
)
def test_what_is_there(released: Ledger) -> None:
    assert gone(released) == []


def test_a_step_that_is_gone() -> None:
    (problem,) = gone(ledger_of("order", "order/reap", "order/weed"))
    assert problem.phrase == "the step `weed` of `order` was released and is gone"
    assert problem.span.place.line == 4
    assert problem.remarks[0].span is not None
    assert problem.remarks[0].span.place.line == 4


def test_steps_of_a_note_that_became_another_kind_are_gone() -> None:
    (problem,) = gone(ledger_of("lima", "lima/reap"))
    assert problem.phrase == "the step `reap` of `lima` was released and is gone"


def test_a_step_that_came_first_is_there() -> None:
    assert gone(ledger_of("order/sow")) == []


def test_a_sequence_that_is_gone_is_told_once() -> None:
    (problem,) = gone(ledger_of("bread", "bread/bake", "bread/eat"))
    assert problem.phrase == "the note `bread` was released and is gone"


def test_steps_go_with_their_note_to_another_id() -> None:
    cards = "- {id: crop, formerly: [order], front: q, steps: {sow: one, reap: two}}\n"
    assert gone(ledger_of("order", "order/reap"), cards) == []
    assert len(gone(ledger_of("order", "order/weed"), cards)) == 1


def test_what_was_probably_meant() -> None:
    (problem,) = gone(ledger_of("limma"))
    assert problem.help.startswith("if it is `lima` now, give that `formerly: [limma]`")
    (problem,) = gone(ledger_of("limma", "lima"))  # that one was there before
    assert "`lima`" not in problem.help


def test_a_broken_note_is_not_gone() -> None:
    assert gone(ledger_of("lima"), "- {id: lima, front: q}\n- {id: b, front: q, back: b}\n") == []
    assert len(gone(ledger_of("quito"), "- {id: lima, front: q}\n")) == 1


def test_of_a_part_nothing_is_known() -> None:
    deck = read(CARDS)
    subject = Subject(collection([deck]), (deck,), ledger_of("quito"), is_whole=False)
    assert list(vanished_id.check(subject)) == []


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    decks = shelf(tmp_path / "decks", one=basics("a", "b"), two=basics("c"))
    types = {"basic": ReleasedType("00", 1), "cloze": ReleasedType("00", 1)}
    text = ledger.write(ledger_of("c", "b", "a")._replace(note_types=types))
    (decks / ledger.FILE).write_text(text, "utf-8")
    return decks


def test_the_line_is_that_of_the_file(decks: Path) -> None:
    (decks / "one.yaml").write_text(basics("a"), "utf-8")
    done = cardsmith("lint", "--format", "json", cwd=decks)
    (problem,) = json.loads(done.stdout)["findings"]
    assert (problem["code"], problem["path"]) == ("W316", "released.jsonl")
    line = (decks / ledger.FILE).read_text("utf-8").splitlines()[problem["line"] - 1]
    assert json.loads(line)["id"] == "b"


def test_a_deck_that_is_named_lacks_nothing(decks: Path) -> None:
    (decks / "one.yaml").write_text(basics("a"), "utf-8")
    assert "W316" not in cardsmith("lint", "one.yaml", cwd=decks).stdout
    assert "W316" not in cardsmith("lint", "one.yaml", "two.yaml", cwd=decks).stdout


def test_a_deck_that_cannot_be_read_lacks_nothing(decks: Path) -> None:
    (decks / "one.yaml").write_bytes(b"\xff")
    done = cardsmith("lint", cwd=decks)
    assert "E002" in done.stdout
    assert "W316" not in done.stdout


# ---- the ledger itself -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("<<<<<<< HEAD", "it is left from a merge conflict"),
        ("{", "it is not of the form that a release writes"),
        ('{"id":"x"}', "`guid` is missing"),
        ('{"id":5,"guid":"y"}', "`id` has a value of another sort"),
        ("[" * 100_000, "it is not of the form that a release writes"),
    ],
)
def test_a_damaged_ledger(decks: Path, line: str, said: str) -> None:
    text = (decks / ledger.FILE).read_text("utf-8")
    (decks / ledger.FILE).write_text(f"{text}{line}\n", "utf-8")
    (decks / "one.yaml").write_text(basics("a"), "utf-8")
    done = cardsmith("lint", "--format", "concise", cwd=decks)
    number = len(text.splitlines()) + 1
    assert done.stdout.splitlines()[0] == (
        f"released.jsonl:{number}:1: E208 a line of the ledger is damaged: {said}"
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "W316" not in done.stdout  # what it said before is not known


def test_the_way_out_of_a_damaged_ledger(decks: Path) -> None:
    (decks / ledger.FILE).write_text("x\n", "utf-8")
    assert "help: restore it: git checkout -- released.jsonl" in cardsmith("lint", cwd=decks).stdout
    (decks / ledger.FILE).write_text('{"ledger":99,"release":"9"}\n', "utf-8")
    done = cardsmith("lint", cwd=decks)
    assert "error[E208]: released.jsonl was written by a newer cardsmith" in done.stdout
    assert "help: install a newer cardsmith" in done.stdout


def test_a_ledger_of_other_bytes(decks: Path) -> None:
    (decks / ledger.FILE).write_bytes(b"\xff\xfe")
    done = cardsmith("lint", cwd=decks)
    assert "released.jsonl cannot be read: it is not UTF-8 text" in done.stdout
    assert (done.returncode, done.stderr) == (1, "")


def test_a_ledger_that_is_a_folder(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", one=basics("a"))
    (decks / ledger.FILE).mkdir()
    done = cardsmith("lint", cwd=decks)
    assert "E208" in done.stdout
    assert (done.returncode, done.stderr) == (1, "")


def test_a_damaged_ledger_is_not_told_of_one_deck(decks: Path) -> None:
    (decks / ledger.FILE).write_text("x\n", "utf-8")
    assert cardsmith("lint", "one.yaml", cwd=decks).returncode == 0
