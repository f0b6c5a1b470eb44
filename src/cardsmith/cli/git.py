"""What commands ask of git."""

import subprocess
from pathlib import Path
from typing import NamedTuple

from cardsmith.errors import CardsmithError


class GitError(CardsmithError):
    """Git is not there, or it refused; the message has its words."""


class Git(NamedTuple):
    """Runs git in a folder."""

    folder: Path

    def __call__(self, *arguments: str) -> str:
        """What a command of git prints.

        Raises:
            GitError: it failed.
        """
        command_line = ["git", "--no-optional-locks", "-C", str(self.folder), *arguments]
        try:
            done = subprocess.run(  # noqa: S603
                command_line, capture_output=True, check=True, text=True, encoding="utf-8"
            )
        except subprocess.CalledProcessError as error:
            raise GitError(f"git {arguments[0]}: {_last_line(error.stderr)}") from error
        except (OSError, ValueError) as error:
            raise GitError(f"git {arguments[0]}: {error}") from error
        return done.stdout.strip()


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it failed"])[-1]
