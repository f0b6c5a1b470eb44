"""The weeks to come: a learner, a scheduler and a memory, day by day.

What is true in here is that memory works as FSRS-6 says: a card is known with the chance that it
gives. The learner's habits say which key follows, and how long it takes. All luck comes from a hash
of the seed, the card and the number of the draw. So a simulation is a function of its seed, and
every scheduler is tried with the same luck: what differs between two of them is their doing.
"""

import hashlib
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Generic, NamedTuple

from cardsmith.deck import Card, CardId, NoteId, note_of
from cardsmith.schedule import fsrs
from cardsmith.schedule.evaluation import History
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.replay import State
from cardsmith.schedule.scheduler import M, Occasion, Scheduler

_AGAIN, _GOOD = 1, 3
_MOST_DRILL = 20  # nobody goes on for longer
_PRIOR = 50  # answers that the default habits count as
_UNIT = 2.0**-64


class Habit(NamedTuple):
    """How answers of one kind go.

    Attributes:
        shares: how often each key is pressed, Again to Easy; they add up to 1.
        seconds: how long an answer takes, by its key.
        answers: from how many answers of the learner's own this comes.
    """

    shares: tuple[float, float, float, float]
    seconds: tuple[float, float, float, float]
    answers: int = 0


class Habits(NamedTuple):
    """A learner's habits: with new cards, with reviews, and with drill on the same day.

    Of reviews only the shares of Hard, Good and Easy among right answers count: whether a card is
    known follows from its memory.
    """

    new: Habit
    review: Habit
    drill: Habit


# The means of many learners, as fsrs-rs has them for its simulator (open-spaced-repetition/fsrs-rs,
# SimulatorConfig); for drill, the answers that follow a failure on the same day.
DEFAULTS = Habits(
    Habit((0.24, 0.094, 0.495, 0.171), (19.58, 18.79, 13.78, 10.71)),
    Habit((0.0, 0.224, 0.631, 0.145), (19.38, 17.59, 12.38, 8.94)),
    Habit((0.2157, 0.0643, 0.6595, 0.0605), (16.44, 15.25, 12.32, 8.03)),
)


class Subject(NamedTuple, Generic[M]):
    """A card as the simulation finds it.

    Attributes:
        card: its id.
        note: its note's.
        state: what the scheduler knows.
        truth: how it is remembered.
        due: in how many days it is due by what was promised; None for a new card.
    """

    card: CardId
    note: NoteId
    state: State[M]
    truth: fsrs.Memory
    due: int | None


class Setting(NamedTuple):
    """What all schedulers are tried under.

    Attributes:
        today: the first day.
        days: how many there are.
        new: the most new cards a day.
        reviews: the most reviews a day.
        habits: the learner's.
        truth: how memory works.
        seed: all luck follows from it.
    """

    today: date
    days: int
    new: int
    reviews: int
    habits: Habits
    truth: FSRS
    seed: str


class Day(NamedTuple):
    """One simulated day; the numbers are means where several runs were made.

    Attributes:
        reviews: cards that were due and asked.
        new: cards met for the first time.
        drill: further answers on the same day.
        right: reviews that were right.
        seconds: the time for all answers.
        waiting: due cards that the limit left for later.
    """

    reviews: float = 0
    new: float = 0
    drill: float = 0
    right: float = 0
    seconds: float = 0
    waiting: float = 0


class Course(NamedTuple):
    """The simulated days, and how many of the cards would be known at the end of the last one."""

    days: tuple[Day, ...]
    known: float


def habits(histories: Iterable[History]) -> Habits:
    """A learner's habits, to which the default ones count as fifty answers of each kind."""
    kinds: tuple[list[tuple[int, int]], ...] = [], [], []
    for history in histories:
        last: date | None = None
        for review in history:
            kind = 0 if last is None else 1 if review.day > last else 2
            kinds[kind].append((review.grade, review.ms))
            last = review.day
    return Habits(*(_habit(seen, usual) for seen, usual in zip(kinds, DEFAULTS, strict=True)))


