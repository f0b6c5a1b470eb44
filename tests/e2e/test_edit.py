"""`e` in a sitting: the note in the learner's editor, and the card as it then reads."""

import json
import os
from pathlib import Path

import pytest

from learner import Learner, editor
from logs import log
from past import remember, written
from program import cardsmith
from shelf import basics, shelf


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    return shelf(tmp_path / "letters", deck=basics(*"abcdefgh"))


def review(decks: Path, *words: str, environment: dict[str, str] | None = None) -> Learner:
    return Learner("review", "--decks", str(decks), *words, environment=environment)


def test_a_note_can_be_mended_on_the_way(letters: Path, tmp_path: Path, home: Path) -> None:
    """The editor gets the file and the line; the card comes back as it now reads."""
    tool = tmp_path / "vim"
    tool.write_text(
        '#!/bin/sh\necho "$@" > ' + str(tmp_path / "called") + "\n"
        "sed -i 's/Name of a?/The name of a, please?/' \"$2\"\n"
    )
    tool.chmod(0o755)
    with review(letters, environment={"EDITOR": str(tool)}) as learner:
        learner.see("Name of a?")
        learner.press(" ")
        learner.see("Easy")
        learner.press("e")
        learner.see("The name of a, please?", "a: read again", "Space show")
        learner.press(" ")
        learner.see("Easy")
        learner.press("3")
        learner.see("Name of b?")
        learner.press("q")
        assert learner.end() == 0
    assert (tmp_path / "called").read_text() == f"+3 {letters / 'deck.yaml'}\n"
    assert [event["card"] for event in written(home)] == ["a"]


def test_a_note_that_was_broken_on_the_way_is_asked_as_before(
    letters: Path, tmp_path: Path
) -> None:
    tool = tmp_path / "nano"
    tool.write_text("#!/bin/sh\nsed -i 's/It is a.//' \"$2\"\n")
    tool.chmod(0o755)
    with review(letters, environment={"EDITOR": str(tool)}) as learner:
        learner.see("Name of a?")
        learner.press("e")
        learner.see("Name of a?", "a cannot be read now")
        learner.press(" ")
        learner.see("It is a.")


def test_the_deck_that_ships_is_changed_elsewhere() -> None:
    with Learner("review", "--decks", "example") as learner:
        learner.see("Space show")
        learner.press("e")
        learner.see("This collection is read only.", "Propose a change at https://")


def test_without_an_editor_it_says_which_to_set(letters: Path) -> None:
    with review(letters) as learner:
        learner.see("Name of a?")
        learner.press("e")
        learner.see("set VISUAL or EDITOR")
        learner.press("x")
        learner.see("Name of a?", "Space show")


def test_undo_goes_back_to_the_card_as_it_now_reads(letters: Path, tmp_path: Path) -> None:
    environment = editor(tmp_path, "sed -i 's/Name of a?/The name of a, please?/' \"$1\"")
    with review(letters, environment=environment) as learner:
        learner.see("Name of a?")
        learner.press_and_see(" ")
        learner.press("3")
        learner.see("Name of b?")
        learner.press("e")
        learner.see("b: unchanged")
        learner.press("u")
        learner.see("The name of a, please?")
    cards = cardsmith("show", "a", "--decks", letters).stdout
    assert "The name of a, please?" in cards


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo 'format: [' > {about}", "is asked as before"),
        ("rm {about}", "is asked as before"),
        ("rm -r {decks}", "is asked as before"),
        ("sed -i '/id: a,/d' \"$1\"", "a is no longer in the collection and is asked as before"),
        ("sed -i 's/It is a.//' \"$1\"", "a cannot be read now and is asked as before; see"),
        ("exit 3", "the editor ended with status 3; a: unchanged"),
    ],
)
def test_whatever_the_editor_leaves_the_sitting_goes_on(
    script: str, told: str, letters: Path, tmp_path: Path, home: Path
) -> None:
    script = script.format(about=letters / "collection.yaml", decks=letters)
    with review(letters, environment=editor(tmp_path, script)) as learner:
        learner.see("Name of a?")
        learner.press("e")
        learner.see("Name of a?", "Space show the answer", *told.split()[-3:])
        assert told in " ".join(learner.display().split())
        learner.press(" ")
        learner.see("It is a.")
        learner.press("3")
        learner.see("Name of b?", "a: Good, tomorrow")
        learner.press("q")
        learner.end()
    assert [event["card"] for event in written(home)] == ["a"]
    assert "should not have happened" not in learner.display()


