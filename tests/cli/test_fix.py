"""`cardsmith lint --fix`: what is mended, what is not touched, and what is said."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from program import cardsmith
from repository import Repository, repository

HEADER = "deck: {name: T}\ncards:\n"
ODD = f"""\
# about
{HEADER}  - front: "What is the capital of Peru?"  # asked
    back: Lima   \n
  - {{front: 'What is the capital of Peru, again?',   back: 'It''s Lima'}}
"""
MENDED = f"""\
# about
{HEADER}  - id: capital-peru
    front: "What is the capital of Peru?"  # asked
    back: Lima

  - {{id: capital-peru-again, front: 'What is the capital of Peru, again?',   back: 'It''s Lima'}}
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = repository(tmp_path / "repo", ODD)
    collection = made.decks / "collection.yaml"  # in German, so that no wording is judged
    collection.write_text(collection.read_text("utf-8").replace(": en", ": de"), "utf-8")
    made.commit()
    return made


def lint(repo: Repository, *arguments: str) -> subprocess.CompletedProcess[str]:
    return cardsmith("lint", *arguments, cwd=repo.top)


def text(repo: Repository, name: str = "deck") -> str:
    return (repo.decks / f"{name}.yaml").read_bytes().decode()


def write(repo: Repository, **decks: str) -> None:
    for name, deck in decks.items():
        (repo.decks / f"{name}.yaml").write_bytes(deck.encode())
    repo.commit()


def test_what_can_be_mended_is_and_the_rest_told(repo: Repository) -> None:
    write(repo, more=f"{HEADER}  - id: c\n    front: C # major\n    back: b\n")
    done = lint(repo, "--fix", "--format", "concise")
    assert (done.returncode, done.stderr) == (0, "Mended 3 findings in decks/deck.yaml.\n")
    assert done.stdout.splitlines()[0].startswith("decks/more.yaml:4:13: W301")
    assert done.stdout.splitlines()[-1] == "1 warning; 3 notes in 2 files seen, 1 with findings."
    assert text(repo) == MENDED
    again = lint(repo, "--fix", "--format", "concise")
    assert again.stderr == "Nothing to mend without you.\n"
    assert text(repo) == MENDED


def test_the_status_is_that_of_what_is_left(repo: Repository) -> None:
    assert lint(repo).returncode == 1
    write(repo, more=f"{HEADER}  - front: q\n    back: ''\n")
    done = lint(repo, "--fix", "--json")
    assert done.returncode == 1
    assert [each["code"] for each in json.loads(done.stdout)["findings"]] == ["E108"]
    assert text(repo, "more") == f"{HEADER}  - id: q\n    front: q\n    back: ''\n"


def test_a_dry_run_shows_and_writes_nothing(repo: Repository) -> None:
    done = lint(repo, "--fix", "--dry-run", "--select", "W318")
    assert done.returncode == 1
    assert done.stdout.startswith("--- a/decks/deck.yaml\n+++ b/decks/deck.yaml\n@@ ")
    assert "-    back: Lima   \n+  - id: capital-peru\n" in done.stdout
    assert "error[E106]" not in done.stdout
    assert done.stderr == "3 findings would be mended.\n"
    assert text(repo) == ODD


def test_only_what_is_asked_for(repo: Repository) -> None:
    lint(repo, "--fix", "--ignore", "W318")
    assert text(repo) == MENDED.replace("back: Lima\n", "back: Lima   \n")
    write(repo, deck=ODD, more=ODD)
    lint(repo, "--fix", "decks/more.yaml")
    assert text(repo) == ODD
    assert text(repo, "more") == MENDED


def test_what_git_cannot_give_back_is_refused(repo: Repository) -> None:
    (repo.decks / "deck.yaml").write_text(f"{ODD}# more\n", "utf-8")
    done = lint(repo, "--fix")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "cardsmith: decks/deck.yaml has changes that are not committed; "
        "commit them first, or add --force\n"
    )
    assert text(repo) == f"{ODD}# more\n"
    assert lint(repo, "--fix", "--force").returncode == 0
    assert text(repo) == f"{MENDED}# more\n"


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_what_git_was_told_not_to_look_at_is_refused(repo: Repository, flag: str) -> None:
    repo.git("update-index", flag, "decks/deck.yaml")
    (repo.decks / "deck.yaml").write_text(ODD.replace("Lima", "Cusco"), "utf-8")
    done = lint(repo, "--fix")
    assert (done.returncode, done.stdout) == (2, "")
    assert "decks/deck.yaml has changes that are not committed" in done.stderr
    assert text(repo) == ODD.replace("Lima", "Cusco")


