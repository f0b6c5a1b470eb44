"""A file that nothing shows or plays.

What it objects to: a file in `media/`, or elsewhere a picture, a sound or a film, that no note
shows, plays or links to, and no outline names. Texts about files, such as a licence or a README,
are not meant.

Why it hurts: everybody who gets the collection gets the file too, and keeps wondering what it is
for. Often a note meant to show it and names another.

An example: `media/map.png`, where no note has `![…](map.png)`.

Better: a note that shows it, or no such file.
"""

import re
from collections.abc import Iterable, Iterator
from unicodedata import normalize
from urllib.parse import unquote

from cardsmith.catalog import UNUSED_MEDIA
from cardsmith.deck import media_file
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, in_file, texts
from cardsmith.markup import media_references

CODES = (UNUSED_MEDIA,)

_SIGNS = ("](", "[sound:")  # see `missing_media`
_SIMPLE = re.compile(r"!\[[^\[\]\\`]*\]\(([\w./-]+)\)|\[sound:([\w./-]+)\]")
_ENDING = re.compile(
    r"\.(?:png|jpe?g|gif|svgz?|webp|avif|bmp|tiff?|ico|heic|mp3|ogg|oga|opus|wav|flac|m4a|aac|wma"
    r"|mp4|m4v|webm|ogv|mov|avi|mkv|mpe?g)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:license|licence|copying|readme|notice|authors|credits|attribution|sources|manifest)(?:\..*)?"
    r"|.*\.(?:md|markdown|rst|txt|json|jsonl|ya?ml|toml|csv|tsv|license)|thumbs\.db",
    re.IGNORECASE,
)
_BREAKS = re.compile(r"""[\s()\[\]<>"'/\\:]+""")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such file, if all notes are there to be asked."""
    collection = subject.collection
    files = {file for file in collection.media if _is_media(file)}
    if not files or not collection.id or not subject.is_whole or _has_unread_outline(subject):
        return
    files -= {source.location for source in collection.sources.values()}
    files -= _used(subject)
    if files:
        files -= _named(subject, files)
    for file in sorted(files):
        help_ = "name it in a note, or remove it"
        yield UNUSED_MEDIA.at(in_file(collection, file), f"no note uses `{file}`", help=help_)


def _has_unread_outline(subject: Subject) -> bool:
    """Whether a source is a file that could not be read; what it shows is not known."""
    return any(
        "://" not in source.location and name not in subject.outlines
        for name, source in subject.collection.sources.items()
    )


def _is_media(file: str) -> bool:
    folder, _, name = file.rpartition("/")
    if _ABOUT.fullmatch(name):
        return False
    return folder == "media" or folder.startswith("media/") or _ending(name)


def _ending(name: str) -> bool:
    return _ENDING.fullmatch(name[name.rfind(".") :]) is not None if "." in name else False


def _used(subject: Subject) -> set[str]:
    """The files that sound notes show, play or link to."""
    return {
        media_file(subject.collection, note, reference)
        for deck in subject.decks
        if any(sign in deck.text for sign in _SIGNS)
        for note in deck.notes
        for _, text in texts(note)
        if any(sign in text for sign in _SIGNS)
        for reference in _references(text)
    }


def _references(text: str) -> Iterable[str]:
    """The files that a text shows, plays or links to; most are named in the simplest way."""
    if any(sign in _SIMPLE.sub("", text) for sign in _SIGNS):
        return media_references(text)
    return (found[1] or found[2] for found in _SIMPLE.finditer(text))


def _named(subject: Subject, files: set[str]) -> set[str]:
    """Those that outlines and files with broken notes name; it is enough that the last word does.

    What a broken note shows is not known, and outlines may be written in whatever markup.
    """
    words: set[str] = set()
    broken = (deck.text for deck in subject.decks if deck.problems)
    for text in (*subject.outlines.values(), *broken):
        words.update(_BREAKS.split(normalize("NFC", text)))
        if "%" in text:
            words.update(_BREAKS.split(normalize("NFC", unquote(text))))
    return {file for file in files if _BREAKS.split(normalize("NFC", file))[-1] in words}
