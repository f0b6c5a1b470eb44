"""The promise of an answer: fuzz in Anki's ranges, the least loaded day, siblings kept apart."""

from collections import Counter
from datetime import date, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsmith.deck import CardId
from cardsmith.schedule import fsrs, sm2
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.intervals import Fuzz, fuzzed, promised
from cardsmith.schedule.replay import State
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.schedule.sm2 import SM2
from logs import day

law = settings.get_profile("laws")

C = CardId("c")
GOOD = 4


def good(state: State[sm2.Memory], fuzz: Fuzz | None, card: CardId = C) -> int:
    """What Good promises today under SM-2."""
    days = promised(SM2(), state, GOOD, day(0), card, fuzz=fuzz)
    assert days is not None
    return days


@pytest.mark.parametrize(
    ("interval", "shortest", "longest"),
    [
        *((1, 1, 1), (2, 2, 2), (3, 2, 4), (4, 3, 5), (6, 4, 8), (7, 5, 9), (8, 6, 10)),
        *((10, 8, 12), (15, 13, 17), (17, 14, 20), (20, 17, 23), (21, 18, 24), (37, 33, 41)),
        *((100, 93, 107), (238, 224, 252)),
    ],
)
def test_the_ranges_are_those_of_anki(interval: int, shortest: int, longest: int) -> None:
    assert fuzzed(interval, 1, 36_500) == (shortest, longest)


@pytest.mark.parametrize(
    ("interval", "least", "most", "within"),
    [
        (2, 3, 1000, (3, 4)),
        (2, 3, 3, (3, 3)),
        (7, 3, 1000, (5, 9)),
        (20, 3, 1000, (17, 23)),
        (100, 101, 1000, (101, 108)),
        (100, 1, 99, (92, 99)),
        (100, 97, 103, (97, 103)),
        (5, 7, 1000, (7, 9)),
        (9, 500, 8, (8, 8)),  # the maximum wins
        (1, -3, 10, (1, 1)),
        (36_500, 1, 36_500, (34_673, 36_500)),
    ],
)
def test_the_interval_is_held_within_bounds_before_and_after(
    interval: int, least: int, most: int, within: tuple[int, int]
) -> None:
    assert fuzzed(interval, least, most) == within


@pytest.mark.parametrize(
    ("interval", "previous", "promises"),
    [
        (100, None, range(93, 108)),
        (100, 98, range(99, 108)),  # grew: longer than before
        (100, 99, range(100, 108)),
        (100, 100, range(100, 108)),  # the same: not shorter
        (100, 105, range(105, 113)),  # about the same, by the last draw: not shorter
        (100, 107, range(107, 115)),
        (100, 108, range(93, 108)),  # cut by the scheduler: free
        (4, 3, range(4, 6)),
        (3, 3, range(3, 5)),
    ],
)
def test_a_right_answer_does_not_wait_less_by_fuzz_alone(
    interval: int, previous: int | None, promises: range
) -> None:
    """Under FSRS another Good of the day leaves a stability of a few days or more as it is."""
    due = None if previous is None else day(previous)
    state = State(fsrs.Memory(interval, 5), due=due, day=day(0), answers=1)
    assert promised(FSRS(), state, GOOD, day(0), C) == interval
    drawn = {
        promised(FSRS(), state, GOOD, day(0), CardId(f"note-{n}"), fuzz=Fuzz()) for n in range(1000)
    }
    assert drawn == set(promises)


def test_a_wrong_answer_is_not_held_up_by_what_was_promised() -> None:
    """An easy card, put off by two days, is forgotten after a year: three days, or two."""
    state = State(fsrs.Memory(10, 1), due=day(-363), day=day(-365), answers=9)
    assert promised(FSRS(), state, 2, day(0), C) == 3
    cards = [CardId(f"note-{n}") for n in range(100)]
    drawn = {promised(FSRS(), state, 2, day(0), card, fuzz=Fuzz()) for card in cards}
    assert drawn == {2, 3, 4}


# The critical values of chi-square at one in a thousand, by the number of days less one.
CRITICAL = {2: 13.82, 4: 18.47, 14: 36.12}


