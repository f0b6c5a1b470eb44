"""What a learner may set. Settings are the learner's alone: nothing in a deck can change them."""

from typing import NamedTuple

from cardsmith.day import DEFAULT_ROLLOVER
from cardsmith.schedule.sm2 import LONGEST


class Settings(NamedTuple):
    """The settings, with their defaults.

    Attributes:
        new: new cards a study day, over all devices.
        reviews: reviews a study day, over all devices.
        rollover: the hour at which a study day begins.
        longest: the longest interval, in days.
    """

    new: int = 10
    reviews: int = 200
    rollover: int = DEFAULT_ROLLOVER
    longest: int = LONGEST
