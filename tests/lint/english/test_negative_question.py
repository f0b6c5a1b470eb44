import pytest

from decks import found

PROBLEM = ["W412 4:10 the question asks for what is not so"]


def negative(front: str, rest: str) -> list[str]:
    cards = f"- id: a\n  front: |\n    {front}\n  {rest}\n"
    return [each for each in found(cards, language="en") if each.startswith("W412")]


def basic(front: str) -> list[str]:
    return negative(front, "back: x y z")


def choice(front: str) -> list[str]:
    return negative(front, "choices: [Mars, Pluto]\n  answer: Mars")


ANYWHERE = [
    "Which of these is not a planet?",
    "Which of these is NOT a planet?",
    "Which of the following isn't a planet?",
    "Which of these planets does not have moons?",
    "Which one of these cannot fly?",
    "All of these are planets except:",
    "All of the following are planets EXCEPT which?",
    "Every one is a planet, except which?",
    "Which planet is NOT made of gas?",
    "Which planet is **not** made of gas?",
    "What is NOT a planet?",
]
IN_CHOICE = [
    "Which planet is not made of gas?",
    "Which planet doesn't have rings?",
    "Which body cannot be seen by eye?",
    "What is not a planet?",
    "In Rome, who did not rule?",
    "Select the body that is not a planet.",
    "Pick the option which does not fit.",
]
NOWHERE = [
    "Why does Venus not have moons?",
    "Why can't a photon stand still?",
    "How does one not lose one's way?",
    "What happens if a lock is not released?",
    "What happens when the lock isn't released?",
    "Which body did people see who did not have a telescope?",
    "Which planet is the one that is not named after a god?",
    "At which stage is a model that does not call its tools at fault?",
    "Which stage is at fault in a model which does not call its tools?",
    "What is NOT NULL in SQL?",
    "What does a NOT gate do?",
    "What is NOT in Boolean algebra?",
    "Which operator is NOT?",
    "Which gate does NOT after AND make?",
    "Which gate is NOT followed by?",
    "Which operator takes rows away, UNION or EXCEPT?",
    "Find the value of x where f does not change.",
    "What is NOT short for?",
    "Which planets, except Venus, rotate clockwise?",
    "What is not-a-number?",
    "What does `not x` give?",
    'Who said "It is not the end"?',
    "What are all primes but two? All except one are odd.",
    "Which noun is spelt with a knot?",
    "Which law holds except in the dark?",
    "Which exception is not",
]


@pytest.mark.parametrize("front", ANYWHERE)
def test_of_these(front: str) -> None:
    assert choice(front) == PROBLEM
    assert basic(front) == PROBLEM


@pytest.mark.parametrize("front", IN_CHOICE)
def test_in_a_choice(front: str) -> None:
    assert choice(front) == PROBLEM
    assert basic(front) == []


@pytest.mark.parametrize("front", NOWHERE)
def test_what_is_not_so_may_be_spoken_of(front: str) -> None:
    assert choice(front) == []
    assert basic(front) == []


def test_a_cloze_states() -> None:
    cards = "- {id: a, cloze: 'Which of these is NOT {{c1::a planet}} was asked.'}\n"
    assert [each for each in found(cards, language="en") if "W412" in each] == []
