"""Text in is text out."""

from itertools import product
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deck import Basic
from cardsmith.deckfile import source, tree
from cardsmith.deckfile.parse import parse
from cardsmith.diagnostics import Diagnostic
from decks import errors, one, problems, read

# Words that YAML would take for something else.
BARE = [
    "No",
    "yes",
    "true",
    "null",
    "~",
    "=",
    "0012",
    "10",
    "1:05",
    "1:2:3",
    "12:30",
    "1969-07-20",
    "1969-07-20 20:17:40",
    "2024-13-45",
    "3.10",
    "1_000",
    "0x1F",
    "3.141592653589793238",
    "1e3",
    ".inf",
    ".nan",
    "<<",
    "C#",
    "a:b",
    "std::map",
    "1969.",
    "-1",
    "R&D",
    "why!",
    "http://example.org/#x",
]


@pytest.mark.parametrize("text", BARE)
def test_a_bare_word_is_text(text: str) -> None:
    note = one(f"- id: a\n  front: What?\n  back: {text}\n  extra: {text}\n")
    assert note.content == Basic("What?", text)
    assert note.extra == text


def test_tags_are_text() -> None:
    assert one("- {id: a, front: q, back: b, tags: [2024, 1.10, no]}\n").tags == (
        "2024",
        "1.10",
        "no",
    )


@pytest.mark.parametrize("text", BARE)
def test_a_bare_word_in_braces_is_text(text: str) -> None:
    assert one(f"- {{id: a, front: q, back: {text}}}\n").content == Basic("q", text)


def test_ids_keep_their_zeros() -> None:
    deck = read("- {id: 0012, front: a, back: b}\n- {id: 10, front: c, back: d}\n")
    assert [note.id for note in deck.notes] == ["0012", "10"]


def test_the_end_of_a_block_is_no_text() -> None:
    plain, block = (one(f"- id: a\n  front: q\n  back: {t}\n") for t in ("x", "|\n    x\n"))
    assert plain.content == block.content


def test_a_block_keeps_its_lines_and_tabs() -> None:
    note = one("- id: a\n  front: q\n  back: |\n    all:\n    \tmake\n\n      x  \n")
    assert note.content == Basic("q", "all:\n\tmake\n\n  x  ")


def test_text_is_composed() -> None:
    note = one("- {id: a, front: 'Cafe\u0301', back: \"e\\u0301\", tags: ['e\u0301']}\n")
    assert note.content == Basic("Caf\xe9", "\xe9")
    assert note.tags == ("\xe9",)


def test_line_endings_and_byte_order_mark_change_nothing() -> None:
    text = (
        "deck: {name: Test}\ncards:\n  - id: a\n    front: |\n      one\n      two\n    back: x\n"
    )
    read_ = [
        parse(decoded, "x")
        for mark, end in product(("", "\ufeff"), ("\n", "\r\n", "\r"))
        if isinstance(decoded := source.decode((mark + text).replace("\n", end).encode(), "x"), str)
    ]
    assert len(read_) == 6
    assert all(each.problems == () for each in read_)
    assert all(each.notes == read_[0].notes for each in read_)


def test_a_json_escape_of_a_letter_is_that_letter() -> None:
    assert one('- {id: a, front: "\\u65e5", back: "\\x41\\U0001F600"}\n').content == Basic(
        "\u65e5", "A\U0001f600"
    )


@pytest.mark.parametrize(
    ("escape", "found"),
    [
        ("\\ud83d\\ude00", "`\\ud83d` is half of a character"),
        ("\\ud83d", "`\\ud83d` is half of a character"),
        ("\\UFFFFFFFF", "`\\U` in double quotes is no character"),
        ("\\d", "`\\d` in double quotes is no character"),
        ("\\xZZ", "`\\x` in double quotes is no character"),
    ],
)
def test_an_escape_of_nothing_is_an_error(escape: str, found: str) -> None:
    (problem,) = errors(f'- {{id: a, front: "{escape}", back: b}}\n')
    assert problem.endswith(found)
    assert problem[:6] in {"E006 3", "E007 3"}


