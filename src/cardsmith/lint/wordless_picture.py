"""A picture, sound or film without words.

What it objects to: `![](…)`, a picture, a sound or a film with nothing between the brackets.

Why it hurts: the words are what a screen reader says, what the terminal shows, and what is left in
Anki when the file is lost. Without them part of the card is missing there.

An example, where the file is `media/map.png`:

    front: Which country is this? ![](map.png)

Better: what is to be seen, without the answer.

    front: Which country is this? ![a narrow country along a western coast](map.png)
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import WORDLESS_PICTURE
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, texts
from cardsmith.markup import Image, inlines, medium, parse

CODES = (WORDLESS_PICTURE,)

_SIGN = re.compile(r"!\[\s*\]\(")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such picture, sound or film."""
    for deck in subject.decks:
        if not _SIGN.search(deck.text):
            continue
        for note in deck.notes:
            for name, text in texts(note):
                if "![" in text and _SIGN.search(text):
                    for source in _wordless(text):
                        kind = medium(source) or "picture"
                        does = "lets hear" if kind == "sound" else "shows"
                        yield WORDLESS_PICTURE.at(
                            note.span(name),
                            f"no words stand for the {kind} `{source}`",
                            help=f"say what it {does}, without the answer: `![…]({source})`",
                        )


def _wordless(text: str) -> list[str]:
    """The files that have no words."""
    items = inlines(parse(text))
    return [i.source for i in items if isinstance(i, Image) and not i.words.strip()]
