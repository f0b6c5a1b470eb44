"""Notes written and read again: what comes back is what was there."""

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardsmith.deck import Basic, Choice, Note, Sequence, Step, Typed
from cardsmith.deckfile import dump, fields
from cardsmith.deckfile.ids import ID
from cardsmith.deckfile.parse import parse
from cardsmith.deckfile.source import damage
from cardsmith.deckfile.values import is_blank
from decks import HEADER, PATH

# What tempts readers of YAML, and letters of several kinds.
BITS = st.sampled_from(
    (
        *"abz019 \t\n:#-?|>!&*%@`'\"\\{}[],=<~.$_;/()+^é",
        ": ",
        " #",
        "- ",
        "? ",
        "no",
        "null",
        "---",
        "...",
        "<<",
        "0x1F",
        "1:05",
        "\\n",
        "{{c1::",
        "  ",
        "\n\n",
        "a word and another ",
        "schöne Wörter ",
        "שלום ",
        "\u200f",
        "😀",
        "👩‍👩‍👧",
        "e\u0301",
        "\u0301",
        "\xa0",
        "\u2003",
        "https://example.org/a#b",
    )
)
TEXTS = st.one_of(
    st.lists(BITS, max_size=60).map("".join),
    st.text(max_size=60).filter(lambda text: damage(text, "") is None and "\r" not in text),
)
SIDES = TEXTS.filter(lambda text: not is_blank(text))
LINES = SIDES.map(lambda text: text.replace("\n", " ")).filter(lambda text: not is_blank(text))


def as_read(text: str) -> str:
    return normalize("NFC", text.rstrip("\n"))


def written(column: int = 3, gap: int = 2, **values: dump.Value) -> str:
    return HEADER + dump.entry({"id": "x", **values}, column, gap)


def one(text: str) -> Note:
    """The only note of a file, read to the letter."""
    deck = parse(text, PATH)
    assert deck.problems == ()
    (note,) = deck.notes
    return note


@given(SIDES, SIDES, TEXTS, st.integers(1, 6), st.integers(2, 5))
@example("a", "  two\n lines ", "", 3, 2)
@example("a", "\n\n  x", "\tx\n\ty\n", 1, 2)
@example("a", "x\n   ", "#", 3, 4)
@example("a" * 120, f"{'word ' * 40}x", f"{'word ' * 40}", 3, 2)
def test_texts_are_read_back_as_typed(
    front: str, back: str, extra: str, column: int, gap: int
) -> None:
    note = one(written(column, gap, front=front, back=back, extra=extra))
    assert note.content == Basic(as_read(front), as_read(back))
    assert note.extra == as_read(extra)


@given(SIDES, LINES, st.lists(LINES, max_size=6))
def test_texts_of_one_line_and_lists_are_read_back_as_typed(
    front: str, answer: str, others: list[str]
) -> None:
    note = one(written(front=front, typed=answer, accept=others))
    accept = tuple(map(as_read, others))
    assert note.content == Typed(as_read(front), as_read(answer), accept)


@given(
    st.lists(LINES, min_size=2, max_size=9, unique_by=as_read).flatmap(
        lambda choices: st.tuples(
            st.just(choices), st.lists(st.sampled_from(choices), min_size=1, unique=True)
        )
    )
)
def test_choices_and_answers_are_read_back_as_typed(given: tuple[list[str], list[str]]) -> None:
    choices, answers = given
    answer: dump.Value = answers[0] if len(answers) == 1 else answers
    note = one(written(front="Which?", choices=choices, answer=answer, shuffle=True))
    expected = tuple(map(as_read, choices)), tuple(map(as_read, answers))
    assert note.content == Choice("Which?", *expected, shuffle=True)


@given(
    st.dictionaries(st.from_regex(ID, fullmatch=True).filter(lambda key: len(key) < 100), SIDES)
    .filter(lambda steps: len(steps) > 1)
    .map(dict)
)
def test_steps_are_read_back_as_typed(steps: dict[str, str]) -> None:
    note = one(written(front="Which, in order?", steps=steps))
    expected = tuple(Step(key, as_read(text)) for key, text in steps.items())
    assert note.content == Sequence("Which, in order?", expected)


@given(SIDES, TEXTS)
def test_no_line_that_can_be_broken_is_too_long_and_none_ends_in_blanks(
    front: str, extra: str
) -> None:
    prose = " ".join(f"{front} {extra} ".split() * 9)
    for line in written(front="x", back=f"x{prose}").splitlines():
        assert line == line.rstrip(" ")
        assert len(line) <= dump.WIDTH or " " not in line.strip() or "back: " in line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Lima", "back: Lima"),
        ("no", "back: no"),
        ("~", "back: ~"),
        ("1:05", "back: 1:05"),
        ("a: b", "back: 'a: b'"),
        ("don't: do", 'back: "don\'t: do"'),
        ("C #", "back: 'C #'"),
        ("C#", "back: C#"),
        ("ends:", "back: 'ends:'"),
        ("- item", "back: '- item'"),
        ("-5", "back: '-5'"),
        ('"so"', "back: '\"so\"'"),
        ("'so'", "back: \"'so'\""),
        ("{{c1::x}}", "back: '{{c1::x}}'"),
        ("\\frac{1}{2}", "back: \\frac{1}{2}"),
        (" x ", "back: ' x '"),
        ("a\tb", "back: 'a\tb'"),
        ("שלום", "back: שלום"),
        ("x\n", "back: x"),
        ("a\nb", "back: |\n  a\n  b"),
        ("a\n\nb\n", "back: |\n  a\n\n  b"),
        ("  a\nb", "back: |2\n    a\n  b"),
    ],
)
def test_a_text_is_written_as_a_person_would(text: str, line: str) -> None:
    assert "\n".join(dump.lines("back", text)) == line


def test_long_prose_is_folded() -> None:
    text = "word " * 39 + "end: with a colon"
    head, *rest = dump.lines("extra", text, "    ")
    assert head == "    extra: >-"
    assert [len(line) for line in rest] == [100, 100, 28]
    assert " ".join(line.strip() for line in rest) == text


@pytest.mark.parametrize(
    ("items", "lines"),
    [
        (["a", "b c"], "tags: [a, b c]"),
        (["a::b"], "tags:\n  - a::b"),
        (["a, b", "- c"], "tags:\n  - a, b\n  - '- c'"),
        (["word " * 5 + "x"] * 4, "tags:" + ("\n  - " + "word " * 5 + "x") * 4),
    ],
)
def test_a_list_stands_in_brackets_where_it_is_short_and_tame(items: list[str], lines: str) -> None:
    assert "\n".join(dump.lines("tags", items)) == lines


def test_fields_stand_in_the_order_of_the_table_and_empty_ones_are_left_out() -> None:
    values: dump.Fields = {
        "tags": ["a"],
        "hint": "",
        "back": "b",
        "reverse": False,
        "front": "f",
        "id": "x",
    }
    assert dump.entry(values) == "  - id: x\n    front: f\n    back: b\n    tags: [a]\n"
    assert next(iter(fields.NOTE)) == "id"
