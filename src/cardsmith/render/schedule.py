"""How well schedulers predict, and the weeks to come: tables, plots, and JSON."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from textwrap import wrap
from typing import NamedTuple

from cardsmith.csvlog import Problem
from cardsmith.render.look import Look
from cardsmith.render.phrases import counted
from cardsmith.schedule.evaluation import Evaluation, Score
from cardsmith.schedule.moves import Move
from cardsmith.schedule.simulation import Course, Day, Habit, Habits

NAMES = {"avg": "average", "sm2-every": "SM-2 every answer", "sm2": "SM-2", "fsrs": "FSRS-6"}
_CALIBRATED = ("sm2", "fsrs")
_SHORTEST_BAR = 8  # cells; a shorter one shows nothing
_WIDE = 60  # cells, from which on there is room for one more column
_WEEK = 7
_FEW = 500  # answers; with fewer the default habits still show
_MOST_ROWS = 8 * _WEEK  # days; more are shown by the week


class Policy(NamedTuple):
    """A scheduler with its retention, and what it came to as the mean of several runs."""

    scheduler: str
    retention: float | None
    runs: int
    course: Course

    @property
    def title(self) -> str:
        """`sm2`, `fsrs 90 %`."""
        share = "" if self.retention is None else f" {100 * self.retention:g} %"
        return self.scheduler + share


class Forecast(NamedTuple):
    """The weeks to come.

    Attributes:
        today: the first day.
        scheduler: the one in use.
        new: the limit of new cards a day.
        reviews: the limit of reviews a day.
        habits: the learner's.
        seed: where all luck comes from.
        runs: of how many runs the days are the means.
        promised: how many cards each day already has.
        course: the days with the scheduler in use.
        policies: the longer courses that are compared.
    """

    today: date
    scheduler: str
    new: int
    reviews: int
    habits: Habits
    seed: int
    runs: int
    promised: Sequence[int]
    course: Course
    policies: Sequence[Policy]


def evaluation_lines(told: Evaluation, look: Look) -> Iterator[str]:
    """A summary, a row for each predictor, and how right the schedulers' chances were."""
    total = told.trained + told.scored
    yield from wrap(
        f"{counted(told.cards, 'card')}, {counted(told.answers, 'answer')} from "
        f"{_long(told.first)} to {_long(told.last)}. {total:,} came on a later day than "
        f"the card's last answer: the first {told.trained:,} of them only train, the other "
        f"{told.scored:,} are predicted. "
        f"{100 * told.retention:.1f} % of these were right.",
        look.width,
    )
    yield ""
    yield f"{'':<17} {'log loss':>8} {'RMSE':>6} {'AUC':>5}"
    for name, score in told.scores.items():
        auc = "-" if score.auc is None else f"{score.auc:.3f}"
        yield f"{NAMES.get(name, name):<17} {score.log_loss:>8.4f} {score.rmse:>6.4f} {auc:>5}"
    yield ""
    yield from wrap(
        "Log loss and RMSE (by bins): the lower, the better. AUC: the higher; 0.5 is mere chance. "
        "`average` always says how many answers were right so far.",
        look.width,
    )
    for name in _CALIBRATED:
        if name in told.scores:
            yield ""
            yield from _calibration_lines(NAMES[name], told.scores[name], look)


def _calibration_lines(name: str, score: Score, look: Look) -> Iterator[str]:
    mark = "│" if look.unicode else "|"
    head = f"{name + ' said':<12} {'mean':>5} {'right':>6} {'reviews':>8}"
    room = look.width - len(head) - 2
    yield f"{head}  right, and {mark} as said" if room >= len("right, and | as said") else head
    for band in score.calibration:
        span = f"{100 * band.low:.0f} to {100 * band.high:.0f} %"
        mean, right = 100 * band.predicted, 100 * band.right
        row = f"{span:<12} {mean:>3.0f} % {right:>4.0f} % {band.reviews:>8,}"
        bar = _marked(band.right, band.predicted, room, look)
        yield f"{row}  {bar}" if room >= _SHORTEST_BAR else row


def _marked(share: float, at: float, room: int, look: Look) -> str:
    """A bar for a share, with a mark where it was said to end."""
    full, mark = ("█", "│") if look.unicode else ("#", "|")
    cells = list((full * round(share * room)).ljust(room))
    cells[min(room - 1, round(at * room))] = mark
    return "".join(cells).rstrip()


