"""Selectors: what they mean for cards, and what is said of those that mean nothing."""

from datetime import date
from typing import Any

import pytest

from cardsmith.deck import Basic, Card, CardId
from cardsmith.history import Event, Flag
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.replay import State, fresh, replay
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.schedule.sm2 import SM2
from cardsmith.selector import SelectorError, Subject, Viewpoint, all_of, any_of, exactly, parse
from logs import day, log
from notes import EVERY_KIND, cards, note

TODAY = 30  # in the calendar of the tests

DECK = cards(
    note(
        "loop",
        Basic("What starts the *agent* loop?", "A user’s Message"),
        tags=("Diagnosis::first", "harness"),
        deck="Composer::The harness",
        source="lesson#order",
        extra="Seen 12:30 – 5*3 a_b",
    ),
    note("plain", Basic("Straße?", "(no)"), deck="Composer", tags=("diagnosisx",)),
    note("url", source="https://example.org/a#b", deck="composer::the harness::part"),
)


def subject(
    card: Card, events: list[Event] | None = None, scheduler: Scheduler[Any] | None = None
) -> Subject:
    past = events or []
    by = scheduler or SM2()
    state: State[Any] = replay(past, by).states.get(card.id, fresh(by))
    return Subject(card, state, Viewpoint(day(TODAY), by, 8), past)


def matching(selector: str) -> list[str]:
    """The ids of the cards of `DECK` that it matches."""
    test = parse(selector).test()
    return [card.id for card in DECK if test(subject(card))]


def holds(selector: str, past: str, scheduler: Scheduler[Any] | None = None) -> bool:
    """Whether a card with this past is matched."""
    card = Card(CardId("c"), note("c"))
    return parse(selector).test()(subject(card, log(past), scheduler))


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ("", "loop plain url"),
        ("   ", "loop plain url"),
        ('""', "loop plain url"),
        ("agent", "loop"),
        ("AGENT loop", "loop"),
        ("gent", "loop"),
        ('"the  *agent* loop"', "loop"),
        ('"loop agent"', ""),
        ("message", "loop"),
        ("seen", "loop"),
        ("STRASSE", "plain"),
        (r"\(no\)", "plain"),
        ('"(no)"', "plain"),
        (r"12\:30", "loop"),
        (r'"12\:30"', "loop"),
        (r"5\*3", "loop"),
        (r"6\*3", ""),
        ("w*loop", "loop"),
        ("loop*user", ""),  # a question does not go on in its answer
        ("l__p", "loop"),
        ("l___p", ""),
        (r"a\_b", "loop"),
        (r"l\_\_p", ""),
        ("-agent", "plain url"),
        ("-(agent or no)", "url"),
        ("agent or no", "loop plain"),
        ("agent OR no", "loop plain"),
        ("agent and message", "loop"),
        ("agent no or url", "url"),
        ("agent (no or message)", "loop"),
        ("(agent)(message)", "loop"),
        ("tag:diagnosis", "loop"),
        ("tag:DIAGNOSIS::FIRST", "loop"),
        ("tag:diagnosis::fir", ""),
        ("tag:diag*", "loop plain"),
        ("tag:diag*x", "plain"),
        ("tag:*first", "loop"),
        ("tag:*", "loop plain"),
        ("tag:none", "url"),
        ("-tag:none", "loop plain"),
        ("tag:harnes_", "loop"),
        ("deck:composer", "loop plain url"),
        ('deck:"composer::the harness"', "loop url"),
        ('"deck:composer::the harness"', "loop url"),
        ('deck:"composer::the harness::part"', "url"),
        ("deck:*harness", "loop url"),
        ("deck:comp", ""),
        ("id:loop", "loop"),
        ("id:l*", "loop"),
        ("id:*l*", "loop plain url"),
        ("note:plain", "plain"),
        ("source:lesson", "loop"),
        ("source:lesson#order", "loop"),
        ("source:lesson#ord", ""),
        ("source:lesson#*", "loop"),
        ("source:https://example.org/a", "url"),
        ("source:none", "plain"),
        ("kind:basic", "loop plain url"),
        ("KIND:Cloze", ""),
        ("is:new", "loop plain url"),
    ],
)
def test_what_a_selector_matches(selector: str, ids: str) -> None:
    assert matching(selector) == ids.split()


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ("id:gaps", "gaps/c1 gaps/c3"),
        ("id:gaps/c3", "gaps/c3"),
        ("id:order", "order"),
        ("id:order/*", "order/second order/third"),
        ("note:order", "order order/second order/third"),
        ("id:*/reverse", "both/reverse"),
        ("kind:cloze or kind:typed", "gaps/c1 gaps/c3 typed"),
    ],
)
def test_ids_name_cards_and_notes(selector: str, ids: str) -> None:
    test = parse(selector).test()
    assert [card.id for card in cards(*EVERY_KIND) if test(subject(card))] == ids.split()


