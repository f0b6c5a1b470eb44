"""What a change of a collection does to its notes, and to those who learn them.

Two states of a collection are compared by the ids of notes, never by lines: a note that moved to
another file is the same note. What matters is what learners keep. Their histories and their notes
in Anki hang on ids, on keys of steps and on numbers of gaps, so a small edit can cost them a lot.
"""

from cardsmith.changes.comparison import changes
from cardsmith.changes.saying import answered, asked, is_within, kind, unread_ids
from cardsmith.changes.values import (
    Added,
    Changed,
    Changes,
    Effect,
    FieldChange,
    Removed,
    Side,
    What,
)

__all__ = [
    "Added",
    "Changed",
    "Changes",
    "Effect",
    "FieldChange",
    "Removed",
    "Side",
    "What",
    "answered",
    "asked",
    "changes",
    "is_within",
    "kind",
    "unread_ids",
]
