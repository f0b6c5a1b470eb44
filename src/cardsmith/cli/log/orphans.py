"""`cardsmith log orphans`: events of cards that no deck has."""

from collections.abc import Sequence

import click

from cardsmith.cli.app import App, Desk, decks_option, examples, pass_app
from cardsmith.cli.log.entry import dry_run_option, is_agreed, stamps, write, yes_option
from cardsmith.deck import CardId, note_of
from cardsmith.errors import UsageError
from cardsmith.history import Rename, Reset
from cardsmith.logbook import Orphan, deeds, orphans
from cardsmith.render.log import as_json, done_to, listing, orphan_lines, orphans_json
from cardsmith.render.phrases import counted
from cardsmith.visible import visible


@click.command(
    "orphans",
    epilog=examples(
        "cardsmith log orphans",
        "cardsmith log orphans --attach old-id new-id",
        "cardsmith log orphans --forget old-id",
    ),
)
@decks_option
@click.option(
    "--attach",
    nargs=2,
    metavar="OLD NEW",
    help="What was recorded for OLD, a card or a note that is gone, belongs to NEW.",
)
@click.option(
    "--forget", "gone", multiple=True, metavar="ID", help="List this card or note no more."
)
@dry_run_option
@yes_option
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    decks: str | None,
    attach: tuple[str, str] | None,
    gone: tuple[str, ...],
    dry_run: bool,
    yes: bool,
    is_json: bool,
) -> None:
    """List cards with a history that no deck has, and what they may be called now.

    They do no harm: if their note comes back, so does their history. A forgotten one is not listed
    again, and would come back as new.
    """
    if (attach is not None) + bool(gone) + is_json > 1:
        raise UsageError("--attach, --forget and --json are three things to ask for")
    desk = app.desk(decks)
    app.report(desk, decks)
    collection = desk.collection
    found = orphans(desk.events, collection.cards(), collection.former_cards())
    if attach:
        _attach(app, desk, found, attach, decks=decks, dry_run=dry_run, yes=yes)
    elif gone:
        _forget(app, desk, found, gone, decks=decks, dry_run=dry_run, yes=yes)
    elif is_json:
        click.echo(as_json(listing("orphans", collection, orphans_json(found))))
    elif found:
        click.echo("\n".join(orphan_lines(found)))
    else:
        click.echo("No events of cards that no deck has.")


def _attach(  # noqa: PLR0913 - what was asked for
    app: App,
    desk: Desk,
    found: Sequence[Orphan],
    names: tuple[str, str],
    *,
    decks: str | None,
    dry_run: bool,
    yes: bool,
) -> None:
    pairs = _pairs(desk, found, *names)
    past = desk.record.states
    busy = [new for _, new in pairs if new in past and not past[new].is_new]
    told = f"what was recorded for {names[0]} belongs to {names[1]}: {counted(len(pairs), 'card')}"
    left = [each.card for each in found if note_of(each.card) == names[0]]
    left = [card for card in left if card not in dict(pairs)]
    if left and len(pairs) > 1:
        told += f"; {' and '.join(left)} stays, as {names[1]} has no such part"
    if busy:
        told += f"; {' and '.join(busy)} keeps its own answers too"
    if dry_run:
        click.echo(visible(f"Nothing is written yet: {told}"))
        return
    if not is_agreed(visible(f"So {told}?"), yes=yes):
        return
    made = stamps(app, desk)
    events = [
        event for old, new in pairs for event in deeds([old], Rename(new), desk.record.heads, made)
    ]
    write(app, desk, events, decks, told[0].upper() + told[1:])


def _pairs(desk: Desk, found: Sequence[Orphan], old: str, new: str) -> list[tuple[CardId, CardId]]:
    """Which card becomes which: one, or those of a whole note that have the same parts.

    Raises:
        UsageError: one of the two is not what it must be.
    """
    lost = {each.card for each in found}
    known = {card.id for card in desk.collection.cards()}
    if old in known:
        raise UsageError(
            visible(f"{old} is a card of a deck; only one that is gone can be attached")
        )
    mine = [card for card in sorted(lost) if card == old or note_of(card) == old]
    if not mine:
        raise UsageError(visible(f"nothing is recorded for {old}, or it was forgotten"))
    if new not in known and not any(note_of(card) == new for card in known):
        raise UsageError(visible(f"no deck has the card {new}"))
    if old in lost and new in known and ("/" in old or "/" in new or mine == [old]):
        return [(CardId(old), CardId(new))]
    pairs = [(card, CardId(new + card[len(old) :])) for card in mine]
    fitting = [(one, other) for one, other in pairs if other in known]
    if not fitting:
        raise UsageError(
            visible(f"{new} has none of the cards of {old} ({', '.join(mine)}); name single cards")
        )
    return fitting


def _forget(  # noqa: PLR0913 - what was asked for
    app: App,
    desk: Desk,
    found: Sequence[Orphan],
    names: tuple[str, ...],
    *,
    decks: str | None,
    dry_run: bool,
    yes: bool,
) -> None:
    unknown = [
        name for name in names if not any(name in {each.card, note_of(each.card)} for each in found)
    ]
    if unknown:
        raise UsageError(
            visible(
                f"{unknown[0]} is no card that is gone; `cardsmith log reset` is for the others"
            )
        )
    cards = [each.card for each in found if {each.card, note_of(each.card)} & set(names)]
    told = done_to(cards, "forgotten", dry_run=dry_run)
    if dry_run:
        click.echo(told)
    elif is_agreed(f"{done_to(cards, 'forgotten', dry_run=True)}?", yes=yes):
        events = deeds(cards, Reset(), desk.record.heads, stamps(app, desk))
        write(app, desk, events, decks, told)
