"""FSRS-6: how long a card is remembered, from how it was answered and when.

A card has a stability (the days after which it is still known with a chance of 0.9) and a
difficulty, 1 to 10. The next interval is the time after which the chance falls to the retention
that the learner wants. The formulas and the default weights are those of the open-spaced-repetition
project, whose programs py-fsrs and fsrs-rs, and Anki with the latter, compute the same. Weights go
by their place, w0 to w20, as they do there.

Time is counted in study days, so an evening learner who comes half an hour earlier than yesterday
comes a day later all the same. Further answers of a study day have a formula of their own. There is
no rule for early answers: the days that really went by are all that counts.
"""

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple, Self

from cardsmith.schedule.scheduler import Occasion
from cardsmith.schedule.sm2 import LONGEST

_VERSION = 1  # of the formulas below; another one where the same answers give another memory

WEIGHTS = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
)
# The lowest and the highest that each weight may be, as py-fsrs has them.
_LOWEST_STABILITY, _LONGEST_STABILITY = 0.001, 36_500.0
_BOUNDS = (
    *[(_LOWEST_STABILITY, 100.0)] * 4,
    *((1.0, 10.0), (0.001, 4.0), (0.001, 4.0), (0.001, 0.75), (0.0, 4.5), (0.0, 0.8)),
    *((0.001, 3.5), (0.001, 5.0), (0.001, 0.25), (0.001, 0.9), (0.0, 4.0), (0.0, 1.0)),
    *((1.0, 6.0), (0.0, 2.0), (0.0, 2.0), (0.0, 0.8), (0.1, 0.8)),
)
_WEIGHTS_OF_FSRS_4, _WEIGHTS_OF_FSRS_5 = 17, 19
_DECAY_OF_FSRS_5 = 0.5
RETENTION = 0.9
_LOWEST_RETENTION, _HIGHEST_RETENTION = 0.7, 0.99
_LEAST_RIGHT, _MOST_RIGHT = 0.01, 0.99  # beyond them formulas run out of numbers

# The place of a quality of SM-2 among Again, Hard, Good, Easy.
_PLACES = {0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 3}
_GRADES = (1, 2, 3, 4)
_GOOD = 3
_EASIEST, _HARDEST = 1.0, 10.0


class Memory(NamedTuple):
    """The stability in days and the difficulty, 1 to 10; both 0 for a card never answered."""

    stability: float = 0.0
    difficulty: float = 0.0


class _Terms(NamedTuple):
    """What the formulas need of the parameters, computed once. Four values stand for the grades.

    Attributes:
        first: the memory after the first answer.
        power: the power of the forgetting curve.
        bend: its factor, such that the chance is 0.9 when the stability has gone by.
        harder: what an answer adds to the difficulty of the easiest card.
        pull: the difficulty that all are drawn to, times the strength of the draw.
        kept: one minus that strength.
        growth: how much a right answer adds to the stability; 0 for a wrong one.
        floor: what the stability is at least divided by when the card is forgotten.
        today: what further answers of a day multiply the stability with.
        stretch: how many stabilities make an interval.
    """

    first: tuple[Memory, ...]
    power: float
    bend: float
    harder: tuple[float, ...]
    pull: float
    kept: float
    growth: tuple[float, ...]
    floor: float
    today: tuple[float, ...]
    stretch: float


class _Parameters(NamedTuple):
    weights: tuple[float, ...]
    retention: float
    longest: int
    terms: _Terms


