"""W319."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deckfile.parse import parse
from cardsmith.lint import Subject, turned_text
from decks import HEADER, collection, errors, found

TURNS = "turns the direction of what follows"
NEVER = "turns the direction and is never closed"
UNSEEN = "has no width, and nobody sees it"


def told(line: str) -> list[str]:
    """What is said of a note with one more line."""
    return found(f"- id: a\n  back: b\n{line}\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  front: a \u202e b", f"5:12 the character U+202E {TURNS}"),
        ("  front: a \u202d b\u202c", f"5:12 the character U+202D {TURNS}"),
        ("  front: 'a \u2067 b'", f"5:13 the character U+2067 {NEVER}"),
        ("  front: 'a \u2066b\u2069 \u2068 c'", f"5:17 the character U+2068 {NEVER}"),
        ("  front: a \u202a b\u2069", f"5:12 the character U+202A {NEVER}"),
        ("  front: a \u202b b", f"5:12 the character U+202B {NEVER}"),
        ("  front: li\u200bma", f"5:12 the character U+200B {UNSEEN}"),
        ("  front: li\u2060ma", f"5:12 the character U+2060 {UNSEEN}"),
        ("  front: \u200blima", f"5:10 the character U+200B {UNSEEN}"),
        ("  front: lima\U000e0041", "5:14 the character U+E0041 is a letter that nobody sees"),
        ("  front: |\n    one\n    tw\u202eo", f"7:7 the character U+202E {TURNS}"),
        ("  front: q\n  # \u202e", f"6:5 the character U+202E {TURNS}"),
        ("  front: q  # x\u2067y", f"5:16 the character U+2067 {NEVER}"),
        ("  front: q\n  tags: [x, \u202ey]", f"6:13 the character U+202E {TURNS}"),
        # a backslash made it
        ('  front: "a \\u202e b"', f"5:10 the character U+202E {TURNS}"),
        ('  front: "li\\u200Bma"', f"5:10 the character U+200B {UNSEEN}"),
        ('  front: "x\\U000E0041"', "5:10 the character U+E0041 is a letter that nobody sees"),
    ],
)
def test_what_nobody_sees(line: str, said: str) -> None:
    assert told(line) == [f"W319 {said}"]


ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        "\u05e9\u05dc\u05d5\u05dd \u200fC++\u200f",
        "\u0645\u0631\u062d\u0628\u0627 \u2066C++\u2069 \u0645",
        "\u2067\u05e9\u2066a\u2069\u05dc\u2069",
        "\u202b\u05e9\u202aa\u202c\u05dc\u202c",
        "\u2067\u05e9\u202b\u05dc\u2069",  # the end of the isolate ends what is in it
        "a\u202c b\u2069",  # what ends nothing does nothing
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\U0001f469\u200d\U0001f52c \U0001f3f3\ufe0f\u200d\U0001f308",
        ENGLAND,
        "\u0e20\u0e32\u0e29\u0e32\u200b\u0e44\u0e17\u0e22",
        "\u1797\u17b6\u179f\u17b6\u200b\u1781\u17d2\u1798\u17c2\u179a",
        "soft\xadhyphen",
        r"\u202e in LaTeX",
        "caf\xe9",
    ],
)
def test_what_texts_need(text: str) -> None:
    assert told(f"  front: '{text}'") == []


def test_a_stretch_may_end_in_another_line() -> None:
    assert told("  front: |\n    \u2067\u05e9\n    \u05dc\u2069") == []
    assert len(told("  front: |\n    \u2067\u05e9\n    \u05dc\n  hint: \u2069")) == 1


def test_each_text_is_told_once() -> None:
    cards = "- {id: a, front: '\u202ex\u202ey', back: '\u202ez', hint: '\u200bw'}\n"
    assert len(found(cards)) == 3


def test_what_is_never_read_at_all() -> None:
    assert errors("- {id: a, front: 'x\ufeff', back: b}\n") == [
        "E003 3:20 the character U+FEFF cannot be seen"
    ]


def test_a_file_that_cannot_be_read_is_told_as_that() -> None:
    deck = parse(f"{HEADER}- {{id: a, front: [\u202e\n", "x.yaml")
    assert deck.problems
    assert list(turned_text.check(Subject(collection([deck]), (deck,)))) == []


BALANCED = st.recursive(
    st.sampled_from(["a", "\u05d0", " ", "1", "\n\n    "]),
    lambda inner: st.builds(
        lambda pair, pieces: pair[0] + "".join(pieces) + pair[1],
        st.sampled_from(
            ["\u2066\u2069", "\u2067\u2069", "\u2068\u2069", "\u202a\u202c", "\u202b\u202c"]
        ),
        st.lists(inner, max_size=3),
    ),
)


@given(st.lists(BALANCED, max_size=4).map("".join))
def test_stretches_that_end_are_fine_and_others_are_told(text: str) -> None:
    assert told(f"  front: |\n    x{text}y") == []
    assert len(told(f"  front: |\n    x{text}\u2067y")) == 1
