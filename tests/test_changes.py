"""What a change of deck files does to notes and to those who learn them."""

import pytest

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import Package
from cardsmith.anki.plan import plan
from cardsmith.changes import Changes, Side, changes, unread_ids
from cardsmith.changes.comparison import _DESIGN
from cardsmith.deck import Collection, Source
from cardsmith.render.html import HtmlPen
from decks import collection, problems, read

PERU = "- {id: peru, front: 'Capital of Peru?', back: Lima}"
CLOZE = "- {id: gap, cloze: 'The {{c1::cat}} sat on the {{c2::mat}}.'}"
STEPS = "- {id: order, front: 'In which order?', steps: {a: alpha, b: beta, g: gamma}}"
BOTH = "- {id: word, front: hound, back: Hund, reverse: true}"


def side(cards: str, file: str = "decks/test.yaml", **fields: object) -> Side:
    """A collection of one file; `fields` are those of the collection."""
    decks = []
    if cards:
        decks.append(read(cards, file))
        assert problems(decks[0]) == []
    return Side(collection(decks)._replace(**fields))  # type: ignore[arg-type]


def compared(before: Side | str, after: Side | str) -> Changes:
    one, other = (each if isinstance(each, Side) else side(each) for each in (before, after))
    return changes(one, other, HtmlPen())


def effects(before: Side | str, after: Side | str) -> list[str]:
    """What follows, as `answer-changed`, with what it speaks of; losses begin with `!`."""
    return [
        " ".join(filter(None, (f"{'!' * each.is_loss}{each.what.value}", each.old, each.new)))
        for each in compared(before, after).every_effect()
    ]


def lost(before: Side | str, after: Side | str) -> tuple[list[str], list[str]]:
    everywhere, in_anki = compared(before, after).lost()
    return sorted(everywhere), sorted(in_anki)


# --- which note is which


def test_a_new_note_and_a_note_that_is_gone() -> None:
    found = compared(PERU, CLOZE)
    assert [each.note.id for each in found.added] == ["gap"]
    assert [each.note.id for each in found.removed] == ["peru"]
    assert found.new_cards() == 2
    assert lost(PERU, CLOZE) == (["peru"], [])


def test_notes_that_only_moved_lose_nothing() -> None:
    cards = f"deck: {{name: Old}}\ncards:\n{PERU}\n{CLOZE}\n"
    there = f"deck: {{name: New}}\ncards:\n{CLOZE}\n{PERU}\n"
    found = compared(side(cards), side(there, "decks/other.yaml"))
    assert not found.is_loss
    assert [(e.after.id, e.is_moved, e.is_elsewhere, e.is_reworded) for e in found.changed] == [
        ("gap", True, True, False),
        ("peru", True, True, False),
    ]


def test_an_order_and_a_place_in_the_file_are_no_change() -> None:
    found = compared(f"{PERU}\n{CLOZE}", f"# a comment\n\n{CLOZE}\n{PERU}")
    assert (found.changed, len(found.same)) == ((), 2)


def test_the_folder_of_the_collection_may_move() -> None:
    found = compared(
        side(PERU, "old/test.yaml", root="old"), side(PERU, "new/test.yaml", root="new")
    )
    assert [each.what.value for each in found.effects] == ["folder-moved"]
    assert len(found.same) == 1


def test_a_renamed_note_keeps_its_history() -> None:
    after = PERU.replace("id: peru", "id: lima, formerly: [peru]")
    found = compared(PERU, after)
    assert effects(PERU, after) == []
    assert [(e.before.id, e.after.id, e.is_renamed) for e in found.changed] == [
        ("peru", "lima", True)
    ]
    assert (found.added, found.removed, found.updates()) == ((), (), 1)


def test_the_oldest_id_stands_first() -> None:
    before = PERU.replace("id: peru", "id: lima, formerly: [peru]")
    right = PERU.replace("id: peru", "id: capital, formerly: [peru, lima]")
    wrong = PERU.replace("id: peru", "id: capital, formerly: [lima, peru]")
    assert effects(before, right) == []
    assert effects(before, wrong) == ["!guid-changed"]
    assert lost(before, wrong) == ([], ["lima"])


