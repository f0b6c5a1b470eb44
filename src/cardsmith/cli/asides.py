"""What is shown over the open card, and what becomes of it elsewhere: in a player, in an editor."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from cardsmith.cli import player
from cardsmith.cli.sitting import Sitting
from cardsmith.deck import media_file
from cardsmith.errors import UsageError
from cardsmith.markup import media_references
from cardsmith.render.help import help_leaf
from cardsmith.render.leaves import Leaf, in_view, maths_leaf, outline_leaf, source_leaf
from cardsmith.render.phrases import listed
from cardsmith.render.why import chapters, why_lines
from cardsmith.session import Showing
from cardsmith.workspace import outline, passage

NOTHING = Leaf()


def _help(sitting: Sitting, _: Showing) -> Leaf:
    return help_leaf(sitting.session.rules, is_plain=sitting.terms.is_plain)


def _source(sitting: Sitting, showing: Showing) -> Leaf:
    """What the source says."""
    card, collection = showing.card, sitting.desk.cover
    name, _, anchor = card.note.source.partition("#")
    cited = collection.sources.get(name)
    text = passage(sitting.desk.found.root, cited, anchor) if cited else ""
    return source_leaf(card, collection, text)


def _outline(sitting: Sitting, _: Showing) -> Leaf:
    """The outlines that the notes cite, whole."""
    root, sources = sitting.desk.found.root, sitting.desk.cover.sources.values()
    return outline_leaf(filter(None, (outline(root, source) for source in sources)))


def _why(sitting: Sitting, showing: Showing) -> Leaf:
    """The story of the card."""
    id_, scheduler = showing.card.id, sitting.desk.scheduler
    past = sitting.desk.past(sitting.renamed.get(id_, id_), sitting.written)
    told = why_lines(chapters(past, scheduler), scheduler, sitting.session.today)
    return Leaf((id_, "", *told))


def _maths(_: Sitting, showing: Showing) -> Leaf:
    return maths_leaf(showing)


def _play(sitting: Sitting, showing: Showing) -> Leaf:
    """Open the pictures and sounds in view, or say where they are."""
    cover, environment = sitting.desk.cover, sitting.app.environment
    named = [name for text in in_view(showing) for name in media_references(text)]
    found = [media_file(cover, showing.card.note, name) for name in dict.fromkeys(named)]
    files = [sitting.desk.found.root.absolute() / file for file in found if file]
    if not files:
        return Leaf(("There is no picture or sound in view.",))
    gone = [file for file in files if not file.exists()]
    if gone:
        return Leaf((f"{listed([file.name for file in gone])} cannot be found any more.",))
    try:
        unopened = [file for file in files if not player.opened(environment, file)]
    except UsageError as error:
        return Leaf((str(error),))
    if not unopened:
        return Leaf((f"opened {listed([file.name for file in files])}",))
    return Leaf((*map(str, unopened), "", f"{player.VARIABLE} names a program to open them with."))


# What is shown on which command.
ASIDES: dict[str, Callable[[Sitting, Showing], Leaf]] = {
    "help": _help,
    "source": _source,
    "outline": _outline,
    "why": _why,
    "maths": _maths,
    "play": _play,
}


def aside(command: str, sitting: Sitting) -> Leaf:
    """What a command shows over the open card; nothing if there is none."""
    return NOTHING if sitting.showing is None else ASIDES[command](sitting, sitting.showing)


def edited(sitting: Sitting, lent: AbstractContextManager[None] | None = None) -> Leaf:
    """Have the note of the open card edited; nothing, or else why that cannot be.

    Args:
        sitting: with an open card.
        lent: what gives the terminal to the editor, and takes it back.
    """
    if sitting.showing is None:
        return NOTHING
    span, collection = sitting.showing.card.note.span(), sitting.desk.cover
    file = Path(span.path)
    is_locked = file.exists() and not os.access(file, os.W_OK)
    if is_locked or not sitting.desk.found.is_writable:
        where = f"It stands at {span.path}:{span.place.line}"
        if collection.repository:
            where = f"Propose a change at {collection.repository}"
        return Leaf(("This collection is read only.", where))
    try:
        sitting.edit(lent or nullcontext())
    except UsageError as error:
        return Leaf((str(error),))
    return NOTHING
