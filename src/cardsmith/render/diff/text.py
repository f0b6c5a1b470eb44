"""The changes of a collection as text for a terminal, a pipe or a log."""

from collections.abc import Iterator

from rich.text import Text

from cardsmith.changes import Changes, Effect
from cardsmith.render import cells, terminal
from cardsmith.render.diff.parts import Item, row_text, sections
from cardsmith.render.diff.said import (
    Context,
    backticked,
    harmless,
    learners_line,
    moves,
    notices,
    one_line,
    sentence,
    subject,
    sum_line,
)
from cardsmith.render.look import Look, wrapped

_LOST = "bold red"
_LABEL = 10  # letters of a label that stands beside its text


def as_text(found: Changes, context: Context, look: Look) -> str:
    """The report for a terminal; without colours it has no escape sequences at all."""
    lines = _lines(found, context, look)
    if look.colour:
        return terminal.ansi(lines)
    return "".join(f"{line.plain}\n" for line in lines)


def _lines(found: Changes, context: Context, look: Look) -> Iterator[Text]:
    yield from _said(sum_line(found), look, "bold")
    style = _LOST if found.is_loss else "bold"
    yield from _said(f"Learners: {learners_line(found)}", look, style)
    yield from _said(subject(context), look, "dim")
    if found.effects:
        yield Text()
    for effect in found.effects:
        yield from _remark(effect, look, "")
    for section in sections(found, context):
        yield from (Text(), Text(section.title, "bold underline"))
        for item in section.items:
            yield from (Text(), *_item_lines(item, look))
    where = moves(found, backticked)
    if where:
        yield from (Text(), Text("Moved", "bold underline"), Text())
    for line in where:
        yield from _said(f"> {line}", look)
    limits = list(notices(found, context))
    if limits:
        yield Text()
    for notice in limits:
        yield from _said(f"note: {notice}", look, indent=6)


def _said(text: str, look: Look, style: str = "", indent: int = 2) -> list[Text]:
    return wrapped(Text(harmless(one_line(text)), style), look, indent)


def _item_lines(item: Item, look: Look) -> Iterator[Text]:
    style = {"+": "bold green", "-": "bold red", "~": "bold yellow"}[item.sign]
    head = Text(f"{item.sign} {item.id}", style)
    where = Text(f"  {harmless(one_line(item.where))}", "dim")
    if cells.width(f"{head.plain}{where.plain}") > look.width:
        yield from (*wrapped(head, look, 2), *wrapped(where, look, 2))
    else:
        yield head.append_text(where)
    size = max((len(row.label) for row in item.rows if len(row.label) <= _LABEL), default=0)
    bar = "│" if look.unicode else "|"
    for row in item.rows:
        label = row.label
        if len(label) > size:
            yield Text(f"  {label}", "dim")
            label = ""
        room = look._replace(width=max(cells.NARROWEST, look.width - size - len("   | ")))
        for line in row_text(row, colour=look.colour).split("\n", allow_blank=True):
            for part in wrapped(line, room) or [Text()]:
                part.rstrip()
                yield Text.assemble((f"  {label.rjust(size)} {bar} ", "dim"), part)
                label = ""
    for effect in item.effects:
        yield from _remark(effect, look, "  ")


def _remark(effect: Effect, look: Look, margin: str) -> Iterator[Text]:
    word, style = ("lost: ", _LOST) if effect.is_loss else ("note: ", "yellow")
    indent = len(margin) + len(word)
    said = harmless(one_line(sentence(effect, backticked)))
    yield from wrapped(Text.assemble(margin, (word, style), said), look, indent)
