"""`cardsmith schedule`: how well schedulers predict answers, and what they will ask."""

import codecs
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from datetime import date, tzinfo
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from cardsmith import csvlog
from cardsmith.agenda import is_due
from cardsmith.cli.app import App, Desk, decks_option, examples, pass_app, set_option
from cardsmith.cli.groups import Group, Whole
from cardsmith.cli.sitting import look_at
from cardsmith.day import DEFAULT_ROLLOVER
from cardsmith.deck import CardId
from cardsmith.errors import CardsmithError, UsageError, reason
from cardsmith.history import Event, SetDue
from cardsmith.render.look import Look
from cardsmith.render.phrases import counted
from cardsmith.render.schedule import (
    Forecast,
    Policy,
    evaluation_json,
    evaluation_lines,
    forecast_json,
    forecast_lines,
    moves_json,
    moves_lines,
)
from cardsmith.schedule import fsrs
from cardsmith.schedule.evaluation import (
    LEAST,
    Evaluation,
    History,
    TooFewError,
    evaluate,
    histories_of_events,
    histories_of_rows,
    near,
    predictors,
    quietest_hour,
)
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.intervals import Fuzz
from cardsmith.schedule.moves import Move, histogram, moves
from cardsmith.schedule.replay import State, fresh, in_order, replay
from cardsmith.schedule.scheduler import M, Scheduler
from cardsmith.schedule.simulation import (
    Setting,
    Subject,
    habits,
    promised,
    simulated,
    subjects,
)
from cardsmith.schedule.sm2 import SM2
from cardsmith.visible import visible

_WIDEST = 100
_MOST_LINES = 5
_RUNS = 10
_MOST_RUNS, _ENOUGH = 5, 300  # runs of a year; with so many cards luck evens out in one
_YEAR = 52 * 7
_RETENTIONS = (0.8, 0.825, 0.85, 0.875, 0.9, 0.925, 0.95)
_BUSY = 0.01  # of all answers; more around the end of the study day are split by it


@click.group(
    "schedule",
    cls=Group,
    epilog=examples("cardsmith schedule evaluate", "cardsmith schedule forecast --weeks 12"),
)
def command() -> None:
    """See through schedulers: how well they predict, and what they will ask."""


@command.command(
    "evaluate",
    epilog=examples(
        "cardsmith schedule evaluate",
        "cardsmith schedule evaluate reviews.csv --zone America/Los_Angeles --json",
    ),
)
@click.argument(
    "log",
    metavar="[LOG.csv]",
    required=False,
    type=click.Path(path_type=Path),
)
@decks_option
@click.option("--zone", metavar="ZONE", help="Where the learner of LOG.csv was: Europe/Berlin.")
@click.option(
    "--rollover",
    type=Whole(0, 23),
    help=f"The hour at which the study day of LOG.csv ends; {DEFAULT_ROLLOVER} without it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def evaluate_command(  # noqa: PLR0913 - click passes each option by name
    app: App,
    log: Path | None,
    decks: str | None,
    zone: str | None,
    rollover: int | None,
    *,
    as_json: bool,
) -> int:
    """Say how well schedulers would have predicted your answers, or those of LOG.csv.

    Each answer on a new day is predicted from what came before it. LOG.csv is a table of answers
    with the columns card, rating (1 to 4), time and duration in milliseconds, as Anki and py-fsrs
    name them too.
    """
    problems: Sequence[csvlog.Problem] = ()
    if log is None:
        if zone is not None or rollover is not None:
            raise UsageError(
                "--zone and --rollover are for LOG.csv; your own answers keep their study day"
            )
        desk = app.desk(decks)
        app.report(desk, decks)
        told = _evaluated(_histories(desk))
        if not as_json:
            app.say(desk.title)
    else:
        if decks is not None:
            raise UsageError("name LOG.csv or --decks, not both")
        hour = DEFAULT_ROLLOVER if rollover is None else rollover
        answers = _read(log, _zone(zone))
        problems = answers.problems
        _report(app, log, problems)
        histories = histories_of_rows(answers.rows, hour)
        told = _evaluated(histories)
        _doubt(app, histories, hour)
    if as_json:
        source = None if log is None else visible(str(log))
        click.echo(json.dumps(evaluation_json(told, source, problems), ensure_ascii=False))
    else:
        for line in evaluation_lines(told, _look(app)):
            click.echo(line)
    return 1 if problems else 0


