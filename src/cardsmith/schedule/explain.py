"""How a scheduler came to an interval: its formula with the numbers of one answer."""

from datetime import date
from typing import Any

from cardsmith.schedule import fsrs, sm2
from cardsmith.schedule.replay import PASSED, State, occasion
from cardsmith.schedule.scheduler import Occasion, Scheduler

_GRADES = {0: "Again", 1: "Again", 2: "Again", 3: "Hard", 4: "Good", 5: "Easy"}


def formula(scheduler: Scheduler[Any], state: State[Any], quality: int, day: date) -> str:
    """The formula with its numbers for an answer, on one line; empty where it changes nothing.

    Args:
        scheduler: whose formula.
        state: of the card before the answer.
        quality: of the answer.
        day: its study day.
    """
    seen = occasion(state, quality, day)
    later = scheduler.after(state.memory, seen)
    match state.memory, later:
        case sm2.Memory() as before, sm2.Memory() as after:
            return _sm2(before, after, seen, scheduler.longest)
        case fsrs.Memory() as before, fsrs.Memory() as after:
            return _fsrs(scheduler, before, after, seen)
    return ""


def _sm2(before: sm2.Memory, after: sm2.Memory, seen: Occasion, longest: int) -> str:
    if seen.same_day:
        return ""
    if seen.quality < PASSED:
        return f"forgotten: the intervals begin again, the ease stays {_ease(after)}"
    if seen.early:
        return (
            f"early: the longer of {before.interval} and "
            f"{seen.elapsed} x {_ease(before)}, so {after.interval}"
        )
    ease = f"ease {_ease(before)}"
    if change := sm2.EASE_CHANGES[seen.quality]:
        ease += f" {'+' if change > 0 else '-'} {abs(change) / 100:.2f} = {_ease(after)}"
        if after.ease != before.ease + change:
            ease = f"ease {_ease(before)}, {_ease(after)} at the lowest"
    if after.repetitions in sm2.FIRST_INTERVALS:
        which = ("first", "second")[after.repetitions - 1]
        return f"{ease}; the {which} interval is {after.interval}"
    exact = before.interval * after.ease / 100
    cut = f", at most {longest:,}" if exact > longest else ""
    return f"{ease}; {before.interval} x {_ease(after)} = {exact:g}, up to {after.interval}{cut}"


def _ease(memory: sm2.Memory) -> str:
    return f"{memory.ease / 100:.2f}"


def _fsrs(
    scheduler: Scheduler[Any], before: fsrs.Memory, after: fsrs.Memory, seen: Occasion
) -> str:
    grade = _GRADES[seen.quality]
    if not before.stability:
        return (
            f"first answer {grade}: stability {after.stability:.2f}, "
            f"difficulty {after.difficulty:.2f}"
        )
    if seen.same_day:
        when = "again today"
    else:
        chance = 100 * scheduler.recall(before, seen.elapsed)
        when = f"known with {chance:.0f} % after {seen.elapsed} days"
    return (
        f"{when}, {grade}: stability {before.stability:.2f} to {after.stability:.2f}, "
        f"difficulty {before.difficulty:.2f} to {after.difficulty:.2f}"
    )
