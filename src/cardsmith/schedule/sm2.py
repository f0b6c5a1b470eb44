"""SM-2 as its text of 1990 says it, in whole numbers.

Source: P. A. Wozniak, Optimization of learning, Poznan 1990, section 3.2. Read closely, the text
changes the ease after the answer and multiplies with the new ease, rounds intervals up, leaves the
ease of a forgotten card alone and counts the failure as its first repetition. The code that the
author published later differs in all four; `docs/scheduling.md` compares them.

Where the text is silent: a late answer counts as if on time, and the next day is counted from the
real day of review; an early right answer keeps repetitions and ease and waits at least as long as
promised; a day's further answers are drill and change nothing.
"""

from typing import NamedTuple

from cardsmith.schedule.scheduler import Occasion

LONGEST = 36_500
_VERSION = 1  # of the formulas below; another one where the same answers give another memory
_LOWEST_EASE = 130
# Ease in hundredths, so that 2.5 + 0.1 + 0.1 … never drifts: 0.1 - (5-q)(0.08 + (5-q)*0.02).
EASE_CHANGES = {5: 10, 4: 0, 3: -14}
FIRST_INTERVALS = {1: 1, 2: 6}  # days, by the number of right answers in a row
_PASSED = 3
_QUALITIES = frozenset(range(6))


class Memory(NamedTuple):
    """Right answers in a row, the ease in hundredths (at least 130), the interval in days."""

    repetitions: int = 0
    ease: int = 250
    interval: int = 0


class SM2(NamedTuple):
    """The scheduler; `longest` caps every interval, in days."""

    longest: int = LONGEST

    @property
    def name(self) -> str:
        """The name that settings and events give it."""
        return "sm2"

    @property
    def key(self) -> str:
        """Its name, the version of its formulas and its parameters."""
        return f"sm2 {_VERSION} {self.longest}"

    def first(self) -> Memory:
        """The memory of a card that was never answered."""
        return Memory()

    def after(self, memory: Memory, occasion: Occasion) -> Memory:
        """The memory after an answer.

        Raises:
            ValueError: the quality is not 0 to 5.
        """
        quality, elapsed, early, same_day = occasion
        if quality not in _QUALITIES:
            raise ValueError(quality)
        if same_day:
            return memory
        repetitions, ease, interval = memory
        longest = self.longest
        if quality < _PASSED:
            return Memory(1, ease, min(1, longest))
        if early:
            return Memory(
                repetitions, ease, min(max(interval, _rounded_up(elapsed * ease)), longest)
            )
        repetitions += 1
        ease = max(_LOWEST_EASE, ease + EASE_CHANGES[quality])
        interval = FIRST_INTERVALS.get(repetitions) or _rounded_up(interval * ease)
        return Memory(repetitions, ease, min(interval, longest))

    def interval(self, memory: Memory) -> int:
        """The days from the last answer to the next one, at least 1."""
        return max(1, memory.interval)

    def promises(self, occasion: Occasion) -> bool:
        """Only the first answer of a study day does."""
        return not occasion.same_day

    def recall(self, memory: Memory, elapsed: int) -> float:
        """The chance that a card is known: 0.9 when it is due, falling by the same factor each day.

        SM-2 itself says nothing of chances. This is how its intervals are read where they are
        compared with those of others.
        """
        return 0.9 ** (elapsed / memory.interval) if memory.interval else 0.0


def _rounded_up(hundredths: int) -> int:
    return (hundredths + 99) // 100
