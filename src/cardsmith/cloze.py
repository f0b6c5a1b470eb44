r"""The cloze grammar: `{{c1::text::hint}}`, nested, in prose, code and maths.

Cloze marks are read before Markdown. In prose `::` parts the text from its hint and `}}` ends the
gap; `\:` and `\}` make them text. Inside code and maths both are text and braces balance, so that
a formula such as `{{c1::\frac{a}{b_{1}}}}` or a name such as `` {{c1::`std::map`}} `` stays whole.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

OPENING = re.compile(r"\{\{c(\d{1,3})::")

HIGHEST = 500  # Anki folds higher numbers into this one
_DEEPEST = 8
_SPECIAL = re.compile(r"[\\{}]|::")
# The rest of most gaps: text, perhaps a hint, and no sign that could have another meaning.
_SIMPLE = re.compile(r"([^{}\\:`$~]+)(?:::([^{}\\:`$~]*))?\}\}")

# Where Markdown will see code or maths. The rules are those of `markup`: a dollar sign opens maths
# before a non-blank and closes it after one, unless a digit follows (two prices are no formula).
_WITHIN = r"(?:(?!\n[ \t]*\n).)+?"  # nothing but a block goes on behind an empty line
_FENCE = r"""
      (?P<fence>   ^[ ]{0,3}(?P<bar>`{3,}+|~{3,}+)[^\n]*+\n.*?
                   (?:^[ ]{0,3}(?P=bar)[`~]*[ \t]*$|\Z) )"""
_INLINE = rf"""
      (?=[\\`$]) (?:  # few characters are one of these; all others are passed quickly
      (?P<escaped> \\[\\`$] )
    | (?P<code>    (?<!`)(?P<ticks>`+)(?!`){_WITHIN}(?<!`)(?P=ticks)(?!`) )
    | (?P<display> \$\${_WITHIN}\$\$ )
    | (?P<maths>   \$(?![\s$])(?:\\.|[^$\\\n])*?(?<![\s\\])\$(?!\d) )
    | (?P<bracket> \\[(\[] )  # what closes it is looked for by `_Ahead`
    )"""
_CLOSING = {r"\(": r"\)", r"\[": r"\]"}
_GAP = re.compile(r"\n[ \t]*\n")
_FLAGS = re.VERBOSE | re.DOTALL | re.MULTILINE
_VERBATIM = re.compile(f"{_FENCE} | {_INLINE}", _FLAGS)
_VERBATIM_IN_LINES = re.compile(_INLINE, _FLAGS)


class Gap(NamedTuple):
    """One deletion: the card it belongs to, what it hides, and the hint shown in its place."""

    number: int
    content: "Pieces"
    hint: str


Piece = str | Gap
Pieces = tuple[Piece, ...]


class ClozeError(Exception):
    """The marks do not fit together; `offset` counts characters from the start of the text."""

    def __init__(self, phrase: str, offset: int, help_: str) -> None:
        super().__init__(phrase)
        self.phrase, self.offset, self.help = phrase, offset, help_


def parse(text: str) -> Pieces:
    r"""Split a text into plain stretches and gaps.

    Escapes stay in the plain stretches: Markdown reads `\:` and `\}` as the bare characters too.

    Raises:
        ClozeError: a gap is not closed, is numbered 0 or above 500, or has a second bare `::`.
    """
    return _Reader(text).pieces()


def verbatim(text: str) -> list[tuple[int, int]]:
    """Where Markdown will see code or maths: the offsets at which each begins and ends."""
    if "`" not in text and "$" not in text and "\\" not in text and "~~~" not in text:
        return []
    pattern = _VERBATIM if "```" in text or "~~~" in text else _VERBATIM_IN_LINES
    found: list[tuple[int, int]] = []
    ahead, at = _Ahead(text), 0
    while (match := pattern.search(text, at)) is not None:
        start, at = match.span()
        if match.lastgroup == "bracket":
            end = ahead.end_of_formula(start)
            if end:
                found.append((start, end))
            at = end or at
        elif match.lastgroup != "escaped":
            found.append((start, at))
    return found


class _Ahead:
    """Finds what closes formulas, and reads no stretch of the text twice for it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[str, int] = {}  # where each sign comes next, from where it was looked for

    def end_of_formula(self, start: int) -> int:
        r"""Where the formula ends that `\(` or `\[` opens; 0 where none does."""
        closing = _CLOSING[self.text[start : start + 2]]
        end = self._next(closing, start + 3)
        return end + len(closing) if end < self._next_gap(start + 2) else 0

    def _next(self, sign: str, start: int) -> int:
        """The offset of a sign; past all others where there is none. `start` never goes back."""
        if self.known.get(sign, -1) < start:
            at = self.text.find(sign, start)
            self.known[sign] = len(self.text) + 1 if at < 0 else at
        return self.known[sign]

    def _next_gap(self, start: int) -> int:
        """The offset of the end of a line before an empty one, or of the end of the text."""
        if self.known.get("", -1) < start:
            gap = _GAP.search(self.text, start)
            self.known[""] = gap.start() if gap else len(self.text)
        return self.known[""]


def numbers(pieces: Pieces) -> tuple[int, ...]:
    """The card numbers of all gaps, in ascending order, each once."""
    return tuple(sorted({gap.number for gap in _gaps(pieces)}))


def gap_text(pieces: Pieces, number: int) -> str:
    """What the gaps of one number hide, as written; several gaps are joined by a comma."""
    return ", ".join(shown(gap.content) for gap in _gaps(pieces) if gap.number == number)


def shown(pieces: Pieces) -> str:
    """The text with every gap filled."""
    return "".join(p if isinstance(p, str) else shown(p.content) for p in pieces)


def hidden(pieces: Pieces, number: int, mark: tuple[str, str], filler: str = "…") -> str:
    """The question of one card: its gaps hidden, all others filled.

    Args:
        pieces: the parsed text.
        number: the card.
        mark: what stands before and after the gap.
        filler: what stands for a gap without a hint.
    """
    out = []
    for piece in pieces:
        if isinstance(piece, str):
            out.append(piece)
        elif piece.number == number:
            out.append(f"{mark[0]}[{piece.hint or filler}]{mark[1]}")
        else:
            out.append(hidden(piece.content, number, mark, filler))
    return "".join(out)


def revealed(pieces: Pieces, number: int, mark: tuple[str, str]) -> str:
    """The answer of one card: all gaps filled, its own between the marks."""
    out = []
    for piece in pieces:
        if isinstance(piece, str):
            out.append(piece)
        else:
            inner = revealed(piece.content, number, mark)
            out.append(f"{mark[0]}{inner}{mark[1]}" if piece.number == number else inner)
    return "".join(out)


def _gaps(pieces: Pieces) -> Iterator[Gap]:
    for piece in pieces:
        if isinstance(piece, Gap):
            yield piece
            yield from _gaps(piece.content)


class _Reader:
    """One pass over the text; `at` is the next character to read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        spans = verbatim(text)
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]

    def pieces(self) -> Pieces:
        """Read to the end of the text."""
        text, out, start = self.text, list[Piece](), 0
        while (special := _SPECIAL.search(text, self.at)) is not None:
            here = special.start()
            mark = OPENING.match(text, here)
            if mark:
                if here > start:
                    out.append(text[start:here])
                out.append(self.gap(mark, depth=1))
                start = self.at
            else:
                self.at = here + (2 if self.is_escape(here) else 1)
        if start < len(text):
            out.append(text[start:])
        return tuple(out)

    def gap(self, mark: re.Match[str], depth: int) -> Gap:
        """Read from behind the opening mark to behind the closing one."""
        number, opened = int(mark[1]), mark.start()
        if not 1 <= number <= HIGHEST:
            raise ClozeError(
                f"a gap is numbered {number}", opened, f"number the gaps from 1 to {HIGHEST}"
            )
        if depth > _DEEPEST:
            raise ClozeError("gaps are nested too deeply", opened, "write flatter gaps")
        simple = None if self.is_verbatim(opened) else _SIMPLE.match(self.text, mark.end())
        if simple and not simple[1].isspace():
            self.at = simple.end()
            return Gap(number, (simple[1],), (simple[2] or "").strip())
        self.at = mark.end()
        content = self.content(depth, opened)
        if not shown(content).strip():
            raise ClozeError("a gap hides nothing", opened, "write the text to hide")
        hint = "" if self.text.startswith("}}", self.at) else self.hint(opened)
        self.at += 2
        return Gap(number, content, hint)

    def content(self, depth: int, opened: int) -> Pieces:
        """Read what a gap hides, up to its `}}` or to the `::` before its hint."""
        text, out, start = self.text, list[Piece](), self.at
        verbatim, braces, here = self.is_verbatim(opened), 0, start
        while (special := _SPECIAL.search(text, self.at)) is not None:
            here = special.start()
            if mark := OPENING.match(text, here):
                if here > start:
                    out.append(text[start:here])
                out.append(self.gap(mark, depth + 1))
                start = self.at
                continue
            self.at = here + 1
            if verbatim:
                if text.startswith("}}", here) and not braces:
                    break
                braces = max(0, braces + {"{": 1, "}": -1}.get(text[here], 0))
            elif self.is_verbatim(here):
                continue
            elif self.is_escape(here):
                self.at = here + 2
            elif text.startswith(("}}", "::"), here):
                break
        else:
            raise ClozeError("a gap is not closed", opened, "end it with `}}`")
        self.at = here
        if here > start:
            out.append(text[start:here])
        return tuple(out)

    def hint(self, opened: int) -> str:
        """Read from `::` up to the `}}` that ends the gap."""
        text = self.text
        self.at += 2
        start = self.at
        while (special := _SPECIAL.search(text, self.at)) is not None:
            here = special.start()
            if text.startswith("}}", here):
                self.at = here
                return text[start:here].replace("\\:", ":").replace("\\}", "}").strip()
            if text.startswith("::", here) and not self.is_verbatim(here):
                raise ClozeError(
                    "a second `::` in one gap",
                    here,
                    r"write `\::` for a double colon that is text, or put code in backticks",
                )
            self.at = here + (2 if self.is_escape(here) else 1)
        raise ClozeError("a gap is not closed", opened, "end it with `}}`")

    def is_verbatim(self, offset: int) -> bool:
        """Whether Markdown reads this character as code or maths."""
        index = bisect_right(self.starts, offset) - 1
        return index >= 0 and self.starts[index] < offset < self.ends[index]

    def is_escape(self, offset: int) -> bool:
        """Whether a backslash here makes text of the next character."""
        return self.text[offset] == "\\" and not self.is_verbatim(offset)
