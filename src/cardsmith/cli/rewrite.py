"""Files rewritten in place: only what git can give back, and all of them or none."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith.cli.app import App
from cardsmith.cli.git import Git, GitError
from cardsmith.errors import CardsmithError, UsageError, reason
from cardsmith.render import patch
from cardsmith.visible import visible
from cardsmith.workspace import atomic_write

_MOST_NAMES = 3


class Rewrite(NamedTuple):
    """A file and its new content.

    Attributes:
        path: the file, as the user would write it.
        file: where it is.
        before: the bytes that it has.
        after: the bytes that it is to have.
    """

    path: str
    file: Path
    before: bytes
    after: bytes


dry_run_option = click.option(
    "--dry-run",
    "--diff",
    "dry_run",
    is_flag=True,
    help="Show what would change as a diff, and write nothing.",
)
force_option = click.option(
    "--force",
    is_flag=True,
    help="Rewrite files although git could not give back what they say now.",
)


def show(app: App, rewrites: Iterable[Rewrite]) -> None:
    """Print what would change."""
    for path, _, before, after in rewrites:
        for line in patch.lines(path, before, after, colour=app.has_colour):
            click.echo(line, color=app.has_colour)


def rewrite(rewrites: Sequence[Rewrite], *, force: bool) -> None:
    """Replace files, each whole; if one cannot be, those before it are restored.

    Args:
        rewrites: what to write.
        force: whether files may be replaced that have changes which are not committed.

    Raises:
        UsageError: git could not give back what a file says now.
        CardsmithError: a file cannot be written, or was changed since it was read.
    """
    if not force:
        _refuse_uncommitted(rewrites)
    for each in rewrites:
        if each.file.read_bytes() != each.before:
            raise CardsmithError(
                f"{visible(each.path)} was changed in the meantime; nothing was written"
            )
    done: list[Rewrite] = []
    try:
        for each in rewrites:
            done.append(each)
            atomic_write(each.file, each.after)
    except BaseException as error:
        left = list(_not_restored(done))
        if not isinstance(error, OSError):
            raise
        state = f"{named(left)} cannot be restored" if left else "no file was changed"
        raise CardsmithError(
            f"{visible(done[-1].path)} cannot be written ({reason(error)}); {state}"
        ) from error


def named(paths: Sequence[str]) -> str:
    """The first paths of some, and how many more there are."""
    shown = ", ".join(map(visible, paths[:_MOST_NAMES]))
    more = len(paths) - _MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown


def _not_restored(done: Iterable[Rewrite]) -> Iterator[str]:
    """Put files back; the paths of those where that is impossible."""
    for each in done:
        with suppress(OSError):
            if each.file.read_bytes() != each.before:
                atomic_write(each.file, each.before)
            continue
        yield each.path


def _refuse_uncommitted(rewrites: Iterable[Rewrite]) -> None:
    files = {each.file.resolve(): each.path for each in rewrites}
    changed: list[str] = []
    for folder, group in groupby(sorted(files), key=lambda file: file.parent):
        inside = list(group)
        try:
            safe = _committed(Git(folder))
        except GitError as error:
            paths = [files[file] for file in inside]
            one = len(paths) == 1
            raise UsageError(
                f"{named(paths)} {_have(paths)} no version in git to go back to ({error}); "
                f"add --force to rewrite {'it' if one else 'them'} all the same"
            ) from error
        changed += [files[file] for file in inside if file.name not in safe]
    if changed:
        raise UsageError(
            f"{named(changed)} {_have(changed)} changes that are not committed; "
            "commit them first, or add --force"
        )


def _have(paths: Sequence[str]) -> str:
    return "has" if len(paths) == 1 else "have"


def _committed(git: Git) -> set[str]:
    """The files below a folder that are as git has them, by their paths from there.

    Raises:
        GitError: it is in no repository.
    """
    prefix = git("rev-parse", "--show-prefix")
    options = ("--porcelain", "-z", "--no-renames", "--untracked-files=no")
    changed = {row[3:].removeprefix(prefix) for row in git.rows("status", *options, "--", ".")}
    # Of files with another letter git was told not to look whether they have changed.
    known = {row[2:] for row in git.rows("ls-files", "-v", "-z") if row.startswith("H ")}
    return known - changed
