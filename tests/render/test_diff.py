"""Changes as text, as Markdown and as JSON: harmless, bounded, and easy to read."""

import json
import re

import pytest
from markdown_it import MarkdownIt

from cardsmith.changes import Changes, Effect, Side, What, changes
from cardsmith.deck import CardId, Collection
from cardsmith.render import cells
from cardsmith.render.diff import Context, as_json, as_markdown, as_text, sentence
from cardsmith.render.diff.said import learners_line
from cardsmith.render.html import HtmlPen
from cardsmith.render.look import Look
from decks import collection, problems, read

HOSTILE = """\
- id: evil
  front: "@octocat <img src=x onerror=alert(1)> #12 https://example.org \u202e ${{ secrets.X }}"
  back: |
    ::error::order
    ```
    </details> @everyone
    ````
      ::set-output name=x::y ##[command]z
    [a](javascript:b) ![p](http://example.org/p.png) `tick`
  hint: "::warning::"
  tags: ["@x", "<b>"]
"""
KNOWN = "- {id: a, front: 'What is it?', back: 'A very plain answer.', tags: [t]}"


def made(before: str, after: str, path: str = "decks/test.yaml") -> tuple[Changes, Context]:
    decks = [[read(text, path)] if text else [] for text in (before, after)]
    assert [problems(deck) for some in decks for deck in some if problems(deck)] == []
    one, other = map(collection, decks)
    return changes(Side(one), Side(other), HtmlPen()), context(one, other)


def context(before: Collection, after: Collection, **fields: object) -> Context:
    return Context(before, after, "main (1a2b3c)", "the working tree", **fields)  # type: ignore[arg-type]


def text(before: str, after: str, **look: object) -> str:
    window = Look(80, colour=False)._replace(**look)  # type: ignore[arg-type]
    return as_text(*made(before, after), window)


def markdown(before: str, after: str) -> str:
    return as_markdown(*made(before, after))


