"""A sitting at the cards as a state machine: `step(session, move, stamp) → (session, events)`.

The only effect a sitting ever has is that the events it returns are appended to the history. The
terminal draws a session and feeds it moves; it knows no rule of the game.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from hashlib import blake2b
from types import MappingProxyType
from typing import Generic, NamedTuple

from cardsmith.bindings import DEFAULT, Bindings
from cardsmith.comparison import FORGIVEN
from cardsmith.day import days_after
from cardsmith.deck import Card, CardId, Choice, NoteId, Sequence, Typed, fingerprint, note_of
from cardsmith.history import QUALITIES, Answer, Bury, Event, Flag, Seen, Stamp, Suspend, Void
from cardsmith.schedule.intervals import Fuzz, promised
from cardsmith.schedule.replay import Record, State, after, fresh, occasion
from cardsmith.schedule.scheduler import M, Scheduler

DISTANCE = 5  # cards between two showings of a drilled card, where there are so many
KEYS, DRILL_KEYS = 4, 2  # on offer by default, and where an answer promises nothing
GOT_IT = 2


class Reveal(NamedTuple):
    """Show the answer, or the next step of a sequence; `typed` is what the learner typed."""

    typed: str = ""


class Mark(NamedTuple):
    """Choose, or no longer choose, the choice that stands at this place, counted from 0."""

    place: int


class Missed(NamedTuple):
    """Say of the newest visible step of a sequence that it was not known, or that it was."""


class Grade(NamedTuple):
    """Press key `key` of `of`, after `ms` milliseconds with the card."""

    key: int
    of: int
    ms: int = 0


class GoOn(NamedTuple):
    """Go on from a card that was only shown; that is recorded, so that it is shown once."""


class Later(NamedTuple):
    """Put the open card to the back of today's cards, without a grade.

    One that is only shown is left for another sitting.
    """


class Noted(NamedTuple):
    """Record something about the open card; a buried or suspended one is asked no more."""

    deed: Bury | Suspend | Flag


class Undo(NamedTuple):
    """Take back what was last recorded in the sitting; its card is asked again."""


class Quit(NamedTuple):
    """End the sitting; the open card gets no grade, and what was not asked is no part of it."""


Move = Reveal | Mark | Missed | Grade | GoOn | Later | Noted | Undo | Quit


class Showing(NamedTuple):
    """The open card.

    Attributes:
        card: which.
        revealed: whether its answer is visible; only then can it be graded.
        steps: how many steps of a whole sequence are visible.
        missed: the places of those that the learner did not know.
        marked: the chosen places among the choices.
        typed: what the learner typed; never stored.
        is_changed: whether its answer changed since it was learnt: it is shown and not asked.
    """

    card: Card
    revealed: bool = False
    steps: int = 0
    missed: frozenset[int] = frozenset()
    marked: frozenset[int] = frozenset()
    typed: str = ""
    is_changed: bool = False


class Waiting(NamedTuple):
    """A card in drill, to be asked when `ready` cards have been answered in this sitting."""

    card: CardId
    ready: int


class Rules(NamedTuple):
    """What a learner has set for sittings.

    Attributes:
        keys: how many keys grade: 2, 4 or 6.
        fuzz: what moves promises; None leaves them as the scheduler has them.
        is_cram: whether answers are for practice alone: none is recorded, and nothing is put off.
        is_balanced: whether fuzz heeds the load of days, also while no day has any.
        siblings: the due days of the cards of each note, so that fuzz keeps them apart.
        forgiven: what may differ in a typed answer that is right.
        bindings: which key does what, for those who draw and ask.
    """

    keys: int = KEYS
    fuzz: Fuzz | None = None
    is_cram: bool = False
    is_balanced: bool = False
    siblings: Mapping[NoteId, Mapping[CardId, date]] = MappingProxyType({})
    forgiven: frozenset[str] = FORGIVEN
    bindings: Bindings = DEFAULT


class Session(NamedTuple, Generic[M]):
    """A sitting.

    Attributes:
        scheduler: what promises the next day.
        today: the study day: of the last move, or of the beginning.
        cards: the cards of this sitting.
        states: their states, and those of cards that were left.
        heads: the highest `n` of each card.
        queue: cards not yet asked.
        drill: cards to be asked again.
        answered: how many answers were given and not taken back.
        showing: the open card; None when the sitting is over.
        past: what undo goes back to.
        rules: what the learner has set.
        changed: cards to be shown before all others, because their answer changed.
    """

    scheduler: Scheduler[M]
    today: date
    cards: Mapping[CardId, Card]
    states: Mapping[CardId, State[M]]
    heads: Mapping[CardId, int]
    queue: tuple[CardId, ...]
    drill: tuple[Waiting, ...]
    answered: int = 0
    showing: Showing | None = None
    past: "Past[M] | None" = None
    rules: Rules = Rules()
    changed: tuple[CardId, ...] = ()

    def state(self, card: CardId) -> State[M]:
        """The state of a card of this sitting."""
        return self.states[card]

    def is_drill(self) -> bool:
        """Whether the open card was already answered today."""
        if self.showing is None or self.showing.is_changed or self.rules.is_cram:
            return False
        return self.states[self.showing.card.id].day == self.today

    def keys(self) -> int:
        """How many keys grade the open card: two where they promise nothing."""
        if self.rules.is_cram:
            return DRILL_KEYS
        if self.showing is None or not self.is_drill():
            return self.rules.keys
        seen = occasion(self.states[self.showing.card.id], 0, self.today)
        return self.rules.keys if self.scheduler.promises(seen) else DRILL_KEYS

    def left(self) -> set[CardId]:
        """The cards that are yet to be asked or shown, the open one included."""
        opened = {self.showing.card.id} if self.showing else set[CardId]()
        return opened.union(self.queue, self.changed, (item.card for item in self.drill))

    def answers(self) -> Iterator[tuple[Event, State[M]]]:
        """The answers in force with each card's state before it, latest first."""
        past = self.past
        while past is not None:
            if past.event is not None and isinstance(past.event.deed, Answer):
                yield past.event, past.before.states[past.event.card]
            past = past.before.past


