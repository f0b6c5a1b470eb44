"""The study day: a day that ends when the learner goes to bed, not at midnight."""

from datetime import date, datetime

DEFAULT_ROLLOVER = 4


def study_day(at: datetime, rollover: int = DEFAULT_ROLLOVER) -> date:
    """The study day of an instant, read off the learner's wall clock.

    The hours are taken off the wall clock and not off the instant, so that the day changes at
    exactly `rollover` o'clock also in the nights when the clocks change.

    Args:
        at: an instant with the learner's UTC offset.
        rollover: the hour, 0 to 23, at which a new study day begins.

    Raises:
        ValueError: `at` has no offset.
    """
    if at.tzinfo is None:
        message = "a study day needs an instant with its UTC offset"
        raise ValueError(message)
    day = at.date()
    return days_after(day, -1) if at.hour < rollover else day


def days_after(day: date, days: int) -> date:
    """`day` plus `days`, held within the calendar (years 1 to 9999)."""
    ordinal = day.toordinal() + days
    return date.fromordinal(max(1, min(ordinal, date.max.toordinal())))
