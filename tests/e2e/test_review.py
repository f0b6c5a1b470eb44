"""`cardsmith review` as a learner meets it: keys into a real terminal, screens read off it."""

import os
import re
import signal
from pathlib import Path

import pytest

from learner import Learner
from logs import log
from past import remember, written
from program import cardsmith
from shelf import ONE_OF_EACH, basics, shelf

KEYS = ("1 Again  tomorrow, and again today", "3 Good   tomorrow")


@pytest.fixture
def kinds(tmp_path: Path) -> Path:
    return shelf(tmp_path / "kinds", deck=ONE_OF_EACH)


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    return shelf(tmp_path / "letters", deck=basics(*"abcdefgh"))


def review(
    decks: Path, columns: int = 80, rows: int = 24, environment: dict[str, str] | None = None
) -> Learner:
    return Learner(
        "review", "--decks", str(decks), columns=columns, rows=rows, environment=environment
    )


def test_a_basic_card_from_question_to_grade(kinds: Path, home: Path) -> None:
    with review(kinds) as learner:
        screen = learner.see("A plain question?", "Space show the answer")
        assert "A plain answer." not in screen
        assert "Kinds" in screen.splitlines()[0]
        assert "5 new" in screen.splitlines()[0]
        learner.press(" ")
        screen = learner.see("A plain answer.", "A word more.", *KEYS)
        assert screen.index("A plain question?") < screen.index("A plain answer.")
        assert "All promise tomorrow; the choice steers later intervals." in screen
        learner.press("3")
        learner.see("basic: Good, tomorrow")
        learner.press("q")
        assert learner.end() == 0
        assert "1 answer: 1 new." in learner.display()
    (event,) = written(home)
    assert (event["card"], event["key"], event["of"], event["days"]) == ("basic", 3, 4, 1)


def test_every_kind_of_card_asks_in_its_own_way(kinds: Path) -> None:
    with review(kinds) as learner:
        learner.see("A plain question?")
        learner.press(" ")
        learner.see(*KEYS)
        learner.press("3")
        screen = learner.see("A [what kind of] word.")
        assert "hidden" not in screen
        learner.press("\r")
        learner.see("A hidden word.", *KEYS)
        learner.press("3")
        learner.see("Which base?", "Enter compare")
        learner.press("kmi k2.5\r")
        learner.see("nearly right", "typed   k·mi k2.5", "wanted  Kimi K2.5")
        assert "2 Hard   tomorrow, and again today  suggested, Space" in learner.display()
        learner.press("3")
        learner.see("1 [ ] mid-training", "2 [ ] SFT", "3 [ ] RL")
        learner.press("1")
        learner.see("1 [x] mid-training")
        learner.press("3")
        learner.see("1 [ ] mid-training", "3 [x] RL")
        learner.press("\r")
        learner.see("2 [ ] SFT  right", "3 [x] RL  wrong", "not right")
        learner.press("3")
        learner.see("Which letters, in order?", "1. …", "Space show step 1 of 3")
        learner.press(" ")
        learner.see("1. alpha", "2. …")
        learner.press(" ")
        learner.see("2. beta", "Space show step 3 of 3")
        learner.press(" ")
        learner.see("3. gamma", *KEYS)
        learner.press("3")
        learner.see("That was the last card.", "5 answers: 5 new.")
        learner.press("\r")
        assert learner.end() == 0


def test_a_hint_is_shown_on_demand(tmp_path: Path) -> None:
    text = (
        "deck: {name: T}\ncards:\n"
        "  - {id: a, front: 'First?', back: x, hint: A *small* help.}\n"
        "  - {id: b, front: 'Second?', typed: y, hint: Another help.}\n"
    )
    with review(shelf(tmp_path / "hints", deck=text)) as learner:
        assert "A small help." not in learner.see("First?", "h hint")
        learner.press("h")
        learner.see("Hint: A small help.")
        learner.press(" ")
        learner.see("Easy")
        learner.press("3")
        assert "Another help." not in learner.see("Second?", "Esc other keys")
        learner.press("h")
        assert "Another help." not in learner.see("> h")
        learner.press("\x1b")
        learner.see("Esc type", "h hint")
        learner.press("h")
        learner.see("> h", "Hint: Another help.")