def test_a_vanished_id_that_goes_on_under_another_one_is_found() -> None:
    after = PERU.replace("id: peru", "id: lima")
    assert effects(PERU, after) == ["!id-vanished peru lima"]
    mended = after.replace("Capital of Peru?", "Which is the capital of Peru?")
    assert effects(PERU, mended) == ["!id-vanished peru lima"]


def test_it_is_found_among_many_that_have_the_same_words() -> None:
    many = [
        f"- {{id: x{n}, front: 'Capital number {n % 60} of {n // 60}?', back: 'City {n % 60}'}}"
        for n in range(600)
    ]
    before, after = "\n".join(many), "\n".join(many).replace("id: x", "id: y")
    assert effects(before, after) == [f"!id-vanished x{n} y{n}" for n in range(600)]


def test_a_parallel_question_is_not_the_same_note() -> None:
    chile = "- {id: chile, front: 'Capital of Chile?', back: Santiago}"
    assert effects(PERU, chile) == ["!id-vanished peru"]


def test_two_notes_may_become_one() -> None:
    two = f"{PERU}\n- {{id: lima, front: 'What is the capital of Peru?', back: Lima}}"
    one = PERU.replace("back: Lima", "back: Lima, formerly: [lima]")
    # In Anki the note of the oldest id goes on, which is that of `lima` here.
    assert effects(two, one) == ["notes-merged lima peru", "!guid-changed"]
    assert lost(two, one) == ([], ["peru"])
    one = PERU.replace("id: peru", "id: capital, formerly: [peru, lima]")
    assert effects(two, one) == ["notes-merged peru capital", "!guid-changed"]


def test_notes_that_become_one_ask_the_same() -> None:
    both = f"{PERU}\n- {{id: chile, front: 'Who was Pablo Neruda?', back: A poet}}"
    after = both.partition("\n")[2].replace("id: chile", "id: chile, guid: x, formerly: [peru]")
    before = both.replace("id: chile", "id: chile, guid: x")
    assert effects(before, after) == ["!notes-merged peru chile", "!meaning-changed chile"]
    assert lost(before, after) == (["peru"], [])


def test_the_former_ids_of_a_note_go_along_with_it() -> None:
    heir = "- {id: lima, guid: x, front: 'What is the capital of Peru?', back: Lima}"
    two = f"{PERU.replace('id: peru', 'id: peru, formerly: [old]')}\n{heir}"
    one = two.partition("\n")[2].replace("guid: x,", "guid: x, formerly: [old, peru],")
    assert effects(two, one) == ["!notes-merged peru lima"]
    assert effects(two, one.replace("[old, peru]", "[peru]")) == [
        "!notes-merged peru lima",
        "!formerly-dropped old",
    ]


def test_a_deleted_former_id_leaves_a_history_behind() -> None:
    before = PERU.replace("id: peru", "id: peru, formerly: [first, second]")
    assert effects(before, PERU.replace("id: peru", "id: peru, formerly: [first]")) == [
        "!formerly-dropped second"
    ]
    assert effects(before, PERU) == [
        "!formerly-dropped first",
        "!formerly-dropped second",
        "!guid-changed",
    ]
    assert lost(before, PERU) == (["first", "second"], ["peru"])


def test_a_former_id_may_go_to_another_note() -> None:
    before = f"{PERU}\n- {{id: b, front: q, back: a, formerly: [old]}}"
    after = (
        f"{PERU.replace('id: peru', 'id: peru, formerly: [old]')}\n- {{id: b, front: q, back: a}}"
    )
    # In Anki both would be other notes.
    assert sorted(effects(before, after)) == [
        "!formerly-dropped old peru",
        "!guid-changed",
        "!guid-changed",
    ]
    # Where the oldest ids stay, what was learned goes astray all the same.
    before = before.replace("[old]", "[b0, old]").replace("peru,", "peru, formerly: [p0],")
    after = after.replace("[old]", "[p0, old]").replace("id: b,", "id: b, formerly: [b0],")
    assert effects(before, after) == ["!formerly-dropped old peru"]
    assert lost(before, after) == (["old"], [])


