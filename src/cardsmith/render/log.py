"""A log for readers: its events a line each, what is odd about it, orphans, flags; and as JSON."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from cardsmith.deck import Card, CardId, Collection
from cardsmith.history import Answer, Event, Flag, Rename, SetDue, Void, dumps, kind, quality
from cardsmith.logbook import Addition, Entry, LogFile, Oddity, Orphan
from cardsmith.render.cells import cuts, width
from cardsmith.render.keys import LABELS
from cardsmith.render.phrases import counted, in_days, listed
from cardsmith.visible import visible

VERSION = 1  # of the shapes of `--json`
_WIDE = 60  # cells, from which on days have their year
_GAP = 2
_NARROWEST_CARD = 12
_MOST_PLACES = 5
_RATINGS = {0: 1, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4}  # Again to Easy, of SM-2's qualities
_DEEDS = {
    "suspend": "suspended",
    "unsuspend": "unsuspended",
    "bury": "buried for the day",
    "reset": "made new",
    "seen": "shown, with its new answer",
}


def event_lines(some: Sequence[Entry], columns: int | None) -> Iterator[str]:
    """A line for each event: day, time, card, what happened.

    Args:
        some: in the order in which they are told.
        columns: the cells of a line; None where nothing is to be cut.
    """
    short = columns is not None and columns < _WIDE
    names = {each.card: visible(each.card) for each in some}
    by_id = {each.event.id: each.event for each in some}
    room = max(map(width, names.values()), default=0)
    if columns is not None:
        room = min(room, max(_NARROWEST_CARD, (columns - len("2026-11-30 09:12")) // 2 - _GAP))
    for each in some:
        day, at = each.event.day.isoformat(), each.event.at.strftime("%H:%M")
        head = f"{day[5:]} {at} " if short else f"{day} {at}  "
        card = _fitted(names[each.card], room)
        line = f"{head}{card}{' ' if short else '  '}{visible(_told(each, by_id, short=short))}"
        yield line if columns is None else _cut(line, columns)


def deed(event: Event) -> str:
    """What happened, in a few words."""
    return visible(_told(Entry(event, event.card, is_void=False), {}, short=False))


def _told(entry: Entry, by_id: Mapping[str, Event], *, short: bool) -> str:
    event = entry.event
    match event.deed:
        case Answer(key=key, of=of, days=days):
            promise = "drill" if days is None else f"{days} d" if short else in_days(days)
            told = f"{key} {LABELS[of][key]}, {promise}"
        case Void(target):
            taken = by_id.get(target)
            what = (
                f": {_told(Entry(taken, entry.card, is_void=False), {}, short=True)}"
                if taken
                else ""
            )
            told = f"took back{what}"
        case SetDue(due):
            told = f"due {due}"
        case Rename(to):
            told = f"{event.card} is now {to}"
        case Flag(why):
            told = f"flagged: {why}" if why else "flagged"
        case other:
            told = _DEEDS[kind(other)]
    return f"({told})" if entry.is_void else told


def _fitted(text: str, room: int) -> str:
    """A text in exactly so many cells, cut in the end if it must be."""
    return text + " " * (room - width(text)) if width(text) <= room else _cut(text, room)


def _cut(text: str, room: int) -> str:
    text = " ".join(text.splitlines()).rstrip()
    if width(text) <= room:
        return text
    kept = text[: cuts(text, room - 1)[0]]
    return f"{kept}…{' ' * (room - 1 - width(kept))}"


def events_json(some: Iterable[Entry]) -> list[dict[str, object]]:
    """Events as `cardsmith log show --json` lists them: the fields of the log, and two more."""
    return [
        {**json.loads(dumps(each.event)), "is_void": each.is_void, "now": each.card}
        for each in some
    ]


def as_json(shape: Mapping[str, object]) -> str:
    """One line of JSON that cannot drive a terminal: what would is written as an escape."""
    text = json.dumps(shape, ensure_ascii=False)
    return text if visible(text) == text else json.dumps(shape)


def answers_csv(some: Iterable[Entry]) -> str:
    """The answers in force as a table that other programs read."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["card", "rating", "time", "duration", "day", "interval"])
    for event, card, is_void in some:
        if isinstance(event.deed, Answer) and not is_void:
            days = "" if event.deed.days is None else event.deed.days
            at = event.at.isoformat(timespec="milliseconds")
            rating = _RATINGS[quality(event.deed)]
            writer.writerow([visible(card), rating, at, event.deed.ms, event.day, days])
    return out.getvalue()


# check


def check_lines(
    files: Sequence[LogFile], unread: Iterable[str], odd: Iterable[Oddity]
) -> Iterator[str]:
    """What is wrong or odd, each with its places, and a summary."""
    for sentence in unread:
        yield visible(f"error: {sentence}")
    for file in files:
        if file.damaged:
            yield f"error: {damage_line(file)}"
    for each in odd:
        yield visible(f"{'error' if each.is_error else 'remark'}: {each.message}")
        for path, numbers in _by_path(each.places).items():
            yield visible(f"  {path}: {_numbers(numbers)}")
    torn = sum(file.torn for file in files)
    if torn:
        yield f"remark: {counted(torn, 'torn line')} set aside after a crash, in .torn files"
    events = sum(len(file.lines) for file in files)
    devices = len({file.device for file in files})
    yield (
        f"{counted(events, 'event')} in {counted(len(files), 'file')} "
        f"of {counted(devices, 'device')}"
    )