def test_keys_typed_before_the_answer_is_seen_grade_nothing(letters: Path, home: Path) -> None:
    """A double press grades one card, and only a visible answer is graded."""
    with review(letters) as learner:
        learner.see("Name of a?")
        learner.press("3 4 1")
        learner.press(" ")
        learner.see("It is a.")
        learner.press("33")
        learner.see("Name of b?")
        learner.press("?")
        learner.see("show the answer, or the next step")
        learner.press("x")
        learner.see("Name of b?", "Space show the answer")
        learner.press("q")
        assert learner.end() == 0
    assert [event["card"] for event in written(home)] == ["a"]


def test_a_held_space_bar_grades_nothing(letters: Path, home: Path) -> None:
    with review(letters) as learner:
        learner.see("Name of a?")
        learner.press(" " * 40)
        learner.see("It is a.")
        learner.press(" " * 40 + "?")
        learner.see("show the answer, or the next step")
        learner.press("xq")
        assert learner.end() == 0
    assert written(home) == []


def test_space_stands_for_good_and_for_what_is_suggested(kinds: Path, home: Path) -> None:
    with review(kinds) as learner:
        learner.see("A plain question?")
        learner.press(" ")
        learner.see("3 Good   tomorrow  Space")
        learner.press(" ")
        learner.see("basic: Good, tomorrow", "what kind of")
        learner.press(" ")
        learner.see("A hidden word.")
        learner.press("3")
        learner.see("Which base?")
        learner.press("nothing like it\r")
        learner.see("1 Again  tomorrow, and again today  suggested, Space")
        learner.press("\r")
        learner.see("typed: Again, tomorrow")
        learner.press("q")
        assert learner.end() == 0
    assert [event["key"] for event in written(home)] == [3, 3, 1]


def test_drill_has_two_keys_and_comes_back_after_five_others(letters: Path) -> None:
    asked = []
    with review(letters) as learner:
        for letter, key in zip("abcdefagh", "133333233", strict=True):
            learner.see(f"Name of {letter}?", "Space show")
            asked.append(letter)
            learner.press(" ")
            screen = learner.see(f"It is {letter}.")
            if len(asked) == 7:
                assert "1 Not yet  again today" in screen
                assert "2 Got it   done for today  Space" in screen
            learner.press(key)
        learner.see("9 answers: 8 new and 1 in drill; 1 not known.")


def test_drill_that_was_left_comes_back_the_same_day(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "two", deck=basics("a", "b"))
    with review(decks) as learner:
        learner.answer("a", key="1")
        learner.see("Name of b?")
        learner.press("q")
        assert learner.end() == 0
        assert "1 to drill again and 1 new" in learner.display()
    with review(decks) as learner:
        learner.see("Name of b?", "1 new · 1 drill")
        learner.press(" ")
        learner.see("It is b.")
        learner.press("3")
        learner.see("Name of a?")


def test_the_source_and_the_story_of_a_card_stand_a_key_away(tmp_path: Path) -> None:
    text = (
        "deck: {name: T}\ncards:\n"
        "  - {id: a, front: 'First?', back: x, source: book#two}\n"
        "  - {id: b, front: 'Second?', back: y}\n"
    )
    decks = shelf(tmp_path / "sources", deck=text)
    about = (decks / "collection.yaml").read_text()
    (decks / "collection.yaml").write_text(about + "sources: {book: {file: book.md, title: B}}\n")
    (decks / "book.md").write_text(
        "# Book\n\n## One\n\nNot this.\n\n## Two\nBut *this*,\nand this.\n\n- one\n- two\n"
    )
    with review(decks) as learner:
        learner.see("First?")
        learner.press("o")
        assert "Not this." not in learner.see("But this, and this.", "• one", "any key closes this")
        learner.press("x")
        learner.see("First?", "Space show")
        learner.press("i")
        learner.see("It was never answered: it is new.")
        learner.press("x")
        learner.see("First?", "Space show")
        learner.press(" ")
        learner.see("Easy")
        learner.press("1")
        learner.see("Second?")
        learner.press("o")
        learner.see("This note names no source.")
        learner.press("x")
        learner.see("Second?", "Space show")
        learner.press(" ")
        learner.see("Easy")
        learner.press("3")
        learner.see("First?", "1 drill")
        learner.press("i")
        learner.see("1 Again", "It is drilled again today, and due tomorrow.")