def _habit(seen: Sequence[tuple[int, int]], usual: Habit) -> Habit:
    if not seen:
        return usual
    shares, seconds = [], []
    keys = [key for key, _ in seen if usual.shares[key - 1]]
    for grade, share, time in zip(range(1, 5), usual.shares, usual.seconds, strict=True):
        times = [ms / 1000 for key, ms in seen if key == grade and ms]
        shares.append((keys.count(grade) + _PRIOR * share) / (len(keys) + _PRIOR))
        weight = _PRIOR * max(share, 0.1)
        seconds.append((sum(times) + weight * time) / (len(times) + weight))
    return Habit(_four(shares), _four(seconds), len(seen))


def _four(values: Sequence[float]) -> tuple[float, float, float, float]:
    again, hard, good, easy = values
    return again, hard, good, easy


def subjects(
    cards: Iterable[Card],
    states: Mapping[CardId, State[M]],
    truths: Mapping[CardId, State[fsrs.Memory]],
    fresh: State[M],
    due: Callable[[State[M]], int | None],
) -> list[Subject[M]]:
    """The cards of a collection that are asked, in deck order.

    Args:
        cards: of the collection.
        states: the learner's history, folded by the scheduler.
        truths: the same history, folded by FSRS-6.
        fresh: the state of a card without a history.
        due: in how many days a card is due; None for a new card.
    """
    found = []
    for card in cards:
        state = states.get(card.id, fresh)
        if not state.suspended:
            truth = truths[card.id].memory if card.id in truths else fsrs.Memory()
            found.append(Subject(card.id, note_of(card.id), state, truth, due(state)))
    return found


def promised(asked: Iterable[Subject[M]], days: int) -> list[int]:
    """How many cards each day already has, by the promises given; what is overdue counts today."""
    counts = [0] * days
    for subject in asked:
        if subject.due is not None and subject.due < days:
            counts[subject.due] += 1
    return counts


def simulate(asked: Sequence[Subject[M]], scheduler: Scheduler[M], setting: Setting) -> Course:
    """One run through the days, the first of which is what is left of today."""
    return _Run(asked, scheduler, setting).course()


def simulated(
    asked: Sequence[Subject[M]], scheduler: Scheduler[M], setting: Setting, runs: int
) -> Course:
    """The mean of several runs."""
    courses = [
        simulate(asked, scheduler, setting._replace(seed=f"{setting.seed}/{run}"))
        for run in range(runs)
    ]
    days = [
        Day(*(sum(column) / runs for column in zip(*same, strict=True)))
        for same in zip(*(course.days for course in courses), strict=True)
    ]
    return Course(tuple(days), sum(course.known for course in courses) / runs)


