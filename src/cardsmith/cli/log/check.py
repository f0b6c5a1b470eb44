"""`cardsmith log check`: what is damaged or odd in a history."""

import click

from cardsmith import logfile
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.errors import HistoryError
from cardsmith.historyfile import history_folder
from cardsmith.logbook import LogFile, oddities
from cardsmith.render.log import as_json, check_json, check_lines
from cardsmith.workspace import find, load


@click.command("check", epilog=examples("cardsmith log check", "cardsmith log check --json"))
@decks_option
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(app: App, decks: str | None, *, is_json: bool) -> int:
    """Look for damaged lines, and for clocks and zones that disagree.

    Errors are what makes events count wrongly or not at all; remarks only deserve to be known.
    Nothing is changed.
    """
    collection = load(find(decks, app.environment)).collection
    folder = history_folder(collection, app.environment)
    settings = app.settings(folder)
    files, unread = list[LogFile](), list[str]()
    for path in folder.files():
        try:
            files.append(logfile.read(path))
        except HistoryError as error:
            unread.append(str(error))
    odd = oddities(files, app.now(settings), settings.rollover)
    if is_json:
        click.echo(as_json(check_json(files, unread, odd)))
    else:
        for line in check_lines(files, unread, odd):
            click.echo(line)
    is_wrong = unread or any(each.is_error for each in odd) or any(file.damaged for file in files)
    return 1 if is_wrong else 0
