"""However a sitting goes, the log tells the same story as the session, and undo is exact."""

from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cardsmith.agenda import Limits, agenda, is_due
from cardsmith.deck import fingerprint
from cardsmith.history import Answer, Bury, Event, Flag, Seen, Stamp, Suspend, dumps, loads
from cardsmith.schedule.replay import Record, replay
from cardsmith.schedule.sm2 import SM2, Memory
from cardsmith.session import (
    GoOn,
    Grade,
    Later,
    Mark,
    Move,
    Noted,
    Quit,
    Reveal,
    Session,
    Showing,
    Undo,
    begin,
    joined,
    outlook,
    reread,
    step,
)
from logs import day
from notes import EVERY_KIND, cards

CARDS = cards(*EVERY_KIND)

moves: st.SearchStrategy[Move] = st.one_of(
    st.just(Reveal()),
    st.just(Reveal("typed")),
    st.integers(0, 3).map(Mark),
    st.sampled_from([(2, 1), (2, 2), (4, 1), (4, 2), (4, 3), (4, 4), (6, 0), (6, 5)]).map(
        lambda press: Grade(press[1], press[0], 700)
    ),
    st.just(GoOn()),
    st.just(Later()),
    st.sampled_from([Noted(Bury()), Noted(Suspend()), Noted(Flag("why"))]),
    st.just(Undo()),
    st.just(Quit()),
)
# A sitting: on which day it begins, and moves with the days that pass before each.
sittings = st.lists(
    st.tuples(
        st.integers(-3, 40),
        st.lists(st.tuples(moves, st.sampled_from([0] * 12 + [1, -1])), max_size=25),
    ),
    max_size=6,
)
ids = (f"{n:016x}" for n in count())


def stamp(on: int) -> Stamp:
    at = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=on)
    return Stamp(at, day(on), next(ids))


def sit(log: list[Event], on: int) -> Session[Memory]:
    record = replay(log, SM2())
    today = agenda(CARDS, record.states, day(on), Limits(new=20), SM2())
    by_id = {card.id: card for card in CARDS}
    changed = [by_id[card] for card, state in record.states.items() if state.passed][:3]
    asked = [by_id[c] for c in today.cards()]
    return begin(SM2(), day(on), asked, record, drill=today.drill, changed=changed)


def agree(session: Session[Memory], record: Record[Memory]) -> None:
    for card, state in session.states.items():
        assert record.states.get(card, SM2_FRESH) == state
        assert record.heads.get(card, 0) == session.heads[card]


SM2_FRESH = begin(SM2(), day(0), CARDS[:1], Record({}, {})).states[CARDS[0].id]


@given(sittings, st.randoms(use_true_random=False))
def test_the_fold_of_the_log_is_the_session_after_any_walk(
    plan: list[tuple[int, list[tuple[Move, int]]]], random: Random
) -> None:
    """Also with the lines shuffled, doubled and split over devices."""
    log: list[Event] = []
    on = 0
    for wait, walk in plan:
        on += wait
        session = sit(log, on)
        for move, passed in walk:
            on += passed
            session, events = step(session, move, stamp(on))
            log += events
        agree(session, replay(log, SM2()))
    lines = [dumps(event) for event in log]
    shuffled = lines + lines[::2]
    random.shuffle(shuffled)
    again = [event for line in shuffled if (event := loads(line)) is not None]
    assert replay(again, SM2()) == replay(log, SM2())


@given(sittings, st.integers(1, 4))
def test_undo_after_an_answer_is_the_identity(
    plan: list[tuple[int, list[tuple[Move, int]]]], key: int
) -> None:
    log: list[Event] = []
    on = 0
    for wait, walk in plan:
        on += wait
        session = sit(log, on)
        for move, _ in walk:
            session, events = step(session, move, stamp(on))
            log += events
        if session.showing is None or not session.showing.revealed or session.showing.is_changed:
            continue
        answered, events = step(session, Grade(key, 4), stamp(on))
        undone, voids = step(answered, Undo(), stamp(on))
        log += events + voids
        assert undone.states == session.states
        assert (undone.queue, undone.drill) == (session.queue, session.drill)
        assert undone.showing is not None
        assert undone.showing.card == session.showing.card
        agree(undone, replay(log, SM2()))


@given(sittings)
def test_n_counts_up_for_each_card_and_ids_are_never_used_twice(
    plan: list[tuple[int, list[tuple[Move, int]]]],
) -> None:
    log: list[Event] = []
    for wait, walk in plan:
        session = sit(log, wait)
        for move, passed in walk:
            session, events = step(session, move, stamp(wait + passed))
            log += events
    for card in {event.card for event in log}:
        numbers = [event.n for event in log if event.card == card]
        assert numbers == list(range(1, len(numbers) + 1))


# Sittings of answers alone: the days before each, and keys with the days before them.
answers = st.tuples(st.integers(1, 4), st.sampled_from([0, 0, 0, 1]))
answered = st.lists(st.tuples(st.integers(0, 20), st.lists(answers, max_size=12)), max_size=8)


