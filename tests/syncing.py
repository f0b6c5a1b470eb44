"""A sync as a process, and a git that dies: `python syncing.py FOLDER DEVICE`."""

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from cardsmith.history import Event
from cardsmith.historyfile import HistoryFolder
from cardsmith.historysync import Outcome, sync

COLLECTION = "test-00000000"

# Counts the calls of git; at the one asked for, it or its caller is killed.
_DEADLY = """\
#!/bin/sh
n=$(($(cat "$CALLS") + 1))
echo $n > "$CALLS"
if [ $n = "$AT" ]; then
  case $HOW in
    before) kill -9 $PPID; exit 1 ;;
    after) "$GIT" "$@"; kill -9 $PPID; exit 1 ;;
    during) exec 3<&0; "$GIT" "$@" <&3 & g=$!; i=0
      while [ $i -lt $SPIN ]; do i=$((i + 1)); done
      kill -9 $PPID; kill -9 $g; exit 1 ;;
    full) exec prlimit --core=0 --fsize=$SPIN "$GIT" "$@" ;;
  esac
fi
exec "$GIT" "$@"
"""


class Machine(NamedTuple):
    """One of a learner's machines."""

    home: Path
    device: str

    @property
    def history(self) -> HistoryFolder:
        """Its history of the one collection."""
        return HistoryFolder(self.home / COLLECTION, self.device)

    @property
    def environment(self) -> dict[str, str]:
        """What its programs are given."""
        return {**os.environ, "CARDSMITH_DEVICE": self.device}

    def sync(self, url: str = "", timeout: float | None = None) -> Outcome:
        """Sync it."""
        return sync(self.home, self.environment, url=url, timeout=timeout)

    def ids(self) -> set[str]:
        """The events that it has."""
        return {event.id for event in self.events()}

    def events(self) -> tuple[Event, ...]:
        """The events that it has, as they were read."""
        return self.history.read().events


class Deadly(NamedTuple):
    """A folder with a `git` that is killed, or kills its caller."""

    folder: Path

    def environment(self, at: int, how: str, spin: int = 0) -> dict[str, str]:
        """What makes it strike at its call number `at`."""
        real = shutil.which("git") or "git"
        self.folder.mkdir(exist_ok=True)
        script = self.folder / "git"
        if not script.exists():
            script.write_text(_DEADLY, "utf-8")
            script.chmod(0o755)
        (self.folder / "calls").write_text("0", "utf-8")
        return {
            "PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}",
            "CALLS": str(self.folder / "calls"),
            "AT": str(at),
            "HOW": how,
            "SPIN": str(spin),
            "GIT": real,
        }

    @property
    def calls(self) -> int:
        """How often it was called."""
        return int((self.folder / "calls").read_text("utf-8"))


def main(home: str, device: str) -> None:
    print(Machine(Path(home), device).sync())  # noqa: T201 - for whoever looks at a failure


if __name__ == "__main__":
    main(*sys.argv[1:])
