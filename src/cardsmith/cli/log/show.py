"""`cardsmith log show`: what happened, a line an event."""

import re
import shutil
import sys
from datetime import date, datetime, timedelta

import click

from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.selection import (
    Selecting,
    chosen,
    deck_option,
    selector,
    selector_argument,
    tag_option,
)
from cardsmith.day import days_after
from cardsmith.errors import UsageError
from cardsmith.history import KINDS, kind
from cardsmith.logbook import entries
from cardsmith.render.log import as_json, event_lines, events_json, listing
from cardsmith.visible import visible

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@click.command(
    "show",
    cls=Selecting,
    epilog=examples(
        "cardsmith log show --day yesterday",
        "cardsmith log show tag:harness rated:7:1 --do answer",
        "cardsmith log show --since 2026-11-01 --json",
    ),
)
@selector_argument()
@decks_option
@deck_option
@tag_option
@click.option("--day", metavar="DAY", help="Of this study day: 2026-11-30, friday, yesterday.")
@click.option("--since", metavar="DAY", help="Of this study day and later ones.")
@click.option("--do", "wanted", type=click.Choice(KINDS), help="Only events of this kind.")
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    words: tuple[str, ...],
    decks: str | None,
    some_decks: tuple[str, ...],
    tags: tuple[str, ...],
    day: str | None,
    since: str | None,
    wanted: str | None,
    is_json: bool,
) -> None:
    """List what happened to the cards of SELECTOR, the latest last; without one, to all cards.

    SELECTOR is a search as in Anki, such as: tag:harness is:due -kind:cloze. What was taken back
    stands in parentheses.
    """
    if day and since:
        raise UsageError("name --day or --since, not both")
    asked = selector(words, some_decks, tags)
    desk = app.desk(decks)
    app.report(desk, decks)
    some = entries(desk.events, desk.collection.former_cards())
    if not asked.is_everything:
        meant = {card.id for card in chosen(desk, asked)}
        some = [each for each in some if each.card in meant]
    if wanted:
        some = [each for each in some if kind(each.event.deed) == wanted]
    if day:
        on = past_day(day, desk.today)
        some = [each for each in some if each.event.day == on]
    if since:
        first = past_day(since, desk.today)
        some = [each for each in some if each.event.day >= first]
    if is_json:
        click.echo(as_json(listing("events", desk.collection, events_json(some))))
        return
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in event_lines(some, columns):
        click.echo(line)
    if not some:
        click.echo(
            "Nothing happened." if asked.is_everything else "Nothing happened to these cards."
        )


def past_day(words: str, today: date) -> date:
    """The last day that somebody means: `2026-11-30`, `30 nov`, `friday`, `yesterday`.

    Raises:
        UsageError: it is no day.
    """
    said = words.strip().lower()
    if said in {"today", "yesterday"}:
        return days_after(today, -(said == "yesterday"))
    named = [at for at, name in enumerate(_WEEKDAYS) if len(said) > 2 and name.startswith(said)]  # noqa: PLR2004 - mon, tue …
    if named:
        return days_after(today, -((today.weekday() - named[0]) % 7))
    from dateutil import parser  # noqa: PLC0415 - only where a day is named

    start = datetime.combine(today, datetime.min.time())
    try:
        day = parser.parse(said, default=start).date()
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"{visible(words)!r} is no day; write 2026-11-30, friday or yesterday"
        ) from error
    has_year = re.search(r"\d{4}", said)
    return day if has_year or day <= today else _a_year_before(day)


def _a_year_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 1)
    except ValueError:  # 29 February
        return day - timedelta(days=366)
