"""`cardsmith review`: a sitting at the cards, on the whole screen or line by line."""

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import NamedTuple

import click

from cardsmith.agenda import ORDERS, Agenda, arranged
from cardsmith.cli.app import App, Desk, as_given, examples, pass_app, set_option, several_option
from cardsmith.cli.groups import Whole
from cardsmith.cli.selection import (
    Selecting,
    chosen,
    deck_option,
    meant,
    selector,
    selector_argument,
    tag_option,
    wait_sentence,
)
from cardsmith.cli.sitting import Sitting, Terms, rules
from cardsmith.day import days_after
from cardsmith.deck import CardId
from cardsmith.errors import UsageError
from cardsmith.historyfile import all_histories
from cardsmith.render.due import news_sentence, next_sentence
from cardsmith.render.phrases import counted
from cardsmith.render.summary import summary_lines
from cardsmith.selector import Selector
from cardsmith.session import begin
from cardsmith.visible import visible

_NUMBER = Whole(min=0)
_LONGEST_COUNT = 1  # seconds that anybody waits for the days to be counted
_PATIENCE = 5  # seconds, for each exchange with the other side of a history


@click.command(
    "review",
    cls=Selecting,
    epilog=examples(
        "cardsmith review",
        "cardsmith review --minutes 10",
        "cardsmith review --more 5",
        "cardsmith review --cram --order shuffled tag:diagnosis",
    ),
)
@selector_argument()
@several_option
@deck_option
@tag_option
@click.option("--new", metavar="N", type=_NUMBER, help="New cards today, in all; by default 10.")
@click.option(
    "--more",
    metavar="N",
    type=_NUMBER,
    default=0,
    help="So many new cards more, also where today's are done.",
)
@click.option("--limit", metavar="N", type=Whole(min=1), help="So many cards at most.")
@click.option(
    "--ahead",
    metavar="DAYS",
    type=Whole(min=1),
    help="Only what comes within so many days, before its day.",
)
@click.option("--cram", is_flag=True, help="Practise all cards; no answer is recorded.")
@click.option("--minutes", metavar="N", type=Whole(min=1), help="Stop at the card after N minutes.")
@click.option("--order", type=click.Choice(ORDERS), help="In which order cards are asked.")
@click.option("--plain", is_flag=True, help="Line by line, as for a screen reader.")
@set_option
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    words: tuple[str, ...],
    decks: tuple[str, ...],
    some_decks: tuple[str, ...],
    tags: tuple[str, ...],
    given: tuple[str, ...],
    new: int | None,
    more: int,
    limit: int | None,
    ahead: int | None,
    cram: bool,
    minutes: int | None,
    order: str | None,
    plain: bool,
) -> None:
    """Learn: the cards that are due, then new ones up to the day's limit.

    Every answer is saved before the next card shows, so leave whenever you like. A SELECTOR, in
    Anki's search syntax, chooses among the cards; the limits of the day count for all.
    """
    which = selector(words, some_decks, tags)
    if ahead and cram:
        raise UsageError("choose either --ahead or --cram")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a byte that is no letter is no reason to end
    exchange = app.settings(None, given).sync == "auto" and not cram
    if exchange:
        _exchange(app)
    until = None if minutes is None else app.clock.seconds() + 60 * minutes
    asked = Asked(which, new, more, limit, ahead, cram, until, order, plain)
    targets = app.targets(decks)
    for place, each in enumerate(targets, 1):
        left = _review(app, each, given, asked, has_next=place < len(targets))
        if left is None:
            break
        asked = left
    if exchange:
        _exchange(app)


class Asked(NamedTuple):
    """What options ask for; see `command`."""

    meant: Selector
    new: int | None
    more: int
    limit: int | None
    ahead: int | None
    cram: bool
    until: float | None  # by the running count, in seconds
    order: str | None
    plain: bool


