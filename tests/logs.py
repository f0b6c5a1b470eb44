"""Logs as tests write them: a word for each event."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

from cardsmith.deck import CardId
from cardsmith.history import (
    Answer,
    Bury,
    Deed,
    Event,
    Rename,
    Reset,
    SetDue,
    Suspend,
    Unsuspend,
    Void,
)

START = date(2026, 1, 1)


def day(number: int) -> date:
    """Day `number` of the test's calendar; day 0 is 1 January 2026."""
    return START + timedelta(days=number)


def log(text: str, card: str = "c", *, first: int = 1, prefix: str = "") -> list[Event]:
    """Read `3@0 1@6 suspend@8`: a key of four (or a deed) at a day, in the order of `n`.

    `3@0:15` is an answer that promises 15 days; `void(x)@3` undoes the event with the id x;
    ids are `<prefix>c1`, `<prefix>c2` …, after the card and `n`.
    """
    events = []
    for n, word in zip(count(first), text.split(), strict=False):
        what, _, rest = word.partition("@")
        number, _, days = rest.partition(":")
        on = day(int(number))
        name, _, argument = what.rstrip(")").partition("(")
        plain: dict[str, Deed] = {
            "suspend": Suspend(),
            "unsuspend": Unsuspend(),
            "bury": Bury(),
            "reset": Reset(),
            "void": Void(argument),
            "rename": Rename(CardId(argument)),
        }
        deed = plain.get(name)
        if name == "due":
            deed = SetDue(day(int(argument)))
        if deed is None:
            deed = Answer(int(name), 4, 1000, int(days) if days else None, "sm2", "")
        at = datetime(on.year, on.month, on.day, 12, tzinfo=UTC) + timedelta(seconds=n)
        events.append(Event(f"{prefix}{card}{n}", n, at, on, CardId(card), deed))
    return events