def test_a_guid_of_an_imported_note_stays() -> None:
    before, after = (PERU.replace("id: peru", f"id: peru, guid: {guid}") for guid in "ab")
    assert effects(before, after) == ["!guid-changed"]


# --- what is said


def test_a_rewording_keeps_the_schedule() -> None:
    found = compared(PERU, PERU.replace("Capital of", "Which is the capital of"))
    assert [(f.name, f.before, f.after) for e in found.changed for f in e.fields] == [
        ("front", "Capital of Peru?", "Which is the capital of Peru?")
    ]
    assert (found.updates(), found.is_loss, list(found.every_effect())) == (1, False, [])


def test_another_answer_is_worth_a_look_and_loses_nothing() -> None:
    after = PERU.replace("Lima", "Quito")
    assert effects(PERU, after) == ["answer-changed"]
    assert not compared(PERU, after).is_loss


@pytest.mark.parametrize("answer", ["lima", "Lima.", "'It is Lima'", "'**Lima**'"])
def test_the_same_answer_in_other_words_is_none(answer: str) -> None:
    assert effects(PERU, PERU.replace("Lima", answer)) == []


def test_another_question_and_another_answer_are_another_note() -> None:
    after = "- {id: peru, front: 'Who wrote Hamlet?', back: Shakespeare}"
    assert effects(PERU, after) == ["!meaning-changed"]
    assert lost(PERU, after) == (["peru"], [])
    moved = f"{after}\n{PERU.replace('id: peru', 'id: new')}"
    assert effects(PERU, moved) == ["!meaning-changed new"]


def test_tags_source_and_hint_are_told() -> None:
    found = compared(PERU, PERU.replace("}", ", tags: [x, y], hint: h, source: 'https://a.org'}"))
    (each,) = found.changed
    assert [(f.name, f.after) for f in each.fields] == [
        ("hint", "h"),
        ("source", "https://a.org"),
        ("tags", "x y"),
    ]
    assert each.is_reworded  # a hint is read
    (tagged,) = compared(PERU, PERU.replace("}", ", tags: [x]}")).changed
    assert (tagged.is_reworded, tagged.is_updated) == (False, True)


def test_another_kind_is_told_and_updates() -> None:
    found = compared(PERU, PERU.replace("back", "typed"))
    assert [f.name for e in found.changed for f in e.fields] == ["kind", "typed", "back"]
    assert (found.is_loss, found.updates()) == (False, 1)


@pytest.mark.parametrize("turned", [False, True])
def test_gaps_cannot_come_or_go_under_one_id(turned: bool) -> None:  # noqa: FBT001 - pytest's
    plain = "- {id: gap, front: 'Who sat on the mat?', back: cat}"
    before, after = (CLOZE, plain) if turned else (plain, CLOZE)
    found = effects(before, after)
    assert [each.split()[0] for each in found] == ["!cloze-crossed"]
    assert compared(before, after).updates() == 0


# --- cards of a note


def test_gaps_that_changed_numbers_would_change_histories() -> None:
    swapped = CLOZE.replace("c1", "c9").replace("c2", "c1").replace("c9", "c2")
    assert effects(CLOZE, swapped) == ["!answer-moved c1 c2", "!answer-moved c2 c1"]
    assert lost(CLOZE, swapped) == (["gap/c1", "gap/c2"], [])


@pytest.mark.parametrize(
    "mended", [("cat", "Cat"), ("mat", "*mat*"), ("cat", "cat,"), ("cat", " cat")]
)
def test_gaps_that_changed_numbers_are_found_when_mended(mended: tuple[str, str]) -> None:
    swapped = CLOZE.replace("c1", "c9").replace("c2", "c1").replace("c9", "c2").replace(*mended)
    assert effects(CLOZE, swapped) == ["!answer-moved c1 c2", "!answer-moved c2 c1"]


