"""`cardsmith log sync`: the histories of several machines brought together."""

from collections.abc import Iterator

import click

from cardsmith.cli.app import App, examples, pass_app
from cardsmith.historyfile import all_histories
from cardsmith.historysync import Outcome, sync
from cardsmith.render.phrases import counted, listed


@click.command(
    "sync",
    epilog=examples(
        "cardsmith log sync --init git@example.org:me/history.git", "cardsmith log sync"
    ),
)
@click.option("--init", "url", metavar="URL", help="Begin: the other side, an empty repository.")
@pass_app
def command(app: App, url: str | None) -> None:
    """Bring the histories of several machines together through a git repository.

    What is new here is committed and sent, what is new there is taken. Nothing is ever taken away,
    and it does no harm to be interrupted or offline: the next sync goes on.

    The exit status is 1 if the other side could not be reached or did not take what is new.
    """
    if url == "":
        raise click.BadParameter("it is empty; name a repository", param_hint="--init")
    outcome = sync(all_histories(app.environment), app.environment, url=url or "")
    for line in _spoken(outcome):
        click.echo(line)
    for note in outcome.notes:
        click.echo(note, err=True)
    if outcome.problem:
        raise outcome.problem


def _spoken(outcome: Outcome) -> Iterator[str]:
    moved = [
        f"{counted(number, 'event')} {done}"
        for number, done in ((outcome.received, "received"), (outcome.sent, "sent"))
        if number
    ]
    if moved:
        yield f"{listed(moved)}."
    if outcome.waiting:
        yield f"{counted(outcome.waiting, 'event')} committed here, not sent yet."
    if not outcome.problem and not moved:
        yield "Nothing new on either side."
