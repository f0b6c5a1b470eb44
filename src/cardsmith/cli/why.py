"""`cardsmith why`: the story of one card, and the day that follows from it."""

import difflib
import json
import shutil

import click

from cardsmith.cli import values
from cardsmith.cli.app import App, decks_option, examples, pass_app, set_option
from cardsmith.deck import CardId
from cardsmith.errors import UsageError
from cardsmith.render.why import chapters, why_json, why_lines
from cardsmith.schedule.replay import in_order
from cardsmith.settings import SCHEDULERS
from cardsmith.visible import visible


@click.command(
    "why", epilog=examples("cardsmith why stage-order/long", "cardsmith why stage-order --json")
)
@click.argument("card", shell_complete=values.ids)
@decks_option
@set_option
@click.option("--scheduler", type=click.Choice(SCHEDULERS), help="By another scheduler.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    card: str,
    decks: str | None,
    given: tuple[str, ...],
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Explain when CARD is due: each answer, what it did, and the day that follows.

    CARD is the id of a note, or of one of its cards (`stage-order/long`).
    """
    if scheduler:
        given = (*given, f"scheduler={scheduler}")
    desk = app.desk(decks, given)
    app.report(desk, decks)
    known = {each.id: each for each in desk.collection.cards()}
    former = desk.collection.former_cards()
    by_card, _ = in_order(desk.events, former)
    id_ = former.get(CardId(card), CardId(card))
    if id_ not in known and id_ not in by_card:
        raise UsageError(_unknown(card, list(known)))
    story = chapters(by_card.get(id_, []), desk.scheduler)
    if as_json:
        told = why_json(id_, story, desk.scheduler, desk.today)
        click.echo(json.dumps(told))
        return
    app.say(desk.title)
    where = known[id_].note.span() if id_ in known else None
    place = f"{where.path}:{where.place.line}" if where else "no deck has this card"
    click.echo(visible(f"{id_}  ({place})"))
    columns = min(100, shutil.get_terminal_size().columns)
    for line in why_lines(story, desk.scheduler, desk.today, columns):
        click.echo(line)


def _unknown(card: str, known: list[str]) -> str:
    near = difflib.get_close_matches(card, known, n=3, cutoff=0.5)
    near += [id_ for id_ in known if id_.startswith(f"{card}/") and id_ not in near]
    hint = "; `cardsmith preview` shows all notes with their ids"
    if near:
        hint = f"; did you mean {' or '.join(near[:4])}?"
    return f"no card has the id {visible(card)}{hint}"
