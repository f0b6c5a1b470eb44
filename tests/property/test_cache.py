"""Whatever is done to decks and log: with the cache and without it, the same is said."""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardsmith.cache import inputs, update
from cardsmith.cli.app import App, Clock, Desk
from cardsmith.deck import CardId, cards_of, fingerprint, note_of
from cardsmith.errors import CardsmithError
from cardsmith.history import (
    Answer,
    Bury,
    Deed,
    Event,
    Flag,
    Rename,
    Reset,
    Seen,
    SetDue,
    Suspend,
    Unsuspend,
    Void,
    dumps,
)
from cardsmith.schedule.replay import after, fresh
from decks import one
from logs import day
from shelf import shelf

TICK = 20_000_000  # nanoseconds: longer than a tick of the system's clock, shorter than a test
SLOW = 2_000_000_000


def seen_by_a_slow_clock(path: str) -> inputs.Seen:
    """A file as a system with coarse times and no numbers describes it."""
    try:
        known = os.lstat(path)
    except OSError:
        return inputs.Seen("", 0)
    ticks = known.st_mtime_ns // SLOW
    return inputs.Seen(f"{known.st_size} {ticks}", ticks * SLOW)


TODAY = 40

NOTES = (
    "{id: a, front: 'a?', back: 'a!'}",
    "{id: a, front: 'A?', back: 'A!', reverse: true}",
    "{id: b, cloze: 'A {{c1::gap::hint}} and {{c3::more}}.', tags: [x], source: s#t}",
    "{id: b, front: 'b?', typed: 'b', accept: [c, d], hint: h}",
    "{id: c, front: 'c?', choices: [d, e, f], answer: e, shuffle: true}",
    "{id: d, front: 'd?', steps: {u: one, v: two, w: three}, extra: 'é'}",
    "{id: e, front: 'e?', back: 'e!', formerly: [a, old]}",
    "{id: f, front: 'f?', back: 'f!', formerly: [e]}",
    "{id: g, front: 'g?'}",  # broken
    "{id: h, front: 'h?', back: 'h!'}",
)
CARDS = st.sampled_from(
    ["a", "a/reverse", "b", "b/c1", "b/c3", "c", "d", "d/v", "d/w", "e", "f", "h", "old", "gone"]
).map(CardId)
# How cards have read: as they now do, with another question or answer, and what says nothing.
SAWS = st.sampled_from(
    [
        *(fingerprint(card) for card in cards_of(one(f"- {NOTES[0]}"))),
        *(fingerprint(card) for card in cards_of(one(f"- {NOTES[2]}"))),
        *(fingerprint(card) for card in cards_of(one(f"- {NOTES[5]}"))),
        "00000000",
        "",
        "odd",
    ]
)
DEEDS: st.SearchStrategy[Deed] = st.one_of(
    st.builds(
        Answer,
        key=st.integers(1, 4),
        of=st.just(4),
        ms=st.just(1000),
        days=st.none() | st.integers(1, 9),
        by=st.sampled_from(["sm2", "fsrs", ""]),
        saw=SAWS,
    ),
    st.sampled_from([Suspend(), Unsuspend(), Bury(), Reset(), Flag('"x"')]),
    st.builds(Seen, SAWS),
    st.builds(SetDue, st.integers(30, 50).map(day)),
    st.builds(Rename, CARDS),
    st.builds(Void, st.integers(0, 40).map("{:016x}".format)),
)
EVENTS = st.builds(
    lambda id_, n, on, card, deed: Event(
        f"{id_:016x}",
        n,
        datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=on),
        day(on),
        card,
        deed,
    ),
    st.integers(0, 40),
    st.integers(0, 9),
    st.integers(30, 44),
    CARDS,
    DEEDS,
)
FILES = st.sampled_from(["one", "two", "a/three"])
DEVICES = st.sampled_from(["laptop/2026", "laptop/2025", "phone/2026"])


