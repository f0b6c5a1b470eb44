"""From a log to the state of a card."""

from datetime import date
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deck import CardId
from cardsmith.history import Answer, Event
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.replay import State, after, fresh, replay
from cardsmith.schedule.sm2 import SM2, Memory
from logs import day, log

C = CardId("c")


def state(*logs: list[Event], former: dict[str, str] | None = None) -> State[Memory]:
    names = {CardId(old): CardId(new) for old, new in (former or {}).items()}
    return replay([e for part in logs for e in part], SM2(), names).states[C]


def due(text: str) -> date | None:
    return state(log(text)).due


@pytest.mark.parametrize(
    ("text", "on", "memory"),
    [
        ("3@0", 1, (1, 250, 1)),
        ("3@0 3@1", 7, (2, 250, 6)),
        ("3@0 3@1 3@7", 22, (3, 250, 15)),
        ("2@0 2@1 2@7", 20, (3, 208, 13)),
        ("4@0 4@1 4@7 4@24", 74, (4, 290, 50)),
        ("1@0", 1, (1, 250, 1)),
        ("3@0 3@1 3@7 1@22", 23, (1, 250, 1)),
        # Late: the interval is that of a review on time, counted from the day of the review.
        ("3@0 3@1 3@26", 41, (3, 250, 15)),
        # Early: repetitions and ease stay, and the wait is at least as long as promised.
        ("3@0 3@1 3@2", 8, (2, 250, 6)),
        ("3@0 3@1 4@6", 19, (2, 250, 13)),
        # Drill: only the first answer of a study day moves the schedule.
        ("1@0 3@0 3@0", 1, (1, 250, 1)),
        ("3@0 1@0", 1, (1, 250, 1)),
        ("3@0 3@1 2@7 1@7 1@7 3@7", 22, (3, 236, 15)),
    ],
)
def test_the_due_day(text: str, on: int, memory: tuple[int, int, int]) -> None:
    reached = state(log(text))
    assert (reached.due, tuple(reached.memory)) == (day(on), memory)


def test_the_promise_given_counts_not_the_one_a_later_version_would_give() -> None:
    assert due("3@0:4") == day(4)
    assert due("3@0 3@1:9") == day(10)


def by(name: str, events: list[Event]) -> list[Event]:
    """The same answers, recorded by another scheduler, or by none."""
    return [
        event._replace(deed=event.deed._replace(by=name))
        if isinstance(event.deed, Answer)
        else event
        for event in events
    ]


@pytest.mark.parametrize("recorder", ["fsrs", ""])
def test_under_fsrs_each_answer_of_a_day_promises(recorder: str) -> None:
    """Again today, then Good, then Good tomorrow: each has its interval, also without `days`."""
    events = by(recorder, log("3@0 1@0 3@0 3@1"))
    dues = [replay(events[:n], FSRS()).states[C].due for n in range(1, 5)]
    assert dues == [day(2), day(1), day(1), day(4)]


def test_under_fsrs_below_good_is_asked_again_today_too() -> None:
    for key, again in (("1", True), ("2", True), ("3", False), ("4", False)):
        for text in (f"{key}@0", f"3@0 {key}@0"):
            assert replay(by("fsrs", log(text)), FSRS()).states[C].in_drill(day(0)) == again


def test_choosing_fsrs_turns_no_drill_of_sm2_into_a_promise() -> None:
    learned_by_sm2 = log("4@0:30 3@0")
    assert replay(learned_by_sm2, FSRS()).states[C].due == day(30)
    assert replay(by("", learned_by_sm2), FSRS()).states[C].due == day(8)


def test_under_fsrs_a_card_may_be_early_by_any_time() -> None:
    """What counts is how many days went by; a promise in force makes no difference."""
    early, on_time = log("3@0:50 3@9"), log("3@0:9 3@9")
    assert replay(early, FSRS()).states[C] == replay(on_time, FSRS()).states[C]


def test_the_last_promise_counts_even_where_two_devices_answered_on_one_day() -> None:
    assert due("3@0:1 3@0:3") == day(3)


def test_a_new_due_day_is_a_promise() -> None:
    assert due("3@0 due(9)@0") == day(9)
    assert state(log("3@0 3@1 due(3)@1 3@3")).memory.repetitions == 3


def test_drill_lasts_until_good_and_ends_with_the_study_day() -> None:
    assert state(log("1@0")).in_drill(day(0))
    assert state(log("2@0")).in_drill(day(0))
    assert not state(log("1@0 3@0")).in_drill(day(0))
    assert not state(log("1@0")).in_drill(day(1))
    assert state(log("1@0 3@0 1@0")).in_drill(day(0))


