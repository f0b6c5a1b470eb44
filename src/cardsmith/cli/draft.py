"""A note in the making: what lint says of it, and its way into a deck file."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Collection as Some
from pathlib import Path
from typing import NamedTuple, TypeVar

from cardsmith.catalog import NO_CARDS
from cardsmith.cli.findings import findings, subject
from cardsmith.deck import Note, NoteId
from cardsmith.deckfile import collectionfile, dump, ids, source
from cardsmith.deckfile.fields import NOTE
from cardsmith.deckfile.insert import InsertionError, Slot, put, slot
from cardsmith.deckfile.parse import DeckFile, parse
from cardsmith.diagnostics import Diagnostic, Place
from cardsmith.errors import CardsmithError, UsageError
from cardsmith.lint import lint
from cardsmith.visible import visible
from cardsmith.workspace import Loaded, atomic_write

Fields = dict[str, dump.Value]
_T = TypeVar("_T")

HEADER = "deck: {name: Draft}\ncards:\n"  # what makes a deck file of one entry
_NAME = "(new note)"  # stands for the file of a note that is in none yet

# What stands for fields that are not there yet, so that those that are can be judged.
_CHOICES = ("draft one", "draft two")
_STEPS = {"draft-1": "draft one", "draft-2": "draft two"}
_FILLERS: Fields = {
    "front": "Draft?",
    "back": "draft",
    "cloze": "A {{c1::draft}}.",
    "typed": "draft",
    "choices": _CHOICES,
    "answer": _CHOICES[0],
    "steps": _STEPS,
}


class ChangedFileError(CardsmithError):
    """Somebody changed a file in the meantime."""


# ---- what can be said before there is a file ----------------------------------------------------


def taken(loaded: Loaded) -> frozenset[str]:
    """All ids that notes of a collection have or had."""
    notes = loaded.collection.notes
    released = subject(loaded).ledger.notes.values()
    return frozenset(
        (
            *(note.id for note in notes),
            *(old for note in notes for old in note.formerly),
            *(note.name for note in released),
        )
    )


def proposed_id(fields: Mapping[str, object], known: Some[str]) -> str:
    """An id made of what a note asks."""
    text = fields.get("front") or fields.get("cloze") or ""
    return ids.proposed(str(text), known)


def objections(
    loaded: Loaded, kind: str, fields: Fields, name: str, file: str = ""
) -> list[Diagnostic]:
    """What lint says of a field that was just given; all fields before it were accepted.

    Args:
        loaded: the collection that the note is for.
        kind: the kind of the note.
        fields: what it has so far.
        name: the field.
        file: a deck file, as shown, if it is known where the note will stand.
    """
    path = f"{file.rpartition('/')[0]}/{_NAME}" if "/" in file else loaded.path(_NAME)
    deck = parse(HEADER + dump.entry(_filled(loaded, kind, fields, name)), path)
    if deck.problems:
        return list(deck.problems)
    (note,) = deck.notes
    near = [each for each in loaded.decks if _is_near(each, fields[name])]
    notes = tuple(n for each in (*near, deck) for n in each.notes)
    looked_at = subject(loaded)._replace(
        collection=loaded.collection._replace(notes=notes), decks=(*near, deck), is_whole=False
    )
    return [
        found
        for found in lint(looked_at)
        if any(
            span.path == path and _concerns(note, name, span.place)
            for span in (found.span, *(r.span for r in found.remarks if r.span))
        )
    ]


def _filled(loaded: Loaded, kind: str, fields: Fields, name: str) -> Fields:
    """A note with something in each field that it needs; lists are long enough."""
    whole: Fields = {"id": proposed_id({"front": "draft"}, taken(loaded)), **fields}
    for field in NOTE.values():
        if field.required and kind in field.kinds:
            whole.setdefault(field.name, _FILLERS[field.name])
    match fields[name]:
        case Mapping() as steps:
            whole[name] = dict(_at_least_two(steps.items(), _STEPS.items()))
        case tuple() as choices if name == "choices":
            whole[name] = _at_least_two(choices, _CHOICES)
            whole["answer"] = choices[0]
    return whole


def _at_least_two(given: Iterable[_T], more: Iterable[_T]) -> tuple[_T, ...]:
    """What was given, with more if it is too little to be judged."""
    items = tuple(given)
    return items if len(items) > 1 else (*items, *more)[:2]


def _is_near(deck: DeckFile, value: dump.Value) -> bool:
    """Whether a file says the same somewhere: only then can two notes clash."""
    return isinstance(value, str) and value in deck.text


def _concerns(note: Note, name: str, place: Place) -> bool:
    """Whether something is said of a field, rather than of what stands for those to come."""
    field = note.places.get(name)
    return field is not None and field.line <= place.line <= field.end_line


# ---- its place in a file ------------------------------------------------------------------------


class Placed(NamedTuple):
    """A note at its place in a file that is not written yet.

    Attributes:
        path: the file, as shown.
        file: the file.
        before: what it holds.
        data: what it will hold.
        slot: where the note goes.
        loaded: the collection as it will be.
        note: the note as it will be read; None if it has errors.
        findings: what lint says of it.
    """

    path: str
    file: Path
    before: bytes
    data: bytes
    slot: Slot
    loaded: Loaded
    note: Note | None
    findings: tuple[Diagnostic, ...]

    @property
    def is_sound(self) -> bool:
        """Whether it makes cards, and lint finds no error in it."""
        return self.note is not None and not any(each.is_error for each in self.findings)

    @property
    def where(self) -> str:
        """`file:line`."""
        return f"{visible(self.path)}:{self.slot.first_line}"


def placed(loaded: Loaded, path: str, fields: Fields) -> Placed:
    """Put a note where it belongs in a file, in mind.

    Raises:
        InsertionError: it cannot be put there without changing something else.
        OSError: the file cannot be read.
    """
    file = loaded.found.root / loaded.files[path]
    data = file.read_bytes()
    before = _parsed(data, path)
    where = slot(before.text, path, str(fields.get("source", "")))
    entry = dump.entry(fields, where.column, where.gap)
    damage = source.damage(entry, path)
    if damage:
        raise InsertionError(f"{damage.phrase}; {damage.help}")
    new = put(data, where, entry)
    after = _parsed(new, path)
    first = where.first_line
    note = next((each for each in after.notes if each.place.line == first), None)
    others = [_said(each) for each in after.notes if each is not note]
    if len(after.lines) != len(before.lines) + 1 or others != list(map(_said, before.notes)):
        raise InsertionError(f"{path}: a note put at line {first} would change others")
    later = _as_if(loaded, path, after)
    lines = range(first, first + entry.count("\n"))
    found = [each for each in findings(later) if _is_about(each, path, lines)]
    return Placed(path, file, data, new, where, later, note, tuple(found))


def write(ready: Placed) -> None:
    """Write the file.

    Raises:
        ChangedFileError: it is not as it was.
        OSError: it cannot be written.
    """
    if ready.file.read_bytes() != ready.before:
        raise ChangedFileError(f"{ready.path} has changed in the meantime; add the note again")
    atomic_write(ready.file, ready.data)


def _parsed(data: bytes, path: str) -> DeckFile:
    """A deck file as it would be read.

    Raises:
        InsertionError: it is no YAML.
    """
    text = source.decode(data, path)
    problem = source.read_all(text, path).problem if isinstance(text, str) else text
    if isinstance(text, str):
        problem = source.damage(text, path) or problem
        if problem is None:
            return parse(text, path)
    assert problem is not None  # noqa: S101 - for the type checker
    line = problem.span.place.line
    raise InsertionError(f"{path}:{line}: {problem.phrase}; mend that first")


def _said(note: Note) -> Note:
    """A note without its place."""
    return note._replace(place=Place(0, 0, 0, 0), places={})


def _as_if(loaded: Loaded, path: str, deck: DeckFile) -> Loaded:
    """A collection as it is once a file of it has changed."""
    decks = tuple(deck if each.path == path else each for each in loaded.decks)
    notes: dict[NoteId, Note] = {}
    for each in decks:
        for note in each.notes:
            notes.setdefault(note.id, note)
    return loaded._replace(
        collection=loaded.collection._replace(notes=tuple(notes.values())),
        decks=decks,
        diagnostics=(*(d for d in loaded.diagnostics if d.span.path != path), *deck.problems),
        texts={**loaded.texts, path: deck.text},
    )


def _is_about(found: Diagnostic, path: str, lines: range) -> bool:
    spans = (found.span, *(remark.span for remark in found.remarks if remark.span))
    return found.code != NO_CARDS.id and any(
        span.path == path and span.place.line in lines for span in spans
    )


# ---- which file ---------------------------------------------------------------------------------


def named_file(loaded: Loaded, given: str) -> str:
    """The deck file that is meant, as shown.

    Raises:
        UsageError: it is none of the collection.
    """
    wanted = Path(given).resolve()
    root = loaded.found.root
    for path in (deck.path for deck in loaded.decks):
        if (root / loaded.files[path]).resolve() == wanted:
            return path
    listed = ", ".join(visible(deck.path) for deck in loaded.decks)
    if wanted.name == collectionfile.NAME or wanted.exists():
        raise UsageError(f"{visible(given)} is no deck file of {loaded.collection.root}")
    raise UsageError(f"{visible(given)}: no such deck file; there are {listed or 'none'}")


def likely_files(loaded: Loaded, cited: str) -> list[str]:
    """The files that a note may belong to: where its section is, else its source, else all."""
    name = cited.partition("#")[0]
    for is_same in (cited.__eq__, lambda its: its.partition("#")[0] == name):
        found = list(_citing(loaded, is_same)) if cited else []
        if found:
            return found
    return [deck.path for deck in loaded.decks]


def _citing(loaded: Loaded, is_same: Callable[[str], bool]) -> Iterator[str]:
    for deck in loaded.decks:
        if any(is_same(note.source) for note in deck.notes):
            yield deck.path
