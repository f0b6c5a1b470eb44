"""W304, W305."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import findings, found

SAME = "`a` asks the same and has the same answer"


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        (
            "front: 'Capital of Peru?', back: x",
            "front: 'capital of  Peru ?', back: X",
            f"W304 {SAME}",
        ),
        ("front: Caf\xe9, back: x", "front: Cafe\u0301, back: x", f"W304 {SAME}"),
        ("cloze: 'A {{c1::b}}'", "cloze: 'a {{c1::B}}'", f"W304 {SAME}"),
        ("front: insert, back: B-tree", "front: insert, back: heap", "W305 `a` asks the same"),
        ("front: insert, back: x", "front: insert, typed: x", f"W304 {SAME}"),
        # a capital may make another word of one that stands alone
        ("front: polish, back: polieren", "front: Polish, back: polnisch", ""),
        ("front: essen, back: to eat", "front: Essen, back: food", ""),
        ("front: polish, back: polieren", "front: Polish, back: Polieren", f"W304 {SAME}"),
        ("front: the pole, back: x", "front: The Pole, back: y", "W305 `a` asks the same"),
        ("front: insert, back: x", "front: delete, back: x", ""),
        ("front: q, choices: [a, b], answer: a", "front: q, choices: [c, d], answer: c", ""),
        ("front: q, choices: [a, b], answer: a", "front: q, choices: [B, A], answer: A", "W304"),
        ("front: q, choices: [a, b], answer: a", "front: q, choices: [b, a], answer: b", "W305"),
        ("front: q, steps: {a: x, b: y}", "front: q, steps: {c: X, d: Y}", "W304"),
        ("front: q, steps: {a: x, b: y}", "front: q, steps: {a: y, b: x}", "W305"),
        # a cloze is its text, with whatever gaps and hints
        ("cloze: 'a {{c1::b}} c'", "cloze: '{{c1::A::hint}} b {{c2::c}}'", "W304"),
        ("cloze: 'a {{c1::b}} c'", "cloze: 'a {{c1::d}} c'", ""),
        ("cloze: 'a {{c1::b}}'", "front: a b, back: x", ""),
        # a reversed note asks twice
        ("front: perro, back: dog, reverse: true", "front: dog, back: perro", "W304"),
        ("front: dog, back: perro", "front: perro, back: dog, reverse: true", "W304"),
        (
            "front: perro, back: dog, reverse: true",
            "front: can, back: dog, reverse: true",
            "W305",
        ),
        ("front: perro, back: dog", "front: can, back: dog, reverse: true", ""),
        ("front: dog, back: Dog, reverse: true", "front: cat, back: x", ""),
    ],
)
def test_two_notes(first: str, second: str, problem: str) -> None:
    both = findings(f"- {{id: a, {first}}}\n- {{id: b, {second}}}\n")
    said = [f"{each.code} {each.phrase}" for each in both]
    assert [each[: len(problem)] for each in said] == ([problem] if problem else [])


def told(first: str, second: str, *, answers: tuple[str, str] = ("x", "x")) -> list[str]:
    """The codes of what is found where one deck asks both."""
    cards = "".join(
        f"- id: {id_}\n  front: {quoted(front)}\n  back: {quoted(back)}\n"
        for id_, front, back in zip("ab", (first, second), answers, strict=True)
    )
    return [
        each.code for each in findings(cards, media=("a.svg.md",)) if each.code in {"W304", "W305"}
    ]


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


FOLDED = [
    ("CAPITAL OF PERU", "Capital of Peru?"),
    ("What is \u201cUbiquitous\u201d?", 'What is "ubiquitous"?'),
    ("What is 'ubiquitous'?", "What is ubiquitous"),
    ("Was hei\xdft \xbbdie Katze\xab?", "Was hei\xdft die Katze?"),
    ("Wer \u2013 und was?", "Wer - und was?"),
    ("What\u2026 is it?", "What... is it?"),
    ("Yes, and no", "Yes and no."),
    ("\xbfQu\xe9 es?", "Qu\xe9 es"),
    ("Capitale du P\xe9rou\u202f?", "Capitale du P\xe9rou?"),
    (
        "\u30da\u30eb\u30fc\u306e\u9996\u90fd\u306f\uff1f",
        "\u30da\u30eb\u30fc\u306e\u9996\u90fd\u306f",
    ),
    (
        "\u0645\u0627 \u0639\u0627\u0635\u0645\u0629\u061f",
        "\u0645\u0627 \u0639\u0627\u0635\u0645\u0629",
    ),
    ("\ufb01nd Peru", "find Peru"),
    ("\uff30eru, where?", "Peru, where?"),
    ("Stra\xdfe in Peru?", "STRASSE IN PERU?"),
    ("**Peru** lies where?", "Peru lies *where?*"),
    ("Peru\nlies where?", "Peru lies  where?"),
    ("Who made C++?", "Who made C++"),
    ("It\u2019s what?", "It's what?"),
]


@pytest.mark.parametrize(("first", "second"), FOLDED)
def test_what_makes_no_other_question(first: str, second: str) -> None:
    assert told(first, second) == ["W304"]
    assert told(first, second, answers=("x", "y")) == ["W305"]


DIFFERENT = [
    ("C?", "C++?"),
    ("What is C#?", "What is C?"),
    ("Is it a < b?", "Is it a > b?"),
    ("-5", "5"),
    ("What is \u22125?", "What is 5?"),
    ("f'", "f"),
    ("f\u2032", "f"),
    ("g' and f'?", "g and f?"),
    ("What is n!?", "What is n?"),
    ("What is 5!?", "What is 5?"),
    ("What is (n - 1)!?", "What is (n - 1)?"),
    ("What is 3.5?", "What is 35?"),
    ("What is 3,5?", "What is 35?"),
    ("At 1:05?", "At 105?"),
    (".NET", "NET"),
    ("a ?? b", "a ? b"),
    ("What does :: do?", "What does : do?"),
    ("What does ; do?", "What does do?"),
    ("What is '?", 'What is "?'),
    ('Type of "1"?', "Type of 1?"),
    ("What is std::?", "What is std?"),
    ("What is 10\u2075?", "What is 105?"),
    ("x\xb2 + 1", "x2 + 1"),
    ("What is \u211d?", "What is R?"),
    ("What is 1\xbd?", "What is 11/2?"),
    ("What is 2*3*4?", "What is 234?"),
    ("What does `g` do?", "What does `G` do?"),
    ("What does `a.b` do?", "What does `ab` do?"),
    ("What does `a, b` do?", "What does `a b` do?"),
    ("What does `a. ` do?", "What does `a ` do?"),
    ("What is $x$?", "What is $X$?"),
    ("What is $n!$?", "What is $n$?"),
    ("Where? ![map](a.svg.md)", "Where? ![map](b.svg.md)"),
    ("Read [this](https://a.example)", "Read [this](https://b.example)"),
    ("\U0001f1f5\U0001f1ea", "\U0001f1e8\U0001f1f1"),
    ("\u3002", "\u3001"),
]


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_what_makes_a_question_is_never_passed_over(first: str, second: str) -> None:
    assert told(first, second) == []
    assert told(first, second, answers=("x", "y")) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("SI prefix: m", "SI prefix: M"),
        ("Which element is Co?", "Which element is CO?"),
        ("Name of the sign: ?", "Name of the sign: !"),
    ],
)
def test_where_answers_differ_small_things_may_be_why(first: str, second: str) -> None:
    assert told(first, second, answers=("x", "y")) == []


@pytest.mark.parametrize(
    ("one", "other"), [("C", "C++"), ("-5", "5"), ("x\xb2", "x2"), ("`a`", "`A`")]
)
def test_other_answers_are_not_called_the_same(one: str, other: str) -> None:
    assert told("Which one?", "Which one?", answers=(one, other)) == ["W305"]


def test_both_places_are_told() -> None:
    cards = "- {id: a, front: q, back: b}\n"
    (problem,) = findings(cards, "- {id: b, front: q, back: b}\n")
    (first,) = problem.remarks
    assert first.span is not None
    assert (problem.span.path, first.span.path) == ("decks/test1.yaml", "decks/test.yaml")


CARDS = "- {{id: {}, front: 'Capital of Peru?', back: {}}}\n"
DECK = "deck: {{name: {}}}\ncards:\n{}"


def test_another_deck_that_asks_and_answers_the_same_is_named() -> None:
    (problem,) = findings(
        DECK.format("Cities", CARDS.format("a", "Lima")),
        DECK.format("Peru", CARDS.format("b", "lima")),
    )
    assert (problem.code, problem.span.path) == ("W304", "decks/test1.yaml")
    assert problem.phrase == ("`a` in the deck `Cities` asks the same and has the same answer")
    assert "what tells them apart" in problem.help


def test_another_deck_may_want_another_answer() -> None:
    assert (
        found(
            DECK.format("Now", CARDS.format("a", "Lima")),
            DECK.format("Before 1535", CARDS.format("b", "Cuzco")),
        )
        == []
    )


def test_parts_of_a_deck_are_one_deck() -> None:
    assert [
        each[:4]
        for each in found(
            DECK.format("Peru", CARDS.format("a", "Lima")),
            DECK.format("Peru", CARDS.format("b", "Cuzco")),
        )
    ] == ["W305"]


def test_a_note_given_twice_is_told_once() -> None:
    assert len(found("- {id: a, front: q, back: b}\n- {id: a, front: q, back: b}\n")) == 1


def test_a_note_is_told_once_and_for_the_worse() -> None:
    cards = """\
        - {id: a, front: perro, back: dog, reverse: true}
        - {id: b, front: perro, back: hound}
        - {id: c, front: Perro, back: Dog, reverse: true}
        - {id: d, front: perro, back: dog.}
        """
    assert [each[:4] for each in found(cards)] == ["W305", "W304", "W304"]


def test_parallel_notes_are_different_ones() -> None:
    places = [f"{kind} {number}" for kind in ("river", "city", "-") for number in range(100)]
    cards = "".join(
        f"- {{id: a{n}, front: 'What is the capital of {place}?', back: The same}}\n"
        f"- {{id: b{n}, front: '{place}', back: 'Capital {n}', reverse: true}}\n"
        f"- {{id: c{n}, cloze: 'The capital of {place} is {{{{c1::here}}}}'}}\n"
        for n, place in enumerate(places)
    )
    assert found(cards) == []


WORDS = st.lists(
    st.sampled_from(["Peru", "of", "C++", "a", "-5", "n!", "3.5", "`x, y`", "$x!$", "\xe9t\xe9"]),
    min_size=1,
    max_size=5,
)


@given(WORDS)
def test_blanks_and_a_full_stop_never_make_another_question(words: list[str]) -> None:
    assert told(" ".join(words), f" {'   '.join(words)}.") == ["W304"]


@given(WORDS, WORDS)
def test_what_comes_first_makes_no_difference(one: list[str], other: list[str]) -> None:
    first, second = " ".join(one), " ".join(other)
    assert told(first, second) == told(second, first)
