"""The changes of a collection, for those who judge them: as text, as Markdown, as JSON.

What decks say stands behind a label and a bar, so that no line of it begins a line: in the log of a
workflow a line that begins with `::` would be an order. In Markdown it stands in code alone, where
GitHub sees no mentions, no references, no links and no HTML.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rich.text import Text

from cardsmith.changes import (
    Added,
    Changed,
    Changes,
    Effect,
    FieldChange,
    Removed,
    What,
    answered,
    kind,
)
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
from cardsmith.render import cells, terminal
from cardsmith.render.look import Look, wrapped
from cardsmith.render.phrases import counted
from cardsmith.visible import visible
from cardsmith.wording import stretches

LARGEST = 60_000  # characters of Markdown: GitHub takes 65,536, and whoever posts it adds a few
_LONGEST = 2_000  # characters of one text that are shown
_CONTEXT = 60  # characters around a change that are shown of a long text that stays
_MOST_NAMES = 20  # files or limits that are listed

_LOST = "bold red"
_STYLES = {"": "", "old": "red strike", "new": "bold green", "quiet": "dim"}
_BRACKETS = {"old": ("[-", "-]"), "new": ("{+", "+}")}
_SIGNS = {"+": "added", "-": "removed", "~": "changed"}
_LABEL = 10  # letters of a label that stands beside its text
_CUT_LINE = 300  # characters of the line that says what was cut


class Context(NamedTuple):
    """What a report needs besides the changes.

    Attributes:
        before: the earlier collection; its sources explain what its notes cite.
        after: the later one.
        since: what it was compared with, in words.
        until: what was compared, in words.
        commits: what both are called in git; the working tree has no name.
        broken: how many entries of each side were left out for their errors.
        limits: what could not be seen, in sentences without full stops.
        lint: the command line that says what is wrong in the later one.
        again: the command line that shows all of it.
    """

    before: Collection
    after: Collection
    since: str
    until: str
    commits: tuple[str, str] = ("", "")
    broken: tuple[int, int] = (0, 0)
    limits: tuple[str, ...] = ()
    lint: str = "cardsmith lint"
    again: str = "cardsmith diff"


# ---- what is said in every form


def counts(found: Changes) -> dict[str, int]:
    """How many notes have changed in which way; one may have changed in several."""
    changed = found.changed
    return {
        "added": len(found.added),
        "reworded": sum(each.is_reworded for each in changed),
        "removed": len(found.removed),
        "renamed": sum(each.is_renamed for each in changed),
        "moved": sum(each.is_moved or each.is_elsewhere for each in changed),
        "otherwise changed": sum(_is_otherwise(each) for each in changed),
    }


def _is_otherwise(each: Changed) -> bool:
    return not (each.is_reworded or each.is_renamed or each.is_moved or each.is_elsewhere)


def sum_line(found: Changes) -> str:
    """`2 added, 1 reworded, 0 removed`, and what else there is."""
    every = list(counts(found).items())
    return ", ".join(f"{n:,} {name}" for at, (name, n) in enumerate(every) if n or at < 3)  # noqa: PLR2004 - these are told in any case


def learners_line(found: Changes) -> str:
    """`3 new cards, 1 note updates in Anki and keeps its schedule, nothing lost`."""
    parts = []
    cards, updates = found.new_cards(), found.updates()
    everywhere, in_anki = map(len, found.lost())
    if any(effect.what is What.COLLECTION for effect in found.effects):
        return f"all begin anew, with {counted(everywhere, 'card')} that they know"
    if cards:
        parts.append(counted(cards, "new card"))
    if updates:
        verb = "updates in Anki and keeps its" if updates == 1 else "update in Anki and keep their"
        parts.append(f"{counted(updates, 'note')} {verb} schedule")
    if everywhere:
        verb = "loses its" if everywhere == 1 else "lose their"
        parts.append(f"{counted(everywhere, 'card')} {verb} history")
    if in_anki:
        verb = "loses its" if in_anki == 1 else "lose their"
        parts.append(f"{counted(in_anki, 'card')} {verb} schedule in Anki")
    if not found.is_loss:
        parts.append("nothing lost")
    return ", ".join(parts)


Quote = Callable[[str], str]


def sentence(effect: Effect, quote: Quote) -> str:
    """What an effect means, and the way out; `quote` sets off what decks say."""
    match effect.what:
        case What.ANSWER:
            is_known = bool(effect.old)
        case What.MERGED:
            is_known = not effect.cards
        case _:
            is_known = bool(effect.new)
    words = _SAID_OF.get(effect.what, "") if is_known else ""
    return (words or _SAID[effect.what]).format(
        old=quote(effect.old),
        new=quote(effect.new),
        formerly=quote(f"formerly: [{effect.old}]"),
        card=quote(next(iter(effect.cards), "")),
    )


_SAID = {
    What.COLLECTION: "the collection's id was {old} and is {new}: every history and every note in "
    "Anki is left behind. Put the old id back, unless this is a fork that goes its own way",
    What.VANISHED: "the id is gone, and what was learned stays behind. If the note goes on under "
    "another id, write there: {formerly}",
    What.MERGED: "{new} has its history now; in Anki both notes stay, and this one is updated no "
    "more",
    What.REUSED: "a note of this id was withdrawn after release {old}, and what was learned of it "
    "would count here; take a new id",
    What.MEANING: "it asks and answers something else, and what was learned would count for that; "
    "another meaning wants another id",
    What.CROSSED: "Anki cannot turn a note with gaps into one without, or back: give it a new id, "
    "and remove the old note",
    What.FORMERLY: "the former id {old} was deleted, and what was learned under it stays behind",
    What.GUID: "Anki would take it for another note: the first id under `formerly`, and `guid`, "
    "must stay as they were",
    What.CARD: "the card {card} is gone, and what was learned of it stays behind",
    What.MOVED: "the answer of {old} is under {new} now, so that the history of {old} would count "
    "for another one; leave keys and numbers as they were",
    What.ANSWER: "the answer changed; another meaning wants another id",
    What.MEDIA: "{old} is another picture or sound now",
    What.RESTORED: "learners have this note from a release, and go on with it",
    What.NAME: "the collection was called {old} and is called {new}; nothing hangs on it",
    What.TAG_ROOT: "in Anki all tags stood under {old} and stand under {new} now",
    What.FOLDER: "the collection stood in {old} and stands in {new}",
}

# The same, where more is known.
_SAID_OF = {
    What.VANISHED: "the id is gone, and what was learned stays behind; {new} says nearly the same. "
    "If it is this note, write there: {formerly}",
    What.REUSED: "{new} had this id before, and its history would count here; take a new id",
    What.MEANING: f"{_SAID[What.MEANING]}. What it said is in {{new}} now",
    What.CARD: "the card {card} is gone, and what was learned of it stays behind; its answer is "
    "under {new} now. Leave keys and numbers as they were",
    What.MERGED: "{new} has its history now, and its place in Anki",
    What.ANSWER: "the answer of {old} changed; another meaning wants another id",
}


def _notices(found: Changes, context: Context) -> Iterator[str]:
    """What a reader has to know about the comparison itself."""
    before, after = context.broken
    if after:
        yield (
            f"{counted(after, 'entry', 'entries')} of {context.until} left out for errors: "
            f"{context.lint}"
        )
    if before:
        yield f"{counted(before, 'entry', 'entries')} of {context.since} left out for errors"
    if found.unread:
        ids = [note.id for note in found.unread[:_MOST_NAMES]]
        more = f" and {len(found.unread) - _MOST_NAMES:,} more" * (len(found.unread) > _MOST_NAMES)
        yield f"not compared, as one side cannot be read: {', '.join(ids)}{more}"
    yield from context.limits[:_MOST_NAMES]
    if len(context.limits) > _MOST_NAMES:
        yield f"and {len(context.limits) - _MOST_NAMES:,} more files could not be looked at"


# ---- the parts of a report


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


def _sections(found: Changes, context: Context) -> Iterator[Section]:
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
    return Row(label, (Piece(_short(text)),))


def _short(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]} … ({len(text) - _LONGEST:,} characters more)"


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
        return Row(field.name, (Piece(_short(field.before or field.after), style),))
    pieces: list[Piece] = []
    parts = stretches(field.before, field.after)
    for at, part in enumerate(parts):
        if part.alike:
            text = _middle_cut(part.old, is_first=at == 0, is_last=at == len(parts) - 1)
            pieces.append(Piece(text))
        else:
            pieces += [Piece(_short(part.old), "old")] * bool(part.old)
            pieces += [Piece(_short(part.new), "new")] * bool(part.new)
    return Row(field.name, tuple(pieces))


def _middle_cut(text: str, *, is_first: bool, is_last: bool) -> str:
    """A text that stays, without what is far from any change."""
    if len(text) <= 3 * _CONTEXT:
        return text
    head = "" if is_first else text[:_CONTEXT]
    tail = "" if is_last else text[-_CONTEXT:]
    return f"{head} … {tail}"


def _moves(found: Changes, quote: Quote) -> list[str]:
    """How many notes went from where to where; in a large move nobody reads a line for each."""
    files = Counter((each.before.path, each.after.path) for each in found.changed if each.is_moved)
    decks = Counter((e.before.deck, e.after.deck) for e in found.changed if e.is_elsewhere)
    lines = [
        f"{counted(number, 'note')} from {quote(old)} to {quote(new)}"
        for (old, new), number in files.most_common()
    ]
    lines += [
        f"{counted(number, 'note')} from the deck {quote(old)} to the deck {quote(new)}; in Anki, "
        "cards that learners have stay in the deck where they are"
        for (old, new), number in decks.most_common()
    ]
    more = len(lines) - _MOST_NAMES
    return [*lines[:_MOST_NAMES], f"and {counted(more, 'more move')}"] if more > 0 else lines


def _subject(context: Context) -> str:
    name = context.after.name or "A collection without a name"
    return f"{name}: {context.until}, compared with {context.since}"


def _one_line(text: str) -> str:
    return " ".join(visible(text).split())


def _harmless(text: str) -> str:
    """Text that drives no terminal, and gives no orders to those who read a workflow's log."""
    return visible(text).replace("##[", "## [")


