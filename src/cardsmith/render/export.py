"""A package in words: what is in it, what it changes for learners, how two of them differ."""

from collections.abc import Iterable, Iterator

from cardsmith.anki.ledger import Change, Changes, Released
from cardsmith.anki.package import Package
from cardsmith.render.phrases import counted, listed
from cardsmith.visible import visible

_MOST = 20  # notes that are named
_LIMITS = (
    "A package adds and updates notes; it cannot take any away, nor move cards to another deck. A "
    "note that a learner deleted comes back with the next import: suspend instead of deleting."
)


def contents(package: Package, size: int) -> str:
    """`49 notes, 60 cards, 2 pictures and sounds, 13,675 bytes`."""
    notes, cards = package.size()
    media = len(package.media)
    parts = [counted(notes, "note"), counted(cards, "card")]
    if any(note.kind == "step" for note in package.notes):
        parts[0] += " (a sequence makes one for each question)"
    if media:
        parts.append(counted(media, "picture or sound", "pictures and sounds"))
    return ", ".join([*parts, counted(size, "byte")])


def next_steps() -> list[str]:
    """What to do with a package."""
    return [
        "In Anki: File > Import, choose this file, and leave the options as they are.",
        "Import each later release over it: notes that did not change stay as you have them, and",
        "those that did keep their schedule.",
    ]


def changes(found: Changes, package: Package, release: str) -> list[str]:
    """What a package does to the collection of a learner who has the last release."""
    if not release:
        return [f"Nothing was released yet: {_all_new(package)}.", *_limits()]
    same = len(package.notes) - len(found.new) - len(found.changed)
    lines = [f"For a learner who has release {visible(release)}:"]
    if found.new:
        lines.append(f"  {counted(len(found.new), 'note')} will be new")
        lines += _rows((note.name, "") for note in found.new)
    if found.changed:
        lines.append(
            f"  {counted(len(found.changed), 'note')} will be updated: what the learner changed in "
            "the text or tags is lost, the schedule stays"
        )
        lines += _rows((change.note.name, _reasons(change)) for change in found.changed)
    if found.look:
        lines.append(f"  the look of {listed(list(found.look))} notes will be updated")
    lines.append(f"  {counted(same, 'note')} will stay as the learner has them")
    if found.withdrawn:
        lines.append(
            f"  {counted(len(found.withdrawn), 'note')} will stay though the decks have them no "
            "more; in Anki's browser they are found, to be suspended, by"
        )
        lines.append(f"    {search(found.withdrawn)}")
    return [*lines, *_limits()]


def differences(found: Changes) -> list[str]:
    """In what a package differs from what its sources give now."""
    rows = [(note.name, "is missing in the package") for note in found.new]
    rows += [(change.note.name, f"differs: {_reasons(change)}") for change in found.changed]
    rows += [(note.name, "is no longer in the decks") for note in found.withdrawn]
    rows += [(f"the look of {family} notes", "differs") for family in found.look]
    return list(_rows(rows)) or ["  in decks, places of cards, files or ids"]


def search(notes: Iterable[Released]) -> str:
    """What finds notes in Anki's browser."""
    # An underscore stands for any letter there.
    names = (note.name.replace("_", r"\_") for note in notes)
    return " OR ".join(f'"ID:{name}"' for name in names)


def _all_new(package: Package) -> str:
    notes, cards = package.size()
    return f"all {counted(notes, 'note')} with {counted(cards, 'card')} are new"


def _rows(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    every = [(visible(name), reason) for name, reason in rows]
    width = max((len(name) for name, _ in every[:_MOST]), default=0)
    for name, reason in every[:_MOST]:
        yield f"    {name.ljust(width)}  {reason}".rstrip()
    if len(every) > _MOST:
        yield f"    and {len(every) - _MOST:,} more"


def _reasons(change: Change) -> str:
    return ", ".join(change.what)


def _limits() -> list[str]:
    return ["", *_folded(_LIMITS)]


def _folded(text: str, width: int = 80) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + len(word) >= width:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line
