"""The ledger: dates that stay with what they date."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger, compared, dated, estranged, released
from cardsmith.anki.package import Package, PackageError
from cardsmith.deck import Basic, NoteId, Typed
from notes import EVERY_KIND, gaps, note, steps
from packages import LATER, RELEASED, package

HOUR = 3600


@pytest.fixture(scope="module")
def first() -> Package:
    return package(*EVERY_KIND)


@pytest.fixture(scope="module")
def after(first: Package) -> Ledger:
    return released(first, Ledger(), "1.0.0")


def mods(made: Package) -> dict[str, int]:
    return {each.name: each.mod for each in made.notes}


# --- dates


def test_before_a_release_all_have_the_date_of_the_change(first: Package) -> None:
    assert set(mods(first).values()) == {RELEASED}
    assert {made.mod for made in first.note_types.values()} == {RELEASED}


def test_what_did_not_change_keeps_its_date(after: Ledger) -> None:
    again = package(*EVERY_KIND, at=LATER, after=after)
    assert set(mods(again).values()) == {RELEASED}
    assert {made.mod for made in again.note_types.values()} == {RELEASED}


@pytest.mark.parametrize(
    "changed",
    [
        note("basic", Basic("basic?", "another")),
        note("basic", tags=("new",)),
        note("basic", hint="new"),
        note("basic", extra="new"),
        note("basic", source="https://example.org"),
        note("basic", deck="Test::Other"),
        note("basic", Typed("basic?", "basic!")),
    ],
)
def test_what_changed_and_nothing_else_gets_a_new_date(changed: object, after: Ledger) -> None:
    _, *others = EVERY_KIND
    made = package(changed, *others, at=LATER, after=after)  # type: ignore[arg-type]
    assert {name for name, mod in mods(made).items() if mod == LATER} == {"basic"}


def test_another_picture_is_a_change() -> None:
    shown = note("m", Basic("![](a.png)", "x"))
    old = released(package(shown, files={"a.png": b"1"}), Ledger(), "1")
    assert mods(package(shown, files={"a.png": b"1"}, at=LATER, after=old)) == {"m": RELEASED}
    assert mods(package(shown, files={"a.png": b"2"}, at=LATER, after=old)) == {"m": LATER}


def test_another_look_is_a_change_of_the_note_type_alone(first: Package, after: Ledger) -> None:
    types = {**first.note_types, "basic": first.note_types["basic"]._replace(css="x", mod=LATER)}
    made = dated(first._replace(note_types=types), after, LATER)
    assert {family: made.note_types[family].mod for family in types} == {
        "basic": LATER,
        "cloze": RELEASED,
    }
    assert set(mods(made).values()) == {RELEASED}


CHANGED = note("basic", Basic("basic?", "another"))


@pytest.mark.parametrize("at", [RELEASED, RELEASED - HOUR, 0])
def test_a_change_is_dated_after_the_release_whatever_the_clock_says(
    at: int, after: Ledger
) -> None:
    planned = package(CHANGED, at=at)
    assert mods(dated(planned, after, LATER)) == {"basic": RELEASED + 1}


def test_nothing_is_dated_in_the_future(after: Ledger) -> None:
    planned = package(CHANGED, note("new"), at=LATER + HOUR)
    assert set(mods(dated(planned, after, LATER)).values()) == {LATER}


@given(st.integers(0, 2 * RELEASED), st.integers(0, 2 * RELEASED))
def test_dates_grow_and_stay_in_the_past(at: int, now: int) -> None:
    after = released(package(note("basic")), Ledger(), "1")
    [mod] = mods(dated(package(CHANGED, at=at), after, now)).values()
    assert mod <= now
    assert mod > RELEASED or now <= RELEASED


# --- what learners get


def test_changes_are_named(after: Ledger) -> None:
    notes = [each for each in EVERY_KIND if each.id not in {"typed", "order"}]
    notes[0] = note("basic", Basic("basic?", "another"), tags=("x",))
    notes[1] = note("both", Typed("word", "meaning"))
    made = package(*notes, note("new"), note("order", steps("first", "second")), after=after)
    found = compared(made, after)
    assert [each.name for each in found.new] == ["new"]
    assert [(each.note.name, each.what) for each in found.changed] == [
        ("basic", ("back", "tags")),
        ("both", ("basic became typed", "back", "typed", "reverse")),
        ("order", ("front", "back")),
    ]
    assert {each.name for each in found.withdrawn} == {"typed", "order/third"}
    assert found.look == ()


def test_a_look_is_named(first: Package, after: Ledger) -> None:
    types = {**first.note_types, "cloze": first.note_types["cloze"]._replace(css="x")}
    assert compared(first._replace(note_types=types), after).look == ("cloze",)


def test_a_withdrawn_note_stays_in_the_ledger_and_may_come_back(
    first: Package, after: Ledger
) -> None:
    second = released(package(*EVERY_KIND[1:], at=LATER, after=after), after, "1.1.0")
    guid = next(each.guid for each in first.notes if each.name == "basic")
    assert second.notes[guid].last == "1.0.0"
    third = released(package(*EVERY_KIND[1:], at=LATER, after=second), second, "1.2.0")
    assert third.notes[guid].last == "1.0.0"
    back = package(*EVERY_KIND, at=LATER, after=third)
    assert [each.name for each in compared(back, third).new] == ["basic"]
    assert mods(back)["basic"] == RELEASED
    entry = released(back, third, "1.3.0").notes[guid]
    assert (entry.first, entry.last) == ("1.0.0", "")


def test_what_learners_could_not_update_is_found(after: Ledger) -> None:
    made = package(note("basic", gaps("{{c1::x}}")), note("typed", guid="other"), at=LATER)
    assert [(each.name, what.split()[0]) for each, what in estranged(made, after)] == [
        ("basic", "was"),
        ("typed", "has"),
    ]
    renamed = package(note("new", formerly=(NoteId("basic"),)), at=LATER)
    assert estranged(renamed, after) == ()


# --- the file


def test_what_is_written_is_read(after: Ledger) -> None:
    assert ledger.read(ledger.write(after)) == after
    assert ledger.read("") == Ledger()


def test_the_file_is_sorted_lines_with_a_head(after: Ledger) -> None:
    rows = [json.loads(line) for line in ledger.write(after).splitlines()]
    assert rows[0] == {"ledger": 1, "release": "1.0.0"}
    assert [row["type"] for row in rows[1:3]] == ["basic", "cloze"]
    names = [row["id"] for row in rows[3:]]
    assert names == sorted(names)
    assert set(rows[3]) == {"id", "guid", "kind", "hash", "parts", "mod", "cards", "first"}


def test_a_release_changes_only_the_lines_of_what_changed(after: Ledger) -> None:
    _, *others = EVERY_KIND
    made = package(note("basic", tags=("new",)), *others, at=LATER, after=after)
    old = ledger.write(after).splitlines()
    new = ledger.write(released(made, after, "1.1.0")).splitlines()
    differ = [i for i, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    assert len(differ) == 2  # the head and the note


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "3", '{"id":"x"}', '{"type":"basic"}', '{"id":"x","guid":"y","cards":3}', '"x"'],
)
def test_a_damaged_line_is_named(line: str, after: Ledger) -> None:
    text = ledger.write(after)
    number = len(text.splitlines()) + 1
    with pytest.raises(PackageError, match=f"line {number}, is damaged"):
        ledger.read(f"{text}{line}\n")


def test_a_newer_ledger_is_refused() -> None:
    with pytest.raises(PackageError, match="newer cardsmith"):
        ledger.read('{"ledger":2,"release":"9"}\n')


def test_what_a_later_version_adds_to_a_line_is_no_damage(after: Ledger) -> None:
    lines = ledger.write(after).splitlines()
    lines[-1] = lines[-1].replace('{"id"', '{"colour":"red","id"')
    assert ledger.read("\n".join(lines)) == after
