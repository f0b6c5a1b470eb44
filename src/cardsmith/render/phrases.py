"""Numbers and days in words, the same ones in every command."""

from datetime import date

_WEEK = 7


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *front, last = parts or [""]
    return f"{', '.join(front)} and {last}" if front else last


def in_days(days: int) -> str:
    """`tomorrow`, `in 6 days`."""
    return "tomorrow" if days == 1 else f"in {counted(days, 'day')}"


def on_day(day: date, today: date) -> str:
    """A day as one says it today: `tomorrow`, `on Thursday`, `on 3 December`, `on 3 May 2027`."""
    away = (day - today).days
    if away in {-1, 0, 1}:
        return {-1: "yesterday", 0: "today", 1: "tomorrow"}[away]
    if 0 < away < _WEEK:
        return f"on {day:%A}"
    year = f" {day.year}" if day.year != today.year else ""
    return f"on {day.day} {day:%B}{year}"
