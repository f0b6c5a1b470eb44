"""The hooks for pre-commit: what they run over which files; and once for real."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardsmith.cli import COMMANDS
from shelf import shelf

ROOT = Path(__file__).parents[2]
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
}
CARD = "  - {{id: a, {}: q, back: b, source: 'https://example.org/a', tags: [t]}}\n"
GOOD = "deck: {name: Test}\ncards:\n" + CARD.format("front")
BAD = "deck: {name: Test}\ncards:\n" + CARD.format("frnt")


def hook(name: str, at: Path, *changed: str) -> subprocess.CompletedProcess[str]:
    """Run a hook as pre-commit does: the entry, and those of the changed files that fit."""
    found = HOOKS[name]
    files = [path for path in changed if re.search(found["files"], path)]
    program, *arguments = shlex.split(found["entry"])
    return subprocess.run(
        [Path(sys.executable).with_name(program), *arguments, *files],
        cwd=at,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository of decks, and of more than decks."""
    shelf(tmp_path / "decks", good=GOOD, bad=BAD)
    (tmp_path / "README.md").write_text("# Cards\n", "utf-8")
    (tmp_path / ".github" / "workflows").mkdir(parents=True)
    (tmp_path / ".github" / "workflows" / "ci.yml").write_text("on: push\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_calls_a_command(name: str) -> None:
    program, command, *_ = shlex.split(HOOKS[name]["entry"])
    assert (program, HOOKS[name]["language"]) == ("cardsmith", "python")
    assert command in COMMANDS


def test_files_that_are_no_decks_are_passed_over_with_a_note(repo: Path) -> None:
    done = hook("cardsmith-lint", repo, "README.md", ".github/workflows/ci.yml")
    assert done.returncode == 0
    assert done.stderr.startswith("skipped .github/workflows/ci.yml: ")


def test_also_where_all_files_are_named(repo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardsmith", "lint", "README.md", ".github/workflows/ci.yml"],
        cwd=repo,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 2


def test_of_a_deck_and_another_file_the_deck_is_checked(repo: Path) -> None:
    assert hook("cardsmith-lint", repo, "README.md", "decks/good.yaml").returncode == 0
    done = hook("cardsmith-lint", repo, "README.md", "decks/bad.yaml")
    assert done.returncode == 1
    assert "E105" in done.stdout


@pytest.mark.needs("git")
def test_a_deck_that_is_staged_gets_its_layout(repo: Path) -> None:
    deck = repo / "decks" / "good.yaml"
    deck.write_text(GOOD.replace("\n", "   \n"), "utf-8")
    git(repo, "init", "--quiet")
    git(repo, "add", "--all")
    done = hook("cardsmith-fmt", repo, "README.md", "decks/good.yaml")
    assert done.returncode == 0, done.stderr
    assert deck.read_text("utf-8") == GOOD


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")  # it is built and installed, as there
@pytest.mark.needs("git")
def test_pre_commit_installs_and_runs_them(
    repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    tool = tmp_path_factory.mktemp("tool")
    for name in ("src", "decks", "templates"):
        shutil.copytree(ROOT / name, tool / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, tool / name)
    for folder in (tool, repo):
        git(folder, "init", "--quiet")
        git(folder, "add", "--all")
    git(tool, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "x")
    done = pre_commit(repo, tool, "--all-files")
    assert done.returncode == 1
    assert "cardsmith lint" in done.stdout
    assert "decks/bad.yaml:3:" in done.stdout
    (repo / "decks" / "bad.yaml").unlink()
    git(repo, "add", "--all")
    assert pre_commit(repo, tool, "--all-files").returncode == 0


def pre_commit(at: Path, tool: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "try-repo", tool, "cardsmith-lint", *options],
        cwd=at,
        capture_output=True,
        text=True,
        check=False,
    )


def git(at: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=at, check=True, capture_output=True)