class _Run(Generic[M]):
    """One run: what the scheduler knows of each card, and what is true of it, as they change."""

    def __init__(
        self, asked: Sequence[Subject[M]], scheduler: Scheduler[M], setting: Setting
    ) -> None:
        self.asked, self.scheduler, self.setting = asked, scheduler, setting
        self.memories = [subject.state.memory for subject in asked]
        self.truths = [subject.truth for subject in asked]
        self.answered: dict[int, int] = {}  # the day of the last answer, counted from today
        self.calendar: dict[int, list[int]] = defaultdict(list)
        self.waiting: deque[int] = deque()  # due, those that have waited longest first
        self.new: deque[int] = deque()
        self.draws: dict[int, int] = defaultdict(int)
        for at, subject in enumerate(asked):
            last = subject.state.day
            if subject.due is None or last is None:
                self.new.append(at)
            else:
                self.calendar[subject.due].append(at)
                self.answered[at] = min(0, (last - setting.today).days)
        self.calendar[0].sort(key=lambda at: (asked[at].state.due or setting.today, at))

    def course(self) -> Course:
        """All days."""
        days = tuple(self._day(day) for day in range(self.setting.days))
        truth, end = self.setting.truth, self.setting.days - 1
        known = sum(
            truth.recall(self.truths[at], max(0, end - day)) for at, day in self.answered.items()
        )
        return Course(days, known)

    def _day(self, day: int) -> Day:
        done = [self._drilled_again()] if day == 0 else []
        reviews, new = self._left(day)
        self.waiting.extend(self.calendar.pop(day, ()))
        asked = [self.waiting.popleft() for _ in range(min(reviews, len(self.waiting)))]
        done += [self._review(at, day) for at in asked]
        done += [self._meet(at, day) for at in self._take_new(day, new)]
        total = Day(*(sum(column) for column in zip(*done, strict=True))) if done else Day()
        return total._replace(waiting=len(self.waiting))

    def _left(self, day: int) -> tuple[int, int]:
        """How many reviews and new cards the limits still allow; of today a part may be done."""
        reviews, new = self.setting.reviews, self.setting.new
        if day == 0:
            today = self.setting.today
            states = [subject.state for subject in self.asked if subject.state.day == today]
            met = sum(state.since == today for state in states)
            reviews, new = reviews - (len(states) - met), new - met
        return max(0, reviews), max(0, new)

    def _take_new(self, day: int, most: int) -> list[int]:
        """The next new cards, one of a note."""
        today = self.setting.today
        taken: set[NoteId] = set()
        if day == 0:
            taken = {each.note for each in self.asked if each.state.since == today}
        chosen: list[int] = []
        passed: list[int] = []
        while self.new and len(chosen) < most:
            at = self.new.popleft()
            subject = self.asked[at]
            is_buried = day == 0 and subject.state.buried == today
            if subject.note in taken or is_buried:
                passed.append(at)
            else:
                taken.add(subject.note)
                chosen.append(at)
        self.new.extendleft(reversed(passed))
        return chosen

    def _review(self, at: int, day: int) -> Day:
        elapsed = max(0, day - self.answered[at])
        luck, key = self._luck(at)
        is_right = luck < self.setting.truth.recall(self.truths[at], elapsed)
        habit = self.setting.habits.review
        grade = _drawn((0.0, *habit.shares[1:]), key) if is_right else _AGAIN
        self._answer(at, grade, elapsed, same_day=False)
        drill, seconds = self._drill(at, grade)
        self._promise(at, day)
        return Day(1, 0, drill, is_right, habit.seconds[grade - 1] + seconds)

    def _meet(self, at: int, day: int) -> Day:
        habit = self.setting.habits.new
        grade = _drawn(habit.shares, self._luck(at)[1])
        self._answer(at, grade, 0, same_day=False)
        drill, seconds = self._drill(at, grade)
        self._promise(at, day)
        return Day(0, 1, drill, 0, habit.seconds[grade - 1] + seconds)

    def _drilled_again(self) -> Day:
        """Today's drill that is not finished; it leaves the promises as they are."""
        total = Day()
        for at, subject in enumerate(self.asked):
            if subject.state.in_drill(self.setting.today):
                drill, seconds = self._drill(at, _AGAIN)
                total = total._replace(drill=total.drill + drill, seconds=total.seconds + seconds)
        return total

    def _drill(self, at: int, grade: int) -> tuple[int, float]:
        """Ask again until it is Good: how often, and for how long."""
        habit = self.setting.habits.drill
        count, seconds = 0, 0.0
        while grade < _GOOD and count < _MOST_DRILL:
            grade = _drawn(habit.shares, self._luck(at)[1])
            self._answer(at, grade, 0, same_day=True)
            count += 1
            seconds += habit.seconds[grade - 1]
        return count, seconds

    def _answer(self, at: int, grade: int, elapsed: int, *, same_day: bool) -> None:
        occasion = Occasion(grade + 1, elapsed, same_day=same_day)
        self.memories[at] = self.scheduler.after(self.memories[at], occasion)
        self.truths[at] = self.setting.truth.after(self.truths[at], occasion)

    def _promise(self, at: int, day: int) -> None:
        self.answered[at] = day
        self.calendar[day + max(1, self.scheduler.interval(self.memories[at]))].append(at)

    def _luck(self, at: int) -> tuple[float, float]:
        """Two numbers from 0 up to 1 that belong to this card's next answer."""
        self.draws[at] += 1
        what = f"{self.setting.seed}\n{self.asked[at].card}\n{self.draws[at]}"
        digest = hashlib.blake2b(what.encode(), digest_size=16).digest()
        return (
            int.from_bytes(digest[:8], "big") * _UNIT,
            int.from_bytes(digest[8:], "big") * _UNIT,
        )


def _drawn(shares: Sequence[float], luck: float) -> int:
    """A grade, each as often as its share says."""
    left = luck * sum(shares)
    for grade, share in enumerate(shares, 1):
        left -= share
        if left < 0:
            return grade
    return max(grade for grade, share in enumerate(shares, 1) if share)
