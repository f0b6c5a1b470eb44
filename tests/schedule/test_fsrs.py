"""FSRS-6: published values, its laws, and py-fsrs as the oracle where days are 24 hours."""

import math
from datetime import UTC, datetime, timedelta

import fsrs as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsmith.schedule.fsrs import FSRS, WEIGHTS, Memory, checked_weights
from cardsmith.schedule.replay import occasion, replay
from cardsmith.schedule.scheduler import Occasion
from logs import day, log

law = settings.get_profile("laws")

QUALITIES = {1: 2, 2: 3, 3: 4, 4: 5}  # of the four keys
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

# Keys at the days since the answer before, then the intervals in days, the last stability and the
# last difficulty: computed by py-fsrs 6.3.2 and by fsrs-rs 6.6.1, without steps and fuzz.
VALUES = """
3@0 3@2 3@11 3@46 3@163     | 2,11,46,163,497 | 497.4472 | 2.0906
4@0 4@8                     | 8,66            | 65.6242  | 1.0
1@0 3@1 3@2 3@5             | 1,2,6,16        | 15.9829  | 6.3798
2@0 3@1 3@4                 | 1,5,15          | 14.7755  | 5.0924
3@0 1@2 3@1 3@2             | 2,1,2,6         | 5.9398   | 7.3702
3@0 3@0 3@0                 | 2,2,2           | 2.3065   | 2.1043
3@0 1@0 3@0 3@1             | 2,1,1,3         | 2.7284   | 7.3702
3@0 3@2 2@11 4@20           | 2,11,32,112     | 111.8013 | 2.9786
1@0 1@1 1@1 1@1             | 1,1,1,1         | 0.0334   | 9.8514
4@0 4@8 4@80 1@500 3@1      | 8,66,444,7,9    | 9.1385   | 7.0152
3@0 3@30                    | 2,37            | 37.4206  | 2.1112
3@0 1@365                   | 2,1             | 1.2768   | 7.3945
"""


def walk(scheduler: FSRS, answers: list[tuple[int, int]]) -> list[Memory]:
    """The memories after keys that were pressed so many days after the one before."""
    memory, out = scheduler.first(), []
    for number, (key, elapsed) in enumerate(answers):
        seen = Occasion(QUALITIES[key], elapsed, same_day=number > 0 and not elapsed)
        memory = scheduler.after(memory, seen)
        out.append(memory)
    return out


@pytest.mark.parametrize("row", VALUES.strip().splitlines())
def test_published_values(row: str) -> None:
    words, intervals, stability, difficulty = (cell.strip() for cell in row.split("|"))
    answers = [(int(word[0]), int(word[2:])) for word in words.split()]
    memories = walk(FSRS(), answers)
    assert ",".join(str(FSRS().interval(memory)) for memory in memories) == intervals
    assert round(memories[-1].stability, 4) == float(stability)
    assert round(memories[-1].difficulty, 4) == float(difficulty)


@pytest.mark.parametrize("quality", [2, 3, 4, 5])
def test_a_clock_set_back_counts_as_another_answer_of_the_day(quality: int) -> None:
    [state] = replay(log("3@10"), FSRS()).states.values()
    back = FSRS().after(state.memory, occasion(state, quality, day(3)))
    assert back == FSRS().after(state.memory, Occasion(quality, 0, same_day=True))


@pytest.mark.parametrize(
    ("retention", "times"),
    [
        *((0.7, 9.29), (0.75, 5.57), (0.8, 3.32), (0.85, 1.91), (0.9, 1.0)),
        *((0.92, 0.73), (0.95, 0.40), (0.97, 0.22), (0.99, 0.07)),
    ],
)
def test_the_retention_stretches_intervals(retention: float, times: float) -> None:
    days = FSRS(retention=retention, longest=10**6).interval(Memory(10_000, 5))
    assert round(days / 10_000, 2) == times


@pytest.mark.parametrize(
    ("interval", "ease", "retention", "memory"),
    [
        (1, 2.5, 0.9, (1, 8.216)),
        (6, 2.5, 0.9, (6, 7.247)),
        (10, 2.5, 0.9, (10, 6.914)),
        (100, 2.5, 0.9, (100, 5.004)),
        (10, 1.3, 0.9, (10, 10)),
        (100, 3.0, 0.9, (100, 3.005)),
        (10, 2.5, 0.8, (3.016, 9.393)),
        (0, 2.5, 0.9, (0, 0)),  # never learned: a new card
    ],
)
def test_a_state_of_sm2_is_taken_over(
    interval: int, ease: float, retention: float, memory: tuple[float, float]
) -> None:
    taken = FSRS().from_sm2(interval, ease, retention)
    assert tuple(round(value, 3) for value in taken) == memory


