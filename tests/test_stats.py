"""What a history comes to, in numbers: laws that hold for every log, and the streak day by day."""

from collections.abc import Sequence
from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.agenda import Limits, agenda
from cardsmith.deck import Card, CardId, cards_of
from cardsmith.history import Answer, Event, Void
from cardsmith.schedule.fsrs import FSRS
from cardsmith.schedule.replay import in_order, replay
from cardsmith.schedule.sm2 import SM2
from cardsmith.stats import Stats, Streak, Work, stats, streak
from logs import day, log
from notes import note

NAMES = ("a", "b", "c", "d")
CARDS = [
    card
    for name, deck in zip(NAMES, ("One", "One", "Two", "Two"), strict=True)
    for card in cards_of(note(name, deck=deck))
]
SCHEDULER = SM2()

# What happens to a card: how many days after the last event of it, and what.
_deeds = st.sampled_from(
    ["1", "2", "3", "3", "3", "4", "suspend", "unsuspend", "bury", "reset", "due(25)", "due(3)"]
)
_story = st.lists(st.tuples(st.sampled_from([0, 0, 1, 1, 2, 6, 15]), _deeds), max_size=12)
_stories = st.tuples(*[_story] * len(NAMES), st.sets(st.integers(0, 30), max_size=4))
_todays = st.integers(0, 60)


def written(stories: tuple[Sequence[tuple[int, str]], ...], voided: set[int]) -> list[Event]:
    """The stories of the cards as a log; some of its events were taken back."""
    events: list[Event] = []
    for name, story in zip(NAMES, stories, strict=True):
        on = ord(name) - ord("a")
        words = []
        for gap, deed in story:
            on += gap
            words.append(f"{deed}@{on}")
        events += log(" ".join(words), name)
    undone = [event for number, event in enumerate(events) if number in voided]
    return [*events, *(undo(event, event.day) for event in undone)]


def undo(event: Event, on: date) -> Event:
    return event._replace(id=f"void-{event.id}", n=event.n + 100, day=on, deed=Void(event.id))


logs = _stories.map(lambda parts: written(parts[:-1], parts[-1]))


def told(events: Sequence[Event], today: int, cards: Sequence[Card] = CARDS) -> Stats:
    return stats(cards, events, day(today), SCHEDULER, leech=2)


def kept(events: Sequence[Event], today: int) -> int:
    return streak(events, day(today), SCHEDULER)


# The streak


@pytest.mark.parametrize(
    ("words", "today", "days"),
    [
        ("", 5, 0),
        ("3@0:1", 0, 1),
        ("1@0:1", 0, 1),  # a wrong answer is an answer
        ("3@0:1 3@1:6", 1, 2),
        ("3@0:1 3@1:6", 5, 6),  # nothing was due on days 2 to 5
        ("3@0:1 3@1:6", 7, 7),  # due today, which counts when it is done
        ("3@0:1 3@1:6 3@7:15", 7, 8),
        ("3@0:1 3@1:6", 8, 0),  # due yesterday, and nothing was answered
        ("3@0:1 3@1:6 3@9:15", 9, 1),
        ("3@0:1 3@1:6 3@9:15", 24, 15),
        ("3@0:1 suspend@1", 9, 10),  # what is suspended is not due
        ("3@0:1 suspend@2", 9, 0),  # but on day 1 it was
        ("3@0:1 bury@1 3@2:6", 2, 3),
        ("3@0:1 bury@1", 3, 0),  # buried on day 1 alone
        ("3@0:1 due(4)@1 3@4:6", 4, 5),  # the promise was moved in time
        ("3@0:1 due(4)@2 3@4:6", 4, 1),
        ("3@0:1 reset@1", 4, 5),  # it is new, and new cards break nothing
        ("3@0:1 3@3:6 void(c2)@3", 3, 0),
        ("3@0:9 3@2:9 void(c2)@2", 2, 3),
        ("3@0:1 3@1:1 1@1 3@1 3@2:1", 2, 3),  # drill
        ("3@0:1 suspend@1 unsuspend@5 3@5:6", 5, 6),
        ("3@0:1 suspend@1 unsuspend@4 3@5:6", 5, 1),
        ("3@30:1 3@2:1 3@3:6", 4, 3),  # the first one was given under a wrong clock
        ("3@0:1 3@30:9 3@1:6", 4, 5),
    ],
)
def test_the_streak(words: str, today: int, days: int) -> None:
    assert kept(log(words), today) == days


def test_any_answer_keeps_a_day_on_which_others_are_due() -> None:
    assert kept([*log("3@0:1", "due"), *log("3@1:30", "new")], 1) == 2
    assert kept([*log("3@0:1", "due"), *log("3@1:30 3@2:30", "new")], 3) == 3


