"""A sitting under way: moves go to the session, and what comes of them to the log."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Any

from cardsmith.agenda import Agenda
from cardsmith.bindings import Bindings, bound
from cardsmith.cli import editor, player
from cardsmith.cli.app import App, Desk
from cardsmith.day import days_after
from cardsmith.deck import Card, CardId, Typed, media_file
from cardsmith.errors import CardsmithError
from cardsmith.history import Answer, Bury, Event, Flag, Suspend, Void
from cardsmith.markup import media_references
from cardsmith.render.keys import LABELS, default_key
from cardsmith.render.leaves import (
    Leaf,
    help_leaf,
    in_view,
    maths_leaf,
    outline_leaf,
    source_leaf,
)
from cardsmith.render.look import Look
from cardsmith.render.phrases import in_days, listed
from cardsmith.render.summary import Outcome
from cardsmith.render.why import chapters, why_lines
from cardsmith.schedule.intervals import Fuzz
from cardsmith.schedule.replay import State
from cardsmith.session import (
    GoOn,
    Grade,
    Later,
    Mark,
    Missed,
    Move,
    Noted,
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
from cardsmith.workspace import Way, load, outline, passage

MORE = 5  # cards, for who wants to go on
_LONGEST_MS = 60_000  # whoever looks at a card for longer has gone away
_PLENTY = 10_000  # cards, where no limit is meant


class Sitting:
    """The session as it now is; every event is on disk before the session moves on."""

    def __init__(
        self,
        app: App,
        desk: Desk,
        session: Session[Any],
        told: str = "",
        minutes: int | None = None,
    ) -> None:
        """Begin with an open card.

        Args:
            app: the world.
            desk: the collection and its history.
            session: the cards.
            told: what was said before the first card.
            minutes: how long the sitting may last; None as long as there are cards.
        """
        self.app, self.desk, self.session = app, desk, session
        self.echo = told
        self.has_left = False  # before the last card
        self.written: list[Event] = []
        self.streak = 0  # the study days kept in a row, as far as they were counted
        self._counting: Thread | None = None
        self.is_first = False  # whether the learner has never answered a card
        self._minutes = minutes
        self._begun: Mapping[CardId, State[Any]] = session.states
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
        return self._minutes is not None and self.minutes >= self._minutes

    @property
    def has_outline(self) -> bool:
        """Whether there is an outline to be read before the cards."""
        return any(source.anchors for source in self.desk.cover.sources.values())

    def move(self, move: Move) -> None:
        """Make a move and save what came of it.

        Raises:
            HistoryError: it could not be saved; the session stands where it was.
        """
        stamp = self.app.stamp(self.desk.settings)
        self.has_left |= isinstance(move, Quit) and self.showing is not None
        session, events = step(self.session, move, stamp)
        if events:
            self.desk.folder.append(events)
            self.written += events
            self.echo = self._echo(events[-1]) + self._leech(session, events[-1])
        if events or isinstance(move, Later):  # another card is open now
            self._shown_at = self.app.clock.seconds()
        if isinstance(move, Grade) and session.showing and self.is_over:
            self.has_left = True
            session, _ = step(session, Quit(), stamp)
        self.session = session

    def _leech(self, after: Session[Any], event: Event) -> str:
        """That a card is forgotten again and again: at the setting, and at every half of it on."""
        least = self.desk.settings.leech
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

    def source(self) -> Leaf:
        """What the source of the open card says."""
        if self.showing is None:
            return Leaf()
        card, collection = self.showing.card, self.desk.cover
        name, _, anchor = card.note.source.partition("#")
        cited = collection.sources.get(name)
        text = passage(self.desk.found.root, cited, anchor) if cited else ""
        return source_leaf(card, collection, text)

    def why(self) -> Leaf:
        """The story of the open card."""
        if self.showing is None:
            return Leaf()
        id_ = self.showing.card.id
        story = chapters(self.desk.past(id_, self.written), self.desk.scheduler)
        return Leaf((id_, "", *why_lines(story, self.desk.scheduler, self.session.today)))

    def edit(self) -> None:
        """Open the note of the open card in the editor, then go on with what it now says.

        Raises:
            UsageError: no editor is set, or it cannot be started.
        """
        if self.showing is None:
            return
        card, span = self.showing.card, self.showing.card.note.span()
        editor.open_at(self.app.environment, Path(span.path), span.place.line)
        self._shown_at = self.app.clock.seconds()
        self.desk = self.desk.reread()
        cards = self.desk.cards(self.session.cards)
        self.session = reread(self.session, cards.values())
        hint = self._hint("lint")
        self.echo = (
            f"{card.id}: read again"
            if card.id in cards
            else f"{card.id} cannot be read now and is asked as before; see {hint}"
        )

    def edit_address(self) -> Leaf:
        """Where the note of the open card can be changed, if its file is not the learner's."""
        if self.showing is None:
            return Leaf()
        span, collection = self.showing.card.note.span(), self.desk.cover
        where = f"It stands at {span.path}:{span.place.line}"
        if collection.repository:
            where = f"Propose a change at {collection.repository}"
        return Leaf(("This collection is read only.", where))

    def outline(self) -> Leaf:
        """The outlines that the notes cite, whole."""
        root = self.desk.found.root
        cited = self.desk.cover.sources.values()
        return outline_leaf(filter(None, (outline(root, source) for source in cited)))

    def maths(self) -> Leaf:
        """The formulas in view, as they were written."""
        return Leaf() if self.showing is None else maths_leaf(self.showing)

    def play(self) -> Leaf:
        """Open the pictures and sounds in view, or say where they are."""
        if self.showing is None:
            return Leaf()
        note, cover = self.showing.card.note, self.desk.cover
        named = [name for text in in_view(self.showing) for name in media_references(text)]
        found = [media_file(cover, note, name) for name in dict.fromkeys(named)]
        files = [self.desk.found.root.absolute() / file for file in found if file]
        if not files:
            return Leaf(("There is no picture or sound in view.",))
        unopened = [file for file in files if not player.opened(self.app.environment, file)]
        if not unopened:
            return Leaf((f"opened {listed([file.name for file in files])}",))
        return Leaf(
            (*map(str, unopened), "", f"{player.VARIABLE} names a program to open them with.")
        )

    def help(self) -> Leaf:
        """What the keys do."""
        return help_leaf(self.bindings)

    def more(self) -> bool:
        """Go on with a few cards more than the day asks for; whether there are any."""
        session = self.session
        desk = self.desk.having(new=_PLENTY, reviews=_PLENTY)
        asked = desk.agenda(session.today, session.states)
        ids = [card for card in (*asked.due, *asked.new) if card not in session.cards][:MORE]
        cards = self.desk.cards(ids)
        if not cards:
            return False
        record = self.desk.record_of(cards)
        known = rules(self.desk, cards.values()).siblings
        siblings = {**known, **session.rules.siblings}
        session = session._replace(rules=session.rules._replace(siblings=siblings))
        self.session = joined(session, cards.values(), record)
        self._begun = {**self.session.states, **self._begun}
        self._shown_at = self.app.clock.seconds()
        self.has_left = False
        return True

    def has_more(self) -> bool:
        """Whether there are cards beyond what the day asks for."""
        if self.session.rules.is_cram:
            return False
        left = self.left_today()
        return bool(left.unseen or left.held_back)

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
        for states, sign in ((self._begun, -1), (self.session.states, 1)):
            for state in states.values():
                if state.due and not state.suspended:
                    load[state.due] += sign
        return load

    def _agenda_in(self, days: int) -> Agenda:
        return self.desk.agenda(days_after(self.session.today, days), self.session.states)

    def _hint(self, command: str) -> str:
        """A command line that means the same collection."""
        found = self.desk.found
        decks = None if found.way is Way.NEAREST else str(found.root)
        return self.app.command_line(command, decks)

    def _echo(self, event: Event) -> str:
        card = event.card
        match event.deed:
            case Answer(key=key, of=of, days=days):
                when = f", {in_days(days)}" if days is not None else ""
                return f"{card}: {LABELS[of][key]}{when}"
            case Void():
                return f"{card}: taken back"
            case Bury():
                return f"{card}: not again today"
            case Suspend():
                hint = self._hint(f"log unsuspend {card}")
                return f"{card}: asked no more; `{hint}` brings it back"
            case Flag(why):
                return visible(f"{card}: flagged, {why}" if why else f"{card}: flagged")
            case _:
                return ""


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


# What is shown over the card on which command.
ASIDES: dict[str, Callable[[Sitting], Leaf]] = {
    "help": Sitting.help,
    "source": Sitting.source,
    "outline": Sitting.outline,
    "why": Sitting.why,
    "maths": Sitting.maths,
    "play": Sitting.play,
}
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
