"""The files of a log line by line, each event with its place: to check them, and to merge others.

A review reads events alone (`historyfile`). Here every line keeps its number and its text, so that
kinds and fields of events that this version does not know are passed on as they are.
"""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from cardsmith import logbook
from cardsmith.errors import HistoryError, NewerHistoryError, UsageError, reason
from cardsmith.history import DamagedLineError, NewerLineError, loads
from cardsmith.historyfile import HistoryFolder, extend
from cardsmith.logbook import Addition, Line, LogFile

_BOM = b"\xef\xbb\xbf"
_PATIENCE = 10  # seconds that another merge may take
_HISTORY = re.compile(r".*-([0-9a-f]{8})")  # the name of a collection's folder


def read(path: Path) -> LogFile:
    """Read a file.

    Raises:
        NewerHistoryError: a newer cardsmith wrote it.
        HistoryError: it cannot be read.
    """
    try:
        data = path.read_bytes()
        aside = path.with_suffix(".torn")
        torn = aside.read_bytes().count(b"\n") if aside.exists() else 0
    except OSError as error:
        raise HistoryError(f"{path} cannot be read: {reason(error)}") from error
    lines, damaged = list[Line](), list[int]()
    for number, raw in enumerate(data.removeprefix(_BOM).split(b"\n"), 1):
        if not raw.strip():
            continue
        try:
            lines.append(_line(number, raw.decode().strip()))
        except NewerLineError as error:
            raise NewerHistoryError(
                f"{path}:{number} was written by a newer cardsmith; update this one to go on"
            ) from error
        except ValueError:
            damaged.append(number)
    return LogFile(str(path), path.parent.name, tuple(lines), tuple(damaged), torn)


def _line(number: int, text: str) -> Line:
    event = loads(text)
    if event is not None:
        return Line(number, event.id, event.day, text, event)
    raw = json.loads(text)
    if not isinstance(raw.get("id"), str) or not isinstance(raw.get("day"), str):
        raise DamagedLineError(text)
    return Line(number, raw["id"], date.fromisoformat(raw["day"]), text, None)


def sources(path: Path, short_id: str) -> list[Path]:
    """The files of events in what somebody names: one of them, or a folder with some.

    The folder is a device's, a collection's history, or that of all histories, of which the one of
    this collection is meant.

    Raises:
        UsageError: there are none, or they belong to another collection.
    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder; name a log, or a folder of them")
    if path.is_file():
        found = [path]
    else:
        patterns = (f"*-{short_id}/reviews/*/*.jsonl", "reviews/*/*.jsonl", "*/*.jsonl", "*.jsonl")
        found = next((some for each in patterns if (some := sorted(path.glob(each)))), [])
    if not found:
        raise UsageError(f"{path} holds no history of this collection: no .jsonl file")
    for file in found:
        of = _collection_of(file)
        if of and of != short_id:
            raise UsageError(f"{file} is the history of another collection ({of})")
    return found


def _collection_of(file: Path) -> str:
    """The short id in the name of the history that a file lies in; empty if it lies in none."""
    for folder in file.resolve().parents:
        name = _HISTORY.fullmatch(folder.parent.name)
        if folder.name == "reviews" and name:
            return name[1]
    return ""


def addition(folder: HistoryFolder, found: Iterable[LogFile]) -> Addition:
    """What these files hold that a history does not.

    Raises:
        HistoryError: the history cannot be read.
    """
    return logbook.addition((read(file) for file in folder.files()), found)


def merge(folder: HistoryFolder, found: Iterable[LogFile]) -> Addition:
    """Write what these files hold and a history does not into the files of this device.

    The lines are written as they are. Of two merges at once one waits for the other.

    Raises:
        HistoryError: the history cannot be read or written; what was written is whole.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only here

    mine = folder.path / "reviews" / folder.device
    try:
        mine.mkdir(parents=True, exist_ok=True)
        with FileLock(mine / "merge.lock", timeout=_PATIENCE):
            added = addition(folder, found)
            for year, lines in _by_year(added.lines):
                data = "".join(f"{line.text}\n" for line in lines).encode()
                extend(mine / f"{year:04}.jsonl", data)
            return added
    except Timeout as error:
        raise HistoryError(f"{mine} is being merged into by another program") from error
    except OSError as error:
        raise HistoryError(
            f"nothing more could be written to {mine}: {reason(error)}; merge again when it can"
        ) from error


def _by_year(lines: Iterable[Line]) -> Iterator[tuple[int, list[Line]]]:
    years: dict[int, list[Line]] = {}
    for line in lines:
        years.setdefault(line.day.year, []).append(line)
    yield from sorted(years.items())
