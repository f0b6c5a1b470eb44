"""`cardsmith diff`: what a change does to the cards, and to those who learn them."""

import shlex
import shutil
import sys
import tempfile
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith.changes import changes
from cardsmith.cli.app import App, examples, pass_app
from cardsmith.cli.git import Git, GitError, NoGitError
from cardsmith.cli.revision import State, at_commit, locate, on_disk
from cardsmith.deck import Collection
from cardsmith.errors import UsageError
from cardsmith.render import diff as render
from cardsmith.render.html import HtmlPen
from cardsmith.render.look import Look
from cardsmith.visible import visible
from cardsmith.workspace import Found, Way, find, load

# Where the branch that everybody works from may be: in the project that a fork was made of, in the
# repository that this one was cloned from, or here.
_MAIN = (
    *("upstream/HEAD", "upstream/main", "upstream/master"),
    *("origin/HEAD", "origin/main", "origin/master"),
    *("main", "master", "trunk"),
)
_WIDEST = 100
_SHORT = 9  # digits of a commit that are shown


class Point(NamedTuple):
    """A commit, and how people call it."""

    name: str
    commit: str

    def __str__(self) -> str:
        return f"{self.name} ({self.commit[:_SHORT]})"


@click.command(
    "diff",
    epilog=examples(
        "cardsmith diff",
        "cardsmith diff HEAD^",
        "cardsmith diff v1.2.0 --to v1.3.0 --format markdown",
    ),
)
@click.argument("base", required=False)
@click.option("--to", "until", metavar="REV", help="Compare this commit, not the working tree.")
@click.option(
    "--exact", is_flag=True, help="Compare with BASE itself, not with where BASE was left."
)
@click.option("--decks", metavar="PATH", help="The collection: a folder with a collection.yaml.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    help="markdown makes a comment for a pull request.",
)
@click.option("--json", "form", flag_value="json", help="Short for --format json.")
@pass_app
def command(  # noqa: PLR0913 - one parameter for each option
    app: App,
    *,
    base: str | None,
    until: str | None,
    exact: bool,
    decks: str | None,
    form: str,
) -> int:
    """Compare the cards with those of BASE, by their ids, and say what learners keep.

    BASE is a branch, a tag or a commit; without one it is the main branch. The comparison is with
    the commit at which HEAD left it, so that what others did there since is not counted. What is
    not committed counts, new files too. On the main branch itself this is what was not pushed or
    not committed yet; `cardsmith diff HEAD^` is the last commit.

    The exit status is 1 if a history or an Anki schedule would be lost, else 0.
    """
    root = find(decks, app.environment, or_shipped=False).root.resolve()
    git = _git(root)
    here = _point(git, "HEAD" if until is None else until)
    start = _start(git, base, here, exact=exact)
    top = Path(git("rev-parse", "--show-toplevel")).resolve()
    folder = root.relative_to(top).as_posix().removeprefix(".")
    with tempfile.TemporaryDirectory() as place:
        # `load` refuses a collection without an id, with which there is nothing to compare.
        id_ = load(Found(root, Way.ASKED), cwd=top).collection.id if until else ""
        after = _at(git, here, (folder, id_), Path(place, "after")) if until else on_disk(root, top)
        if after is None:
            raise UsageError(f"{here} has no such collection")
        if not (until or after.side.collection.id):
            load(Found(root, Way.ASKED), cwd=top)
        id_ = after.side.collection.id
        left = git.tree(here.commit) if until else _files(top, git.tree(start.commit))
        before = _at(git, start, (folder, id_), Path(place, "before"), left)
    earlier = before or State(after.side._replace(collection=_empty(after.side.collection)), 0, ())
    result = changes(earlier.side, after.side, HtmlPen())
    context = render.Context(
        earlier.side.collection,
        after.side.collection,
        visible(str(start)),
        visible(str(here)) if until else "the working tree",
        (start.commit, here.commit if until else ""),
        (earlier.broken, after.broken),
        (
            *(() if before else (f"{start} has no such collection: all of it is new",)),
            *dict.fromkeys((*earlier.limits, *after.limits)),
        ),
        app.command_line("lint", decks),
        " ".join(filter(None, ("cardsmith diff", base and shlex.quote(base)))),
    )
    if form == "json":
        click.echo(render.as_json(result, context))
    elif form == "markdown":
        click.echo(render.as_markdown(result, context), nl=False)
    else:
        look = _look(app)
        click.echo(render.as_text(result, context, look), nl=False, color=look.colour)
    return int(result.is_loss)


