"""The fields of a note, asked for one after the other; each answer is checked at once."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import click
from rich.text import Text

from cardsmith.cli import asking
from cardsmith.cli.draft import Fields, objections, proposed_id, taken
from cardsmith.deck import Collection
from cardsmith.deckfile import dump, ids
from cardsmith.deckfile.fields import KINDS, NOTE
from cardsmith.diagnostics import Diagnostic
from cardsmith.render.look import Look, cut, wrapped
from cardsmith.render.terminal import ansi
from cardsmith.visible import visible
from cardsmith.workspace import Loaded

ABOUT_KINDS = {
    "basic": "a question and its answer",
    "cloze": "a text with gaps",
    "typed": "an answer to be typed",
    "choice": "an answer among others",
    "sequence": "steps in their order",
}
_LAST = ("source", "tags", "extra", "hint")  # what each kind may have
_ONE_OF = {"choices": "choice"}
_MOST_OFFERED = 30
_INDENT = 5  # of what stands below a code


class Line(NamedTuple):
    """A question that one line answers.

    Attributes:
        prompt: what stands before the answer.
        first: what stands there already.
        words: what Tab completes.
        read: makes a value of the answer.
    """

    prompt: str
    first: str = ""
    words: tuple[str, ...] = ()
    read: Callable[[str], dump.Value] = str


class Person(NamedTuple):
    """Somebody at a terminal, who writes a note for a collection.

    Attributes:
        loaded: the collection.
        look: the window.
        file: the deck file, as shown, if it is known.
    """

    loaded: Loaded
    look: Look
    file: str = ""

    # ---- the note --------------------------------------------------------------------------------

    def kind(self) -> str:
        """Ask which kind of note it is to be."""
        click.echo("Which kind of note?")
        for number, (kind, about) in enumerate(ABOUT_KINDS.items(), 1):
            click.echo(f"  {number} {kind:<9} {about}")
        keys = {str(number): kind for number, kind in enumerate(KINDS, 1)}
        return asking.key("1-5, Enter for basic:", keys)

    def fields(self, kind: str) -> Fields:
        """Ask for all fields of a note."""
        fields: Fields = {}
        for field in NOTE.values():
            if kind in field.kinds and field.name in _ASKED:
                self.ask(kind, fields, field.name)
        self.tell("The rest may be left out: Enter skips it. Ctrl-C leaves and writes nothing.")
        for name in _LAST:
            self.ask(kind, fields, name)
        self.ask(kind, fields, "id")
        return fields

    def ask(self, kind: str, fields: Fields, name: str) -> None:
        """Ask for one field and put it among the others."""
        _ASKED[name](self, kind, fields, name)

    # ---- fields ----------------------------------------------------------------------------------

    def text(self, kind: str, fields: Fields, name: str) -> None:
        """A text."""
        self.about(name)
        self.settle(kind, fields, name, Line(f"{name}: "))

    def settle(self, kind: str, fields: Fields, name: str, asked: Line) -> None:
        """Ask until lint has no objection, or only one that the writer does not share.

        What was typed stands there again and can be mended.
        """
        said, kept = asked.first, None
        while True:
            said = asking.line(asked.prompt, said, asked.words)
            value = asked.read(said)
            if not value and _is_needed(kind, name):
                click.echo(f"A {kind} note needs `{name}`.")
                continue
            if not value:
                fields.pop(name, None)
                return
            fields[name] = value
            found = [] if said == kept else self.objected(kind, fields, name)
            if not found:
                return
            kept = None if _has_error(found) else said
            if kept:
                self.tell("Enter keeps it as it is.")

    def items(self, kind: str, fields: Fields, name: str) -> None:
        """A list, an item a line."""
        self.about(name, " One a line; an empty line ends the list.")
        items: tuple[str, ...] = ()
        while True:
            said = asking.line(f"{_ONE_OF.get(name, name)} {len(items) + 1}: ")
            whole = (*items, said) if said else items
            if not said and not items and not _is_needed(kind, name):
                return
            if not said and _is_needed(kind, name) and len(items) < 2:  # noqa: PLR2004 - a choice
                click.echo("There must be two at least.")
                continue
            fields[name] = whole
            if not said:
                return
            if _has_error(self.objected(kind, fields, name)):
                fields[name] = items
            else:
                items = whole

    def answer(self, kind: str, fields: Fields, name: str) -> None:
        """Which of the choices are right."""
        choices = tuple(fields["choices"])  # type: ignore[arg-type]
        for number, choice in enumerate(choices, 1):
            click.echo(f"  {number} {visible(choice)}")
        while True:
            said = asking.line(f"{name}, as a number or several: ")
            chosen = _chosen(said, choices)
            if not chosen:
                click.echo(f"Type a number from 1 to {len(choices)}, or several: 1 3")
                continue
            fields[name] = chosen[0] if len(chosen) == 1 else chosen
            self.objected(kind, fields, name)
            return

    def steps(self, kind: str, fields: Fields, name: str) -> None:
        """Steps, each with its key."""
        self.about(name, " One a line; an empty line ends them.")
        steps: dict[str, str] = {}
        while True:
            said = asking.line(f"step {len(steps) + 1}: ")
            if said:
                steps |= self.step(kind, steps, said)
                fields[name] = steps
            elif len(steps) < 2:  # noqa: PLR2004 - one is no sequence
                click.echo("There must be two at least.")
            else:
                return

    def step(self, kind: str, steps: dict[str, str], said: str) -> dict[str, str]:
        """A step with the key that it gets."""
        stem = ids.proposed(said, ()).partition("-")[0]
        while True:
            key = asking.line("   its key: ", ids.proposed(stem, steps))
            made = {key: said}
            if key in steps:
                click.echo(f"`{visible(key)}` is the key of a step above.")
            elif not ids.is_id(key):
                click.echo(f"A key has only {ids.RULE}.")
            elif _has_error(self.objected(kind, {"steps": made}, "steps")):
                said = asking.line(f"step {len(steps) + 1}: ", said)
            else:
                return made

    def source(self, kind: str, fields: Fields, name: str) -> None:
        """A source: a number of those on offer, a part of one, or anything as it is to stand."""
        self.about(name)
        offered = list(_sources(self.loaded.collection))
        for number, (source, title) in enumerate(offered[:_MOST_OFFERED], 1):
            self.item(f"{number:>3} {source}", title)
        if len(offered) > _MOST_OFFERED:
            self.tell(f"and {len(offered) - _MOST_OFFERED} more; type a part of the name")
        known = [source for source, _ in offered]
        prompt = f"{name}, as a number or in full: " if offered else f"{name}: "
        asked = Line(prompt, words=tuple(known), read=lambda said: self.meant(said, known))
        self.settle(kind, fields, name, asked)

    def meant(self, said: str, known: list[str]) -> str:
        """The source that is meant."""
        meant = _meant(said, known)
        if meant != said:
            self.tell(f"source: {meant}")
        return meant

    def tags(self, kind: str, fields: Fields, name: str) -> None:
        """Tags, parted by spaces or commas."""
        self.about(name)
        known = list(_tags(self.loaded.collection))
        if known:
            self.tell(f"In use: {', '.join(known[:_MOST_OFFERED])}. Tab completes.")
        prompt = f"{name}, with spaces between: "
        self.settle(kind, fields, name, Line(prompt, words=tuple(known), read=_words))
        fresh = [tag for tag in fields.get(name, ()) if tag not in known]  # type: ignore[union-attr]
        if fresh and known:
            self.tell(f"Not in use so far: {', '.join(fresh)}.")

    def id(self, kind: str, fields: Fields, name: str) -> None:
        """The id, with one proposed."""
        self.about(name)
        proposed = proposed_id(fields, taken(self.loaded))
        self.settle(kind, fields, name, Line(f"{name}: ", proposed))

    # ---- what is said --------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Say something beside the questions."""
        for line in self.folded(text):
            asking.tell(line, colour=self.look.colour)

    def folded(self, text: str, indent: int = 0) -> list[str]:
        """The lines of a text that fit."""
        return [line.plain for line in wrapped(Text(visible(text)), self.look, indent)]

    def about(self, name: str, more: str = "") -> None:
        """Say what a field is for."""
        field = NOTE[name]
        example = f" {field.example.strip(chr(34))}" if name == "cloze" else ""
        self.tell(f"{field.about}{more}{example}")

    def item(self, name: str, title: str) -> None:
        """One of those on offer, as far as there is room for it."""
        line = Text.assemble(visible(name), ("  " + visible(title), "dim"))
        click.echo(ansi([cut(line, self.look.width)], colour=self.look.colour), nl=False)

    def objected(self, kind: str, fields: Fields, name: str) -> list[Diagnostic]:
        """What lint objects to; it is told."""
        found = objections(self.loaded, kind, fields, name, self.file)
        for each in found:
            said = [f"{each.code} {each.phrase}", *each.help.splitlines()]
            for number, line in enumerate(said):
                margin = " " * _INDENT * (number > 0)
                click.echo("\n".join(self.folded(margin + line, _INDENT)))
        return found


