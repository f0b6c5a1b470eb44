"""What a study day asks for."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardsmith.agenda import BACKLOGS, Agenda, Limits, agenda
from cardsmith.deck import Card, CardId
from cardsmith.history import Event
from cardsmith.schedule.replay import replay
from cardsmith.schedule.sm2 import SM2
from logs import day, log
from notes import cards, note, steps

ABC = cards(note("a"), note("b"), note("c"))
MANY = cards(*(note(f"n{i}") for i in range(30)))


def on(today: int, some: tuple[Card, ...], *logs: list[Event], **limits: Any) -> Agenda:  # noqa: ANN401 - those of Limits
    record = replay([event for part in logs for event in part], SM2())
    return agenda(some, record.states, day(today), Limits(**limits), SM2())


def test_due_cards_come_first_then_new_ones_in_deck_order() -> None:
    today = on(1, ABC, log("3@0", "c"))
    assert today.due == ("c",)
    assert today.new == ("a", "b")
    assert today.cards() == ("c", "a", "b")


def test_a_card_is_due_on_its_day_and_after_it_not_before() -> None:
    learnt = log("3@0 3@1", "a")
    assert [bool(on(d, ABC[:1], learnt).due) for d in (5, 6, 7, 8, 400)] == [0, 0, 1, 1, 1]
    assert on(6, ABC[:1], learnt).next_day == day(7)


def test_new_cards_stop_at_the_limit_of_the_day_over_all_sittings() -> None:
    assert len(on(0, MANY).new) == 10
    done = [log("3@0", f"n{i}") for i in range(4)]
    assert len(on(0, MANY, *done).new) == 6
    assert len(on(1, MANY, *done).new) == 10
    assert on(0, MANY, *done).next_day == day(1)
    assert on(0, MANY, new=0).unseen == 30


def test_reviews_stop_at_the_limit_and_the_rest_waits() -> None:
    learnt = [log("3@0", f"n{i}") for i in range(30)]
    today = on(1, MANY, *learnt, reviews=12)
    assert (len(today.due), today.held_back) == (12, 18)
    done = [log("3@0 3@1", f"n{i}") for i in range(5)]
    assert len(on(1, MANY, *learnt[5:], *done, reviews=12).due) == 7


def test_what_has_waited_longest_is_asked_first_where_the_limit_cuts() -> None:
    learnt = [log(f"3@{i % 3}", f"n{i}") for i in range(30)]
    today = on(9, MANY, *learnt, reviews=10, backlog="due")
    assert today.due == tuple(f"n{i}" for i in range(0, 30, 3))


def test_the_days_own_cards_may_come_before_a_backlog() -> None:
    learnt = [log(f"3@{i % 3}", f"n{i}") for i in range(30)]
    today = on(3, MANY, *learnt, reviews=15, backlog="today")
    own, before = (tuple(f"n{i}" for i in range(first, 30, 3)) for first in (2, 1))
    assert today.due == own + before[:5]


def test_what_is_likeliest_forgotten_is_asked_first_where_the_limit_cuts() -> None:
    """An interval of a day that is over for seven is worse than one of six over for six."""
    short = [log("3@5", f"n{i}") for i in range(10)]
    long = [log("3@0 3@1", f"n{i}") for i in range(10, 20)]
    today = on(13, MANY, *long, *short, reviews=12)
    assert {str(card) for card in today.due[:10]} == {f"n{i}" for i in range(10)}
    assert {str(card) for card in today.due[10:]} < {f"n{i}" for i in range(10, 20)}
    assert today.due[:10] != tuple(f"n{i}" for i in range(10))  # ties are thrown, but each time so
    assert on(13, MANY, *long, *short, reviews=12).due == today.due


def test_a_day_within_the_limit_keeps_its_order_whatever_that_of_the_backlog() -> None:
    learnt = [log(f"3@{i % 3}", f"n{i}") for i in range(30)]
    in_deck = tuple(f"n{i}" for i in range(30))
    for backlog in BACKLOGS:
        assert on(9, MANY, *learnt, backlog=backlog).due == in_deck
    assert on(9, MANY, *learnt, order="due").due[:10] == tuple(f"n{i}" for i in range(0, 30, 3))
    shuffled = on(9, MANY, *learnt, order="shuffled")
    assert sorted(shuffled.due) == sorted(in_deck)
    assert shuffled.due != in_deck
    assert on(10, MANY, *learnt, order="shuffled").due != shuffled.due


def test_the_days_until_a_backlog_is_cleared() -> None:
    learnt = [log("3@0", f"n{i}") for i in range(30)]
    assert on(1, MANY, *learnt).clears_in is None
    assert on(1, MANY, *learnt, reviews=12).clears_in == 2  # 18 wait; then 6; then none
    assert on(1, MANY, *learnt, reviews=15).clears_in == 1
    assert on(1, MANY, *learnt, reviews=0).clears_in is None


def test_siblings_may_come_together() -> None:
    some = cards(note("s", steps("x", "y", "z")), note("t"))
    assert on(0, some, apart=False).new == ("s", "s/y", "s/z", "t")
    assert on(0, some, apart=False, new=2).new == ("s", "s/y")


def test_one_new_card_of_a_note_a_day() -> None:
    some = cards(note("s", steps("x", "y", "z")), note("t"))
    assert on(0, some).new == ("s", "t")
    assert on(0, some, log("3@0", "s")).new == ("t",)
    assert on(1, some, log("3@0", "s")).new == ("s/y", "t")


def test_drill_comes_back_on_the_same_day_and_is_simply_due_on_the_next() -> None:
    failed = log("1@0", "a")
    assert on(0, ABC, failed).drill == ("a",)
    assert on(0, ABC, failed).next_day == day(1)
    assert (on(1, ABC, failed).drill, on(1, ABC, failed).due) == ((), ("a",))
    assert on(0, ABC, log("1@0 3@0", "a")).drill == ()


def test_suspended_and_buried_cards_are_not_asked() -> None:
    assert on(9, ABC[:1], log("3@0 suspend@0", "a")).cards() == ()
    assert on(9, ABC[:1], log("suspend@0", "a")).cards() == ()
    assert on(9, ABC[:1], log("3@0 bury@9", "a")).cards() == ()
    assert on(10, ABC[:1], log("3@0 bury@9", "a")).due == ("a",)
    assert on(9, ABC[:1], log("bury@9", "a")).cards() == ()
    assert on(10, ABC[:1], log("bury@9", "a")).new == ("a",)


def test_an_answer_from_years_ahead_does_not_keep_the_card_away() -> None:
    future = log("3@3650", "a")
    assert on(0, ABC[:1], future).due == ("a",)


def test_an_answer_from_tomorrow_is_travel_and_keeps_its_promise() -> None:
    assert on(0, ABC[:1], log("3@1", "a")).due == ()


def test_nothing_at_all() -> None:
    assert not on(0, ())
    assert on(0, ()).next_day is None


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(-9000, 9000)), min_size=1, max_size=9),
    st.integers(-300, 300),
)
def test_however_wrong_the_clock_was_no_card_is_frozen(
    answers: list[tuple[int, int]], now: int
) -> None:
    """By tomorrow and the interval that its memory holds, the card is asked."""
    past = log(" ".join(f"{key}@{on}" for key, on in answers), "a")
    state = replay(past, SM2()).states[CardId("a")]
    latest = now + 1 + state.memory.interval
    assert on(latest, ABC[:1], past).cards() == ("a",) or answers[-1][1] in {latest, latest + 1}
