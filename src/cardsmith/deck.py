"""Notes, their cards, and the collection they make.

A note is one entry of a deck file; it makes one or more cards, each scheduled by itself. The id of
a note is written in the file and never derived from its text.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, NewType
from unicodedata import normalize

from cardsmith import cloze
from cardsmith.diagnostics import Place, Span

_HALF = 4  # digits of a fingerprint that tell of the question
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

NoteId = NewType("NoteId", str)
CardId = NewType("CardId", str)


class Basic(NamedTuple):
    """A question and its answer; asked the other way round as well if `reverse`."""

    front: str
    back: str
    reverse: bool = False


class Cloze(NamedTuple):
    """A text with gaps, one card for each number."""

    text: str
    pieces: cloze.Pieces


class Typed(NamedTuple):
    """A question whose answer is typed; `accept` lists further right answers."""

    front: str
    answer: str
    accept: tuple[str, ...] = ()


class Choice(NamedTuple):
    """A question with choices, of which `answers` are right."""

    front: str
    choices: tuple[str, ...]
    answers: tuple[str, ...]
    shuffle: bool = False


class Step(NamedTuple):
    """One step of a sequence; the key names its card and never changes once released."""

    key: str
    text: str


class Sequence(NamedTuple):
    """Steps in an order: one card for the whole order, one for each step but the first."""

    front: str
    steps: tuple[Step, ...]


Content = Basic | Cloze | Typed | Choice | Sequence


class Note(NamedTuple):
    """One entry under `cards:`.

    Attributes:
        id: as written.
        content: the fields that make its kind.
        deck: the name of its deck, `Parent::Child`.
        tags: its own and its deck file's, each once, in the order written.
        source: `name#anchor` of a declared source, or a URL; empty if none is given.
        extra: shown after the answer.
        hint: shown on demand before the answer.
        formerly: ids that this note had, oldest first.
        guid: the guid in Anki, only for notes that came from there.
        path: the deck file, as the user would write it.
        place: where the entry stands.
        places: where each field's value stands; items of lists as `field.0`, steps as `steps.key`.
    """

    id: NoteId
    content: Content
    deck: str
    tags: tuple[str, ...]
    source: str
    extra: str
    hint: str
    formerly: tuple[NoteId, ...]
    guid: str
    path: str
    place: Place
    places: Mapping[str, Place]

    def span(self, field: str = "") -> Span:
        """Where a field stands, or the whole note."""
        return Span(self.path, self.places.get(field, self.place))


class Card(NamedTuple):
    """One question of a note; `part` is empty, `reverse`, `c<number>` or the key of a step."""

    id: CardId
    note: Note
    part: str = ""


class Source(NamedTuple):
    """What notes cite; `anchors` maps each anchor to its heading, empty for a bare URL."""

    name: str
    title: str
    location: str
    anchors: Mapping[str, str]


class Collection(NamedTuple):
    """A folder with a `collection.yaml`, read.

    Attributes:
        id: opaque and permanent.
        name: what people call it.
        language: a BCP 47 tag.
        root: the folder, as the user would write it.
        notes: all sound notes, in the order of the files and within them.
        media: paths of all media files, relative to the root, with `/`.
    """

    id: str
    name: str
    language: str
    licence: str
    authors: tuple[str, ...]
    repository: str
    tag_root: str
    sources: Mapping[str, Source]
    root: str
    notes: tuple[Note, ...]
    media: frozenset[str]

    @property
    def short_id(self) -> str:
        """Eight characters that name folders: how a UUID begins, or a digest of another id.

        How other ids begin may be the same in many collections of one author.
        """
        if _UUID.fullmatch(self.id):
            return self.id[:8]
        return blake2b(self.id.encode(), digest_size=4).hexdigest()

    def cards(self) -> tuple[Card, ...]:
        """All cards, in deck order."""
        return tuple(card for note in self.notes for card in cards_of(note))

    def former_cards(self) -> dict[CardId, CardId]:
        """For each card id that a card once had, the id it has now."""
        return {
            CardId(f"{old}{card.id.removeprefix(note.id)}"): card.id
            for note in self.notes
            if note.formerly
            for card in cards_of(note)
            for old in note.formerly
        }


def media_file(collection: Collection, note: Note, reference: str) -> str:
    """The file in `collection.media` that a note means; empty if there is none.

    A reference starts from the folder of the note's deck file, or else from `media/`. Its letters
    may be composed or not, and percent-encoded; it never leads out of the collection.
    """
    from urllib.parse import unquote  # noqa: PLC0415 - most decks have no media

    known = _by_composed_name(collection.media)
    folder = folder_of(collection, note)
    for written in (reference, unquote(reference)):
        for start in (folder, "media"):
            path = joined(start, written)
            found = known.get(normalize("NFC", path)) if path else None
            if found:
                return found
    return ""


def folder_of(collection: Collection, note: Note) -> str:
    """The folder of a note's deck file, from the root of its collection."""
    return within(collection.root, note.path).rpartition("/")[0]


