"""The verdict on a file does not depend on the machine."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardsmith.deckfile import nodes, plain, source
from cardsmith.deckfile.parse import DeckFile, parse
from decks import HEADER, said

# fmt: off
FRAGMENTS = st.sampled_from(
    [
        "a", "b: ", "key:", "\n", "\n  ", "\n    ", "\n      ", "\n- ", "\n  - ", "- ", "-", "-\n",
        "? ", "?", "!", "! ", "!x ", "&a ", "*a", "[", "]", "{", "}", ",", ", ", ":", ": ", "::",
        "\t", " ", "  ", "#", " # c", "'", '"', "''", '\\"', "|", "|\n", "|2\n", "|+\n", "|#",
        ">-\n", "> x", "%", "@", "`", "---", "--- ", "...", "\n---\n", "\n...\n", "%YAML 1.1\n",
        "\\", "\\n", "\\/", "\\\n", "\\x41", "\\ud83d", "\\ude00", "\\U0001F600", "\\UFFFFFFFF",
        "\xe9", "e\u0301", "\u65e5\u672c", "\U0001f600", "\ufeff", "~", "=", "1", "//", "a:b",
        "<<: ", "text text", "\n\n", "\n \n", "\n\t\n", "\n  \tz", "\n     \tq", "\r\n",
        "x: [a?, b]", "{a: b}", "[a, b]", "'it''s'", '"q"', '"a: b"', "{{c1::x}}",
        "\n  x: |\n    t\n", "cards:\n", "front: ", "id: a\n",
    ]
)
# fmt: on
TEXTS = st.lists(FRAGMENTS, min_size=1, max_size=14).map("".join)


def verdict(text: str) -> object:
    """Notes, their places and problems, as they are read with what readers there are."""
    deck = parse(text, "x")
    return [(note, dict(note.places)) for note in deck.notes], deck.problems, deck.lines


def same(text: str) -> DeckFile:
    """Read a text with each of the readers; all give the same, places too."""
    decoded = source.decode(text.encode(), "x")
    assert isinstance(decoded, str)
    with pytest.MonkeyPatch.context() as patch:
        plainly = verdict(decoded)
        patch.setattr(plain, "read", lambda _: None)
        fast = verdict(decoded)
        patch.setattr(nodes, "fast_parser", None)
        pure = verdict(decoded)
        assert plainly == fast == pure
        return parse(decoded, "x")


@given(TEXTS)
@settings(max_examples=150)
def test_odd_texts_are_read_alike(text: str) -> None:
    same(text)


@given(TEXTS)
@settings(max_examples=150)
@example("|#\n")
def test_odd_texts_in_a_card_are_read_alike(text: str) -> None:
    same(f"{HEADER}  - id: a\n    front: {text}\n    back: b\n")


@given(TEXTS)
@settings(max_examples=100)
def test_odd_texts_in_brackets_are_read_alike(text: str) -> None:
    same(f"{HEADER}  - id: a\n    front: a\n    back: b\n    tags: [{text}]\n")


# What may stand for a value in braces; most of it is nothing at all.
EMPTY = st.sampled_from(["", " ", "   ", "\n   ", " # c\n   ", "\n\n     ", "''", "x", "{}", "[]"])
KEY = st.sampled_from(
    ["id", "front", "back", "tags", "extra", "hint", "typed", "'back'", '"id"', "[a]", "{a: }"]
)
COLON = st.sampled_from([":", " :", ": ", ":   ", ""])
PAIRS = st.lists(st.tuples(KEY, COLON, EMPTY).map("".join), max_size=5).map(",".join)


@given(PAIRS, st.sampled_from(["", ",", " ", "\n  "]))
@example("id: a, front: q, back:   , tags: [x]", "")
@example("id: b, front:\n , back: y", "")
@example("id: c, front: # gone\n , back: y", "")
@example("id: , front:   ", "")
def test_nothing_in_braces_is_read_alike(pairs: str, end: str) -> None:
    same(f"{HEADER}- {{{pairs}{end}}}\n")
    same(f"{HEADER}- {{id: a, front: q, back: b, tags: [{pairs}{end}]}}\n")
    same(f"deck: {{name: T, {pairs}{end}}}\ncards: [{{id: a, front: q, back: b}}]\n")


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            f"{HEADER}- {{id: a, front: q, back:   , tags: [x]}}\n",
            ["E108 3:26 `back` of `a` is empty"],
        ),
        (f"{HEADER}- {{id: a, front: q, back : }}\n", ["E108 3:27 `back` of `a` is empty"]),
        (f"{HEADER}- {{id: b, front:\n , back: y}}\n", ["E108 3:17 `front` of `b` is empty"]),
        (f"{HEADER}- {{id:  , front: q, back: y}}\n", ["E106 3:7 `id` is empty"]),
        (f"{HEADER}- {{front: q, back: y, id:\n  }}\n", ["E106 3:26 `id` is empty"]),
        (
            f"{HEADER}- {{id: a, front: q, back: y, tags: [x:  ]}}\n",
            ["E102 3:37 `tags.0` is a mapping, not a text"],
        ),
        ("deck: {name:   }\ncards: [{id: a, front: q, back: b}]\n", ["E108 1:13 `name` is empty"]),
        (
            "deck: {name: # T\n  }\ncards: [{id: a, front: q, back: b}]\n",
            ["E108 1:13 `name` is empty"],
        ),
    ],
)
def test_nothing_stands_behind_its_colon(text: str, problems: list[str]) -> None:
    assert [said(each) for each in same(text).problems] == problems


@given(st.text(max_size=40))
def test_any_text_has_a_verdict(text: str) -> None:
    deck = parse(text, "x")
    assert deck.notes or deck.problems


@given(st.binary(max_size=60))
def test_any_bytes_have_a_verdict(data: bytes) -> None:
    decoded = source.decode(data, "x")
    if isinstance(decoded, str):
        same(decoded)


@pytest.mark.parametrize(
    ("cards", "codes"),
    [
        ("- {id: a, front: q, back: b, tags: [why?, who?me]}", ["E006"]),
        ("- {id: a, front: What is it? Say, back: b}", ["E006"]),
        ("- {id: a, front: 'What is it? Say', back: \"b!\"}", []),
        ("- {id: a, front: q!, back: b}", []),
        ("- {id: a, front: !, back: b}", ["E007"]),
        ("- {id: a, front: ! x, back: b}", ["E007"]),
        ("- {id: a, front: a\tb, back: b}", ["E006"]),
        ("- {id: a, front: 'a\tb', back: \"c\td\"}", []),
        ("-\t{id: a, front: a, back: b}", ["E006"]),
        ("- {id: a, front: a, back: b}\t", ["E006"]),
        ("- {id: a, front: a, back: b} # a\tb", []),
        ("- id: a\n  front: a\tb\n  back: x\t# note", ["E006"]),
        ("- id: a\n  front: |\n    x\n    \ty\n  back: b", []),
        ("- id: a\n  front: |\n    \ty\n  back: b", []),
        ("- id: a\n  front: |\n    x\n\ty\n  back: b", ["E006"]),
        ("- id: a\n  front: |\t\n    x\n  back: b", ["E006"]),
        ("- id: a\n  front: |#\n    x\n  back: b", ["E006"]),
        ("- id: a\n  front: >-\n    x\n\n    y\n  \n\n  back: b", []),
        ("- id: a\n  front: >-\n    x\n\n\n    y\n     z\n\n  back: b", []),
        ("- id: a\n  front: |\n\n    x  \n    \n  back: b", []),
        ("- id: a\n  front: |-\n   x\n  # y\n  back: b", []),
        ("- id: a\n  front: |\n  x\n  back: b", ["E006"]),
        ("- id: a\n  back:\n  front: x\n  tags:\n  - t\n  hint:\n", ["E108"]),
        ("- id: a\n  front: x\n  back: y\n  tags: [ a , b ]\n  extra: {}\n", ["E102"]),
    ],
)
def test_where_parsers_are_known_to_differ(cards: str, codes: list[str]) -> None:
    deck = same(f"{HEADER}{cards}\n")
    assert [problem.code for problem in deck.problems] == codes
