"""How well schedulers predict: each measure against values computed by hand, and laws."""

import math
import os
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith import csvlog
from cardsmith.csvlog import Row
from cardsmith.schedule.evaluation import (
    LEAST,
    Band,
    Evaluation,
    History,
    Review,
    TooFewError,
    Trial,
    auc,
    calibration,
    chances_of,
    evaluate,
    histories_of_events,
    histories_of_rows,
    log_loss,
    near,
    predictors,
    quietest_hour,
    rmse,
    trials,
)
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.replay import in_order
from cardsmith.schedule.sm2 import SM2
from logs import day, log

# One person's log, in the folder of tests of open-spaced-repetition/py-fsrs:
# review_logs_josh_1711744352250_to_1728234780857.csv. It is not ours to keep here.
REAL_LOG = Path(os.environ.get("REVIEW_LOG", "no log"))
NOON = time(12)


def history(text: str, card: str = "c") -> History:
    """`3@0 1@6`: a grade at a day."""
    return [
        Review(card, int(grade), day(int(on)), datetime.combine(day(int(on)), NOON, UTC))
        for grade, on in (word.split("@") for word in text.split())
    ]


# The measures, by hand.


def test_log_loss() -> None:
    # -(ln 0.8 + ln 0.6) / 2
    assert log_loss([True, False], [0.8, 0.4]) == pytest.approx(0.366984591)


def test_log_loss_forgives_certainty_that_is_wrong_up_to_a_millionth() -> None:
    assert log_loss([False], [1.0]) == pytest.approx(13.8155106)
    assert log_loss([True], [0.0]) == pytest.approx(13.8155106)
    assert log_loss([True], [1.0]) == pytest.approx(1e-6, rel=1e-5)


def test_rmse_weighs_each_bin_by_its_answers() -> None:
    # Bin a: mean chance 0.7, share 0.5, two answers. Bin b: 0.9 and 1, one answer.
    # sqrt((2 * 0.2² + 1 * 0.1²) / 3)
    bins: list[tuple[float, ...]] = [(1,), (1,), (2,)]
    assert rmse(bins, [True, False, True], [0.8, 0.6, 0.9]) == pytest.approx(0.173205081)


def test_rmse_of_a_bin_that_is_right_in_the_mean_is_nothing() -> None:
    assert rmse([(1,)] * 4, [True, True, True, False], [0.75] * 4) == 0


def test_auc_counts_pairs_and_half_of_the_ties() -> None:
    # Right 0.9 and 0.7, wrong 0.8 and 0.7: won, won, lost, tied.
    assert auc([True, False, True, False], [0.9, 0.8, 0.7, 0.7]) == 2.5 / 4


def test_auc_needs_right_and_wrong_answers() -> None:
    assert auc([True, True], [0.9, 0.8]) is None
    assert auc([False], [0.9]) is None


def test_calibration() -> None:
    outcomes = [True, False, True, True, False]
    chances = [0.9, 0.94, 0.95, 1.0, 0.3]
    low, middle, high = calibration(outcomes, chances)
    assert low == Band(0.0, 0.5, 1, 0.3, 0.0)
    assert middle == pytest.approx(Band(0.9, 0.95, 2, 0.92, 0.5))
    assert high == Band(0.95, 1.0, 2, 0.975, 1.0)


@pytest.mark.parametrize(
    ("days", "number", "lapses", "bin_"),
    [
        (1, 2, 0, (2.48, 3.76, 0)),
        (3, 3, 1, (2.48, 3.76, 1.65)),
        (4, 4, 2, (8.98, 7.11, 2.85)),
        (13, 6, 3, (8.98, 7.11, 4.94)),
        (14, 7, 5, (32.5, 13.44, 4.94)),
        (48, 12, 6, (117.65, 13.44, 8.54)),
    ],
)
def test_bins(days: int, number: int, lapses: int, bin_: tuple[float, float, float]) -> None:
    """By hand: 3.62² = 13.10 and 3.62³ = 47.4; 1.89² = 3.57, 1.89³ = 6.75; 1.73³ = 5.18."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    found = Trial(at, "c", number, days, lapses, right=True).bin
    assert found == pytest.approx(bin_, abs=0.006)


# What is predicted, and how.


def test_only_answers_on_a_new_day_are_trials() -> None:
    found = trials(history("1@0 3@0 3@1 1@1 1@4 3@4 3@14"))
    assert [tuple(trial)[2:] for trial in found] == [
        (2, 1, 0, True),
        (3, 3, 0, False),
        (4, 10, 1, True),
    ]


def test_a_day_that_runs_backwards_is_no_time_at_all() -> None:
    assert [trial.days for trial in trials(history("3@9 3@8 3@11"))] == [3]
    assert len(chances_of(history("3@9 3@8 3@11"), SM2())) == 1


def test_sm2_is_nine_in_ten_when_the_interval_is_over() -> None:
    chances = chances_of(history("3@0 3@1 3@7 3@37"), SM2())
    assert chances == pytest.approx([0.9, 0.9, 0.9**2])
    assert chances_of(history("3@0 3@3"), SM2()) == pytest.approx([0.729])


def test_the_first_answer_of_a_day_counts_or_every_one_does() -> None:
    some = history("1@0 3@0 3@3")
    assert chances_of(some, SM2()) == pytest.approx([0.9**3])
    assert chances_of(some, SM2(), every=True) == pytest.approx([0.9**0.5])


def test_an_answer_before_its_day_is_not_early_here() -> None:
    """The promise was another scheduler's: after days 0, 1 and 2 SM-2 is at 15 days."""
    assert chances_of(history("3@0 3@1 3@2 3@17"), SM2())[-1] == pytest.approx(0.9)


