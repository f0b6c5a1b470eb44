"""What can be read off a log as a whole: what undo takes back, who has no deck, what is odd.

Everything here goes by events alone, so that it comes to the same on every machine that has them.
"""

import difflib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import combinations, pairwise
from typing import NamedTuple

from cardsmith.day import days_after, study_day
from cardsmith.deck import Card, CardId, fingerprint
from cardsmith.history import Answer, Deed, Event, Flag, Reset, Seen, Stamp, Void, dumps
from cardsmith.schedule.replay import in_order, present_name, renamed

_SKEW = timedelta(minutes=10)  # by which the clocks of two machines may differ
_LATEST_ROLLOVER = 23
_LIKE = 0.6  # how alike two ids are, at least, where one may be the other reworded
_MOST_NEAR = 3


class Entry(NamedTuple):
    """An event, what its card is called now, and whether it was taken back."""

    event: Event
    card: CardId
    is_void: bool


def entries(events: Iterable[Event], former: Mapping[CardId, CardId] | None = None) -> list[Entry]:
    """All events, each once, the latest last."""
    by_id = {event.id: event for event in events}
    ordered = sorted(by_id.values(), key=lambda event: event.order)
    names = renamed(ordered, former)
    voided = {event.deed.target for event in ordered if isinstance(event.deed, Void)}
    ordered.sort(key=_time)
    return [Entry(event, present_name(event.card, names), event.id in voided) for event in ordered]


def _time(event: Event) -> tuple[datetime, CardId, int, str]:
    """The order of a whole log; what one command did stands by card."""
    return event.at, event.card, event.n, event.id


# Undo


def last_action(events: Iterable[Event], now: datetime) -> tuple[Event, ...]:
    """The events of what was done last, and not taken back yet; none if there is nothing.

    An answer is an action of its own. What one command does to many cards has one instant and one
    kind of deed; both stand in every event, so machines that merge their logs agree. Events from
    the future, which a wrong clock left, count as the oldest.
    """
    by_id = {event.id: event for event in events}
    voided = {event.deed.target for event in by_id.values() if isinstance(event.deed, Void)}
    standing = [
        event
        for event in by_id.values()
        if event.id not in voided and not isinstance(event.deed, Void)
    ]
    if not standing:
        return ()
    last = max(standing, key=lambda event: (event.at <= now, *_time(event)))
    if isinstance(last.deed, Answer):
        return (last,)
    same = [e for e in standing if e.at == last.at and type(e.deed) is type(last.deed)]
    return tuple(sorted(same, key=lambda event: (event.card, event.id)))


def voids(
    targets: Iterable[Event],
    heads: Mapping[CardId, int],
    names: Mapping[CardId, CardId],
    stamps: Iterator[Stamp],
) -> list[Event]:
    """The events that take others back."""
    return [
        _next_event(present_name(each.card, names), Void(each.id), heads, next(stamps), each.n)
        for each in targets
    ]


def deeds(
    cards: Iterable[CardId], deed: Deed, heads: Mapping[CardId, int], stamps: Iterator[Stamp]
) -> list[Event]:
    """The same deed for several cards."""
    return [_next_event(card, deed, heads, next(stamps)) for card in cards]


def _next_event(
    card: CardId, deed: Deed, heads: Mapping[CardId, int], stamp: Stamp, after: int = 0
) -> Event:
    n = max(heads.get(card, 0), after) + 1
    return Event(stamp.id, n, stamp.at, stamp.day, card, deed)


# Orphans and flags


class Orphan(NamedTuple):
    """A card with events that no deck has.

    Attributes:
        card: its id, as it is called now.
        answers: how many were given.
        day: the study day of its last event.
        near: cards that it may be now, the likeliest first: those that read as it last did, then
            those whose ids are alike.
    """

    card: CardId
    answers: int
    day: date
    near: tuple[CardId, ...]