def test_blanks_around_the_name_of_a_folder_hide_no_change(repo: Repository) -> None:
    repo.git("mv", "decks", " decks ")
    repo.commit()
    file = repo.top / " decks " / "deck.yaml"
    file.write_text(ODD.replace("Lima", "Cusco"), "utf-8")
    done = lint(repo, "--fix", "--", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "has changes that are not committed" in done.stderr
    assert file.read_text("utf-8") == ODD.replace("Lima", "Cusco")


def test_outside_of_git_it_must_be_forced(repo: Repository) -> None:
    shutil.rmtree(repo.top / ".git")
    assert lint(repo, "--fix").returncode == 2
    assert lint(repo, "--fix", "--force").returncode == 0
    assert text(repo) == MENDED


@pytest.mark.parametrize(
    "arguments",
    [
        ["--force"],
        ["--dry-run"],
        ["--fix", "--coverage"],
        ["--fix", "--dry-run", "--json"],
        ["--fix", "--decks", "example"],
    ],
)
def test_wrong_use(repo: Repository, arguments: list[str]) -> None:
    done = lint(repo, *arguments)
    assert (done.returncode, done.stdout) == (2, "")


# ---- ids --------------------------------------------------------------------------------------


def added(repo: Repository, name: str) -> list[str]:
    lines = text(repo, name).splitlines()
    return [line.rpartition("id: ")[2] for line in lines if "id: " in line]


def test_no_two_files_get_the_same_id(repo: Repository) -> None:
    note = "- front: Peru?\n  back: b\n"
    write(
        repo,
        deck=HEADER + note,
        more=HEADER + note + note,
        other=f"{HEADER}- {note[2:]}  id: peru-2\n",
    )
    done = lint(repo, "--fix", "--json")
    assert [
        each["code"] for each in json.loads(done.stdout)["findings"] if each["code"] < "W"
    ] == []
    assert (added(repo, "deck"), added(repo, "more")) == (["peru"], ["peru-3", "peru-4"])


@pytest.mark.parametrize(
    "other",
    [
        f"{HEADER}- id: peru\n  front: q\n  back: b\n",
        f"{HEADER}- {{id: peru, front: q, back: ''}}\n",  # a note with an error
        f"{HEADER}- {{id: x, formerly: [peru], front: q, back: b}}\n",
        f"{HEADER}- id: x\n  formerly:\n    - y\n    - peru\n  front: q\n",
        f'{HEADER}- "id": "peru"\n',
    ],
)
@pytest.mark.parametrize("path", ["", "decks/deck.yaml"])
def test_an_id_of_another_file_is_taken(repo: Repository, other: str, path: str) -> None:
    write(repo, deck=f"{HEADER}- front: Peru?\n  back: b\n", other=other)
    told = lint(repo, "--json", *filter(None, [path]))
    (finding,) = (
        each
        for each in json.loads(told.stdout)["findings"]
        if each["code"] == "E106" and each["path"] == "decks/deck.yaml"
    )
    assert finding["help"] == "add this line:\n  id: peru-2"
    lint(repo, "--fix", *filter(None, [path]))
    assert added(repo, "deck") == ["peru-2"]


def test_an_id_that_was_released_is_taken(repo: Repository) -> None:
    write(repo, deck=f"{HEADER}- id: peru\n  front: Peru?\n  back: b\n")
    repo.announce("1.0.0")
    assert repo.release("1.0.0").returncode == 0
    write(repo, deck=f"{HEADER}- front: Peru?\n  back: another\n")
    lint(repo, "--fix")
    assert added(repo, "deck") == ["peru-2"]


def test_an_id_that_is_the_word_id(repo: Repository) -> None:
    note = "- {front: 'Id?', back: b}\n"
    write(repo, deck=HEADER + note, more=HEADER + note)
    lint(repo, "--fix")
    assert text(repo, "more") == f"{HEADER}- {{id: id-2, front: 'Id?', back: b}}\n"


# ---- every other byte stays -------------------------------------------------------------------


def numbers(repo: Repository) -> str:
    """Lines added and removed, as git counts them."""
    return repo.git("diff", "--numstat").replace("\t", " ")


def test_text_never_turns_into_escapes(repo: Repository) -> None:
    words = "caf\u00e9 \u65e5\u672c \U0001f600"
    before = f"{HEADER}  - {{front: {words}, back: '{words}'}}\n  - id: b\n    front: {words}\n"
    write(repo, deck=f"{before}    back: |\n      {words}   \n")
    lint(repo, "--fix")
    after = before.replace("{front", "{id: cafe, front") + f"    back: |\n      {words}   \n"
    assert text(repo) == after
    assert numbers(repo) == "1 1 decks/deck.yaml"


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("bom", ["\ufeff", ""])
def test_an_id_more_is_a_change_of_one_line(repo: Repository, end: str, bom: str) -> None:
    repo.git("config", "core.autocrlf", "false")
    notes = "".join(f"  - id: n{n}\n    front: Name {n}?\n    back: It is {n}.\n" for n in range(9))
    before = f"{bom}{HEADER}{notes}  -\n    front: Peru?\n    back: Lima"
    write(repo, deck=before.replace("\n", end))
    lint(repo, "--fix")
    after = before.replace("    front: Peru?", "    id: peru\n    front: Peru?")
    assert text(repo) == after.replace("\n", end)
    assert numbers(repo) == "1 0 decks/deck.yaml"


def test_overlapping_mends_are_done_one_after_the_other(repo: Repository) -> None:
    write(repo, deck=f"{HEADER}- id:   \n  front: Peru?\n  back: b\n")
    lint(repo, "--fix")
    lint(repo, "--fix", "--force")
    assert text(repo) == f"{HEADER}- id: peru\n  front: Peru?\n  back: b\n"
    assert lint(repo).returncode == 0
