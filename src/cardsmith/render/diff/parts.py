"""The parts of a report for people: sections of notes, each with rows of labelled text."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text

from cardsmith.changes import Added, Changed, Changes, Effect, FieldChange, Removed, answered
from cardsmith.deck import (
    Choice,
    Cloze,
    Collection,
    Note,
    Sequence,
    Typed,
    answer,
    cards_of,
    question,
)
from cardsmith.render.diff.said import Context, harmless, short
from cardsmith.render.phrases import counted
from cardsmith.wording import stretches

_CONTEXT = 60  # characters around a change that are shown of a long text that stays

_STYLES = {"": "", "old": "red strike", "new": "bold green", "quiet": "dim"}
_BRACKETS = {"old": ("[-", "-]"), "new": ("{+", "+}")}


class Piece(NamedTuple):
    """A stretch of text, and how it is set off: `old`, `new`, `quiet`, or not."""

    text: str
    style: str = ""


class Row(NamedTuple):
    """A labelled text, which may have several lines."""

    label: str
    pieces: tuple[Piece, ...]


class Item(NamedTuple):
    """A note in a report: a sign, its id, where it stands, what it says, what follows."""

    sign: str
    id: str
    where: str
    rows: tuple[Row, ...] = ()
    effects: tuple[Effect, ...] = ()


class Section(NamedTuple):
    """Notes of one sort."""

    title: str
    items: tuple[Item, ...]


def sections(found: Changes, context: Context) -> Iterator[Section]:
    """The notes that are told of, the gravest first."""
    removed = [_removed(each, context) for each in found.removed]
    changed = [_changed(each) for each in found.changed]
    added = [_added(each, context) for each in found.added]
    lost = [*removed, *(item for item in changed if _is_lost(item))]
    lost += [item for item in added if _is_lost(item)]
    kept = [item for item in changed if not _is_lost(item) and (item.rows or item.effects)]
    fresh = [item for item in added if not _is_lost(item)]
    for title, items in (("Something is lost", lost), ("Changed", kept), ("Added", fresh)):
        if items:
            yield Section(title, tuple(items))


def _is_lost(item: Item) -> bool:
    return any(effect.is_loss for effect in item.effects)


def _added(each: Added, context: Context) -> Item:
    rows = tuple(_says(each.note, context.after))
    return Item("+", each.note.id, _where(each.note), rows, each.effects)


def _removed(each: Removed, context: Context) -> Item:
    rows = tuple(_says(each.note, context.before))
    return Item("-", each.note.id, _where(each.note), rows, each.effects)


def _changed(each: Changed) -> Item:
    rows = [_difference(field) for field in each.fields if field.name != "deck"]
    if each.is_renamed:
        rows.insert(0, Row("id", (Piece(each.before.id, "old"), Piece(each.after.id, "new"))))
    return Item("~", each.after.id, _where(each.after), tuple(rows), each.effects)


def _where(note: Note) -> str:
    return f"{note.path}:{note.place.line}"


def _says(note: Note, collection: Collection) -> Iterator[Row]:
    """A note as questions and answers, with all that goes with them."""
    match note.content:
        case Cloze():
            for card in cards_of(note):
                yield _row("Q", question(card))
                yield _row("A", answer(card))
        case Sequence(front, steps):
            yield _row("Q", front)
            yield _row("A", "\n".join(f"{n}. {step.text}" for n, step in enumerate(steps, 1)))
            more = counted(len(steps) - 1, "more card asks", "more cards ask")
            yield Row("also", (Piece(f"{more} what follows a step", "quiet"),))
        case Choice(front, choices):
            yield _row("Q", front)
            yield _row("of", "\n".join(choices))
            yield _row("A", "\n".join(answered(note).values()))
        case _:
            first, *others = cards_of(note)
            yield _row("Q", question(first))
            yield _row("A", answer(first))
            if others:
                yield Row("also", (Piece("the other way round", "quiet"),))
    accepted = note.content.accept if isinstance(note.content, Typed) else ()
    beside = {
        "or": "\n".join(accepted),
        "hint": note.hint,
        "extra": note.extra,
        "source": cited(note, collection) if note.source else "",
        "tags": " ".join(note.tags),
    }
    yield from (_row(label, text) for label, text in beside.items() if text)


def _row(label: str, text: str) -> Row:
    return Row(label, (Piece(short(text)),))


def cited(note: Note, collection: Collection) -> str:
    """What a note cites: title and heading of a declared source, its address, and the anchor."""
    name, _, anchor = note.source.partition("#")
    known = collection.sources.get(name)
    if known is None:
        return note.source
    heading = known.anchors.get(anchor, "")
    title = f"{known.title} – {heading}" if heading else known.title
    if "://" not in known.location:
        return f"{title} ({note.source})"
    return f"{title} ({known.location}{'#' * bool(anchor)}{anchor})"


def _difference(field: FieldChange) -> Row:
    """A field with what was taken out and put in."""
    if not field.before or not field.after:
        style = "old" if field.before else "new"
        return Row(field.name, (Piece(short(field.before or field.after), style),))
    pieces: list[Piece] = []
    parts = stretches(field.before, field.after)
    for at, part in enumerate(parts):
        if part.alike:
            text = _middle_cut(part.old, is_first=at == 0, is_last=at == len(parts) - 1)
            pieces.append(Piece(text))
        else:
            pieces += [Piece(short(part.old), "old")] * bool(part.old)
            pieces += [Piece(short(part.new), "new")] * bool(part.new)
    return Row(field.name, tuple(pieces))


def _middle_cut(text: str, *, is_first: bool, is_last: bool) -> str:
    """A text that stays, without what is far from any change."""
    if len(text) <= 3 * _CONTEXT:
        return text
    head = "" if is_first else text[:_CONTEXT]
    tail = "" if is_last else text[-_CONTEXT:]
    return f"{head} … {tail}"


def row_text(row: Row, *, colour: bool) -> Text:
    """What a row says; without colours brackets tell what was taken out and put in."""
    text = Text()
    for piece in row.pieces:
        said = harmless(piece.text)
        if not colour and piece.style in _BRACKETS:
            opening, closing = _BRACKETS[piece.style]
            said = f"{opening}{said}{closing}"
        text.append(said, _STYLES[piece.style])
    return text
