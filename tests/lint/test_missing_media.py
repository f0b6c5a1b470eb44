import pytest

from cardsmith.lint import Subject, lint
from cardsmith.markup import media_references
from decks import collection, findings, found, read

MEDIA = ["img/a.png", "media/b.mp3", "media/my pic.png", "media/Cafe\u0301.png", "media/\xe4.png"]


@pytest.mark.parametrize(
    "text",
    [
        "![x](img/a.png)",
        "![x](./img/../img/a.png)",
        "[sound:b.mp3]",
        "[listen](b.mp3)",
        "![](my%20pic.png)",
        "![](<my pic.png>)",
        "![](Caf\xe9.png)",
        "![](a\u0308.png)",
        "![x](https://example.org/a.png)",
        "[mail](mailto:a@example.org)",
        "[above](#x)",
        "`![x](nope.png)`",
        "`[sound:nope.mp3]`",
        "a [sound] of nothing",
    ],
)
def test_what_is_there(text: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: '{text}'\n", media=MEDIA) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("![x](nope.png)", "nope.png"),
        ("[sound:nope.mp3]", "nope.mp3"),
        ("![x](a.png)", "a.png"),
        ("![x](img/A.png)", "img/A.png"),
        ("**[x](nope.pdf)**", "nope.pdf"),
    ],
)
def test_what_is_missing(text: str, name: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: '{text}'\n", media=MEDIA) == [
        f"E203 5:9 the note `a` needs `{name}`, which is not there"
    ]


@pytest.mark.parametrize("path", ["../../b.png", "/etc/passwd", "img/../../b.png"])
def test_what_lies_outside(path: str) -> None:
    assert found(f"- id: a\n  front: q\n  back: '![]({path})'\n", media=MEDIA) == [
        f"E204 5:9 `{path}` lies outside the collection"
    ]


def test_every_field_is_looked_at() -> None:
    cards = """\
        - id: a
          front: '![](f.png)'
          steps: {x: '![](s.png)', y: two}
          extra: '[sound:e.mp3]'
          hint: '![](h.png)'
        - {id: b, cloze: '{{c1::![](c.png)}}'}
        """
    assert [problem.split("`")[3] for problem in found(cards)] == [
        "f.png",
        "s.png",
        "e.mp3",
        "h.png",
        "c.png",
    ]


def test_plain_texts_name_no_files() -> None:
    assert found("- {id: a, front: q, typed: '[sound:x.mp3]'}\n") == []


def test_paths_start_from_the_file() -> None:
    deck = read("- {id: a, front: q, back: '![](a.png)'}\n", "decks/img/test.yaml")
    assert lint(Subject(collection([deck], MEDIA), (deck,), media_references)) == []


def test_a_name_that_was_meant() -> None:
    (problem,) = findings("- {id: a, front: q, back: '![](img/A.png)'}\n", media=MEDIA)
    assert problem.label == "did you mean `img/a.png`?"
