"""The study day: by the learner's wall clock, also in the nights when the clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.day import days_after, study_day

ZONES = [
    "America/Los_Angeles",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Pacific/Apia",
    "Pacific/Auckland",
    "UTC",
]


def at(wall: str, zone: str = "Europe/Berlin") -> datetime:
    return datetime.fromisoformat(wall).replace(tzinfo=ZoneInfo(zone))


@pytest.mark.parametrize(
    ("instant", "rollover", "day"),
    [
        ("2026-11-30T23:50", 4, "2026-11-30"),
        ("2026-12-01T00:20", 4, "2026-11-30"),
        ("2026-12-01T03:59:59.999", 4, "2026-11-30"),
        ("2026-12-01T04:00", 4, "2026-12-01"),
        ("2026-12-01T00:00", 0, "2026-12-01"),
        ("2026-12-01T22:59", 23, "2026-11-30"),
        ("2026-12-01T23:00", 23, "2026-12-01"),
        ("2026-01-01T02:00", 4, "2025-12-31"),
        ("2028-03-01T02:00", 4, "2028-02-29"),
        ("0001-01-01T00:30", 4, "0001-01-01"),
        ("9999-12-31T23:59", 4, "9999-12-31"),
    ],
)
def test_it_ends_at_the_rollover(instant: str, rollover: int, day: str) -> None:
    assert study_day(at(instant), rollover) == date.fromisoformat(day)


@pytest.mark.parametrize("night", ["2026-03-29", "2026-10-25"])
def test_it_changes_at_four_on_the_wall_in_the_nights_when_clocks_change(night: str) -> None:
    midnight = at(f"{night}T00:00").astimezone(UTC)
    walls = [
        (midnight + timedelta(minutes=m)).astimezone(ZoneInfo("Europe/Berlin"))
        for m in range(8 * 60)
    ]
    assert all((study_day(w) == date.fromisoformat(night)) == (w.hour >= 4) for w in walls)


def test_an_instant_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="UTC offset"):
        study_day(datetime(2026, 1, 1, 12))  # noqa: DTZ001 - that is the point


@given(
    st.sampled_from(ZONES),
    st.integers(0, 23),
    st.integers(0, 40 * 365 * 24 * 60),
    st.integers(0, 3 * 24 * 60),
)
def test_it_never_runs_backwards_in_a_zone(
    zone: str, rollover: int, minutes: int, later: int
) -> None:
    """But for walls that are set back across the rollover itself, which then show it twice."""
    start = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    first = start.astimezone(ZoneInfo(zone))
    second = (start + timedelta(minutes=later)).astimezone(ZoneInfo(zone))
    backwards = study_day(second, rollover) < study_day(first, rollover)
    assert not backwards or second.utcoffset() < first.utcoffset()  # type: ignore[operator]


@given(st.dates(), st.integers(-(10**7), 10**7))
def test_adding_days_stays_within_the_calendar(day: date, days: int) -> None:
    later = days_after(day, days)
    assert date.min <= later <= date.max
    if date.min < later < date.max:
        assert later - day == timedelta(days=days)
