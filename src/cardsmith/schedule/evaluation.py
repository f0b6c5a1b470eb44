"""How well a scheduler would have predicted a history.

Each answer on a later day than the card's last one is predicted from what came before it, and the
predicted chance is compared with what happened. The measures are those of srs-benchmark and fsrs-rs
(repositories of open-spaced-repetition on GitHub), so that figures can be compared with theirs:

- The answers are put in order of time and cut into six equal parts. The first part only trains, the
  other five are scored (srs-benchmark: five folds of a split by time).
- Log loss, with chances held between a millionth and its complement.
- RMSE(bins): the answers are sorted into bins by the days that have passed, by how often the card
  was asked on a new day, and by how often it was forgotten; in each bin the mean chance is compared
  with the share of right answers (`rmse_matrix` in srs-benchmark, `r_matrix_index` in fsrs-rs).
- AUC: how often a remembered card had been given a higher chance than a forgotten one.

SM-2 never meant to predict. As in srs-benchmark, its interval is read as the days after which nine
of ten cards are still known: the chance is 0.9 ^ (days / interval).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple

from cardsmith.csvlog import Row
from cardsmith.day import DEFAULT_ROLLOVER, study_day
from cardsmith.deck import CardId
from cardsmith.history import Answer, Event, Reset, quality
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.scheduler import M, Occasion, Scheduler
from cardsmith.schedule.sm2 import SM2

PARTS = 6
LEAST = 60  # fewer predicted answers say nothing: ten for each part
_SURE = 1e-6
_AGAIN = 1
_HOURS = 24

# The bins of RMSE(bins): a number falls to the next lower power of the base, times the factor.
_DAYS = (2.48, 3.62)
_NUMBERS = (1.99, 1.89)
_LAPSES = (1.65, 1.73)

# Where the rows of a calibration table end: narrow where good schedulers work.
_EDGES = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)


class Review(NamedTuple):
    """An answer: Again to Easy as 1 to 4, its study day, its instant, and how long it took."""

    card: str
    grade: int
    day: date
    at: datetime
    ms: int = 0


History = Sequence[Review]  # of one card, in order
Predictor = Callable[[History], list[float]]  # the chances of its trials, in order


class Trial(NamedTuple):
    """An answer on a later day than the card's last one: the only kind that is predicted.

    Attributes:
        at: its instant.
        card: its card.
        number: of how many days with answers of this card it is on the last, itself included.
        days: since the last answer, at least 1.
        lapses: how many earlier trials of the card were wrong.
        right: whether the card was known.
    """

    at: datetime
    card: str
    number: int
    days: int
    lapses: int
    right: bool

    @property
    def bin(self) -> tuple[float, float, float]:
        """Its bin for RMSE(bins)."""
        return (
            _fallen(self.days, *_DAYS),
            _fallen(self.number, *_NUMBERS),
            _fallen(self.lapses, *_LAPSES),
        )


class Band(NamedTuple):
    """A row of a calibration table: chances from `low` up to `high`, and what came of them."""

    low: float
    high: float
    reviews: int
    predicted: float
    right: float


class Score(NamedTuple):
    """How well one predictor did; `auc` is None where all answers were right, or all wrong."""

    log_loss: float
    rmse: float
    auc: float | None
    calibration: tuple[Band, ...]


class Evaluation(NamedTuple):
    """A history, scored.

    Attributes:
        cards: how many cards there are.
        answers: how many answers, those that are not predicted included.
        first: the first study day.
        last: the last one.
        trained: the trials of the first part, which only train.
        scored: the trials of the other parts.
        retention: the share of right answers among the scored.
        scores: by the name of the predictor.
    """

    cards: int
    answers: int
    first: date
    last: date
    trained: int
    scored: int
    retention: float
    scores: Mapping[str, Score]


class TooFewError(ValueError):
    """There is not enough to score; `count` says how many trials there are."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def histories_of_rows(rows: Iterable[Row], rollover: int = DEFAULT_ROLLOVER) -> list[History]:
    """The histories of a log, each answer once, whatever the order of its lines."""
    in_order = sorted(set(rows), key=lambda row: (row.card, row.at, row.grade, row.ms))
    reviews = [
        Review(row.card, row.grade, study_day(row.at, rollover), row.at, row.ms) for row in in_order
    ]
    return [list(each) for _, each in groupby(reviews, key=lambda review: review.card)]