@pytest.mark.parametrize(
    ("selector", "past", "is_so"),
    [
        ("is:new", "", True),
        ("is:new", "3@0", False),
        ("is:new", "3@0 reset@1", True),
        ("is:review", "", False),
        ("is:review", "3@0", True),
        ("is:review", "1@30", False),
        ("is:drill", "1@30", True),
        ("is:learn", "1@30", True),
        ("is:drill", "1@29", False),
        ("is:due", "", False),
        ("is:due", "3@0:30", True),
        ("is:due", "3@0:31", False),
        ("is:due", "1@30", True),
        ("is:due", "3@0:30 suspend@1", False),
        ("is:due", "3@0:30 bury@30", False),
        ("is:due", "3@0:30 bury@29", True),
        ("is:suspended", "suspend@1", True),
        ("is:suspended", "suspend@1 unsuspend@2", False),
        ("is:buried", "bury@30", True),
        ("is:buried", "bury@29", False),
        ("is:leech", " ".join(f"{1 + 2 * (n % 2)}@{n}" for n in range(17)), True),
        ("is:leech", " ".join(f"{1 + 2 * (n % 2)}@{n}" for n in range(16)), False),
        ("rated:1", "3@30", True),
        ("rated:1", "3@29", False),
        ("rated:2", "3@29", True),
        ("rated:30", "3@0 suspend@30", False),
        ("rated:7:1", "1@24", True),
        ("rated:7:1", "1@23", False),
        ("rated:7:1", "3@24", False),
        ("rated:7:4", "4@24", True),
        ("introduced:7", "3@24 3@29", True),
        ("introduced:7", "3@23 3@29", False),
        ("introduced:7", "", False),
        ("prop:ivl>=10", "3@0:10", True),
        ("prop:ivl>=10", "3@0:9", False),
        ("prop:ivl!=10", "", False),  # a card that was never answered has no interval
        ("prop:due<3", "3@0:32", True),
        ("prop:due<3", "3@0:33", False),
        ("prop:due=-1", "3@0:29", True),
        ("prop:reps=0", "", True),
        ("prop:reps>2", "3@0 3@1 3@2", True),
        ("prop:lapses>0", "3@0 1@1", True),
        ("prop:lapses>0", "3@0 3@1", False),
        ("prop:ease=2.36", "2@0", True),
        ("prop:ease<2.5", "3@0", False),
        ("prop:ease<9", "", False),
        ("prop:r<0.95", "3@0:1", True),
        ("prop:s>0", "3@0", False),  # SM-2 knows no stability
    ],
)
def test_what_a_state_matches(selector: str, past: str, is_so: bool) -> None:  # noqa: FBT001 - a table
    assert holds(selector, past) is is_so
    assert holds(f"-{selector}", past) is not is_so


def test_what_fsrs_remembers_can_be_asked_for() -> None:
    assert holds("prop:s>0 prop:d<=10 prop:r<1", "3@0 3@3", FSRS())
    assert not holds("prop:s>0 or prop:d>0", "", FSRS())
    assert not holds("prop:ease>0", "3@0", FSRS())


