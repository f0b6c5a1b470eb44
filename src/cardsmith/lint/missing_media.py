"""A picture or sound that is not there.

What it objects to: a picture, a sound or a link to a file that the collection does not have, or
that lies outside of it.

Why it hurts: the learner sees a gap where the question was, and a package cannot be built.

An example, where the file is `media/map.png`:

    front: '![](mpa.png)'

Better: the path from the folder of the deck file, or from `media/`.

    front: '![](map.png)'
"""

from collections.abc import Iterator

from cardsmith.catalog import FOREIGN_MEDIA, MISSING_MEDIA
from cardsmith.deck import Collection, Note, folder_of, joined, media_file
from cardsmith.diagnostics import Diagnostic, did_you_mean
from cardsmith.lint.subject import Subject, texts
from cardsmith.markup import media_references

CODES = (MISSING_MEDIA, FOREIGN_MEDIA)

# Without one of these a text refers to no file; most have none, and are not parsed.
_SIGNS = ("](", "[sound:")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each file that a note needs and that is not there."""
    for note in subject.notes():
        for name, text in texts(note):
            if any(sign in text for sign in _SIGNS):
                for reference in media_references(text):
                    if not media_file(subject.collection, note, reference):
                        yield _missing(subject.collection, note, name, reference)


def _missing(collection: Collection, note: Note, name: str, reference: str) -> Diagnostic:
    where = note.span(name)
    folder = folder_of(collection, note)
    if not joined(folder, reference):
        return FOREIGN_MEDIA.at(
            where,
            f"`{reference}` lies outside the collection",
            help="copy the file into `media/` and name it from there",
        )
    at_hand = {path.rpartition("/")[2]: path for path in sorted(collection.media)}
    meant = did_you_mean(reference.rpartition("/")[2], at_hand)
    return MISSING_MEDIA.at(
        where,
        f"the note `{note.id}` needs `{reference}`, which is not there",
        f"did you mean `{at_hand[meant]}`?" if meant else "",
        help=f"put the file beside `{note.path}` or into `media/`",
    )