def test_fsrs_is_the_curve_of_the_stability() -> None:
    # After Good the stability is 2.3065: (1 + F * 2 / 2.3065) ** -w20, F = 0.9 ** (-1 / w20) - 1.
    factor = 0.9 ** (-1 / 0.1542) - 1
    expected = (1 + factor * 2 / 2.3065) ** -0.1542
    assert chances_of(history("3@0 3@2"), FSRS()) == pytest.approx([expected])


def test_the_average_is_that_of_the_parts_before() -> None:
    """Sixty trials, ten a part: in the first part 6 of 10 are right, in the later ones all."""
    cards = [f"3@0 {1 if number < 4 else 3}@1" for number in range(10)]
    cards += [f"3@{part} 3@{part + 1}" for part in range(1, 6) for _ in range(10)]
    told = evaluate([history(text, f"c{n:02}") for n, text in enumerate(cards)], {})
    shares = [6 / 10, 16 / 20, 26 / 30, 36 / 40, 46 / 50]
    expected = -sum(math.log(share) for share in shares) / 5
    assert told.scores["avg"].log_loss == pytest.approx(expected)
    assert (told.trained, told.scored, told.retention) == (10, 50, 1.0)
    assert (told.cards, told.answers) == (60, 120)
    assert (told.first, told.last) == (day(0), day(6))


def test_what_does_not_divide_by_six_goes_to_the_first_part() -> None:
    told = evaluate([history("3@0 3@1", f"c{n}") for n in range(65)], {})
    assert (told.trained, told.scored) == (15, 50)


def test_too_few_answers_say_nothing() -> None:
    few = [history("3@0 3@1", f"c{n}") for n in range(LEAST - 1)]
    with pytest.raises(TooFewError) as told:
        evaluate(few, predictors())
    assert told.value.count == LEAST - 1
    assert evaluate([*few, history("3@0 3@1", "d")], predictors()).scored == 50


# Where histories come from.


def test_a_log_counts_each_answer_once_on_its_study_day() -> None:
    night = Row("c", 3, datetime(2026, 1, 2, 3, 59, tzinfo=UTC))
    morning = Row("c", 1, datetime(2026, 1, 2, 4, tzinfo=UTC), 900)
    ((first, second),) = histories_of_rows([morning, night, morning])
    assert (first.day, first.grade) == (date(2026, 1, 1), 3)
    assert (second.day, second.grade, second.ms) == (date(2026, 1, 2), 1, 900)
    assert trials(histories_of_rows([morning, night], 3)[0]) == []


def test_a_reset_begins_a_new_card_and_deeds_are_no_answers() -> None:
    by_card, _ = in_order(log("1@0 2@1 suspend@1 3@2 4@3 reset@3 3@4 3@5"))
    first, second = histories_of_events(by_card)
    assert [review.grade for review in first] == [1, 2, 3, 4]
    assert [review.day for review in second] == [day(4), day(5)]


def test_the_quietest_hour_is_in_the_middle_of_the_night() -> None:
    rows = [
        Row(f"{hour}", 3, datetime(2026, 1, 1, hour, minute, tzinfo=UTC))
        for hour in (16, 20, 23, 0, 5)
        for minute in range(30)
    ]
    histories = histories_of_rows(rows)
    assert quietest_hour(histories) in {10, 11}
    assert near(histories, 10) == 0
    assert near(histories, 0) == pytest.approx(2 / 5)


# Laws.

