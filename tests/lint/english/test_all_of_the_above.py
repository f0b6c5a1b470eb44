import pytest

from decks import findings, found


def told(*choices: str, front: str = "Which gas do plants take up?") -> list[str]:
    """The choices that are found, of a note whose first one is right."""
    listed = "".join(f"    - '{choice}'\n" for choice in choices)
    cards = f"- id: a\n  front: '{front}'\n  choices:\n{listed}  answer: '{choices[0]}'\n"
    found_ = [each for each in findings(cards, language="en") if each.code == "W411"]
    return [choices[each.span.place.line - 6] for each in found_]


@pytest.mark.parametrize(
    "choice",
    [
        "all of the above",
        "All of the above.",
        "None of the above",
        "none of these",
        "All of these",
        "all the above",
        "both of the above",
        "None of the others.",
        "all of the other answers",
        "more than one of the above",
        "All answers are correct",
        "none are correct",
        "both A and B",
        "Both (a) and (b)",
        "a and c",
        "A, B and C",
        "A & B",
        "neither A nor B",
        "B and C only",
        "both answers",
        "All the options",
        "Answers A and C",
    ],
)
def test_it_speaks_of_the_others(choice: str) -> None:
    assert told("oxygen", "carbon dioxide", "neon", choice) == [choice]


@pytest.mark.parametrize(
    "choices",
    [
        ["oxygen", "carbon dioxide", "neon"],
        ["A", "B", "A and B", "neither A nor B"],
        ["A and D", "B and C", "A and C"],
        ["x and y", "y and z", "z"],
        ["1 and 3", "2 and 4", "none"],
        ["all of them", "half of them", "none of them"],
        ["all", "none", "both", "neither"],
        ["salt and pepper", "both salt and pepper", "salt"],
        ["antigen A", "antigen B", "a and b"],
        ["All of the planets above Earth", "none", "some"],
        ["cannot be told", "the model", "the harness"],
        ["a vitamin", "the letter B", "B and C"],
        ["both hands", "all the organs", "neither lung"],
        ["answers A to D", "questions A and B", "options"],
    ],
)
def test_it_does_not(choices: list[str]) -> None:
    assert told(*choices) == []


def test_letters_that_the_question_speaks_of() -> None:
    assert told("one", "two", "A and B", front="Which of the sets A and B is open?") == []
    assert told("one", "two", "A and B", front="Which is a number?") == ["A and B"]
    assert told("one", "two", "A and H") == []


def test_the_place_is_the_choice_s() -> None:
    card = "- {id: a, front: Which gas, choices: [oxygen, none of these], answer: oxygen}\n"
    assert [each for each in found(card, language="en") if each.startswith("W411")] == [
        "W411 3:47 `none of these` speaks of the other choices"
    ]


def test_another_language() -> None:
    card = "- {id: a, front: q, choices: [x, all of the above], answer: x}\n"
    assert found(card, language="nl") == []
