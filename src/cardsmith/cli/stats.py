"""`cardsmith stats`: what a history comes to."""

import shutil
import sys

import click
from rich.text import Text

from cardsmith.cli.app import App, Desk, examples, pass_app, set_option, several_option
from cardsmith.cli.selection import (
    Selecting,
    chosen,
    deck_option,
    selector,
    selector_argument,
    tag_option,
)
from cardsmith.cli.sitting import look_at
from cardsmith.render.log import as_json
from cardsmith.render.look import wrapped
from cardsmith.render.stats import stats_json, stats_lines
from cardsmith.render.terminal import ansi
from cardsmith.selector import Selector
from cardsmith.stats import Stats, stats

_NARROWEST, _WIDEST = 20, 80


@click.command(
    "stats",
    cls=Selecting,
    epilog=examples("cardsmith stats", "cardsmith stats tag:harness --json"),
)
@selector_argument()
@several_option
@deck_option
@tag_option
@set_option
@click.option("--plain", is_flag=True, help="Words in place of plots, as for a screen reader.")
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    words: tuple[str, ...],
    decks: tuple[str, ...],
    some_decks: tuple[str, ...],
    tags: tuple[str, ...],
    given: tuple[str, ...],
    plain: bool,
    is_json: bool,
) -> None:
    """Show how far you are: cards, work, how much was right, and what is to come.

    SELECTOR, a search as in Anki, chooses the cards; the streak counts all. Of several collections
    each is told; --json then prints a line for each.
    """
    which = selector(words, some_decks, tags)
    for number, each in enumerate(app.targets(decks)):
        desk = app.desk(each, given)
        app.report(desk, each)
        told = _told(desk, which)
        if is_json:
            click.echo(as_json(stats_json(told, desk.collection)))
            continue
        if number:
            click.echo()
        _print(app, desk, told, plain=plain)
        if not told.ever.answers and told.standing.cards:
            click.echo(f"To begin: {app.command_line('review', each)}")


def _told(desk: Desk, which: Selector) -> Stats:
    collection = desk.collection
    return stats(
        collection.cards(),
        desk.events,
        desk.today,
        desk.scheduler,
        leech=desk.settings.leech,
        among=None if which.is_everything else {card.id for card in chosen(desk, which)},
        former=collection.former_cards(),
    )


def _print(app: App, desk: Desk, told: Stats, *, plain: bool) -> None:
    is_screen = sys.stdout.isatty()
    plain = plain or (is_screen and app.is_dumb)
    columns = min(_WIDEST, max(_NARROWEST, shutil.get_terminal_size().columns))
    look = look_at(app, columns, plain=plain)
    title = Text(desk.title)
    head = wrapped(title, look) if is_screen else [title]
    lines = [*head, Text(), *stats_lines(told, look)]
    text = "".join(f"{line.plain.rstrip()}\n" for line in lines)
    click.echo(ansi(lines) if look.colour else text, nl=False)
