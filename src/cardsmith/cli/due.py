"""`cardsmith due`: what is due today, for people and for scripts."""

import json

import click

from cardsmith.agenda import agenda
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.render.due import due_json, due_sentence


@click.command("due", epilog=examples("cardsmith due", "cardsmith due --json | jq .due"))
@decks_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(app: App, decks: str | None, *, as_json: bool) -> None:
    """Say what is due today, and what to type."""
    desk = app.desk(decks)
    today = agenda(desk.collection.cards(), desk.record.states, desk.today, desk.limits)
    if as_json:
        click.echo(json.dumps(due_json(today, desk.collection, desk.today), ensure_ascii=False))
        return
    click.echo(desk.title)
    click.echo(f"Today: {due_sentence(today, desk.collection, desk.today)}.")
    if today:
        click.echo(f"To begin: {app.command_line('review', decks)}")
