"""One comparison: which note became which, and what follows from it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import FAMILIES, Design, Package, PackageError, identity
from cardsmith.anki.package import Note as AnkiNote
from cardsmith.anki.plan import Pen, plan
from cardsmith.changes.effects import (
    Pair,
    former_ids,
    of_meaning,
    of_merged,
    vanished_cards,
)
from cardsmith.changes.saying import (
    Search,
    card_ids,
    field_changes,
    is_cloze,
    is_within,
    kind,
    parts,
    references,
)
from cardsmith.changes.values import Added, Changed, Changes, Effect, Removed, Side, What
from cardsmith.deck import CardId, Collection, Note, NoteId, media_file, note_of, within

_WRITTEN = Note._fields.index("path")  # the fields of a note before this one were written
_DESIGN = Design("", {key: ("", "") for each in FAMILIES.values() for key, _ in each.templates})

_Rendered = Mapping[NoteId, Mapping[str, AnkiNote]]  # by the id of the note, then by guid


def changes(before: Side, after: Side, pen: Pen) -> Changes:
    """Compare two states of a collection; `pen` writes what Anki would get."""
    return _Comparison(before, after, pen).changes()


class _Comparison:
    """What is known of both sides."""

    def __init__(self, before: Side, after: Side, pen: Pen) -> None:
        self.before, self.after, self.pen = before, after, pen
        self.old = {note.id: note for note in before.collection.notes}
        self.new = {note.id: note for note in after.collection.notes}
        self.heirs = _heirs(after.collection.notes, self.new)
        self.released = Ledger(notes={**after.released.notes, **before.released.notes})
        ids = {before.collection.id, after.collection.id} - {""}
        self.is_other = len(ids) > 1
        self.cited = (_citations(before.collection), _citations(after.collection))

    def changes(self) -> Changes:
        """The whole of it."""
        pairs = list(self.pairs())
        kept, come = {pair.before.id for pair in pairs}, {pair.after.id for pair in pairs}
        gone = [note for id_, note in self.old.items() if id_ not in kept]
        fresh = [note for id_, note in self.new.items() if id_ not in come]
        removed = [note for note in gone if not _is_unread(note, self.before, self.after)]
        added = [note for note in fresh if not _is_unread(note, self.after, self.before)]
        known = {note.id for note in (*removed, *added)}
        changed, same = self.compared(pairs)
        elsewhere = Search(
            [*added, *(each.after for each in changed if _has(each.effects, What.MEANING))]
        )
        return Changes(
            tuple(self.of_collection()),
            tuple(self.with_effects(added)),
            tuple(Removed(note, tuple(self.of_removed(note, elsewhere))) for note in removed),
            tuple(_with_whereabouts(each, elsewhere) for each in changed),
            tuple(same),
            tuple(note for note in (*gone, *fresh) if note.id not in known),
        )

    # ---- which is which

    def pairs(self) -> Iterator[Pair]:
        """Notes that are on both sides, by their ids and then by `formerly`."""
        for id_, note in self.new.items():
            if id_ in self.old:
                yield Pair(self.old[id_], note)
                continue
            # The last id that it had; what had one of the others was merged with it.
            mine = [each for each in note.formerly if self.heirs.get(each) is note]
            for former in [each for each in mine if each in self.old][-1:]:
                yield Pair(self.old[former], note)

    def compared(self, pairs: list[Pair]) -> tuple[list[Changed], list[Note]]:
        """The pairs that differ, and the notes of the others."""
        doubtful = [pair for pair in pairs if self.may_differ(pair)]
        rendered = [
            _rendered(self.side(at), [pair[at] for pair in doubtful], self.pen) for at in (0, 1)
        ]
        changed = []
        for pair in doubtful:
            each = self.changed(pair, *rendered)
            if each.fields or each.effects or each.is_updated or each.is_moved:
                changed.append(each)
        differ = {each.after.id for each in changed}
        return changed, [pair.after for pair in pairs if pair.after.id not in differ]

    def side(self, at: int) -> Side:
        """A side; Anki's ids hang on that of the collection, which is told once and for all."""
        side = (self.before, self.after)[at]
        return side._replace(collection=side.collection._replace(id=self.after.collection.id))

    def may_differ(self, pair: Pair) -> bool:
        """Whether it is worth a closer look."""
        before, after = pair
        return (
            before[:_WRITTEN] != after[:_WRITTEN]
            or self.is_moved(pair)
            or self.cited[0](before.source) != self.cited[1](after.source)
            or (bool(after.tags) and self.has_other_tags())
            or (self.before.digests != self.after.digests and bool(references(after)))
        )

    def is_moved(self, pair: Pair) -> bool:
        """Whether it stands in another file of the collection."""
        return _file(pair.before, self.before) != _file(pair.after, self.after)

    def has_other_tags(self) -> bool:
        """Whether all tags are others in Anki."""
        return self.before.collection.tag_root != self.after.collection.tag_root

    # ---- what follows

    def of_collection(self) -> Iterator[Effect]:
        """What concerns all notes."""
        before, after = self.before.collection, self.after.collection
        if self.is_other:
            cards = tuple(card.id for card in before.cards())
            yield Effect(What.COLLECTION, cards, before.id, after.id)
        if before.name and after.name and before.name != after.name:
            yield Effect(What.NAME, (), before.name, after.name)
        if before.tag_root != after.tag_root and before.id:
            yield Effect(What.TAG_ROOT, (), before.tag_root, after.tag_root)
        if before.root != after.root and before.notes:
            yield Effect(What.FOLDER, (), before.root, after.root)

    def with_effects(self, notes: list[Note]) -> Iterator[Added]:
        """New notes, and whether learners know their ids."""
        owners = {old: note for note in self.old.values() for old in note.formerly}
        guids = {note.guid for note in self.released.notes.values()}
        names = {note_of(CardId(note.name)) for note in self.released.notes.values()}
        known = [
            note
            for note in notes
            if note.id in names or _guid(note, self.after.collection) in guids
        ]
        rendered = _rendered(self.after, known, self.pen)
        for note in notes:
            effects = list(self.of_released(note, rendered.get(note.id, {})))
            if note.id in owners:
                owner = owners[note.id].id
                effects = [Effect(What.REUSED, card_ids(note), new=owner)]
            yield Added(note, tuple(effects))

    def of_released(self, note: Note, made: Mapping[str, AnkiNote]) -> Iterator[Effect]:
        """What the ledger knows of a new note."""
        package = Package({}, (), tuple(made.values()), ())
        strange = ledger.estranged(package, self.released)
        if strange:
            is_known = strange[0][0].guid in self.released.notes
            what = What.CROSSED if is_known else What.GUID
            yield Effect(what, card_ids(note))
            return
        main = made.get(_guid(note, self.after.collection))
        before = self.released.notes.get(main.guid) if main else None
        if main is None or before is None:
            return
        if before.last and before.hash != ledger.content_hash(main):
            yield Effect(What.REUSED, card_ids(note), old=before.last)
        else:
            yield Effect(What.RESTORED, old=before.last)

    def of_removed(self, note: Note, elsewhere: "Search") -> Iterator[Effect]:
        """What becomes of those who know a note that is gone."""
        heir = self.heirs.get(note.id)
        if heir is None:
            similar = elsewhere.similar(note)
            new = similar.id if similar else ""
            yield Effect(What.VANISHED, card_ids(note), note.id, new)
        else:
            collection = self.after.collection
            takes_its_place = _guid(note, collection) == _guid(heir, collection)
            cards = () if takes_its_place else card_ids(note)
            yield Effect(What.MERGED, cards, note.id, heir.id)
            yield from vanished_cards(Pair(note, heir))
            yield from of_merged(Pair(note, heir))
            yield from former_ids(Pair(note, heir), self.heirs)

    def changed(self, pair: Pair, before: _Rendered, after: _Rendered) -> Changed:
        """What is different in a note, and what follows."""
        fields = tuple(field_changes(*pair))
        is_crossed = is_cloze(pair.before) != is_cloze(pair.after)
        olds, news = before.get(pair.before.id), after.get(pair.after.id)
        if olds is None or news is None:  # it has errors that only an export meets
            is_updated = bool(fields)
        else:
            is_updated = any(
                guid in olds and ledger.content_hash(olds[guid]) != ledger.content_hash(new)
                for guid, new in news.items()
            )
        return Changed(
            *pair,
            fields,
            tuple(self.effects(pair)),
            len(parts(pair.after) - parts(pair.before)),
            is_updated and not is_crossed and not self.is_other,
            self.is_moved(pair),
        )

    def effects(self, pair: Pair) -> Iterator[Effect]:
        """What a change of a note does to those who know it."""
        before, after = pair
        if is_cloze(before) != is_cloze(after):
            yield Effect(What.CROSSED, card_ids(before), kind(before), kind(after))
        else:
            yield from vanished_cards(pair)
            yield from of_meaning(pair)
        yield from former_ids(pair, self.heirs)
        if _guid(before, self.after.collection) != _guid(after, self.after.collection):
            yield Effect(What.GUID, card_ids(before))
        if self.before.digests != self.after.digests:
            yield from self.of_media(pair)

    def of_media(self, pair: Pair) -> Iterator[Effect]:
        """Pictures and sounds that are others under the same name."""
        for reference in references(pair.before):
            old = media_file(self.before.collection, pair.before, reference)
            new = media_file(self.after.collection, pair.after, reference)
            was, is_ = self.before.digests.get(old), self.after.digests.get(new)
            if reference in references(pair.after) and was and is_ and was != is_:
                yield Effect(What.MEDIA, (), old, new)


