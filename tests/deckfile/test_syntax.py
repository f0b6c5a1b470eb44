"""What is no YAML is explained in plain words, at the place where the author can mend it."""

import pytest

from cardsmith.deckfile.parse import parse
from decks import HEADER, advice, errors, problems, read

FIELD = "- id: a\n  front: {}\n  back: b\n"


@pytest.mark.parametrize(
    ("front", "found", "line"),
    [
        (
            "Chemistry: what is H2O?",
            "E006 4:19 the text contains `: `, which would begin a value",
            "  front: 'Chemistry: what is H2O?'",
        ),
        (
            "It's so: what?",
            "E006 4:17 the text contains `: `, which would begin a value",
            '  front: "It\'s so: what?"',
        ),
        (
            '"Ubiquitous" means?',
            "E006 4:23 the text goes on after its closing quote",
            "  front: '\"Ubiquitous\" means?'",
        ),
        (
            "'It's everywhere'",
            "E006 4:14 the text goes on after its closing quote",
            '  front: "It\'s everywhere"',
        ),
        ("@home", "E006 4:10 a text cannot begin with `@`", "  front: '@home'"),
        ("`x` is?", "E006 4:10 a text cannot begin with ```", "  front: '`x` is?'"),
        ("%d is?", "E006 4:10 a text cannot begin with `%`", "  front: '%d is?'"),
        ("**Homo** is?", "E006 4:10 a text cannot begin with `*`", "  front: '**Homo** is?'"),
        ("- minus", "E006 4:10 a text cannot begin with `-`", "  front: '- minus'"),
        ("? what", "E006 4:10 a text cannot begin with `?`", "  front: '? what'"),
    ],
)
def test_text_that_needs_quotes_is_shown_in_quotes(front: str, found: str, line: str) -> None:
    cards = FIELD.format(front)
    assert errors(cards) == [found]
    assert advice(cards).endswith(f"put the text in quotes:\n{line}")
    assert errors(cards.replace(f"  front: {front}", line)) == []


@pytest.mark.parametrize(
    ("front", "found"),
    [
        ("*Homo", "E007 4:10 a text cannot begin with `*`, the sign of an alias"),
        ("&c.", "E006 4:10 a text cannot begin with `&`"),
        ("&c", "E007 4:10 a text cannot begin with `&`, the sign of an anchor"),
        ("!important", "E007 4:10 a text cannot begin with `!`, the sign of a tag"),
        ("! x", "E007 4:10 a text cannot begin with `!`, the sign of a tag"),
        ("> 5 is?", "E006 4:10 a text cannot begin with `>`"),
        ("|x| is?", "E006 4:10 a text cannot begin with `|`"),
        ("[a] is?", "E006 4:14 the text goes on after its closing bracket"),
        ("{a} is?", "E006 4:14 the text goes on after its closing bracket"),
        ("[a", "E006 4:10 a bracket is opened here and not closed in its line"),
        ('"a', "E006 4:10 a quote is opened here and never closed"),
        ("'a", "E006 4:10 a quote is opened here and never closed"),
        (
            "a # b\n    c",
            "E006 5:5 the text of the line above ends at its ` #`, so it cannot go on here",
        ),
        ("]", "E006 4:10 something is missing before this sign"),
        ("a\tb", "E006 4:11 a tab outside quotes"),
        ("a\t", "E006 4:11 a tab outside quotes"),
        ('"a"\tb', "E006 4:13 a tab outside quotes"),
        ("a\n  text", "E006 5:3 this line is neither `key: value` nor part of the text above"),
        (
            "a\n    text: b",
            "E006 5:5 `text` is indented too far, so it counts as part of the text above",
        ),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(front: str, found: str) -> None:
    assert errors(FIELD.format(front)) == [found]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("{a: b: c}", "the text contains `: `, which would begin a value"),
        ("[why?]", "`?` in brackets is a sign of YAML"),
        ("[a, ,]", "something is missing before this sign"),
        ('["a" b]', "the text goes on after its closing quote"),
        ("[a [b]]", "a comma is missing here, or the text needs quotes"),
    ],
)
def test_what_is_wrong_in_brackets(value: str, found: str) -> None:
    (problem,) = errors(f"- id: a\n  tags: {value}\n")
    assert problem.endswith(found)


def test_an_item_that_is_indented_too_far() -> None:
    text = "cards:\n  - id: i1\n    front: a\n    back: b\n   - id: i2\n     front: c\n"
    deck = parse(text, "x")
    assert problems(deck) == ["E006 5:4 the indentation does not fit"]
    assert deck.problems[0].help == (
        "this item begins in column 4, those before it in column 3: "
        "begin them all in the same column"
    )


