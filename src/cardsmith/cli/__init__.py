"""The command line: one command a file, each read only when it is called."""

import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, cast

import click

from cardsmith import __version__
from cardsmith.cli.groups import Group
from cardsmith.cli.sentences import fitting
from cardsmith.errors import CardsmithError, reason
from cardsmith.visible import visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from cardsmith.cli.app import App

# The order in which `--help` lists them: learner, contributor, Anki, the rest.
COMMANDS: dict[str, str] = {
    "review": "Learn: new cards and those that are due.",
    "due": "Say what is due today.",
    "stats": "Show how far you are, and what is to come.",
    "show": "Show a note and its cards, front and back.",
    "why": "Explain when a card is due, and why then.",
    "log": "Look at your history, and take back what was done.",
    "schedule": "Compare schedulers, and see the weeks to come.",
    "lint": "Check decks and say what to mend.",
    "fmt": "Give decks their layout.",
    "rule": "Explain a finding of lint.",
    "new": "Add a note, or start a collection.",
    "diff": "Compare the cards with those of the main branch.",
    "preview": "Show all notes as Anki will, with what lint finds.",
    "export": "Build the Anki package.",
    "config": "Show and change settings.",
    "completion": "Let Tab complete commands, options, ids and tags.",
    "doctor": "Say what is wrong with machine, files and settings.",
}


class Commands(Group):
    """The top command, which imports a subcommand's module when it is called, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name the commands without importing them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"cardsmith.cli.{cmd_name}").command
        return cast("click.Command", command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Complete commands from the table too, for Tab has to be quick."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only when asked

        names = [name for name in COMMANDS if name.startswith(incomplete)]
        some = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return some + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands from the table, so that `--help` imports none of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n  cardsmith\n  cardsmith review\n  cardsmith lint --help",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.version_option(__version__, message="cardsmith %(version)s")
@click.pass_context
def cli(ctx: click.Context, *, debug: bool) -> None:
    """Flashcards as text: review in the terminal, publish to Anki, improve by pull request.

    Without a command it says what is due and what to type.
    """
    del debug  # read in `run`, which prints errors
    if ctx.obj is None:
        from cardsmith.cli.app import App  # noqa: PLC0415 - not for `--version` and `--help`

        ctx.obj = App()
    if ctx.invoked_subcommand is None:
        ctx.invoke(import_module("cardsmith.cli.due").command)


def main() -> None:
    """Run the program and end the process with the documented exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str], app: "App | None" = None) -> int:
    """Run one command line.

    Args:
        arguments: what follows the program's name.
        app: the world to run it in; by default the real one.

    Returns:
        0 fine, 1 problems found or work failed, 2 wrong use or cannot run, 130 after Ctrl-C.
    """
    _mend_streams()
    if "_CARDSMITH_COMPLETE" in os.environ:
        import_module("cardsmith.cli.shells")  # which answers shells
    try:
        status = cli.main(arguments, prog_name="cardsmith", standalone_mode=False, obj=app)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        if "--debug" in arguments and not isinstance(error, click.ClickException):
            raise
        return _tell(error)
    return status if isinstance(status, int) else 0


def _mend_streams() -> None:
    """Make streams that were closed empty ones, and let letters that cannot be encoded through."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _tell(error: BaseException) -> int:
    """Say in one sentence what ended the program; the exit status for it."""
    match error:
        case click.ClickException():
            error.show()
            return error.exit_code
        case click.Abort() | KeyboardInterrupt():
            return 130
        case CardsmithError():
            click.echo(fitting(visible(f"cardsmith: {error}"), sys.stderr), err=True)
            return error.exit_status
        case BrokenPipeError():
            # The reader has left, as is its right; without this, Python complains as it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        case OSError():
            where = f": {error.filename}" if error.filename else ""
            told = visible(f"cardsmith: {reason(error)}{where}")
            click.echo(fitting(told, sys.stderr), err=True)
        case _:
            what = visible(f"{type(error).__name__}: {error}".strip(": "))
            click.echo(
                f"cardsmith: this should not have happened ({what}). All answers are saved. "
                "`cardsmith --debug …` shows where it was; please report it.",
                err=True,
            )
    return 1
