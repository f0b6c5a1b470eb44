"""Where the values of notes stand, found when somebody asks.

Nearly all notes are read to be learned, and nobody asks where their texts stand.
"""

from collections.abc import Iterator, Mapping

from cardsmith.deckfile import source, tree
from cardsmith.diagnostics import Place


class Text:
    """A text whose values can be found by the keys, or numbers of items, that lead to them."""

    __slots__ = ("_lines", "_path", "_root", "_text")

    def __init__(self, text: str, path: str, root: tree.Node | None = None) -> None:
        """Take a text, and its tree if that is there and knows places."""
        self._text = text
        self._path = path
        self._root = root
        self._lines = tree.Lines(text)

    def find(self, way: tuple[str, ...]) -> tree.Node | None:
        """The value that a way leads to; None if there is none."""
        if self._root is None:
            self._root = source.read_all(self._text, self._path).root
        node = self._root
        for key in way:
            node = _part(node, key)
        return node

    def place(self, way: tuple[str, ...]) -> Place | None:
        """Where the value stands that a way leads to; None if there is none."""
        node = self.find(way)
        return None if node is None else self._lines.place(*tree.extent(node))


class Places(Mapping[str, Place]):
    """Where values stand: by field, items of lists as `field.0`, steps as `steps.key`."""

    __slots__ = ("_entry", "_text")

    def __init__(self, text: Text, entry: int | None = None) -> None:
        """Take a deck file, and the number of the entry under `cards:`; None is the header."""
        self._text = text
        self._entry = entry

    @property
    def _home(self) -> tuple[str, ...]:
        return ("deck",) if self._entry is None else ("cards", str(self._entry))

    def __getitem__(self, name: str) -> Place:
        field, dot, item = name.partition(".")
        place = self._text.place((*self._home, field, item) if dot else (*self._home, field))
        if place is None:
            raise KeyError(name)
        return place

    def __iter__(self) -> Iterator[str]:
        for field in _keys(self._text.find(self._home)):
            yield field
            for item in _keys(self._text.find((*self._home, field))):
                yield f"{field}.{item}"

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[str, Place]], tuple[dict[str, Place]]]:
        return dict, (dict(self),)  # without the text


def _keys(node: tree.Node | None) -> list[str]:
    """The keys of a mapping, the numbers of the items of a list."""
    if isinstance(node, tree.Sequence):
        return [str(number) for number in range(len(node.items))]
    if isinstance(node, tree.Mapping):
        return [key for key in map(tree.text_of, node.flat[::2]) if key is not None]
    return []


def _part(node: tree.Node | None, key: str) -> tree.Node | None:
    """What a key, or the number of an item, stands for."""
    if isinstance(node, tree.Sequence) and key.isdecimal() and int(key) < len(node.items):
        return node.items[int(key)]
    if isinstance(node, tree.Mapping):
        return next((value for its, value in node.pairs() if tree.text_of(its) == key), None)
    return None
