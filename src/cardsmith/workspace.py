"""Collections on disk: which one is meant, what is in it, and how a file is replaced whole."""

import errno
import gc
import os
import re
import stat
from collections.abc import Collection as Some
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from cardsmith.catalog import MISSING_OUTLINE, UNREADABLE_FILE
from cardsmith.deck import Collection, Note, NoteId, Source, beside
from cardsmith.deckfile import collectionfile, source
from cardsmith.deckfile.collectionfile import CollectionFile, SourceEntry
from cardsmith.deckfile.parse import DeckFile, parse
from cardsmith.diagnostics import Diagnostic, Place, Span
from cardsmith.errors import (
    BrokenCollectionError,
    NewerCollectionError,
    NoCollectionError,
    reason,
)

VARIABLE = "CARDSMITH_DECKS"
EXAMPLE = "example"  # names the collection that ships with the program
MEDIA = "media"

_LEDGER = "released.jsonl"
_SKIPPED = frozenset({"node_modules"})
_DECK = (".yaml", ".yml")


# ---- which collection --------------------------------------------------------------------------


class Way(Enum):
    """How a collection was found."""

    ASKED = "asked for"
    VARIABLE = f"from {VARIABLE}"
    NEAREST = "found here"
    SHIPPED = "ships with cardsmith"


class Found(NamedTuple):
    """A collection that was found: its folder, and how."""

    root: Path
    way: Way

    @property
    def is_writable(self) -> bool:
        """Whether its files are the user's to change; those inside the wheel are not."""
        return self.way is not Way.SHIPPED


def find(
    given: str | None,
    environment: Mapping[str, str] = os.environ,
    *,
    cwd: Path | None = None,
    or_shipped: bool = True,
) -> Found:
    """Find the collection that is meant.

    Args:
        given: what was asked for: a collection's folder, a path inside it, `example`, or None.
        environment: may name one in `CARDSMITH_DECKS`.
        cwd: where to look for the nearest one; by default the working directory.
        or_shipped: whether the one inside the wheel will do where there is no other.

    Raises:
        NoCollectionError: there is none.
    """
    if given:
        return _named(given, Way.ASKED)
    variable = environment.get(VARIABLE, "")
    if variable:
        return _named(variable, Way.VARIABLE)
    here = cwd or Path.cwd()
    for folder in (here, *here.parents):
        root = _collection_in(folder)
        if root:
            return Found(root, Way.NEAREST)
    if or_shipped:
        return Found(shipped(), Way.SHIPPED)
    raise NoCollectionError(
        f"no {collectionfile.NAME} in {here} or above it, nor in a folder `decks` there; "
        "name the collection with --decks PATH"
    )


def enclosing(path: Path) -> Path | None:
    """The folder of the collection that a path lies in."""
    path = path.absolute()
    for folder in (path, *path.parents):
        if (folder / collectionfile.NAME).is_file():
            return folder
    return None


def shipped() -> Path:
    """The collection that ships with the program, in a checkout and in an installed wheel.

    Raises:
        NoCollectionError: it is missing.
    """
    return _shipped("decks")


def templates() -> Path:
    """The folder of note types and pages, in a checkout and in an installed wheel.

    Raises:
        NoCollectionError: it is missing.
    """
    return _shipped("templates")


def _shipped(name: str) -> Path:
    here = Path(__file__)
    for folder in (here.parent / "shipped" / name, here.parents[2] / name):
        if folder.is_dir():
            return folder
    raise NoCollectionError(f"the folder `{name}` is missing from this cardsmith; install it anew")


def _named(given: str, way: Way) -> Found:
    path = Path(given)
    if not path.exists():
        if given == EXAMPLE:
            return Found(shipped(), Way.SHIPPED)
        raise NoCollectionError(
            f"{given}: no such folder ({way.value}); name that of a collection, or `{EXAMPLE}`"
        )
    root = _collection_in(path) or enclosing(path)
    if root is None:
        raise NoCollectionError(
            f"{given}: no {collectionfile.NAME} in this folder or above it ({way.value}); "
            "`cardsmith new --collection` begins one"
        )
    return Found(root, way)


def _collection_in(folder: Path) -> Path | None:
    for candidate in (folder, folder / "decks"):
        if (candidate / collectionfile.NAME).is_file():
            return candidate
    return None


