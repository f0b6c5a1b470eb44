"""`cardsmith show`: a note and its cards, as review shows them."""

import difflib
import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator

import click

from cardsmith.cli import values
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.selection import Selecting, chosen, selector
from cardsmith.cli.sitting import look_at
from cardsmith.day import study_day
from cardsmith.deck import Card, CardId, Note, NoteId, cards_of
from cardsmith.errors import UsageError
from cardsmith.render.note import by_note, note_lines, notes_json
from cardsmith.render.phrases import counted, listed
from cardsmith.render.terminal import ansi
from cardsmith.visible import visible
from cardsmith.workspace import Loaded, find, load

_NARROWEST, _WIDEST = 20, 100
_ID = re.compile(r"(?!(?:and|or)$)[a-z0-9][a-z0-9._/-]*", re.IGNORECASE)
_MOST_NEAR = 4


@click.command(
    "show",
    cls=Selecting,
    epilog=examples(
        "cardsmith show stage-order",
        "cardsmith show stage-order/long --json",
        "cardsmith show tag:harness kind:cloze",
    ),
)
@click.argument(
    "words",
    metavar="NOTE...",
    nargs=-1,
    required=True,
    shell_complete=values.notes_or_selections,
)
@decks_option
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def command(app: App, *, words: tuple[str, ...], decks: str | None, is_json: bool) -> None:
    """Show NOTE and its cards as review will: front, then back.

    NOTE is the id of a note, or of one of its cards (`stage-order/long`); there may be several. It
    may also be a search as in Anki, such as tag:harness; a text is looked for as '"a text"'.

    What does not fit into the window is shown page by page.
    """
    loaded = load(find(decks, app.environment))
    if all(_ID.fullmatch(word) for word in words):
        cards = list(_named(words, loaded, app.command_line("lint", decks)))
    else:
        cards = chosen(app.desk(decks), selector(words))
        if not cards:
            raise UsageError(visible(f"{' '.join(words)} matches no card"))
    collection, shown = loaded.collection, by_note(cards)
    if is_json:
        click.echo(json.dumps(notes_json(shown, collection)))
        return
    kept = app.settings(None)
    today = study_day(app.now(kept), kept.rollover)
    columns, rows = shutil.get_terminal_size()
    look = look_at(app, min(_WIDEST, max(_NARROWEST, columns)))
    pages = [list(note_lines(each, collection, today, look)) for each in shown]
    lines = [line for at, page in enumerate(pages) for line in ([None] * bool(at) + page)]
    text = "".join(
        "\n" if line is None else ansi([line]) if look.colour else f"{line.plain.rstrip()}\n"
        for line in lines
    )
    if len(lines) < rows or not _is_paged(app):
        click.echo(text, nl=False, color=look.colour)
    else:
        click.echo_via_pager(text, color=look.colour)


def _is_paged(app: App) -> bool:
    """Whether somebody sits at a window that can show pages."""
    is_dumb = app.is_dumb
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_dumb


def _named(words: Iterable[str], loaded: Loaded, lint: str) -> Iterator[Card]:
    """The cards that ids name, present or former ones.

    Raises:
        UsageError: there is no such id.
    """
    collection = loaded.collection
    notes = {old: note for note in collection.notes for old in note.formerly}
    notes |= {note.id: note for note in collection.notes}
    cards = {card.id: card for card in collection.cards()}
    former = collection.former_cards()
    unknown = list[str]()
    for word in dict.fromkeys(words):
        note = notes.get(NoteId(word))
        card = cards.get(former.get(CardId(word), CardId(word)))
        if note is not None:
            yield from cards_of(note)
        elif card is not None:
            yield card
        else:
            unknown.append(word)
    if unknown:
        raise UsageError(_refusal(unknown, collection.notes, loaded, lint))


def _refusal(unknown: list[str], notes: Iterable[Note], loaded: Loaded, lint: str) -> str:
    """That ids are unknown, with those that may have been meant."""
    known: list[str] = [card.id for note in notes for card in cards_of(note)]
    known += [note.id for note in notes]
    near = dict[str, None]()
    for word in unknown:
        some = difflib.get_close_matches(word.lower(), known, n=3, cutoff=0.5)
        some += [id_ for id_ in known if id_.startswith(f"{word.partition('/')[0]}/")]
        near |= dict.fromkeys(some)
    said = f"no note or card has the id {listed(unknown)}"
    if near:
        said += f"; did you mean {' or '.join(list(near)[:_MOST_NEAR])}?"
    else:
        said += f"; to look for a text: cardsmith show '\"{unknown[0]}\"'"
    broken = sum(problem.is_error for problem in loaded.diagnostics)
    if broken:
        said += f" ({counted(broken, 'problem')} in the decks may hide it: {lint})"
    return visible(said)
