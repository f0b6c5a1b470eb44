"""`cardsmith lint`: what is wrong in decks, for contributors, their editors and their CI."""

import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith.catalog import CATALOG
from cardsmith.cli.app import App, examples, pass_app
from cardsmith.deckfile import collectionfile
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic, in_order
from cardsmith.errors import UsageError
from cardsmith.lint import Subject, lint
from cardsmith.markup import media_references
from cardsmith.render import diagnostics as render
from cardsmith.visible import visible
from cardsmith.workspace import Found, Loaded, Way, enclosing, find, is_deck, survey


class Task(NamedTuple):
    """A collection to look at; `only` are the files of it that were named, or None for all."""

    found: Found
    only: frozenset[Path] | None


@click.command(
    "lint",
    epilog=examples(
        "cardsmith lint",
        "cardsmith lint decks/verbs.yaml --strict",
        "cardsmith lint --github    # in a workflow of GitHub",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--decks", metavar="PATH", help="The collection, where no PATH is given.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option(
    "--ignore", "ignored", metavar="CODE", multiple=True, help="A code not to report, such as W305."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
@click.option("--github", is_flag=True, help="Print annotations for GitHub's workflows instead.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    paths: tuple[str, ...],
    decks: str | None,
    ignored: tuple[str, ...],
    *,
    strict: bool,
    as_json: bool,
    github: bool,
) -> int:
    """Check decks and say what to mend.

    A PATH is a deck file, or a folder: a collection, or a part of one. Files that are no decks are
    skipped. Without a PATH the collection around the working directory is checked.

    The exit status is 1 if there are errors, else 0.
    """
    _check_codes(ignored)
    found: list[Diagnostic] = []
    texts: dict[str, str] = {}
    tally = render.Tally(0, 0, 0)
    for task in _tasks(app, paths, decks):
        loaded = survey(task.found, task.only)
        named = _named(loaded, task.only)
        some = [each for each in _findings(loaded, named) if each.code not in ignored]
        found += some
        texts.update(loaded.texts)
        tally = _added(tally, [deck for deck in loaded.decks if deck.path in named], some)
    if as_json:
        click.echo(render.as_json(found, tally))
    elif github:
        for line in render.as_annotations(found):
            click.echo(line)
    else:
        _show(found, texts, tally, colour=_has_colour(app))
    return int(any(each.is_error or strict for each in found))


def _check_codes(codes: Iterable[str]) -> None:
    known = {code.id for code in CATALOG}
    for code in codes:
        if code not in known:
            raise UsageError(f"no finding has the code {visible(code)}")
        if code.startswith("E"):
            raise UsageError(f"{code} is an error, and only warnings can be ignored")


def _tasks(app: App, paths: Sequence[str], decks: str | None) -> list[Task]:
    if not paths:
        return [Task(find(decks, app.environment, or_shipped=False), None)]
    if decks:
        raise UsageError("name either a PATH or --decks, not both")
    chosen: dict[Path, set[Path] | None] = {}
    for given in paths:
        path = Path(given)
        if not path.exists():
            raise UsageError(f"{visible(given)}: no such file or folder")
        if path.is_dir():
            _add_folder(path, chosen)
        else:
            _add_file(path, chosen)
    return [
        Task(Found(root, Way.ASKED), None if only is None else frozenset(only))
        for root, only in chosen.items()
    ]


def _add_folder(path: Path, chosen: dict[Path, set[Path] | None]) -> None:
    root = find(str(path)).root.resolve()
    if root.is_relative_to(path.resolve()):
        chosen[root] = None
        return
    files = {file.resolve() for file in path.rglob("*") if file.is_file()}
    only = chosen.setdefault(root, set())
    if only is not None:
        only |= files


def _add_file(path: Path, chosen: dict[Path, set[Path] | None]) -> None:
    root = enclosing(path.resolve().parent)
    if root is None or not is_deck(root, path):
        reason = f"no {collectionfile.NAME} beside it or above" if root is None else "no deck file"
        click.echo(f"skipped {visible(str(path))}: {reason}", err=True)
        return
    only = chosen.setdefault(root, set())
    if only is not None:
        only.add(path.resolve())


def _named(loaded: Loaded, only: frozenset[Path] | None) -> set[str]:
    """The files whose findings are wanted, by the paths that stand in diagnostics."""
    if only is None:
        return set(loaded.files)
    root = loaded.found.root.resolve()
    wanted = {str(path) for path in only}
    return {shown for shown, file in loaded.files.items() if str(root / file) in wanted}


def _findings(loaded: Loaded, named: set[str]) -> list[Diagnostic]:
    rules = lint(Subject(loaded.collection, loaded.decks, media_references))
    found = in_order([*loaded.diagnostics, *rules])
    return [each for each in found if each.span.path in named]


def _added(
    tally: render.Tally, decks: Sequence[DeckFile], found: Iterable[Diagnostic]
) -> render.Tally:
    lines = {deck.path: deck.lines for deck in decks}
    faulty = {
        (path, bisect_right(lines[path], each.span.place.line))
        for each in found
        if (path := each.span.path) in lines
    }
    return render.Tally(
        tally.files + len(decks),
        tally.notes + sum(len(deck.lines) for deck in decks),
        tally.faulty + sum(number > 0 for _, number in faulty),
    )


def _show(
    found: Sequence[Diagnostic], texts: dict[str, str], tally: render.Tally, *, colour: bool
) -> None:
    for each in found:
        click.echo(render.text(each, texts, colour=colour) + "\n", color=colour)
    click.echo(render.summary(found, tally))


def _has_colour(app: App) -> bool:
    is_plain = app.environment.get("NO_COLOR") or app.environment.get("TERM") == "dumb"
    return not is_plain and sys.stdout.isatty()