def test_a_card_can_be_put_off_and_buried(letters: Path, home: Path) -> None:
    with review(letters) as learner:
        learner.see("Name of a?")
        learner.press("l")
        learner.see("Name of b?", "8 new")
        learner.press("b")
        learner.see("Name of c?", "7 new", "b: not again today")
        learner.press("b")
        learner.see("Name of d?", "6 new", "c: not again today")
        learner.press("u")
        learner.see("Name of c?", "7 new", "c: taken back")
        learner.press("q")
        assert learner.end() == 0
    told = [(event["card"], event["do"]) for event in written(home)]
    assert told == [("b", "bury"), ("c", "bury"), ("c", "void")]
    assert "7 new" in cardsmith("due", "--decks", str(letters)).stdout


def test_undo_goes_back_also_from_the_end(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "two", deck=basics("a", "b"))
    with review(decks) as learner:
        for letter in "ab":
            learner.see(f"Name of {letter}?")
            learner.press(" ")
            learner.see(f"It is {letter}.")
            learner.press("3")
        learner.see("That was the last card.")
        learner.press("u")
        learner.see("Name of b?", "b: taken back")
        learner.press("u")
        learner.answer("a", key="4")
        learner.see("Name of b?", "a: Easy, tomorrow")
        learner.press("q")
        assert learner.end() == 0
    told = [(event["card"], event["do"], event["n"]) for event in written(home)]
    assert told == [
        ("a", "answer", 1),
        ("b", "answer", 1),
        ("b", "void", 2),
        ("a", "void", 2),
        ("a", "answer", 3),
    ]


@pytest.mark.parametrize("at", ["question", "answer", "typing"])
@pytest.mark.parametrize("key", ["\x04", "\x03"])
def test_ctrl_d_leaves_and_ctrl_c_breaks_off(
    kinds: Path, tmp_path: Path, home: Path, at: str, key: str
) -> None:
    decks = kinds
    if at == "typing":
        text = 'deck: {name: T}\ncards:\n  - {id: t, front: "Type?", typed: x}\n'
        decks = shelf(tmp_path / "typing", deck=text)
    with review(decks) as learner:
        learner.see("Enter compare" if at == "typing" else "Space show")
        if at == "answer":
            learner.press(" ")
            learner.see(*KEYS)
        learner.press(key)
        assert learner.end() == (0 if key == "\x04" else 130)
        assert b"\x1b[?1049l" in learner.sent
        assert b"\x1b[?25h" in learner.sent
        assert "Traceback" not in learner.display()
    assert written(home) == []


def scrolled(learner: Learner, key: str) -> str:
    """The screen after a scrolling key; opening and closing the help shows that it was heard."""
    learner.press(key + "?")
    learner.see("close")
    learner.press("x")
    while "close" in learner.display():
        learner.wait()
    return learner.display()


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 24), (40, 12), (20, 8), (14, 6)])
def test_a_narrow_window_shows_everything(kinds: Path, columns: int, rows: int) -> None:
    """What does not fit is a line or a page away; nothing is cut off."""
    with review(kinds, columns, rows) as learner:
        learner.see("Space")
        learner.press(" ")
        seen = learner.see("Easy")
        seen += "".join(scrolled(learner, "\x1b[A") for _ in range(9))
        seen += "".join(scrolled(learner, "\x1b[B") for _ in range(9))
        for word in ("question?", "answer.", "word", "more."):
            assert word in seen
        learner.press("q")
        assert learner.end() == 0


