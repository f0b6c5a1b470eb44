"""SM-2: published vectors, and laws over every state that seven reviews can reach."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.schedule.scheduler import Occasion
from cardsmith.schedule.sm2 import SM2, Memory

# Grades on the due days, then the intervals in days, the last ease and the last due day (the
# first review is on day 0).
VECTORS = """
4            | 1                                        | 2.50 | 1
5            | 1                                        | 2.60 | 1
3            | 1                                        | 2.36 | 1
2            | 1                                        | 2.50 | 1
0            | 1                                        | 2.50 | 1
44           | 1,6                                      | 2.50 | 7
444          | 1,6,15                                   | 2.50 | 22
4444         | 1,6,15,38                                | 2.50 | 60
44444444     | 1,6,15,38,95,238,595,1488                | 2.50 | 2476
55555555     | 1,6,17,50,150,465,1488,4911              | 3.30 | 7088
33333333     | 1,6,13,26,47,79,121,167                  | 1.38 | 460
45454545     | 1,6,16,44,119,334,936,2715               | 2.90 | 4171
54545454     | 1,6,17,46,129,362,1050,3045              | 2.90 | 4656
35353535     | 1,6,14,34,78,186,417,976                 | 2.34 | 1712
4334433      | 1,6,14,32,72,150,291                     | 1.94 | 566
443443443    | 1,6,15,36,85,189,420,933,1941            | 2.08 | 3626
534535435    | 1,6,15,39,95,240,605,1440,3572           | 2.48 | 6013
44533445     | 1,6,16,40,93,216,502,1215                | 2.42 | 2089
33343334     | 1,6,13,28,55,99,165,274                  | 1.66 | 641
14444        | 1,6,15,38,95                             | 2.50 | 155
24144        | 1,6,1,6,15                               | 2.50 | 29
00000444     | 1,1,1,1,1,6,15,38                        | 2.50 | 64
22222555     | 1,1,1,1,1,6,17,48                        | 2.80 | 76
4442444      | 1,6,15,1,6,15,38                         | 2.50 | 82
4440444      | 1,6,15,1,6,15,38                         | 2.50 | 82
5552555      | 1,6,17,1,6,18,56                         | 3.10 | 105
55505555     | 1,6,17,1,6,18,56,180                     | 3.20 | 285
444324       | 1,6,15,36,1,6                            | 2.36 | 65
54321045     | 1,6,15,1,1,1,6,16                        | 2.56 | 47
555255525552 | 1,6,17,1,6,18,56,1,6,20,68,1             | 3.40 | 201
5555545555   | 1,6,17,50,150,450,1395,4464,14732,50089  | 3.40 | 71354
"""
THIRTEEN_HARD = "1,6,13,26,47,79,121,167,218,284,370,481,626"


def walk(grades: str, scheduler: SM2) -> list[Memory]:
    memory, out = scheduler.first(), []
    for grade in grades:
        memory = scheduler.after(memory, Occasion(int(grade), elapsed=memory.interval))
        out.append(memory)
    return out


@pytest.mark.parametrize("row", VECTORS.strip().splitlines())
def test_published_vectors(row: str) -> None:
    grades, intervals, ease, due = (cell.strip() for cell in row.split("|"))
    memories = walk(grades, SM2(longest=10**6))
    assert ",".join(str(m.interval) for m in memories) == intervals
    assert f"{memories[-1].ease / 100:.2f}" == ease
    assert sum(m.interval for m in memories) == int(due)


def test_thirteen_hard_answers_reach_the_lowest_ease() -> None:
    memories = walk("3" * 13, SM2())
    assert ",".join(str(m.interval) for m in memories) == THIRTEEN_HARD
    assert memories[-1].ease == 130
    assert sum(m.interval for m in memories) == 2439


def test_sixteen_easy_answers_stop_at_the_cap() -> None:
    intervals = [m.interval for m in walk("5" * 16, SM2())]
    assert intervals[:9] == [1, 6, 17, 50, 150, 465, 1488, 4911, 16698]
    assert intervals[9:] == [36500] * 7
    assert sum(intervals) == 279286


def test_three_right_answers_then_a_fourth_do_not_use_the_repetition_number() -> None:
    assert [m.interval for m in walk("3333", SM2())] == [1, 6, 13, 26]


@pytest.mark.parametrize("quality", [-1, 6, 7, 100])
def test_a_grade_outside_the_scale_is_refused(quality: int) -> None:
    with pytest.raises(ValueError, match=str(quality)):
        SM2().after(Memory(), Occasion(quality))


def test_every_state_that_seven_reviews_can_reach_obeys_the_laws() -> None:
    scheduler = SM2()
    states = {scheduler.first()}
    for _ in range(7):
        states |= {
            scheduler.after(m, Occasion(q, elapsed=m.interval))
            for m, q in product(states, range(6))
        }
    assert len(states) == 1111
    for memory in states:
        after = [scheduler.after(memory, Occasion(q, elapsed=memory.interval)) for q in range(6)]
        intervals = [m.interval for m in after]
        assert intervals == sorted(intervals), "a better grade never waits less"
        assert all(m.ease >= 130 for m in after)
        assert intervals[:3] == [1, 1, 1], "a wrong answer starts again"
        if memory.repetitions:
            assert all(i > memory.interval for i in intervals[3:]), "a right answer waits longer"


memories = st.builds(
    Memory,
    repetitions=st.integers(1, 60),
    ease=st.integers(65, 400).map(lambda half: half * 2),
    interval=st.integers(1, 36500),
)


@given(memories, st.integers(3, 5), st.integers(0, 36499))
def test_an_early_right_answer_keeps_repetitions_and_ease_and_never_waits_less(
    memory: Memory, quality: int, elapsed: int
) -> None:
    after = SM2().after(memory, Occasion(quality, elapsed=elapsed, early=True))
    assert after[:2] == memory[:2]
    assert memory.interval <= after.interval <= 36500
    stretched = -(-elapsed * memory.ease // 100)
    assert after.interval == max(memory.interval, min(stretched, 36500))


@given(memories, st.integers(0, 2), st.booleans())
def test_an_early_wrong_answer_is_a_wrong_answer(
    memory: Memory,
    quality: int,
    early: bool,  # noqa: FBT001 - given by position
) -> None:
    assert SM2().after(memory, Occasion(quality, early=early)) == (1, memory.ease, 1)


@given(memories, st.integers(0, 5), st.booleans())
def test_drill_changes_nothing(memory: Memory, quality: int, early: bool) -> None:  # noqa: FBT001
    assert SM2().after(memory, Occasion(quality, early=early, same_day=True)) == memory


@given(memories, st.integers(0, 5), st.integers(1, 36500), st.integers(0, 99999))
def test_the_cap_holds_and_lateness_is_no_bonus(
    memory: Memory, quality: int, longest: int, late: int
) -> None:
    scheduler = SM2(longest)
    on_time = scheduler.after(memory, Occasion(quality, elapsed=memory.interval))
    assert 1 <= scheduler.interval(on_time) <= longest
    assert scheduler.after(memory, Occasion(quality, elapsed=memory.interval + late)) == on_time
