"""Collections on disk, as tests write them."""

from pathlib import Path

ABOUT = """\
format: 1
id: 00000000-0000-4000-8000-000000000000
name: Test
language: en
licence: CC0-1.0
authors: [Somebody]
"""

ONE_OF_EACH = """\
deck: {name: "Test::Kinds"}
cards:
  - id: basic
    front: A plain question?
    back: A plain answer.
    extra: A word more.
  - id: gap
    cloze: A {{c1::hidden::what kind of}} word.
  - id: typed
    front: Which base?
    typed: Kimi K2.5
    accept: [K2.5]
  - id: choice
    front: Which stage?
    choices: [mid-training, SFT, RL]
    answer: SFT
  - id: order
    front: Which letters, in order?
    steps: {a: alpha, b: beta, g: gamma}
"""


def shelf(folder: Path, **decks: str) -> Path:
    """Write a collection: `collection.yaml`, and a deck file for each keyword."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "collection.yaml").write_text(ABOUT, "utf-8")
    for name, text in decks.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def basics(*ids: str) -> str:
    """A deck of basic notes, each asking for its own id."""
    cards = "".join(f"  - {{id: {i}, front: 'Name of {i}?', back: 'It is {i}.'}}\n" for i in ids)
    return f'deck: {{name: "Test::Basics"}}\ncards:\n{cards}'
