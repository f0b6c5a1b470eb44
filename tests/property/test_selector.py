"""Selectors obey the laws of logic, and are read as they are written."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardsmith.history import Event
from cardsmith.schedule.replay import State, fresh, replay
from cardsmith.schedule.sm2 import SM2
from cardsmith.selector import (
    EVERYTHING,
    Group,
    Node,
    Not,
    Selector,
    SelectorError,
    Subject,
    Term,
    Viewpoint,
    exactly,
    folded,
    parse,
    written,
)
from logs import day, log
from notes import EVERY_KIND, cards, note

TAGGED = tuple(
    each._replace(tags=tags, deck=deck)
    for each, tags, deck in zip(
        EVERY_KIND,
        [("a",), ("a::b", "c"), (), ("*",), ("B",), ("x-y", "or"), ("a_b",)],
        ["T", "T::A b", "U", "t", "T::A", "(", "T::A::c"],
        strict=True,
    )
)
CARDS = cards(*TAGGED)
PASTS = ["", "3@0 3@1", "1@30", "3@0:30 suspend@2", "3@0 1@1 3@5", "3@28 bury@30", "4@0:40"]

LETTERS = st.sampled_from('abcAB-_*\\:"() \u3000.ßé\u0301#/orand')
ANY_TEXT = st.text(LETTERS, max_size=8)
NAMES = st.builds(exactly, st.sampled_from(["text", "tag", "deck", "id", "note"]), ANY_TEXT)
WRITTEN = st.sampled_from(
    [
        *("tag:a", "tag:none", "tag:*", "tag:a*", "deck:t", 'deck:"t::a b"', "id:*c*", "note:g___"),
        *("is:new", "is:due", "is:drill", "is:suspended", "is:buried", "is:review", "is:leech"),
        *("kind:cloze", "rated:3", "rated:7:1", "introduced:5", "prop:ivl>=10", "prop:due<3"),
        *("prop:lapses>0", "prop:ease<2.5", "one", "w_rd", "o*e", "source:none", "is:flagged"),
    ]
).map(lambda text: parse(text).node)
TERMS = st.one_of(WRITTEN, NAMES.filter(lambda term: term.key == "text" or bool(term.value)))


def groups(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(st.builds(Not, inner), st.builds(Group, st.sampled_from(["and", "or"]), parts))


NODES: st.SearchStrategy[Node] = st.recursive(TERMS, groups, max_leaves=8)


def subjects() -> list[Subject]:
    made = []
    for number, card in enumerate(CARDS):
        events: list[Event] = log(PASTS[number % len(PASTS)], card.id)
        state: State[Any] = replay(events, SM2()).states.get(card.id, fresh(SM2()))
        made.append(Subject(card, state, Viewpoint(day(30), SM2(), 8), events))
    return made


SUBJECTS = subjects()


def verdicts(node: Node) -> list[bool]:
    """What a node says of each card."""
    test = Selector(node).test()
    return [test(each) for each in SUBJECTS]


@given(NODES)
def test_it_is_read_as_it_is_written(node: Node) -> None:
    assert parse(written(node)).node == node


@given(NODES, NODES)
def test_de_morgan(one: Node, other: Node) -> None:
    neither = Group("and", (Not(one), Not(other)))
    assert verdicts(Not(Group("or", (one, other)))) == verdicts(neither)
    assert verdicts(Not(Group("and", (one, other)))) == verdicts(
        Group("or", (Not(one), Not(other)))
    )


@given(NODES)
def test_two_minus_signs_are_none(node: Node) -> None:
    assert verdicts(Not(Not(node))) == verdicts(node)
    assert verdicts(Not(node)) == [not verdict for verdict in verdicts(node)]


@given(NODES, NODES)
def test_side_by_side_means_both(one: Node, other: Node) -> None:
    first, second = (f"({written(node)})" for node in (one, other))
    for text in (f"{first} {second}", f"{first} and {second}", f"{first}{second}"):
        both = [a and b for a, b in zip(verdicts(one), verdicts(other), strict=True)]
        assert verdicts(parse(text).node) == both


@given(NODES, NODES, NODES)
def test_or_binds_less_tightly(one: Node, two: Node, three: Node) -> None:
    a, b, c = (f"({written(node)})" for node in (one, two, three))
    assert verdicts(parse(f"{a} or {b} {c}").node) == verdicts(parse(f"{a} or ({b} {c})").node)


@given(NODES)
def test_everything_changes_nothing(node: Node) -> None:
    assert verdicts(Group("and", (EVERYTHING, node))) == verdicts(node)


@given(ANY_TEXT.map(lambda text: " ".join(text.split())))
def test_a_name_taken_as_it_stands_matches_itself(name: str) -> None:
    card = cards(note("n", tags=(name,)))[0]
    subject = Subject(card, fresh(SM2()), Viewpoint(day(0), SM2(), 8))
    assert Selector(exactly("tag", name)).test()(subject)
    below = Subject(cards(note("n", tags=(f"{name}::x",)))[0], fresh(SM2()), subject.view)
    assert Selector(exactly("tag", name)).test()(below)


def refusal(text: str) -> SelectorError | None:
    try:
        parse(text)
    except SelectorError as error:
        return error
    return None


@given(st.text(LETTERS, max_size=20) | st.text(max_size=20))
def test_any_text_is_a_selector_or_told_in_a_sentence(text: str) -> None:
    refused = refusal(text)
    if refused is None:
        read = parse(text)
        assert parse(str(read)) == read
        assert len(verdicts(read.node)) == len(SUBJECTS)
    else:
        assert 1 <= refused.column <= len(text) + 1
        assert len(str(refused).splitlines()) == 1


@given(st.text(LETTERS, min_size=1, max_size=6), st.text(LETTERS, max_size=12))
def test_stars_mean_what_they_say(pattern: str, name: str) -> None:
    """Against the plainest way to match, which tries everything."""
    term = Term("tag", exactly("tag", pattern).value.replace("\\*", "*").replace("\\_", "_"))
    if not term.value or term.value.lower() == "none":
        return
    signs = _signs(folded(term.value))
    wanted = folded(name)
    expected = _matches(signs, wanted) or any(
        _matches(signs, wanted[:end]) for end in range(len(wanted)) if wanted.startswith("::", end)
    )
    card = cards(note("n", tags=(name,)))[0]
    subject = Subject(card, fresh(SM2()), Viewpoint(day(0), SM2(), 8))
    assert Selector(term).test()(subject) is expected


def _signs(value: str) -> list[str]:
    signs, rest = list[str](), iter(value)
    for sign in rest:
        signs.append(f"={next(rest)}" if sign == "\\" else sign if sign in "*_" else f"={sign}")
    return signs


def _matches(signs: list[str], name: str) -> bool:
    if not signs:
        return not name
    first, *rest = signs
    if first == "*":
        return any(_matches(rest, name[at:]) for at in range(len(name) + 1))
    return bool(name) and (first in {"_", f"={name[0]}"}) and _matches(rest, name[1:])
