"""Card text as a tree."""

import subprocess
import sys

import pytest

from cardsmith import cloze
from cardsmith.markup import (
    MARK,
    Block,
    CodeBlock,
    Document,
    Formula,
    Heading,
    Image,
    Inline,
    Line,
    Listing,
    Paragraph,
    Quote,
    Rule,
    Run,
    Sound,
    Style,
    Table,
    literal,
    media_references,
    parse,
    plain,
    stretches,
)

BOLD, ITALIC, CODE, GAP = Style(bold=True), Style(italic=True), Style(code=True), Style(gap=True)


def line(*items: Inline | str) -> Line:
    return tuple(Run(item) if isinstance(item, str) else item for item in items)


def paragraph(*lines: Line | str) -> Paragraph:
    return Paragraph(tuple(line(item) if isinstance(item, str) else item for item in lines))


def items(*blocks: Block) -> tuple[Document, ...]:
    return tuple((block,) for block in blocks)


def check(text: str, *blocks: Block) -> None:
    # the text, since named tuples of different kinds may be equal
    assert repr(parse(text)) == repr(blocks)


@pytest.mark.parametrize(
    "text",
    [
        "1969.",
        "1. x",
        "# x",
        "- x",
        "+ x",
        "> x",
        "---",
        "===",
        "    x",
        "\tx",
        "~~~",
        "| a | b |",
        "vector<int> v; R&D; AT&amp;T; 5 &lt; 6; &#65;",
        "<b>bold</b> <!-- x -->",
        "[x]: y",
        "[x] and [y][z]",
        "5 * 3 * 2",
        "snake_case_name",
        "A costs $5 and B costs $6; which is dearer?",
        "from 5$ to US$10",
        "$ x $",
        "$x\\$",
        "`",
        "https://example.org/a_b_c",
        "two  spaces  ",
        "(c) -- 'quotes' ...",
    ],
)
def test_a_line_without_markup_stays_as_typed(text: str) -> None:
    shown = text.replace("\\$", "$")
    check(text, paragraph(shown))
    check(text + "\n", paragraph(shown))  # as a block scalar in YAML


@pytest.mark.parametrize("text", ["", "\n", "  ", " \n\n ", "\x01\x02"])
def test_a_text_of_nothing_has_no_blocks(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("**a** b", line(Run("a", BOLD), " b")),
        ("*a **b***", line(Run("a ", ITALIC), Run("b", Style(bold=True, italic=True)))),
        ("*a *b* c*", line(Run("a b c", ITALIC))),
        ("`a::b` and `` ` ``", line(Run("a::b", CODE), " and ", Run("`", CODE))),
        (r"\*a\* \: \}", line("*a* : }")),
        ('`f"{x}"` and `==y==`', line(Run('f"{x}"', CODE), " and ", Run("==y==", CODE))),
        ("[a](b.md)", line(Run("a", Style(link="b.md")))),
        ("<https://x.org/%20>", line(Run("https://x.org/%20", Style(link="https://x.org/%20")))),
        ("[a](javascript:x)", line("[a](javascript:x)")),
        ("![a *b*](c%20d.png)", line(Image("c%20d.png", "a *b*"))),
        ("x [sound:_a_.mp3]", line("x ", Sound("_a_.mp3"))),
        ("`[sound:a.mp3]`", line(Run("[sound:a.mp3]", CODE))),
    ],
)
def test_markup_in_a_line(text: str, items: Line) -> None:
    check(text, Paragraph((items,)))


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("$a_1 * b_1 * c$", line(Formula("a_1 * b_1 * c"))),
        ("$a$ = 5", line(Formula("a"), " = 5")),
        ("is $x$.", line("is ", Formula("x"), ".")),
        ("$a$, $b$", line(Formula("a"), ", ", Formula("b"))),
        (r"$\$5$", line(Formula(r"\$5"))),
        (r"\$5$", line("$5$")),
        (r"\({y}_{3} + {y}_{4}\)", line(Formula("{y}_{3} + {y}_{4}"))),
        ("$$a_1 * b_1$$", line(Formula("a_1 * b_1", is_display=True))),
        (r"so \[x\]", line("so ", Formula("x", is_display=True))),
        (r"\(x", line("(x")),
        (r"\\(x\\)", line(r"\(x\)")),
        ("$$$$", line("$$$$")),
        ("*$a*b$*", line(Formula("a*b", style=ITALIC))),
        ("`$a$`", line(Run("$a$", CODE))),
    ],
)
def test_maths_in_a_line(text: str, items: Line) -> None:
    check(text, Paragraph((items,)))


