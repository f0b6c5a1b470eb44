"""`cardsmith new` as somebody at a terminal meets it: keys in, a screen out."""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from learner import Learner
from shelf import shelf

SECTIONS = """\
deck: {name: "Test::Atlas"}
cards:
  - id: peru
    front: Which city is the capital of Peru?
    back: Lima
    source: atlas#peru
    tags: [capital]
  # ---- Chile ----
  - id: chile
    front: Which city is the capital of Chile?
    back: Santiago
    source: atlas#chile
    tags: [capital]
"""


@pytest.fixture
def atlas(tmp_path: Path) -> Path:
    decks = shelf(tmp_path / "decks", atlas=SECTIONS)
    (decks / "atlas.md").write_text("## Peru\n\nLima.\n\n## Chile\n\nSantiago.\n", "utf-8")
    header = decks / "collection.yaml"
    about = header.read_text("utf-8").replace("language: en", "language: und")
    cited = "sources: {atlas: {file: atlas.md, title: Small atlas}}\n"
    header.write_text(about + cited, "utf-8")
    return decks


@pytest.fixture
def writer(atlas: Path) -> Iterator[Learner]:
    with Learner("new", cwd=atlas.parent, rows=60) as learner:
        yield learner


def said(learner: Learner, *pairs: tuple[str, str]) -> None:
    """Wait for each question, and answer it."""
    for question, answer in pairs:
        learner.see(question)
        learner.press(answer)


def read(decks: Path) -> str:
    return (decks / "atlas.yaml").read_text("utf-8")


REST = (
    ("source, as a number or in full:", "1\r"),
    ("tags, with spaces between:", "river capital\r"),
    ("Shown after the answer.", "\r"),
    ("on demand.", "\r"),
)


def test_a_note_is_asked_for_shown_and_put_behind_its_section(writer: Learner, atlas: Path) -> None:
    said(writer, ("Enter for basic:", "\r"))
    said(writer, ("front:", "Which river: the longest?\r"), ("back:", "Ucayali\r"), *REST)
    writer.see("id: river-longest")
    writer.press("\x15longest-river\r")
    screen = writer.see("Add it at decks/atlas.yaml:8, after peru? [Y/n/e]")
    assert "Atlas  longest-river" in screen
    assert "Not in use so far: river." in screen
    assert "Source: Small atlas: Peru" in screen
    assert read(atlas) == SECTIONS
    writer.press("\r")
    assert writer.end() == 0
    assert "Added longest-river at decks/atlas.yaml:8" in writer.display()
    entry = (
        "  - id: longest-river\n"
        "    front: 'Which river: the longest?'\n"
        "    back: Ucayali\n"
        "    source: atlas#peru\n"
        "    tags: [river, capital]\n"
    )
    at = SECTIONS.index("  # ---- Chile")
    assert read(atlas) == SECTIONS[:at] + entry + SECTIONS[at:]


def test_each_kind_asks_for_its_own_fields(atlas: Path) -> None:
    kinds = {
        "2": [("cloze:", "A {{c1::gap}}.\r")],
        "3": [("front:", "f?\r"), ("typed:", "t\r"), ("accept 1:", "u\r"), ("accept 2:", "\r")],
        "4": [
            ("front:", "f?\r"),
            ("choice 1:", "10\r"),
            ("choice 2:", "2\r"),
            ("choice 3:", "\r"),
            ("answer, as a number or several:", "2\r"),
        ],
        "5": [
            ("front:", "f?\r"),
            ("step 1:", "Sow the seed\r"),
            ("its key: sow", "\r"),
            ("step 2:", "Reap: the corn\r"),
            ("its key: reap", "\r"),
            ("step 3:", "\r"),
        ],
    }
    for kind, answers in kinds.items():
        with Learner("new", cwd=atlas.parent, rows=60) as learner:
            said(learner, ("Enter for basic:", kind), *answers, *REST)
            learner.see("\nid:")
            learner.press(f"\x15kind-{kind}\r")
            said(learner, ("[Y/n/e]", "y"))
            assert learner.end() == 0, learner.display()
    text = read(atlas)
    assert "    cloze: A {{c1::gap}}.\n" in text
    assert "    typed: t\n    accept: [u]\n" in text
    assert "    choices: [10, 2]\n    answer: 2\n" in text  # the text, not the second
    assert "    steps:\n      sow: Sow the seed\n      reap: 'Reap: the corn'\n" in text


