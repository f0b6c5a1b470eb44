"""How wide text stands in a terminal, and where its lines may break."""

import re
from collections.abc import Iterator

NARROWEST = 8  # no line is asked to be narrower

# Characters that stand in one cell whatever follows them, if only these follow: for texts of these
# alone there is nothing to look up.
_PLAIN = re.compile(
    "["
    " -~\xa0-\xac\xae-\u02ff"  # Latin
    "\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038e-\u03a1\u03a3-\u0482"  # Greek, Cyrillic
    "\u2010-\u2027\u2030-\u205e\u2070\u2071\u2074-\u208e\u2090-\u209c"  # dashes, quotes, scripts
    "\u2190-\u2319\u2500-\u25fc\u27c0-\u27ff"  # arrows, maths, boxes
    "]*"
)

# What East Asian lines do not begin with.
_CLINGING = frozenset("、。，．！？：；）」』】〉》〕")  # noqa: RUF001 - these, and no other
_WIDE = 2


def width(text: str) -> int:
    """How many cells a line of text takes."""
    return sum(cells for _, cells in clusters(text))


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """What a reader sees as one character each, with the cells that it takes."""
    if _PLAIN.fullmatch(text):
        for character in text:
            yield character, 1
        return
    from wcwidth import iter_graphemes, wcswidth  # noqa: PLC0415 - its tables take time to load

    for cluster in iter_graphemes(text):
        cells = max(0, wcswidth(cluster))
        if cells <= NARROWEST:
            yield cluster, cells
        else:  # a heap of letters that fits into no line
            for character in cluster:
                yield character, max(0, wcswidth(character))


def breaks(text: str, room: int) -> list[int]:
    """The offsets at which a line of text goes on in the next one, `room` cells wide.

    Lines break behind spaces and around wide characters, and anywhere in a word longer than a line.
    Spaces at the end of a line may stand outside: they are for the caller to drop.
    """
    found: list[int] = []
    start = chance = 0  # where the line began, and where it may end
    used = since = 0  # the cells from there to here
    here, after_wide = 0, False
    for cluster, cells in clusters(text):
        if (cells >= _WIDE or after_wide) and cluster not in _CLINGING:
            chance, since = here, 0
        if cluster != " " and used + cells > room:
            start, used = (chance, since) if chance > start else (here, 0)
            chance, since = start, used
            found.append(start)
        here += len(cluster)
        used, since = used + cells, since + cells
        after_wide = cells >= _WIDE
        if cluster == " ":
            chance, since = here, 0
    return found


def cuts(text: str, room: int) -> list[int]:
    """The offsets at which a line of code goes on in the next one: words do not matter there."""
    found: list[int] = []
    here = used = 0
    for cluster, cells in clusters(text):
        if used + cells > room:
            found.append(here)
            used = 0
        here += len(cluster)
        used += cells
    return found
