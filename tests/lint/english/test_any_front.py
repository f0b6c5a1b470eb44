"""Whatever a front says, the rules about questions say little, in place, and in English only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import findings

CODES = {"W403", "W404", "W405", "W406", "W412"}
WORDS = """
    What is Which of these does it the following NOT not except isn't who and when why How or true
    false True: no Yes, according to the text above this their Vienna Vienna's
"""
SIGNS = """
    ? . , : ( ) [ ] ![ ]( " ' “ ” „ * ** _ __ ` $ \\( \\) {{c1:: }} … é ß 言 😀
"""
PIECES = [*WORDS.split(), *SIGNS.split(), "\n", "\n\n"]
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=25).map(" ".join)


def cards(front: str, back: str) -> str:
    def block(text: str) -> str:
        return "".join(f"    {line}\n" for line in text.split("\n"))

    return f"- id: a\n  front: |\n    q\n{block(front)}  back: |\n    q\n{block(back)}"


@given(TEXTS, TEXTS)
def test_each_rule_speaks_once_at_most_and_about_the_front(front: str, back: str) -> None:
    text = cards(front, back)
    found = [each for each in findings(text, language="en") if each.code in CODES]
    codes = [each.code for each in found]
    assert len(codes) == len(set(codes))
    assert {each.span.place[:2] for each in found} <= {(4, 10)}
    assert not CODES & {each.code for each in findings(text, language="de")}


@pytest.mark.parametrize(
    "piece",
    [
        "![",
        "[",
        "“",
        "„",
        "_a",
        "a_____",
        "'a ",
        "which of these not ",
        "what and when it ",
        "St. ",
    ],
)
def test_a_huge_front_is_no_trouble(piece: str) -> None:
    text = cards(f"Is this {piece * (60_000 // len(piece))}, not?", "No.")
    assert not CODES & {each.code for each in findings(text, language="en")}


@pytest.mark.parametrize("language", ["en", "en-GB", "EN-us"])
def test_english_is_english_everywhere(language: str) -> None:
    poor = "- {id: a, front: 'Is a tuple mutable?', back: 'No.'}\n"
    assert [each.code for each in findings(poor, language=language)] == ["W404"]


@pytest.mark.parametrize("language", ["und", "de", "enm", ""])
def test_other_languages_are_spared(language: str) -> None:
    poor = "- {id: a, front: 'Is a tuple mutable?', back: 'No.'}\n"
    assert findings(poor, language=language) == []
