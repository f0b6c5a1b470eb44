"""The format of the log: one event a line, and nothing lost on the way."""

import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deck import CardId
from cardsmith.history import (
    QUALITIES,
    Answer,
    Bury,
    DamagedLineError,
    Deed,
    Event,
    Flag,
    NewerLineError,
    Rename,
    Reset,
    SetDue,
    Suspend,
    Unsuspend,
    Void,
    dumps,
    loads,
    quality,
)

CONTRACT = (
    '{"v":1,"id":"5f1c09d2a7b3e864","n":7,"at":"2026-11-30T09:12:33.120+01:00","day":"2026-11-30",'
    '"card":"stage-order/long","do":"answer","key":3,"of":4,"ms":5200,"days":15,"by":"sm2",'
    '"saw":"9f3a1c02"}'
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
deeds: st.SearchStrategy[Deed] = st.one_of(
    st.sampled_from([(k, of) for of, keys in QUALITIES.items() for k in keys]).flatmap(
        lambda press: st.builds(
            Answer,
            st.just(press[0]),
            st.just(press[1]),
            ms=st.integers(0, 10**9),
            days=st.none() | st.integers(0, 36500),
            by=texts,
            saw=texts,
        )
    ),
    st.builds(Void, texts),
    st.builds(SetDue, st.dates()),
    st.builds(Suspend),
    st.builds(Unsuspend),
    st.builds(Bury),
    st.builds(Reset),
    st.builds(Rename, texts.map(CardId)),
    st.builds(Flag, texts),
)
instants = st.datetimes(
    timezones=st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
).map(lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000))
events = st.builds(
    Event,
    id=texts,
    n=st.integers(0, 10**6),
    at=instants,
    day=st.dates(),
    card=texts.map(CardId),
    deed=deeds,
)


def test_the_line_of_the_contract_is_read_and_written_to_the_letter() -> None:
    event = loads(CONTRACT)
    assert event is not None
    assert event.card == "stage-order/long"
    assert event.day == date(2026, 11, 30)
    assert event.at == datetime(2026, 11, 30, 8, 12, 33, 120_000, tzinfo=UTC)
    assert event.deed == Answer(3, 4, ms=5200, days=15, by="sm2", saw="9f3a1c02")
    assert dumps(event) == CONTRACT


@given(events)
def test_writing_and_reading_is_the_identity(event: Event) -> None:
    line = dumps(event)
    assert "\n" not in line
    assert loads(line) == event


@pytest.mark.parametrize(
    ("of", "qualities"), [(2, [2, 4]), (4, [2, 3, 4, 5]), (6, [0, 1, 2, 3, 4, 5])]
)
def test_the_quality_of_each_key(of: int, qualities: list[int]) -> None:
    keys = range(6) if of == 6 else range(1, of + 1)
    pressed = [Answer(key, of, 0, None, "sm2", "") for key in keys]
    assert [quality(answer) for answer in pressed] == qualities


@pytest.mark.parametrize(
    "change",
    [
        {"key": 5},
        {"key": 0},
        {"of": 3},
        {"key": 2.5},
        {"key": True},
        {"n": -1},
        {"n": "7"},
        {"day": "2026-02-30"},
        {"day": 20261130},
        {"at": "2026-11-30T09:12:33"},
        {"at": None},
        {"card": None},
        {"id": 7},
        {"do": None},
        {"v": "1"},
        {"v": None},
        {"days": "15"},
        {"do": "void"},
        {"do": "due", "due": "soon"},
    ],
)
def test_a_line_with_a_wrong_value_is_damaged(change: dict[str, object]) -> None:
    with pytest.raises(DamagedLineError):
        loads(json.dumps(json.loads(CONTRACT) | change))


@pytest.mark.parametrize("line", ["", "{", CONTRACT[:-9], "null", "[]", "3", '"v"', "[" * 100_000])
def test_a_line_that_is_no_event_is_damaged(line: str) -> None:
    with pytest.raises(DamagedLineError):
        loads(line)


def test_a_line_of_a_later_version_is_told_apart_from_a_damaged_one() -> None:
    with pytest.raises(NewerLineError):
        loads('{"v":2,"whatever":1}')


def test_unknown_kinds_are_passed_over_and_unknown_fields_do_no_harm() -> None:
    line = json.loads(CONTRACT)
    assert loads(json.dumps(line | {"do": "praise"})) is None
    assert loads(json.dumps(line | {"mood": {"good": [1]}})) == loads(CONTRACT)


@given(st.text() | st.binary().map(repr))
def test_any_text_is_read_or_refused(line: str) -> None:
    try:
        loads(line)
    except (DamagedLineError, NewerLineError):
        return