@pytest.mark.parametrize("retention", [0, 1e-300, 1 - 1e-16, 1, -0.5, math.nan])
def test_a_state_of_sm2_needs_a_retention_that_can_be(retention: float) -> None:
    with pytest.raises(ValueError, match=r"between 0\.01 and 0\.99"):
        FSRS().from_sm2(10, 2.5, retention)


def test_the_chance_is_nine_in_ten_when_the_stability_has_gone_by() -> None:
    assert FSRS().recall(Memory(7, 5), 7) == pytest.approx(0.9, abs=1e-12)
    assert FSRS().recall(Memory(7, 5), 0) == 1
    assert FSRS().recall(FSRS().first(), 3) == 0


OF_FSRS_4 = (
    *(0.4872, 1.4003, 3.7145, 13.8206, 5.1618, 1.2298, 0.8975, 0.031, 1.6474),
    *(0.1367, 1.0461, 2.1072, 0.0793, 0.3246, 1.587, 0.2272, 2.8755),
)
OF_FSRS_5 = (
    *(0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192),
    *(1.01925, 1.9395, 0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621),
)


def test_weights_of_earlier_versions_are_converted() -> None:
    converted = checked_weights(OF_FSRS_4)
    assert converted[:4] == OF_FSRS_4[:4]
    assert converted[4] == pytest.approx(5.1618 + 2 * 1.2298)
    assert converted[5] == pytest.approx(math.log(3 * 1.2298 + 1) / 3)
    assert converted[6] == pytest.approx(0.8975 + 0.5)
    assert converted[7:] == (*OF_FSRS_4[7:], 0, 0, 0, 0.5)
    assert checked_weights(OF_FSRS_5) == (*OF_FSRS_5, 0, 0.5)
    assert checked_weights(WEIGHTS) == WEIGHTS


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ((), "fsrs has 21 weights (or 19 or 17 from an earlier version), not 0"),
        (WEIGHTS[:20], "fsrs has 21 weights (or 19 or 17 from an earlier version), not 20"),
        ((*WEIGHTS[:20], 0.05), "weight w20 of fsrs must be between 0.1 and 0.8, not 0.05"),
        ((-1, *WEIGHTS[1:]), "weight w0 of fsrs must be between 0.001 and 100.0, not -1"),
        ((math.nan, *WEIGHTS[1:]), "weight w0 of fsrs must be between 0.001 and 100.0, not nan"),
        ((*WEIGHTS[:8], math.inf, *WEIGHTS[9:]), "weight w8 of fsrs must be between 0.0 and 4.5"),
        ((*OF_FSRS_4[:5], -9, *OF_FSRS_4[6:]), "weight w4 of fsrs must be between 1.0 and 10.0"),
    ],
)
def test_weights_that_cannot_be_are_refused(weights: tuple[float, ...], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the sentence is compared
        FSRS(weights)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("retention", [0, 0.69, 0.991, 1, 90, -0.9, math.nan])
def test_a_retention_that_cannot_be_is_refused(retention: float) -> None:
    with pytest.raises(ValueError, match=r"^the retention must be between 0\.7 and 0\.99, not "):
        FSRS(retention=retention)


def test_a_longest_interval_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^the longest interval must be 1 day or more, not 0$"):
        FSRS(longest=0)


@pytest.mark.parametrize("quality", [-1, 6, 7, 100])
def test_a_grade_outside_the_scale_is_refused(quality: int) -> None:
    with pytest.raises(ValueError, match=str(quality)):
        FSRS().after(Memory(), Occasion(quality))


def test_the_key_tells_parameters_apart_and_nothing_else() -> None:
    other = (*WEIGHTS[:20], 0.1543)
    schedulers = [FSRS(), FSRS(retention=0.91), FSRS(longest=100), FSRS(other)]
    assert len({scheduler.key for scheduler in schedulers}) == len(schedulers)
    assert FSRS(list(WEIGHTS), 0.9).key == FSRS().key
    assert FSRS((1, *WEIGHTS[1:])).key == FSRS((1.0, *WEIGHTS[1:])).key
    assert all(scheduler.key.startswith("fsrs 6.") for scheduler in schedulers)


def test_easy_without_end_stays_finite() -> None:
    """Also with weights under which each press of a day doubles the stability and more."""
    steep = FSRS((*WEIGHTS[:17], 2, 2, 0, 0.1))
    last = walk(steep, [(4, 0)] * 500)[-1]
    assert last == Memory(36_500, 1)
    assert steep.interval(last) == 36_500


# Weights as they may be. The first four are in order, as all fitted ones are: a better first answer
# is not remembered for a shorter time.
_LOWER = oracle.scheduler.LOWER_BOUNDS_PARAMETERS
_UPPER = oracle.scheduler.UPPER_BOUNDS_PARAMETERS
weights = st.tuples(
    st.lists(st.floats(_LOWER[0], _UPPER[0]), min_size=4, max_size=4).map(sorted),
    st.tuples(*(st.floats(*ends) for ends in zip(_LOWER[4:], _UPPER[4:], strict=True))),
).map(lambda parts: (*parts[0], *parts[1]))
models = (st.just(WEIGHTS) | weights).map(FSRS)
memories = st.builds(Memory, st.floats(0.001, 36_500), st.floats(1, 10))
elapsed = st.integers(0, 40) | st.integers(0, 10_000)
later = st.integers(1, 40) | st.integers(1, 10_000)
answers = st.lists(st.tuples(st.integers(1, 4), elapsed), min_size=1, max_size=12)


def test_the_bounds_are_those_of_py_fsrs() -> None:
    for place, ends in enumerate(zip(_LOWER, _UPPER, strict=True)):
        for end, beyond in zip(ends, (-math.inf, math.inf), strict=True):
            edge = (*WEIGHTS[:place], end, *WEIGHTS[place + 1 :])
            over = (*WEIGHTS[:place], math.nextafter(end, beyond), *WEIGHTS[place + 1 :])
            assert checked_weights(edge) == edge
            with pytest.raises(ValueError, match=f"weight w{place} of fsrs"):
                checked_weights(over)


@law
@given(models, memories | st.just(Memory()), elapsed)
def test_p16_a_better_grade_never_gives_less_stability(
    model: FSRS, memory: Memory, days: int
) -> None:
    after = [model.after(memory, Occasion(q, days)).stability for q in range(6)]
    assert after == sorted(after)


@law
@given(models, memories | st.just(Memory()), elapsed)
def test_p16_a_better_grade_never_gives_more_difficulty(
    model: FSRS, memory: Memory, days: int
) -> None:
    after = [model.after(memory, Occasion(q, days)).difficulty for q in range(6)]
    assert after == sorted(after, reverse=True)


@law
@given(models, memories, later, st.sampled_from([3, 4, 5]))
def test_p16_a_right_answer_on_a_later_day_never_shrinks_the_stability(
    model: FSRS, memory: Memory, days: int, quality: int
) -> None:
    assert model.after(memory, Occasion(quality, days)).stability >= memory.stability


@law
@given(models, memories, later, later, st.sampled_from([3, 4, 5]))
def test_p16_a_right_answer_after_a_longer_time_never_gives_less_stability(
    model: FSRS, memory: Memory, one: int, more: int, quality: int
) -> None:
    sooner = model.after(memory, Occasion(quality, one)).stability
    assert model.after(memory, Occasion(quality, one + more)).stability >= sooner * (1 - 1e-12)


@law
@given(models, memories, later, st.sampled_from([0, 1, 2]))
def test_p16_a_wrong_answer_never_raises_the_stability(
    model: FSRS, memory: Memory, days: int, quality: int
) -> None:
    assert model.after(memory, Occasion(quality, days)).stability <= memory.stability


@law
@given(memories, weights, st.floats(0.7, 0.99), st.floats(0.7, 0.99))
def test_p16_a_higher_retention_never_lengthens_an_interval(
    memory: Memory, some: tuple[float, ...], one: float, other: float
) -> None:
    low, high = sorted((one, other))
    assert FSRS(some, high).interval(memory) <= FSRS(some, low).interval(memory)


@law
@given(st.just(WEIGHTS) | weights, st.floats(0.7, 0.99), answers)
def test_p17_it_computes_what_py_fsrs_computes(
    some: tuple[float, ...], retention: float, past: list[tuple[int, int]]
) -> None:
    """At noon of each day, so that its 24 hours are our study days."""
    ours = FSRS(some, retention)
    theirs = oracle.Scheduler(some, retention, (), (), enable_fuzzing=False)
    card, at = oracle.Card(card_id=1, due=NOON), NOON
    for (key, gone), memory in zip(past, walk(ours, past), strict=True):
        at = at + timedelta(gone) if card.last_review else at
        card, _ = theirs.review_card(card, oracle.Rating(key), at)
        assert card.stability is not None
        assert card.difficulty is not None
        if card.stability > 36_500:  # where it has no bound, and we have fsrs-rs's
            break
        assert memory.stability == pytest.approx(card.stability, rel=1e-9)
        assert memory.difficulty == pytest.approx(card.difficulty, rel=1e-9)
        assert ours.recall(memory, 10) == pytest.approx(
            theirs.get_card_retrievability(card, at + timedelta(10)), rel=1e-9
        )
        factor = 0.9 ** (-1 / some[20]) - 1
        exact = card.stability / factor * (retention ** (-1 / some[20]) - 1)
        if abs(exact % 1 - 0.5) > 1e-6 * exact:  # else either whole number will do
            assert ours.interval(memory) == (card.due - at).days
