"""Every sequence of six grades, against another reading of the same text: `sm-2` on PyPI.

It holds the ease as a floating number, where 2.5 + 0.1 + 0.1 lands a hair above 2.7; where the
interval times the ease is a whole number, rounding up then adds a day.
"""

from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import NamedTuple

from cardsmith.schedule.scheduler import Occasion
from cardsmith.schedule.sm2 import SM2, Memory

theirs = import_module("sm_2")

START = datetime(2026, 1, 1, tzinfo=UTC)
OURS = SM2()


class Card(NamedTuple):
    """What the other program remembers; when it was reviewed makes no difference on time."""

    repetitions: int = 0
    ease: float = 2.5
    interval: int = 0


class Pair(NamedTuple):
    """What both say of the same answers, and whether they ever differed."""

    ours: Memory = OURS.first()
    theirs: Card = Card()
    differed: bool = False


@cache
def reviewed(card: Card, grade: int) -> Card:
    """The card after a grade on the due day, and Good in drill where there is drill."""
    known = theirs.Card(1, *card, due=START)
    known, _ = theirs.Scheduler.review_card(known, grade, START)
    if grade < 4:
        known, _ = theirs.Scheduler.review_card(known, 4, START)
    return Card(known.n, known.EF, known.I)


def both(pair: Pair, grade: int) -> Pair:
    """Both go on; where they part, it is by drift and by nothing else."""
    ours = OURS.after(pair.ours, Occasion(grade, elapsed=pair.ours.interval))
    other = reviewed(pair.theirs, grade)
    assert round(other.ease * 100) == ours.ease
    agree = other.interval == ours.interval
    if not agree and pair.theirs.interval == pair.ours.interval:
        assert pair.ours.interval * ours.ease % 100 == 0
        assert Fraction(other.ease) > Fraction(ours.ease, 100)
        assert other.interval == ours.interval + 1
    return Pair(ours, other, pair.differed or not agree)


def test_all_sequences_of_six_grades_agree_but_for_drift() -> None:
    """All 46,656, each pair of states that some of them share walked once."""
    reached = Counter({Pair(): 1})
    for _ in range(6):
        onward = Counter[Pair]()
        for pair, ways in reached.items():
            for grade in range(6):
                onward[both(pair, grade)] += ways
        reached = onward
    assert reached.total() == 46_656
    differing = {pair: ways for pair, ways in reached.items() if pair.differed}
    assert sum(differing.values()) == 51


def test_the_drift_that_was_seen_first() -> None:
    pair = Pair()
    for grade in (0, 5, 5, 4, 4, 5):
        pair = both(pair, grade)
    assert (pair.ours.interval, pair.theirs.interval) == (350, 351)
