"""A note written in an editor: a template with comments, and what comes back of it."""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith import deck
from cardsmith.cli import asking, editor
from cardsmith.cli.app import App
from cardsmith.cli.draft import HEADER, Fields, proposed_id, taken
from cardsmith.deck import Basic, Choice, Cloze, Content, Note, Typed
from cardsmith.deckfile import dump, source, tree
from cardsmith.deckfile.edit import edited
from cardsmith.deckfile.fields import NOTE, Field, Shape
from cardsmith.deckfile.parse import MARKS, parse
from cardsmith.diagnostics import Diagnostic, Edit, Place, Remark, Span
from cardsmith.errors import CardsmithError
from cardsmith.visible import visible
from cardsmith.workspace import Loaded

_MARGIN = "    "  # of the fields of an entry
_LINES = HEADER.count("\n")
_HEAD = """\
# A {kind} note. Fill it in, save it, and leave the editor.
# If you change nothing, or leave all fields empty, nothing is added.
# This is YAML: a text with `: ` or ` #` in it stands in quotes, or below `>-`, indented.
"""
_NEVER = {"formerly", "guid"}

Show = Callable[[Sequence[Diagnostic], Mapping[str, str]], None]


class KeptDraftError(CardsmithError):
    """A text from the editor is no note; it is kept."""


def kind_of(fields: Fields) -> str:
    """The kind that fields make; empty if they say nothing of it."""
    return next((kind for mark, kind in MARKS.items() if mark in fields), "")


def template(kind: str, fields: Fields) -> str:
    """What the editor is opened on: each field with what it is for, empty or filled."""
    chosen = [field for field in NOTE.values() if _is_of(field, kind)]
    needed = [field for field in chosen if field.required and field.name != "id"]
    others = [field for field in chosen if not field.required]
    parts = [_HEAD.format(kind=kind)]
    parts += (_filled(field, fields) for field in needed)
    parts.append("# What follows may be left out: take the # away from what you want.\n")
    parts += map(partial(_optional, fields), others)
    parts.append("# Names the note for good; if it stays empty, it is made from the words above.\n")
    parts[-1] += _lines("id", fields["id"]) if "id" in fields else "id:\n"
    return "\n".join(parts)


def _is_of(field: Field, kind: str) -> bool:
    return field.name not in _NEVER and (not field.kinds or kind in field.kinds)


def _filled(field: Field, fields: Fields) -> str:
    written = _lines(field.name, fields[field.name]) if field.name in fields else f"{field.name}:\n"
    hint = "" if field.name in fields or field.shape is Shape.TEXT else f"\n# {_shown(field)}"
    return f"# {field.about}{hint}\n{written}"


def _optional(fields: Fields, field: Field) -> str:
    return _filled(field, fields) if field.name in fields else _example(field)


def _shown(field: Field) -> str:
    return f"Like this: {field.example}"


def _example(field: Field) -> str:
    return f"# {field.about}\n# {field.name}: {field.example}\n"


def _lines(name: str, value: dump.Value) -> str:
    return "".join(f"{line}\n" for line in dump.lines(name, value))


# ---- what comes back -----------------------------------------------------------------------


def written(app: App, loaded: Loaded, kind: str, fields: Fields, show: Show) -> Fields | None:
    """Have a note written; None if there is nothing in it, or nothing new.

    Raises:
        UsageError: no editor is set, or it cannot be started.
        KeptDraftError: the text is no note, and nobody is there to mend it.
    """
    begun = template(kind, fields)
    folder = Path(tempfile.mkdtemp(prefix="cardsmith-"))
    file = folder / "new-note.yaml"
    file.write_text(begun, "utf-8")
    is_kept = False
    try:
        while True:
            editor.open_at(app.environment, file, 1 + _line_to_fill(begun))
            read = _read(file, begun, loaded)
            if not read.problems:
                return read.fields
            show(read.problems, read.texts)
            is_kept = True  # also when somebody leaves here with Ctrl-C
            if not _is_mended():
                raise KeptDraftError(f"the text is kept in {visible(str(file))}")
            is_kept = False
    finally:
        if not is_kept:
            shutil.rmtree(folder, ignore_errors=True)


