"""A collection as it was at a commit, read without checking it out, and as it is on disk."""

import os
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from posixpath import basename, dirname, join, normpath, relpath
from typing import NamedTuple

from cardsmith import ledgerfile
from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import PackageError
from cardsmith.changes import Side, is_within, unread_ids
from cardsmith.cli.git import LINK, SUBMODULE, Entry, Git, GitError
from cardsmith.deck import Collection, beside, within
from cardsmith.deckfile import collectionfile, source
from cardsmith.deckfile.collectionfile import CollectionFile
from cardsmith.workspace import MEDIA, Found, Loaded, Way, known, survey

_LFS = b"version https://git-lfs.github.com/spec/"
_MOST_LINKS = 10  # one behind the other
_LONGEST_PATH = 4096  # bytes of a link
_SUBMODULE = "is a repository of its own"
_POINTER = "is kept by Git LFS"
_UNHOLDABLE = "cannot be written on this system"


class State(NamedTuple):
    """A collection at some time.

    Attributes:
        side: what is compared.
        broken: how many entries were left out for their errors.
        limits: what could not be seen, in sentences without full stops.
    """

    side: Side
    broken: int
    limits: tuple[str, ...]


# ---- at a commit


def locate(
    git: Git, tree: Mapping[str, Entry], folder: str, id_: str, later: Container[str]
) -> str | None:
    """The folder of a collection in a commit: where its id is, or else where it is now.

    If it is in neither, and there was one collection that is no more, that is taken for it: then
    both its folder and its id are others, which nobody should overlook.

    Args:
        git: of the repository.
        tree: the files of the commit.
        folder: where the collection is now, from the top of the repository.
        id_: its id now.
        later: the files with which the commit is compared.
    """
    here = join(folder, collectionfile.NAME)
    files = [
        each
        for each in tree.values()
        if basename(each.path) == collectionfile.NAME
        and each.mode not in {LINK, SUBMODULE}
        and each.size <= source.LARGEST_FILE
    ]
    contents = git.contents(each.blob for each in files)
    ids = {
        each.path: _header(data, each.path).id for each, data in zip(files, contents, strict=True)
    }
    if ids.get(here) == id_:
        return folder
    for path, found in ids.items():
        if id_ and found == id_:
            return dirname(path)
    gone = [path for path in ids if path not in later]
    if here in ids or len(gone) != 1:
        return folder if here in ids else None
    return dirname(gone[0])


def _header(data: bytes, path: str) -> CollectionFile:
    text = source.decode(data, path)
    return collectionfile.parse(text, path) if isinstance(text, str) else CollectionFile()


def at_commit(git: Git, tree: Mapping[str, Entry], folder: str, place: Path) -> State:
    """The collection in a folder of a commit; its files are put into `place`, which is empty.

    Deck files and outlines are written as they are. Of pictures and sounds only the names count, so
    that no large file is fetched; what they hold is known by the names that git gives to contents.
    """
    root = folder or "."
    below = [e for path, e in tree.items() if not folder or path.startswith(f"{folder}/")]
    files = {within(root, entry.path): entry for entry in below if _is_safe(entry.path)}
    inner = tuple(f"{dirname(path)}/" for path in files if _is_inner(path))
    files = {path: entry for path, entry in files.items() if not path.startswith(inner)}
    unseen = {path: _SUBMODULE for path, entry in files.items() if entry.mode == SUBMODULE}
    plain = {path: entry for path, entry in files.items() if path not in unseen}
    extract = _Extract(git, tree, place)
    extract.write(entry for path, entry in plain.items() if _is_read(path))
    outlines = extract.header(folder).sources.values()
    cited = {normpath(each.file) for each in outlines if each.file}
    extract.write(plain[path] for path in cited if path in plain)
    extract.touch(entry for path, entry in plain.items() if not _is_passed_over(path))
    unseen |= {within(root, path): why for path, why in extract.unseen.items()}
    (place / folder).mkdir(parents=True, exist_ok=True)
    loaded = known(survey(Found(place / folder, Way.ASKED), cwd=place))
    digests = {path: extract.target(entry).blob for path, entry in plain.items()}
    return _state(loaded, digests, unseen)


