"""Whole sittings as screens: each key, and what then stands in a window of a size.

The screens are kept in tests/screens. After a change that is meant, write them anew with
UPDATE_SCREENS=1 and read the difference.
"""

import os
from pathlib import Path

import pytest

from clockwork import program
from learner import DRAWN, Learner
from shelf import shelf

SCREENS = Path(__file__).parents[1] / "screens"
DECK = """\
deck: {name: "Tour::Kinds"}
cards:
  - id: basic
    front: What does `git rebase` do to a *branch*?
    back: |
      It replays its commits on another base:

      ```console
      $ git rebase main
      ```

      | before | after |
      |--------|-------|
      | A–B    | A–C–B |
    extra: Of $n$ commits, all $n$ are made anew.
    source: guide#rebase
  - id: gap
    cloze: A {{c1::rebase::git command}} changes history.
  - id: typed
    front: Which command shows the log?
    typed: git log
    hint: Two words.
  - id: choice
    front: Which of these rewrites commits?
    choices: [merge, rebase, fetch]
    answer: rebase
    extra: A merge adds a commit and leaves the others.
  - id: order
    front: Which steps, in order?
    steps: {edit: Edit a file, add: Stage the change, commit: Commit it}
"""
GUIDE = "# Git\n\n## Rebase\n\nA rebase moves commits\nto another base.\n"
# Keys, and what they are.
WALK = [
    ("t", "t: the outline"),
    ("x", "any key"),
    (" ", "Space: the answer"),
    ("o", "o: the source"),
    ("x", "any key"),
    ("3", "3: the next card"),
    (" ", "Space"),
    (" ", "Space stands for Good"),
    ("git lgo", "a typed answer"),
    ("\x1b", "Esc: other keys"),
    ("h", "h: the hint"),
    ("\x1b", "Esc: typing again"),
    ("\r", "Enter: compared"),
    ("1", "1: again"),
    ("3", "3: chosen"),
    ("\r", "Enter: right and wrong"),
    ("!", "!: a flag"),
    ("too easy\r", "flagged"),
    ("i", "i: why"),
    ("x", "any key"),
    ("2", "2: hard"),
    (" ", "Space: a step"),
    ("x", "x: it was not known"),
    (" ", "Space"),
    (" ", "Space: all steps"),
    ("?", "?: the keys"),
    ("x", "any key"),
    ("u", "u: undo"),
]


@pytest.fixture
def tour(tmp_path: Path) -> Path:
    decks = shelf(tmp_path / "tour", kinds=DECK)
    about = (decks / "collection.yaml").read_text()
    about += "sources: {guide: {file: guide.md, title: A guide to git}}\n"
    (decks / "collection.yaml").write_text(about)
    (decks / "guide.md").write_text(GUIDE)
    return decks


def compare(name: str, found: str) -> None:
    """Hold what was seen against what is kept."""
    kept = SCREENS / f"{name}.txt"
    if os.environ.get("UPDATE_SCREENS"):
        kept.write_text(found, "utf-8")
    assert found == kept.read_text("utf-8")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20), (20, 6)])
def test_a_sitting_screen_by_screen(columns: int, rows: int, tour: Path) -> None:
    with Learner(
        "review", "--decks", str(tour), columns=columns, rows=rows, program=program()
    ) as learner:
        learner.see("rebase")
        while not learner.sent.endswith(DRAWN):
            learner.wait()
        seen = [f"--- the first card\n{learner.display()}\n"]
        for keys, what in WALK:
            for key in keys:
                learner.press_and_see(key)
            seen.append(f"--- {what}\n{learner.display()}\n")
        learner.press("q")
        assert learner.end() == 0
    compare(f"review-{columns}x{rows}", "".join(seen))


# What is typed line by line, with the lines that come before it.
LINES = """\
t

o
m
3

i
3
git lgo
!
too easy
1
1

x
2

x


3
u
q
"""


def test_a_sitting_line_by_line(tour: Path) -> None:
    """On a terminal too, nothing is drawn there that only an eye can follow."""
    with Learner(
        "review", "--plain", "--decks", str(tour), columns=60, rows=200, program=program()
    ) as learner:
        for line in LINES.splitlines():
            while not learner.sent.endswith((b": ", b"? ")):
                learner.wait()
            learner.press(f"{line}\r")
            learner.wait()
        assert learner.end() == 0
        assert b"\x1b" not in learner.sent
        said = learner.sent.decode().replace("\r\n", "\n")
    title, _, rest = said.partition("\n\n")
    assert title.startswith("Test: 5 notes, 7 cards in 1 deck; progress in")
    assert not set("─━│┼•·⟦…") & set(said)
    compare("review-plain", rest.partition("To go on:")[0])