def orphans(
    events: Iterable[Event], cards: Sequence[Card], former: Mapping[CardId, CardId]
) -> list[Orphan]:
    """The cards that no deck has, by their ids; those that were forgotten are left out."""
    by_card, _ = in_order(events, former)
    known = {card.id for card in cards}
    lost = {card: _since_reset(past) for card, past in by_card.items() if card not in known}
    fresh = [card for card in cards if card.id not in by_card]
    prints = {card.id: fingerprint(card) for card in fresh} if any(lost.values()) else {}
    return [
        Orphan(
            card,
            sum(isinstance(event.deed, Answer) for event in past),
            max(event.day for event in past),
            _near(card, past, prints),
        )
        for card, past in sorted(lost.items())
        if past
    ]


def _since_reset(past: Sequence[Event]) -> list[Event]:
    """What still counts of a card's events: those after it was last made new."""
    last = max((at for at, event in enumerate(past) if isinstance(event.deed, Reset)), default=-1)
    return list(past[last + 1 :])


def _near(card: CardId, past: Sequence[Event], prints: Mapping[CardId, str]) -> tuple[CardId, ...]:
    seen = next((e.deed.saw for e in reversed(past) if isinstance(e.deed, Answer | Seen)), "")
    half = len(seen) // 2
    both = [each for each, print_ in prints.items() if seen and print_ == seen]
    either = [
        each
        for each, print_ in prints.items()
        if seen and (print_[:half] == seen[:half]) != (print_[half:] == seen[half:])
    ]
    alike = difflib.get_close_matches(card, list(prints), n=_MOST_NEAR, cutoff=_LIKE)
    found = dict.fromkeys([*both, *either, *(CardId(each) for each in alike)])
    return tuple(found)[:_MOST_NEAR]


def flags(events: Iterable[Event], former: Mapping[CardId, CardId] | None = None) -> list[Entry]:
    """The flags in force, the latest last."""
    return [
        entry
        for entry in entries(events, former)
        if isinstance(entry.event.deed, Flag) and not entry.is_void
    ]


# Files, line by line


class Line(NamedTuple):
    """A line that is an event, perhaps of a kind that this version does not know."""

    number: int
    id: str
    day: date
    text: str
    event: Event | None


class LogFile(NamedTuple):
    """A file of a log: who wrote it, its lines, and the numbers of those that are damaged.

    `torn` counts the ends of lines that a crash cut off; they lie in a file beside it.
    """

    path: str
    device: str
    lines: tuple[Line, ...]
    damaged: tuple[int, ...]
    torn: int = 0


class Addition(NamedTuple):
    """What a merge adds, how much was known, and the ids that stand for another event here."""

    lines: tuple[Line, ...]
    known: int
    clashing: tuple[str, ...]


def addition(here: Iterable[LogFile], found: Iterable[LogFile]) -> Addition:
    """The lines of some files that others do not have; each event once."""
    texts = {line.id: line.text for file in here for line in file.lines}
    lines, known, clashing = list[Line](), 0, list[str]()
    for line in (line for file in found for line in file.lines):
        text = texts.get(line.id)
        if text is None:
            texts[line.id] = line.text
            lines.append(line)
            continue
        known += 1
        if text != line.text and json.loads(text) != json.loads(line.text):
            clashing.append(line.id)
    return Addition(tuple(lines), known, tuple(clashing))


# What is odd


class Located(NamedTuple):
    """An event, the device that wrote it, and where."""

    event: Event
    device: str
    path: str
    line: int


class Oddity(NamedTuple):
    """Something odd in a log.

    Attributes:
        what: its kind, a word or two with dashes.
        is_error: whether something is wrong; else it only deserves to be known.
        message: a sentence.
        places: files and lines.
    """

    what: str
    is_error: bool
    message: str
    places: tuple[tuple[str, int], ...]


def oddities(files: Iterable[LogFile], now: datetime, rollover: int) -> list[Oddity]:
    """All that is odd about events: clocks, days, numbers, zones; errors first."""
    located = [
        Located(line.event, file.device, file.path, line.number)
        for file in files
        for line in file.lines
        if line.event is not None
    ]
    found = [
        *_clashing(located),
        *_from_the_future(located, now),
        *_impossible_days(located),
        *_of_another_rollover(located, rollover),
        *_set_back(located),
        *_in_other_zones(located),
    ]
    return sorted(found, key=lambda each: not each.is_error)


