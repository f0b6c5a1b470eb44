import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.diagnostics import Diagnostic
from decks import findings, found


def judged(cards: str) -> list[Diagnostic]:
    """The findings of this rule."""
    return [each for each in findings(cards, language="en") if each.code == "W402"]


def answers(back: str, front: str = "What is known?") -> list[str]:
    """What is said of an answer."""
    lines = "".join(f"      {line}\n" for line in back.split("\n"))
    return [each.phrase for each in judged(f"- id: a\n  front: {front}\n  back: |\n{lines}")]


@pytest.mark.parametrize(
    ("back", "problem"),
    [
        ("- dendrites\n- cell body\n- axon", "the answer is a list of 3"),
        ("1. short sequences\n2. long sequences", "the answer is a list of 2"),
        ("These three:\n\n* dendrites\n* the cell body", "the answer is a list of 2"),
        ("(1) It raises the pressure. (2) It slows the pulse.", "the answer counts its parts"),
        ("It has two: 1) a head of lead, 2) a tail of tin", "the answer counts its parts"),
        ("• dendrites\n• the cell body\n• the axon", "the answer is a list of 3"),
        ("(a) It has debts; (b) it has no bread", "the answer counts its parts"),
        ("There are two: (i) debts (ii) bread", "the answer counts its parts"),
        (
            "Mitosis makes two equal cells; meiosis makes four that differ.",
            "a semicolon joins two facts in the answer",
        ),
        (
            "The river is longer than the Seine; its source is a glacier in Valais.",
            "a semicolon joins two facts in the answer",
        ),
        (
            "Luther was born in Eisleben in 1483, and he died there in 1546.",
            "`and` joins two facts in the answer",
        ),
        (
            "Insulin lowers the blood sugar and glucagon raises it again.",
            "`and` joins two facts in the answer",
        ),
        (
            "Yes. The left lung has two lobes and the right lung has three lobes.",
            "`and` joins two facts in the answer",
        ),
    ],
)
def test_several_facts(back: str, problem: str) -> None:
    assert answers(back) == [problem]


@pytest.mark.parametrize(
    "back",
    [
        "salt and pepper",
        "Trinidad and Tobago",
        "Saint Vincent and the Grenadines",
        "Romeo and Juliet",
        "Supply and demand.",
        "The law of supply and demand, and nothing else in the whole market.",
        "x = 1; y = 2",
        "`x is the first of all; y is the last of all`",
        "```c\nint x is = 1; int y is = 2; a is b and c is d;\n```",
        "the net cash flows of one firm; the net cash flows of another firm",
        "From 8 May 1945 and until 9 May 1946",
        "In May 1990 and in May 1994.",
        "It was signed on 7 May 1945 in Reims and on 8 May 1945 in Berlin.",
        "to run; to operate; to flow",
        "lasting for a very short time; ephemeral",
        "Smith 1999; Jones 2000; Miller 2001, p. 13 and p. 15",
        "The play written by Goethe and the film directed by Murnau.",
        "The common causes of cancer and the main uses of radium.",
        "If x is an even number and y is an odd number.",
        "It returns true exactly if x is even here and y is odd there.",
        "The point where supply is fixed for good and demand is free.",
        "Because the sea is warm in June and the air is still cold.",
        "A set that is closed under addition and has a zero element.",
        "x is even and y is odd",
        "It wraps the value and returns it to the one who called.",
        "He wrote Faust and died in Weimar.",
        "The will of the people and the might of the law are one here.",
        "“The sea is calm tonight and the moon is fair.”",
        "\\begin{cases} 1) is no list \\end{cases} and 2) is none either",
        "f(1) of the first and f(2) of the second",
        "Section 2 (a) and (b) of the act",
        "A duty under (a) and under (b) too",
        "The sign • between two numbers",
        "The owner may read and write here, everybody else may read only.",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "1914–1918 and 1939–1945",
        "- one item alone is no list of items",
        "William and Mary; Anne; George the First and George the Second.",
    ],
)
def test_one_answer(back: str) -> None:
    assert answers(back) == []


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("Give an example of a noble gas.", "- neon\n- argon"),
        ("Name one of the parts of a neuron.", "- dendrites\n- axon"),
        ("Name one of the parts of a neuron.", "• dendrites\n• axon"),
        ("Which synonyms of big will do?", "- large\n- great"),
        ("What does “laufen” mean?", "- to run\n- to walk"),
        (
            "How are mitosis and meiosis told apart?",
            "Mitosis makes two equal cells; meiosis makes four that differ.",
        ),
        (
            "How do you tell mitosis from meiosis?",
            "Mitosis makes two equal cells; meiosis makes four that differ.",
        ),
        (
            "How do mitosis and meiosis differ?",
            "Mitosis makes two equal cells; meiosis makes four that differ.",
        ),
        (
            "What is the difference between insulin and glucagon?",
            "Insulin lowers the blood sugar and glucagon raises it again.",
        ),
        ("How does the proverb go on?", "The mind is willing here and the flesh is weak there."),
    ],
)
def test_questions_that_allow_it(front: str, back: str) -> None:
    assert answers(back, f"'{front}'") == []


NOUN = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9)


@given(NOUN, NOUN)
def test_two_words_are_one_answer(one: str, other: str) -> None:
    assert answers(f"{one} and {other}") == []
    assert answers(f"{one}; {other}") == []


def test_the_way_out_fits_the_list() -> None:
    card = "- id: a\n  front: Which way does it go?\n  back: |\n    {0}in\n    {1}out\n"
    (bullets,) = judged(card.format("- ", "- "))
    (numbers,) = judged(card.format("1. ", "2. "))
    assert "`cloze`" in bullets.help
    assert "`steps`" in numbers.help


def test_only_the_answer_of_a_basic_note_is_judged() -> None:
    text = "Insulin lowers the blood sugar and glucagon raises it again."
    assert judged(f"- id: a\n  front: q\n  back: {text}\n") != []
    assert judged(f"- id: a\n  front: q\n  back: x\n  extra: {text}\n") == []
    assert judged(f"- id: a\n  front: q\n  choices: [{text}, x]\n  answer: x\n") == []


def test_another_language() -> None:
    assert found("- id: a\n  front: q\n  back: |\n    - b\n    - c\n", language="fr") == []
