"""What editors are told of deck files and `collection.yaml`: the table of fields as JSON Schemas.

Editors guess what a bare word is (`no`, `010`, `1.10`), while cards are text as typed, so a text is
whatever an editor may take it for. The schemas refuse nothing that the loader accepts, but for one
thing that they cannot see: where something has to be said, an editor takes `null` and `~` for
nothing, so there they need quotes. What they cannot tell either is `lint`'s.

`errorMessage`, `markdownDescription` and `defaultSnippets` are not of the standard: the language
server for YAML that most editors use shows them.
"""

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from cardsmith.deckfile import ids, source, tree
from cardsmith.deckfile.collectionfile import FORMAT, FORMS
from cardsmith.deckfile.fields import (
    COLLECTION,
    DECK,
    FILE,
    KINDS,
    NOTE,
    SOURCE,
    Field,
    Shape,
    Table,
)
from cardsmith.deckfile.parse import FEWEST, MARKS, MOST_CHOICES
from cardsmith.deckfile.values import listed

Schema = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALAR = ["string", "number", "boolean"]
_END = r"\n*$"  # a block ends with line feeds, which count for nothing
_SAYS = r"\S"
_ONE_LINE = rf"^[^\n]*{_END}"
_SAYS_IN_ONE_LINE = rf"^[^\n]*\S[^\n]*{_END}"
_ID = rf"^{ids.ID.pattern}{_END}"
_SIGN, _ESCAPED = re.compile(r"[$}\\]"), r"\\\g<0>"  # in a snippet
_QUOTES = "`null`, `~`, and what begins with `[` or `{`, need quotes"
_LIST = "write a list: `[one, two]`, or a line with a dash for each"


def deck_schema() -> Schema:
    """The schema of a deck file."""
    deck = {"title": "The head of a deck file"} | _mapping(DECK, name=_name_of_deck, tags=_tags)
    cards = {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/note"}}
    return {
        "$schema": _DIALECT,
        "title": "A deck file of cardsmith",
        **_mapping(FILE, deck=lambda _: deck, cards=lambda _: cards),
        "$defs": {"note": _note()},
    }


def collection_schema() -> Schema:
    """The schema of a `collection.yaml`."""
    of_source = {"title": "A source", **_mapping(SOURCE), "allOf": [*_one_of("file", "url")]}
    sources = {
        "type": ["object", "null", "string"],
        "pattern": "^$",
        "errorMessage": "write a name and what it stands for: `lesson: {file: lesson.md}`",
        "propertyNames": _text_of(_ID, f"the name of a source has only {ids.RULE}"),
        "additionalProperties": of_source,
    }
    return {
        "$schema": _DIALECT,
        "title": "The collection.yaml of cardsmith",
        **_mapping(COLLECTION, format=_format, sources=lambda _: sources),
    }


# ---- notes -------------------------------------------------------------------------------------


def _note() -> Schema:
    """A note: all fields, and for each field that tells a kind what the kind has."""
    schema = _mapping(NOTE, id=_id, tags=_tags, choices=_choices, formerly=_formerly)
    return (
        {"title": "A note"}
        | schema
        | {
            "required": ["id"],
            "dependentSchemas": {mark: _of_kind(mark, kind) for mark, kind in MARKS.items()},
            "allOf": [_with_no_mark()],
            "defaultSnippets": [_snippet(kind) for kind in KINDS],
        }
    )


def _of_kind(mark: str, kind: str) -> Schema:
    """What a note has and has not, since it has the field that makes it one of a kind."""
    foreign = [field.name for field in NOTE.values() if field.kinds and kind not in field.kinds]
    needed = [name for name in _needed(kind) if name != mark]
    rules = [
        {
            "properties": {name: False},
            "errorMessage": f"`{mark}` makes it a {kind} note, which has no `{name}`",
        }
        for name in foreign
    ]
    rules += [
        {"required": [name], "errorMessage": f"a {kind} note needs `{name}`"} for name in needed
    ]
    return {"allOf": rules}


def _with_no_mark() -> Schema:
    """A note without a field that makes it one of a kind; most often `back` is missing."""
    first, *others = (mark for mark in MARKS if mark != "cloze")
    return {
        "if": {"not": {"anyOf": [{"required": [mark]} for mark in MARKS]}},
        "then": {
            "required": [first],
            "errorMessage": f"the note has no answer: add `{first}`, or {listed(others)}; "
            "a `cloze` is question and answer in one",
        },
    }


def _needed(kind: str) -> list[str]:
    """The fields that a note of a kind must have, beside its id."""
    return [field.name for field in NOTE.values() if field.required and kind in field.kinds]


def _snippet(kind: str) -> Schema:
    """What an editor puts in for a new note of a kind; its texts are there to be replaced."""
    stops = count(1)

    def stop(value: Any) -> Any:  # noqa: ANN401 - a value of JSON
        if isinstance(value, dict):
            return {key: stop(item) for key, item in value.items()}
        if isinstance(value, list):
            return [stop(item) for item in value]
        placeholder = f"${{{next(stops)}:{_SIGN.sub(_ESCAPED, value)}}}"
        return placeholder if value[:1].isalnum() else f"'{placeholder}'"

    names = ["id", *_needed(kind), "source", "tags"]
    return {
        "label": f"{kind} note",
        "body": {name: stop(_example(NOTE[name])) for name in names},
    }


# ---- mappings ----------------------------------------------------------------------------------


def _mapping(table: Table, **special: Callable[[Field], Schema]) -> Schema:
    """A mapping with the keys of a table and no others.

    Args:
        table: the fields.
        special: for some of them, by name, how the schema of their value is made.
    """
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, field in table.items() if field.required and not field.kinds],
        "properties": {
            name: special.get(name, _value)(field) | _about(field) for name, field in table.items()
        },
    }


