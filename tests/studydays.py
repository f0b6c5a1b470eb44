"""A process that says study days: `instant rollover` on each line of its input, in seconds.

The zone is that of the machine, so `TZ` in its environment says where it is.
"""

import sys
from datetime import date, datetime

from cardsmith.cli.app import App, Clock
from cardsmith.settings import Settings


def said(now: datetime, rollover: int) -> date:
    """The study day that the program takes an instant for."""
    return App(Clock(lambda: now)).stamp(Settings(rollover=rollover)).day


def main() -> None:
    """Read lines, print days."""
    for line in sys.stdin:
        instant, rollover = map(int, line.split())
        here = datetime.fromtimestamp(instant).astimezone()
        print(said(here, rollover))  # noqa: T201 - read by the test


if __name__ == "__main__":
    main()
