"""The ledger of releases: what learners have, so that an update touches only what has changed.

`released.jsonl` has a line that names the last release, and then one for each note type and each
note that was ever released. Anki takes a note from a package only if it is newer than its own, and
then replaces all of it, also what the learner changed. So a note keeps the date of its last change,
and the ledger is where that date is kept.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

from cardsmith.anki.package import FAMILIES, Note, NoteType, Package, PackageError

FILE = "released.jsonl"
_FORMAT = 1


class DamagedLedgerError(PackageError):
    """A line of the ledger, counted from 1, says nothing."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"{FILE}, line {line}, is damaged: {why}")
        self.line, self.why = line, why


class NewerLedgerError(PackageError):
    """The ledger is of a newer format."""

    def __init__(self) -> None:
        super().__init__(f"{FILE} was written by a newer cardsmith")


class ReleasedType(NamedTuple):
    """A note type as last released."""

    hash: str
    mod: int


class Released(NamedTuple):
    """A note as last released.

    Attributes:
        name: its id; the step of a sequence has its card's.
        guid: what learners' collections know it by.
        kind: see `package.Note`.
        hash: of its content.
        parts: a short hash of each field that is not empty and of the tags, to say what changed.
        mod: the second in which its content last changed.
        cards: the ords of its cards.
        first: the release that first had it.
        last: the last release that had it, empty if the present one does.
    """

    name: str
    guid: str
    kind: str
    hash: str
    parts: Mapping[str, str]
    mod: int
    cards: tuple[int, ...]
    first: str
    last: str = ""


class Ledger(NamedTuple):
    """All that was released: note types by family, notes by guid; `release` is the last one."""

    release: str = ""
    note_types: Mapping[str, ReleasedType] = {}
    notes: Mapping[str, Released] = {}


class Change(NamedTuple):
    """A note that a release changes, and in which words."""

    note: Note
    what: tuple[str, ...]


class Changes(NamedTuple):
    """What a learner who has the last release gets from a package.

    Attributes:
        new: notes that were never released, or had been withdrawn.
        changed: notes that update, each with the parts that are different.
        withdrawn: notes that the package no longer has and learners keep.
        look: families whose templates or style changed.
    """

    new: tuple[Note, ...]
    changed: tuple[Change, ...]
    withdrawn: tuple[Released, ...]
    look: tuple[str, ...]


_Dated = TypeVar("_Dated", Note, NoteType)
_Hashed = Callable[[_Dated], str]


def dated(package: Package, ledger: Ledger, now: int) -> Package:
    """The package with the dates that its notes and note types have from earlier releases.

    What is as it was released keeps its date. What has changed keeps that of the package, or gets
    the second after the released one if that is later; but nothing is dated later than `now`.
    """

    def date(before: Released | ReleasedType | None, made: _Dated, hashed: _Hashed[_Dated]) -> int:
        if before is None:
            return min(max(made.mod, 0), now)
        if before.hash == hashed(made):
            return before.mod
        return min(max(made.mod, before.mod + 1), now)

    def dated_type(family: str, made: NoteType) -> NoteType:
        return made._replace(mod=date(ledger.note_types.get(family), made, type_hash))

    def dated_note(note: Note) -> Note:
        mod = date(ledger.notes.get(note.guid), note, content_hash)
        return note if mod == note.mod else note._replace(mod=mod)

    return package._replace(
        note_types={
            family: dated_type(family, made) for family, made in package.note_types.items()
        },
        notes=tuple(map(dated_note, package.notes)),
    )


def compared(package: Package, ledger: Ledger) -> Changes:
    """What a package changes for learners who have the last release."""
    new, changed = [], []
    for note in package.notes:
        before = ledger.notes.get(note.guid)
        if before is None or before.last:
            new.append(note)
        elif before.hash != content_hash(note):
            changed.append(Change(note, _differences(note, before)))
    here = {note.guid for note in package.notes}
    return Changes(
        tuple(new),
        tuple(changed),
        tuple(note for guid, note in ledger.notes.items() if not note.last and guid not in here),
        tuple(
            family
            for family, made in package.note_types.items()
            if family in ledger.note_types and ledger.note_types[family].hash != type_hash(made)
        ),
    )


def estranged(package: Package, ledger: Ledger) -> tuple[tuple[Note, str], ...]:
    """Notes that learners could not update, each with what is wrong as a part of a sentence."""
    by_name = {note.name: note for note in ledger.notes.values()}
    found = []
    for note in package.notes:
        before = ledger.notes.get(note.guid)
        if before is None and (namesake := by_name.get(note.name)):
            found.append((note, f"has another guid than when it was released ({namesake.guid})"))
        elif before is not None and (before.kind == "cloze") != (note.kind == "cloze"):
            found.append((note, f"was released as a {before.kind} note and needs a new id now"))
    return tuple(found)


