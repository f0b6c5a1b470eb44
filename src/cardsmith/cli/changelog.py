"""What a release needs of texts: the changelog's section, and the version in the source."""

import re
from collections.abc import Iterator

from cardsmith.errors import UsageError
from cardsmith.visible import visible

FILE = "CHANGELOG.md"
_VERSION = re.compile(r'^__version__ = "([^"\n]*)"$', re.MULTILINE)


def number(version: str) -> tuple[int, ...]:
    """A version as numbers, to be compared.

    Raises:
        UsageError: it is none.
    """
    if not re.fullmatch(r"(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}", version, re.ASCII):
        raise UsageError(f"{visible(version)!r} is no version; write three numbers, such as 1.2.0")
    return tuple(map(int, version.split(".")))


def section(changelog: str, version: str) -> str:
    """What a changelog says of a version; empty if it says nothing."""
    return "\n".join(_lines(changelog, version)).strip()


def _lines(changelog: str, version: str) -> Iterator[str]:
    is_inside = False
    for line in changelog.splitlines():
        if line.startswith("## "):
            # Behind the version may stand a date.
            is_inside = line.split()[1:2] in ([version], [f"[{version}]"])
        elif is_inside:
            yield line


def version_in(source: str) -> str:
    """The version that a module states.

    Raises:
        UsageError: it states none, or several.
    """
    found = _VERSION.findall(source)
    if len(found) != 1:
        raise UsageError("the source states no version, or several")
    return str(found[0])


def with_version(source: str, version: str) -> str:
    """The module with another version."""
    return _VERSION.sub(f'__version__ = "{version}"', source)