class World:
    """A collection and its history on disk, and what is done to them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.decks = shelf(
            folder / "decks", zero='deck: {name: "Z"}\ncards: [{id: z, front: q, back: r}]\n'
        )
        self.history = folder / "history" / "test-00000000"
        self.scheduler = "sm2"
        self.ids: list[str] = []
        self.heads = Counter[CardId]()

    def app(self, cached: str) -> App:
        at = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=TODAY)
        environment = {
            "CARDSMITH_HOME": str(self.history.parent),
            "CARDSMITH_DEVICE": "test",
            "CARDSMITH_CACHE": cached,
        }
        return App(Clock(lambda: at), environment)

    def desk(self, *, cached: bool) -> Desk:
        app = self.app(str(self.folder / "cache") if cached else "off")
        return app.desk(str(self.decks), [f"scheduler={self.scheduler}"], whole=False)

    def log(self, device: str) -> Path:
        file = self.history / "reviews" / f"{device}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        return file


Deed_ = Callable[[World], None]


def deck_written(name: str, notes: list[str]) -> Deed_:
    def act(world: World) -> None:
        file = world.decks / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        cards = "".join(f"  - {note}\n" for note in notes)
        file.write_text(f'deck: {{name: "D::{name}"}}\ncards:\n{cards}', "utf-8")

    return act


def deck_removed(name: str) -> Deed_:
    return lambda world: (world.decks / f"{name}.yaml").unlink(missing_ok=True)


def letter_changed(name: str) -> Deed_:
    """Another text of the same size and time."""

    def act(world: World) -> None:
        file = world.decks / f"{name}.yaml"
        if file.exists():
            known = file.stat()
            file.write_bytes(file.read_bytes().replace(b"id: a", b"id: h"))
            os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns))

    return act


def appended(device: str, events: list[Event]) -> Deed_:
    def act(world: World) -> None:
        with world.log(device).open("a", encoding="utf-8") as file:
            file.writelines(dumps(event) + "\n" for event in events)

    return act


class Likely(NamedTuple):
    """An event as one comes: of a new id, nearly always behind those of its card.

    Attributes:
        card: of which.
        deed: what happens; a void of the event that came so many before this one.
        on: the day.
        step: how far `n` is above the highest so far.
    """

    card: CardId
    deed: Deed | int
    on: int
    step: int


def recorded(device: str, events: list[Likely]) -> Deed_:
    def act(world: World) -> None:
        made = []
        for card, what, on, step in events:
            deed = what
            n = max(0, world.heads[card] + step)
            world.heads[card] = max(n, world.heads[card])
            if isinstance(deed, int):
                known = [*world.ids, "no such", "later"]
                deed = Void(known[-1 - deed % len(known)] if deed else f"{len(world.ids) + 3:016x}")
            id_ = f"{len(world.ids):016x}"
            at = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=on)
            made.append(Event(id_, n, at, day(on), card, deed))
            world.ids.append(id_)
        appended(device, made)(world)

    return act


def ended_with(device: str, line: bytes) -> Deed_:
    def act(world: World) -> None:
        with world.log(device).open("ab") as file:
            file.write(line)

    return act


def lines_changed(device: str, change: Callable[[list[bytes]], list[bytes]]) -> Deed_:
    def act(world: World) -> None:
        file = world.log(device)
        if file.exists():
            known = file.stat()
            file.write_bytes(b"".join(change(file.read_bytes().splitlines(keepends=True))))
            os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns))

    return act


def log_removed(device: str) -> Deed_:
    return lambda world: world.log(device).unlink(missing_ok=True)


def scheduler_chosen(name: str) -> Deed_:
    return lambda world: setattr(world, "scheduler", name)


def cache_damaged(at: float) -> Deed_:
    """The end of the file is lost."""

    def act(world: World) -> None:
        for file in (world.folder / "cache").glob("*"):
            os.truncate(file, int(at * file.stat().st_size))

    return act


def cache_lost(world: World) -> None:
    shutil.rmtree(world.folder / "cache", ignore_errors=True)


def swapped(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b'"key":3', b'"key":1') for line in lines]


deeds: st.SearchStrategy[Deed_] = st.one_of(
    st.builds(deck_written, FILES, st.lists(st.sampled_from(NOTES), max_size=5)),
    st.builds(deck_removed, FILES),
    st.builds(letter_changed, FILES),
    st.builds(appended, DEVICES, st.lists(EVENTS, min_size=1, max_size=4)),
    st.builds(appended, DEVICES, st.lists(EVENTS, min_size=1, max_size=4)),
    st.builds(
        ended_with,
        DEVICES,
        st.sampled_from([b"damage\n", b"\n", b'{"v":1,"id":"cut', b'{"v":2}\n', b"\xff\n"]),
    ),
    st.builds(
        lines_changed,
        DEVICES,
        st.sampled_from([lambda x: x[1:], lambda x: x[:-1], lambda x: x * 2, swapped]),
    ),
    st.builds(log_removed, DEVICES),
    st.builds(scheduler_chosen, st.sampled_from(["sm2", "fsrs"])),
    st.builds(cache_damaged, st.floats(0, 1)),
    st.just(cache_lost),
)


ANSWERS = st.builds(
    Answer,
    key=st.sampled_from([1, 3, 3, 4]),
    of=st.just(4),
    ms=st.just(1000),
    days=st.none() | st.integers(1, 9),
    by=st.just("sm2"),
    saw=SAWS,
)
LIKELY = st.builds(
    Likely,
    st.sampled_from(["a", "b/c1", "d", "d/v", "e", "f", "z", "old", "gone"]).map(CardId),
    st.one_of(
        ANSWERS,
        ANSWERS,
        ANSWERS,
        st.sampled_from([Suspend(), Unsuspend(), Bury(), Reset(), SetDue(day(41)), Flag("x")]),
        st.builds(Seen, SAWS),
        st.integers(0, 9),
    ),
    st.sampled_from([37, 38, 39, 40, 40, 40, 41, 42, 44]),
    st.sampled_from([1] * 7 + [0, -1, -2]),
)
recordings: st.SearchStrategy[Deed_] = st.builds(
    recorded, DEVICES, st.lists(LIKELY, min_size=1, max_size=5)
)
written: st.SearchStrategy[Deed_] = st.builds(
    deck_written, FILES, st.lists(st.sampled_from(NOTES), max_size=5)
)
# A day goes: mostly answers, now and then something else.
days_of_study: st.SearchStrategy[Deed_] = st.one_of(
    recordings,
    recordings,
    recordings,
    recordings,
    written,
    st.builds(letter_changed, FILES),
    st.builds(ended_with, DEVICES, st.sampled_from([b"damage\n", b"\n", b'{"v":1,"do":"x\\u"}\n'])),
    st.builds(
        lambda device, event: recorded(device, [event]),
        DEVICES,
        st.builds(Likely, CARDS, st.builds(Rename, CARDS), st.just(40), st.just(1)),
    ),
    st.builds(lines_changed, DEVICES, st.just(swapped)),
)


def facts(desk: Desk, on: date, random: Random) -> Iterator[Any]:
    """Whatever a desk can be asked."""
    yield desk.title, desk.broken, desk.damage, desk.cover.sources
    for scheme in ("deck", "shuffled"):
        desk.settings = desk.settings._replace(order=scheme, reviews=random.choice([2, 200]))
        yield desk.agenda(on)
    ids = [card.id for card in desk.collection.cards()] + [CardId("gone")]
    cards = desk.cards(ids)
    yield {card: each._replace(note=each.note._replace(places={})) for card, each in cards.items()}
    record = desk.record_of(ids)
    states = {card: record.states.get(card, fresh(desk.scheduler)) for card in ids}
    yield states, {card: record.heads.get(card, 0) for card in ids}
    yield desk.changed(), desk.last_day
    yield desk.load(), desk.siblings({note_of(card) for card in ids})
    yield {card: desk.past(card, ()) for card in ids}
    changed = {
        card: after(
            state,
            Event("", 0, datetime.min.replace(tzinfo=UTC), on, card, Answer(1, 4, 0, 3, "", "")),
            desk.scheduler,
        )
        for card, state in states.items()
        if random.random() < 0.3
    }
    yield desk.agenda(on, changed), desk.agenda(on + timedelta(days=1), changed)


def told(world: World, on: date, seed: int, *, cached: bool) -> tuple[list[Any], bool]:
    """What is said, and whether it was by the cache."""
    try:
        desk = world.desk(cached=cached)
        said = list(facts(desk, on, Random(seed)))  # noqa: S311 - no secret
    except CardsmithError as error:
        return [type(error), str(error)], False
    desk.close()
    return said, desk.is_cached


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(deeds, st.booleans()), min_size=1, max_size=14),
    st.integers(36, 44).map(day),
    st.sampled_from(["quick", "slow"]),
    st.integers(0, 99),
)
def test_with_and_without_it_the_same_is_said(
    plan: Iterable[tuple[Deed_, bool]], on: date, slow: str, seed: int
) -> None:
    """Also where a clock ticks so slowly that a file is changed and looks as before."""
    same_is_said(plan, on, seed, is_slow=slow == "slow")


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(
    st.tuples(written, written, recordings),
    st.lists(days_of_study, min_size=1, max_size=9),
    st.integers(38, 42).map(day),
    st.integers(0, 99),
)
def test_the_same_is_said_day_after_day(
    begun: Iterable[Deed_], plan: Iterable[Deed_], on: date, seed: int
) -> None:
    same_is_said([(act, False) for act in begun] + [(act, True) for act in plan], on, seed)


def same_is_said(
    plan: Iterable[tuple[Deed_, bool]], on: date, seed: int, *, is_slow: bool = False
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        if is_slow:
            patch.setattr(update, "seen_now", seen_by_a_slow_clock)
        else:
            patch.setattr(update, "_MARGIN", TICK)
        world = World(Path(folder))
        for act, is_looked_at in plan:
            act(world)
            if is_looked_at:
                with_it, by_cache = told(world, on, seed, cached=True)
                assert with_it == told(world, on, seed, cached=False)[0]
                ends = [file.read_bytes()[-1:] for file in world.history.rglob("*.jsonl")]
                fine = with_it[0] is not None and all(end in {b"", b"\n"} for end in ends)
                assert by_cache == (fine and not isinstance(with_it[0], type))
