"""What learners of other programs were hurt by, where no other test says it cannot happen here."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsmith.agenda import Limits, agenda
from cardsmith.cli.app import App, Clock
from cardsmith.day import study_day
from cardsmith.deck import CardId
from cardsmith.history import Answer, Event
from cardsmith.schedule import fsrs
from cardsmith.schedule.fsrs import FSRS, WEIGHTS
from cardsmith.schedule.intervals import promised
from cardsmith.schedule.replay import State, after, fresh, occasion, replay
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.schedule.sm2 import SM2, Memory
from cardsmith.settings import Settings
from logs import day, log
from notes import cards, note, steps

law = settings.get_profile("laws")

C = CardId("c")
BOTH: tuple[Scheduler[Any], ...] = (SM2(), FSRS())


def memory(text: str) -> Memory:
    """What SM-2 remembers after a log."""
    return replay(log(text), SM2()).states[C].memory


# Days are study days: neither 24 hours nor midnights


def answered(scheduler: Scheduler[Any], *instants: str) -> State[Any]:
    """A card that was answered Good at some instants in Berlin, whose days begin at four."""
    state = fresh(scheduler)
    for n, instant in enumerate(instants, 1):
        at = datetime.fromisoformat(instant).replace(tzinfo=ZoneInfo("Europe/Berlin"))
        deed = Answer(3, 4, 1000, None, scheduler.name, "")
        state = after(state, Event(f"{n}", n, at, study_day(at), C, deed), scheduler)
    return state


@pytest.mark.parametrize("scheduler", BOTH, ids=lambda scheduler: scheduler.name)
@pytest.mark.parametrize(
    ("first", "second", "days"),
    [
        ("2026-06-01T21:00", "2026-06-02T20:30", 1),  # half an hour less than 24
        ("2026-06-02T03:30", "2026-06-02T04:30", 1),
        ("2026-06-01T04:30", "2026-06-02T03:30", 0),  # after midnight, and 23 hours
        ("2026-06-01T23:50", "2026-06-02T00:20", 0),
        ("2026-03-28T21:00", "2026-03-29T20:30", 1),  # a night without an hour
        ("2026-10-24T21:00", "2026-10-25T20:30", 1),  # a night with one more
        ("2026-06-01T04:00", "2026-06-03T03:59", 1),
        ("2026-06-01T03:59", "2026-06-03T04:00", 3),
    ],
)
def test_time_is_counted_in_study_days(
    scheduler: Scheduler[Any], first: str, second: str, days: int
) -> None:
    once = answered(scheduler, first)
    assert once.day is not None
    twice = answered(scheduler, first, second)
    assert twice.day is not None
    assert (twice.day - once.day).days == days
    seen = occasion(once, 4, twice.day)
    assert (seen.elapsed, seen.same_day) == (days, days == 0)
    same = replay(log(f"3@0 3@{days}"), scheduler).states[C]
    assert twice.memory == same.memory


@law
@given(
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland"]),
    st.integers(0, 23),
    st.integers(0, 20 * 365 * 24 * 60),
    st.integers(0, 400 * 24 * 60),
)
def test_elapsed_is_the_difference_of_study_days(
    zone: str, rollover: int, minute: int, later: int
) -> None:
    start = datetime(2010, 1, 1, tzinfo=UTC) + timedelta(minutes=minute)
    first = study_day(start.astimezone(ZoneInfo(zone)), rollover)
    second = study_day((start + timedelta(minutes=later)).astimezone(ZoneInfo(zone)), rollover)
    seen = occasion(State(Memory(), due=first, day=first), 4, second)
    assert seen.elapsed == (second - first).days
    assert abs(seen.elapsed - later / (24 * 60)) < 1.1  # a day, and an hour of summer time
    assert seen.same_day == (first == second)


# Early, late, and again on the same day


def test_reviewing_ahead_every_day_inflates_nothing() -> None:
    """Six days are promised; a look at the card on each of them promises six more, and no more."""
    looks = "3@0 3@1 3@2 3@3 3@4 3@5 3@6"
    assert memory(looks) == (2, 250, 6)
    assert memory(f"{looks} 3@12") == (3, 250, 15)


def test_short_promises_of_another_scheduler_inflate_nothing() -> None:
    """FSRS that wants 97 of 100 known asks long before SM-2 would: early answers, for SM-2."""
    eager = FSRS(retention=0.97)
    interval, spans = {}, []
    for by in ("fsrs", "sm2"):
        state, known, on = fresh(eager), fresh(SM2()), 0
        for n in range(1, 12):
            days = promised(eager, state, 4, day(on), C) or 0
            [event] = log(f"3@{on}", first=n)
            event = event._replace(deed=Answer(3, 4, 1000, days, by, ""))
            state, known = after(state, event, eager), after(known, event, SM2())
            spans.append(days)
            on += days
        interval[by] = known.memory.interval
    assert interval["fsrs"] <= 2.5 * max(spans[:10]) + 1
    assert interval["sm2"] > 2_000


@given(st.integers(1, 4), st.lists(st.integers(2, 4), min_size=1, max_size=30))
def test_however_often_it_is_reviewed_ahead_a_card_waits_as_if_it_had_waited_once(
    gap: int, keys: list[int]
) -> None:
    """Until it is due, the interval is what was promised, or what the last gap itself asks for."""
    known = memory("3@0 3@1 3@7 3@22")  # 38 days
    state = State(known, due=day(60), day=day(22))
    for n, key in enumerate(keys, 1):
        on = day(22 + n * gap)
        days = promised(SM2(), state, key + 1, on, C)
        assert days == 38
        [event] = log(f"{key}@{22 + n * gap}:{days}")
        state = after(state, event, SM2())
    assert state.memory == known


@given(st.integers(1, 3000), st.sampled_from("34"))
def test_a_forgotten_card_gets_nothing_for_being_late(late: int, key: str) -> None:
    """Learnt again after months, it waits what a card waits that was forgotten yesterday."""
    assert memory(f"3@0 3@1 1@7 {key}@{7 + late}").interval == 6
    assert memory(f"1@0 {key}@{late}").interval == 6
    assert memory(f"1@0 1@{late}").interval == 1


@given(st.integers(1, 20), st.lists(st.sampled_from("1234"), max_size=4))
def test_the_first_answer_of_a_day_decides_also_where_the_card_was_put_off(
    on: int, later: list[str]
) -> None:
    """Forgotten, buried for the day, then known after all: it was forgotten."""
    forgotten = f"3@0 1@{on}"
    more = " ".join(f"{key}@{on}" for key in later)
    known = replay(log(f"{forgotten} bury@{on} {more}"), SM2()).states[C]
    alone = replay(log(forgotten), SM2()).states[C]
    assert (known.memory, known.due, known.lapses) == (alone.memory, alone.due, alone.lapses)


def test_a_missed_day_is_counted_from_the_answer_not_from_the_day_missed() -> None:
    """Fourteen days were promised; Hard comes nineteen days late."""
    learnt = replay(log("3@0:1 2@1:6 2@7:13 due(21)@7"), SM2()).states[C]
    [hard] = log("2@40")
    late = after(learnt, hard, SM2())
    assert (late.day, late.due) == (day(40), day(40 + late.memory.interval))
    assert late.memory.interval > learnt.memory.interval


# Grades and ease


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2, 4]), st.integers(1, 99)), max_size=30))
def test_the_ease_falls_with_hard_alone(walk: list[tuple[int, int]]) -> None:
    """Who never presses Easy still keeps the ease, however often a card is forgotten."""
    known, scheduler = Memory(), SM2()
    state = State(known)
    on = 0
    for n, (quality, gap) in enumerate(walk, 1):
        on += gap
        [event] = log(f"1@{on}", first=n)
        state = after(state, event._replace(deed=Answer(quality, 6, 0, None, "sm2", "")), scheduler)
    assert state.memory.ease == 250


@pytest.mark.parametrize("keys", [2, 4, 6])
def test_failure_is_a_key_of_its_own(keys: int) -> None:
    """Hard is a right answer and no lapse; what is below it begins again."""
    last = {2: 1, 4: 1, 6: 2}[keys]  # the highest key that says "wrong"
    learnt = replay(log("3@0 3@1 3@7"), SM2()).states[C]
    for key, wrong in ((last, True), (last + 1, False)):
        [event] = log("1@22", first=9)
        deed = Answer(key, keys, 0, None, "sm2", "")
        state = after(learnt, event._replace(deed=deed), SM2())
        assert (state.memory.interval == 1, state.lapses == 1) == (wrong, wrong)


# Days far away, numbers that are none


def test_twenty_easy_answers_on_their_days_stay_within_the_calendar() -> None:
    """The interval stops at the longest, and the card can still be asked and answered."""
    scheduler, due, events = SM2(), day(0), list[Event]()
    state = fresh(scheduler)
    for n in range(1, 21):
        events += log(f"4@{(due - day(0)).days}", first=n)
        state = replay(events, scheduler).states[C]
        due = state.due or date.min
    assert state.memory == (20, 450, 36_500)
    assert scheduler.longest == 36_500
    asked = agenda(cards(note("c")), {C: state}, due, Limits(), scheduler)
    assert asked.due == ("c",)
    assert promised(scheduler, state, 5, due, C) == 36_500


_BOUNDS = fsrs._BOUNDS  # noqa: SLF001 - how far the weights of a learner may go
# Each weight somewhere between its bounds, or at one of them.
any_weights = st.lists(st.sampled_from([0, 0.1, 0.5, 0.9, 1]), min_size=21, max_size=21).map(
    lambda shares: tuple(
        low + (high - low) * share for (low, high), share in zip(_BOUNDS, shares, strict=True)
    )
)


@given(
    any_weights,
    st.floats(0.7, 0.99),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 40_000)), max_size=8),
)
def test_no_weights_that_may_be_set_give_a_day_that_is_none(
    weights: tuple[float, ...], retention: float, walk: list[tuple[int, int]]
) -> None:
    scheduler = FSRS(weights, retention)
    state = fresh(scheduler)
    on = 0
    for n, (quality, gap) in enumerate(walk, 1):
        on += gap
        [event] = log(f"1@{on}", first=n)
        deed = Answer(quality, 6, 0, None, "fsrs", "")
        state = after(state, event._replace(deed=deed), scheduler)
        assert 0.001 <= state.memory.stability <= 36_500
        assert 1 <= state.memory.difficulty <= 10
        assert 1 <= scheduler.interval(state.memory) <= 36_500
        assert 0 <= scheduler.recall(state.memory, gap) <= 1


@given(
    st.floats(0.01, 0.99),
    st.integers(0, 36_500),
    st.floats(1.3, 9),
    any_weights,
)
def test_whatever_state_of_sm2_is_taken_over_it_is_one_of_fsrs(
    retention: float, interval: int, ease: float, weights: tuple[float, ...]
) -> None:
    """A card that has no interval is new; no other gets a number that is none."""
    taken = FSRS(weights).from_sm2(interval, ease, retention)
    if not interval:
        assert taken == FSRS().first()
    else:
        assert 0.001 <= taken.stability <= 36_500
        assert 1 <= taken.difficulty <= 10


# Siblings, burying, ids


def test_burying_a_card_touches_neither_its_schedule_nor_its_siblings() -> None:
    """It is for the day alone, and the card that was just answered may be buried too."""
    some = cards(note("s", steps("x", "y")), note("t"))
    others = [*log("3@0", "s/y"), *log("3@0", "t")]
    buried = replay([*log("3@0 3@1 bury@1", "s"), *others], SM2()).states
    plain = replay([*log("3@0 3@1", "s"), *others], SM2()).states
    assert {**buried, CardId("s"): buried[CardId("s")]._replace(buried=None)} == plain
    for on in (1, 6, 7):
        due = agenda(some, buried, day(on), Limits(), SM2()).due
        assert due == agenda(some, plain, day(on), Limits(), SM2()).due
        assert due == (("s",) if on == 7 else ()) + ("s/y", "t")


def test_ids_of_one_instant_differ() -> None:
    """A clock that stands still makes no two events one."""
    app = App(Clock(lambda: datetime(2026, 1, 1, tzinfo=UTC), lambda: 0.0))
    stamps = [app.stamp(Settings()) for _ in range(1000)]
    assert len({stamp.at for stamp in stamps}) == 1
    assert len({stamp.id for stamp in stamps}) == 1000
    assert {len(stamp.id) for stamp in stamps} == {16}


# Memories of one scheduler mean nothing to another


@given(st.integers(1, 36_500), st.floats(0.7, 0.99), st.integers(0, 20), st.floats(0.05, 0.4))
def test_no_two_schedulers_have_one_key(
    longest: int, retention: float, place: int, change: float
) -> None:
    """What is kept under a key cannot be read by other parameters, weights or formulas."""
    low, high = _BOUNDS[place]
    weights = list(WEIGHTS)
    weights[place] += (high - low) * change * (1 if weights[place] < (low + high) / 2 else -1)
    made: list[Scheduler[Any]] = [
        SM2(longest),
        SM2(longest % 36_500 + 1),
        FSRS(longest=longest, retention=retention),
        FSRS(longest=longest % 36_500 + 1, retention=retention),
        FSRS(weights, longest=longest, retention=retention),
        FSRS(longest=longest, retention=retention - 0.01 if retention > 0.8 else retention + 0.01),
    ]
    assert len({scheduler.key for scheduler in made}) == len(made)
