"""YAML → tree. The only user of a YAML library, and it makes no guesses.

The tree is built from the parser's events, so that every scalar is text exactly as typed, keys
given twice are both seen, and no alias is ever followed.

PyYAML has two parsers, one in C where that could be built, and they differ in small ways. The
verdict on a file may not depend on the machine, so the pure one decides everywhere; the C one, many
times faster, is believed where both are known to agree.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias
from unicodedata import is_normalized, normalize

from yaml.error import MarkedYAMLError, YAMLError
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from cardsmith.catalog import TOO_LARGE, YAML_FEATURE, YAML_SYNTAX, Code
from cardsmith.deckfile import syntax
from cardsmith.deckfile.tree import (
    DEEPEST,
    Lines,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Tree,
    extent,
    scalars,
)
from cardsmith.diagnostics import Diagnostic, Span

_PURE_AT_MOST = 2**20  # a broken text above this size is explained by whichever parser there is


class _Refused(Exception):  # noqa: N818 - it never leaves this module
    """The text is YAML, perhaps, but not what is read here."""

    def __init__(self, code: Code, start: int, end: int, phrase: str, help_: str = "") -> None:
        super().__init__(phrase)
        self.code, self.start, self.end, self.phrase, self.help = code, start, end, phrase, help_


class _PureParser(Reader, Scanner, Parser):
    """PyYAML's parser in Python, without what makes objects of the events."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


Events: TypeAlias = Callable[[], Any]  # the next event of whichever parser; None at the end


def _fast_parser() -> "Callable[[str], Events] | None":
    try:
        from yaml._yaml import CParser  # noqa: PLC0415 - it may be missing
    except ImportError:
        return None
    return lambda text: CParser(text).get_event


# None where PyYAML was built without C. Tests take it away to see that nothing changes.
fast_parser = _fast_parser()


def read(text: str, path: str) -> Tree:
    """Read a text that `source` has found no damage in."""
    if fast_parser is not None:
        try:
            root, flows = _build(text, fast_parser(text))
        except _Refused:
            pass
        except YAMLError as error:
            if len(text) > _PURE_AT_MOST:
                return Tree(None, _explained(text, path, error))
        else:
            if _agreed(text, root, flows):
                return Tree(root)
    return decide(text, path)


def decide(text: str, path: str) -> Tree:
    """Read with the parser that every machine has."""
    pure = None
    try:
        pure = _PureParser(text)
        return Tree(_build(text, pure.get_event)[0])
    except _Refused as refused:
        span = Span(path, Lines(text).place(refused.start, refused.end))
        return Tree(None, refused.code.at(span, refused.phrase, help=refused.help))
    except YAMLError as error:
        return Tree(None, _explained(text, path, error))
    except (ValueError, OverflowError):
        # `\UFFFFFFFF`: PyYAML asks for a character that does not exist.
        at = pure.get_mark().index if pure else 0
        return Tree(None, _problem(text, path, syntax.explain(text, "unknown escape", at, at)))


def _explained(text: str, path: str, error: YAMLError) -> Diagnostic:
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return _problem(text, path, syntax.explain(text, str(error), 0, 0))
    at = error.problem_mark.index
    start = error.context_mark.index if error.context_mark else at
    return _problem(text, path, syntax.explain(text, error.problem or "", at, start))


def _problem(text: str, path: str, found: syntax.Explanation) -> Diagnostic:
    return YAML_SYNTAX.at(
        Span(path, Lines(text).place(found.start, max(found.end, found.start + 1))),
        found.phrase,
        found.label,
        help=found.help,
    )


# ---- The tree ----------------------------------------------------------------------------------


def _build(text: str, get_event: Events) -> tuple[Node | None, list[Mapping | Sequence]]:
    """The root, and all collections in brackets.

    Raises:
        YAMLError: the parser stumbles.
        _Refused: the text uses what is not read here.
    """
    properties = "&" in text or "!" in text
    composed = text.isascii() and "\\" not in text
    root: list[Node] = []
    nodes, flows = root, list[Mapping | Sequence]()
    outer: list[tuple[list[Node], Any]] = []
    while (event := get_event()) is not None:
        sort = type(event)
        if properties and sort in _NODES:
            _refuse_properties(text, event.start_mark.index)
        if sort is ScalarEvent:
            scalar = Scalar(
                event.value, event.style or "", event.start_mark.index, event.end_mark.index
            )
            if scalar.start == scalar.end and outer and outer[-1][1].flow_style:
                scalar = _behind_colon(text, scalar, nodes)
            nodes.append(scalar if composed or scalar.value.isascii() else _composed(scalar))
        elif sort is MappingStartEvent or sort is SequenceStartEvent:
            if len(outer) >= DEEPEST:
                start = event.start_mark.index
                raise _Refused(TOO_LARGE, start, start + 1, "nested too deeply")
            outer.append((nodes, event))
            nodes = []
        elif sort is MappingEndEvent or sort is SequenceEndEvent:
            items = nodes
            nodes, start_event = outer.pop()
            start, is_flow = start_event.start_mark.index, start_event.flow_style
            # A block ends with its last item, not where the parser has noticed that it is over.
            end = event.end_mark.index if is_flow else extent(items[-1])[1]
            kind = Mapping if sort is MappingEndEvent else Sequence
            nodes.append(node := kind(items, start, end))
            if is_flow:
                flows.append(node)
        elif sort is AliasEvent or sort is DocumentStartEvent:
            _refuse(text, event, is_first=not root)
    return (root[0] if root else None), flows


