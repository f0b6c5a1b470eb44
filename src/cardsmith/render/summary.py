"""What a sitting came to, and what is to come."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from rich.text import Text

from cardsmith.agenda import Agenda
from cardsmith.history import Answer, quality
from cardsmith.render.due import Size, due_sentence, next_sentence
from cardsmith.render.keys import named
from cardsmith.render.look import Look, wrapped
from cardsmith.render.phrases import counted, listed
from cardsmith.render.review import Screen
from cardsmith.render.stats import load_plot
from cardsmith.schedule.replay import PASSED
from cardsmith.session import Session

_WAYS = {  # after the last card, as part of a sentence
    "leave": "to leave",
    "undo": "to undo",
    "five more": "for five more",
    "next collection": "for the next collection",
}
_LEAST_STREAK = 2  # days that are worth a word


class Outcome(NamedTuple):
    """What a sitting came to.

    Attributes:
        session: the sitting.
        left: what the study day still asks for.
        tomorrow: what the next one will ask for.
        size: of the collection.
        day: the study day.
        minutes: how long the sitting lasted.
        streak: how many study days were kept without a gap.
        load: how many cards are due on each day.
        has_more: whether there are cards to go on with.
        is_cut: whether the sitting ended because its time was up.
        has_next: whether another collection comes after this one.
    """

    session: Session[Any]
    left: Agenda
    tomorrow: Agenda
    size: Size
    day: date
    minutes: int
    streak: int
    load: Mapping[date, int]
    has_more: bool
    is_cut: bool = False
    has_next: bool = False

    @property
    def title(self) -> str:
        """How it ended."""
        if self.is_cut:
            return "Time is up."
        is_part = self.left and not self.session.rules.is_cram
        return "That was the last card of this sitting." if is_part else "That was the last card."


def summary_lines(outcome: Outcome) -> Iterator[str]:
    """What was done, what is left of today, when the next cards come, and for how long it goes."""
    yield _done(outcome.session, outcome.minutes)
    left, tomorrow, size, day = outcome.left, outcome.tomorrow, outcome.size, outcome.day
    if outcome.session.rules.is_cram:
        return
    if left:
        yield f"Left for today: {due_sentence(left, size, day)}."
    elif tomorrow:
        yield f"Done for today. Tomorrow: {due_sentence(tomorrow, size, day)}."
    else:
        yield f"Done for today{next_sentence(left, day)}."
    if outcome.streak >= _LEAST_STREAK and outcome.session.answered:
        yield f"Day {outcome.streak} in a row."


def end_screen(outcome: Outcome, look: Look, echo: str = "") -> Screen:
    """What stands on the screen after the last card."""
    body = [*wrapped(Text(outcome.title, "bold"), look), Text()]
    for sentence in summary_lines(outcome):
        body += wrapped(Text(sentence), look)
    if not outcome.session.rules.is_cram:
        body += [Text(), Text("Due in the coming two weeks:", "dim")]
        body += load_plot(outcome.load, outcome.day, look)
    keys = named(end_keys(outcome), look)
    told = wrapped(Text(echo, "dim"), look) if echo else []
    return Screen([], body, [*told, *keys], keys, keys)


def end_keys(outcome: Outcome) -> list[tuple[str, str]]:
    """The keys after the last card, and what each is for."""
    bindings = outcome.session.rules.bindings
    show, leave = bindings.key("show"), bindings.key("leave")
    keys = [(show, "next collection"), (leave, "leave")] if outcome.has_next else [(show, "leave")]
    keys += [(bindings.key("more"), "five more")] * outcome.has_more
    return keys + [(bindings.key("undo"), "undo")] * (outcome.session.past is not None)


def end_prompt(outcome: Outcome) -> str:
    """How it ended, and what can be typed then, line by line."""
    (_, first), *others = end_keys(outcome)
    keys = [*others, (outcome.session.rules.bindings.confirm, first)]
    return f"{outcome.title} {', '.join(f'{key} {_WAYS[what]}' for key, what in keys if key)}: "


def _done(session: Session[Any], minutes: int) -> str:
    new = reviewed = drilled = forgotten = 0
    for event, before in session.answers():
        if before.day == event.day:
            drilled += 1
            continue
        new += before.is_new
        reviewed += not before.is_new
        if isinstance(event.deed, Answer) and quality(event.deed) < PASSED:
            forgotten += 1
    if not session.answered:
        return "Nothing answered."
    time = f" in {counted(minutes, 'minute')}" if minutes else ""
    if session.rules.is_cram:
        return f"{counted(session.answered, 'answer')}{time} for practice; none was recorded."
    parts = [
        words
        for number, words in (
            (new, f"{new} new"),
            (reviewed, f"{reviewed} reviewed"),
            (drilled, f"{drilled} in drill"),
        )
        if number
    ]
    lost = f"; {forgotten} not known" if forgotten else ""
    return f"{counted(session.answered, 'answer')}{time}: {listed(parts)}{lost}."
