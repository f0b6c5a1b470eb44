"""What commands ask of git."""

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, NamedTuple

from cardsmith.errors import CardsmithError, reason

LINK, SUBMODULE = "120000", "160000"  # modes of entries that are no plain files


class GitError(CardsmithError):
    """Git is not there, or it refused; the message has its words."""


class NoGitError(GitError):
    """Git is not installed."""


class Entry(NamedTuple):
    """A file of a commit or of the index: its mode, and what names its content."""

    path: str
    mode: str
    blob: str
    size: int = 0


class Git(NamedTuple):
    """Runs git in a folder."""

    folder: Path

    def __call__(self, *arguments: str) -> str:
        """What a command of git prints.

        Raises:
            GitError: it failed.
        """
        try:
            # Names of folders may begin or end with blanks.
            return self.output(*arguments).decode().removesuffix("\n")
        except ValueError as error:
            raise GitError(f"git {arguments[0]}: {error}") from error

    def output(self, *arguments: str, given: bytes = b"") -> bytes:
        """The bytes that a command prints; `given` is what it reads.

        Raises:
            GitError: it failed.
        """
        try:
            done = subprocess.run(  # noqa: S603
                self._command(arguments),
                capture_output=True,
                check=True,
                input=given,
                env=_environment(),
            )
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace")
            raise GitError(f"git {arguments[0]}: {_last_line(said)}") from error
        except FileNotFoundError as error:
            raise NoGitError("git is not installed") from error
        except OSError as error:
            raise GitError(f"git {arguments[0]}: {reason(error)}") from error
        except ValueError as error:
            raise GitError(f"git {arguments[0]}: {error}") from error
        return done.stdout

    def rows(self, *arguments: str) -> Iterator[str]:
        """What a command prints with `-z`: names as they are, whatever is in them."""
        for row in self.output(*arguments).split(b"\0"):
            if row:
                yield os.fsdecode(row)

    def tree(self, commit: str) -> dict[str, Entry]:
        """All files of a commit, by their paths from the top of the repository."""
        found = {}
        for row in self.rows("ls-tree", "-r", "-l", "-z", "--full-tree", commit):
            about, _, path = row.partition("\t")
            mode, _, blob, size = about.split()
            found[path] = Entry(path, mode, blob, int(size) if size.isdigit() else 0)
        return found

    def known(self) -> dict[str, Entry]:
        """The files in this folder that git knows, by their paths from the folder."""
        found = {}
        for row in self.rows("ls-files", "-s", "-z"):
            about, _, path = row.partition("\t")
            mode, blob, _ = about.split()
            found[path] = Entry(path, mode, blob)
        return found

    def contents(self, blobs: Iterable[str]) -> Iterator[bytes]:
        """The contents of blobs, one after the other.

        Raises:
            GitError: one cannot be had.
        """
        # Asked through a file: into a pipe git could not write before we read, nor we before it.
        with tempfile.TemporaryFile() as asked:
            asked.write("".join(f"{blob}\n" for blob in blobs).encode())
            asked.seek(0)
            with subprocess.Popen(  # noqa: S603
                self._command(("cat-file", "--batch")),
                stdin=asked,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
            ) as git:
                if git.stdout is None:
                    raise AssertionError(git)
                with closing(git.stdout):
                    yield from _batch(git.stdout)

    def _command(self, arguments: tuple[str, ...]) -> list[str]:
        return ["git", "--no-optional-locks", "-C", str(self.folder), *arguments]


def _environment() -> dict[str, str]:
    """The environment, without what a hook of git is told of the repository that it runs in.

    With it git would take any folder for the top of that repository. Who names a working tree as
    well has a reason to.
    """
    told = set() if "GIT_WORK_TREE" in os.environ else {"GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"}
    return {name: value for name, value in os.environ.items() if name not in told}


def _batch(answers: IO[bytes]) -> Iterator[bytes]:
    """What `git cat-file --batch` answers."""
    while head := answers.readline():
        words = head.split()
        if not words[-1].isdigit():
            raise GitError(f"git cat-file: {head.decode(errors='replace').strip()}")
        content = answers.read(int(words[-1]))
        answers.read(1)
        yield content


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it failed"])[-1]
