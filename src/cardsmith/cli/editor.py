"""The learner's editor, opened at a line."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from cardsmith.cli.programs import words_of
from cardsmith.errors import UsageError, reason

_PLUS = {"ed", "emacs", "emacsclient", "gvim", "hx", "joe", "kak", "mg", "micro", "nano", "ne"}
_PLUS |= {"nvim", "vi", "view", "vim"}
_GOTO = {"code", "codium", "cursor"}


def command(environment: Mapping[str, str], file: Path, line: int) -> list[str]:
    """The command line that opens a file at a line, as far as the editor knows lines.

    Raises:
        UsageError: no editor is set, or none that can be read.
    """
    words = words_of(environment, "VISUAL", "EDITOR")
    if not words:
        raise UsageError("no editor is set; set VISUAL or EDITOR, for example EDITOR=nano")
    name = Path(words[0]).stem
    if name in _PLUS:
        return [*words, f"+{line}", str(file)]
    if name in _GOTO:
        return [*words, "--wait", "--goto", f"{file}:{line}"]
    return [*words, str(file)]


def open_at(environment: Mapping[str, str], file: Path, line: int) -> int:
    """Open a file and wait until the editor is closed: its exit status.

    Raises:
        UsageError: no editor is set, or it cannot be started.
    """
    words = command(environment, file, line)
    try:
        done = subprocess.run(words, check=False, env={**os.environ, **environment})  # noqa: S603 - theirs
    except OSError as error:
        raise UsageError(f"the editor {words[0]} cannot be started: {reason(error)}") from error
    return done.returncode
