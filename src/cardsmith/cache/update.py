"""Bringing a cache up to date: what has changed is read, and kept in one transaction."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cardsmith.cache.inputs import (
    Seen,
    hash_of,
    lines_about,
    names_in,
    number_of,
    seen_now,
    text_hash,
)
from cardsmith.cache.rows import FILE_BITS, PUT_STATE, STATE, packed, row_of, state_in, unpacked
from cardsmith.cache.store import SCHEMA, DamagedError, Kept, UnfitError, is_damage, rows_about
from cardsmith.deck import CardId, Note, cards_of, fingerprint
from cardsmith.deckfile.parse import parse
from cardsmith.diagnostics import Diagnostic
from cardsmith.history import Event, Rename, Void
from cardsmith.historyfile import content, lines_of, no_log
from cardsmith.schedule.replay import (
    Record,
    State,
    after,
    distinct,
    fresh,
    in_order,
    present_name,
    renamed,
    replay,
)
from cardsmith.workspace import no_collector

_MARGIN = 2_000_000_000  # nanoseconds; the coarsest clock of a file system ticks that slowly
_GAP = 1 << 12  # numbers left free between files, for those that come between them
_LARGEST_NUMBER = 1 << 30
_MOST_REFOLDED = 40  # cards; to fold everything is quicker than to look for the lines of more
_PUT_CARD = (
    "INSERT INTO card (id, print, rank) VALUES (?, ?, ?) "
    "ON CONFLICT (id) DO UPDATE SET print = excluded.print, rank = excluded.rank"
)

_R = TypeVar("_R")


class News(IntEnum):
    """What a look at the inputs has found."""

    NOTHING = 0
    AGE = 1  # files that had to be read are old enough now to be known by their stamps
    CHANGE = 2


def meta_in(db: sqlite3.Connection) -> dict[str, Any]:
    """The values that concern all of the cache."""
    return dict(db.execute("SELECT name, value FROM meta"))


class Update:
    """One look at all inputs; what has changed is read, and kept in one transaction."""

    def __init__(self, db: sqlite3.Connection, file: Path, kept: Kept) -> None:
        self.db, self.file = db, file
        self.surface, self.folder, self.scheduler = kept
        self.make_memory: Callable[..., Any] = type(kept.scheduler.first())
        self.files = kept.folder.files()
        self.now = 0
        self.is_writing = False
        self.meta: dict[str, Any] = {}
        self.read: dict[str, tuple[str, Any]] = {}  # what files said, and their stamps then

    def run(self) -> None:
        """End in a transaction that sees the inputs as they are."""
        self.db.execute("BEGIN")
        news = self.look()
        if news:
            self.db.execute("ROLLBACK")
            self.write(news)

    def write(self, news: News) -> None:
        """Bring it up to date, unless another process is doing that just now."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if news is News.CHANGE or is_damage(error):
                raise
            self.db.execute("BEGIN")
        else:
            self.is_writing = True
            with no_collector():
                self.look()
            self.db.execute("COMMIT")
            self.is_writing = False
            self.db.execute("BEGIN")
        if self.look() is News.CHANGE:  # somebody has been here in between
            raise UnfitError

    def look(self) -> News:
        """What has changed. While writing, it is brought up to date."""
        [[version]] = self.db.execute("PRAGMA user_version")
        if version not in {0, 1}:
            raise DamagedError
        if not version and not self.is_writing:
            return News.CHANGE
        if not version:
            for statement in SCHEMA.split(";\n"):
                self.db.execute(statement)
        self.meta = meta_in(self.db)
        decks = self.look_at_decks()
        if decks is News.CHANGE and not self.is_writing:
            return decks
        return max(decks, self.look_at_log())

    def put(self, name: str, value: object) -> None:
        """Keep a value."""
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
        self.meta[name] = value

    def lasting(self, seen: Seen) -> str:
        """The stamp to keep: none where a later change might leave the same one."""
        return seen.stamp if seen.latest + _MARGIN <= self.now else ""

    def said(self, path: str, seen: Seen, read: Callable[[], _R]) -> _R:
        """What a file says; it is not read again where it was not touched since."""
        if not self.now:  # before the first file is read, ask the file system what time it is
            os.utime(self.file)
            self.now = self.file.stat().st_mtime_ns
        known = self.read.get(path)
        if known is None or not seen.stamp or known[0] != seen.stamp:
            self.read[path] = known = seen.stamp, read()
        said: _R = known[1]
        return said

    # ---- decks ---------------------------------------------------------------------------------

    def look_at_decks(self) -> News:
        """Whether deck files have changed."""
        rows = {row.file: row for row in map(_Deck._make, self.db.execute("SELECT * FROM deck"))}
        changed: dict[str, tuple[str, str | Diagnostic]] = {}
        aged: list[tuple[str, str]] = []
        for file in self.surface.files:
            path = f"{self.surface.found.root}/{file}"
            seen, row = seen_now(path), rows.get(file)
            if row and row.stamp and row.stamp == seen.stamp:
                continue
            text = self.said(path, seen, partial(self.surface.text, file))
            stamp = self.lasting(seen) if isinstance(text, str) else ""
            if row is None or row.hash != text_hash(text):
                changed[file] = stamp, text
            elif stamp:
                aged.append((stamp, file))
        gone = rows.keys() - set(self.surface.files)
        is_changed = bool(gone or changed or "size" not in self.meta)
        if self.is_writing:
            self.db.executemany("UPDATE deck SET stamp = ? WHERE file = ?", aged)
            if is_changed:
                self.write_decks(rows, gone, changed)
        return News.CHANGE if is_changed else News(bool(aged))

    def write_decks(
        self,
        rows: Mapping[str, "_Deck"],
        gone: AbstractSet[str],
        changed: Mapping[str, tuple[str, str | Diagnostic]],
    ) -> None:
        """Keep what deck files say."""
        known = {file: row.number for file, row in rows.items() if file not in gone}
        numbers = _numbered(self.surface.files, known)
        if numbers is None:  # no room is left between two
            for row in rows.values():
                self.forget(row)
            texts = {file: ("", self.surface.text(file)) for file in self.surface.files}
            self.write_files(_numbered(self.surface.files, {}) or {}, {**texts, **changed})
        else:
            for file in gone | (rows.keys() & changed.keys()):
                self.forget(rows[file])
            self.write_files(numbers, changed)
        doubled = bool(
            self.db.execute("SELECT 1 FROM note GROUP BY id HAVING count(*) > 1").fetchone()
        )
        if doubled or self.meta.get("doubled"):
            self.rank_anew()
        self.put("doubled", doubled)
        hashes = self.db.execute("SELECT hash FROM deck ORDER BY number")
        self.put("edition", hash_of(b"".join(each for [each] in hashes)).hex())
        self.db.execute("DELETE FROM card WHERE rank IS NULL AND head IS NULL")
        self.put("size", json.dumps(self.size()))
        self.put("errors", self.db.execute("SELECT total(errors) FROM deck").fetchone()[0])
        self.put("former", json.dumps(self.former()))

    def forget(self, row: "_Deck") -> None:
        """Drop a deck file; the states of its cards stay."""
        within = (row.number << FILE_BITS, (row.number + 1) << FILE_BITS)
        self.db.execute("DELETE FROM note WHERE rank >= ? AND rank < ?", within)
        self.db.execute("UPDATE card SET rank = NULL WHERE rank >= ? AND rank < ?", within)
        self.db.execute("DELETE FROM deck WHERE file = ?", (row.file,))

    def write_files(
        self, numbers: Mapping[str, int], texts: Mapping[str, tuple[str, str | Diagnostic]]
    ) -> None:
        """Read deck files, and keep their notes and the places of their cards."""
        for file, (stamp, text) in texts.items():
            start = numbers[file] << FILE_BITS
            if isinstance(text, str):
                read = parse(text, self.surface.path(file))
                notes, problems = read.notes, read.problems
            else:
                notes, problems = (), (text,)
            errors = sum(problem.is_error for problem in problems)
            self.db.execute(
                "INSERT INTO deck VALUES (?, ?, ?, ?, ?)",
                (file, numbers[file], stamp, text_hash(text), errors),
            )
            self.db.executemany(
                "INSERT INTO note VALUES (?, ?, ?, ?, ?)",
                (
                    (rank, note.id, note.deck, bool(note.formerly), packed(note))
                    for rank, note in enumerate(notes, start)
                ),
            )
            cards = (card for note in notes for card in cards_of(note))
            self.db.executemany(
                _PUT_CARD,
                ((card.id, fingerprint(card), rank) for rank, card in enumerate(cards, start)),
            )

    def notes(self, condition: str = "") -> Iterator[tuple[int, Note]]:
        """The notes in deck order, of those with one id the first; and their places."""
        seen: set[str] = set()
        query = f"SELECT rank, id, deck, body FROM note {condition} ORDER BY rank"  # noqa: S608
        for rank, id_, deck_, body in self.db.execute(query).fetchall():
            if id_ not in seen:
                seen.add(id_)
                yield rank, unpacked(id_, deck_, "", body)

    def rank_anew(self) -> None:
        """Give all cards their places: ids are, or were, in several files."""
        self.db.execute("UPDATE card SET rank = NULL")
        ranks: dict[int, Iterator[int]] = {}
        for rank, note in self.notes():
            number = rank >> FILE_BITS
            places = ranks.setdefault(number, count(number << FILE_BITS))
            cards = cards_of(note)
            self.db.executemany(
                _PUT_CARD, [(card.id, fingerprint(card), next(places)) for card in cards]
            )

    def size(self) -> tuple[int, int, int]:
        """How many notes, cards and decks the collection has."""
        [[cards]] = self.db.execute("SELECT count(*) FROM card WHERE rank IS NOT NULL")
        if self.meta["doubled"]:
            decks = [note.deck for _, note in self.notes()]
            return len(decks), cards, len(set(decks))
        [[notes, decks_]] = self.db.execute("SELECT count(*), count(DISTINCT deck) FROM note")
        return notes, cards, decks_

    def former(self) -> dict[CardId, CardId]:
        """For each card id that a card once had by its note, the id that it has now."""
        condition = "" if self.meta["doubled"] else "WHERE renamed"
        notes = tuple(note for _, note in self.notes(condition))
        return self.surface.cover._replace(notes=notes).former_cards()

    # ---- the log -------------------------------------------------------------------------------

    def look_at_log(self) -> News:
        """Whether the log, or how it is folded, has changed."""
        rows = {row.file: row for row in map(_LogFile._make, self.db.execute("SELECT * FROM log"))}
        aged: list[tuple[str, str]] = []
        grown: list[tuple[Path, str, bytes]] = []
        is_other = bool(rows.keys() - set(map(str, self.files)))
        is_other |= self.meta.get("key") != self.scheduler.key
        is_other |= self.meta.get("folded with") != self.meta.get("former")
        for file in self.files:
            path = str(file)
            seen, row = seen_now(path), rows.get(path)
            if row and row.stamp and row.stamp == seen.stamp:
                continue
            data = self.said(path, seen, partial(content, file))
            _check_end(data)
            stamp = self.lasting(seen)
            if row is None or len(data) != row.length:
                grown.append((file, stamp, data))
            if row and hash_of(data[: row.length]) != row.hash:
                is_other = True
            elif row and stamp and len(data) == row.length:
                aged.append((stamp, path))
        is_changed = is_other or bool(grown)
        if self.is_writing:
            self.db.executemany("UPDATE log SET stamp = ? WHERE file = ?", aged)
            if is_other or (grown and not self.fold_on(grown, rows)):
                self.fold_anew()
        return News.CHANGE if is_changed else News(bool(aged))

    def fold_anew(self) -> None:
        """Read the whole log and fold it."""
        self.db.execute("DELETE FROM log")
        self.db.execute("DELETE FROM seen")
        self.db.execute("DELETE FROM void")
        events: list[Event] = []
        for file in self.files:
            seen = seen_now(str(file))
            data = self.said(str(file), seen, partial(content, file))
            events += self.write_log(file, self.lasting(seen), data, None)
        former = {CardId(old): CardId(new) for old, new in json.loads(self.meta["former"]).items()}
        record = replay(events, self.scheduler, former)
        query = "SELECT id, rank, print FROM card WHERE rank IS NOT NULL"
        places = {CardId(card): (rank, print_) for card, rank, print_ in self.db.execute(query)}
        self.db.execute("DELETE FROM card")
        self.db.executemany(
            f"INSERT INTO card (id, {STATE}, rank, print) "  # noqa: S608
            "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            self.rows_in_order(places, record),
        )
        numbers = self.write_events(events)
        self.put("odd", len(set(numbers)) < len(numbers))
        self.put("names", json.dumps(renamed(distinct(events), former)))
        self.put("folded with", self.meta["former"])
        self.put("key", self.scheduler.key)

    def rows_in_order(
        self, places: Mapping[CardId, tuple[int, str]], record: Record[Any]
    ) -> Iterator[tuple[object, ...]]:
        """The rows of all cards: those of the decks in their order, then others with a past."""
        new: State[Any] = fresh(self.scheduler)
        for card, place in sorted(places.items(), key=lambda item: item[1]):
            state = record.states.get(card, new)
            yield (*row_of(card, record.heads.get(card), state), *place)
        for card, head in record.heads.items():
            if card not in places:
                yield (*row_of(card, head, record.states.get(card, new)), None, None)

    def fold_on(
        self, grown: Iterable[tuple[Path, str, bytes]], rows: Mapping[str, "_LogFile"]
    ) -> bool:
        """Fold what is new onto what is known; False where that cannot be done."""
        if not rows:
            return False
        tail: list[Event] = []
        for file, stamp, data in grown:
            tail += self.write_log(file, stamp, data, rows.get(str(file)))
        names = names_in(self.meta)
        if any(isinstance(event.deed, Rename) for event in tail) or self.knows_any(tail):
            return False
        by_card, heads = in_order(tail, names=names)
        known = self.known(heads)
        lowest: dict[CardId, int] = {}
        for event in tail:
            card = present_name(event.card, names)
            lowest[card] = min(lowest.get(card, event.n), event.n)
        anew = self.taken_back(tail, names)
        if anew is None:
            return False
        anew |= {card for card, n in lowest.items() if card in known and n <= known[card][0]}
        if len(anew) > _MOST_REFOLDED or (anew and self.meta["odd"]):
            return False
        self.write_events(tail)
        new: State[Any] = fresh(self.scheduler)
        found: dict[CardId, tuple[int, State[Any]]] = {}
        for card in heads.keys() - anew:
            head, state = known.get(card, (0, new))
            for event in by_card.get(card, ()):
                state = after(state, event, self.scheduler)
            found[card] = max(head, heads[card]), state
        if anew and not self.refold(anew, names, found):
            return False
        self.db.executemany(PUT_STATE, (row_of(card, *each) for card, each in found.items()))
        return True

    def known(self, cards: Iterable[CardId]) -> dict[CardId, tuple[int, State[Any]]]:
        """The head and the state of each of the cards that has a past."""
        query = f"SELECT id, rank, {STATE} FROM card WHERE head IS NOT NULL AND id IN"  # noqa: S608
        return {
            row[0]: (row[2], state_in(row, self.scheduler, self.make_memory))
            for row in rows_about(self.db, query, cards)
        }

    def knows_any(self, tail: Sequence[Event]) -> bool:
        """Whether an event was read before, or stands in several lines: the text then decides."""
        numbers = {number_of(event) for event in tail}
        rows = rows_about(self.db, "SELECT id FROM seen WHERE id IN", numbers)
        return len(numbers) < len(tail) or any(True for _ in rows)

    def taken_back(
        self, tail: Iterable[Event], names: Mapping[CardId, CardId]
    ) -> set[CardId] | None:
        """The cards of which an event is taken back that is not in the same tail as its void.

        None where all has to be folded anew.
        """
        own = {event.id: event for event in tail}
        targets = {event.deed.target for event in own.values() if isinstance(event.deed, Void)}
        others = targets - own.keys()
        rows = rows_about(self.db, "SELECT target FROM void WHERE target IN", own)
        cards = {present_name(own[target].card, names) for [target] in rows}
        if others:
            lines = lines_about(self.files, sorted(others))
            if lines is None:
                return None
            events = [event for event in lines if event.id in others]
            if any(isinstance(event.deed, Rename) for event in events):
                return None
            cards |= {present_name(event.card, names) for event in events}
        return cards

    def refold(
        self,
        cards: AbstractSet[CardId],
        names: Mapping[CardId, CardId],
        found: dict[CardId, tuple[int, State[Any]]],
    ) -> bool:
        """Fold some cards from all their lines; False where those cannot be told from others."""
        words = {*cards, *(name for name in names if present_name(name, names) in cards)}
        lines = lines_about(self.files, sorted(words))
        if lines is None:
            return False
        by_card, heads = in_order(lines, names=names)
        voided = {target for [target] in self.db.execute("SELECT target FROM void")}
        for card in cards & heads.keys():
            state: State[Any] = fresh(self.scheduler)
            for event in by_card.get(card, ()):
                if event.id not in voided:
                    state = after(state, event, self.scheduler)
            found[card] = heads[card], state
        return True

    def write_log(self, file: Path, stamp: str, data: bytes, row: "_LogFile | None") -> list[Event]:
        """Read what is new in a file, and keep how far it was read.

        Raises:
            HistoryError: there is not one sound line in it.
        """
        _check_end(data)
        row = row or _LogFile(str(file), "", b"", 0, 0, 0, "[]")
        events, bad, sound = lines_of(file, data[row.length :], row.lines + 1)
        bad = json.loads(row.bad) + bad
        if bad and not sound + row.sound:
            raise no_log(file)
        read = _LogFile(
            row.file,
            stamp,
            hash_of(data),
            len(data),
            data.count(b"\n"),
            row.sound + sound,
            json.dumps(bad),
        )
        self.db.execute("INSERT OR REPLACE INTO log VALUES (?, ?, ?, ?, ?, ?, ?)", read)
        return events

    def write_events(self, events: Iterable[Event]) -> list[int]:
        """Keep which events were read, and which of all were taken back."""
        numbers = [number_of(event) for event in events]
        ordered = ((number,) for number in sorted(set(numbers)))
        self.db.executemany("INSERT OR IGNORE INTO seen VALUES (?)", ordered)
        targets = [(event.deed.target,) for event in events if isinstance(event.deed, Void)]
        self.db.executemany("INSERT OR IGNORE INTO void VALUES (?)", targets)
        return numbers


