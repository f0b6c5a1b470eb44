"""Review logs of other programs: comma-separated text → answers, and what is wrong with its lines.

The columns are told by their names in the first line, whatever their order. What is needed is a
card, a rating and a time; how long the answer took is welcome. The review tables of Anki (`cid`,
`ease`, `id`) and of py-fsrs (`card_id`, `rating`, `review_datetime`) are read as they are.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple


class Row(NamedTuple):
    """An answer: the card, Again to Easy as 1 to 4, the instant with its offset, milliseconds."""

    card: str
    grade: int
    at: datetime
    ms: int = 0


class Problem(NamedTuple):
    """What is wrong with a line, counted from 1."""

    line: int
    message: str


class Log(NamedTuple):
    """The answers of a file in its order, and what is wrong with its other lines.

    `others` counts lines about a card that was moved by hand: they have no grade.
    """

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    others: int = 0


class HeaderError(ValueError):
    """The first line does not name the columns that are needed; the message says which."""


# The names of a column, the surest first.
_NAMES: dict[str, tuple[str, ...]] = {
    "card": ("card_id", "card", "cid", "cardid"),
    "rating": ("review_rating", "rating", "grade", "ease", "button_chosen"),
    "time": ("review_datetime", "review_time", "datetime", "timestamp", "reviewed_at", "time"),
    "duration": ("review_duration", "duration", "duration_ms", "ms", "taken_millis"),
}
# In Anki's review table `id` is the instant, and `time` is how long it took.
_OF_ANKI = {"card": "cid", "rating": "ease", "time": "id", "duration": "time"}

_RATINGS = {"1": 1, "2": 2, "3": 3, "4": 4, "again": 1, "hard": 2, "good": 3, "easy": 4}
_NO_ANSWERS = {"0", "manual"}
_DELIMITERS = ",;\t"
_LONGEST_MS = 60_000  # whoever looks at a card for longer has gone away
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_MS = 10**11  # a smaller number counts seconds
_NUMBER = re.compile(r"\d{1,17}(\.\d{1,9})?", re.ASCII)
_CLOCK = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*", re.ASCII)


def read(text: str, zone: tzinfo | None = None) -> Log:
    """Read a log.

    Args:
        text: with or without a byte order mark; commas, semicolons or tabs between the columns.
        zone: where the learner was. Without it each time stands as it is written, and times that
            say nothing of their zone are UTC.

    Raises:
        HeaderError: a column that is needed is not there.
    """
    lines = _lines(text.removeprefix("\ufeff"))
    _, header = next(lines, (1, ()))
    if isinstance(header, str):
        raise HeaderError(header)
    columns = _columns(header)
    rows, problems, others = list[Row](), list[Problem](), 0
    for number, cells in lines:
        if isinstance(cells, str):
            problems.append(Problem(number, cells))
        elif any(cells):
            try:
                row = _row({name: _cell(cells, at) for name, at in columns.items()}, zone)
            except ValueError as error:
                problems.append(Problem(number, str(error)))
            else:
                others += row is None
                rows += [row] if row else []
    return Log(tuple(rows), tuple(problems), others)


def _lines(text: str) -> Iterator[tuple[int, tuple[str, ...] | str]]:
    """The cells of each record with the number of its first line; a sentence where it has none."""
    head = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        number = reader.line_num + 1
        try:
            yield number, tuple(cell.strip() for cell in next(reader))
        except StopIteration:
            return
        except csv.Error as error:
            if "end of data" in str(error):
                yield number, "a quote opens here and is never closed"
                return
            yield number, f"cannot be told into columns ({error})"


def _columns(header: tuple[str, ...]) -> dict[str, int]:
    """Where each column stands; -1 for a duration that is not there."""
    at = {name.lower(): place for place, name in reversed(list(enumerate(header)))}
    if at.keys() >= set(_OF_ANKI.values()):
        return {column: at[name] for column, name in _OF_ANKI.items()}
    found = {
        column: next((at[name] for name in names if name in at), -1)
        for column, names in _NAMES.items()
    }
    missing = [column for column in ("card", "rating", "time") if found[column] < 0]
    if missing:
        raise HeaderError(
            f"the first line names no column for the {' and the '.join(missing)}; "
            "it should read like card,rating,time,duration"
        )
    return found


def _cell(cells: tuple[str, ...], at: int) -> str:
    return cells[at] if 0 <= at < len(cells) else ""


def _row(cells: Mapping[str, str], zone: tzinfo | None) -> Row | None:
    """An answer; None for a card moved by hand.

    Raises:
        ValueError: it is neither; the message says why.
    """
    rating = cells["rating"].lower()
    if not cells["card"]:
        raise ValueError("names no card")
    if rating in _NO_ANSWERS:
        return None
    if rating not in _RATINGS:
        raise ValueError(f"{cells['rating']!r} is no rating; write 1 to 4, or Again to Easy")
    return Row(
        cells["card"],
        _RATINGS[rating],
        _instant(cells["time"], zone),
        _duration(cells["duration"]),
    )


def _instant(text: str, zone: tzinfo | None) -> datetime:
    try:
        if _NUMBER.fullmatch(text):
            number = float(text)
            at = _EPOCH + timedelta(seconds=number if number < _FIRST_MS else number / 1000)
        else:
            at = datetime.fromisoformat(text if _CLOCK.fullmatch(text) else "")
        if at.tzinfo is None:
            return at.replace(tzinfo=zone or UTC)
        return at.astimezone(zone) if zone else at
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{text!r} is no time; write 2026-11-30T09:12:33+01:00") from error


def _duration(text: str) -> int:
    if not text:
        return 0
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is no duration; write milliseconds")
    return min(round(float(text)), _LONGEST_MS)
