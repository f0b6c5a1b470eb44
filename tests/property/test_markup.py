"""What holds for whatever somebody types on a card."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardsmith.markup import (
    MARK,
    CodeBlock,
    Formula,
    Run,
    _full_document,
    _is_plain,
    _plain_document,
    inlines,
    literal,
    media_references,
    parse,
    plain,
)
from cardsmith.render import cells, terminal
from cardsmith.visible import visible

# Pieces of texts: markup, things that look like it, and what may stand between them.
PIECES = st.sampled_from(
    [
        *"\\`*_[]()<>&#|~!$:+-=.,;{}\"' \n\n\n\t\x01\x02aZ09é漢\u0301\u200d",
        *("    ", "  ", "\n\n", "\n- ", "\n1. ", "\n> ", "\n# ", "\n```\n", "\n---\n", "$$", "**"),
        *("[sound:", "](", "![", "<a", "&amp;", r"\(", r"\)", "1969. ", "| a | b |\n|---|---|\n"),
        *(
            "\0",
            "\r",
            "\r\n",
            "\x85",
            "\u2028",
            "\xa0",
            "\x1f",
            "\x1b[2J",
            "\u202e",
            "👨\u200d👩\u200d👧",
        ),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=4), max_size=16).map("".join)
# Words and signs that are no markup where they stand, most of the time.
PROSE = st.lists(
    st.sampled_from(
        [*"ab01 .,:;()[]{}'\"-–+/=?!%&@^~#|<>$\n", "\n\n", " < ", "10. ", "word ", *MARK]
    ),
    max_size=20,
).map("".join)


def _ready(text: str) -> str:
    return text.replace("\r\n", "\n").strip("\n")


@settings(max_examples=500)
@given(PROSE | TEXTS)
@example("[a]")
@example("a\n\x01\n\n\x02b")
def test_the_fast_way_and_the_full_way_give_the_same(text: str) -> None:
    text = _ready(text)
    if text.strip(" \t\n\x01\x02") and _is_plain(text):
        assert repr(_plain_document(text)) == repr(_full_document(text))


@given(TEXTS)
def test_every_text_is_read_and_no_mark_is_left(text: str) -> None:
    for item in inlines(parse(text)):
        if isinstance(item, Run):
            assert not set(MARK) & set(item.text)
    assert "\n" not in plain(text)
    media_references(text)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\x01\x02")))
def test_one_line_is_one_paragraph_of_one_line(text: str) -> None:
    assert all(len(block.lines) == 1 for block in parse(text))  # type: ignore[union-attr]
    assert len(parse(text)) <= 1


@given(st.lists(st.text("abc 01.,()=+-/<>:'\"", min_size=1, max_size=12), min_size=1, max_size=5))
def test_code_in_a_fence_is_kept(rows: list[str]) -> None:
    code = "\n".join(rows)
    (block,) = parse(f"~~~\n{code}\n~~~")
    assert isinstance(block, CodeBlock)
    assert block.text == code


@given(st.text("abxy_*^{}\\+-= \t`[]()<&#1", min_size=1).filter(str.strip))
def test_a_formula_is_kept(source: str) -> None:
    (formula,) = inlines(parse(f"$${source}$$"))
    assert isinstance(formula, Formula)
    assert formula.source == source


WIDTHS = st.integers(10, 40)


@given(TEXTS, WIDTHS, st.fixed_dictionaries({"colour": st.booleans(), "unicode": st.booleans()}))
def test_every_text_is_drawn_inside_the_window(text: str, width: int, way: dict[str, bool]) -> None:
    for line in terminal.lines(parse(text), width, **way):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", line.plain)
        assert cells.width(line.plain) <= width


@given(st.text(max_size=60), WIDTHS)
def test_nothing_that_was_typed_is_lost(text: str, width: int) -> None:
    drawn = "".join(line.plain for line in terminal.lines(literal(text), width))
    assert "".join(drawn.split()) == "".join(visible(text).split())


@given(TEXTS, WIDTHS)
def test_escape_sequences_come_from_us_alone(text: str, width: int) -> None:
    drawn = terminal.lines(parse(text), width)
    sent = terminal.ansi(drawn)
    assert re.sub(r"\x1b\[[0-9;]*m", "", sent) == "".join(f"{line.plain}\n" for line in drawn)
