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
        has_more: whether there are cards beyond what the day asks for.
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

    @property
    def is_timed_out(self) -> bool:
        """Whether cards of the sitting were left."""
        return bool(self.left) and not self.session.rules.is_cram


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
    bindings = outcome.session.rules.bindings
    body = [Text(_title(outcome), "bold"), Text()]
    for sentence in summary_lines(outcome):
        body += wrapped(Text(sentence), look)
    if not outcome.session.rules.is_cram:
        body += [Text(), Text("Due in the coming two weeks:", "dim")]
        body += load_plot(outcome.load, outcome.day, look)
    more = [(bindings.key("more"), "five more")] * outcome.has_more
    undo = [(bindings.key("undo"), "undo")] * (outcome.session.past is not None)
    keys = named([("Enter", "leave"), *more, *undo], look)
    told = wrapped(Text(echo, "dim"), look) if echo else []
    return Screen([], body, [*told, *keys], keys, keys)


def _title(outcome: Outcome) -> str:
    return "Time is up." if outcome.is_timed_out else "That was the last card."


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
        return f"{counted(session.answered, 'answer')}{time} for practice; nothing was recorded."
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
