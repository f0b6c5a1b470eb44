"""What was seen of machine, files and settings → what is fine, what is wrong, and how to mend it.

Nothing is looked up here. What is judged holds no text of cards, answers or settings, so what is
printed may be shown to anybody.
"""

import json
import shlex
from collections.abc import Iterable, Iterator
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from cardsmith.day import study_day
from cardsmith.render.phrases import counted, listed
from cardsmith.visible import visible

LEAST_PYTHON = (3, 11)
LEAST_GIT = (2, 30)
LEAST_COLUMNS, LEAST_ROWS = 20, 6
_FIRST_YEAR = 2026  # no clock that is right says an earlier one
_FULL, _NEARLY_FULL = 10 << 20, 100 << 20  # bytes that are free
_MOST_NAMED = 3
_PROCESS = "another program"


class State(Enum):
    """How something stands; only what is wrong makes the program end with 1."""

    FINE = "fine"
    NOTE = "note"
    WRONG = "wrong"


class Finding(NamedTuple):
    """What is said of one thing: a sentence, and a command line that mends it, where one does."""

    about: str
    state: State
    said: str
    mend: str = ""


# --- what was seen


class Machine(NamedTuple):
    """The Python, the system, and the libraries: name, version wanted at least, version found."""

    python: tuple[int, ...]
    system: str
    libraries: tuple[tuple[str, str, str | None], ...]
    executable: str = "python3"


class Window(NamedTuple):
    """The terminal, if standard output is one, and how texts are written on it."""

    is_terminal: bool
    term: str
    columns: int
    rows: int
    has_colour: bool
    encoding: str
    locale: str
    is_locale_known: bool = True


class Time(NamedTuple):
    """The clock where the learner is, and what decides the study day.

    Attributes:
        now: by the clock of the learner's zone.
        zone: the setting.
        rollover: the setting.
        variable: TZ, if it names a zone that there is not.
        future: how many events of the history lie in the future.
        has_zones: whether devices disagree on the zone.
    """

    now: datetime
    zone: str = "local"
    rollover: int = 4
    variable: str = ""
    future: int = 0
    has_zones: bool = False


class Deck(NamedTuple):
    """The collection; `broken` says where its `collection.yaml` cannot be used."""

    path: str
    is_shipped: bool
    is_writable: bool
    notes: int
    problems: int = 0
    broken: str = ""
    decks: str | None = None


class Place(NamedTuple):
    """A folder that is written to.

    Attributes:
        about: what is kept there.
        path: as the user would write it; empty where there is to be none.
        is_there: whether it exists.
        is_folder: whether it, or what it is to be made in, is a folder.
        is_writable: whether something can be written.
        is_own: whether it belongs to the user.
        is_absolute: else nobody knows where the home folder is.
        free: bytes; None where nobody knows.
        is_needed: whether nothing works without it.
        blocker: the file that stands where a folder should.
    """

    about: str
    path: str
    is_there: bool = True
    is_folder: bool = True
    is_writable: bool = True
    is_own: bool = True
    is_absolute: bool = True
    free: int | None = None
    is_needed: bool = True
    blocker: str = ""


class Past(NamedTuple):
    """The history of the collection.

    Attributes:
        files: how many there are.
        events: how many events were read.
        damaged: files, and how many of their lines are damaged.
        unreadable: files that cannot be read at all.
        newer: files of a newer cardsmith.
        errors: how many other things are wrong in it.
    """

    files: int = 0
    events: int = 0
    damaged: tuple[tuple[str, int], ...] = ()
    unreadable: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()
    errors: int = 0
    decks: str | None = None


class Kept(NamedTuple):
    """The files of settings that there are, and where something in them cannot be read."""

    files: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class Device(NamedTuple):
    """The name of this device in histories, and the variable if it means nothing."""

    is_named: bool
    is_variable_wrong: bool = False


