"""Two files whose names differ only in case.

What it objects to: two files of the collection, such as `media/Map.png` and `media/map.png`, whose
paths are the same but for capitals or the Unicode form of their letters.

Why it hurts: Windows and macOS can hold only one of them. Who takes the collection there loses the
other, and git then shows a change that nobody has made.

An example: `map.png` and `Map.png` in one folder.

Better: `map-of-peru.png` and `map-of-chile.png`.
"""

from collections.abc import Iterator
from unicodedata import normalize

from cardsmith.catalog import CLASHING_NAME
from cardsmith.diagnostics import Diagnostic, Remark
from cardsmith.lint.subject import Subject, files, in_file

CODES = (CLASHING_NAME,)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each file that an earlier one leaves no room for."""
    first: dict[str, str] = {}
    for file in files(subject):
        known = first.setdefault(_folded(file), file)
        if known is not file:
            remark = Remark("the other file", in_file(subject.collection, known))
            yield CLASHING_NAME.at(
                in_file(subject.collection, file),
                f"`{file}` and `{known}` are one name on some systems",
                remarks=(remark,),
                help="give one of the files another name, also where notes name it",
            )


def _folded(path: str) -> str:
    if path.isascii():
        return path.lower()
    return normalize("NFC", normalize("NFC", path).casefold())  # folding may decompose
