"""What deck text shows of characters that would drive or deceive a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;owned\a\x1b[2JWhat?", "␛]0;owned␇␛[2JWhat?"),
        ("\x1b]52;c;aGk=\a x", "␛]52;c;aGk=␇ x"),
        ("\0\x7f\x9b", "␀␡<U+009B>"),
        ("a\tb\r\n", "a    b␍\n"),
        ("\u202eevil\u202c", "<U+202E>evil<U+202C>"),
        ("pay\u200bpal\ufeff", "pay<U+200B>pal<U+FEFF>"),
        ("a\u2028b", "a<U+2028>b"),
        ("\U000e0041", "<U+E0041>"),
        ("\ud800", "<U+D800>"),
    ],
)
def test_what_drives_or_hides_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "two\nlines",
        "cafe\u0301",
        "שלום\u200f!",
        "می\u200cشود",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "❤\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "non\xa0breaking",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert visible(text) == text


@given(st.text(st.characters(), max_size=40))
def test_no_control_character_gets_through(text: str) -> None:
    kept = {unicodedata.category(character) for character in visible(text).replace("\n", "")}
    assert kept.isdisjoint({"Cc", "Cs", "Zl", "Zp"})