class Lock(NamedTuple):
    """A lock that somebody holds, with the process where it is known; git's locks are files."""

    path: str
    process: int | None = None
    is_git: bool = False


class Locks(NamedTuple):
    """The locks that are held."""

    held: tuple[Lock, ...] = ()


class Git(NamedTuple):
    """The version of git, and the command that installs it here."""

    version: tuple[int, ...] | None
    is_needed: bool = False
    installer: str = ""


class Repository(NamedTuple):
    """The histories as a repository.

    Attributes:
        path: the folder.
        is_there: whether it is one.
        is_auto: whether reviews exchange by themselves.
        has_remote: whether there is another side.
        half_done: what git has begun and not ended: merge, rebase.
        changed: files that changed since the last sync.
        unsent: commits that the other side has not, as far as is known here.
        refusal: what git says if it does not work there.
    """

    path: str
    is_there: bool = False
    is_auto: bool = False
    has_remote: bool = False
    half_done: str = ""
    changed: int = 0
    unsent: int = 0
    refusal: str = ""


class Anki(NamedTuple):
    """Whether Anki's program was found, and how many of its collections; they are never opened."""

    program: bool
    profiles: int


class Trouble(NamedTuple):
    """Something that could not even be looked at."""

    about: str
    why: str


Seen = (
    Machine
    | Window
    | Time
    | Deck
    | Place
    | Past
    | Kept
    | Device
    | Locks
    | Git
    | Repository
    | Anki
    | Trouble
)


# --- what it means


def judged(seen: Iterable[Seen], program: str) -> list[Finding]:
    """What is to be said, in the order in which things were seen.

    Args:
        seen: what was looked at.
        program: how this program is called on a command line.
    """
    return [finding for each in seen for finding in _judged(each, program)]


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether nothing is wrong."""
    return all(each.state is not State.WRONG for each in findings)


def _judged(seen: Seen, program: str) -> Iterator[Finding]:  # noqa: C901, PLR0912 - a table
    match seen:
        case Machine():
            yield from _machine(seen)
        case Window():
            yield from _window(seen)
        case Time():
            yield from _time(seen, program)
        case Deck():
            yield _deck(seen, program)
        case Place():
            yield _place(seen)
        case Past():
            yield from _past(seen, program)
        case Kept():
            yield _kept(seen, program)
        case Device():
            yield _device(seen)
        case Locks():
            yield from _locks(seen)
        case Git():
            yield _git(seen)
        case Repository():
            yield _repository(seen, program)
        case Anki():
            yield _anki(seen)
        case Trouble(about, why):
            yield Finding(about, State.WRONG, why)


def _dotted(version: Iterable[int]) -> str:
    return ".".join(str(part) for part in version)


def _numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version, as far as they go."""
    found = list[int]()
    for part in version.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if not digits:
            break
        found.append(int(digits))
    return tuple(found)


def _machine(seen: Machine) -> Iterator[Finding]:
    said = f"{_dotted(seen.python)} on {seen.system}"
    if seen.python[:2] < LEAST_PYTHON:
        wanted = _dotted(LEAST_PYTHON)
        yield Finding("Python", State.WRONG, f"{said} is too old; install {wanted} or newer")
    else:
        yield Finding("Python", State.FINE, said)
    bad = [
        f"{name} {have or 'is missing'}{f' (wanted: {least})' if least else ''}"
        for name, least, have in seen.libraries
        if have is None or _numbers(have) < _numbers(least)
    ]
    if bad:
        fresh = [
            f"{name}>={least}" if least else name
            for name, least, have in seen.libraries
            if have is None or _numbers(have) < _numbers(least)
        ]
        mend = f"{shlex.quote(seen.executable)} -m pip install {shlex.join(fresh)}"
        yield Finding("libraries", State.WRONG, listed(bad), mend)
    elif seen.libraries:
        yield Finding("libraries", State.FINE, f"all {len(seen.libraries)} are there")
    else:
        yield Finding("libraries", State.NOTE, "nobody knows their versions: not installed by pip")


