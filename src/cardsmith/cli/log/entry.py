"""What the commands of `cardsmith log` share: asking first, and writing down what was done."""

from collections.abc import Iterator

import click

from cardsmith.cli import asking
from cardsmith.cli.app import App, Desk
from cardsmith.history import Event, Stamp
from cardsmith.visible import visible

yes_option = click.option("--yes", "-y", is_flag=True, help="Do not ask first.")
dry_run_option = click.option("--dry-run", is_flag=True, help="Say what would be done, no more.")


def stamps(app: App, desk: Desk) -> Iterator[Stamp]:
    """Stamps of this one instant: what is done together has the same time, and is undone so."""
    first = app.stamp(desk.settings)
    yield first
    while True:
        yield first._replace(id=app.stamp(desk.settings).id)


def is_agreed(question: str, *, yes: bool) -> bool:
    """Whether it may be done: where nobody can be asked, or nobody wants to be, it may.

    Raises:
        click.Abort: Ctrl-C.
    """
    if yes or not asking.is_terminal():
        return True
    try:
        agreed = asking.key(f"{question} [Y/n]", {"y": "yes", "n": "no"}) == "yes"
    except asking.LeftError:
        click.echo()
        agreed = False
    if not agreed:
        click.echo("Nothing was done.")
    return agreed


def write(app: App, desk: Desk, events: list[Event], decks: str | None, told: str) -> None:
    """Append events to the history, then say what was done and how to take it back.

    Raises:
        HistoryError: they could not be written.
    """
    desk.folder.append(events)
    click.echo(visible(told))
    click.echo(visible(f"To take it back: {app.command_line('log undo', decks)}"))
