"""The bytes of packages: the same on every machine, few, and readable again."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import genanki
import pytest

from cardsmith.anki import apkg
from cardsmith.anki.package import MediaFile, Package, PackageError
from cardsmith.deck import Basic
from notes import EVERY_KIND, note
from packages import RELEASED, built, package

FILES = {"b.png": b"two", "a.png": b"one"}
SOURCE = Path(__file__).parents[2]

# Prints the digest of a package; what it imports stands in the same folders as here.
SCRIPT = """
import hashlib, locale, os, sys
os.umask(int(sys.argv[1]))
locale.setlocale(locale.LC_ALL, "")
from notes import EVERY_KIND
from packages import built, package
print(hashlib.sha256(built(package(*EVERY_KIND))).hexdigest())
"""


@pytest.fixture(scope="module")
def made() -> Package:
    picture = note("pictures", Basic("![](a.png)", "![](b.png)"))
    return package(*EVERY_KIND, picture, files=FILES)


def members(data: bytes) -> dict[str, zipfile.ZipInfo]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {member.filename: member for member in archive.infolist()}


def database(data: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return archive.read("collection.anki2")


def test_what_was_built_is_read_again(made: Package) -> None:
    found = apkg.read(built(made, FILES))
    assert found.note_types == made.note_types
    assert sorted(found.decks) == sorted(made.decks)
    assert found.notes == tuple(sorted(each._replace(kind="") for each in made.notes))
    assert found.media == tuple(file._replace(path="") for file in made.media)


def test_media_are_packed_under_their_names(made: Package) -> None:
    data = built(made, FILES)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = json.loads(archive.read("media"))
        content = {names[number]: archive.read(number) for number in names}
    assert content == {file.name: FILES[file.path] for file in made.media}


def test_members_tell_nothing_of_the_machine(made: Package) -> None:
    found = members(built(made, FILES))
    assert list(found) == ["collection.anki2", "media", "0", "1"]
    for member in found.values():
        assert member.date_time == (1980, 1, 1, 0, 0, 0)
        assert member.create_system == 3
        assert member.external_attr >> 16 == 0o100644
        assert not member.extra


def test_the_database_is_compressed_unless_told_otherwise(made: Package) -> None:
    stored = apkg.build(made, FILES.__getitem__, store=True)
    assert {member.compress_type for member in members(stored).values()} == {zipfile.ZIP_STORED}
    packed = built(made, FILES)
    assert members(packed)["collection.anki2"].compress_type == zipfile.ZIP_DEFLATED
    assert len(packed) < len(stored) / 3
    assert database(packed) == database(stored)


def test_equal_packages_give_equal_bytes(
    made: Package, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = built(made, FILES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(time, "time", lambda: 4_000_000_000.0)
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    assert built(made, FILES) == before
    shuffled = made._replace(notes=made.notes[::-1], media=made.media[::-1])
    assert built(shuffled, FILES) == before


def test_equal_packages_give_equal_bytes_in_other_processes(tmp_path: Path) -> None:
    digests = set()
    for seed, zone, language, umask, folder in (
        ("0", "UTC", "C", "0", SOURCE),
        ("4711", "America/Los_Angeles", "C.UTF-8", "63", tmp_path),
    ):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "LC_ALL": language,
            "PYTHONPATH": f"{SOURCE / 'src'}:{SOURCE / 'tests'}",
        }
        command = [sys.executable, "-c", SCRIPT, umask]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout)
    assert len(digests) == 1


class OtherSqlite:
    """Another version of SQLite behind the few methods that are used."""

    def __init__(self, library: Any) -> None:  # noqa: ANN401 - it may not be installed
        self.library = library

    def connect(self, name: str, **options: object) -> Any:  # noqa: ANN401
        del options
        connection = self.library.Connection(name)

        class Connection:
            def cursor(self) -> Any:  # noqa: ANN401
                cursor = connection.cursor()

                class Cursor:
                    executescript = cursor.execute

                    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
                        return getattr(cursor, name)

                return Cursor()

            def serialize(self) -> bytes:
                return bytes(connection.serialize("main"))

            def close(self) -> None:
                connection.close()

        return Connection()


@pytest.mark.parametrize("count", [1, 30, 3000])
def test_another_sqlite_gives_the_same_bytes(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    library = pytest.importorskip("apsw")
    assert library.sqlite_lib_version() != sqlite3.sqlite_version
    long = "word " * 3000  # more than fits into a page
    notes = [
        note(f"n{i}", Basic(f"Question {i} {'x' * (i % 97)}", long[: i * 5])) for i in range(count)
    ]
    wanted = database(built(package(*notes)))
    monkeypatch.setattr(apkg, "sqlite3", OtherSqlite(library))
    assert database(built(package(*notes))) == wanted


def test_the_database_is_sound_and_without_indexes(made: Package) -> None:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(database(built(made, FILES)))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    kinds = connection.execute("SELECT DISTINCT type FROM sqlite_master").fetchall()
    assert kinds == [("table",)]
    connection.close()


def test_no_file_is_left_over(
    made: Package, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    built(made, FILES)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_changes_meanwhile_is_not_packed(made: Package) -> None:
    with pytest.raises(PackageError, match=r"a\.png changed while"):
        built(made, {**FILES, "a.png": b"other"})


@pytest.mark.parametrize("character", ["\x1f", "\0"])
def test_a_control_character_that_anki_refuses_is_refused(made: Package, character: str) -> None:
    first, *others = made.notes
    broken = first._replace(fields=(f"a{character}b", *first.fields[1:]))
    with pytest.raises(PackageError, match="control character"):
        built(made._replace(notes=(broken, *others)), FILES)


def test_a_file_that_is_no_package_is_refused(made: Package) -> None:
    newer = BytesIO()
    with zipfile.ZipFile(newer, "w") as archive:
        archive.writestr("collection.anki21b", b"")
    cut = built(made, FILES)[:-100]
    for data in (b"", b"PK", b"not a zip", newer.getvalue(), cut):
        with pytest.raises(PackageError, match="no package"):
            apkg.read(data)


def test_it_is_a_fraction_of_what_genanki_writes(tmp_path: Path) -> None:
    model = genanki.Model(
        1,
        "Plain",
        [{"name": "Front"}, {"name": "Back"}],
        [{"name": "Card", "qfmt": "{{Front}}", "afmt": "{{Back}}"}],
    )
    deck = genanki.Deck(2, "Test")
    texts = [
        Basic(
            f"Question {i}, what is the answer to the question with this number?",
            f"It is answer {i}, a sentence of a length that answers commonly have.",
        )
        for i in range(2000)
    ]
    for text in texts:
        deck.add_note(genanki.Note(model, [text.front, text.back]))
    notes = [note(f"note-{i}", text) for i, text in enumerate(texts)]
    genanki.Package(deck).write_to_file(tmp_path / "plain.apkg", timestamp=RELEASED)
    assert len(built(package(*notes))) < 0.2 * (tmp_path / "plain.apkg").stat().st_size


def test_names_of_media_are_sorted_so_that_numbers_mean_the_same(made: Package) -> None:
    last = MediaFile("zzz-1.png", "a.png", made.media[0].digest)
    first = MediaFile("_aaa-1.png", "a.png", made.media[0].digest)
    data = built(made._replace(media=(last, first)), FILES)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert json.loads(archive.read("media")) == {"0": "_aaa-1.png", "1": "zzz-1.png"}
