"""What every command needs: the clock, the environment, and the collection with its history."""

import os
import secrets
import shlex
import shutil
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from cardsmith.agenda import Agenda, Limits, agenda
from cardsmith.day import days_after, study_day
from cardsmith.deck import Collection
from cardsmith.diagnostics import Diagnostic
from cardsmith.errors import UsageError
from cardsmith.history import Event, Stamp
from cardsmith.historyfile import Damage, HistoryFolder, all_histories, history_folder
from cardsmith.render.due import size
from cardsmith.render.phrases import counted
from cardsmith.schedule.replay import Record, replay
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.settings import SettingError, Settings
from cardsmith.settings import given as given_settings
from cardsmith.settingsfile import Choice, choose
from cardsmith.visible import visible
from cardsmith.workspace import Found, find, load

_MOST_LINES = 5


class Clock(NamedTuple):
    """The one place where time is read: the instant with the local offset, and a running count."""

    now: Callable[[], datetime] = lambda: datetime.now().astimezone()
    seconds: Callable[[], float] = time.monotonic


def fresh_id() -> str:
    """An id for a collection, which no other has."""
    return str(uuid.uuid4())


class Desk(NamedTuple):
    """A collection opened by a learner: its cards, its history, and the study day."""

    found: Found
    collection: Collection
    problems: tuple[Diagnostic, ...]
    folder: HistoryFolder
    events: tuple[Event, ...]
    damage: tuple[Damage, ...]
    record: Record[Any]
    scheduler: Scheduler[Any]
    settings: Settings
    today: date
    title: str

    @property
    def limits(self) -> Limits:
        """What the settings allow for a study day."""
        chosen = self.settings
        apart = chosen.siblings == "apart"
        return Limits(chosen.new, chosen.reviews, chosen.order, chosen.backlog, apart)

    def agenda(self, day: date) -> Agenda:
        """What a study day asks for."""
        cards = self.collection.cards()
        return agenda(cards, self.record.states, day, self.limits, self.scheduler)


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
    def has_colour(self) -> bool:
        """Whether standard output takes colours."""
        dumb = self.environment.get("TERM", "dumb") == "dumb"
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

    def desk(self, decks: str | None, given: Iterable[str] = ()) -> Desk:
        """Open the collection asked for, with its history.

        Args:
            decks: the collection, as `workspace.find` takes it.
            given: settings for this once, as `name=value`.

        Raises:
            NoCollectionError: there is none.
            HistoryError: the history cannot be read.
            UsageError: a setting cannot be read.
        """
        found = find(decks, self.environment)
        loaded = load(found)
        collection = loaded.collection
        folder = history_folder(collection, self.environment)
        settings = self.settings(folder, given)
        log = folder.read()
        scheduler = settings.chosen_scheduler()
        return Desk(
            found,
            collection,
            tuple(loaded.diagnostics),
            folder,
            log.events,
            log.damage,
            replay(log.events, scheduler, collection.former_cards()),
            scheduler,
            settings,
            study_day(self.now(settings), settings.rollover),
            visible(f"{collection.name}: {size(collection)}; progress in {short(folder.path)}"),
        )

    def report(self, desk: Desk, decks: str | None) -> None:
        """Say in a line each, on standard error, what is wrong with decks and history."""
        broken = sum(problem.is_error for problem in desk.problems)
        if broken:
            what = f"{counted(broken, 'problem')} in the decks; notes with problems are left out"
            click.echo(f"{what}: {self.command_line('lint', decks)}", err=True)
        for damage in desk.damage:
            shown = ", ".join(str(number) for number in damage.lines[:_MOST_LINES])
            more = " …" if len(damage.lines) > _MOST_LINES else ""
            lines = counted(len(damage.lines), "damaged line")
            click.echo(
                visible(f"{damage.path}: {lines} ({shown}{more}); the others count"), err=True
            )

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


def short(path: Path) -> str:
    """A path with `~` for the home folder."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


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
    help="The collection: a folder with a collection.yaml. Without it the one around this folder, "
    "or else the deck that ships with cardsmith.",
)
set_option = click.option(
    "--set",
    "given",
    metavar="NAME=VALUE",
    multiple=True,
    help="A setting for this once, such as rollover=5; `cardsmith config` lists them.",
)
