"""The cards that were there at the last review on this machine.

No log says what there was to see when somebody studied, only what was answered. So this is kept,
beside the cache but apart from it, since another version of the program begins another cache and
may well be what brings other cards. Where it is lost, nothing is said once: nobody can know.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cardsmith.deck import CardId

_VERSION = "cards 1"  # of the file


def file_of(cache: Path) -> Path:
    """The file beside a cache, for all versions of the program."""
    return cache.with_name(f"{cache.name.partition('-')[0]}.cards")


def edition_in(file: Path) -> str:
    """The hash of the deck files that the cards are from; empty where nothing is known."""
    try:
        with file.open(encoding="utf-8") as lines:
            return _edition(lines.readline())
    except (OSError, ValueError):
        return ""


def cards_in(file: Path) -> dict[CardId, str]:
    """The cards and their fingerprints; none where that cannot be read."""
    try:
        first, *lines = file.read_text("utf-8").splitlines()
        if not _edition(first):
            return {}
        found = {}
        for line in lines:
            print_, card = line.split(" ", 1)
            found[CardId(card)] = print_
    except (OSError, ValueError):
        return {}
    return found


def keep(file: Path, edition: str, cards: Mapping[CardId, str]) -> bool:
    """Write them, whole or not at all; whether it could be done."""
    lines = [f"{_VERSION} {edition}\n", *(f"{cards[card]} {card}\n" for card in sorted(cards))]
    part = file.with_name(f"{file.name}-{os.getpid()}")
    try:
        with part.open("wb") as out:
            out.write("".join(lines).encode())
        part.replace(file)
    except (OSError, ValueError):
        with suppress(OSError):
            part.unlink()
        return False
    return True


def _edition(first: str) -> str:
    version, _, edition = first.rstrip("\n").rpartition(" ")
    return edition if version == _VERSION else ""
