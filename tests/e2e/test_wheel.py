"""The wheel as a stranger gets it: alone in a new environment, run from an empty folder."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

import cardsmith

ROOT = Path(__file__).parents[2]
NAME = "Training Composer"  # the collection that ships

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]  # the environment is made once


class Installed(NamedTuple):
    """A wheel, and the command that came of it."""

    wheel: Path
    command: Path

    def run(self, *arguments: str, at: Path, status: int = 0) -> subprocess.CompletedProcess[str]:
        """Run `cardsmith` in the folder `at`, without a terminal and without a past."""
        home = at.parent / "home"
        home.mkdir(exist_ok=True)
        done = subprocess.run(
            [self.command, *arguments],
            cwd=at,
            env={"HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def python(*arguments: str | Path, interpreter: str | Path = sys.executable) -> None:
        done = subprocess.run(
            [interpreter, *arguments], env=clean, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    python("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    [wheel] = folder.glob("*.whl")
    python("-m", "venv", folder / "venv")
    binaries = folder / "venv" / "bin"
    python("-m", "pip", "install", "--quiet", wheel, interpreter=binaries / "python")
    return Installed(wheel, binaries / "cardsmith")


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


def below(folder: Path, prefix: str) -> set[str]:
    """The files of a folder as the wheel should name them."""
    return {
        f"{prefix}/{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_it_holds_the_program_the_decks_and_the_templates_alone(installed: Installed) -> None:
    with ZipFile(installed.wheel) as archive:
        names = set(archive.namelist())
    notes = {name for name in names if name.partition("/")[0].endswith(".dist-info")}
    assert names - notes == (
        below(ROOT / "src" / "cardsmith", "cardsmith")
        | below(ROOT / "decks", "cardsmith/shipped/decks")
        | below(ROOT / "templates", "cardsmith/shipped/templates")
    )
    licences = {name.partition("/licenses/")[2] for name in notes if "/licenses/" in name}
    assert licences == {"LICENSE", "decks/LICENSE"}


def test_it_says_its_version(installed: Installed, empty: Path) -> None:
    done = installed.run("--version", at=empty)
    assert done.stdout == f"cardsmith {cardsmith.__version__}\n"


def test_review_without_a_terminal_says_what_there_is_to_do(
    installed: Installed, empty: Path
) -> None:
    done = installed.run("review", at=empty)
    assert NAME in done.stdout.splitlines()[0]
    assert re.search(r"\b[1-9]\d* new\b", done.stdout)
    assert list(empty.iterdir()) == []


def test_due_speaks_json(installed: Installed, empty: Path) -> None:
    done = installed.run("due", "--json", at=empty)
    assert NAME in json.dumps(json.loads(done.stdout))


def test_lint_without_a_collection_says_so(installed: Installed, empty: Path) -> None:
    done = installed.run("lint", at=empty, status=2)
    assert done.stdout == ""
    [sentence] = done.stderr.splitlines()
    assert re.match(r"cardsmith: .*\bcollection\b", sentence)


def test_lint_finds_the_collection_it_stands_in(installed: Installed, empty: Path) -> None:
    shutil.copytree(ROOT / "decks", empty / "decks")
    installed.run("lint", at=empty)
    installed.run("lint", at=empty / "decks")
