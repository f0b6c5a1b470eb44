"""What a text is read into: texts, mappings and lists, with their offsets in the text.

There are two readers. `nodes` reads all of YAML and tells where each text stands. `plain` reads
what most decks are written in, many times faster; its texts are bare strings, which do not know
where they stand. Who needs a place of them reads the text again with `nodes`.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from cardsmith.diagnostics import Diagnostic, Place

DEEPEST = 20  # nodes are not nested more deeply


class Scalar(NamedTuple):
    """A text. `style` is its quote or block sign, or empty."""

    value: str
    style: str
    start: int
    end: int


class Mapping(NamedTuple):
    """Keys and values in turn, as written: a key may come twice, and need not be a text."""

    flat: list["Node"]
    start: int
    end: int

    def pairs(self) -> Iterator[tuple["Node", "Node"]]:
        """Each key with its value."""
        nodes = iter(self.flat)
        return zip(nodes, nodes, strict=True)


class Sequence(NamedTuple):
    """Items, as written."""

    items: list["Node"]
    start: int
    end: int


Node: TypeAlias = str | Scalar | Mapping | Sequence


class Tree(NamedTuple):
    """A text, read.

    Attributes:
        root: what it says; None if that is nothing, or cannot be read.
        problem: why it cannot be read.
        is_plain: whether its texts are bare strings.
    """

    root: Node | None
    problem: Diagnostic | None = None
    is_plain: bool = False


def text_of(node: Node) -> str | None:
    """The text that a node is; None if it is none."""
    if isinstance(node, str):
        return node
    return node.value if isinstance(node, Scalar) else None


class NeedsPlacesError(Exception):
    """Somebody asks where a text of a plain tree stands."""


def extent(node: Node) -> tuple[int, int]:
    """The offsets at which a node begins and ends.

    Raises:
        NeedsPlacesError: the tree does not say.
    """
    if isinstance(node, str):
        raise NeedsPlacesError
    return node.start, node.end


def scalars(root: Node) -> Iterator[Scalar]:
    """All texts below a node that know where they stand, keys too, in the order of the file."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            waiting.extend(reversed(node.flat))
        elif isinstance(node, Sequence):
            waiting.extend(reversed(node.items))
        elif isinstance(node, Scalar):
            yield node


class Lines:
    """Where the lines of a text begin."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] = []

    def place(self, start: int, end: int) -> Place:
        """The place of a stretch of the text."""
        starts = self._starts or self._begin()
        first = bisect_right(starts, start)
        last = bisect_right(starts, end, first - 1)
        return Place(first, start - starts[first - 1] + 1, last, end - starts[last - 1] + 1)

    def _begin(self) -> list[int]:
        lengths = map((1).__add__, map(len, self._text.split("\n")))
        self._starts = [*accumulate(lengths, initial=0)][:-1]
        return self._starts
