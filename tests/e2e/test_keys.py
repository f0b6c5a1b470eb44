"""What keys do in a sitting beyond grading: keys typed, screens and lines of the log read."""

import os
import subprocess
from pathlib import Path

import pytest

from clockwork import program
from learner import Learner
from logs import log
from past import remember, written
from program import cardsmith
from shelf import basics, shelf

HOME_ROW = "bindings: [1=j, 2=k, 3=l, 4=;, later=right, show=f, show=space]\n"


def review(
    decks: Path, *words: str, seconds: int = 0, columns: int = 80, **environment: str
) -> Learner:
    return Learner(
        "review",
        "--decks",
        str(decks),
        *words,
        program=program(seconds=seconds),
        environment=environment,
        columns=columns,
    )


def deeds(home: Path) -> list[tuple[str, str]]:
    return [(line["card"], line["do"]) for line in written(home)]


def settings(home: Path, text: str) -> None:
    file = home / ".local/share/cardsmith/settings.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def test_a_flag_takes_a_word_of_why_and_is_listed(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    with review(decks) as learner:
        learner.see("Name of a?")
        learner.press("!")
        learner.see("What is wrong with this card?")
        learner.press("q 1 u\x1b")  # letters, and given up
        learner.see("Space show the answer")
        learner.press("!")
        learner.see("What is wrong with this card?")
        learner.press("two rihgt\x17right answers\r")
        learner.see("a: flagged, two right answers", "Space show the answer")
        learner.press("q")
        assert learner.end() == 0
    assert deeds(home) == [("a", "flag")]
    assert "two right answers" in cardsmith("log", "flags", "--decks", decks).stdout


def test_keys_are_where_the_learner_wants_them(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a", "b"))
    settings(home, HOME_ROW)
    with review(decks) as learner:
        learner.see("Name of a?", "f show the answer")
        learner.press("\x1b[C")
        learner.see("Name of b?")
        learner.press("f")
        learner.see("j Again", "; Easy", "l Good   tomorrow  f")
        learner.press("3")  # which is no key any more
        learner.press("l")
        learner.see("b: Good, tomorrow", "Name of a?")
        learner.press("?")
        learner.see("j, k, l, ;    say how it went", "Right         later")
        learner.press("xq")
        assert learner.end() == 0
    assert deeds(home) == [("b", "answer")]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("[unod=z]", "no key does unod; did you mean undo?"),
        ("[undo=spcae]", "spcae is no key"),
        ("[undo=q, later=q]", "q cannot do both undo and later"),
        ("[undo]", "write COMMAND=KEY"),
        ("[undo=space, later=enter]", "no key is left for show"),
        ("[undo=3]", "no key is left for 3"),
    ],
)
def test_a_binding_that_cannot_be_is_told_with_its_line(
    words: str, told: str, tmp_path: Path, home: Path
) -> None:
    settings(home, f"new: 3\nbindings: {words}\n")
    done = cardsmith("review", "--decks", shelf(tmp_path / "decks", deck=basics("a")))
    assert done.returncode == 2
    assert "settings.yaml:2" in done.stderr
    assert told in done.stderr


def test_after_the_last_card_a_few_more_may_come(tmp_path: Path, home: Path) -> None:
    """And undo goes back behind where they came."""
    decks = shelf(tmp_path / "decks", deck=basics(*"abcdefghi"))
    with review(decks, "--new", "1") as learner:
        learner.answer("a")
        learner.see("That was the last card.", "1 answer: 1 new.", "Tue 1", "n five more")
        learner.press("n")
        learner.see("Name of b?", "5 new")
        learner.press(" ")
        learner.see("It is b.")
        learner.press("3")
        learner.see("Name of c?")
        learner.press_and_see("u")
        learner.press("u")
        learner.see("a: taken back", "Name of a?", "1 new")
        learner.press(" ")
        learner.see("It is a.")
        learner.press("3")
        learner.see("That was the last card.")
        learner.press("q")
        assert learner.end() == 0
    kinds = [deed for _, deed in deeds(home)]
    assert kinds == ["answer", "answer", "void", "void", "answer"]