def _is_inner(path: str) -> bool:
    """Whether a file begins another collection, inside this one."""
    return basename(path) == collectionfile.NAME and path != collectionfile.NAME


def _is_safe(path: str) -> bool:
    """Whether a path of a commit, which anybody may have made, stays where it is put."""
    parts = path.split("/")
    return not {"", ".", ".."}.intersection(parts) and not (os.name == "nt" and {*path} & {*"\\:"})


def _is_read(path: str) -> bool:
    """Whether a file of a collection is read, not only known by its name."""
    is_deck = path.lower().endswith((".yaml", ".yml")) and not path.startswith(f"{MEDIA}/")
    return is_deck or path == ledger.FILE


def _is_passed_over(path: str) -> bool:
    """Whether a collection takes no notice of a file."""
    return any(part.startswith(".") or part == "node_modules" for part in path.split("/"))


class _Extract:
    """Puts files of a commit into a folder; `unseen` tells of those that could not be put there."""

    def __init__(self, git: Git, tree: Mapping[str, Entry], place: Path) -> None:
        self.git, self.tree, self.place = git, tree, place
        self.unseen: dict[str, str] = {}
        links = [e for e in tree.values() if e.mode == LINK and e.size <= _LONGEST_PATH]
        contents = git.contents(link.blob for link in links)
        self.links = {
            link.path: normpath(join(dirname(link.path), os.fsdecode(leads)))
            for link, leads in zip(links, contents, strict=True)
        }

    def write(self, entries: Iterable[Entry]) -> None:
        """Write files, and what links among them lead to."""
        targets = {entry.path: self.target(entry) for entry in entries}
        plain = [each for each in targets.values() if each.mode != LINK]
        whole = [entry for entry in plain if entry.size <= source.LARGEST_FILE]
        for entry, data in zip(whole, self.git.contents(e.blob for e in whole), strict=True):
            if data.startswith(_LFS):
                self.unseen[entry.path] = _POINTER
            else:
                self._put(entry.path, data)
        for entry in plain:
            if entry.size > source.LARGEST_FILE:  # as long as a file that says it is too large
                self._put(entry.path, b"", source.LARGEST_FILE + 1)
        self._link(targets)

    def touch(self, entries: Iterable[Entry]) -> None:
        """Make files of these names, unless they were written; only the names matter."""
        targets = {entry.path: self.target(entry) for entry in entries}
        for entry in targets.values():
            if entry.mode != LINK and entry.path not in self.unseen:
                self._put(entry.path, b"")
        self._link(targets)

    def target(self, entry: Entry) -> Entry:
        """The file of the commit that an entry leads to: itself, if it is no link to a file."""
        found = entry
        for _ in range(_MOST_LINKS):
            path = self.links.get(found.path, "")
            if path not in self.tree or not _is_safe(path):
                break
            found = self.tree[path]
        return entry if found.mode in {LINK, SUBMODULE} else found

    def header(self, folder: str) -> CollectionFile:
        """The `collection.yaml` that was written."""
        path = self.place / folder / collectionfile.NAME
        return _header(path.read_bytes(), str(path)) if path.is_file() else CollectionFile()

    def _put(self, path: str, data: bytes, size: int = 0) -> None:
        file = self.place / path
        with self._noting(path), suppress(FileExistsError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("xb") as opened:
                opened.write(data)
                opened.truncate(max(size, len(data)))

    def _link(self, targets: Mapping[str, Entry]) -> None:
        """Make links, which lead nowhere but to files that stand here."""
        for path, target in targets.items():
            if path != target.path:
                with self._noting(path), suppress(FileExistsError):
                    (self.place / path).parent.mkdir(parents=True, exist_ok=True)
                    (self.place / path).symlink_to(relpath(target.path, dirname(path) or "."))

    @contextmanager
    def _noting(self, path: str) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError):
            self.unseen[path] = _UNHOLDABLE