class Past(NamedTuple, Generic[M]):
    """The session as it was before something was done, and the event; None if it left none."""

    before: Session[M]
    event: Event | None


class Outlook(NamedTuple):
    """What one key would do: the days promised (None in drill), and whether drill follows."""

    key: int
    days: int | None
    drill: bool


def begin(  # noqa: PLR0913 - what a sitting is made of
    scheduler: Scheduler[M],
    today: date,
    cards: Iterable[Card],
    record: Record[M],
    *,
    drill: Iterable[CardId] = (),
    changed: Iterable[Card] = (),
    rules: Rules = Rules(),  # noqa: B008 - nothing changes a tuple
) -> Session[M]:
    """Sit down to some cards.

    Args:
        scheduler: what promises the next day.
        today: the study day.
        cards: to be asked, in this order.
        record: the history of at least these cards.
        drill: names those that are left from today.
        changed: to be shown first, because their answer changed; those that are asked as well come
            last, so that their answer is not just read.
        rules: what the learner has set.
    """
    shown = {card.id: card for card in changed}
    asked = {card.id: card for card in cards}
    by_id = {**shown, **asked}
    waiting = tuple(Waiting(card, DISTANCE) for card in drill)
    again = {item.card for item in waiting}
    session = Session(
        scheduler,
        today,
        by_id,
        {card: record.states.get(card, fresh(scheduler)) for card in by_id},
        {card: record.heads.get(card, 0) for card in by_id},
        tuple(sorted((card for card in asked if card not in again), key=shown.__contains__)),
        waiting,
        rules=rules,
        changed=tuple(shown),
    )
    return _next(session)


