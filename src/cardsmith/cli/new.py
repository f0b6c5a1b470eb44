"""`cardsmith new`: a note, asked for or given, checked, shown and put where it belongs."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from cardsmith.cli import asking, draft
from cardsmith.cli.app import App, examples, pass_app
from cardsmith.cli.draft import Fields, Placed
from cardsmith.cli.sitting import look_at
from cardsmith.day import study_day
from cardsmith.deckfile import dump
from cardsmith.deckfile.fields import KINDS, NOTE, Field, Shape
from cardsmith.diagnostics import Diagnostic
from cardsmith.errors import CardsmithError, NoCollectionError, UsageError
from cardsmith.render import diagnostics as render
from cardsmith.render.due import size
from cardsmith.render.look import Look
from cardsmith.render.specimen import specimen
from cardsmith.render.terminal import ansi
from cardsmith.visible import visible
from cardsmith.workspace import Found, Loaded, find, load, short

_F = TypeVar("_F", bound=Callable[..., Any])

_NO_OPTION = {"formerly", "guid"}  # a new note has none
_ONE_OF = {"choices": "choice", "steps": "step", "tags": "tag"}  # given once for each item
_WIDEST = 100


def field_options(function: _F) -> _F:
    """An option for each field that a new note may have."""
    for field in reversed(NOTE.values()):
        if field.name not in _NO_OPTION:
            function = _option(field)(function)
    return function


def _option(field: Field) -> Callable[[_F], _F]:
    name = f"--{_ONE_OF.get(field.name, field.name)}"
    about = _about(field)
    match field.shape:
        case Shape.FLAG:
            return click.option(name, field.name, is_flag=True, help=about)
        case Shape.STEPS:
            return click.option(name, field.name, multiple=True, metavar="KEY=TEXT", help=about)
        case Shape.LINES | Shape.LINE_OR_LINES:
            return click.option(name, field.name, multiple=True, metavar="TEXT", help=about)
        case _:
            return click.option(name, field.name, metavar="TEXT", help=about)


def _about(field: Field) -> str:
    again = field.shape in {Shape.LINES, Shape.LINE_OR_LINES, Shape.STEPS}
    return field.about + (" Give it once for each." if again else "")


@click.command(
    "new",
    epilog=examples(
        "cardsmith new",
        "cardsmith new --front 'Which city is the capital of Peru?' --back Lima",
        "cardsmith new --collection my-cards",
    ),
)
@click.option("--decks", metavar="PATH", help="The collection; without it the one around here.")
@click.option("--file", metavar="PATH", help="The deck file, where several would do.")
@click.option("--kind", type=click.Choice(KINDS), help="The kind of the note, to be asked no more.")
@click.option("--edit", "--editor", "is_edited", is_flag=True, help="Write it in your editor.")
@field_options
@click.option("--collection", metavar="DIR", help="Start a collection of your own in this folder.")
@click.option("--name", metavar="TEXT", help="What learners call the new collection.")
@click.option("--licence", metavar="TEXT", help="What others may do with it; CC-BY-4.0 if unsaid.")
@click.option("--language", metavar="TAG", help="The language of its notes; en if unsaid.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    /,
    *,
    decks: str | None,
    file: str | None,
    kind: str | None,
    is_edited: bool,
    collection: str | None,
    name: str | None,
    licence: str | None,
    language: str | None,
    **given: Any,  # noqa: ANN401 - what click makes of the options of fields
) -> int:
    """Add a note, or start a collection.

    In a terminal it asks for the fields of the note; with options it asks nothing; with --edit it
    opens your editor. The note is checked, shown as review will show it, and put after the last
    note about the same section of its source; nothing else in the file changes.
    """
    fields = _fields(given)
    if collection is not None:
        if fields or decks or file or kind or is_edited:
            raise UsageError("--collection starts a collection; notes are added to it afterwards")
        from cardsmith.cli.collection import start  # noqa: PLC0415 - once in a collection's life

        return start(app, Path(collection), name, licence, language)
    if name or licence or language:
        raise UsageError("--name, --licence and --language are for --collection DIR")
    _refuse_foreign(kind, fields)
    if not (fields or is_edited or asking.is_terminal()):
        raise UsageError(
            "without a terminal nothing can be asked: give the fields, "
            "for example --front … --back …, or --edit"
        )
    loaded = load(_writable(app, decks))
    look = look_at(app, min(_WIDEST, max(20, shutil.get_terminal_size().columns)))
    writer = Writer(app, loaded, look, file)
    try:
        if is_edited:
            return writer.edited(kind, fields)
        return writer.given(fields) if fields else writer.asked(kind)
    except (asking.LeftError, KeyboardInterrupt):
        click.echo("\nNothing was written.", err=True)
        return 130


def _fields(given: Mapping[str, Any]) -> Fields:
    """The fields that options gave."""
    fields: Fields = {}
    for name, value in given.items():
        if NOTE[name].shape is Shape.STEPS:
            pairs = [each.partition("=") for each in value]
            if not all(sign for _, sign, _ in pairs):
                raise UsageError("--step takes a key and a text: --step sow='Sow the seed'")
            value = {key: _lf(text) for key, _, text in pairs}  # noqa: PLW2901
            if len(value) < len(pairs):
                raise UsageError("two steps have the same key")
        elif isinstance(value, tuple):
            value = tuple(map(_lf, value))  # noqa: PLW2901
            if NOTE[name].shape is Shape.LINE_OR_LINES and len(value) == 1:
                value = value[0]  # noqa: PLW2901
        elif isinstance(value, str):
            value = _lf(value)  # noqa: PLW2901
        if value:
            fields[name] = value
    return fields


def _refuse_foreign(kind: str | None, fields: Iterable[str]) -> None:
    """Refuse fields that notes of a kind do not have, rather than leave them out."""
    foreign = [name for name in fields if kind and kind not in (NOTE[name].kinds or (kind,))]
    if foreign:
        named = " or ".join(f"--{_ONE_OF.get(name, name)}" for name in foreign)
        raise UsageError(f"a {kind} note has no {named}; leave that out, or name another --kind")


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _writable(app: App, decks: str | None) -> Found:
    """The collection that is meant.

    Raises:
        NoCollectionError: there is none.
        UsageError: it is not the writer's to change.
    """
    try:
        found = find(decks, app.environment, or_shipped=False)
    except NoCollectionError as error:
        raise NoCollectionError(f"{error}, or start one: cardsmith new --collection DIR") from error
    if not found.is_writable:
        raise UsageError(
            "this collection ships with cardsmith and is read only; "
            "start your own: cardsmith new --collection DIR"
        )
    return found


class Writer:
    """Takes a note from what is given to the file that it belongs to."""

    def __init__(self, app: App, loaded: Loaded, look: Look, file: str | None) -> None:
        self.app = app
        self.loaded = loaded
        self.look = look
        self.file = draft.named_file(loaded, file) if file else ""
        if not loaded.decks:
            raise UsageError(
                f"there is no deck file in {visible(str(loaded.found.root))} yet; "
                "begin one with `deck: {name: …}` and `cards:`"
            )
        if len(loaded.decks) == 1:
            self.file = loaded.decks[0].path
        where = visible(f"{short(loaded.found.root)} ({loaded.found.way.value})")
        click.echo(f"{visible(loaded.collection.name)}: {size(loaded.collection)}; from {where}")

    # ---- three ways ------------------------------------------------------------------------------

    def given(self, fields: Fields) -> int:
        """Add a note whose fields are all there, and ask nothing."""
        fields.setdefault("id", draft.proposed_id(fields, draft.taken(self.loaded)))
        ready = self.placed(self.file or self.only_file(fields), fields)
        if not ready.is_sound:
            self.show_findings(ready)
            click.echo(f"Nothing was written. The note:\n\n{_lost(fields)}", err=True)
            return 1
        self.write(ready, fields)
        self.show_findings(ready)
        self.show_card(ready)
        return 0

    def asked(self, kind: str | None) -> int:
        """Ask for each field."""
        from cardsmith.cli.interview import Person  # noqa: PLC0415 - only where somebody is asked

        person = Person(self.loaded, self.look, self.file)
        kind = kind or person.kind()
        return self.confirmed(kind, person.fields(kind))

    def edited(self, kind: str | None, fields: Fields) -> int:
        """Have the note written in an editor."""
        from cardsmith.cli.interview import Person  # noqa: PLC0415 - as above
        from cardsmith.cli.template import kind_of, written  # noqa: PLC0415 - as above

        kind = kind or kind_of(fields)
        _refuse_foreign(kind, fields)
        if not kind:
            is_asked = asking.is_terminal()
            kind = Person(self.loaded, self.look, self.file).kind() if is_asked else KINDS[0]
        made = written(self.app, self.loaded, kind, fields, self.show)
        if made is None:
            click.echo("The editor left nothing to add.")
            return 0
        return self.confirmed(kind, made) if asking.is_terminal() else self.given(made)

    # ---- the end of each -------------------------------------------------------------------------

    def confirmed(self, kind: str, fields: Fields) -> int:
        """Show the note and ask before it is written."""
        while True:
            ready = self.placed(self.file or self.chosen_file(fields), fields)
            click.echo()
            self.show_card(ready)
            self.show_findings(ready)
            click.echo()
            said, later = "edit", fields
            while said == "edit" and later == fields:
                said = _consent(ready)
                later = self.again(kind, fields) if said == "edit" else fields
            fields = later
            if said == "yes":
                self.write(ready, fields)
                self.say_next()
                return 0
            if said == "no":
                click.echo(f"Nothing was written. The note:\n\n{_lost(fields)}")
                return 0

    def again(self, kind: str, fields: Fields) -> Fields:
        """The note from the editor; as it is if there is none, or nothing was changed."""
        from cardsmith.cli.template import written  # noqa: PLC0415 - as above

        try:
            return written(self.app, self.loaded, kind, fields, self.show) or fields
        except UsageError as error:
            click.echo(f"cardsmith: {error}", err=True)
            return fields

    def placed(self, path: str, fields: Fields) -> Placed:
        """The note at its place; if it has none, the note is printed."""
        try:
            return draft.placed(self.loaded, path, fields)
        except (CardsmithError, OSError):
            click.echo(f"The note, so that it is not lost:\n\n{_lost(fields)}")
            raise

    def write(self, ready: Placed, fields: Fields) -> None:
        """Write the file; if that fails, the note is printed."""
        try:
            draft.write(ready)
        except (CardsmithError, OSError):
            click.echo(f"The note, so that it is not lost:\n\n{_lost(fields)}")
            raise
        click.echo(f"Added {fields['id']} at {ready.where}")

    def only_file(self, fields: Fields) -> str:
        """The file that a note belongs to.

        Raises:
            UsageError: it may be one of several.
        """
        files = draft.likely_files(self.loaded, str(fields.get("source", "")))
        if len(files) == 1:
            return files[0]
        listed = ", ".join(map(visible, files))
        raise UsageError(f"which deck file? name one with --file: {listed}")

    def chosen_file(self, fields: Fields) -> str:
        """The same, asked for where it may be one of several."""
        files = draft.likely_files(self.loaded, str(fields.get("source", "")))
        if len(files) > 1:
            click.echo("Which deck file?")
            for number, file in enumerate(files, 1):
                click.echo(f"  {number} {visible(file)}")
        while len(files) > 1:
            said = asking.line(f"1-{len(files)}: ")
            if said.isascii() and said.isdecimal() and 1 <= int(said) <= len(files):
                files = [files[int(said) - 1]]
        self.file = files[0]
        return self.file

    # ---- what is shown ---------------------------------------------------------------------------

    def show_card(self, ready: Placed) -> None:
        """Draw the cards of a note."""
        if ready.note is None:
            return
        settings = self.app.settings(None)
        today = study_day(self.app.now(settings), settings.rollover)
        lines = specimen(ready.note, ready.loaded.collection, today, self.look)
        plain = "".join(f"{line.plain.rstrip()}\n" for line in lines)
        click.echo(ansi(lines) if self.look.colour else plain, nl=False)

    def show_findings(self, ready: Placed) -> None:
        """Print what lint says of a note."""
        self.show(ready.findings, ready.loaded.texts)

    def show(self, found: Sequence[Diagnostic], texts: Mapping[str, str]) -> None:
        """Print findings."""
        for each in found:
            click.echo()
            colour = self.look.colour
            click.echo(render.text(each, texts, colour=colour, width=self.look.width), color=colour)

    def say_next(self) -> None:
        """What to type next."""
        decks = None if self.app_finds_it() else str(self.loaded.found.root)
        click.echo(f"Another one: {self.app.command_line('new', decks)}")

    def app_finds_it(self) -> bool:
        """Whether the collection is found without being named."""
        return find(None, self.app.environment).root == self.loaded.found.root


def _consent(ready: Placed) -> str:
    """`yes`, `no` or `edit`."""
    if not ready.is_sound:
        return asking.key("It cannot be added so. Edit it? [E/n]", {"e": "edit", "n": "no"})
    behind = f", after {ready.slot.behind}" if ready.slot.behind else ""
    answers = {"y": "yes", "n": "no", "e": "edit"}
    return asking.key(f"Add it at {ready.where}{behind}? [Y/n/e]", answers)


def _lost(fields: Fields) -> str:
    return visible(dump.entry(fields))
