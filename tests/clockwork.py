"""The program under a clock that stands: `clockwork.py INSTANT SECONDS ARGUMENTS…`.

Whenever the program looks how long it has been running, SECONDS have gone by since it last looked.
"""

import sys
from datetime import datetime
from itertools import count

from cardsmith.cli import run
from cardsmith.cli.app import App, Clock

INSTANT = "2026-03-02T09:00:00+00:00"  # a Monday


def program(instant: str = INSTANT, seconds: int = 0) -> tuple[str, ...]:
    """The command line of the program under such a clock, without its arguments."""
    return sys.executable, __file__, instant, str(seconds)


if __name__ == "__main__":
    _, when, step, *words = sys.argv
    passing = count(0, int(step))
    clock = Clock(lambda: datetime.fromisoformat(when), lambda: float(next(passing)))
    sys.exit(run(words, App(clock)))
