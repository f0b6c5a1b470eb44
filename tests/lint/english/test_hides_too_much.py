import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks import findings, found


def phrases(text: str, **more: str) -> list[str]:
    """The phrases of W407 for a cloze."""
    fields = "".join(f"  {key}: {value}\n" for key, value in more.items())
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    cards = f"- id: a\n{fields}  cloze: |\n{lines}"
    return [each.phrase for each in findings(cards, language="en") if each.code == "W407"]


C1 = "too little stands around what c1 hides"


@pytest.mark.parametrize(
    "text",
    [
        "{{c1::Paris}}",
        "{{c1::Paris}}.",
        "The {{c1::heart}} is there.",
        "{{c1::Osmosis}} is the {{c1::diffusion}} of {{c1::water}}.",
        "{{c1::Mitochondria}} make {{c1::ATP}}",
        "{{c1::HTTP}} stands for {{c1::HyperText Transfer Protocol}}.",
        "{{c1::Berlin}} is the capital of {{c1::Germany}}",
        "{{c1::1789}}: {{c1::French Revolution}}",
        "The {{c1::liver}} {{c1::stores}} {{c1::glycogen}} made by {{c1::insulin}}",
        "{{c1::The {{c2::left}} ventricle}} pumps {{c1::blood}}.",
        "**{{c1::Paris}}**",
        "It is the {{c1::liver}} that has {{c1::glycogen}}.",
    ],
)
def test_too_little(text: str) -> None:
    assert phrases(text) == [C1]


@pytest.mark.parametrize(
    "text",
    [
        "{{c1::Paris}} is the capital of {{c2::France}}.",
        "{{c1::Osmosis}} is the {{c2::diffusion}} of {{c3::water}}.",
        "{{c1::red}}, {{c1::green}} and {{c1::blue}} are primary.",
        "{{c1::Osmosis::which process}} is the {{c1::diffusion::kind of motion}} of water.",
        "{{c1::Berlin}} is the capital of {{c1::Germany::country}}",
        "{{c1::der}} Hund",
        "{{c1::bread}} and butter",
        "Entropy: {{c1::a measure of the number of states of the parts that fit the whole}}",
        "In {{c1::1492}}, {{c1::Columbus}} sailed.",
        "{{c1::The {{c2::left}} ventricle}} pumps blood.",
        "$a^2 + b^2 = {{c1::c^2}}$",
        "`for {{c1::x}} in xs:`",
        "{{c1::私}}は{{c1::学生}}です",
        "May the {{c1::Force}} be with you.",
        "{{c1::Paris}} ![a map of it](map.png)",
        "{{c1::Paris}} [sound:paris.mp3]",
    ],
)
def test_enough(text: str) -> None:
    assert phrases(text) == []


def test_small_words_may_be_what_is_learned() -> None:
    assert phrases("How {{c1::are}} you?") == [C1]
    assert phrases("How {{c1::are}} you?", tags="[english]") == []
    assert phrases("To be, or {{c1::not to be}}") == [C1]
    assert phrases("To be, or {{c1::not to be}}", tags="[quotations]") == []


def test_a_hint_of_the_note_helps() -> None:
    assert phrases("{{c1::Paris}}", hint="The capital of France") == []
    assert phrases("{{c1::Paris}}", extra="The capital of France") == [C1]


def test_the_place_and_the_way_out() -> None:
    cards = "- id: a\n  cloze: '{{c1::A}} is the {{c1::b}}'\n- id: b\n  cloze: '{{c2::A}}'\n"
    told = findings(cards, language="en")
    several, one = (each for each in told if each.code == "W407")
    assert (several.span.place.line, one.span.place.line) == (4, 6)
    assert "numbers of their own" in several.help
    assert one.help.startswith("say more")


def test_a_note_is_told_once() -> None:
    assert phrases("{{c1::A}} {{c2::b}}, {{c3::c}}") == []
    assert len(phrases("{{c1::A}} is the {{c1::b}} of {{c2::the}} {{c2::of}}")) == 1


GAP = st.sampled_from(["{{c1::a}}", "{{c1::bc::hint}}", "{{c2::d}}", "{{c2::of::hint}}"])
TEXT = st.lists(st.one_of(GAP, st.sampled_from(["the", "of", "and", "stone", "wall"])), min_size=1)


@given(TEXT, st.sampled_from(["mountain", "river", "7", "日本"]))
def test_more_text_never_hurts(parts: list[str], more: str) -> None:
    text = " ".join([*parts, "{{c1::x}}"])
    assert len(phrases(f"{text} {more}")) <= len(phrases(text))


@given(TEXT)
def test_gaps_with_hints_are_enough(parts: list[str]) -> None:
    text = " ".join([*(part for part in parts if "{" not in part), "{{c1::x::a stone}}"])
    assert phrases(text) == []


def test_another_language() -> None:
    assert found("- {id: a, cloze: '{{c1::Paris}}'}\n", language="fr") == []