@command.command(
    "forecast",
    epilog=examples("cardsmith schedule forecast", "cardsmith schedule forecast --weeks 12 --json"),
)
@decks_option
@click.option(
    "--weeks",
    type=Whole(1, 104),
    default=4,
    show_default=True,
    help="How many weeks to show.",
)
@click.option(
    "--seed",
    type=Whole(0),
    default=1,
    show_default=True,
    help="Another number brings other luck; the same one the same.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def forecast_command(app: App, decks: str | None, weeks: int, seed: int, *, as_json: bool) -> None:
    """Say what the coming weeks will ask, and what each scheduler would.

    The days are simulated from where your cards now stand. A comparison over a year shows what a
    switch to another scheduler, or another retention, would change.
    """
    desk = app.desk(decks)
    app.report(desk, decks)
    told = _forecast(desk, 7 * weeks, seed)
    if as_json:
        click.echo(json.dumps(forecast_json(told), ensure_ascii=False))
        return
    app.say(desk.title)
    for line in forecast_lines(told, _look(app)):
        click.echo(line)


@command.command(
    "apply",
    epilog=examples(
        "cardsmith schedule apply --dry-run", "cardsmith schedule apply --spread 14 --least 20"
    ),
)
@decks_option
@set_option
@click.option("--dry-run", is_flag=True, help="Show what would move, and move nothing.")
@click.option(
    "--spread",
    metavar="DAYS",
    type=Whole(1, 365),
    default=1,
    help="Spread what would be due at once over so many days.",
)
@click.option(
    "--least",
    metavar="PERCENT",
    type=Whole(0, 1000),
    default=0,
    help="Leave cards whose interval changes by less.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@pass_app
def apply_command(  # noqa: PLR0913 - click passes each option by name
    app: App,
    *,
    decks: str | None,
    given: tuple[str, ...],
    dry_run: bool,
    spread: int,
    least: int,
    yes: bool,
    as_json: bool,
) -> int:
    """Move all due days to where the present scheduler would have put them.

    Another scheduler, retention or weights change future answers alone; this changes the days that
    were promised before. `cardsmith log undo` takes it back.
    """
    desk = app.desk(decks, given)
    states = _of_decks(desk)
    fuzz = Fuzz() if desk.settings.is_fuzzed else None
    moved = moves(states, desk.scheduler, desk.today, fuzz=fuzz, spread=spread, least=least)
    before, after = histogram(states, moved, desk.today)
    if as_json:
        told = moves_json(moved, before, after, desk.scheduler.name, desk.today)
        click.echo(json.dumps(told))
    else:
        app.say(desk.title)
        for line in moves_lines(moved, before, after, desk.scheduler.name, desk.today, _look(app)):
            click.echo(line)
    if dry_run or not moved:
        return 0
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("say --yes to move them, or --dry-run to look")
        if not click.confirm(f"Move {counted(len(moved), 'card')}?", default=False):
            return 0
    _move(app, desk, moved)
    if not as_json:
        undo = app.command_line("log undo", decks)
        click.echo(f"Moved {counted(len(moved), 'card')}. To take it back: {undo}")
    return 0


def _of_decks(desk: Desk) -> dict[CardId, State[Any]]:
    states = desk.record.states
    return {card.id: states[card.id] for card in desk.collection.cards() if card.id in states}


def _move(app: App, desk: Desk, moved: Sequence[Move]) -> None:
    """Write one event a card, all of one instant, by which undo knows that they belong together."""
    first = app.stamp(desk.settings)
    desk.folder.append(
        Event(
            app.stamp(desk.settings).id,
            desk.record.heads.get(move.card, 0) + 1,
            first.at,
            first.day,
            move.card,
            SetDue(move.after),
        )
        for move in moved
    )


def _look(app: App) -> Look:
    return look_at(app, min(_WIDEST, max(40, shutil.get_terminal_size().columns)))


def _histories(desk: Desk) -> list[History]:
    by_card, _ = in_order(desk.events, desk.collection.former_cards())
    return histories_of_events(by_card)


def _zone(name: str | None) -> tzinfo | None:
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(f"no zone is called {visible(name)!r}; write Europe/Berlin") from error


def _read(path: Path, zone: tzinfo | None) -> csvlog.Log:
    if path.is_dir():
        raise UsageError(visible(f"{path}: a folder; name a table of answers in it"))
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise UsageError(
            visible(f"{path}: no such file; name a table of answers, or none to look at your own")
        ) from error
    except OSError as error:
        raise UsageError(visible(f"{path} cannot be read: {reason(error)}")) from error
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return csvlog.read(data.decode("utf-16" if is_wide else "utf-8"), zone)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(
            visible(f"{path}:{line}: not in UTF-8; save it again with that encoding")
        ) from error
    except csvlog.HeaderError as error:
        raise UsageError(visible(f"{path}:1: {error}")) from error


def _report(app: App, path: Path, problems: Sequence[csvlog.Problem]) -> None:
    for problem in problems[:_MOST_LINES]:
        app.warn(visible(f"{path}:{problem.line}: {problem.message}"))
    if len(problems) > _MOST_LINES:
        more = counted(len(problems) - _MOST_LINES, "more line")
        app.warn(visible(f"{path}: {more} like that; the others count"))


def _doubt(app: App, histories: Sequence[History], rollover: int) -> None:
    """Say so where the study day seems to end while the learner was at it."""
    share, quiet = near(histories, rollover), quietest_hour(histories)
    if share > _BUSY and near(histories, quiet) < share / 4:
        app.warn(
            f"{100 * share:.0f} % of the answers were given within an hour of {rollover}:00, where "
            f"the study day ends; the quietest time is {quiet}:00 (--rollover {quiet}, or --zone)"
        )


def _evaluated(histories: Sequence[History]) -> Evaluation:
    try:
        return evaluate(histories, predictors())
    except TooFewError as error:
        raise CardsmithError(
            f"too early to say: {counted(error.count, 'answer')} came on a later day than the "
            f"card's last one, and an evaluation needs {LEAST}"
        ) from error


def _forecast(desk: Desk, days: int, seed: int) -> Forecast:
    limits = desk.limits
    truth = FSRS()
    former = desk.collection.former_cards()
    setting = Setting(
        desk.today,
        days,
        limits.new,
        limits.reviews,
        habits(_histories(desk)),
        truth,
        str(seed),
    )
    truths = replay(desk.events, truth, former).states
    present = _subjects(desk, desk.record.states, truths, desk.scheduler)
    sm2 = SM2(desk.settings.longest)
    by_sm2 = _subjects(desk, replay(desk.events, sm2, former).states, truths, sm2)
    by_fsrs = _subjects(desk, truths, truths, truth)
    year = setting._replace(days=_YEAR)
    runs = max(1, min(_MOST_RUNS, _ENOUGH // max(1, len(present))))
    policies = [Policy("sm2", None, runs, simulated(by_sm2, sm2, year, runs))]
    for retention in _RETENTIONS:
        scheduler = FSRS(retention=retention, longest=desk.settings.longest)
        policies.append(Policy("fsrs", retention, runs, simulated(by_fsrs, scheduler, year, runs)))
    return Forecast(
        desk.today,
        desk.scheduler.name,
        limits.new,
        limits.reviews,
        setting.habits,
        seed,
        _RUNS,
        promised(present, days),
        simulated(present, desk.scheduler, setting, _RUNS),
        policies,
    )


def _subjects(
    desk: Desk,
    states: Mapping[CardId, State[M]],
    truths: Mapping[CardId, State[fsrs.Memory]],
    scheduler: Scheduler[M],
) -> list[Subject[M]]:
    due = partial(_due_in, today=desk.today)
    return subjects(desk.collection.cards(), states, truths, fresh(scheduler), due)


def _due_in(state: State[M], today: date) -> int | None:
    """In how many days a card is due by what was promised; None for a new card."""
    if state.is_new:
        return None
    if is_due(state, today):
        return 1 if state.buried == today else 0
    return max(1, ((state.due or today) - today).days)
