"""Repositories that tests make: a collection in git, with what a release needs."""

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from program import ran
from shelf import ONE_OF_EACH, shelf

SOURCE = Path("src", "cardsmith", "__init__.py")
CHANGELOG = "# Changelog\n\n## Unreleased\n\n## {}\n\n- {}\n"
PERSON = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Somebody"), ("EMAIL", "somebody@example.org"))
}


class Repository(NamedTuple):
    """A repository of a collection."""

    top: Path

    @property
    def decks(self) -> Path:
        """The folder of the collection."""
        return self.top / "decks"

    def git(self, *arguments: str) -> str:
        """What git prints."""
        command = ["git", "-c", "protocol.file.allow=always", *arguments]
        done = subprocess.run(
            command,
            cwd=self.top,
            env={**os.environ, **PERSON},
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def commit(self) -> None:
        """Commit all that there is."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", "a change")

    def announce(self, version: str, words: str = "Something changed.") -> None:
        """Give a version its section of the changelog, and commit."""
        (self.top / "CHANGELOG.md").write_text(CHANGELOG.format(version, words), "utf-8")
        self.commit()

    def release(self, version: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """What `make release` runs."""
        return ran("cardsmith.cli.release", version, cwd=self.top, **PERSON, **environment)

    def clone(self, folder: Path) -> "Repository":
        """Another person's copy, in a folder that is not there yet."""
        self.git("clone", "--quiet", str(self.top), str(folder))
        return Repository(folder)


def repository(top: Path, deck: str = ONE_OF_EACH, version: str = "0.1.0") -> Repository:
    """A repository with one collection, committed."""
    shelf(top / "decks", deck=deck)
    (top / SOURCE).parent.mkdir(parents=True)
    (top / SOURCE).write_text(f'"""Cards."""\n\n__version__ = "{version}"\n', "utf-8")
    (top / ".gitignore").write_text("/dist/\n", "utf-8")
    made = Repository(top)
    made.git("init", "--quiet", "--initial-branch=main")
    made.commit()
    return made
