"""Sides of cards: what we make of a note is what Anki itself makes of it."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardsmith import cloze
from cardsmith.anki.package import Note, Package, PackageError, Template
from cardsmith.deck import Basic, Choice, Cloze, Typed, cards_of
from cardsmith.render.sides import Sides, sides
from notes import EVERY_KIND, gaps, note
from packages import built, package
from real_anki import Anki, learner

NOTES = (
    *EVERY_KIND,
    note("hints", Typed("Type it?", "a < b"), hint="look *here*", extra="a word"),
    note("nested", gaps("{{c1::a {{c2::b {{c1::c}}}} d::what}} {{c3::e}} {{c1::f}}")),
    note("maths", gaps("{{c1::so $x^{2}$ ::hint}} and $a+{{c2::b_{1}}}$, `{{c1::std::map}}`")),
    note("formulas", Basic("$a<b$", "$$\\frac{\\alpha}{2}$$ and `$x$`")),
    note("foreign", Basic("{{Front}} <script>", "`[sound:x.mp3]` {{c1::x}}")),
    note("odd", Choice("Which ones?", ("{{x}}", "<b>"), ("<b>",))),
)
CARDS = [(each.id, index) for each in NOTES for index in range(len(cards_of(each)))]

BITS = st.sampled_from(
    (
        "a",
        " b ",
        ":",
        "::",
        "{",
        "}",
        r"\}}",
        r"\::",
        "$x$",
        r"$\frac{a}{b_{1}}$",
        "`c::d`",
        "**e**",
    )
)
INNER = st.lists(BITS, min_size=1, max_size=3).map("".join)


def gap(number: int, inner: str, hint: str) -> str:
    return f"{{{{c{number}::{inner}{hint}}}}}"


GAPS = st.recursive(
    INNER,
    lambda inner: st.lists(
        st.one_of(
            BITS,
            st.builds(gap, st.integers(1, 3), inner, st.sampled_from(["", "::hint", "::*h*"])),
        ),
        min_size=1,
        max_size=4,
    ).map("".join),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def made() -> Package:
    return package(*NOTES)


@pytest.fixture(scope="module")
def anki(tmp_path_factory: pytest.TempPathFactory, made: Package) -> Iterator[Anki]:
    with learner(tmp_path_factory.mktemp("learner")) as fresh:
        fresh.take(built(made))
        yield fresh


def every_side(made: Package, note_id: str) -> list[tuple[Note, int, Sides]]:
    """The sides of the cards of a note of ours, which may be several of Anki's."""
    return [
        (each, card.ord, sides(made.note_types[each.family], each, card.ord))
        for each in made.notes
        if each.name.partition("/")[0] == note_id
        for card in each.cards
    ]


def ours(html: str) -> str:
    """Our HTML, with Anki's notation where we do what Anki leaves to a script."""
    html = re.sub(
        r'<span class="formula([^"]*)" title="([^"]*)">[^<]*</span>',
        lambda match: rf"\[{match[2]}\]" if "display" in match[1] else rf"\({match[2]}\)",
        html,
    )
    html = re.sub(r'<input id="typeans"[^>]*>|<code id="typeans">.*?</code>', "TYPED", html)
    html = re.sub(r"<details[^>]*><summary>Hint</summary><div>(.*?)</div></details>", r"\1", html)
    return unescape(html)


def theirs(html: str) -> str:
    """Anki's HTML, without what only a script reads."""
    html = re.sub(r' data-cloze="[^"]*"', "", html)
    html = html.replace("[[type:Typed]]", "TYPED")
    html = re.sub(
        r"\n<a class=hint.*?</a>\n<div id=[^>]*>(.*?)</div>\n", r"\1", html, flags=re.DOTALL
    )
    return unescape(html)


@pytest.mark.parametrize("note_id", sorted({id_ for id_, _ in CARDS}))
def test_sides_are_those_of_anki(anki: Anki, made: Package, note_id: str) -> None:
    found = every_side(made, note_id)
    assert len(found) == sum(id_ == note_id for id_, _ in CARDS)
    for each, ord_, (front, back) in found:
        question, answer = anki.sides(each.name, ord_)
        assert ours(front) == theirs(question)
        assert ours(back) == theirs(answer)


def planned(text: str) -> Package | None:
    """The package of a cloze; None if its author would be told of a fault."""
    try:
        content = Cloze(text, cloze.parse(text))
        return package(note("x", content)) if cloze.numbers(content.pieces) else None
    except (cloze.ClozeError, PackageError):
        return None


@given(GAPS)
def test_gaps_are_shown_as_anki_shows_them(anki: Anki, text: str) -> None:
    fresh = planned(text)
    assume(fresh)
    assert fresh
    [one] = fresh.notes
    note_type = fresh.note_types[one.family]
    typed_in = anki.col.new_note(anki.col.models.get(note_type.id))
    typed_in.fields = list(one.fields)
    anki.col.add_note(typed_in, 1)
    outputs = [(card.ord, card.render_output()) for card in typed_in.cards()]
    anki.col.remove_notes([typed_in.id])
    for ord_, output in outputs:
        front, back = sides(note_type, one, ord_)
        assert ours(front) == theirs(output.question_text)
        assert ours(back) == theirs(output.answer_text)


# --- what Anki leaves to scripts


def test_a_hint_opens_by_itself(made: Package) -> None:
    [(_, _, (front, back))] = every_side(made, "hints")
    wanted = '<details class="hint"><summary>Hint</summary><div>look <em>here</em></div></details>'
    assert wanted in front
    assert "look" not in back


def test_an_answer_is_typed_and_then_shown(made: Package) -> None:
    [(_, _, (front, back))] = every_side(made, "hints")
    assert '<input id="typeans" type="text" aria-label="Your answer" readonly' in front
    assert "a &lt; b" not in front
    assert '<code id="typeans">a &lt; b</code>' in back


@pytest.mark.parametrize(
    ("name", "element"), [("x.mp3", "audio"), ("x.webm", "video"), ("x.M4V", "video")]
)
def test_a_sound_has_a_player(name: str, element: str) -> None:
    found = package(note("x", Basic("q", f"[sound:{name}]")), files={name: b"1"})
    [(_, _, (_, back))] = every_side(found, "x")
    [(tag, source)] = re.findall(r'<(\w+) controls preload="none" src="([^"]*)">', back)
    assert (tag, source) == (element, found.media[0].name)


@pytest.mark.parametrize(
    ("formula", "html"),
    [
        ("$x^2$", '<span class="formula" title="x^2">x²</span>'),
        ("$$x^2$$", '<span class="formula display" title="x^2">x²</span>'),
        ('$a<"b"$', '<span class="formula" title="a&lt;&quot;b&quot;">a&lt;&quot;b&quot;</span>'),
        (r"$\what{x}$", r'<span class="formula latex" title="\what{x}">\what{x}</span>'),
        (r"`\(x\)` \\(x\\)", r"<code>&#92;(x\)</code> \<span></span>(x\)"),
    ],
)
def test_maths_is_written_in_unicode(formula: str, html: str) -> None:
    [(_, _, (front, _))] = every_side(package(note("x", Basic(formula, "a"))), "x")
    assert html in front


@pytest.mark.parametrize("mark", ["{{Nope}}", "{{kanji:Front}}", "{{#Nope}}x{{/Nope}}"])
def test_what_is_not_known_in_a_template_is_told(made: Package, mark: str) -> None:
    basic = made.note_types["basic"]
    odd = basic._replace(templates=(Template(1, "Forward", mark, ""),))
    with pytest.raises(PackageError, match="template"):
        sides(odd, made.notes[0], 0)
