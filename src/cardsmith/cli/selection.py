"""Which cards a command is about: the selector, and its short forms `--deck` and `--tag`."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from itertools import islice
from typing import Any, TypeVar

import click

from cardsmith.agenda import Agenda
from cardsmith.cli import values
from cardsmith.cli.app import App, Desk
from cardsmith.deck import Card, CardId, Note, cards_of
from cardsmith.errors import UsageError
from cardsmith.history import Event
from cardsmith.render.due import due_sentence, next_sentence
from cardsmith.render.phrases import counted
from cardsmith.schedule.replay import State, fresh, in_order
from cardsmith.schedule.sm2 import SM2
from cardsmith.selector import (
    Selector,
    SelectorError,
    Subject,
    Viewpoint,
    all_of,
    any_of,
    exactly,
    parse,
)
from cardsmith.visible import visible

# For the help of commands.
SYNTAX = "SELECTOR is a search as in Anki, such as: tag:harness is:due -kind:cloze."

F = TypeVar("F", bound=Callable[..., Any])

deck_option = click.option(
    "--deck",
    "some_decks",
    metavar="NAME",
    multiple=True,
    shell_complete=values.deck_names,
    help="Only this deck.",
)
tag_option = click.option(
    "--tag",
    "tags",
    metavar="TAG",
    multiple=True,
    shell_complete=values.tags,
    help="Only notes with this tag.",
)


class Selecting(click.Command):
    """A command with a selector, in which a word such as `-tag:reading` is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the words of the selector behind all options."""
        return super().parse_args(ctx, self._sorted(ctx, args))

    def _sorted(self, ctx: click.Context, args: list[str]) -> list[str]:
        values: dict[str, int] = {}  # how many each option takes
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option):
                many = 0 if parameter.is_flag or parameter.count else parameter.nargs
                values |= dict.fromkeys((*parameter.opts, *parameter.secondary_opts), many)
        options, words = list[str](), list[str]()
        rest = iter(args)
        for word in rest:
            if word == "--":
                words += rest
            elif word in values:
                options += [word, *islice(rest, values[word])]
            elif word.startswith("--") or values.get(word[:2]):  # `--output=x`, `-ox`
                options.append(word)
            else:
                words.append(word)
        return [*options, "--", *words] if words else options


def selector_argument(*, required: bool = False) -> Callable[[F], F]:
    """The argument `words`: a selector, however many words of the command line it takes."""
    return click.argument(
        "words",
        metavar="SELECTOR" if required else "[SELECTOR]",
        nargs=-1,
        required=required,
        shell_complete=values.selections,
    )


def selector(
    words: Iterable[str], some_decks: Iterable[str] = (), tags: Iterable[str] = ()
) -> Selector:
    """What was asked for: cards of any of the decks, with any of the tags, that the words match.

    Raises:
        UsageError: the words are no selector.
    """
    text = " ".join(words)
    try:
        typed = parse(text)
    except SelectorError as error:
        raise UsageError(visible(f"{text!r} is no selector: {error}")) from error
    decks = any_of(exactly("deck", name) for name in some_decks)
    return all_of([decks, any_of(exactly("tag", name) for name in tags), typed.node])


def chosen(desk: Desk, asked: Selector) -> list[Card]:
    """The cards of a collection that are meant, in deck order."""
    cards = desk.collection.cards()
    if asked.is_everything:
        return list(cards)
    test = asked.test()
    return [each.card for each in subjects(desk, cards, asked) if test(each)]


def meant(desk: Desk, asked: Selector) -> Desk:
    """The desk whose agendas have the cards that are meant, and no others."""
    if asked.is_everything:
        return desk
    return desk.only(frozenset(card.id for card in chosen(desk, asked)))


def wait_sentence(app: App, desk: Desk, decks: str | None, asked: Agenda, day: date) -> str:
    """What waits on a day; where nothing does, why, and when the next cards come."""
    if asked or (desk.among is None and (asked.next_day or not desk.size.cards)):
        return due_sentence(asked, desk.size, day)
    if desk.among == frozenset():
        return "no card of this collection matches"
    some = desk.size.cards if desk.among is None else len(desk.among)
    what = counted(some, "card" if desk.among is None else "matching card")
    if not asked.next_day and all(state.suspended for state in _states_of(desk)):
        hint = app.command_line("log unsuspend SELECTOR", decks)
        return f"nothing due; {what}, all suspended (`{hint}` brings them back)"
    return f"nothing due; {what}{next_sentence(asked, day)}"


def _states_of(desk: Desk) -> Iterable[State[Any]]:
    states, new = desk.record.states, fresh(desk.scheduler)
    ids = [card.id for card in desk.collection.cards()]
    return [states.get(card, new) for card in ids if desk.among is None or card in desk.among]


def note_test(asked: Selector) -> Callable[[Note], bool]:
    """Whether a card of a note is meant, by a selector that asks nothing of a learner."""
    test, nowhen = asked.test(), Viewpoint(date.min, SM2(), 0)
    new: State[Any] = fresh(SM2())
    return lambda note: any(test(Subject(card, new, nowhen)) for card in cards_of(note))


def subjects(desk: Desk, cards: Iterable[Card], asked: Selector) -> Iterable[Subject]:
    """Cards as a selector looks at them; their events are looked up only where it asks for them."""
    past: Mapping[CardId, list[Event]] = {}
    if asked.asks_the_log:
        past, _ = in_order(desk.events, desk.collection.former_cards())
    new: State[Any] = fresh(desk.scheduler)
    view = Viewpoint(desk.today, desk.scheduler, desk.settings.leech)
    states = desk.record.states
    for card in cards:
        yield Subject(card, states.get(card.id, new), view, past.get(card.id, ()))
