"""A picture, sound or film on another machine.

What it objects to: a picture, sound or film, as `![…](…)` or `[sound:…]`, whose address begins with
`https://` or the like.

Why it hurts: the file is not in the package. Learners without a network see a gap, everybody does
once the address is gone, and whoever owns the machine learns who studies when.

An example:

    front: Which country is this? ![a map](https://example.org/map.png)

Better: a file of the collection.

    front: Which country is this? ![a map](map.png)
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import REMOTE_PICTURE
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, texts
from cardsmith.markup import Image, Sound, inlines, medium, parse

CODES = (REMOTE_PICTURE,)

_REMOTE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_BEHIND = re.compile("[?#].*", re.DOTALL)  # the path of an address
_SIGN = re.compile(r"(?:\]\(\s*<?|\[sound:\s*)(?:https?:)?//", re.IGNORECASE)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such picture, sound or film."""
    for deck in subject.decks:
        if "![" not in deck.text and "[sound:" not in deck.text:
            continue
        for note in deck.notes:
            for name, text in texts(note):
                if _SIGN.search(text):
                    for what, address in _remote(text):
                        yield REMOTE_PICTURE.at(
                            note.span(name),
                            f"the {what} `{address}` is not part of the collection",
                            help="put the file into `media/`, if its licence allows, "
                            "and write its name",
                        )


def _remote(text: str) -> Iterator[tuple[str, str]]:
    for item in inlines(parse(text)):
        if isinstance(item, Image | Sound) and _REMOTE.match(item.source.strip()):
            usual = "picture" if isinstance(item, Image) else "sound"
            yield medium(_BEHIND.sub("", item.source)) or usual, item.source