# ---- text


def as_text(found: Changes, context: Context, look: Look) -> str:
    """The report for a terminal; without colours it has no escape sequences at all."""
    lines = _lines(found, context, look)
    if look.colour:
        return terminal.ansi(lines)
    return "".join(f"{line.plain}\n" for line in lines)


def _lines(found: Changes, context: Context, look: Look) -> Iterator[Text]:
    yield from _said(sum_line(found), look, "bold")
    style = _LOST if found.is_loss else "bold"
    yield from _said(f"Learners: {learners_line(found)}", look, style)
    yield from _said(_subject(context), look, "dim")
    if found.effects:
        yield Text()
    for effect in found.effects:
        yield from _remark(effect, look, "")
    for section in _sections(found, context):
        yield from (Text(), Text(section.title, "bold underline"))
        for item in section.items:
            yield from (Text(), *_item_lines(item, look))
    moves = _moves(found, _backticked)
    if moves:
        yield from (Text(), Text("Moved", "bold underline"), Text())
    for line in moves:
        yield from _said(f"> {line}", look)
    notices = list(_notices(found, context))
    if notices:
        yield Text()
    for notice in notices:
        yield from _said(f"note: {notice}", look, indent=6)


def _said(text: str, look: Look, style: str = "", indent: int = 2) -> list[Text]:
    return wrapped(Text(_harmless(_one_line(text)), style), look, indent)


