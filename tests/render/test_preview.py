"""The page of a collection: what is on it, and what it may do."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest

from cardsmith.diagnostics import Diagnostic, Place, Span
from cardsmith.lint import Subject, lint
from cardsmith.render.preview import Home, Page, page
from decks import collection, read
from packages import TEMPLATES

KINDS = """\
deck: {name: "Test::Kinds", tags: [all]}
cards:
  - {id: basic, front: A question, back: an answer, tags: [one, "two::three"]}
  - {id: both, front: der Hund, back: the dog, reverse: true}
  - {id: gaps, cloze: "{{c1::a}} b {{c3::c}}"}
  - {id: typed, front: Which base, typed: Kimi K2.5}
  - {id: choice, front: Which stage, choices: [SFT, RL], answer: RL}
  - {id: order, front: In order, steps: {a: alpha, b: beta, c: gamma}}
"""
BROKEN = """\
deck: {name: "Test::Broken"}
cards:
  - {id: sound, front: a, back: b}
  - id: half
    front: the front alone
  # about the next one
  - front: nameless
    back: x
  - {id: last, front: a2, back: b2}
"""


def shown(
    *texts: str, media: tuple[str, ...] = (), home: Home | None = None, is_live: bool = False
) -> Page:
    """The page of some deck files: `decks/0.yaml` and so on."""
    decks = tuple(read(text, f"decks/{number}.yaml") for number, text in enumerate(texts))
    subject = Subject(collection(decks, media), decks)
    found = [*(problem for deck in decks for problem in deck.problems), *lint(subject)]
    return page(subject, found, TEMPLATES, digest, home or Home(), is_live=is_live)


def digest(path: str) -> str:
    return sha256(path.encode()).hexdigest()


def articles(made: Page) -> dict[str, str]:
    """The HTML of each entry, by its name on the page."""
    found = re.findall(r'<article id="note-([^"]*)".*?</article>', made.html, re.DOTALL)
    return {
        name: re.search(rf'<article id="note-{name}".*?</article>', made.html, re.DOTALL)[0]  # type: ignore[index]
        for name in map(re.escape, found)
    }


def text(html: str) -> str:
    """What can be read in HTML."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def sides(html: str) -> list[str]:
    """What can be read on the sides of the cards of an entry."""
    trees = re.findall(r'<template shadowrootmode="open">(.*?)</template>', html, re.DOTALL)
    return [text(tree) for tree in trees]


# --- cards


def test_every_card_has_its_two_sides() -> None:
    found = articles(shown(KINDS))
    assert {
        name: [s.removeprefix("Kinds ") for s in sides(html)] for name, html in found.items()
    } == {
        "basic": ["A question", "A question an answer"],
        "both": ["der Hund", "der Hund the dog", "the dog", "the dog der Hund"],
        "gaps": ["[...] b c", "a b c", "a b [...]", "a b c"],
        "typed": ["Which base", "Which base Kimi K2.5"],
        "choice": ["Which stage SFT RL", "Which stage SFT RL"],
        "order": [
            "In order … … …",
            "In order … … … alpha beta gamma",
            "In order alpha ?",
            "In order alpha ? beta",
            "In order beta ?",
            "In order beta ? gamma",
        ],
    }


def test_cards_are_named_where_there_are_several() -> None:
    found = articles(shown(KINDS))
    names = {
        name: re.findall("<h4>(.*?) <small>(.*?)</small>", html) for name, html in found.items()
    }
    assert names["basic"] == []
    assert names["both"] == [("both", "basic"), ("both/reverse", "reverse")]
    assert names["gaps"] == [("gaps/c1", "cloze"), ("gaps/c3", "cloze")]
    assert names["order"] == [("order", "sequence"), ("order/b", "step"), ("order/c", "step")]


def test_notes_have_what_the_filter_asks_for() -> None:
    html = articles(shown(KINDS))["basic"]
    assert 'data-id="basic" data-deck="Test::Kinds" data-tags="all one two::three"' in html


