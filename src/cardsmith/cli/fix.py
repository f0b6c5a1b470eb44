"""`cardsmith lint --fix`: what findings know how to mend, by place and checked first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from cardsmith.cli.app import App
from cardsmith.cli.rewrite import Rewrite, named, rewrite, show
from cardsmith.deckfile import source
from cardsmith.deckfile.edit import edited
from cardsmith.deckfile.leaves import kept
from cardsmith.diagnostics import Diagnostic, Edit, Place
from cardsmith.errors import CardsmithError
from cardsmith.render.phrases import counted
from cardsmith.visible import visible


class Fix(NamedTuple):
    """What is done in a file: edits that do not overlap, by their lines; the findings they mend."""

    edits: dict[int, set[Edit]]
    mended: list[Diagnostic]

    def all(self) -> set[Edit]:
        """The edits."""
        return set[Edit]().union(*self.edits.values())

    def add(self, found: Diagnostic) -> None:
        """Mend one more finding, unless others are mended where it has to be."""
        fresh = [edit for edit in found.edits if edit not in self.edits.get(edit.place.line, ())]
        if not any(_overlap(new.place, old.place) for new in fresh for old in self._near(new)):
            self.mended.append(found)
            for edit in fresh:
                for line in _lines(edit):
                    self.edits.setdefault(line, set()).add(edit)

    def _near(self, edit: Edit) -> Iterator[Edit]:
        for line in _lines(edit):
            yield from self.edits.get(line, ())


def fix(  # noqa: PLR0913 - what was found, where, and two options
    app: App,
    found: Iterable[Diagnostic],
    files: Mapping[str, Path],
    texts: Mapping[str, str],
    *,
    dry_run: bool,
    force: bool,
) -> None:
    """Mend what can be mended, or show it; and say what was done.

    Args:
        app: the world.
        found: the findings.
        files: where the files are, by their paths as findings have them.
        texts: what they said when it was found, by the same paths.
        dry_run: whether to show it only.
        force: whether files may be rewritten that have changes which are not committed.

    Raises:
        UsageError: git could not give back what a file says now.
        CardsmithError: a file cannot be written, or was changed since it was read.
    """
    rewrites: list[Rewrite] = []
    mended = 0
    for path, its in chosen(found).items():
        before = files[path].read_bytes()
        edits = its.all()
        if source.decode(before, path) != texts[path]:
            raise CardsmithError(f"{visible(path)} was changed in the meantime; run it again")
        if not _is_safe(path, before, edits):
            said = "what lint would change there is not sure to leave the rest alone"
            click.echo(f"{visible(path)} stays as it is: {said}", err=True)
            continue
        rewrites.append(Rewrite(path, files[path], before, edited(before, edits)))
        mended += len(its.mended)
    if dry_run:
        show(app, rewrites)
    else:
        rewrite(rewrites, force=force)
    click.echo(_spoken(mended, [each.path for each in rewrites], dry_run=dry_run), err=True)


def _spoken(mended: int, paths: Sequence[str], *, dry_run: bool) -> str:
    if not paths:
        return "Nothing to mend without you."
    what = counted(mended, "finding")
    return f"{what} would be mended." if dry_run else f"Mended {what} in {named(paths)}."


def chosen(found: Iterable[Diagnostic]) -> dict[str, Fix]:
    """What is done in each file; of findings whose edits overlap, the first is mended."""
    fixes: dict[str, Fix] = {}
    for each in found:
        if each.edits:
            fixes.setdefault(each.span.path, Fix({}, [])).add(each)
    return fixes


def _lines(edit: Edit) -> range:
    return range(edit.place.line, edit.place.end_line + 1)


def _overlap(one: Place, other: Place) -> bool:
    """Whether two places have a character in common, or an empty one touches the other."""
    start, end = one[:2], one[2:]
    its_start, its_end = other[:2], other[2:]
    if start == end or its_start == its_end:
        return start <= its_end and its_start <= end
    return start < its_end and its_start < end


def _is_safe(path: str, before: bytes, edits: Iterable[Edit]) -> bool:
    """Whether a file says the same afterwards, but for what the edits touch."""
    texts = source.decode(before, path), source.decode(edited(before, edits), path)
    one, other = texts
    return isinstance(one, str) and isinstance(other, str) and kept(one, other, edits)
