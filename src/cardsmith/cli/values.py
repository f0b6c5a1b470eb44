"""Values that shells may complete: decks, tags, ids, settings, rules.

Each function is asked by click, for one parameter, when Tab is pressed. Whatever is wrong with
decks or settings, there is then only less to complete.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from cardsmith.deck import Note

Items = list["CompletionItem[str]"]


def folders(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Folders, which the shell knows best."""
    del ctx, param
    return [CompletionItem(incomplete, type="dir")]


def deck_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The decks, and those above them."""
    del param
    return _beginning(incomplete, _with_parents(note.deck for note in _notes(ctx)))


def tags(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The tags, and those above them."""
    del param
    return _beginning(incomplete, _with_parents(tag for note in _notes(ctx) for tag in note.tags))


def ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The ids of notes; of cards once it is clear of which note."""
    del param
    from cardsmith.deck import cards_of, question  # noqa: PLC0415 - only when asked

    def told(id_: str, about: str) -> "CompletionItem[str]":
        return CompletionItem(id_, help=_line(about))

    notes = [note for note in _notes(ctx) if _meets(note.id, incomplete)]
    if len(notes) > 1 and "/" not in incomplete:
        return [told(note.id, question(cards_of(note)[0])) for note in notes]
    found = dict[str, str]()
    for note in notes:
        cards = cards_of(note)
        found[note.id] = question(cards[0])
        found |= {card.id: question(card) for card in cards}
    return [told(*each) for each in found.items() if each[0].startswith(incomplete)]


def selections(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """A word of a selector: the name of a search, then what there is to look for."""
    from cardsmith.selector import names  # noqa: PLC0415 - only when asked

    key, colon, begun = incomplete.partition(":")
    if not colon:
        return _beginning(incomplete, [f"{name}:" for name in names()])
    found: Iterable[str] = names().get(key.lower(), ())
    match key.lower():
        case "deck":
            found = [item.value for item in deck_names(ctx, param, "")]
        case "tag":
            found = [item.value for item in tags(ctx, param, "")]
        case "note" | "id":
            found = [item.value for item in ids(ctx, param, begun)]
        case _:
            pass
    # `_` stands for any letter: a selector in which it stands for a space needs no quotes
    quiet = (re.sub(r"[^-\w:./#]", "_", each) for each in found)
    return _beginning(incomplete, [f"{key}:{each}" for each in quiet])


def notes_or_selections(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """An id, or a word of a selector."""
    some = [] if ":" in incomplete else ids(ctx, param, incomplete)
    return some + (selections(ctx, param, incomplete) if incomplete else [])


def settings(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The names of settings."""
    del ctx, param
    from cardsmith.settings import TABLE  # noqa: PLC0415 - only when asked

    known = TABLE.values()
    return [CompletionItem(s.name, help=s.about) for s in known if s.name.startswith(incomplete)]


def values_of_setting(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The values of the setting that was named, where they are a few words."""
    del param
    return _beginning(incomplete, _values(str(ctx.params.get("name"))))


def assignments(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """`NAME=VALUE` of a setting."""
    name, sign, _ = incomplete.partition("=")
    if sign:
        return _beginning(incomplete, [f"{name}={value}" for value in _values(name)])
    some = settings(ctx, param, incomplete)
    return [CompletionItem(f"{item.value}=", help=item.help) for item in some]


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The codes of what lint finds, or their names."""
    del ctx, param
    from cardsmith.catalog import CATALOG  # noqa: PLC0415 - only when asked

    by_code = {code.id: code.summary for code in sorted(CATALOG)}
    by_name = {code.name: code.summary for code in sorted(CATALOG)}
    known = by_name if incomplete[:1].islower() else by_code
    found = known.items()
    return [
        CompletionItem(name, help=about) for name, about in found if name.startswith(incomplete)
    ]


def _values(name: str) -> list[str]:
    from cardsmith.settings import TABLE  # noqa: PLC0415 - only when asked

    words = re.split(", | or ", TABLE[name].values) if name in TABLE else []
    return words if all(re.fullmatch("[a-z0-9-]+", word) for word in words) else []


def _notes(ctx: click.Context) -> "tuple[Note, ...]":
    """The notes of the collections that the line names so far."""
    from cardsmith.errors import CardsmithError  # noqa: PLC0415 - only when asked
    from cardsmith.workspace import find, load  # noqa: PLC0415 - only when asked

    named = ctx.params.get("decks")
    paths = [named] if isinstance(named, str) else list(named or ()) or [None]
    found = list["Note"]()
    for path in paths:
        try:
            found += load(find(path)).collection.notes
        except (CardsmithError, OSError):
            continue
    return tuple(found)


def _meets(id_: str, incomplete: str) -> bool:
    """Whether an id may be what is being typed, or that of its note."""
    return id_.startswith(incomplete) or incomplete.startswith(f"{id_}/")


def _with_parents(names: Iterable[str]) -> list[str]:
    """`a::b` and `a`, each once, sorted."""

    def above(name: str) -> Iterator[str]:
        parts = name.split("::")
        return ("::".join(parts[: length + 1]) for length in range(len(parts)))

    return sorted({each for name in names for each in above(name)})


def _beginning(incomplete: str, values: Iterable[str]) -> Items:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]


def _line(text: str) -> str:
    from cardsmith.visible import visible  # noqa: PLC0415 - only when asked

    return visible(" ".join(text.split()))