def _review(
    app: App, decks: str | None, given: tuple[str, ...], asked: Asked, *, has_next: bool
) -> Asked | None:
    """Sit at one collection; what the next one is asked for, or None if no other is.

    Raises:
        Exit: a signal ended the sitting.
    """
    desk = app.desk(decks, given, whole=False)
    kept = desk.settings
    new = kept.new if asked.new is None else asked.new
    desk = desk.having(new=new, order=asked.order or kept.order)
    desk = meant(desk, asked.meant)
    today = desk.agenda(desk.today)
    if asked.more:
        desk = desk.having(new=max(desk.settings.new, today.met) + asked.more)
        today = desk.agenda(desk.today)
    app.say(desk.title)
    told = "" if asked.cram else news_sentence(desk.news())
    if told:
        app.say(told)
    app.report(desk, decks)
    ids, drill = _chosen(app, desk, asked, today)
    changed = () if asked.cram or asked.ahead else desk.changed()
    if not ids and not changed:
        app.say(_nothing(app, desk, decks, asked, today))
        return asked
    cards, shown = desk.cards(ids), desk.cards(changed)
    session = begin(
        desk.scheduler,
        desk.today,
        cards.values(),
        desk.record_of({**cards, **shown}),
        drill=drill,
        changed=shown.values(),
        rules=rules(desk, cards.values())._replace(is_cram=asked.cram),
    )
    is_first = today.unseen == desk.size.cards
    is_plain = asked.plain or app.is_dumb or not (sys.stdin.isatty() and sys.stdout.isatty())
    limit = None if asked.limit is None else asked.limit - len(ids)
    has_next = has_next and limit != 0
    sitting = Sitting(app, desk, session, Terms(told, asked.until, is_first, has_next, is_plain))
    status = _sit(sitting)
    if sitting.session.answered:
        sitting.wait_for_days(_LONGEST_COUNT)
    for line in summary_lines(sitting.outcome()):
        app.say(line)
    if sitting.left_today() and not asked.cram:
        click.echo(f"To go on: {app.command_line(as_given('review'), decks)}")
    if status:
        raise click.exceptions.Exit(status)
    return asked._replace(limit=limit) if sitting.has_next and not sitting.has_left else None


def _nothing(app: App, desk: Desk, decks: str | None, asked: Asked, today: Agenda) -> str:
    """Why there is nothing to sit at, and when there will be."""
    if asked.ahead and desk.among != frozenset():
        coming = counted(asked.ahead, "day")
        return f"Nothing comes within {coming}{next_sentence(today, desk.today)}."
    return f"Today: {wait_sentence(app, desk, decks, today, desk.today)}."


def _chosen(
    app: App, desk: Desk, asked: Asked, today: Agenda
) -> tuple[tuple[CardId, ...], tuple[CardId, ...]]:
    """The cards of a sitting, and those of them that are in drill."""
    if asked.cram or asked.ahead:
        ids = tuple(_practised(desk, asked, today))
        states = desk.record_of(ids).states
        order, scheduler = desk.settings.order, desk.scheduler
        salt = app.stamp(desk.settings).id if asked.cram else ""
        return arranged(ids, states, desk.today, order, scheduler, salt)[: asked.limit], ()
    return today.cards()[: asked.limit], today.drill[: asked.limit]


def _practised(desk: Desk, asked: Asked, today: Agenda) -> Iterator[CardId]:
    """The cards of a sitting that does not wait for their day, in deck order."""
    if not asked.ahead:
        yield from (card.id for card in chosen(desk, asked.meant))
        return
    coming = desk.having(order="deck").agenda(days_after(desk.today, asked.ahead)).due
    states = desk.record_of(coming).states
    yield from (
        c
        for c in coming
        if c not in today.due and desk.today not in {states[c].day, states[c].buried}
    )


def _exchange(app: App) -> None:
    """Exchange histories with the other side, and say so only where there is something to say."""
    from cardsmith.historysync import sync  # noqa: PLC0415 - where it is set

    outcome = sync(all_histories(app.environment), app.environment, timeout=_PATIENCE)
    if outcome.received:
        click.echo(f"{counted(outcome.received, 'event')} came from your other machines", err=True)
    for note in outcome.notes:
        click.echo(visible(note), err=True)
    if outcome.problem:
        click.echo(visible(f"not exchanged: {outcome.problem}"), err=True)


def _sit(sitting: Sitting) -> int:
    """Sit on the whole screen or line by line; the exit status that a signal asks for, or 0."""
    if not sitting.terms.is_plain:
        from cardsmith.cli.fullscreen import sit  # noqa: PLC0415 - terminals of POSIX only

        return sit(sitting)
    from cardsmith.cli.lines import sit as sit_by_lines  # noqa: PLC0415 - the other way is usual

    return sit_by_lines(sitting)