def test_cards_that_no_deck_has_break_nothing_but_their_answers_count() -> None:
    events = [*log("3@0:1", "gone"), *log("3@2:30", "here")]
    assert kept(events, 3) == 1
    assert streak(events, day(3), SCHEDULER, cards={CardId("here")}) == 4


def test_an_answer_without_a_promise_gets_one() -> None:
    [event] = log("3@0")
    assert isinstance(event.deed, Answer)
    imported = event._replace(deed=event.deed._replace(by=""))
    assert [streak([imported], day(today), SM2()) for today in (1, 2)] == [1, 0]
    assert [streak([imported], day(today), FSRS()) for today in (1, 2, 3)] == [2, 2, 0]


def test_a_renamed_card_is_one_card() -> None:
    events = [
        *log("3@0:1", "old"),
        *log("rename(c)@1", "old", first=2),
        *log("3@1:6", "c", first=3),
    ]
    assert kept(events, 2) == 3
    assert streak(events, day(2), SCHEDULER, cards={CardId("c")}) == 3


def day_by_day(events: Sequence[Event], today: int) -> Streak:
    """The streak by its definition: the log as it stood at the end of each day."""
    valid = [event for past in in_order(events)[0].values() for event in past]
    run = longest = 0
    for at in range(today + 1):
        states = replay([e for e in valid if e.day <= day(at)], SCHEDULER).states.values()
        waits = any(
            state.due is not None
            and state.due <= day(at)
            and not state.suspended
            and state.buried != day(at)
            for state in states
        )
        if any(type(e.deed) is Answer and e.day == day(at) for e in valid) or (run and not waits):
            run += 1
            longest = max(longest, run)
        elif at < today:
            run = 0
    return Streak(run, longest)


@given(logs, _todays)
def test_the_streak_is_what_each_day_says(events: list[Event], today: int) -> None:
    found = told(events, today).streak
    assert found == day_by_day(events, today)
    assert found.now == kept(events, today)


