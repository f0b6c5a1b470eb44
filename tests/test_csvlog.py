"""Review logs of other programs."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.csvlog import HeaderError, Log, Problem, Row, read

AT = datetime(2026, 11, 30, 9, 12, 33, 120_000, tzinfo=UTC)
MS = 1_796_029_953_120  # the same, since 1970
ROW = Row("7", 3, AT, 5200)


@pytest.mark.parametrize(
    "text",
    [
        "card,rating,time,duration\n7,3,2026-11-30T09:12:33.120+00:00,5200\n",
        "card_id,rating,review_datetime,review_duration\n7,3,2026-11-30 09:12:33.120Z,5200\n",
        "card_id,review_rating,review_time,review_duration\n7,3,2026-11-30T09:12:33.12Z,5200",
        f"id,cid,usn,ease,ivl,lastIvl,factor,time,type\n{MS},7,-1,3,1,0,2500,5200,0\n",
        "id,card,rating,time,duration\n1,7,3,2026-11-30T09:12:33.120Z,5200\n",
        f"review_time,review_rating,review_state,review_duration,card_id\n{MS},3,1,5200,7\n",
        f"Card;Rating;Time;Duration\r\n7;Good;{MS / 1000};5200\r\n",
        f"\ufeffcard\trating\ttime\tduration\n7\tgood\t{MS}\t5200\n",
        '"card","rating","time","duration","a, b"\n"7","3","2026-11-30T09:12:33.120","5200",""\n',
        "card, rating, time, duration\n\n 7 , 3 , 2026-11-30T10:12:33.120+01:00 , 5200.0\n,,,\n",
    ],
)
def test_dialects(text: str) -> None:
    assert read(text) == Log((ROW,), ())


def test_a_duration_is_welcome_but_not_needed() -> None:
    text = "card,rating,time\n7,3,2026-11-30T09:12:33.120Z\n"
    assert read(text).rows == (ROW._replace(ms=0),)
    text = "card,rating,time,duration\n7,3,2026-11-30T09:12:33.120Z,\n"
    assert read(text).rows == (ROW._replace(ms=0),)


def test_whoever_takes_an_hour_has_gone_away() -> None:
    text = "card,rating,time,duration\n7,3,2026-11-30T09:12:33.120Z,3600000\n"
    assert read(text).rows[0].ms == 60_000


def test_a_card_moved_by_hand_is_no_answer() -> None:
    text = f"id,cid,ease,time\n{MS},7,0,0\n{MS},7,3,5200\n"
    assert read(text) == Log((ROW,), (), others=1)


def test_times_are_seen_from_the_zone_of_the_learner() -> None:
    text = "card,rating,time\n1,3,2026-07-01T06:00:00Z\n2,3,2026-07-01T06:00:00\n"
    there = ZoneInfo("America/Los_Angeles")
    first, second = read(text, there).rows
    assert first.at.isoformat() == "2026-06-30T23:00:00-07:00"
    assert second.at.isoformat() == "2026-07-01T06:00:00-07:00"


def test_without_a_zone_times_stay_as_they_are_written() -> None:
    text = "card,rating,time\n1,3,2026-07-01T06:00:00+05:30\n2,3,2026-07-01T06:00:00\n"
    first, second = read(text).rows
    assert first.at.utcoffset() == timedelta(hours=5, minutes=30)
    assert second.at.utcoffset() == timedelta()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("7,5,2026-11-30T09:00Z,1", "'5' is no rating"),
        ("7,,2026-11-30T09:00Z,1", "'' is no rating"),
        ("7", "'' is no rating"),
        (",3,2026-11-30T09:00Z,1", "names no card"),
        ("7,3,yesterday,1", "'yesterday' is no time"),
        ("7,3,,1", "'' is no time"),
        ("7,3,2026-11-30,1", "'2026-11-30' is no time"),
        ("7,3,2026-02-30T09:00Z,1", "'2026-02-30T09:00Z' is no time"),
        ("7,3,99999999999999999,1", "'99999999999999999' is no time"),
        ("7,3,-5,1", "'-5' is no time"),
        ("7,3,2026-11-30T09:00Z,soon", "'soon' is no duration"),
        ("7,3,2026-11-30T09:00Z,-1", "'-1' is no duration"),
        ('7,3,"2026-11-30T09:00Z"x,1', "cannot be told into columns"),
    ],
)
def test_a_line_that_is_wrong_is_told_with_its_number_and_costs_no_other(
    line: str, message: str
) -> None:
    good = "7,3,2026-11-30T09:12:33.120Z,5200"
    log = read(f"card,rating,time,duration\n{good}\n{line}\n{good}\n")
    assert log.rows == (ROW, ROW)
    ((number, told),) = log.problems
    assert number == 3
    assert told.startswith(message)


def test_lines_are_counted_as_an_editor_does() -> None:
    text = 'card,rating,time,note\n7,3,2026-11-30T09:12:33.120Z,"two\nlines"\n7,9,x,\n'
    assert [problem.line for problem in read(text).problems] == [4]


def test_a_quote_that_never_closes_is_told_where_it_opens() -> None:
    text = 'card,rating,time\n7,3,2026-11-30T09:12:33.120Z\n7,3,"2026\n7,3,2026\n'
    assert read(text).problems == (Problem(3, "a quote opens here and is never closed"),)


@pytest.mark.parametrize(
    ("header", "missing"),
    [
        ("", "card and the rating and the time"),
        ("a,b,c", "card and the rating and the time"),
        ("card,rating", "time"),
        ("cid,ease,duration", "time"),
        ("rating,time", "card"),
        ("7,3,2026-11-30T09:00Z", "card and the rating and the time"),
    ],
)
def test_a_first_line_without_the_columns_is_told(header: str, missing: str) -> None:
    with pytest.raises(HeaderError, match=f"no column for the {missing};"):
        read(f"{header}\n")


def test_a_zone_at_the_end_of_the_calendar() -> None:
    text = "card,rating,time\n7,3,9999-12-31T23:00:00Z\n"
    log = read(text, timezone(timedelta(hours=5)))
    assert log.problems[0].message.startswith("'9999-12-31T23:00:00Z' is no time")


@given(st.text(alphabet='7,3;"\n\r\t -:TZ+.2026eé\x00\u2028'), st.booleans())
def test_no_text_breaks_it(text: str, has_header: bool) -> None:  # noqa: FBT001 - drawn
    whole = f"card,rating,time,duration\n{text}" if has_header else text
    try:
        log = read(whole)
    except HeaderError:
        assert not has_header
    else:
        lines = whole.count("\n") + whole.count("\r") + 1
        assert all(1 <= problem.line <= lines for problem in log.problems)
        assert len(log.rows) + len(log.problems) + log.others <= lines


@given(st.lists(st.tuples(st.text("ab1/", min_size=1), st.integers(1, 4), st.datetimes())))
def test_what_was_written_is_read(answers: list[tuple[str, int, datetime]]) -> None:
    lines = [f"{card},{grade},{at.isoformat()},0\n" for card, grade, at in answers]
    log = read("card,rating,time,duration\n" + "".join(lines))
    assert log.problems == ()
    assert log.rows == tuple(
        Row(card, grade, at.replace(tzinfo=UTC)) for card, grade, at in answers
    )