# ---- what is in it -----------------------------------------------------------------------------


class Loaded(NamedTuple):
    """A collection, read.

    Attributes:
        found: its folder, and how that was found.
        collection: its sound notes; of those with one id the first.
        header: its `collection.yaml`.
        decks: its deck files, with all of their sound notes.
        diagnostics: what keeps notes or settings from being read; `lint` finds more.
        texts: what the files say, by their paths as diagnostics have them.
        files: what was read, by the same paths: paths from the root of the collection.
        outlines: the texts of its sources, by their names.
        is_whole: whether all of its deck files were read.
    """

    found: Found
    collection: Collection
    header: CollectionFile
    decks: tuple[DeckFile, ...]
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, str]
    files: Mapping[str, str]
    outlines: Mapping[str, str]
    is_whole: bool

    def path(self, file: str) -> str:
        """A path from the root, as the user would write it."""
        return beside(self.collection.root, file)


class Surface(NamedTuple):
    """A collection before its deck files are read.

    Attributes:
        found: its folder, and how that was found.
        cover: the collection, but for its notes.
        header: its `collection.yaml`.
        files: its deck files in their order, as paths from the root.
        problems: what is wrong so far.
    """

    found: Found
    cover: Collection
    header: CollectionFile
    files: tuple[str, ...]
    problems: tuple[Diagnostic, ...]

    def text(self, file: str) -> str | Diagnostic:
        """What a deck file says, or why it cannot be read."""
        return _named_text(self.found.root, file, self.path(file))

    def path(self, file: str) -> str:
        """A path from the root, as the user would write it."""
        return beside(self.cover.root, file)


def surface(found: Found, *, cwd: Path | None = None) -> Surface:
    """Read what there is of a collection besides the notes."""
    reading = _Reading(found.root, cwd or Path.cwd())
    header = reading.header()
    files, media = _files(found.root)
    cover = _collection(reading, header, reading.sources(header), (), media)
    return Surface(found, cover, header, tuple(files), (*reading.problems, *header.problems))


def load(found: Found, *, cwd: Path | None = None) -> Loaded:
    """Read a collection to learn from it or to publish it.

    Raises:
        BrokenCollectionError: what its `collection.yaml` must say cannot be read.
    """
    loaded = survey(found, cwd=cwd)
    if loaded.collection.id and loaded.collection.name:
        return loaded
    raise _broken(loaded)


def known(loaded: Loaded) -> Loaded:
    """A collection, if it is of a format that can be judged.

    Raises:
        NewerCollectionError: it is of a later one; of its files nothing was read.
    """
    if loaded.header.is_newer:
        raise _broken(loaded)
    return loaded


def _broken(loaded: Loaded) -> BrokenCollectionError:
    first = next(iter(loaded.header.problems or loaded.diagnostics))
    what = f"{first.span.path}:{first.span.place.line}: {first.phrase}"
    if loaded.header.is_newer:
        return NewerCollectionError(f"{what}, so update it")
    return BrokenCollectionError(f"{what} (`cardsmith lint` says more)")


def survey(found: Found, only: Some[Path] | None = None, *, cwd: Path | None = None) -> Loaded:
    """Read a collection, whatever is wrong with it.

    Args:
        found: where it is.
        only: the deck files to read. Of the others those are read, before these, that may have an
            id in common with them; what is wrong with them is not told. None reads all.
        cwd: paths below it are shown relative to it; by default the working directory.
    """
    reading = _Reading(found.root, cwd or Path.cwd())
    with no_collector():
        header = reading.header()
        files, media = _files(found.root)
        if header.is_newer:
            files, only = [], None
        chosen = files if only is None else _named_in(found.root, only, files)
        decks = tuple(reading.decks(chosen))
        if only is not None:
            rest = set(files).difference(chosen)
            decks = (*reading.clashing((file for file in files if file in rest), decks), *decks)
        sources = reading.sources(header)
    notes = tuple(_first_of_each_id(decks))
    collection = _collection(reading, header, sources, notes, media)
    problems = (*reading.problems, *header.problems, *(p for deck in decks for p in deck.problems))
    return Loaded(
        found,
        collection,
        header,
        decks,
        problems,
        reading.texts,
        reading.files,
        reading.outlines,
        is_whole=len(decks) == len(files),
    )


