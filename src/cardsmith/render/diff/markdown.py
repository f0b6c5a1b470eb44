"""The changes of a collection as a comment on GitHub."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from cardsmith.changes import Changes, Effect
from cardsmith.render.diff.parts import Item, row_text, sections
from cardsmith.render.diff.said import (
    Context,
    harmless,
    learners_line,
    moves,
    notices,
    one_line,
    sentence,
    short,
    subject,
    sum_line,
)
from cardsmith.render.phrases import counted

LARGEST = 60_000  # characters of Markdown: GitHub takes 65,536, and whoever posts it adds a few
_CUT_LINE = 2_000  # characters of the line that says what was cut, at most
_LONGEST_NAME = 500  # characters of a name or a notice
_SIGNS = {"+": "added", "-": "removed", "~": "changed"}


def as_markdown(found: Changes, context: Context, largest: int = LARGEST) -> str:
    """The report as a comment on GitHub; what does not fit is counted in the last line."""
    head = [f"**{sum_line(found)}**", f"**Learners: {learners_line(found)}**"]
    head.append(_code(subject(context)))
    effects = "\n".join(_fitting(map(_bullet, found.effects), largest // 6))
    ends = list(_ends(found, context, largest // 6))
    room = largest - sum(map(_size, (*head, effects, *ends))) - _CUT_LINE
    kept, used, left = [], 0, 0
    for text in _items(found, context):
        used += _size(text)
        if used > room:
            left += 1
        else:
            kept.append(text)
    if left:
        cut = f"*Cut here: {counted(left, 'more note')} would not fit. All of it: "
        kept.append(f"{cut}{_code(context.again)}*")
    return "\n\n".join(filter(None, (*head, effects, *kept, *ends))) + "\n"


def _items(found: Changes, context: Context) -> Iterator[str]:
    for section in sections(found, context):
        title = f"### {section.title}\n\n"
        for item in section.items:
            yield f"{title}{_item_markdown(item)}"
            title = ""


def _ends(found: Changes, context: Context, room: int) -> Iterator[str]:
    """What stands at the end, also if the report is cut."""
    where = _fitting((f"- {line}" for line in moves(found, _code)), room)
    if where:
        yield "### Moved\n\n" + "\n".join(where)
    limits = _fitting((f"- {_code(notice)}" for notice in notices(found, context)), room)
    if limits:
        yield "\n".join(limits)


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """The first lines of a list, and how many there would be more."""
    every = list(lines)
    most = bisect_right(list(accumulate(map(_size, every))), room)
    more = len(every) - most
    return [*every[:most], f"- and {more:,} more"] if more else every


def _item_markdown(item: Item) -> str:
    parts = [f"**{_SIGNS[item.sign]}** {_code(item.id)} in {_code(item.where)}"]
    if item.rows:
        size = max(len(row.label) for row in item.rows)
        lines = []
        for row in item.rows:
            label = row.label
            for line in row_text(row, colour=False).plain.split("\n"):
                lines.append(f"{label.rjust(size)} | {line}".rstrip())
                label = ""
        said = "\n".join(lines)
        fence = "`" * max(3, 1 + _longest_run(said))
        parts.append(f"{fence}text\n{said}\n{fence}")
    parts += ["\n".join(map(_bullet, item.effects))] if item.effects else []
    return "\n\n".join(parts)


def _bullet(effect: Effect) -> str:
    word = "**lost:**" if effect.is_loss else "note:"
    return f"- {word} {sentence(effect, _code)}"


def _code(text: str) -> str:
    """Text as code in a line, whatever backticks are in it."""
    said = short(harmless(one_line(text)), _LONGEST_NAME)
    if not said:
        return "nothing"
    ticks = "`" * (1 + _longest_run(said))
    # A blank on both sides is no part of the code.
    pad = " " * ("`" in {said[0], said[-1]})
    return f"{ticks}{pad}{said}{pad}{ticks}"


def _longest_run(text: str) -> int:
    """How many backticks stand side by side."""
    return max(map(len, re.findall("`+", text)), default=0)


def _size(text: str) -> int:
    """The characters of a text as GitHub counts them, at most, with the blank line behind it."""
    return len(text.encode("utf-16-le")) // 2 + 2