def test_a_gap_that_only_resembles_another_is_not_the_other() -> None:
    before = CLOZE.replace("cat", "C").replace("mat", "Java")
    after = CLOZE.replace("cat", "Rust").replace("mat", "C++")
    assert effects(before, after) == ["answer-changed c1", "answer-changed c2"]


def test_a_renumbered_gap_is_found() -> None:
    assert effects(CLOZE, CLOZE.replace("c2", "c3")) == ["!card-vanished c2 c3"]


def test_a_gap_in_front_of_the_others_takes_a_new_number() -> None:
    good = CLOZE.replace("'The", "'{{c3::The}}")
    assert effects(CLOZE, good) == []
    assert compared(CLOZE, good).new_cards() == 1
    bad = CLOZE.replace("c2", "c3").replace("c1", "c2").replace("'The", "'{{c1::The}}")
    assert effects(CLOZE, bad) == ["!answer-moved c1 c2", "!answer-moved c2 c3"]


def test_a_gap_that_is_filled_is_a_card_less() -> None:
    assert effects(CLOZE, CLOZE.replace("{{c2::mat}}", "mat")) == ["!card-vanished c2"]


def test_a_gap_with_another_word_is_worth_a_look() -> None:
    assert effects(CLOZE, CLOZE.replace("mat", "sofa")) == ["answer-changed c2"]


def test_a_step_that_is_gone_takes_its_card_along() -> None:
    assert effects(STEPS, STEPS.replace("b: beta, ", "")) == ["!card-vanished b"]
    assert effects(STEPS, STEPS.replace("b: beta", "x: beta")) == ["!card-vanished b x"]


def test_a_step_may_come_in_between() -> None:
    found = compared(STEPS, STEPS.replace("g: gamma", "n: new, g: gamma"))
    assert (list(found.every_effect()), found.new_cards(), found.updates()) == ([], 1, 1)


def test_steps_in_another_order_are_another_answer() -> None:
    after = STEPS.replace("b: beta, g: gamma", "g: gamma, b: beta")
    assert effects(STEPS, after) == ["answer-changed"]


def test_the_other_direction_can_be_added_but_not_dropped() -> None:
    plain = BOTH.replace(", reverse: true", "")
    assert effects(plain, BOTH) == []
    assert compared(plain, BOTH).new_cards() == 1
    assert effects(BOTH, plain) == ["!card-vanished reverse"]
    assert lost(BOTH, plain) == (["word/reverse"], [])


# --- the collection


def test_another_id_of_the_collection_costs_everything() -> None:
    found = compared(side(PERU), side(PERU, id="11111111-other"))
    assert [each.what.value for each in found.every_effect()] == ["collection-id-changed"]
    assert found.lost()[0] == {"peru"}
    assert found.updates() == 0


def test_a_collection_id_that_cannot_be_read_is_no_other_one() -> None:
    assert effects(side(PERU, id=""), side(PERU)) == []


def test_a_tag_root_updates_every_tagged_note() -> None:
    tagged = PERU.replace("}", ", tags: [x]}")
    found = compared(side(f"{tagged}\n{CLOZE}"), side(f"{tagged}\n{CLOZE}", tag_root="r"))
    assert [each.what.value for each in found.effects] == ["tag-root-changed"]
    assert found.updates() == 1


def test_another_title_of_a_source_updates_the_notes_that_cite_it() -> None:
    cites = PERU.replace("}", ", source: 'book#one'}")
    sources = [{"book": Source("book", title, "book.md", {"one": "One"})} for title in "ab"]
    found = compared(*(side(f"{cites}\n{CLOZE}", sources=each) for each in sources))
    assert [(each.after.id, each.fields, each.is_updated) for each in found.changed] == [
        ("peru", (), True)
    ]


