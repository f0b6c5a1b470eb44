"""What editors are told of decks: whatever the loader accepts the schemas accept too."""

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cardsmith.deckfile import collectionfile, fields, source
from cardsmith.deckfile.parse import parse
from cardsmith.deckfile.schema import collection_schema, deck_schema
from decks import HEADER, errors, read
from shelf import ABOUT, ONE_OF_EACH

DECKS = Path(__file__).parents[2] / "decks"
DECK = Draft202012Validator(deck_schema())
COLLECTION = Draft202012Validator(collection_schema())


class _Editor(yaml.SafeLoader):
    """Reads as editors do: bare words are guessed, but a key is a text, and there are no dates."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 - as in yaml
        del deep
        return {key.value: self.construct_object(value, deep=True) for key, value in node.value}


def _as_text(_: _Editor, node: yaml.ScalarNode) -> str:
    return str(node.value)


for _tag in ("timestamp", "value"):
    _Editor.add_constructor(f"tag:yaml.org,2002:{_tag}", _as_text)


def as_an_editor_reads(text: str) -> Any:  # noqa: ANN401 - whatever YAML holds
    return yaml.load(text, _Editor)  # noqa: S506 - a safe loader


def refused(text: str) -> list[str]:
    """What an editor says of a deck file."""
    return [error.message for error in DECK.iter_errors(as_an_editor_reads(text))]


def refused_collection(text: str) -> list[str]:
    return [error.message for error in COLLECTION.iter_errors(as_an_editor_reads(text))]


def loads_collection(text: str) -> bool:
    return not collectionfile.parse(text, "collection.yaml").problems


def note(**values: str) -> str:
    return f"{HEADER}- " + "\n  ".join(f"{name}: {value}" for name, value in values.items()) + "\n"


# ---- what both accept --------------------------------------------------------------------------


def test_they_are_schemas() -> None:
    Draft202012Validator.check_schema(deck_schema())
    Draft202012Validator.check_schema(collection_schema())


@pytest.mark.parametrize("path", sorted(DECKS.glob("*.yaml")), ids=lambda path: path.name)
def test_the_shipped_decks_are_as_they_say(path: Path) -> None:
    is_deck = path.name != collectionfile.NAME
    assert (refused if is_deck else refused_collection)(path.read_text("utf-8")) == []


def test_one_of_each_kind_is_as_they_say() -> None:
    assert refused(ONE_OF_EACH) == []
    assert refused_collection(ABOUT) == []


@pytest.mark.parametrize("kind", fields.KINDS)
def test_the_examples_of_the_table_make_a_note_of_each_kind(kind: str) -> None:
    examples = {
        field.name: field.example
        for field in fields.NOTE.values()
        if not field.kinds or kind in field.kinds
    }
    assert errors(note(**examples)) == []
    assert refused(note(**examples)) == []


def test_every_key_of_the_table_is_explained() -> None:
    deck, collection = deck_schema(), collection_schema()
    for table, schema in (
        (fields.FILE, deck),
        (fields.DECK, deck["properties"]["deck"]),
        (fields.NOTE, deck["$defs"]["note"]),
        (fields.COLLECTION, collection),
        (fields.SOURCE, collection["properties"]["sources"]["additionalProperties"]),
    ):
        about = {name: field.about for name, field in table.items()}
        assert list(schema["properties"]) == list(about)
        for name, value in schema["properties"].items():
            assert value["markdownDescription"].startswith(about[name])
            for example in value.get("examples", ()):
                assert Draft202012Validator(value | {"$defs": deck["$defs"]}).is_valid(example)


# What an editor takes for numbers, truth, dates and nothing, written in all ways.
# fmt: off
WORDS = st.sampled_from(
    [
        "no", "yes", "on", "true", "True", "1", "010", "0x1F", "1_000", "1.10", "-5", "1e5", ".inf",
        ".nan", "12:30", "2024-01-02", "2024-01-02 10:00:00", "=", "Lima", "a b", "\xe9", "a:b",
        "'it''s'", '"a: b"', "' '", '"x\\ny"', "'~'", "'null'", "''", "|\n    a\n    b", "|\n    a",
        ">-\n    a\n    b", "|+\n    a\n\n", "'<br>'", "a # b", "a::b", "'{{c1::a}}'", "x::y::z",
        "'a:::b'", "lesson#order", "https://example.org/a", "../a", "a/b.md", "pt-BR", "00000000-a",
    ]
)
# fmt: on
NOTHING = st.sampled_from(["", "~", "null", "Null", "''", '""'])
LISTS = st.lists(WORDS.filter(lambda word: "\n" not in word), max_size=10).map(
    lambda words: f"[{', '.join(words)}]"
)
IDS = st.sampled_from(["a", "1", "0.1", "a-b", "on", "2024-01-02", "007", "1e5", "|+\n    a\n\n"])
STEPS = st.lists(st.tuples(IDS.filter(str.isascii), WORDS), min_size=1, max_size=4).map(
    lambda steps: "".join(
        f"\n    {key}: {value}" for key, value in steps if "\n" not in key + value
    )
)
FLAGS = st.sampled_from(["true", "false", "'true'", "yes", ""])
VALUES = {
    fields.Shape.TEXT: WORDS,
    fields.Shape.LINE: WORDS,
    fields.Shape.FLAG: FLAGS,
    fields.Shape.LINES: LISTS,
    fields.Shape.LINE_OR_LINES: WORDS | LISTS,
    fields.Shape.STEPS: STEPS,
}
CHOSEN = {"id": IDS, "formerly": IDS.map(lambda id_: f"[{id_}]" if id_.isprintable() else "")}


@st.composite
def notes(draw: st.DrawFn) -> dict[str, str]:
    """The fields of a note, mostly those of a kind, with odd values."""
    kind = draw(st.sampled_from(fields.KINDS))
    found = {}
    for field in fields.NOTE.values():
        of_kind = not field.kinds or kind in field.kinds
        is_there = field.required or draw(st.booleans())
        if of_kind and is_there:
            values = CHOSEN.get(field.name, VALUES[field.shape])
            found[field.name] = draw(values if field.required else values | NOTHING)
    if kind == "choice" and draw(st.booleans()):
        found |= {"choices": f"[{found['answer']}, other]"}
    return found


@given(notes())
@settings(max_examples=150)
def test_what_the_loader_accepts_they_accept(fields_: dict[str, str]) -> None:
    text = note(**fields_)
    if not read(text).problems:
        assert refused(text) == []


@given(st.dictionaries(st.sampled_from(list(fields.DECK)), WORDS | LISTS | NOTHING))
def test_what_the_loader_accepts_as_a_deck_they_accept(values: dict[str, str]) -> None:
    head = "".join(f"  {name}: {value}\n" for name, value in values.items())
    text = f"deck:\n{head}cards: [{{id: a, front: q, back: b}}]\n"
    deck = parse(_decoded(text), "x")
    name = values.get("name", "")
    if not deck.problems and name not in {"~", "null", "Null"}:
        assert refused(text) == []


OF_COLLECTIONS = {
    "format": st.sampled_from(["1", "'1'", "01", "2"]),
    "id": st.sampled_from(["00000000-a", "12345678", "'12345678'", "1234567", "1e345678"]),
    "authors": LISTS | NOTHING,
    "sources": NOTHING
    | st.tuples(IDS, st.sampled_from(["file", "url"]), WORDS | NOTHING)
    .map(lambda source: f"{{{source[0]}: {{{source[1]}: {source[2]}}}}}")
    .filter(lambda source: "\n" not in source),
}


@given(
    st.fixed_dictionaries(
        {"format": OF_COLLECTIONS["format"], "id": OF_COLLECTIONS["id"], "name": WORDS},
        optional={
            name: OF_COLLECTIONS.get(name, WORDS | NOTHING)
            for name, field in fields.COLLECTION.items()
            if not field.required
        },
    )
)
@settings(max_examples=150)
def test_what_the_loader_accepts_as_a_collection_they_accept(values: dict[str, str]) -> None:
    text = _decoded("".join(f"{name}: {value}\n" for name, value in values.items()))
    if loads_collection(text):
        assert refused_collection(text) == []


def _decoded(text: str) -> str:
    decoded = source.decode(text.encode(), "x")
    assert isinstance(decoded, str)
    return decoded


@pytest.mark.parametrize("word", ["no", "010", "1:05", "1.10", "2024-01-02", ".nan", "0x1F", "on"])
def test_a_text_is_whatever_an_editor_takes_it_for(word: str) -> None:
    for text in (
        note(id="a", front=word, back=word, extra=word, source=word, tags=f"[{word}x, {word}]"),
        note(id="a", front="q", typed=word, accept=f"[{word}]"),
        note(id="a", front="q", choices=f"[{word}, other]", answer=word),
        note(id="a", front="q", steps=f"{{a: {word}, b: {word}}}"),
    ):
        assert errors(text) == []
        assert refused(text) == []


@pytest.mark.parametrize("word", ["~", "null"])
def test_only_the_words_for_nothing_need_quotes_where_something_must_be_said(word: str) -> None:
    bare, quoted = note(id="a", front="q", back=word), note(id="a", front="q", back=f"'{word}'")
    assert errors(bare) == errors(quoted) == []
    assert refused(quoted) == []
    assert len(refused(bare)) == 1
    assert refused(note(id="a", front="q", back="b", extra=word)) == []


# ---- what both refuse --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        note(id="a", frnt="q", back="b"),
        note(id="a", front="q"),
        note(id="a", back="b"),
        note(id="a", front="q", back="b", typed="c"),
        note(id="a", front="q", answer="b"),
        note(id="a", hint="q"),
        note(front="q", back="b"),
        note(id="A b", front="q", back="b"),
        note(id="-a", front="q", back="b"),
        note(id="-1", front="q", back="b"),
        note(id="", front="q", back="b"),
        note(id="[a]", front="q", back="b"),
        note(id="a", front="q", back=""),
        note(id="a", front="q", back="''"),
        note(id="a", front="q", back="{b: c}"),
        note(id="a", front="q", back="b", reverse="maybe"),
        note(id="a", front="q", back="b", tags="capital"),
        note(id="a", front="q", back="b", tags="[a b]"),
        note(id="a", front="q", back="b", tags="['::a']"),
        note(id="a", front="q", back="b", formerly="[A]"),
        note(id="a", front="q", back="b", source='"x\\ny"'),
        note(id="a", front="q", typed="[a]"),
        note(id="a", front="q", typed="a", accept="['']"),
        note(id="a", front="q", choices="[a]", answer="a"),
        note(id="a", front="q", choices=str(list("abcdefghij")), answer="a"),
        note(id="a", front="q", choices="a, b", answer="a"),
        note(id="a", front="q", choices="[a, b]", answer="[]"),
        note(id="a", front="q", choices="[a, b]"),
        note(id="a", front="q", steps="{a: x}"),
        note(id="a", front="q", steps="{A: x, b: y}"),
        note(id="a", front="q", steps="[x, y]"),
        f"{HEADER}- just a text\n",
        "deck: {name: Test}\ncards: []\n",
        "deck: {name: Test}\n",
        "cards: [{id: a, front: q, back: b}]\n",
        "deck: Test\ncards: [{id: a, front: q, back: b}]\n",
        "deck: {nme: Test}\ncards: [{id: a, front: q, back: b}]\n",
        "deck: {name: '::Test'}\ncards: [{id: a, front: q, back: b}]\n",
        "deck: {name: Test, title: x}\ncards: [{id: a, front: q, back: b}]\n",
        "deck: {name: Test}\ncards: [{id: a, front: q, back: b}]\nnotes: []\n",
    ],
)
def test_what_both_refuse(text: str) -> None:
    assert parse(_decoded(text), "x").problems != ()
    assert refused(text) != []


OF_KINDS = {
    kind: {
        field.name: field.example
        for field in fields.NOTE.values()
        if field.name == "id" or (field.required and kind in field.kinds)
    }
    for kind in fields.KINDS
}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, field.name)
        for kind in fields.KINDS
        for field in fields.NOTE.values()
        if field.kinds and kind not in field.kinds
    ],
)
def test_a_kind_has_no_field_of_another(kind: str, name: str) -> None:
    text = note(**OF_KINDS[kind], **{name: fields.NOTE[name].example})
    assert errors(text) != []
    assert refused(text) != []


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, values in OF_KINDS.items() for name in values]
)
def test_a_kind_needs_its_fields(kind: str, name: str) -> None:
    text = note(**{each: value for each, value in OF_KINDS[kind].items() if each != name})
    assert errors(text) != []
    assert refused(text) != []


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("format: 1", "format: one"),
        ("format: 1", "format: 2"),
        ("format: 1", "format:"),
        ("name: Test", "nme: Test"),
        ("name: Test", "name: [Test]"),
        ("name: Test", "name:"),
        ("id: 00000000-0000-4000-8000-000000000000", "id: short"),
        ("id: 00000000-0000-4000-8000-000000000000", "id: Has_Letters"),
        ("id: 00000000-0000-4000-8000-000000000000", "id:"),
        ("language: en", "language: english language"),
        ("licence: CC0-1.0", "license: CC0-1.0"),
        ("authors: [Somebody]", "authors: Somebody"),
        ("language: en", "repository: example.org"),
        ("language: en", "tag_root: a b"),
        ("language: en", "sources: [lesson.md]"),
        ("language: en", "sources: {lesson: lesson.md}"),
        ("language: en", "sources: {Lesson!: {file: lesson.md}}"),
        ("language: en", "sources: {lesson: {title: A lesson}}"),
        ("language: en", "sources: {lesson: {file: a.md, url: 'https://example.org/a'}}"),
        ("language: en", "sources: {lesson: {file: ../a.md}}"),
        ("language: en", "sources: {lesson: {file: a.md, page: 3}}"),
    ],
)
def test_what_both_refuse_in_a_collection(was: str, becomes: str) -> None:
    assert was in ABOUT
    text = ABOUT.replace(was, becomes)
    assert not loads_collection(text)
    assert refused_collection(text) != []
