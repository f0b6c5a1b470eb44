"""What an Anki package holds, as plain data, and the identities in it.

Nothing here can change after a first release: learners' collections know notes, note types, fields
and templates by these ids. docs/anki.md publishes the functions, with test vectors.
"""

from hashlib import sha256
from typing import NamedTuple

from cardsmith.errors import CardsmithError

# Anki takes ids for points in time: any in the past will do, and these years hold the ids of few.
_EARLIEST = 1_262_304_000_000  # 2010-01-01 in milliseconds
_SPAN = 315_532_800_000  # to the end of 2019
_LARGE = 2**52  # ids from here to 2**53 are exact in every client's numbers, and nobody else's


class PackageError(CardsmithError):
    """Notes that cannot become a package, or a file that is none."""


class FieldShape(NamedTuple):
    """A field of a note type.

    Attributes:
        key: what its id is made from; it stays when the field is renamed.
        name: what learners see.
        is_inner: whether it is of no interest to a learner who edits or searches notes.
    """

    key: str
    name: str
    is_inner: bool = False


class Family(NamedTuple):
    """A note type as every collection has it; the lists are frozen, names may change."""

    key: str
    is_cloze: bool
    fields: tuple[FieldShape, ...]
    templates: tuple[tuple[str, str], ...]  # key and name


_SHARED = (
    FieldShape("hint", "Hint"),
    FieldShape("extra", "Extra"),
    FieldShape("source", "Source"),
    FieldShape("context", "Context"),
    FieldShape("id", "ID", is_inner=True),
    FieldShape("spare1", "Spare1", is_inner=True),
    FieldShape("spare2", "Spare2", is_inner=True),
    FieldShape("spare3", "Spare3", is_inner=True),
)
BASIC = Family(
    "basic",
    is_cloze=False,
    fields=(
        FieldShape("front", "Front"),
        FieldShape("back", "Back"),
        FieldShape("typed", "Typed"),
        FieldShape("choices", "Choices"),
        FieldShape("reverse", "Reverse"),
        *_SHARED,
    ),
    templates=(("forward", "Forward"), ("reverse", "Reverse"), ("spare", "Spare")),
)
CLOZE = Family(
    "cloze",
    is_cloze=True,
    fields=(FieldShape("text", "Text"), *_SHARED),
    templates=(("cloze", "Cloze"),),
)
FAMILIES = {family.key: family for family in (BASIC, CLOZE)}


class Field(NamedTuple):
    """A field of a note type, with its identity."""

    id: int
    name: str
    is_inner: bool = False


class Template(NamedTuple):
    """The two sides of a card, in Anki's own template language."""

    id: int
    name: str
    front: str
    back: str


class NoteType(NamedTuple):
    """A note type; `mod` is the second in which it last changed."""

    id: int
    name: str
    is_cloze: bool
    fields: tuple[Field, ...]
    templates: tuple[Template, ...]
    css: str
    mod: int


class Deck(NamedTuple):
    """A deck; the description is HTML."""

    id: int
    name: str
    description: str = ""


class Card(NamedTuple):
    """A new card: the template or gap it comes from, and its place among the new cards."""

    id: int
    ord: int
    due: int


class Note(NamedTuple):
    """A note with its cards.

    Attributes:
        id: a millisecond of the past.
        guid: what a learner's collection knows it by.
        family: the key of its note type's family.
        kind: `basic`, `cloze`, `typed`, `choice`, `sequence`, or `step`.
        name: its id among cardsmith's; the step of a sequence has its card's.
        mod: the second in which its content last changed.
        fields: HTML, as many as its note type has.
        tags: sorted as written.
        deck: the id of the deck of its cards.
        cards: in order.
    """

    id: int
    guid: str
    family: str
    kind: str
    name: str
    mod: int
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    deck: int
    cards: tuple[Card, ...]


class MediaFile(NamedTuple):
    """A picture or sound: its name in the package, its path in the collection, its SHA-256."""

    name: str
    path: str
    digest: str


class Package(NamedTuple):
    """All that a package holds; note types are keyed by family."""

    note_types: dict[str, NoteType]
    decks: tuple[Deck, ...]
    notes: tuple[Note, ...]
    media: tuple[MediaFile, ...]

    def size(self) -> tuple[int, int]:
        """The number of notes and of cards."""
        return len(self.notes), sum(len(note.cards) for note in self.notes)


class Design(NamedTuple):
    """How cards look: one style sheet, and the two sides of each template by its key."""

    css: str
    sides: dict[str, tuple[str, str]]


class Identity(NamedTuple):
    """What names a note in Anki: its guid, and its id; the id of a card is that plus its ord."""

    guid: str
    moment: int


def identity(collection: str, name: str) -> Identity:
    """The identity of a note.

    Args:
        collection: the id of the collection.
        name: the first id that the note ever had; for a step of a sequence, that of the sequence,
            a slash, and the key of the step.
    """
    digest = _digest("note", collection, name)
    return Identity(digest[:10].hex(), _moment(digest[10:18]))


def note_type_id(collection: str, family: str) -> int:
    """The id of a note type."""
    return _large(_digest("note type", collection, family))


def field_id(collection: str, family: str, field: str) -> int:
    """The id of a field, from its key."""
    return _large(_digest("field", collection, f"{family}/{field}"))


def template_id(collection: str, family: str, template: str) -> int:
    """The id of a template, from its key."""
    return _large(_digest("template", collection, f"{family}/{template}"))


def deck_id(collection: str, name: str) -> int:
    """The id of a deck inside a package; Anki itself goes by the name."""
    return _moment(_digest("deck", collection, name)[:8])


def note_type(family: Family, collection: str, name: str, design: Design, mod: int) -> NoteType:
    """The note type of a family in a collection, by its id and name."""
    return NoteType(
        note_type_id(collection, family.key),
        f"{name} ({family.key})",
        family.is_cloze,
        tuple(
            Field(field_id(collection, family.key, field.key), field.name, field.is_inner)
            for field in family.fields
        ),
        tuple(
            Template(template_id(collection, family.key, key), shown, *design.sides[key])
            for key, shown in family.templates
        ),
        design.css,
        mod,
    )


def _digest(what: str, collection: str, name: str) -> bytes:
    return sha256(f"cardsmith\n{what}\n{collection}\n{name}".encode()).digest()


def _moment(digest: bytes) -> int:
    return _EARLIEST + int.from_bytes(digest, "big") % _SPAN


def _large(digest: bytes) -> int:
    return _LARGE + int.from_bytes(digest[:8], "big") % _LARGE
