"""A release as others get it: from a clone, and in the wheel."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from repository import Repository

ROOT = Path(__file__).parents[2]
# What the wheel is made of, beside what a release needs.
PARTS = ("decks", "src", "templates", "LICENSE", "README.md", "pyproject.toml", ".gitignore")

pytestmark = [pytest.mark.needs("git"), pytest.mark.xdist_group("released")]  # it is made once
PACKAGE = Path("dist", "training-composer.apkg")


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """This repository as it is now, with a release made of it."""
    repo = Repository(tmp_path_factory.mktemp("released") / "cards")
    repo.top.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            rubbish = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, repo.top / part, ignore=rubbish)
        else:
            shutil.copy(ROOT / part, repo.top)
    repo.git("init", "--quiet", "--initial-branch=main")
    repo.announce("900.0.0")
    done = repo.release("900.0.0", PYTHONPATH=str(repo.top / "src"))
    assert done.returncode == 0, done.stdout + done.stderr
    return repo


def exported(code: Path, at: Path, **environment: str) -> bytes:
    """What an export gives in a folder, by the program whose code stands in another one."""
    done = subprocess.run(
        [sys.executable, "-m", "cardsmith", "export", "-o", "out.apkg"],
        cwd=at,
        env={**os.environ, "PYTHONPATH": str(code), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert str(code) in done.stdout or "found here" in done.stdout
    return (at / "out.apkg").read_bytes()


def test_clones_export_the_bytes_of_the_release(released: Repository, tmp_path: Path) -> None:
    wanted = (released.top / PACKAGE).read_bytes()
    for name, zone in (("one", "UTC"), ("other one", "Pacific/Kiritimati")):
        clone = released.clone(tmp_path / name)
        assert exported(clone.top / "src", clone.top, TZ=zone, PYTHONHASHSEED="5") == wanted


@pytest.mark.slow  # it is built and installed
def test_the_wheel_exports_the_bytes_of_the_release(released: Repository, tmp_path: Path) -> None:
    """The ledger is in it, and so are the dates."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    for arguments in (
        ["wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(released.top)],
        ["install", "--no-deps", "--no-index", "--target", str(tmp_path / "installed")],
    ):
        wheels = [str(path) for path in tmp_path.glob("*.whl")]
        subprocess.run([*pip, *arguments, *wheels], env=environment, check=True)
    (tmp_path / "empty").mkdir()
    made = exported(tmp_path / "installed", tmp_path / "empty")
    assert made == (released.top / PACKAGE).read_bytes()