def prose(page: str) -> str:
    """What GitHub would read of a page as more than code."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(page)
    inner = [child for token in tokens for child in token.children or ()]
    assert not [t.type for t in (*tokens, *inner) if t.type.startswith(("html", "link", "image"))]
    return "\n".join(token.content for token in inner if token.type == "text")


# --- text


def test_words_are_in_brackets_or_in_colours() -> None:
    after = KNOWN.replace("plain", "good").replace("[t]", "[t, u]")
    plain = text(KNOWN, after)
    assert "  back │ A very [-plain-]{+good+} answer.\n" in plain
    assert "  tags │ t{+ u+}\n" in plain
    coloured = text(KNOWN, after, colour=True)
    assert "{+" not in coloured
    assert "\x1b[9;31mplain\x1b[0m\x1b[1;32mgood\x1b[0m" in coloured
    assert "  back | A very [-plain-]{+good+} answer.\n" in text(KNOWN, after, unicode=False)


def test_a_long_text_is_shown_around_the_change() -> None:
    long = "word " * 100
    printed = text(
        KNOWN.replace("plain", f"{long}plain {long}"), KNOWN.replace("plain", f"{long}good {long}")
    )
    assert " … word word " in " ".join(printed.split())
    assert len(printed) < 600


@pytest.mark.parametrize("width", [10, 20, 40, 80])
def test_no_line_is_wider_than_the_window(width: int) -> None:
    for before, after in (("", HOSTILE), (KNOWN, KNOWN.replace("plain", "good")), (KNOWN, "")):
        printed = text(before, after, width=width)
        assert max(map(cells.width, printed.splitlines())) <= max(width, 20)


def test_each_kind_is_told_as_it_is_asked() -> None:
    printed = text(
        "",
        "- {id: g, cloze: 'The {{c1::cat::animal}} sat on the {{c3::mat}}.'}\n"
        "- {id: s, front: 'In order?', steps: {a: one, b: two, c: three}}\n"
        "- {id: c, front: 'Which?', choices: [x, y], answer: y}\n"
        "- {id: t, front: 'Who?', typed: Ada, accept: [Ada Lovelace]}\n"
        "- {id: r, front: hound, back: Hund, reverse: true}\n",
    )
    assert [line.strip() for line in printed.splitlines() if "│" in line] == [
        "Q │ The [animal] sat on the mat.",
        "A │ cat",
        "Q │ The cat sat on the […].",
        "A │ mat",
        "Q │ In order?",
        "A │ 1. one",
        "│ 2. two",
        "│ 3. three",
        "also │ 2 more cards ask what follows a step",
        "Q │ Which?",
        "of │ x",
        "│ y",
        "A │ y",
        "Q │ Who?",
        "A │ Ada",
        "or │ Ada Lovelace",
        "Q │ hound",
        "A │ Hund",
        "also │ the other way round",
    ]
    assert "Learners: 9 new cards, nothing lost\n" in printed


def test_losses_come_first_with_a_way_out() -> None:
    printed = text(KNOWN, KNOWN.replace("id: a", "id: b"))
    assert printed.index("Something is lost") < printed.index("Added")
    printed = " ".join(printed.split())
    assert "`b` says nearly the same" in printed
    assert "`formerly: [a]`" in printed


def test_what_cannot_be_compared_is_not_said_to_be_safe() -> None:
    one = Side(collection([read(KNOWN, "decks/test.yaml")]))
    other = Side(collection([]), unread=frozenset({"a"}))
    found = changes(one, other, HtmlPen())
    assert learners_line(found) == "nothing lost of what can be compared"


@pytest.mark.parametrize("what", list(What))
def test_every_effect_has_its_sentence(what: What) -> None:
    for effect in (
        Effect(what, (CardId("card"),), "{old}", "{new}"),
        Effect(what, (CardId("card"),), "{old}"),
        Effect(what, (), "", "{new}"),
    ):
        said = sentence(effect, lambda quoted: f"<{quoted}>")
        assert len(said) > 20
        assert not said.endswith(".")
        assert "<<" not in said


# --- harmless


def test_no_text_of_a_deck_acts_in_a_terminal_or_in_the_log_of_a_workflow() -> None:
    for printed in (
        text("", HOSTILE),
        text("", HOSTILE, width=20),
        text(HOSTILE, ""),
        text(HOSTILE, HOSTILE.replace("order", "other")),
        markdown("", HOSTILE),
        markdown(HOSTILE, HOSTILE.replace("order", "other")),
    ):
        assert "\x1b" not in printed
        assert "\u202e" not in printed
        assert "##[" not in printed
        assert not [line for line in printed.splitlines() if line.strip().startswith("::")]


def test_on_github_what_decks_say_is_code_and_nothing_else() -> None:
    path = "decks/`@octocat` <b>#1.yaml"
    for before, after in (("", HOSTILE), (HOSTILE, ""), (HOSTILE, HOSTILE.replace("::error", "x"))):
        page = as_markdown(*made(before, after, path))
        assert "@octocat" in page
        said = prose(page)
        assert not re.search(r"[@#<]|https?:|secrets|octocat|everyone|javascript", said)


def test_names_of_files_decks_and_collections_are_code_too() -> None:
    evil = "`` @octocat <script> ``"
    one = collection([read(KNOWN, "decks/@a/x.yaml")])
    deck = KNOWN.replace("- {id", f"deck: {{name: '{evil}'}}\ncards:\n- {{id")
    other = collection([read(deck, f"decks/{evil}/x.yaml")])._replace(name=evil, tag_root=evil)
    found = changes(Side(one), Side(other), HtmlPen())
    about = context(one, other, limits=(evil,), lint=evil)
    page = as_markdown(found, about)
    assert page.count("octocat") >= 5
    assert not re.search("[@<]|octocat|script", prose(page))


def test_a_comment_fits_and_says_what_was_cut() -> None:
    cards = "\n".join(
        f"- {{id: c{n}, front: 'Q {n}?', back: '{'x' * 300} {n}'}}" for n in range(400)
    )
    page = markdown("", cards)
    assert 50_000 < len(page) < 65_536
    (cut,) = re.findall(r"\*Cut here: (\d+) more notes would not fit\.", page)
    assert page.count("**added**") + int(cut) == 400
    assert page.count("```") % 2 == 0
    assert "Cut here" not in markdown("", KNOWN)


def test_one_enormous_text_is_cut_by_itself() -> None:
    page = markdown("", f"- {{id: a, front: 'Q?', back: '{'x' * 20_000}'}}\n{HOSTILE}")
    assert "… (18,000 characters more)" in page
    assert "**added** `evil`" in page


def test_no_name_however_long_drives_out_what_is_lost() -> None:
    path = "/".join(["decks", *(f"{n}{'`' * 250}" for n in range(12)), "x.yaml"])
    decks = [collection([read(KNOWN.replace("id: a", f"id: {id_}"), path)]) for id_ in "ab"]
    one, other = (each._replace(name="`" * 5_000, tag_root=str(n)) for n, each in enumerate(decks))
    found = changes(Side(one), Side(other), HtmlPen())
    limits = tuple(f"{n} {'`' * 3_000} cannot be seen" for n in range(100))
    page = as_markdown(found, context(one, other, limits=limits, again="x" * 5_000))
    assert len(page) < 65_536
    assert page.startswith("**1 added, 0 reworded, 1 removed**\n\n**Learners: ")
    assert "the id is gone" in page
    assert "- and " in page


def test_astral_letters_count_twice() -> None:
    cards = "\n".join(
        f"- {{id: c{n}, front: 'Q?', back: '{chr(0x1D538) * 1_500}'}}" for n in range(60)
    )
    assert len(markdown("", cards).encode("utf-16-le")) // 2 < 65_536


# --- JSON


def test_json_is_one_line_of_ascii_with_all_of_it() -> None:
    found, about = made(f"{KNOWN}\n- {{id: gone, front: Q, back: A}}", f"{HOSTILE}\n{KNOWN}")
    line = as_json(found, about)
    assert line.isascii()
    assert "\n" not in line
    document = json.loads(line)
    assert document["version"] == 1
    assert document["counts"] == {
        "added": 1,
        "reworded": 0,
        "removed": 1,
        "renamed": 0,
        "moved": 0,
        "otherwise_changed": 0,
        "same": 1,
        "not_compared": 0,
    }
    assert document["learners"] == {
        "new_cards": 1,
        "updates": 0,
        "lost_histories": ["gone"],
        "lost_in_anki": [],
    }
    (gone,) = document["removed"]
    assert gone["effects"][0]["what"] == "id-vanished"
    assert gone["effects"][0]["is_loss"]
