"""The end of a sitting: after the last card, when the time is up, and when nothing is due."""

import subprocess
from pathlib import Path

import pytest

from clockwork import INSTANT, program
from learner import Learner, editor
from logs import log
from past import remember, written
from program import cardsmith
from shelf import ABOUT, basics, shelf

OTHER = "11111111-0000-4000-8000-000000000000"


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    return shelf(tmp_path / "letters", deck=basics(*"abcdefgh"))


@pytest.fixture
def second(tmp_path: Path) -> Path:
    made = shelf(tmp_path / "second", deck=basics("y", "z"))
    about = ABOUT.replace("00000000-0000-4000-8000-000000000000", OTHER).replace("Test", "Second")
    (made / "collection.yaml").write_text(about, "utf-8")
    return made


def review(
    *words: str | Path, seconds: int = 0, environment: dict[str, str] | None = None
) -> Learner:
    return Learner(
        "review", *map(str, words), program=program(seconds=seconds), environment=environment
    )


def say(decks: Path, *words: str, typed: str = "", instant: str = INSTANT) -> str:
    done = subprocess.run(
        [*program(instant), "review", "--decks", str(decks), *words],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def cards(home: Path) -> list[str]:
    return [line["card"] for line in written(home)]


def test_time_is_up_only_where_a_time_was_set(letters: Path) -> None:
    with review("--decks", letters, "--limit", "1") as learner:
        learner.answer("a")
        screen = learner.see("That was the last card of this sitting.", "Left for today: 7 new.")
        assert "Time is up" not in screen


def test_after_the_time_is_up_the_cards_that_were_cut_off_come_next(letters: Path) -> None:
    """As many as `n` promises, and without a limit."""
    with review("--decks", letters, "--minutes", "1", seconds=61) as learner:
        learner.answer("a", key="1")
        learner.see("Time is up.", "n five more")
        learner.press("n")
        learner.answer("b", "c", "d", "e")
        learner.see("Name of a?", "drill")
        learner.press(" ")
        learner.see("2 Got it")
        learner.press("2")
        screen = learner.see("That was the last card of this sitting.", "Left for today: 3 new.")
        assert ": 5 new and 1 in drill; 1 not known" in screen
        learner.press("n")
        learner.answer("f", "g", "h")
        screen = learner.see("That was the last card.", "Done for today.")
        assert "five more" not in screen


def test_more_is_offered_where_only_reviews_are_left(letters: Path, home: Path) -> None:
    remember(home, *(event for letter in "abcdefgh" for event in log("3@0:1", letter)))
    with review("--decks", letters, "--limit", "1") as learner:
        learner.answer("a")
        learner.see("Left for today: 7 to review.", "n five more")
        learner.press("n")
        learner.see("Name of b?", "5 due")


def test_more_is_not_offered_where_there_is_none(tmp_path: Path) -> None:
    """Siblings of what was met today wait for another day."""
    text = (
        "deck: {name: T}\ncards:\n  - {id: a, front: 'Name of a?', back: It is a., reverse: true}\n"
    )
    with review("--decks", shelf(tmp_path / "decks", deck=text)) as learner:
        learner.answer("a")
        assert "five more" not in learner.see("That was the last card.", "undo")


def test_what_joins_and_is_undone_leaves_the_plot_as_it_was(letters: Path, home: Path) -> None:
    remember(home, *log("3@56:4", "h"))  # due today
    with review("--decks", letters, "--new", "0") as learner:
        learner.answer("h")
        before = plot(learner)
        learner.press("n")
        learner.answer("a")
        learner.see("Name of b?")
        learner.press_and_see("u")
        learner.see("Name of a?", "a: taken back")
        learner.press("u")
        learner.see("Name of h?")
        learner.answer("h")
        assert plot(learner) == before


def test_the_time_and_the_limit_count_over_all_collections(
    letters: Path, second: Path, home: Path
) -> None:
    typed = "\n3\n" * 12
    done = say(letters, "--decks", str(second), "--limit", "9", typed=typed)
    assert "9 answers" not in done
    assert cards(home) == ["y", *"abcdefgh"]  # in the order of their folders


def test_at_the_end_of_one_collection_the_next_one_can_be_left_alone(
    letters: Path, second: Path, home: Path
) -> None:
    words: tuple[str | Path, ...] = ("--decks", letters, "--decks", second, "--limit", "2")
    with review(*words, "--new", "1") as learner:
        learner.answer("a")
        learner.see("Space next collection", "q leave")
        learner.press("q")
        assert learner.end() == 0
        assert "Second" not in learner.display()
    with review(*words, "--new", "2") as learner:
        learner.answer("b")
        learner.see("Space next collection")
        learner.press(" ")
        learner.answer("y")
        assert "next collection" not in learner.see("That was the last card", "Space leave")
    assert cards(home) == ["y", "a", "b"]


def plot(learner: Learner) -> list[str]:
    screen = learner.see("two weeks:", "n five more")
    return screen.partition("two weeks:")[2].splitlines()[1:9]


@pytest.mark.parametrize("minutes", [[], ["--minutes", "1"]])
def test_line_by_line_a_slip_at_the_end_is_no_leaving(letters: Path, minutes: list[str]) -> None:
    words: list[str | Path] = ["--plain", "--decks", letters, "--new", "2", *minutes]
    with review(*words, seconds=61 if minutes else 0) as learner:
        for letter in "a" if minutes else "ab":
            learner.see(f"Name of {letter}?", "q to leave:")
            learner.press("\r")
            learner.see(f"It is {letter}.", "q to leave:")
            learner.press("3\r")
        title = "Time is up." if minutes else "That was the last card."
        learner.see(f"{title} n for five more, u to undo, Enter to leave:")
        learner.press("w\r")
        learner.see("That is none of the keys named here.")
        learner.press("N\r")
        learner.see("Name of b?" if minutes else "Name of c?")
        learner.press("\x04")
        assert learner.end() == 0


def test_line_by_line_the_end_of_input_leaves_all_collections(letters: Path, second: Path) -> None:
    assert "Second" not in say(letters, "--decks", str(second), typed="\n3\n")


def test_why_nothing_is_asked(letters: Path, home: Path) -> None:
    remember(home, *log("3@60:9", "c"))
    for typed, card in (("\n3\n", "a"), ("s\n", "b")):
        say(letters, f"id:{card}", typed=typed)
    reasons = {
        "tag:nothing": "Today: no card of this collection matches.",
        "id:a": "Today: nothing due; 1 matching card, the next tomorrow.",
        "id:b": "Today: nothing due; 1 matching card, all suspended (`",
        "--ahead 2 id:b": "Nothing comes within 2 days.",
        "--ahead 1 --set new=0": "Nothing comes within 1 day, the next",
        "--cram id:nothing": "Today: no card of this collection matches.",
    }
    for words, told in reasons.items():
        assert told in say(letters, *words.split())


def test_where_all_cards_are_suspended_due_says_so_too(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "one", deck=basics("a"))
    say(decks, typed="s\n")
    told = "nothing due; 1 card, all suspended (`"
    assert told in say(decks)
    assert told in cardsmith("due", "--decks", decks).stdout


def test_no_cards_at_all_is_no_limit(letters: Path) -> None:
    done = cardsmith("review", "--decks", letters, "--limit", "0")
    assert done.returncode == 2
    assert "--limit" in done.stderr


def test_to_go_on_means_the_same_cards(letters: Path) -> None:
    words = ["id:a*", "or", "id:b*", "--minutes", "9", "--order", "deck", "--set", "new=5"]
    told = say(letters, *words)
    line = next(line for line in told.splitlines() if line.startswith("To go on:"))
    assert "review 'id:a*' or 'id:b*' " in line
    assert "--minutes 9 --order deck --set new=5 --decks " in line
    due = cardsmith("due", "id:a", "--decks", letters).stdout
    assert "review id:a --decks " in due


def test_what_space_stands_for_at_the_end_is_told(letters: Path) -> None:
    with review("--decks", letters, "--new", "1") as learner:
        learner.answer("a")
        learner.see("Space leave   n five more   u undo")
        learner.press(" ")
        assert learner.end() == 0


def test_answers_taken_back_behind_what_joined_leave_nothing(letters: Path, tmp_path: Path) -> None:
    """Also where the history was read again in between, which had them."""
    with review(
        "--decks", letters, "--new", "1", environment=editor(tmp_path, "exit 0")
    ) as learner:
        learner.answer("a")
        learner.see("n five more")
        learner.press("n")
        learner.answer("b", key="1")
        learner.see("Name of c?")
        learner.press("e")
        learner.see("c: unchanged")
        learner.press("u")
        learner.see("b: taken back")
        learner.press("u")
        learner.see("a: taken back")
        learner.answer("a")
        screen = learner.see("That was the last card.", "Done for today.", "n five more")
        assert "Tue 1" in screen
        learner.press("n")
        learner.see("Name of b?", "5 new")
        learner.press(" ")
        learner.see("4 Easy")


def test_cards_that_are_only_shown_do_not_count_for_the_limit(tmp_path: Path, second: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics(*"abc"))
    say(decks, typed="\n4\n" * 3, instant="2026-03-01T09:00:00+00:00")
    (decks / "deck.yaml").write_text(basics(*"abcd").replace("It is", "It is now"), "utf-8")
    typed = "\n" * 3 + "\n3\n" * 9
    words = ("--decks", str(second), "--limit", "2", "--set", "reviews=0")
    told = say(decks, *words, typed=typed)
    assert told.count("The answer changed since") == 3
    assert told.count("Name of d?") == told.count("Name of y?") == 1
    assert "Name of z?" not in told


def test_the_next_collection_is_promised_only_if_it_comes(letters: Path, second: Path) -> None:
    words = ("--decks", letters, "--decks", second)
    with review(*words, "--limit", "1") as learner:
        learner.answer("a")
        assert "next collection" not in learner.see("Space leave", "u undo")
    with review(*words, "--minutes", "1", seconds=61) as learner:
        learner.answer("b")
        assert "next collection" not in learner.see("Time is up.", "Space leave")


def test_the_time_ends_a_sitting_also_where_no_grade_was_given(letters: Path) -> None:
    with review("--decks", letters, "--minutes", "1", seconds=61) as learner:
        learner.see("Name of a?")
        learner.press("l")
        learner.see("Time is up.")


def test_what_was_buried_today_is_not_asked_ahead(letters: Path, home: Path) -> None:
    remember(home, *log("3@58:2", "a"))
    say(letters, "--new", "0", typed="b\n")
    assert "Name of a?" not in say(letters, "--ahead", "7")