def damage_line(file: LogFile) -> str:
    """Which lines of a file are damaged."""
    lines = counted(len(file.damaged), "damaged line")
    return visible(f"{file.path}: {lines} ({_numbers(file.damaged)}); the others count")


def check_json(
    files: Sequence[LogFile], unread: Iterable[str], odd: Iterable[Oddity]
) -> dict[str, object]:
    """The documented shape of `cardsmith log check --json`."""
    return {
        "version": VERSION,
        "files": [
            {
                "path": file.path,
                "device": file.device,
                "events": len(file.lines),
                "damaged": list(file.damaged),
                "torn": file.torn,
            }
            for file in files
        ],
        "unreadable": list(unread),
        "oddities": [
            {
                "what": each.what,
                "is_error": each.is_error,
                "message": each.message,
                "places": [{"path": path, "line": line} for path, line in each.places],
            }
            for each in odd
        ],
    }


def _by_path(places: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for path, number in places:
        out.setdefault(path, []).append(number)
    return out


def _numbers(numbers: Sequence[int]) -> str:
    some = sorted(set(numbers))
    shown = ", ".join(map(str, some[:_MOST_PLACES]))
    more = len(some) - _MOST_PLACES
    word = "line" if len(some) == 1 else "lines"
    return f"{word} {shown}" + (f" and {more} more" if more > 0 else "")


# merge


def merge_lines(added: Addition, files: int, *, dry_run: bool) -> Iterator[str]:
    """What a merge did, or would do."""
    verb = "would be added" if dry_run else "added"
    yield (
        f"{counted(len(added.lines), 'event')} of {counted(files, 'file')} {verb}, "
        f"{added.known:,} were known"
    )
    if added.clashing:
        ids = visible(", ".join(added.clashing[:_MOST_PLACES]))
        more = len(added.clashing) - _MOST_PLACES
        tail = f" and {more} more" if more > 0 else ""
        yield f"here these ids stand for other events, and stay so: {ids}{tail}"


# orphans and flags


def orphan_lines(some: Sequence[Orphan]) -> Iterator[str]:
    """A line for each orphan, with what it may be called now."""
    room = max((width(visible(each.card)) for each in some), default=0)
    for each in some:
        name = visible(each.card)
        near = f"; now {' or '.join(each.near)}?" if each.near else ""
        told = f"{counted(each.answers, 'answer')}, the last event on {each.day}{near}"
        yield f"{name}{' ' * (room - width(name))}  {visible(told)}"


def orphans_json(some: Iterable[Orphan]) -> list[dict[str, object]]:
    """The documented shape of an orphan."""
    return [
        {
            "card": each.card,
            "answers": each.answers,
            "last_day": each.day.isoformat(),
            "near": list(each.near),
        }
        for each in some
    ]


def flag_lines(some: Iterable[Entry], cards: Mapping[CardId, Card]) -> Iterator[str]:
    """Each flag: its card, why, since when, and where the note stands."""
    for each in some:
        why = _why(each.event) or "no reason given"
        yield visible(f"{each.card}: {' '.join(why.split())}")
        yield visible(f"  {each.event.day}, {_place(cards.get(each.card))}")


def flags_json(some: Iterable[Entry], cards: Mapping[CardId, Card]) -> list[dict[str, object]]:
    """The documented shape of a flag."""
    out: list[dict[str, object]] = []
    for each in some:
        card = cards.get(each.card)
        span = card.note.span() if card else None
        out.append(
            {
                "card": each.card,
                "why": _why(each.event),
                "day": each.event.day.isoformat(),
                "path": span.path if span else None,
                "line": span.place.line if span else None,
            }
        )
    return out


def _why(event: Event) -> str:
    return event.deed.why if isinstance(event.deed, Flag) else ""


def _place(card: Card | None) -> str:
    if card is None:
        return "no deck has this card"
    span = card.note.span()
    return f"{span.path}:{span.place.line}"


# what was done


def taken_back(action: Sequence[Event], today: date, *, dry_run: bool) -> Iterator[str]:
    """What undo took back, or would."""
    first = action[0]
    when = "today" if first.day == today else f"of {first.day}"
    at = first.at.strftime("%H:%M")
    cards = list(dict.fromkeys(visible(event.card) for event in action))
    verb = "Would be taken back" if dry_run else "Taken back"
    yield f"{verb}: {_names(cards)}: {deed(first)} ({when}, {at})"


def _names(cards: Sequence[str]) -> str:
    shown = list(cards[:_MOST_PLACES])
    more = len(cards) - len(shown)
    return listed([*shown, *([f"{more} more"] if more else [])])


def done_to(cards: Sequence[CardId], verb: str, *, dry_run: bool) -> str:
    """`3 cards suspended: a, b and c`."""
    would = "would be " if dry_run else ""
    return f"{counted(len(cards), 'card')} {would}{verb}: {_names([visible(c) for c in cards])}"


def listing(name: str, collection: Collection, some: Iterable[object]) -> dict[str, object]:
    """One of the lists of the log as JSON: which collection's, and its items."""
    return {
        "version": VERSION,
        "collection": visible(collection.name),
        "id": collection.id,
        name: list(some),
    }