def reread(session: Session[M], cards: Iterable[Card]) -> Session[M]:
    """Go on with the cards as they now read; those that are gone stay as they were.

    If the open card reads otherwise, it is asked anew.
    """
    now = {card.id: card for card in cards if card.id in session.cards}
    fresh_cards = {**session.cards, **now}
    if session.showing is None:
        return session._replace(cards=fresh_cards)
    card = fresh_cards[session.showing.card.id]
    if card == session.showing.card:
        return session._replace(cards=fresh_cards)
    showing = _opened(card, is_changed=session.showing.is_changed)
    return session._replace(cards=fresh_cards, showing=showing)


def joined(
    session: Session[M], cards: Iterable[Card], record: Record[M], drill: Iterable[CardId] = ()
) -> Session[M]:
    """Go on with more cards, behind those that wait; none waits twice.

    Args:
        session: the sitting, which may be over.
        cards: to be asked, in this order.
        record: the history of at least these cards, up to the sitting.
        drill: names those of them that were answered today.
    """
    waiting = session.left()
    more = {card.id: card for card in cards if card.id not in waiting}
    again = tuple(Waiting(card, session.answered + DISTANCE) for card in drill if card in more)
    names = {item.card for item in again}
    later = session._replace(
        cards={**more, **session.cards},
        states={
            **{card: record.states.get(card, fresh(session.scheduler)) for card in more},
            **session.states,
        },
        heads={**{card: record.heads.get(card, 0) for card in more}, **session.heads},
        queue=(*session.queue, *(card for card in more if card not in names)),
        drill=(*session.drill, *again),
    )
    return later if later.showing else _next(later)


def step(  # noqa: PLR0911 - one for each move
    session: Session[M], move: Move, stamp: Stamp
) -> tuple[Session[M], tuple[Event, ...]]:
    """One move. A move that makes no sense now changes nothing."""
    before, session = session.today, session._replace(today=stamp.day)
    is_cram = session.rules.is_cram
    match move, session.showing:
        case Quit(), _:
            return _quit(session), ()
        case Undo(), _ if session.past is not None:
            return _undo(session, session.past, stamp)
        case Reveal(typed), Showing(revealed=False) as showing:
            return session._replace(showing=_reveal(showing, typed)), ()
        case Mark(place), Showing(revealed=False) as showing:
            return session._replace(showing=_mark(showing, place)), ()
        case Missed(), Showing(steps=steps, is_changed=False) as showing if steps:
            missed = showing.missed ^ {steps - 1}
            return session._replace(showing=showing._replace(missed=missed)), ()
        case Grade(key, of) as grade, Showing(revealed=True, is_changed=False, card=card) if (
            key in QUALITIES.get(of, {})
        ):
            return _grade_on(session, before, card, grade, stamp)
        case GoOn(), Showing(is_changed=True, card=card):
            return _note(session, card, Seen(fingerprint(card)), stamp)
        case Later(), Showing() as showing:
            return _next(_put_back(session, showing)), ()
        case Noted(deed), Showing(card=card) if isinstance(deed, Flag) or not is_cram:
            return _note(session, card, deed, stamp)
    return session, ()


def outlook(session: Session[M], of: int) -> tuple[Outlook, ...]:
    """What each key would do to the open card, in the order of the keys."""
    if session.showing is None:
        return ()
    card = session.showing.card.id
    out = []
    for key, quality in QUALITIES[of].items():
        days = _promise(session, card, quality)
        out.append(Outlook(key, days, quality < QUALITIES[DRILL_KEYS][GOT_IT]))
    return tuple(out)


def order_of_choices(card: Card, day: date) -> tuple[int, ...]:
    """The written places of the choices in the order shown: as written, or shuffled for the day."""
    content = card.note.content
    if not isinstance(content, Choice):
        return ()
    places = range(len(content.choices))
    if not content.shuffle:
        return tuple(places)
    seed = f"{card.id} {day.isoformat()} "
    return tuple(sorted(places, key=lambda p: blake2b(f"{seed}{p}".encode()).digest()))


