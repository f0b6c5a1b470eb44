import pytest

from decks import found

PROBLEM = ["W404 4:10 the question can be answered by yes or no"]


def basic(front: str, back: str, key: str = "back") -> list[str]:
    value = f"|\n    {back}" if key == "back" else repr(back)
    cards = f"- id: a\n  front: |\n    {front}\n  {key}: {value}\n"
    return [each for each in found(cards, language="en") if each.startswith("W404")]


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("Is a tuple mutable?", "No."),
        ("Is a tuple mutable?", "no"),
        ("Is a tuple mutable?", "**No**, it cannot be changed."),
        ("Is a tuple mutable?", "No: its items are fixed"),
        ("Can a whale drown?", "Yes, since it breathes air."),
        ("Doesn't a whale breathe air?", "Yes!"),
        ("In Python, is a tuple hashable?", "Yes, if its items are."),
        ("A tuple holds a list. Is it hashable?", "No"),
        ("When a tuple holds a list, is it hashable?", "No"),
        ("Is the heap ordered or not?", "No"),
        ("True or false: whales are fish.", "False"),
        ("True or false? Whales are fish.", "False. They are mammals."),
        ("Whales are fish: true or false?", "False"),
        ("Whales are fish (true/false)", "false"),
        ("Whales are fish. Right or wrong?", "Wrong."),
        ("Does Python copy arguments?", "Only when the callee asks for it."),
        ("Are mitochondria found in red blood cells?", "They are lost as the cell matures."),
        ("Is Pluto a planet?", "Not since 2006, when the definition changed."),
        ("Do all birds fly?", "Not all: penguins cannot."),
        ("Do firms always gain from size?", "Not necessarily"),
        ("T/F: the heart has four chambers.", "T"),
        ("True/False: whales are fish.", "False"),
        ("The context window is modest in the first stage?", "Yes"),
    ],
)
def test_yes_or_no(front: str, back: str) -> None:
    assert basic(front, back) == PROBLEM


def test_a_typed_verdict() -> None:
    assert basic("Is a tuple mutable?", "no", "typed") == PROBLEM


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("Is light a wave or a particle?", "Both, it depends on the experiment."),
        ("Is a tomato a fruit or a vegetable?", "a fruit"),
        ("Is the value of an empty list true or false?", "False"),
        ("Does the Nile flow north or south?", "north"),
        ("What is 'ja' in English?", "yes"),
        ("Which English word is 'oui'?", "yes"),
        ("ja", "yes"),
        ("Oui?", "Yes."),
        ("nein", "no"),
        ("nein, danke", "No, thanks."),
        ("Who may enter the zone?", "No one."),
        ("Which symphony is the Pastoral?", "No. 6"),
        ("Is this the Pastoral?", "No. 6"),
        ("What does `1 == 1.0` give?", "True"),
        ("`bool('False')`", "True"),
        ("Python: `0 == False`?", "True"),
        ("not None", "True"),
        ("What, in short, is a tuple?", "No list: it cannot be changed."),
        ("Do you speak English?", "Sprechen Sie Englisch?"),
        ("Do you speak English?", "Eigo o hanasemasu ka"),
        ("Is it far?", "Ist es weit?"),
        ("Can you name the largest planet?", "The one that Galileo saw moons of: Jupiter."),
        ("Could you tell the time that a light year takes?", "The year."),
        ("Which ocean, is it said, is the largest?", "The Pacific"),
        ("Why is the sky blue?", "Blue light is scattered the most."),
        ("If the demand rises, what does the price do?", "It rises when the supply stays."),
        ("How long is a day on Venus, if the sun decides?", "117 days, since Venus turns slowly."),
        ("A child asks whether whales are fish. What do you say?", "No: they breathe air."),
        ("The opposite of yes", "no"),
        ("I may be: wrong", "True"),
        ("May 1968: which city was it about?", "Paris, which was on strike."),
        ("Right of way at a crossing", "right before left"),
        ("Are viruses alive? Give an argument against it.", "They cannot live without a host."),
        ("Is the set open? Name the theorem.", "The one of Heine and Borel, which holds in R."),
        ("Which letter stands for force?", "F"),
        ("Is it forte?", "f"),
        ("Who won at Marathon?", "Not all: the Athenians"),
    ],
)
def test_no_verdict_is_asked_for(front: str, back: str) -> None:
    assert basic(front, back) == []


@pytest.mark.parametrize(
    ("front", "choices", "is_poor"),
    [
        ("Is a tuple mutable?", "['Yes', 'No']", True),
        ("A tuple is mutable.", "['True', 'False']", True),
        ("Whales are fish.", "[right, wrong]", True),
        ("Is a tuple mutable?", "['Yes, always', 'No, never', 'No, but its items may be']", False),
        ("Is a tuple mutable?", "['Yes', 'No', It depends]", False),
        ("Is light a wave?", "[a wave, a particle]", False),
        ("What does `1 == 1.0` give?", "['True', 'False']", False),
        ("Which English word is oui?", "['Yes', 'No']", False),
    ],
)
def test_a_choice(front: str, choices: str, *, is_poor: bool) -> None:
    answer = choices.strip("[]").split(",")[0] if "Yes," not in choices else "'Yes, always'"
    cards = f"- id: a\n  front: |\n    {front}\n  choices: {choices}\n  answer: {answer}\n"
    spoken = [each for each in found(cards, language="en") if each.startswith("W404")]
    assert spoken == (PROBLEM if is_poor else [])
