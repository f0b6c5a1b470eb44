"""What holds for every scheduler, whatever was answered and when.

The laws have numbers, 1 to 20. Those of fuzz, 5 to 7, stand in `test_intervals`; those of FSRS-6,
16 and 17, in `test_fsrs` and `test_anki_fsrs`; 19 in `test_evaluation`, 20 in `test_simulation`.
Number 18 is not here: it says that a variant of SM-2 as Anki has it computes what Anki computes,
and there is none in this project.
"""

import calendar
import json
import os
from datetime import UTC, date, datetime, timedelta
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsmith.day import days_after, study_day
from cardsmith.deck import CardId
from cardsmith.history import KINDS, Answer, Event, dumps, loads
from cardsmith.historyfile import HistoryFolder
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


# Half hours, odd minutes, nights when clocks change at midnight, the date line, no summer time.
ZONES = (
    *("Africa/Cairo", "Africa/Casablanca", "America/Asuncion", "America/Havana"),
    *("America/New_York", "America/Santiago", "America/Sao_Paulo", "America/St_Johns"),
    *("Antarctica/Troll", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Tehran"),
    *("Asia/Tokyo", "Atlantic/Azores", "Australia/Lord_Howe", "Europe/Berlin"),
    *("Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Pago_Pago"),
)
QUARTER = timedelta(minutes=15)
instants = st.datetimes(datetime(2012, 1, 1), datetime(2037, 12, 1), timezones=st.just(UTC))  # noqa: DTZ001


@law
@given(st.sampled_from(ZONES), st.integers(0, 23), instants)
def test_p9_the_study_day_never_runs_backwards_and_changes_once_a_day(
    zone: str, rollover: int, start: datetime
) -> None:
    """A day and a quarter on, every quarter of an hour: also in the nights when clocks change.

    Only a wall that is set back over the rollover itself shows it twice: at three in Chatham, at
    two in Troll.
    """
    times = [(start + n * QUARTER).astimezone(ZoneInfo(zone)) for n in range(30 * 4)]
    days = [study_day(time, rollover) for time in times]
    steps = [(later - earlier).days for earlier, later in pairwise(days)]
    changes = [n for n, step in enumerate(steps, 1) if step]
    if (zone, rollover) in {("Pacific/Chatham", 3), ("Antarctica/Troll", 2)} and -1 in steps:
        assert [step for step in steps if step][:3] == [1, -1, 1]
        return
    assert set(steps) <= {0, 1}
    assert 1 <= len(changes) <= 2
    assert all(later - earlier >= 22 * 4 for earlier, later in pairwise(changes))


@pytest.mark.parametrize("rollover", [0, 1, 4, 23])
@pytest.mark.parametrize("zone", ZONES)
def test_p9_a_year_has_its_days_and_each_comes_once(zone: str, rollover: int) -> None:
    place, start = ZoneInfo(zone), datetime(2026, 12, 30, tzinfo=UTC)
    hours = (start + timedelta(hours=n) for n in range(24 * (366 + 365 + 4)))
    days = [day for day, _ in groupby(study_day(at.astimezone(place), rollover) for at in hours)]
    assert len(set(days)) == len(days)
    for year in (2027, 2028):
        found = sum(day.year == year for day in days)
        assert found == 365 + calendar.isleap(year)


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


WORDS = ["1", "2", "3", "4", "suspend", "unsuspend", "bury", "reset", "due(9)"]
OTHERS = ["rename(a)", "rename(b)", "rename(c)", "void(lc1)", "void(lb2)", "void(dc1)", "void(pa3)"]
deeds = st.tuples(
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from([*WORDS, *OTHERS]),
    st.integers(0, 400),
    st.integers(1, 9),
)


def device(prefix: str) -> st.SearchStrategy[list[Event]]:
    """The log of a device; some of its ids may stand for two events, as a damaged line may."""
    return st.lists(deeds, max_size=5).map(
        lambda some: [
            event
            for card, word, on, n in some
            for event in log(f"{word}@{on}", card, first=n, prefix=prefix)
        ]
    )


@law
@given(
    schedulers,
    device("l"),
    device("d"),
    device("p") | device("l"),
    st.randoms(use_true_random=False),
)
def test_p12_a_merge_is_commutative_associative_and_idempotent(
    scheduler: Scheduler[Any],
    laptop: list[Event],
    desktop: list[Event],
    phone: list[Event],
    luck: Random,
) -> None:
    """Only the set of events counts: who merged with whom, in which order and how often, does not.

    With undos and renames across devices, equal numbers, and one id for several events.
    """
    assert replay([*laptop, *desktop], scheduler) == replay([*desktop, *laptop], scheduler)
    assert replay([*laptop, *laptop], scheduler) == replay(laptop, scheduler)
    one, other = [*laptop, *desktop], [*desktop, *phone]
    shuffled = [*one, *other]
    luck.shuffle(shuffled)
    assert replay(shuffled, scheduler) == replay([*one, *phone], scheduler)


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
    assert {card: state._replace(memory=None, ripe=None) for card, state in here.items()} == {
        card: state._replace(memory=None, ripe=None) for card, state in there.items()
    }
    assert replay(events, one).states == here


@law
@given(schedulers, schedulers, walks, st.sampled_from(["sm2", "fsrs", "later"]))
def test_p14_a_memory_depends_on_answers_and_not_on_what_others_promised(
    one: Scheduler[Any], other: Scheduler[Any], walk: list[tuple[int, int]], name: str
) -> None:
    """Back after years with another scheduler, a card is remembered as if one had never left."""
    by = f"not {name}" if name == one.name else name
    theirs, own = list[Event](), list[Event]()
    for event in sat(other, walk):
        assert isinstance(event.deed, Answer)
        theirs.append(event._replace(deed=event.deed._replace(by=by)))
        own.append(event._replace(deed=event.deed._replace(by=one.name, days=None)))
    there, back = replay(theirs, one).states, replay(own, one).states
    assert [state.memory for state in there.values()] == [state.memory for state in back.values()]


KNOWN = {"v", "id", "n", "at", "day", "card", "do", *Answer._fields, "target", "due", "to", "why"}
names = st.text(max_size=6).filter(lambda name: name not in KNOWN)
values = st.sampled_from(
    [None, True, -1, 0.5, "", "\u2028", "\ud83d", [], [{"do": "answer"}], {"v": 2}, "x\ny"]
)
words = ["1", "3", "4", "suspend", "reset", "due(3)", "rename(d)", "void(c1)"]


class Strange(NamedTuple):
    """A line that a later version may write: of a known word with more fields, or of a new kind."""

    word: str
    more: dict[str, Any]
    kind: str | None
    missing: str

    def event(self, n: int) -> Event:
        """What it would be without what is strange in it."""
        return log(f"{self.word}@{n}", first=n)[0]

    def line(self, n: int) -> str:
        """The line."""
        line = {**json.loads(dumps(self.event(n))), **self.more}
        if self.kind is not None:
            line["do"] = self.kind
            line.pop(self.missing, None)
        return json.dumps(line)


more = st.dictionaries(names, values, max_size=2)
strange = st.builds(Strange, st.sampled_from(words), more, st.none(), st.just(""))
new_kinds = st.builds(
    Strange,
    st.sampled_from(words),
    more,
    st.text(max_size=8).filter(lambda kind: kind not in KINDS),
    st.sampled_from(sorted(KNOWN - {"v", "do"})),
)


@law
@given(strange, new_kinds, st.integers(1, 99))
def test_p15_unknown_fields_change_nothing_and_unknown_kinds_are_passed_over(
    one: Strange, other: Strange, n: int
) -> None:
    """Even where a new kind lacks a field that all known kinds have."""
    assert loads(one.line(n)) == one.event(n)
    assert loads(other.line(n)) is None


@given(st.lists(strange | new_kinds, max_size=6))
def test_p15_unknown_kinds_and_fields_survive(some: list[Strange]) -> None:
    """They are no damage, and stay byte for byte where they are while the file grows."""
    known = tuple(each.event(n) for n, each in enumerate(some, 1) if each.kind is None)
    with TemporaryDirectory(dir=os.environ["HOME"]) as home:
        history = HistoryFolder(Path(home), "laptop")
        file = history.path / "reviews" / "laptop" / "2026.jsonl"
        file.parent.mkdir(parents=True)
        file.write_text("".join(f"{each.line(n)}\n" for n, each in enumerate(some, 1)), "utf-8")
        before = file.read_bytes()
        assert history.read() == (known, ())
        [event] = log("3@99", first=99)
        history.append([event])
        assert file.read_bytes() == before + dumps(event).encode() + b"\n"
        assert history.read() == ((*known, event), ())


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
