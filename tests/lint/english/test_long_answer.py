import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import found

SENTENCE = "the heart pumps blood into the vessels of the body at each beat"  # 13 words


def in_english(cards: str) -> list[str]:
    """The findings of this rule."""
    return [each for each in found(cards, language="en") if each.startswith("W401")]


def basic(back: str, front: str = "What does the heart do?", **more: str) -> str:
    lines = "".join(f"      {line}\n" for line in back.split("\n"))
    rest = "".join(f"  {key}: {value}\n" for key, value in more.items())
    return f"- id: a\n  front: {front}\n{rest}  back: |\n{lines}"


@given(st.integers(1, 60))
def test_the_words_are_counted(count: int) -> None:
    expected = [f"W401 5:9 the answer has {count} words"] if count > 30 else []
    assert in_english(basic(" ".join(["word"] * count))) == expected


def test_a_typed_answer_and_a_step() -> None:
    long = " ".join([SENTENCE] * 3)
    assert in_english(f"- id: a\n  front: q\n  typed: {long}\n") == [
        "W401 5:10 the answer has 39 words"
    ]
    assert in_english(f"- id: a\n  front: q\n  steps:\n    one: x\n    two: {long}\n") == [
        "W401 7:10 a step has 39 words"
    ]


def test_paragraphs_are_counted_together() -> None:
    assert in_english(basic(f"{SENTENCE}.\n\n{SENTENCE}.\n\n{SENTENCE}.")) == [
        "W401 5:9 the answer has 39 words"
    ]


def test_lines_of_prose_that_were_broken_by_hand_are_no_verse() -> None:
    line = "the heart of a grown person at rest beats some seventy times each minute"
    assert len(in_english(basic(f"{line}\n{line}\n{line}"))) == 1


@pytest.mark.parametrize(
    "back",
    [
        f"{SENTENCE}, {SENTENCE}",
        "```python\n" + "total = total + value * weight\n" * 12 + "```",
        "It calls `" + "a b c " * 20 + "d` once.",
        "It is $" + "a b c " * 20 + "d$.",
        f"> {SENTENCE}\n> {SENTENCE}\n> {SENTENCE}",
        "They begin: “" + f"{SENTENCE} " * 4 + "”.",
        'They begin: "' + f"{SENTENCE} " * 4 + '".',
        "\n".join(["Shall I compare thee to a summer’s day?"] * 8),
        "| a | b |\n|---|---|\n" + f"| {SENTENCE} | {SENTENCE} |\n" * 3,
        "one two three four five six seven " * 4,
    ],
    ids=[
        "26 words",
        "a block of code",
        "code",
        "maths",
        "a quotation",
        "quotation marks",
        "straight quotation marks",
        "verse",
        "a table",
        "28 words",
    ],
)
def test_short_or_spared(back: str) -> None:
    assert in_english(basic(back)) == []


@pytest.mark.parametrize(
    ("front", "more"),
    [
        ("Recite the first amendment.", {}),
        ("What does Article 1 of the declaration say?", {}),
        ("How does Kant put it, word for word?", {}),
        ("The west wind, 3rd part", {"tags": "[poem]"}),
    ],
)
def test_a_text_that_is_learned_by_heart(front: str, more: dict[str, str]) -> None:
    assert in_english(basic(" ".join([SENTENCE] * 3), front, **more)) == []


def test_what_is_not_the_answer_may_be_long() -> None:
    long = " ".join([SENTENCE] * 3)
    assert in_english(f"- id: a\n  front: {long} and?\n  back: x\n  extra: {long}\n") == []
    assert in_english(f"- id: a\n  front: q\n  choices: [{long}, x]\n  answer: x\n") == []


def test_another_language() -> None:
    assert found(basic(" ".join([SENTENCE] * 3)), language="de") == []