def histories_of_events(by_card: Mapping[CardId, Iterable[Event]]) -> list[History]:
    """The histories of cards' events in order; a card that was reset begins another."""
    found: list[History] = []
    for card, events in by_card.items():
        reviews: list[Review] = []
        for event in events:
            if isinstance(event.deed, Answer):
                grade = max(_AGAIN, quality(event.deed) - 1)
                reviews.append(Review(card, grade, event.day, event.at, event.deed.ms))
            elif isinstance(event.deed, Reset) and reviews:
                found.append(reviews)
                reviews = []
        found += [reviews] if reviews else []
    return found


def quietest_hour(histories: Iterable[History]) -> int:
    """The hour that lies farthest from all answers, where a study day had best end."""
    counts = Counter(review.at.hour for history in histories for review in history)
    return min(range(_HOURS), key=lambda hour: _noise(counts, hour))


def _noise(counts: Mapping[int, int], at: int) -> float:
    """How many answers lie around an hour; a hundredth as many for each hour farther away."""
    away = {hour: min((hour - at) % _HOURS, (at - 1 - hour) % _HOURS) for hour in counts}
    return math.fsum(count / math.pow(100, away[hour]) for hour, count in counts.items())


def near(histories: Iterable[History], hour: int) -> float:
    """The share of answers in the hour before and the hour after one."""
    counts = Counter(review.at.hour for history in histories for review in history)
    return (counts[hour] + counts[(hour - 1) % _HOURS]) / max(1, counts.total())


def trials(history: History) -> list[Trial]:
    """The answers of a card that are predicted."""
    found: list[Trial] = []
    lapses = 0
    for before, review in pairwise(history):
        days = (review.day - before.day).days
        if days > 0:
            right = review.grade > _AGAIN
            found.append(Trial(review.at, review.card, len(found) + 2, days, lapses, right))
            lapses += not right
    return found


def chances_of(history: History, scheduler: Scheduler[M], *, every: bool = False) -> list[float]:
    """The chances that a scheduler gives to the trials of a card.

    No answer counts as early: the history may have been made with other promises.

    Args:
        history: of the card.
        scheduler: whose memory goes along.
        every: let each answer count as if it were the first of its day.
    """
    memory = scheduler.first()
    chances: list[float] = []
    last: date | None = None
    for review in history:
        elapsed = max(0, (review.day - last).days) if last else 0
        if last and elapsed:
            chances.append(scheduler.recall(memory, elapsed))
        same_day = last is not None and not elapsed and not every
        occasion = Occasion(review.grade + 1, elapsed, same_day=same_day)
        memory = scheduler.after(memory, occasion)
        last = review.day
    return chances


def predictors() -> dict[str, Predictor]:
    """The predictors, but for the average, which needs none."""
    return {
        "sm2-every": partial(chances_of, scheduler=SM2(), every=True),
        "sm2": partial(chances_of, scheduler=SM2()),
        "fsrs": partial(chances_of, scheduler=FSRS()),
    }