def _item_lines(item: Item, look: Look) -> Iterator[Text]:
    style = {"+": "bold green", "-": "bold red", "~": "bold yellow"}[item.sign]
    head = Text(f"{item.sign} {item.id}", style)
    where = Text(f"  {_harmless(_one_line(item.where))}", "dim")
    if cells.width(f"{head.plain}{where.plain}") > look.width:
        yield from (*wrapped(head, look, 2), *wrapped(where, look, 2))
    else:
        yield head.append_text(where)
    size = max((len(row.label) for row in item.rows if len(row.label) <= _LABEL), default=0)
    bar = "│" if look.unicode else "|"
    for row in item.rows:
        label = row.label
        if len(label) > size:
            yield Text(f"  {label}", "dim")
            label = ""
        room = look._replace(width=max(cells.NARROWEST, look.width - size - len("   | ")))
        for line in _row_text(row, colour=look.colour).split("\n", allow_blank=True):
            for part in wrapped(line, room) or [Text()]:
                part.rstrip()
                yield Text.assemble((f"  {label.rjust(size)} {bar} ", "dim"), part)
                label = ""
    for effect in item.effects:
        yield from _remark(effect, look, "  ")


def _remark(effect: Effect, look: Look, margin: str) -> Iterator[Text]:
    word, style = ("lost: ", _LOST) if effect.is_loss else ("note: ", "yellow")
    indent = len(margin) + len(word)
    said = _harmless(_one_line(sentence(effect, _backticked)))
    yield from wrapped(Text.assemble(margin, (word, style), said), look, indent)


