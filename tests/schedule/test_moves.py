"""Due days moved to where a scheduler would have put them."""

from collections import Counter
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.moves import histogram, moves
from cardsmith.schedule.replay import replay
from cardsmith.schedule.sm2 import SM2
from logs import day, log

# Two Goods, promised by SM-2; by FSRS-6 the interval of the second is 11 days.
LEARNT = [event for i in range(20) for event in log("3@0:1 3@2:6", f"c{i:02}")]


BY_SM2 = replay(LEARNT, SM2()).states
BY_FSRS = replay(LEARNT, FSRS()).states


def test_what_stands_where_the_scheduler_has_it_stays() -> None:
    assert moves(BY_SM2, SM2(), day(3)) == ()


def test_cards_move_to_the_other_schedulers_days() -> None:
    found = moves(BY_FSRS, FSRS(), day(3))
    assert {(m.before, m.after) for m in found} == {(day(8), day(13))}
    assert [m.card for m in found] == sorted(f"c{i:02}" for i in range(20))


def test_what_is_overdue_is_spread() -> None:
    found = moves(BY_FSRS, FSRS(), day(40), spread=5)
    days = Counter(m.after for m in found)
    days[day(40)] = 20 - sum(days.values())  # those that stay
    assert days == {day(40 + i): 4 for i in range(5)}


def test_small_changes_may_be_left() -> None:
    assert moves(BY_FSRS, FSRS(), day(3), least=84) == ()
    assert len(moves(BY_FSRS, FSRS(), day(3), least=83)) == 20


@pytest.mark.parametrize("event", ["suspend@3", "1@3"])
def test_suspended_and_drilled_cards_stay(event: str) -> None:
    events = log(f"3@0:1 3@2:6 {event}", "c")
    assert moves(replay(events, FSRS()).states, FSRS(), day(3)) == ()


@given(
    st.integers(0, 60),
    st.integers(1, 30),
    st.integers(0, 100),
    st.lists(st.integers(1, 400), min_size=1, max_size=12),
)
def test_no_card_is_lost_or_due_in_the_past(
    today: int, spread: int, least: int, promised: list[int]
) -> None:
    events = [e for i, days in enumerate(promised) for e in log(f"3@0:1 3@1:{days}", f"c{i}")]
    known = replay(events, FSRS()).states
    found = moves(known, FSRS(), day(today), spread=spread, least=least)
    assert all(move.after >= day(today) for move in found)
    assert all(known[move.card].due == move.before for move in found)
    before, after = histogram(known, found, day(today))
    assert before.total() == after.total() == len(promised)
    assert min(after) >= day(today) > date.min
