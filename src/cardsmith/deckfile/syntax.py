"""YAML's complaints in plain words: what the author wrote, and what to write instead."""

import re
from collections.abc import Callable
from typing import NamedTuple


class Explanation(NamedTuple):
    """What is wrong; the offsets `start` and `end` say where."""

    start: int
    end: int
    phrase: str
    help: str = ""
    label: str = ""


class _Complaint(NamedTuple):
    """What the parser says.

    Attributes:
        text: all that it reads.
        at: where it stumbled.
        start: where what it was reading began; `at` if it does not say.
        words: its own words, which are explained.
    """

    text: str
    at: int
    start: int
    words: str

    @property
    def here(self) -> str:
        """The character at which it stumbled."""
        return self.text[self.at : self.at + 1]

    @property
    def line(self) -> tuple[int, str]:
        """The line in which it stumbled, and where that begins."""
        return _line(self.text, self.at)

    def find(self, phrase: str, help_: str = "", label: str = "") -> Explanation:
        """An explanation that points where the parser stumbled."""
        return Explanation(self.at, self.at + 1, phrase, help_, label)


_Reader = Callable[[_Complaint], Explanation | None]

# `  - key: value`, with or without the dash.
_ENTRY = re.compile(r"(?P<head> *(?:- +)*(?P<key>[\w.-]+): +)(?P<value>\S.*)")
_BLOCK = re.compile(r"(?:: |- )[|>][-+1-9]*(?: +#.*)?$")
_CLOSING = ("]", "}", "'", '"')
_DASHES = re.compile(r"(?:- +)+")
_KEY = re.compile(r" *(?:- +)*(?P<key>[\w.-]+):(?: |$)")


def explain(text: str, words: str, at: int, start: int) -> Explanation:
    """Explain a complaint of PyYAML.

    Args:
        text: what was read.
        words: the complaint.
        at: the offset at which the parser stumbled.
        start: the offset at which what it was reading began; `at` if it gave none.
    """
    at = min(at, len(text))
    complaint = _Complaint(text, at, min(start, at), words)
    for read in _READERS:
        found = read(complaint)
        if found:
            return found
    return complaint.find(f"this is not YAML ({words})", "put the text in quotes, or use a block")


def quoted(text: str) -> str:
    """A text in quotes, as one would write it by hand."""
    if "'" in text and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _line(text: str, at: int) -> tuple[int, str]:
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return start, text[start : end if end >= 0 else len(text)]


def _quote(c: _Complaint, at: int | None = None) -> str:
    """How to quote the value of the line: the very line, where that is sure."""
    _, line = _line(c.text, c.at if at is None else at)
    entry = _ENTRY.fullmatch(line)
    if entry is None or entry["value"][0] in "{[|>" or c.text.startswith("\t", c.at):
        return "put the text in quotes, or write it as a block: `|`, and the text indented below"
    value = entry["value"].rstrip()
    if value[0] in "'\"":
        value = _unquoted(value)
    return f"put the text in quotes:\n{entry['head']}{quoted(value)}"


def _unquoted(value: str) -> str:
    """A text without the quotes that were meant to stand around it, if they are those."""
    quote = value[0]
    inner = value[1:].removesuffix(quote)
    within_words = re.sub(rf"(?<=\w){quote}(?=\w)", "", inner)
    return value if quote in within_words else inner


def _tab(c: _Complaint) -> Explanation | None:
    if c.here != "\t":
        return None
    return c.find("a tab outside quotes", "use spaces, or put the text in quotes")


def _question_mark(c: _Complaint) -> Explanation | None:
    if c.here == "?" and "got '?'" in c.words:
        return c.find("`?` in brackets is a sign of YAML", "put the text in quotes")
    return None


def _colon(c: _Complaint) -> Explanation | None:
    stray = "mapping values are not allowed" in c.words or "got ':'" in c.words
    if not stray or c.here != ":":
        return None
    start, line = c.line
    key = _KEY.match(line)
    if key and start + key.end("key") == c.at:
        above = _line(c.text, max(0, start - 1))
        if _indentation_of(above[1]) >= _indentation_of(line):
            return _loose(c.text, *above)
        return Explanation(
            start + key.start("key"),
            c.at,
            f"`{key['key']}` is indented too far, so it counts as part of the text above",
            "begin it in the same column as the other fields",
        )
    return c.find("the text contains `: `, which would begin a value", _quote(c))


def _behind_quote(c: _Complaint) -> Explanation | None:
    """`"Ubiquitous" means?`, `'It's`, and `[sound:x] and more`."""
    if "expected <block end>" not in c.words and "expected ','" not in c.words:
        return None
    start, line = c.line
    before = line[: c.at - start].rstrip(" ")
    if not before or before[-1] not in "'\"]}":
        return None
    what = "quote" if before[-1] in "'\"" else "bracket"
    help_ = _quote(c)
    if before[-1] == "'" and c.text[c.at - 1] == "'":
        help_ = "double the apostrophe (`''`), or " + help_
    return c.find(f"the text goes on after its closing {what}", help_)


def _open_quote(c: _Complaint) -> Explanation | None:
    if "end of stream" not in c.words and "document separator" not in c.words:
        return None
    return Explanation(
        c.start,
        c.start + 1,
        "a quote is opened here and never closed",
        "close it; a text that only begins with a quote is put in quotes of the other kind",
    )


def _escape(c: _Complaint) -> Explanation | None:
    if "escape" not in c.words:
        return None
    at = max(0, c.text.rfind("\\", 0, c.at + 1))
    return Explanation(
        at,
        at + 2,
        f"`{c.text[at : at + 2]}` in double quotes is no character",
        "use single quotes or a block, where a backslash is a backslash",
    )