def test_minutes_end_a_sitting_between_two_cards(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics(*"abcdefgh"))
    with review(decks, "--minutes", "2", seconds=15) as learner:
        learner.see("Name of a?")
        asked = 0
        while "Time is up." not in learner.display():
            learner.press_and_see(" ")
            learner.press_and_see("3")
            asked += 1
        assert asked < len("abcdefgh")
        learner.see("Time is up.", "minutes: ", "Left for today:", "u undo")
        learner.press("u")
        learner.see(f"Name of {'abcdefgh'[asked - 1]}?", "min")
        learner.press("q")
        assert learner.end() == 0
        assert "To go on:" in learner.display()
    assert len(deeds(home)) == asked + 1


def test_pictures_and_sound_are_opened_by_the_learners_player(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "![](m.png)", back: "[sound:s.mp3]"}\n'
    decks = shelf(tmp_path / "decks", deck=text)
    (decks / "m.png").write_bytes(b"x")
    (decks / "media").mkdir()
    (decks / "media/s.mp3").write_bytes(b"x")
    player = tmp_path / "player"
    player.write_text(f'echo "$1" >> {tmp_path}/played\n')
    with review(decks, CARDSMITH_PLAYER=f"sh {player}") as learner:
        learner.see("[image: m.png]", "p open")
        learner.press("p")
        learner.see("opened m.png")
        learner.press_and_see("x")
        learner.press(" ")
        learner.see("[sound: s.mp3]")
        learner.press("p")
        learner.see("opened m.png and s.mp3")
        learner.press("xq")
        learner.end()
    with review(decks, columns=200, SSH_CONNECTION="1 2 3 4", DISPLAY=":0") as learner:
        learner.see("[image: m.png]")
        learner.press("p")
        learner.see("decks/m.png", "CARDSMITH_PLAYER")
        assert "s.mp3" not in learner.display()  # which would tell the answer


def test_formulas_are_shown_as_they_were_written(tmp_path: Path) -> None:
    text = "deck: {name: T}\ncards:\n  - {id: a, front: 'What is $x^2$?', back: '$y_1$'}\n"
    with review(shelf(tmp_path / "decks", deck=text)) as learner:
        learner.see("What is x²?")
        learner.press("m")
        assert "y_1" not in learner.see("x^2")


def test_a_held_key_moves_no_more_than_one_card(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics(*"abcdef"))
    with review(decks, "--new", "1") as learner:
        learner.answer("a")
        learner.see("That was the last card.")
        learner.press("nnnnnnnn")
        learner.see("Name of b?")
        learner.press("q")
        learner.end()
    assert deeds(home) == [("a", "answer")]


def test_what_may_differ_in_a_typed_answer_is_set(tmp_path: Path, home: Path) -> None:
    text = "deck: {name: T}\ncards:\n  - {id: a, front: 'Drink?', typed: Café}\n"
    decks = shelf(tmp_path / "decks", deck=text)
    verdicts = []
    for value in ("none", "case", "[case, accents]"):
        settings(home, f"forgive: {value}\n")
        told = cardsmith("review", "--decks", decks, typed="cafe\nq\n").stdout
        verdicts.append("nearly right" in told)
        assert ("right" in told) is True
    assert verdicts == [True, True, False]


@pytest.mark.parametrize(("order", "asked"), [("deck", "abc"), ("due", "cba")])
@pytest.mark.parametrize(
    ("instant", "more"),
    [
        ("2026-03-02T09:00:00+00:00", ["--cram"]),
        ("2026-03-02T09:00:00+00:00", ["--ahead", "9"]),
        ("2026-03-12T09:00:00+00:00", []),
    ],
)
def test_cards_come_in_the_order_asked_for(  # noqa: PLR0913, PLR0917 - a table
    instant: str, more: list[str], order: str, asked: str, tmp_path: Path, home: Path
) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a", "b", "c"))
    for days, card in ((5, "a"), (4, "b"), (3, "c")):
        remember(home, *log(f"3@58:{days}", card))
    done = subprocess.run(
        [*program(instant), "review", "--decks", str(decks), "--order", order, *more],
        input="\n2\n" * 3,
        capture_output=True,
        text=True,
        check=True,
    )
    found = [line[8] for line in done.stdout.splitlines() if line.startswith("Name of")]
    assert found[:3] == list(asked)


