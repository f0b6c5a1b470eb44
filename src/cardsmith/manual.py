"""The manual of problems: a page for each, made of what stands with the code that finds it."""

from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from typing import NamedTuple

from cardsmith.catalog import CATALOG, Code
from cardsmith.deckfile.pages import PAGES
from cardsmith.diagnostics import did_you_mean
from cardsmith.lint import PAGES as RULES


class Page(NamedTuple):
    """What is to be known about one or two codes.

    Attributes:
        codes: those that the page is about.
        title: a sentence without its full stop.
        text: paragraphs parted by empty lines; what is indented by four spaces is YAML.
    """

    codes: tuple[Code, ...]
    title: str
    text: str

    @property
    def name(self) -> str:
        """What the page is called: the name of its first code."""
        return self.codes[0].name


@cache
def pages() -> tuple[Page, ...]:
    """All pages, by their first codes."""
    return tuple(sorted(_pages()))


def page(word: str) -> Page | None:
    """The page about a code, named by itself or by its name."""
    for each in pages():
        if any(word.upper() == code.id or word.lower() == code.name for code in each.codes):
            return each
    return None


def meant(word: str) -> str:
    """The code or name that was probably meant; empty if none is near."""
    return did_you_mean(word, [each for code in CATALOG for each in (code.id, code.name)])


def _pages() -> Iterator[Page]:
    for code, text in PAGES.items():
        yield _page((code,), text)
    for rule in RULES:
        yield _page(rule.CODES, rule.__doc__ or "")


def _page(codes: tuple[Code, ...], text: str) -> Page:
    title, _, rest = cleandoc(text).partition("\n")
    return Page(tuple(sorted(codes)), title.removesuffix("."), rest.strip())