class _Deck(NamedTuple):
    """A row of the deck files."""

    file: str
    number: int
    stamp: str
    hash: bytes
    errors: int


class _LogFile(NamedTuple):
    """A row of the files of the log: how far one was read, and what was in it.

    Attributes:
        file: its path.
        stamp: how it stood then.
        hash: of all that was read.
        length: how many bytes those were.
        lines: how many lines.
        sound: how many of them were sound.
        bad: the numbers of the damaged ones.
    """

    file: str
    stamp: str
    hash: bytes
    length: int
    lines: int
    sound: int
    bad: str


def _check_end(data: bytes) -> None:
    """A last line that a crash has cut off is nothing to build on."""
    if data and not data.endswith(b"\n"):
        raise UnfitError


def _numbered(files: Sequence[str], known: Mapping[str, int]) -> dict[str, int] | None:
    """Ascending numbers for files, of which some have theirs; None where there is no room."""
    numbers: dict[str, int] = {}
    waiting: list[str] = []
    last = 0

    def place(until: int | None) -> bool:
        nonlocal last
        gap = max(1, min(_GAP, _LARGEST_NUMBER // (len(files) + 1)))
        step = gap if until is None else (until - last) // (len(waiting) + 1)
        for file in waiting:
            numbers[file] = last = last + step
        waiting.clear()
        return step > 0

    for file in files:
        if file not in known:
            waiting.append(file)
            continue
        if known[file] <= last or not place(known[file]):
            return None
        numbers[file] = last = known[file]
    return numbers if place(None) and last <= _LARGEST_NUMBER else None
