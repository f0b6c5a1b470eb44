import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import found


def given_away(cards: str) -> list[str]:
    return [each for each in found(cards, language="en") if each.startswith("W405")]


def note(front: str, back: str, number: int = 0, key: str = "back") -> str:
    return f"- id: n{number}\n  front: |\n    {front}\n  {key}: |\n    {back}\n"


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("On which river does Frankfurt am Main lie?", "the Main"),
        ("Which city is home to the Vienna Philharmonic?", "Vienna"),
        ("Who stated Fermat's last theorem?", "Fermat"),
        ("After which physicist is Planck’s constant named?", "Planck"),
        ("Whose diary is the Diary of Anne Frank?", "Anne Frank"),
        ("What is the cell's powerhouse, the mitochondrion, called?", "mitochondrion"),
        ("Name the country in which the Panama Canal lies.", "Panama"),
        ("A canal joins two oceans. In which country is the Panama Canal?", "Panama"),
        ("What does a stack overflow overflow?", "The stack"),
        ("What does the law of supply and demand speak of?", "supply and demand"),
        ("Which lake lies in the LAKE VICTORIA basin?", "Lake Victoria"),
    ],
)
def test_the_answer_stands_in_the_question(front: str, back: str) -> None:
    problem = f"W405 4:10 the question tells its answer, `{back}`"
    assert given_away(note(front, back)) == [problem]
    assert given_away(note(front, f"**{back}**.")) == [problem]


def test_a_typed_answer_and_what_it_accepts() -> None:
    front = "On which river does Frankfurt am Main lie?"
    (first,) = given_away(f"- {{id: a, front: '{front}', typed: Main}}\n")
    (second,) = given_away(f"- {{id: a, front: '{front}', typed: River M, accept: [Main]}}\n")
    assert first == second == "W405 3:18 the question tells its answer, `Main`"


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("Is a tomato a fruit or a vegetable?", "a fruit"),
        ("Which is higher, Everest or K2?", "Everest"),
        ("Of Everest and K2, which is higher?", "Everest"),
        ("Mercury, Venus, Saturn: which has rings?", "Saturn"),
        ("Between Rome and Carthage, which is older?", "Carthage"),
        ("Which of Jupiter's moons Ganymede and Europa is larger?", "Ganymede"),
        ("When a client connects to a server, who speaks first?", "the client"),
        ("A client connects to a server. Which of them speaks first?", "The client"),
        ("A process waits for a lock. What is released when it dies?", "The lock"),
        ("What is the French word for table?", "table"),
        ("What is the plural of sheep?", "sheep"),
        ("What is the past tense of put?", "put"),
        ("German for hand?", "Hand"),
        ("In Donoghue v Stevenson, who was the manufacturer?", "Stevenson"),
        ("In Roe v. Wade, who was the district attorney?", "Wade"),
        ("What is the capital of Luxembourg?", "Luxembourg"),
        ("Of which country is Panama City the capital?", "Panama"),
        ("das Restaurant", "restaurant"),
        ("hotel", "hotel"),
        ("He ___ (cast) a shadow yesterday.", "cast"),
        ("Which tense is 'quickly' in?", "quickly"),
        ("What does `yield` make of a function?", "yield"),
        ("What is 1000 times 1?", "1000"),
        ("Which pole does a north pole repel?", "north"),
        ("When prices are high, what is the yield?", "high"),
        ("Which language is Objective-C built on?", "C"),
        ("On a red-black tree, what colour is the root?", "black"),
        ("Which city hosts the Viennese Opera Ball?", "Vienna"),
        ("What is the capital of Mexico?", "Mexico City"),
        ("Explain the stack.", "stack"),
        ("What is a heap?", "A tree in which each parent is no less than its children."),
    ],
)
def test_it_does_not_tell(front: str, back: str) -> None:
    assert given_away(note(front, back)) == []


def test_choices_are_there_to_be_named() -> None:
    front = "Which stage follows after tuning was planned?"
    assert given_away(note(front, "tuning")) != []
    assert (
        given_away(f"- {{id: a, front: '{front}', choices: [tuning, testing], answer: tuning}}\n")
        == []
    )


def test_notes_of_one_wording_stand_in_line() -> None:
    pairs = [("Panama", "Panama"), ("Suez", "Egypt"), ("Kiel", "Germany")]
    lines = [
        note(f"In which country is the {canal} Canal?", country, number)
        for number, (canal, country) in enumerate(pairs)
    ]
    assert given_away("".join(lines)) == []
    assert len(given_away("".join(lines[:2]))) == 1


def test_only_its_own_deck_counts() -> None:
    pairs = [("Panama", "Panama"), ("Suez", "Egypt"), ("Kiel", "Germany")]
    files = [
        f"deck: {{name: D{number}}}\ncards:\n"
        + note(f"In which country is the {canal} Canal?", country, number)
        for number, (canal, country) in enumerate(pairs)
    ]
    assert [each for each in found(*files, language="en") if "W405" in each] != []


@pytest.mark.parametrize(
    ("front", "back", "is_poor"),
    [
        ("photosynthesis", "Photosynthesis is how plants feed on light.", True),
        ("heap", "A heap is a tree whose parents outrank their children.", True),
        ("photosynthesis", "how plants feed on light", False),
        ("inflation", "'Inflation: a general rise of prices'", True),
        ("inflation", "Inflation – a general rise of prices", True),
        ("hotel", "das Hotel", False),
        ("well-being", "well-being-at-work", False),
        ("safari", "a safari; a journey to see animals", False),
        ("gap", "a gap where knowledge is missing", False),
    ],
)
def test_the_other_way_round(front: str, back: str, *, is_poor: bool) -> None:
    cards = f"- id: a\n  front: {front}\n  reverse: true\n  back: {back}\n"
    poor = ["W405 6:9 asked the other way round, the note tells its answer"]
    assert given_away(cards) == (poor if is_poor else [])
    assert given_away(cards.replace("  reverse: true\n", "")) == []


NAMES = st.from_regex("[A-Z][a-z]{4,9}", fullmatch=True).map(lambda name: f"{name}burg")


@given(NAMES)
def test_a_name_is_told_by_a_question_that_has_it_alone(name: str) -> None:
    assert len(given_away(note(f"Which city keeps the {name} archive?", name))) == 1
    assert given_away(note(f"Which city keeps the X{name} archive?", name)) == []
    assert given_away(note(f"Which city keeps the archive, {name} or Rome?", name)) == []
