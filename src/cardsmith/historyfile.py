"""A learner's history on disk: one folder a collection, one file a device and year.

Files only ever grow. Each answer is written, flushed and synced under a lock before the next card
shows; a last line torn by a crash is set aside when the file next grows.
"""

import errno
import os
import re
import secrets
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from cardsmith.deck import Collection
from cardsmith.errors import HistoryError, NewerHistoryError, reason
from cardsmith.history import DamagedLineError, Event, NewerLineError, dumps, loads

PATIENCE = 10  # seconds; no program writes for so long
_LONGEST_LINE = 1 << 16
_DEVICE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # neither `.` nor `..`
_BOM = b"\xef\xbb\xbf"


class Damage(NamedTuple):
    """Lines of a file that are no events; the others count all the same."""

    path: Path
    lines: tuple[int, ...]


class Log(NamedTuple):
    """What was read: events of all devices, and the damage."""

    events: tuple[Event, ...]
    damage: tuple[Damage, ...]


class HistoryFolder(NamedTuple):
    """Where the history of one collection is kept, and the name of this device in it.

    `others` are folders of the same collection under other names, as when it was renamed on one of
    two machines; they are read too.
    """

    path: Path
    device: str
    others: tuple[Path, ...] = ()

    def read(self) -> Log:
        """Read the files of all devices.

        Raises:
            NewerHistoryError: a file was written by a newer cardsmith.
            HistoryError: a file cannot be read, or holds no events at all.
        """
        events, damage = list[Event](), list[Damage]()
        for file in self.files():
            found, bad = _read(file)
            events += found
            if bad:
                damage.append(Damage(file, tuple(bad)))
        return Log(tuple(events), tuple(damage))

    def files(self) -> list[Path]:
        """The files of all devices, in the order in which they are read.

        Raises:
            HistoryError: the folder cannot be read.
        """
        try:
            folders = (self.path, *self.others)
            return [file for each in folders for file in sorted(each.glob("reviews/*/*.jsonl"))]
        except OSError as error:
            raise HistoryError(
                f"cannot read the history in {self.path}: {reason(error)}"
            ) from error

    def append(self, events: Iterable[Event]) -> None:
        """Write events so that they are still there after a crash or a power cut.

        Raises:
            HistoryError: they could not be written; the files are as they were before.
        """
        by_year: dict[int, list[Event]] = {}
        for event in events:
            by_year.setdefault(event.day.year, []).append(event)
        for year, some in by_year.items():
            file = self.path.joinpath("reviews", self.device, f"{year:04}.jsonl")
            data = "".join(dumps(event) + "\n" for event in some).encode()
            try:
                extend(file, data)
            except OSError as error:
                raise HistoryError(
                    f"what you did last was not saved in {file}: {reason(error)}; all before it is"
                ) from error


def history_folder(collection: Collection, environment: Mapping[str, str]) -> HistoryFolder:
    """Where the history of a collection is kept.

    `CARDSMITH_HOME` names the folder of all histories, `CARDSMITH_DEVICE` this device. A collection
    that got another name keeps its folder, which is known by the id at its end.
    """
    histories = all_histories(environment)
    try:
        known = sorted(histories.glob(f"*-{collection.short_id}")) if histories.is_dir() else []
    except OSError as error:
        raise HistoryError(f"cannot look for histories in {histories}: {reason(error)}") from error
    named = histories / f"{_slug(collection.name)}-{collection.short_id}"
    path = named if named in known or not known else known[0]
    others = tuple(each for each in known if each != path)
    return HistoryFolder(path, device_name(environment), others)


def all_histories(environment: Mapping[str, str]) -> Path:
    """The folder of all histories.

    Raises:
        HistoryError: there is no home folder to look in.
    """
    home = environment.get("CARDSMITH_HOME")
    try:
        return Path(home).expanduser() if home else _data_folder()
    except RuntimeError as error:
        raise HistoryError(f"cannot look for histories in {home or 'the home folder'}") from error


def _data_folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed with CARDSMITH_HOME

    return user_data_path("cardsmith", appauthor=False)


def _slug(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:40].strip("-") or "collection"


def device_name(environment: Mapping[str, str]) -> str:
    """This machine's name in the history, kept outside it so that a copied history is no twin.

    Raises:
        HistoryError: it means nothing, or a new one cannot be kept.
    """
    named = environment.get("CARDSMITH_DEVICE", "")
    if _DEVICE.fullmatch(named):
        return named
    if named:
        raise HistoryError(
            f"CARDSMITH_DEVICE is {named!r}; use letters, digits, dots, dashes and underscores"
        )
    from platformdirs import user_config_path  # noqa: PLC0415 - not needed with CARDSMITH_DEVICE

    file = user_config_path("cardsmith", appauthor=False) / "device"
    if kept := _kept(file):
        return kept
    host = re.sub(r"[^A-Za-z0-9._-]", "", socket.gethostname().partition(".")[0]) or "device"
    return _keep(file, f"{host[:60]}-{secrets.token_hex(2)}")


def _kept(file: Path) -> str:
    """The name that a file holds; empty where there is none that means anything."""
    with suppress(OSError, UnicodeDecodeError):
        if _DEVICE.fullmatch(name := file.read_text("utf-8").strip()):
            return name
    return ""


