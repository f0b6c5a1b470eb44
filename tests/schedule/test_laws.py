"""What holds for every scheduler, whatever was answered and when."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsmith.day import days_after
from cardsmith.deck import CardId
from cardsmith.history import Answer, Event
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.intervals import Fuzz, promised
from cardsmith.schedule.replay import State, after, fresh, occasion, replay
from cardsmith.schedule.scheduler import Occasion, Scheduler
from cardsmith.schedule.sm2 import SM2
from logs import day, log

law = settings.get_profile("laws")

C = CardId("c")
longest = st.integers(1, 60) | st.integers(1, 36_500)
schedulers: st.SearchStrategy[Scheduler[Any]] = st.one_of(
    longest.map(SM2),
    st.builds(
        lambda days, share: FSRS(retention=share, longest=days), longest, st.floats(0.7, 0.99)
    ),
)
# Qualities, each so many days after the answer before: fewer than none where a clock was set back.
gaps = st.integers(-3, 40) | st.integers(-4000, 4000)
walks = st.lists(st.tuples(st.integers(0, 5), gaps), max_size=15)


def answers(walk: list[tuple[int, int]], by: str) -> list[Event]:
    """The log of a walk, with six keys."""
    out, on = [], 0
    for n, (quality, gap) in enumerate(walk, 1):
        on += gap
        [press] = log(f"3@{on}", first=n)
        out.append(press._replace(deed=Answer(quality, 6, 1000, None, by, "")))
    return out


def walked(scheduler: Scheduler[Any], walk: list[tuple[int, int]]) -> State[Any]:
    """The state that a card comes to."""
    state = fresh(scheduler)
    for event in answers(walk, scheduler.name):
        state = after(state, event, scheduler)
    return state


def sat(scheduler: Scheduler[Any], walk: list[tuple[int, int]]) -> list[Event]:
    """The log of a walk as a sitting writes it: with what is promised at each answer."""
    state, out = fresh(scheduler), []
    for event in answers(walk, scheduler.name):
        assert isinstance(event.deed, Answer)
        quality = event.deed.key
        days = promised(scheduler, state, quality, event.day, C, fuzz=Fuzz())
        out.append(event._replace(deed=event.deed._replace(days=days)))
        state = after(state, out[-1], scheduler)
    return out


@law
@given(schedulers, walks, st.integers(0, 400))
def test_p1_a_better_grade_never_waits_less(
    scheduler: Scheduler[Any], walk: list[tuple[int, int]], gap: int
) -> None:
    state = walked(scheduler, walk)
    today = days_after(state.day or day(0), gap)
    memories = [scheduler.after(state.memory, occasion(state, q, today)) for q in range(6)]
    waits = [scheduler.interval(memory) for memory in memories]
    assert waits == sorted(waits)


@law
@given(schedulers, walks, st.integers(3, 5), st.integers(0, 400))
def test_p2_a_right_answer_on_time_or_later_never_shortens_the_interval(
    scheduler: Scheduler[Any], walk: list[tuple[int, int]], quality: int, late: int
) -> None:
    """Under SM-2 it lengthens it; under FSRS a difficult card may stay where it is."""
    state = walked(scheduler, walk)
    before = scheduler.interval(state.memory)
    seen = Occasion(quality, elapsed=before + late)
    longer = scheduler.interval(scheduler.after(state.memory, seen))
    if state.is_new:
        assert longer >= 1
    elif isinstance(scheduler, SM2):
        assert longer > before or longer == scheduler.longest
    else:
        assert longer >= before


@law
@given(schedulers, walks)
def test_p3_ease_stability_and_difficulty_stay_within_bounds(
    scheduler: Scheduler[Any], walk: list[tuple[int, int]]
) -> None:
    memory = walked(scheduler, walk).memory
    if isinstance(scheduler, SM2):
        assert memory.ease >= 130
        assert memory.ease % 2 == 0
    elif walk:
        assert 0.001 <= memory.stability <= 36_500
        assert 1 <= memory.difficulty <= 10


@law
@given(schedulers, walks, st.dates(), st.integers(0, 5))
def test_p4_the_cap_holds_and_no_date_overflows(
    scheduler: Scheduler[Any], walk: list[tuple[int, int]], today: date, quality: int
) -> None:
    state = walked(scheduler, walk)
    assert 1 <= scheduler.interval(state.memory) <= scheduler.longest
    [press] = log("3@0", first=99)
    event = press._replace(day=today, deed=Answer(quality, 6, 1000, None, scheduler.name, ""))
    due = after(state, event, scheduler).due
    assert due is not None
    assert date.min <= due <= date.max


@law
@given(schedulers, walks, st.integers(0, 5), st.dates())
def test_p8_no_clock_makes_time_run_backwards(
    scheduler: Scheduler[Any], walk: list[tuple[int, int]], quality: int, today: date
) -> None:
    state = walked(scheduler, walk)
    seen = occasion(state, quality, today)
    assert seen.elapsed >= 0
    assert 0 <= scheduler.recall(scheduler.after(state.memory, seen), seen.elapsed) <= 1


@law
@given(schedulers, walks)
def test_p10_replaying_is_going_on_from_what_was_replayed(
    scheduler: Scheduler[Any], walk: list[tuple[int, int]]
) -> None:
    assert replay(answers(walk, scheduler.name), scheduler).states.get(
        C, fresh(scheduler)
    ) == walked(scheduler, walk)


@law
@given(schedulers, walks, gaps, st.integers(0, 5))
def test_p11_undo_is_the_state_before(
    scheduler: Scheduler[Any], walk: list[tuple[int, int]], gap: int, quality: int
) -> None:
    """Also of the promise: the same answer given again has the same days."""
    events = sat(scheduler, walk)
    more = sat(scheduler, [*walk, (quality, gap)])
    assert more[:-1] == events
    void = log(f"void({more[-1].id})@0", first=len(more) + 1)
    assert replay([*more, *void], scheduler).states == replay(events, scheduler).states


@law
@given(longest.map(SM2), walks, st.lists(st.integers(0, 5), max_size=4))
def test_p13_drill_leaves_the_schedule_of_sm2_alone(
    scheduler: SM2, walk: list[tuple[int, int]], drill: list[int]
) -> None:
    plain = walked(scheduler, walk)
    drilled = walked(scheduler, [*walk, *((quality, 0) for quality in drill)])
    if walk:
        assert (drilled.memory, drilled.due) == (plain.memory, plain.due)


@law
@given(schedulers, schedulers, walks)
def test_p14_another_scheduler_moves_no_due_day_and_loses_nothing(
    one: Scheduler[Any], other: Scheduler[Any], walk: list[tuple[int, int]]
) -> None:
    """Memories differ; the days promised stand, drill included, and back is where one was."""
    events = sat(one, walk)
    here, there = replay(events, one).states, replay(events, other).states
    assert {card: state._replace(memory=None) for card, state in here.items()} == {
        card: state._replace(memory=None) for card, state in there.items()
    }
    assert replay(events, one).states == here


@pytest.mark.parametrize("scheduler", [SM2(), FSRS()])
def test_the_chance_of_recall_falls_from_one_to_nine_in_ten_when_due(
    scheduler: Scheduler[Any],
) -> None:
    memory = walked(scheduler, [(4, 0), (4, 1), (4, 6), (4, 15)]).memory
    chances = [scheduler.recall(memory, days) for days in range(200)]
    assert chances[0] == 1
    assert chances == sorted(chances, reverse=True)
    assert chances[scheduler.interval(memory)] == pytest.approx(0.9, abs=0.005)
    assert chances[-1] > 0
    assert scheduler.recall(scheduler.first(), 3) == 0


@pytest.mark.parametrize("made", [SM2, FSRS])
def test_the_key_names_the_scheduler_and_changes_with_its_parameters(
    made: type[SM2] | type[FSRS],
) -> None:
    assert made().key.split()[0] == made().name
    assert made().key == made(longest=36_500).key
    assert made().key != made(longest=99).key