def evaluation_json(
    told: Evaluation, source: str | None, problems: Sequence[Problem]
) -> dict[str, object]:
    """The documented shape of `cardsmith schedule evaluate --json`."""
    return {
        "source": source,
        "cards": told.cards,
        "answers": told.answers,
        "first": told.first.isoformat(),
        "last": told.last.isoformat(),
        "trained": told.trained,
        "scored": told.scored,
        "retention": _round(told.retention),
        "predictors": [
            {
                "name": name,
                "log_loss": _round(score.log_loss),
                "rmse_bins": _round(score.rmse),
                "auc": None if score.auc is None else _round(score.auc),
                "calibration": [
                    {
                        **band._asdict(),
                        "predicted": _round(band.predicted),
                        "right": _round(band.right),
                    }
                    for band in score.calibration
                ],
            }
            for name, score in told.scores.items()
        ],
        "problems": [problem._asdict() for problem in problems],
    }


def forecast_lines(told: Forecast, look: Look) -> Iterator[str]:
    """The days to come, what each scheduler would ask of a year, and what is taken for granted."""
    days = told.course.days
    limits = f"{counted(told.new, 'new card')} and {counted(told.reviews, 'review')}"
    yield from wrap(
        f"The next {counted(len(days) // _WEEK, 'week')} with {told.scheduler}, at most {limits} a "
        "day.",
        look.width,
    )
    yield ""
    yield from _plot(told, look)
    yield ""
    if told.policies:
        yield from _policy_lines(told.policies, look)
        yield ""
    yield from wrap(_granted(told), look.width)


def _granted(told: Forecast) -> str:
    own = sum(habit.answers for habit in told.habits)
    habits = "those of many learners"
    if own:
        mixed = ", mixed with those of many learners" if own < _FEW else ""
        habits = f"your own ({counted(own, 'answer')}{mixed})"
    return (
        "Simulated: memory works as FSRS-6 with its default weights says; which keys are pressed "
        f"and how long it takes are {habits}. Another --seed than {told.seed} brings other luck."
    )


class _Row(NamedTuple):
    label: str
    promised: float
    day: Day


def _rows(told: Forecast) -> list[_Row]:
    """The days, or where there are many of them, the means of weeks."""
    days = told.course.days
    size = 1 if len(days) <= _MOST_ROWS else _WEEK
    rows = []
    for start in range(0, len(days), size):
        some = days[start : start + size]
        first = told.today + timedelta(days=start)
        label = f"{first:%a} {first.day:>2} {first:%b}" if size == 1 else _long(first)
        mean = Day(*(sum(column) / len(some) for column in zip(*some, strict=True)))
        promised = sum(told.promised[start : start + size]) / len(some)
        rows.append(_Row(label, promised, mean))
    return rows


def _plot(told: Forecast, look: Look) -> Iterator[str]:
    rows = _rows(told)
    labels = max(len(row.label) for row in rows)
    is_wide = look.width >= _WIDE
    more = f" {'promised':>9}" if is_wide else ""
    by_week = len(rows) < len(told.course.days)
    title = "a day" if by_week else ""
    head = f"{title:<{labels}} {'reviews':>7}{more} {'new':>4} {'min':>4}"
    room = look.width - len(head) - 2
    full, light = ("█", "░") if look.unicode else ("#", "-")
    yield head
    most = max((row.day.reviews for row in rows), default=0)
    for row in rows:
        promised = f" {row.promised:>9.0f}" if is_wide else ""
        minutes = row.day.seconds / 60
        text = (
            f"{row.label:<{labels}} {row.day.reviews:>7.0f}{promised} {row.day.new:>4.0f} "
            f"{minutes:>4.0f}"
        )
        if room >= _SHORTEST_BAR and most:
            cells = round(row.day.reviews / most * room)
            known = round(min(row.promised, row.day.reviews) / most * room)
            text = f"{text}  {full * known}{light * (cells - known)}"
        yield text.rstrip()
    if room >= _SHORTEST_BAR and most:
        yield from wrap(
            f"{full} already promised, {light} to come of the answers until then", look.width
        )


def _policy_lines(policies: Sequence[Policy], look: Look) -> Iterator[str]:
    weeks = len(policies[0].course.days) // _WEEK
    yield from wrap(f"The next {counted(weeks, 'week')} with each scheduler, a day:", look.width)
    is_wide = look.width >= _WIDE
    more = f" {'waiting':>8}" if is_wide else ""
    yield f"{'':<11} {'reviews':>7} {'min':>5} {'right':>6} {'known':>7}{more}"
    for policy in policies:
        mean = _mean(policy.course.days)
        waiting = f" {policy.course.days[-1].waiting:>8,.0f}" if is_wide else ""
        yield (
            f"{policy.title:<11} {mean.reviews:>7.1f} {mean.seconds / 60:>5.1f} "
            f"{_percent(mean):>6} {policy.course.known:>7,.0f}{waiting}"
        )
    yield from wrap(
        "right: of the reviews; known: cards that would be known on the last day"
        + ("; waiting: due cards that the limit leaves over." if is_wide else "."),
        look.width,
    )


