"""A sitting, as keys: what is asked, what is written to the log, what undo takes back."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from itertools import count

from cardsmith.deck import Card, CardId
from cardsmith.history import Answer, Bury, Event, Flag, Stamp, Suspend, Void, dumps
from cardsmith.schedule.intervals import Fuzz
from cardsmith.schedule.replay import replay
from cardsmith.schedule.sm2 import SM2, Memory
from cardsmith.session import (
    DISTANCE,
    Grade,
    Later,
    Mark,
    Move,
    Noted,
    Outlook,
    Quit,
    Reveal,
    Rules,
    Session,
    Undo,
    begin,
    joined,
    outlook,
    step,
)
from logs import day, log
from notes import EVERY_KIND, cards, note, steps

ids = (f"{n:016x}" for n in count())


def stamp(on: date) -> Stamp:
    return Stamp(datetime(on.year, on.month, on.day, 12, tzinfo=UTC), on, next(ids))


def sit(some: Iterable[Card], past: Iterable[Event] = (), *, today: int = 0) -> Session[Memory]:
    return begin(SM2(), day(today), some, replay(past, SM2()))


def move_of(session: Session[Memory], key: str) -> Move:
    """A key as the terminal reads it: space, a digit, `u`, `q`; `m1` marks the first choice."""
    named: dict[str, Move] = {
        "space": Reveal(),
        "u": Undo(),
        "q": Quit(),
        "l": Later(),
        "b": Noted(Bury()),
        "s": Noted(Suspend()),
        "!": Noted(Flag("unclear")),
    }
    if key in named:
        return named[key]
    if key.startswith("m"):
        return Mark(int(key[1:]) - 1)
    return Grade(int(key), 2 if session.is_drill() else 4, 900)


def press(
    session: Session[Memory], keys: str, *, on: int = 0
) -> tuple[Session[Memory], list[Event]]:
    events: list[Event] = []
    for key in keys.split():
        session, new = step(session, move_of(session, key), stamp(day(on)))
        events += new
    return session, events


def asked(session: Session[Memory]) -> str:
    return session.showing.card.id if session.showing else "-"


def order(session: Session[Memory], grades: str, *, on: int = 0) -> str:
    """The cards asked while each answer in turn gets a grade."""
    out = [asked(session)]
    for grade in grades:
        session, _ = press(session, f"space {grade}", on=on)
        out.append(asked(session))
    return " ".join(out)


LETTERS = cards(*(note(letter) for letter in "abcdefgh"))


def test_an_answer_becomes_one_event_with_its_promise() -> None:
    session, events = press(sit(LETTERS), "space 3")
    (event,) = events
    assert event.card == "a"
    assert (event.n, event.day) == (1, day(0))
    assert isinstance(event.deed, Answer)
    assert (event.deed.key, event.deed.of, event.deed.ms) == (3, 4, 900)
    assert (event.deed.days, event.deed.by, len(event.deed.saw)) == (1, "sm2", 8)
    assert asked(session) == "b"


def test_only_a_visible_answer_can_be_graded() -> None:
    session, events = press(sit(LETTERS), "3 4 1")
    assert events == []
    session, events = press(session, "space 3 3 3")
    assert len(events) == 1
    assert asked(session) == "b"


def test_a_drilled_card_comes_back_after_five_others() -> None:
    assert DISTANCE == 5
    assert order(sit(LETTERS), "13333323") == "a b c d e f a g h"


def test_a_drilled_card_comes_back_when_nothing_else_is_left() -> None:
    assert order(sit(LETTERS[:3]), "13312") == "a b c a a -"
    assert order(sit(LETTERS[:2]), "21212") == "a b a b b -"


def test_drill_ends_with_got_it_and_promises_nothing() -> None:
    session, events = press(sit(LETTERS[:1]), "space 1 space 1 space 2")
    assert asked(session) == "-"
    deeds = [event.deed for event in events if isinstance(event.deed, Answer)]
    assert [(d.key, d.of, d.days) for d in deeds] == [(1, 4, 1), (1, 2, None), (2, 2, None)]
    assert [event.n for event in events] == [1, 2, 3]


def test_drill_left_from_an_earlier_sitting_is_asked_after_the_others() -> None:
    past = log("1@0", "c")
    session = begin(SM2(), day(0), LETTERS[:3], replay(past, SM2()), drill=[CardId("c")])
    assert session.is_drill() is False
    assert order(session, "33") == "a b c"


def test_a_whole_sequence_is_revealed_step_by_step() -> None:
    session, _ = press(sit(cards(note("s", steps("x", "y", "z")))), "space")
    assert session.showing is not None
    assert (session.showing.steps, session.showing.revealed) == (1, False)
    session, events = press(session, "3 space 3")
    assert events == []
    session, events = press(session, "space 3")
    assert [event.card for event in events] == ["s"]


def test_choices_are_marked_and_only_then_revealed() -> None:
    one, many = (card for card in cards(*EVERY_KIND) if card.id in {"choice", "many"})
    session, _ = press(sit([one]), "m2 m1 m9")
    assert session.showing is not None
    assert session.showing.marked == {0}
    session, _ = press(session, "m1")
    assert session.showing is not None
    assert session.showing.marked == set()
    session, _ = press(sit([many]), "m1 m3 m2 m3 space m1")
    assert session.showing is not None
    assert session.showing.marked == {0, 1}


def test_undo_asks_the_card_again_and_writes_a_void() -> None:
    session, events = press(sit(LETTERS), "space 1 u")
    answer, void = events
    assert void.deed == Void(answer.id)
    assert (void.n, void.card) == (2, "a")
    assert asked(session) == "a"
    assert session.showing is not None
    assert not session.showing.revealed
    session, (again,) = press(session, "space 4")
    assert again.n == 3


def test_undo_goes_back_over_many_answers_and_past_the_last_card() -> None:
    session, events = press(sit(LETTERS[:2]), "space 3 space 4")
    assert asked(session) == "-"
    session, undone = press(session, "u u u")
    assert asked(session) == "a"
    assert [v.deed for v in undone] == [Void(events[1].id), Void(events[0].id)]
    session, events = press(session, "space 3 space 3")
    assert [event.n for event in events] == [3, 3]


def test_quitting_leaves_the_open_card_without_a_grade() -> None:
    session, events = press(sit(LETTERS), "space 3 space q 3 space")
    assert len(events) == 1
    assert asked(session) == "-"


def test_the_outlook_is_what_happens() -> None:
    past = log("3@0 3@1", "a")
    session = begin(SM2(), day(7), LETTERS[:1], replay(past, SM2()))
    assert outlook(session, 4) == (
        Outlook(1, 1, drill=True),
        Outlook(2, 15, drill=True),
        Outlook(3, 15, drill=False),
        Outlook(4, 16, drill=False),
    )
    session, _ = press(session, "space 2", on=7)
    assert outlook(session, 2) == (Outlook(1, None, drill=True), Outlook(2, None, drill=False))


def test_a_sitting_over_the_end_of_the_study_day_answers_on_the_new_day() -> None:
    session, events = press(sit(LETTERS[:2]), "space 1")
    session, more = press(session, "space 3 space 3", on=1)
    assert [event.day for event in [*events, *more]] == [day(0), day(1), day(1)]
    deed = more[-1].deed
    assert isinstance(deed, Answer)
    assert (more[-1].card, deed.of, deed.days) == ("a", 4, 6)


def test_drill_ends_with_the_study_day_for_a_card_that_waits_for_weeks() -> None:
    """Hard and a fortnight: on the new day it is neither drill nor due. A forgotten card is due."""
    past = [*log("3@0:1 3@1:6", "a"), *log("3@0:1 3@1:6", "b")]
    session, _ = press(sit(LETTERS[:3], past, today=7), "space 2 space 1", on=7)
    assert order(session, "322", on=7) == "c a b -"
    assert order(session, "33", on=8) == "c b -"
    cram = begin(SM2(), day(7), LETTERS[:2], replay(past, SM2()), rules=Rules(is_cram=True))
    cram, _ = step(press(cram, "space", on=7)[0], Grade(1, 2), stamp(day(7)))
    assert asked(cram) == "b"
    cram, _ = step(press(cram, "space", on=8)[0], Grade(2, 2), stamp(day(8)))
    assert asked(cram) == "a"


def test_what_was_typed_is_in_no_event() -> None:
    typed = [card for card in cards(*EVERY_KIND) if card.id == "typed"]
    session, _ = step(sit(typed), Reveal(typed="my secret guess"), stamp(day(0)))
    _, (event,) = step(session, Grade(1, 4), stamp(day(0)))
    assert "secret" not in dumps(event)


def test_the_answers_of_a_sitting_are_listed_with_the_state_before() -> None:
    session, _ = press(sit(LETTERS[:2]), "space 1 space 3 space 2 u")
    told = [(event.card, state.is_new) for event, state in session.answers()]
    assert told == [("b", True), ("a", True)]


def test_later_puts_a_card_to_the_back_without_a_grade() -> None:
    session, events = press(sit(LETTERS[:3]), "l space l")
    assert events == []
    assert order(session, "333") == "c a b -"
    alone, _ = press(sit(LETTERS[:1]), "l l")
    assert asked(alone) == "a"


def test_a_buried_or_suspended_card_is_asked_no_more() -> None:
    session, events = press(sit(LETTERS[:3]), "b space s")
    assert [(e.card, e.deed) for e in events] == [("a", Bury()), ("b", Suspend())]
    assert order(session, "3") == "c -"
    assert session.states[LETTERS[0].id].buried == day(0)
    assert session.states[LETTERS[1].id].suspended


def test_a_flag_leaves_the_card_where_it_is() -> None:
    session, events = press(sit(LETTERS[:2]), "space ! 3")
    assert [(e.card, e.deed) for e in events[:1]] == [("a", Flag("unclear"))]
    assert [e.n for e in events] == [1, 2]
    assert asked(session) == "b"


def test_undo_takes_back_whatever_was_recorded_last() -> None:
    session, events = press(sit(LETTERS[:2]), "b s u u")
    assert [e.deed for e in events[2:]] == [Void(events[1].id), Void(events[0].id)]
    assert order(session, "33") == "a b -"
    assert not session.states[LETTERS[1].id].suspended


def test_balanced_fuzz_fills_days_that_have_fewest_cards() -> None:
    """Answers of one sitting part, though each has the same interval; nothing is due yet."""
    past = [event for card in LETTERS for event in log("3@0:1 3@1:6 3@7:15", card.id)]
    record = replay(past, SM2())
    rules = Rules(fuzz=Fuzz(), is_balanced=True)
    session = begin(SM2(), day(22), LETTERS, record, rules=rules)
    promised = []
    while session.showing is not None:
        session, _ = step(session, Reveal(), stamp(day(22)))
        session, events = step(session, Grade(3, 4), stamp(day(22)))
        promised += [event.deed.days for event in events if isinstance(event.deed, Answer)]
    assert len(promised) == len(LETTERS)
    assert len(set(promised)) == len(promised)  # 38 days: 34 to 42
    assert all(34 <= (days or 0) <= 42 for days in promised)


def test_cramming_records_nothing_and_asks_until_it_is_known() -> None:
    """Not the schedule, not the day's limits, not the drill of another sitting."""
    session = begin(SM2(), day(0), LETTERS[:2], replay([], SM2()), rules=Rules(is_cram=True))
    asked = []
    for key in (1, 2, 1, 2):
        assert session.showing is not None
        asked.append(session.showing.card.id)
        assert session.keys() == 2
        session, events = step(session, Reveal(), stamp(day(0)))
        assert [view.days for view in outlook(session, 2)] == [None, None]
        session, more = step(session, Grade(key, 2), stamp(day(0)))
        assert (events, more) == ((), ())
    assert (asked, session.showing, session.answered) == (["a", "b", "a", "a"], None, 4)
    assert all(state.is_new for state in session.states.values())


