"""`cardsmith log flags`: what learners said is wrong with cards."""

import click

from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.log.entry import stamps
from cardsmith.deck import note_of
from cardsmith.errors import UsageError
from cardsmith.logbook import flags, voids
from cardsmith.render.log import as_json, flag_lines, flags_json, listing
from cardsmith.render.phrases import counted
from cardsmith.schedule.replay import in_order
from cardsmith.visible import visible


@click.command(
    "flags", epilog=examples("cardsmith log flags", "cardsmith log flags --clear stage-order")
)
@decks_option
@click.option("--clear", "done", multiple=True, metavar="ID", help="The card or note is well now.")
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(app: App, *, decks: str | None, done: tuple[str, ...], is_json: bool) -> None:
    """List the cards that were flagged, why, and where their notes stand."""
    if done and is_json:
        raise UsageError("--clear and --json are two things to ask for")
    desk = app.desk(decks)
    app.report(desk, decks)
    former = desk.collection.former_cards()
    found = flags(desk.events, former)
    if done:
        unknown = [
            name for name in done if not any(name in {e.card, note_of(e.card)} for e in found)
        ]
        if unknown:
            raise UsageError(visible(f"{unknown[0]} has no flag"))
        cleared = [each for each in found if {each.card, note_of(each.card)} & set(done)]
        _, heads = in_order(desk.events, former)
        names = {each.event.card: each.card for each in cleared}
        events = (each.event for each in cleared)
        desk.folder.append(voids(events, heads, names, stamps(app, desk)))
        click.echo(f"{counted(len(cleared), 'flag')} cleared")
        return
    cards = {card.id: card for card in desk.collection.cards()}
    if is_json:
        click.echo(as_json(listing("flags", desk.collection, flags_json(found, cards))))
        return
    for line in flag_lines(found, cards):
        click.echo(line)
    if not found:
        click.echo("No card is flagged.")
