"""How problems look; these tests are read as screens."""

import json
import re
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.catalog import DUPLICATE_ID, TEXT_IN_COMMENT, UNKNOWN_KEY, UNREADABLE_FILE, Code
from cardsmith.diagnostics import Diagnostic, Edit, Place, Remark, Span
from cardsmith.render import diagnostics as render
from cardsmith.render.cells import width

DECK = """\
deck: {name: Test}
cards:
  - id: peru
    bakc: Lima
  - id: peru
    back: 日本\tLima
"""
TEXTS = {"decks/x.yaml": DECK, "y.yaml": "one\ntwo\n"}


def span(line: int, column: int, end_column: int, path: str = "decks/x.yaml") -> Span:
    return Span(path, Place(line, column, line, end_column))


def screen(found: Diagnostic, texts: dict[str, str] | None = None, cells: int = 100) -> str:
    return render.text(found, TEXTS if texts is None else texts, width=cells) + "\n"


def drawn(text: str) -> str:
    return dedent(text).removeprefix("\n")


def test_a_problem_with_its_caret() -> None:
    found = UNKNOWN_KEY.at(
        span(4, 5, 9),
        "unknown key `bakc`",
        "did you mean `back`?",
        (Remark("keys are never guessed"),),
        "write this:\n    back: Lima",
    )
    assert screen(found) == drawn("""
        error[E105]: unknown key `bakc`
         --> decks/x.yaml:4:5
          |
        4 |     bakc: Lima
          |     ^^^^ did you mean `back`?
          |
          = note: keys are never guessed
          = help: write this:
          |     back: Lima
        """)


def test_a_problem_without_more_to_say() -> None:
    assert screen(TEXT_IN_COMMENT.at(span(4, 11, 15), "it is so")) == drawn("""
        warning[W301]: it is so
         --> decks/x.yaml:4:11
          |
        4 |     bakc: Lima
          |           ^^^^
        """)


def test_two_places_in_one_file() -> None:
    first = Remark("first note with it", span(3, 9, 13))
    found = DUPLICATE_ID.at(span(5, 9, 13), "the id `peru` is taken", "second", (first,))
    assert screen(found) == drawn("""
        error[E201]: the id `peru` is taken
         --> decks/x.yaml:5:9
          |
        3 |   - id: peru
          |         ---- first note with it
        ...
        5 |   - id: peru
          |         ^^^^ second
        """)


def test_two_places_in_one_line() -> None:
    found = UNKNOWN_KEY.at(span(4, 5, 9), "a", "b", (Remark("c", span(4, 11, 15)),))
    assert screen(found) == drawn("""
        error[E105]: a
         --> decks/x.yaml:4:5
          |
        4 |     bakc: Lima
          |     ^^^^ b
          |           ---- c
        """)


def test_two_places_in_two_files() -> None:
    found = UNKNOWN_KEY.at(span(4, 5, 9), "a", "b", (Remark("c", span(2, 1, 4, "y.yaml")),))
    assert screen(found) == drawn("""
        error[E105]: a
         --> decks/x.yaml:4:5
          |
        4 |     bakc: Lima
          |     ^^^^ b
         ::: y.yaml:2:1
          |
        2 | two
          | --- c
        """)


def test_wide_characters_and_tabs_keep_the_caret_below_its_text() -> None:
    assert screen(UNKNOWN_KEY.at(span(6, 14, 18), "a")) == drawn("""
        error[E105]: a
         --> decks/x.yaml:6:14
          |
        6 |     back: 日本    Lima
          |                   ^^^^
        """)
    assert screen(UNKNOWN_KEY.at(span(6, 11, 14), "a")).endswith("\n  |           ^^^^^^^^\n")


def test_a_place_of_several_lines_is_marked_in_the_first() -> None:
    found = UNKNOWN_KEY.at(Span("decks/x.yaml", Place(3, 5, 4, 15)), "a")
    assert screen(found) == drawn("""
        error[E105]: a
         --> decks/x.yaml:3:5
          |
        3 |   - id: peru
          |     ^^^^^^^^
        """)


@pytest.mark.parametrize(("line", "column"), [(1, 19), (1, 99), (7, 1), (99, 5)])
def test_a_place_behind_the_text_has_a_caret(line: int, column: int) -> None:
    assert screen(UNKNOWN_KEY.at(span(line, column, column), "a")).count("^") == 1


def test_a_file_without_text_has_no_snippet() -> None:
    found = UNREADABLE_FILE.at(span(1, 1, 2, "z.yaml"), "the file cannot be read", help="look")
    assert screen(found) == drawn("""
        error[E001]: the file cannot be read
         --> z.yaml:1:1
          |
          = help: look
        """)


def test_long_lines_show_what_stands_around_the_caret() -> None:
    line = "a" * 150 + "HERE" + "b" * 150
    found = UNKNOWN_KEY.at(span(1, 151, 155, "z"), "a")
    assert screen(found, {"z": line}, cells=50) == drawn("""
        error[E105]: a
         --> z:1:151
          |
        1 | …aaaaaaaaaaaaaaHEREbbbbbbbbbbbbbbbbbbbbbbbbbb…
          |                ^^^^
        """)