@given(logs, _todays, st.randoms(use_true_random=False))
def test_it_does_not_matter_in_which_files_or_how_often_events_stand(
    events: list[Event], today: int, luck: Random
) -> None:
    mixed = [*events, *luck.sample(events, len(events) // 2)]
    luck.shuffle(mixed)
    assert told(mixed, today) == told(events, today)
    assert kept(mixed, today) == kept(events, today)


@given(logs, _todays, st.sampled_from(NAMES), st.integers(0, 60))
def test_an_answer_taken_back_leaves_no_trace(
    events: list[Event], today: int, name: str, on: int
) -> None:
    [answer] = log(f"3@{on}", name, first=50, prefix="more-")
    undone = [*events, answer, undo(answer, day(today))]
    assert told(undone, today) == told(events, today)


@given(logs, _todays, st.sampled_from([1, 3]))
def test_an_answer_today_keeps_today(events: list[Event], today: int, key: int) -> None:
    before = kept(events, today)
    after = kept([*events, *log(f"{key}@{today}", "fresh")], today)
    assert after in {before, before + 1}
    assert after >= 1


@given(logs, _todays)
def test_today_breaks_nothing_and_the_longest_streak_is_no_shorter(
    events: list[Event], today: int
) -> None:
    shorter, longer = told(events, today).streak, told(events, today + 1).streak
    assert longer.now in {0, 1, shorter.now, shorter.now + 1}
    assert shorter.now <= shorter.longest <= longer.longest


# All else


@given(logs, _todays)
def test_the_counts_add_up(events: list[Event], today: int) -> None:
    found = told(events, today)
    valid = [event for past in in_order(events)[0].values() for event in past]
    answers = [event for event in valid if type(event.deed) is Answer]
    assert found.standing.cards == len(CARDS)
    assert found.ever.answers == len(answers) == sum(w.answers for w in found.days.values())
    assert found.ever.ms == 1000 * len(answers)
    assert found.ever.answers == found.ever.new + found.ever.reviews + found.ever.drill
    for period in found.periods:
        since = [e for e in answers if period.days is None or 0 <= gone(e, today) < period.days]
        assert period.work.answers == len(since)
        assert period.studied == len({event.day for event in since})
        retention = period.work.retention
        assert 0 <= retention.passed <= retention.asked == period.work.reviews


def gone(event: Event, today: int) -> int:
    return (day(today) - event.day).days


@given(logs, _todays)
def test_decks_add_up_to_the_whole(events: list[Event], today: int) -> None:
    found = told(events, today)
    assert [deck.name for deck in found.decks] == ["One", "Two"]
    columns = zip(*(deck.standing for deck in found.decks), strict=True)
    assert tuple(map(sum, columns)) == found.standing
    assert sum(deck.due for deck in found.decks) == found.load.get(day(today), 0)
    assert sum(deck.knowledge.met for deck in found.decks) == found.knowledge.met
    assert 0 <= found.knowledge.known <= found.knowledge.met


@given(logs, _todays)
def test_the_load_is_what_the_agenda_says(events: list[Event], today: int) -> None:
    states = replay(events, SCHEDULER).states
    asked = agenda(CARDS, states, day(today), Limits(0, 999), SCHEDULER)
    found = told(events, today)
    assert found.load.get(day(today), 0) == len(asked.due)
    assert all(on >= day(today) for on in found.load)
    waiting = [state for state in states.values() if state.due and not state.suspended]
    assert sum(found.load.values()) == len(waiting)


@given(logs, _todays, st.sets(st.sampled_from(NAMES)))
def test_a_selection_tells_of_its_cards_alone_but_for_the_streak(
    events: list[Event], today: int, some: set[str]
) -> None:
    among = frozenset(map(CardId, some))
    found = stats(CARDS, events, day(today), SCHEDULER, leech=2, among=among)
    theirs = [event for event in events if event.card in among]
    alone = told(theirs, today, [card for card in CARDS if card.id in among])
    assert found._replace(streak=alone.streak) == alone
    assert found.streak == told(events, today).streak


@pytest.mark.parametrize(
    ("words", "young", "mature"),
    [
        ("", (0, 0), (0, 0)),
        ("3@0:1", (0, 0), (0, 0)),  # a first answer says nothing of memory
        ("3@0:1 1@1:1", (0, 1), (0, 0)),
        ("3@0:1 2@1:6 3@1", (1, 1), (0, 0)),  # hard is right, and drill is no review
        ("3@0:20 3@20:50", (1, 1), (0, 0)),
        ("3@0:21 1@21:1 3@21 3@22:6", (1, 1), (0, 1)),
        ("3@0:21 3@3:40 3@43:90", (0, 0), (2, 2)),
        ("3@0:21 reset@5 3@21:1", (0, 0), (0, 0)),
    ],
)
def test_retention_counts_the_first_answers_of_seen_cards(
    words: str, young: tuple[int, int], mature: tuple[int, int]
) -> None:
    found = told(log(words, "a"), 60).ever
    assert (found.young, found.mature) == (young, mature)
    assert found.young.value == (young[0] / young[1] if young[1] else None)


def test_where_each_card_stands() -> None:
    events = [
        *log("3@0:21 1@1 3@1 suspend@2", "a"),
        *log("3@0:21 3@21:50", "b"),
        *log("3@0:1 1@1:1 1@2:1 3@3:6 bury@21", "c"),
    ]
    assert told(events, 21).standing == (1, 0, 1, 1, 1, 1)
    assert told(events, 22).standing == (1, 1, 1, 1, 0, 1)


def test_the_hardest_cards_come_first() -> None:
    events = [*log("3@0:1 1@1:1", "b"), *log("3@0:1 1@1:1 1@2:1", "d"), *log("3@0:1 1@1:1", "c")]
    found = [(hard.card.id, hard.lapses, hard.answers) for hard in told(events, 3).hardest]
    assert found == [("d", 2, 3), ("b", 1, 2), ("c", 1, 2)]


def test_what_was_done_to_cards_that_are_gone_was_done() -> None:
    found = told([*log("3@0:1", "gone"), *log("3@0:9", "a")], 3)
    assert (found.ever.answers, found.standing.young, found.load) == (2, 1, {day(9): 1})
    assert found.streak.now == 4


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("3@0:1", 5),  # overdue waits for today
        ("3@0:1 bury@4", 5),
        ("3@0:1 bury@5", 6),
        ("3@5:1 due(5)@5", 6),  # answered today, it is asked no more today
        ("3@0:9", 9),
        ("3@40:9", 5),  # answered under a wrong clock
    ],
)
def test_the_day_on_which_a_card_is_asked_next(words: str, due: int) -> None:
    assert told(log(words, "a"), 5).load == {day(due): 1}


def test_work_adds_up_in_any_order() -> None:
    one = told(log("3@0:1 1@1:1 3@1", "a"), 2).ever
    two = told(log("4@0:30 2@30:60", "b"), 40).ever
    assert (
        one.plus(two)
        == two.plus(one)
        == told([*log("3@0:1 1@1:1 3@1", "a"), *log("4@0:30 2@30:60", "b")], 40).ever
    )
    assert one.plus(Work()) == one