def test_code_without_a_fence_keeps_its_shape() -> None:
    check(
        "if x:\n    return 1\n\nreturn 0\n",
        paragraph("if x:", "    return 1"),
        paragraph("return 0"),
    )


def test_an_indented_block_keeps_its_indentation() -> None:
    check(
        "if x:\n    y\n\n    *z*\n\n      w",
        paragraph("if x:", "    y"),
        CodeBlock((Run("    *z*\n\n      w", CODE),)),
    )


def test_the_spaces_that_begin_lines_stay() -> None:
    check("  1 2\n 30 4\n   \n x", paragraph("  1 2", " 30 4"), paragraph(" x"))
    check("- a\n    b", Listing(items(paragraph("a", "  b"))))


def test_a_newline_is_a_line_break() -> None:
    check(
        "*a\nb*  \nc\\\nd",
        paragraph(line(Run("a", ITALIC)), line(Run("b", ITALIC), "  "), "c", "d"),
    )
    check("a\r\nb", paragraph("a", "b"))


def test_html_blocks_and_definitions_are_text() -> None:
    check(
        "<div>\na\n</div>\n\n[x]: y\n&amp;",
        paragraph("<div>", "a", "</div>"),
        paragraph("[x]: y", "&amp;"),
    )


def test_blocks() -> None:
    check("# a\nb", Heading(1, (line("a"),)), paragraph("b"))
    check("a\nb\n===", Heading(1, (line("a"), line("b"))))
    check("a\n\n***", paragraph("a"), Rule())
    check("> a\n> - b", Quote((paragraph("a"), Listing(items(paragraph("b"))))))


def test_code_blocks() -> None:
    check("```py title\nx = 1\n\n  y\n```", CodeBlock((Run("x = 1\n\n  y", CODE),), "py"))
    check("~~~\n$a$ &amp; *b*\n\n~~~", CodeBlock((Run("$a$ &amp; *b*\n", CODE),)))
    assert parse("```\n\x01a\x02b\n```")[0] == CodeBlock(
        (Run("a", CODE._replace(gap=True)), Run("b", CODE))
    )
    check("```\n```", CodeBlock(()))


def test_lists() -> None:
    check("1969. a\n1970. b", Listing(items(paragraph("a"), paragraph("b")), 1969))
    check("- a\n\n- b", Listing(items(paragraph("a"), paragraph("b")), None, is_tight=False))
    nested = Listing(items(paragraph("b"), paragraph("c")), 1, is_tight=False)
    check("- a\n  1. b\n\n  2. c\n- d", Listing(((paragraph("a"), nested), (paragraph("d"),))))
    check("-\n- a", Listing(((), (paragraph("a"),))))


def test_tables() -> None:
    check(
        "| a | b |\n|---|:-:|\n| `x` | $y$ |\n| z |",
        Table(
            (line("a"), line("b")),
            ((line(Run("x", CODE)), line(Formula("y"))), (line("z"), line())),
            ("", "center"),
        ),
    )


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (
            "a\n$$\nx\n= y\n$$\nb",
            (paragraph("a"), Formula("\nx\n= y\n", is_display=True), paragraph("b")),
        ),
        ("\\[x\n+ y\\]\n\nb", (Formula("x\n+ y", is_display=True), paragraph("b"))),
        ("$$x$$\nb", (Formula("x", is_display=True), paragraph("b"))),
        ("> $$\n> x\n> $$", (Quote((Paragraph(((Formula("\nx\n", is_display=True),),)),)),)),
        ("$$x$$ is\nb", (paragraph(line(Formula("x", is_display=True), " is"), "b"),)),
        ("$$\nx\n\ny$$", (paragraph("$$", "x"), paragraph("y$$"))),
        ("$$\nx", (paragraph("$$", "x"),)),
        ("$$\n$$", (paragraph("$$", "$$"),)),
        ("    $$\n    x\n    $$\n", (CodeBlock((Run("    $$\n    x\n    $$", CODE),)),)),
    ],
)
def test_maths_on_lines_of_its_own(text: str, blocks: tuple[Block | Formula, ...]) -> None:
    check(text, *(Paragraph(((b,),)) if isinstance(b, Formula) else b for b in blocks))


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a \x01b\x02 c", line("a ", Run("b", GAP), " c")),
        (
            "*a \x01b* c\x02",
            line(Run("a ", ITALIC), Run("b", Style(italic=True, gap=True)), Run(" c", GAP)),
        ),
        ("`a\x01b\x02`", line(Run("a", CODE), Run("b", Style(code=True, gap=True)))),
        ("\x01a\x01b\x02c\x02d", line(Run("abc", GAP), "d")),
        ("a\x02b\x01c", line("ab", Run("c", GAP))),
        ("$x^{\x012\x02}$ y", line(Formula("x^{\x012\x02}"), " y")),
        ("\x01$x$\x02", line(Formula("x", style=GAP))),
        ("$x\x01$y\x02z", line(Formula("x\x01"), Run("y", GAP), "z")),
        ("[a\x01b\x02](c)", line(Run("a", Style(link="c")), Run("b", Style(gap=True, link="c")))),
        ("\x01![\x01a](b)[sound:c]\x02", line(Image("b", "a", GAP), Sound("c", GAP))),
    ],
)
def test_gaps_are_told_and_their_marks_are_gone(text: str, items: Line) -> None:
    check(text, Paragraph((items,)))


