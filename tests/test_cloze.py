"""The cloze grammar: what a gap hides, in prose, code and maths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith import cloze

NO_MARKS = ("", "")
BARS = ("<", ">")


@pytest.mark.parametrize(
    ("text", "number", "question", "answer"),
    [
        ("A {{c1::b}} c", 1, "A <[…]> c", "A <b> c"),
        ("A {{c1::b::hint}} c", 1, "A <[hint]> c", "A <b> c"),
        ("{{c1::a}} {{c2::b}} {{c1::c}}", 1, "<[…]> b <[…]>", "<a> b <c>"),
        ("{{c1::a {{c2::b::h}} c}}", 2, "a <[h]> c", "a <b> c"),
        ("{{c1::a {{c2::b::h}} c}}", 1, "<[…]>", "<a b c>"),
        # Maths: braces balance, colons are text.
        (r"${{c1::\frac{a}{b_{1}}}}$", 1, "$<[…]>$", r"$<\frac{a}{b_{1}}>$"),
        (r"\({{c1::\frac{a}{b_{1}}}}\)", 1, r"\(<[…]>\)", r"\(<\frac{a}{b_{1}}>\)"),
        (r"\[{{c1::f : A \to B}}\]", 1, r"\[<[…]>\]", r"\[<f : A \to B>\]"),
        (r"{{c1::$\frac{a}{b_{1}}$::ratio}}", 1, "<[ratio]>", r"<$\frac{a}{b_{1}}$>"),
        # Code: the same.
        ("{{c1::`std::map`::which type}}", 1, "<[which type]>", "<`std::map`>"),
        ("`{{c1::f({})}}`", 1, "`<[…]>`", "`<f({})>`"),
        ("{{c1::``a`}}b``}}", 1, "<[…]>", "<``a`}}b``>"),
        ("```\n{{c1::x::y}}\n```", 1, "```\n<[…]>\n```", "```\n<x::y>\n```"),
        # Prose: escapes.
        (r"{{c1::x \:: xs::Elm cons}}", 1, "<[Elm cons]>", r"<x \:: xs>"),
        (r"{{c1::a\}}}}", 1, "<[…]>}", r"<a\}>}"),
        (r"{{c1::a\}\}b}}", 1, "<[…]>", r"<a\}\}b>"),
        (r"{{c1::a::h\::i\}}}", 1, "<[h::i}]>", "<a>"),
        # Two prices are no formula.
        ("{{c1::$5}} or {{c2::$6}}", 1, "<[…]> or $6", "<$5> or $6"),
        # Holes in the numbers are fine; what is no mark is text.
        ("{{c7::x}} }} {{ {{c:: {{d1::", 7, "<[…]> }} {{ {{c:: {{d1::", "<x> }} {{ {{c:: {{d1::"),
    ],
)
def test_question_and_answer(text: str, number: int, question: str, answer: str) -> None:
    pieces = cloze.parse(text)
    assert cloze.hidden(pieces, number, BARS) == question
    assert cloze.revealed(pieces, number, BARS) == answer


@pytest.mark.parametrize(
    ("text", "phrase", "offset"),
    [
        ("{{c1::a", "not closed", 0),
        ("x {{c1::a}", "not closed", 2),
        ("{{c1::a::h", "not closed", 0),
        ("{{c1::a}} {{c2::b {{c3::c}}", "not closed", 10),
        ("{{c1::a::b::c}}", "second `::`", 10),
        ("{{c0::a}}", "numbered 0", 0),
        ("{{c501::a}}", "numbered 501", 0),
        ("{{c1::}}", "hides nothing", 0),
        ("{{c1:: ::h}}", "hides nothing", 0),
        ("{{c1::a" * 9, "nested too deeply", 56),
        ("${{c1::{a}}$", "not closed", 1),
    ],
)
def test_marks_that_do_not_fit(text: str, phrase: str, offset: int) -> None:
    with pytest.raises(cloze.ClozeError, match=phrase) as error:
        cloze.parse(text)
    assert error.value.offset == offset
    assert error.value.help


def test_the_numbers_of_all_gaps() -> None:
    assert cloze.numbers(cloze.parse("{{c9::a {{c2::b}}}} {{c2::c}}")) == (2, 9)
    assert cloze.gap_text(cloze.parse("{{c9::a {{c2::b}}}} {{c2::c}}"), 2) == "b, c"


plain = st.text(st.characters(exclude_characters="{}:`$\\~", exclude_categories=["Cs"]), max_size=9)
word = plain.filter(str.strip)


@given(plain, word, plain, word, plain)
def test_filling_all_gaps_gives_the_text_without_its_marks(
    a: str, b: str, hint: str, c: str, d: str
) -> None:
    text = f"{a}{{{{c1::{b}{{{{c2::{c}::{hint}}}}}}}}}{d}"
    pieces = cloze.parse(text)
    assert cloze.shown(pieces) == a + b + c + d
    assert cloze.revealed(pieces, 2, BARS) == f"{a}{b}<{c}>{d}"
    assert cloze.hidden(pieces, 1, NO_MARKS) == f"{a}[…]{d}"


PARTS = ["{{c1::", "{{c2::", "}}", "::", "$", "`", "\\", "a", "\n", "{", "}", "```\n", "\\("]


@given(st.lists(st.sampled_from(PARTS), max_size=24).map("".join))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        pieces, offset = cloze.parse(text), 0
    except cloze.ClozeError as error:
        pieces, offset = (), error.offset
    assert 0 <= offset <= len(text)
    for number in cloze.numbers(pieces):
        assert cloze.gap_text(pieces, number).strip()


@pytest.mark.parametrize("sign", ["\\(", "\\[", "`", "$", "{{c1::", "\\(\n\n\\)", "~~~"])
def test_a_text_made_to_be_slow_is_read_to_its_end(sign: str) -> None:
    """Where the time grew with the square of the length, this would go on for an hour."""
    text = sign * 100_000
    assert all(0 <= start < end <= len(text) for start, end in cloze.verbatim(text))
