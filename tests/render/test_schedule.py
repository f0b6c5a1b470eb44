"""Tables and plots of schedulers, for every window."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.csvlog import Problem
from cardsmith.render.cells import width
from cardsmith.render.look import Look
from cardsmith.render.schedule import (
    Forecast,
    Policy,
    evaluation_json,
    evaluation_lines,
    forecast_json,
    forecast_lines,
)
from cardsmith.schedule.evaluation import Band, Evaluation, Score
from cardsmith.schedule.simulation import DEFAULTS, Course, Day, Habit, Habits

SCORE = Score(0.4417, 0.0625, 0.675, (Band(0.8, 0.85, 1097, 0.828, 0.856),))
SCORES = {
    "avg": Score(0.5113, 0.12425, None, ()),
    "sm2": Score(13.8155, 0.1219, 0.564, (Band(0.95, 1.0, 2645, 0.974, 0.853),)),
    "fsrs": SCORE,
}
TOLD = Evaluation(1205, 12580, date(2024, 3, 29), date(2024, 10, 6), 1062, 5310, 0.8194, SCORES)
WIDE = Look(80, colour=False)
NARROW = Look(40, colour=False)
PLAIN = Look(80, colour=False, unicode=False)


DAY = Day(reviews=20.4, new=10, drill=6.2, right=17, seconds=366, waiting=3)


def forecast(
    weeks: int = 1, days: Course | None = None, promised: int = 10, habits: Habits = DEFAULTS
) -> Forecast:
    days = days or Course((DAY,) * 7 * weeks, 812.4)
    policies = [Policy("sm2", None, 5, days), Policy("fsrs", 0.825, 5, days)]
    known = [promised] * len(days.days)
    return Forecast(date(2026, 11, 30), "sm2", 10, 200, habits, 1, 10, known, days, policies)


def test_an_evaluation_in_a_wide_window() -> None:
    assert (
        "\n".join(evaluation_lines(TOLD, WIDE))
        == """\
1,205 cards, 12,580 answers from 29 Mar 2024 to 6 Oct 2024. 6,372 came on a
later day than the card's last answer: the first 1,062 of them only train, the
other 5,310 are predicted. 81.9 % of these were right.

                  log loss   RMSE   AUC
average             0.5113 0.1242     -
SM-2               13.8155 0.1219 0.564
FSRS-6              0.4417 0.0625 0.675

Log loss and RMSE (by bins): the lower, the better. AUC: the higher; 0.5 is mere
chance. `average` always says how many answers were right so far.

SM-2 said     mean  right  reviews  right, and │ as said
95 to 100 %   97 %   85 %    2,645  ██████████████████████████████████████     │