def _row_text(row: Row, *, colour: bool) -> Text:
    """What a row says; without colours brackets tell what was taken out and put in."""
    text = Text()
    for piece in row.pieces:
        said = _harmless(piece.text)
        if not colour and piece.style in _BRACKETS:
            opening, closing = _BRACKETS[piece.style]
            said = f"{opening}{said}{closing}"
        text.append(said, _STYLES[piece.style])
    return text


def _backticked(text: str) -> str:
    return f"`{_one_line(text)}`"


# ---- Markdown


def as_markdown(found: Changes, context: Context, largest: int = LARGEST) -> str:
    """The report as a comment on GitHub; what does not fit is counted in the last line."""
    blocks = list(_blocks(found, context))
    ends = [*_ends(found, context)]
    room = largest - sum(_size(end) for end in ends) - _CUT_LINE
    kept, used, left = [], 0, 0
    for block in blocks:
        used += _size(block.text)
        if used > room:
            left += block.notes
        else:
            kept.append(block.text)
    if left or len(kept) < len(blocks):
        cut = f"*Cut here: {counted(left, 'more note')} would not fit. All of it: "
        kept.append(f"{cut}{_code(context.again)}*")
    return "\n\n".join([*kept, *ends]) + "\n"


class _Block(NamedTuple):
    """A paragraph, and how many notes it tells of."""

    text: str
    notes: int = 0


def _blocks(found: Changes, context: Context) -> Iterator[_Block]:
    yield _Block(f"**{sum_line(found)}**")
    yield _Block(f"**Learners: {learners_line(found)}**")
    yield _Block(_code(_subject(context)))
    if found.effects:
        yield _Block("\n".join(map(_bullet, found.effects)))
    for section in _sections(found, context):
        title = f"### {section.title}\n\n"
        for item in section.items:
            yield _Block(f"{title}{_item_markdown(item)}", 1)
            title = ""


def _ends(found: Changes, context: Context) -> Iterator[str]:
    """What stands at the end, also if the report is cut."""
    moves = _moves(found, _code)
    if moves:
        yield "### Moved\n\n" + "\n".join(f"- {line}" for line in moves)
    notices = list(_notices(found, context))
    if notices:
        yield "\n".join(f"- {_code(_short(notice))}" for notice in notices)


