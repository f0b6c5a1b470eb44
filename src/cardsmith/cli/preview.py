"""`cardsmith preview`: a collection as a page, written to a folder or served to this machine."""

import mimetypes
import re
import webbrowser
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread

import click

from cardsmith.anki.package import MediaFile
from cardsmith.cli.app import App, decks_option, examples, pass_app
from cardsmith.cli.export import read_media
from cardsmith.cli.findings import findings, subject
from cardsmith.cli.git import Git, GitError
from cardsmith.cli.groups import Whole
from cardsmith.cli.server import File, Server, Shown, Site, stamps, watch
from cardsmith.deckfile import collectionfile
from cardsmith.errors import CardsmithError, UsageError, reason
from cardsmith.render.due import size
from cardsmith.render.phrases import counted
from cardsmith.render.preview import Home, Page, page
from cardsmith.visible import visible
from cardsmith.workspace import Found, Loaded, atomic_write, find, known, short, survey, templates

INDEX = "index.html"
MARKER = ".cardsmith-preview"  # lists the files that the preview consists of

_EVERY = 0.4  # seconds between two looks at the files
_LAST_PORT = 65_535


class PreviewError(CardsmithError):
    """The page cannot be written."""


@click.command(
    "preview",
    epilog=examples(
        "cardsmith preview --open",
        "cardsmith preview --out dist/preview",
        "cardsmith preview --decks example --port 8000",
    ),
)
@decks_option
@click.option("--out", metavar="DIR", help="Write the page to this folder, and serve nothing.")
@click.option(
    "--port",
    type=Whole(0, _LAST_PORT),
    metavar="NUMBER",
    help="The port to serve on; by default one that is free.",
)
@click.option("--open", "is_opened", is_flag=True, help="Open the page in the browser.")
@pass_app
def command(
    app: App, decks: str | None, out: str | None, port: int | None, *, is_opened: bool
) -> None:
    """Show all notes as Anki will, with what lint finds.

    The page is served to this machine alone, and follows each change of the decks until Ctrl-C.
    With --out it is written instead: it works from the disk and from any web server.
    """
    if out is not None and port is not None:
        raise UsageError("with --out nothing is served: leave out --port")
    found = find(decks, app.environment)
    if out is None:
        _serve(found, port or 0, is_opened=is_opened)
    else:
        _write(found, Path(out), is_opened=is_opened)


def _page(found: Found, *, is_live: bool) -> tuple[Loaded, Page]:
    """The page of a collection as it is now; paths are those from its root, on every machine."""
    loaded = known(survey(found, cwd=found.root))
    shown = subject(loaded)
    made = page(
        shown,
        findings(loaded),
        templates(),
        lambda path: sha256(read_media(found.root, path)).hexdigest(),
        _home(found.root, loaded.collection.repository),
        is_live=is_live,
    )
    return loaded, made


def _home(root: Path, repository: str) -> Home:
    """Where the files can be seen, if git knows them."""
    if not repository:
        return Home()
    try:
        listed = Git(root)("ls-files", "--full-name", "-z", "--", collectionfile.NAME)
    except GitError:
        return Home()
    path, end, _ = listed.partition("\0")
    return Home(repository, path.removesuffix(collectionfile.NAME)) if end else Home()


def _introduce(found: Found, loaded: Loaded) -> None:
    name = visible(loaded.collection.name) or "A collection without a name"
    where = visible(f"{short(found.root)} ({found.way.value})")
    click.echo(f"{name}: {size(loaded.collection)}; from {where}")


# --- written


def _write(found: Found, folder: Path, *, is_opened: bool) -> None:
    """Write the page; nothing is touched that no preview wrote."""
    former = _former(folder)
    loaded, made = _page(found, is_live=False)
    _introduce(found, loaded)
    try:
        _fill(folder, found.root, made, former)
    except OSError as error:
        shown = visible(str(folder))
        raise PreviewError(f"{shown} cannot be written: {reason(error)}") from error
    file = folder / INDEX
    beside = counted(len(made.media), "picture or sound", "pictures and sounds")
    click.echo(f"Wrote {visible(str(file))}" + (f" and {beside}" if made.media else ""))
    if is_opened:
        webbrowser.open(file.absolute().as_uri())


def _former(folder: Path) -> set[str]:
    """The files of the preview that a folder holds.

    Raises:
        UsageError: it holds something else.
    """
    shown = visible(str(folder))
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise UsageError(f"{shown} is no folder")
    marker = folder / MARKER
    try:
        if marker.is_file():
            return _names(marker.read_text("utf-8"))
        is_empty = next(folder.iterdir(), None) is None
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{visible(str(marker))} is not as preview wrote it; name a new folder"
        ) from error
    if is_empty:
        return set()
    raise UsageError(f"{shown} is not empty and holds no preview; name a new folder")


def _names(marker: str) -> set[str]:
    """The files that a marker lists; only names such as we give, so that it leads nowhere else."""
    return {name for name in marker.splitlines() if re.fullmatch(r"[a-z0-9_-]+\.[a-z0-9]+", name)}


def _fill(folder: Path, root: Path, made: Page, former: set[str]) -> None:
    """Write all files, the page last, and take away those that it needs no more."""
    names = {INDEX, *(file.name for file in made.media)}
    folder.mkdir(parents=True, exist_ok=True)
    _mark(folder, names | former)  # first, so that also half a preview is known for one
    for file in made.media:
        atomic_write(folder / file.name, _unchanged(root, file))
    atomic_write(folder / INDEX, made.html.encode())
    for name in former - names:
        (folder / name).unlink(missing_ok=True)
    _mark(folder, names)


def _mark(folder: Path, names: Iterable[str]) -> None:
    atomic_write(folder / MARKER, "".join(f"{name}\n" for name in sorted(names)).encode())


def _unchanged(root: Path, file: MediaFile) -> bytes:
    content = read_media(root, file.path)
    if sha256(content).hexdigest() != file.digest:
        raise PreviewError(f"{visible(file.path)} changed while it was being copied; try again")
    return content


# --- served


def _serve(found: Found, port: int, *, is_opened: bool) -> None:
    """Serve the page, and follow changes until Ctrl-C."""
    look = partial(stamps, (found.root, templates()))
    before = look()
    loaded, made = _page(found, is_live=True)
    _introduce(found, loaded)
    shown = Shown(_site(found.root, made))
    try:
        server = Server(shown, port)
    except OSError as error:
        raise UsageError(f"port {port} cannot be had: {reason(error)}") from error
    with server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
        try:
            click.echo(f"The preview is at {server.address} until Ctrl-C.")
            if is_opened:
                webbrowser.open(server.address)
            watch(look, before, partial(Event().wait, _EVERY), partial(_renew, found, shown))
        finally:
            server.shutdown()


def _site(root: Path, made: Page) -> Site:
    index = File("text/html; charset=utf-8", made.html.encode())
    media = {file.name: File(_kind(file.name), root / file.path) for file in made.media}
    return Site(made.version, {"": index, INDEX: index, **media})


def _kind(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _renew(found: Found, shown: Shown) -> None:
    """Show the collection as it is now; what is in the way of that is told, and may be mended."""
    try:
        _, made = _page(found, is_live=True)
    except Exception as error:  # noqa: BLE001 - a template that is being written fails in its own ways
        what = f"{type(error).__name__}: {error}".replace("\n", " ")
        click.echo(f"cardsmith: the page stays as it was ({visible(what)})", err=True)
    else:
        shown.put(_site(found.root, made))