@pytest.mark.parametrize("text", ["_a_", "**a**b", "(*a*)", "x *a* y", "*a*\n*b*"])
def test_a_gap_does_not_change_what_is_emphasis(text: str) -> None:
    marked = parse(f"{MARK[0]}{text}{MARK[1]}")
    assert repr(marked).replace("gap=True", "gap=False") == repr(parse(text))


def test_a_gap_may_go_over_blocks() -> None:
    gap = Style(gap=True)
    check(
        "\x01\n- a\n- b\x02\n- c",
        Listing(
            items(paragraph(line(Run("a", gap))), paragraph(line(Run("b", gap))), paragraph("c"))
        ),
    )


def test_a_cloze_card_is_read() -> None:
    pieces = cloze.parse("The `{{c1::std::map}}` is *{{c2::ordered::how?}}*.")
    check(
        cloze.hidden(pieces, 2, MARK),
        Paragraph(
            (
                line(
                    "The ",
                    Run("std::map", CODE),
                    " is ",
                    Run("[how?]", Style(italic=True, gap=True)),
                    ".",
                ),
            )
        ),
    )


def test_what_is_nested_too_deeply_is_shown_as_typed() -> None:
    text = ">" * 60 + "\nx"
    check(text, paragraph(">" * 60, "x"))
    check("> " * 15 + "x\n", paragraph("> " * 15 + "x"))


def test_literal_text_is_no_markup() -> None:
    assert repr(literal("*a*\n\n# b")) == repr((paragraph("*a*", line(), "# b"),))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**a** `b` $c_1$ \x01d\x02", "a b c_1 d"),
        ("# a\n\n- b\n  c\n\n| d |\n|---|\n| e |", "a b c d e"),
        ("![a](b.png) ![](c.png) [sound:d.mp3]", "a c.png d.mp3"),
        ("a\nb", "a b"),
    ],
)
def test_plain_words(text: str, words: str) -> None:
    assert plain(text) == words


def test_media_references() -> None:
    text = """![a](one.png) [b](two%20x.pdf#p) [c](https://x.org/y.png) <me@x.org> [d](#e)
[f](//x/y)

> - [sound:three.mp3] ![again](one.png) `![no](code.png)`

| [g](four.md) | |
|---|---|
| ![h](dir/five.svg) | |
"""
    assert media_references(text) == (
        "one.png",
        "two%20x.pdf#p",
        "three.mp3",
        "four.md",
        "dir/five.svg",
    )


def test_stretches() -> None:
    assert list(stretches("a\x01b\x02c")) == [("a", False), ("b", True), ("c", False)]
    assert list(stretches("a\x02c", gap=True)) == [("a", True), ("c", False)]


def test_a_text_without_markup_does_not_wait_for_markdown() -> None:
    text = "What is [\x01…\x02], in 1969, for $5?\n\nA well-known (if small) thing: it's <5 % of x."
    program = (
        f"import sys, cardsmith.markup as m; m.parse({text!r}); print('markdown_it' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
