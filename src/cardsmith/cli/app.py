"""What every command needs: the clock, the environment, and the collection with its history."""

import os
import secrets
import shlex
import shutil
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Collection as Some
from copy import copy
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import click

from cardsmith.agenda import Agenda, Limits, agenda, changed, chosen
from cardsmith.cache.answers import Cache, opened
from cardsmith.cache.store import Kept, LostError, place_of
from cardsmith.cli import values
from cardsmith.cli.sentences import fitting
from cardsmith.day import days_after, study_day
from cardsmith.deck import Card, CardId, Collection, NoteId
from cardsmith.diagnostics import Diagnostic
from cardsmith.errors import NoCollectionError, UsageError
from cardsmith.history import Event, Stamp
from cardsmith.historyfile import Damage, HistoryFolder, Log, all_histories, history_folder
from cardsmith.news import News
from cardsmith.render.due import Size, size_of
from cardsmith.render.phrases import counted
from cardsmith.schedule.replay import Record, State, in_order, replay
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.settings import SettingError, Settings
from cardsmith.settings import given as given_settings
from cardsmith.settingsfile import Choice, choose
from cardsmith.visible import visible
from cardsmith.workspace import VARIABLE, Found, Loaded, Surface, find, load, short, surface

_MOST_LINES = 5

T = TypeVar("T")


class Clock(NamedTuple):
    """The one place where time is read: the instant with the local offset, and a running count."""

    now: Callable[[], datetime] = lambda: datetime.now().astimezone()
    seconds: Callable[[], float] = time.monotonic


def fresh_id() -> str:
    """An id for a collection, which no other has."""
    return str(uuid.uuid4())


