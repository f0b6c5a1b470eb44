"""The manual of problems: each code has a page, and what it shows as an example is one."""

import re
from collections.abc import Iterator

import pytest

from cardsmith.catalog import CATALOG
from cardsmith.deck import Source
from cardsmith.deckfile import collectionfile, source
from cardsmith.lint import Subject, lint
from cardsmith.manual import Page, page, pages
from decks import collection, read

SOURCES = {
    "lesson": Source("lesson", "The lesson", "lesson.md", {"order": "Order", "harness": "Harness"})
}
MEDIA = ("map.png", "media/map.png")
LEADS = ("What it objects to", "Why it hurts", "An example", "Better")


def name(each: Page) -> str:
    return each.name


def blocks(text: str) -> list[str]:
    """What is indented, piece by piece."""
    lines = (line for line in text.split("\n"))
    found, piece = list[str](), list[str]()
    for line in [*lines, "end"]:
        if line.startswith("    ") or (piece and not line):
            piece.append(line[4:])
        elif piece:
            found.append("\n".join(piece).strip("\n") + "\n")
            piece = []
    return found


def halves(each: Page) -> tuple[list[str], list[str]]:
    """The examples, and what is better."""
    bad, _, good = each.text.partition("\nBetter")
    return blocks(bad), blocks(good)


def codes_in(text: str) -> set[str]:
    """The codes that are found in an example."""
    if text.startswith("format:"):
        decoded = source.decode(text.encode(), "collection.yaml")
        assert isinstance(decoded, str)
        return {each.code for each in collectionfile.parse(decoded, "collection.yaml").problems}
    if not re.match(r"- |deck:|cards:", text):
        text = "- id: example\n" + "".join(f"  {line}\n" for line in completed(text))
    deck = read(text)
    whole = collection([deck], MEDIA, SOURCES, "en")
    rules = lint(Subject(whole, (deck,)))
    return {each.code for each in (*deck.problems, *rules)}


def completed(fields: str) -> Iterator[str]:
    """Lines that make a note of some of its fields."""
    keys = set(re.findall(r"^(\w+):", fields, re.MULTILINE))
    if not keys & {"front", "cloze"}:
        yield "front: A question about something?"
    yield from fields.splitlines()
    if not keys & {"back", "typed", "cloze", "choices", "steps", "answer"}:
        yield "back: something else"


def test_every_code_has_its_page() -> None:
    of_pages = [code for each in pages() for code in each.codes]
    assert sorted(of_pages) == sorted(CATALOG)
    for code in CATALOG:
        assert page(code.id) == page(code.id.lower()) == page(code.name)
    assert page("nothing") is None


@pytest.mark.parametrize("each", pages(), ids=name)
def test_a_page_has_its_four_parts(each: Page) -> None:
    places = [each.text.find(lead) for lead in LEADS]
    assert places == sorted(places)
    assert places[0] == 0
    assert -1 not in places
    assert each.title


# What no text of a deck can show: bytes, other files, the ledger.
ELSEWHERE = {
    *("E001", "E002", "E003", "E004", "E005", "E207", "E208"),
    *("W314", "W316", "W317", "W318", "W320", "W321"),
}


@pytest.mark.parametrize("each", pages(), ids=name)
def test_the_examples_are_what_they_say(each: Page) -> None:
    ours = {code.id for code in each.codes}
    bad, good = halves(each)
    if not ours & ELSEWHERE:
        assert bad
        assert good
    for text in bad:
        assert codes_in(text) & ours, text
    for text in good:
        assert not codes_in(text) & ours, text
        assert not any(code.startswith("E") for code in codes_in(text)), text
