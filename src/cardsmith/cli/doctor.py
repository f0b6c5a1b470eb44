"""`cardsmith doctor`: looks at all that may be wrong around the program, and changes nothing.

Here things are only looked up, each by itself: what cannot be looked at keeps nothing else from
being told. What is right and what is wrong is judged in `render.doctor`.
"""

import locale
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith import __version__, logfile
from cardsmith.cache.store import VARIABLE as CACHE
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.git import Git, GitError, NoGitError
from cardsmith.errors import CardsmithError, HistoryError, NewerHistoryError, reason
from cardsmith.historyfile import HistoryFolder, all_histories, content, device_name, history_folder
from cardsmith.historyrepo import Repository
from cardsmith.logbook import LogFile, oddities
from cardsmith.render import doctor
from cardsmith.render.doctor import Place, Seen, Trouble, judged
from cardsmith.settings import FILE, Settings
from cardsmith.settingsfile import Choice, choose
from cardsmith.workspace import find, short, survey

_ZONE = re.compile(r":?([A-Za-z_]+(?:/[A-Za-z0-9_+-]+)+)")
_HALF_DONE = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
}
_INSTALLERS = {
    "apt-get": "sudo apt-get install git",
    "dnf": "sudo dnf install git",
    "pacman": "sudo pacman -S git",
    "apk": "sudo apk add git",
    "brew": "brew install git",
    "xcode-select": "xcode-select --install",
    "winget": "winget install Git.Git",
}


@click.command(
    "doctor",
    epilog=examples("cardsmith doctor", "cardsmith doctor --decks ~/decks/spanish --json"),
)
@decks_option
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(app: App, decks: str | None, *, is_json: bool) -> int:
    """Say what is wrong with Python, terminal, clock, files, locks, git and settings.

    Each thing has a line: fine, a note, or wrong and how to mend it. Nothing is changed, and no
    text of cards or answers is shown. The exit status is 1 if something is wrong.
    """
    program = _program(app)
    findings = judged(_all_seen(app, decks), program)
    if is_json:
        click.echo(doctor.as_json(findings, __version__))
    else:
        for line in doctor.lines(findings):
            click.echo(line)
    return 0 if doctor.is_well(findings) else 1


def _program(app: App) -> str:
    """How the program is called."""
    try:
        return app.command_line("", None).strip()
    except OSError:  # the working directory is gone
        return "cardsmith"


def _all_seen(app: App, decks: str | None) -> Iterator[Seen]:
    """All that is looked at, in order."""
    yield from _tried("Python", _machine)
    yield from _tried("terminal", partial(_window, app))
    around = _around(app, decks)
    files = list(_files(around.folder))
    odd = _odd(app, around, files)
    yield from _tried("clock", partial(_time, app, around, odd))
    yield from around.troubles
    yield from _tried("collection", partial(_deck, decks, app))
    yield from _tried("histories", partial(_histories, app.environment))
    if around.folder:
        yield from _tried("history", partial(_past, files, odd, decks))
    yield from _tried("cache", partial(_cache, app.environment))
    yield from _tried("settings", partial(_kept, around))
    yield from _tried("device", partial(_device, app.environment))
    yield from _tried("locks", partial(_locks, around))
    yield from _tried("git", partial(_git, around))
    yield from _tried("sync", partial(_repository, app, around))
    yield from _tried("Anki", partial(_anki, app.environment))


def _tried(about: str, look: Callable[[], Seen]) -> Iterator[Seen]:
    """What was seen, or that nothing could be: a doctor that falls ill helps nobody."""
    try:
        yield look()
    except CardsmithError as error:
        yield Trouble(about, str(error))
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        yield Trouble(about, f"{reason(error)}{where}")
    except Exception as error:  # noqa: BLE001 - whatever it is, the others are still told
        yield Trouble(about, f"it could not be looked at ({type(error).__name__})")


# --- the program and the terminal