def test_flags_are_asked_for_by_two_names() -> None:
    card = Card(CardId("c"), note("c"))
    flag = Event("f", 1, log("3@0")[0].at, day(0), CardId("c"), Flag("wrong"))
    for selector in ("is:flagged", "flagged"):
        assert parse(selector).test()(subject(card, [flag]))
        assert parse(selector).asks_the_log
        assert not parse(selector).test()(subject(card, log("3@0")))
    assert not parse('"flagged"').test()(subject(card, [flag]))
    assert not parse("is:due tag:x").asks_the_log
    assert parse("-(a or rated:3)").asks_the_log


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("is:duee", 1, "did you mean is:due?"),
        ("a is:xyz", 3, "there are new, due, drill"),
        ("tagg:x", 1, "no search is called tagg:; did you mean tag:?"),
        ("x 12:30", 3, r"write 12\: to look for it as text"),
        ("nid:3", 1, "did you mean note:?"),
        ("kind:close", 1, "did you mean kind:cloze?"),
        ("tag:", 1, "needs something after it, as in tag:harness"),
        ("prop:ivl", 1, "compared with a number, as in prop:ivl>=10"),
        ("prop:ivl>x", 1, "compared with a number"),
        ("prop:ivl>1.5", 1, "a whole number"),
        ("prop:lapse>2", 1, "did you mean lapses?"),
        ("prop:>2", 1, "there are ivl, due"),
        ("rated:", 1, "rated:7"),
        ("rated:x", 1, "a number of days"),
        ("rated:0", 1, "a number of days"),
        ("rated:7:5", 1, "1 again, 2 hard"),
        ("rated:7:", 1, "1 again, 2 hard"),
        ("a (b", 3, "not closed"),
        ("a b)", 4, "closes none"),
        ("a ()", 3, "nothing stands between"),
        ("a ( )", 3, "nothing stands between"),
        ('a "b c', 3, "not closed"),
        ('tag:"b', 5, "not closed"),
        ("or a", 1, "stands between two searches"),
        ("a or", 5, "something is missing after or"),
        ("a or or b", 6, "stands between two searches"),
        ("(a and)", 7, "closes none, or nothing stands in it"),
        ("a - b", 3, "right before"),
        ("a -", 3, "right before"),
        ("a (-)", 4, "right before"),
        (r"a\b", 2, "a backslash stands before a sign"),
        ("a\\", 2, "a backslash stands before a sign"),
        ("(" * 5000, 101, "too many parentheses"),
    ],
)
def test_what_is_no_selector_is_told_with_its_column(text: str, column: int, says: str) -> None:
    with pytest.raises(SelectorError) as error:
        parse(text)
    assert error.value.column == column
    assert str(error.value).startswith(f"column {column}: ")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("  a   b ", "a b"),
        ("(a)", "a"),
        ("a AND b", "a b"),
        ("(a b) or c", "a b or c"),
        ("a (b or c)", "a (b or c)"),
        ("-(-a)", "-(-a)"),
        ('tag:"x y"', 'tag:"x y"'),
        ('tag:"x"', "tag:x"),
        ('"or"', '"or"'),
        ('"-a"', '"-a"'),
        (r"\-a", '"-a"'),
        (r"12\:30", r"12\:30"),
        (r"a\"b", r'"a\"b"'),
        ("flagged", "is:flagged"),
        ("is:LEARN", "is:drill"),
        ("rated:07:1", "rated:7:1"),
        ("prop:IVL>=010", "prop:ivl>=10"),
        ("prop:ease<2.50", "prop:ease<2.5"),
        ("", ""),
    ],
)
def test_it_is_written_back_in_its_plainest_form(text: str, written: str) -> None:
    assert str(parse(text)) == written


def test_short_forms_take_names_as_they_stand() -> None:
    starred = note("a", tags=("c*",), deck="my_deck")
    other = note("b", tags=("cc",), deck="my deck")
    test = all_of([any_of([exactly("tag", "c*"), exactly("tag", "x")])]).test()
    assert [test(subject(card)) for card in cards(starred, other)] == [True, False]
    test = all_of([any_of([exactly("deck", "my_deck")]), any_of([])]).test()
    assert [test(subject(card)) for card in cards(starred, other)] == [True, False]
    assert all_of([any_of([]), any_of([])]).is_everything


def test_a_text_full_of_stars_takes_no_time() -> None:
    card = Card(CardId("c"), note("c", Basic("a" * 5000, "b")))
    assert not parse("*a" * 200 + "*z").test()(subject(card))
    assert not parse("tag:" + "*a" * 200 + "z").test()(
        subject(Card(CardId("c"), note("c", tags=("a" * 5000,))))
    )


def test_a_day_ahead_counts_as_rated_today() -> None:
    view = Viewpoint(date(2026, 1, 1), SM2(), 8)
    events = log("3@1")
    card = Card(CardId("c"), note("c"))
    state: State[Any] = replay(events, SM2()).states[card.id]
    assert parse("rated:1").test()(Subject(card, state, view, events))
