"""`cardsmith log undo`: take back what was done last, whenever that was."""

import click

from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.log.entry import dry_run_option, stamps
from cardsmith.errors import CardsmithError
from cardsmith.history import Event
from cardsmith.logbook import last_action, voids
from cardsmith.render.log import taken_back
from cardsmith.schedule.replay import in_order, renamed


@click.command("undo", epilog=examples("cardsmith log undo", "cardsmith log undo --dry-run"))
@decks_option
@dry_run_option
@pass_app
def command(app: App, decks: str | None, *, dry_run: bool) -> None:
    """Take back the last answer, or whatever else was done last, on whichever machine.

    Called again it goes further back. What one command did to many cards is taken back together.
    """
    desk = app.desk(decks)
    app.report(desk, decks)
    action = last_action(desk.events, app.now(desk.settings))
    if not action:
        raise CardsmithError("there is nothing to take back")
    former = desk.collection.former_cards()
    names = renamed(_in_order(desk.events), former)
    _, heads = in_order(desk.events, former)
    if not dry_run:
        desk.folder.append(voids(action, heads, names, stamps(app, desk)))
    for line in taken_back(action, desk.today, dry_run=dry_run):
        click.echo(line)


def _in_order(events: tuple[Event, ...]) -> list[Event]:
    return sorted(events, key=lambda event: event.order)