def test_undo_in_a_cram_goes_back_and_records_nothing() -> None:
    session = begin(SM2(), day(0), LETTERS[:2], replay([], SM2()), rules=Rules(is_cram=True))
    session, _ = step(session, Reveal(), stamp(day(0)))
    session, _ = step(session, Grade(1, 2), stamp(day(0)))
    session, events = step(session, Undo(), stamp(day(0)))
    assert events == ()
    assert session.showing is not None
    assert (session.showing.card.id, session.showing.revealed, session.drill) == ("a", False, ())


def test_what_is_flagged_in_a_cram_is_recorded_and_nothing_is_put_off() -> None:
    session = begin(SM2(), day(0), LETTERS[:2], replay([], SM2()), rules=Rules(is_cram=True))
    session, events = press(session, "b s !")
    assert [event.deed for event in events] == [Flag("unclear")]
    assert asked(session) == "a"
    session, events = press(session, "u")
    assert [type(event.deed) for event in events] == [Void]


def test_a_card_that_a_cram_puts_off_comes_last_though_it_was_answered_today() -> None:
    past = log("3@0", "a")
    rules = Rules(is_cram=True)
    session = begin(SM2(), day(0), LETTERS[:2], replay(past, SM2()), rules=rules)
    session, _ = press(session, "l")
    assert (asked(session), session.queue, session.drill) == ("b", ("a",), ())


def test_cards_that_were_left_can_join_again_and_drill_stays_drill() -> None:
    session, _ = press(sit(LETTERS[:4]), "space 1 space 3 q")
    assert session.left() == set()
    assert set(session.cards) == {"b"}
    session = joined(session, LETTERS[:5], replay([], SM2()), drill=[CardId("a")])
    assert session.left() == {"a", "b", "c", "d", "e"}
    assert len(session.drill) == 1
    assert session.states[CardId("a")].in_drill(day(0))
    assert joined(session, LETTERS[:5], replay([], SM2())) == session
