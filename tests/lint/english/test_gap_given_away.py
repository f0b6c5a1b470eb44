import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import findings, found


def phrases(text: str, deck: str = "Test") -> list[str]:
    """The phrases of W409 for a cloze."""
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    cards = f"deck: {{name: {deck}}}\ncards:\n  - id: a\n    cloze: |\n{lines}"
    return [each.phrase for each in findings(cards, language="en") if each.code == "W409"]


def says(answer: str, number: int = 1) -> str:
    return f"the text says `{answer}`, which c{number} hides"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "{{c1::Insulin}} lowers the glucose in the blood. Without insulin, it rises.",
            [says("Insulin")],
        ),
        (
            "{{c1::Insulin}} comes from the pancreas; {{c2::insulin}} lowers the glucose.",
            [says("Insulin")],
        ),
        ("The capital of France is {{c1::Paris}}. Paris lies on the Seine.", [says("Paris")]),
        (
            "{{c1::Marie Curie}} won two Nobel prizes. Marie Curie was born in Warsaw.",
            [says("Marie Curie")],
        ),
        (
            "ATP is poor {{c1::energy storage}}, and fats serve as energy {{c2::storage}}.",
            [says("energy storage")],
        ),
        ("Capital of France: {{c1::Paris}}\n\nParis lies on the Seine.", [says("Paris")]),
        (
            "ATP is a poor {{c1::long-term storage}}; fats are used for long-term storage instead.",
            [says("long-term storage")],
        ),
        (
            "Continued pretraining is cheap. {{c1::Continued pretraining}} comes first.",
            [says("Continued pretraining")],
        ),
        (
            "Born in Ulm in {{c1::1879}}, Einstein (1879–1955) died in Princeton.",
            [says("1879")],
        ),
        (
            "{{c2::Natural {{c1::selection}}}} was Darwin's. Wallace knew natural selection.",
            [says("Natural selection", 2), says("selection")],
        ),
    ],
)
def test_given_away(text: str, told: list[str]) -> None:
    assert phrases(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "{{c1::Insulin}} lowers the glucose. Without {{c1::insulin}}, it rises.",
        "{{c1::Insulin}} lowers the glucose. Without insulin-like growth factors, it rises.",
        "{{c1::Paris}} is the capital of {{c2::France}}.",
        "The capital of {{c1::Singapore}} is {{c2::Singapore}}.",
        "{{c1::Djibouti}} is the capital of Djibouti.",
        "Djibouti lies in Africa. Its capital is {{c1::Djibouti}}.",
        "The capital of San Marino is {{c1::San Marino}}.",
        "The capital of Mexico is {{c1::Mexico City}}.",
        "Polar solvents dissolve {{c1::polar}} solutes.",
        "An eye for an {{c1::eye}}. An eye is an organ.",
        "Tyger {{c1::Tyger}}, burning bright.",
        "All {{c1::animals}} are equal, but some animals are more equal than others.",
        "ΔH is {{c1::negative}} and ΔS {{c1::positive}}; else ΔH is positive and ΔS is negative.",
        "As demand {{c1::increases}}, the price goes up. As supply increases, it goes down.",
        "The leaf is {{c1::the}} place. Of the cells, the most are there.",
        "There are {{c1::1000}} grams in a kilogram, and 1000 metres in a kilometre.",
        "Take {{c1::12}} eggs. 12 is a dozen.",
        "{{c1::Insulin::not glucagon, but insulin}} lowers the glucose. It is a hormone.",
        "`{{c1::stash}}` puts changes away. Then `git stash pop` restores the stash.",
        "{{c1::Energy}} is $E = mc^2$. Energy is kept.",
        "| {{c1::Energy}} | joule |\n| Power | watt. Energy |",
        "Row, row, {{c1::row your boat}}\nGently down the stream.\nRow your boat,\nrow your boat",
        "The French for restaurant is {{c1::restaurant}}. A restaurant is a place to eat.",
        "Loops of {{c1::hypo}}calcemia. Loops, and hypocalcemia.",
    ],
)
def test_not_given_away(text: str) -> None:
    assert phrases(text) == []


def test_a_deck_about_language() -> None:
    text = "{{c1::Information}} is good. The information is good."
    assert phrases(text) == [says("Information")]
    assert phrases(text, "French::Cognates") == []


def test_the_place_and_the_way_out() -> None:
    cards = "- id: a\n  cloze: '{{c3::Insulin}} lowers it. Without insulin, it rises.'\n"
    (told,) = (each for each in findings(cards, language="en") if each.code == "W409")
    assert (told.span.place.line, told.span.place.column) == (4, 10)
    assert "{{c3::…}}" in told.help


WORDS = st.lists(st.sampled_from(["Insulin", "glucose", "the", "of", "heart", "."]), max_size=8)


@given(WORDS, WORDS)
def test_what_is_hidden_in_all_places_is_not_told(before: list[str], after: list[str]) -> None:
    text = " ".join([*before, "pancreas", *after]).replace("pancreas", "{{c1::pancreas}}")
    assert phrases(f"{text}. It is the {{{{c1::pancreas}}}}.") == []
    assert phrases(f"{text}. It is the pancreas.") == [says("pancreas")]


def test_another_language() -> None:
    text = "{{c1::Insulin}} lowers it. Without insulin, it rises."
    assert found(f"- {{id: a, cloze: '{text}'}}\n", language="de") == []