def _window(seen: Window) -> Iterator[Finding]:
    if not seen.is_terminal:
        yield Finding("terminal", State.NOTE, "output goes elsewhere, so none was looked at")
    elif seen.term in {"", "dumb"}:
        what = f"TERM is {seen.term or 'not set'}, so review goes line by line"
        yield Finding("terminal", State.NOTE, what, "export TERM=xterm-256color")
    elif 0 < seen.columns < LEAST_COLUMNS or 0 < seen.rows < LEAST_ROWS:
        least = f"{LEAST_COLUMNS} by {LEAST_ROWS}"
        what = f"{seen.columns} by {seen.rows} is small; make the window {least} or larger"
        yield Finding("terminal", State.WRONG, what)
    else:
        colours = "with colours" if seen.has_colour else "without colours (NO_COLOR)"
        what = f"{seen.term}, {seen.columns} by {seen.rows}, {colours}"
        yield Finding("terminal", State.FINE, what)
    if not seen.encoding.lower().replace("-", "").startswith("utf"):
        what = f"{seen.encoding or 'unknown'} has not all letters of cards"
        yield Finding("encoding", State.WRONG, what, "export LC_ALL=C.UTF-8 PYTHONUTF8=1")
    elif not seen.is_locale_known:
        what = f"{seen.encoding}, but this machine has no locale {seen.locale}"
        yield Finding("encoding", State.NOTE, what, "export LC_ALL=C.UTF-8")
    else:
        yield Finding("encoding", State.FINE, f"{seen.encoding}, locale {seen.locale or 'C'}")


def _time(seen: Time, program: str) -> Iterator[Finding]:
    offset = f"{seen.now:%z}"
    if seen.variable:
        what = f"TZ is {seen.variable}, and no zone is called so; UTC is taken"
        yield Finding("zone", State.WRONG, what, "unset TZ")
    elif seen.has_zones:
        what = "devices were in different zones on the same days; `log check` says which"
        yield Finding("zone", State.NOTE, what, f"{program} log check")
    else:
        where = "that of the machine" if seen.zone == "local" else "by the setting `zone`"
        what = f"UTC{offset[:3]}:{offset[3:5]}, {where}"
        yield Finding("zone", State.FINE, what)
    day = study_day(seen.now, seen.rollover)
    if seen.now.year < _FIRST_YEAR:
        what = f"{seen.now:%Y-%m-%d %H:%M} is past; set it"
        yield Finding("clock", State.WRONG, what, "sudo timedatectl set-ntp true")
    elif seen.future:
        what = (
            f"{seen.now:%Y-%m-%d %H:%M}, but {counted(seen.future, 'event')} of the history "
            f"{'lies' if seen.future == 1 else 'lie'} in the future: it was or is wrong"
        )
        yield Finding("clock", State.WRONG, what, f"{program} log check")
    else:
        what = f"{seen.now:%Y-%m-%d %H:%M}; the study day {day} began at {seen.rollover}:00"
        yield Finding("clock", State.FINE, what)


def _deck(seen: Deck, program: str) -> Finding:
    lint = f"{program} lint{_option(seen.decks)}"
    if seen.broken:
        what = f"{seen.broken}: the collection cannot be opened"
        return Finding("collection", State.WRONG, what, lint)
    if seen.problems:
        what = f"{seen.path}: {counted(seen.problems, 'problem')}; notes with problems are left out"
        return Finding("collection", State.WRONG, what, lint)
    what = f"{seen.path}, {counted(seen.notes, 'note')}"
    if seen.is_shipped:
        return Finding("collection", State.FINE, f"{what}; it ships with cardsmith")
    if not seen.is_writable:
        return Finding("collection", State.NOTE, f"{what}; it can be read but not changed")
    return Finding("collection", State.FINE, what)


