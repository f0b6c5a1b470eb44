"""The pictures and sounds of a package: which files, and under which names."""

import re
import unicodedata
from collections.abc import Callable

from cardsmith.anki.package import MediaFile
from cardsmith.deck import Collection, Note, media_file

_LONGEST = 60  # letters of a name that are kept; with digest and ending far below Anki's 120


class Media:
    """Collects the files that notes refer to; `missing` are the references without a file.

    Args:
        collection: whose media files are looked through.
        digest: gives the SHA-256 of a file's content, in hexadecimal, by its path.
    """

    def __init__(self, collection: Collection, digest: Callable[[str], str]) -> None:
        self.collection = collection
        self.digest = digest
        self.digests: dict[str, str] = {}
        self.files: dict[str, MediaFile] = {}
        self.missing: list[tuple[Note, str]] = []

    def name(self, note: Note, reference: str, *, linked: bool = False) -> str:
        """The name in the package of a file that a note refers to; empty if there is none.

        Args:
            note: in whose text the reference stands.
            reference: as typed.
            linked: whether a link leads to it. Anki packs such files only if their names begin
                with an underscore.
        """
        path = media_file(self.collection, note, reference)
        if not path:
            self.missing.append((note, reference))
            return ""
        if path not in self.digests:
            self.digests[path] = self.digest(path)
        name = "_" * linked + packed_name(path, self.digests[path])
        self.files[name] = MediaFile(name, path, self.digests[path])
        return name


def packed_name(path: str, digest: str) -> str:
    """A name that every system can have and no other content has, such as `map-3f2a….png`.

    Anki never replaces the content of a name that it knows, so another content is another name.
    """
    file = path.rpartition("/")[2]
    stem, dot, ending = file.rpartition(".")
    stem, ending = (_portable(stem), _portable(ending)) if stem and dot else (_portable(file), "")
    return f"{stem[:_LONGEST] or 'file'}-{digest[:16]}.{ending[:8] or 'bin'}"


def _portable(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
