import pytest

import decks

MEDIA = ["media/map.png", "media/a b.png", "media/hiss.mp3", "media/Tide.WEBM"]


def found(cards: str) -> list[str]:
    """What this rule finds; files may lie about unused."""
    return [each for each in decks.found(cards, media=MEDIA) if each.startswith("W312")]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("![](map.png)", "map.png"),
        ("Which? ![ ](map.png)", "map.png"),
        ("**![](map.png)**", "map.png"),
        ("[![](map.png)](map.png)", "map.png"),
        ('![](map.png "A map")', "map.png"),
        ("![](<a b.png>)", "a b.png"),
    ],
)
def test_a_picture_without_words(text: str, source: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: '{text}'\n") == [
        f"W312 5:9 no words stand for the picture `{source}`"
    ]


@pytest.mark.parametrize(
    ("file", "kind"), [("hiss.mp3", "sound"), ("Tide.WEBM", "film"), ("map.png", "picture")]
)
def test_what_has_no_words_is_called_what_it_is(file: str, kind: str) -> None:
    assert found(f"- {{id: a, front: q, back: '![]({file})'}}\n") == [
        f"W312 3:27 no words stand for the {kind} `{file}`"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "![a map](map.png)",
        "![地図](map.png)",
        "![خريطة](map.png)",
        "![*a*](map.png)",
        "`![](map.png)`",
        "!\\[](map.png)",
        "[](map.png)",
        "![] (map.png)",
        "[sound:map.png]",
        "$![](x)$",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: '{text}'\n") == []


def test_code_is_left_alone() -> None:
    assert found("- id: a\n  front: q\n  back: |\n    ```\n    ![](x.png)\n    ```\n") == []


def test_every_text_is_looked_at() -> None:
    cards = """\
        - id: a
          front: '![](map.png)'
          steps: {x: '![](map.png)', y: two}
          extra: '![](map.png)'
          hint: '![](map.png)'
        - {id: b, cloze: '{{c1::![](map.png)}} is a map'}
        """
    assert [each.split(":")[0] for each in found(cards)] == [f"W312 {n}" for n in range(4, 9)]


def test_plain_texts_have_no_pictures() -> None:
    assert found("- {id: a, front: q, typed: '![](map.png)'}\n") == []