def _percent(day: Day) -> str:
    return f"{100 * day.right / day.reviews:.0f} %" if day.reviews else "-"


def _mean(days: Sequence[Day]) -> Day:
    return Day(*(sum(column) / len(days) for column in zip(*days, strict=True)))


def forecast_json(told: Forecast) -> dict[str, object]:
    """The documented shape of `cardsmith schedule forecast --json`."""
    return {
        "day": told.today.isoformat(),
        "scheduler": told.scheduler,
        "limits": {"new": told.new, "reviews": told.reviews},
        "seed": told.seed,
        "runs": told.runs,
        "habits": {name: _habit(habit) for name, habit in told.habits._asdict().items()},
        "days": [
            {
                "day": (told.today + timedelta(days=number)).isoformat(),
                "promised": promised,
                **_figures(day),
                "waiting": _round(day.waiting),
            }
            for number, (promised, day) in enumerate(
                zip(told.promised, told.course.days, strict=True)
            )
        ],
        "policies": [
            {
                "scheduler": policy.scheduler,
                "retention": policy.retention,
                "runs": policy.runs,
                "days": len(policy.course.days),
                **_figures(_mean(policy.course.days)),
                "waiting": _round(policy.course.days[-1].waiting),
                "known": _round(policy.course.known),
            }
            for policy in told.policies
        ],
    }


def _figures(day: Day) -> dict[str, float]:
    return {
        "reviews": _round(day.reviews),
        "right": _round(day.right),
        "new": _round(day.new),
        "drill": _round(day.drill),
        "minutes": _round(day.seconds / 60),
    }


def _habit(habit: Habit) -> dict[str, object]:
    return {
        "answers": habit.answers,
        "shares": [_round(share) for share in habit.shares],
        "seconds": [_round(seconds) for seconds in habit.seconds],
    }


def _round(value: float) -> float:
    return round(value, 6)


def _long(day: date) -> str:
    return f"{day.day} {day:%b} {day.year}"


def moves_lines(  # noqa: PLR0913, PLR0917 - what is told
    moved: Sequence[Move],
    before: Mapping[date, int],
    after: Mapping[date, int],
    scheduler: str,
    today: date,
    look: Look,
) -> Iterator[str]:
    """How many cards are due on the coming days, as they stand and as the scheduler has them."""
    if not moved:
        yield f"All cards stand where {scheduler} puts them."
        return
    earlier = sum(move.after < move.before for move in moved)
    yield f"{counted(len(moved), 'card')} would move by {scheduler}: {earlier} to an earlier day."
    yield ""
    yield "  due          now  after"
    most = max(*before.values(), *after.values())
    room = max(8, look.width - 34)
    for number, (first, last) in enumerate(_SPANS):
        now, then = (_within(counts, today, first, last) for counts in (before, after))
        name = _SPAN_NAMES[number]
        bar = ("█" if look.unicode else "#") * (then * room // max(1, most) if last == first else 0)
        yield f"  {name:<11} {now:>5}  {then:>5}  {bar[:room]}".rstrip()


_SPANS = ((0, 0), (1, 1), (2, 2), (3, 6), (7, 13), (14, 29), (30, 89), (90, 364), (365, 10**6))
_SPAN_NAMES = (
    *("today", "tomorrow", "in 2 days", "3-6 days", "1 week", "2 weeks", "1-2 months"),
    *("3 months on", "a year on"),
)


def _within(counts: Mapping[date, int], today: date, first: int, last: int) -> int:
    return sum(count for day, count in counts.items() if first <= (day - today).days <= last)


def moves_json(
    moved: Sequence[Move],
    before: Mapping[date, int],
    after: Mapping[date, int],
    scheduler: str,
    today: date,
) -> dict[str, object]:
    """The documented shape of `cardsmith schedule apply --json`."""
    return {
        "scheduler": scheduler,
        "day": today.isoformat(),
        "moves": [
            {"card": card, "before": old.isoformat(), "after": new.isoformat()}
            for card, old, new in moved
        ],
        "due_before": {day.isoformat(): before[day] for day in sorted(before)},
        "due_after": {day.isoformat(): after[day] for day in sorted(after)},
    }