@given(answered)
def test_nothing_is_asked_before_its_day(plan: list[tuple[int, list[tuple[int, int]]]]) -> None:
    """What an answer opens is new, due, or in drill, also where its sitting outlasts the day."""
    log: list[Event] = []
    on = 0
    for wait, keys in plan:
        on += wait
        session = sit(log, on)
        for key, passed in keys:
            while session.showing is not None and session.showing.is_changed:
                session, events = step(session, GoOn(), stamp(on))
                log += events
            while session.showing is not None and not session.showing.revealed:
                session, _ = step(session, Reveal(), stamp(on))
            on += passed
            session, events = step(session, Grade(key, 4), stamp(on))
            log += events
            if session.showing is not None:
                state = session.state(session.showing.card.id)
                assert state.is_new or is_due(state, day(on)) or state.in_drill(day(on))


@given(st.lists(st.integers(1, 4), max_size=40))
def test_a_sitting_that_only_presses_good_ends(grades: list[int]) -> None:
    """Whatever happened before, pressing Good comes to an end: drill never runs in a circle."""
    session = sit([], 0)
    for key in [*grades, *[3] * 60]:
        while session.showing is not None and not session.showing.revealed:
            session, _ = step(session, Reveal(), stamp(0))
        drill = session.is_drill()
        of = 2 if drill else 4
        session, _ = step(session, Grade(min(key, of), of), stamp(0))
    assert session.showing is None


@given(sittings)
def test_a_card_that_is_only_shown_is_not_scheduled(
    plan: list[tuple[int, list[tuple[Move, int]]]],
) -> None:
    """No key grades it; going on records what was seen and moves nothing; undo takes that back."""
    log: list[Event] = []
    on = 0
    for wait, walk in plan:
        on += wait
        session = sit(log, on)
        while session.showing is not None and session.showing.is_changed:
            card = session.showing.card
            for no_move in (Reveal("x"), Mark(0), Grade(1, 4), Grade(2, 2)):
                assert step(session, no_move, stamp(on)) == (session, ())
            later, events = step(session, GoOn(), stamp(on))
            state = later.state(card.id)
            assert state == session.state(card.id)._replace(saw=fingerprint(card))
            assert [event.deed for event in events] == [Seen(fingerprint(card))]
            undone, voids = step(later, Undo(), stamp(on))
            assert undone._replace(heads=session.heads) == session
            later, more = step(undone, GoOn(), stamp(on))
            log += events + voids + more
            session = later
            agree(session, replay(log, SM2()))
        for move, passed in walk:
            on += passed
            session, events = step(session, move, stamp(on))
            log += events


@given(answered)
def test_an_answer_promises_what_its_keys_showed(
    plan: list[tuple[int, list[tuple[int, int]]]],
) -> None:
    """Also where the study day ends between the two; who was away for longer is asked anew."""
    log: list[Event] = []
    on = 0
    for wait, keys in plan:
        on += wait
        session = sit(log, on)
        while session.showing is not None and session.showing.is_changed:
            session, events = step(session, Later(), stamp(on))
        for key, passed in keys:
            while session.showing is not None and not session.showing.revealed:
                session, _ = step(session, Reveal(), stamp(on))
            if session.showing is None:
                break
            card, of, shown = session.showing.card, session.keys(), on
            pressed = min(key, of)
            [seen] = [each for each in outlook(session, of) if each.key == pressed]
            on += passed
            away, none = step(session, Grade(pressed, of), stamp(on + 2))
            assert (away.showing, none) == (Showing(card), ())
            session, events = step(session, Grade(pressed, of), stamp(on))
            log += events
            [event] = events
            assert isinstance(event.deed, Answer)
            assert (event.day, event.deed.days, event.deed.of) == (day(shown), seen.days, of)
            if seen.days is not None:
                assert session.state(card.id).due == day(shown + seen.days)


@given(sittings, st.lists(st.integers(0, 5), min_size=1))
def test_a_card_reads_as_it_was_last_written_however_the_sitting_goes(
    plan: list[tuple[int, list[tuple[Move, int]]]], edits: list[int]
) -> None:
    """Undo takes back what was done and not what was edited meanwhile."""
    log: list[Event] = []
    edited = cycle(edits)
    for wait, walk in plan:
        session = sit(log, wait)
        written = session.cards
        for move, passed in walk:
            session, events = step(session, move, stamp(wait + passed))
            log += events
            if not next(edited) and session.showing is not None:
                card = session.showing.card
                again = card._replace(note=card.note._replace(hint=f"{card.note.hint}."))
                session = reread(session, [again])
                written = {**written, card.id: again}
            assert all(card == written[id_] for id_, card in session.cards.items())
            assert session.showing is None or session.showing.card in written.values()


@given(sittings)
def test_whatever_joins_a_sitting_the_log_tells_the_same_story(
    plan: list[tuple[int, list[tuple[Move, int]]]],
) -> None:
    """Cards that were left or undone come back with what was done to them; none waits twice."""
    log: list[Event] = []
    by_id = {card.id: card for card in CARDS}
    on = 0
    for wait, walk in plan:
        on += wait
        record, session = replay(log, SM2()), sit(log, on)
        for move, passed in walk:
            on += passed
            if session.showing is None:
                states = {**record.states, **session.states}
                asked = agenda(CARDS, states, day(on), Limits(new=20), SM2())
                more = [by_id[card] for card in asked.cards()]
                session = joined(session, more, record, drill=asked.drill)
            session, events = step(session, move, stamp(on))
            log += events
            waiting = [*session.queue, *(each.card for each in session.drill)]
            assert len(waiting) == len(set(waiting))
            assert session.left() <= set(session.cards) <= set(session.states)
        agree(session, replay(log, SM2()))
