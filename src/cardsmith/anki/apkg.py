"""A package as the bytes of an `.apkg` file, and back: the only place that knows their format.

genanki supplies Anki's schema and the shape of note types and decks. Its own writer stamps
everything with the time of day and leaves temporary files; here rows go to a database in memory,
and whatever could differ between two machines is taken out of the bytes.
"""

import json
import sqlite3
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from operator import itemgetter
from typing import Any

import genanki

from cardsmith.anki.package import (
    BASIC,
    CLOZE,
    Card,
    Deck,
    Field,
    MediaFile,
    Note,
    NoteType,
    Package,
    PackageError,
    Template,
)

_DATABASE = "collection.anki2"
_SEPARATOR = "\x1f"  # between the fields of a note
_CHANGED = 1_425_279_151  # the date that genanki gives its decks; Anki ignores it
_PAGE = 4096
_LARGE = 2**22  # bytes of a database
_INDEXES = (
    "ix_notes_usn",
    "ix_cards_usn",
    "ix_revlog_usn",
    "ix_cards_nid",
    "ix_cards_sched",
    "ix_revlog_cid",
    "ix_notes_csum",
)


def build(package: Package, read: Callable[[str], bytes], *, store: bool = False) -> bytes:
    """The file of a package: equal packages give equal bytes.

    Args:
        package: what to write.
        read: gives the content of a media file by its path.
        store: whether to leave the database uncompressed. Builds of zlib differ, so only then are
            the bytes equal whatever Python was built with.

    Raises:
        PackageError: a media file has changed since the package was planned.
    """
    method = zipfile.ZIP_STORED if store else zipfile.ZIP_DEFLATED
    database = _database(package)
    level = 9 if len(database) < _LARGE else 3  # the last tenth would take most of the time
    media = sorted(package.media)
    names = {str(number): file.name for number, file in enumerate(media)}
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(_member(_DATABASE), database, method, compresslevel=level)
        archive.writestr(_member("media"), json.dumps(names), method, compresslevel=level)
        for number, file in enumerate(media):
            content = read(file.path)
            if sha256(content).hexdigest() != file.digest:
                raise PackageError(f"{file.path} changed while it was being packed; try again")
            archive.writestr(_member(str(number)), content)  # most media are compressed already
    return target.getvalue()


