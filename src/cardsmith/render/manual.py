"""Pages of the manual, for a terminal and for the docs."""

import re
from collections.abc import Iterable

from cardsmith.catalog import Code
from cardsmith.manual import Page

_LEAD = re.compile(r"^(What it objects to|Why it hurts|An example|Better)\b", re.MULTILINE)
_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[36m", "\x1b[0m"


def as_text(page: Page, *, colour: bool = False) -> str:
    """A page as `cardsmith rule` prints it."""
    head = f"{codes(page.codes)}: {page.title}"
    if not colour:
        return f"{head}\n\n{page.text}"
    text = _LEAD.sub(rf"{_BOLD}\1{_RESET}", page.text)
    lines = (_dimmed(line) if line.startswith("    ") else line for line in text.split("\n"))
    return "\n".join((f"{_BOLD}{head}{_RESET}", "", *lines))


def _dimmed(line: str) -> str:
    return f"{_DIM}{line}{_RESET}"


def as_markdown(page: Page) -> str:
    """A page as it stands in the docs."""
    text = _LEAD.sub(r"**\1**", page.text)
    parts = [f"# {page.title}", codes(page.codes, "`"), *map(_fenced, _blocks(text))]
    return "\n\n".join(parts) + "\n"


def listing(all_codes: Iterable[Code]) -> str:
    """A line for each code."""
    known = sorted(all_codes)
    widest = max(len(code.name) for code in known)
    return "\n".join(f"{code.id}  {code.name:<{widest}}  {code.summary}" for code in known)


def codes(of_page: Iterable[Code], quote: str = "") -> str:
    """`W304 repeated-card, W305 repeated-question`."""
    return ", ".join(f"{quote}{code.id}{quote} {code.name}" for code in of_page)


def _blocks(text: str) -> list[str]:
    """Paragraphs and pieces of YAML; an empty line inside of the latter stays."""
    return re.split(r"\n\n(?=\S)|(?<=\S)\n\n(?=    )", text)


def _fenced(block: str) -> str:
    if not block.startswith("    "):
        return block
    lines = [line.removeprefix("    ") for line in block.split("\n")]
    return "\n".join(("```yaml", *lines, "```"))
