"""What holds for every log: undo is exact, merging is a union, lines fit, tables are read back."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cardsmith import csvlog
from cardsmith.deck import CardId
from cardsmith.history import (
    Answer,
    Bury,
    Deed,
    Event,
    Flag,
    Rename,
    Reset,
    SetDue,
    Stamp,
    Suspend,
    Unsuspend,
    Void,
    dumps,
    quality,
)
from cardsmith.logbook import Line, LogFile, addition, entries, last_action, voids
from cardsmith.render.cells import width
from cardsmith.render.log import answers_csv, event_lines
from cardsmith.schedule.replay import in_order, renamed, replay
from cardsmith.schedule.sm2 import SM2
from logs import START, day

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
NAMES = st.sampled_from(["a", "b", "b/x", "c"]).map(CardId)
DEEDS: st.SearchStrategy[Deed] = st.one_of(
    st.builds(
        Answer,
        key=st.integers(1, 4),
        of=st.just(4),
        ms=st.integers(0, 60_000),
        days=st.none() | st.integers(1, 99),
        by=st.just("sm2"),
        saw=st.just(""),
    ),
    st.sampled_from([Suspend(), Unsuspend(), Bury(), Reset(), SetDue(day(9)), Flag("x")]),
    st.builds(Rename, NAMES),
)
# The same instant and the same deed may come by chance, and events from after `NOW`.
EVENTS = st.lists(
    st.builds(
        lambda card, deed, days, n: (card, deed, days, n),
        NAMES,
        DEEDS,
        st.integers(0, 200),
        st.integers(1, 9),
    ),
    max_size=12,
).map(
    lambda rows: [
        Event(
            f"{number:016}",
            n,
            datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=days),
            START + timedelta(days=days),
            card,
            deed,
        )
        for number, (card, deed, days, n) in enumerate(rows)
    ]
)


def stamps(number: int) -> Iterator[Stamp]:
    count = 0
    while True:
        yield Stamp(NOW, NOW.date(), f"undo{number}-{count}")
        count += 1


def undone(events: list[Event], number: int = 0) -> list[Event]:
    """The log after one undo; the same log if there is nothing to undo."""
    action = last_action(events, NOW)
    _, heads = in_order(events)
    names = renamed(sorted(events, key=lambda event: event.order))
    return [*events, *voids(action, heads, names, stamps(number))]


@given(EVENTS)
def test_undo_leaves_what_was_there_without_the_action(events: list[Event]) -> None:
    action = last_action(events, NOW)
    without = [event for event in events if event not in action]
    assert replay(undone(events), SM2()).states == replay(without, SM2()).states
    assert bool(action) is bool(events)
    assert len({type(event.deed) for event in action}) <= 1
    assert len({event.at for event in action}) <= 1


@given(EVENTS)
def test_undo_ends_at_the_beginning(events: list[Event]) -> None:
    for number in range(len(events) + 1):
        later = undone(events, number)
        if later == events:
            break
        events = later
    assert last_action(events, NOW) == ()
    assert replay(events, SM2()).states == {}
    assert all(not isinstance(e.deed, Void) or e.deed.target for e in events)


@given(EVENTS, st.randoms(use_true_random=False))
def test_the_last_action_does_not_depend_on_the_order_of_lines(
    events: list[Event], luck: Random
) -> None:
    shuffled = events + events[:2]
    luck.shuffle(shuffled)
    assert last_action(shuffled, NOW) == last_action(events, NOW)
    assert entries(shuffled) == entries(events)


def file(events: list[Event], name: str) -> LogFile:
    lines = [
        Line(number, event.id, event.day, dumps(event), event)
        for number, event in enumerate(events, 1)
    ]
    return LogFile(name, name, tuple(lines), ())


@given(EVENTS, st.integers(0, 12), st.integers(0, 12))
def test_merging_is_a_union(events: list[Event], start: int, end: int) -> None:
    here, there = file(events[:end], "here"), file(events[start:], "there")
    added = addition([here], [there, there])
    here_ids, there_ids = ({line.id for line in each.lines} for each in (here, there))
    assert {line.id for line in added.lines} == there_ids - here_ids
    assert len(added.lines) == len(there_ids - here_ids)
    assert added.clashing == ()
    merged = here._replace(lines=(*here.lines, *added.lines))
    assert addition([merged], [there, here]).lines == ()
    other_way = addition([there], [here])
    assert {line.id for line in (*there.lines, *other_way.lines)} == here_ids | there_ids


@given(EVENTS)
def test_the_table_of_answers_is_read_back(events: list[Event]) -> None:
    rows = csvlog.read(answers_csv(entries(events)))
    assert rows.problems == ()
    told = [
        (entry.card, row.grade, row.at, row.ms)
        for entry, row in zip(
            [e for e in entries(events) if isinstance(e.event.deed, Answer)], rows.rows, strict=True
        )
    ]
    assert told == [
        (each.card, quality(each.event.deed) - 1, each.event.at, each.event.deed.ms)
        for each in entries(events)
        if isinstance(each.event.deed, Answer)
    ]


WORDS = st.text(st.sampled_from("ab-/ 日本é\u0301👩\u200d👩👧\x1b\u202e\n"), max_size=60)


@given(EVENTS, WORDS, WORDS, st.integers(40, 100))
def test_every_line_fits_its_window(events: list[Event], name: str, why: str, columns: int) -> None:
    odd = [
        event._replace(card=CardId(name), deed=Flag(why)) if number % 2 else event
        for number, event in enumerate(events)
    ]
    lines = list(event_lines(entries(odd), columns))
    assert len(lines) == len(odd)
    for line in lines:
        assert width(line) <= columns
        assert line.isprintable() or "\u200d" in line
    assert len(list(event_lines(entries(odd), None))) == len(odd)
