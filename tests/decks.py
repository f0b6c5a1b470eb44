"""Deck files as tests write them: text in, verdict out."""

from collections.abc import Iterable, Mapping
from textwrap import dedent

from cardsmith.deck import Collection, Note, Source
from cardsmith.deckfile import source
from cardsmith.deckfile.parse import DeckFile, parse
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint import Subject, lint

PATH = "decks/test.yaml"
HEADER = "deck: {name: Test}\ncards:\n"


def read(cards: str, path: str = PATH) -> DeckFile:
    """Read cards, written as the items of a list; a text with a `deck:` or `cards:` as it is."""
    text = dedent(cards)
    if not text.lstrip("\ufeff").startswith(("deck:", "cards:")):
        text = HEADER + text
    decoded = source.decode(text.encode(), path)
    assert isinstance(decoded, str)
    return parse(decoded, path)


def one(cards: str) -> Note:
    """The only note, which is sound."""
    deck = read(cards)
    assert problems(deck) == []
    (note,) = deck.notes
    return note


def problems(deck: DeckFile) -> list[str]:
    """What is wrong, in the form `E105 5:5 unknown key …`."""
    return [said(each) for each in deck.problems]


def said(found: Diagnostic) -> str:
    """A problem as tests compare it: code, place and phrase."""
    place = found.span.place
    return f"{found.code} {place.line}:{place.column} {found.phrase}"


def errors(cards: str) -> list[str]:
    """What is wrong with cards."""
    return problems(read(cards))


def advice(cards: str) -> str:
    """The help of the only problem."""
    (problem,) = read(cards).problems
    return problem.help


def collection(
    decks: Iterable[DeckFile],
    media: Iterable[str] = (),
    sources: Mapping[str, Source] | None = None,
    language: str = "und",
) -> Collection:
    """A collection in `decks/`, in a language that the rules about English pass over."""
    notes = tuple(note for deck in decks for note in deck.notes)
    return Collection(
        id="00000000-test",
        name="Test",
        language=language,
        licence="",
        authors=(),
        repository="",
        tag_root="",
        sources=sources or {},
        root="decks",
        notes=notes,
        media=frozenset(media),
    )


def findings(
    *cards: str,
    media: Iterable[str] = (),
    sources: Mapping[str, Source] | None = None,
    language: str = "und",
) -> list[Diagnostic]:
    """What the rules find in files of sound cards: `decks/test.yaml`, `decks/test1.yaml` …."""
    decks = tuple(
        read(text, PATH.replace("test", f"test{number or ''}")) for number, text in enumerate(cards)
    )
    assert [problems(deck) for deck in decks] == [[] for _ in decks]
    return lint(Subject(collection(decks, media, sources, language), decks))


def found(
    *cards: str,
    media: Iterable[str] = (),
    sources: Mapping[str, Source] | None = None,
    language: str = "und",
) -> list[str]:
    """The same, as tests compare it."""
    given = findings(*cards, media=media, sources=sources, language=language)
    return [said(each) for each in given]
