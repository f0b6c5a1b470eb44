"""All keys that a collection may be written with: one table for loader, messages, schema, docs."""

from enum import Enum
from typing import NamedTuple


class Shape(Enum):
    """What a value looks like."""

    TEXT = "a text"
    LINE = "a text of one line"
    FLAG = "`true` or `false`"
    LINES = "a list of texts"
    LINE_OR_LINES = "a text or a list of texts"
    STEPS = "a mapping of short keys to texts"
    MAPPING = "a mapping"
    CARDS = "a list of cards"


KINDS = ("basic", "cloze", "typed", "choice", "sequence")


class Field(NamedTuple):
    """One key.

    Attributes:
        name: the key.
        shape: what its value looks like.
        about: what it is for, in a sentence.
        example: a value as it may be written.
        kinds: the kinds of notes that may have it; all of them if empty.
        required: whether it must be there, in notes of its kinds, and say something.
        markdown: whether the value is Markdown; other texts are shown character by character.
    """

    name: str
    shape: Shape
    about: str
    example: str
    kinds: tuple[str, ...] = ()
    required: bool = False
    markdown: bool = False


Table = dict[str, Field]


def _table(*fields: Field) -> Table:
    return {field.name: field for field in fields}


FILE = _table(
    Field(
        "deck",
        Shape.MAPPING,
        "What holds for all cards of the file.",
        '{name: "Spanish::Verbs"}',
        required=True,
    ),
    Field(
        "cards",
        Shape.CARDS,
        "The notes, in the order of learning.",
        "- {id: ser, front: to be, back: ser}",
        required=True,
    ),
)

DECK = _table(
    Field(
        "name",
        Shape.LINE,
        "The name of the deck; `::` stands between a deck and those inside it.",
        '"Spanish::Verbs"',
        required=True,
    ),
    Field(
        "description",
        Shape.TEXT,
        "What the deck is about.",
        "The hundred commonest verbs.",
        markdown=True,
    ),
    Field("tags", Shape.LINES, "Tags that all notes of the file have.", "[verb]"),
)

NOTE = _table(
    Field(
        "id",
        Shape.LINE,
        "Names the note for good: it never changes and is never used again.",
        "capital-of-peru",
        required=True,
    ),
    Field(
        "front",
        Shape.TEXT,
        "The question.",
        "What is the capital of Peru?",
        ("basic", "typed", "choice", "sequence"),
        required=True,
        markdown=True,
    ),
    Field("back", Shape.TEXT, "The answer.", "Lima", ("basic",), required=True, markdown=True),
    Field(
        "reverse",
        Shape.FLAG,
        "Whether the note is asked the other way round as well.",
        "true",
        ("basic",),
    ),
    Field(
        "cloze",
        Shape.TEXT,
        "A text with gaps, one card for each number; a hint may follow after `::`.",
        '"{{c1::Lima::city}} is the capital of {{c2::Peru}}."',
        ("cloze",),
        required=True,
        markdown=True,
    ),
    Field("typed", Shape.LINE, "The answer to be typed.", "Lima", ("typed",), required=True),
    Field("accept", Shape.LINES, "Further answers that are right.", "[Lima city]", ("typed",)),
    Field(
        "choices",
        Shape.LINES,
        "The answers to choose from, two to nine.",
        "[Lima, Cusco, Arequipa]",
        ("choice",),
        required=True,
    ),
    Field(
        "answer",
        Shape.LINE_OR_LINES,
        "The right one of the choices, or a list of all that are right.",
        "Lima",
        ("choice",),
        required=True,
    ),
    Field(
        "shuffle",
        Shape.FLAG,
        "Whether the choices are shown in another order each day.",
        "true",
        ("choice",),
    ),
    Field(
        "steps",
        Shape.STEPS,
        "The steps in their order; the short keys name their cards and never change.",
        "{sow: Sow the seed, water: Water it, reap: Reap the corn}",
        ("sequence",),
        required=True,
        markdown=True,
    ),
    Field("extra", Shape.TEXT, "Shown after the answer.", "Founded in 1535.", markdown=True),
    Field(
        "hint", Shape.TEXT, "Shown before the answer, on demand.", "On the coast.", markdown=True
    ),
    Field(
        "source",
        Shape.LINE,
        "Where it is from: `name#heading` of a declared source, or a URL.",
        "atlas#peru",
    ),
    Field("tags", Shape.LINES, "Words to choose cards by.", "[capital, america]"),
    Field(
        "formerly",
        Shape.LINES,
        "Ids that the note had before, oldest first; what was learned stays with it.",
        "[peru-capital]",
    ),
    Field("guid", Shape.LINE, "The note's guid in Anki, if it comes from there.", "q$Yb]Q?*u3"),
)

COLLECTION = _table(
    Field("format", Shape.LINE, "The version of the format.", "1", required=True),
    Field(
        "id",
        Shape.LINE,
        "Names the collection for histories and for Anki; it never changes.",
        "3de90d58-9e0f-4a3f-b810-79d9a8420e85",
        required=True,
    ),
    Field("name", Shape.LINE, "What learners call it.", "Capitals", required=True),
    Field("language", Shape.LINE, "The language of the notes, as a BCP 47 tag.", "en"),
    Field("licence", Shape.LINE, "What others may do with the notes.", "CC-BY-4.0"),
    Field("authors", Shape.LINES, "Who made it.", "[Ana, Ben]"),
    Field(
        "repository",
        Shape.LINE,
        "The address where cards are reported and mended.",
        "https://github.com/ana/capitals",
    ),
    Field("tag_root", Shape.LINE, "In Anki every tag stands under this one.", "capitals"),
    Field(
        "sources",
        Shape.MAPPING,
        "The texts that notes cite: a name, and what it stands for.",
        "{atlas: {file: atlas.md, title: A small atlas}}",
    ),
)

SOURCE = _table(
    Field("file", Shape.LINE, "A Markdown file of the collection; its headings are cited.", "a.md"),
    Field("url", Shape.LINE, "An address, in place of a file.", "https://example.org/atlas"),
    Field("title", Shape.LINE, "What the text is called.", "A small atlas"),
)
