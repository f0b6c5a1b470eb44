"""What every command needs: the clock, the zone and the collection asked for."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from cardsmith.day import study_day
from cardsmith.history import Stamp


class Clock(NamedTuple):
    """The one place where the time of day is read."""

    now: Callable[[], datetime] = lambda: datetime.now().astimezone()

    def stamp(self, rollover: int) -> Stamp:
        """This instant with its study day and a fresh event id (64 random bits)."""
        at = self.now()
        return Stamp(at, study_day(at, rollover), secrets.token_hex(8))
