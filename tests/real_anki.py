"""Anki itself, as the oracle: what does a learner's collection make of a package?

The library is under the AGPL. It is imported here alone, by name, and by no module that ships.
"""

import re
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pytest

# Releases are numbered by year and month since 23.10, which followed 2.1.66.
VERSION = tuple(int(part) for part in version("anki").split("."))


class Since:
    """Something that Anki can do since a version, as marks for tests of it and of its lack."""

    def __init__(self, *first: int) -> None:
        self.here = first <= VERSION
        name = ".".join(map(str, first))
        self.known = pytest.mark.skipif(not self.here, reason=f"Anki has it since {name}")
        self.unknown = pytest.mark.skipif(self.here, reason=f"Anki has had it since {name}")


NESTED_GAPS = Since(2, 1, 56)
STABLE_FIELDS = Since(23, 10)  # knows fields and templates by their ids
IMPORT_OPTIONS = Since(23, 10)
EXPORT_OPTIONS = Since(24, 11)
COMPARISON = Since(23, 10)  # of a typed answer, without the desktop program
OPEN_SERVER = Since(24, 11)  # its own server serves all of a sync, media too
FSRS_6 = Since(25, 7)
HARD_HOLDS = Since(26, 8)  # another Hard of the day does not lower FSRS's stability
OWN_DATES = Since(25, 2)  # an updated note has the date that the package gives it
OPTIONS = [(types, notes) for types in range(3) for notes in range(3)]  # newer, always, never


class Outcome(NamedTuple):
    """How many notes an import found of each sort."""

    new: int = 0
    updated: int = 0
    same: int = 0
    conflicting: int = 0


class Anki:
    """A learner's collection."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = _library()
        self.col = self.library.Collection(str(folder / "collection.anki2"))

    def take(self, package: bytes, **options: object) -> Outcome:
        """Import a package; without options as the dialog does by default."""
        path = self.folder / "deck.apkg"
        path.write_bytes(package)
        log = self.col.import_anki_package(self._request(str(path), options)).log
        return Outcome(len(log.new), len(log.updated), len(log.duplicate), len(log.conflicting))

    def _request(self, path: str, options: dict[str, object]) -> object:
        if not IMPORT_OPTIONS.here:
            return path
        made = import_module("anki.import_export_pb2")
        return made.ImportAnkiPackageRequest(
            package_path=path, options=made.ImportAnkiPackageOptions(**options)
        )

    def export(self, path: Path) -> bytes:
        """The package that Anki makes of all that there is, in its newer format."""
        made = import_module("anki.import_export_pb2")
        options = made.ExportAnkiPackageOptions(with_media=True, legacy=False)
        self.col.export_anki_package(out_path=str(path), options=options, limit=None)
        return path.read_bytes()

    def note(self, name: str) -> Any:  # noqa: ANN401 - Anki's own
        """The note with an id of cardsmith's."""
        [found] = self.col.find_notes(f'"ID:{name}"')
        return self.col.get_note(found)

    def cards(self, search: str = "") -> list[Any]:
        """Cards in the order in which they are learned."""
        return [self.col.get_card(card) for card in self.col.find_cards(search, order="c.due")]

    def sides(self, name: str, ord_: int = 0) -> tuple[str, str]:
        """The HTML of both sides of a card."""
        note = self.note(name)
        [card] = [card for card in note.cards() if card.ord == ord_]
        output = card.render_output()
        return output.question_text, output.answer_text

    def words(self, name: str, ord_: int = 0) -> tuple[str, str]:
        """What can be read in the main texts of both sides of a card."""
        question, answer = self.sides(name, ord_)
        return readable(part(question, "question")), readable(part(answer, "answer"))

    def table(self, columns: str, of: str) -> list[tuple[Any, ...]]:
        """Rows of the database, in order."""
        return [tuple(row) for row in self.col.db.all(f"SELECT {columns} FROM {of} ORDER BY 1, 2")]  # noqa: S608

    def snapshot(self) -> object:
        """All that an import may change."""
        return (
            self.table("id, guid, mid, mod, tags, flds", "notes"),
            self.table("id, nid, did, ord, type, queue, due, ivl, reps", "cards"),
            self.table("id, name", "decks"),
            self.table("id, name, mtime_secs, config", "notetypes"),
            sorted(file.name for file in Path(self.col.media.dir()).iterdir()),
        )

    def complaints(self) -> list[str]:
        """What Anki's own checks find: damage, empty cards, missing or unused media."""
        found = []
        text, is_fine = self.col.fix_integrity()
        if not is_fine:
            found.append(text)
        found += [str(note) for note in self.col.get_empty_cards().notes]
        media = self.col.media.check()
        return [*found, *media.missing, *media.unused]

    def review(self, name: str) -> None:
        """Learn a card to an interval of thirty days."""
        card = self.note(name).cards()[0]
        card.type = card.queue = 2
        card.due, card.ivl, card.factor, card.reps = 40, 30, 2400, 5
        self.col.update_card(card)

    def let_time_pass(self, moment: int) -> None:
        """Make it as if all that was imported had been imported at a moment of the past."""
        if not OWN_DATES.here:  # else dates do not tell
            self.col.db.execute("UPDATE notes SET mod = MIN(mod, ?)", moment)

    def schedules(self) -> Counter[tuple[str, int, int, int]]:
        """The id, ord, interval and number of reviews of each card that was learned."""
        rows = (
            (card.note()["ID"], card.ord, card.ivl, card.reps) for card in self.cards("is:review")
        )
        return Counter(rows)


@contextmanager
def learner(folder: Path) -> Iterator[Anki]:
    """A fresh collection, closed at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    anki = Anki(folder)
    try:
        yield anki
    finally:
        anki.col.close()


def readable(html: str) -> str:
    """What a reader sees of HTML, without the delimiters of formulas."""
    lines = re.sub(r"<br>|</p><p>", "\n", html)
    return unescape(re.sub(r"<[^>]*>", "", lines))


def part(html: str, name: str) -> str:
    """What one of the main texts of a side holds."""
    found = re.search(f'<div class="text {name}"[^>]*>(.*?)</div>\n', html, re.DOTALL)
    return found[1] if found else ""


def _library() -> Any:  # noqa: ANN401
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("anki.collection")
