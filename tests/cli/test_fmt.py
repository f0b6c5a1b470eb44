"""`cardsmith fmt`, as contributors and CI call it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from learner import Learner
from program import cardsmith
from repository import Repository, repository

ODD = "deck: {name: T}\ncards:\n  - back: b  \n    id: a\n    front: What? # c\n\n\n\n"
EVEN = "deck: {name: T}\ncards:\n  - id: a\n    front: What? # c\n    back: b\n"
BROKEN = "deck: {name: T}\ncards:\n  - id: @a  \n"


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = repository(tmp_path / "repo")
    (made.decks / "deck.yaml").unlink()
    write(made, odd=ODD, even=EVEN.replace("id: a", "id: b"))
    made.commit()
    return made


def write(repo: Repository, **decks: str) -> None:
    for name, text in decks.items():
        (repo.decks / f"{name}.yaml").write_bytes(text.encode())


def fmt(repo: Repository, *arguments: str) -> subprocess.CompletedProcess[str]:
    return cardsmith("fmt", *arguments, cwd=repo.top)


def test_files_are_rewritten_and_named(repo: Repository) -> None:
    done = fmt(repo)
    assert (done.returncode, done.stdout) == (0, "decks/odd.yaml\n")
    assert done.stderr == "1 file rewritten, 2 files fine as they are.\n"
    assert (repo.decks / "odd.yaml").read_text("utf-8") == EVEN
    done = fmt(repo)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "3 files fine as they are.\n"


def test_check_names_what_would_change(repo: Repository) -> None:
    done = fmt(repo, "--check")
    assert (done.returncode, done.stdout) == (1, "decks/odd.yaml\n")
    assert done.stderr == "1 file would change, 2 files fine as they are.\n"
    assert (repo.decks / "odd.yaml").read_text("utf-8") == ODD
    assert fmt(repo, "--check", "decks/even.yaml", "decks/collection.yaml").returncode == 0


@pytest.mark.parametrize(("option", "status"), [("--dry-run", 0), ("--check", 1)])
def test_a_diff_without_writing(repo: Repository, option: str, status: int) -> None:
    done = fmt(repo, "--diff", option)
    assert done.returncode == status
    assert done.stdout == (
        "--- a/decks/odd.yaml\n"
        "+++ b/decks/odd.yaml\n"
        "@@ -1,8 +1,5 @@\n"
        " deck: {name: T}\n"
        " cards:\n"
        "-  - back: b  \n"
        "-    id: a\n"
        "+  - id: a\n"
        "     front: What? # c\n"
        "-\n"
        "-\n"
        "-\n"
        "+    back: b\n"
    )
    assert (repo.decks / "odd.yaml").read_text("utf-8") == ODD


def test_what_git_cannot_give_back_is_refused(repo: Repository) -> None:
    write(repo, odd=f"# more\n{ODD}")
    done = fmt(repo)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "cardsmith: decks/odd.yaml has changes that are not committed; "
        "commit them first, or add --force\n"
    )
    repo.git("add", ".")
    assert fmt(repo).returncode == 2
    assert fmt(repo, "--check").returncode == 1
    assert (repo.decks / "odd.yaml").read_text("utf-8") == f"# more\n{ODD}"
    assert fmt(repo, "--force").returncode == 0
    assert (repo.decks / "odd.yaml").read_text("utf-8") == f"# more\n{EVEN}"


def test_one_that_is_refused_keeps_all_others(repo: Repository) -> None:
    write(repo, zoo=ODD.replace("id: a", "id: z"))
    done = fmt(repo)
    assert done.returncode == 2
    assert "decks/zoo.yaml has changes that are not committed" in done.stderr
    assert (repo.decks / "odd.yaml").read_text("utf-8") == ODD


def test_changes_elsewhere_do_no_harm(repo: Repository) -> None:
    write(
        repo, even=f"# more\n{EVEN.replace('id: a', 'id: b')}", more=EVEN.replace("id: a", "id: c")
    )
    (repo.top / "README.md").write_text("# New\n", "utf-8")
    assert fmt(repo).returncode == 0
    assert (repo.decks / "odd.yaml").read_text("utf-8") == EVEN


@pytest.mark.parametrize("name", ["\u65e5\u672c caf\u00e9", 'a "b" c', " blank"])
def test_names_of_all_sorts(repo: Repository, name: str) -> None:
    write(repo, **{name: ODD.replace("id: a", "id: z")})
    assert fmt(repo, f"decks/{name}.yaml").returncode == 2
    repo.commit()
    assert fmt(repo, f"decks/{name}.yaml").returncode == 0
    assert fmt(repo, "--check", f"decks/{name}.yaml").returncode == 0


def test_what_git_ignores_it_cannot_give_back(repo: Repository) -> None:
    (repo.top / ".gitignore").write_text("zoo.yaml\n", "utf-8")
    repo.commit()
    write(repo, zoo=ODD.replace("id: a", "id: z"))
    assert fmt(repo, "decks/zoo.yaml").returncode == 2


def test_outside_of_git_there_is_no_way_back(repo: Repository, tmp_path: Path) -> None:
    shutil.copytree(repo.decks, tmp_path / "loose" / "decks")
    done = cardsmith("fmt", cwd=tmp_path / "loose", GIT_CEILING_DIRECTORIES=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardsmith: decks/odd.yaml has no version in git to go back to (")
    assert done.stderr.endswith("); add --force to rewrite it all the same\n")
    assert cardsmith("fmt", "--check", cwd=tmp_path / "loose").returncode == 1
    assert cardsmith("fmt", "--force", cwd=tmp_path / "loose").returncode == 0
    assert (tmp_path / "loose" / "decks" / "odd.yaml").read_text("utf-8") == EVEN


def test_a_repository_without_a_commit(tmp_path: Path) -> None:
    made = repository(tmp_path / "repo", ODD)
    shutil.rmtree(made.top / ".git")
    made.git("init", "--quiet")
    assert fmt(made).returncode == 2
    made.git("add", ".")
    assert fmt(made).returncode == 2


def test_what_cannot_be_read_stays_and_the_rest_is_done(repo: Repository) -> None:
    write(repo, broken=BROKEN)
    repo.commit()
    done = fmt(repo)
    assert (done.returncode, done.stdout) == (1, "decks/odd.yaml\n")
    assert done.stderr == (
        "decks/broken.yaml:3:9: E006 a text cannot begin with `@`; "
        "the file stays as it is\n"
        "1 file rewritten, 2 files fine as they are, 1 file cannot be read.\n"
    )
    assert (repo.decks / "broken.yaml").read_text("utf-8") == BROKEN


def test_bytes_that_are_no_text(repo: Repository) -> None:
    (repo.decks / "latin.yaml").write_bytes(b"deck: {name: \xe9}  \n")
    done = fmt(repo, "--check", "decks/latin.yaml")
    assert done.returncode == 1
    assert done.stderr.startswith("decks/latin.yaml:1:14: E002 ")


def test_the_deck_that_ships_is_not_rewritten() -> None:
    assert cardsmith("fmt", "--check", "--decks", "example").returncode == 0
    done = cardsmith("fmt", "--decks", "example")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not yours to change" in done.stderr


@pytest.mark.parametrize("arguments", [["nope.yaml"], ["--decks", "nope"], ["--nope"]])
def test_wrong_use(repo: Repository, arguments: list[str]) -> None:
    done = fmt(repo, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_all_files_are_written_or_none(repo: Repository) -> None:
    name = "z" * 249  # no room for the name of the new file beside it
    write(repo, **{name: ODD.replace("id: a", "id: z")})
    repo.commit()
    done = fmt(repo)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"cardsmith: decks/{name}.yaml cannot be written (file name too long); "
        "no file was changed\n"
    )
    assert (repo.decks / "odd.yaml").read_text("utf-8") == ODD
    assert repo.git("status", "--porcelain") == ""


def test_a_link_stays_one(repo: Repository) -> None:
    (repo.decks / ".store").mkdir()
    target = repo.decks / ".store" / "real.yaml"
    target.write_text(ODD.replace("id: a", "id: z"), "utf-8")
    (repo.decks / "link.yaml").symlink_to(".store/real.yaml")
    assert "decks/link.yaml has changes" in fmt(repo).stderr
    repo.commit()
    assert fmt(repo).returncode == 0
    assert (repo.decks / "link.yaml").is_symlink()
    assert target.read_text("utf-8") == EVEN.replace("id: a", "id: z")


def test_text_of_decks_never_drives_the_terminal(repo: Repository) -> None:
    write(repo, esc=ODD.replace("What?", "\u202eWhat?").replace("id: a", "id: e"))
    with Learner("fmt", "--diff", cwd=repo.top) as learner:
        learner.see("files fine")
        assert "\u202e".encode() not in learner.sent
        assert b"<U+202E>" in learner.sent
        assert b"\x1b[32m+  - id: e\x1b[0m" in learner.sent
    with Learner("fmt", "--diff", cwd=repo.top, environment={"NO_COLOR": "1"}) as learner:
        learner.see("files fine")
        assert b"\x1b[32m" not in learner.sent
