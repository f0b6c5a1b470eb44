"""How much of its sources a collection asks about."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cardsmith.deck import Collection
from cardsmith.deckfile import collectionfile


class Section(NamedTuple):
    """A section of a source.

    Attributes:
        source: the name that the collection gives the text.
        anchor: names the section in the text.
        heading: its words.
        notes: how many notes cite it.
    """

    source: str
    anchor: str
    heading: str
    notes: int


def coverage(collection: Collection, outlines: Mapping[str, str]) -> tuple[Section, ...]:
    """Every section of the sources that are files of the collection, in their order.

    A heading above nothing but other headings is no section, and neither is the title of a text.

    Args:
        collection: whose notes cite.
        outlines: the texts of its sources, by their names.
    """
    cited = Counter(note.source for note in collection.notes)
    return tuple(
        Section(name, anchor, heading, cited[f"{name}#{anchor}"])
        for name, outline in outlines.items()
        for anchor, heading in _sections(outline)
    )


def _sections(outline: str) -> Iterator[tuple[str, str]]:
    anchors = collectionfile.anchors(outline)
    heads = {anchor: collectionfile.passage(outline, anchor).partition("\n") for anchor in anchors}
    tops = [anchor for anchor, (head, _, _) in heads.items() if head.startswith("# ")]
    for number, (anchor, heading) in enumerate(anchors.items()):
        is_title = not number and tops == [anchor] and len(anchors) > 1
        if heads[anchor][2].strip() and not is_title:
            yield anchor, heading
