"""The program as a process: arguments and input in; output, errors and exit status out."""

import os
import subprocess
import sys
from pathlib import Path


def cardsmith(
    *arguments: str | Path, typed: str = "", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run it and wait for its end."""
    return subprocess.run(
        [sys.executable, "-m", "cardsmith", *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )
