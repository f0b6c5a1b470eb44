"""`cardsmith new --collection`: a folder that somebody's own cards begin in."""

import json
import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import click

from cardsmith import __version__
from cardsmith.cli import asking
from cardsmith.cli.app import App, fresh_id
from cardsmith.deckfile import collectionfile, schema
from cardsmith.deckfile.parse import parse
from cardsmith.errors import CardsmithError, UsageError, reason
from cardsmith.render.collection import KNOWN, Beginning, files
from cardsmith.visible import visible
from cardsmith.workspace import atomic_write, templates

_LICENCE = "CC-BY-4.0"
_LANGUAGE = "en"
_HEADER, _DECK = "decks/collection.yaml", "decks/first-cards.yaml"


class CollectionError(CardsmithError):
    """The folder cannot be written."""


def start(
    app: App, folder: Path, name: str | None, licence: str | None, language: str | None
) -> int:
    """Begin a collection in a folder that is empty or not there; ask for what was not said.

    Raises:
        UsageError: there is something in the folder, or a value is not of its form.
        CollectionError: it cannot be written.
    """
    _refuse_full(folder)
    usual = _name_of(folder)
    if asking.is_terminal():
        try:
            name = name or asking.line("What is the collection called? ", usual)
            if not licence:
                click.echo(f"What may others do with it? {', '.join(KNOWN)} …")
                licence = asking.line("licence: ", _LICENCE)
        except (asking.LeftError, KeyboardInterrupt):
            click.echo("\nNothing was written.", err=True)
            return 130
    begun = Beginning(
        fresh_id(), name or usual, licence or _LICENCE, language or _LANGUAGE, __version__
    )
    made = {**_schemas(), **files(begun, templates())}
    _refuse_misspelt(begun, made)
    _write(folder, made)
    _tell(app, folder, begun, made)
    return 0


def _name_of(folder: Path) -> str:
    """What the name of a folder says, as a title."""
    words = folder.absolute().name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "My cards"


def _schemas() -> dict[str, str]:
    """What editors complete keys with."""
    return {
        f".cardsmith/{name}.schema.json": json.dumps(made, ensure_ascii=False, indent=2) + "\n"
        for name, made in (
            ("deck", schema.deck_schema()),
            ("collection", schema.collection_schema()),
        )
    }


def _refuse_full(folder: Path) -> None:
    shown = visible(str(folder))
    try:
        if folder.is_symlink() or folder.exists():
            names = {each.name for each in folder.iterdir()}
            if names - {".git"}:  # a repository that was just made will do
                raise UsageError(f"{shown} is not empty; name a new folder")
    except NotADirectoryError as error:
        raise UsageError(f"{shown} is no folder; name a new one") from error
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {reason(error)}") from error


def _refuse_misspelt(begun: Beginning, made: Mapping[str, str]) -> None:
    """Refuse a value that cannot be written down.

    Raises:
        UsageError: it says what is wrong.
    """
    if any("\n" in value or "\r" in value for value in begun):
        raise UsageError("the name, the licence and the language have one line each")
    header = collectionfile.parse(made[_HEADER], _HEADER).problems
    for problem in (*header, *parse(made[_DECK], _DECK).problems):
        raise UsageError(visible(f"{problem.phrase}: {problem.help}".strip(": ")))


def _write(folder: Path, made: dict[str, str]) -> None:
    """Write all files; if one cannot be written, none stays."""
    written: list[Path] = []
    try:
        for path, text in made.items():
            file = folder / path
            missing = [each for each in file.parents if not each.exists()]
            for parent in reversed(missing):
                parent.mkdir()
                written.append(parent)
            atomic_write(file, text.encode())
            written.append(file)
    except BaseException as error:
        _remove(written)
        if isinstance(error, OSError):
            shown = visible(str(folder))
            raise CollectionError(f"{shown} cannot be written: {reason(error)}") from error
        raise


def _remove(written: Iterable[Path]) -> None:
    for path in reversed(list(written)):
        with suppress(OSError):
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()


def _tell(app: App, folder: Path, begun: Beginning, made: Iterable[str]) -> None:
    shown = visible(str(folder))
    click.echo(f"{visible(begun.name)} begins in {shown}:")
    for path in sorted(made):
        click.echo(f"  {path}")
    is_here = folder.absolute() == Path.cwd()
    click.echo("\nNext:")
    if not is_here:
        click.echo(f"  cd {shlex.quote(shown)}")
    lines = {
        app.command_line("review", None): "learn what is there: how notes are written",
        app.command_line("new", None): "add a note",
        app.command_line("lint", None): "check them all",
    }
    for line, why in lines.items():
        click.echo(f"  {line:<{max(map(len, lines))}}  # {why}")