class FSRS(_Parameters):
    """The scheduler.

    Attributes:
        weights: 21 numbers that say how memory works; 17 or 19 of earlier versions are converted.
        retention: the chance of knowing a card when it is due that the learner wants.
        longest: caps every interval, in days.
        terms: what follows from the weights.
    """

    __slots__ = ()

    def __new__(
        cls,
        weights: Sequence[float] = WEIGHTS,
        retention: float = RETENTION,
        longest: int = LONGEST,
    ) -> Self:
        """Check the parameters.

        Raises:
            ValueError: one is out of bounds; the message is a sentence for the learner.
        """
        if not _LOWEST_RETENTION <= retention <= _HIGHEST_RETENTION:
            raise ValueError(
                f"the retention must be between {_LOWEST_RETENTION} and {_HIGHEST_RETENTION}, "
                f"not {retention}"
            )
        if longest < 1:
            raise ValueError(f"the longest interval must be 1 day or more, not {longest}")
        checked = checked_weights(weights)
        return super().__new__(cls, checked, float(retention), longest, _terms(checked, retention))

    @property
    def name(self) -> str:
        """The name that settings and events give it."""
        return "fsrs"

    @property
    def key(self) -> str:
        """Its name, the version of its formulas and its parameters."""
        weights = " ".join(map(repr, self.weights))
        return f"fsrs 6.{_VERSION} {self.longest} {self.retention!r} {weights}"

    def first(self) -> Memory:
        """The memory of a card that was never answered."""
        return Memory()

    def after(self, memory: Memory, occasion: Occasion) -> Memory:
        """The memory after an answer.

        Raises:
            ValueError: the quality is not 0 to 5.
        """
        quality, elapsed, _, _ = occasion
        if quality not in _PLACES:
            raise ValueError(quality)
        place = _PLACES[quality]
        # All in one body: a history has a million answers, and calls cost more than sums.
        first, power, bend, harder, pull, kept, growth, floor, today, _ = self.terms
        stability, difficulty = memory
        if not stability:
            return first[place]
        w = self.weights
        if not elapsed:
            factor = today[place] * stability ** -w[19]
            after = stability * (factor if factor > 1.0 or not place else 1.0)
        else:
            forgotten = 1.0 - (1.0 + bend * elapsed / stability) ** power
            if place:
                surprise = exp(w[10] * forgotten) - 1.0
                gain = growth[place] * (11.0 - difficulty) * stability ** -w[9] * surprise
                after = stability * (1.0 + gain)
            else:
                held = (stability + 1.0) ** w[13] - 1.0
                relearned = w[11] * difficulty ** -w[12] * held * exp(w[14] * forgotten)
                after = min(relearned, stability / floor)
        changed = pull + kept * (difficulty + harder[place] * (_HARDEST - difficulty))
        return Memory(
            _LOWEST_STABILITY if after < _LOWEST_STABILITY else min(after, _LONGEST_STABILITY),
            _EASIEST if changed < _EASIEST else min(changed, _HARDEST),
        )

    def interval(self, memory: Memory) -> int:
        """The days until the chance of knowing the card falls to the retention."""
        days = memory.stability * self.terms.stretch
        return max(1, min(int(days + 0.5), self.longest))

    def promises(self, occasion: Occasion) -> bool:  # noqa: ARG002 - the protocol's
        """Each answer does."""
        return True

    def recall(self, memory: Memory, elapsed: int) -> float:
        """The chance that the card is known `elapsed` study days after its last answer."""
        if not memory.stability:
            return 0.0
        terms = self.terms
        return float((1.0 + terms.bend * elapsed / memory.stability) ** terms.power)

    def from_sm2(self, interval: float, ease: float, retention: float = RETENTION) -> Memory:
        """The memory of a card of which only SM-2's state is known, not its answers.

        A log is made of answers, from which `after` computes every memory. This is for cards that
        come from elsewhere without theirs.

        Args:
            interval: in days; without one the card is new.
            ease: 2.5 for most cards.
            retention: how many answers were right when cards were due, which SM-2 does not say.

        Raises:
            ValueError: the retention is not one that answers can have had, 0.01 to 0.99.
        """
        if not _LEAST_RIGHT <= retention <= _MOST_RIGHT:
            raise ValueError(
                f"the retention must be between {_LEAST_RIGHT} and {_MOST_RIGHT}, not {retention}"
            )
        if interval <= 0:
            return Memory()
        weights = self.weights
        stability = interval / _stabilities(retention, weights[20])
        stability = min(max(stability, _LOWEST_STABILITY), _LONGEST_STABILITY)
        surprise = exp(weights[10] * (1.0 - retention)) - 1.0
        growth = exp(weights[8]) * stability ** -weights[9] * surprise
        difficulty = 11.0 - (ease - 1.0) / growth
        return Memory(stability, min(max(difficulty, _EASIEST), _HARDEST))


def checked_weights(weights: Sequence[float]) -> tuple[float, ...]:
    """The 21 weights of FSRS-6, from those or from the 17 or 19 of FSRS-4.5 or FSRS-5.

    Earlier ones are converted as `check_and_fill_parameters` of open-spaced-repetition/fsrs-rs does
    (src/model.rs, in later versions src/model_v6.rs): what FSRS-6 added is filled in such that the
    curve stays the old one.

    Raises:
        ValueError: there are too many, too few, or one is out of bounds.
    """
    filled = [float(weight) for weight in weights]
    if len(filled) == _WEIGHTS_OF_FSRS_4:
        filled[4] += 2 * filled[5]
        filled[5] = log(3 * max(0.0, filled[5]) + 1) / 3
        filled[6] += 0.5
        filled += [0.0, 0.0]
    if len(filled) == _WEIGHTS_OF_FSRS_5:
        filled += [0.0, _DECAY_OF_FSRS_5]
    if len(filled) != len(WEIGHTS):
        raise ValueError(
            f"fsrs has {len(WEIGHTS)} weights (or {_WEIGHTS_OF_FSRS_5} or {_WEIGHTS_OF_FSRS_4} "
            f"from an earlier version), not {len(weights)}"
        )
    for place, (weight, (lowest, highest)) in enumerate(zip(filled, _BOUNDS, strict=True)):
        if not lowest <= weight <= highest:  # which is also what NaN fails
            raise ValueError(
                f"weight w{place} of fsrs must be between {lowest} and {highest}, not {weight:g}"
            )
    return tuple(filled)


def _stabilities(retention: float, decay: float) -> float:
    """How many stabilities go by until the chance has fallen to `retention`; to 0.9, one."""
    return float((retention ** (-1.0 / decay) - 1.0) / (0.9 ** (-1.0 / decay) - 1.0))


def _terms(w: tuple[float, ...], retention: float) -> _Terms:
    growth = exp(w[8])
    first = [w[4] - exp(w[5] * (grade - 1)) + 1.0 for grade in _GRADES]
    return _Terms(
        first=tuple(
            Memory(w[grade - 1], min(max(first[grade - 1], _EASIEST), _HARDEST))
            for grade in _GRADES
        ),
        power=-w[20],
        bend=0.9 ** (-1.0 / w[20]) - 1.0,
        harder=tuple(-w[6] * (grade - _GOOD) / 9.0 for grade in _GRADES),
        pull=w[7] * first[-1],
        kept=1.0 - w[7],
        growth=(0.0, growth * w[15], growth, growth * w[16]),
        floor=exp(w[17] * w[18]),
        today=tuple(exp(w[17] * (grade - _GOOD + w[18])) for grade in _GRADES),
        stretch=_stabilities(retention, w[20]),
    )
