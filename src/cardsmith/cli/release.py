"""`make release VERSION=1.2.0`: what learners get, written down, built, committed and tagged.

No command of the program, since only maintainers release: `python -m cardsmith.cli.release 1.2.0`.
Nothing else writes the ledger, so that no two pull requests can be at odds over it.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith import ledgerfile
from cardsmith.anki import apkg, ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import Package
from cardsmith.cli import changelog
from cardsmith.cli.app import App, pass_app
from cardsmith.cli.export import (
    Part,
    chosen,
    default_path,
    has_errors,
    packaged,
    read_media,
    write,
)
from cardsmith.cli.git import Git, GitError
from cardsmith.deck import Collection
from cardsmith.errors import CardsmithError, UsageError, reason
from cardsmith.render import export
from cardsmith.render.release import notes_for_learners
from cardsmith.visible import visible
from cardsmith.workspace import atomic_write, find, load

_SOURCE = Path("src", "cardsmith", "__init__.py")  # states the version
_ALL = Part((), ())


class Repository(NamedTuple):
    """The repository that is released: its top folder, and what a release needs of its texts."""

    top: Path
    git: Git
    changelog: str
    source: str


class Release(NamedTuple):
    """A release, before anything is written.

    Attributes:
        version: its number.
        tag: what names it in git.
        root: the folder of the collection.
        collection: what is in it.
        package: for Anki.
        before: the ledger of the release before.
        after: the ledger of this one.
        notes: the draft for learners.
    """

    version: str
    tag: str
    root: Path
    collection: Collection
    package: Package
    before: Ledger
    after: Ledger
    notes: str


@click.command("release")
@click.argument("version")
@pass_app
def command(app: App, version: str) -> int:
    """Release the collection and the program around the working directory as VERSION."""
    repository = _repository()
    said = _checked(version, repository)
    release = _release(app, version, said)
    if release is None:
        return 1
    data = apkg.build(release.package, partial(read_media, release.root))
    package = repository.top / default_path(release.collection, _ALL)
    draft = package.with_name(f"release-{version}.md")
    files = {
        release.root / ledger.FILE: ledger.write(release.after),
        repository.top / _SOURCE: changelog.with_version(repository.source, version),
    }
    with _all_or_none(files, repository.git):
        _check_again(app, release, data)
        write(package, data)
        write(draft, release.notes.encode())
        _commit(release, list(files), repository.git)
    click.echo(release.notes)
    _say(release, [package, draft], repository.top, len(data))
    return 0


# --- whether it may be


def _repository() -> Repository:
    try:
        top = Path(Git(Path())("rev-parse", "--show-toplevel"))
        return Repository(
            top,
            Git(top),
            (top / changelog.FILE).read_text("utf-8"),
            (top / _SOURCE).read_text("utf-8"),
        )
    except GitError as error:
        raise UsageError(f"this is no repository that can be released ({error})") from error
    except OSError as error:
        why = f"{error.filename}: {reason(error)}"
        raise UsageError(f"this is no repository that can be released ({why})") from error


def _checked(version: str, repository: Repository) -> str:
    """What the changelog says of the version, if nothing stands against it.

    Raises:
        UsageError: something does.
    """
    number, git = changelog.number(version), repository.git
    stated = changelog.version_in(repository.source)
    if number < changelog.number(stated):
        raise UsageError(f"{version} is older than {stated}, which {_SOURCE.as_posix()} states")
    if git("tag", "--list", _tag(version)):
        raise UsageError(f"{version} was released: there is a tag {_tag(version)}")
    said = changelog.section(repository.changelog, version)
    if not said:
        raise UsageError(f"{changelog.FILE} says nothing under `## {version}`")
    changed = [line.strip() for line in git("status", "--porcelain").splitlines()]
    if changed:
        raise UsageError(
            f"commit or remove what is not committed yet: {', '.join(changed[:3])}"
            + (f" and {len(changed) - 3} more" if changed[3:] else "")
        )
    return said


def _tag(version: str) -> str:
    return f"v{version}"


def _release(app: App, version: str, said: str) -> Release | None:
    """The release, unless there are errors in the decks, which are shown."""
    loaded = load(find(None, {}, or_shipped=False))
    if has_errors(loaded):
        return None
    root, collection = loaded.found.root, chosen(loaded.collection, _ALL)
    before = ledgerfile.read(root)
    if before.release and changelog.number(version) <= changelog.number(before.release):
        raise UsageError(f"{version} is not newer than {before.release}, the last release")
    package = packaged(collection, root, before, _dated(app))
    found = ledger.compared(package, before)
    for change in found.changed:
        if change.note.mod <= before.notes[change.note.guid].mod:
            raise UsageError(
                f"the clock of this machine is behind the last release: learners would not get "
                f"what changed in {change.note.name}"
            )
    return Release(
        version,
        _tag(version),
        root,
        collection,
        package,
        before,
        ledger.released(package, before, version),
        notes_for_learners(collection.name, version, said, found, before=before.release),
    )


def _dated(app: App) -> App:
    """The world in which what changed is dated by the release.

    Older versions of Anki date an updated note by the import; a commit may have been earlier.
    """
    now = int(app.clock.now().timestamp())
    return app._replace(environment={"SOURCE_DATE_EPOCH": str(now), **app.environment})


# --- how it is written


@contextmanager
def _all_or_none(files: Mapping[Path, str], git: Git) -> Iterator[None]:
    """Write files, and if what follows fails, restore them."""
    before = {path: path.read_bytes() if path.exists() else None for path in files}
    try:
        for path, text in files.items():
            atomic_write(path, text.encode())
        yield
    except BaseException:
        with suppress(GitError):
            git("reset", "--quiet", "--", *map(str, files))
        for path, content in before.items():
            if content is None:
                path.unlink(missing_ok=True)
            else:
                atomic_write(path, content)
        raise


def _check_again(app: App, release: Release, data: bytes) -> None:
    """Build the package once more, as everybody will who has this release.

    Raises:
        CardsmithError: it is another one.
    """
    environment = {k: v for k, v in app.environment.items() if k != "SOURCE_DATE_EPOCH"}
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "again.apkg")
        options = ["export", "--decks", str(release.root.absolute()), "-o", str(target)]
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "cardsmith", *options],
            env={**environment, "PYTHONHASHSEED": "1"},
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CardsmithError(f"the package cannot be built a second time: {done.stderr}")
        if target.read_bytes() != data:
            raise CardsmithError("a second build of the package gives other bytes")


def _commit(release: Release, files: list[Path], git: Git) -> None:
    git("add", "--", *map(str, files))
    git("commit", "--quiet", "-m", f"release: {release.version}")
    title = f"{release.collection.name} {release.version}"
    try:
        git("tag", "--annotate", "-m", title, release.tag)
    except GitError:
        git("reset", "--quiet", "--soft", "HEAD^")
        raise


def _say(release: Release, made: list[Path], top: Path, size: int) -> None:
    package, draft = (visible(str(path.relative_to(top))) for path in made)
    click.echo(f"Built {package}: {export.contents(release.package, size)}")
    click.echo(f"The notes above are in {draft}, to be edited.")
    click.echo(f"Committed and tagged. Publish it: git push origin HEAD {release.tag}")


def main() -> None:
    """Run the command and end the process with its exit status."""
    try:
        status = command.main(prog_name="release", standalone_mode=False, obj=App())
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except CardsmithError as error:
        click.echo(f"release: {error}", err=True)
        status = error.exit_status
    sys.exit(status)


if __name__ == "__main__":
    main()