def evaluate(histories: Iterable[History], by_name: Mapping[str, Predictor]) -> Evaluation:
    """Score predictors on histories; the order of the histories makes no difference.

    Args:
        histories: of one card each.
        by_name: the predictors; the average (`avg`) is scored with them.

    Raises:
        TooFewError: there are fewer than `LEAST` trials.
    """
    given = list(histories)
    rows = [
        row
        for history in given
        for row in zip(trials(history), *(each(history) for each in by_name.values()), strict=True)
    ]
    if len(rows) < LEAST:
        raise TooFewError(len(rows))
    rows.sort()
    tried: list[Trial]
    tried, *chances = (list(column) for column in zip(*rows, strict=True))
    size = len(tried) // PARTS
    trained = len(tried) - (PARTS - 1) * size
    scored = tried[trained:]
    columns = {"avg": _averages(tried, trained, size)}
    columns |= {name: column[trained:] for name, column in zip(by_name, chances, strict=True)}
    days = [review.day for history in given for review in history]
    return Evaluation(
        cards=len({history[0].card for history in given if history}),
        answers=len(days),
        first=min(days),
        last=max(days),
        trained=trained,
        scored=len(scored),
        retention=_share(scored),
        scores={name: score(scored, column) for name, column in columns.items()},
    )


def _averages(tried: Sequence[Trial], trained: int, size: int) -> list[float]:
    """For each part but the first, the share of right answers in all parts before it."""
    found: list[float] = []
    for start in range(trained, len(tried), size):
        found += [_share(tried[:start])] * size
    return found


def _share(tried: Sequence[Trial]) -> float:
    return sum(trial.right for trial in tried) / len(tried)


def score(tried: Sequence[Trial], chances: Sequence[float]) -> Score:
    """All measures of one predictor."""
    outcomes = [trial.right for trial in tried]
    return Score(
        log_loss(outcomes, chances),
        rmse([trial.bin for trial in tried], outcomes, chances),
        auc(outcomes, chances),
        calibration(outcomes, chances),
    )


def log_loss(outcomes: Sequence[bool], chances: Sequence[float]) -> float:
    """The mean of -log(the chance given to what happened)."""
    total = 0.0
    for right, chance in zip(outcomes, chances, strict=True):
        held = min(max(chance, _SURE), 1 - _SURE)
        total -= math.log(held if right else 1 - held)
    return total / len(outcomes)


def rmse(
    bins: Sequence[tuple[float, ...]], outcomes: Sequence[bool], chances: Sequence[float]
) -> float:
    """The root of the mean square of (mean chance - share of right answers) over the bins.

    Each bin weighs as much as it has answers.
    """
    gaps: dict[tuple[float, ...], list[float]] = defaultdict(list)
    for bin_, right, chance in zip(bins, outcomes, chances, strict=True):
        gaps[bin_].append(chance - right)
    return math.sqrt(
        sum(math.fsum(each) ** 2 / len(each) for each in gaps.values()) / len(outcomes)
    )


def auc(outcomes: Sequence[bool], chances: Sequence[float]) -> float | None:
    """The chance that a right answer had the higher chance of a right and a wrong one.

    Equal chances count half. None where all answers were right, or all wrong.
    """
    right = sum(outcomes)
    wrong = len(outcomes) - right
    if not right or not wrong:
        return None
    won = below = 0.0
    ranked = sorted(zip(chances, outcomes, strict=True))
    for _, tied in groupby(ranked, key=lambda pair: pair[0]):
        known = [outcome for _, outcome in tied]
        won += sum(known) * (below + (len(known) - sum(known)) / 2)
        below += len(known) - sum(known)
    return won / (right * wrong)


def calibration(outcomes: Sequence[bool], chances: Sequence[float]) -> tuple[Band, ...]:
    """What came of like chances; bands without answers are left out."""
    found: list[Band] = []
    low = 0.0
    for high in _EDGES:
        within = [
            (chance, right)
            for chance, right in zip(chances, outcomes, strict=True)
            if low <= chance < high or chance == high == 1
        ]
        if within:
            mean, share = (math.fsum(column) / len(within) for column in zip(*within, strict=True))
            found.append(Band(low, high, len(within), mean, share))
        low = high
    return tuple(found)


def _fallen(number: int, factor: float, base: float) -> float:
    if not number:
        return 0
    return round(factor * base ** math.floor(math.log(number) / math.log(base)), 2)
