"""`cardsmith lint`, as contributors, hooks and CI call it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from learner import Learner
from program import cardsmith
from shelf import ABOUT, basics, shelf

BROKEN = basics("a") + '  - {id: b, front: "", back: x}\n  - {id: c, front: q, back: ""}\n'
COMMENT = basics("w") + "  - id: h\n    front: C # major\n    back: x\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    shelf(tmp_path / "repo" / "decks", good=basics("g"), broken=BROKEN, comment=COMMENT)
    (tmp_path / "repo" / "README.md").write_text("# Hello: [world\n", "utf-8")
    workflow = tmp_path / "repo" / ".github" / "workflows" / "ci.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text("on: push\n", "utf-8")
    return tmp_path / "repo"


def test_all_is_reported_in_one_run_with_a_sum(repo: Path) -> None:
    done = cardsmith("lint", cwd=repo)
    assert done.stdout == (
        "error[E108]: `front` of `b` is empty\n"
        " --> decks/broken.yaml:4:20\n"
        "  |\n"
        '4 |   - {id: b, front: "", back: x}\n'
        "  |                    ^^\n"
        "\n"
        "error[E108]: `back` of `c` is empty\n"
        " --> decks/broken.yaml:5:29\n"
        "  |\n"
        '5 |   - {id: c, front: q, back: ""}\n'
        "  |                             ^^\n"
        "\n"
        "warning[W301]: text after a space and `#` is a comment\n"
        " --> decks/comment.yaml:5:13\n"
        "  |\n"
        "5 |     front: C # major\n"
        "  |             ^^^^^^^^ lost\n"
        "  |\n"
        "  = help: if it is text:\n"
        "  |     front: 'C # major'\n"
        "\n"
        "2 errors, 1 warning; 6 notes in 3 files seen, 3 with findings.\n"
    )
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["decks/good.yaml"], 0),
        (["decks/comment.yaml"], 0),
        (["decks/comment.yaml", "--strict"], 1),
        (["decks/comment.yaml", "--strict", "--ignore", "W301"], 0),
        (["decks/broken.yaml"], 1),
        (["decks"], 1),
        (["."], 1),
        (["--decks", "decks"], 1),
        (["nope.yaml"], 2),
        (["decks/good.yaml", "nope.yaml"], 2),
        (["--decks", "nope"], 2),
        (["--decks", "decks", "decks/good.yaml"], 2),
        (["--ignore", "W999"], 2),
        (["--ignore", "E108"], 2),
        (["--nope"], 2),
    ],
)
def test_exit_status(repo: Path, arguments: list[str], status: int) -> None:
    done = cardsmith("lint", *arguments, cwd=repo)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


def test_wrong_use_is_one_sentence(repo: Path) -> None:
    done = cardsmith("lint", "nope.yaml", cwd=repo)
    told = "cardsmith: nope.yaml: no such file or folder; name a deck file, or a folder\n"
    assert (done.stdout, done.stderr) == ("", told)


def test_the_deck_that_ships_is_not_linted_by_accident(tmp_path: Path) -> None:
    done = cardsmith("lint", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("cardsmith: no collection.yaml in ")
    assert cardsmith("lint", "--decks", "example", "--strict", cwd=tmp_path).returncode == 0


def test_files_that_are_no_decks_are_skipped(repo: Path) -> None:
    done = cardsmith("lint", "README.md", ".github/workflows/ci.yml", cwd=repo)
    assert done.returncode == 0
    assert done.stdout == "All fine: 0 notes in 0 files seen.\n"
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [
        "skipped README.md",
        "skipped .github/workflows/ci.yml",
    ]


def test_a_deck_among_other_files_is_linted(repo: Path) -> None:
    (repo / "decks" / "notes.txt").write_text("x", "utf-8")
    done = cardsmith("lint", "README.md", "decks/notes.txt", "decks/good.yaml", cwd=repo)
    assert done.returncode == 0
    assert done.stdout == "All fine: 1 note in 1 file seen.\n"
    assert "skipped decks/notes.txt: no deck file" in done.stderr


def test_of_one_file_only_its_findings_are_told(repo: Path) -> None:
    (repo / "decks" / "zoo.yaml").write_text(basics("z"), "utf-8")
    (repo / "decks" / "again.yaml").write_text(basics("z"), "utf-8")
    done = cardsmith("lint", "decks/again.yaml", "--json", cwd=repo)
    report = json.loads(done.stdout)
    assert (report["files"], report["notes"]) == (1, 1)
    found = {finding["code"]: finding for finding in report["findings"]}
    assert found["E201"]["path"] == "decks/again.yaml"
    assert found["E201"]["remarks"][0]["path"] == "decks/zoo.yaml"


def test_a_part_of_a_collection(repo: Path) -> None:
    (repo / "decks" / "sub").mkdir()
    (repo / "decks" / "sub" / "x.yaml").write_text(basics("x"), "utf-8")
    done = cardsmith("lint", "decks/sub", cwd=repo)
    assert done.stdout == "All fine: 1 note in 1 file seen.\n"


def test_what_is_named_twice_is_told_once(repo: Path) -> None:
    done = cardsmith("lint", "decks/good.yaml", "decks", "decks/../decks/good.yaml", cwd=repo)
    assert done.stdout.endswith("6 notes in 3 files seen, 3 with findings.\n")


def test_two_collections_at_once(repo: Path) -> None:
    shelf(repo / "more", other=basics("g"))
    done = cardsmith("lint", "more", "decks/good.yaml", cwd=repo)
    assert done.stdout == "All fine: 2 notes in 2 files seen.\n"


def test_the_collection_itself_is_looked_at(repo: Path) -> None:
    (repo / "decks" / "collection.yaml").write_text(f"{ABOUT}licens: x\n", "utf-8")
    done = cardsmith("lint", "decks/collection.yaml", cwd=repo)
    assert "error[E105]: unknown key `licens`\n --> decks/collection.yaml:7:1\n" in done.stdout
    assert cardsmith("lint", "decks/good.yaml", cwd=repo).returncode == 0


def test_a_newer_collection_is_only_that(repo: Path) -> None:
    (repo / "decks" / "collection.yaml").write_text("format: 9\nshiny: new\n", "utf-8")
    report = json.loads(cardsmith("lint", "decks/collection.yaml", "--json", cwd=repo).stdout)
    assert [finding["code"] for finding in report["findings"]] == ["E119"]


def test_a_missing_outline_and_an_unreadable_deck(repo: Path) -> None:
    (repo / "decks" / "collection.yaml").write_text(
        f"{ABOUT}sources: {{l: {{file: l.md}}}}\n", "utf-8"
    )
    (repo / "decks" / "latin.yaml").write_bytes(b"deck: {name: \xe9}\n")
    report = json.loads(cardsmith("lint", "--json", cwd=repo).stdout)
    assert {"E002", "E108", "E207", "W301"} == {each["code"] for each in report["findings"]}


def test_annotations_for_github(repo: Path) -> None:
    done = cardsmith("lint", "--format", "github", cwd=repo)
    assert done.returncode == 1
    assert [line.split(",")[0] for line in done.stdout.splitlines()] == [
        "::error file=decks/broken.yaml",
        "::error file=decks/broken.yaml",
        "::warning file=decks/comment.yaml",
    ]


def test_no_colours_in_a_file(repo: Path) -> None:
    assert "\x1b" not in cardsmith("lint", cwd=repo).stdout


@pytest.mark.parametrize(
    ("environment", "is_coloured"),
    [
        ({}, True),
        ({"NO_COLOR": ""}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
    ],
)
def test_colours_on_a_terminal(
    repo: Path,
    environment: dict[str, str],
    is_coloured: bool,  # noqa: FBT001
) -> None:
    with Learner("lint", cwd=repo, environment=environment) as learner:
        learner.see("with findings")
        assert (b"\x1b[1;31m" in learner.sent) is is_coloured


def test_a_reader_may_leave(repo: Path) -> None:
    (repo / "decks" / "many.yaml").write_text(
        "deck: {name: X}\ncards:\n" + "  - I forgot\n" * 3000, "utf-8"
    )
    with subprocess.Popen(
        [sys.executable, "-m", "cardsmith", "lint"],
        cwd=repo,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() in {0, 1, 141}


def test_a_legacy_code_page(repo: Path) -> None:
    (repo / "decks" / "emoji.yaml").write_text(basics("e") + "  - 😀 日本\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "cardsmith", "lint"],
        cwd=repo,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"\\U0001f600" in done.stdout


def test_text_of_decks_never_drives_the_terminal(repo: Path) -> None:
    (repo / "decks" / "esc.yaml").write_text(
        'deck: {name: X}\ncards:\n  - {id: e, "\\e]0;owned\\a": x, "\\u202e": y, hint: "\\e[2J"}\n',
        "utf-8",
    )
    done = cardsmith("lint", "decks/esc.yaml", cwd=repo)
    assert done.returncode == 1
    assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout)


def test_a_narrow_window_keeps_carets_below_what_they_mark(repo: Path) -> None:
    long = "deck: {name: T}\ncards:\n  - {id: a, front: '" + "word " * 30 + "', bakc: x}\n"
    (repo / "decks" / "long.yaml").write_text(long, "utf-8")
    done = cardsmith("lint", "decks/long.yaml", cwd=repo, COLUMNS="40")
    framed = [line.partition("^ ")[0] for line in done.stdout.splitlines() if " | " in line]
    assert [line for line in framed if line.endswith("^")]
    assert max(map(len, framed)) <= 40


def test_an_alias_bomb_ends_soon(repo: Path) -> None:
    bomb = "a: &a [x,x,x]\n" + "".join(
        f"{new}: &{new} [*{old},*{old},*{old}]\n"
        for old, new in zip("abcdefghij", "bcdefghijk", strict=True)
    )
    (repo / "decks" / "bomb.yaml").write_text(f"{bomb}cards: *k\n", "utf-8")
    done = cardsmith("lint", "decks/bomb.yaml", cwd=repo)
    assert "error[E007]: a text cannot begin with `&`" in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["lint"], 1),
        (["lint", "decks/good.yaml"], 1),
        (["fmt", "decks/good.yaml"], 2),
        (["lint", "--coverage"], 2),
        (["preview", "--out", "site"], 2),
        (["review"], 2),
        (["new", "--front", "q", "--back", "b"], 2),
    ],
)
def test_of_a_newer_collection_nothing_is_called_wrong_that_may_be_right(
    words: list[str], status: int, repo: Path
) -> None:
    file = repo / "decks" / "collection.yaml"
    file.write_text(file.read_text().replace("format: 1", "format: 2"), "utf-8")
    deck = repo / "decks" / "good.yaml"
    deck.write_text("deck: {name: T, icon: x}\ncards: [{id: a,  map: m}]\n", "utf-8")
    before = deck.read_bytes()
    done = cardsmith(*words, cwd=repo)
    assert done.returncode == status
    assert "format 2 needs a newer cardsmith" in done.stdout + done.stderr
    assert "icon" not in done.stdout + done.stderr
    assert status == 1 or done.stderr == (
        f"cardsmith: {'' if words[0] == 'preview' else 'decks/'}collection.yaml:1: "
        "format 2 needs a newer cardsmith; this one knows 1, so update it\n"
    )
    assert deck.read_bytes() == before
