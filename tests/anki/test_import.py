"""What Anki does with our packages: without its window, in a fresh collection.

`make test` asks the newest Anki, `make test-anki` also old ones; where those differ it is said.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import Package
from cardsmith.deck import Basic, Choice, Content, Note, NoteId, Sequence, Step, Typed
from cardsmith.render.export import search
from notes import EVERY_KIND, gaps, note, steps
from packages import LATER, RELEASED, built, package
from real_anki import (
    COMPARISON,
    EXPORT_OPTIONS,
    IMPORT_OPTIONS,
    NESTED_GAPS,
    OPTIONS,
    STABLE_FIELDS,
    Anki,
    Outcome,
    learner,
    part,
    readable,
)

NOTES = tuple(each._replace(tags=("all", each.id)) for each in EVERY_KIND)
SIZE = len(NOTES) + 2  # a sequence of three steps makes two more


@pytest.fixture
def anki(tmp_path: Path) -> Iterator[Anki]:
    with learner(tmp_path / "learner") as fresh:
        yield fresh


@pytest.fixture(scope="module")
def first() -> Package:
    return package(*NOTES)


@pytest.fixture(scope="module")
def released(first: Package) -> Ledger:
    return ledger.released(first, Ledger(), "1.0.0")


def later(notes: tuple[Note, ...], released: Ledger) -> bytes:
    """The file of the next release."""
    return built(package(*notes, at=LATER, after=released))


def with_change(notes: tuple[Note, ...], name: str, content: Content) -> tuple[Note, ...]:
    return tuple(each._replace(content=content) if each.id == name else each for each in notes)


# --- T1, T2


def test_a_first_import_brings_everything(anki: Anki, first: Package) -> None:
    assert anki.take(built(first)) == Outcome(new=SIZE)
    assert anki.complaints() == []
    assert {deck.name for deck in anki.col.decks.all_names_and_ids()} == {"Default", "Test"}
    _, cards = first.size()
    assert anki.col.card_count() == cards


def test_anki_keeps_identities_places_and_tags(anki: Anki, first: Package) -> None:
    anki.take(built(first))
    rows = anki.table("id, guid, mod, tags", "notes")
    expected = sorted((n.id, n.guid, n.mod, f" {' '.join(n.tags)} ") for n in first.notes)
    assert rows == expected
    cards = anki.table("id, nid, ord, due, type, queue", "cards")
    assert cards == sorted((c.id, n.id, c.ord, c.due, 0, 0) for n in first.notes for c in n.cards)


def test_anki_keeps_the_ids_of_fields_and_templates(anki: Anki, first: Package) -> None:
    anki.take(built(first))
    for made in first.note_types.values():
        found = anki.col.models.get(made.id)
        assert [field["id"] for field in found["flds"]] == [field.id for field in made.fields]
        assert [t["id"] for t in found["tmpls"]] == [t.id for t in made.templates]


def test_ten_thousand_notes_arrive(anki: Anki) -> None:
    many = package(*(note(f"n{number}") for number in range(10_000)))
    assert anki.take(built(many)) == Outcome(new=10_000)
    assert [card.due for card in anki.cards()] == list(range(1, 10_001))


@EXPORT_OPTIONS.known
def test_it_is_smaller_than_what_anki_itself_exports(anki: Anki, tmp_path: Path) -> None:
    many = built(package(*(note(f"n{number}") for number in range(10_000))))
    anki.take(many)
    assert len(many) < 0.6 * len(anki.export(tmp_path / "anki.apkg"))


def test_new_cards_come_in_deck_order_and_siblings_behind(anki: Anki, first: Package) -> None:
    anki.take(built(first))
    order = [(card.note()["ID"], card.ord) for card in anki.cards()]
    firsts = [(each.id, 0) for each in NOTES]
    assert order[: len(firsts)] == firsts
    seconds = [("both", 1), ("gaps", 2), ("order/second", 0), ("order/third", 0)]
    assert order[len(firsts) :] == seconds


@pytest.mark.parametrize(("types", "notes"), OPTIONS)
def test_the_same_file_again_changes_nothing(
    anki: Anki, first: Package, types: int, notes: int
) -> None:
    anki.take(built(first))
    before = anki.snapshot()
    outcome = anki.take(built(first), update_notetypes=types, update_notes=notes)
    assert outcome == Outcome(same=SIZE)
    assert anki.snapshot() == before


def test_a_later_build_of_the_same_release_changes_nothing(
    anki: Anki, first: Package, released: Ledger
) -> None:
    anki.take(built(first))
    before = anki.snapshot()
    assert anki.take(later(NOTES, released)) == Outcome(same=SIZE)
    assert anki.snapshot() == before


# --- T3, T4, T5


def test_a_changed_note_is_updated_alone_and_keeps_schedule_and_deck(
    anki: Anki, first: Package, released: Ledger
) -> None:
    anki.take(built(first))
    anki.review("basic")
    schedules = anki.schedules()
    mine = anki.col.decks.id("Mine")
    anki.col.set_deck(anki.note("basic").card_ids(), mine)
    changed = with_change(NOTES, "basic", Basic("basic?", "a better answer"))
    assert anki.take(later(changed, released)) == Outcome(updated=1, same=SIZE - 1)
    assert anki.words("basic")[1] == "a better answer"
    assert anki.schedules() == schedules
    assert anki.note("basic").cards()[0].did == mine


def test_what_a_learner_changed_elsewhere_survives(
    anki: Anki, first: Package, released: Ledger
) -> None:
    anki.take(built(first))
    own = anki.note("typed")
    own["Extra"] = "my own words"
    own.tags = [*own.tags, "mine", "marked"]
    anki.col.update_note(own)
    style = anki.col.models.get(first.note_types["basic"].id)
    style["css"] += ".card { color: red }"
    anki.col.models.update_dict(style)
    changed = with_change(NOTES, "basic", Basic("basic?", "a better answer"))
    assert anki.take(later(changed, released)).updated == 1
    assert anki.note("typed")["Extra"] == "my own words"
    assert {"mine", "marked"} <= set(anki.note("typed").tags)
    assert anki.col.models.get(style["id"])["css"].endswith("color: red }")


def test_a_note_that_changes_back_and_forth_always_arrives(
    anki: Anki, first: Package, released: Ledger
) -> None:
    anki.take(built(first))
    changed = with_change(NOTES, "basic", Basic("basic?", "another"))
    # Both at the same second, as with a fixed SOURCE_DATE_EPOCH.
    second = package(*changed, at=LATER, after=released)
    assert anki.take(built(second)).updated == 1
    anki.let_time_pass(LATER)
    after = ledger.released(second, released, "1.1.0")
    third = ledger.dated(package(*NOTES, at=LATER), after, LATER + 5)
    assert anki.take(built(third)).updated == 1
    assert anki.words("basic")[1] == "basic!"


def test_a_new_look_arrives_and_touches_no_note(
    anki: Anki, first: Package, released: Ledger
) -> None:
    anki.take(built(first))
    schema = anki.col.db.scalar("SELECT scm FROM col")
    types = {
        family: made._replace(css=f"{made.css}.card {{ color: green }}", mod=LATER)
        for family, made in first.note_types.items()
    }
    restyled = ledger.dated(first._replace(note_types=types), released, LATER)
    assert anki.take(built(restyled)) == Outcome(same=SIZE)
    for made in types.values():
        assert anki.col.models.get(made.id)["css"] == made.css
    assert anki.col.db.scalar("SELECT scm FROM col") == schema


# --- T6, T7, T8


def renamed(first: Package) -> bytes:
    """The package with another name for a field and for the templates, and all notes changed."""
    basic = first.note_types["basic"]
    fields = (basic.fields[0]._replace(name="Question"), *basic.fields[1:])
    templates = tuple(
        template._replace(
            name=f"My {template.name}",
            front=template.front.replace("{{Front}}", "{{Question}}"),
            back=template.back.replace("{{Front}}", "{{Question}}"),
        )
        for template in basic.templates
    )
    types = {
        **first.note_types,
        "basic": basic._replace(fields=fields, templates=templates, mod=LATER),
    }
    notes = tuple(n._replace(mod=LATER) for n in first.notes)
    return built(first._replace(note_types=types, notes=notes))


def forks(anki: Anki) -> list[str]:
    """Note types that an import made beside those of the same id."""
    return [t.name for t in anki.col.models.all_names_and_ids() if t.name.endswith("+")]


@STABLE_FIELDS.known
def test_a_renamed_field_and_template_update_in_place(anki: Anki, first: Package) -> None:
    anki.take(built(first))
    schema = anki.col.db.scalar("SELECT scm FROM col")
    assert anki.take(renamed(first)) == Outcome(updated=SIZE)
    basic = anki.col.models.get(first.note_types["basic"].id)
    assert basic["flds"][0]["name"] == "Question"
    assert anki.words("basic")[0] == "basic?"
    assert anki.col.db.scalar("SELECT scm FROM col") == schema
    assert forks(anki) == []


@STABLE_FIELDS.unknown
def test_a_renamed_field_keeps_notes_from_updating_in_old_versions(
    anki: Anki, first: Package
) -> None:
    anki.take(built(first))
    affected = sum(n.family == "basic" for n in first.notes)
    assert anki.take(renamed(first)) == Outcome(conflicting=affected, updated=SIZE - affected)
    assert anki.note("basic")["Front"] == "basic?"  # as it was


def test_an_added_field_needs_the_learners_consent(anki: Anki, first: Package) -> None:
    """Why the lists of fields are frozen, and what to tell learners if they ever have to change."""
    anki.take(built(first))
    basic = first.note_types["basic"]
    more = basic.fields[0]._replace(id=12345, name="More")
    wider = basic._replace(fields=(*basic.fields, more), mod=LATER)
    notes = tuple(
        n._replace(mod=LATER, fields=(*n.fields, "more")) if n.family == "basic" else n
        for n in first.notes
    )
    data = built(first._replace(note_types={**first.note_types, "basic": wider}, notes=notes))
    affected = sum(n.family == "basic" for n in first.notes)
    assert anki.take(data) == Outcome(conflicting=affected, same=SIZE - affected)
    if IMPORT_OPTIONS.here:
        outcome = anki.take(data, merge_notetypes=True, update_notes=1)
        assert outcome.updated == affected
        assert anki.note("basic")["More"] == "more"


def test_a_note_type_without_ids_is_adopted(anki: Anki, first: Package, tmp_path: Path) -> None:
    """The way out of a deck that another exporter made with the same names."""
    import genanki  # noqa: PLC0415 - to stand for other exporters

    made = first.note_types["basic"]
    model = genanki.Model(
        made.id,
        made.name,
        [{"name": field.name} for field in made.fields],
        [{"name": t.name, "qfmt": t.front, "afmt": t.back} for t in made.templates],
    )
    wanted = next(n for n in first.notes if n.name == "basic")
    deck = genanki.Deck(1234, "Test")
    deck.add_note(genanki.Note(model, list(wanted.fields), guid=wanted.guid))
    genanki.Package(deck).write_to_file(tmp_path / "old.apkg", timestamp=RELEASED - 1)
    anki.take((tmp_path / "old.apkg").read_bytes())
    assert anki.take(built(first)) == Outcome(new=SIZE - 1, updated=1)
    ids = [field["id"] for field in anki.col.models.get(made.id)["flds"]]
    assert ids == [field.id for field in made.fields]


# --- T10 and the kinds of notes


def test_a_gap_added_later_becomes_a_card_and_the_others_keep_their_schedule(
    anki: Anki, first: Package, released: Ledger
) -> None:
    anki.take(built(first))
    anki.review("gaps")
    schedules = anki.schedules()
    changed = with_change(NOTES, "gaps", gaps("{{c1::a}} {{c2::b}} {{c3::c}}"))
    assert anki.take(later(changed, released)).updated == 1
    assert [card.ord for card in anki.note("gaps").cards()] == [0, 1, 2]
    assert anki.schedules() == schedules


KINDS: list[Content] = [
    Typed("What?", "it", ("that",)),
    Choice("Which?", ("it", "that"), ("it",)),
    Basic("What?", "it", reverse=True),
    steps("first", "second"),
    Basic("What?", "it"),
]


def test_a_note_may_change_its_kind_and_keeps_its_schedule(anki: Anki) -> None:
    before, others = Basic("What is it?", "it"), (note("other"),)
    old = package(note("x", before), *others)
    released = ledger.released(old, Ledger(), "1")
    anki.take(built(old))
    anki.review("x")
    schedules = anki.schedules()
    for number, content in enumerate(KINDS, 1):
        new = package(note("x", content), *others, at=LATER + number, after=released)
        outcome = anki.take(built(new))
        assert outcome.updated == 1
        assert outcome.conflicting == 0
        anki.let_time_pass(LATER + number)
        released = ledger.released(new, released, str(number + 1))
        assert anki.schedules() == schedules
        assert anki.note("x")["Front"] == new.notes[0].fields[0]
    cards = {(card.note()["ID"], card.ord) for card in anki.cards()}
    assert cards == {("x", 0), ("x", 1), ("x/second", 0), ("other", 0)}


def test_an_inserted_step_adds_one_card_and_moves_none(anki: Anki) -> None:
    old = package(note("order", steps("a", "b", "c")))
    anki.take(built(old))
    for name in ("order", "order/b", "order/c"):
        anki.review(name)
    schedules = anki.schedules()
    after = ledger.released(old, Ledger(), "1")
    new = package(note("order", steps("a", "x", "b", "c")), at=LATER, after=after)
    # The order itself, and the step that now follows another one.
    assert anki.take(built(new)) == Outcome(new=1, updated=2, same=1)
    assert anki.schedules() == schedules
    assert anki.note("order/x").cards()[0].queue == 0


def test_a_renamed_note_is_the_same_note(anki: Anki) -> None:
    old = package(note("old"), note("order", steps("a", "b")))
    anki.take(built(old))
    anki.review("old")
    anki.review("order/b")
    after = ledger.released(old, Ledger(), "1")
    new = package(
        note("new", Basic("old?", "old!"), formerly=(NoteId("old"),)),
        note("sequence", steps("a", "b"), formerly=(NoteId("order"),)),
        at=LATER,
        after=after,
    )
    assert anki.take(built(new)) == Outcome(updated=3)
    assert set(anki.schedules()) == {("new", 0, 30, 5), ("sequence/b", 0, 30, 5)}


def test_two_collections_do_not_touch_each_other(anki: Anki) -> None:
    twin = note("bank", Basic("Bank", "river side"))
    assert anki.take(built(package(twin))) == Outcome(new=1)
    before = anki.table("id, guid, mod, flds", "notes")
    other = package(twin, id_="11111111-other", at=LATER)
    assert anki.take(built(other)) == Outcome(new=1)
    assert anki.table("id, guid, mod, flds", "notes") == sorted(
        [
            *before,
            *[(n.id, n.guid, n.mod, "\x1f".join(n.fields)) for n in other.notes],
        ]
    )
    assert len([t for t in anki.col.models.all_names_and_ids() if "Collection" in t.name]) == 2
    assert anki.complaints() == []


# --- T11: media

LONG = "\xe9" * 70 + ".mp3"
PICTURE, OTHER, SOUND = b"\x89PNG one", b"\x89PNG two", b"ID3 sound"


def test_media_arrive_whatever_their_names(anki: Anki) -> None:
    files = {
        "img/a.png": PICTURE,
        "media/my pic & more.png": OTHER,
        "media/e\N{COMBINING ACUTE ACCENT}te\N{COMBINING ACUTE ACCENT}.mp3": SOUND,
        "media/CON.png": b"device",
        f"media/{LONG}": b"long",
        "media/film.webm": b"film",
        "unused.ttf": b"x" * 10_000,
    }
    texts = [
        "![](img/a.png)",
        "![words](my%20pic%20&%20more.png)",
        "[sound:\N{LATIN SMALL LETTER E WITH ACUTE}t\N{LATIN SMALL LETTER E WITH ACUTE}.mp3]",
        f"[sound:{LONG}]",
        "![](CON.png) and ![](film.webm)",
    ]
    made = package(note("m", Basic("\n\n".join(texts), "x")), files=files)
    assert len(made.media) == 6
    assert anki.take(built(made, files)) == Outcome(new=1)
    assert anki.complaints() == []
    stored = {file.read_bytes() for file in Path(anki.col.media.dir()).iterdir()}
    assert stored == set(files.values()) - {files["unused.ttf"]}


def test_a_changed_picture_arrives(anki: Anki) -> None:
    picture = note("m", Basic("![](a.png)", "x"))
    old = package(picture, files={"a.png": PICTURE})
    anki.take(built(old, {"a.png": PICTURE}))
    after = ledger.released(old, Ledger(), "1")
    new = package(picture, files={"a.png": OTHER}, at=LATER, after=after)
    assert anki.take(built(new, {"a.png": OTHER})) == Outcome(updated=1)
    name = new.media[0].name
    assert f'src="{name}"' in anki.note("m")["Front"]
    assert (Path(anki.col.media.dir()) / name).read_bytes() == OTHER


def test_a_file_that_a_link_leads_to_arrives(anki: Anki) -> None:
    files = {"paper.pdf": b"%PDF", "song.mp3": SOUND}
    text = "[the paper](paper.pdf) and [the song](song.mp3)"
    made = package(note("m", Basic(text, "x")), files=files)
    anki.take(built(made, files))
    assert anki.complaints() == []
    names = {file.name for file in Path(anki.col.media.dir()).iterdir()}
    assert names == {file.name for file in made.media}
    assert any(name.startswith("_paper-") for name in names)


# --- T12: what stands on the cards

CPP = "std::vector<int> v{{1, 2}}; // 5 < 6 && &amp;"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("vector<int> v; R&D; AT&amp;T; 5 &lt; 6", "vector<int> v; R&D; AT&amp;T; 5 &lt; 6"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("{{c1::Paris}} is {{Front}} }} ::", "{{c1::Paris}} is {{Front}} }} ::"),
        ("`{{c1::x}}` and `a::b` and `==x==`", "{{c1::x}} and a::b and ==x=="),
        ("A costs $5 and B costs $6", "A costs $5 and B costs $6"),
        (r"\[sound:x.mp3] `[$]x[/$]` [latex]y[/latex]", "[sound:x.mp3] [$]x[/$] [latex]y[/latex]"),
        ("[[type:Front]] [anki:play:q:0]", "[[type:Front]] [anki:play:q:0]"),
        (r"\({y}_{3} + {y}_{4}\) a_1 * b_1", r"\({y}_{3} + {y}_{4}\) a_1 * b_1"),
        ("<br>", "<br>"),
        ("&nbsp;", "&nbsp;"),
        (r"$a_1 * b_1 * c < \frac{a}{b_{1}}$", r"\(a_1 * b_1 * c < \frac{a}{b_{1}}\)"),
        ("two  spaces\n  and an indent", "two  spaces\n  and an indent"),
        (f"```c++\n{CPP}\n```", CPP),
        ("\N{FAMILY} \N{RIGHT-TO-LEFT MARK}\N{NO-BREAK SPACE}x", "\N{FAMILY} \u200f\xa0x"),
    ],
)
def test_a_text_is_shown_as_typed(anki: Anki, text: str, shown: str) -> None:
    anki.take(built(package(note("x", Basic("Q", text)))))
    assert anki.words("x")[1] == shown


@pytest.mark.parametrize(
    ("text", "asked", "answered"),
    [
        (r"${{c1::\frac{a}{b_{1}}}}$", r"\([...]\)", r"\(\frac{a}{b_{1}}\)"),
        (r"$x = {{c1::\frac{a}{b}::c}}$", r"\(x = [...]\)", r"\(x = \frac{a}{b}::c\)"),
        (r"{{c1::$\frac{a}{b_{1}}$}} }} ::", "[...] }} ::", r"\(\frac{a}{b_{1}}\) }} ::"),
        ("{{c1::`std::vector<int>`}} and `}}`", "[...] and }}", "std::vector<int> and }}"),
        (r"{{c1::x \:: xs::Elm cons}} : y", "[Elm cons] : y", "x :: xs : y"),
        (r"{{c1::fe80\::1}}", "[...]", "fe80::1"),
        (r"{{c1::12:30\:::at which time\:}}", "[at which time:]", "12:30:"),
        (r"{{c1::a \}} b}} c", "[...] c", "a }} b c"),
        pytest.param(
            *("{{c1::**bold** and {{c2::in}}ner}}", "[...]", "bold and inner"),
            marks=NESTED_GAPS.known,
        ),
        ("{{c1::}a{::h{i}} {b}", "[h{i] {b}", "}a{ {b}"),
        ("```python\nx = {{c1::{1: {2}}}}\n```", "x = [...]", "x = {1: {2}}"),
        ("{{c1::a\n\nb}} c", "[...]\n[...] c", "a\nb c"),
        ("{{c1::a}}{{c1::b}}{{c2::c}}", "[...][...]c", "abc"),
        ("{{c1::<b>&amp;</b>}} & <i>", "[...] & <i>", "<b>&amp;</b> & <i>"),
    ],
)
def test_a_gap_is_shown_as_typed(anki: Anki, text: str, asked: str, answered: str) -> None:
    anki.take(built(package(note("x", gaps(text)))))
    assert [readable(part(side, "question")) for side in anki.sides("x")] == [asked, answered]


def test_no_side_is_blank_and_no_mark_is_left(anki: Anki, first: Package) -> None:
    anki.take(built(first))
    for card in anki.cards():
        output = card.render_output()
        for html in (output.question_text, output.answer_text):
            assert "{{" not in html
            assert "blank" not in html
            assert 'class="context"' in html


@pytest.mark.parametrize("answer", ["Kimi K2.5", "<b>", "a & b", "{{x}}", "[sound:x]", "::"])
def test_a_typed_answer_is_compared_as_typed(anki: Anki, answer: str) -> None:
    anki.take(built(package(note("x", Typed("Q", answer)))))
    assert "[[type:Typed]]" in anki.sides("x")[0]
    if COMPARISON.here:
        shown = anki.col.compare_answer(anki.note("x")["Typed"], answer)
        assert "typeMissed" not in shown
        assert "typeBad" not in shown


def test_the_kinds_have_their_looks(anki: Anki, first: Package) -> None:
    anki.take(built(first))
    question, answer = anki.sides("choice")
    assert question.count("<li") == 3
    assert '<li class="right">two</li>' in answer
    assert 'class="choices many"' in anki.sides("many")[0]
    question, answer = anki.sides("order")
    assert question.count("<li>…</li>") == 3
    assert "<li>step first</li><li>step second</li><li>step third</li>" in answer
    assert anki.words("order/second") == ("In order?step first?", "step second")
    assert anki.words("both", 1) == ("meaning", "word")
    assert "Also right:" in anki.sides("typed")[1]


def test_the_back_links_to_a_report_of_the_card(anki: Anki) -> None:
    anki.take(built(package(note("order", Sequence("Q", (Step("a", "x"), Step("b", "y")))))))
    link = 'href="https://github.com/example/cards/issues/new?title=order/b"'
    assert link in anki.sides("order/b")[1]


def test_the_search_for_withdrawn_notes_finds_them(anki: Anki) -> None:
    old = package(note("a_b"), note("axb"), note("c.d-e", steps("k", "l")))
    anki.take(built(old))
    gone = [n for n in ledger.released(old, Ledger(), "1").notes.values() if n.name != "axb"]
    found = {anki.col.get_note(i)["ID"] for i in anki.col.find_notes(search(gone))}
    assert found == {"a_b", "c.d-e", "c.d-e/l"}
