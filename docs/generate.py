"""Write the pages that are made from tables in the code; `--check` says which are not current."""

import sys
from collections.abc import Iterator
from pathlib import Path

from cardsmith.catalog import CATALOG
from cardsmith.deckfile import fields

HERE = Path(__file__).parent
NOTE = "<!-- Made by docs/generate.py: change the code, then run it. -->\n"


def main() -> None:
    """Write the pages, or compare them."""
    check = "--check" in sys.argv[1:]
    stale = []
    for name, lines in {"fields.md": field_page(), "problems.md": problem_page()}.items():
        page, text = HERE / name, NOTE + "\n".join(lines) + "\n"
        if page.exists() and page.read_text("utf-8") == text:
            continue
        stale.append(name)
        if not check:
            page.write_text(text, "utf-8")
    if check and stale:
        sys.exit(f"not current: {', '.join(stale)}; run docs/generate.py")


def field_page() -> Iterator[str]:
    """Every field of every mapping."""
    yield "# Fields\n"
    tables = {
        "A note": fields.NOTE,
        "The head of a deck file, `deck:`": fields.DECK,
        "`collection.yaml`": fields.COLLECTION,
        "A source in `collection.yaml`": fields.SOURCE,
    }
    for title, table in tables.items():
        yield f"## {title}\n"
        yield "| field | kinds | Markdown | what it is | example |"
        yield "|---|---|---|---|---|"
        for field in table.values():
            kinds = ", ".join(field.kinds) or ("all" if title == "A note" else "")
            name = f"**`{field.name}`**" if field.required else f"`{field.name}`"
            markdown = "yes" if field.markdown else ""
            example = field.example.replace("|", "\\|")
            yield f"| {name} | {kinds} | {markdown} | {field.about} | `{example}` |"
        yield ""
    yield "Fields in bold are required, where the kind of the note has them."


def problem_page() -> Iterator[str]:
    """Every code."""
    yield "# Problems\n"
    yield "`E…` prevents a correct card, `W…` makes a poor one. A code never changes its meaning.\n"
    yield "| code | name | what is wrong |"
    yield "|---|---|---|"
    for code in sorted(CATALOG):
        yield f"| {code.id} | {code.name} | {code.summary} |"


if __name__ == "__main__":
    main()
