"""Which notes, fields, cards and decks a collection becomes."""

import pytest

from cardsmith.anki.package import BASIC, Note, Package, PackageError, identity
from cardsmith.deck import Basic, Choice, NoteId, Sequence, Source, Step, Typed
from cardsmith.render.html import HtmlPen
from notes import EVERY_KIND, gaps, note, steps
from packages import RELEASED, collection, look, package

FIELDS = [field.key for field in BASIC.fields]


def one(made: Package, name: str) -> Note:
    [found] = [each for each in made.notes if each.name == name]
    return found


def filled(made: Note) -> dict[str, str]:
    """The fields of a basic note that are not empty."""
    return {key: value for key, value in zip(FIELDS, made.fields, strict=True) if value}


def test_the_kinds_fill_their_fields() -> None:
    made = package(
        note("b", Basic("Q", "A", reverse=True), extra="E", hint="H", deck="Top::Sub"),
        note("t", Typed("Q", "A", ("B",))),
        note("c", Choice("Q", ("A", "B"), ("B",))),
    )
    shared = {"context": "Test"}
    assert filled(one(made, "b")) == {
        "front": "Q",
        "back": "A",
        "reverse": "yes",
        "hint": "H",
        "extra": "E",
        "context": "Sub",
        "id": "b",
    }
    assert filled(one(made, "t")) == {
        "front": "Q",
        "back": '<div class="accepted">Also right:<ul><li>B</li></ul></div>',
        "typed": "A",
        "id": "t",
        **shared,
    }
    assert filled(one(made, "c")) == {
        "front": "Q",
        "back": "B",
        "choices": '<ul class="choices"><li>A</li><li class="right">B</li></ul>',
        "id": "c",
        **shared,
    }


def test_a_sequence_becomes_a_note_for_each_question() -> None:
    made = package(note("s", steps("a", "b", "c"), hint="H", extra="E", tags=("x",)))
    assert [(each.name, each.kind) for each in made.notes] == [
        ("s", "sequence"),
        ("s/b", "step"),
        ("s/c", "step"),
    ]
    for each in made.notes:
        assert filled(each)["hint"] == "H"
        assert filled(each)["extra"] == "E"
        assert filled(each)["id"] == each.name
        assert each.tags == ("test::x",)
    assert filled(one(made, "s/c"))["back"] == "step c"
    assert "step b" in filled(one(made, "s/c"))["front"]


def test_places_count_first_cards_before_second_ones() -> None:
    made = package(
        note("a", Basic("Q", "A", reverse=True)),
        note("s", steps("x", "y", "z")),
        note("g", gaps("{{c2::b}} {{c7::c}} {{c9::d}}")),
        note("b"),
    )
    places = {(each.name, card.ord): card.due for each in made.notes for card in each.cards}
    assert sorted(places, key=lambda card: places[card]) == [
        ("a", 0),
        ("s", 0),
        ("g", 1),
        ("b", 0),
        ("a", 1),
        ("s/y", 0),
        ("g", 6),
        ("s/z", 0),
        ("g", 8),
    ]
    assert sorted(places.values()) == list(range(1, 10))


def test_identity_comes_from_the_oldest_id() -> None:
    old = package(note("a"), note("s", steps("x", "y")))
    new = package(
        note("c", formerly=(NoteId("a"), NoteId("b"))),
        note("t", steps("x", "y"), formerly=(NoteId("s"),)),
    )
    assert [(n.guid, n.id, n.cards) for n in new.notes] == [
        (n.guid, n.id, n.cards) for n in old.notes
    ]
    assert one(new, "t/y").guid == identity("00000000-test", "s/y").guid


def test_a_guid_from_anki_wins_for_the_note_and_not_for_its_steps() -> None:
    made = package(note("s", steps("x", "y"), guid="q$Yb]Q?*u3"))
    assert one(made, "s").guid == "q$Yb]Q?*u3"
    assert one(made, "s/y").guid == identity("00000000-test", "s/y").guid


def test_two_notes_with_one_guid_are_refused() -> None:
    with pytest.raises(PackageError, match="a and b have the same guid"):
        package(note("a", guid="same"), note("b", guid="same"))


def test_equal_texts_are_different_notes() -> None:
    text = Basic("Bank", "river side")
    first, second = package(note("a", text, deck="A"), note("b", text, deck="B")).notes
    assert first.guid != second.guid
    assert first.deck != second.deck


