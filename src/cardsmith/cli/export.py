"""`cardsmith export`: a collection as an Anki package."""

import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith import ledgerfile
from cardsmith.anki import apkg, ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import Package, PackageError
from cardsmith.anki.plan import plan
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.findings import findings
from cardsmith.cli.git import Git, GitError
from cardsmith.cli.selection import (
    Selecting,
    deck_option,
    note_test,
    selector,
    selector_argument,
    tag_option,
)
from cardsmith.deck import Collection
from cardsmith.errors import UsageError, reason
from cardsmith.render import diagnostics, export
from cardsmith.render.due import size
from cardsmith.render.html import HtmlPen, design
from cardsmith.render.phrases import counted
from cardsmith.selector import Group, Node, Not, Selector, Term
from cardsmith.visible import visible
from cardsmith.workspace import Loaded, atomic_write, find, load, templates

_MOST_SHOWN = 10  # errors; `cardsmith lint` has the rest
_LONGEST_NAME = 80  # characters of a file's name
_OF_LEARNERS = frozenset({"is", "prop", "rated", "introduced"})  # searches


class Part(NamedTuple):
    """Which part of a collection is meant: notes in any of the decks, with any of the tags.

    Of these the notes of which a search, in `words`, finds a card.
    """

    decks: tuple[str, ...]
    tags: tuple[str, ...]
    words: tuple[str, ...] = ()

    def selector(self) -> Selector:
        """What is meant, as a selector; decks and tags include those below them.

        Raises:
            UsageError: the words are no selector, or one that no package can follow.
        """
        asked = selector(self.words, self.decks, self.tags)
        for key in sorted(_OF_LEARNERS.intersection(_searches(asked.node))):
            raise UsageError(
                f"`{key}:` asks what a learner did, and a package is for every learner"
            )
        return asked

    @property
    def is_all(self) -> bool:
        """Whether the whole collection is meant."""
        return self == _WHOLE


_WHOLE = Part((), ())


def _searches(node: Node) -> Iterator[str]:
    match node:
        case Term(key):
            yield key
        case Not(inner):
            yield from _searches(inner)
        case Group(_, parts):
            for part in parts:
                yield from _searches(part)


@click.command(
    "export",
    cls=Selecting,
    epilog=examples(
        "cardsmith export",
        "cardsmith export tag:harness -kind:cloze",
        "cardsmith export --tag harness -o ~/harness.apkg",
        "cardsmith export --explain",
    ),
)
@selector_argument()
@decks_option
@deck_option
@tag_option
@click.option(
    "-o", "--output", metavar="FILE", help="The package; by default dist/<collection>.apkg."
)
@click.option("--explain", is_flag=True, help="Say what learners would get, and write nothing.")
@click.option(
    "--check",
    "checked",
    metavar="FILE",
    help="Say whether this package is what the decks give now, and write nothing.",
)
@click.option(
    "--store",
    is_flag=True,
    help="Leave the database uncompressed, so that the bytes do not depend on the build of zlib.",
)
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    words: tuple[str, ...],
    decks: str | None,
    some_decks: tuple[str, ...],
    tags: tuple[str, ...],
    output: str | None,
    checked: str | None,
    explain: bool,
    store: bool,
) -> int:
    """Build the Anki package.

    Equal decks give equal bytes. Notes that are as they were released keep their date, so that an
    import updates nothing else. Errors in the decks stop the export before anything is written.

    SELECTOR, a search as in Anki, chooses the notes: those of which it finds a card.
    """
    part = Part(some_decks, tags, words)
    part.selector()  # what is wrong with it is told before anything is read
    target = _target(output)
    loaded = load(find(decks, app.environment))
    click.echo(
        f"{visible(loaded.collection.name)}: {size(loaded.collection)}; from {_from(loaded)}"
    )
    if has_errors(loaded):
        return 1
    root = loaded.found.root
    released = ledgerfile.read(root)
    collection = chosen(loaded.collection, part)
    package = packaged(collection, root, released, app)
    if explain:
        found = ledger.compared(package, released)
        if not part.is_all:
            found = found._replace(withdrawn=())
        click.echo("\n".join(export.changes(found, package, released.release)))
        return 0
    data = apkg.build(package, partial(read_media, root), store=store)
    if checked:
        return _check(Path(checked), package, data)
    path = target or default_path(collection, part)
    write(path, data)
    click.echo(f"Wrote {visible(str(path))}: {export.contents(package, len(data))}")
    click.echo("\n".join(export.next_steps()))
    return 0


def packaged(collection: Collection, root: Path, released: Ledger, app: App) -> Package:
    """The package of a collection, dated.

    Raises:
        PackageError: its notes contradict each other or what was released.
    """

    def digest(path: str) -> str:
        return sha256(read_media(root, path)).hexdigest()

    folder = templates()
    now = int(app.clock.now().timestamp())
    changed = _time_of_change((root, folder), app, now)
    package = plan(collection, HtmlPen(), design(folder, collection), digest, changed)
    for note, what in ledger.estranged(package, released):
        raise PackageError(f"the note {note.name} {what}, so learners could not update it")
    return ledger.dated(package, released, now)