def read(data: bytes) -> Package:
    """A package from its file, as far as `build` writes it.

    Raises:
        PackageError: the file is no package, or one of Anki's newer format.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            database = archive.read(_DATABASE)
            names: dict[str, str] = json.loads(archive.read("media"))
            media = [
                MediaFile(name, "", sha256(archive.read(number)).hexdigest())
                for number, name in names.items()
            ]
        return _package(database, tuple(sorted(media)))
    except (zipfile.BadZipFile, KeyError, ValueError, sqlite3.Error) as error:
        raise PackageError(f"the file is no package of cardsmith's ({error})") from error


# --- writing


class _Model(genanki.Model):  # type: ignore[misc]  # genanki has no types
    """A note type with identities and a date of its own."""

    def __init__(self, note_type: NoteType) -> None:
        super().__init__(
            note_type.id,
            note_type.name,
            [_field(field) for field in note_type.fields],
            [_template(template) for template in note_type.templates],
            note_type.css,
            self.CLOZE if note_type.is_cloze else self.FRONT_BACK,
        )
        self.mod = note_type.mod
        # Which fields a card needs: Anki works that out itself, and genanki often errs.
        self._req: list[object] = []

    def to_json(self, timestamp: float, deck_id: int) -> dict[str, Any]:
        """Date the note type by its own changes, not by those of the package."""
        del timestamp
        made: dict[str, Any] = super().to_json(self.mod, deck_id)
        return made


def _field(field: Field) -> dict[str, object]:
    inner = {"collapsed": True, "excludeFromSearch": True} if field.is_inner else {}
    return {"name": field.name, "id": field.id, "preventDeletion": True, **inner}


def _template(template: Template) -> dict[str, object]:
    return {
        "name": template.name,
        "id": template.id,
        "qfmt": template.front,
        "afmt": template.back,
    }


def _database(package: Package) -> bytes:
    """The database, in bytes that depend on the package alone."""
    # What a build of SQLite may have other defaults for is said here.
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        cursor = connection.cursor()
        for setting in (f"page_size = {_PAGE}", "auto_vacuum = NONE", "encoding = 'UTF-8'"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.execute("PRAGMA secure_delete = ON")
        _write(package, cursor)
        return _without_gaps(connection.serialize())
    finally:
        connection.close()


def _write(package: Package, cursor: sqlite3.Cursor) -> None:
    genanki.Package([]).write_to_db(cursor, _CHANGED, iter(()))
    # genanki would read and write what it knows of all decks once more for each of them.
    decks, models = _described(package)
    (known,) = cursor.execute("SELECT decks FROM col").fetchone()
    texts = json.dumps(json.loads(known) | decks), json.dumps(models)
    cursor.execute("UPDATE col SET decks = ?, models = ?", texts)
    # Anki makes its own indexes; without these the file is half as large.
    for index in _INDEXES:
        cursor.execute(f"DROP INDEX {index}")
    cursor.execute("VACUUM")  # what follows is only added, in order, and leaves nothing over
    cursor.execute("BEGIN")
    cursor.executemany(
        "INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, 0, 0, 0, '')", _note_rows(package)
    )
    cursor.executemany(
        "INSERT INTO cards VALUES (?, ?, ?, ?, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
        _card_rows(package),
    )
    cursor.execute("COMMIT")


def _described(package: Package) -> tuple[dict[str, object], dict[str, object]]:
    """The decks and the note types, each by its id, as genanki describes them."""
    home = package.decks[0].id if package.decks else 1
    return (
        {str(deck.id): genanki.Deck(*deck).to_json() for deck in package.decks},
        {
            str(note_type.id): _Model(note_type).to_json(_CHANGED, home)
            for _, note_type in sorted(package.note_types.items())
        },
    )


def _note_rows(package: Package) -> list[tuple[int, str, int, int, str, str]]:
    """The rows by ascending id, in which order they are written fastest.

    Sort field and checksum are left out: Anki works them out when it imports.
    """
    ids = {family: note_type.id for family, note_type in package.note_types.items()}
    rows = []
    for id_, guid, family, _, name, mod, fields, tags, _, _ in package.notes:
        text = _SEPARATOR.join(fields)
        if text.count(_SEPARATOR) >= len(fields) or "\0" in text:
            raise PackageError(f"{name}: the text has a control character")
        rows.append((id_, guid, ids[family], mod, f" {' '.join(tags)} " if tags else "", text))
    return sorted(rows, key=itemgetter(0))


def _card_rows(package: Package) -> list[tuple[int, int, int, int, int, int]]:
    rows = [
        (id_, note, deck, ord_, mod, due)
        for note, _, _, _, _, mod, _, _, deck, cards in package.notes
        for id_, ord_, due in cards
    ]
    return sorted(rows, key=itemgetter(0))


def _without_gaps(database: bytes) -> bytes:
    """The database with nothing left over between the cells of its pages.

    The bytes there mean nothing, and different versions of SQLite leave different ones. The same
    goes for the header's record of which version wrote last, and how often.
    """
    out = bytearray(database)
    out[24:28] = out[92:96] = out[96:100] = bytes(4)
    for start in range(0, len(out), _PAGE):
        page = start + (100 if start == 0 else 0)
        header = {2: 12, 5: 12, 10: 8, 13: 8}.get(out[page])
        if header is None:  # the rest of a long text
            continue
        cells = int.from_bytes(out[page + 3 : page + 5], "big")
        content = int.from_bytes(out[page + 5 : page + 7], "big") or 65_536
        first, last = page + header + 2 * cells, start + content
        out[first:last] = bytes(last - first)
    return bytes(out)


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    member.create_system = 3  # Unix, so that the permissions below are read
    member.external_attr = 0o100644 << 16
    return member


# --- reading


def _package(database: bytes, media: tuple[MediaFile, ...]) -> Package:
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(database)
        columns = connection.execute("SELECT models, decks FROM col").fetchone()
        models, decks = (json.loads(column).values() for column in columns)
        families = {int(model["id"]): CLOZE if model["type"] else BASIC for model in models}
        cards: dict[int, list[Card]] = {}
        homes: dict[int, int] = {}
        for note, home, *card in connection.execute(
            "SELECT nid, did, id, ord, due FROM cards ORDER BY nid, ord"
        ):
            cards.setdefault(note, []).append(Card(*card))
            homes[note] = home
        notes = [
            _note(row, families[row[2]].key, homes[row[0]], tuple(cards[row[0]]))
            for row in connection.execute(
                "SELECT id, guid, mid, mod, tags, flds FROM notes ORDER BY id"
            )
        ]
        return Package(
            {families[int(model["id"])].key: _note_type(model) for model in models},
            tuple(Deck(d["id"], d["name"], d["desc"]) for d in decks if d["id"] in homes.values()),
            tuple(notes),
            media,
        )
    finally:
        connection.close()


def _note_type(model: dict[str, Any]) -> NoteType:
    return NoteType(
        int(model["id"]),
        model["name"],
        bool(model["type"]),
        tuple(Field(f["id"], f["name"], "collapsed" in f) for f in model["flds"]),
        tuple(Template(t["id"], t["name"], t["qfmt"], t["afmt"]) for t in model["tmpls"]),
        model["css"],
        model["mod"],
    )


def _note(row: tuple[Any, ...], family: str, deck: int, cards: tuple[Card, ...]) -> Note:
    id_, guid, _, mod, tags, fields = row
    values = tuple(fields.split(_SEPARATOR))
    name = values[-4]  # the spare fields stand behind it
    return Note(id_, guid, family, "", name, mod, values, tuple(tags.split()), deck, cards)
