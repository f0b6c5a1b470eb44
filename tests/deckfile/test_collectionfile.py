"""`collection.yaml`, and the headings of outlines."""

import pytest

from cardsmith.deckfile.collectionfile import (
    CollectionFile,
    anchors,
    parse,
    passage,
    place_of_source,
)
from decks import said

GOOD = """\
format: 1
id: 0f3c9a52-test
name: Capitals
language: pt-BR
licence: CC-BY-4.0
authors: [Ana, Ben]
repository: https://example.org/capitals
tag_root: world::capitals
sources:
  atlas: {file: texts/atlas.md, title: A small atlas}
  web: {url: https://example.org/atlas}
"""


def problems(text: str) -> list[str]:
    return [said(each) for each in parse(text, "collection.yaml").problems]


def test_all_of_it() -> None:
    read = parse(GOOD, "c")
    assert read.problems == ()
    assert read[:7] == (
        "0f3c9a52-test",
        "Capitals",
        "pt-BR",
        "CC-BY-4.0",
        ("Ana", "Ben"),
        "https://example.org/capitals",
        "world::capitals",
    )
    assert dict(read.sources) == {
        "atlas": ("A small atlas", "texts/atlas.md", ""),
        "web": ("web", "", "https://example.org/atlas"),
    }
    assert place_of_source(GOOD, "c", "atlas") == (10, 17, 10, 31)


def test_the_least_of_it() -> None:
    assert parse("format: 1\nid: abcdefgh\nname: X\n", "c") == CollectionFile("abcdefgh", "X")


@pytest.mark.parametrize("rest", ["", "cards_per_day: 3\nid: [odd]\n"])
def test_a_newer_format_is_only_that(rest: str) -> None:
    assert problems(f"{rest}format: 2\n") == [
        f"E119 {rest.count(chr(10)) + 1}:9 format 2 needs a newer cardsmith; this one knows 1"
    ]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("format: 1", "format: one", ["E120 1:9 `format` is not a number"]),
        ("format: 1\n", "", ["E104 1:1 there is no `format`"]),
        ("name: Capitals\n", "", ["E104 1:1 there is no `name`"]),
        ("name: Capitals", "name:", ["E108 3:6 `name` is empty"]),
        ("0f3c9a52-test", "short", ["E120 2:5 `id` is not of its form"]),
        ("0f3c9a52-test", "Has Capitals", ["E120 2:5 `id` is not of its form"]),
        ("pt-BR", "Brazilian Portuguese", ["E120 4:11 `language` is not of its form"]),
        ("https://example.org/capitals", "git@x", ["E120 7:13 `repository` is not of its form"]),
        ("world::capitals", "a b", ["E120 8:11 `tag_root` is not of its form"]),
        ("[Ana, Ben]", "Ana", ["E102 6:10 `authors` must be a list"]),
        ("licence", "license", ["E105 5:1 unknown key `license`"]),
        ("texts/atlas.md", "../atlas.md", ["E120 10:17 `file` is not of its form"]),
        ("texts/atlas.md", "/atlas.md", ["E120 10:17 `file` is not of its form"]),
        (
            "file: texts/atlas.md, ",
            "",
            ["E104 10:11 the source `atlas` has neither `file` nor `url`"],
        ),
        (
            "title: A small atlas",
            "url: https://x.org",
            ["E104 10:33 the source `atlas` has both `file` and `url`"],
        ),
        (
            "{file: texts/atlas.md, title: A small atlas}",
            "atlas.md",
            ["E102 10:10 `atlas` must be a mapping"],
        ),
        ("web:", "atlas:", ["E103 11:3 `atlas` is given twice"]),
        ("web:", "'#':", ["E120 11:3 `#` is not a name of a source"]),
        ("web:", "'':", ["E120 11:3 the name of a source is empty"]),
        ("titl", "tilt", ["E105 10:33 unknown key `tilte`"]),
        (
            "name: Capitals",
            "name: Capitals: all",
            ["E006 3:15 the text contains `: `, which would begin a value"],
        ),
    ],
)
def test_what_is_wrong(old: str, new: str, found: list[str]) -> None:
    assert problems(GOOD.replace(old, new, 1)) == found


@pytest.mark.parametrize("text", ["", "- a\n", "text\n"])
def test_no_mapping(text: str) -> None:
    assert problems(text) == ["E104 1:1 the file says nothing"]


def test_sources_are_a_mapping() -> None:
    least = "format: 1\nid: abcdefgh\nname: X\n"
    assert problems(f"{least}sources: [a]\n") == ["E102 4:10 `sources` must be a mapping"]
    assert problems(f"{least}sources:\n") == []


OUTLINE = """\
# The *whole* `outline`

Text # no heading
## Short context
## Short context
### What's new? — Überblick & more
##No heading
#
## A [link](https://x.org) here ##

```
# in a fence
```
~~~~ text
~~~
## still inside
~~~~
    # code
## Last_one
"""


def test_headings_have_the_anchors_that_github_gives_them() -> None:
    assert anchors(OUTLINE) == {
        "the-whole-outline": "The *whole* `outline`",
        "short-context": "Short context",
        "short-context-1": "Short context",
        "whats-new--überblick--more": "What's new? — Überblick & more",
        "": "",
        "a-link-here": "A link here",
        "last_one": "Last_one",
    }


SECTIONS = "# Top\n\nIntro.\n\n## One\n\nText.\n\n```\n## no heading\n```\n\n## One\n\nAgain.\n"


@pytest.mark.parametrize(
    ("anchor", "section"),
    [
        ("top", "# Top\n\nIntro."),
        ("one", "## One\n\nText.\n\n```\n## no heading\n```"),
        ("one-1", "## One\n\nAgain."),
        ("none", ""),
    ],
)
def test_the_passage_of_an_anchor_ends_at_the_next_heading(anchor: str, section: str) -> None:
    assert passage(SECTIONS, anchor) == section
