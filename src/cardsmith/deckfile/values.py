"""Nodes → values of the shapes that the table of fields names; what does not fit is a problem."""

import re
from collections.abc import Iterable
from typing import TypeGuard

from cardsmith.catalog import (
    DUPLICATE_KEY,
    EMPTY_TEXT,
    ESCAPED_CHARACTER,
    SEVERAL_LINES,
    TOO_LARGE,
    UNKNOWN_KEY,
    WRONG_SHAPE,
    Code,
)
from cardsmith.deckfile import fields, syntax, tree
from cardsmith.diagnostics import Diagnostic, Place, Remark, Span, did_you_mean

LONGEST = 64 * 2**10  # characters of one text

# What a card would show as nothing at all, or as what other programs show as nothing.
_NOTHING = re.compile(
    r"(?:[\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164]"
    r"|[\ufe00-\ufe0f\ufeff\uffa0]|</?(?:br|p|div|span)\s*/?>"
    r"|&(?:nbsp|\#160|\#xa0|ensp|emsp|thinsp|zwnj|zwj|shy);|\\$)*",
    re.IGNORECASE | re.MULTILINE,
)
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_TAME = re.compile(r"\w[\w .+/-]*")  # an item of a list that needs no quotes


def is_blank(text: str) -> bool:
    """Whether a card would show nothing: spaces, invisible characters, `<br>`, `&nbsp;`."""
    return _NOTHING.fullmatch(text) is not None


