"""Which package a collection becomes: which notes, fields, cards, decks, tags and files.

How a text looks is not decided here: the `Pen` writes the HTML.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import accumulate, count, pairwise
from typing import NamedTuple, Protocol

from cardsmith.anki.media import Media
from cardsmith.anki.package import (
    BASIC,
    CLOZE,
    Card,
    Deck,
    Design,
    Family,
    Package,
    PackageError,
    deck_id,
    identity,
    note_type,
)
from cardsmith.anki.package import Note as AnkiNote
from cardsmith.cloze import Pieces, numbers
from cardsmith.deck import Basic, Choice, Cloze, Collection, Note, Sequence, Typed

_SPARE = ("", "", "")
YES = "yes"  # what makes Anki build a reverse card


class Files(Protocol):
    """Gives a media file's name in the package; `linked` tells that a link leads to it."""

    def __call__(self, reference: str, *, linked: bool = False) -> str:
        """The name, or nothing if there is no such file."""
        ...


class Pen(Protocol):
    """Writes the HTML of fields."""

    def text(self, text: str, files: Files) -> str:
        """Markdown."""
        ...

    def literal(self, text: str) -> str:
        """Text that is no markup."""
        ...

    def cloze(self, pieces: Pieces, files: Files) -> str:
        """Markdown with gaps in Anki's notation; nothing if one of them would not be seen."""
        ...

    def choices(self, choices: tuple[str, ...], answers: tuple[str, ...]) -> str:
        """What there is to choose from; the right ones can be made out on the back."""
        ...

    def answers(self, answers: tuple[str, ...]) -> str:
        """The right ones of some choices."""
        ...

    def accepted(self, answers: tuple[str, ...]) -> str:
        """What else would have been right to type; nothing if there is nothing else."""
        ...

    def order(self, question: str, steps: tuple[str, ...], files: Files) -> tuple[str, str]:
        """The two sides that ask for the order of steps."""
        ...

    def follower(self, question: str, before: str, files: Files) -> str:
        """The question of what follows a step."""
        ...

    def source(self, title: str, address: str) -> str:
        """Where a note is from; the address may be empty."""
        ...


class _Draft(NamedTuple):
    """A note on the way to Anki.

    Attributes:
        note: of the collection, of which this is all or a part.
        family: whose note type it has.
        kind: see `package.Note`.
        part: empty, or the key of the step that it asks for.
        fields: HTML.
        ords: of its cards.
        rank: of its first card among the cards of its note in the collection.
    """

    note: Note
    family: Family
    kind: str
    fields: tuple[str, ...]
    ords: tuple[int, ...] = (0,)
    part: str = ""
    rank: int = 0


def plan(
    collection: Collection,
    pen: Pen,
    design: Design,
    digest: Callable[[str], str],
    mod: int,
) -> Package:
    """The package of a collection.

    Args:
        collection: of sound notes.
        pen: writes the HTML.
        design: the look of the cards.
        digest: gives the SHA-256 of a media file, in hexadecimal, by its path.
        mod: the second in which all of it last changed, before a ledger knows better.

    Raises:
        PackageError: the notes contradict each other, or a file is missing.
    """
    media = Media(collection, digest)
    drafter = _Drafter(collection, pen, media)
    drafts = [draft for note in collection.notes for draft in drafter.drafts(note)]
    if media.missing:
        named = listed(f"{note.id} names {name}" for note, name in media.missing)
        raise PackageError(f"files are missing: {named}")
    decks = _decks(collection)
    families = {draft.family.key: draft.family for draft in drafts}
    return Package(
        {
            key: note_type(family, collection.id, collection.name, design, mod)
            for key, family in sorted(families.items())
        },
        tuple(decks.values()),
        tuple(_notes(collection, drafts, decks, mod)),
        tuple(sorted(media.files.values())),
    )


def listed(parts: Iterable[str], most: int = 5) -> str:
    """The first of some parts of a sentence, and how many more there are."""
    every = list(parts)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return "; ".join(every[:most]) + more


