"""`cardsmith log reset`, `suspend` and `unsuspend`: one deed for all cards of a selector."""

from collections.abc import Callable
from typing import Any, NamedTuple

import click

from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.log.entry import dry_run_option, is_agreed, stamps, write, yes_option
from cardsmith.cli.selection import (
    SYNTAX,
    Selecting,
    chosen,
    deck_option,
    selector,
    selector_argument,
    tag_option,
)
from cardsmith.errors import UsageError
from cardsmith.history import Reset, Suspend, Unsuspend
from cardsmith.logbook import deeds
from cardsmith.render.log import done_to
from cardsmith.render.phrases import counted
from cardsmith.schedule.replay import State, fresh
from cardsmith.visible import visible


class _Kind(NamedTuple):
    """A deed, what it does in a word, and the cards on which it does something."""

    deed: Reset | Suspend | Unsuspend
    done: str
    concerns: Callable[[State[Any]], bool]
    help: str


_KINDS = {
    "reset": _Kind(
        Reset(),
        "made new",
        lambda state: not state.is_new or state.suspended or state.buried is not None,
        "Make the cards of SELECTOR new again: their answers count no more.",
    ),
    "suspend": _Kind(
        Suspend(),
        "suspended",
        lambda state: not state.suspended,
        "Ask the cards of SELECTOR no more, until they are unsuspended.",
    ),
    "unsuspend": _Kind(
        Unsuspend(),
        "unsuspended",
        lambda state: state.suspended,
        "Ask the suspended cards of SELECTOR again.",
    ),
}


def _made(name: str, what: _Kind) -> click.Command:
    @click.command(
        name,
        cls=Selecting,
        help=f"{what.help}\n\n{SYNTAX} `cardsmith log undo` takes all of it back at once.",
        epilog=examples(
            f"cardsmith log {name} tag:harness", f"cardsmith log {name} 'id:stage-*' --dry-run"
        ),
    )
    @selector_argument()
    @decks_option
    @deck_option
    @tag_option
    @dry_run_option
    @yes_option
    @pass_app
    def command(  # noqa: PLR0913 - one parameter for each option
        app: App,
        *,
        words: tuple[str, ...],
        decks: str | None,
        some_decks: tuple[str, ...],
        tags: tuple[str, ...],
        dry_run: bool,
        yes: bool,
    ) -> None:
        asked = selector(words, some_decks, tags)
        if asked.is_everything:
            raise UsageError("say which cards: tag:harness, id:stage-order, or deck:* for all")
        desk = app.desk(decks)
        app.report(desk, decks)
        new: State[Any] = fresh(desk.scheduler)
        states = desk.record.states
        meant = [card.id for card in chosen(desk, asked)]
        cards = [card for card in meant if what.concerns(states.get(card, new))]
        if not meant:
            raise UsageError(visible(f"no card matches {asked}"))
        if not cards:
            match = counted(len(meant), "card")
            click.echo(f"Nothing to do: {match} found, none of which would be {what.done}.")
            return
        told = done_to(cards, what.done, dry_run=dry_run)
        if dry_run:
            click.echo(told)
        elif is_agreed(f"{done_to(cards, what.done, dry_run=True)}. Go on?", yes=yes):
            events = deeds(cards, what.deed, desk.record.heads, stamps(app, desk))
            write(app, desk, events, decks, told)

    return command


COMMANDS: dict[str, click.Command] = {name: _made(name, what) for name, what in _KINDS.items()}
