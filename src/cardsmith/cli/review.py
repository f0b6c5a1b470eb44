"""`cardsmith review`: a sitting at the cards, on the whole screen or line by line."""

import sys

import click

from cardsmith.cli.app import App, decks_option, examples, pass_app, set_option
from cardsmith.cli.sitting import Sitting, rules
from cardsmith.render.due import due_sentence
from cardsmith.session import begin

_NUMBER = click.IntRange(min=0)


@click.command(
    "review",
    epilog=examples(
        "cardsmith review", "cardsmith review --more 5", "cardsmith review --decks ~/my-deck"
    ),
)
@decks_option
@click.option("--new", metavar="N", type=_NUMBER, help="New cards today, in all; by default 10.")
@click.option("--more", metavar="N", type=_NUMBER, default=0, help="So many new cards more.")
@click.option("--limit", metavar="N", type=_NUMBER, help="Cards in this sitting, at most.")
@set_option
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    decks: str | None,
    given: tuple[str, ...],
    new: int | None,
    more: int,
    limit: int | None,
) -> None:
    """Learn: the cards that are due, then new ones up to the day's limit.

    Every answer is saved before the next card shows, so leave whenever you like.
    """
    desk = app.desk(decks, given, whole=False)
    desk = desk.with_new((desk.settings.new if new is None else new) + more)
    click.echo(desk.title)
    app.report(desk, decks)
    today = desk.agenda(desk.today)
    if not today:
        click.echo(f"Today: {due_sentence(today, desk.size, desk.today)}.")
        return
    asked = desk.cards(today.cards()[:limit])
    record, drill = desk.record_of(asked), today.drill[:limit]
    session = begin(
        desk.scheduler,
        desk.today,
        asked.values(),
        record,
        drill=drill,
        rules=rules(desk, asked.values()),
    )
    sitting = Sitting(app, desk, session)
    status = _sit(app, sitting)
    for line in sitting.summary():
        click.echo(line)
    if sitting.left_today():
        click.echo(f"To go on: {app.command_line('review', decks)}")
    if status:
        raise click.exceptions.Exit(status)


def _sit(app: App, sitting: Sitting) -> int:
    """Sit on the whole screen where there is one; the exit status that a signal asks for, or 0."""
    if sys.stdin.isatty() and sys.stdout.isatty() and app.environment.get("TERM", "dumb") != "dumb":
        from cardsmith.cli.fullscreen import sit  # noqa: PLC0415 - terminals of POSIX only

        return sit(sitting)
    from cardsmith.cli.lines import sit as sit_by_lines  # noqa: PLC0415 - the other way is usual

    return sit_by_lines(sitting)
