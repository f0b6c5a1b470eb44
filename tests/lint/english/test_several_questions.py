import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import found

PROBLEM = ["W403 4:10 the front asks more than one question"]


def basic(front: str, back: str = "x y z") -> list[str]:
    cards = f"- id: a\n  front: |\n    {front}\n  back: |\n    {back}\n"
    return [each for each in found(cards, language="en") if each.startswith("W403")]


@pytest.mark.parametrize(
    "front",
    [
        "Who wrote Faust? When was the first part printed?",
        "What is a monad? What is a functor?",
        "What is the opposite of hot? And of cold?",
        "Who painted Guernica, and when?",
        "Who painted Guernica and why?",
        "By whom was Troy excavated, and when?",
        "When and where was Napoleon born?",
        "How and why do cells divide?",
        "What is a mutex and why does it matter?",
        "What is a mutex and when is it released?",
        "In Rust, what is a lifetime and how is it written?",
        "How does a heap work, and what does it cost?",
        "What does **ATP** stand for? Where is it made?",
        "Is the earth flat? Why?",
        "Who found penicillin, and in which mould did he find it?",
        "Who wrote the Well-Tempered Clavier, and how many fugues does it hold?",
        "How many bones has the hand, and what are they called?",
    ],
)
def test_two_questions(front: str) -> None:
    assert basic(front) == PROBLEM


@pytest.mark.parametrize(
    "front",
    [
        "What is the capital of Trinidad and Tobago?",
        "What is the capital of Bosnia and Herzegovina?",
        "What is the difference between how a list and how an array grows?",
        "What is the difference between what the caller and what the callee saves?",
        "Which law says how force and acceleration belong together?",
        'Who asked "What is truth?" when Jesus was questioned?',
        "Which prophet asked “Why?” and “How long?” of his god?",
        "What does `a ? b : c ? d : e` mean?",
        "What do ? and ?? mean in C#?",
        "What does the ? operator do in Rust?",
        "What does x? match in a regular expression?",
        "What is a right angle (or, in other words: what is 90°?) in radians?",
        "Which colour has litmus in acid? Red? Blue?",
        "Which is older? Rome or Carthage?",
        "Who, what, when, where and why?",
        "What does Grice say of what is said and what is meant?",
        "What is the relation between which forms they use and in which case they use them?",
        "What is the relation between a function and its inverse?",
        "Which questions does a journalist ask: who? what? when? where?",
        "Which metals are liquid, and which are not?",
        "Is 7 prime, or is it even?",
        "What?!",
        "Really??",
        "A cell divides. What becomes of its DNA?",
        "What are nouns and verbs?",
        "Who are the people who lead and who do not follow?",
        "What do you call a person who cannot and who will not vote?",
        "What happens if and when a lock is released?",
        "If Alice and Bob share a key, what can Eve read?",
        "Which two gases make up most of the air, and in that order?",
        "Where do the Rhine and the Main meet?",
        "Ask for the way, and when to leave.",
    ],
)
def test_one_question(front: str) -> None:
    assert basic(front) == []


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("How are you? Where do you come from?", "Wie geht es dir? Woher kommst du?"),
        ("¿Cómo estás? ¿De dónde eres?", "How are you? Where are you from?"),
        ("What is it? Where is it?", "何ですか？どこですか？"),  # noqa: RUF001 - as it is written
    ],
)
def test_a_phrase_to_translate(front: str, back: str) -> None:
    assert basic(front, back) == []


def test_every_kind_but_a_cloze_has_a_front() -> None:
    front = "'Who was first? Who was last?'"
    for rest in ("typed: x y", "choices: [p, q], answer: p", "steps: {k: x, l: y}"):
        (problem, *_) = found(f"- {{id: a, front: {front}, {rest}}}\n", language="en")
        assert problem.startswith("W403 3:18")
    assert found("- {id: a, cloze: 'Who? What? A {{c1::b}} asked.'}\n", language="en") == []


@given(st.lists(st.sampled_from("what who why is and or it ? . , the moon".split()), max_size=12))  # noqa: SIM905
def test_without_a_mark_nothing_is_asked(parts: list[str]) -> None:
    front = " ".join(part for part in parts if part != "?")
    assert basic(f"q {front}") == []
    assert basic(f"q {front} ?") == []
