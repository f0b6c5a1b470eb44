"""`cardsmith completion`: the script with which a shell completes what is typed."""

import click

from cardsmith.cli.app import examples
from cardsmith.cli.shells import SCRIPTS


@click.command(
    "completion",
    epilog=examples(
        "cardsmith completion bash >> ~/.bashrc",
        "cardsmith completion zsh > ~/.zfunc/_cardsmith",
        "cardsmith completion fish > ~/.config/fish/completions/cardsmith.fish",
    ),
)
@click.argument("shell", type=click.Choice(sorted(SCRIPTS)))
def command(shell: str) -> None:
    """Print the script that lets Tab complete commands, options, decks, tags and ids.

    Write it once to where the SHELL reads it, as below, and open a new shell. The folder has to be
    there, and for zsh be named before compinit in ~/.zshrc: fpath=(~/.zfunc $fpath)

    The script asks the program itself, so it knows later commands too.
    """
    click.echo(SCRIPTS[shell], nl=False)
