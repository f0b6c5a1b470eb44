"""The bytes of a file → its text → its tree; what no parser is needed to see is told here."""

import re
from collections.abc import Iterator

from cardsmith.catalog import CONTROL_CHARACTER, MERGE_CONFLICT, NOT_UTF8, TOO_LARGE
from cardsmith.deckfile import plain
from cardsmith.deckfile.tree import Lines, Tree
from cardsmith.diagnostics import Diagnostic, Place, Span

LARGEST_FILE = 16 * 2**20

# What YAML's readers refuse; and NEL, LS and PS, line breaks in YAML and nowhere else.
_UNPRINTABLE = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_PRINTABLE_ASCII = b"\t\n" + bytes(range(0x20, 0x7F))
# At the very beginning of a line: indented, they are text about conflicts, or under a heading.
_CONFLICT = re.compile(r"^(?:<{7} .*|>{7} .*|\|{7}(?: .*)?|={7})$", re.MULTILINE)


def decode(data: bytes, path: str) -> str | Diagnostic:
    """The text of a file as this package counts it: no byte-order mark, each line ended by LF."""
    if len(data) > LARGEST_FILE:
        return TOO_LARGE.at(
            Span(path, Place(1, 1, 1, 2)),
            f"the file is larger than {LARGEST_FILE // 2**20} MiB",
            help="split it: several files may share the name of a deck",
        )
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return _not_utf8(data, path, error.start)
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    # Behind a last line without its end PyYAML's parser in C sees one more.
    return text if text.endswith("\n") else f"{text}\n"


def trees(text: str, path: str) -> Iterator[Tree]:
    """Read a text that `decode` has made: its plain tree, if it has one, and the one with places.

    Whoever can do without places stops at the first.
    """
    problem = damage(text, path)
    if problem:
        yield Tree(None, problem)
        return
    root = plain.read(text)
    if root is not None:
        yield Tree(root, is_plain=True)
    yield read_all(text, path)


def read_all(text: str, path: str) -> Tree:
    """Read an undamaged text with all its places."""
    from cardsmith.deckfile import nodes  # noqa: PLC0415 - PyYAML takes time to load

    return nodes.read(text, path)


def _not_utf8(data: bytes, path: str, at: int) -> Diagnostic:
    before = data[:at].decode()
    place = Lines(f"{before}?").place(len(before), len(before) + 1)
    looks_like = "; it looks like UTF-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ""
    return NOT_UTF8.at(
        Span(path, place),
        f"the byte 0x{data[at]:02X} is not UTF-8",
        help=f"save the file as UTF-8{looks_like}",
    )


def damage(text: str, path: str) -> Diagnostic | None:
    """A merge conflict or a character that nobody sees, anywhere in a text."""
    if any(sign in text for sign in ("<<<<<<<", ">>>>>>>", "|||||||", "=======")):
        marker = _CONFLICT.search(text)
        if marker:
            return MERGE_CONFLICT.at(
                Span(path, Lines(text).place(*marker.span())),
                "unresolved merge conflict",
                help="keep what is right of the two versions, and remove the lines of markers",
            )
    if text.isascii() and not text.encode().translate(None, _PRINTABLE_ASCII):
        return None
    odd = _UNPRINTABLE.search(text)
    if odd is None:
        return None
    return CONTROL_CHARACTER.at(
        Span(path, Lines(text).place(*odd.span())),
        f"the character U+{ord(odd[0]):04X} cannot be seen",
        help="remove it",
    )
