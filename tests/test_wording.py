"""How two wordings differ."""

import pytest

from cardsmith.wording import is_same_answer, likeness, stretches


def marked(old: str, new: str) -> str:
    return "".join(
        part.old
        if part.alike
        else f"[-{part.old}-]" * bool(part.old) + f"{{+{part.new}+}}" * bool(part.new)
        for part in stretches(old, new)
    )


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("A plain answer.", "A better answer.", "A [-plain-]{+better+} answer."),
        ("the cat sat", "the cat", "the cat[- sat-]"),
        ("one two", "one big two", "one {+big +}two"),
        # No word stands between these two, so they are one change.
        ("the cat sat down", "a dog sat down", "[-the cat-]{+a dog+} sat down"),
        ("Lima", "It is Lima.", "{+It is +}Lima{+.+}"),
        ("Lima", "Quito", "[-Lima-]{+Quito+}"),
        # Little in common: no mosaic.
        ("one is enough for all of us", "for most all hope is lost now", None),
        ("在北京的大学", "在上海的大学", "在[-北京-]{+上海+}的大学"),
        ("don't stop", "don't go", "don't [-stop-]{+go+}"),
        ("x = a-b", "x = a+b", "x = a[---]{+++}b"),
        ("a\nb", "a\nc", "a\n[-b-]{+c+}"),
        ("same", "same", "same"),
        ("", "new", "{+new+}"),
        ("", "", ""),
    ],
)
def test_words_that_changed_are_set_off(old: str, new: str, shown: str | None) -> None:
    assert marked(old, new) == (f"[-{old}-]{{+{new}+}}" if shown is None else shown)


def test_a_text_made_to_take_long_is_shown_whole() -> None:
    old, new = "a b " * 5_000, "b a " * 5_000
    assert len(stretches(f"x {old}", f"y {new}")) <= 3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lima", "lima"),
        ("Lima", "Lima."),
        ("Lima", "It is Lima"),
        ("continued pretraining on short sequences", "continued pre-training on short sequences"),
        ("x" * 500, "x" * 500),
    ],
)
def test_the_same_answer_in_other_words(old: str, new: str) -> None:
    assert is_same_answer(old, new)
    assert is_same_answer(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lima", "Quito"),
        ("1969", "1968"),
        ("a < b", "a > b"),
        ("", "Lima"),
        ("one two three " * 40, "four five six " * 40),
    ],
)
def test_another_answer(old: str, new: str) -> None:
    assert not is_same_answer(old, new)
    assert not is_same_answer(new, old)


def test_likeness_goes_by_words() -> None:
    assert likeness("Which base?", "which base") == 1
    assert likeness("Which base?", "") == 0
    assert likeness("?", "?") == 1
    assert 0 < likeness("the base model", "the chosen model") < 1
    assert likeness("在北京的大学", "在上海的大学") > 0.5
    assert likeness("a " * 1_000, "a " * 1_000) == 1
