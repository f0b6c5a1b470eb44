"""`cardsmith config`: the learner's settings, and where each comes from."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from cardsmith.cli import values as known
from cardsmith.cli.app import App, examples, pass_app, set_option
from cardsmith.errors import CardsmithError, UsageError, reason
from cardsmith.historyfile import all_histories, history_folder
from cardsmith.render import diagnostics
from cardsmith.settings import FILE, TABLE, SettingError, value, without, words, written
from cardsmith.settingsfile import Choice, text_of
from cardsmith.visible import visible
from cardsmith.workspace import atomic_write, find, load, short


@click.command(
    "config",
    epilog=examples(
        "cardsmith config --explain",
        "cardsmith config new 20",
        "cardsmith config scheduler fsrs --decks ~/decks/spanish",
    ),
)
@click.argument("name", required=False, shell_complete=known.settings)
@click.argument("values", nargs=-1, metavar="[VALUE]...", shell_complete=known.values_of_setting)
@click.option("--unset", is_flag=True, help="Go back to the default.")
@click.option("--explain", is_flag=True, help="Say what each setting does, and where it was set.")
@click.option(
    "--decks",
    metavar="PATH",
    shell_complete=known.folders,
    help="Settings of this collection alone.",
)
@set_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    name: str | None,
    values: tuple[str, ...],
    unset: bool,
    explain: bool,
    decks: str | None,
    given: tuple[str, ...],
    as_json: bool,
) -> int:
    """Show all settings, or one; with a VALUE, set it.

    Settings stand in a file beside the histories and travel with them. With --decks they are those
    of one collection, which win over those for all. Nothing in a deck can change them.
    """
    folder = history_folder(load(find(decks, app.environment)).collection, app.environment)
    file = (folder.path if decks else all_histories(app.environment)) / FILE
    if name is not None and name not in TABLE:
        _refuse(name)
    if name is not None and (values or unset):
        _change(file, name, () if unset else values)
        click.echo(f"{name} = {words(_value(app.choice(folder if decks else None), name))}")
        return 0
    if unset:
        raise UsageError("--unset needs the NAME of a setting")
    choice = app.choice(folder if decks else None, given)
    for problem in choice.problems:
        where = {problem.span.path: text_of(Path(problem.span.path).expanduser())}
        click.echo(diagnostics.text(problem, where, colour=False) + "\n", err=True)
    names = [name] if name else list(TABLE)
    if as_json:
        told = {each: _record(choice, each) for each in names}
        click.echo(json.dumps({"file": str(file), "settings": told}))
    elif name and not explain:
        click.echo(words(_value(choice, name)))
    else:
        missing = "" if file.exists() else ", which is not there yet"
        click.echo(visible(f"Settings in {short(file)}{missing}"))
        for line in _lines(choice, names, explain=explain):
            click.echo(visible(line))
    return int(bool(choice.problems))


def _refuse(name: str) -> None:
    try:
        value(name, ())
    except SettingError as error:
        raise UsageError(visible(str(error))) from error


def _change(file: Path, name: str, values: tuple[str, ...]) -> None:
    """Write a setting, or take it out; all else in the file stays as it is."""
    try:
        if values:
            value(name, values)
    except SettingError as error:
        raise UsageError(visible(str(error))) from error
    try:
        data = file.read_bytes() if file.exists() else b""
        changed = written(data, name, values) if values else without(data, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(file, changed)
    except SettingError as error:
        raise UsageError(f"{visible(str(file))}: {error}") from error
    except OSError as error:
        raise CardsmithError(f"the setting was not saved in {file}: {reason(error)}") from error


def _value(choice: Choice, name: str) -> object:
    found: object = getattr(choice.settings, name)
    return found


def _lines(choice: Choice, names: list[str], *, explain: bool) -> Iterator[str]:
    widest = max(map(len, names))
    for name in names:
        yield f"  {name:<{widest}}  {words(_value(choice, name)) or 'none'}"
        if explain:
            yield f"  {'':<{widest}}  {TABLE[name].about}"
            yield f"  {'':<{widest}}  {TABLE[name].values}; {_origin(choice, name)}"


def _origin(choice: Choice, name: str) -> str:
    if name not in choice.origins:
        return "the default"
    file = choice.origins[name]
    return f"set in {file.path}:{file.place(name).line}" if file else "given as an option"


def _record(choice: Choice, name: str) -> dict[str, object]:
    found = _value(choice, name)
    return {
        "value": list(found) if isinstance(found, tuple) else found,
        "default": name not in choice.origins,
        "origin": _origin(choice, name),
        "about": TABLE[name].about,
    }
