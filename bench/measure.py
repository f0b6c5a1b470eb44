"""One row of the table: two things to time, and how they are compared."""

import gc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

Timer = Callable[[], float]  # does the work once; the seconds it took, or whatever is measured


class Pair(NamedTuple):
    """What is measured, and what it is measured against."""

    ours: Timer
    baseline: Timer


class Row(NamedTuple):
    """A line of the table.

    Attributes:
        name: a word to select it by.
        what: both sides in a sentence part.
        reach: the ratio to reach.
        faster: whether the ratio says how many times faster we are than the baseline (and `reach`
            is the least), or else how many times as long we take (and `reach` is the most).
        prepare: fills an empty folder with what the two sides need, and gives them back.
        unit: of what is measured.
    """

    name: str
    what: str
    reach: float
    faster: bool
    prepare: Callable[[Path], Pair]
    unit: str = "s"

    @property
    def wanted(self) -> str:
        """What to reach, to be read."""
        return f"{'≥' if self.faster else '≤'} {self.reach:g} ×"


class Result(NamedTuple):
    """What came out: the median ratio and its range, and the median of each side."""

    ratio: float
    low: float
    high: float
    ours: float
    baseline: float


def timed(work: Callable[[], object]) -> Timer:
    """The timer of a piece of work in this process; what it returns is kept until time is taken."""

    def timer() -> float:
        start = perf_counter()
        kept = work()
        took = perf_counter() - start
        del kept
        return took

    return timer


def measure(row: Row, folder: Path, pairs: int) -> Result:
    """Time both sides once for warmth, then in pairs, each side first in every other pair.

    Python's collector stands still on both sides.
    """
    ours, baseline = row.prepare(folder)
    ours()
    baseline()
    takes: list[tuple[float, float]] = []
    for turn in range(pairs):
        if turn % 2:
            second, first = undisturbed(baseline), undisturbed(ours)
        else:
            first, second = undisturbed(ours), undisturbed(baseline)
        takes.append((first, second))
    ratios = [theirs / mine if row.faster else mine / theirs for mine, theirs in takes]
    return Result(
        median(ratios),
        min(ratios),
        max(ratios),
        median(mine for mine, _ in takes),
        median(theirs for _, theirs in takes),
    )


def undisturbed(timer: Timer) -> float:
    """Run a timer with the garbage collector off, on a clean heap."""
    gc.collect()
    gc.disable()
    try:
        return timer()
    finally:
        gc.enable()


def reached(row: Row, result: Result) -> bool:
    """Whether the ratio is as good as wanted."""
    return result.ratio >= row.reach if row.faster else result.ratio <= row.reach
