"""Files as the system and the log describe them: whether they are as before, and lines in them."""

import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from cardsmith.deck import CardId
from cardsmith.diagnostics import Diagnostic
from cardsmith.history import DamagedLineError, Event, NewerLineError, loads
from cardsmith.historyfile import content
from cardsmith.schedule.replay import present_name


class Seen(NamedTuple):
    """A file as the system describes it; `latest` is the later of its times."""

    stamp: str
    latest: int


def seen_now(path: str) -> Seen:
    """How a file stands now; a link, or none at all, is never the same as before."""
    try:
        known = os.lstat(path)
    except OSError:
        return Seen("", 0)
    if not stat.S_ISREG(known.st_mode):
        return Seen("", 0)
    stamp = f"{known.st_size} {known.st_mtime_ns} {known.st_ctime_ns} {known.st_ino} {known.st_dev}"
    return Seen(stamp, max(known.st_mtime_ns, known.st_ctime_ns))


def hash_of(data: bytes) -> bytes:
    """The hash of what a file says."""
    return blake2b(data, digest_size=16).digest()


def text_hash(text: str | Diagnostic) -> bytes:
    """The hash of what a file says; an empty one where it cannot be read."""
    return hash_of(text.encode()) if isinstance(text, str) else b""


def number_of(event: Event) -> int:
    """64 bits that events of one id have in common, and hardly any others."""
    try:
        bits = bytes.fromhex(event.id)
    except ValueError:
        bits = b""
    if len(bits) != 8:  # noqa: PLR2004 - 64 bits
        bits = blake2b(event.id.encode(), digest_size=8).digest()
    return int.from_bytes(bits, "big", signed=True)


def former_names(card: CardId, names: Mapping[CardId, CardId]) -> list[CardId]:
    """The ids that a card once had."""
    return [name for name in names if present_name(name, names) == card]


def names_in(meta: Mapping[str, Any]) -> dict[CardId, CardId]:
    """What cards are called that had other ids, as the cache has it."""
    return {CardId(old): CardId(new) for old, new in json.loads(meta["names"]).items()}


def lines_about(files: Iterable[Path], words: Sequence[str]) -> list[Event] | None:
    """The events of the lines in which a word stands as a text of its own.

    None where such a line might be written so that it cannot be found by that.
    """
    if not all(all(c.isascii() and (c.isalnum() or c in "._-/") for c in word) for word in words):
        return None
    needles = [f'"{word}"'.encode() for word in words]
    found: list[Event] = []
    for file in files:
        data = content(file)
        if b"\\u" in data or b"\\/" in data:  # in what else could such a word be spelt?
            return None
        starts = {start for needle in needles for start in _line_starts(data, needle)}
        for start in sorted(starts):
            end = data.find(b"\n", start)
            with suppress(DamagedLineError, NewerLineError, UnicodeDecodeError):
                event = loads(data[start : len(data) if end < 0 else end].decode())
                found += [event] if event else []
    return found


def _line_starts(data: bytes, needle: bytes) -> Iterator[int]:
    at = data.find(needle)
    while at >= 0:
        yield data.rfind(b"\n", 0, at) + 1
        end = data.find(b"\n", at)
        at = data.find(needle, end) if end >= 0 else -1
