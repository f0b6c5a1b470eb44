"""Cards in a terminal."""

import io
import subprocess
import sys

import pytest
from rich.console import Console

from cardsmith import cloze
from cardsmith.markup import MARK, literal, parse
from cardsmith.render import cells, terminal

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1ec\U0001f1e7"


def shown(text: str, width: int = 40, *, colour: bool = True, unicode: bool = True) -> str:
    """What stands on the screen, without styles."""
    lines = terminal.lines(parse(text), width, colour=colour, unicode=unicode)
    return "\n".join(line.plain for line in lines)


def styles(text: str, *, colour: bool = True) -> list[tuple[str, str]]:
    """The stretches of the first line that have a style."""
    line = terminal.lines(parse(text), 40, colour=colour)[0]
    return [(line.plain[s.start : s.end], str(s.style)) for s in line.spans]


def test_code_without_a_fence_keeps_its_shape() -> None:
    for text in ("if x:\n    return 1\n\nreturn 0\n", "if x:\n    return 1\n\n    return 0"):
        assert shown(text) == text.rstrip("\n")


def test_text_is_shown_as_typed() -> None:
    for text in ("1969.", "AT&amp;T, R&D, 5 &lt; 6", "vector<int> v;", "    x", "$5 and $6"):
        assert shown(text) == text


def test_long_lines_go_on_below_where_they_began() -> None:
    assert shown("one two three four", 10) == "one two\nthree four"
    assert shown("unbreakable-text", 10) == "unbreakabl\ne-text"
    assert shown("x\n    four spaces in", 14) == "x\n    four\n    spaces in"
    assert shown("x\n    too far in", 10) == "x\n    too\nfar in"


def test_a_narrow_window_counts_as_ten_cells() -> None:
    assert shown("one two three", 1) == "one two\nthree"


def test_characters_are_never_split() -> None:
    assert shown(FAMILY * 6, 10) == f"{FAMILY * 5}\n{FAMILY}"
    assert shown("a" + FLAG * 6, 10) == f"a{FLAG * 4}\n{FLAG * 2}"
    assert shown("123456789e\u0301x", 10) == "123456789e\u0301\nx"


def test_right_to_left_text_stays_in_its_logical_order() -> None:
    assert shown("שלום *עולם*") == "שלום עולם"


def test_escape_sequences_are_shown() -> None:
    assert shown("\x1b]0;owned\a\x1b[2JWhat?") == "␛]0;owned␇␛[2JWhat?"
    assert shown("[a](x\u202ey)") == "a (x<U+202E>y)"
    assert shown("~~~\n\tx\r\n\x1b[2J\n~~~") == "    x\n␛[2J"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# a\nb", "a\nb"),
        ("a\n\n***\nb", "a\n\n────────────\n\nb"),
        ("a\n- b\n- c\n  - d\n\ne", "a\n• b\n• c\n  • d\n\ne"),
        ("9. nine\n10. ten and more", " 9. nine\n10. ten and\n    more"),
        ("- a\n\n- b", "• a\n\n• b"),
        ("> a b c d e f g\n>\n> - h", "│ a b c d e\n│ f g\n│ • h"),
        ("- ```\n  x\n  ```\n-", "• x\n•"),
    ],
)
def test_blocks(text: str, lines: str) -> None:
    assert shown(text, 12) == lines


def test_what_is_nested_too_deeply_for_the_window_stands_at_the_left() -> None:
    assert shown(">>> deep in here\n>", 10) == "│ │\n│ │\n│ deep in\n│ here"
    assert shown("999999999. a\n1. b c d e f g", 10) == "999999999.\na\n1000000000\n.\nb c d e f\ng"


def test_decoration_in_ascii() -> None:
    text = "- a\n\n> b\n\n| c | d |\n|---|---|\n| e | f |\n\n---\n\n~~~\n0123456789abc\n~~~"
    lines = "- a\n\n| b\n\nc | d\n--+--\ne | f\n\n----------\n\n0123456789\n>> abc"
    made = shown(text, 10, unicode=False)
    assert made == lines.replace("0123456789\n>> abc", "0123456\n>> 789abc")


def test_long_lines_of_code_are_marked_where_they_go_on() -> None:
    assert shown("~~~py\n0123456789\n  abc def ghi\n~~~", 10) == "0123456789\n  abc de\n↪ f ghi"


def test_a_line_of_code_that_is_read_out_is_one_line() -> None:
    document = parse("~~~py\n0123456789\n  abc def ghi\n~~~")
    drawn = terminal.lines(document, 10, colour=False, unicode=False, plain=True)
    assert [line.plain for line in drawn] == ["0123456789", "  abc def ghi"]


def test_code_has_the_colours_of_its_language() -> None:
    assert "\x1b[" in terminal.ansi(terminal.lines(parse("~~~py\nreturn 1\n~~~"), 40))
    assert styles("~~~py\nreturn 1\n~~~")[0] == ("return", "bright_blue")
    assert styles("~~~no-such-language\nreturn 1\n~~~") == [("return 1", "cyan")]
    assert styles("~~~\nreturn 1\n~~~") == [("return 1", "cyan")]
    assert styles("~~~py\nreturn 1\n~~~", colour=False) == []


def test_a_gap_in_code_is_set_off() -> None:
    text = f"~~~py\nreturn {MARK[0]}x{MARK[1]}\n~~~"
    assert ("x", "bold magenta") in styles(text)
    assert shown(text, colour=False) == "return ⟦x⟧"


TABLE = """| Stage | Data | Size |
|---|:-:|--:|
| short | web text and code | 2.1T |
| 漢字 | `x` | $10^9$ |
"""