def _option(decks: str | None) -> str:
    return f" --decks {shlex.quote(decks)}" if decks else ""


def _place(seen: Place) -> Finding:
    bad = State.WRONG if seen.is_needed else State.NOTE
    if not seen.path:
        return Finding(seen.about, State.FINE, "off")
    path = _word(seen.path)
    if not seen.is_absolute:
        what = f"no home folder is known, so it would be in {seen.path}"
        return Finding(seen.about, bad, what, 'export HOME="$PWD"')
    if not seen.is_folder:
        file = seen.blocker or seen.path
        what = f"{file} is a file where a folder should be"
        return Finding(seen.about, bad, what, f"mv {_word(file)} {_word(f'{file}.old')}")
    if not seen.is_writable:
        what = f"{seen.path} cannot be written"
        mend = f"chmod -R u+rwX {path}" if seen.is_own else f'sudo chown -R "$(id -un)" {path}'
        return Finding(seen.about, bad, what, mend)
    if seen.free is not None and seen.free < _NEARLY_FULL:
        what = f"{seen.path}: only {seen.free >> 20:,} MB are free; make room"
        return Finding(seen.about, bad if seen.free < _FULL else State.NOTE, what, f"df -h {path}")
    free = f", {seen.free / (1 << 30):,.1f} GB free" if seen.free is not None else ""
    there = "" if seen.is_there else ", not there yet"
    return Finding(seen.about, State.FINE, f"{seen.path}{there}{free}")


def _word(path: str) -> str:
    """A path as a word of a command line; a `~` at its beginning stays one."""
    if path.startswith("~/"):
        return f"~/{shlex.quote(path[2:])}"
    return shlex.quote(path)


def _past(seen: Past, program: str) -> Iterator[Finding]:
    check = f"{program} log check{_option(seen.decks)}"
    is_sound = True
    if seen.newer:
        is_sound = False
        what = f"{_named(seen.newer)} was written by a newer cardsmith; update this one"
        yield Finding("history", State.WRONG, what)
    if seen.unreadable:
        is_sound = False
        what = f"{_named(seen.unreadable)} cannot be read; put back a copy, or move it away"
        yield Finding("history", State.WRONG, what, check)
    if seen.damaged:
        is_sound = False
        lines = counted(sum(number for _, number in seen.damaged), "damaged line")
        what = f"{lines} in {_named([path for path, _ in seen.damaged])}; the others count"
        yield Finding("history", State.WRONG, what, check)
    if seen.errors:
        is_sound = False
        what = f"{counted(seen.errors, 'kind')} of events that count wrongly or not at all"
        yield Finding("history", State.WRONG, what, check)
    if is_sound:
        what = f"{counted(seen.events, 'event')} in {counted(seen.files, 'file')}"
        yield Finding("history", State.FINE, what if seen.files else "none yet")


def _named(paths: Iterable[str]) -> str:
    some = list(paths)
    more = len(some) - _MOST_NAMED
    return listed(some[:_MOST_NAMED] + ([f"{more} more"] if more > 0 else []))


def _kept(seen: Kept, program: str) -> Finding:
    if seen.problems:
        what = f"{_named(seen.problems)} cannot be read; most commands wait until it is mended"
        return Finding("settings", State.WRONG, what, f"{program} config")
    what = listed(list(seen.files)) if seen.files else "all are the defaults"
    return Finding("settings", State.FINE, what)


def _device(seen: Device) -> Finding:
    if seen.is_variable_wrong:
        what = "CARDSMITH_DEVICE may have letters, digits, dots, dashes and underscores alone"
        return Finding("device", State.WRONG, what, "export CARDSMITH_DEVICE=laptop")
    what = "it has a name" if seen.is_named else "it gets a name with the first review"
    return Finding("device", State.FINE, what)