def _behind_colon(text: str, empty: Scalar, before: list[Node]) -> Scalar:
    """Put an empty value in brackets right behind its colon.

    The pure parser has it there, the C parser where the next sign stands.
    """
    if len(before) % 2 == 0:
        return empty
    colon = _COLON.match(text, extent(before[-1])[1])
    return empty._replace(start=colon.end(), end=colon.end()) if colon else empty


_COLON = re.compile(" *:")


_NODES = frozenset({ScalarEvent, MappingStartEvent, SequenceStartEvent})


def _composed(scalar: Scalar) -> Scalar:
    """Put the text into NFC; a lone half of a character is none, so it is refused."""
    half = _SURROGATES.search(scalar.value)
    if half:
        try:
            whole = half[0].encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            whole = ""
        raise _Refused(
            YAML_FEATURE,
            scalar.start,
            scalar.end,
            f"`\\u{ord(half[0][0]):04x}` is half of a character",
            f"write the character itself{whole and ': '}{whole}",
        )
    if is_normalized("NFC", scalar.value):
        return scalar
    return scalar._replace(value=normalize("NFC", scalar.value))


_SURROGATES = re.compile("[\ud800-\udfff]+")


_PROPERTIES = {"&": "an anchor", "!": "a tag"}


def _refuse_properties(text: str, start: int) -> None:
    """Refuse an anchor or a tag. The C parser forgets a lone `!`, but begins the node there."""
    sign = text[start : start + 1]
    what = _PROPERTIES.get(sign)
    if what:
        raise _Refused(
            YAML_FEATURE,
            start,
            start + 1,
            f"a text cannot begin with `{sign}`, the sign of {what}",
            f"put the text in quotes; {what.partition(' ')[2]}s are not read",
        )


def _refuse(text: str, event: AliasEvent | DocumentStartEvent, *, is_first: bool) -> None:
    """Refuse an alias, and what begins a document but for the first one without directives."""
    start: int = event.start_mark.index  # type: ignore[union-attr]
    if isinstance(event, AliasEvent):
        phrase = "a text cannot begin with `*`, the sign of an alias"
        help_ = "put the text in quotes; aliases are not read"
    elif text.startswith("%", start):
        phrase, help_ = "a line that begins with `%` is a directive", "remove it; none are read"
    elif not is_first:
        phrase, help_ = "a second document begins here", "put it into a file of its own"
    else:
        return
    raise _Refused(YAML_FEATURE, start, start + 1, phrase, help_)


# ---- Where the parsers agree -------------------------------------------------------------------


def _agreed(text: str, root: Node | None, flows: Iterable[Mapping | Sequence]) -> bool:
    """Whether the pure parser makes the same of a text that the C parser has read.

    It refuses tabs outside quotes and blocks and a comment close behind the sign of a block, and
    reads `?` and `!` in brackets differently.
    """
    if ("|" in text or ">" in text) and _CLOSE_COMMENT.search(text):
        return False
    if "\t" in text and root is not None and not _tabs_agree(text, root):
        return False
    if "?" in text or "!" in text:
        return all(_flow_agrees(text, flow) for flow in flows)
    return True


_CLOSE_COMMENT = re.compile("[|>][-+1-9]*#")


def _flow_agrees(text: str, flow: Mapping | Sequence) -> bool:
    start, end = flow.start, flow.end
    if text.find("?", start, end) < 0 and text.find("!", start, end) < 0:
        return True
    bare = []
    for scalar in scalars(flow):
        if scalar.style in _QUOTES:
            bare.append(text[start : scalar.start])
            start = scalar.end
    bare.append(text[start:end])
    return not any("?" in stretch or "!" in stretch for stretch in bare)


_QUOTES = ("'", '"')
_BLOCKS = ("|", ">")


def _tabs_agree(text: str, root: Node) -> bool:
    """Whether each tab stands in quotes, within the lines of a block, or in a comment."""
    every = list(scalars(root))
    starts = [scalar.start for scalar in every]
    at = text.find("\t")
    while at >= 0:
        number = bisect_right(starts, at) - 1
        before = every[number] if number >= 0 else None
        if before is not None and at < before.end:
            if before.style not in _QUOTES and not _in_block(text, before, at):
                return False
        else:
            gap = before.end if before is not None else 0
            if "#" not in text[max(gap, text.rfind("\n", 0, at) + 1) : at]:
                return False
        at = text.find("\t", at + 1)
    return True


def _in_block(text: str, scalar: Scalar, at: int) -> bool:
    """Whether a character belongs to the text of a block: behind its first line and indentation."""
    if scalar.style not in _BLOCKS:
        return False
    lines = text[scalar.start : scalar.end].split("\n")[1:]
    first = next((line for line in lines if line.strip(" ")), "")
    indentation = len(first) - len(first.lstrip(" "))
    column = at - text.rfind("\n", 0, at) - 1
    header_ends = text.find("\n", scalar.start)
    return at > header_ends and column >= indentation and not first.startswith("\t", indentation)