def test_each_step_of_a_long_sequence_is_seen_before_it_is_graded(
    tmp_path: Path, home: Path
) -> None:
    steps = "".join(f"      s{i}: step number {i}\n" for i in range(1, 25))
    text = f"deck: {{name: T}}\ncards:\n  - id: long\n    front: Order?\n    steps:\n{steps}"
    with review(shelf(tmp_path / "long", deck=text)) as learner:
        learner.see("Order?")
        for number in range(1, 25):
            learner.press(" ")
            learner.see(f"step number {number}")
            assert written(home) == []
        learner.see("Easy")


def test_space_shows_the_rest_before_it_grades(tmp_path: Path, home: Path) -> None:
    lines = "".join(f"      line {i}\n" for i in range(60))
    text = f"deck: {{name: T}}\ncards:\n  - id: long\n    front: All?\n    back: |\n{lines}"
    with review(shelf(tmp_path / "long", deck=text)) as learner:
        learner.see("All?")
        learner.press(" ")
        learner.see("line 0", "Easy")
        while "↓ 0 below" not in learner.display():
            learner.press(" ")
            learner.see_other("↑ ")  # a key sent before its page stands would count as held
            assert written(home) == []
        learner.see("line 59")
        learner.press(" ")
        learner.see("That was the last card.")
    assert len(written(home)) == 1


def test_a_held_key_buries_one_card(letters: Path, home: Path) -> None:
    with review(letters) as learner:
        learner.see("Name of a?")
        learner.press("b" * 15)
        learner.see("Name of b?", "a: not again today")
        learner.press("?")
        learner.see("any key")
    assert [event["do"] for event in written(home)] == ["bury"]


def test_no_color_leaves_no_colours(letters: Path) -> None:
    with review(letters, environment={"NO_COLOR": "1"}) as learner:
        learner.see("Name of a?")
        learner.press(" ")
        learner.see("Easy")
        learner.press("q")
        learner.end()
    assert not re.search(rb"\x1b\[[0-9;]*(3[0-79]|4[0-79]|9[0-7])[;m]", learner.sent)


def test_a_paste_is_taken_whole(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: t, front: "Type?", typed: x}\n'
    with review(shelf(tmp_path / "paste", deck=text)) as learner:
        learner.see("Enter compare")
        learner.press("p" * 500 + "END")
        learner.see("ppEND")


def test_a_stop_that_cannot_be_noticed_is_mended_on_the_way_back(letters: Path) -> None:
    with review(letters) as learner:
        learner.see("Name of a?")
        learner.child.kill(signal.SIGSTOP)
        assert learner.child.pid is not None
        os.waitpid(learner.child.pid, os.WUNTRACED)
        learner.child.kill(signal.SIGCONT)
        learner.press(" ")
        learner.see("It is a.")


def test_a_window_may_change_its_size_at_any_moment(letters: Path) -> None:
    with review(letters) as learner:
        learner.see("Name of a?")
        for columns, rows in ((30, 10), (10, 4), (3, 1), (200, 60)):
            learner.resize(columns, rows)
            if columns > 20:
                learner.see("Name of a?")
        learner.press(" ")
        learner.see("It is a.")


def test_without_a_size_it_is_eighty_by_twenty_four(letters: Path) -> None:
    with Learner(
        "review", "--decks", str(letters), columns=0, rows=0, environment={"COLUMNS": "0"}
    ) as learner:
        learner.see("Name of a?")


def test_code_keeps_its_shape(tmp_path: Path) -> None:
    text = (
        "deck: {name: T}\ncards:\n  - id: py\n    front: Guard?\n    back: |\n"
        "      if x:\n          return 1\n\n      return 0\n"
    )
    with review(shelf(tmp_path / "code", deck=text)) as learner:
        learner.see("Guard?")
        learner.press(" ")
        screen = learner.see("return 0")
        assert "  if x:\n      return 1\n\n  return 0" in screen


def test_deck_text_cannot_drive_the_terminal(tmp_path: Path) -> None:
    text = (
        'deck: {name: "T"}\ncards:\n'
        '  - {id: ok, front: "Right\u202eto left?", back: "safe"}\n'
        '  - {id: esc, front: "\\e]0;owned\\a\\e[2JWhat?", back: "\\e]52;c;aGk=\\a x"}\n'
    )
    with review(shelf(tmp_path / "bad", deck=text)) as learner:
        learner.see("Right<U+202E>to left?")
        learner.press("q")
        learner.end()
    assert b"owned" not in learner.sent
    assert b"\x1b]" not in learner.sent
    assert "\u202e".encode() not in learner.sent


