"""W320."""

from pathlib import Path

import pytest

from decks import findings
from program import cardsmith
from shelf import basics, shelf

CARDS = "- {id: a, front: q, back: b}\n"


def clashes(*media: str) -> list[tuple[str, str]]:
    """The files that are told, with those that they clash with; no note uses any."""
    return [
        (each.span.path, each.remarks[0].span.path if each.remarks[0].span else "")
        for each in findings(CARDS, media=media)
        if each.code == "W320"
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("media/Map.png", "media/map.png"),
        ("media/map.PNG", "media/map.png"),
        ("Media/map.png", "media/map.png"),
        ("media/Caf\xe9.png", "media/cafe\u0301.png"),
        ("Test.yaml", "test.yaml"),
        ("Collection.yaml", "collection.yaml"),
        ("Released.jsonl", "released.jsonl"),
        ("Lesson.md", "lesson.md"),
    ],
)
def test_names_that_are_one_on_some_systems(one: str, other: str) -> None:
    taken = {other} - {"test.yaml", "collection.yaml", "released.jsonl"}
    assert clashes(one, *taken) == [(f"decks/{other}", f"decks/{one}")]


@pytest.mark.parametrize(
    "media",
    [
        ("media/map.png", "media/map.jpg"),
        ("media/map.png", "img/Map.png"),
        ("media/cafe.png", "media/caf\xe9.png"),
        ("media/a-b.png", "media/a_b.png"),
        (),
    ],
)
def test_names_that_are_two_everywhere(media: tuple[str, ...]) -> None:
    assert clashes(*media) == []


def test_the_program_says_so_of_the_whole_collection_alone(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", verbs=basics("a"))
    (decks / "Verbs.yaml").write_text(basics("b"), "utf-8")
    done = cardsmith("lint", "--select", "W320", "--format", "concise", cwd=tmp_path)
    assert done.stdout.splitlines()[0] == (
        "decks/verbs.yaml:1:1: W320 `verbs.yaml` and `Verbs.yaml` are one name on some systems"
    )
    assert done.returncode == 0
