"""`cardsmith fmt`: decks in their one layout, so that pull requests show what was meant."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from cardsmith.cli.app import App, examples, pass_app
from cardsmith.cli.lint import Task, named_files, tasks
from cardsmith.cli.rewrite import Rewrite, dry_run_option, force_option, rewrite, show
from cardsmith.deckfile import source
from cardsmith.deckfile.format import formatted
from cardsmith.deckfile.leaves import kept
from cardsmith.diagnostics import Diagnostic
from cardsmith.errors import UsageError
from cardsmith.render.phrases import counted
from cardsmith.visible import visible
from cardsmith.workspace import known, survey


class _Seen(NamedTuple):
    """All files: those to rewrite, what keeps others from being read, and how many are fine."""

    rewrites: list[Rewrite]
    broken: list[Diagnostic]
    fine: int


@click.command(
    "fmt",
    epilog=examples("cardsmith fmt", "cardsmith fmt --check", "cardsmith fmt decks/verbs.yaml"),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--decks", metavar="PATH", help="The collection, where no PATH is given.")
@click.option("--check", is_flag=True, help="Name the files that would change, and write nothing.")
@dry_run_option
@force_option
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App, *, paths: tuple[str, ...], decks: str | None, check: bool, dry_run: bool, force: bool
) -> int:
    """Give decks their layout: blanks, empty lines, the order of fields.

    Lines are trimmed and moved, never written anew: texts, comments, quotes and line ends stay as
    they are. A PATH is a deck file or a folder, as for lint.

    Files with changes that are not committed are refused, unless forced. The exit status is 1 if
    a file cannot be read and, with --check, if one would change; else 0.
    """
    asked = tasks(app, paths, decks)
    only_looks = check or dry_run
    if not only_looks and not all(task.found.is_writable for task in asked):
        raise UsageError("the deck that ships with cardsmith is not yours to change; try --check")
    seen = _seen(asked)
    if dry_run:
        show(app, seen.rewrites)
    elif not check:
        rewrite(seen.rewrites, force=force)
    if not dry_run:
        for each in seen.rewrites:
            click.echo(visible(each.path))
    for line in _spoken(seen, only_looks=only_looks):
        click.echo(line, err=True)
    return int(bool(seen.broken or (check and seen.rewrites)))


def _seen(asked: Sequence[Task]) -> _Seen:
    seen = _Seen([], [], 0)
    for task in asked:
        loaded = known(survey(task.found, task.only))
        for path in sorted(named_files(loaded, task.only)):
            if path not in loaded.texts:
                seen.broken.extend(each for each in loaded.diagnostics if each.span.path == path)
                continue
            file = loaded.found.root / loaded.files[path]
            before = file.read_bytes()
            after = formatted(before, path)
            if isinstance(after, Diagnostic):
                seen.broken.append(after)
            elif after != before:
                _check(before, after, path)
                seen.rewrites.append(Rewrite(path, file, before, after))
            else:
                seen = seen._replace(fine=seen.fine + 1)
    return seen


def _check(before: bytes, after: bytes, path: str) -> None:
    """Read both once more, before anything is written."""
    one, other = source.decode(before, path), source.decode(after, path)
    if not (isinstance(one, str) and isinstance(other, str) and kept(one, other)):
        raise AssertionError(path)


def _spoken(seen: _Seen, *, only_looks: bool) -> Iterator[str]:
    for each in seen.broken:
        place = f"{each.span.path}:{each.span.place.line}:{each.span.place.column}"
        yield visible(f"{place}: {each.code} {each.phrase}; the file stays as it is")
    parts = []
    if seen.rewrites:
        done = "would change" if only_looks else "rewritten"
        parts.append(f"{counted(len(seen.rewrites), 'file')} {done}")
    if seen.fine:
        parts.append(
            f"{counted(seen.fine, 'file')} fine as {'it is' if seen.fine == 1 else 'they are'}"
        )
    if seen.broken:
        parts.append(f"{counted(len(seen.broken), 'file')} cannot be read")
    yield f"{', '.join(parts) or 'No files'}."
