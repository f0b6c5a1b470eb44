import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import findings, found


def phrases(text: str, deck: str = "Biology", **more: str) -> list[str]:
    """The phrases of W408 for a cloze."""
    fields = "".join(f"    {key}: {value}\n" for key, value in more.items())
    cards = f"deck: {{name: {deck}}}\ncards:\n  - id: a\n{fields}    cloze: '{text}'\n"
    return [each.phrase for each in findings(cards, language="en") if each.code == "W408"]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The mitochondria make most {{c1::of the}} energy of a cell.", "`of the`"),
        ("{{c1::The}} heart pumps {{c2::blood}} through vessels of the body.", "`The`"),
        ("Light {{c3::is}} absorbed by the chlorophyll of green leaves.", "`is`"),
        ("The heart {{c1::has}} four chambers, {{c1::of}} which two pump.", "`has, of`"),
        ("The heart pumps blood{{c1::,}} and the lungs add oxygen.", "`,`"),
        ("The heart pumps, {{c1::as}} the ancients knew, warm blood.", "`as`"),
    ],
)
def test_nothing(text: str, phrase: str) -> None:
    (told,) = phrases(text)
    assert told.endswith(f" hides nothing but {phrase}")


@pytest.mark.parametrize(
    "text",
    [
        "The {{c1::mitochondria}} make most of the energy of a cell.",
        "The mitochondria make most {{c1::of the::which words}} energy of a cell.",
        "The mitochondria make {{c1::most of the energy}} of a cell.",
        "The heart {{c1::has}} four {{c1::chambers}}, of which two pump.",
        "Water moves {{c1::into}} the cell with more salt.",
        "Electrons flow {{c1::from}} the anode {{c1::to}} the cathode.",
        "A gas does {{c1::not}} keep its volume under pressure.",
        "A client {{c1::must}} send the header with each request.",
        "Both inputs, {{c1::and}} only both, light the lamp of the circuit.",
        "She insisted {{c1::on}} paying.",
        "I am not used {{c1::to}} getting up early on cold days.",
        "You will be late {{c1::for}} school again this cold morning.",
        "The usual symbol of the element arsenic is {{c1::As}}",
        "{{c1::In}} is the usual symbol of the element indium.",
        "{{c1::The}} Hague seats the court of the United Nations.",
        "Membership of a list is tested quickly with {{c1::in}}.",
        "The Python loop runs once {{c1::for}} each item of the list.",
        "The keyword {{c1::in}} tests membership of lists, sets and strings.",
        "The preposition {{c1::of}} marks possession between two plain nouns.",
        "`for x` {{c1::in}} `xs` runs once for each item of the list.",
        "The force $F$ {{c1::is}} measured with balance springs of known strength.",
        "{{c1::The}} {{c2::quality}} {{c3::of}} {{c4::mercy}} {{c5::is}} not {{c6::strained}}",
        "Python statements need hardly ever end with {{c1::;}} at all",
        "Der Zug hält heute {{c1::in}} München",
        "The old town lies {{c1::{{c2::on}} the river}} below the castle.",
    ],
)
def test_something(text: str) -> None:
    assert phrases(text) == []


SENTENCE = "The mitochondria make most {{c1::of}} the energy of a cell."


@pytest.mark.parametrize(
    ("deck", "more"),
    [
        ("English::Prepositions", {}),
        ("Grammar", {}),
        ("Course", {"tags": "[grammar]"}),
        ("Course", {"tags": "['lang::english']"}),
        ("Course", {"tags": "[phrasal_verbs]"}),
        ("Biology", {"hint": "A word of relation"}),
    ],
)
def test_where_the_word_is_meant(deck: str, more: dict[str, str]) -> None:
    assert phrases(SENTENCE)
    assert phrases(SENTENCE, deck, **more) == []


@given(st.integers(1, 6), st.integers(0, 300))
def test_a_deck_that_makes_a_habit_of_it(gaps: int, others: int) -> None:
    cards = [f"- {{id: a{n}, cloze: '{n} {SENTENCE}'}}\n" for n in range(gaps)]
    cards += [f"- {{id: b{n}, front: 'Capital of {n}?', back: x}}\n" for n in range(others)]
    told = [each for each in findings("".join(cards), language="en") if each.code == "W408"]
    is_habit = gaps >= 3 and gaps * 50 >= gaps + others
    assert len(told) == (0 if is_habit else gaps)


def test_another_language() -> None:
    assert found(f"- {{id: a, cloze: '{SENTENCE}'}}\n", language="de") == []
