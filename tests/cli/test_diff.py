"""`cardsmith diff`, on real repositories."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from program import cardsmith
from repository import Repository, repository
from shelf import ABOUT, ONE_OF_EACH, basics

pytestmark = pytest.mark.needs("git")

NOTHING = "0 added, 0 reworded, 0 removed\n"
KEPT = "Learners: nothing lost\n"
SEEN = "Learners: nothing lost of what can be compared\n"
BETTER = ONE_OF_EACH.replace("A plain answer.", "A plain answer, but better.")
NEW = "  - {id: new, front: 'New?', back: 'Yes, @all.'}\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return repository(tmp_path / "cards")


def write(repo: Repository, deck: str, name: str = "deck.yaml") -> None:
    (repo.decks / name).parent.mkdir(parents=True, exist_ok=True)
    (repo.decks / name).write_text(deck, "utf-8")


def branch(repo: Repository, name: str = "work") -> None:
    repo.git("switch", "--quiet", "--create", name)


def diff(repo: Repository | Path, *arguments: str, status: int = 0) -> str:
    """What it prints, from the top of a repository or another folder."""
    folder = repo.top if isinstance(repo, Repository) else repo
    done = cardsmith("diff", *arguments, cwd=folder)
    assert done.returncode == status, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


def refused(repo: Repository | Path, *arguments: str, **environment: str) -> str:
    """The one sentence with which it cannot run."""
    folder = repo.top if isinstance(repo, Repository) else repo
    done = cardsmith("diff", *arguments, cwd=folder, **environment)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout + done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def head(printed: str) -> list[str]:
    return printed.splitlines()[:2]


# --- what is compared


def test_a_branch_is_compared_with_where_it_left_main(repo: Repository) -> None:
    branch(repo)
    write(repo, BETTER + NEW)
    repo.commit()
    repo.git("switch", "--quiet", "main")
    write(repo, basics("theirs"), "theirs.yaml")  # is no concern of this branch
    repo.commit()
    repo.git("switch", "--quiet", "work")
    commit = repo.git("merge-base", "main", "work")[:9]
    assert diff(repo) == (
        "1 added, 1 reworded, 0 removed\n"
        "Learners: 1 new card, 1 note updates in Anki and keeps its schedule, nothing lost\n"
        f"Test: the working tree, compared with main ({commit})\n"
        "\n"
        "Changed\n"
        "\n"
        "~ basic  decks/deck.yaml:3\n"
        "  back │ A plain answer{+, but better+}.\n"
        "\n"
        "Added\n"
        "\n"
        "+ new  decks/deck.yaml:20\n"
        "  Q │ New?\n"
        "  A │ Yes, @all.\n"
    )
    assert diff(repo, "main") == diff(repo)
    assert "theirs" in diff(repo, "main", "--exact", status=1)


def test_the_working_tree_counts_and_so_do_new_files(repo: Repository) -> None:
    assert diff(repo).startswith(NOTHING + KEPT)
    write(repo, BETTER)
    write(repo, basics("fresh"), "fresh/deck.yaml")
    assert head(diff(repo))[0] == "1 added, 1 reworded, 0 removed"
    repo.git("add", "--all")
    assert head(diff(repo))[0] == "1 added, 1 reworded, 0 removed"
    repo.commit()
    assert diff(repo).startswith(NOTHING)  # this is main itself
    assert head(diff(repo, "HEAD^"))[0] == "1 added, 1 reworded, 0 removed"


def test_what_git_ignores_is_no_change(repo: Repository) -> None:
    (repo.top / ".gitignore").write_text("private*\n", "utf-8")
    repo.commit()
    write(repo, basics("mine"), "private.yaml")
    write(repo, basics("ours"), "private/deck.yaml")
    printed = diff(repo)
    assert printed.startswith(NOTHING)
    assert "note: private.yaml is ignored by git and left out" in printed
    assert "note: private/deck.yaml is ignored by git and left out" in printed


def test_two_commits_can_be_compared(repo: Repository) -> None:
    repo.git("tag", "one")
    write(repo, BETTER)
    repo.commit()
    repo.git("tag", "two")
    write(repo, basics("other"))
    printed = diff(repo, "one", "--to", "two")
    assert head(printed)[0] == "0 added, 1 reworded, 0 removed"
    assert "Test: two (" in printed


def test_on_a_clone_the_main_branch_is_that_of_its_origin(repo: Repository, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone of it")
    write(clone, BETTER)
    clone.commit()  # on main, and not pushed
    printed = diff(clone)
    assert head(printed)[0] == "0 added, 1 reworded, 0 removed"
    assert "compared with origin/main (" in printed
    clone.git("switch", "--quiet", "--detach")
    clone.git("branch", "-D", "main")
    assert diff(clone) == printed


def test_it_works_from_anywhere(repo: Repository, tmp_path: Path) -> None:
    branch(repo)
    write(repo, BETTER, "deck.yaml")
    (repo.decks / "media").mkdir()
    expected = diff(repo)
    assert "~ basic  decks/deck.yaml:3" in expected
    assert diff(repo.decks / "media") == expected
    assert diff(tmp_path, "--decks", str(repo.decks)) == expected
    (tmp_path / "link").symlink_to(repo.decks)
    assert diff(tmp_path, "--decks", "link") == expected
    repo.git("stash", "--quiet")
    repo.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "main")
    repo.git("stash", "pop", "--quiet")
    there = Repository(tmp_path / "tree")
    write(there, BETTER)
    assert diff(there) == expected


def test_a_collection_may_be_the_whole_repository(tmp_path: Path) -> None:
    made = repository(tmp_path / "cards")
    for path in made.decks.iterdir():
        path.rename(made.top / path.name)
    made.decks.rmdir()
    made.commit()
    (made.top / "deck.yaml").write_text(BETTER, "utf-8")
    assert "~ basic  deck.yaml:3" in diff(made)
    assert "the collection stood in `decks` and stands in `.`" in diff(made, "HEAD^")


def test_nothing_is_left_and_nothing_is_touched(repo: Repository, tmp_path: Path) -> None:
    write(repo, BETTER)
    before = (repo.top / ".git" / "index").read_bytes(), repo.git("status", "--porcelain")
    (tmp_path / "tmp").mkdir()
    done = cardsmith("diff", cwd=repo.top, TMPDIR=str(tmp_path / "tmp"))
    assert done.returncode == 0
    assert list((tmp_path / "tmp").iterdir()) == []
    assert ((repo.top / ".git" / "index").read_bytes(), repo.git("status", "--porcelain")) == before


# --- what it sees


def test_a_renamed_file_is_no_loss_and_vanished_ids_are_listed(repo: Repository) -> None:
    ten = [f"id-{number}" for number in range(10)]
    write(repo, basics(*ten), "ten.yaml")
    repo.commit()
    branch(repo)
    (repo.decks / "ten.yaml").unlink()
    write(repo, basics(*ten[3:]), "seven.yaml")
    printed = diff(repo, status=1)
    assert head(printed) == [
        "0 added, 0 reworded, 3 removed, 7 moved",
        "Learners: 3 cards lose their history",
    ]
    assert [line.split()[1] for line in printed.splitlines() if line.startswith("- ")] == ten[:3]
    assert "> 7 notes from `decks/ten.yaml` to `decks/seven.yaml`" in printed
    write(repo, basics(*ten), "seven.yaml")
    assert head(diff(repo)) == ["0 added, 0 reworded, 0 removed, 10 moved", KEPT.strip()]


def test_the_folder_of_the_collection_is_found_by_its_id(repo: Repository) -> None:
    branch(repo)
    repo.git("mv", "decks", "cards")
    other = repo.decks / "collection.yaml"  # where it was stands another one
    other.parent.mkdir()
    other.write_text(ABOUT.replace("00000000-0000", "00000000-1111"), "utf-8")
    printed = diff(repo, "--decks", "cards")
    assert printed.startswith(NOTHING + KEPT)
    assert "the collection stood in `decks` and stands in `cards`" in printed


def test_another_collection_id_is_the_gravest(repo: Repository) -> None:
    branch(repo)
    about = repo.decks / "collection.yaml"
    about.write_text(ABOUT.replace("00000000-0000", "00000000-1111"), "utf-8")
    printed = diff(repo, status=1)
    assert head(printed)[1] == "Learners: all begin anew, with 7 cards that they know"
    assert "lost: the collection's id was `00000000-0000-" in printed


def test_another_folder_does_not_hide_another_collection_id(repo: Repository) -> None:
    branch(repo)
    repo.git("mv", "decks", "cards")
    about = repo.top / "cards" / "collection.yaml"
    about.write_text(ABOUT.replace("00000000-0000", "00000000-1111"), "utf-8")
    printed = diff(repo, "--decks", "cards", status=1)
    assert head(printed)[1] == "Learners: all begin anew, with 7 cards that they know"
    repo.commit()
    again = diff(repo, "--decks", "cards", "--to", "HEAD", status=1)
    assert head(again) == head(printed)


def test_in_a_hook_the_repository_is_that_of_the_folder(repo: Repository, tmp_path: Path) -> None:
    repo.git("worktree", "add", "--quiet", str(tmp_path / "other"), "-b", "work")
    git = repo.top / ".git" / "worktrees" / "other"
    told = {"GIT_DIR": str(git), "GIT_INDEX_FILE": str(git / "index"), "GIT_PREFIX": ""}
    done = cardsmith("diff", cwd=tmp_path / "other", **told)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(NOTHING + KEPT)
    assert done.stdout.count("\n") == 3


def test_a_note_with_an_error_is_not_gone(repo: Repository) -> None:
    write(repo, ONE_OF_EACH.replace("back: A plain answer.", "bakc: A plain answer."))
    printed = diff(repo)
    assert printed.startswith(NOTHING + SEEN)
    assert "note: 1 entry of the working tree left out for errors:" in printed
    assert "note: not compared, as one side cannot be read: basic" in printed
    repo.commit()
    write(repo, ONE_OF_EACH)
    printed = diff(repo)
    assert printed.startswith(NOTHING + SEEN)
    assert "note: 1 entry of main (" in printed


def test_a_file_that_cannot_be_read_has_lost_nothing(repo: Repository) -> None:
    (repo.decks / "deck.yaml").write_bytes(b"\xff\xfe" + ONE_OF_EACH.encode())
    printed = diff(repo)
    assert printed.startswith(NOTHING + SEEN)
    assert "basic, gap, typed, choice, order" in printed


def test_another_picture_under_the_same_name(repo: Repository) -> None:
    shows = ONE_OF_EACH.replace("A plain answer.", '"![it](it.png)"')
    write(repo, shows)
    write(repo, "one", "media/it.png")
    write(repo, "not shown", "media/other.png")
    repo.commit()
    branch(repo)
    write(repo, "two", "media/it.png")
    write(repo, "two", "media/other.png")
    printed = diff(repo)
    assert head(printed) == [
        "0 added, 0 reworded, 0 removed, 1 otherwise changed",
        "Learners: 1 note updates in Anki and keeps its schedule, nothing lost",
    ]
    assert "note: `media/it.png` is another picture or sound now" in printed
    repo.commit()
    assert diff(repo, "main", "--to", "work") == printed.replace(
        "the working tree", f"work ({repo.git('rev-parse', 'HEAD')[:9]})"
    )
    os.utime(repo.decks / "media" / "it.png", (1, 1))  # touched, and the same
    assert diff(repo) == printed


def test_the_heading_that_a_note_cites_is_shown(repo: Repository) -> None:
    about = ABOUT + "sources: {book: {file: book.md, title: The book}}\n"
    write(repo, about, "collection.yaml")
    write(repo, "# The book\n\n## One\n", "book.md")
    repo.commit()
    branch(repo)
    write(repo, ONE_OF_EACH + NEW.replace("}", ", source: 'book#one'}"))
    assert "source │ The book – One (book#one)" in diff(repo)
    repo.commit()
    write(repo, "# The book\n\n## One\n\n## Two\n", "book.md")
    write(repo, ONE_OF_EACH.replace("extra: A word more.", "source: book#two"))
    assert "source │ {+book#two+}" in diff(repo)


def test_links_lead_no_further_than_the_commit(repo: Repository, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("# secret heading\n", "utf-8")
    about = ABOUT + "sources: {a: {file: out.md, title: A}, b: {file: in.md, title: B}}\n"
    write(repo, about, "collection.yaml")
    (repo.decks / "out.md").symlink_to(secret)
    (repo.decks / "book.md").write_text("# One\n", "utf-8")
    (repo.decks / "in.md").symlink_to("book.md")
    (repo.decks / "round.yaml").symlink_to("round.yaml")
    (repo.decks / "again.yaml").symlink_to("deck.yaml")
    write(repo, ONE_OF_EACH + NEW.replace("}", ", source: 'b#one'}"))
    repo.commit()
    write(repo, ONE_OF_EACH + NEW.replace("}", ", source: 'a#secret-heading'}"))
    repo.commit()
    printed = diff(repo, "HEAD^^", "--to", "HEAD^")
    assert "source │ B – One (b#one)" in printed
    printed = diff(repo, "HEAD^^", "--to", "HEAD")
    assert "source │ A (a#secret-heading)" in printed


def test_a_submodule_and_a_pointer_are_said_not_to_be_seen(
    repo: Repository, tmp_path: Path
) -> None:
    inner = repository(tmp_path / "inner")
    (inner.decks / "collection.yaml").unlink()
    inner.commit()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 99\n"
    write(repo, pointer, "large.yaml")
    repo.commit()
    branch(repo)
    write(repo, basics("large"), "large.yaml")
    repo.git("submodule", "--quiet", "add", str(inner.top), "decks/inner")
    printed = diff(repo)
    assert printed.startswith(NOTHING + SEEN)
    assert "note: large.yaml is kept by Git LFS; its notes are left out" in printed
    assert "note: inner is a repository of its own; its notes are left out" in printed


def test_a_file_that_is_not_checked_out_is_not_gone(repo: Repository) -> None:
    write(repo, basics("far"), "far/deck.yaml")
    repo.commit()
    repo.git("sparse-checkout", "set", "--no-cone", "/*", "!/decks/far/")
    printed = diff(repo)
    assert printed.startswith(NOTHING + SEEN)
    assert "note: far/deck.yaml is not checked out here; its notes are left out" in printed


def test_line_ends_are_no_change(repo: Repository) -> None:
    (repo.decks / "deck.yaml").write_bytes(ONE_OF_EACH.replace("\n", "\r\n").encode())
    assert diff(repo).startswith(NOTHING + KEPT)


def test_names_of_any_letters(repo: Repository) -> None:
    write(repo, basics("a"), "ein Stück.yaml")
    write(repo, basics("b"), "two\nlines.yaml")
    repo.commit()
    branch(repo)
    write(repo, basics("a", "c"), "ein Stück.yaml")
    write(repo, basics("b", "d"), "two\nlines.yaml")
    printed = diff(repo)
    assert "+ c  decks/ein Stück.yaml:4" in printed
    assert "+ d  decks/two lines.yaml:4" in printed


def test_a_new_collection_is_all_new(repo: Repository, tmp_path: Path) -> None:
    other = tmp_path / "cards" / "more"
    shutil.copytree(repo.decks, other)
    about = other / "collection.yaml"
    about.write_text(ABOUT.replace("00000000-0000", "11111111-0000"), "utf-8")
    printed = diff(repo, "--decks", "more")
    assert head(printed) == [
        "5 added, 0 reworded, 0 removed",
        "Learners: 7 new cards, nothing lost",
    ]
    assert ") has no such collection: all of it is new" in printed


def test_a_damaged_ledger_is_told(repo: Repository) -> None:
    write(repo, "{\n", "released.jsonl")
    assert "note: released.jsonl, line 1, is damaged" in diff(repo)


# --- forms


def test_markdown_and_json(repo: Repository) -> None:
    branch(repo)
    write(repo, BETTER + NEW)
    printed = diff(repo, "--format", "markdown")
    assert printed.startswith("**1 added, 1 reworded, 0 removed**\n\n**Learners: 1 new card, ")
    assert "back | A plain answer{+, but better+}.\n" in printed
    document = json.loads(diff(repo, "--json"))
    assert document == json.loads(diff(repo, "--format", "json"))
    assert document["counts"]["added"] == 1
    assert document["since"]["commit"] == repo.git("rev-parse", "main")
    assert document["until"] == {"name": "the working tree", "commit": None}
    assert [card["id"] for card in document["added"][0]["cards"]] == ["new"]
    assert document["changed"][0]["fields"] == [
        {
            "name": "back",
            "before": "A plain answer.",
            "after": "A plain answer, but better.",
        }
    ]


def test_a_terminal_that_knows_ascii_alone(repo: Repository) -> None:
    branch(repo)
    write(repo, BETTER)
    done = cardsmith("diff", cwd=repo.top, PYTHONIOENCODING="ascii", COLUMNS="40")
    assert done.stdout.isascii()
    assert max(map(len, done.stdout.splitlines())) <= 40


# --- where it cannot run


def test_a_shallow_clone_says_how_to_deepen_it(repo: Repository, tmp_path: Path) -> None:
    branch(repo)
    write(repo, BETTER)
    repo.commit()
    repo.git("switch", "--quiet", "main")
    write(repo, basics("theirs"), "theirs.yaml")
    repo.commit()
    shallow = tmp_path / "shallow"
    repo.git("clone", "--quiet", "--depth=1", "--no-single-branch", repo.top.as_uri(), str(shallow))
    clone = Repository(shallow)
    clone.git("switch", "--quiet", "work")
    said = refused(clone)
    assert "this clone is shallow" in said
    assert "git fetch --deepen=100" in said
    assert "theirs" in diff(clone, "--exact", status=1)
    clone.git("fetch", "--quiet", "--unshallow")
    assert head(diff(clone))[0] == "0 added, 1 reworded, 0 removed"


def test_histories_without_a_common_past_are_compared_as_they_are(repo: Repository) -> None:
    repo.git("switch", "--quiet", "--orphan", "work")
    repo.git("checkout", "main", "--", ".")
    write(repo, BETTER)
    repo.commit()
    assert head(diff(repo))[0] == "0 added, 1 reworded, 0 removed"


def test_what_cannot_be_named(repo: Repository, tmp_path: Path) -> None:
    assert "git knows no commit 'nope'; `git fetch` it" in refused(repo, "nope")
    assert "git knows no commit '-x'" in refused(repo, "--", "-x")
    assert "git knows no commit ''" in refused(repo, "")
    assert "git knows no commit ''" in refused(repo, "main", "--to", "")
    assert "cardsmith diff ONE --to OTHER" in refused(repo, "main..work")
    assert "git knows no commit 'nope'" in refused(repo, "main", "--to", "nope")
    repo.git("branch", "--move", "main", "mine")
    assert "here is no main branch to compare with" in refused(repo)
    assert diff(repo, "HEAD").startswith(NOTHING)
    assert "no collection.yaml" in refused(tmp_path)


def test_no_repository_no_commit_no_git(repo: Repository, tmp_path: Path) -> None:
    shutil.copytree(repo.decks, tmp_path / "plain")
    assert "is in no git repository" in refused(tmp_path / "plain")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path / "plain", check=True)
    assert "the repository has no commit" in refused(tmp_path / "plain")
    assert "git is not installed" in refused(repo, PATH=str(Path(sys.executable).parent / "none"))


def test_a_collection_without_an_id_is_not_compared(repo: Repository) -> None:
    write(repo, ABOUT.replace("id: ", "# id: "), "collection.yaml")
    done = cardsmith("diff", cwd=repo.top)
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no `id`" in done.stderr
