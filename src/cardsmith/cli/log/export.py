"""`cardsmith log export`: all events as JSON, or the answers as a table."""

import json

import click

from cardsmith import logfile
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.logbook import addition, entries
from cardsmith.render.log import answers_csv, as_json, listing


@click.command(
    "export",
    epilog=examples(
        "cardsmith log export > answers.csv", "cardsmith log export --format json > events.json"
    ),
)
@decks_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "json"]),
    default="csv",
    show_default=True,
    help="A table of the answers that count, or all events as they stand in the log.",
)
@pass_app
def command(app: App, decks: str | None, form: str) -> None:
    """Print the history for other programs.

    The table has the columns card, rating (1 Again to 4 Easy), time, duration in milliseconds,
    day (the study day) and interval (the days promised; empty in drill). `cardsmith schedule
    evaluate` and other programs that compare schedulers read it.
    """
    desk = app.desk(decks)
    app.report(desk, decks)
    if form == "csv":
        former = desk.collection.former_cards()
        click.echo(answers_csv(entries(desk.events, former)), nl=False)
        return
    files = [logfile.read(path) for path in desk.folder.files()]
    lines = sorted(addition((), files).lines, key=lambda line: (line.day, line.id))
    events = [json.loads(line.text) for line in lines]
    click.echo(as_json(listing("events", desk.collection, events)))