def test_what_is_wrong_is_said_at_once_and_can_be_mended(writer: Learner, atlas: Path) -> None:
    said(writer, ("Enter for basic:", "2"), ("cloze:", "no gap\r"))
    writer.see("E111 the cloze has no gap", "mark what to hide")
    writer.press("\x15A {{c1::gap}}\r")
    said(writer, ("source, as", "nowhere#x\r"))
    writer.see("E205", "nowhere")
    writer.press("\x15chi\r")
    writer.see("source: atlas#chile")
    said(writer, *REST[1:])
    writer.see("\nid:")
    writer.press("\x15peru\r")
    writer.see("E201")
    writer.press("-2\r")
    said(writer, ("after chile? [Y/n/e]", "n"))
    assert writer.end() == 0
    assert "Nothing was written. The note:" in writer.display()
    assert "  - id: peru-2" in writer.display()
    assert read(atlas) == SECTIONS


def test_a_warning_is_told_and_enter_keeps_what_is_meant(writer: Learner) -> None:
    said(writer, ("Enter for basic:", "1"), ("front:", "Is <b>this</b> bold?\r"))
    writer.see("W310", "Enter keeps it as it is.")
    writer.press("\r")
    writer.see("back:")


def test_a_warning_that_was_kept_is_told_once(writer: Learner) -> None:
    said(writer, ("Enter for basic:", "1"), ("front:", "Which one?\r"), ("back:", "It.\r"))
    said(writer, ("source, as", "\r"), ("tags, with", "new New\r"))
    writer.see("W308", "Enter keeps it as it is.")
    said(writer, ("tags, with", "\r"), ("extra:", "\r"), ("hint:", "\r"), ("id:", "\r"))
    writer.see("[Y/n/e]")
    assert "Enter keeps it as it is.\nid:" not in writer.display()


@pytest.mark.parametrize("key", ["\x03", "\x04"])
@pytest.mark.parametrize("depth", range(4))
def test_leaving_writes_nothing(writer: Learner, atlas: Path, key: str, depth: int) -> None:
    steps = [("Enter for basic:", "1"), ("front:", "f?\r"), ("back:", "b\r")]
    said(writer, *steps[:depth])
    writer.see([*steps, ("source, as a number", "")][depth][0])
    writer.press(key)
    assert writer.end() == 130
    assert "Nothing was written." in writer.display()
    assert "Traceback" not in writer.display()
    assert read(atlas) == SECTIONS


def test_leaving_at_the_last_question_writes_nothing(writer: Learner, atlas: Path) -> None:
    said(writer, ("Enter for basic:", "1"), ("front:", "f?\r"), ("back:", "b\r"), *REST)
    said(writer, ("\nid: f", "\r"), ("[Y/n/e]", "\x03"))
    assert writer.end() == 130
    assert read(atlas) == SECTIONS


def test_what_cannot_be_written_is_printed(writer: Learner, atlas: Path) -> None:
    said(writer, ("Enter for basic:", "1"), ("front:", "f?\r"), ("back:", "b\r"), *REST)
    said(writer, ("\nid: f", "\r"))
    writer.see("[Y/n/e]")
    (atlas / "atlas.yaml").write_text(f"{SECTIONS}# changed\n", "utf-8")
    writer.press("y")
    assert writer.end() == 1
    assert "  - id: f" in writer.display()
    assert "has changed in the meantime" in writer.display()
    assert read(atlas) == f"{SECTIONS}# changed\n"


