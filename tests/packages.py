"""Packages as tests make them: from notes, with a look and dates of their own."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from cardsmith.anki import apkg, ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import Design, Package
from cardsmith.anki.plan import plan
from cardsmith.deck import Collection, Note
from cardsmith.render.html import HtmlPen, design

TEMPLATES = Path(__file__).parents[1] / "templates"
RELEASED = 1_700_000_000  # 2023-11-14
LATER = RELEASED + 86_400


def collection(*notes: Note, id_: str = "00000000-test", media: tuple[str, ...] = ()) -> Collection:
    """A collection of notes."""
    return Collection(
        id=id_,
        name=f"Collection {id_}",
        language="en",
        licence="CC0-1.0",
        authors=(),
        repository="https://github.com/example/cards",
        tag_root="test",
        sources={},
        root="decks",
        notes=notes,
        media=frozenset(media),
    )


@cache
def look() -> Design:
    """The look that ships."""
    return design(TEMPLATES, collection())


def package(
    *notes: Note,
    at: int = RELEASED,
    after: Ledger | None = None,
    id_: str = "00000000-test",
    files: Mapping[str, bytes] | None = None,
) -> Package:
    """The package of some notes.

    Args:
        notes: its notes.
        at: when what changed was changed; also the present.
        after: what was released before.
        id_: the collection.
        files: its media, by path.
    """
    content = dict(files or {})
    planned = plan(
        collection(*notes, id_=id_, media=tuple(content)),
        HtmlPen(),
        look(),
        lambda path: sha256(content[path]).hexdigest(),
        at,
    )
    return ledger.dated(planned, after or Ledger(), at)


def built(made: Package, files: Mapping[str, bytes] | None = None) -> bytes:
    """The file of a package."""
    content = dict(files or {})
    return apkg.build(made, content.__getitem__)
