"""Where a new note goes: after its section, and nothing else moves."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deck import Note
from cardsmith.deckfile import dump, source
from cardsmith.deckfile.insert import InsertionError, put, slot
from cardsmith.deckfile.parse import parse
from cardsmith.diagnostics import Place

PATH = "decks/test.yaml"
FIELDS: dump.Fields = {"id": "new", "front": "New?", "back": "New."}


def added(text: str, cited: str = "") -> str:
    """A file with a note added."""
    return added_to(text.encode(), cited).decode()


def added_to(data: bytes, cited: str = "") -> bytes:
    decoded = source.decode(data, PATH)
    assert isinstance(decoded, str)
    where = slot(decoded, PATH, cited)
    fields = {**FIELDS, "source": cited}
    after = put(data, where, dump.entry(fields, where.column, where.gap))
    read = source.decode(after, PATH)
    assert isinstance(read, str)
    deck = parse(read, PATH)
    (new,) = (note for note in deck.notes if note.id == "new")
    assert new.place.line == where.first_line
    return after


SECTIONS = """\
deck: {name: T}
cards:

  # ---- A ----

  - id: a1
    front: One?
    back: One.
    source: book#a

  - id: a2
    front: Two?
    back: Two.
    source: book#a
    # a word on it

  # ---- B ----

  - id: b1
    front: Three?
    back: >-
      Three and
      three.
    source: book#b

  # ---- C ----

  # Of a2 as well.
  - id: c1
    front: Four?
    back: |
      Four
      lines.

