"""The story of one card: its events, the state after each, and the day that follows."""

import json
from collections.abc import Iterator
from datetime import date
from textwrap import wrap
from typing import Any, NamedTuple

from cardsmith.deck import CardId
from cardsmith.history import Answer, Event, dumps, quality
from cardsmith.render.keys import LABELS
from cardsmith.render.phrases import counted, on_day
from cardsmith.schedule import fsrs, sm2
from cardsmith.schedule.explain import formula
from cardsmith.schedule.replay import State, after, fresh
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.visible import visible

_MARGIN = " " * 12


class Chapter(NamedTuple):
    """An event with the states before and after it."""

    event: Event
    before: State[Any]
    after: State[Any]


def chapters(events: list[Event], scheduler: Scheduler[Any]) -> list[Chapter]:
    """The events of one card, in order, each with the state it led to."""
    state = fresh(scheduler)
    out = []
    for event in events:
        later = after(state, event, scheduler)
        out.append(Chapter(event, state, later))
        state = later
    return out


def why_lines(
    story: list[Chapter], scheduler: Scheduler[Any], today: date, width: int = 80
) -> Iterator[str]:
    """One line an event and one for its formula, then the day that follows from them."""
    if not story:
        yield "It was never answered: it is new."
        return
    for chapter in story:
        yield _line(chapter)
        told = [*_formula(chapter, scheduler), *_moved(chapter, scheduler)]
        for line in told:
            yield from wrap(line, max(20, width), initial_indent=_MARGIN, subsequent_indent=_MARGIN)
    state = story[-1].after
    yield _conclusion(state, today)


def why_json(
    card: CardId, story: list[Chapter], scheduler: Scheduler[Any], today: date
) -> dict[str, object]:
    """The documented shape of `cardsmith why --json`."""
    state = story[-1].after if story else fresh(scheduler)
    return {
        "card": card,
        "due": state.due.isoformat() if state.due else None,
        "new": state.is_new,
        "drill": state.in_drill(today),
        "suspended": state.suspended,
        "answers": state.answers,
        "lapses": state.lapses,
        "scheduler": scheduler.name,
        "memory": _memory(state),
        "events": [
            {
                **json.loads(dumps(chapter.event)),
                **_graded(chapter, scheduler),
                "memory": _memory(chapter.after),
                "due_after": chapter.after.due.isoformat() if chapter.after.due else None,
            }
            for chapter in story
        ],
    }


def _line(chapter: Chapter) -> str:
    event, state = chapter.event, chapter.after
    words = [f"{event.day}", f"{_deed(chapter):<12}"]
    if isinstance(event.deed, Answer):
        words.append(_effect(chapter))
    if state.due and state.due != chapter.before.due:
        words.append(f"due {state.due}")
    return "  ".join(words).rstrip()


def _formula(chapter: Chapter, scheduler: Scheduler[Any]) -> Iterator[str]:
    deed, day = chapter.event.deed, chapter.event.day
    if isinstance(deed, Answer) and (
        told := formula(scheduler, chapter.before, quality(deed), day)
    ):
        yield told


def _moved(chapter: Chapter, scheduler: Scheduler[Any]) -> Iterator[str]:
    """What became of the interval where another one was promised."""
    deed = chapter.event.deed
    if not isinstance(deed, Answer) or deed.days is None:
        return
    interval = scheduler.interval(chapter.after.memory)
    if deed.by not in {"", scheduler.name}:
        yield f"{counted(deed.days, 'day')} were promised by {visible(deed.by)}"
    elif interval != deed.days:
        yield f"{counted(interval, 'day')}, moved to {deed.days} by fuzz or other settings"


def _deed(chapter: Chapter) -> str:
    deed = chapter.event.deed
    if isinstance(deed, Answer):
        return f"{deed.key} {LABELS[deed.of][deed.key]}"
    return visible(type(deed).__name__.lower())


def _effect(chapter: Chapter) -> str:
    event, before = chapter.event, chapter.before
    if before.day == event.day and chapter.after.memory == before.memory:
        return "drill: the schedule stays"
    timing = ""
    due = before.ripe or before.due
    if before.day != event.day and due:
        late = (event.day - due).days
        timing = ", early" if late < 0 else f", {counted(late, 'day')} late" if late else ""
    match chapter.after.memory:
        case sm2.Memory(repetitions, ease, interval):
            row = f"{_ordinal(repetitions)} in a row"
            return f"{row}{timing}, ease {ease / 100:.2f}, {counted(interval, 'day')}"
        case fsrs.Memory(stability, difficulty):
            return f"stability {stability:.2f}{timing}, difficulty {difficulty:.2f}"
    return timing.removeprefix(", ")


def _ordinal(number: int) -> str:
    ending = (
        "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


def _conclusion(state: State[Any], today: date) -> str:
    if state.suspended:
        return "It is suspended: it is not asked."
    if state.in_drill(today):
        return (
            f"It is drilled again today, and due {on_day(state.due, today)}." if state.due else ""
        )
    if state.due is None:
        return "It is new."
    if state.due <= today:
        return f"It is due: since {state.due}." if state.due < today else "It is due today."
    return f"It is due {on_day(state.due, today)}, {state.due}."


def _graded(chapter: Chapter, scheduler: Scheduler[Any]) -> dict[str, object]:
    deed, day = chapter.event.deed, chapter.event.day
    if not isinstance(deed, Answer):
        return {}
    told = formula(scheduler, chapter.before, quality(deed), day)
    return {"quality": quality(deed), "formula": told}


def _memory(state: State[Any]) -> dict[str, object]:
    memory: dict[str, object] = state.memory._asdict()
    return memory