def test_what_changed_is_told_and_a_changed_answer_is_shown_once(
    tmp_path: Path, home: Path
) -> None:
    def run(instant: str, typed: str) -> str:
        return subprocess.run(
            [*program(instant), "review", "--decks", str(decks)],
            input=typed,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    decks = shelf(tmp_path / "decks", deck=basics("a", "b"))
    assert "Since you last" not in run("2026-03-02T09:00:00+00:00", "\n3\n\n3\n")
    text = basics("a", "c").replace("It is a.", "It is another.")
    (decks / "deck.yaml").write_text(text, "utf-8")
    told = "Since you last studied: 1 new card, 1 reworded, 1 withdrawn"
    day = program("2026-03-03T09:00:00+00:00")
    with Learner("review", "--decks", str(decks), program=day) as learner:
        screen = learner.see("The answer changed since you learnt this card.", told, "Space go on")
        assert screen.index("Name of a?") < screen.index("It is another.")
        learner.press("3")  # which grades nothing
        learner.press("?")
        learner.see("q close")
        learner.press_and_see("x")
        learner.press(" ")
        learner.see("Name of c?")
        learner.press("u")
        learner.see("The answer changed since")
        learner.press(" ")
        learner.see("Name of c?")
        learner.press("q")
        assert learner.end() == 0
    assert [deed for _, deed in deeds(home)[2:]] == ["seen", "void", "seen"]
    again = run("2026-03-03T09:00:00+00:00", "")
    assert "Since you last" not in again
    assert "The answer changed" not in again


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_can_only_print_is_read_out_to(term: str, tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    with review(decks, TERM=term) as learner:
        learner.see("Basics, 1 left: 1 new", "Enter to go on")
        learner.press("\r")
        learner.see("It is a.", "1, 2, 3, 4, ? for help, q to leave:")
        learner.press("3\r")
        learner.see("That was the last card. u to undo, Enter to leave:")
        learner.press("u\r")
        learner.see("a: taken back")
        learner.press("q\r")
        assert learner.end() == 0
        assert b"\x1b" not in learner.sent


@pytest.mark.parametrize(
    ("keys", "labels", "pressed", "told"),
    [
        ("2", ["1 Not yet", "2 Got it"], "2", "a: Got it, tomorrow"),
        ("6", ["0 Blackout", "1 Wrong", "4 Good", "5 Easy"], "0", "a: Blackout, tomorrow"),
    ],
)
def test_two_keys_and_six(  # noqa: PLR0913, PLR0917 - a table
    keys: str, labels: list[str], pressed: str, told: str, tmp_path: Path, home: Path
) -> None:
    settings(home, f"keys: {keys}\n")
    with review(shelf(tmp_path / "decks", deck=basics("a", "b"))) as learner:
        learner.see("Name of a?")
        learner.press(" ")
        learner.see("It is a.", *labels)
        learner.press(pressed)
        learner.see("Name of b?", told)


def test_a_key_that_does_nothing_says_why_and_leaves_all_as_it_is(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Type?", typed: x, hint: Soft.}\n'
    with review(shelf(tmp_path / "decks", deck=text)) as learner:
        learner.see("Type?")
        learner.press("half an ans")
        learner.see("> half an ans")
        learner.press("\x1b")
        learner.see("Esc type")
        learner.press("h")
        learner.see("Soft.", "Esc type")
        for key, told in (("u", "There is nothing to undo."), ("l", "There is no other card")):
            learner.press(key)
            learner.see(told, "> half an ans", "Soft.", "Esc type")
        learner.press("m")
        learner.see("There is no formula")
        learner.press_and_see("x")
        assert "There is no other" not in learner.see("> half an ans", "Soft.")
        learner.press("!")
        learner.see("What is wrong")
        learner.press("odd\r")
        learner.see("a: flagged, odd", "> half an ans", "Soft.")
        learner.press("u")
        learner.see("a: taken back", "> half an ans", "Soft.")


def test_practice_records_no_answer_but_a_flag(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a", "b"))
    remember(home, *log("3@59", "a"))
    with review(decks, "--cram") as learner:
        learner.see("Name of a?", "2 to practise")
        for key in "bs":
            learner.press(key)
            learner.see("In practice no card is buried or suspended.", "Name of a?")
            learner.press_and_see("m")
            learner.press_and_see("x")
        learner.press("!")
        learner.see("What is wrong")
        learner.press("why\r")
        learner.see("a: flagged, why")
        learner.press("l")
        learner.see("Name of b?", "a: later", "2 to practise")
        learner.press(" ")
        learner.see("1 Not yet")
        learner.press("1")
        learner.see("Name of a?", "b: Not yet, again today", "1 to practise · 1 again")
        learner.press("q")
        learner.end()
        assert "1 answer for practice; none was recorded." in learner.display()
    assert deeds(home)[1:] == [("a", "flag")]


def test_what_became_of_a_card_is_told_on_the_next(tmp_path: Path) -> None:
    with review(shelf(tmp_path / "decks", deck=basics("a", "b", "c"))) as learner:
        learner.see("Name of a?")
        learner.press("l")
        learner.see("Name of b?", "a: later")
        learner.press(" ")
        learner.see("It is b.")
        learner.press("1")
        learner.see("Name of c?", "b: Again, tomorrow, and again today")
        learner.press(" ")
        learner.see("It is c.")
        learner.press("3")
        learner.see("Name of a?", "c: Good, tomorrow")


def test_moved_keys_are_named_where_they_are_asked_for(tmp_path: Path, home: Path) -> None:
    text = "deck: {name: T}\ncards:\n  - {id: c, front: 'Which?', choices: [mm, nn], answer: mm}\n"
    decks = shelf(tmp_path / "decks", deck=text)
    settings(home, "bindings: [show=right, leave=w, missed=k, hint=q, undo=U, more=N, help=x]\n")
    with review(decks) as learner:
        learner.see("1-2 choose", "Right confirm", "w leave")
        learner.press("1")
        learner.see("1 [x] mm")
        learner.press("\x1b[C")
        learner.see("right")
        learner.press("3")
        learner.see("Right leave   U undo")
        learner.press("\x1b[C")
        assert learner.end() == 0
    with review(decks, "--cram", "--plain", columns=100) as learner:
        learner.see("1-2 to choose, Right to confirm, x for help, w to leave:")
        learner.press("q\r")
        learner.see("This card has no hint.", "w to leave:")
        learner.press("1\r")
        learner.see("1 mm  chosen")
        learner.press("right\r")
        learner.see("right", "1, 2, x for help")
        learner.press("2\r")
        learner.see("That was the last card. U to undo, Right to leave:")
        learner.press("U\r")
        learner.see("c: taken back")
        learner.press("quit\r")
        assert learner.end() == 0


def test_no_digit_is_given_away_that_marks_a_choice(tmp_path: Path, home: Path) -> None:
    settings(home, "bindings: [later=7]\n")
    done = cardsmith("review", "--decks", shelf(tmp_path / "decks", deck=basics("a")))
    assert "no key is left for 7; add 7=KEY" in done.stderr
    settings(home, "bindings: [later=7, 7=L]\n")
    assert cardsmith("review", "--decks", tmp_path / "decks").returncode == 0


def test_a_grade_that_is_held_down_means_nothing_to_the_next_card(
    tmp_path: Path, home: Path
) -> None:
    text = (
        "deck: {name: T}\ncards:\n  - {id: a, front: 'First?', back: b}\n"
        "  - {id: t, front: 'Second?', typed: x}\n  - {id: u, front: 'Third?', typed: y}\n"
    )
    with review(shelf(tmp_path / "decks", deck=text)) as learner:
        learner.see("First?")
        learner.press(" ")
        learner.see("3 Good")
        learner.press("3")
        learner.see("Second?")
        learner.press("3" * 35)
        learner.press("x")
        learner.see("> x▏")
        learner.press("\r")
        learner.see("right")
        learner.press("33")
        learner.see("Third?", "> ▏")
        learner.press("q\x1b")
        learner.see("> q")
    assert len(deeds(home)) == 2


def test_practice_is_shuffled_anew_each_time(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics(*"abcdefghijklmnop"))

    def first() -> list[str]:
        words = ("review", "--decks", decks, "--cram", "--order", "shuffled")
        told = cardsmith(*words, typed="\n2\n" * 16).stdout
        return [line for line in told.splitlines() if line.startswith("Name of")]

    one, other = first(), first()
    assert sorted(one) == sorted(other)
    assert one != other  # but for one time in 20,922,789,888,000


def test_a_player_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Which? ![](m.png)", back: b}\n'
    decks = shelf(tmp_path / "decks", deck=text)
    (decks / "m.png").write_bytes(b"x")
    with review(decks, CARDSMITH_PLAYER="nowhere") as learner:
        learner.see("Which?")
        learner.press("p")
        learner.see("nowhere, which CARDSMITH_PLAYER names, cannot be started: no such file")
        learner.press_and_see("x")
        (decks / "m.png").unlink()
        learner.press("p")
        learner.see("m.png cannot be found any more.")


def test_the_help_that_is_read_out_names_no_keys_of_the_screen(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    told = cardsmith("review", "--decks", decks, typed="?\nq\n").stdout
    assert "say how it went" in told
    assert "Page" not in told


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_who_breaks_off_is_told_what_was_done(plain: list[str], tmp_path: Path) -> None:
    with review(shelf(tmp_path / "decks", deck=basics("a", "b")), *plain) as learner:
        enter = "\r" if plain else ""
        learner.see("Name of a?")
        learner.press(enter or " ")
        learner.see("It is a.", "4 Easy")
        learner.press(f"3{enter}")
        learner.see("Name of b?")
        learner.press("\x03")
        assert learner.end() == 130
        assert "1 answer: 1 new.\nLeft for today: 1 new.\nTo go on:" in learner.display()


def test_what_is_no_text_is_no_reason_to_end(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Which?", typed: été}\n'
    decks = shelf(tmp_path / "decks", deck=text)
    done = subprocess.run(
        [*program(), "review", "--decks", str(decks)],
        input=b"\xe9t\xe9\n3\n",
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )
    assert "typed: \N{REPLACEMENT CHARACTER}t" in done.stdout.decode()


def test_more_new_cards_come_on_top_of_what_was_met(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics(*"abcdefgh"))

    def asked(*words: str) -> int:
        told = cardsmith("review", "--decks", decks, *words, typed="\n3\n" * 9).stdout
        return told.count("Name of")

    assert asked("--new", "2") == 2
    assert asked("--new", "0", "--more", "1") == 1
    assert asked("--new", "2", "--more", "2") == 2


def test_a_flag_taken_back_leaves_the_answer_where_it_was(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Type?", typed: something}\n'
    with review(shelf(tmp_path / "decks", deck=text)) as learner:
        learner.see("Type?")
        learner.press("somethin\r")
        learner.see("nearly right")
        for _ in range(2):  # the same words twice are told twice
            learner.press("!")
            learner.see("What is wrong")
            learner.press("odd\r")
            learner.see("a: flagged, odd", "nearly right")
        learner.press("u")
        learner.see("a: taken back", "nearly right", "typed   somethin")


def test_later_begins_a_sequence_anew(tmp_path: Path) -> None:
    text = "deck: {name: T}\ncards:\n  - {id: s, front: 'Order?', steps: {a: one, b: two}}\n"
    decks = shelf(tmp_path / "decks", deck=text)
    told = cardsmith("review", "--decks", decks, "kind:sequence", "--limit", "1", typed="\nl\nq\n")
    assert "0. two" not in told.stdout
    assert told.stdout.count("Order?") == 2


def test_while_an_answer_is_typed_a_low_window_names_the_keys_that_work(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Type?", typed: x}\n'
    decks = shelf(tmp_path / "decks", deck=text)
    with Learner("review", "--decks", str(decks), columns=60, rows=5, program=program()) as learner:
        assert "help" not in learner.see("Enter compare", "Esc other keys")
        learner.press("\x1b")
        learner.see("? help")
