"""`cardsmith due`: what is due, for people and for scripts."""

import json

import click

from cardsmith.cli.app import (
    App,
    Desk,
    as_given,
    day_of,
    examples,
    pass_app,
    set_option,
    several_option,
)
from cardsmith.cli.selection import (
    Selecting,
    deck_option,
    meant,
    selector,
    selector_argument,
    tag_option,
    wait_sentence,
)
from cardsmith.errors import CardsmithError, UsageError
from cardsmith.render.due import due_json, prompt_word
from cardsmith.render.phrases import on_day
from cardsmith.selector import Selector

_WHICH = {"words", "some_decks", "tags", "given"}  # options that mean the same to `review`


@click.command(
    "due",
    cls=Selecting,
    epilog=examples(
        "cardsmith due", "cardsmith due tag:verb --on friday --json", "cardsmith due --prompt"
    ),
)
@selector_argument()
@several_option
@deck_option
@tag_option
@click.option("--on", "when", metavar="DAY", help="Another day: 2026-12-24, friday, tomorrow.")
@set_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@click.option(
    "--prompt", "as_prompt", is_flag=True, help="Print how many cards wait, or nothing if none do."
)
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    words: tuple[str, ...],
    decks: tuple[str, ...],
    some_decks: tuple[str, ...],
    tags: tuple[str, ...],
    when: str | None,
    given: tuple[str, ...],
    as_json: bool,
    as_prompt: bool,
) -> None:
    """Say what is due today, and what to type.

    A SELECTOR, in Anki's search syntax, chooses among the cards. Of several collections each is
    told; --json then prints a line for each. --prompt is for the prompt of a shell: one number, `?`
    where it cannot be known.
    """
    which = selector(words, some_decks, tags)
    if as_prompt:
        if as_json:
            raise UsageError("choose either --prompt or --json")
        click.echo(_word(app, decks, given, which, when), nl=False)
        return
    for each in app.targets(decks):
        desk = meant(app.desk(each, given, whole=False), which)
        app.report(desk, each)
        _tell(app, desk, each, when, as_json=as_json)


def _tell(app: App, desk: Desk, decks: str | None, when: str | None, *, as_json: bool) -> None:
    day = day_of(when, desk.today) if when else desk.today
    asked = desk.agenda(day)
    if as_json:
        click.echo(
            json.dumps(due_json(asked, desk.cover, desk.size.cards, day), ensure_ascii=False)
        )
        return
    app.say(desk.title)
    name = on_day(day, desk.today)
    app.say(f"{name[0].upper()}{name[1:]}: {wait_sentence(app, desk, decks, asked, day)}.")
    if asked and day == desk.today:
        click.echo(f"To begin: {app.command_line(as_given('review', _WHICH), decks)}")


def _word(
    app: App, decks: tuple[str, ...], given: tuple[str, ...], which: Selector, when: str | None
) -> str:
    """How many cards wait, for a prompt, which has no room for what is wrong."""
    asked = []
    try:
        for each in app.targets(decks):
            desk = meant(app.desk(each, given, whole=False), which)
            asked.append(desk.agenda(day_of(when, desk.today) if when else desk.today))
    except (CardsmithError, OSError):
        return prompt_word(None)
    return prompt_word(asked)
