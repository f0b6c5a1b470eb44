"""A sitting under way: moves go to the session, and what comes of them to the log."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cardsmith.agenda import Agenda
from cardsmith.cli import editor
from cardsmith.cli.app import App, Desk
from cardsmith.day import days_after
from cardsmith.deck import Card, Typed
from cardsmith.history import Answer, Bury, Event, Suspend, Void
from cardsmith.render.look import Look
from cardsmith.render.phrases import in_days
from cardsmith.render.review import LABELS, Leaf, default_key, source_leaf
from cardsmith.render.summary import summary_lines
from cardsmith.render.why import chapters, why_lines
from cardsmith.schedule.intervals import Fuzz
from cardsmith.session import (
    Grade,
    Later,
    Mark,
    Move,
    Noted,
    Quit,
    Reveal,
    Rules,
    Session,
    Showing,
    Undo,
    order_of_choices,
    reread,
    step,
)
from cardsmith.workspace import Way, passage

_LONGEST_MS = 60_000  # whoever looks at a card for longer has gone away


class Sitting:
    """The session as it now is; every event is on disk before the session moves on."""

    def __init__(self, app: App, desk: Desk, session: Session[Any]) -> None:
        """Begin with an open card."""
        self.app, self.desk, self.session = app, desk, session
        self.echo = ""
        self.has_left = False  # before the last card
        self.written: list[Event] = []
        self._shown_at = app.clock.seconds()

    @property
    def showing(self) -> Showing | None:
        """The open card."""
        return self.session.showing

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
            self.echo = _echo(events[-1].card, events[-1].deed) + self._leech(session, events[-1])
        if events or isinstance(move, Later):  # another card is open now
            self._shown_at = self.app.clock.seconds()
        self.session = session

    def _leech(self, after: Session[Any], event: Event) -> str:
        """That a card is forgotten again and again: at the setting, and at every half of it on."""
        least = self.desk.settings.leech
        lapses = after.state(event.card).lapses
        is_lapse = lapses > self.session.state(event.card).lapses
        if not least or lapses < least or not is_lapse or (lapses - least) % -(-least // 2):
            return ""
        return f"; forgotten {lapses} times: word it anew, or suspend it (u, s)"

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
        found = self.desk.found
        self.desk = self.desk.reread()
        cards = self.desk.cards(self.session.cards)
        self.session = reread(self.session, cards.values())
        decks = None if found.way is Way.NEAREST else str(found.root)
        hint = self.app.command_line("lint", decks)
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

    def left_today(self) -> Agenda:
        """What the study day still asks for."""
        return self._agenda_in(0)

    def summary(self) -> Iterator[str]:
        """What was done, what is left, and when the next cards come."""
        return summary_lines(
            self.session,
            self.left_today(),
            self._agenda_in(1),
            self.desk.size,
            self.session.today,
        )

    def _agenda_in(self, days: int) -> Agenda:
        return self.desk.agenda(days_after(self.session.today, days), self.session.states)


def rules(desk: Desk, asked: Iterable[Card]) -> Rules:
    """What the learner has set for sittings, as far as it concerns the cards asked in one."""
    settings = desk.settings
    if not settings.is_fuzzed:
        return Rules(settings.keys)
    if not settings.balance:
        return Rules(settings.keys, Fuzz())
    siblings = desk.siblings({card.note.id for card in asked})
    return Rules(settings.keys, Fuzz(desk.load()), is_balanced=True, siblings=siblings)


def _echo(card: str, deed: object) -> str:
    match deed:
        case Answer(key=key, of=of, days=days):
            when = f", {in_days(days)}" if days is not None else ""
            return f"{card}: {LABELS[of][key]}{when}"
        case Void():
            return f"{card}: taken back"
        case Bury():
            return f"{card}: not again today"
        case Suspend():
            return f"{card}: asked no more; `cardsmith log unsuspend` brings it back"
        case _:
            return ""


def command_of(key: str, sitting: Sitting) -> Move | None:
    """The move that a key means on the open card, where it means one."""
    showing = sitting.showing
    anywhere: dict[str, Move] = {
        "u": Undo(),
        "q": Quit(),
        "ctrl-d": Quit(),
        "l": Later(),
        "b": Noted(Bury()),
        "s": Noted(Suspend()),
    }
    if key in anywhere or showing is None:
        return anywhere.get(key)
    if showing.revealed:
        if key in {" ", "enter"}:
            return sitting.grade(default_key(showing, sitting.session.keys()))
        return sitting.grade(int(key)) if key.isdecimal() and key.isascii() else None
    if key in {" ", "enter"}:
        return Reveal()
    if key.isdecimal() and key.isascii():
        order = order_of_choices(showing.card, sitting.session.today)
        if 1 <= int(key) <= len(order):
            return Mark(order[int(key) - 1])
    return None


def wants_typing(showing: Showing | None) -> bool:
    """Whether the open card waits for a typed answer."""
    return (
        showing is not None
        and not showing.revealed
        and isinstance(showing.card.note.content, Typed)
    )


def look_at(app: App, width: int) -> Look:
    """How to draw on standard output: with colours and beyond ASCII where it takes them."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return Look(width, colour=app.has_colour, unicode=encoding.startswith("utf"))