_Question = Callable[[Person, str, Fields, str], None]
_ASKED: dict[str, _Question] = {
    "front": Person.text,
    "back": Person.text,
    "cloze": Person.text,
    "typed": Person.text,
    "accept": Person.items,
    "choices": Person.items,
    "answer": Person.answer,
    "steps": Person.steps,
    "extra": Person.text,
    "hint": Person.text,
    "source": Person.source,
    "tags": Person.tags,
    "id": Person.id,
}


def _is_needed(kind: str, name: str) -> bool:
    return NOTE[name].required and kind in NOTE[name].kinds


def _has_error(found: Iterable[Diagnostic]) -> bool:
    return any(each.is_error for each in found)


def _chosen(said: str, choices: tuple[str, ...]) -> tuple[str, ...]:
    """The choices that are meant, by their texts or numbers; none where that is not clear."""
    if said in choices:
        return (said,)
    words = re.split(r"[,\s]+", said)
    numbers = [int(word) for word in words if word.isascii() and word.isdecimal()]
    if len(numbers) < len(words) or not all(1 <= number <= len(choices) for number in numbers):
        return ()
    return tuple(choices[number - 1] for number in sorted(set(numbers)))


def _words(said: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, re.split(r"[,\s]+", said))))


def _sources(collection: Collection) -> Iterator[tuple[str, str]]:
    """What notes may cite, each with its title."""
    for source in collection.sources.values():
        if not source.anchors:
            yield source.name, source.title
        for anchor, heading in source.anchors.items():
            yield f"{source.name}#{anchor}", heading


def _meant(said: str, known: list[str]) -> str:
    """The source that is meant by a number or by a part of it, else what was said."""
    if said in known:
        return said
    if said.isascii() and said.isdecimal() and 1 <= int(said) <= len(known):
        return known[int(said) - 1]
    fitting = [source for source in known if said.lower() in source.lower()]
    return fitting[0] if len(fitting) == 1 else said


def _tags(collection: Collection) -> Iterator[str]:
    """The tags in use, the commonest first."""
    from collections import Counter  # noqa: PLC0415 - used once

    counted = Counter(tag for note in collection.notes for tag in note.tags)
    return (tag for tag, _ in counted.most_common())
