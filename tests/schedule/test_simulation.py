"""The weeks to come: what the simulation keeps to, and that it is a function of its seed."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deck import CardId, note_of
from cardsmith.schedule import fsrs
from cardsmith.schedule.evaluation import Review
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.replay import fresh, replay
from cardsmith.schedule.scheduler import M, Scheduler
from cardsmith.schedule.simulation import (
    DEFAULTS,
    Course,
    Day,
    Habit,
    Habits,
    Setting,
    Subject,
    habits,
    promised,
    simulate,
    simulated,
)
from cardsmith.schedule.sm2 import SM2
from logs import day, log

TODAY = day(100)
MANY = 10_000
SETTING = Setting(TODAY, 60, MANY, MANY, DEFAULTS, FSRS(), "1")
SURE = Habit((0.0, 0.0, 1.0, 0.0), (1.0, 2.0, 3.0, 4.0))
ALWAYS_GOOD = Habits(SURE, SURE, SURE)
# A memory that hardly forgets: after the first answer the stability is a hundred days.
WISE = (100.0, 100.0, 100.0, 100.0, *fsrs.WEIGHTS[4:])


def subject(name: str, text: str, scheduler: Scheduler[M], due: int | None) -> Subject[M]:
    """A card with a history (`3@98`), due in so many days."""
    events = log(text, name)
    card = CardId(name)
    state = replay(events, scheduler).states.get(card, fresh(scheduler))
    truth = replay(events, FSRS()).states.get(card, fresh(FSRS())).memory
    return Subject(card, note_of(card), state, truth, due)


def new(count: int, scheduler: Scheduler[M]) -> list[Subject[M]]:
    return [subject(f"n{number:03}", "", scheduler, None) for number in range(count)]


def run(asked: Sequence[Subject[M]], scheduler: Scheduler[M], setting: Setting = SETTING) -> Course:
    return simulate(asked, scheduler, setting)


def total(course: Course) -> Day:
    return Day(*(sum(column) for column in zip(*course.days, strict=True)))


def test_with_good_alone_sm2_asks_on_the_days_it_says() -> None:
    setting = SETTING._replace(habits=ALWAYS_GOOD, truth=FSRS(WISE))
    course = run(new(1, SM2()), SM2(), setting)
    asked = [number for number, each in enumerate(course.days) if each.reviews]
    assert asked == [1, 7, 22]
    assert course.days[0] == Day(new=1, seconds=3.0)
    assert course.days[1] == Day(reviews=1, right=1, seconds=3.0)


def test_a_forgotten_card_is_drilled_until_good_and_comes_back_tomorrow() -> None:
    never = Habit((1.0, 0.0, 0.0, 0.0), (1.0, 2.0, 3.0, 4.0))
    setting = SETTING._replace(habits=Habits(never, SURE, SURE), days=2)
    course = run(new(1, SM2()), SM2(), setting)
    assert course.days[0] == Day(new=1, drill=1, seconds=1.0 + 3.0)
    assert course.days[1].reviews == 1


def test_drill_that_never_succeeds_ends() -> None:
    never = Habit((1.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0))
    setting = SETTING._replace(habits=Habits(never, SURE, never), days=1)
    assert run(new(1, SM2()), SM2(), setting).days[0].drill == 20


def test_a_promised_card_is_asked_on_its_day() -> None:
    asked = [subject("a", "3@98 3@99:6", SM2(), 5)]
    assert next(number for number, d in enumerate(run(asked, SM2()).days) if d.reviews) == 5
    assert promised(asked, 7) == [0, 0, 0, 0, 0, 1, 0]
    assert promised(asked, 5) == [0] * 5


def test_limits_hold_and_those_that_waited_longest_come_first() -> None:
    asked = [subject(f"c{number}", f"3@{10 + number}:1", SM2(), 0) for number in range(9)]
    backwards = asked[::-1] + new(5, SM2())
    setting = SETTING._replace(reviews=2, new=3, days=3, habits=ALWAYS_GOOD)
    course = run(backwards, SM2(), setting)
    assert [(each.reviews, each.new) for each in course.days] == [(2, 3), (2, 2), (2, 0)]
    assert course.days[0].waiting == 7


def test_of_today_only_what_is_left() -> None:
    done = [
        subject("a", "3@100:1", SM2(), 1),
        subject("b", "3@90:1 3@100:6", SM2(), 6),
        subject("c", "3@90:1", SM2(), 0),
        subject("d", "3@90:1", SM2(), 0),
    ]
    setting = SETTING._replace(reviews=2, new=2, days=1)
    course = run([*done, *new(5, SM2())], SM2(), setting)
    assert (course.days[0].reviews, course.days[0].new) == (1, 1)


def test_drill_that_is_not_finished_is_part_of_today_and_moves_no_promise() -> None:
    setting = SETTING._replace(habits=ALWAYS_GOOD, days=2)
    course = run([subject("a", "1@100:1", SM2(), 1)], SM2(), setting)
    assert course.days[0] == Day(drill=1, seconds=3.0)
    assert [each.reviews for each in course.days] == [0, 1]


def test_one_new_card_of_a_note_a_day() -> None:
    cards = [subject(name, "", SM2(), None) for name in ("a", "a/x", "a/y", "b", "b/x")]
    course = run(cards, SM2(), SETTING._replace(days=4, new=9))
    assert [each.new for each in course.days] == [2, 2, 1, 0]
    met = subject("c", "3@100:1", SM2(), 1)
    course = run([met, subject("c/x", "", SM2(), None)], SM2(), SETTING._replace(days=2))
    assert [each.new for each in course.days] == [0, 1]


def test_a_buried_new_card_waits_for_tomorrow() -> None:
    (card,) = new(1, SM2())
    buried = card._replace(state=card.state._replace(buried=TODAY))
    assert [each.new for each in run([buried], SM2(), SETTING._replace(days=2)).days] == [0, 1]


@pytest.mark.parametrize("retention", [0.8, 0.9, 0.95])
def test_fsrs_reaches_the_retention_asked_for(retention: float) -> None:
    """Where memory is as it thinks; the shortest intervals are rounded to a day."""
    scheduler = FSRS(retention=retention)
    setting = SETTING._replace(days=200)
    course = run(new(300, scheduler), scheduler, setting)
    late = course.days[100:]
    share = sum(each.right for each in late) / sum(each.reviews for each in late)
    assert share == pytest.approx(retention, abs=0.03)


def test_more_retention_is_more_work_and_more_known() -> None:
    courses = []
    for retention in (0.8, 0.85, 0.9, 0.95):
        scheduler = FSRS(retention=retention)
        courses.append(run(new(200, scheduler), scheduler, SETTING._replace(days=120)))
    reviews = [total(course).reviews for course in courses]
    assert reviews == sorted(reviews)
    assert courses[0].known < courses[-1].known


# Habits.


def test_without_answers_habits_are_the_default_ones() -> None:
    assert habits([]) == DEFAULTS


def review(grade: int, on: int, ms: int = 0) -> Review:
    return Review("c", grade, day(on), datetime(2026, 1, 1, tzinfo=UTC), ms)


def test_answers_of_ones_own_are_added_to_fifty_of_the_default() -> None:
    found = habits([[review(3, 0, 5000)] for _ in range(100)])
    assert found.new.answers == 100
    assert found.new.shares == pytest.approx(
        [50 * 0.24 / 150, 50 * 0.094 / 150, (100 + 50 * 0.495) / 150, 50 * 0.171 / 150]
    )
    assert found.new.seconds[2] == pytest.approx((500 + 24.75 * 13.78) / 124.75)
    assert found.new.seconds[0] == pytest.approx(19.58)
    assert found.review == DEFAULTS.review


def test_habits_are_of_three_kinds() -> None:
    found = habits([[review(1, 0), review(3, 0), review(2, 1), review(1, 4)]])
    assert (found.new.answers, found.drill.answers, found.review.answers) == (1, 1, 2)
    # Of reviews only the right ones: one Hard and fifty of the default.
    assert found.review.shares[1] == pytest.approx((1 + 50 * 0.224) / 51)
    assert found.review.shares[0] == 0


@given(st.lists(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 9), st.integers(0, 60_000)))))
def test_shares_add_up_and_times_are_possible(drawn: list[list[tuple[int, int, int]]]) -> None:
    found = habits([[review(*each) for each in some] for some in drawn])
    for habit in found:
        assert sum(habit.shares) == pytest.approx(1)
        assert all(0 < seconds <= 60 for seconds in habit.seconds)
    assert sum(habit.answers for habit in found) == sum(len(some) for some in drawn)


# Laws.

histories = st.lists(
    st.one_of(
        st.just(("", None)),
        st.tuples(
            st.lists(st.tuples(st.integers(1, 4), st.integers(60, 99)), min_size=1, max_size=4),
            st.integers(0, 30),
        ),
    ),
    max_size=8,
)
Drawn = list[tuple[list[tuple[int, int]], int | None]]
seeds = st.text(max_size=4)


def cards_of(drawn: Drawn, scheduler: Scheduler[M]) -> list[Subject[M]]:
    return [
        subject(
            f"c{number}",
            " ".join(f"{grade}@{on}" for grade, on in sorted(past, key=lambda each: each[1])),
            scheduler,
            due,
        )
        for number, (past, due) in enumerate(drawn)
    ]


@given(histories, seeds)
def test_p20_a_simulation_is_a_function_of_its_seed(drawn: Drawn, seed: str) -> None:
    _is_the_same_twice(drawn, SM2(), seed)
    _is_the_same_twice(drawn, FSRS(), seed)


def _is_the_same_twice(drawn: Drawn, scheduler: Scheduler[M], seed: str) -> None:
    setting = SETTING._replace(seed=seed, days=40)
    once, again = (simulated(cards_of(drawn, scheduler), scheduler, setting, 2) for _ in range(2))
    assert once == again


def test_another_seed_is_other_luck() -> None:
    courses = {run(new(20, SM2()), SM2(), SETTING._replace(seed=seed)) for seed in "abc"}
    assert len(courses) == 3


@given(histories, histories, seeds)
def test_without_limits_cards_do_not_disturb_each_other(one: Drawn, two: Drawn, seed: str) -> None:
    setting = SETTING._replace(seed=seed, days=30)
    asked = cards_of([*one, *two], SM2())
    whole = run(asked, SM2(), setting)
    parts = [run(asked[: len(one)], SM2(), setting), run(asked[len(one) :], SM2(), setting)]
    for number, each in enumerate(whole.days):
        expected = [sum(column) for column in zip(*(p.days[number] for p in parts), strict=True)]
        assert tuple(each) == pytest.approx(expected)
    assert whole.known == pytest.approx(sum(part.known for part in parts))


@given(histories, seeds)
def test_each_promised_card_is_asked_on_its_day_where_no_limit_is(drawn: Drawn, seed: str) -> None:
    setting = SETTING._replace(seed=seed, days=31)
    asked = cards_of(drawn, SM2())
    course = run(asked, SM2(), setting)
    for known, each in zip(promised(asked, 31), course.days, strict=True):
        assert each.reviews >= known
        assert each.waiting == 0


@given(histories, st.integers(0, 3), st.integers(0, 3), seeds)
def test_limits_always_hold(drawn: Drawn, reviews: int, most: int, seed: str) -> None:
    setting = SETTING._replace(seed=seed, days=30, reviews=reviews, new=most)
    asked = cards_of(drawn, SM2())
    course = run(asked, SM2(), setting)
    unseen = sum(each.due is None for each in asked)
    assert all(each.reviews <= reviews and each.new <= most for each in course.days)
    assert total(course).new == min(unseen, 30 * most)
    assert 0 <= course.known <= len(asked)
    assert all(0 <= each.right <= each.reviews for each in course.days)


def test_the_mean_of_runs_is_the_mean() -> None:
    asked = new(10, SM2())
    runs = [run(asked, SM2(), SETTING._replace(seed=f"1/{number}")) for number in range(4)]
    mean = simulated(asked, SM2(), SETTING, 4)
    assert mean.known == pytest.approx(sum(each.known for each in runs) / 4)
    assert mean.days[9].seconds == pytest.approx(sum(each.days[9].seconds for each in runs) / 4)