def _places(some: Iterable[Located]) -> tuple[tuple[str, int], ...]:
    return tuple((each.path, each.line) for each in some)


def _clashing(located: Iterable[Located]) -> Iterator[Oddity]:
    by_id = defaultdict[str, list[Located]](list)
    for each in located:
        by_id[each.event.id].append(each)
    some = [
        each
        for group in by_id.values()
        if len(group) > 1 and len({dumps(one.event) for one in group}) > 1
        for each in group
    ]
    if some:
        yield Oddity(
            "id-clash",
            is_error=True,
            message="different events have one id, and only one of each counts; a line was changed",
            places=_places(some),
        )


def _from_the_future(located: Iterable[Located], now: datetime) -> Iterator[Oddity]:
    some = [each for each in located if each.event.at > now + _SKEW]
    if some:
        yield Oddity(
            "future",
            is_error=True,
            message="the time lies in the future: a clock was or is wrong",
            places=_places(some),
        )


def _is_possible(event: Event) -> bool:
    """Whether some rollover makes this the study day of its time."""
    today = event.at.date()
    before = event.day == days_after(today, -1) and event.at.hour < _LATEST_ROLLOVER
    return event.day == today or before


def _impossible_days(located: Iterable[Located]) -> Iterator[Oddity]:
    some = [each for each in located if not _is_possible(each.event)]
    if some:
        yield Oddity(
            "impossible-day",
            is_error=True,
            message="the study day is neither that of the time nor the day before",
            places=_places(some),
        )


def _of_another_rollover(located: Iterable[Located], rollover: int) -> Iterator[Oddity]:
    some = [
        each
        for each in located
        if _is_possible(each.event) and each.event.day != study_day(each.event.at, rollover)
    ]
    if some:
        yield Oddity(
            "other-rollover",
            is_error=False,
            message=f"the study day did not end at {rollover}:00 then; it stays as it is",
            places=_places(some),
        )


def _set_back(located: Iterable[Located]) -> Iterator[Oddity]:
    """Events of a card that one device numbered in another order than their times."""
    by_card = defaultdict[tuple[str, CardId], list[Located]](list)
    for each in located:
        by_card[each.device, each.event.card].append(each)
    some = [
        later
        for group in by_card.values()
        for one, later in pairwise(sorted(group, key=lambda each: each.event.order))
        if one.event.n < later.event.n and one.event.at > later.event.at + _SKEW
    ]
    if some:
        yield Oddity(
            "out-of-order",
            is_error=False,
            message="the numbers of a card's events have another order than their times: a clock "
            "was set back, or another machine's events were merged; the numbers count",
            places=_places(some),
        )


def _in_other_zones(located: Iterable[Located]) -> Iterator[Oddity]:
    """Devices that were used on the same days and whose clocks never agreed on the zone."""
    offsets = defaultdict[str, dict[date, set[timedelta | None]]](dict)
    last = dict[tuple[str, date], Located]()
    for each in located:
        day = each.event.day
        offsets[each.device].setdefault(day, set()).add(each.event.at.utcoffset())
        last[each.device, day] = each
    for one, other in combinations(sorted(offsets), 2):
        both = sorted(offsets[one].keys() & offsets[other].keys())
        differ = [day for day in both if not offsets[one][day] & offsets[other][day]]
        if differ:
            pair = [last[device, differ[-1]] for device in (one, other)]
            told = " and ".join(f"{each.device} at UTC{_offset(each.event.at)}" for each in pair)
            yield Oddity(
                "zones-differ",
                is_error=False,
                message=f"on the same day, {differ[-1]} the last time, {told}: where that was no "
                "journey, the setting `zone` makes their study days agree",
                places=_places(pair),
            )


def _offset(at: datetime) -> str:
    hours = at.strftime("%z")
    return f"{hours[:3]}:{hours[3:5]}"
