"""What a comparison finds, as values."""

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import chain
from typing import NamedTuple

from cardsmith.anki.ledger import Ledger
from cardsmith.deck import CardId, Collection, Note, cards_of


class Side(NamedTuple):
    """A collection before or after a change.

    Attributes:
        collection: its sound notes.
        released: its ledger.
        digests: for each media file what no other content has.
        unread: ids of entries that have errors; nothing is known of them but that they are there.
        unseen: files and folders, from the root of the collection, that could not be looked at.
    """

    collection: Collection
    released: Ledger = Ledger()
    digests: Mapping[str, str] = {}
    unread: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()


class What(Enum):
    """An effect of a change, named for scripts."""

    # Something is lost.
    COLLECTION = "collection-id-changed"
    VANISHED = "id-vanished"
    MERGED = "notes-merged"
    REUSED = "id-reused"
    MEANING = "meaning-changed"
    CROSSED = "cloze-crossed"
    FORMERLY = "formerly-dropped"
    GUID = "guid-changed"
    CARD = "card-vanished"
    MOVED = "answer-moved"
    # Nothing is, but it is worth a look.
    ANSWER = "answer-changed"
    MEDIA = "media-changed"
    RESTORED = "note-restored"
    NAME = "collection-renamed"
    TAG_ROOT = "tag-root-changed"
    FOLDER = "folder-moved"


_ONLY_IN_ANKI = frozenset({What.MERGED, What.GUID})
_LOSSES = _ONLY_IN_ANKI | {
    What.COLLECTION,
    What.VANISHED,
    What.REUSED,
    What.MEANING,
    What.CROSSED,
    What.FORMERLY,
    What.CARD,
    What.MOVED,
}


class Effect(NamedTuple):
    """What a change does, besides changing words.

    Attributes:
        what: the sort of effect.
        cards: those whose history or schedule would be lost, by the ids that they had; without any
            nothing is lost.
        old: what it was, or of what it speaks: an id, a key, a number of a gap, a file.
        new: what it is now; of a note that vanished, one that says nearly the same.
    """

    what: What
    cards: tuple[CardId, ...] = ()
    old: str = ""
    new: str = ""

    @property
    def is_loss(self) -> bool:
        """Whether a history or a schedule is lost, or would count for something else."""
        return self.what in _LOSSES and bool(self.cards)

    @property
    def is_only_in_anki(self) -> bool:
        """Whether it is lost in Anki alone."""
        return self.what in _ONLY_IN_ANKI


class Added(NamedTuple):
    """A note that is new."""

    note: Note
    effects: tuple[Effect, ...] = ()


class Removed(NamedTuple):
    """A note that is gone."""

    note: Note
    effects: tuple[Effect, ...]


class FieldChange(NamedTuple):
    """A field as it was and as it is; the items of a list stand on lines of their own."""

    name: str
    before: str
    after: str


class Changed(NamedTuple):
    """A note that is on both sides, and is another one.

    Attributes:
        before: as it was.
        after: as it is.
        fields: what is different in what it says.
        effects: what that does to learners.
        new_cards: cards that it did not have.
        is_updated: whether Anki will replace the learner's note with this one.
        is_moved: whether it stands in another file.
    """

    before: Note
    after: Note
    fields: tuple[FieldChange, ...]
    effects: tuple[Effect, ...]
    new_cards: int
    is_updated: bool
    is_moved: bool

    @property
    def is_reworded(self) -> bool:
        """Whether it asks, answers or explains in other words."""
        return any(field.name not in _BESIDE for field in self.fields)

    @property
    def is_renamed(self) -> bool:
        """Whether it has another id, with its history."""
        return self.before.id != self.after.id

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is in another deck."""
        return self.before.deck != self.after.deck


_BESIDE = frozenset(
    {"tags", "source", "formerly", "guid", "deck", "shuffle"}
)  # no words of the cards


class Changes(NamedTuple):
    """The difference between two sides; each note of both is in one of the fields, once.

    Attributes:
        effects: what concerns the whole collection.
        added: notes that only the later side has.
        removed: notes that only the earlier side has.
        changed: notes of both that are not as they were.
        same: notes of both that are.
        unread: notes of one side whose entry on the other one has errors.
    """

    effects: tuple[Effect, ...]
    added: tuple[Added, ...]
    removed: tuple[Removed, ...]
    changed: tuple[Changed, ...]
    same: tuple[Note, ...]
    unread: tuple[Note, ...]

    def every_effect(self) -> Iterator[Effect]:
        """The effects on the collection and on each of its notes."""
        yield from self.effects
        of_notes = [each.effects for each in self.removed]
        of_notes += [each.effects for each in self.changed]
        of_notes += [each.effects for each in self.added]
        yield from chain.from_iterable(of_notes)

    @property
    def is_loss(self) -> bool:
        """Whether a history or an Anki schedule would be lost."""
        return any(effect.is_loss for effect in self.every_effect())

    def lost(self) -> tuple[frozenset[CardId], frozenset[CardId]]:
        """The cards whose history would be lost, and those that lose only their place in Anki."""
        losses = [effect for effect in self.every_effect() if effect.is_loss]
        everywhere = {card for e in losses if not e.is_only_in_anki for card in e.cards}
        in_anki = {card for e in losses if e.is_only_in_anki for card in e.cards}
        return frozenset(everywhere), frozenset(in_anki - everywhere)

    def new_cards(self) -> int:
        """How many cards there are that no learner has."""
        of_new = sum(len(cards_of(each.note)) for each in self.added)
        return of_new + sum(each.new_cards for each in self.changed)

    def updates(self) -> int:
        """How many notes Anki will replace, each with its schedule kept."""
        return sum(each.is_updated for each in self.changed)