def test_a_table_stands_in_columns() -> None:
    assert shown(TABLE, 40) == (
        "Stage │       Data        │ Size\n"
        "──────┼───────────────────┼─────\n"
        "short │ web text and code │ 2.1T\n"
        "漢字  │         x         │  10⁹"
    )


def test_a_table_is_folded_into_a_narrow_window() -> None:
    assert shown(TABLE, 23) == (
        "Stage │   Data   │ Size\n"
        "──────┼──────────┼─────\n"
        "short │ web text │ 2.1T\n"
        "      │ and code │\n"
        "漢字  │    x     │  10⁹"
    )


def test_a_table_without_room_is_written_out() -> None:
    assert shown(TABLE, 20) == (
        "Stage: short\nData: web text and\ncode\nSize: 2.1T\n\nStage: 漢字\nData: x\nSize: 10⁹"
    )
    assert shown("| aaaaaaaa | bbbbbbbb |\n|---|---|", 10) == "aaaaaaaa:\nbbbbbbbb:"


def test_maths() -> None:
    assert shown(r"$\frac{a}{b}$ and \(x_1\)") == "a/b and x₁"
    assert shown("So\n$$\nx^2 \\\\\ny\n$$") == "So\n\nx²\ny"
    assert shown(r"$\frac{a}{b}$", unicode=False) == r"\frac{a}{b}"
    assert shown(r"$\ce{H2O}$") == r"\ce{H2O}"


def test_links_pictures_and_sounds_name_their_files() -> None:
    assert shown("[a *b*](c.md)") == "a b (c.md)"
    assert shown("<https://x.org> <me@x.org>") == "https://x.org me@x.org"
    assert shown("![a map](m.png) ![](n.png) [sound:s.mp3]", 60) == (
        "[image: a map (m.png)] [image: n.png] [sound: s.mp3]"
    )


@pytest.mark.parametrize(
    ("text", "coloured", "bare", "ascii_"),
    [
        ("The {{c1::sky}} is `{{c1::std::map}}`.", "sky|std::map", "⟦sky⟧|⟦`std::map`⟧", "[[sky]]"),
        ("$a = {{c1::\\pi}}$", "a = π", "a = ⟦π⟧", "a = [[\\pi]]"),
        ("`a.{{c1::b}}`", "a.b", "`a.⟦b⟧`", "`a.[[b]]`"),
        ("{{c1::`x` and *y*}}", "x and y", "⟦`x` and y⟧", "[[`x` and y]]"),
    ],
)
def test_a_gap_that_is_filled(text: str, coloured: str, bare: str, ascii_: str) -> None:
    answer = cloze.revealed(cloze.parse(text), 1, MARK)
    for part in coloured.split("|"):
        assert part in shown(answer)
    for part in bare.split("|"):
        assert part in shown(answer, colour=False)
    assert ascii_ in shown(answer, colour=False, unicode=False)


def test_a_gap_to_be_filled_stands_in_single_brackets() -> None:
    question = cloze.hidden(cloze.parse("A {{c1::sky::colour of what?}}, $x = {{c1::2}}$"), 1, MARK)
    for colour in (True, False):
        assert shown(question, colour=colour) == "A [colour of what?], x = […]"
    assert styles(question)[0] == ("[colour of what?]", "bold magenta")
    assert styles(question, colour=False)[0] == ("[colour of what?]", "bold")


def test_styles() -> None:
    assert styles("**a** *b* `c` [d](e)") == [
        ("a", "bold"),
        ("b", "italic"),
        ("c", "cyan"),
        ("d", "underline"),
    ]
    assert styles("**a** *b* `c` [d](e)", colour=False) == [
        ("a", "bold"),
        ("b", "italic"),
        ("d", "underline"),
    ]
    assert styles("| a | b |\n|---|---|\n") == [("a", "bold"), (" │ ", "dim"), ("b", "bold")]
    assert styles("# a **b**\nc") == [("a b", "bold"), ("b", "bold")]


def test_escape_sequences_are_those_that_rich_makes() -> None:
    drawn = terminal.lines(parse("# h\n**a *b*** `c` d\n\n~~~py\nx = 'y'\n~~~\n> z"), 40)
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="standard", width=80, _environ={}
    )
    for line in drawn:
        console.print(line, soft_wrap=True)
    assert isinstance(console.file, io.StringIO)
    assert _pieces(terminal.ansi(drawn)) == _pieces(console.file.getvalue())


def _pieces(text: str) -> list[str]:
    """A text with escape sequences, where neighbours of one style make one piece."""
    return text.replace("\x1b[0m", "\x1b[m").split("\x1b[m")


def test_literal_text_is_drawn_as_typed() -> None:
    drawn = terminal.lines(literal("*a*\n\n  `b`"), 40)
    assert [line.plain for line in drawn] == ["*a*", "", "  `b`"]


def test_a_plain_card_waits_for_no_library_but_rich() -> None:
    program = (
        "import sys; from cardsmith.markup import parse; from cardsmith.render import terminal;"
        "terminal.ansi(terminal.lines(parse('What is it – [\\x01…\\x02], “in 1969”?'), 40));"
        "print({'markdown_it', 'pygments', 'unicodeit', 'wcwidth', 'rich.console'}"
        " & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_every_line_fits_and_every_word_is_there() -> None:
    words = ["alpha", "beta", "gamma", "delta", "epsilon"]
    text = f"- {' '.join(words)}\n  > {' '.join(words)}\n\n| {' | '.join(words)} |\n{'|---' * 5}|\n"
    for width in range(10, 60):
        made = shown(text, width)
        assert all(cells.width(line) <= width for line in made.split("\n"))
        packed = "".join(made.replace("│", "").replace("•", "").split())
        assert packed.count("epsilon") == 3
