"""A collection that begins → its files: a deck with a note of each kind, checks, a README."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cardsmith.deckfile.dump import scalar

FILES: Mapping[str, str] = {
    "README.md": "README.md.j2",
    "LICENSE": "LICENSE.j2",
    ".gitattributes": "gitattributes.j2",
    ".github/workflows/cards.yml": "cards.yml.j2",
    "decks/guide.md": "guide.md.j2",
    "decks/first-cards.yaml": "first-cards.yaml.j2",
    "decks/collection.yaml": "collection.yaml.j2",
}


class Terms(NamedTuple):
    """A licence that is known by its short name."""

    title: str
    url: str
    full: str


def _creative_commons(kind: str, words: str) -> Terms:
    url = f"https://creativecommons.org/licenses/{kind}/4.0/"
    return Terms(f"Creative Commons {words} 4.0 International", url, f"{url}legalcode")


_ZERO = "https://creativecommons.org/publicdomain/zero/1.0/"
KNOWN: Mapping[str, Terms] = {
    "CC-BY-4.0": _creative_commons("by", "Attribution"),
    "CC-BY-SA-4.0": _creative_commons("by-sa", "Attribution-ShareAlike"),
    "CC-BY-NC-4.0": _creative_commons("by-nc", "Attribution-NonCommercial"),
    "CC-BY-NC-SA-4.0": _creative_commons("by-nc-sa", "Attribution-NonCommercial-ShareAlike"),
    "CC0-1.0": Terms("Creative Commons Zero 1.0 Universal", _ZERO, f"{_ZERO}legalcode"),
}


class Beginning(NamedTuple):
    """What a new collection is.

    Attributes:
        id: fresh.
        name: what learners will call it.
        licence: what others may do with it.
        language: a BCP 47 tag.
        version: of the cardsmith that begins it.
    """

    id: str
    name: str
    licence: str
    language: str
    version: str


def files(begun: Beginning, folder: Path) -> dict[str, str]:
    """The files of a new collection by their paths; `folder` has the templates."""
    from jinja2 import (  # noqa: PLC0415 - takes long to load
        Environment,
        FileSystemLoader,
        StrictUndefined,
    )

    environment = Environment(
        loader=FileSystemLoader(folder / "collection"),
        autoescape=False,  # noqa: S701 - YAML and plain text
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
    )
    environment.filters["yaml"] = scalar
    values = {**begun._asdict(), "terms": KNOWN.get(begun.licence)}
    return {path: environment.get_template(name).render(values) for path, name in FILES.items()}
