"""Typed answers: the verdict, and what stands beside what."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.comparison import FORGIVABLE, Verdict, compare

CPT = ("continued pretraining", "continual pretraining", "mid-training", "CPT")


@pytest.mark.parametrize(
    ("typed", "answers", "verdict"),
    [
        ("continued pretraining", CPT, Verdict.RIGHT),
        ("  Continued   Pretraining ", CPT, Verdict.RIGHT),
        ("cpt", CPT, Verdict.RIGHT),
        ("continued pre-training", CPT, Verdict.NEARLY),
        ("continued pretrainig", CPT, Verdict.NEARLY),
        ("midtraining", CPT, Verdict.NEARLY),
        ("finetuning", CPT, Verdict.WRONG),
        ("", CPT, Verdict.NOTHING),
        ("   ", CPT, Verdict.NOTHING),
        ("256k", ("256K",), Verdict.RIGHT),
        ("265k", ("256K",), Verdict.WRONG),
        ("128K", ("256K",), Verdict.WRONG),
        ("cafe", ("café",), Verdict.NEARLY),
        ("cafe\u0301", ("café",), Verdict.RIGHT),
        ("C", ("C++",), Verdict.WRONG),
        ("straße", ("STRASSE",), Verdict.RIGHT),
        ("...", ("x",), Verdict.WRONG),
        ("kimi k25", ("Kimi K2.5",), Verdict.WRONG),
        ("kmi k2.5", ("Kimi K2.5",), Verdict.NEARLY),
        ("Kimi K2.5 by Moonshot", ("Kimi K2.5",), Verdict.NEARLY),
        ("262,144 tokens", ("256K", "262144"), Verdict.NEARLY),
        ("262,144", ("262144",), Verdict.NEARLY),
        ("-5", ("5",), Verdict.WRONG),
        ("35", ("3.5",), Verdict.WRONG),
        ("1.10", ("11.0",), Verdict.WRONG),
        ("GPT 4", ("GPT-4",), Verdict.NEARLY),
        ("x != y", ("x == y",), Verdict.WRONG),
        ("x==y", ("x == y",), Verdict.NEARLY),
        ("discontinued pretraining", CPT, Verdict.WRONG),
        ("SFX", ("SFT",), Verdict.WRONG),
        ("tu", ("tú",), Verdict.NEARLY),
        # What keyboards lack.
        ("-5", ("\u22125",), Verdict.RIGHT),
        ("5", ("\u22125",), Verdict.WRONG),
        ("CO2", ("CO₂",), Verdict.RIGHT),
        ("Schrödinger's cat", ("Schrödinger\u2019s cat",), Verdict.RIGHT),
        ('"so"', ("\u201eso\u201c",), Verdict.RIGHT),
        ("x^2", ("x²",), Verdict.RIGHT),
        ("10^6", ("10⁶",), Verdict.RIGHT),
        ("106", ("10⁶",), Verdict.WRONG),
        ("1/2", ("½",), Verdict.RIGHT),
        ("3 1/2", ("3½",), Verdict.RIGHT),
        ("3", ("٣",), Verdict.RIGHT),
        ("A1", ("Ａ１",), Verdict.RIGHT),  # noqa: RUF001 - of full width
        ("1990-2000", ("1990\u20132000",), Verdict.RIGHT),
    ],
)
def test_the_verdict(typed: str, answers: tuple[str, ...], verdict: Verdict) -> None:
    assert compare(typed, answers).verdict is verdict


def test_the_nearest_answer_is_shown() -> None:
    assert compare("mid trainin", CPT).wanted == "mid-training"
    assert compare("", CPT).wanted == CPT[0]


def test_letters_stand_beside_each_other() -> None:
    result = compare("pretrainig", ("pretraining",))
    assert [(s.typed, s.wanted, s.alike) for s in result.stretches] == [
        ("pretraini", "pretraini", True),
        ("", "n", False),
        ("g", "g", True),
    ]


def tidy(text: str) -> str:
    return " ".join(normalize("NFC", text).split())


@given(st.text(max_size=30), st.lists(st.text(max_size=30), min_size=1, max_size=3))
def test_the_stretches_hold_both_texts_whole(typed: str, answers: list[str]) -> None:
    result = compare(typed, answers)
    assert "".join(s.typed for s in result.stretches) == tidy(typed)
    assert "".join(s.wanted for s in result.stretches) == tidy(result.wanted)
    assert result.wanted in answers


@given(st.text(min_size=1, max_size=30).filter(str.strip), st.lists(st.text(), max_size=3))
def test_an_answer_typed_exactly_is_right(answer: str, others: list[str]) -> None:
    assert compare(answer, [*others, answer]).verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("typed", "wanted", "forgiven", "verdict"),
    [
        ("paris", "Paris", set(), Verdict.NEARLY),
        ("paris", "Paris", {"case"}, Verdict.RIGHT),
        ("Cafe", "Café", {"accents"}, Verdict.RIGHT),
        ("cafe", "Café", {"accents"}, Verdict.NEARLY),
        ("cafe", "Café", {"accents", "case"}, Verdict.RIGHT),
        ("pre training", "pre-training", {"punctuation"}, Verdict.RIGHT),
        ("pretraining", "pre-training", {"punctuation"}, Verdict.RIGHT),
        ("yes", "Yes.", {"punctuation", "case"}, Verdict.RIGHT),
        ("35", "3.5", {"punctuation"}, Verdict.WRONG),
        ("5", "-5", {"punctuation"}, Verdict.WRONG),
        ("x = y", "x == y", {"punctuation"}, Verdict.WRONG),
        (".", ";", {"punctuation"}, Verdict.WRONG),
        ("-x", "x", {"punctuation"}, Verdict.WRONG),
        ("f()", "f", {"punctuation"}, Verdict.WRONG),
        # A mark that makes another letter is no accent.
        ("かっこう", "がっこう", {"accents"}, Verdict.NEARLY),  # one letter in four, not none
        ("はん", "ぱん", {"accents"}, Verdict.WRONG),
        ("กน", "กิน", {"accents"}, Verdict.WRONG),
        ("мой", "мои", {"accents"}, Verdict.WRONG),
        ("слова", "слова\u0301", {"accents"}, Verdict.RIGHT),
        ("Αθηνα", "Αθήνα", {"accents"}, Verdict.RIGHT),
        ("كتب", "كَتَبَ", {"accents"}, Verdict.RIGHT),
    ],
)
def test_what_is_forgiven_is_set_by_the_learner(
    typed: str, wanted: str, forgiven: set[str], verdict: Verdict
) -> None:
    assert compare(typed, (wanted,), forgiven).verdict is verdict


@given(st.text(max_size=12), st.text(max_size=12))
def test_whoever_forgives_more_is_never_stricter(typed: str, wanted: str) -> None:
    order = [Verdict.NOTHING, Verdict.WRONG, Verdict.NEARLY, Verdict.RIGHT]
    verdicts = [
        order.index(compare(typed, (wanted,), frozenset(FORGIVABLE[:number])).verdict)
        for number in range(len(FORGIVABLE) + 1)
    ]
    assert verdicts == sorted(verdicts)


def test_an_answer_that_is_like_none_is_held_against_the_first() -> None:
    result = compare("zzz", ("continued pretraining", "zebra crossing"))
    assert (result.verdict, result.wanted) == (Verdict.WRONG, "continued pretraining")
