"""Pictures and sound, opened in the system's own programs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from cardsmith.cli.programs import words_of
from cardsmith.errors import UsageError, reason

VARIABLE = "CARDSMITH_PLAYER"


def command(environment: Mapping[str, str], platform: str = sys.platform) -> list[str]:
    """The program that opens a file; empty where there is none, or where nobody would see it.

    Over SSH the program would run on the machine at the other end.

    Raises:
        UsageError: one is set that cannot be read.
    """
    chosen = words_of(environment, VARIABLE)
    if chosen:
        return chosen
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        return []
    if platform == "darwin":
        return ["open"]
    has_window = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    opener = shutil.which("xdg-open", path=environment.get("PATH"))
    return [opener] if opener and has_window else []


def opened(environment: Mapping[str, str], file: Path) -> bool:
    """Whether a program was started with a file; it goes on by itself.

    Raises:
        UsageError: one is set that cannot be read or started.
    """
    words = command(environment)
    if not words:
        return False
    try:
        subprocess.Popen(  # noqa: S603 - the learner's program
            [*words, str(file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
            start_new_session=True,
        )
    except OSError as error:
        if not environment.get(VARIABLE):
            return False
        what = f"{words[0]}, which {VARIABLE} names,"
        raise UsageError(f"{what} cannot be started: {reason(error)}") from error
    return True