@pytest.mark.parametrize(("interval", "days"), [(3, 3), (10, 5), (100, 15)])
@pytest.mark.parametrize("answers", [0, 1, 7])
def test_p5_fuzz_is_spread_evenly(interval: int, days: int, answers: int) -> None:
    """Twenty thousand cards; for one card after the other its answers do it too."""
    memory = sm2.Memory(5, 250, {3: 1, 10: 4, 100: 40}[interval])
    state = State(memory, answers=answers)
    counts = Counter(good(state, Fuzz(), CardId(f"note-{n}/c1")) for n in range(20_000))
    assert sorted(counts) == list(range(interval - days // 2, interval + days // 2 + 1))
    expected = 20_000 / days
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < CRITICAL[days - 1]


def test_p5_the_draws_of_one_card_are_spread_evenly_too() -> None:
    states = (State(sm2.Memory(5, 250, 40), answers=n) for n in range(20_000))
    counts = Counter(good(state, Fuzz()) for state in states)
    chi_square = sum((count - 20_000 / 15) ** 2 / (20_000 / 15) for count in counts.values())
    assert chi_square < CRITICAL[14]


def test_the_draw_never_changes() -> None:
    """What was promised once is promised again after undo, on another machine, in a year."""
    state = State(sm2.Memory(5, 250, 40), answers=3)
    cards = [CardId(name) for name in ("stage-order", "stage-order/long", "über", "a")]
    assert [good(state, Fuzz(), card) for card in cards] == [102, 97, 107, 93]


def test_the_least_loaded_day_is_chosen() -> None:
    state = State(sm2.Memory(5, 250, 4))  # 10 days, 8 to 12 with fuzz
    full = {day(n): 5 for n in range(8, 13)}
    for free in range(8, 13):
        assert good(state, Fuzz({**full, day(free): 4})) == free
    outside = {**full, day(7): 0, day(13): 0, day(11): 4}
    assert good(state, Fuzz(outside)) == 11


def test_where_all_days_are_alike_nothing_is_moved() -> None:
    state = State(sm2.Memory(5, 250, 40), answers=2)
    cards = [CardId(f"note-{n}") for n in range(200)]
    plain = [good(state, Fuzz(), card) for card in cards]
    for load in (0, 1, 40):
        even = Fuzz({day(n): load for n in range(200)}, siblings=(day(1000),))
        assert [good(state, even, card) for card in cards] == plain


def test_siblings_are_kept_apart_where_it_costs_nothing() -> None:
    state = State(sm2.Memory(5, 250, 4))
    assert good(state, Fuzz(siblings=(day(8), day(12)))) == 10
    assert good(state, Fuzz(siblings=(day(12),))) == 8
    loaded = {day(n): 1 for n in range(8, 12)}
    assert good(state, Fuzz(loaded, siblings=(day(12),))) == 12  # load counts first


def test_cards_of_equal_days_spread_over_them() -> None:
    """Each promise counts as load for the next, and the days fill evenly."""
    state, load = State(sm2.Memory(5, 250, 40)), Counter[date]()
    for n in range(150):
        load[day(good(state, Fuzz(load), CardId(f"note-{n}")))] += 1
    assert set(load.values()) == {10}


def test_drill_promises_nothing_under_sm2_and_something_under_fsrs() -> None:
    learned, known = sm2.Memory(1, 250, 1), fsrs.Memory(2, 5)
    drill = State(learned, due=day(1), day=day(0), answers=1)
    assert promised(SM2(), drill, GOOD, day(0), C) is None
    assert promised(FSRS(), State(known, due=day(1), day=day(0)), GOOD, day(0), C) == 2


sm2_memories = st.builds(
    sm2.Memory,
    st.integers(0, 60),
    st.integers(65, 200).map(lambda h: h * 2),
    st.integers(0, 36_500),
)
fsrs_memories = st.builds(fsrs.Memory, st.floats(0.001, 36_500), st.floats(1, 10))
longest = st.integers(1, 60) | st.integers(1, 36_500)


class Situation(NamedTuple):
    """A scheduler, the state of a card, and a day on which it is answered."""

    scheduler: Scheduler[Any]
    state: State[Any]
    today: date


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    most = draw(longest)
    last, today = draw(st.integers(-3000, 0)), draw(st.integers(-2, 3000))
    due = draw(st.none() | st.integers(last, last + 4000))
    model = FSRS(retention=draw(st.floats(0.7, 0.99)), longest=most)
    scheduler: Scheduler[Any] = draw(st.sampled_from([SM2(most), model]))
    state = State(
        draw(fsrs_memories if scheduler is model else sm2_memories),
        due=None if due is None else day(due),
        day=day(last),
        answers=draw(st.integers(0, 100)),
    )
    return Situation(scheduler, state, day(today))


cards = st.text(min_size=1, max_size=20).map(CardId)
near = st.integers(1, 60)
fuzzes = st.builds(
    lambda load, siblings, start: Fuzz(
        {day(start + n): cards for n, cards in load.items()},
        tuple(day(start + n) for n in siblings),
    ),
    st.dictionaries(near, st.integers(0, 3), max_size=40),
    st.lists(near, max_size=3),
    st.integers(-2, 400),
)


@law
@given(situations(), cards, fuzzes, st.integers(0, 5))
def test_p5_fuzz_stays_within_bounds_and_is_pure(
    situation: Situation,
    card: CardId,
    fuzz: Fuzz,
    quality: int,
) -> None:
    scheduler, state, today = situation
    raw = promised(scheduler, state, quality, today, card)
    days = promised(scheduler, state, quality, today, card, fuzz=fuzz)
    assert days == promised(scheduler, state, quality, today, card, fuzz=fuzz)
    assert (raw is None) == (days is None)
    if raw is not None and days is not None:
        assert 1 <= days <= scheduler.longest
        widest = fuzzed(raw, 1, scheduler.longest)
        previous = (state.due - state.day).days if state.due and state.day else 0
        if raw <= previous <= widest.longest:  # a right answer may then be moved around that
            widest = widest._replace(longest=fuzzed(previous, 1, scheduler.longest).longest)
        assert widest.shortest <= days <= widest.longest


@law
@given(situations(), cards, fuzzes, st.integers(3, 5))
def test_p6_a_fuzzed_pass_is_longer_than_the_promise_before_where_the_interval_grew(
    situation: Situation,
    card: CardId,
    fuzz: Fuzz,
    quality: int,
) -> None:
    scheduler, state, today = situation
    raw = promised(scheduler, state, quality, today, card)
    days = promised(scheduler, state, quality, today, card, fuzz=fuzz)
    if raw is not None and days is not None and state.due and state.day:
        previous = (state.due - state.day).days
        if raw > previous:
            assert days > previous


@law
@given(situations(), cards, st.none() | fuzzes)
def test_p7_hard_never_waits_longer_than_good_nor_good_than_easy(
    situation: Situation, card: CardId, fuzz: Fuzz | None
) -> None:
    """However the days differ; nor does a wrong answer wait longer than a right one."""
    scheduler, state, today = situation
    promises = [promised(scheduler, state, q, today, card, fuzz=fuzz) for q in range(6)]
    days = [days for days in promises if days is not None]
    assert len(days) in {0, 6}
    assert days == sorted(days)


@law
@given(st.integers(1, 36_500), st.integers(-5, 36_600), longest)
def test_p5_a_longer_interval_never_has_an_earlier_range(
    interval: int, shortest: int, most: int
) -> None:
    """And where there is room, three days or more always leave a choice."""
    one, next_one = fuzzed(interval, shortest, most), fuzzed(interval + 1, shortest, most)
    assert 1 <= one.shortest <= one.longest <= most
    assert one.shortest <= next_one.shortest
    assert one.longest <= next_one.longest
    assert one.shortest < one.longest or interval < 3 or one.longest == most


@law
@given(situations(), cards)
def test_p4_the_day_promised_is_a_day_of_the_calendar(situation: Situation, card: CardId) -> None:
    """Also on the last days of the year 9999, and with days counted there."""
    scheduler, state, _ = situation
    last = date.max - timedelta(days=1)
    days = promised(scheduler, state, 5, last, card, fuzz=Fuzz({date.max: 3}, (date.max,)))
    assert days is not None
    assert 1 <= days <= scheduler.longest
