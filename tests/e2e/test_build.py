"""What the release workflow builds: the wheel and the package, the same bytes twice."""

import shutil
import subprocess
from pathlib import Path

import pytest

import cardsmith
from repository import Repository

ROOT = Path(__file__).parents[2]
TAG = f"v{cardsmith.__version__}"


@pytest.mark.xdist_group("wheel")  # it is built and installed, as there
@pytest.mark.needs("git")
@pytest.mark.slow
def test_a_release_is_built_twice_alike(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "repo")
    for name in ("src", "decks", "templates", ".github"):
        shutil.copytree(ROOT / name, repo.top / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, repo.top / name)
    repo.git("init", "--quiet", "--initial-branch=main")
    repo.commit()
    repo.git("tag", TAG)
    made = tmp_path / "made"
    done = subprocess.run(
        ["bash", ".github/scripts/build.sh", TAG, made],
        cwd=repo.top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    names = {path.name for path in (made / "files").iterdir()}
    assert names == {
        "training-composer.apkg",
        f"cardsmith-{cardsmith.__version__}-py3-none-any.whl",
    }
    assert (made / "notes.md").read_text("utf-8").startswith("# Training Composer ")
