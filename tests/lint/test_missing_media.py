import pytest

from cardsmith.diagnostics import Diagnostic
from cardsmith.lint import Subject, lint
from decks import collection, findings, found, read, said

MEDIA = ["img/a.png", "media/b.mp3", "media/my pic.png", "media/Cafe\u0301.png", "media/\xe4.png"]


def missing(cards: str) -> list[Diagnostic]:
    """What is not there; of the files that are, no note uses some."""
    return [each for each in findings(cards, media=MEDIA) if each.is_error]


@pytest.mark.parametrize(
    "text",
    [
        "![x](img/a.png)",
        "![x](./img/../img/a.png)",
        "[sound:b.mp3]",
        "[listen](b.mp3)",
        "![x](my%20pic.png)",
        "![x](<my pic.png>)",
        "![x](Caf\xe9.png)",
        "![x](a\u0308.png)",
        "[x](https://example.org/a.png)",
        "[mail](mailto:a@example.org)",
        "[above](#x)",
        "`![x](nope.png)`",
        "`[sound:nope.mp3]`",
        "a [sound] of nothing",
    ],
)
def test_what_is_there(text: str) -> None:
    assert missing(f"- id: a\n  front: q\n  back: '{text}'\n") == []


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
    (problem,) = missing(f"- id: a\n  front: q\n  back: '{text}'\n")
    assert said(problem) == (f"E203 5:9 the note `a` needs `{name}`, which is not there")


@pytest.mark.parametrize("path", ["../../b.png", "/etc/passwd", "img/../../b.png"])
def test_what_lies_outside(path: str) -> None:
    (problem,) = missing(f"- id: a\n  front: q\n  back: '![x]({path})'\n")
    assert said(problem) == f"E204 5:9 `{path}` lies outside the collection"


def test_every_field_is_looked_at() -> None:
    cards = """\
        - id: a
          front: '![x](f.png)'
          steps: {x: '![x](s.png)', y: two}
          extra: '[sound:e.mp3]'
          hint: '![x](h.png)'
        - {id: b, cloze: '{{c1::![x](c.png)}}'}
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
    deck = read("- {id: a, front: q, back: '![x](a.png)'}\n", "decks/img/test.yaml")
    assert lint(Subject(collection([deck], ["img/a.png"]), (deck,))) == []


def test_a_name_that_was_meant() -> None:
    (problem,) = missing("- {id: a, front: q, back: '![x](img/A.png)'}\n")
    assert problem.label == "did you mean `img/a.png`?"