_SIGN_SEEN = ("cannot start any token", "sequence entries", "mapping keys", "tag handle")
# Here the parser has read on behind the sign.
_SIGN_READ = (
    "alphabetic or numeric",
    "expected URI",
    "expected '",
    "indicator",
    "comment or a line break",
)


def _forbidden_start(c: _Complaint) -> Explanation | None:
    """Signs that a bare text cannot begin with."""
    at = c.at
    if any(words in c.words for words in _SIGN_READ):
        at = c.start
    elif not any(words in c.words for words in _SIGN_SEEN):
        return None
    sign = c.text[at : at + 1]
    if not sign or sign not in "@`%*&!|>-?'\"":
        return None
    start, line = _line(c.text, at)
    if at == start + _indentation_of(line) and _is_below_text(c.text, start):
        return _loose(c.text, start, line)
    return Explanation(at, at + 1, f"a text cannot begin with `{sign}`", _quote(c, at))


def _indentation(c: _Complaint) -> Explanation | None:
    if not any(
        words in c.words for words in ("<block end>", "document start", "did not find expected")
    ):
        return None
    start, line = c.line
    column, due = c.at - start + 1, c.start - c.text.rfind("\n", 0, c.start)
    if "'<scalar>'" in c.words and _KEY.match(line) is None:
        return _loose_line(c)
    if c.here == "-" and column == due and _is_below_text(c.text, start):
        return _loose(c.text, start, line)
    what = "item" if c.here == "-" else "line"
    if column != due:
        due = _due(c.text, start, column, due, is_item=c.here == "-")
    hint = f"this {what} begins in column {column}, those before it in column {due}"
    return c.find(
        "the indentation does not fit",
        f"{hint}: begin them all in the same column" if column != due else "",
        "begins here",
    )


def _due(text: str, start: int, column: int, due: int, *, is_item: bool) -> int:
    """The column that was meant: the nearest in which a list or mapping around the line began.

    The parser's own, `due`, is that of the whole of which the line is no part: an item that begins
    to the left of the others is held against the key above them all.
    """
    columns: list[int] = []
    at, margin = start, len(text)
    while at and margin:
        at, line = _line(text, at - 1)
        indentation = _indentation_of(line)
        if indentation >= margin or not line.strip() or line.startswith("#", indentation):
            continue
        if _BLOCK.search(line):
            columns.clear()  # those were lines of text
        margin = indentation
        dashes = _DASHES.match(line, indentation)
        if is_item and dashes:
            columns.append(indentation + 1)
        elif not is_item:
            columns.append((dashes.end() if dashes else indentation) + 1)
    return min(columns, key=lambda each: abs(each - column), default=due)


def _loose_line(c: _Complaint) -> Explanation:
    start, line = c.line
    above = _line(c.text, max(0, start - 1))[1]
    if " #" in above and not above.lstrip(" ").startswith("#"):
        return Explanation(
            c.at,
            start + len(line.rstrip()),
            "the text of the line above ends at its ` #`, so it cannot go on here",
            "put the text in quotes, or write it as a block",
        )
    return _loose(c.text, start, line)


def _no_colon(c: _Complaint) -> Explanation | None:
    if "could not find expected ':'" not in c.words:
        return None
    return _loose(c.text, *_line(c.text, c.start))


def _loose(text: str, start: int, line: str) -> Explanation:
    """A line that is no entry; perhaps a comment has ended the text that it goes on with."""
    ended, at, above = -1, start, "#"
    while at and (above.lstrip(" ").startswith("#") or not above.strip()):
        at, above = _line(text, at - 1)
        if above.lstrip(" ").startswith("#"):
            ended = at
    is_text = not _KEY.fullmatch(above.rstrip()) and not above.rstrip().endswith(_CLOSING)
    if ended >= 0 and is_text and line.startswith(" "):
        comment = _line(text, ended)[1]
        return Explanation(
            ended + _indentation_of(comment),
            ended + len(comment.rstrip()),
            "the text above ends at this comment, so it cannot go on below",
            "if it is part of the text, indent it like that; if not, put it above the key",
        )
    return Explanation(
        start + _indentation_of(line),
        start + len(line.rstrip()),
        "this line is neither `key: value` nor part of the text above",
        "indent it further to continue the text above, or give it a key",
    )


def _is_below_text(text: str, start: int) -> bool:
    """Whether the line that begins at an offset stands below the lines of a block."""
    at, margin = start, None
    while at:
        at, line = _line(text, at - 1)
        if not line.strip() or line.lstrip(" ").startswith("#"):
            continue
        if _BLOCK.search(line) and (margin is None or margin > _indentation_of(line)):
            return margin is not None
        indentation = _indentation_of(line)
        margin = indentation if margin is None else min(margin, indentation)
        if not margin:
            return False
    return False


def _indentation_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _open_bracket(c: _Complaint) -> Explanation | None:
    if "expected ','" not in c.words or "\n" not in c.text[c.start : c.at]:
        return None
    return Explanation(
        c.start,
        c.start + 1,
        "a bracket is opened here and not closed in its line",
        "close it; a text that begins with a bracket is put in quotes",
    )


def _comma(c: _Complaint) -> Explanation | None:
    if "expected ','" in c.words:
        return c.find("a comma is missing here, or the text needs quotes", _quote(c))
    if "expected the node content" in c.words:
        return c.find("something is missing before this sign", "remove the sign, or quote it")
    return None


_READERS: tuple[_Reader, ...] = (
    _tab,
    _open_bracket,
    _question_mark,
    _colon,
    _behind_quote,
    _open_quote,
    _escape,
    _forbidden_start,
    _indentation,
    _no_colon,
    _comma,
)