def _promise(session: Session[M], card: CardId, quality: int) -> int | None:
    if session.rules.is_cram:
        return None
    state, today = session.states[card], session.today
    fuzz = _fuzz(session.rules, card, state.due)
    return promised(session.scheduler, state, quality, today, card, fuzz=fuzz)


def _fuzz(rules: Rules, card: CardId, due: date | None) -> Fuzz | None:
    """What moves the promise of a card: the load of other cards, and the days of its siblings."""
    if rules.fuzz is None or not rules.is_balanced:
        return rules.fuzz
    load = dict(rules.fuzz.load)
    if due in load:
        load[due] -= 1
    days = rules.siblings.get(note_of(card), {})
    return Fuzz(load, [day for other, day in days.items() if other != card])


def _reveal(showing: Showing, typed: str) -> Showing:
    content = showing.card.note.content
    if isinstance(content, Sequence) and not showing.card.part:
        steps = showing.steps + 1
        return showing._replace(steps=steps, revealed=steps >= len(content.steps))
    if isinstance(content, Typed):
        return showing._replace(typed=typed, revealed=True)
    return showing._replace(revealed=True)


def _mark(showing: Showing, place: int) -> Showing:
    content = showing.card.note.content
    if not isinstance(content, Choice) or not 0 <= place < len(content.choices):
        return showing
    if len(content.answers) == 1:
        return showing._replace(marked=frozenset({place}) - showing.marked)
    return showing._replace(marked=showing.marked ^ {place})


def _opened(card: Card, *, is_changed: bool = False) -> Showing:
    """A card to be asked, or one that is only shown: with all that there is to see."""
    if not is_changed:
        return Showing(card)
    content = card.note.content
    steps = len(content.steps) if isinstance(content, Sequence) and not card.part else 0
    return Showing(card, revealed=True, steps=steps, is_changed=True)


def _grade_on(
    session: Session[M], day: date, card: Card, grade: Grade, stamp: Stamp
) -> tuple[Session[M], tuple[Event, ...]]:
    """Grade the open card for the study day for which its keys were shown.

    What they promise is then what they showed, also where the day ended in between. Who was away
    for longer, or has set the clock back, is asked anew.
    """
    if stamp.day not in {day, days_after(day, 1)}:
        return session._replace(showing=Showing(card)), ()
    later, events = _grade(session._replace(today=day), card, grade, stamp)
    return _next(later._replace(today=stamp.day)), events


def _grade(
    session: Session[M], card: Card, grade: Grade, stamp: Stamp
) -> tuple[Session[M], tuple[Event, ...]]:
    state = session.states[card.id]
    quality = QUALITIES[grade.of][grade.key]
    if session.rules.is_cram:
        return _practise(session, card.id, quality), ()
    days = _promise(session, card.id, quality)
    deed = Answer(grade.key, grade.of, grade.ms, days, session.scheduler.name, fingerprint(card))
    day = session.today
    event = Event(stamp.id, session.heads[card.id] + 1, stamp.at, day, card.id, deed)
    answered = session.answered + 1
    state = after(state, event, session.scheduler)
    drill = session.drill
    if state.in_drill(day):
        drill = (*drill, Waiting(card.id, answered + DISTANCE))
    later = session._replace(
        states={**session.states, card.id: state},
        heads={**session.heads, card.id: event.n},
        drill=drill,
        answered=answered,
        past=Past(session, event),
        rules=_with_promise(session.rules, card.id, day, days),
    )
    return later, (event,)


def _practise(session: Session[M], card: CardId, quality: int) -> Session[M]:
    """An answer that nobody records; the card comes again until it is known."""
    answered, drill = session.answered + 1, session.drill
    if quality < QUALITIES[DRILL_KEYS][GOT_IT]:
        drill = (*drill, Waiting(card, answered + DISTANCE))
    return session._replace(drill=drill, answered=answered, past=Past(session, None))


