"""`make release`, on real repositories."""

from pathlib import Path

import pytest

from cardsmith.anki import apkg, ledger
from program import cardsmith
from real_anki import Outcome, learner
from repository import SOURCE, Repository, repository
from shelf import ONE_OF_EACH

pytestmark = pytest.mark.needs("git")
BETTER = ONE_OF_EACH.replace("A plain answer", "A better answer")


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = repository(tmp_path / "cards")
    made.announce("1.0.0")
    return made


EPOCH = {"SOURCE_DATE_EPOCH": "1600000000"}


def released(repo: Repository, version: str) -> str:
    """Release, the first one long ago; what was printed."""
    done = repo.release(version, **(EPOCH if version == "1.0.0" else {}))
    assert done.returncode == 0, done.stdout + done.stderr
    assert repo.git("status", "--porcelain") == ""
    return done.stdout


def package(repo: Repository) -> Path:
    return repo.top / "dist" / "test.apkg"


def write(repo: Repository, deck: str) -> None:
    (repo.decks / "deck.yaml").write_text(deck, "utf-8")


def state(repo: Repository) -> object:
    """All that a release may change in the repository; what it built is in dist/."""
    return (
        repo.git("rev-parse", "HEAD"),
        repo.git("tag", "--list"),
        repo.git("status", "--porcelain"),
        sorted(path for path in repo.top.rglob("*") if not {".git", "dist"} & {*path.parts}),
        (repo.top / SOURCE).read_text("utf-8"),
    )


# --- what it does


def test_a_release_is_written_down_committed_and_tagged(repo: Repository) -> None:
    printed = released(repo, "1.0.0")
    assert repo.git("log", "-1", "--format=%s") == "release: 1.0.0"
    assert repo.git("rev-parse", "v1.0.0^{commit}") == repo.git("rev-parse", "HEAD")
    assert repo.git("cat-file", "-t", "v1.0.0") == "tag"
    assert repo.git("show", "--format=", "--name-only", "HEAD").splitlines() == [
        "decks/released.jsonl",
        "src/cardsmith/__init__.py",
    ]
    assert '__version__ = "1.0.0"' in (repo.top / SOURCE).read_text("utf-8")
    made = ledger.read((repo.decks / ledger.FILE).read_text("utf-8"))
    assert made.release == "1.0.0"
    assert {note.name: note.kind for note in made.notes.values()} == {
        "basic": "basic",
        "gap": "cloze",
        "typed": "typed",
        "choice": "choice",
        "order": "sequence",
        "order/b": "step",
        "order/g": "step",
    }
    notes = (repo.top / "dist" / "release-1.0.0.md").read_text("utf-8")
    assert printed.startswith(notes)
    assert notes.startswith("# Test 1.0.0\n\n- Something changed.\n\n## For learners\n")
    assert "Built dist/test.apkg: 7 notes" in printed
    assert "git push origin HEAD v1.0.0" in printed


def test_everybody_who_has_it_builds_the_same_package(repo: Repository, tmp_path: Path) -> None:
    released(repo, "1.0.0")
    for name, zone, seed in (("one", "Asia/Tokyo", "3"), ("two", "UTC", "4")):
        clone = repo.clone(tmp_path / name / "copy of it")
        done = cardsmith("export", cwd=clone.top, TZ=zone, PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        assert package(clone).read_bytes() == package(repo).read_bytes()


def test_a_learner_gets_what_changed_and_nothing_else(repo: Repository, tmp_path: Path) -> None:
    with learner(tmp_path / "learner") as anki:
        released(repo, "1.0.0")
        assert anki.take(package(repo).read_bytes()) == Outcome(new=7)
        write(repo, BETTER + "  - {id: new, front: Q, back: A}\n")
        repo.announce("1.1.0")
        printed = released(repo, "1.1.0")
        assert anki.take(package(repo).read_bytes()) == Outcome(new=1, updated=1, same=6)
        assert anki.words("basic")[1] == "A better answer."
    assert "1 new note:\n\n- new\n" in printed
    assert "1 note changed." in printed
    assert "- basic: back\n" in printed


def test_what_did_not_change_keeps_its_line(repo: Repository) -> None:
    released(repo, "1.0.0")
    before = (repo.decks / ledger.FILE).read_text("utf-8").splitlines()
    write(repo, BETTER.replace("id: gap", "id: hole"))
    repo.announce("1.1.0")
    printed = released(repo, "1.1.0")
    after = (repo.decks / ledger.FILE).read_text("utf-8").splitlines()
    new = [line for line in after[1:] if line not in before]
    assert [line.partition('"id":')[2].partition(",")[0] for line in new] == [
        '"basic"',
        '"gap"',  # withdrawn
        '"hole"',
    ]
    assert '"ID:gap"' in printed


def test_what_changed_is_dated_by_the_release_unless_told_otherwise(repo: Repository) -> None:
    released(repo, "1.0.0")
    dates = {note.mod for note in apkg.read(package(repo).read_bytes()).notes}
    assert dates == {1_600_000_000}
    write(repo, BETTER)
    repo.announce("1.1.0")
    committed = int(repo.git("log", "-1", "--format=%ct"))
    released(repo, "1.1.0")
    later = {note.mod for note in apkg.read(package(repo).read_bytes()).notes} - dates
    assert later
    assert min(later) >= committed


def test_a_release_may_change_nothing_for_learners(repo: Repository) -> None:
    released(repo, "1.0.0")
    before = package(repo).read_bytes()
    repo.announce("1.0.1")
    assert "No note changed, and none is new." in released(repo, "1.0.1")
    assert package(repo).read_bytes() == before


def test_it_may_be_started_anywhere_in_the_repository(repo: Repository) -> None:
    done = Repository(repo.decks).release("1.0.0")
    assert done.returncode == 0, done.stderr
    assert package(repo).exists()


# --- what stops it


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("1.0", "is no version"),
        ("0.0.9", "older than 0.1.0, which src/cardsmith/__init__.py states"),
        ("2.0.0", "CHANGELOG.md says nothing under `## 2.0.0`"),
    ],
)
def test_a_wrong_version_changes_nothing(repo: Repository, version: str, says: str) -> None:
    before = state(repo)
    done = repo.release(version)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert state(repo) == before


