"""A sitting under way: moves go to the session, and what comes of them to the log."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from cardsmith.agenda import Agenda
from cardsmith.bindings import Bindings, bound
from cardsmith.cli import editor
from cardsmith.cli.app import App, Desk
from cardsmith.day import days_after
from cardsmith.deck import Card, CardId, Typed, note_of
from cardsmith.errors import CardsmithError
from cardsmith.history import QUALITIES, Answer, Bury, Event, Flag, Suspend
from cardsmith.render.keys import LABELS, consequence, default_key
from cardsmith.render.look import Look
from cardsmith.render.summary import Outcome
from cardsmith.schedule.intervals import Fuzz
from cardsmith.schedule.replay import State
from cardsmith.session import (
    DRILL_KEYS,
    GOT_IT,
    GoOn,
    Grade,
    Later,
    Mark,
    Missed,
    Move,
    Noted,
    Outlook,
    Quit,
    Reveal,
    Rules,
    Session,
    Showing,
    Undo,
    joined,
    order_of_choices,
    reread,
    step,
)
from cardsmith.visible import visible
from cardsmith.workspace import Way, load

MORE = 5  # cards, for who wants to go on
_LONGEST_MS = 60_000  # whoever looks at a card for longer has gone away
_PLENTY = 10_000  # cards, where no limit is meant


class Terms(NamedTuple):
    """How a sitting goes, besides its cards.

    Attributes:
        told: what was said before the first card.
        until: seconds of the running count at which it ends; None as long as there are cards.
        is_first: whether the learner has never answered a card.
        has_next: whether another collection comes after it.
        is_plain: whether it goes line by line.
    """

    told: str = ""
    until: float | None = None
    is_first: bool = False
    has_next: bool = False
    is_plain: bool = False


class Sitting:
    """The session as it now is; every event is on disk before the session moves on."""

    def __init__(self, app: App, desk: Desk, session: Session[Any], terms: Terms) -> None:
        """Begin with an open card.

        Args:
            app: the world.
            desk: the collection and its history.
            session: the cards.
            terms: how it goes.
        """
        self.app, self.desk, self.session, self.terms = app, desk, session, terms
        self.echo = terms.told  # what became of the last answer
        self.notice = ""  # why the last move did nothing
        self.has_left = False  # before the last card, or all that comes after it
        self.is_cut = False  # because its time was up
        self.written: list[Event] = []
        self.streak = 0  # the study days kept in a row, as far as they were counted
        self._counting: Thread | None = None
        self._until = terms.until
        self.renamed: dict[CardId, CardId] = {}  # meanwhile, by the names that the sitting uses
        self._begun: Mapping[CardId, State[Any] | None] = session.states
        self._started_at = self._shown_at = app.clock.seconds()

    @property
    def bindings(self) -> Bindings:
        """Which key does what."""
        return self.session.rules.bindings

    @property
    def showing(self) -> Showing | None:
        """The open card."""
        return self.session.showing

    @property
    def minutes(self) -> int:
        """How long it has lasted."""
        return int(self.app.clock.seconds() - self._started_at) // 60

    @property
    def is_over(self) -> bool:
        """Whether it has lasted as long as it may."""
        return self._until is not None and self.app.clock.seconds() >= self._until

    @property
    def has_next(self) -> bool:
        """Whether another collection comes after it, for which there is time."""
        until = self.terms.until
        return self.terms.has_next and (until is None or self.app.clock.seconds() < until)

    @property
    def has_outline(self) -> bool:
        """Whether there is an outline to be read before the cards."""
        return any(source.anchors for source in self.desk.cover.sources.values())

    def move(self, move: Move) -> bool:
        """Make a move and save what came of it; whether anything did.

        Raises:
            HistoryError: it could not be saved; the session stands where it was.
        """
        self.has_left |= isinstance(move, Quit)
        stamp, before = self.app.stamp(self.desk.settings), self.session
        session, events = step(before, move, stamp)
        if not events and session == before._replace(today=stamp.day):
            self.session, self.notice = session, self._vain(move)
            return False
        if events:
            self.desk.folder.append(events)
            self.written += events
        self.notice = ""
        if not isinstance(move, Reveal | Mark | Missed | Quit):
            self.echo = self._echo(move, session, events) + self._leech(session, events)
        has_turned = is_other(before.showing, session.showing)
        if has_turned:
            self._shown_at = self.app.clock.seconds()
        goes_on = has_turned and session.showing is not None and not isinstance(move, Undo)
        self.is_cut = goes_on and self.is_over
        self.session = step(session, Quit(), stamp)[0] if self.is_cut else session
        return True

    def _vain(self, move: Move) -> str:
        """Why a move did nothing, where that needs a word."""
        match move:
            case Undo():
                return "There is nothing to undo."
            case Later() if self.showing is not None:
                return "There is no other card to come first."
            case Noted(Bury() | Suspend()) if self.showing is not None:
                return "In practice no card is buried or suspended."
        return ""

    def _leech(self, after: Session[Any], events: tuple[Event, ...]) -> str:
        """That a card is forgotten again and again: at the setting, and at every half of it on."""
        if not events:
            return ""
        least, event = self.desk.settings.leech, events[-1]
        lapses = after.state(event.card).lapses
        is_lapse = lapses > self.session.state(event.card).lapses
        if not least or lapses < least or not is_lapse or (lapses - least) % -(-least // 2):
            return ""
        keys = f"{self.bindings.key('undo')}, {self.bindings.key('suspend')}"
        return f"; forgotten {lapses} times: word it anew, or suspend it ({keys})"

    def grade(self, key: int) -> Move | None:
        """The grade that a key gives now; None where it is no key of this card."""
        of = self.session.keys()
        if key not in LABELS[of]:
            return None
        spent = int(1000 * (self.app.clock.seconds() - self._shown_at))
        return Grade(key, of, max(0, min(spent, _LONGEST_MS)))

    def edit(self, lent: AbstractContextManager[None]) -> None:
        """Open the note of the open card in the editor, then go on with what it now says.

        Args:
            lent: what gives the terminal to the editor, and takes it back.

        Raises:
            UsageError: no editor is set, or it cannot be started.
        """
        if self.showing is None:
            return
        card, span = self.showing.card, self.showing.card.note.span()
        with lent:
            status = editor.open_at(self.app.environment, Path(span.path), span.place.line)
        self._shown_at = self.app.clock.seconds()
        try:
            self.echo = self._reread(card)
        except CardsmithError as error:
            self.echo = f"{card.id} is asked as before: {error}"
        if status:
            self.echo = f"the editor ended with status {status}; {self.echo}"

    def _reread(self, card: Card) -> str:
        """Go on with the cards as they now read; what became of the open one.

        Raises:
            CardsmithError: the collection cannot be opened; nothing has changed.
        """
        desk = self.desk.reread()
        cards = desk.cards(self.session.cards)
        gone = [id_ for id_ in self.session.cards if id_ not in cards]
        former = desk.collection.former_cards() if gone else {}
        renamed = {id_: former[id_] for id_ in gone if id_ in former}
        known = desk.cards(renamed.values())
        for id_, name in renamed.items():  # the sitting goes on by the names of its beginning
            cards[id_] = _named(known[name], id_)
        names = {id_: renamed.get(id_, id_) for id_ in self.session.states}
        states = desk.record_of(names.values()).states
        self.desk, self.renamed = desk, renamed
        self._begun = {id_: states.get(name) for id_, name in names.items()}
        self.session = reread(self.session, cards.values())
        if card.id in renamed:
            return f"{renamed[card.id]}: read again; it was {card.id}"
        if card.id in cards:
            return f"{card.id}: {'unchanged' if card == cards[card.id] else 'read again'}"
        if desk.broken:
            return f"{card.id} cannot be read now and is asked as before; see {self._hint('lint')}"
        return f"{card.id} is no longer in the collection and is asked as before"

    def more(self) -> bool:
        """Go on with a few cards more, as long as they take; whether there are any."""
        ids, drill = self._further()
        cards = self.desk.cards(ids)
        if not cards:
            return False
        session = self.session
        known = rules(self.desk, cards.values()).siblings
        old = {name: id_ for id_, name in self.renamed.items()}
        more = [_named(card, old.get(card.id, card.id)) for card in cards.values()]
        again = [old.get(card, card) for card in drill]
        siblings = {**known, **session.rules.siblings}
        session = session._replace(rules=session.rules._replace(siblings=siblings))
        self.session = joined(session, more, self.desk.record_of(cards), again)
        self._begun = {**self.session.states, **self._begun}
        self._shown_at = self.app.clock.seconds()
        self.has_left = self.is_cut = False
        self._until = None
        return True

    def has_more(self) -> bool:
        """Whether there are cards to go on with."""
        return bool(self._further()[0])

    def _further(self) -> tuple[tuple[CardId, ...], tuple[CardId, ...]]:
        """A few cards to go on with, those in drill first, and which of them are in drill."""
        if self.session.rules.is_cram:
            return (), ()
        plenty = self.desk.having(new=_PLENTY, reviews=_PLENTY)
        asked = plenty.agenda(self.session.today, self._states())
        ids = asked.cards()[:MORE]
        return ids, tuple(card for card in ids if card in asked.drill)

    def left_today(self) -> Agenda:
        """What the study day still asks for."""
        return self._agenda_in(0)

    def outcome(self) -> Outcome:
        """What was done, what is left, and what is to come."""
        today = self.session.today
        return Outcome(
            self.session,
            self.left_today(),
            self._agenda_in(1),
            self.desk.size,
            today,
            self.minutes,
            self.streak,
            self._load(),
            self.has_more(),
            self.is_cut,
            self.has_next,
        )

    def count_days(self, done: Callable[[], None] = lambda: None) -> None:
        """Count the study days kept in a row, and call `done`; a long history takes a while.

        It is done beside the sitting, which nobody has to wait for.
        """
        today, scheduler = self.session.today, self.desk.scheduler

        def count() -> None:
            from cardsmith.stats import streak  # noqa: PLC0415 - after the last card alone

            with suppress(CardsmithError, OSError):
                collection = load(self.desk.found).collection
                cards, former = collection.cards(), collection.former_cards()
                events = self.desk.folder.read().events
                ids = {card.id for card in cards}
                self.streak = streak(events, today, scheduler, cards=ids, former=former)
                done()

        self._counting = Thread(target=count, daemon=True)
        self._counting.start()

    def wait_for_days(self, seconds: float) -> None:
        """Wait for what `count_days` counts, but no longer than this."""
        if self._counting is None:
            self.count_days()
        if self._counting is not None:
            self._counting.join(seconds)

    def _load(self) -> Counter[date]:
        """How many cards are due on each day, after this sitting."""
        load = self.desk.load()
        for card, now in self.session.states.items():
            for state, sign in ((self._begun.get(card), -1), (now, 1)):
                if state and state.due and not state.suspended:
                    load[state.due] += sign
        return load

    def _states(self) -> dict[CardId, State[Any]]:
        """The states of the sitting, by the names that its cards now have."""
        states = self.session.states.items()
        return {self.renamed.get(card, card): state for card, state in states}

    def _agenda_in(self, days: int) -> Agenda:
        return self.desk.agenda(days_after(self.session.today, days), self._states())

    def _hint(self, command: str) -> str:
        """A command line that means the same collection."""
        found = self.desk.found
        decks = None if found.way is Way.NEAREST else str(found.root)
        return self.app.command_line(command, decks)

    def _echo(self, move: Move, after: Session[Any], events: tuple[Event, ...]) -> str:
        """What a move did to the card that was open, or that is open again."""
        before, again = self.session.showing, after.showing
        match move:
            case Grade(key, of) if before and after.answered > self.session.answered:
                days = [event.deed.days for event in events if isinstance(event.deed, Answer)]
                is_drilled = QUALITIES[of][key] < QUALITIES[DRILL_KEYS][GOT_IT]
                came = Outlook(key, days[0] if days else None, is_drilled)
                return f"{before.card.id}: {LABELS[of][key]}, {consequence(came)}"
            case Later() if before and not before.is_changed:
                return f"{before.card.id}: later"
            case Undo() if again:
                return f"{again.card.id}: taken back"
            case Noted(deed) if before:
                return self._echo_of(before.card.id, deed)
        return ""

    def _echo_of(self, card: CardId, deed: Bury | Suspend | Flag) -> str:
        match deed:
            case Bury():
                return f"{card}: not again today"
            case Suspend():
                hint = self._hint(f"log unsuspend {card}")
                return f"{card}: asked no more; `{hint}` brings it back"
            case Flag(why):
                return visible(f"{card}: flagged, {why}" if why else f"{card}: flagged")


def rules(desk: Desk, asked: Iterable[Card]) -> Rules:
    """What the learner has set for sittings, as far as it concerns the cards asked in one."""
    settings = desk.settings
    kept = Rules(
        settings.keys,
        forgiven=frozenset(settings.forgive),
        bindings=bound(settings.bindings),
    )
    if not settings.is_fuzzed:
        return kept
    if not settings.balance:
        return kept._replace(fuzz=Fuzz())
    siblings = desk.siblings({card.note.id for card in asked})
    return kept._replace(fuzz=Fuzz(desk.load()), is_balanced=True, siblings=siblings)


def _named(card: Card, id_: CardId) -> Card:
    """A card by another name, which it had before."""
    return card._replace(id=id_, note=card.note._replace(id=note_of(id_)))


def is_other(before: Showing | None, now: Showing | None) -> bool:
    """Whether another card is open, or the same one anew."""
    if before is None or now is None:
        return before is not now
    how = ((each.revealed, each.is_changed, each.steps) for each in (before, now))
    is_anew = next(how) > next(how)
    return before.card.id != now.card.id or is_anew


_MOVES: dict[str, Move] = {
    "undo": Undo(),
    "leave": Quit(),
    "later": Later(),
    "bury": Noted(Bury()),
    "suspend": Noted(Suspend()),
    "missed": Missed(),
}


def move_of(command: str, sitting: Sitting) -> Move | None:
    """The move that a command means on the open card, where it means one."""
    showing = sitting.showing
    if command in _MOVES or showing is None:
        return _MOVES.get(command)
    if showing.is_changed:
        return GoOn() if command == "show" else None
    if command == "show" and showing.revealed:
        return sitting.grade(default_key(sitting.session, showing))
    if command == "show":
        return Reveal()
    return _digit(int(command), showing, sitting) if command.isdecimal() else None


def _digit(number: int, showing: Showing, sitting: Sitting) -> Move | None:
    """The grade or the mark that a number means."""
    if showing.revealed:
        return sitting.grade(number)
    order = order_of_choices(showing.card, sitting.session.today)
    return Mark(order[number - 1]) if 1 <= number <= len(order) else None


def wants_typing(showing: Showing | None) -> bool:
    """Whether the open card waits for a typed answer."""
    return (
        showing is not None
        and not showing.revealed
        and isinstance(showing.card.note.content, Typed)
    )


def look_at(app: App, width: int, *, plain: bool = False) -> Look:
    """How to draw on standard output: with colours and beyond ASCII where it takes them."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    colour = app.has_colour and not plain
    return Look(width, colour=colour, unicode=encoding.startswith("utf"), plain=plain)
