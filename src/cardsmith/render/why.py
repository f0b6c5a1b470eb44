"""The story of one card: its events, the state after each, and the day that follows."""

import json
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from cardsmith.deck import CardId
from cardsmith.history import Answer, Event, dumps, quality
from cardsmith.render.phrases import counted, on_day
from cardsmith.render.review import LABELS
from cardsmith.schedule.replay import State, after, fresh, occasion
from cardsmith.schedule.sm2 import SM2, Memory
from cardsmith.visible import visible


class Chapter(NamedTuple):
    """An event with the states before and after it."""

    event: Event
    before: State[Memory]
    after: State[Memory]


def chapters(events: list[Event], scheduler: SM2) -> list[Chapter]:
    """The events of one card, in order, each with the state it led to."""
    state = fresh(scheduler)
    out = []
    for event in events:
        later = after(state, event, scheduler)
        out.append(Chapter(event, state, later))
        state = later
    return out


def why_lines(story: list[Chapter], today: date) -> Iterator[str]:
    """One line an event, then the day that follows from them."""
    if not story:
        yield "It was never answered: it is new."
        return
    for chapter in story:
        yield _line(chapter)
    state = story[-1].after
    yield _conclusion(state, today)


def why_json(card: CardId, story: list[Chapter], scheduler: SM2, today: date) -> dict[str, object]:
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
                **_graded(chapter.event),
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
        if chapter.before.day == event.day:
            words.append("drill: the schedule stays")
        else:
            words.append(_effect(chapter))
    if state.due and state.due != chapter.before.due:
        words.append(f"due {state.due}")
    return "  ".join(words).rstrip()


def _deed(chapter: Chapter) -> str:
    deed = chapter.event.deed
    if isinstance(deed, Answer):
        return f"{deed.key} {LABELS[deed.of][deed.key]}"
    return visible(type(deed).__name__.lower())


def _effect(chapter: Chapter) -> str:
    memory, event = chapter.after.memory, chapter.event
    seen = occasion(chapter.before, 0, event.day)
    timing = ""
    if seen.early:
        timing = ", early"
    elif chapter.before.due and event.day > chapter.before.due:
        timing = f", {counted((event.day - chapter.before.due).days, 'day')} late"
    return (
        f"{_ordinal(memory.repetitions)} in a row{timing}, ease {memory.ease / 100:.2f}, "
        f"{counted(memory.interval, 'day')}"
    )


def _ordinal(number: int) -> str:
    ending = (
        "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


def _conclusion(state: State[Memory], today: date) -> str:
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


def _graded(event: Event) -> dict[str, object]:
    return {"quality": quality(event.deed)} if isinstance(event.deed, Answer) else {}


def _memory(state: State[Memory]) -> dict[str, object]:
    return state.memory._asdict()
