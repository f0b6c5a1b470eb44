"""What an id may look like, and ids to propose where one is missing."""

import re
from collections.abc import Collection
from unicodedata import normalize

ID = re.compile(r"[a-z0-9][a-z0-9._-]*")
is_id = ID.fullmatch
RULE = "a-z, 0-9 and `-`, `.`, `_`, beginning with a letter or digit"

_LONGEST = 40
_MOST_WORDS = 5
_GAP = re.compile(r"\{\{c\d+::(.*?)(?:::.*?)?\}\}", re.DOTALL)
_WORD = re.compile(r"[a-z0-9]+")
# Words that many questions begin with and none is known by.
_EMPTY = frozenset(
    {"a", "an", "are", "do", "does", "how", "in", "is", "of", "the", "to", "was", "what", "when"}
    | {"where", "which", "who", "why"}
)


def repaired(text: str) -> str:
    """The id that was probably meant; empty if none can be seen."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9._]+", "-", plain).strip("-._")[: 2 * _LONGEST]


def proposed(text: str, taken: Collection[str], *, otherwise: str = "card") -> str:
    """An id made of the first words of a text, if it has any, and unlike those that are taken."""
    plain = normalize("NFKD", _GAP.sub(r"\1", text)).encode("ascii", "ignore").decode().lower()
    words = _WORD.findall(plain.replace("'", ""))
    telling = [word for word in words if word not in _EMPTY] or words or [otherwise]
    stem = "-".join(telling[:_MOST_WORDS])[:_LONGEST].strip("-")
    found, number = stem, 1
    while found in taken:
        number += 1
        found = f"{stem}-{number}"
    return found
