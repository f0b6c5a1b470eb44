"""Where the values of notes stand, found when somebody asks.

Nearly all notes are read to be learned, and nobody asks where their texts stand.
"""

from collections.abc import Iterator, Mapping

from cardsmith.deckfile import source, tree
from cardsmith.diagnostics import Place

HEADER = -1


class Text:
    """The text of a deck file, with a tree that knows places once one is needed."""

    __slots__ = ("_root", "lines", "path", "text")

    def __init__(self, text: str, path: str, root: tree.Node | None) -> None:
        """Take a text and its tree; None for the tree if it knows no places."""
        self.text = text
        self.path = path
        self.lines = tree.Lines(text)
        self._root = root

    def values(self, entry: int) -> dict[str, tree.Node]:
        """The values of an entry under `cards:` by their keys, or those of the `HEADER`."""
        if self._root is None:
            self._root = source.read_all(self.text, self.path).root
        top = _by_key(self._root)
        if entry == HEADER:
            return _by_key(top.get("deck"))
        cards = top.get("cards")
        return _by_key(cards.items[entry] if isinstance(cards, tree.Sequence) else None)


class Places(Mapping[str, Place]):
    """Where values stand: by field, items of lists as `field.0`, steps as `steps.key`."""

    __slots__ = ("_entry", "_text")

    def __init__(self, text: Text, entry: int) -> None:
        self._text = text
        self._entry = entry

    def __getitem__(self, name: str) -> Place:
        field, _, item = name.partition(".")
        node = self._text.values(self._entry)[field]
        return self._place(_items(node)[item] if item else node)

    def __iter__(self) -> Iterator[str]:
        for field, node in self._text.values(self._entry).items():
            yield field
            for item in _items(node):
                yield f"{field}.{item}"

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[str, Place]], tuple[dict[str, Place]]]:
        return dict, (dict(self),)  # without the text

    def _place(self, node: tree.Node) -> Place:
        if isinstance(node, str):
            raise TypeError(node)
        return self._text.lines.place(node.start, node.end)


def _by_key(node: tree.Node | None) -> dict[str, tree.Node]:
    if not isinstance(node, tree.Mapping):
        return {}
    return {key: value for node_, value in node.pairs() if (key := tree.text_of(node_)) is not None}


def _items(node: tree.Node) -> dict[str, tree.Node]:
    if isinstance(node, tree.Sequence):
        return {str(number): item for number, item in enumerate(node.items)}
    return _by_key(node)
