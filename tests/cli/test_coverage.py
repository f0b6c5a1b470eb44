"""`cardsmith lint --coverage`: what of its sources a collection asks about."""

import json
from pathlib import Path

import pytest

from program import cardsmith
from shelf import ABOUT, shelf

OUTLINE = """\
# All about letters

Two of them.

## First

a

## Second

b

## Above

### Below

c
"""
CARDS = """\
deck: {name: T}
cards:
  - {id: a, front: x, back: a, source: l#first}
  - {id: b, front: y, back: a, source: l#first}
  - {id: c, front: z, back: a, source: 'l#below'}
  - {id: d, front: u, back: a, source: l}
"""


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    decks = shelf(tmp_path / "decks", letters=CARDS)
    (decks / "letters.md").write_text(OUTLINE, "utf-8")
    about = f"{ABOUT}sources: {{l: {{file: letters.md}}, w: {{url: 'https://example.org/w'}}}}\n"
    (decks / "collection.yaml").write_text(about, "utf-8")
    return decks


def test_sections_that_no_note_cites_stand_out(letters: Path) -> None:
    done = cardsmith("lint", "--coverage", letters)
    assert done.returncode == 0
    assert done.stdout == (
        "  2 notes  l#first   First\n"
        "  NO NOTE  l#second  Second\n"
        "   1 note  l#below   Below\n"
        "\n"
        "Notes cite 2 of 3 sections.\n"
    )


def test_for_scripts(letters: Path) -> None:
    done = cardsmith("lint", "--coverage", "--json", cwd=letters)
    assert json.loads(done.stdout)["sections"][1] == {
        "source": "l",
        "anchor": "second",
        "heading": "Second",
        "notes": 0,
    }


def test_no_outline(tmp_path: Path) -> None:
    done = cardsmith("lint", "--coverage", shelf(tmp_path / "decks"))
    assert done.stdout.startswith("No source is a file of the collection")


@pytest.mark.parametrize(
    "arguments", [["--format", "github"], ["a", "b"], ["--decks", "decks", "decks"]]
)
def test_wrong_use(letters: Path, arguments: list[str]) -> None:
    done = cardsmith("lint", "--coverage", *arguments, cwd=letters.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardsmith: --coverage ")
