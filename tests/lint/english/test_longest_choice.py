import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import found

LONG = "Their chlorophyll absorbs red and blue light and reflects green."
NAME = "The United Kingdom of Great Britain and Northern Ireland"


def phrases(*choices: str, answer: str = "", front: str = "Why so?") -> list[str]:
    """What is found in a note with choices, of which the first is right."""
    listed = "".join(f"    - '{choice}'\n" for choice in choices)
    wanted = answer or f"'{choices[0]}'"
    cards = f"- id: a\n  front: {front}\n  choices:\n{listed}  answer: {wanted}\n"
    return [each for each in found(cards, language="en") if each.startswith("W410")]


TOLD = "the right choice is more than twice as long as any wrong one"


def test_it_stands_out() -> None:
    assert phrases(LONG, "They are wet.", "They hold copper.") == [f"W410 6:7 {TOLD}"]
    assert phrases(LONG, "They are wet.", "It is late.", "Sap.") == [f"W410 6:7 {TOLD}"]


@pytest.mark.parametrize(
    "choices",
    [
        [LONG, "Their sap holds salts of copper.", "They are wet."],
        [LONG, "They are wet."],
        ["chronic obstructive lung disease", "asthma", "a cold"],
        [NAME, "France", "Spain"],
        ["1, 2, 3, 5, 7, 11, 13, 17, 19 and 23", "1, 2, 3", "2, 4"],
        ["for each in items: total = total + each", "sum()", "total"],
        ["print(the first of all the items in it)", "len(it)", "it"],
        ["It rises.", "It falls.", "It stays as it was before, since nothing acts on it at all."],
    ],
)
def test_it_does_not(choices: list[str]) -> None:
    assert phrases(*choices) == []


def test_several_right_answers() -> None:
    assert phrases(LONG, "wet", "dry", answer=f"['{LONG}', wet]") == []


def test_the_same_choices_with_another_answer() -> None:
    unknown = "It cannot be told from what is said."
    card = "- {{id: {}, front: 'Case {}?', choices: [yes, no, '{}'], answer: '{}'}}\n"
    one = card.format("a", 1, unknown, unknown)
    other = card.format("b", 2, unknown, "yes")
    of_rule = [each for each in found(one, language="en") if each.startswith("W410")]
    assert len(of_rule) == 1
    assert [each for each in found(one + other, language="en") if each.startswith("W410")] == []


WRONG = st.lists(st.integers(1, 11), min_size=2, max_size=6, unique=True)


@given(st.integers(12, 24) | st.integers(1, 24), WRONG, st.data())
def test_the_rule_is_about_lengths_alone(
    length: int, lengths: list[int], data: st.DataObject
) -> None:
    right = " ".join(["plank"] * length)
    wrong = [" ".join(["stone"] * each) for each in lengths]
    is_told = length >= 6 and length >= 2 * max(lengths)
    assert bool(phrases(right, *wrong)) == is_told
    assert bool(phrases(right, *data.draw(st.permutations(wrong)))) == is_told


def test_another_language() -> None:
    card = f"- {{id: a, front: q, choices: ['{LONG}', b, c], answer: '{LONG}'}}\n"
    assert found(card, language="de") == []