@pytest.mark.parametrize(
    ("lines", "help_"),
    [
        # an item between the items and their key
        (
            ["  - id: a", "    front: q", " - id: b"],
            "this item begins in column 2, those before it in column 3",
        ),
        # below a list of another item
        (
            ["    - id: a", "      tags:", "        - t", "  - id: b"],
            "this item begins in column 3, those before it in column 5",
        ),
        # below a text that looks like a list
        (
            ["    - id: a", "      front: |", "         - x", "   - id: b"],
            "this item begins in column 4, those before it in column 5",
        ),
        # a field between the dash and the other fields
        (
            ["  - id: a", "   front: q"],
            "this line begins in column 4, those before it in column 5",
        ),
        (
            ["  - id: a", "    front: q", "   back: b"],
            "this line begins in column 4, those before it in column 5",
        ),
        (
            ["  -", "    id: a", "    front: q", "   back: b"],
            "this line begins in column 4, those before it in column 5",
        ),
    ],
)
def test_what_is_indented_too_little_is_held_against_its_like(lines: list[str], help_: str) -> None:
    deck = parse("\n".join(["deck: {name: T}", "cards:", *lines, ""]), "x")
    (problem,) = deck.problems
    assert problem.phrase == "the indentation does not fit"
    assert problem.help == f"{help_}: begin them all in the same column"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        # what looks like a comment
        (["|", "    ```", "    ls", "# all", "    ```"], "E006 8:1"),
        (["|", "    int x;", "#include <y>", "    int y;"], "E006 7:1"),
        (["|", "    int x;", "  # the other", "", "  # one", "    int y;"], "E006 7:3"),
        (["|", "#include <y>", "    int y;"], "E006 6:1"),
        (["one", "    # two", "    three"], "E006 6:5"),
    ],
)
def test_a_comment_that_ends_a_text(lines: list[str], found: str) -> None:
    cards = "- id: a\n  front: q\n  back: " + "\n".join(lines) + "\n  extra: x\n"
    assert errors(cards) == [
        f"{found} the text above ends at this comment, so it cannot go on below"
    ]
    assert "indent it like that" in advice(cards)


@pytest.mark.parametrize(
    "line",
    ["  int y;", "int y;", "   int y;", "```", "`x`", "  - one", "  'x'", "> x", "% x"],
)
def test_a_line_that_has_lost_its_indentation(line: str) -> None:
    cards = f"cards:\n  - id: a\n    front: q\n    back: |\n      int x;\n  {line}\n    extra: x\n"
    (problem,) = parse(cards, "x").problems
    assert (problem.code, problem.span.place.line) == ("E006", 6)
    assert problem.phrase == "this line is neither `key: value` nor part of the text above"
    assert "indent it further" in problem.help


@pytest.mark.parametrize("line", [" front: c", "      front: c"])
def test_a_field_that_is_indented_otherwise(line: str) -> None:
    (problem,) = errors(f"- id: a\n  back: b\n{line}\n")
    assert problem.startswith("E006 5:")
    assert "inden" in problem or "neither" in problem


def test_a_document_ends_at_its_end() -> None:
    assert errors(f"{HEADER}- {{id: a, front: q, back: b}}\n---\ncards: []\n") == [
        "E007 4:1 a second document begins here"
    ]
    assert errors(f"{HEADER}- {{id: a, front: q, back: b}}\n...\n") == []


def test_directives_are_not_read() -> None:
    deck = parse("%YAML 1.2\n---\ncards: []\n", "x")
    assert problems(deck) == ["E007 1:1 a line that begins with `%` is a directive"]


def test_anchors_do_not_multiply() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert problems(parse(f"{bomb}cards: *i\n", "x")) == [
        "E007 1:4 a text cannot begin with `&`, the sign of an anchor"
    ]


@pytest.mark.parametrize("sign", ["[", "{", "- ", "? "])
def test_what_is_nested_too_deeply_ends_soon(sign: str) -> None:
    (problem,) = problems(parse(sign * 100_000, "x"))
    assert problem[:4] in {"E005", "E006"}


CONFLICT = """\
cards:
<<<<<<< HEAD
  - {id: a, front: q, back: a}
=======
  - {id: a, front: q, back: b}
>>>>>>> topic
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (CONFLICT, 2),
        ("cards:\n  - id: a\n    front: |\n      x\n<<<<<<< HEAD\n      y\n", 5),
        ("cards:\n||||||| base\n", 2),
        ("cards:\n>>>>>>> topic\n", 2),
        ("cards:\n  - id: a\n=======\n  - id: b\n", 3),
    ],
)
def test_a_merge_conflict_is_called_one(text: str, line: int) -> None:
    assert problems(parse(text, "x")) == [f"E004 {line}:1 unresolved merge conflict"]


def test_text_about_conflicts_is_text() -> None:
    block = "- id: a\n  front: |\n    <<<<<<< HEAD\n    =======\n    >>>>>>> topic\n  back: x\n"
    assert errors(block) == []
    assert errors("- id: a\n  front: |\n    A heading\n    =======\n  back: x\n") == []


def test_the_column_is_counted_in_characters() -> None:
    assert errors("- {id: a, front: 日本: x, back: b}\n") == [
        "E006 3:20 the text contains `: `, which would begin a value"
    ]
    assert read("- {日: x}\n").problems[0].span.place == (3, 4, 3, 5)
