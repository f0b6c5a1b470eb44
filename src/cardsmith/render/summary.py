"""What a sitting came to."""

from collections.abc import Iterator
from datetime import date

from cardsmith.agenda import Agenda
from cardsmith.history import Answer, quality
from cardsmith.render.due import Size, due_sentence, next_sentence
from cardsmith.render.phrases import counted, listed
from cardsmith.schedule.replay import PASSED
from cardsmith.schedule.scheduler import M
from cardsmith.session import Session


def summary_lines(
    session: Session[M], left: Agenda, tomorrow: Agenda, size: Size, day: date
) -> Iterator[str]:
    """What was done, what is left of today, and when the next cards come."""
    yield _done(session)
    if left:
        yield f"Left for today: {due_sentence(left, size, day)}."
    elif tomorrow:
        yield f"Done for today. Tomorrow: {due_sentence(tomorrow, size, day)}."
    else:
        yield f"Done for today{next_sentence(left, day)}."


def _done(session: Session[M]) -> str:
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
    return f"{counted(session.answered, 'answer')}: {listed(parts)}{lost}."