def read_media(root: Path, path: str) -> bytes:
    """A media file."""
    try:
        return (root / path).read_bytes()
    except OSError as error:
        raise PackageError(f"{path} cannot be read: {reason(error)}") from error


def _time_of_change(folders: tuple[Path, Path], app: App, now: int) -> int:
    """The second of the last change: as the environment says, or of the last commit, or now."""
    given = app.environment.get("SOURCE_DATE_EPOCH", "")
    if given:
        if not re.fullmatch("[0-9]{1,12}", given):
            raise UsageError(f"SOURCE_DATE_EPOCH is no number of seconds: {visible(given)}")
        return min(int(given), now)
    root, design_folder = folders
    try:
        git = Git(root)
        git("ls-files", "--error-unmatch", "--", "collection.yaml")
        top = Path(git("rev-parse", "--show-toplevel"))
        mine = [str(f.resolve()) for f in (root, design_folder) if f.resolve().is_relative_to(top)]
        if git("status", "--porcelain", "--", *mine):
            return now  # what is exported is not what was committed
        return min(int(git("log", "-1", "--format=%ct")), now)
    except (GitError, ValueError):
        return now


def _from(loaded: Loaded) -> str:
    return visible(f"{loaded.collection.root} ({loaded.found.way.value})")


def has_errors(loaded: Loaded) -> bool:
    """Whether there are errors; they are shown."""
    errors = [each for each in findings(loaded) if each.is_error]
    for error in errors[:_MOST_SHOWN]:
        click.echo(diagnostics.text(error, loaded.texts) + "\n", err=True)
    if errors:
        more = f", of which {_MOST_SHOWN} are shown" if len(errors) > _MOST_SHOWN else ""
        click.echo(
            f"cardsmith: {counted(len(errors), 'error')}{more}; nothing was written "
            "(`cardsmith lint` tells all)",
            err=True,
        )
    return bool(errors)


def chosen(collection: Collection, part: Part) -> Collection:
    """The part of a collection that is meant.

    Raises:
        UsageError: no note is.
    """
    if part.is_all:
        notes, none = collection.notes, "the collection has no notes"
    else:
        notes = tuple(filter(note_test(part.selector()), collection.notes))
        none = visible(f"{part.selector()} matches no note")
    if not notes:
        raise UsageError(none)
    return collection._replace(notes=notes)


def _target(output: str | None) -> Path | None:
    """The file asked for, if Anki would take it for a package of notes."""
    if output is None:
        return None
    path = Path(output)
    name = path.name.lower()
    if not name.endswith(".apkg"):
        raise UsageError(f"{visible(output)}: Anki imports only files whose names end in .apkg")
    if name == "collection.apkg" or name.startswith("backup-"):
        raise UsageError(f"{visible(output)}: Anki would replace the whole collection with this")
    if any(each.exists() and not each.is_dir() for each in path.parents):
        shown = visible(str(path.parent))
        raise UsageError(f"{shown} is no folder; name the package otherwise")
    return path


def default_path(collection: Collection, part: Part) -> Path:
    """`dist/training-composer.apkg`; a part of a collection has its own name."""
    words = "-".join((collection.name, *part.decks, *part.tags, *part.words))
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    name = re.sub("[^a-z0-9]+", "-", plain)[:_LONGEST_NAME].strip("-")
    if not name or name == "collection" or name.startswith("backup-"):
        name = f"cards-{collection.short_id}"
    return Path("dist", f"{name}.apkg")


def write(path: Path, data: bytes) -> None:
    """Write a file whole, in a folder that is made if it is not there.

    Raises:
        PackageError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, data)
    except OSError as error:
        raise PackageError(f"{path} cannot be written: {reason(error)}") from error


def _check(path: Path, package: Package, data: bytes) -> int:
    """Say whether a file is the package; the exit status."""
    try:
        there = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {reason(error)}") from error
    shown = visible(str(path))
    if there == data:
        click.echo(f"{shown} is what the decks give now, byte for byte")
        return 0
    old = apkg.read(there)
    if _undated(old) == _undated(package):
        click.echo(f"{shown} has what the decks give now; dates or compression differ")
        return 0
    found = ledger.compared(package, ledger.released(old, Ledger(), ""))
    click.echo(f"{shown} differs from what the decks give now:")
    click.echo("\n".join(export.differences(found)))
    return 1


def _undated(package: Package) -> Package:
    """A package without what a file does not tell, or tells of the time at which it was built."""
    return Package(
        {family: made._replace(mod=0) for family, made in package.note_types.items()},
        tuple(sorted(package.decks)),
        tuple(sorted(note._replace(kind="", mod=0) for note in package.notes)),
        tuple(sorted(file._replace(path="") for file in package.media)),
    )