FSRS-6 said   mean  right  reviews  right, and │ as said
80 to 85 %    83 %   86 %    1,097  ████████████████████████████████████│█"""
    )


def test_a_forecast_in_a_wide_window() -> None:
    lines = list(forecast_lines(forecast(), WIDE))
    assert lines[:4] == [
        "The next 1 week with sm2, at most 10 new cards and 200 reviews a day.",
        "",
        "           reviews  promised  new  min",
        "Mon 30 Nov      20        10   10    6  ████████████████████░░░░░░░░░░░░░░░░░░░░",
    ]
    assert "sm2            20.4   6.1   83 %     812        3" in lines
    assert "fsrs 82.5 %    20.4   6.1   83 %     812        3" in lines


def test_a_forecast_in_a_narrow_window() -> None:
    lines = list(forecast_lines(forecast(), NARROW))
    assert lines[3:5] == [
        "           reviews  new  min",
        "Mon 30 Nov      20   10    6  █████░░░░░",
    ]
    assert "fsrs 82.5 %    20.4   6.1   83 %     812" in lines


def test_many_days_are_shown_by_the_week() -> None:
    lines = list(forecast_lines(forecast(9), WIDE))
    assert lines[2].startswith("a day ")
    weeks = [line for line in lines if line.startswith(("30 Nov 2026 ", "25 Jan 2027 "))]
    assert len(weeks) == 2


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (0, "are those of many learners. Another --seed than 1 brings"),
        (100, "are your own (300 answers, mixed with those of many learners). Another"),
        (1000, "are your own (3,000 answers). Another"),
    ],
)
def test_whose_habits_they_are(answers: int, words: str) -> None:
    habits = Habits(*(habit._replace(answers=answers) for habit in DEFAULTS))
    said = " ".join(forecast_lines(forecast(habits=habits), WIDE))
    assert words in said


def test_nothing_to_do_is_no_plot() -> None:
    empty = Course((Day(),) * 7, 0)
    text = "\n".join(forecast_lines(forecast(days=empty, promised=0), WIDE))
    assert "█" not in text
    assert "Mon 30 Nov       0         0    0    0\n" in text
    assert "sm2             0.0   0.0      -       0        0" in text


def day_of(*numbers: float) -> Day:
    reviews, new, drill, seconds, waiting, share = numbers
    return Day(reviews, new, drill, reviews * share, seconds, waiting)


numbers = st.floats(0, 9_999)
shares = st.floats(0, 1)
looks = st.builds(Look, st.integers(40, 120), colour=st.just(value=False), unicode=st.booleans())
courses = st.builds(
    lambda days, known: Course(tuple(days) * 7, known),
    st.lists(st.builds(day_of, *[numbers] * 5, shares), min_size=1, max_size=10),
    numbers,
)


@given(looks, courses, st.integers(0, 9_999))
def test_a_forecast_fits_and_is_ascii_where_it_must(
    look: Look, days: Course, promised: int
) -> None:
    lines = list(forecast_lines(forecast(days=days, promised=promised), look))
    assert all(width(line) <= look.width for line in lines)
    assert look.unicode or "\n".join(lines).isascii()


bands = st.builds(Band, shares, shares, st.integers(1, 99_999), shares, shares)
scores = st.builds(
    Score, st.floats(0, 14), shares, st.none() | shares, st.lists(bands, max_size=8).map(tuple)
)


@given(looks, st.dictionaries(st.sampled_from(["avg", "sm2-every", "sm2", "fsrs"]), scores))
def test_an_evaluation_fits_and_is_ascii_where_it_must(look: Look, found: dict[str, Score]) -> None:
    lines = list(evaluation_lines(TOLD._replace(scores=found), look))
    assert all(width(line) <= look.width for line in lines)
    assert look.unicode or "\n".join(lines).isascii()


def test_the_bars_of_a_plain_terminal() -> None:
    assert any("###|" in line for line in evaluation_lines(TOLD, PLAIN))
    assert any(
        line.endswith("  " + "#" * 20 + "-" * 20) for line in forecast_lines(forecast(), PLAIN)
    )


def test_an_evaluation_for_scripts() -> None:
    told = evaluation_json(TOLD._replace(scores={"fsrs": SCORE}), "log.csv", [Problem(3, "x")])
    assert told == {
        "source": "log.csv",
        "cards": 1205,
        "answers": 12580,
        "first": "2024-03-29",
        "last": "2024-10-06",
        "trained": 1062,
        "scored": 5310,
        "retention": 0.8194,
        "predictors": [
            {
                "name": "fsrs",
                "log_loss": 0.4417,
                "rmse_bins": 0.0625,
                "auc": 0.675,
                "calibration": [
                    {"low": 0.8, "high": 0.85, "reviews": 1097, "predicted": 0.828, "right": 0.856}
                ],
            }
        ],
        "problems": [{"line": 3, "message": "x"}],
    }


def test_a_forecast_for_scripts() -> None:
    day = {"reviews": 20.4, "right": 17, "new": 10, "drill": 6.2, "minutes": 6.1, "waiting": 3}
    habit = Habit((0.0, 0.25, 0.5, 0.25), (9.0, 8.0, 7.0, 6.0), 3)
    habits = DEFAULTS._replace(review=habit)
    told = forecast_json(forecast(habits=habits))
    assert told["days"] == [
        {"day": f"2026-{month}-{number:02}", "promised": 10, **day}
        for month, number in [(11, 30), *((12, number) for number in range(1, 7))]
    ]
    assert told["policies"] == [
        {"scheduler": name, "retention": retention, "runs": 5, "days": 7, **day, "known": 812.4}
        for name, retention in (("sm2", None), ("fsrs", 0.825))
    ]
    shown = told["habits"]
    assert isinstance(shown, dict)
    assert list(shown) == ["new", "review", "drill"]
    assert shown["review"] == {
        "answers": 3,
        "shares": [0, 0.25, 0.5, 0.25],
        "seconds": [9, 8, 7, 6],
    }
    rest = {key: told[key] for key in ("day", "scheduler", "limits", "seed", "runs")}
    assert rest == {
        "day": "2026-11-30",
        "scheduler": "sm2",
        "limits": {"new": 10, "reviews": 200},
        "seed": 1,
        "runs": 10,
    }
    assert len(told) == 8
