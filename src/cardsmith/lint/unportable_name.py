r"""A name that some systems cannot hold.

What it objects to: files and folders with names that Windows keeps for devices (`con.yaml`,
`aux.png`), that end with a dot or a space, that are not UTF-8, that are longer than 120 bytes, or
that have one of the characters `< > : " | ? * \` or one that cannot be seen.

Why it hurts: on Windows such a file cannot be checked out, so nobody there can learn from the
collection or add to it. Archives and drives that are shared have the same limits.

An example: `what?.png`, `aux.yaml`.

Better: `what.png`, `auxiliary-verbs.yaml`.
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import UNPORTABLE_NAME
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, files, in_file

CODES = (UNPORTABLE_NAME,)

_LONGEST = 120  # bytes; encrypted folders and archives hold little more
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\xb9\xb2\xb3]) *(?:\..*)?",
    re.IGNORECASE | re.DOTALL,
)
_FORBIDDEN = re.compile(r'[<>:"|?*\\]')
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NOT_UTF8 = re.compile("[\ud800-\udfff]")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such name, that of a folder once."""
    seen: set[str] = set()
    for file in files(subject):
        folder = ""
        for name in file.split("/"):
            path = f"{folder}/{name}" if folder else name
            if path not in seen:
                seen.add(path)
                if why := _unportable(name):
                    where = in_file(subject.collection, file)
                    help_ = "give it another name, also where notes name it"
                    yield UNPORTABLE_NAME.at(where, f"`{path}` {why}", help=help_)
            folder = path


def _unportable(name: str) -> str:
    """What is wrong with the name of a file or folder, to follow it; empty if nothing is."""
    if _NOT_UTF8.search(name):
        return "is not UTF-8"
    if control := _CONTROL.search(name):
        return f"has the character U+{ord(control[0]):04X}, which cannot be seen"
    if sign := _FORBIDDEN.search(name):
        return f"has the character `{sign[0]}`, which Windows does not allow in names"
    if _DEVICE.fullmatch(name):
        return "is the name of a device on Windows"
    if name.endswith((".", " ")):
        return "ends with a " + ("dot" if name.endswith(".") else "space") + ", which Windows drops"
    size = len(name.encode())
    return f"is {size} bytes long; some systems hold {_LONGEST}" if size > _LONGEST else ""
