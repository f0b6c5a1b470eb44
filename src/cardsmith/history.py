"""What happened to cards: events, and one event ⇄ one line of JSON.

The format is a contract (`docs/review-log.md`): lines are only ever added, kinds and fields that
this version does not know survive because nothing rewrites them.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import NamedTuple

from cardsmith.deck import CardId

VERSION = 1


class Stamp(NamedTuple):
    """An instant as the log records it: the clock is read once, at the edge, into one of these."""

    at: datetime
    day: date
    id: str


class Answer(NamedTuple):
    """A graded answer: `key` of `of` keys was pressed.

    `days` is the interval promised, None where the answer promises nothing (drill).
    `by` names the scheduler that promised, `saw` the card as it was shown.
    """

    key: int
    of: int
    ms: int
    days: int | None
    by: str
    saw: str


class Void(NamedTuple):
    """Undo: the event with the id `target` did not happen."""

    target: str


class SetDue(NamedTuple):
    """A new promise, without an answer."""

    due: date


class Suspend(NamedTuple):
    """The card is not asked until it is unsuspended."""


class Unsuspend(NamedTuple):
    """The card is asked again."""


class Bury(NamedTuple):
    """The card is not asked for the rest of the study day."""


class Reset(NamedTuple):
    """The card is new again."""


class Rename(NamedTuple):
    """What was recorded for the event's card belongs to the card `to`."""

    to: CardId


class Flag(NamedTuple):
    """Something is wrong with the card; `why` says what."""

    why: str


class Seen(NamedTuple):
    """The card was shown with its answer and not asked; `saw` is the card as it was shown."""

    saw: str


Deed = Answer | Void | SetDue | Suspend | Unsuspend | Bury | Reset | Rename | Flag | Seen


class Event(NamedTuple):
    """One thing that happened to one card.

    `n` is one more than the highest `n` of that card which the writer had read, so events of a card
    are in order by (`n`, `at`, `id`) even where a clock was wrong.
    """

    id: str
    n: int
    at: datetime
    day: date
    card: CardId
    deed: Deed

    @property
    def order(self) -> tuple[int, datetime, str]:
        """The key that puts the events of one card in order."""
        return self.n, self.at, self.id


class DamagedLineError(ValueError):
    """A line is not an event."""


class NewerLineError(ValueError):
    """A line is of a later version of the format."""


# How a deed stands in a line: its name, then its fields in the order of the class.
_NAMES: dict[type[Deed], str] = {
    Answer: "answer",
    Void: "void",
    SetDue: "due",
    Suspend: "suspend",
    Unsuspend: "unsuspend",
    Bury: "bury",
    Reset: "reset",
    Rename: "rename",
    Flag: "flag",
    Seen: "seen",
}


KINDS = tuple(_NAMES.values())


def kind(deed: Deed) -> str:
    """What a deed is called in a line."""
    return _NAMES[type(deed)]


def dumps(event: Event) -> str:
    """The line of an event, without its line feed."""
    line: dict[str, object] = {
        "v": VERSION,
        "id": event.id,
        "n": event.n,
        "at": event.at.isoformat(timespec="milliseconds"),
        "day": event.day.isoformat(),
        "card": event.card,
        "do": kind(event.deed),
    }
    for name, value in event.deed._asdict().items():
        if value is not None:
            line[name] = value.isoformat() if isinstance(value, date) else value
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def loads(line: str) -> Event | None:
    """Read a line; None for a kind of event that this version does not know.

    Raises:
        DamagedLineError: it is not an event.
        NewerLineError: its version is above `VERSION`.
    """
    try:
        raw = json.loads(line)
        version = _whole(raw["v"])
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise DamagedLineError(line) from error
    if version > VERSION:
        raise NewerLineError(line)
    try:
        deed = _deed(raw)
        if deed is None:
            return None
        return Event(
            id=_text(raw["id"]),
            n=_whole(raw["n"]),
            at=_instant(raw["at"]),
            day=date.fromisoformat(raw["day"]),
            card=CardId(_text(raw["card"])),
            deed=deed,
        )
    except (ValueError, LookupError, TypeError) as error:
        raise DamagedLineError(line) from error


def _deed(raw: Mapping[str, object]) -> Deed | None:
    read = _READERS.get(_text(raw["do"]))
    return None if read is None else read(raw)


def _answer(raw: Mapping[str, object]) -> Answer:
    days = raw.get("days")
    key, of = _whole(raw["key"]), _whole(raw["of"])
    if key not in QUALITIES.get(of, {}):
        raise ValueError(key)
    return Answer(
        key,
        of,
        ms=_whole(raw.get("ms", 0)),
        days=None if days is None else _whole(days),
        by=_text(raw.get("by", "")),
        saw=_text(raw.get("saw", "")),
    )


_READERS: dict[str, Callable[[Mapping[str, object]], Deed]] = {
    "answer": _answer,
    "void": lambda raw: Void(_text(raw["target"])),
    "due": lambda raw: SetDue(date.fromisoformat(_text(raw["due"]))),
    "suspend": lambda _: Suspend(),
    "unsuspend": lambda _: Unsuspend(),
    "bury": lambda _: Bury(),
    "reset": lambda _: Reset(),
    "rename": lambda raw: Rename(CardId(_text(raw["to"]))),
    "flag": lambda raw: Flag(_text(raw.get("why", ""))),
    "seen": lambda raw: Seen(_text(raw["saw"])),
}


# SM-2's quality for each key of the three layouts: forgot, hard, good, easy; not yet, got it; and
# the six grades of 1990 themselves.
QUALITIES: dict[int, Mapping[int, int]] = {
    2: {1: 2, 2: 4},
    4: {1: 2, 2: 3, 3: 4, 4: 5},
    6: {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5},
}


def quality(pressed: Answer) -> int:
    """SM-2's quality, 0 to 5, of a pressed key."""
    return QUALITIES[pressed.of][pressed.key]


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _instant(value: object) -> datetime:
    instant = datetime.fromisoformat(_text(value))
    if instant.tzinfo is None:
        raise ValueError(value)
    return instant