def _look(app: App) -> Look:
    columns = shutil.get_terminal_size((_WIDEST, 24)).columns
    takes_unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return Look(max(10, min(_WIDEST, columns)), app.has_colour, takes_unicode)


def _empty(collection: Collection) -> Collection:
    return collection._replace(notes=())


def _files(top: Path, tree: Iterable[str]) -> set[str]:
    """Which of the files of a commit are there on disk."""
    return {path for path in tree if (top / path).exists()}


def _at(
    git: Git, point: Point, known: tuple[str, str], place: Path, later: Container[str] | None = None
) -> State | None:
    """The collection of some folder and id at a commit; None if there is none.

    Args:
        git: of the repository.
        point: the commit.
        known: the folder of the collection, and its id.
        place: where its files are put.
        later: the files with which it is compared; what they have not may be what it was before.
    """
    tree = git.tree(point.commit)
    folder = locate(git, tree, *known, tree if later is None else later)
    if folder is None:
        return None
    place.mkdir()
    return at_commit(git, tree, folder, place.resolve())


# ---- which commits


def _git(root: Path) -> Git:
    """The repository around a collection.

    Raises:
        UsageError: there is none, or no git.
    """
    git = Git(root)
    try:
        git("rev-parse", "--show-toplevel")
    except NoGitError as error:
        raise UsageError("git is not installed, and without it there is no past") from error
    except GitError as error:
        raise UsageError(f"{visible(str(root))} is in no git repository ({error})") from error
    return git


def _point(git: Git, name: str) -> Point:
    """A commit by the name that people gave.

    Raises:
        UsageError: there is none.
    """
    with suppress(GitError):
        if not name.startswith("-"):
            commit = git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
            return Point(name, commit)
    if name == "HEAD":
        raise UsageError("the repository has no commit to compare with")
    help_ = "`git fetch` it, or name a branch, a tag or a commit that `git log` knows"
    if ".." in name:
        help_ = "name two commits so: cardsmith diff ONE --to OTHER"
    raise UsageError(f"git knows no commit {visible(name)!r}; {help_}")


def _start(git: Git, base: str | None, here: Point, *, exact: bool) -> Point:
    """The commit to compare with.

    Raises:
        UsageError: there is none, or a shallow clone does not reach it.
    """
    named = _main(git) if base is None else _point(git, base)
    if exact:
        return named
    try:
        commit = git("merge-base", named.commit, here.commit)
    except GitError as error:
        if git("rev-parse", "--is-shallow-repository") != "true":
            return named  # they have no common past
        raise UsageError(
            f"this clone is shallow and does not reach back to where {here.name} left "
            f"{visible(named.name)}: fetch more with `git fetch --deepen=100` or `--unshallow`, or "
            "compare with its tip by --exact"
        ) from error
    return Point(named.name, commit)


def _main(git: Git) -> Point:
    """The main branch."""
    for name in _MAIN:
        with suppress(UsageError):
            point = _point(git, name)
            # What `origin/HEAD` stands for says more.
            return point._replace(name=git("rev-parse", "--abbrev-ref", name) or name)
    raise UsageError(
        "here is no main branch to compare with (origin/main, main, master); name one: "
        "cardsmith diff BASE, or HEAD for what is not committed"
    )
