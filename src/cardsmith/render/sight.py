"""What of a card is to be seen: what is new on it, wherever the window stands and however wide."""

from collections.abc import Callable
from typing import NamedTuple

from rich.text import Text

from cardsmith.render.field import Field
from cardsmith.render.look import Look
from cardsmith.render.review import RULES, Screen


class Seen(NamedTuple):
    """A card, or what stands over it, as it was drawn.

    Attributes:
        make: what draws it for a window.
        made: as drawn.
        look: the window.
        rows: of the window.
        typed: the answer as typed so far.
    """

    make: Callable[[Look], Screen]
    made: Screen
    look: Look
    rows: int
    typed: Field


class Sight:
    """What was last seen of a card, or of what stands over it, and what before that."""

    def __init__(self) -> None:
        """Look at what was not seen yet."""
        self._last: Seen | None = None
        self._before: Seen | None = None  # before something was new

    def moved(self, seen: Seen, scroll: int) -> tuple[int, tuple[int, int] | None]:
        """How many lines are to be above the window, and which ones have to be in it, if any.

        In another window the place is about the same, and what was new last stays in view.
        """
        last, self._last = self._last, seen
        if last is None:
            return scroll, None
        body = seen.made.body
        is_typed = seen.typed != last.typed
        if (last.look.width, last.rows) != (seen.look.width, seen.rows):
            is_typed = bool(seen.typed.text)
            scroll = scroll * len(body) // max(1, len(last.made.body))
            focus = news(self._before.make(seen.look).body, body) if self._before else None
        else:
            focus = news(last.made.body, body)
            self._before = last if focus else self._before
        cursor = seen.made.cursor
        if cursor is not None and is_typed:
            return scroll, (cursor, cursor + 1)
        if cursor is not None and focus:  # what is new stands above what is typed
            return scroll, (focus[0], cursor + 1)
        return scroll, focus


def news(before: list[Text], now: list[Text]) -> tuple[int, int] | None:
    """Which lines were not there before: the first, and the one behind the last; None if none."""
    old, new = ([line.plain.rstrip() for line in lines] for lines in (before, now))
    start = _alike(old, new)
    end = len(new) - _alike(old[start:][::-1], new[start:][::-1])
    while start < end and not new[start].strip(RULES):
        start += 1
    return (start, end) if start < end else None


def _alike(some: list[str], others: list[str]) -> int:
    """How many lines are the same from the beginning."""
    pairs = zip(some, others, strict=False)
    return next(
        (place for place, (a, b) in enumerate(pairs) if a != b), min(len(some), len(others))
    )