cards = st.lists(
    st.lists(
        st.tuples(st.integers(1, 4), st.integers(1, 9), st.integers(0, 2)), min_size=8, max_size=8
    ),
    min_size=9,
    max_size=9,
)


def rows_of(drawn: list[list[tuple[int, int, int]]]) -> list[Row]:
    """Answers of each card: a grade after so many days, then some more on the same day."""
    rows = []
    for number, answers in enumerate(drawn):
        at = datetime(2026, 1, 1, 12, number, tzinfo=UTC)
        for grade, days, more in answers:
            at += timedelta(days=days)
            rows += [
                Row(f"c{number}", grade, at + timedelta(seconds=9 * again), 1000)
                for again in range(more + 1)
            ]
    return rows


def scored(rows: list[Row]) -> Evaluation:
    return evaluate(histories_of_rows(rows), predictors())


@given(cards, st.randoms(use_true_random=False))
def test_p19_the_order_of_lines_makes_no_difference(
    drawn: list[list[tuple[int, int, int]]], random: Random
) -> None:
    rows = rows_of(drawn)
    expected = scored(rows)
    shuffled = [*rows, *random.choices(rows, k=20)]
    random.shuffle(shuffled)
    assert scored(shuffled) == expected


@given(cards)
def test_the_future_changes_no_prediction(drawn: list[list[tuple[int, int, int]]]) -> None:
    for some in histories_of_rows(rows_of(drawn)):
        for predict in predictors().values():
            whole = predict(some)
            assert len(whole) == len(trials(some))
            for end in range(len(some)):
                part = predict(some[:end])
                assert part == whole[: len(part)]


pairs = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=40)


@given(pairs)
def test_auc_is_the_share_of_pairs(some: list[tuple[bool, float]]) -> None:
    right = [chance for outcome, chance in some if outcome]
    wrong = [chance for outcome, chance in some if not outcome]
    found = auc([outcome for outcome, _ in some], [chance for _, chance in some])
    if not right or not wrong:
        assert found is None
        return
    won = sum((a > b) + (a == b) / 2 for a in right for b in wrong)
    assert found == pytest.approx(won / (len(right) * len(wrong)))


@given(pairs, st.floats(0, 1))
def test_no_constant_beats_the_share_of_right_answers(
    some: list[tuple[bool, float]], other: float
) -> None:
    outcomes = [outcome for outcome, _ in some]
    share = sum(outcomes) / len(outcomes)
    best = log_loss(outcomes, [share] * len(outcomes))
    assert best <= log_loss(outcomes, [other] * len(outcomes)) + 1e-9


@given(pairs)
def test_every_answer_stands_in_one_band(some: list[tuple[bool, float]]) -> None:
    bands = calibration([outcome for outcome, _ in some], [chance for _, chance in some])
    assert sum(band.reviews for band in bands) == len(some)
    for band in bands:
        assert band.low - 1e-9 <= band.predicted <= band.high + 1e-9
        assert 0 <= band.right <= 1


@given(pairs)
def test_finer_bins_never_look_better(some: list[tuple[bool, float]]) -> None:
    outcomes, chances = [list(column) for column in zip(*some, strict=True)]
    coarse: list[tuple[float, ...]] = [(0,)] * len(some)
    fine: list[tuple[float, ...]] = [(number % 3,) for number in range(len(some))]
    assert rmse(coarse, outcomes, chances) <= rmse(fine, outcomes, chances) + 1e-9


# The published figures.


@pytest.fixture(scope="module")
def real() -> Evaluation:
    if not REAL_LOG.is_file():
        pytest.skip("needs the review log of py-fsrs's tests, named by REVIEW_LOG")
    rows = csvlog.read(REAL_LOG.read_text("utf-8")).rows
    return evaluate(histories_of_rows(rows, 10), predictors())


@pytest.mark.parametrize(
    ("name", "log_loss", "rmse", "auc"),
    [
        ("avg", 0.5113, 0.1243, 0.509),
        ("sm2-every", 0.8165, 0.1761, 0.504),
        ("sm2", 0.5735, 0.1219, 0.564),
        ("fsrs", 0.4417, 0.0625, 0.675),
    ],
)
def test_a_real_log_gives_the_known_figures(
    real: Evaluation, name: str, log_loss: float, rmse: float, auc: float
) -> None:
    score = real.scores[name]
    assert score.auc is not None
    assert (round(score.log_loss, 4), round(score.rmse, 4)) == (log_loss, rmse)
    assert round(score.auc, 3) == auc


def test_a_real_log_in_numbers(real: Evaluation) -> None:
    assert (real.cards, real.answers) == (1205, 12580)
    assert real.trained + real.scored == 6372
    assert round(real.retention, 3) == 0.819