@pytest.mark.parametrize("escape", ["f", "b", "a", "v", "r", "0", "e]0;x", "x07", "x9b", "u2028"])
def test_an_escape_that_makes_what_nobody_sees_is_an_error(escape: str) -> None:
    (problem,) = errors(f'- {{id: a, front: "\\{escape}", back: b}}\n')
    assert problem.startswith("E115 3:18 a backslash made the character U+")


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\u2028"])
@pytest.mark.parametrize("before", ["", "# comment\n", "deck: {name: T}\n"])
def test_a_character_that_nobody_sees_is_an_error(before: str, character: str) -> None:
    deck = parse(f"{before}cards: {character}\n", "x")
    line = before.count("\n") + 1
    assert problems(deck) == [f"E003 {line}:8 the character U+{ord(character):04X} cannot be seen"]


@pytest.mark.parametrize(
    ("data", "place", "help_"),
    [
        (b"cards:\n  - \xe9\n", (2, 5), ""),
        ("caf\xe9: ".encode() + b"\xff", (1, 7), ""),
        ("cards:".encode("utf-16"), (1, 1), "UTF-16"),
    ],
)
def test_what_is_not_utf8_has_a_place(data: bytes, place: tuple[int, int], help_: str) -> None:
    problem = source.decode(data, "x")
    assert isinstance(problem, Diagnostic)
    assert problem.code == "E002"
    assert problem.span.place[:2] == place
    assert help_ in problem.help


def test_a_file_may_be_large_but_not_huge() -> None:
    problem = source.decode(b"#" * (source.LARGEST_FILE + 1), "x")
    assert isinstance(problem, Diagnostic)
    assert problem.code == "E005"


def test_a_text_may_be_long_but_not_endless() -> None:
    assert errors(f"- {{id: a, front: q, back: {'x' * 65536}}}\n") == []
    assert errors(f"- {{id: a, front: q, back: {'x' * 65537}}}\n") == [
        "E005 3:27 `back` is longer than 64 KiB"
    ]


# ---- laws --------------------------------------------------------------------------------------

LINE = st.text(
    st.characters(
        codec="utf-8",
        exclude_categories=("Cc", "Cs", "Zl", "Zp"),
        exclude_characters="\ufeff\ufffe\uffff",
    ),
    min_size=1,
    max_size=30,
).filter(lambda text: not text.isspace())


def composed(text: str) -> str:
    return normalize("NFC", text)


@given(LINE, st.booleans())
def test_quoted_text_is_text(text: str, is_double: bool) -> None:  # noqa: FBT001
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    quoted = f'"{escaped}"' if is_double else "'" + text.replace("'", "''") + "'"
    read_ = source.read_all(f"- {quoted}\n", "x")
    assert read_.problem is None
    assert isinstance(read_.root, tree.Sequence)
    (scalar,) = read_.root.items
    assert isinstance(scalar, tree.Scalar)
    assert scalar.value == composed(text)


@given(st.lists(LINE.map(str.strip).filter(bool), min_size=1, max_size=5))
def test_text_in_a_block_is_text(lines: list[str]) -> None:
    block = "".join(f"    {line}\n" for line in lines)
    read_ = source.read_all(f"a: |2\n{block}", "x")
    assert isinstance(read_.root, tree.Mapping)
    scalar = read_.root.flat[1]
    assert isinstance(scalar, tree.Scalar)
    assert scalar.value == "".join(f"  {composed(line)}\n" for line in lines)


@given(
    st.lists(st.from_regex(r"[A-Za-z0-9][\w.,;()/=<> -]{0,20}[\w.]", fullmatch=True), min_size=1)
)
def test_places_point_at_what_they_claim(texts: list[str]) -> None:
    written = "".join(f"- - {text}\n  - [{n}, '{n}']\n" for n, text in enumerate(texts))
    lines = tree.Lines(written)
    root = source.read_all(written, "x").root
    assert isinstance(root, tree.Sequence)
    for item, text in zip(root.items, texts, strict=True):
        assert isinstance(item, tree.Sequence)
        place = lines.place(*tree.extent(item.items[0]))
        line = written.split("\n")[place.line - 1]
        assert line[place.column - 1 : place.end_column - 1] == text