def _collection(
    reading: "_Reading",
    header: CollectionFile,
    sources: Mapping[str, Source],
    notes: tuple[Note, ...],
    media: Iterable[str],
) -> Collection:
    return Collection(
        header.id,
        header.name,
        header.language,
        header.licence,
        header.authors,
        header.repository,
        header.tag_root,
        sources,
        reading.shown,
        notes,
        frozenset(media),
    )


def is_deck(root: Path, path: Path) -> bool:
    """Whether a file would be read as part of a collection: a deck file, or `collection.yaml`."""
    try:
        name = _real(path).relative_to(_real(root)).as_posix()
    except ValueError:
        return False
    decks: list[str] = []
    _sort_in(name, decks, [])
    is_seen = not any(_is_skipped(part) for part in name.split("/"))
    return name == collectionfile.NAME or bool(decks and is_seen)


@contextmanager
def no_collector() -> Iterator[None]:
    """Keep the garbage collector out: what is made here stays, and goes in no circles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


_ID = re.compile("[a-z0-9][a-z0-9._-]*")


class _Reading:
    """One reading of a collection: what it has seen so far."""

    def __init__(self, root: Path, cwd: Path) -> None:
        self.root = root
        self.shown = _shown(root, cwd)
        self.texts: dict[str, str] = {}
        self.files: dict[str, str] = {}
        self.outlines: dict[str, str] = {}
        self.problems: list[Diagnostic] = []

    def header(self) -> CollectionFile:
        """Read `collection.yaml`."""
        path = self.path(collectionfile.NAME)
        text = self.text(collectionfile.NAME, path)
        return CollectionFile() if text is None else collectionfile.parse(text, path)

    def decks(self, files: Iterable[str]) -> Iterator[DeckFile]:
        """Read deck files."""
        for file in files:
            path = self.path(file)
            text = self.text(file, path)
            if text is not None:
                yield parse(text, path)

    def clashing(self, files: Iterable[str], decks: Iterable[DeckFile]) -> Iterator[DeckFile]:
        """Read those of the files that may have an id in common with the decks."""
        ids = {id_ for deck in decks for note in deck.notes for id_ in (note.id, *note.formerly)}
        for file in files:
            text = _text(f"{self.root}/{file}", self.path(file))
            if isinstance(text, str) and not ids.isdisjoint(_ID.findall(text)):
                yield parse(text, self.path(file))._replace(problems=())

    def sources(self, header: CollectionFile) -> dict[str, Source]:
        """Read the outlines that notes cite."""
        return {
            name: Source(name, entry.title, entry.url or entry.file, self.anchors(entry, name))
            for name, entry in header.sources.items()
        }

    def anchors(self, entry: SourceEntry, name: str) -> dict[str, str]:
        """The headings of one outline."""
        if not entry.file:
            return {}
        text = _named_text(self.root, entry.file, entry.file)
        if isinstance(text, str):
            self.outlines[name] = text
            return collectionfile.anchors(text)
        path = self.path(collectionfile.NAME)
        place = collectionfile.place_of_source(self.texts[path], path, name)
        phrase = f"`{entry.file}`: {text.phrase}"
        self.problems.append(MISSING_OUTLINE.at(Span(path, place), phrase))
        return {}

    def path(self, file: str) -> str:
        """A path from the root, as the user would write it."""
        return beside(self.shown, file)

    def text(self, file: str, path: str) -> str | None:
        """What a file says; None if it cannot be read, which is a problem."""
        self.files[path] = file
        text = _named_text(self.root, file, path)
        if isinstance(text, str):
            self.texts[path] = text
            return text
        self.problems.append(text)
        return None


def outline(root: Path, cited: Source) -> str:
    """An outline that notes cite, whole; empty where there is none to read."""
    text = _named_text(root, cited.location, cited.location) if cited.anchors else ""
    return text if isinstance(text, str) else ""


def passage(root: Path, cited: Source, anchor: str) -> str:
    """The section of an outline that a note cites; empty where there is none to read."""
    return collectionfile.passage(outline(root, cited), anchor)


def short(path: Path) -> str:
    """A path with `~` for the home folder, where there is one."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home fails where there is none
    is_inside = home.parent != home and path.is_relative_to(home)
    return (Path("~") / path.relative_to(home)).as_posix() if is_inside else str(path)