def test_a_note_may_get_another_name_on_the_way(letters: Path, tmp_path: Path, home: Path) -> None:
    """The sitting ends by the old name, and the story goes on under the new one."""
    remember(home, *log("3@0:1", "a"))
    line = "s/{id: a, front: .Name of a?./{id: alpha, formerly: [a], front: 'The letter?'/"
    with review(letters, environment=editor(tmp_path, f'sed -i "{line}" "$1"')) as learner:
        learner.see("Name of a?")
        learner.press("e")
        learner.see("alpha: read again; it was a", "The letter?")
        learner.press("i")
        learner.see("3 Good")
        learner.press_and_see("x")
        learner.press(" ")
        learner.see("It is a.", "in 6 days")
        learner.press("3")
        learner.see("Name of b?", "a: Good, in 6 days", "7 new")
        learner.press("q")
        learner.end()
        assert "Left for today: 7 new." in learner.display()
    told = json.loads(cardsmith("why", "alpha", "--json", "--decks", letters).stdout)
    assert [event["card"] for event in written(home)] == ["a", "a"]
    assert len(told["events"]) == 2


@pytest.mark.parametrize(
    ("variable", "key"), [("EDITOR", "e"), ("VISUAL", "e"), ("CARDSMITH_PLAYER", "p")]
)
def test_a_program_that_cannot_be_read_is_told_by_its_variable(
    variable: str, key: str, tmp_path: Path
) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Which? ![](m.png)", back: b}\n'
    decks = shelf(tmp_path / "decks", deck=text)
    (decks / "m.png").write_bytes(b"x")
    environment = {"VISUAL": "", "EDITOR": "", variable: "vim '"}
    with review(decks, environment=environment) as learner:
        learner.see("Which?")
        learner.press(key)
        learner.see(f'{variable} is "vim \'", which is no command: no closing quotation')
        learner.press("x")
        learner.see("Which?", "Space show")


def test_what_an_edit_in_the_middle_leaves_of_the_coming_days(
    letters: Path, tmp_path: Path
) -> None:
    """An answer before it counts once."""
    with review(letters, "--limit", "2", environment=editor(tmp_path, "exit 0")) as learner:
        for letter in "ab":
            learner.see(f"Name of {letter}?")
            learner.press("e")
            learner.see(f"{letter}: unchanged")
            learner.press(" ")
            learner.see(f"It is {letter}.")
            learner.press("3")
        screen = learner.see("That was the last card", "two weeks")
    counts = [line.split()[1] for line in screen.splitlines() if line.strip()[:3] in DAYS]
    assert counts[:3] == ["0", "2", "0"]


DAYS = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}


def test_a_card_that_was_not_changed_stays_as_it_was(letters: Path, tmp_path: Path) -> None:
    with review(letters, environment=editor(tmp_path, "exit 0")) as learner:
        learner.see("Name of a?")
        learner.press(" ")
        learner.see("It is a.")
        learner.press("e")
        learner.see("It is a.", "4 Easy", "a: unchanged")
        learner.press("3")
        learner.see("Name of b?")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_is_locked_is_changed_elsewhere(letters: Path, tmp_path: Path) -> None:
    (letters / "deck.yaml").chmod(0o444)
    with review(letters, environment=editor(tmp_path, "exit 0")) as learner:
        learner.see("Name of a?")
        learner.press("e")
        learner.see("This collection is read only.", "deck.yaml:3")