def test_without_a_terminal_it_works_line_by_line(kinds: Path, home: Path) -> None:
    done = cardsmith(
        "review", "--decks", str(kinds), typed="\n3\n\n3\nkimi k2.5\n3\n2\n\n3\n\n\n\n3\n"
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "A [what kind of] word." in done.stdout
    assert "A [[hidden]] word." in done.stdout
    assert "2 SFT  chosen  right" in done.stdout
    assert "5 answers: 5 new." in done.stdout
    assert [event["card"] for event in written(home)] == [
        "basic",
        "gap/c1",
        "typed",
        "choice",
        "order",
    ]


def test_at_the_end_of_input_it_says_what_is_due(kinds: Path) -> None:
    done = cardsmith("review", "--decks", str(kinds))
    assert done.returncode == 0
    assert "Left for today: 5 new." in done.stdout
    assert done.stdout.splitlines()[0].startswith("Test: 5 notes, 7 cards in 1 deck; progress in ~")


def test_the_learner_says_how_much(tmp_path: Path) -> None:
    decks = str(shelf(tmp_path / "many", deck=basics(*(f"n{i}" for i in range(30)))))
    assert "Left for today: 10 new." in cardsmith("review", "--decks", decks).stdout
    assert "Left for today: 3 new." in cardsmith("review", "--new", "3", "--decks", decks).stdout
    done = cardsmith("review", "--new", "2", "--decks", decks, typed="\n3\n" * 9)
    assert "2 answers: 2 new." in done.stdout
    assert "Left for today: 8 new." in cardsmith("review", "--decks", decks).stdout
    more = cardsmith("review", "--new", "2", "--more", "3", "--decks", decks)
    assert "Left for today: 3 new." in more.stdout
    some = cardsmith("review", "--limit", "1", "--decks", decks, typed="\n3\n" * 9)
    assert "1 answer: 1 new." in some.stdout
    assert "Left for today: 7 new." in some.stdout
    assert cardsmith("review", "--new", "-1", "--decks", decks).returncode == 2


def test_nothing_due_is_good_news(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "one", deck=basics("a"))
    cardsmith("review", "--decks", str(decks), typed="\n3\n")
    done = cardsmith("review", "--decks", str(decks))
    assert done.returncode == 0
    assert "Today: nothing due; 1 note, 1 card in 1 deck, the next tomorrow." in done.stdout


def test_a_collection_that_is_not_there_is_another_matter(tmp_path: Path) -> None:
    done = cardsmith("review", "--decks", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert done.stderr.count("\n") == 1


def test_broken_notes_are_left_out_in_one_line(tmp_path: Path) -> None:
    text = basics("a", "b") + "  - {id: c, front: 'No answer?', back: ''}\n"
    done = cardsmith("review", "--decks", str(shelf(tmp_path / "half", deck=text)))
    assert done.returncode == 0
    assert "Left for today: 2 new." in done.stdout
    assert done.stderr.startswith("1 problem in the decks; notes with problems are left out: ")
    assert done.stderr.count("\n") == 1


def test_a_history_that_cannot_be_written_stops_before_the_next_card(
    letters: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, where a folder should be")
    done = cardsmith(
        "review", "--decks", str(letters), typed="\n3\n\n3\n", CARDSMITH_HOME=str(blocked)
    )
    assert done.returncode == 1
    assert "Name of b?" not in done.stdout
    assert "not saved" in done.stderr
    assert str(blocked) in done.stderr


def test_a_leech_is_told_on_the_next_card(letters: Path, home: Path) -> None:
    remember(home, *log(" ".join(f"3@{2 * i}:1 1@{2 * i + 1}:1" for i in range(7)), "a"))
    remember(home, *log("3@15:1", "a"))
    with review(letters) as learner:
        learner.answer("a", key="1")
        learner.see("a: Again", "forgotten 8 times")
