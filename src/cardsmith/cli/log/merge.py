"""`cardsmith log merge`: another machine's events into this history."""

from pathlib import Path

import click

from cardsmith import logfile
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.log.entry import dry_run_option
from cardsmith.errors import UsageError
from cardsmith.historyfile import history_folder
from cardsmith.logbook import LogFile
from cardsmith.render.log import damage_line, merge_lines
from cardsmith.visible import visible
from cardsmith.workspace import find, load


@click.command(
    "merge",
    epilog=examples(
        "cardsmith log merge /media/stick/reviews",
        "cardsmith log merge laptop/2026.jsonl --dry-run",
    ),
)
@click.argument("paths", metavar="FILES…", nargs=-1, required=True, type=click.Path(path_type=Path))
@decks_option
@dry_run_option
@pass_app
def command(app: App, paths: tuple[Path, ...], decks: str | None, *, dry_run: bool) -> int:
    """Add the events of FILES that this history does not have yet.

    FILES are .jsonl files of another machine, or folders with them. To merge twice changes nothing.
    """
    collection = load(find(decks, app.environment)).collection
    folder = history_folder(collection, app.environment)
    found = list[LogFile]()
    for path in dict.fromkeys(
        f for each in paths for f in logfile.sources(each, collection.short_id)
    ):
        read = logfile.read(path)
        if read.damaged and not read.lines:
            raise UsageError(visible(f"{path} is not a review log; nothing was added"))
        found.append(read)
    added = logfile.addition(folder, found) if dry_run else logfile.merge(folder, found)
    damaged = [file for file in found if file.damaged]
    for file in damaged:
        click.echo(damage_line(file), err=True)
    for line in merge_lines(added, len(found), dry_run=dry_run):
        click.echo(line)
    return 1 if damaged or added.clashing else 0
