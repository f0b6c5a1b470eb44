"""Whether a change to a file left all texts alone that it was not meant to touch.

Changes are made by place, and whoever makes them has thought of everything. Decks are other
people's work, so it is looked at all the same before a file is replaced.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from cardsmith.deckfile import source, tree
from cardsmith.diagnostics import Edit

Way = tuple[str, ...]  # the keys, and the numbers of items, that lead to a text

_NOTE = 2  # keys below the file, its header and a note may stand in any order: `cards`, a number


class _Stretch(NamedTuple):
    """Two offsets; the end is exclusive."""

    start: int
    end: int

    def meets(self, other: "_Stretch") -> bool:
        """Whether two stretches have a character in common, or an empty one touches the other."""
        if self.start == self.end or other.start == other.end:
            return self.start <= other.end and other.start <= self.end
        return self.start < other.end and other.start < self.end


def kept(before: str, after: str, edits: Iterable[Edit] = ()) -> bool:
    """Whether two texts of a file, as `source.decode` makes them, say the same.

    Args:
        before: what can be read without a problem.
        after: what has become of it.
        edits: what was meant to be changed; texts that they touch, and those that they bring, may
            differ. Without them only the places of texts may differ, and the order of fields.
    """
    read = [source.read_all(text, "") for text in (before, after)]
    if any(each.problem for each in read) or source.damage(after, ""):
        return False
    old, new = (dict(_leaves(each.root)) for each in read)
    taken, brought = _changed(before, sorted(set(edits)))
    return all(
        _meets(taken, leaf) or (way in new and _said(leaf) == _said(new[way]))
        for way, leaf in old.items()
    ) and all(way in old or _meets(brought, leaf) for way, leaf in new.items())


def _said(leaf: tree.Scalar) -> tuple[str, str]:
    return leaf.value, leaf.style


def _leaves(node: tree.Node | None, way: Way = ()) -> Iterator[tuple[Way, tree.Scalar]]:
    """All texts, and all lists and mappings that are empty."""
    match node:
        case tree.Scalar():
            yield way, node
        case tree.Mapping():
            yield (*way, "{}"), tree.Scalar("", "{}", node.start, node.end)
            yield from _below(node, way)
        case tree.Sequence():
            yield (*way, "[]"), tree.Scalar("", "[]", node.start, node.end)
            for number, item in enumerate(node.items):
                yield from _leaves(item, (*way, str(number)))


def _below(node: tree.Mapping, way: Way) -> Iterator[tuple[Way, tree.Scalar]]:
    seen: dict[str | None, int] = {}
    for number, (key, value) in enumerate(node.pairs()):
        name = tree.text_of(key)
        seen[name] = seen.get(name, 0) + 1
        here = (*way, f"{name}:{seen[name] if len(way) <= _NOTE else number}")
        if name is None:
            yield from _leaves(key, (*here, "?"))
        yield from _leaves(value, here)


def _changed(text: str, edits: Iterable[Edit]) -> tuple[list[_Stretch], list[_Stretch]]:
    """Where edits take something from a text, and where what they bring stands afterwards."""
    lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    taken, brought, shift = [], [], 0
    for edit in edits:
        line, column, end_line, end_column = edit.place
        start = lines[line - 1] + column - 1
        end = lines[end_line - 1] + end_column - 1
        taken.append(_Stretch(start, end))
        brought.append(_Stretch(start + shift, start + shift + len(edit.text)))
        shift += len(edit.text) - (end - start)
    return taken, brought


def _meets(stretches: list[_Stretch], leaf: tree.Scalar) -> bool:
    """Whether a leaf meets one of some stretches, which stand in order and do not overlap."""
    if leaf.style in {"{}", "[]"}:
        return False
    its = _Stretch(leaf.start, leaf.end)
    near = bisect_left(stretches, its.start, key=lambda stretch: stretch.end)
    return any(
        stretch.meets(its)
        for stretch in takewhile(lambda s: s.start <= its.end, islice(stretches, near, None))
    )
