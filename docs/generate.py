"""Write the pages that are made from tables in the code; `--check` says which are not current."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardsmith.deckfile import fields, schema
from cardsmith.manual import pages
from cardsmith.render.manual import as_markdown
from cardsmith.settings import FILE, TABLE, Settings, words

HERE = Path(__file__).parent
NOTE = "<!-- Made by docs/generate.py: change the code, then run it. -->\n"


def main() -> None:
    """Write the pages, or compare them."""
    check = "--check" in sys.argv[1:]
    texts = made()
    rules = HERE / "rules"
    stale = [name for name, text in texts.items() if _text(HERE / name) != text]
    gone = [f"rules/{path.name}" for path in rules.glob("*") if f"rules/{path.name}" not in texts]
    if check and (stale or gone):
        sys.exit(f"not current: {', '.join((*stale, *gone))}; run docs/generate.py")
    rules.mkdir(exist_ok=True)
    for name in stale:
        (HERE / name).write_text(texts[name], "utf-8")
    for name in gone:
        (HERE / name).unlink()


def made() -> dict[str, str]:
    """The text of each file, by its path from here."""
    return {
        "fields.md": _page(field_page()),
        "deck.schema.json": _json(schema.deck_schema()),
        "collection.schema.json": _json(schema.collection_schema()),
        "settings.md": _page(setting_page()),
        "rules/README.md": _page(rule_list()),
        **{f"rules/{each.name}.md": _page([as_markdown(each).rstrip()]) for each in pages()},
    }


def _page(lines: Iterable[str]) -> str:
    return NOTE + "\n".join(lines) + "\n"


def _json(value: schema.Schema) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


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


def setting_page() -> Iterator[str]:
    """Every setting."""
    yield "# Settings\n"
    yield "Settings are the learner's alone: nothing in a deck can change them. They stand in a"
    yield f"file `{FILE}` beside the histories and travel with those; one in the folder of a"
    yield "collection's history wins over the one for all, and `--set NAME=VALUE` over both, for"
    yield "one call. A value that cannot be is told with its line, and nothing is done by it.\n"
    yield "```console"
    yield "$ cardsmith config --explain            # all of them, and where each was set"
    yield "$ cardsmith config new 20               # set one"
    yield "$ cardsmith config --unset new          # back to the default"
    yield "$ cardsmith config keys 2 --decks PATH  # for one collection"
    yield "```\n"
    yield "| setting | what it does | values | default |"
    yield "|---|---|---|---|"
    for setting in TABLE.values():
        default = words(getattr(Settings(), setting.name)) or "none"
        yield f"| `{setting.name}` | {setting.about} | {setting.values} | {default} |"


def rule_list() -> Iterator[str]:
    """Every code, with the page that explains it."""
    yield "# What lint says\n"
    yield "`E…` prevents a correct card, `W…` makes a poor one: `W3…` in any language, `W4…` by the"
    yield "wording of English notes. A code never changes its meaning. In the terminal:"
    yield "`cardsmith rule W401`.\n"
    yield "| code | name | what is wrong |"
    yield "|---|---|---|"
    for each in pages():
        for code in each.codes:
            yield f"| {code.id} | [{code.name}]({each.name}.md) | {code.summary} |"


if __name__ == "__main__":
    main()
