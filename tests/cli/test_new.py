"""`cardsmith new` with options and with an editor, and `cardsmith new --collection`."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from program import cardsmith
from shelf import ONE_OF_EACH, shelf

ROOT = Path(__file__).parents[2]

SECTIONS = """\
deck: {name: "Test::Atlas"}
cards:

  # ---- Peru ----

  - id: peru
    front: Which city is the capital of Peru?
    back: Lima
    source: https://example.org/peru
    tags: [capital]

  # ---- Chile ----

  - id: chile
    front: Which city is the capital of Chile?
    back: Santiago
    source: https://example.org/chile
    tags: [capital]
"""
PERU = ("--source", "https://example.org/peru", "--tag", "capital")


@pytest.fixture
def atlas(tmp_path: Path) -> Path:
    return unjudged(shelf(tmp_path / "decks", atlas=SECTIONS))


def unjudged(decks: Path) -> Path:
    """The collection, in a language that the rules about English pass over."""
    header = decks / "collection.yaml"
    header.write_text(header.read_text("utf-8").replace("language: en", "language: und"), "utf-8")
    return decks


def read(decks: Path, name: str = "atlas") -> str:
    return (decks / f"{name}.yaml").read_text("utf-8")


def editor(tmp_path: Path, code: str) -> str:
    """An editor that does to the text `text` what the code says."""
    program = tmp_path / "editor.py"
    program.write_text(
        "import sys, pathlib\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "text = file.read_text('utf-8')\n"
        f"{code}\n"
        "file.write_text(text, 'utf-8')\n",
        "utf-8",
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"


# ---- with options -------------------------------------------------------------------------------


def test_a_basic_note_is_put_behind_its_section_and_shown(atlas: Path) -> None:
    front = "Which river: the longest of Peru?"
    done = cardsmith("new", "--front", front, "--back", "Ucayali", *PERU, cwd=atlas.parent)
    assert done.returncode == 0, done.stderr
    head, added, *rest = done.stdout.splitlines()
    assert head.startswith("Test: 2 notes, 2 cards in 1 deck; from ")
    assert added == "Added river-longest-peru at decks/atlas.yaml:12"
    shown = "\n".join(rest)
    assert shown.index(front) < shown.index("Ucayali") < shown.index("example.org/peru")
    entry = (
        "\n  - id: river-longest-peru\n"
        "    front: 'Which river: the longest of Peru?'\n"
        "    back: Ucayali\n"
        "    source: https://example.org/peru\n"
        "    tags: [capital]\n"
    )
    at = SECTIONS.index("\n  # ---- Chile")
    assert read(atlas) == SECTIONS[:at] + entry + SECTIONS[at:]


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (
            ["--front", "a?", "--back", "b", "--reverse", "--hint", "h", "--extra", "e"],
            ["front: a?", "back: b", "reverse: true", "extra: e", "hint: h"],
        ),
        (["--cloze", "A {{c1::b}}."], ["cloze: A {{c1::b}}."]),
        (
            ["--front", "a?", "--typed", "no", "--accept", "c", "--accept", "d, e"],
            ["front: a?", "typed: no", "accept:", "  - c", "  - d, e"],
        ),
        (
            ["--front", "a?", "--choice", "b", "--choice", "c", "--answer", "c", "--shuffle"],
            ["front: a?", "choices: [b, c]", "answer: c", "shuffle: true"],
        ),
        (
            ["--front", "a?", "--choice", "b", "--choice", "c", "--answer", "c", "--answer", "b"],
            ["front: a?", "choices: [b, c]", "answer: [c, b]"],
        ),
        (
            ["--front", "a?", "--step", "x=y = z", "--step", "z=two\r\nlines"],
            ["front: a?", "steps:", "  x: y = z", "  z: |", "    two", "    lines"],
        ),
    ],
)
def test_every_kind_of_note_has_its_options(
    atlas: Path, options: list[str], lines: list[str]
) -> None:
    done = cardsmith("new", "--id", "new", *options, "--decks", atlas)
    assert done.returncode == 0, done.stderr
    added = read(atlas).removeprefix(SECTIONS).splitlines()
    assert added == ["", "  - id: new", *(f"    {line}" for line in lines)]
    assert cardsmith("lint", atlas).returncode == 0


@pytest.mark.parametrize(
    ("options", "code", "phrase"),
    [
        (["--front", "a?"], "E104", "the note has no answer"),
        (["--front", "a?", "--back", "b", "--typed", "c"], "E109", "a basic note has no `typed`"),
        (["--front", "a?", "--choice", "b", "--choice", "c", "--answer", "d"], "E112", "`d` is"),
        (["--cloze", "no gap"], "E111", "no gap"),
        (["--front", "a?", "--back", "b", "--id", "A B"], "E107", "`A B` is not an id"),
        (["--front", "a?", "--back", "b", "--id", "peru"], "E201", "peru"),
        (["--front", "a?", "--back", "b", "--source", "x#y"], "E205", "`x`"),
        (["--front", "a?", "--back", "![](no.png)"], "E203", "no.png"),
    ],
)
def test_what_lint_would_refuse_is_not_written(
    atlas: Path, options: list[str], code: str, phrase: str
) -> None:
    done = cardsmith("new", *options, "--decks", atlas)
    assert done.returncode == 1
    assert f"error[{code}]" in done.stdout
    assert phrase in done.stdout
    said, _, note = done.stderr.partition("\n\n")
    assert said == "Nothing was written. The note:"
    assert note.startswith("  - id: ")  # it is not lost
    assert read(atlas) == SECTIONS


@pytest.mark.parametrize("text", ["a\x07b", "\x1b[31mred", "a\u2028b"])
def test_a_character_that_nobody_sees_is_refused(atlas: Path, text: str) -> None:
    done = cardsmith("new", "--front", text, "--back", "b", "--decks", atlas)
    assert done.returncode == 2
    assert "cannot be seen; remove it" in done.stderr
    assert "front: " in done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    assert "\x07" not in done.stdout + done.stderr
    assert read(atlas) == SECTIONS


def test_a_warning_is_told_and_the_note_written(atlas: Path) -> None:
    done = cardsmith(
        "new", "--front", "A <b>bold</b> word?", "--back", "b", *PERU, "--decks", atlas
    )
    assert done.returncode == 0
    assert "warning[W310]" in done.stdout
    assert ":13:" in done.stdout
    assert "A <b>bold</b> word?" in read(atlas)


def test_only_findings_of_the_new_note_are_told(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", atlas=SECTIONS.replace("Lima", "<b>Lima</b>"))
    done = cardsmith("new", "--front", "a?", "--back", "b", *PERU, "--decks", decks)
    assert "W310" in cardsmith("lint", decks).stdout
    assert "W310" not in done.stdout


def test_the_proposed_id_is_unlike_all_that_are_and_were(tmp_path: Path) -> None:
    text = SECTIONS.replace("- id: chile\n", "- id: chile\n    formerly: [new-one]\n")
    decks = shelf(tmp_path / "decks", atlas=text.replace("id: peru", "id: new-one-2"))
    done = cardsmith("new", "--front", "What is the new one?", "--back", "b", "--decks", decks)
    assert "Added new-one-3 at" in done.stdout


# ---- wrong use ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "without a terminal nothing can be asked"),
        (["--kind", "basic"], "without a terminal nothing can be asked"),
        (["--front", "a", "--step", "x"], "--step takes a key and a text"),
        (["--front", "a", "--step", "x=1", "--step", "x=2"], "two steps have the same key"),
        (["--kind", "cloze", "--front", "a", "--back", "b"], "a cloze note has no --front or --ba"),
        (["--edit", "--kind", "basic", "--choice", "a"], "a basic note has no --choice; leave"),
        (["--edit", "--back", "a", "--cloze", "b"], "note has no --"),
        (["--name", "x"], "are for --collection"),
        (["--collection", "x", "--front", "a"], "notes are added to it afterwards"),
        (["--front", "a", "--back", "b", "--file", "none.yaml"], "no such deck file"),
        (["--front", "a", "--back", "b", "--file", "decks/collection.yaml"], "is no deck file"),
    ],
)
def test_wrong_use_is_one_sentence(atlas: Path, options: list[str], words: str) -> None:
    done = cardsmith("new", *options, cwd=atlas.parent)
    assert done.returncode == 2
    [sentence] = done.stderr.splitlines()
    assert words in sentence
    assert read(atlas) == SECTIONS


def test_without_a_collection_it_says_how_to_begin_one(tmp_path: Path) -> None:
    done = cardsmith("new", "--front", "a", "--back", "b", cwd=tmp_path)
    assert done.returncode == 2
    assert "cardsmith new --collection DIR" in done.stderr


def test_the_deck_that_ships_is_not_written_to(tmp_path: Path) -> None:
    done = cardsmith("new", "--front", "a", "--back", "b", "--decks", "example", cwd=tmp_path)
    assert done.returncode == 2
    assert "read only" in done.stderr


def test_a_file_that_cannot_be_read_is_named_and_the_note_printed(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", atlas="deck: {name: T}\ncards:\n  - front: [\n")
    done = cardsmith("new", "--front", "a?", "--back", "b", cwd=tmp_path)
    assert done.returncode == 2
    assert "decks/atlas.yaml:" in done.stderr
    assert "mend that first" in done.stderr
    assert "front: a?" in done.stdout
    assert read(decks).endswith("[\n")


@pytest.mark.parametrize(
    "text",
    ["deck: {name: T}\ncards: [{id: a, front: x, back: y}]\n", "{deck: {name: T}, cards: []}\n"],
)
def test_a_file_in_brackets_is_refused(tmp_path: Path, text: str) -> None:
    decks = shelf(tmp_path / "decks", atlas=text)
    done = cardsmith("new", "--front", "a?", "--back", "b", "--decks", decks)
    assert done.returncode == 2
    assert read(decks) == text
    assert "front: a?" in done.stdout


# ---- which file ---------------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path) -> Path:
    note = "{id: x, front: x, back: y, source: 'https://b.org/x#1'}"
    other = f"deck: {{name: T}}\ncards:\n  - {note}\n"
    return shelf(tmp_path / "decks", atlas=SECTIONS, other=other)


@pytest.mark.parametrize(
    ("options", "file"),
    [
        (PERU, "atlas"),
        (("--source", "https://b.org/x#1"), "other"),
        (("--source", "https://b.org/x#2"), "other"),
        (("--file", "decks/other.yaml"), "other"),
        (("--file", "decks/other.yaml", *PERU), "other"),
    ],
)
def test_the_file_is_the_one_of_the_source(two: Path, options: tuple[str, ...], file: str) -> None:
    done = cardsmith("new", "--front", "a?", "--back", "b", *options, cwd=two.parent)
    assert done.returncode == 0, done.stderr
    assert f"decks/{file}.yaml:" in done.stdout
    assert "front: a?" in read(two, file)


def test_where_several_would_do_they_are_named(two: Path) -> None:
    done = cardsmith("new", "--front", "a?", "--back", "b", cwd=two.parent)
    assert done.returncode == 2
    assert "name one with --file: decks/atlas.yaml, decks/other.yaml" in done.stderr


# ---- in an editor -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code", ["", "text = ''", "text = '# only this'", "text += '\\nextra:\\n'"]
)
def test_an_editor_that_leaves_nothing_changes_nothing(
    atlas: Path, tmp_path: Path, code: str
) -> None:
    done = cardsmith("new", "--edit", "--decks", atlas, EDITOR=editor(tmp_path, code))
    assert done.returncode == 0, done.stderr
    assert "nothing to add" in done.stdout
    assert read(atlas) == SECTIONS


def test_a_note_from_an_editor(atlas: Path, tmp_path: Path) -> None:
    fill = editor(
        tmp_path,
        "text = text.replace('\\nfront:', '\\nfront: >-\\n  Which\\n  peak?')"
        ".replace('\\nback:', '\\nback: \"Huascarán\"  # high')",
    )
    done = cardsmith("new", "--edit", "--decks", atlas, EDITOR=fill)
    assert done.returncode == 0, done.stderr
    assert read(atlas).endswith("\n  - id: peak\n    front: Which peak?\n    back: Huascarán\n")


@pytest.mark.parametrize("kind", ["basic", "cloze", "typed", "choice", "sequence"])
def test_the_template_of_each_kind_names_its_fields(atlas: Path, tmp_path: Path, kind: str) -> None:
    seen = tmp_path / "seen"
    look = editor(tmp_path, f"pathlib.Path({str(seen)!r}).write_text(text, 'utf-8')")
    done = cardsmith("new", "--edit", "--kind", kind, "--decks", atlas, EDITOR=look)
    assert done.returncode == 0, done.stderr
    text = seen.read_text("utf-8")
    assert text.startswith(f"# A {kind} note.")
    wanted = {
        "basic": ["front", "back"],
        "cloze": ["cloze"],
        "typed": ["front", "typed"],
        "choice": ["front", "choices", "answer"],
        "sequence": ["front", "steps"],
    }[kind]
    assert re.findall(r"^(\w+):$", text, re.MULTILINE) == [*wanted, "id"]
    for name in ("extra", "hint", "source", "tags"):
        assert f"\n# {name}: " in text


def test_what_was_given_stands_in_the_template(atlas: Path, tmp_path: Path) -> None:
    fill = editor(tmp_path, "text = text.replace('\\ntyped:', '\\ntyped: Lima')")
    options = ("--front", "Which: city?", "--kind", "typed", *PERU)
    done = cardsmith("new", "--edit", *options, "--decks", atlas, EDITOR=fill)
    assert done.returncode == 0, done.stderr
    assert "    front: 'Which: city?'\n    typed: Lima\n    source: https" in read(atlas)


def test_a_text_with_errors_is_kept(atlas: Path, tmp_path: Path) -> None:
    fill = editor(tmp_path, "text = text.replace('\\nfront:', '\\nfront: a?\\nbakc: b')")
    done = cardsmith("new", "--edit", "--decks", atlas, EDITOR=fill, TMPDIR=str(tmp_path))
    assert done.returncode == 1
    assert "error[E105]: unknown key `bakc`" in done.stdout
    kept = re.search(r"the text is kept in (.*)$", done.stderr)
    assert kept
    text = Path(kept[1]).read_text("utf-8")
    assert "\nbakc: b\n" in text
    line = text.splitlines().index("bakc: b") + 1
    assert f"{kept[1]}:{line}:1" in done.stdout  # where it stands in the text
    assert f"{line} | bakc: b" in done.stdout
    assert read(atlas) == SECTIONS


def test_without_an_editor_it_says_so(atlas: Path) -> None:
    done = cardsmith("new", "--edit", "--decks", atlas)
    assert done.returncode == 2
    assert "no editor is set" in done.stderr


def test_nothing_is_left_behind_by_an_editor(atlas: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    fill = editor(tmp_path, "text = 'front: a?\\nback: b\\n'")
    done = cardsmith("new", "--edit", "--decks", atlas, EDITOR=fill, TMPDIR=str(temporary))
    assert done.returncode == 0, done.stderr
    assert list(temporary.iterdir()) == []


# ---- a collection -------------------------------------------------------------------------------


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_collection_begins_and_is_sound(tmp_path: Path) -> None:
    done = cardsmith("new", "--collection", "my-cards", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    mine = tmp_path / "my-cards"
    assert files_of(mine) == {
        ".cardsmith/collection.schema.json",
        ".cardsmith/deck.schema.json",
        ".gitattributes",
        ".github/workflows/cards.yml",
        "LICENSE",
        "README.md",
        "decks/collection.yaml",
        "decks/first-cards.yaml",
        "decks/guide.md",
    }
    assert "cd my-cards" in done.stdout
    checked = cardsmith("lint", "--strict", cwd=mine)
    assert checked.stdout == "All fine: 5 notes in 1 file seen.\n"
    told = cardsmith("review", cwd=mine).stdout
    assert told.startswith("My cards: 5 notes, ")
    added = cardsmith("new", "--front", "a?", "--back", "b", cwd=mine)
    assert added.returncode == 0, added.stderr


def test_each_collection_has_an_id_of_its_own(tmp_path: Path) -> None:
    ids = set()
    for name in ("one", "two"):
        cardsmith("new", "--collection", name, cwd=tmp_path)
        text = (tmp_path / name / "decks/collection.yaml").read_text("utf-8")
        ids |= set(
            re.findall(r"^id: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$", text, re.MULTILINE)
        )
    assert len(ids) == 2


def test_a_collection_is_named_as_asked(tmp_path: Path) -> None:
    options = ("--name", 'Ana\'s: "cards" #1', "--licence", "MIT: mine", "--language", "pt-BR")
    done = cardsmith("new", "--collection", "c", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "c/decks/collection.yaml").read_text("utf-8")
    assert "name: 'Ana''s: \"cards\" #1'\n" in text
    assert "licence: 'MIT: mine'\n" in text
    assert "language: pt-BR\n" in text
    assert "MIT: mine" in (tmp_path / "c/LICENSE").read_text("utf-8")
    assert cardsmith("lint", "--strict", cwd=tmp_path / "c").returncode == 0


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--language", "not a tag", "`language` is not of its form"),
        ("--name", "two\nlines", "one line each"),
        ("--name", "ends::", "a part of the deck's name is empty"),
        ("--name", "a\x07", "cannot be seen"),
    ],
)
def test_a_value_that_cannot_be_is_refused(
    tmp_path: Path, option: str, value: str, words: str
) -> None:
    done = cardsmith("new", "--collection", "c", option, value, cwd=tmp_path)
    assert done.returncode == 2
    [sentence] = done.stderr.splitlines()
    assert words in sentence
    assert not (tmp_path / "c").exists()


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    for name in (".", "file"):
        done = cardsmith("new", "--collection", name, cwd=tmp_path)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
    assert files_of(tmp_path) == {"file"}


def test_an_empty_folder_and_a_fresh_repository_will_do(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    done = cardsmith("new", "--collection", ".", "--name", "Mine", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "cd " not in done.stdout
    assert (tmp_path / "decks/collection.yaml").is_file()


def test_the_workflow_may_only_read(tmp_path: Path) -> None:
    cardsmith("new", "--collection", "c", cwd=tmp_path)
    text = (tmp_path / "c/.github/workflows/cards.yml").read_text("utf-8")
    assert "  pull_request:\n" in text
    assert "permissions:\n  contents: read\n" in text
    assert "secrets" not in re.sub("#.*", "", text)
    used = re.findall(r"uses: (\S+)", text)
    assert len(used) == 2
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", each) for each in used)
    assert "persist-credentials: false" in text


def test_the_schemas_are_those_of_the_documentation(tmp_path: Path) -> None:
    cardsmith("new", "--collection", "c", cwd=tmp_path)
    for name in ("deck", "collection"):
        made = tmp_path / f"c/.cardsmith/{name}.schema.json"
        assert made.read_text("utf-8") == (ROOT / f"docs/{name}.schema.json").read_text("utf-8")
        used = {"deck": "first-cards", "collection": "collection"}[name]
        first = (tmp_path / f"c/decks/{used}.yaml").read_text("utf-8").splitlines()[0]
        path = first.removeprefix("# yaml-language-server: $schema=")
        assert (tmp_path / "c/decks" / path).resolve() == made.resolve()


def test_the_notes_of_every_kind_in_a_deck_stay_as_they_were(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", kinds=ONE_OF_EACH)
    done = cardsmith("new", "--front", "a?", "--back", "b", "--decks", decks)
    assert done.returncode == 0, done.stderr
    entry = "  - id: a\n    front: a?\n    back: b\n"
    assert read(decks, "kinds") == ONE_OF_EACH + entry
