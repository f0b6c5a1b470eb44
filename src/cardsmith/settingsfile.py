"""The learner's settings on disk: one file for all histories, and one for each collection's."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from cardsmith.deckfile import source
from cardsmith.diagnostics import Diagnostic
from cardsmith.errors import UsageError, reason
from cardsmith.settings import FILE, Settings, SettingsFile, parse
from cardsmith.workspace import short


class Choice(NamedTuple):
    """The settings that are in force.

    Attributes:
        settings: their values.
        origins: the file of each that is no default, None for an option.
        problems: what is wrong in the files.
    """

    settings: Settings
    origins: Mapping[str, SettingsFile | None]
    problems: tuple[Diagnostic, ...] = ()


def choose(folders: Iterable[Path], given: Mapping[str, object]) -> Choice:
    """The settings of folders, of which later ones win, and what options say, which wins over all.

    Raises:
        UsageError: a file cannot be read.
    """
    values: dict[str, object] = {}
    origins: dict[str, SettingsFile | None] = {}
    problems: list[Diagnostic] = []
    for folder in folders:
        read = file_in(folder)
        problems += read.problems
        values.update(read.values)
        origins.update(dict.fromkeys(read.values, read))
    values.update(given)
    origins.update(dict.fromkeys(given))
    settings = Settings(**values)  # type: ignore[arg-type]
    return Choice(settings, origins, tuple(problems))


def file_in(folder: Path) -> SettingsFile:
    """What the file of a folder sets; nothing where there is none.

    Raises:
        UsageError: it cannot be read.
    """
    path = folder / FILE
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return SettingsFile(short(path))
    except OSError as error:
        raise UsageError(f"the settings in {path} cannot be read: {reason(error)}") from error
    text = source.decode(data, str(path))
    if isinstance(text, Diagnostic):
        return SettingsFile(short(path), problems=(text,))
    return parse(text, short(path))


def text_of(path: Path) -> str:
    """What a file says, as far as it can be read, to show lines of it."""
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