def _locks(seen: Locks) -> Iterator[Finding]:
    for lock in seen.held:
        if lock.is_git:
            what = f"git runs there or was interrupted ({lock.path}); if none runs, remove it"
            yield Finding("locks", State.WRONG, what, f"rm {_word(lock.path)}")
        elif lock.process:
            what = f"process {lock.process} holds {lock.path}; wait for its end, or end it"
            yield Finding("locks", State.WRONG, what, f"ps -p {lock.process}")
        else:
            what = f"{_PROCESS} holds {lock.path}; wait for its end, or end it"
            yield Finding("locks", State.WRONG, what, f"fuser {_word(lock.path)}")
    if not seen.held:
        yield Finding("locks", State.FINE, "none is held")


def _git(seen: Git) -> Finding:
    bad = State.WRONG if seen.is_needed else State.NOTE
    wanted = _dotted(LEAST_GIT)
    if seen.version is None:
        what = "not installed; `log sync`, `diff` and pull requests need it"
        return Finding("git", bad, what, seen.installer)
    if seen.version < LEAST_GIT:
        what = f"{_dotted(seen.version)} is old; `log sync` needs {wanted}"
        return Finding("git", bad, what, seen.installer)
    return Finding("git", State.FINE, _dotted(seen.version))


def _repository(seen: Repository, program: str) -> Finding:
    if seen.refusal:
        mend = f"git -C {_word(seen.path)} status"
        if "dubious ownership" in seen.refusal:
            mend = f"git config --global --add safe.directory {_word(seen.path)}"
        return Finding("sync", State.WRONG, f"git refuses: {seen.refusal}", mend)
    if not (seen.is_there and seen.has_remote):
        what = "histories stay on this machine"
        if seen.is_auto:
            what = "the setting `sync` is auto, but there is no other side yet"
            return Finding("sync", State.WRONG, what, f"{program} config sync off")
        return Finding("sync", State.FINE, f"{what}; `{program} log sync --init URL` begins")
    if seen.half_done:
        what = f"a {seen.half_done} is half done; the next sync ends it"
        return Finding("sync", State.NOTE, what, f"{program} log sync")
    waiting = [
        counted(number, what)
        for number, what in ((seen.changed, "changed file"), (seen.unsent, "commit"))
        if number
    ]
    if waiting:
        what = f"{listed(waiting)} not sent yet"
        return Finding("sync", State.NOTE, what, f"{program} log sync")
    return Finding("sync", State.FINE, "all was sent, as far as is known here")


def _anki(seen: Anki) -> Finding:
    if seen.profiles:
        program = "" if seen.program else "; its program was not found"
        what = f"{counted(seen.profiles, 'collection')} found, and left alone{program}"
        return Finding("Anki", State.FINE, what)
    if seen.program:
        return Finding("Anki", State.FINE, "its program was found, and no collection yet")
    return Finding("Anki", State.FINE, "not found; only learning there needs it")


# --- how it is told


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each thing, and how it comes out."""
    some = list(findings)
    widest = max((len(each.about) for each in some), default=0)
    for each in some:
        mend = f". To mend it: {each.mend}" if each.mend else ""
        if each.mend and each.state is State.NOTE:
            mend = f". If you like: {each.mend}"
        line = f"{each.state.value:<5}  {each.about:<{widest}}  {each.said}{mend}"
        yield visible(line.replace("\n", " "))
    wrong = sum(each.state is State.WRONG for each in some)
    verb = "is" if wrong == 1 else "are"
    yield f"{counted(wrong, 'thing')} {verb} wrong." if wrong else "Nothing is wrong."


def as_json(findings: Iterable[Finding], version: str) -> str:
    """The documented shape of `cardsmith doctor --json`."""
    some = list(findings)
    told = [
        {"about": f.about, "state": f.state.value, "message": f.said, "mend": f.mend} for f in some
    ]
    return json.dumps(
        {"version": 1, "cardsmith": version, "is_well": is_well(some), "findings": told}
    )