def _shown(path: Path, cwd: Path) -> str:
    try:
        return path.absolute().relative_to(cwd.absolute()).as_posix()
    except ValueError:
        return path.as_posix()


def _named_text(root: Path, file: str, path: str) -> str | Diagnostic:
    """What a file of a collection says, unless it is a link that leads out of it."""
    name = f"{root}/{file}"
    if Path(name).is_symlink() and not _real(Path(name)).is_relative_to(_real(root)):
        phrase = "the file is a link that leads out of the collection"
        return UNREADABLE_FILE.at(Span(path, Place(1, 1, 1, 2)), phrase)
    return _text(name, path)


def _text(file: str, path: str) -> str | Diagnostic:
    try:
        # One byte more than may be read is enough to see that it is too large.
        with open(file, "rb") as opened:  # noqa: PTH123 - for thousands of files Path is slow
            data = opened.read(source.LARGEST_FILE + 1)
    except OSError as error:
        phrase = f"the file cannot be read: {reason(error)}"
        return UNREADABLE_FILE.at(Span(path, Place(1, 1, 1, 2)), phrase)
    return source.decode(data, path)


def _named_in(root: Path, only: Iterable[Path], files: Iterable[str]) -> list[str]:
    whole = _real(root)
    named = {
        path.relative_to(whole).as_posix()
        for path in map(_real, only)
        if path.is_relative_to(whole)
    }
    return [file for file in files if file in named]


def _files(root: Path) -> tuple[list[str], list[str]]:
    """The deck files and the media files below a folder, by their paths from there, with `/`."""
    decks: list[str] = []
    media: list[str] = []
    links: list[tuple[str, str]] = []
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        entries = _entries(root, folder)
        if folder and any(entry.name == collectionfile.NAME for entry in entries):
            continue  # another collection
        for entry in entries:
            name = folder + entry.name
            if _is_skipped(entry.name):
                continue
            if entry.is_symlink():
                links.append((name, entry.path))
            elif entry.is_dir():
                waiting.append(f"{name}/")
            elif entry.is_file():
                _sort_in(name, decks, media)
    _add_links(root, links, decks, media)
    decks.sort(key=lambda name: name.split("/"))
    return decks, media


def _is_skipped(name: str) -> bool:
    return name.startswith(".") or name in _SKIPPED


def _entries(root: Path, folder: str) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(f"{root}/{folder}") as entries:
            return list(entries)
    except OSError:
        return []


def _sort_in(name: str, decks: list[str], media: list[str]) -> None:
    if not name.lower().endswith(_DECK) or name.startswith(f"{MEDIA}/"):
        if name != _LEDGER:
            media.append(name)
    elif name != collectionfile.NAME:
        decks.append(name)


def _add_links(
    root: Path, links: Iterable[tuple[str, str]], decks: list[str], media: list[str]
) -> None:
    """Add files that are links, unless they leave the collection or lead to a file of it.

    Links that lead nowhere, or in circles, are passed over.
    """
    whole = _real(root)
    walked = {whole / name for name in (*decks, *media)}
    for name, path in links:
        target = _linked_file(path)
        if target and target.is_relative_to(whole) and target not in walked:
            _sort_in(name, decks, media)


def _linked_file(path: str) -> Path | None:
    """The file that a link leads to; None where it leads to none."""
    try:
        target = Path(path).resolve(strict=True)
        return target if target.is_file() else None
    except (OSError, RuntimeError):  # Python 3.11 and 3.12 call a circle a RuntimeError
        return None


def _real(path: Path) -> Path:
    """A path without links, as far as they lead somewhere; `resolve` stumbles over circles."""
    return Path(os.path.realpath(path))


def _first_of_each_id(decks: Iterable[DeckFile]) -> Iterator[Note]:
    seen: set[NoteId] = set()
    for deck in decks:
        for note in deck.notes:
            if note.id not in seen:
                seen.add(note.id)
                yield note


# ---- writing -----------------------------------------------------------------------------------


def atomic_write(path: Path, data: bytes) -> None:
    """Replace a file whole, or leave it as it was: also if the power fails.

    Raises:
        OSError: it cannot be written; the file is as before, and nothing lies beside it.
    """
    target = _real(path)  # a link stays a link
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with fresh.open("xb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        with suppress(OSError):
            fresh.chmod(stat.S_IMODE(target.stat().st_mode))
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
