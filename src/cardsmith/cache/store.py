"""The file of a cache: where it is, whose it is, what is in it, and when it is not believed."""

import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from cardsmith import __version__
from cardsmith.historyfile import HistoryFolder
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.workspace import Surface

VARIABLE = "CARDSMITH_CACHE"
_OFF = "off"
_PATIENCE = 0.1  # seconds that another process may take to write
_MOST_PARAMETERS = 500

# SQLite's words for a file that is fine but cannot be had now. All others mean damage.
_UNAVAILABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
# What a row that was damaged may lead to.
DAMAGE = (sqlite3.Error, ValueError, TypeError, LookupError, ArithmeticError)

# `rank` is the place in deck order; a card that no deck has has none. Days are counted as `date`
# does. `head` is the highest `n` of the card's events, if it has any. `saw` is how the card read
# when it was last shown, `print` how it reads now.
SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE deck (
    file TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, stamp TEXT NOT NULL,
    hash BLOB NOT NULL, errors INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE note (
    rank INTEGER PRIMARY KEY, id TEXT NOT NULL, deck TEXT NOT NULL, renamed INTEGER NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX note_id ON note (id);
CREATE INDEX note_renamed ON note (rank) WHERE renamed;
CREATE TABLE card (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, rank INTEGER,
    head INTEGER, due INTEGER, day INTEGER, since INTEGER,
    drilled INTEGER NOT NULL DEFAULT 0, passed INTEGER NOT NULL DEFAULT 0,
    answers INTEGER NOT NULL DEFAULT 0, lapses INTEGER NOT NULL DEFAULT 0,
    suspended INTEGER NOT NULL DEFAULT 0, buried INTEGER, memory TEXT, saw TEXT, ripe INTEGER,
    print TEXT
);
CREATE INDEX card_rank ON card (rank);
CREATE INDEX card_due ON card (due, day, since, suspended, buried) WHERE rank IS NOT NULL;
CREATE INDEX card_day ON card (day) WHERE rank IS NOT NULL AND day IS NOT NULL;
CREATE INDEX card_since ON card (since) WHERE rank IS NOT NULL AND since IS NOT NULL;
CREATE INDEX card_unseen ON card (rank, buried)
    WHERE rank IS NOT NULL AND day IS NULL AND suspended = 0;
CREATE INDEX card_changed ON card (due, rank)
    WHERE rank IS NOT NULL AND length(saw) = 8 AND substr(saw, 5) <> substr(print, 5);
CREATE TABLE log (
    file TEXT PRIMARY KEY, stamp TEXT NOT NULL, hash BLOB NOT NULL, length INTEGER NOT NULL,
    lines INTEGER NOT NULL, sound INTEGER NOT NULL, bad TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE seen (id INTEGER PRIMARY KEY);
CREATE TABLE void (target TEXT PRIMARY KEY) WITHOUT ROWID;
PRAGMA user_version = 1;
"""


class LostError(Exception):
    """The cache cannot answer any more; the texts themselves can."""


class UnfitError(Exception):
    """These inputs are none for a cache: a line of the log was torn by a crash."""


class DamagedError(Exception):
    """The file says what no cache says."""


class Kept(NamedTuple):
    """Of what the cache is: a collection, its history, and the scheduler that folds it."""

    surface: Surface
    folder: HistoryFolder
    scheduler: Scheduler[Any]


def place_of(kept: Kept, environment: Mapping[str, str]) -> Path | None:
    """The file of the cache; None where there is to be none.

    `CARDSMITH_CACHE` names the folder of all caches, or is `off`.
    """
    named = environment.get(VARIABLE, "")
    if named == _OFF:
        return None
    try:
        folder = Path(named).expanduser() if named else _cache_folder()
        whose = f"{os.path.realpath(kept.surface.found.root)}\n{os.path.realpath(kept.folder.path)}"
        return folder / f"{_digest(whose)}-{_digest(_program())}.sqlite"
    except (OSError, RuntimeError):
        return None


def _cache_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415 - not needed with CARDSMITH_CACHE

    return user_cache_path("cardsmith", appauthor=False)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _program() -> str:
    """The version of the program: its number, and the stamps of what reads, folds and keeps."""
    package = Path(__file__).parents[1]
    stamps = [
        f"{entry.name} {entry.stat().st_size} {entry.stat().st_mtime_ns}"
        for folder in (package, *(package / room for room in ("cache", "deckfile", "schedule")))
        for entry in os.scandir(folder)
        if entry.name.endswith(".py")
    ]
    return "\n".join((__version__, sqlite3.sqlite_version, *sorted(stamps)))


def connected(file: Path) -> sqlite3.Connection | None:
    """A connection to a file that is the user's own, made if need be; None if it is not."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        _remove_outdated(file)
    if not _is_own(file):
        return None
    connection = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA synchronous = NORMAL")
        if not connection.execute("PRAGMA user_version").fetchone()[0]:
            connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_own(file: Path) -> bool:
    """Whether nobody else can have written to a file."""
    known = os.lstat(file)
    if not stat.S_ISREG(known.st_mode):
        return False
    if os.name != "posix":
        return True
    return known.st_uid == os.getuid() and not stat.S_IMODE(known.st_mode) & 0o077


def _remove_outdated(file: Path) -> None:
    """Remove what other versions of the program have kept of the same collection."""
    whose = file.name.partition("-")[0]
    for each in file.parent.glob(f"{whose}-*.sqlite"):
        if each != file:
            remove(each)


def remove(file: Path) -> None:
    """Remove a cache, as far as that can be done."""
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        with suppress(OSError):
            file.with_name(name).unlink()


def let_go(connection: sqlite3.Connection | None) -> None:
    """Let go of a file, in whatever state it is."""
    if connection is not None:
        with suppress(sqlite3.Error):
            connection.close()


def is_damage(error: BaseException) -> bool:
    """Whether an error says that a file is damaged, and not only that it cannot be had now."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF not in _UNAVAILABLE


def rows_about(
    db: sqlite3.Connection, query: str, ids: Iterable[object]
) -> Iterator[Sequence[Any]]:
    """The rows of a query that ends in `IN`."""
    some = list(dict.fromkeys(ids))
    for start in range(0, len(some), _MOST_PARAMETERS):
        part = some[start : start + _MOST_PARAMETERS]
        yield from db.execute(f"{query} ({','.join('?' * len(part))})", part)