def _keep(file: Path, name: str) -> str:
    """Write the device's name; where several processes do so at once, the first one's counts."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        whole = file.with_name(f"device-{secrets.token_hex(4)}")
        whole.write_text(name + "\n", "utf-8")
        try:
            file.hardlink_to(whole)
        except FileExistsError:
            if kept := _kept(file):
                return kept
            whole.replace(file)
        except OSError:  # a file system without links
            whole.replace(file)
        finally:
            whole.unlink(missing_ok=True)
    except OSError as error:
        raise HistoryError(
            f"cannot keep this device's name in {file}: {reason(error)}; "
            "set CARDSMITH_DEVICE instead"
        ) from error
    return name


class Lines(NamedTuple):
    """What stands in some lines of a file: events, the numbers of damaged lines, sound lines."""

    events: list[Event]
    bad: list[int]
    sound: int


def content(file: Path) -> bytes:
    """The bytes of a file of the log.

    Raises:
        HistoryError: it cannot be read.
    """
    try:
        return file.read_bytes()
    except OSError as error:
        raise HistoryError(f"cannot read the history {file}: {reason(error)}") from error


def lines_of(file: Path, data: bytes, first: int = 1) -> Lines:
    """Read lines of a file, of which the first has the number `first`.

    Raises:
        NewerHistoryError: a newer cardsmith wrote one.
    """
    events, bad, sound = list[Event](), list[int](), 0
    if first == 1:
        data = data.removeprefix(_BOM)
    for number, line in enumerate(data.split(b"\n"), first):
        if not line.strip():
            continue
        try:
            event = loads(line.decode())
        except (DamagedLineError, UnicodeDecodeError):
            bad.append(number)
        except NewerLineError as error:
            raise NewerHistoryError(
                f"{file} was written by a newer cardsmith; update this one to go on"
            ) from error
        else:
            sound += 1
            if event is not None:
                events.append(event)
    return Lines(events, bad, sound)


def no_log(file: Path) -> HistoryError:
    """What is said of a file without one sound line."""
    return HistoryError(
        f"{file} is not a review log, or is damaged throughout; "
        "put back a copy of it, or move it away to start afresh"
    )


def _read(file: Path) -> tuple[list[Event], list[int]]:
    data = content(file)
    events, bad, sound = lines_of(file, data)
    if bad and not sound and not _is_torn(data):
        raise no_log(file)
    return events, bad


def _is_torn(data: bytes) -> bool:
    """Whether a file is nothing but the beginning of its first line, as a crash leaves it."""
    begun = b'{"v":'
    return b"\n" not in data and (data.startswith(begun) or begun.startswith(data))


def extend(file: Path, data: bytes) -> None:
    """Add whole lines to a file of the log, so that they are still there after a crash.

    Raises:
        OSError: they could not be written; the file is as it was before.
    """
    is_new = not file.exists()
    if is_new:
        file.parent.mkdir(parents=True, exist_ok=True)
    with _locked(file.with_suffix(".lock")):
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            _set_torn_line_aside(file, descriptor)
            before = os.fstat(descriptor).st_size
            try:
                _write_all(descriptor, data)
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, before)
                raise
        finally:
            os.close(descriptor)
    if is_new:
        _sync_folder(file.parent)


@contextmanager
def _locked(lock: Path) -> Iterator[None]:
    """Hold a lock; if another program has it, wait.

    A lock that is free is taken by one call of the system's. FileLock, which can wait, and does on
    systems without that call, uses the same file in the same way.

    Raises:
        TimeoutError: the other program keeps it.
    """
    descriptor = _free_lock(lock)
    if descriptor is not None:
        try:
            yield
        finally:
            os.close(descriptor)
        return
    from filelock import FileLock, Timeout  # noqa: PLC0415 - 50 ms, and seldom needed

    waiting = FileLock(lock, timeout=PATIENCE)
    try:
        waiting.acquire()
    except Timeout as error:
        kept = "another program keeps it locked"
        raise TimeoutError(errno.ETIMEDOUT, kept, str(lock)) from error
    try:
        yield
    finally:
        waiting.release()


def _free_lock(lock: Path) -> int | None:
    """The descriptor that holds a lock nobody else has; None if it cannot be had at once."""
    try:
        import fcntl  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return None
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_there = os.fstat(descriptor).st_nlink > 0
    except OSError:
        is_there = False
    if is_there:
        return descriptor
    os.close(descriptor)
    return None


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _set_torn_line_aside(file: Path, descriptor: int) -> None:
    """A file that does not end in a line feed was cut in the middle of its last line."""
    size = os.fstat(descriptor).st_size
    os.lseek(descriptor, max(0, size - _LONGEST_LINE), os.SEEK_SET)
    tail = os.read(
        descriptor, _LONGEST_LINE
    )  # all writing is at the end, wherever this has read to
    torn = tail[tail.rfind(b"\n") + 1 :]
    if not torn:
        return
    try:
        loads(torn.decode())
    except (DamagedLineError, NewerLineError, UnicodeDecodeError):
        if len(torn) < _LONGEST_LINE:
            with file.with_suffix(".torn").open("ab") as aside:
                aside.write(torn + b"\n")
            os.ftruncate(descriptor, size - len(torn))
            return
    _write_all(descriptor, b"\n")


def _sync_folder(folder: Path) -> None:
    """Make the names of new files as lasting as their contents, where the system can."""
    for each in (folder, folder.parent):
        try:
            descriptor = os.open(each, os.O_RDONLY)
        except OSError:
            return
        with suppress(OSError):
            os.fsync(descriptor)
        os.close(descriptor)
