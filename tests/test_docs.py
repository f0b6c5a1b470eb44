"""The pages say what is so: their examples are tried."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardsmith import cloze
from cardsmith.deck import Basic, Cloze
from decks import read

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "edge-cases.md").read_text("utf-8")
ROW = re.compile(r"^\| (?P<tick>`+)(?P<written>.+?)(?P=tick) \| (?P<right>.+) \|$", re.MULTILINE)


def rows(title: str) -> Iterator[tuple[str, str]]:
    """What is written, and what is said of it, in the tables of a section."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    for row in ROW.finditer(section):
        written, right = row["written"].replace("\\|", "|"), row["right"].strip()
        yield written, right.strip("`").strip() if right.startswith("`") else right


def verdict(note: str) -> object:
    """The only note, or the codes of what is wrong."""
    deck = read(note)
    return deck.notes[0] if deck.notes else {problem.code for problem in deck.problems}


@pytest.mark.parametrize(("written", "right"), [*rows("Texts")])
def test_texts(written: str, right: str) -> None:
    found = verdict(f"- id: a\n  front: q\n  back: {written}\n  extra: x\n")
    if re.fullmatch(r"E\d{3}", right):
        assert found == {right}
    else:
        assert getattr(found, "content", found) == Basic("q", json.loads(right))


BLOCKS = re.findall(r"```yaml\n(.*?)```\n```json\n(.*?)\n```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("fields", "right"), BLOCKS)
def test_several_lines(fields: str, right: str) -> None:
    indented = fields.replace("\n", "\n  ").rstrip(" ")
    found = verdict(f"- id: a\n  front: q\n  {indented}")
    assert getattr(found, "content", found) == Basic("q", json.loads(right))


@pytest.mark.parametrize(("written", "right"), [*rows("Ids and tags")])
def test_ids_and_tags(written: str, right: str) -> None:
    field = "tags" if right == "E117" or "::" in written or written in {"verb", "größe"} else "id"
    note = {
        "id": f"- id: {written}\n  front: q\n  back: b\n",
        "tags": f"- id: a\n  front: q\n  back: b\n  tags: [{written!r}]\n",
    }[field]
    found = verdict(note)
    assert found == {right} if right != "fine" else not isinstance(found, set)


@pytest.mark.parametrize(("written", "right"), [*rows("Cloze")])
def test_cloze(written: str, right: str) -> None:
    found = verdict(f"- id: a\n  cloze: '{written}'\n")
    if re.fullmatch(r"E\d{3}", right):
        assert found == {right}
        return
    content = getattr(found, "content", found)
    assert isinstance(content, Cloze)
    texts = [cloze.gap_text(content.pieces, n) for n in cloze.numbers(content.pieces)]
    assert texts == json.loads(right)


def test_all_tables_are_tried() -> None:
    assert len([*rows("Texts")]) > 30
    assert len(BLOCKS) == 4
    assert len([*rows("Cloze")]) == 14
    assert len([*rows("Ids and tags")]) == 16


LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


@pytest.mark.parametrize(
    "page", sorted(DOCS.parent.glob("*.md")) + sorted(DOCS.rglob("*.md")), ids=str
)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"(?s)```.*?```|(`+)(?!`).+?(?<!`)\1(?!`)", "", page.read_text("utf-8"))
    for target, _ in LINK.findall(text):
        assert (page.parent / target).exists(), target