def test_a_version_is_released_once(repo: Repository) -> None:
    released(repo, "1.0.0")
    before = state(repo)
    done = repo.release("1.0.0")
    assert "1.0.0 was released: there is a tag v1.0.0" in done.stderr
    repo.git("tag", "--delete", "v1.0.0")
    done = repo.release("1.0.0")
    assert "1.0.0 is not newer than 1.0.0, the last release" in done.stderr
    repo.git("tag", "v1.0.0")
    assert state(repo) == before


def test_a_dirty_tree_changes_nothing(repo: Repository) -> None:
    write(repo, BETTER)
    (repo.top / "new.txt").touch()
    before = state(repo)
    done = repo.release("1.0.0")
    assert done.returncode == 2
    assert "not committed yet: M decks/deck.yaml, ?? new.txt" in done.stderr
    assert state(repo) == before


def test_an_error_in_the_decks_changes_nothing(repo: Repository) -> None:
    write(repo, f"{ONE_OF_EACH}  - {{id: broken, front: Q}}\n")
    repo.commit()
    before = state(repo)
    done = repo.release("1.0.0")
    assert done.returncode == 1
    assert "1 error; nothing was written" in done.stderr
    assert state(repo) == before


def test_what_learners_could_not_update_changes_nothing(repo: Repository) -> None:
    released(repo, "1.0.0")
    deck = ONE_OF_EACH.replace("front: A plain question?", 'cloze: "{{c1::A}}"')
    write(repo, deck.replace("    back: A plain answer.\n", ""))
    repo.announce("1.1.0")
    before = state(repo)
    done = repo.release("1.1.0")
    assert done.returncode == 1
    assert "release: the note basic was released as a basic note" in done.stderr
    assert state(repo) == before


def test_a_clock_that_is_behind_changes_nothing(repo: Repository) -> None:
    released(repo, "1.0.0")
    file = repo.decks / ledger.FILE
    file.write_text(file.read_text("utf-8").replace("1600000000", "4000000000"), "utf-8")
    write(repo, BETTER)
    repo.announce("1.1.0")
    before = state(repo)
    done = repo.release("1.1.0")
    assert done.returncode == 2
    assert "clock of this machine is behind" in done.stderr
    assert "what changed in basic" in done.stderr
    assert state(repo) == before


HOOKS = {
    "pre-commit": "echo not today >&2; exit 1",
    # It is told of every reference that is to change.
    "reference-transaction": "! grep -q refs/tags/",
}


@pytest.mark.parametrize("hook", HOOKS)
def test_a_commit_or_tag_that_is_refused_changes_nothing(repo: Repository, hook: str) -> None:
    released(repo, "1.0.0")
    repo.announce("1.1.0")
    before = state(repo)
    script = repo.top / ".git" / "hooks" / hook
    script.write_text(f"#!/bin/sh\n{HOOKS[hook]}\n", "utf-8")
    script.chmod(0o755)
    done = repo.release("1.1.0")
    script.unlink()
    assert done.returncode == 1
    assert done.stderr.startswith("release: git ")
    assert state(repo) == before


def test_a_folder_without_a_repository_is_told_in_a_sentence(tmp_path: Path) -> None:
    done = Repository(tmp_path).release("1.0.0")
    assert done.returncode == 2
    assert "no repository that can be released" in done.stderr
    assert done.stderr.count("\n") == 1
