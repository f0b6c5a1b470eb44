"""What a release tells those who learn with Anki."""

from cardsmith.anki.ledger import Changes, Ledger, compared, released
from cardsmith.deck import Basic, Choice, Typed
from cardsmith.render.release import notes_for_learners
from notes import EVERY_KIND, note
from packages import package

NOTHING = Changes((), (), (), ())


def draft(found: Changes, before: str = "1.0.0") -> str:
    return notes_for_learners("Test", "1.1.0", "- Better cards.", found, before=before)


def paragraphs(text: str) -> list[str]:
    return text.split("\n\n")


def test_a_first_release_has_nothing_to_compare_with() -> None:
    made = package(*EVERY_KIND)
    text = draft(compared(made, Ledger()), before="")
    assert paragraphs(text)[:3] == ["# Test 1.1.0", "- Better cards.", "## For learners"]
    assert "9 notes to begin with." in text
    assert "withdrawn" not in text


def test_it_names_what_is_new_changed_and_withdrawn() -> None:
    after = released(package(note("a"), note("b"), note("c_d"), note("e")), Ledger(), "1.0.0")
    made = package(
        note("a", Typed("a?", "a!")), note("b", tags=("x",)), note("e"), note("n"), note("m")
    )
    text = draft(compared(made, after))
    assert "2 new notes:\n\n- n\n- m\n" in text
    assert "2 notes changed. The schedule stays" in text
    assert "\n\n- a: basic became typed, back, typed\n- b: tags\n" in text
    assert "1 note withdrawn." in text
    assert '\n    "ID:c\\_d"\n' in text
    assert "suspend it, do not delete it" in text
    assert "- e" not in text


def test_it_says_when_only_the_program_changed() -> None:
    assert "No note changed, and none is new." in draft(NOTHING)


def test_it_names_a_new_look() -> None:
    text = draft(NOTHING._replace(look=("basic", "cloze")))
    assert "The look of basic and cloze notes changed" in text
    assert "No note changed" not in text


def test_a_change_of_kind_is_told_once() -> None:
    after = released(package(note("a", Basic("Q", "A"))), Ledger(), "1.0.0")
    made = package(note("a", Choice("Q", ("A", "B"), ("A",))))
    assert draft(compared(made, after)).count("became") == 1