def _heirs(notes: Iterable[Note], live: Mapping[NoteId, Note]) -> dict[NoteId, Note]:
    """Who claims an id that no note has any more; the first to claim it has it."""
    heirs: dict[NoteId, Note] = {}
    for note in notes:
        for old in note.formerly:
            if old not in live:
                heirs.setdefault(old, note)
    return heirs


def _is_unread(note: Note, side: Side, other: Side) -> bool:
    """Whether the other side may have a note, which could not be read there."""
    return note.id in other.unread or is_within(_file(note, side), other.unseen)


def _file(note: Note, side: Side) -> str:
    """The file of a note, from the root of the collection."""
    return within(side.collection.root, note.path)


def _citations(collection: Collection) -> Callable[[str], object]:
    """What gives, for the `source` of a note, all that its cards show of it."""

    @cache
    def cited(source: str) -> object:
        name, _, anchor = source.partition("#")
        known = collection.sources.get(name)
        return known and (known.title, known.location, known.anchors.get(anchor, ""))

    return cited


def _rendered(side: Side, notes: list[Note], pen: Pen) -> _Rendered:
    """Notes as Anki would get them; those that an export would refuse are left out."""

    def digest(path: str) -> str:
        return side.digests.get(path, path)

    def made(some: Iterable[Note]) -> dict[NoteId, dict[str, AnkiNote]]:
        found: dict[NoteId, dict[str, AnkiNote]] = {}
        package = plan(side.collection._replace(notes=tuple(some)), pen, _DESIGN, digest, 0)
        for each in package.notes:
            found.setdefault(note_of(CardId(each.name)), {})[each.guid] = each
        return found

    try:
        return made(notes)
    except PackageError:
        found = {}
        for note in notes:
            with suppress(PackageError):
                found.update(made([note]))
        return found


def _guid(note: Note, collection: Collection) -> str:
    """What Anki knows a note by."""
    oldest = note.formerly[0] if note.formerly else note.id
    return note.guid or identity(collection.id, oldest).guid


def _has(effects: Iterable[Effect], what: What) -> bool:
    return any(effect.what is what for effect in effects)


def _with_whereabouts(changed: Changed, elsewhere: Search) -> Changed:
    """Where the text of a note is now whose id has another meaning."""
    effects = []
    for effect in changed.effects:
        if effect.what is What.MEANING:
            similar = elsewhere.similar(changed.before)
            effects.append(effect._replace(new=similar.id if similar else ""))
        else:
            effects.append(effect)
    return changed._replace(effects=tuple(effects))
