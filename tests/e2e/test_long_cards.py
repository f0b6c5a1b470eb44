"""Cards longer than the window: what is new is seen, nothing jumps, and keys say what they do."""

from pathlib import Path

import pytest

from clockwork import program
from learner import DRAWN, Learner
from shelf import shelf

LINES = "".join(f"      Line {number} of it.\n\n" for number in range(1, 31))
CLOZE = (
    f"deck: {{name: T}}\ncards:\n  - id: a\n    cloze: |\n{LINES}      The {{{{c1::gap}}}} here.\n"
)
CHOICES = """\
deck: {name: T}
cards:
  - id: a
    front: Which of all these words is the right one?
    choices: [one, two, three, four, five, six, seven, eight, nine]
    answer: eight
    extra: It rhymes.
"""
BASIC = (
    f"deck: {{name: T}}\ncards:\n  - id: a\n    hint: Think.\n    front: |\n{LINES}    back: B.\n"
)
SHORT = "deck: {name: T}\ncards:\n  - {id: a, front: 'Which?', back: This., tags: [x]}\n"


def review(folder: Path, text: str, *words: str, columns: int = 40, rows: int = 12) -> Learner:
    decks = shelf(folder / "decks", deck=text)
    return Learner(
        "review", "--decks", str(decks), *words, columns=columns, rows=rows, program=program()
    )


def page_down(learner: Learner) -> str:
    """Space, until nothing is below."""
    learner.see("Space next page")
    while "next page" in learner.display():
        learner.press(" ")
        learner.see_other("↑")  # a key sent before its page stands would count as held
    return learner.display()


@pytest.mark.parametrize("rows", [8, 12, 24, 40])
def test_a_page_is_as_long_as_the_window(rows: int, tmp_path: Path) -> None:
    """Each page begins with the last line of the one before."""
    with review(tmp_path, BASIC, rows=rows) as learner:
        screen = learner.see("Line 1 of it.", "Space next page")
        pages = 1
        while "next page" in screen:
            before = [line for line in screen.splitlines() if "of it" in line]
            learner.press(" ")
            screen = learner.see_other("↑")
            now = [line for line in screen.splitlines() if "of it" in line]
            assert len(set(before) & set(now)) <= (1 if "next page" in screen else rows)
            pages += 1
        assert "Line 30 of it." in screen
        assert pages <= 2 + 59 // max(1, rows - 8)


def test_a_gap_far_below_stays_in_view_when_it_is_filled(tmp_path: Path) -> None:
    with review(tmp_path, CLOZE) as learner:
        before = page_down(learner)
        assert "The [...] here." in before or "The […] here." in before
        learner.press(" ")
        screen = learner.see("The gap here.", "4 Easy")
        assert "Line 30 of it." in screen


def test_the_verdict_on_choices_is_seen_before_it_can_be_taken(tmp_path: Path) -> None:
    with review(tmp_path, CHOICES, rows=10) as learner:
        learner.see("1 [ ] one", "Space next page")
        learner.press("8")
        learner.see("8 [x] eight")
        screen = page_down(learner) if "next page" in learner.display() else learner.display()
        assert "Enter confirm" in screen
        learner.press("\r")
        learner.see("8 [x] eight  right", "It rhymes.", "Again")


def test_a_hint_is_brought_into_view(tmp_path: Path) -> None:
    with review(tmp_path, BASIC) as learner:
        page_down(learner)
        learner.press("h")
        learner.see("Line 30 of it.", "Hint: Think.")
    with review(tmp_path, BASIC) as learner:
        learner.see("Line 1 of it.")
        learner.press("h")
        learner.see("Hint: Think.")


def test_what_stands_over_a_card_is_paged_and_closed_as_it_says(tmp_path: Path) -> None:
    with review(tmp_path, SHORT) as learner:
        learner.see("Which?")
        learner.press("?")
        learner.see("show the answer", "Space next page", "q close")
        learner.press("\x1b[B")
        assert "q close" in learner.see("↑ 1  ↓")
        assert "leave; every" in page_down(learner)
        learner.see("Space close   Up back")
        learner.press("\x1b[A")
        learner.see("Space next page")
        learner.press("q")
        learner.see("Which?", "Space show")
        learner.press("m")
        learner.see("There is no formula in view.", "any key closes this")
        learner.press("\x1b[B")
        learner.see("Which?", "Space show")


@pytest.mark.parametrize(("keys", "told"), [("2", "Not yet, Got it"), ("6", "0, 1, 2, 3, 4, 5")])
def test_the_help_names_the_keys_that_there_are(keys: str, told: str, tmp_path: Path) -> None:
    with review(tmp_path, SHORT, "--set", f"keys={keys}", columns=80, rows=30) as learner:
        learner.see("Which?")
        learner.press("?")
        screen = learner.see(told, "n             after the last card: five more", "any key")
        assert ("Good" in screen) == (keys == "6")