def test_another_picture_of_the_same_name_updates_the_notes_that_show_it() -> None:
    shows = PERU.replace("Lima", "'![map](map.png)'")
    media = frozenset({"map.png", "other.png"})
    before, after = (
        side(f"{shows}\n{CLOZE}", media=media)._replace(digests={"map.png": each, "other.png": "x"})
        for each in ("1", "2")
    )
    assert effects(before, after) == ["media-changed map.png map.png"]
    assert compared(before, after).updates() == 1
    assert effects(before, before) == []


def test_a_note_that_no_export_would_take_is_compared_all_the_same() -> None:
    shows = PERU.replace("Lima", "'![map](gone.png)'")
    found = compared(f"{shows}\n{CLOZE}", f"{shows.replace('Capital', 'Chief town')}\n{CLOZE}")
    assert [each.is_updated for each in found.changed] == [True]


# --- what was released


def released(cards: str, *, withdrawn: str = "") -> Ledger:
    """The ledger after a release of some cards, and a second one without those withdrawn."""

    def package(made: Collection) -> Package:
        return plan(made, HtmlPen(), _DESIGN, str, 0)

    first = ledger.released(package(side(cards).collection), Ledger(), "1.0.0")
    return (
        ledger.released(package(side(withdrawn).collection), first, "1.1.0") if withdrawn else first
    )


def test_an_id_that_was_withdrawn_is_not_used_again() -> None:
    book = released(f"{PERU}\n{CLOZE}", withdrawn=CLOZE)
    before, after = side(CLOZE), side(f"{CLOZE}\n{PERU.replace('Lima', 'Cusco')}")
    assert effects(before._replace(released=book), after) == ["!id-reused 1.0.0"]
    assert effects(before, after._replace(released=book)) == ["!id-reused 1.0.0"]
    assert effects(before, after) == []


def test_a_withdrawn_note_may_come_back_as_it_was() -> None:
    book = released(f"{PERU}\n{CLOZE}", withdrawn=CLOZE)
    after = side(f"{CLOZE}\n{PERU}")
    assert effects(side(CLOZE)._replace(released=book), after) == ["note-restored 1.0.0"]


def test_a_released_note_cannot_get_gaps_by_way_of_a_removal() -> None:
    book = released(f"{PERU}\n{CLOZE}")
    after = side("- {id: peru, cloze: '{{c1::Lima}} is the capital.'}")
    assert effects(side("")._replace(released=book), after) == ["!cloze-crossed"]


def test_the_former_id_of_another_note_is_not_new() -> None:
    before = PERU.replace("id: peru", "id: lima, formerly: [peru]")
    after = f"{before}\n{PERU}"
    assert effects(before, after)[-1] == "!id-reused lima"


# --- what cannot be read


def test_entries_with_errors_are_neither_gone_nor_new() -> None:
    broken = side(CLOZE)._replace(unread=frozenset({"peru"}))
    whole = side(f"{PERU}\n{CLOZE}")
    for before, after in ((whole, broken), (broken, whole)):
        found = compared(before, after)
        assert (found.added, found.removed, found.is_loss) == ((), (), False)
        assert [each.id for each in found.unread] == ["peru"]


def test_a_file_that_cannot_be_looked_at_may_have_any_note() -> None:
    before = side(PERU, "decks/sub/a.yaml")
    for path in ("sub", "sub/a.yaml"):
        found = compared(before, side("")._replace(unseen=frozenset({path})))
        assert [each.id for each in found.unread] == ["peru"]
    assert compared(before, side("")._replace(unseen=frozenset({"su"}))).unread == ()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("- {id: a, front: q}\n- {id: b, front: q, back: a}\n", {"a"}),
        ("- id: a\n  front: q\n- front: q\n  id: 'c'\n", {"a", "c"}),
        ("- {id: b, front: 'the id: of it', back: a}\n", set()),
        ("deck: {name: Test}\ncards:\n  - id: a\n front: [\n  - id: b\n", {"a", "b"}),
        ("- {front: q, back: a}\n", set()),
    ],
)
def test_the_ids_of_broken_entries_are_found(text: str, ids: set[str]) -> None:
    assert set(unread_ids(read(text))) == ids