class Reader:
    """Reads the values of one file and gathers what is wrong with them.

    A method that reads a value returns None where it has reported a problem.
    """

    def __init__(self, path: str, text: str, *, is_plain: bool) -> None:
        self.path = path
        self.text = text
        self.is_plain = is_plain
        self.problems: list[Diagnostic] = []
        self.text_lines = tree.Lines(text)
        # Asked of the whole text once, not of each value.
        self._has_escapes = "\\" in text
        self._is_long = len(text) > LONGEST

    def report(  # noqa: PLR0913 - the parts of a diagnostic
        self,
        code: Code,
        where: tree.Node | Place,
        phrase: str,
        *,
        label: str = "",
        remarks: tuple[Remark, ...] = (),
        help: str = "",  # noqa: A002 - the word that the reader sees
    ) -> None:
        """Add a problem.

        Raises:
            NeedsPlacesError: the tree does not say where it is.
        """
        if self.is_plain:
            raise tree.NeedsPlacesError
        place = where if isinstance(where, Place) else self.place(where)
        self.problems.append(code.at(Span(self.path, place), phrase, label, remarks, help))

    def owner(self) -> str:
        """` of …`: what the values being read belong to, if that has a name."""
        return ""

    def span(self, node: tree.Node) -> Span:
        """Where a node stands."""
        return Span(self.path, self.place(node))

    def place(self, node: tree.Node) -> Place:
        """Where a node stands.

        Raises:
            NeedsPlacesError: the tree does not say.
        """
        return self.text_lines.place(*tree.extent(node))

    def first_of(self, node: tree.Node | None) -> Place:
        """The beginning of a node, for what is to be said of all of it."""
        if node is None:
            return Place(1, 1, 1, 2)
        if isinstance(node, tree.Mapping) and node.flat:
            return self.place(node.flat[0])
        place = self.place(node)
        return place._replace(end_line=place.line, end_column=place.column + 1)

    # ---- mappings ------------------------------------------------------------------------------

    def entries(self, node: tree.Mapping, table: fields.Table) -> dict[str, tree.Node]:
        """The values of a mapping by their keys, in the order written.

        A key that is none, but nearly, counts as the one that was meant, so that one slip is not
        reported twice.
        """
        found: dict[str, tree.Node] = {}
        keys_and_values = iter(node.flat)
        for key in keys_and_values:
            value = next(keys_and_values)
            name = tree.text_of(key)
            if name in table and name not in found:
                found[name] = value
            elif name in found:
                self.report_twice(node, key, name)
            else:
                meant = self._report_unknown(key, name, table)
                if meant:
                    found.setdefault(meant, value)
        return found

    def report_twice(self, node: tree.Mapping, key: tree.Node, name: str) -> None:
        """Report a key that stands in the mapping before."""
        same = (k for k, _ in node.pairs() if tree.text_of(k) == name)
        first = Remark("first given here", self.span(next(same, node)))
        self.report(
            DUPLICATE_KEY,
            key,
            f"`{name}` is given twice",
            label="given again here",
            remarks=(first,),
            help="keep one of the two",
        )

    def _report_unknown(self, key: tree.Node, name: str | None, table: fields.Table) -> str:
        if name is None:
            self.report(WRONG_SHAPE, key, "a key is a text", help="put the text in quotes")
            return ""
        meant = did_you_mean(name, table)
        known = "known are " + ", ".join(f"`{known}`" for known in table)
        self.report(
            UNKNOWN_KEY,
            key,
            f"unknown key `{name}`" if name.strip() else "a key is empty",
            label=f"did you mean `{meant}`?" if meant else "",
            help="" if meant else known,
        )
        return meant

    # ---- texts ---------------------------------------------------------------------------------

    def string(self, name: str, node: tree.Node) -> str | None:
        """A text, exactly as typed but for the line feeds at its end."""
        text = tree.text_of(node)
        if text is None:
            self._report_not_text(name, node)
            return None
        if self._is_long and len(text) > LONGEST:
            self.report(TOO_LARGE, node, f"`{name}` is longer than {LONGEST // 1024} KiB")
            return None
        if isinstance(node, tree.Scalar) and node.style:
            if self._has_escapes and node.style == '"' and self._report_unseen(node):
                return None
            text = text.rstrip("\n")
        return text

    def side(self, name: str, node: tree.Node) -> str | None:
        """A text that must show something."""
        text = self.string(name, node)
        if text is None or text[:1].isalnum() or not is_blank(text):
            return text
        phrase = f"`{name}`{self.owner()} is empty"
        self.report(EMPTY_TEXT, node, phrase, help=self._lost_in_comment(node))
        return None

    def line(self, name: str, node: tree.Node) -> str | None:
        """A text of one line."""
        return self._one_line(name, node, self.string(name, node))

    def side_line(self, name: str, node: tree.Node) -> str | None:
        """A text of one line that must show something."""
        return self._one_line(name, node, self.side(name, node))

    def _one_line(self, name: str, node: tree.Node, text: str | None) -> str | None:
        if text is None or "\n" not in text:
            return text
        self.report(SEVERAL_LINES, node, f"`{name}` has several lines", help="write one line")
        return None

    def flag(self, name: str, node: tree.Node) -> bool | None:
        """`true` or `false`; nothing is false."""
        text = tree.text_of(node)
        if text in {"true", "false", ""}:
            return text == "true"
        self.report(WRONG_SHAPE, node, f"`{name}` is neither `true` nor `false`")
        return None

    # ---- lists ---------------------------------------------------------------------------------

    def lines(self, name: str, node: tree.Node) -> tuple[str, ...] | None:
        """A list of texts of one line each, none of them empty; nothing is an empty list."""
        if isinstance(node, tree.Sequence):
            read = [
                item if is_simple(item) else self.side_line(f"{name}.{number}", item)
                for number, item in enumerate(node.items)
            ]
            return None if None in read else tuple(text for text in read if text is not None)
        text = tree.text_of(node)
        if text == "":
            return ()
        help_ = ""
        if text and "\n" not in text:
            items = (item.strip() for item in text.split(","))
            help_ = self.instead(name, node, f"[{', '.join(map(_item, filter(None, items)))}]")
        self.report(WRONG_SHAPE, node, f"`{name}` must be a list", help=help_)
        return None

    # ---- ways out ------------------------------------------------------------------------------

    def instead(self, name: str, node: tree.Node, value: str) -> str:
        """`write this:` and the line with another value, ready to paste where that is sure."""
        start, _ = tree.extent(node)
        head = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        if re.fullmatch(rf" *(?:- +)*{re.escape(name)}: +", head) is None:
            return f"write `{name}: {value}`"
        return f"write this:\n{head}{value}"

    def _report_not_text(self, name: str, node: tree.Node) -> None:
        what = "list" if isinstance(node, tree.Sequence) else "mapping"
        start, end = tree.extent(node)
        written = self.text[start:end]
        if written.startswith(("[", "{")) and "\n" not in written:
            help_ = self.instead(name, node, syntax.quoted(written))
        elif "\n" not in written:
            help_ = f"put the text in quotes: {syntax.quoted(written)}"
        else:
            help_ = "write the text as a block: `|`, and the text indented below"
        self.report(WRONG_SHAPE, node, f"`{name}` is a {what}, not a text", help=help_)

    def _report_unseen(self, node: tree.Scalar) -> bool:
        unseen = _UNSEEN.search(node.value)
        if unseen is None:
            return False
        self.report(
            ESCAPED_CHARACTER,
            node,
            f"a backslash made the character U+{ord(unseen[0]):04X}, which cannot be seen",
            help="use single quotes or a block, where a backslash is a backslash",
        )
        return True

    def _lost_in_comment(self, node: tree.Node) -> str:
        _, end = tree.extent(node)
        rest = self.text[end : self.text.find("\n", end)].strip()
        if isinstance(node, tree.Scalar) and not node.style and rest.startswith("#"):
            return "what stands after a space and `#` is a comment: put the text in quotes"
        return ""


def is_simple(node: tree.Node) -> TypeGuard[str]:
    """Whether a node is a text as nearly all are, of which there is nothing more to ask."""
    return (
        isinstance(node, str) and node[:1].isalnum() and "\n" not in node and len(node) <= LONGEST
    )


def key_of(node: tree.Mapping, value: tree.Node) -> tree.Node:
    """The key of a value, also where it is misspelt."""
    return next((key for key, its in node.pairs() if its is value), node)


def _item(text: str) -> str:
    return text if _TAME.fullmatch(text) else syntax.quoted(text)


def listed(names: Iterable[str]) -> str:
    """Names in backticks, as a sentence lists them."""
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} or {last}" if most else last
