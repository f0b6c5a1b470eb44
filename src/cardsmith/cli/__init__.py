"""The command line: one command a file, each read only when it is called."""

import os
import sys
from importlib import import_module
from typing import cast

import click

from cardsmith import __version__
from cardsmith.errors import CardsmithError

# The order in which `--help` lists them: learner, contributor, Anki, the rest.
COMMANDS: dict[str, str] = {
    "review": "Learn: new cards and those that are due.",
    "due": "Say what is due today.",
    "why": "Explain when a card is due, and why then.",
    "lint": "Check decks and say what to mend.",
}


class Commands(click.Group):
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands from the table, so that `--help` imports none of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.version_option(__version__, message="cardsmith %(version)s")
@click.pass_context
def cli(ctx: click.Context, *, debug: bool) -> None:
    """Flashcards as text: review in the terminal, publish to Anki, improve by pull request.

    Without a command it says what is due and what to type.
    """
    ctx.meta["cardsmith.debug"] = debug
    if ctx.invoked_subcommand is None:
        ctx.invoke(import_module("cardsmith.cli.due").command)


def main() -> None:
    """Run the program and end the process with the documented exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line.

    Returns:
        0 fine, 1 problems found or work failed, 2 wrong use or cannot run, 130 after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = cli.main(arguments, prog_name="cardsmith", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except CardsmithError as error:
        if "--debug" in arguments:
            raise
        click.echo(f"cardsmith: {error}", err=True)
        return error.exit_status
    except BrokenPipeError:
        # The reader has left, which is its right; without this, Python complains at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status if isinstance(status, int) else 0