class _Drafter:
    """What goes into which field."""

    def __init__(self, collection: Collection, pen: Pen, media: Media) -> None:
        self.collection, self.pen, self.media = collection, pen, media
        self.contexts: dict[str, str] = {}
        self.sources: dict[str, str] = {"": ""}

    def drafts(self, note: Note) -> Iterator[_Draft]:
        """The notes that one note becomes: a sequence has one more for each of its steps."""
        pen, files = self.pen, partial(self.media.name, note)
        rest = self.rest(note, files)
        match note.content:
            case Basic(front, back, reverse):
                sides = (pen.text(front, files), pen.text(back, files))
                fields = (*sides, "", "", YES if reverse else "", *rest)
                yield _Draft(note, BASIC, "basic", fields, (0, 1) if reverse else (0,))
            case Typed(front, answer, accept):
                sides = (pen.text(front, files), pen.accepted(accept))
                yield _Draft(note, BASIC, "typed", (*sides, pen.literal(answer), "", "", *rest))
            case Choice(front, choices, answers):
                sides = (pen.text(front, files), pen.answers(answers))
                shown = pen.choices(choices, answers)
                yield _Draft(note, BASIC, "choice", (*sides, "", shown, "", *rest))
            case Sequence():
                yield from self.sequence(note, note.content, rest, files)
            case Cloze(pieces=pieces):
                yield self.cloze(note, pieces, rest, files)

    def cloze(self, note: Note, pieces: Pieces, rest: tuple[str, ...], files: Files) -> _Draft:
        """A note with gaps."""
        text = self.pen.cloze(pieces, files)
        if not text:
            raise PackageError(
                f"{note.id}: a gap stands where a card cannot show it, such as in an address"
            )
        return _Draft(note, CLOZE, "cloze", (text, *rest), tuple(n - 1 for n in numbers(pieces)))

    def sequence(
        self, note: Note, content: Sequence, rest: tuple[str, ...], files: Files
    ) -> Iterator[_Draft]:
        """A note for the whole order, and one for each step that follows another."""
        pen, steps = self.pen, content.steps
        sides = pen.order(content.front, tuple(step.text for step in steps), files)
        yield _Draft(note, BASIC, "sequence", (*sides, "", "", "", *rest))
        for rank, (before, step) in enumerate(pairwise(steps), 1):
            sides = pen.follower(content.front, before.text, files), pen.text(step.text, files)
            # The rest, but for the id and the spare fields behind it.
            fields = (*sides, "", "", "", *rest[:-4], f"{note.id}/{step.key}", *_SPARE)
            yield _Draft(note, BASIC, "step", fields, part=step.key, rank=rank)

    def rest(self, note: Note, files: Files) -> tuple[str, ...]:
        """The fields that both families have."""
        pen = self.pen
        if note.deck not in self.contexts:
            self.contexts[note.deck] = pen.literal(note.deck.rpartition("::")[2])
        if note.source not in self.sources:
            self.sources[note.source] = pen.source(*_source(note.source, self.collection))
        return (
            pen.text(note.hint, files) if note.hint else "",
            pen.text(note.extra, files) if note.extra else "",
            self.sources[note.source],
            self.contexts[note.deck],
            note.id,
            *_SPARE,
        )


def _source(source: str, collection: Collection) -> tuple[str, str]:
    """The title and the address of what a note cites."""
    name, _, anchor = source.partition("#")
    known = collection.sources.get(name)
    if known is None:
        return source.partition("://")[2].rstrip("/"), source
    heading = known.anchors.get(anchor, "")
    title = f"{known.title} – {heading}" if heading else known.title
    if "://" not in known.location:
        return title, ""  # a file of the collection, which a learner in Anki does not have
    return title, f"{known.location}#{anchor}" if anchor else known.location


def _decks(collection: Collection) -> dict[str, Deck]:
    decks: dict[str, Deck] = {}
    taken: set[int] = set()
    for name in dict.fromkeys(note.deck for note in collection.notes):
        id_ = _free(deck_id(collection.id, name), taken)
        decks[name] = Deck(id_, name)
    return decks


def _notes(
    collection: Collection, drafts: list[_Draft], decks: Mapping[str, Deck], mod: int
) -> Iterator[AnkiNote]:
    """Notes with their identities, tags, cards and places.

    Learners meet new cards by ascending place: first the first card of each note, then the second
    ones, so that siblings do not come on one day.
    """
    notes, cards, guids = set[int](), set[int](), dict[str, str]()
    places = _places(drafts)
    tagged = _tagger(collection.tag_root)
    homes = {name: deck.id for name, deck in decks.items()}
    for note, family, kind, fields, ords, part, rank in drafts:
        name: str = note.id
        oldest: str = note.formerly[0] if note.formerly else name
        if part:
            name, oldest = f"{name}/{part}", f"{oldest}/{part}"
        guid, moment = identity(collection.id, oldest)
        if note.guid and not part:
            guid = note.guid
        if guid in guids:
            raise PackageError(f"{guids[guid]} and {name} have the same guid in Anki: {guid}")
        guids[guid] = name
        made = [
            Card(_free(moment + ord_, cards), ord_, next(place))
            for ord_, place in zip(ords, places[rank:], strict=False)
        ]
        yield AnkiNote(
            _free(moment, notes),
            guid,
            family.key,
            kind,
            name,
            mod,
            _composed(fields),
            tagged(note.tags),
            homes[note.deck],
            tuple(made),
        )


def _places(drafts: list[_Draft]) -> list[Iterator[int]]:
    """For each rank the places of its cards, in order."""
    sizes = Counter(draft.rank + at for draft in drafts for at in range(len(draft.ords)))
    starts = accumulate((sizes[rank] for rank in range(len(sizes))), initial=1)
    return [count(start) for start in starts]


def _free(id_: int, taken: set[int]) -> int:
    """The id, or the next one that is not taken."""
    while id_ in taken:
        id_ += 1
    taken.add(id_)
    return id_


def _composed(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Texts in the Unicode form in which Anki keeps them."""
    if "".join(texts).isascii():
        return texts
    return tuple(unicodedata.normalize("NFC", text) for text in texts)


def _tagger(root: str) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    """What puts tags under the root; many notes have the same ones."""

    @cache
    def tagged(tags: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(_composed(tuple(f"{root}::{t}" if root else t for t in tags)))))

    return tagged
