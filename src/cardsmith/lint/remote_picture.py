"""A picture or sound on another machine.

What it objects to: a picture, or a `[sound:…]`, whose address begins with `https://` or the like.

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
from cardsmith.markup import Image, Sound, inlines, parse

CODES = (REMOTE_PICTURE,)

_REMOTE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_SIGN = re.compile(r"(?:\]\(\s*<?|\[sound:\s*)(?:https?:)?//", re.IGNORECASE)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such picture or sound."""
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
            yield ("picture" if isinstance(item, Image) else "sound"), item.source