def test_decks_and_tags_are_suggested_once() -> None:
    options = re.findall("<option value=['\"](.*?)['\"]></option>", shown(KINDS, BROKEN).html)
    assert options == [
        'deck:"Test::Kinds"',
        'deck:"Test::Broken"',
        *("tag:all", "tag:one", "tag:two::three"),
    ]


def test_only_files_that_cards_show_are_needed() -> None:
    made = shown(
        'deck: {name: T}\ncards:\n  - {id: p, front: "![map](a.png)", back: "[sound:b.mp3]"}\n',
        media=("a.png", "b.mp3", "unused.png"),
    )
    assert [file.path for file in made.media] == ["a.png", "b.mp3"]
    assert all(f'src="{file.name}"' in made.html for file in made.media)


def test_maths_is_explained_where_there_is_some() -> None:
    found = articles(shown("deck: {name: T}\ncards:\n  - {id: m, front: $x^2$, back: x}\n", KINDS))
    assert [name for name, html in found.items() if "Anki typesets" in html] == ["m"]


# --- findings


def test_a_broken_entry_is_named_with_what_is_wrong_and_what_it_says() -> None:
    found = articles(shown(BROKEN))
    assert list(found) == ["sound", "half", "without\\-id", "last"]
    half = text(found["half"])
    assert "error E104 `back`" not in half  # backticks become code
    assert "error E104" in half
    assert "This entry makes no cards." in half
    assert "- id: half front: the front alone" in half
    assert "about the next one" not in half
    assert "Line 7" in text(found["without\\-id"])
    assert "E106" in found["without\\-id"]
    assert ["E1" in found[name] for name in ("sound", "last")] == [False, False]


def test_all_findings_stand_on_top_too_and_lead_to_their_notes() -> None:
    top = shown(BROKEN).html.partition("<main")[0]
    assert "2 errors; 4 notes in 1 file seen, 2 with findings." in top
    assert re.findall('<a href="(#note-.*?)"', top) == ["#note-half", "#note-without-id"]


def test_a_finding_about_no_note_stands_on_top_in_full() -> None:
    made = shown("deck: {name: T, tag: [x]}\ncards:\n  - {id: a, front: q, back: x}\n")
    top, _, notes = made.html.partition("<main")
    assert "<code>tag</code>" in top
    assert "did you mean <code>tags</code>?" in top
    assert "decks/0.yaml:1" in top
    assert "E105" not in notes


def test_a_file_that_cannot_be_read_does_not_hide_the_others() -> None:
    made = shown("deck: [\n", KINDS)
    assert "E006" in made.html
    assert len(articles(made)) == 6


def test_help_keeps_its_lines_to_paste() -> None:
    html = articles(
        shown("deck: {name: T}\ncards:\n  - id: h\n    front: C # major\n    back: x\n")
    )
    assert '<pre dir="auto">    front: &#39;C # major&#39;</pre>' in html["h"]


def test_a_note_that_cannot_be_exported_leaves_the_others() -> None:
    made = shown('deck: {name: T}\ncards:\n  - {id: p, front: "![m](no.png)", back: x}\n', KINDS)
    found = articles(made)
    assert "This note cannot be exported: files are missing: p names no.png" in text(found["p"])
    assert "E203" in found["p"]
    assert sides(found["basic"])


def test_notes_with_one_id_have_different_names_on_the_page() -> None:
    one = "deck: {name: T}\ncards:\n  - {id: a, front: q, back: x}\n"
    made = shown(one, one.replace("q", "r"))
    assert re.findall('<article id="(.*?)"', made.html) == ["note-a", "note-a~2"]
    assert made.html.count('id="note-a"') == 1
    assert "E201" in articles(made)["a\\~2"]


def test_two_entries_on_a_line_are_told_apart() -> None:
    made = shown(
        "deck: {name: T}\ncards: [{id: a, front: q, back: x}, {id: b, front: r, back: y}]\n"
    )
    assert list(articles(made)) == ["a", "b"]


# --- places