def test_long_texts_are_cut() -> None:
    found = UNKNOWN_KEY.at(span(1, 4, 301, "z"), "x" * 300)
    assert screen(found, {"z": "id " + "a" * 300}, cells=44) == drawn(f"""
        error[E105]: {"x" * 240}…
         --> z:1:4
          |
        1 | id {"a" * 36}…
          |    {"^" * 37}
        """)


def test_nothing_drives_the_terminal() -> None:
    odd = "\x1b]0;owned\x07\u202e\x9b2J"
    found = UNKNOWN_KEY.at(
        Span(f"{odd}.yaml", Place(1, 1, 1, 3)), odd, odd, (Remark(odd),), f"{odd}\n{odd}"
    )
    texts = {f"{odd}.yaml": odd}
    for shown in (screen(found, texts), *render.as_annotations([found])):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
    assert render.as_json([found], render.Tally(1, 1, 1)).isascii()


def test_colours_only_where_asked() -> None:
    found = UNKNOWN_KEY.at(span(4, 5, 9), "a", "b", help="c")
    coloured = render.text(found, TEXTS, colour=True)
    assert "\x1b[1;31merror[E105]\x1b[0m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render.text(found, TEXTS)


@given(st.text(max_size=60), st.integers(1, 70), st.integers(0, 70))
def test_any_line_can_be_drawn(line: str, column: int, length: int) -> None:
    found = UNKNOWN_KEY.at(span(1, column, column + length, "z"), "a")
    for drawn_line in screen(found, {"z": line}, cells=40).splitlines():
        assert width(drawn_line) <= 40


# ---- sums, and forms for machines --------------------------------------------------------------


def some(code: Code, number: int) -> list[Diagnostic]:
    return [code.at(span(line, 1, 2), "a") for line in range(number)]


@pytest.mark.parametrize(
    ("errors", "warnings", "said"),
    [
        (0, 0, "All fine: 44 notes in 3 files seen."),
        (1, 0, "1 error; 44 notes in 3 files seen, 2 with findings."),
        (2, 1, "2 errors, 1 warning; 44 notes in 3 files seen, 2 with findings."),
        (0, 3, "3 warnings; 44 notes in 3 files seen, 2 with findings."),
    ],
)
def test_the_sum(errors: int, warnings: int, said: str) -> None:
    found = some(UNKNOWN_KEY, errors) + some(TEXT_IN_COMMENT, warnings)
    assert render.summary(found, render.Tally(3, 44, 2)) == said


def test_json() -> None:
    found = DUPLICATE_ID.at(
        span(5, 9, 13), "taken", "second", (Remark("first", span(3, 9, 13)), Remark("so")), "mend"
    )._replace(edits=(Edit(span(5, 9, 13).place, "b"),))
    assert json.loads(render.as_json([found], render.Tally(1, 2, 1))) == {
        "version": 1,
        "files": 1,
        "notes": 2,
        "notes_with_findings": 1,
        "findings": [
            {
                "code": "E201",
                "name": "duplicate-id",
                "severity": "error",
                "message": "taken",
                "path": "decks/x.yaml",
                "line": 5,
                "column": 9,
                "end_line": 5,
                "end_column": 13,
                "label": "second",
                "help": "mend",
                "remarks": [
                    {
                        "message": "first",
                        "path": "decks/x.yaml",
                        "line": 3,
                        "column": 9,
                        "end_line": 3,
                        "end_column": 13,
                    },
                    {"message": "so"},
                ],
                "edits": [
                    {
                        "text": "b",
                        "line": 5,
                        "column": 9,
                        "end_line": 5,
                        "end_column": 13,
                    }
                ],
            }
        ],
    }


def test_an_annotation_is_one_line() -> None:
    found = UNKNOWN_KEY.at(
        span(4, 5, 9, "decks/a,b: 50%.yaml"), "two\nlines, 100%", help="write:\n  a: b"
    )
    assert render.as_annotations([found, *some(TEXT_IN_COMMENT, 1)]) == [
        (
            "::error file=decks/a%2Cb%3A 50%25.yaml,line=4,endLine=4,col=5,title=E105 unknown-key"
            "::two%0Alines, 100%25%0Awrite:%0A  a: b"
        ),
        "::warning file=decks/x.yaml,line=0,endLine=0,col=1,title=W301 text-in-comment::a",
    ]


def test_a_block_is_marked_where_its_text_is() -> None:
    deck = "cards:\n  - id: a\n    front: >-\n      Is it so?\n      Or not?\n    back: x\n"
    found = Code("W404", "yes-or-no", ".").at(Span("x", Place(3, 12, 6, 1)), "yes or no")
    assert render.text(found, {"x": deck}) == dedent(
        """\
        warning[W404]: yes or no
         --> x:3:12
          |
        4 |       Is it so?
          |       ^^^^^^^^^"""
    )