def _about(field: Field) -> Schema:
    """What an editor says of a field."""
    about = field.about + (f" In notes that are {', '.join(field.kinds)}." if field.kinds else "")
    said = {"description": about.replace("`", ""), "markdownDescription": about}
    return said | ({} if field.shape is Shape.CARDS else {"examples": [_example(field)]})


def _one_of(one: str, other: str) -> Iterator[Schema]:
    """A mapping has one of two keys, and not both."""
    yield {
        "if": {"not": {"required": [other]}},
        "then": {"required": [one], "errorMessage": f"give `{one}` or `{other}`"},
    }
    yield {
        "if": {"required": [one]},
        "then": {
            "properties": {other: False},
            "errorMessage": f"give `{one}` or `{other}`, not both",
        },
    }


# ---- values ------------------------------------------------------------------------------------


def _value(field: Field) -> Schema:
    """The schema of a value by its shape."""
    match field.shape:
        case Shape.TEXT | Shape.LINE:
            return _text(field)
        case Shape.FLAG:
            words = {"pattern": "^(true|false)?$", "errorMessage": "write `true` or `false`"}
            return {"type": ["boolean", "null", "string"]} | words
        case Shape.LINES:
            return _lines(_text_of(_SAYS_IN_ONE_LINE))
        case Shape.LINE_OR_LINES:
            item = _text_of(_SAYS_IN_ONE_LINE)
            several = {"type": [*_SCALAR, "array"], "minItems": 1, "items": item}
            return item | several | {"errorMessage": f"write one text; for several, {_LIST}"}
        case Shape.STEPS:
            return {
                "type": "object",
                "minProperties": FEWEST,
                "propertyNames": _text_of(_ID, f"the key of a step has only {ids.RULE}"),
                "additionalProperties": _text_of(_SAYS),
                "errorMessage": "write two steps or more, each below a short key that never "
                "changes: `sow: Sow the seed`",
            }
        case Shape.MAPPING | Shape.CARDS:
            raise AssertionError(field.name)  # these are made of a table of their own


def _text(field: Field) -> Schema:
    """A text; nothing will do unless the field has to be there."""
    form = FORMS.get(field.name)
    if form:
        pattern = f"^(?:{form.pattern.pattern}){_END}"
        if field.required:
            return _text_of(pattern, form.words)
        return _or_nothing(_text_of(f"^{_END}|{pattern}", form.words))
    is_line = field.shape is Shape.LINE
    if field.required:
        return _text_of(_SAYS_IN_ONE_LINE if is_line else _SAYS)
    words = "write a text, of one line" if is_line else "write a text"
    words += "; what begins with `[` or `{` needs quotes"
    return _or_nothing(_text_of(_ONE_LINE if is_line else "", words))


def _text_of(pattern: str, words: str = "") -> Schema:
    """A text that says something and fits a pattern; `words` say what it has to look like."""
    message = {"errorMessage": words or f"write a text that says something; {_QUOTES}"}
    return {"type": _SCALAR} | ({"pattern": pattern} if pattern else {}) | message


def _or_nothing(text: Schema) -> Schema:
    """A text for which nothing will do."""
    return text | {"type": [*_SCALAR, "null"]}


def _lines(item: Schema) -> Schema:
    """A list; nothing is an empty one."""
    nothing = {"type": ["array", "null", "string"], "pattern": "^$"}
    return nothing | {"items": item, "errorMessage": _LIST}


def _choices(_: Field) -> Schema:
    return {
        "type": "array",
        "minItems": FEWEST,
        "maxItems": MOST_CHOICES,
        "items": _text_of(_SAYS_IN_ONE_LINE),
        "errorMessage": f"give {FEWEST} to {MOST_CHOICES} choices, as a list: `[one, two]`",
    }


def _tags(_: Field) -> Schema:
    words = "a tag is a word, or words joined by `::`, without spaces"
    return _lines(_text_of(rf"^(?!::)\S+{_END}", words))


def _formerly(field: Field) -> Schema:
    return _lines(_id(field))


def _id(_: Field) -> Schema:
    return _text_of(_ID, f"an id has only {ids.RULE}") | {"minimum": 0}


def _name_of_deck(_: Field) -> Schema:
    return _text_of(rf"^(?!::)[^\n]*\S[^\n]*{_END}")


def _format(_: Field) -> Schema:
    words = f"write `format: {FORMAT}`; another number needs another cardsmith"
    return {"enum": [FORMAT, str(FORMAT)], "errorMessage": words}


# ---- examples -------------------------------------------------------------------------------


def _example(field: Field) -> Any:  # noqa: ANN401 - a value of JSON
    """The example of a field as a value."""
    for read in source.trees(f"{field.name}: {field.example}\n", ""):
        if isinstance(read.root, tree.Mapping):
            return _plain(read.root.flat[1], field)
    raise AssertionError(field.name)  # a test reads each example


def _plain(node: tree.Node, field: Field) -> Any:  # noqa: ANN401 - a value of JSON
    if isinstance(node, tree.Mapping):
        return {tree.text_of(key): _plain(value, field) for key, value in node.pairs()}
    if isinstance(node, tree.Sequence):
        return [_plain(item, field) for item in node.items]
    text = tree.text_of(node)
    if field.shape is Shape.FLAG:
        return text == "true"
    return int(text or 0) if field.name == "format" else text