def _item_markdown(item: Item) -> str:
    parts = [f"**{_SIGNS[item.sign]}** {_code(item.id)} in {_code(item.where)}"]
    if item.rows:
        size = max(len(row.label) for row in item.rows)
        lines = []
        for row in item.rows:
            label = row.label
            for line in _row_text(row, colour=False).plain.split("\n"):
                lines.append(f"{label.rjust(size)} | {line}".rstrip())
                label = ""
        said = "\n".join(lines)
        fence = "`" * max(3, 1 + _longest_run(said))
        parts.append(f"{fence}text\n{said}\n{fence}")
    parts += ["\n".join(map(_bullet, item.effects))] if item.effects else []
    return "\n\n".join(parts)


def _bullet(effect: Effect) -> str:
    word = "**lost:**" if effect.is_loss else "note:"
    return f"- {word} {sentence(effect, _code)}"


def _code(text: str) -> str:
    """Text as code in a line, whatever backticks are in it."""
    said = _short(_harmless(_one_line(text)))
    if not said:
        return "nothing"
    ticks = "`" * (1 + _longest_run(said))
    # A blank on both sides is no part of the code.
    pad = " " * ("`" in {said[0], said[-1]})
    return f"{ticks}{pad}{said}{pad}{ticks}"


def _longest_run(text: str) -> int:
    """How many backticks stand side by side."""
    return max(map(len, re.findall("`+", text)), default=0)


def _size(text: str) -> int:
    """The characters of a text as GitHub counts them, at most, with the blank line behind it."""
    return len(text.encode("utf-16-le")) // 2 + 2


# ---- JSON


def as_json(found: Changes, context: Context) -> str:
    """The report as one JSON object in one line of ASCII; docs/json.md has its shape."""
    everywhere, in_anki = found.lost()
    before, after = context.before, context.after
    document = {
        "version": 1,
        "collection": after.name,
        "id": after.id,
        "since": {"name": context.since, "commit": context.commits[0] or None},
        "until": {"name": context.until, "commit": context.commits[1] or None},
        "counts": {name.replace(" ", "_"): number for name, number in counts(found).items()}
        | {"same": len(found.same), "not_compared": len(found.unread)},
        "learners": {
            "new_cards": found.new_cards(),
            "updates": found.updates(),
            "lost_histories": sorted(everywhere),
            "lost_in_anki": sorted(in_anki),
        },
        "effects": [_effect(effect) for effect in found.effects],
        "added": [_note(e.note, after, e.effects) for e in found.added],
        "removed": [_note(e.note, before, e.effects) for e in found.removed],
        "changed": [_change(each) for each in found.changed],
        "not_compared": [note.id for note in found.unread],
        "broken": {"since": context.broken[0], "until": context.broken[1]},
        "limits": list(context.limits),
    }
    return json.dumps(document)


def _note(note: Note, collection: Collection, effects: Iterable[Effect]) -> dict[str, object]:
    return {
        **_place(note),
        "kind": kind(note),
        "deck": note.deck,
        "cards": [
            {"id": card.id, "question": question(card), "answer": answer(card)}
            for card in cards_of(note)
        ],
        "source": note.source,
        "cites": cited(note, collection) if note.source else "",
        "tags": list(note.tags),
        "effects": [_effect(effect) for effect in effects],
    }


def _change(each: Changed) -> dict[str, object]:
    return {
        **_place(each.after),
        "before": {**_place(each.before), "deck": each.before.deck},
        "deck": each.after.deck,
        "fields": [field._asdict() for field in each.fields],
        "updates": each.is_updated,
        "new_cards": each.new_cards,
        "effects": [_effect(effect) for effect in each.effects],
    }


def _place(note: Note) -> dict[str, object]:
    return {"id": note.id, "path": note.path, "line": note.place.line}


def _effect(effect: Effect) -> dict[str, object]:
    return {
        "what": effect.what.value,
        "is_loss": effect.is_loss,
        "only_in_anki": effect.is_only_in_anki,
        "cards": list(effect.cards),
        "old": effect.old,
        "new": effect.new,
        "message": sentence(effect, _backticked),
    }
