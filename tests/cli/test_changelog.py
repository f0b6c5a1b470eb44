"""The texts that a release reads and writes: changelog and version."""

import pytest

from cardsmith.cli.changelog import number, section, version_in, with_version
from cardsmith.errors import UsageError

CHANGELOG = """\
# Changelog

## Unreleased

- not yet

## 1.10.0 – 2026-12-01

- ten

### More

- of ten

## 1.1.0
## [1.0.0] - 2026-01-01

- one
"""


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.10.0", "- ten\n\n### More\n\n- of ten"),
        ("1.1.0", ""),
        ("1.0.0", "- one"),
        ("1.0", ""),
        ("10.0", ""),
        ("2.0.0", ""),
    ],
)
def test_a_section_is_found_by_its_version_alone(version: str, said: str) -> None:
    assert section(CHANGELOG, version) == said


def test_versions_are_compared_as_numbers() -> None:
    assert number("1.10.0") > number("1.9.3")
    assert number("0.1.0") == (0, 1, 0)


@pytest.mark.parametrize(
    "version",
    ["", "1.0", "v1.0.0", "1.0.0rc1", "01.0.0", "1.0.0\n", "1.0.0.0", "\u0661.0.0", "-1.0.0"],
)
def test_what_is_no_version_is_refused(version: str) -> None:
    with pytest.raises(UsageError, match="is no version"):
        number(version)


def test_the_version_is_replaced_and_nothing_else() -> None:
    source = '"""Cards 0.1.0."""\n\n__version__ = "0.1.0"\nx = 1\n'
    assert version_in(source) == "0.1.0"
    assert with_version(source, "1.0.0") == '"""Cards 0.1.0."""\n\n__version__ = "1.0.0"\nx = 1\n'


@pytest.mark.parametrize("source", ["", '__version__ = "1.0.0"\n__version__ = "1.0.0"\n'])
def test_a_source_without_one_version_is_refused(source: str) -> None:
    with pytest.raises(UsageError, match="no version, or several"):
        version_in(source)
