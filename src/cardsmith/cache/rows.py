"""What stands in the rows: the states of cards, and notes as text."""

import json
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from cardsmith import cloze, deck
from cardsmith.deck import CardId, Note, NoteId
from cardsmith.diagnostics import Place
from cardsmith.schedule.replay import State
from cardsmith.schedule.scheduler import M, Scheduler

FILE_BITS = 32  # a place in deck order: the number of the file, then that within the file
STATE = (
    "head, due, day, since, drilled, passed, answers, lapses, suspended, buried, memory, saw, ripe"
)
PUT_STATE = (
    f"INSERT INTO card (id, {STATE}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?) "  # noqa: S608 - names of columns
    "ON CONFLICT (id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in STATE.split(", "))
)


def state_in(
    row: Sequence[Any], scheduler: Scheduler[M], make_memory: Callable[..., M]
) -> State[M]:
    """The state in a row: an id, a rank, and the columns of `STATE`."""
    _, _, _, due, day, since, drilled, passed, answers, lapses, suspended, buried, *last = row
    memory, saw, ripe = last
    return State(
        scheduler.first() if memory is None else make_memory(*json.loads(memory)),
        None if due is None else date.fromordinal(due),
        None if day is None else date.fromordinal(day),
        None if since is None else date.fromordinal(since),
        bool(drilled),
        bool(passed),
        answers,
        lapses,
        bool(suspended),
        None if buried is None else date.fromordinal(buried),
        saw or "",
        None if ripe is None else date.fromordinal(ripe),
    )


def row_of(card: CardId, head: int | None, state: State[Any]) -> tuple[object, ...]:
    """What `PUT_STATE` writes of a card."""
    return (
        card,
        head,
        state.due and state.due.toordinal(),
        state.day and state.day.toordinal(),
        state.since and state.since.toordinal(),
        state.drilled,
        state.passed,
        state.answers,
        state.lapses,
        state.suspended,
        state.buried and state.buried.toordinal(),
        json.dumps(state.memory),
        state.saw,
        state.ripe and state.ripe.toordinal(),
    )


# ---- notes as text -----------------------------------------------------------------------------


def packed(note: Note) -> str:
    """All of a note but its id, its deck and its file."""
    content_ = note.content
    match content_:
        case deck.Cloze(text):
            fields: Sequence[object] = (text,)
        case _:
            fields = content_
    kind = _KINDS.index(type(content_))
    rest = (note.tags, note.source, note.extra, note.hint, note.formerly, note.guid, note.place)
    return json.dumps((kind, fields, rest))


_KINDS: tuple[type[deck.Content], ...] = (
    deck.Basic,
    deck.Cloze,
    deck.Typed,
    deck.Choice,
    deck.Sequence,
)


def unpacked(id_: str, deck_: str, path: str, body: str) -> Note:
    """The note that `packed` packed."""
    kind, fields, rest = json.loads(body)
    tags, source, extra, hint, formerly, guid, place = rest
    return Note(
        NoteId(id_),
        _CONTENTS[kind](*fields),
        deck_,
        tuple(tags),
        source,
        extra,
        hint,
        tuple(map(NoteId, formerly)),
        guid,
        path,
        Place(*place),
        {},
    )


_CONTENTS: tuple[Callable[..., deck.Content], ...] = (
    deck.Basic,
    lambda text: deck.Cloze(text, cloze.parse(text)),
    lambda front, answer, accept: deck.Typed(front, answer, tuple(accept)),
    lambda front, choices, answers, shuffle: deck.Choice(
        front, tuple(choices), tuple(answers), shuffle
    ),
    lambda front, steps: deck.Sequence(front, tuple(deck.Step(*step) for step in steps)),
)