def test_ids_are_unique_even_if_they_would_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1_300_000_000_000
    monkeypatch.setattr(
        "cardsmith.anki.plan.identity", lambda _, name: identity("x", name)._replace(moment=moment)
    )
    made = package(*EVERY_KIND)
    assert len({each.id for each in made.notes}) == len(made.notes)
    cards = [card.id for each in made.notes for card in each.cards]
    assert len(set(cards)) == len(cards)
    assert max(cards) < moment + 1000


def test_tags_stand_under_the_root_sorted_and_once() -> None:
    made = package(note("a", tags=("b", "a::x", "b", "1.10")))
    assert made.notes[0].tags == ("test::1.10", "test::a::x", "test::b")
    bare = collection(note("a", tags=("b",)))._replace(tag_root="")
    assert plan_of(bare).notes[0].tags == ("b",)


def plan_of(made: object) -> Package:
    from cardsmith.anki.plan import plan  # noqa: PLC0415

    return plan(made, HtmlPen(), look(), lambda _: "0" * 64, RELEASED)  # type: ignore[arg-type]


def test_only_note_types_in_use_are_packed() -> None:
    assert set(package(note("a")).note_types) == {"basic"}
    assert set(package(note("a", gaps("{{c1::a}}"))).note_types) == {"cloze"}
    names = {made.name for made in package(*EVERY_KIND).note_types.values()}
    assert names == {"Collection 00000000-test (basic)", "Collection 00000000-test (cloze)"}


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("", ""),
        ("atlas", '<a href="https://example.org/a?b&amp;c">An &lt;atlas&gt;</a>'),
        ("atlas#peru", '<a href="https://example.org/a?b&amp;c#peru">An &lt;atlas&gt;</a>'),
        ("book#two", "A book – Chapter 2"),
        ("https://example.org/x/", '<a href="https://example.org/x/">example.org/x</a>'),
    ],
)
def test_a_source_is_named_and_linked(source: str, shown: str) -> None:
    sources = {
        "atlas": Source("atlas", "An <atlas>", "https://example.org/a?b&c", {}),
        "book": Source("book", "A book", "book.md", {"two": "Chapter 2"}),
    }
    made = plan_of(collection(note("a", source=source))._replace(sources=sources))
    assert filled(made.notes[0]).get("source", "") == shown


def test_texts_and_tags_are_composed() -> None:
    decomposed = "e\N{COMBINING ACUTE ACCENT}"
    composed = "\N{LATIN SMALL LETTER E WITH ACUTE}"
    [made] = package(note("a", Basic(decomposed, "A"), tags=(decomposed,))).notes
    assert made.fields[0] == composed
    assert made.tags == (f"test::{composed}",)


def test_a_missing_file_stops_it_and_is_named() -> None:
    broken = note("m", Basic("![](nope.png) and [x](lost.pdf)", "[sound:nope.mp3]"))
    with pytest.raises(PackageError) as caught:
        package(broken)
    for name in ("m names nope.png", "lost.pdf", "nope.mp3"):
        assert name in str(caught.value)


def test_of_many_missing_files_some_are_named() -> None:
    many = [note(f"m{i}", Basic(f"![]({i}.png)", "x")) for i in range(9)]
    with pytest.raises(PackageError, match="and 4 more"):
        package(*many)


def test_only_files_in_use_are_packed() -> None:
    files = {"used.png": b"1", "font.ttf": b"2" * 1000}
    made = package(note("m", Basic("![](used.png)", "![again](used.png)")), files=files)
    assert [file.path for file in made.media] == ["used.png"]


@pytest.mark.parametrize("text", ["![{{c1::x}}](a.png)", "```{{c1::python}}\nx = 1\n```\n"])
def test_a_gap_where_nothing_is_shown_stops_it(text: str) -> None:
    with pytest.raises(PackageError, match="g: a gap stands where"):
        package(note("g", gaps(text)), files={"a.png": b""})


def test_a_step_may_hold_markup() -> None:
    content = Sequence("*Order*?", (Step("a", "**one**"), Step("b", "`two`")))
    made = package(note("s", content))
    assert "<li><strong>one</strong></li><li><code>two</code></li>" in filled(made.notes[0])["back"]
    assert "<em>Order</em>?" in filled(made.notes[1])["front"]
    assert filled(made.notes[1])["back"] == "<code>two</code>"