def _is_mended() -> bool:
    """Whether the text is to be opened again."""
    if not asking.is_terminal():
        return False
    click.echo()
    answers = {"e": "edit", "n": "no"}
    return asking.key("Open it again? [E/n]", answers) == "edit"


def _line_to_fill(begun: str) -> int:
    """The number from 0 of the first line that waits for something."""
    lines = begun.splitlines()
    return next((number for number, line in enumerate(lines) if line.endswith(":")), 0)


class _Read(NamedTuple):
    """What came of a text: fields (None if there are none), or problems."""

    fields: Fields | None
    problems: tuple[Diagnostic, ...] = ()
    texts: Mapping[str, str] = {}


def _read(file: Path, begun: str, loaded: Loaded) -> _Read:
    path = str(file)
    text = source.decode(file.read_bytes() if file.exists() else b"", path)
    if isinstance(text, Diagnostic):
        return _Read(None, (text,))
    if text == begun:
        return _Read(None)
    damaged = source.damage(text, path)
    read = source.read_all(text, path)
    problem = damaged or read.problem
    if problem:
        return _Read(None, (problem,), {path: text})
    values = _values(read.root)
    if isinstance(read.root, tree.Mapping) and not any(values.values()):
        return _Read(None)
    if read.root is None:
        return _Read(None)
    return _note(_with_id(text, read.root, values, loaded), path, text)


def _values(root: tree.Node | None) -> dict[str, object]:
    """What the keys of a text stand for: texts, and whatever else is not empty."""
    if not isinstance(root, tree.Mapping):
        return {}
    return {
        tree.text_of(key) or "": tree.text_of(value) if tree.text_of(value) is not None else value
        for key, value in root.pairs()
    }


def _with_id(text: str, root: tree.Node, values: Mapping[str, object], loaded: Loaded) -> str:
    """The text with the id that is proposed, where it has none."""
    if not isinstance(root, tree.Mapping) or values.get("id"):
        return text
    fresh = proposed_id(values, taken(loaded))
    for key, _ in root.pairs():
        if tree.text_of(key) == "id":
            place = tree.Lines(text).place(*tree.extent(key))
            behind = Place(place.line, place.end_column, place.line, place.end_column + 1)
            return edited(text.encode(), [Edit(behind, f": {fresh}")]).decode()
    return f"{text}id: {fresh}\n"


def _note(text: str, path: str, shown: str) -> _Read:
    """The note that a text is; it is read as the only entry of a deck file."""
    lines = text.split("\n")
    entry = "".join(f"{_MARGIN}{line}\n" if line else "\n" for line in lines)
    made = parse(f"{HEADER}  -\n{entry}", path)
    if made.problems:
        return _Read(None, tuple(map(_back, made.problems)), {path: shown})
    (note,) = made.notes
    return _Read(fields_of(note))


def _back(found: Diagnostic) -> Diagnostic:
    """A problem at its place in the text, which had neither a header nor a margin."""
    remarks = tuple(Remark(each.text, each.span and _moved(each.span)) for each in found.remarks)
    return found._replace(span=_moved(found.span), remarks=remarks, edits=())


def _moved(span: Span) -> Span:
    line, column, end_line, end_column = span.place
    by = _LINES + 1
    return span._replace(
        place=Place(
            max(1, line - by),
            max(1, column - len(_MARGIN)),
            max(1, end_line - by),
            max(1, end_column - len(_MARGIN)),
        )
    )


def fields_of(note: Note) -> Fields:
    """A note as the fields that make it."""
    whole = {
        "id": note.id,
        **dict(_of_kind(note.content)),
        "extra": note.extra,
        "hint": note.hint,
        "source": note.source,
        "tags": note.tags,
    }
    return {name: value for name, value in whole.items() if value}


def _of_kind(content: Content) -> Iterator[tuple[str, dump.Value]]:
    match content:
        case Basic(front, back, reverse):
            yield from (("front", front), ("back", back), ("reverse", reverse))
        case Cloze(text):
            yield "cloze", text
        case Typed(front, answer, accept):
            yield from (("front", front), ("typed", answer), ("accept", accept))
        case Choice(front, choices, answers, shuffle):
            yield from (("front", front), ("choices", choices), ("shuffle", shuffle))
            yield "answer", answers[0] if len(answers) == 1 else answers
        case deck.Sequence(front, steps):
            yield "front", front
            yield "steps", {step.key: step.text for step in steps}