# ---- on disk


def on_disk(root: Path, top: Path) -> State:
    """The collection as it stands in the working tree; paths are those of the repository."""
    git = Git(root)
    index = git.known()
    unseen = {path: _SUBMODULE for path, entry in index.items() if entry.mode == SUBMODULE}
    for row in git.rows("ls-files", "-t", "-z"):
        if row.startswith("S ") and not (root / row[2:]).exists():
            unseen[row[2:]] = "is not checked out here"
    others = ("--others", "--ignored", "--exclude-standard", "--directory", "-z")
    ignored = [path.rstrip("/") for path in git.rows("ls-files", *others)]
    loaded = known(survey(Found(root, Way.ASKED), cwd=top))
    for path, text in loaded.texts.items():
        if text.startswith(_LFS.decode()):
            unseen[loaded.files[path]] = _POINTER
    return _state(loaded, _digests(git, top, index, loaded.collection), unseen, ignored)


def _digests(
    git: Git, top: Path, index: Mapping[str, Entry], collection: Collection
) -> dict[str, str]:
    """What git calls the contents of files; those are read that are not as git last saw them."""
    changed = set(git.rows("diff-files", "--name-only", "--relative", "-z"))
    known = {
        path: entry.blob
        for path, entry in index.items()
        if path not in changed and entry.mode not in {LINK, SUBMODULE}
    }
    others = [path for path in collection.media if path not in known and "\n" not in path]
    if others:
        # Git reads such paths from the top, wherever it is.
        given = b"".join(os.fsencode(f"{beside(collection.root, path)}\n") for path in others)
        with suppress(GitError):  # one of them cannot be read: lint says so
            names = Git(top).output("hash-object", "--stdin-paths", given=given).decode().split()
            known.update(zip(others, names, strict=True))
    return known


# ---- both


def _state(
    loaded: Loaded,
    digests: Mapping[str, str],
    unseen: Mapping[str, str],
    ignored: Iterable[str] = (),
) -> State:
    """What was read, but for what git does not know or the other side cannot have.

    Args:
        loaded: what was read.
        digests: what git calls the contents of its files.
        unseen: files and folders that cannot be looked at, each with the reason.
        ignored: files and folders that git ignores.
    """
    root, notes = loaded.collection.root, loaded.collection.notes
    limits = []
    released = Ledger()
    try:
        released = ledgerfile.read(loaded.found.root)
    except PackageError as error:
        limits.append(str(error))
    if unseen or ignored:
        files = {within(root, note.path) for note in notes}
        private = {file for file in files if is_within(file, ignored)}
        out = {file for file in files if is_within(file, unseen)} | private
        notes = tuple(note for note in notes if within(root, note.path) not in out)
        limits += [f"{file} is ignored by git and left out" for file in sorted(private)]
        limits += [
            f"{path} {why}; its notes are left out"
            for path, why in sorted(unseen.items())
            if why == _SUBMODULE or _is_read(path)
        ]
    # A file of which nothing can be read may have any note.
    shut = {file for shown, file in loaded.files.items() if shown not in loaded.texts}
    shut |= {within(root, deck.path) for deck in loaded.decks if deck.problems and not deck.lines}
    side = Side(
        loaded.collection._replace(notes=notes),
        released,
        digests,
        frozenset(id_ for deck in loaded.decks for id_ in unread_ids(deck)),
        frozenset(shut.union(unseen)),
    )
    return State(side, _broken(loaded), tuple(limits))


def _broken(loaded: Loaded) -> int:
    """How many entries were left out for their errors; a file that cannot be read counts as one."""
    seen = sum(len(deck.lines) or bool(deck.problems) for deck in loaded.decks)
    unreadable = len(loaded.files) - len(loaded.texts)
    return seen + unreadable - len(loaded.collection.notes)