def _with_promise(rules: Rules, card: CardId, today: date, days: int | None) -> Rules:
    """The rules after a promise, which fills its day."""
    if days is None or rules.fuzz is None or not rules.is_balanced:
        return rules
    due, note = days_after(today, days), note_of(card)
    load = {**rules.fuzz.load, due: rules.fuzz.load.get(due, 0) + 1}
    siblings = {**rules.siblings, note: {**rules.siblings.get(note, {}), card: due}}
    return rules._replace(fuzz=rules.fuzz._replace(load=load), siblings=siblings)


def _put_back(session: Session[M], showing: Showing) -> Session[M]:
    card = showing.card.id
    if showing.is_changed:
        return session
    if session.is_drill():
        waiting = Waiting(card, session.answered + DISTANCE)
        return session._replace(drill=(*session.drill, waiting))
    return session._replace(queue=(*session.queue, card))


def _note(
    session: Session[M], card: Card, deed: Bury | Suspend | Flag | Seen, stamp: Stamp
) -> tuple[Session[M], tuple[Event, ...]]:
    event = Event(stamp.id, session.heads[card.id] + 1, stamp.at, stamp.day, card.id, deed)
    state = after(session.states[card.id], event, session.scheduler)
    queue = session.queue
    if isinstance(deed, Bury | Suspend):  # one that is only shown may be waiting to be asked
        queue = tuple(other for other in queue if other != card.id)
    later = session._replace(
        states={**session.states, card.id: state},
        heads={**session.heads, card.id: event.n},
        queue=queue,
        past=Past(session, event),
    )
    return later if isinstance(deed, Flag) else _next(later), (event,)


def _undo(session: Session[M], past: Past[M], stamp: Stamp) -> tuple[Session[M], tuple[Event, ...]]:
    """Go back, but to the cards as they now read."""
    before, event = past.before, past.event
    heads, events = session.heads, tuple[Event, ...]()
    if event is not None:
        n = heads[event.card] + 1
        events = (Event(stamp.id, n, stamp.at, stamp.day, event.card, Void(event.id)),)
        heads = {**heads, event.card: n}
    cards = {id_: session.cards.get(id_, card) for id_, card in before.cards.items()}
    showing = before.showing
    if event is not None and isinstance(event.deed, Flag) and _is_open(session, event.card):
        showing = session.showing  # a flag has nothing to do with how far its card was
    elif showing is not None:
        showing = _opened(cards[showing.card.id], is_changed=showing.is_changed)
    states = {**session.states, **before.states}  # also of cards that have joined since
    undone = before._replace(
        today=stamp.day, cards=cards, states=states, heads=heads, showing=showing
    )
    return undone, events


def _is_open(session: Session[M], card: CardId) -> bool:
    return session.showing is not None and session.showing.card.id == card


def _quit(session: Session[M]) -> Session[M]:
    left = session.left()
    cards = {id_: card for id_, card in session.cards.items() if id_ not in left}
    return session._replace(cards=cards, showing=None, queue=(), drill=(), changed=())


def _next(session: Session[M]) -> Session[M]:
    """Open the next card: one whose answer changed, a drilled one whose time has come, another."""
    session = session._replace(drill=tuple(_drill_of_today(session)))
    if session.changed:
        first_changed, *others = session.changed
        showing = _opened(session.cards[first_changed], is_changed=True)
        return session._replace(changed=tuple(others), showing=showing)
    if session.drill and (session.drill[0].ready <= session.answered or not session.queue):
        first, *rest = session.drill
        return session._replace(drill=tuple(rest), showing=Showing(session.cards[first.card]))
    if session.queue:
        return session._replace(
            queue=session.queue[1:], showing=Showing(session.cards[session.queue[0]])
        )
    return session._replace(showing=None)


def _drill_of_today(session: Session[M]) -> Iterator[Waiting]:
    """Drill ends with its study day: on the next one only those go on that are due by then."""
    for waiting in session.drill:
        state = session.states[waiting.card]
        is_over = state.day is not None and state.day < session.today
        is_early = state.due is not None and session.today < state.due
        if session.rules.is_cram or not (is_over and is_early):
            yield waiting