def test_a_lapse_is_a_wrong_first_answer_of_a_day_after_a_right_one() -> None:
    assert state(log("1@0 1@1 1@2")).lapses == 0
    assert state(log("1@0 3@0 1@1")).lapses == 0
    assert state(log("3@0 1@1 1@1 1@1 1@2")).lapses == 2


def test_undo_is_the_state_before() -> None:
    assert state(log("3@0 3@1 void(c2)@1")) == state(log("3@0"))
    undone_first = state(log("1@0 3@0 void(c1)@0"))
    assert undone_first == state(log("3@0"))


def test_undoing_the_first_answer_makes_the_card_new() -> None:
    record = replay(log("3@0 void(c1)@0"), SM2())
    assert C not in record.states
    assert record.heads[C] == 2


def test_suspend_bury_and_reset() -> None:
    assert state(log("3@0 suspend@0")).suspended
    assert not state(log("3@0 suspend@0 unsuspend@0")).suspended
    assert state(log("3@0 bury@5")).buried == day(5)
    assert state(log("3@0 3@1 suspend@1 reset@2")) == State(Memory())


def test_a_renamed_card_keeps_its_history() -> None:
    assert state(log("3@0 3@1", "old"), log("rename(c)@2", "old", first=3)) == state(log("3@0 3@1"))
    assert state(log("3@0 3@1", "old"), former={"old": "c"}) == state(log("3@0 3@1"))
    twice = [*log("rename(b)@2", "a", first=2), *log("rename(c)@2", "b", first=1)]
    assert state(log("3@0", "a"), twice) == state(log("3@0"))


def test_renames_in_a_circle_do_no_harm() -> None:
    circle = [*log("rename(b)@0", "a"), *log("rename(a)@0", "b")]
    assert replay([*circle, *log("3@0", "a", first=2)], SM2()).states.keys() == {"a"}


def test_events_of_other_cards_are_theirs() -> None:
    assert state(log("3@0 3@1"), log("1@0 1@1", "d")) == state(log("3@0 3@1"))


def test_order_doubles_and_two_lines_with_one_id_make_no_difference() -> None:
    events = log("3@0 1@1 3@1 void(c2)@1")
    twin = events[0]._replace(n=9, day=day(3))
    expected = replay([*events, twin], SM2())
    for some in permutations([*events, twin]):
        assert replay([*some, *some], SM2()) == expected


@pytest.mark.parametrize("wrong", [-3000, -2, -1, 1, 2, 3650])
def test_a_clock_that_was_wrong_once_freezes_no_card(wrong: int) -> None:
    """However wrong the clock was, the next answer under a right one promises a sane day."""
    now = 4000
    frozen = state(log(f"3@{now - 7} 3@{now - 6} 3@{now + wrong} 3@{now}"))
    assert frozen.due is not None
    assert day(now) < frozen.due <= day(now + 38)


words = st.lists(
    st.tuples(
        st.sampled_from(["1", "2", "3", "4", "suspend", "bury", "reset"]), st.integers(0, 400)
    ),
    max_size=12,
)


@given(words, words, st.randoms(use_true_random=False))
def test_merging_devices_is_a_set_union(
    one: list[tuple[str, int]], two: list[tuple[str, int]], random: Random
) -> None:
    """Commutative, associative, idempotent: only the set of events counts."""
    a = log(" ".join(f"{w}@{d}" for w, d in one), prefix="a")
    b = log(" ".join(f"{w}@{d}" for w, d in two), prefix="b")
    merged = replay([*a, *b], SM2())
    shuffled = [*a, *b, *a]
    random.shuffle(shuffled)
    assert replay(shuffled, SM2()) == merged


@given(words)
def test_replaying_a_part_and_going_on_is_replaying_all(some: list[tuple[str, int]]) -> None:
    scheduler = SM2()
    events = log(" ".join(f"{w}@{d}" for w, d in some))
    gone_on = fresh(scheduler)
    for cut, event in enumerate(events, 1):
        gone_on = after(gone_on, event, scheduler)
        assert replay(events[:cut], scheduler).states[C] == gone_on


@given(words, st.integers(0, 400))
def test_voiding_an_event_is_never_having_had_it(some: list[tuple[str, int]], on: int) -> None:
    events = log(" ".join(f"{w}@{d}" for w, d in some))
    extra = log(f"3@{on}", first=len(events) + 1)
    void = log(f"void({extra[0].id})@{on}", first=len(events) + 2)
    assert replay([*events, *extra, *void], SM2()).states == replay(events, SM2()).states