# The end.
"""
NEW = ["  - id: new", "    front: New?", "    back: New."]


@pytest.mark.parametrize(
    ("cited", "above", "below"),
    [
        ("book#a", "    # a word on it", "  # ---- B ----"),
        ("book#b", "    source: book#b", "  # ---- C ----"),
        ("book#z", "    source: book#b", "  # ---- C ----"),
        ("other#a", "      lines.", "# The end."),
        ("", "      lines.", "# The end."),
    ],
)
def test_a_note_stands_behind_its_section_and_banners_stay_below(
    cited: str, above: str, below: str
) -> None:
    lines = added(SECTIONS, cited).splitlines()
    at = lines.index(NEW[0])
    assert lines[at - 2 : at] == [above, ""]
    behind = at + 3 + bool(cited)
    assert lines[behind : behind + 2] == ["", below]
    del lines[at - 1 : behind]
    assert lines == SECTIONS.splitlines()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "deck: {name: T}\ncards:\n- id: a\n  cloze: a{{c1::x}}\n- {id: b, front: z, back: y}\n",
            "- id: new\n  front: New?\n  back: New.\n",
        ),
        (
            "deck: {name: T}\ncards:\n    -   id: a\n        front: x\n        back: y\n",
            "\n    -   id: new\n        front: New?\n        back: New.\n",
        ),
        (
            "deck: {name: T}\ncards:\n  -\n    id: a\n    front: x\n    back: y\n",
            "\n  - id: new\n    front: New?\n    back: New.\n",
        ),
        (
            "deck: {name: T}\ncards:\n  - {id: a, front: x, back: y}",
            "\n  - id: new\n    front: New?\n    back: New.",
        ),
        (
            "deck: {name: T}\ncards:\n  - {id: a, front: x, back: y}\n  -\n",
            "  - id: new\n    front: New?\n    back: New.\n",
        ),
    ],
)
def test_it_is_written_as_the_file_is(before: str, after: str) -> None:
    assert added(before) == before + after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cards:\ndeck: {name: T}\n", "cards:\n  {}deck: {name: T}\n"),
        ("deck: {name: T}\ncards:\n", "deck: {name: T}\ncards:\n  {}"),
        ("deck: {name: T}\ncards: []\n", "deck: {name: T}\ncards:\n  {}"),
        ("deck: {name: T}\ncards: [] # none\n", "deck: {name: T}\ncards: # none\n  {}"),
        ("deck: {name: T}\ncards: [\n  ]\n", "deck: {name: T}\ncards:\n  {}"),
        ("deck: {name: T}\ncards: # none\n  []\n", "deck: {name: T}\ncards: # none\n  {}"),
    ],
)
def test_the_first_note_of_a_file(before: str, after: str) -> None:
    entry = "- id: new\n    front: New?\n    back: New.\n"
    assert added(before) == after.replace("{}", entry)


def test_a_list_in_the_middle_of_a_file() -> None:
    text = "cards:\n  - id: a\n    front: x\n    back: y\ndeck: {name: T}\n"
    lines = added(text).splitlines()
    assert lines[4:8] == ["", *NEW]
    assert lines[8:] == ["", "deck: {name: T}"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deck: {name: T}\ncards: [{id: a, front: x, back: y}]\n", "in brackets"),
        ("{deck: {name: T}, cards: []}\n", "no list of cards"),
        ("- id: a\n", "no list of cards"),
        ("# nothing\n", "no list of cards"),
        ("deck: {name: T}\n", "no `cards:`"),
        ("deck: {name: T}\ncards: none\n", "is not a list"),
        ("deck: {name: T}\ncards: ''\n", "is not a list"),
    ],
)
def test_a_file_without_a_list_is_refused(text: str, why: str) -> None:
    with pytest.raises(InsertionError, match=why):
        slot(text, PATH, "")


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_and_the_byte_order_mark_stay(end: str, mark: str, last: bool) -> None:  # noqa: FBT001
    text = "deck: {name: T}\ncards:\n- id: a\n  front: é\n  back: y\n- id: b\n  front: x\n  back: y"
    data = (mark + text + "\n" * last).replace("\n", end).encode()
    after = added_to(data)
    entry = "- id: new\n  front: New?\n  back: New."
    extra = f"{entry}\n" if last else f"\n{entry}"
    assert after == data + extra.replace("\n", end).encode()


def plain(notes: tuple[Note, ...]) -> list[Note]:
    return [note._replace(place=Place(0, 0, 0, 0), places={}) for note in notes]


BACKS = st.sampled_from(
    (
        "back: y",
        "back: 'y'  # said",
        "back: >-\n      y\n      z",
        "back: |\n      y\n\n        z",
        "back: |+\n      y\n\n",
        "back: |\n      y\n         ",
        "back: |2\n       y",
        "back: y\n    tags:\n      - t",
        "back: y\n    # own",
    )
)
BETWEEN = st.sampled_from(
    ("", "\n", "\n\n", "  # a banner\n", "\n  # ---- a banner\n\n", "# far left\n", "   \n")
)
ENTRIES = st.lists(st.tuples(BETWEEN, BACKS, st.sampled_from(("a#1", "a#2", "b", ""))), min_size=1)


@given(
    ENTRIES,
    BETWEEN,
    st.sampled_from(("a#1", "a#2", "a#3", "b", "c", "")),
    st.sampled_from(("\n", "\r\n")),
)
def test_all_other_notes_and_all_other_bytes_stay(
    entries: list[tuple[str, str, str]], end: str, cited: str, line_end: str
) -> None:
    text = "deck: {name: T}\ncards:\n"
    for number, (between, back, its) in enumerate(entries):
        head = f"  - id: n{number}\n    front: x\n    source: {its or chr(39) * 2}\n    "
        text += f"{between}{head}{back}\n"
    text += end
    data = text.replace("\n", line_end).encode()
    before = parse(text, PATH)
    assert before.problems == ()
    after = added_to(data, cited).decode().replace("\r\n", "\n")
    notes = parse(after, PATH).notes
    assert plain(tuple(n for n in notes if n.id != "new")) == plain(before.notes)
    number = [str(n.id) for n in notes].index("new")
    sections = [n.source for n in before.notes]
    if cited and cited in sections:
        assert notes[number - 1].source == cited
        assert cited not in [n.source for n in notes[number + 1 :]]
    first, second = after.split("  - id: new\n")
    kept = second.split("    back: New.\n")[1].removeprefix(f"    source: {cited}\n")
    assert (first + kept) in {text, *_with_blanks(text)}


def _with_blanks(text: str) -> set[str]:
    """The text with one or two empty lines more, wherever."""
    lines = text.splitlines(keepends=True)
    once = {"".join((*lines[:at], "\n", *lines[at:])) for at in range(len(lines) + 1)}
    return once | {"".join((*lines[:at], "\n\n", *lines[at:])) for at in range(len(lines) + 1)}


def test_what_is_dedented_ends_the_comments_of_a_note() -> None:
    text = dedent(
        """\
        deck: {name: T}
        cards:
          - id: a
            front: x
            back: y

            # Still about a.

          # About b.
          - id: b
            front: x
            back: y
            source: s
        """
    )
    lines = added(text.replace("back: y\n\n", "back: y\n    source: r\n\n"), "r").splitlines()
    at = lines.index("  - id: new")
    assert lines[at - 2] == "    # Still about a."
    assert lines[at + 4 : at + 6] == ["", "  # About b."]
