"""Numbers and days in words."""

from datetime import date

import pytest

from cardsmith.render.phrases import counted, in_days, listed, on_day

TODAY = date(2026, 11, 30)  # a Monday


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (TODAY, "today"),
        (date(2026, 11, 29), "yesterday"),
        (date(2026, 12, 1), "tomorrow"),
        (date(2026, 12, 3), "on Thursday"),
        (date(2026, 12, 6), "on Sunday"),
        (date(2026, 12, 7), "on 7 December"),
        (date(2027, 1, 2), "on 2 January 2027"),
        (date(2026, 11, 1), "on 1 November"),
    ],
)
def test_a_day_is_said_as_one_says_it(day: date, words: str) -> None:
    assert on_day(day, TODAY) == words


def test_numbers() -> None:
    assert [counted(n, "card") for n in (0, 1, 2, 1000)] == [
        "0 cards",
        "1 card",
        "2 cards",
        "1,000 cards",
    ]
    assert counted(2, "reply", "replies") == "2 replies"
    assert [in_days(n) for n in (1, 6)] == ["tomorrow", "in 6 days"]
    assert [listed(list(x)) for x in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
