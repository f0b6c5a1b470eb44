"""What is said of changes in every form: counts, sentences, limits."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cardsmith.changes import Changed, Changes, Effect, What
from cardsmith.deck import Collection
from cardsmith.render.phrases import counted
from cardsmith.visible import visible

_MOST_NAMES = 20  # files or limits that are listed
_LONGEST = 2_000  # characters of one text that are shown


class Context(NamedTuple):
    """What a report needs besides the changes.

    Attributes:
        before: the earlier collection; its sources explain what its notes cite.
        after: the later one.
        since: what it was compared with, in words.
        until: what was compared, in words.
        commits: what both are called in git; the working tree has no name.
        broken: how many entries of each side were left out for their errors.
        limits: what could not be seen, in sentences without full stops.
        lint: the command line that says what is wrong in the later one.
        again: the command line that shows all of it.
    """

    before: Collection
    after: Collection
    since: str
    until: str
    commits: tuple[str, str] = ("", "")
    broken: tuple[int, int] = (0, 0)
    limits: tuple[str, ...] = ()
    lint: str = "cardsmith lint"
    again: str = "cardsmith diff"


def counts(found: Changes) -> dict[str, int]:
    """How many notes have changed in which way; one may have changed in several."""
    changed = found.changed
    return {
        "added": len(found.added),
        "reworded": sum(each.is_reworded for each in changed),
        "removed": len(found.removed),
        "renamed": sum(each.is_renamed for each in changed),
        "moved": sum(each.is_moved or each.is_elsewhere for each in changed),
        "otherwise changed": sum(_is_otherwise(each) for each in changed),
    }


def _is_otherwise(each: Changed) -> bool:
    return not (each.is_reworded or each.is_renamed or each.is_moved or each.is_elsewhere)


def sum_line(found: Changes) -> str:
    """`2 added, 1 reworded, 0 removed`, and what else there is."""
    every = list(counts(found).items())
    return ", ".join(f"{n:,} {name}" for at, (name, n) in enumerate(every) if n or at < 3)  # noqa: PLR2004 - these are told in any case


def learners_line(found: Changes) -> str:
    """`3 new cards, 1 note updates in Anki and keeps its schedule, nothing lost`."""
    parts = []
    cards, updates = found.new_cards(), found.updates()
    everywhere, in_anki = map(len, found.lost())
    if any(effect.what is What.COLLECTION for effect in found.effects):
        return f"all begin anew, with {counted(everywhere, 'card')} that they know"
    if cards:
        parts.append(counted(cards, "new card"))
    if updates:
        verb = "updates in Anki and keeps its" if updates == 1 else "update in Anki and keep their"
        parts.append(f"{counted(updates, 'note')} {verb} schedule")
    if everywhere:
        verb = "loses its" if everywhere == 1 else "lose their"
        parts.append(f"{counted(everywhere, 'card')} {verb} history")
    if in_anki:
        verb = "loses its" if in_anki == 1 else "lose their"
        parts.append(f"{counted(in_anki, 'card')} {verb} schedule in Anki")
    if not found.is_loss:
        parts.append("nothing lost" + " of what can be compared" * bool(found.unread))
    return ", ".join(parts)


Quote = Callable[[str], str]


def sentence(effect: Effect, quote: Quote) -> str:
    """What an effect means, and the way out; `quote` sets off what decks say."""
    match effect.what:
        case What.ANSWER:
            is_known = bool(effect.old)
        case What.MERGED:
            is_known = not effect.cards
        case _:
            is_known = bool(effect.new)
    words = _SAID_OF.get(effect.what, "") if is_known else ""
    if effect.what is What.MEANING and effect.old:
        words = _MERGED_MEANING
    return (words or _SAID[effect.what]).format(
        old=quote(effect.old),
        new=quote(effect.new),
        formerly=quote(f"formerly: [{effect.old}]"),
        card=quote(next(iter(effect.cards), "")),
    )


_SAID = {
    What.COLLECTION: "the collection's id was {old} and is {new}: every history and every note in "
    "Anki is left behind. Put the old id back, unless this is a fork that goes its own way",
    What.VANISHED: "the id is gone, and what was learned stays behind. If the note goes on under "
    "another id, write there: {formerly}",
    What.MERGED: "{new} has its history now; in Anki both notes stay, and this one is updated no "
    "more",
    What.REUSED: "a note of this id was withdrawn after release {old}, and what was learned of it "
    "would count here; take a new id",
    What.MEANING: "it asks and answers something else, and what was learned would count for that; "
    "another meaning wants another id",
    What.CROSSED: "Anki cannot turn a note with gaps into one without, or back: give it a new id, "
    "and remove the old note",
    What.FORMERLY: "the former id {old} was deleted, and what was learned under it stays behind",
    What.GUID: "Anki would take it for another note: the first id under `formerly`, and `guid`, "
    "must stay as they were",
    What.CARD: "the card {card} is gone, and what was learned of it stays behind",
    What.MOVED: "the answer of {old} is under {new} now, so that the history of {old} would count "
    "for another one; leave keys and numbers as they were",
    What.ANSWER: "the answer changed; another meaning wants another id",
    What.MEDIA: "{old} is another picture or sound now",
    What.RESTORED: "learners have this note from a release, and go on with it",
    What.NAME: "the collection was called {old} and is called {new}; nothing hangs on it",
    What.TAG_ROOT: "in Anki all tags stood under {old} and stand under {new} now",
    What.FOLDER: "the collection stood in {old} and stands in {new}",
}

# The same, where more is known.
_SAID_OF = {
    What.VANISHED: "the id is gone, and what was learned stays behind; {new} says nearly the same. "
    "If it is this note, write there: {formerly}",
    What.REUSED: "{new} had this id before, and its history would count here; take a new id",
    What.MEANING: f"{_SAID[What.MEANING]}. What it said is in {{new}} now",
    What.CARD: "the card {card} is gone, and what was learned of it stays behind; its answer is "
    "under {new} now. Leave keys and numbers as they were",
    What.MERGED: "{new} has its history now, and its place in Anki",
    What.FORMERLY: "the former id {old} is one of {new} now, and what was learned under it would "
    "count there; put it back",
    What.ANSWER: "the answer of {old} changed; another meaning wants another id",
}


_MERGED_MEANING = (
    "{old} asks and answers something else, and what was learned would count for that; take the "
    "id out of its `formerly`"
)


def notices(found: Changes, context: Context) -> Iterator[str]:
    """What a reader has to know about the comparison itself."""
    before, after = context.broken
    if after:
        yield (
            f"{counted(after, 'entry', 'entries')} of {context.until} left out for errors: "
            f"{context.lint}"
        )
    if before:
        yield f"{counted(before, 'entry', 'entries')} of {context.since} left out for errors"
    if found.unread:
        ids = [note.id for note in found.unread[:_MOST_NAMES]]
        more = f" and {len(found.unread) - _MOST_NAMES:,} more" * (len(found.unread) > _MOST_NAMES)
        yield f"not compared, as one side cannot be read: {', '.join(ids)}{more}"
    yield from context.limits[:_MOST_NAMES]
    if len(context.limits) > _MOST_NAMES:
        yield f"and {len(context.limits) - _MOST_NAMES:,} more files could not be looked at"


def moves(found: Changes, quote: Quote) -> list[str]:
    """How many notes went from where to where; in a large move nobody reads a line for each."""
    files = Counter((each.before.path, each.after.path) for each in found.changed if each.is_moved)
    decks = Counter((e.before.deck, e.after.deck) for e in found.changed if e.is_elsewhere)
    lines = [
        f"{counted(number, 'note')} from {quote(old)} to {quote(new)}"
        for (old, new), number in files.most_common()
    ]
    lines += [
        f"{counted(number, 'note')} from the deck {quote(old)} to the deck {quote(new)}; in Anki, "
        "cards that learners have stay in the deck where they are"
        for (old, new), number in decks.most_common()
    ]
    more = len(lines) - _MOST_NAMES
    return [*lines[:_MOST_NAMES], f"and {counted(more, 'more move')}"] if more > 0 else lines


def subject(context: Context) -> str:
    """What was compared with what."""
    name = context.after.name or "A collection without a name"
    return f"{name}: {context.until}, compared with {context.since}"


def one_line(text: str) -> str:
    """Text with single blanks for all that parts its words."""
    return " ".join(visible(text).split())


def harmless(text: str) -> str:
    """Text that drives no terminal, and gives no orders to those who read a workflow's log."""
    return visible(text).replace("##[", "## [")


def short(text: str, most: int = _LONGEST) -> str:
    """The beginning of a long text, and how much more there is."""
    if len(text) <= most:
        return text
    return f"{text[:most]} … ({len(text) - most:,} characters more)"


def backticked(text: str) -> str:
    """A name or a value, set off in a sentence."""
    return f"`{one_line(text)}`"
