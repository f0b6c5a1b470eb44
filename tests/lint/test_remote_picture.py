import pytest

import decks

MEDIA = ["media/map.png"]


def found(cards: str) -> list[str]:
    """What this rule finds; files may lie about unused."""
    return [each for each in decks.found(cards, media=MEDIA) if each.startswith("W313")]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("![a map](https://example.org/a.png)", "picture `https://example.org/a.png`"),
        ("![a map](HTTP://example.org/a.png)", "picture `HTTP://example.org/a.png`"),
        ("![a map](//example.org/a.png)", "picture `//example.org/a.png`"),
        ("![a map](<https://example.org/a b.png>)", "picture `https://example.org/a b.png`"),
        ("[sound:https://example.org/a.mp3]", "sound `https://example.org/a.mp3`"),
        ("[sound:https://example.org/a.webm]", "film `https://example.org/a.webm`"),
        ("[sound:https://example.org/a]", "sound `https://example.org/a`"),
        ("![rain](https://example.org/a.mp3?b=c)", "sound `https://example.org/a.mp3?b=c`"),
        ("[![a map](https://e.org/a.png)](https://e.org)", "picture `https://e.org/a.png`"),
    ],
)
def test_what_lies_elsewhere(text: str, what: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: '{text}'\n") == [
        f"W313 5:9 the {what} is not part of the collection"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "![a map](map.png)",
        "[a page](https://example.org/a.png)",
        "<https://example.org/a.png>",
        "https://example.org/a.png",
        "[![a map](map.png)](https://example.org)",
        "`![a map](https://example.org/a.png)`",
        "`[sound:https://example.org/a.mp3]`",
        "![a dot](data:image/png;base64,AAAA)",
        "![https://example.org](map.png)",
        "$[sound:https://x]$",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: '{text}'\n") == []


def test_code_and_plain_texts_are_left_alone() -> None:
    picture = "![a map](https://example.org/a.png)"
    assert found(f"- id: a\n  front: q\n  back: |\n    ```\n    {picture}\n    ```\n") == []
    assert found(f"- {{id: a, front: q, typed: '{picture}'}}\n") == []