def test_the_help_fits_into_an_ordinary_window(tmp_path: Path) -> None:
    with review(tmp_path, SHORT, columns=80, rows=24) as learner:
        learner.see("Which?")
        learner.press("?")
        learner.see("Space, Enter", "leave; every answer is already saved", "any key closes this")


def test_a_flag_in_a_low_window_names_question_and_keys(tmp_path: Path) -> None:
    with review(tmp_path, SHORT, columns=20, rows=6) as learner:
        learner.see("Which?")
        learner.press("!")
        learner.see("What is wrong?", "> ", "Enter flag Esc not")


def test_a_comparison_wider_than_the_window_goes_on_below(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Which?", typed: abcdefghijklmnopqrst}\n'
    with review(tmp_path, text, columns=24, rows=24) as learner:
        learner.see("Which?")
        learner.press("abcdefghijXlmnopqrst\r")
        screen = learner.see("nearly right", "Again")
        lines = [line.strip() for line in screen.splitlines()]
        at = next(number for number, line in enumerate(lines) if line.startswith("typed"))
        first, wanted, *rest = lines[at : at + 4]
        assert first.removeprefix("typed   ") + rest[0] == "abcdefghijXlmnopqrst"
        assert wanted.removeprefix("wanted  ") + rest[1] == "abcdefghijklmnopqrst"


BIG = f"deck: {{name: T}}\ncards:\n  - id: a\n    front: |\n{LINES}    typed: something\n"


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (20, 6)])
def test_what_is_typed_stays_in_view_however_long_it_gets(
    columns: int, rows: int, tmp_path: Path
) -> None:
    with review(tmp_path, BIG, columns=columns, rows=rows) as learner:
        learner.see("Line 1 of it.", "Enter compare")
        for part in ("a", "bcd " * 30, "END"):
            learner.press(part)
            learner.see("▏")
        learner.see("END▏")
        learner.press(f"\x1b[200~{'word ' * 60}LAST\x1b[201~")
        learner.see("LAST▏")
        learner.press("\x1b[H")
        while "▏" in learner.display():  # the cursor is at the beginning, on a letter
            learner.wait()
        learner.see("> a")
        learner.press("\x05")
        learner.see("LAST▏")


def test_a_paste_as_long_as_a_book_is_no_trouble_in_a_narrow_window(tmp_path: Path) -> None:
    with review(tmp_path, BIG, columns=12, rows=24) as learner:
        learner.see("Enter")
        for _ in range(2):
            learner.press(f"\x1b[200~{'letters' * 1400}\x1b[201~")
        learner.press("X")
        learner.see("X▏")
        learner.resize(20, 10)
        learner.see("X▏", "Enter compare")


def test_only_a_line_that_is_typed_into_has_a_cursor(tmp_path: Path) -> None:
    text = 'deck: {name: T}\ncards:\n  - {id: a, front: "Which?", typed: this}\n'
    with review(tmp_path, text, columns=20, rows=6) as learner:
        learner.see("Which?")
        learner.press("abc")
        learner.see("> abc▏")
        learner.press("\x1b")
        while "▏" in learner.display():
            learner.wait()
        learner.see("> abc")
        learner.press("!")
        assert learner.see("What is wrong?", "> ▏").count("▏") == 1
        learner.press("why it is wrong, at some length")
        learner.see("length▏", "Enter flag Esc not")


def test_in_another_window_the_newest_step_is_still_in_view(tmp_path: Path) -> None:
    steps = "".join(f"      s{i}: Step number {i} of these\n" for i in range(1, 31))
    text = f"deck: {{name: T}}\ncards:\n  - id: a\n    front: Order?\n    steps:\n{steps}"
    with review(tmp_path, text, columns=80, rows=24) as learner:
        for number in range(1, 26):
            learner.see("Order?" if number == 1 else f"{number - 1}. Step")
            learner.press(" ")
        learner.see("25. Step number 25")
        for columns, rows in ((20, 6), (40, 12), (80, 24), (20, 8)):
            learner.resize(columns, rows)
            learner.see("25. Step")
            while not learner.sent.endswith(DRAWN):
                learner.wait()
        learner.press(" ")
        learner.see("26. Step")


def test_home_and_end_go_to_the_ends_of_what_is_read(tmp_path: Path) -> None:
    with review(tmp_path, BASIC) as learner:
        learner.see("Line 1 of it.")
        learner.press("\x1b[F")
        learner.see("Line 30 of it.", "↓ 0 below")
        learner.press("\x1b[H")
        learner.see("Line 1 of it.")
        learner.press("?")
        learner.see("q close")
        learner.press("\x1b[F")
        learner.see("leave; every", "↓ 0 below")