class Desk:
    """A collection opened by a learner: its cards, its history, and the study day.

    Where there is a cache it answers what a sitting asks, and the collection and its history are
    read only when somebody wants all of them.
    """

    def __init__(
        self,
        read: Surface | Loaded,
        folder: HistoryFolder,
        settings: Settings,
        today: date,
        environment: Mapping[str, str],
    ) -> None:
        """Open a collection, of which the surface or all is read.

        Raises:
            HistoryError: the history cannot be read.
        """
        self.found = read.found
        self.folder = folder
        self.settings = settings
        self.scheduler: Scheduler[Any] = settings.chosen_scheduler()
        self.today = today
        self.among: frozenset[CardId] | None = None  # the only cards of agendas, or all
        self._environment = environment
        self._above: tuple[Diagnostic, ...] = ()
        self._cache: Cache[Any] | None = None
        if isinstance(read, Loaded):
            self.cover = read.collection
            self._loaded = read
        else:
            self.cover = read.cover
            self._above = read.problems
            kept = Kept(read, folder, self.scheduler)
            self._cache = opened(place_of(kept, environment), kept)
        if self._cache is None:
            self._log = folder.read()

    @cached_property
    def _loaded(self) -> Loaded:
        return load(self.found)

    @property
    def collection(self) -> Collection:
        """The collection with its notes."""
        return self._loaded.collection

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What keeps notes from being read."""
        return self._loaded.diagnostics

    @cached_property
    def _log(self) -> Log:
        return self.folder.read()

    @property
    def events(self) -> tuple[Event, ...]:
        """The history."""
        return self._log.events

    @cached_property
    def record(self) -> Record[Any]:
        """The history, folded."""
        return replay(self.events, self.scheduler, self.collection.former_cards())

    @property
    def title(self) -> str:
        """The first line of what is said: which collection, and where progress is kept."""
        name, size = self.cover.name, self.size.words()
        return visible(f"{name}: {size}; progress in {short(self.folder.path)}")

    @property
    def limits(self) -> Limits:
        """What the settings allow for a study day."""
        kept = self.settings
        apart = kept.siblings == "apart"
        return Limits(kept.new, kept.reviews, kept.order, kept.backlog, apart)

    @property
    def is_cached(self) -> bool:
        """Whether the cache answers, and not everything was read."""
        return self._cache is not None

    def close(self) -> None:
        """Let go of the cache, as the end of the process does."""
        if self._cache is not None:
            self._cache.close()

    # What the cache knows, or else is looked up in all that there is.

    def _ask(self, question: Callable[[Cache[Any]], T], otherwise: Callable[[], T]) -> T:
        if self._cache is not None:
            try:
                return question(self._cache)
            except LostError:
                self._cache = None
        return otherwise()

    @cached_property
    def size(self) -> Size:
        """How much there is in the collection."""
        return self._ask(lambda cache: Size(*cache.size), lambda: size_of(self.collection))

    @cached_property
    def broken(self) -> int:
        """How many problems keep notes from being read."""
        above = self._above
        return self._ask(
            lambda cache: cache.errors + sum(problem.is_error for problem in above),
            lambda: sum(problem.is_error for problem in self.problems),
        )

    @cached_property
    def damage(self) -> tuple[Damage, ...]:
        """The damaged lines of the history."""
        return self._ask(lambda cache: cache.damage, lambda: self._log.damage)

    def agenda(
        self, day: date, changed: Mapping[CardId, State[Any]] = MappingProxyType({})
    ) -> Agenda:
        """What a study day asks for, if the states of some cards have changed."""

        def by_cache(cache: Cache[Any]) -> Agenda:
            return chosen(cache.candidates(day, changed), day, self.limits, self.scheduler)

        def by_record() -> Agenda:
            states, cards = {**self.record.states, **changed}, self.collection.cards()
            kept = self.limits, self.scheduler
            return agenda(cards, states, day, *kept, among=self.among)

        return by_record() if self.among is not None else self._ask(by_cache, by_record)

    def changed(self) -> tuple[CardId, ...]:
        """The learnt cards to be shown because their answer changed since they were last shown."""

        def by_record() -> tuple[CardId, ...]:
            cards, among = self.collection.cards(), self.among
            some = cards if among is None else [card for card in cards if card.id in among]
            return changed(some, self.record.states, self.today)

        if self.among is not None:
            return by_record()
        return self._ask(lambda cache: cache.changed(self.today), by_record)

    @cached_property
    def last_day(self) -> date | None:
        """The latest study day on which a card of the collection was last answered."""

        def by_record() -> date | None:
            cards = {card.id for card in self.collection.cards()}
            states = self.record.states.items()
            days = (state.day for card, state in states if card in cards)
            return max(filter(None, days), default=None)

        return self._ask(lambda cache: cache.last_day(), by_record)

    def news(self) -> News:
        """What has changed since this was last asked, which the cache alone knows.

        Notes with problems are away for a while and not withdrawn, so nothing is told while there
        are any.
        """
        return News() if self.broken else self._ask(lambda cache: cache.news(), News)

    def cards(self, ids: Iterable[CardId]) -> dict[CardId, Card]:
        """Some cards, in the order given; those that the collection does not have are left out."""
        some = tuple(ids)

        def by_collection() -> dict[CardId, Card]:
            known = {card.id: card for card in self.collection.cards()}
            return {card: known[card] for card in some if card in known}

        return self._ask(lambda cache: cache.cards(some), by_collection)

    def record_of(self, cards: Some[CardId]) -> Record[Any]:
        """The history, folded, of at least these cards."""
        return self._ask(lambda cache: cache.record(cards), lambda: self.record)

    def load(self) -> Counter[date]:
        """How many cards are due on each day."""

        def by_record() -> Counter[date]:
            return Counter(day for _, day in self._due_days())

        return self._ask(lambda cache: cache.load(), by_record)

    def siblings(self, notes: Some[NoteId]) -> dict[NoteId, dict[CardId, date]]:
        """The due days of the cards of some notes."""

        def by_record() -> dict[NoteId, dict[CardId, date]]:
            found: dict[NoteId, dict[CardId, date]] = {}
            for card, day in self._due_days():
                if card.note.id in notes:
                    found.setdefault(card.note.id, {})[card.id] = day
            return found

        return self._ask(lambda cache: cache.siblings(notes), by_record)

    def _due_days(self) -> Iterator[tuple[Card, date]]:
        for card in self.collection.cards():
            state = self.record.states.get(card.id)
            if state and state.due and not state.suspended:
                yield card, state.due

    def past(self, card: CardId, more: Iterable[Event]) -> list[Event]:
        """The events in force of a card, in order, with some that were recorded since."""
        some = tuple(more)

        def by_events() -> list[Event]:
            former = self.collection.former_cards()
            return in_order((*self.events, *some), former)[0].get(card, [])

        found = self._ask(lambda cache: cache.past(card, some), by_events)
        return by_events() if found is None else found

    def only(self, among: frozenset[CardId]) -> "Desk":
        """The same, with an agenda of some cards alone; the limits of the day count for all."""
        other = copy(self)
        other.among = among
        return other

    def having(self, **changes: Any) -> "Desk":  # noqa: ANN401 - as _replace
        """The same, with other settings."""
        other = copy(self)
        other.settings = self.settings._replace(**changes)
        return other

    def reread(self) -> "Desk":
        """The same, with the collection and its history as they now are.

        Raises:
            BrokenCollectionError: what its `collection.yaml` must say cannot be read.
        """
        read = _read(self.found, whole=self._cache is None)
        if isinstance(read, Surface):
            fresh = Desk(read, self.folder, self.settings, self.today, self._environment)
            fresh.among = self.among
            return fresh
        other = copy(self)
        other.cover = read.collection
        other._loaded = read  # noqa: SLF001 - it is one of us
        other._cache = None  # noqa: SLF001
        for kept in ("_log", "record", "size"):
            other.__dict__.pop(kept, None)
        return other


def _read(found: Found, *, whole: bool) -> Surface | Loaded:
    """A collection, or its surface where that will do.

    Raises:
        BrokenCollectionError: what its `collection.yaml` must say cannot be read.
    """
    if not whole:
        read = surface(found)
        if read.cover.id and read.cover.name:
            return read
    return load(found)


class App(NamedTuple):
    """The world as a command sees it."""

    clock: Clock = Clock()
    environment: Mapping[str, str] = os.environ

    def now(self, settings: Settings) -> datetime:
        """This instant, by the clock of the zone where the learner is."""
        now = self.clock.now()
        if settings.zone == "local":
            return now
        from zoneinfo import ZoneInfo  # noqa: PLC0415 - few set a zone

        return now.astimezone(ZoneInfo(settings.zone))

    def stamp(self, settings: Settings) -> Stamp:
        """This instant with its study day and a fresh event id (64 random bits)."""
        at = self.now(settings)
        return Stamp(at, study_day(at, settings.rollover), secrets.token_hex(8))

    @property
    def is_dumb(self) -> bool:
        """Whether the terminal can do nothing but print, or does not say what it can do."""
        return (self.environment.get("TERM") or "dumb") == "dumb"

    @property
    def has_colour(self) -> bool:
        """Whether standard output takes colours."""
        dumb = self.is_dumb
        return not dumb and not self.environment.get("NO_COLOR") and sys.stdout.isatty()

    def choice(self, folder: HistoryFolder | None, given: Iterable[str] = ()) -> Choice:
        """The settings in force: those of all histories, of one, and those given as options.

        Raises:
            UsageError: one that is given means nothing, or a file cannot be read.
        """
        folders = [all_histories(self.environment)]
        folders += [folder.path] if folder else []
        try:
            return choose(folders, given_settings(given))
        except SettingError as error:
            raise UsageError(visible(str(error))) from error

    def settings(self, folder: HistoryFolder | None, given: Iterable[str] = ()) -> Settings:
        """The settings in force.

        Raises:
            UsageError: one cannot be read; nothing is done by settings that were not meant.
        """
        choice = self.choice(folder, given)
        for problem in choice.problems:
            where = f"{problem.span.path}:{problem.span.place.line}"
            hint = self.command_line("config", None)
            raise UsageError(visible(f"{where}: {problem.phrase} (`{hint}` shows all settings)"))
        return choice.settings

    def desk(self, decks: str | None, given: Iterable[str] = (), *, whole: bool = True) -> Desk:
        """Open the collection asked for, with its history.

        Args:
            decks: the collection, as `workspace.find` takes it.
            given: settings for this once, as `name=value`.
            whole: whether all of it will be looked at; else the cache may answer.

        Raises:
            NoCollectionError: there is none.
            HistoryError: the history cannot be read.
            UsageError: a setting cannot be read.
        """
        read = _read(find(decks, self.environment), whole=whole)
        collection = read.collection if isinstance(read, Loaded) else read.cover
        folder = history_folder(collection, self.environment)
        settings = self.settings(folder, given)
        today = study_day(self.now(settings), settings.rollover)
        return Desk(read, folder, settings, today, self.environment)

    def targets(self, decks: tuple[str, ...]) -> tuple[str | None, ...]:
        """The collections to look at, one after the other, each as `desk` takes it.

        Those that are named; else the one at hand; else those of the learner's settings, if any.

        Raises:
            UsageError: the settings cannot be read.
        """
        if decks:
            return decks
        variable = self.environment.get(VARIABLE, "")
        if variable:
            several = tuple(filter(None, variable.split(os.pathsep)))
            return several if len(several) > 1 else (None,)
        try:
            find(None, self.environment, or_shipped=False)
        except NoCollectionError:
            kept = self.settings(None).decks
            return tuple(os.path.expanduser(path) for path in kept) or (None,)  # noqa: PTH111
        return (None,)

    def say(self, text: str) -> None:
        """Print a sentence; on a terminal no word is broken at its edge."""
        click.echo(fitting(text, sys.stdout))

    def warn(self, text: str) -> None:
        """Print a sentence on standard error, as `say` does on the other."""
        click.echo(fitting(text, sys.stderr), err=True)

    def report(self, desk: Desk, decks: str | None) -> None:
        """Say in a line each, on standard error, what is wrong with decks and history."""
        if desk.broken:
            what = (
                f"{counted(desk.broken, 'problem')} in the decks; notes with problems are left out"
            )
            self.warn(f"{what}: {self.command_line('lint', decks)}")
        if desk.last_day and desk.last_day > days_after(desk.today, 1):
            hint = self.command_line("log check", decks)
            self.warn(
                f"an answer is dated {desk.last_day}, and by the clock it is {desk.today}: set the "
                f"clock if it is wrong; if it was wrong then, its cards are due now ({hint})"
            )
        for damage in desk.damage:
            shown = ", ".join(str(number) for number in damage.lines[:_MOST_LINES])
            more = " …" if len(damage.lines) > _MOST_LINES else ""
            lines = counted(len(damage.lines), "damaged line")
            self.warn(visible(f"{damage.path}: {lines} ({shown}{more}); the others count"))

    def command_line(self, command: str, decks: str | None) -> str:
        """A command line that works where it is read: with the program as it was called."""
        running = Path(sys.argv[0])
        found = shutil.which("cardsmith")
        program = "cardsmith"
        if not found or not running.exists() or not running.samefile(found):
            program = f"{Path(sys.executable).name} -m cardsmith"
            if running.name == "cardsmith" and running.exists():
                program = os.path.relpath(running)
        return f"{program} {command}" + (f" --decks {shlex.quote(decks)}" if decks else "")


def as_given(command: str, names: Some[str] = ()) -> str:
    """A command with the options and words of the running one, but not its collections.

    Args:
        command: which; it takes the same options.
        names: the only parameters that it takes; none for all.
    """
    words, context = [command], click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        value = context.params.get(name)
        if name == "decks" or (names and name not in names) or not value:
            continue
        for each in value if isinstance(value, tuple) else (value,):
            words += [parameter.opts[0]] * isinstance(parameter, click.Option)
            words += [] if each is True else [str(each)]
    return shlex.join(words)


def examples(*lines: str) -> str:
    """The examples at the end of a command's help, each on a line of its own."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def day_of(words: str, today: date) -> date:
    """The day to come that somebody means: `2026-12-24`, `24 dec`, `friday`, `tomorrow`.

    Raises:
        UsageError: it is no day, or a past one.
    """
    spoken = {"today": 0, "tomorrow": 1}
    if words.lower() in spoken:
        return days_after(today, spoken[words.lower()])
    from dateutil import parser  # noqa: PLC0415 - only where a day is named

    try:
        day = parser.parse(words, default=datetime.combine(today, datetime.min.time())).date()
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{visible(words)!r} is no day; write 2026-12-24 or friday") from error
    if day < today:
        raise UsageError(f"{visible(words)!r} means {day}, which is past; add the year")
    return day


pass_app = click.make_pass_decorator(App)
decks_option = click.option(
    "--decks",
    metavar="PATH",
    shell_complete=values.folders,
    help="The collection: a folder with a collection.yaml. Without it the one around this folder, "
    "or else the deck that ships with cardsmith.",
)
several_option = click.option(
    "--decks",
    metavar="PATH",
    multiple=True,
    shell_complete=values.folders,
    help="The collection: a folder with a collection.yaml; given more than once, one after the "
    "other. Without it the one around this folder, or else those of your settings.",
)
set_option = click.option(
    "--set",
    "given",
    metavar="NAME=VALUE",
    multiple=True,
    shell_complete=values.assignments,
    help="A setting for this once, such as rollover=5; `cardsmith config` lists them.",
)