def _machine() -> doctor.Machine:
    return doctor.Machine(
        tuple(sys.version_info[:3]), platform.system(), tuple(_libraries()), sys.executable
    )


def _libraries() -> Iterator[tuple[str, str, str | None]]:
    """The libraries that the installed program names, with the least version that it wants."""
    from importlib import metadata  # noqa: PLC0415 - only here

    try:
        wanted = metadata.requires("cardsmith") or ()
    except metadata.PackageNotFoundError:
        return
    for each in wanted:
        name, least = re.match(r"([\w.-]+)(?:.*?>=\s*([\w.]+))?", each.partition(";")[0]).groups("")  # type: ignore[union-attr]
        try:
            have = metadata.version(name)
        except metadata.PackageNotFoundError:
            have = None
        yield name, least, have


def _window(app: App) -> doctor.Window:
    columns, rows = shutil.get_terminal_size()
    named = (app.environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    try:
        locale.setlocale(locale.LC_CTYPE, "")
        is_known = True
    except locale.Error:
        is_known = False
    return doctor.Window(
        is_terminal=sys.stdout.isatty(),
        term=app.environment.get("TERM", ""),
        columns=columns,
        rows=rows,
        has_colour=app.has_colour,
        encoding=sys.stdout.encoding or "",
        locale=next(filter(None, named), ""),
        is_locale_known=is_known,
    )


# --- collection, history, settings


class _Around(NamedTuple):
    """What several looks need: where histories are, which one is meant, the settings in force."""

    histories: Path | None
    folder: HistoryFolder | None
    choice: Choice | None
    troubles: tuple[Trouble, ...]


def _around(app: App, decks: str | None) -> _Around:
    quiet = {**app.environment, "CARDSMITH_DEVICE": "doctor"}  # else a name would be written down
    histories, folder, choice, troubles = None, None, None, list[Trouble]()
    try:
        histories = all_histories(quiet)
        collection = survey(find(decks, app.environment)).collection
        if collection.id and collection.name:
            folder = history_folder(collection, quiet)
    except HistoryError as error:
        troubles.append(Trouble("history", str(error)))
    except (CardsmithError, OSError):
        pass  # the collection has a line of its own
    folders = [each for each in (histories, folder and folder.path) if each]
    try:
        choice = choose(folders, {})
    except CardsmithError as error:
        troubles.append(Trouble("settings", str(error)))
    return _Around(histories, folder, choice, tuple(troubles))


def _files(folder: HistoryFolder | None) -> Iterator[LogFile | HistoryError]:
    """The files of the history, or why one cannot be read."""
    try:
        paths = folder.files() if folder else []
    except HistoryError as error:
        yield error
        return
    for path in paths:
        try:
            read = logfile.read(path)
        except NewerHistoryError:
            yield NewerHistoryError(str(path))
        except HistoryError:
            yield HistoryError(str(path))
        else:
            yield read


def _settings(around: _Around) -> Settings:
    return around.choice.settings if around.choice else Settings()


def _odd(app: App, around: _Around, files: Iterable[LogFile | HistoryError]) -> Mapping[str, int]:
    """What is odd about events, and how many are."""
    kept = _settings(around)
    sound = [file for file in files if isinstance(file, LogFile)]
    found = oddities(sound, app.now(kept), kept.rollover)
    return {each.what: len(each.places) for each in found}


def _time(app: App, around: _Around, odd: Mapping[str, int]) -> doctor.Time:
    kept = _settings(around)
    return doctor.Time(
        app.now(kept),
        kept.zone,
        kept.rollover,
        _unknown_zone(app.environment.get("TZ", "")),
        odd.get("future", 0),
        "zones-differ" in odd,
    )


def _unknown_zone(variable: str) -> str:
    """The variable, if it names a zone and there is none of that name."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415 - only here

    named = _ZONE.fullmatch(variable)
    if named is None:
        return ""
    try:
        ZoneInfo(named[1])
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return variable
    return ""


def _deck(decks: str | None, app: App) -> doctor.Deck:
    found = find(decks, app.environment)
    read = survey(found)
    problems = sum(problem.is_error for problem in read.diagnostics)
    broken = ""
    if not (read.collection.id and read.collection.name):
        first = next(iter(read.header.problems or read.diagnostics))
        broken = f"{short(Path(first.span.path))}:{first.span.place.line}"
    return doctor.Deck(
        short(found.root.absolute()),
        not found.is_writable,
        os.access(found.root, os.W_OK),
        len(read.collection.notes),
        problems,
        broken,
        decks,
    )


def _past(
    files: Iterable[LogFile | HistoryError], odd: Mapping[str, int], decks: str | None
) -> doctor.Past:
    some = list(files)
    sound = [file for file in some if isinstance(file, LogFile)]
    refused = [error for error in some if isinstance(error, HistoryError)]
    newer = [error for error in refused if isinstance(error, NewerHistoryError)]
    unreadable = [str(error) for error in refused if error not in newer]
    unreadable += [file.path for file in sound if _is_no_log(file)]
    damaged = [file for file in sound if file.damaged and file.path not in unreadable]
    return doctor.Past(
        len(some),
        sum(len(file.lines) for file in sound),
        tuple((short(Path(file.path)), len(file.damaged)) for file in damaged),
        tuple(short(Path(path)) for path in unreadable),
        tuple(short(Path(str(error))) for error in newer),
        len({"id-clash", "impossible-day"} & odd.keys()),
        decks,
    )


def _is_no_log(file: LogFile) -> bool:
    """Whether no line of a file is sound, other than one that a crash cut off."""
    return bool(file.damaged and not file.lines) and b"\n" in content(Path(file.path))


def _kept(around: _Around) -> doctor.Kept:
    problems = around.choice.problems if around.choice else ()
    where = (f"{short(Path(each.span.path))}:{each.span.place.line}" for each in problems)
    folders = dict.fromkeys(
        each for each in (around.histories, around.folder and around.folder.path) if each
    )
    files = (short(folder / FILE) for folder in folders if (folder / FILE).exists())
    return doctor.Kept(tuple(files), tuple(where))


def _device(environment: Mapping[str, str]) -> doctor.Device:
    if environment.get("CARDSMITH_DEVICE"):
        try:
            device_name(environment)
        except HistoryError:
            return doctor.Device(is_named=False, is_variable_wrong=True)
        return doctor.Device(is_named=True)
    from platformdirs import user_config_path  # noqa: PLC0415 - only here

    return doctor.Device((user_config_path("cardsmith", appauthor=False) / "device").exists())


# --- places


def _histories(environment: Mapping[str, str]) -> Place:
    return _place("histories", all_histories(environment))


def _cache(environment: Mapping[str, str]) -> Place:
    named = environment.get(CACHE, "")
    if named == "off":
        return Place("cache", "", is_needed=False)
    from platformdirs import user_cache_path  # noqa: PLC0415 - only here

    path = Path(named).expanduser() if named else user_cache_path("cardsmith", appauthor=False)
    return _place("cache", path)._replace(is_needed=False)


def _place(about: str, path: Path) -> Place:
    """A folder, or what it would be made in."""
    standing = next(each for each in (path, *path.parents) if os.path.lexists(each))
    is_folder = standing.is_dir()
    return Place(
        about,
        short(path),
        is_there=standing == path,
        is_folder=is_folder,
        is_writable=os.access(standing, os.W_OK | os.X_OK),
        is_own=not hasattr(os, "getuid") or standing.lstat().st_uid == os.getuid(),
        is_absolute=path.is_absolute(),
        free=shutil.disk_usage(standing).free if is_folder else None,
        blocker="" if is_folder else short(standing),
    )


# --- locks


def _locks(around: _Around) -> doctor.Locks:
    if around.histories is None:
        return doctor.Locks()
    paths = [around.histories / "sync.lock"]
    if around.folder:
        paths += sorted(around.folder.path.glob("reviews/*/*.lock"))
    inside = around.histories / ".git"
    of_git = [*inside.glob("*.lock"), *inside.glob("refs/**/*.lock")]
    held = [doctor.Lock(short(path), _holder(path)) for path in paths if _is_held(path)]
    held += [doctor.Lock(short(path), is_git=True) for path in sorted(of_git)]
    return doctor.Locks(tuple(held))


def _is_held(path: Path) -> bool:
    """Whether somebody holds a lock. It is asked for as readers do, and given back at once."""
    try:
        import fcntl  # noqa: PLC0415 - there is none on Windows

        descriptor = os.open(path, os.O_RDONLY)
    except (ImportError, FileNotFoundError):
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _holder(path: Path) -> int | None:
    """The process that holds a lock, where the system tells."""
    try:
        told = Path("/proc/locks").read_text("ascii")
    except OSError:
        return None
    number = str(path.stat().st_ino)
    for line in told.splitlines():
        words = line.split()
        if "FLOCK" in words and any(word.endswith(f":{number}") for word in words):
            return next((int(word) for word in words[4:5] if word.isdecimal()), None)
    return None


# --- git and Anki


def _git(around: _Around) -> doctor.Git:
    is_repository = bool(around.histories and (around.histories / ".git").exists())
    is_needed = is_repository or _settings(around).sync == "auto"
    installer = next((line for name, line in _INSTALLERS.items() if shutil.which(name)), "")
    try:
        told = Git(Path(os.sep))("version")
    except NoGitError:
        return doctor.Git(None, is_needed, installer)
    except GitError as error:
        raise CardsmithError(f"git does not run: {error}") from error
    numbers = re.search(r"\d+(?:\.\d+)+", told)
    version = tuple(int(part) for part in numbers[0].split(".")) if numbers else ()
    return doctor.Git(version, is_needed, installer)


def _repository(app: App, around: _Around) -> doctor.Repository:
    folder = around.histories
    is_auto = _settings(around).sync == "auto"
    if folder is None or not (folder / ".git").exists() or not shutil.which("git"):
        return doctor.Repository("" if folder is None else short(folder), is_auto=is_auto)
    git = Repository(folder, app.environment)
    seen = doctor.Repository(short(folder), is_there=True, is_auto=is_auto)
    try:
        has_remote = any(re.fullmatch(r"remote\..+\.url", name) for name in git.settings())
        inside = Path(git("rev-parse", "--absolute-git-dir"))
        changed = sum(1 for _ in git.rows("status", "--porcelain", "-z", "--untracked-files=all"))
        unsent = git.maybe("rev-list", "--count", "HEAD", "--not", "--remotes")
    except CardsmithError as error:
        return seen._replace(refusal=str(error).replace(str(folder), short(folder)))
    half_done = next((word for name, word in _HALF_DONE.items() if (inside / name).exists()), "")
    return seen._replace(
        has_remote=has_remote, half_done=half_done, changed=changed, unsent=int(unsent or 0)
    )


def _anki(environment: Mapping[str, str]) -> doctor.Anki:
    """Whether Anki is here; its collections are counted by their names, and none is opened."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home fails where there is none
    data = environment.get("XDG_DATA_HOME") or home / ".local/share"
    folders = [
        Path(environment.get("ANKI_BASE") or Path(data) / "Anki2"),
        home / "Library/Application Support/Anki2",
        home / ".var/app/net.ankiweb.Anki/data/Anki2",
        Path(environment.get("APPDATA") or home / "AppData/Roaming") / "Anki2",
    ]
    profiles = {file.resolve() for each in folders for file in each.glob("*/collection.anki2")}
    known = (Path("/Applications/Anki.app"), home / "AppData/Local/Programs/Anki/anki.exe")
    is_here = bool(shutil.which("anki")) or any(each.exists() for each in known)
    return doctor.Anki(is_here, len(profiles))
