"""What the cache answers."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import wraps
from heapq import merge
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from cardsmith.agenda import MOST_CHANGED, Candidates, gathered
from cardsmith.cache.inputs import former_names, lines_about, names_in
from cardsmith.cache.known import cards_in, edition_in, file_of, keep
from cardsmith.cache.rows import FILE_BITS, STATE, state_in, unpacked
from cardsmith.cache.store import (
    DAMAGE,
    DamagedError,
    Kept,
    LostError,
    UnfitError,
    connected,
    is_damage,
    let_go,
    remove,
    rows_about,
)
from cardsmith.cache.update import Update
from cardsmith.deck import Card, CardId, NoteId, cards_of, note_of
from cardsmith.history import Event
from cardsmith.historyfile import Damage
from cardsmith.news import News, differing, news
from cardsmith.schedule.replay import Record, State, in_order, present_name
from cardsmith.schedule.scheduler import M, Scheduler

_UNSEEN = (
    "FROM card WHERE rank IS NOT NULL AND day IS NULL AND suspended = 0 "
    "AND (buried IS NULL OR buried <> ?)"
)

_P = ParamSpec("_P")
_R = TypeVar("_R")


def opened(file: Path | None, kept: Kept) -> "Cache[Any] | None":
    """Open a cache and bring it up to date; None where that cannot be done now.

    Raises:
        HistoryError: the history cannot be read, just as without a cache.
    """
    if file is None:
        return None
    for _ in range(2):
        connection = None
        try:
            connection = connected(file)
            return Cache(connection, file, kept) if connection else None
        except (UnfitError, OSError):
            let_go(connection)
            return None
        except (*DAMAGE, DamagedError) as error:
            let_go(connection)
            if not is_damage(error):
                return None
            remove(file)
        except BaseException:
            let_go(connection)
            raise
    return None


def _asked(
    question: "Callable[Concatenate[Cache[M], _P], _R]",
) -> "Callable[Concatenate[Cache[M], _P], _R]":
    """A question to the cache, which may turn out to be damaged."""

    @wraps(question)
    def ask(cache: "Cache[M]", /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return question(cache, *args, **kwargs)
        except DAMAGE as error:
            raise cache.lost(error) from error

    return ask


class Cache(Generic[M]):
    """The cache as it was when it was opened, whatever others write to it since.

    Every question may raise `LostError`.
    """

    def __init__(self, connection: sqlite3.Connection, file: Path, kept: Kept) -> None:
        """Bring it up to date, and keep this state in view."""
        self.file = file
        self._kept = kept
        self._scheduler: Scheduler[M] = kept.scheduler
        self._make_memory: Callable[..., M] = type(kept.scheduler.first())  # a NamedTuple
        self._db = connection
        update = Update(connection, file, kept)
        update.run()
        self._meta = update.meta
        self._size: list[int] = json.loads(self._meta["size"])
        self._errors = int(self._meta["errors"])
        rows = dict(connection.execute("SELECT file, bad FROM log WHERE bad <> '[]'"))
        self._damage = tuple(
            Damage(file, tuple(json.loads(rows[str(file)])))
            for file in update.files
            if str(file) in rows
        )

    def close(self) -> None:
        """Let go of the file."""
        let_go(self._db)

    def lost(self, error: Exception) -> LostError:
        """What is raised in place of an error; a damaged file is removed."""
        self.close()
        if is_damage(error):
            remove(self.file)
        return LostError()

    @property
    def size(self) -> tuple[int, int, int]:
        """How many notes, cards and decks the collection has."""
        notes, cards, decks = self._size
        return notes, cards, decks

    @property
    def errors(self) -> int:
        """How many problems keep notes of the deck files from being read."""
        return self._errors

    @property
    def damage(self) -> tuple[Damage, ...]:
        """The damaged lines of the log."""
        return self._damage

    @_asked
    def cards(self, ids: Iterable[CardId]) -> dict[CardId, Card]:
        """The cards that the collection has, of those asked for, in the order given.

        Their notes know where they stand, but not where each field does.
        """
        some = list(ids)
        bodies: dict[str, tuple[int, str, str]] = {}
        rows = rows_about(
            self._db, "SELECT id, rank, deck, body FROM note WHERE id IN", map(note_of, some)
        )
        for id_, rank, deck_, body in rows:
            if id_ not in bodies or rank < bodies[id_][0]:
                bodies[id_] = rank, deck_, body
        files = {number: file for file, number in self._db.execute("SELECT file, number FROM deck")}
        known: dict[CardId, Card] = {}
        for id_, (rank, deck_, body) in bodies.items():
            path = self._kept.surface.path(files[rank >> FILE_BITS])
            known.update((card.id, card) for card in cards_of(unpacked(id_, deck_, path, body)))
        return {card: known[card] for card in some if card in known}

    @_asked
    def record(self, ids: Iterable[CardId]) -> Record[M]:
        """The states and heads of those cards that have any."""
        query = f"SELECT id, rank, {STATE} FROM card WHERE head IS NOT NULL AND id IN"  # noqa: S608 - names of columns
        rows = rows_about(self._db, query, ids)
        found = [(row[0], self._state(row), row[2]) for row in rows]
        return Record({card: state for card, state, _ in found}, {card: n for card, _, n in found})

    @_asked
    def candidates(self, day: date, changed: Mapping[CardId, State[M]]) -> Candidates[M]:
        """What may be asked on a day, where some states are others than those kept."""
        today = day.toordinal()
        near = {row[0]: row for row in self._near(today)}
        known = {row[0]: row for row in self._rows(changed)}
        states: dict[CardId, State[M]] = {
            CardId(card): self._state(row) for card, row in near.items()
        }
        ranks = {CardId(card): row[1] for card, row in (near | known).items()}
        asked = sorted(ranks, key=ranks.__getitem__)
        found = gathered(asked, {**states, **changed}, day)
        old = {card: self._state(row) for card, row in known.items()}
        far = [state for card, state in old.items() if card not in near and _is_far(state, day)]
        coming = Counter(found.coming) + self._coming(today)
        coming.subtract(state.due for state in far if state.due)
        hidden = gathered(old, old, day).unseen_count
        [[count]] = self._db.execute(f"SELECT count(*) {_UNSEEN}", (today,))
        inserted = [(ranks[card], card) for card in found.unseen]
        return found._replace(
            unseen=self._unseen(today, inserted, known),
            unseen_count=found.unseen_count + count - hidden,
            coming=+coming,
        )

    @_asked
    def load(self) -> Counter[date]:
        """How many cards are due on each day."""
        rows = self._db.execute(
            "SELECT due, count(*) FROM card "
            "WHERE rank IS NOT NULL AND due IS NOT NULL AND NOT suspended GROUP BY due"
        )
        return Counter({date.fromordinal(due): number for due, number in rows})

    @_asked
    def siblings(self, notes: Iterable[NoteId]) -> dict[NoteId, dict[CardId, date]]:
        """The due days of the cards of notes."""
        found: dict[NoteId, dict[CardId, date]] = {}
        for note in notes:
            # A card's id is its note's, or that with a slash and more; "0" follows the slash.
            rows = self._db.execute(
                "SELECT id, due FROM card WHERE (id = ? OR id > ? AND id < ?) "
                "AND rank IS NOT NULL AND due IS NOT NULL AND NOT suspended ORDER BY rank",
                (note, f"{note}/", f"{note}0"),
            )
            days = {CardId(card): date.fromordinal(due) for card, due in rows}
            if days:
                found[note] = days
        return found

    @_asked
    def changed(self, day: date) -> tuple[CardId, ...]:
        """The learnt cards to be shown because their answer changed; see `agenda.changed`."""
        rows = self._db.execute(
            "SELECT id FROM card INDEXED BY card_changed WHERE rank IS NOT NULL "
            "AND length(saw) = 8 AND substr(saw, 5) <> substr(print, 5) "
            "AND due IS NOT NULL AND passed AND NOT suspended "
            "AND (buried IS NULL OR buried <> ?) AND NOT (drilled AND day = ?) "
            "ORDER BY due, rank LIMIT ?",
            (day.toordinal(), day.toordinal(), MOST_CHANGED),
        )
        return tuple(CardId(card) for [card] in rows)

    @_asked
    def last_day(self) -> date | None:
        """The latest study day on which a card of the collection was last answered."""
        [[day]] = self._db.execute(
            "SELECT max(day) FROM card WHERE rank IS NOT NULL AND day IS NOT NULL"
        )
        return None if day is None else date.fromordinal(day)

    @_asked
    def news(self) -> News:
        """What has changed since this was last asked: to ask is to be told, once.

        Nothing where it was never asked before, or nothing was answered so far.
        """
        file, edition = file_of(self.file), self._meta["edition"]
        before = edition_in(file)
        if before == edition:
            return News()
        rows = self._db.execute("SELECT id, print FROM card WHERE rank IS NOT NULL")
        now = {CardId(card): print_ for card, print_ in rows}
        names = names_in(self._meta)
        then = {present_name(card, names): each for card, each in cards_in(file).items()}
        if not keep(file, edition, now) or not then or self.last_day() is None:
            return News()
        return news(then, now, self.record(differing(then, now)).states)

    @_asked
    def past(self, card: CardId, more: Iterable[Event]) -> list[Event] | None:
        """The events in force of a card, in order; None where the log has to be read whole."""
        names = names_in(self._meta)
        files = self._kept.folder.files()
        events = lines_about(files, [*former_names(card, names), card])
        if events is None or self._meta["odd"]:
            return None
        by_card, _ = in_order((*events, *more), names=names)
        voided = {target for [target] in self._db.execute("SELECT target FROM void")}
        return [event for event in by_card.get(card, []) if event.id not in voided]

    def _near(self, today: int) -> Iterator[Sequence[Any]]:
        """The rows of cards of which not only the number matters on a day."""
        for condition in ("due <= ?", "day >= ?", "since = ?"):
            yield from self._db.execute(
                f"SELECT id, rank, {STATE} FROM card "  # noqa: S608 - no input
                f"WHERE rank IS NOT NULL AND {condition}",
                (today,),
            )

    def _coming(self, today: int) -> Counter[date]:
        """How many of the other cards are due on each day."""
        rows = self._db.execute(
            "SELECT due, count(*) FROM card INDEXED BY card_due WHERE rank IS NOT NULL "
            "AND due > ? AND day < ? AND since <> ? AND NOT suspended "
            "AND (buried IS NULL OR buried <> ?) GROUP BY due",
            (today,) * 4,
        )
        return Counter({date.fromordinal(due): number for due, number in rows})

    def _unseen(
        self, today: int, inserted: list[tuple[int, CardId]], known: Mapping[str, object]
    ) -> Iterator[CardId]:
        """The unseen cards in deck order: those given, and all others that are kept as such."""
        rows = self._db.execute(f"SELECT rank, id {_UNSEEN} ORDER BY rank", (today,))
        others = ((rank, CardId(card)) for rank, card in rows if card not in known)
        try:
            for _, card in merge(inserted, others):
                yield card
        except DAMAGE as error:
            raise self.lost(error) from error

    def _rows(self, cards: Iterable[CardId]) -> Iterator[Sequence[Any]]:
        query = f"SELECT id, rank, {STATE} FROM card WHERE rank IS NOT NULL AND id IN"  # noqa: S608
        return rows_about(self._db, query, cards)

    def _state(self, row: Sequence[Any]) -> State[M]:
        return state_in(row, self._scheduler, self._make_memory)


def _is_far(state: State[M], day: date) -> bool:
    """Whether a card counts among those of which only the due day matters."""
    return (
        state.due is not None
        and state.day is not None
        and state.due > day > state.day
        and state.since != day
        and not state.suspended
        and state.buried != day
    )