def beside(root: str, file: str) -> str:
    """A path from the root of a collection, as the user would write it."""
    return file if root == "." else f"{root.rstrip('/')}/{file}"


def within(root: str, path: str) -> str:
    """The path from the root of a collection, of one as the user would write it."""
    return path if root == "." else path.removeprefix(f"{root.rstrip('/')}/")


def joined(folder: str, reference: str) -> str:
    """The path that a reference from a folder leads to; empty if it leads out of the collection."""
    if reference.startswith("/") or "\\" in reference or reference[1:2] == ":":
        return ""
    parts = folder.split("/") if folder else []
    for part in reference.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


@lru_cache(maxsize=4)
def _by_composed_name(media: frozenset[str]) -> dict[str, str]:
    return {normalize("NFC", name): name for name in sorted(media)}


def cards_of(note: Note) -> tuple[Card, ...]:
    """The cards of a note, in the order in which they are introduced."""
    return tuple(
        Card(CardId(f"{note.id}/{part}" if part else note.id), note, part)
        for part in _parts(note.content)
    )


def note_of(card: CardId) -> NoteId:
    """The note that a card belongs to; cards of one note are siblings."""
    return NoteId(card.partition("/")[0])


def _parts(content: Content) -> Iterable[str]:
    match content:
        case Basic(reverse=True):
            return ("", "reverse")
        case Cloze(pieces=pieces):
            return (f"c{number}" for number in cloze.numbers(pieces))
        case Sequence(steps=steps):
            return ("", *(step.key for step in steps[1:]))
        case _:
            return ("",)


def question(card: Card) -> str:
    """What a card asks, as written: the text that decides whether it was reworded."""
    match card.note.content:
        case Basic(front, back):
            return back if card.part else front
        case Cloze(pieces=pieces):
            return cloze.hidden(pieces, int(card.part[1:]), ("", ""))
        case Typed(front=front):
            return front
        case Choice(front, choices):
            return "\n".join((front, *choices))
        case Sequence(front, steps):
            return f"{front}\n{_before(steps, card.part).text}" if card.part else front


def answer(card: Card) -> str:
    """What a card wants to hear, as written."""
    match card.note.content:
        case Basic(front, back):
            return front if card.part else back
        case Cloze(pieces=pieces):
            return cloze.gap_text(pieces, int(card.part[1:]))
        case Typed(answer=wanted):
            return wanted
        case Choice(answers=answers):
            return "\n".join(answers)
        case Sequence(steps=steps):
            return "\n".join(s.text for s in steps if card.part in {"", s.key})


def step_before(card: Card) -> Step:
    """The step that a step's card gives away, to ask what follows it."""
    content = card.note.content
    if not isinstance(content, Sequence):
        raise TypeError(card.id)
    return _before(content.steps, card.part)


def _before(steps: tuple[Step, ...], key: str) -> Step:
    keys = [step.key for step in steps]
    return steps[keys.index(key) - 1]


def fingerprint(card: Card) -> str:
    """Eight hexadecimal digits of a card as shown: four of its question, four of its answer."""
    return _digest(question(card)) + _digest(answer(card))


def has_other_answer(saw: str, now: str) -> bool:
    """Whether a card has another answer than when it had the fingerprint `saw`, if it had one."""
    return len(saw) == len(now) and saw[_HALF:] != now[_HALF:]


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=2).hexdigest()
