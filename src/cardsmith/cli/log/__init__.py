"""`cardsmith log`: the history itself. One command a file, each read only when it is called."""

from importlib import import_module
from typing import cast

import click

from cardsmith.cli.app import examples
from cardsmith.cli.groups import Group

COMMANDS: dict[str, str] = {
    "show": "List what happened, the latest last.",
    "undo": "Take back what was done last.",
    "check": "Say what is damaged or odd.",
    "merge": "Add the history of another machine.",
    "sync": "Bring the histories of several machines together.",
    "export": "Print all events, or a table of answers.",
    "orphans": "List, re-attach or forget cards that no deck has.",
    "flags": "List or clear what was flagged.",
    "reset": "Make cards new again.",
    "suspend": "Ask cards no more.",
    "unsuspend": "Ask suspended cards again.",
}
_DEEDS = {"reset", "suspend", "unsuspend"}


class LogCommands(Group):
    """The commands of `cardsmith log`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name the commands without importing them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name in _DEEDS:
            deeds = import_module("cardsmith.cli.log.deeds").COMMANDS
            return cast("click.Command", deeds[cmd_name])
        command = import_module(f"cardsmith.cli.log.{cmd_name}").command
        return cast("click.Command", command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    "log",
    cls=LogCommands,
    epilog=examples("cardsmith log show --since monday", "cardsmith log undo"),
)
def command() -> None:
    """Look at your history, mend it, and take back what was done last.

    Nothing is ever deleted: what is taken back or forgotten is one more event.
    """
