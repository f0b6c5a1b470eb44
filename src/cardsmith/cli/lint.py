"""`cardsmith lint`: what is wrong in decks, for contributors, their editors and their CI."""

import re
import shutil
from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith.catalog import CATALOG
from cardsmith.cli.app import App, examples, pass_app
from cardsmith.cli.coverage import show as show_coverage
from cardsmith.cli.findings import findings
from cardsmith.cli.fix import fix
from cardsmith.cli.proposals import distinct, proposes
from cardsmith.cli.rewrite import dry_run_option, force_option
from cardsmith.deckfile import collectionfile
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic
from cardsmith.errors import UsageError
from cardsmith.render import diagnostics as render
from cardsmith.render.diagnostics import FORMS, Context
from cardsmith.visible import visible
from cardsmith.workspace import Found, Loaded, Way, enclosing, find, is_deck, survey


class Task(NamedTuple):
    """A collection to look at; `only` are the files of it that were named, or None for all."""

    found: Found
    only: frozenset[Path] | None


class Seen(NamedTuple):
    """What was found, the texts and the places of the files by their paths, and what was seen."""

    found: list[Diagnostic]
    texts: dict[str, str]
    files: dict[str, Path]
    tally: render.Tally


@click.command(
    "lint",
    epilog=examples(
        "cardsmith lint",
        "cardsmith lint decks/verbs.yaml --strict",
        "cardsmith lint --select W4 --format concise",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--decks", metavar="PATH", help="The collection, where no PATH is given.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option(
    "--select",
    metavar="CODES",
    multiple=True,
    help="Report these warnings only: codes, their beginnings, or names, parted by commas.",
)
@click.option("--ignore", metavar="CODES", multiple=True, help="Do not report these warnings.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
    default="text",
    help="text shows the lines; concise has a line for each finding; github makes annotations.",
)
@click.option("--json", "form", flag_value="json", help="Short for --format json.")
@click.option("--coverage", is_flag=True, help="List the sections of sources, cited or not.")
@click.option("--fix", "fixing", is_flag=True, help="Mend what can be mended without you.")
@dry_run_option
@force_option
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    paths: tuple[str, ...],
    decks: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    form: str,
    strict: bool,
    coverage: bool,
    fixing: bool,
    dry_run: bool,
    force: bool,
) -> int:
    """Check decks and say what to mend.

    A PATH is a deck file, or a folder: a collection, or a part of one. Files that are no decks are
    skipped. Without a PATH the collection around the working directory is checked.

    A comment in a note, `# cardsmith: ignore W305`, keeps a warning away for good. What a code
    means, and what to write instead, says `cardsmith rule CODE`.

    With --fix, what has only one remedy, such as a missing id, is mended before the report, by
    place: every other byte of a file stays. Files with changes that are not committed are refused.

    The exit status is 1 if there are errors, with --fix if some are left, else 0.
    """
    if (dry_run or force) and not fixing:
        raise UsageError("--dry-run and --force go with --fix")
    if fixing and coverage:
        raise UsageError("--coverage only looks; leave out --fix")
    if dry_run and form != "text":
        raise UsageError("--dry-run prints a diff and nothing else; leave out --format")
    if coverage:
        return show_coverage(paths, decks, form)
    wanted = _codes(select) if select else {code.id for code in CATALOG}
    wanted -= _codes(ignore)
    asked = tasks(app, paths, decks)
    seen = _look(asked, wanted)
    if fixing:
        _check_writable(asked)
        fix(app, seen.found, seen.files, seen.texts, dry_run=dry_run, force=force)
        seen = seen if dry_run else _look(asked, wanted)
    if not dry_run:
        _report(app, seen, form)
    return int(any(each.is_error or strict for each in seen.found))


def _report(app: App, seen: Seen, form: str) -> None:
    width = min(render.WIDTH, shutil.get_terminal_size((render.WIDTH, 24)).columns)
    context = Context(seen.texts, seen.tally, app.has_colour, width)
    for line in FORMS[form](seen.found, context):
        click.echo(line, color=app.has_colour)


def _look(asked: Iterable[Task], wanted: Container[str]) -> Seen:
    """Read collections, and find what is wrong with them.

    Args:
        asked: the collections.
        wanted: the codes of warnings to tell.
    """
    seen = Seen([], {}, {}, render.Tally(0, 0, 0))
    for task in asked:
        loaded = survey(task.found, task.only)
        named = named_files(loaded, task.only)
        some = [
            each
            for each in findings(loaded)
            if (each.is_error or each.code in wanted)
            and (task.only is None or each.span.path in named or loaded.header.is_newer)
        ]
        if proposes(some):
            some = distinct(some, loaded if task.only is None else survey(task.found))
        decks = [deck for deck in loaded.decks if deck.path in named]
        seen = Seen(
            seen.found + some,
            {**seen.texts, **loaded.texts},
            {**seen.files, **{path: loaded.found.root / f for path, f in loaded.files.items()}},
            _added(seen.tally, decks, some),
        )
    return seen


def _check_writable(asked: Iterable[Task]) -> None:
    if not all(task.found.is_writable for task in asked):
        raise UsageError("the deck that ships with cardsmith is not yours to change")


def _codes(words: Iterable[str]) -> set[str]:
    """The codes of warnings that are meant: `W305`, `W3` for all that begin so, a name.

    Raises:
        UsageError: nothing is meant, or an error.
    """
    meant = set[str]()
    for word in (word for each in words for word in re.split(r"[,\s]+", each) if word):
        of_word = {c.id for c in CATALOG if c.id.startswith(word.upper()) or c.name == word}
        if not of_word:
            raise UsageError(f"nothing has the code or name {visible(word)}")
        if not any(code.startswith("W") for code in of_word):
            raise UsageError(f"{visible(word)} is an error; only warnings can be chosen")
        meant |= of_word
    return meant


def tasks(app: App, paths: Sequence[str], decks: str | None) -> list[Task]:
    """The collections that paths are of, or the one that is found without any.

    Raises:
        UsageError: a path leads nowhere.
        NoCollectionError: there is none.
    """
    if not paths:
        return [Task(find(decks, app.environment, or_shipped=False), None)]
    if decks:
        raise UsageError("name either a PATH or --decks, not both")
    chosen: dict[Path, set[Path] | None] = {}
    for given in paths:
        path = Path(given)
        if not path.exists():
            raise UsageError(
                f"{visible(given)}: no such file or folder; name a deck file, or a folder"
            )
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


def named_files(loaded: Loaded, only: frozenset[Path] | None) -> set[str]:
    """The files whose findings are wanted, by the paths that stand in diagnostics."""
    if only is None:
        return set(loaded.files)
    root = loaded.found.root.resolve()
    wanted = {str(path) for path in only}
    return {shown for shown, file in loaded.files.items() if str(root / file) in wanted}


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