@pytest.mark.parametrize(
    ("home", "address"),
    [
        (Home(), ""),
        (Home("ssh://git@example.org/x"), ""),
        (Home("https://github.com/a/b"), "https://github.com/a/b/blob/HEAD/x%20y.yaml#L7"),
        (Home("https://github.com/a/b.git/"), "https://github.com/a/b/blob/HEAD/x%20y.yaml#L7"),
        (Home("https://github.com/a/b", "d/"), "https://github.com/a/b/blob/HEAD/d/x%20y.yaml#L7"),
        (Home("https://gitlab.com/a/b"), "https://gitlab.com/a/b/-/blob/HEAD/x%20y.yaml#L7"),
    ],
)
def test_a_line_has_an_address(home: Home, address: str) -> None:
    assert home.address(Span("x y.yaml", Place(7, 1, 7, 2))) == address


def test_a_note_leads_to_its_line() -> None:
    html = articles(shown(KINDS, home=Home("https://github.com/a/b")))["both"]
    link = '<a href="https://github.com/a/b/blob/HEAD/decks/0.yaml#L4">decks/0.yaml:4</a>'
    assert link in html
    assert "<span>decks/0.yaml:4</span>" in articles(shown(KINDS))["both"]


# --- what the page may do


def test_equal_collections_give_equal_pages() -> None:
    assert shown(KINDS, BROKEN) == shown(KINDS, BROKEN)


def test_the_version_changes_with_the_page() -> None:
    made = [
        shown(KINDS),
        shown(KINDS.replace("A question", "B")),
        shown(KINDS, is_live=True),
    ]
    assert len({each.version for each in made}) == 3
    assert all(each.html.count(f'data-version="{each.version}"') == 1 for each in made)


def test_only_the_script_of_the_page_may_run() -> None:
    html = shown(KINDS).html
    [script] = re.findall("<script>(.*?)</script>", html, re.DOTALL)
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    [policy] = re.findall('<meta http-equiv="Content-Security-Policy" content="(.*?)">', html)
    rules = dict(rule.split(" ", 1) for rule in unescape(policy).split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{allowed}'"
    assert rules["connect-src"] == "'none'"
    assert html.index("Content-Security-Policy") < html.index("<style")


def test_a_served_page_may_ask_its_server() -> None:
    assert "connect-src &#39;self&#39;" in shown(KINDS, is_live=True).html
    assert '<html lang="en" data-version' in shown(KINDS).html
    assert " data-live>" not in shown(KINDS).html


NASTY = "\"'><script>alert(1)</script><img src=x onerror=alert(1)></template>{{ 7*7 }}"


def test_no_text_becomes_markup() -> None:
    quoted = NASTY.replace("'", "''")
    deck = f"""\
deck: {{name: '{quoted}', tags: ['a"><script>', 'b']}}
cards:
  - {{id: a, front: '{quoted}', back: '{quoted}', extra: '{quoted}', hint: '{quoted}'}}
  - {{id: b, front: '{quoted}', typed: '{quoted}'}}
  - {{id: c, front: '{quoted}', back: ''}}
"""
    html = shown(deck).html
    assert html.count("<script") == 1
    assert "<img" not in html
    assert html.count("</template>") == html.count("<template ") > 0
    assert "49" not in re.sub("sha256-[^&]*|<style.*?</style>", "", html, flags=re.DOTALL)


def test_control_characters_are_shown() -> None:
    found = Diagnostic("W305", "x", "a \x1b[31m \u202e b", Span("decks/0.yaml", Place(1, 1, 1, 2)))
    decks = (read(KINDS, "decks/0.yaml"),)
    subject = Subject(collection(decks), decks)
    html = page(subject, [found], TEMPLATES, digest, Home()).html
    assert "a ␛[31m &lt;U+202E&gt; b" in html
    assert "\x1b" not in html


def test_an_empty_collection_has_a_page() -> None:
    html = shown().html
    assert '<output id="count" for="filter" aria-live="polite">0 notes</output>' in html