def released(package: Package, ledger: Ledger, release: str) -> Ledger:
    """The ledger after a release of the package."""
    notes = {
        guid: note if note.last else note._replace(last=ledger.release)
        for guid, note in ledger.notes.items()
    }
    for note in package.notes:
        before = ledger.notes.get(note.guid)
        notes[note.guid] = Released(
            note.name,
            note.guid,
            note.kind,
            content_hash(note),
            _parts(note),
            note.mod,
            tuple(card.ord for card in note.cards),
            before.first if before else release,
        )
    types = {
        family: ReleasedType(type_hash(made), made.mod)
        for family, made in package.note_types.items()
    }
    return Ledger(release, {**ledger.note_types, **types}, notes)


def content_hash(note: Note) -> str:
    """Sixteen digits of all that an update would replace; media are in the names of the files."""
    return _hash((note.family, note.fields, note.tags), 8)


def type_hash(made: NoteType) -> str:
    """Sixteen digits of all of a note type but its date."""
    return _hash(made._replace(mod=0), 8)


def write(ledger: Ledger) -> str:
    """The text of the ledger; a note that did not change keeps its line."""
    rows: list[dict[str, object]] = [{"ledger": _FORMAT, "release": ledger.release}]
    rows += (
        {"type": family, **made._asdict()} for family, made in sorted(ledger.note_types.items())
    )
    for note in sorted(ledger.notes.values()):
        row = {"id": note.name, **note._asdict()}
        del row["name"]
        if not note.last:
            del row["last"]
        rows.append(row)
    return "".join(f"{json.dumps(row, separators=(',', ':'))}\n" for row in rows)


def read(text: str) -> Ledger:
    """The ledger from its text.

    Raises:
        DamagedLedgerError: a line is damaged.
        NewerLedgerError: the ledger is of a newer format.
    """
    release, note_types, notes = "", {}, {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
            if "ledger" in row:
                if row["ledger"] > _FORMAT:
                    raise NewerLedgerError
                release = _typed("release", row["release"], str)
            elif "type" in row:
                note_types[row["type"]] = ReleasedType(
                    _typed("hash", row["hash"], str), _typed("mod", row["mod"], int)
                )
            else:
                note = _note(row)
                notes[note.guid] = note
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise DamagedLedgerError(number, _why(line, error)) from error
    return Ledger(release, note_types, notes)


def lines(ledger: Ledger) -> dict[str, int]:
    """The line of each note in the file that a ledger was read from, counted from 1, by guid."""
    first = 2 + len(ledger.note_types)
    return {guid: first + number for number, guid in enumerate(ledger.notes)}


_Value = TypeVar("_Value")


def _note(row: dict[str, Any]) -> Released:
    return Released(
        _typed("id", row["id"], str),
        _typed("guid", row["guid"], str),
        _typed("kind", row["kind"], str),
        _typed("hash", row["hash"], str),
        _typed("parts", row["parts"], dict),
        _typed("mod", row["mod"], int),
        tuple(_typed("cards", card, int) for card in row["cards"]),
        _typed("first", row["first"], str),
        _typed("last", row.get("last", ""), str),
    )


def _typed(key: str, value: object, sort: type[_Value]) -> _Value:
    if not isinstance(value, sort):
        raise TypeError(f"`{key}` has a value of another sort")
    return value


def _why(line: str, error: Exception) -> str:
    """What is wrong with a line, in a few words."""
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        return "it is left from a merge conflict"
    match error:
        case KeyError(args=[key]):
            return f"`{key}` is missing"
        case TypeError() if str(error).startswith("`"):
            return str(error)
        case _:
            return "it is not of the form that a release writes"


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _hash(value: object, size: int) -> str:
    return blake2b(_json(value).encode(), digest_size=size).hexdigest()


def _values(note: Note) -> Iterable[tuple[str, str]]:
    for field, value in zip(FAMILIES[note.family].fields, note.fields, strict=True):
        yield field.key, value
    yield "tags", " ".join(note.tags)


def _parts(note: Note) -> dict[str, str]:
    return {key: _hash(value, 2) for key, value in _values(note) if value}


def _differences(note: Note, before: Released) -> tuple[str, ...]:
    """What is different, the kind first."""
    known = before.kind and before.kind != note.kind  # a file does not tell
    kind = (f"{before.kind} became {note.kind}",) if known else ()
    now = _parts(note)
    names = [key for key, _ in _values(note) if now.get(key) != before.parts.get(key)]
    return (*kind, *names)
