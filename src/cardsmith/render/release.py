"""A release in words, for those who learn with Anki."""

from collections.abc import Iterable, Iterator

from cardsmith.anki.ledger import Change, Changes
from cardsmith.render.export import search
from cardsmith.render.phrases import counted, listed
from cardsmith.visible import visible

_HOW = """\
In Anki choose *File > Import* and the package, and leave the options as they are: import it over \
the release that you have. Notes that did not change stay as you have them, with all that you \
changed in them."""
_FIRST = """\
In Anki choose *File > Import* and the package, and leave the options as they are. Import each \
later release over it."""
_LIMITS = """\
What a package cannot do: take notes away, move cards that you have to another deck, or suspend \
them. If you do not want to learn a note, suspend it, do not delete it: a note that you deleted \
comes back with the next import."""


def notes_for_learners(
    title: str, version: str, changelog: str, found: Changes, *, before: str
) -> str:
    """The draft of the notes that go with a release, in Markdown.

    Args:
        title: the name of the collection.
        version: of the release.
        changelog: what the changelog says of it.
        found: what it changes for learners who have the release before.
        before: that release; empty if there was none.
    """
    parts = [f"# {visible(title)} {version}", changelog, "## For learners"]
    if before:
        parts += [_HOW, *_changes(found), _LIMITS]
    else:
        parts += [_FIRST, f"{counted(len(found.new), 'note')} to begin with.", _LIMITS]
    return "\n\n".join(parts) + "\n"


def _changes(found: Changes) -> Iterator[str]:
    """A paragraph or a list for each sort of change."""
    if found.new:
        yield _list(f"{counted(len(found.new), 'new note')}:", (n.name for n in found.new))
    if found.changed:
        yield _list(
            f"{counted(len(found.changed), 'note')} changed. The schedule stays; what you changed "
            "in text or tags of these is lost:",
            map(_change, found.changed),
        )
    if found.look:
        yield f"The look of {listed(list(found.look))} notes changed, unless you made your own."
    if found.withdrawn:
        yield (
            f"{counted(len(found.withdrawn), 'note')} withdrawn. A package cannot take notes "
            "away, so you keep them. To be no longer asked, find them in Anki's browser with the "
            "search below, select all, and suspend them:"
        )
        yield f"    {search(found.withdrawn)}"
    if not any(found):
        yield "No note changed, and none is new."


def _change(change: Change) -> str:
    kinds = [what for what in change.what if " became " in what]
    fields = [what for what in change.what if what not in kinds]
    return f"{change.note.name}: {', '.join([*kinds, *fields])}"


def _list(head: str, rows: Iterable[str]) -> str:
    return "\n".join([head, "", *(f"- {visible(row)}" for row in rows)])