def test_the_note_can_be_opened_in_the_editor_before_it_is_added(
    atlas: Path, tmp_path: Path
) -> None:
    program = tmp_path / "editor.py"
    program.write_text(
        "import sys, pathlib\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "text = file.read_text('utf-8')\n"
        "file.write_text(text.replace('back: b', 'back: better'), 'utf-8')\n",
        "utf-8",
    )
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    with Learner("new", cwd=atlas.parent, rows=60, environment={"EDITOR": command}) as writer:
        said(writer, ("Enter for basic:", "1"), ("front:", "f?\r"), ("back:", "b\r"), *REST)
        said(writer, ("\nid: f", "\r"), ("[Y/n/e]", "e"))
        said(writer, ("│ better", "y"))
        assert writer.end() == 0
    assert "    back: better\n" in read(atlas)


def test_a_text_with_errors_is_opened_again(atlas: Path, tmp_path: Path) -> None:
    program = tmp_path / "editor.py"
    program.write_text(
        "import sys, pathlib\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "again = 'bakc' in file.read_text('utf-8')\n"
        "file.write_text(f'front: f?\\n{\"back\" if again else \"bakc\"}: b\\n', 'utf-8')\n",
        "utf-8",
    )
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    options = ("new", "--edit", "--kind", "basic")
    with Learner(*options, cwd=atlas.parent, rows=60, environment={"EDITOR": command}) as writer:
        said(writer, ("Open it again? [E/n]", "\r"), ("[Y/n/e]", "y"))
        assert writer.end() == 0, writer.display()
    assert "unknown key `bakc`" in writer.display()
    assert "    front: f?\n    back: b\n" in read(atlas)


def test_where_several_files_would_do_it_asks(atlas: Path) -> None:
    (atlas / "other.yaml").write_text("deck: {name: T}\ncards: []\n", "utf-8")
    with Learner("new", "--kind", "basic", cwd=atlas.parent, rows=60) as writer:
        said(writer, ("front:", "f?\r"), ("back:", "b\r"), ("source, as", "\r"), *REST[1:])
        said(writer, ("\nid: f", "\r"), ("Which deck file?", "2\r"))
        said(writer, ("Add it at decks/other.yaml:3? [Y/n/e]", "y"))
        assert writer.end() == 0, writer.display()
    text = (atlas / "other.yaml").read_text("utf-8")
    assert text.startswith("deck: {name: T}\ncards:\n  - id: f\n    front: f?\n")


def test_a_narrow_window_shows_all_of_it(atlas: Path) -> None:
    with Learner("new", cwd=atlas.parent, columns=40, rows=60) as writer:
        said(writer, ("Enter for basic:", "1"), ("front:", "f?\r"), ("back:", "b\r"), *REST)
        said(writer, ("\nid: f", "\r"), ("[Y/n/e]", "y"))
        assert writer.end() == 0, writer.display()
        assert "│ Atlas  f" in writer.display()


def test_a_collection_asks_for_its_name_and_licence(tmp_path: Path) -> None:
    with Learner("new", "--collection", "mine", cwd=tmp_path) as writer:
        writer.see("called? Mine")
        writer.press("\x15Capitals: all\r")
        writer.see("licence: CC-BY-4.0")
        writer.press("\r")
        assert writer.end() == 0, writer.display()
        assert "review" in writer.display()
    text = (tmp_path / "mine/decks/collection.yaml").read_text("utf-8")
    assert "name: 'Capitals: all'\n" in text
    assert "licence: CC-BY-4.0\n" in text


def test_a_collection_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    with Learner("new", "--collection", "mine", cwd=tmp_path) as writer:
        writer.see("called? Mine")
        writer.press("\x03")
        assert writer.end() == 130
    assert not (tmp_path / "mine").exists()
