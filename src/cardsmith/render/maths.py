r"""LaTeX maths as a line of Unicode text: `\frac{\alpha}{2}` is read as α/2.

What cannot be shown like this stays LaTeX, whole: half a translation reads worse than none. The
signs come from unicodeit's tables; its own translation works by replacing strings, which hurts
`\left` or `\log`, so the formula is read here.
"""

# ruff: noqa: RUF001, RUF002 - signs of maths look like letters

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|.", re.DOTALL)
_DEEPEST = 40

# Where unicodeit has no sign, or one that few terminals show well.
_SIGNS = {
    r"\cdot": "·",
    r"\cdots": "…",
    r"\dots": "…",
    r"\dotsb": "…",
    r"\dotsc": "…",
    r"\ldots": "…",
    r"\langle": "⟨",
    r"\rangle": "⟩",
    r"\lvert": "|",
    r"\rvert": "|",
    r"\lVert": "‖",
    r"\rVert": "‖",
    r"\vert": "|",
    r"\smallsetminus": "∖",
    r"\star": "⋆",
    r"\square": "□",
    r"\Box": "□",
    r"\Upsilon": "Υ",
    r"\omicron": "ο",
    r"\backslash": "\\",
    r"\quad": "\u2003",
    r"\qquad": "\u2003",
    r"\,": " ",
    r"\:": " ",
    r"\;": " ",
    r"\ ": " ",
    r"\!": "",
    r"\limits": "",
    r"\nolimits": "",
    r"\displaystyle": "",
    r"\textstyle": "",
    "~": " ",
    "'": "′",
}
_ALPHABETS = {r"\mathscr": r"\mathcal", r"\boldsymbol": r"\mathbf", r"\bm": r"\mathbf"}
_ACCENTS = {
    r"\hat": "\u0302",
    r"\widehat": "\u0302",
    r"\tilde": "\u0303",
    r"\widetilde": "\u0303",
    r"\bar": "\u0304",
    r"\breve": "\u0306",
    r"\dot": "\u0307",
    r"\ddot": "\u0308",
    r"\check": "\u030c",
    r"\acute": "\u0301",
    r"\grave": "\u0300",
    r"\vec": "\u20d7",
    r"\mathring": "\u030a",
}
_LINES = {r"\overline": "\u0305", r"\underline": "\u0332"}
_ROOTS = {"": "√", "3": "∛", "4": "∜"}
_BRACKETS = {
    "matrix": ("", ""),
    "smallmatrix": ("", ""),
    "array": ("", ""),
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "cases": ("{ ", ""),
}
_EQUATIONS = {"aligned", "align", "split", "gathered", "gather", "equation"}

_MARKS = {1: None, 2: None}  # the marks of gaps, which may stand anywhere and are no signs
_BRACKETED = r"\([^()]*\)|\[[^\[\]]*\]"
_INDEX = r"[\u0300-\u036f\u2080-\u209c\u1d62-\u1d6a\u2c7c]*"
_POWER = r"[\u0300-\u036f\u2070-\u209c\u1d2c-\u1d6a\u2c7c\xb2\xb3\xb9′″!]*"
_LETTER = r"[^\W\d_]"
# What stands by itself under a root, behind a stroke, and before one.
_ATOM = re.compile(rf"(?:\d[\d.]*|{_LETTER}){_INDEX}")
_FACTOR = re.compile(rf"(?:\d[\d.]*|[d∂√]?{_LETTER}){_POWER}(?:{_BRACKETED})?|{_BRACKETED}")
_PRODUCT = re.compile(rf"(?:[^\s+\-±∓=<>≤≥≠≈/·×÷,;|∑∏∫()\[\]]|{_BRACKETED})*")

_OPERATOR = "=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊆⊃⊇→←↔⇒⇐⇔↦⟶⟹⟺±∓×÷·∪∩∧∨⊕⊗∘∖∣"
_BARS = {r"\lvert": "open", r"\lVert": "open", r"\rvert": "close", r"\rVert": "close"}
_LARGE = "∑∏∐∫∬∭∮⋃⋂"
_TAKING = "∇∂¬"  # like functions, they are of what follows
_BEGINNING = f"([{{⟨⌊⌈√∞∀∃{_TAKING}{_LARGE}"  # what a factor begins with, besides a letter or digit
_ENDING = ")]}⟩⌋⌉′!°∞"
_BEHIND = "^_′!°%"  # what is done to a factor stands behind it
_TIDY = (
    (re.compile(" +"), " "),
    (re.compile(r"(?<=[(\[⟨⌊⌈]) | (?=[)\]⟩⌋⌉])"), ""),
    (re.compile(f" ?([{_OPERATOR}]) | ([{_OPERATOR}])(?! )"), r" \1\2 "),  # spaced on both sides
    (re.compile(" ?\n ?"), "\n"),
    (re.compile("′′"), "″"),
    (re.compile("∣"), "|"),  # a relation until here, unlike the bars around an absolute value
    (re.compile(" ?\u2003 ?"), "   "),
)


class _Part(NamedTuple):
    """A stretch of a formula; `kind` says what it needs, or what it does, beside another.

    A `fraction` may need brackets, a `name` of a function spaces, as has a `limit`, whose argument
    its script sets off; a `root` brackets or a space, a `script` a space, an `index` in small
    letters nothing. A `text` is no factor, and of bars it is not clear by their sign which are
    `open` and which `close`.
    """

    text: str
    kind: str = ""


class _UnreadableError(Exception):
    """There is no way to show this in a line of text."""


def readable(source: str) -> str:
    """A formula as text, of several lines if it has several; the source if that cannot be done.

    The marks of gaps stay where they stand.
    """
    try:
        text = unicodedata.normalize("NFC", _Reader(source).formula())
    except _UnreadableError:
        return source.strip()
    for pattern, better in _TIDY:
        text = pattern.sub(better, text)
    return text.strip()


class _Reader:
    """One pass over a formula; `at` is the next token to read."""

    def __init__(self, source: str) -> None:
        self.tokens = _TOKEN.findall(source)
        self.at = 0
        self.depth = 0

    def formula(self) -> str:
        """The whole formula."""
        return _equations(self.rows(""))

    def peek(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        """Read one token."""
        head = self.peek()
        if not head:
            raise _UnreadableError
        self.at += 1
        return head

    def skip_spaces(self) -> None:
        """Go to the next token that is no space."""
        while self.peek().isspace():
            self.at += 1

    def group(self, end: str) -> str:
        """Read up to the token that ends a group."""
        return _joined(self.parts(end))

    def parts(self, end: str) -> list[_Part]:
        """Read the parts up to the token that ends a group."""
        parts: list[_Part] = []
        while self.peek() != end:
            parts += self.some()
        self.at += 1
        return parts

    def some(self) -> list[_Part]:
        """Read a part, or all those of a group: what stands beside them sees through its braces."""
        if self.peek() != "{":
            return [self.part()]
        self.at += 1
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _UnreadableError
        parts = self.parts("}")
        self.depth -= 1
        return parts

    def rows(self, end: str) -> list[list[str]]:
        r"""Read cells between `&` and rows between `\\`, up to the token that ends them."""
        rows: list[list[str]] = [[]]
        parts: list[_Part] = []
        while True:
            head = self.peek()
            if head not in {"&", r"\\", end}:
                parts += self.some()
                continue
            self.at += 1
            rows[-1].append(_joined(parts).strip())
            parts = []
            if head == end:
                return [row for row in rows if any(row)]
            if head == r"\\":
                rows.append([])

    def part(self) -> _Part:
        """Read one sign, group, script or command with its arguments."""
        head = self.next()
        self.depth += 1
        if head in {"}", "&", "#", "%", "$", "\\"} or self.depth > _DEEPEST:
            raise _UnreadableError
        if head.isspace():
            part = _Part(" ")
        elif head == "{":
            part = _Part(self.group("}"))
        elif head in {"^", "_"}:
            part = _script(head, self.argument())
        elif head.startswith("\\"):
            part = _COMMANDS.get(head, _sign)(self, head)
        else:
            part = _Part(_SIGNS.get(head, head))
        self.depth -= 1
        return part

    def argument(self) -> str:
        """Read what a command is applied to."""
        marks = ""
        while True:
            self.skip_spaces()
            text = self.part().text
            if text not in {"\x01", "\x02"}:
                return marks + text
            marks += text

    def option(self) -> str:
        """Read what stands in square brackets, if they are there."""
        if self.peek() != "[":
            return ""
        self.at += 1
        return self.group("]")

    def verbatim(self) -> str:
        """Read an argument that is text, where spaces count."""
        if self.peek() != "{":
            return self.argument()
        self.at += 1
        text = ""
        while (head := self.next()) != "}":
            if head in {"{", "$"}:
                raise _UnreadableError
            text += head[1:] if re.fullmatch(r"\\[%&#_$ ]", head) else head
        return text


def _sign(reader: _Reader, name: str) -> _Part:
    """A sign; the space that only ends its name is dropped, where it would part a product."""
    sign = _signs().get(name)
    if sign is None:
        raise _UnreadableError
    after = reader.tokens[reader.at + 1 : reader.at + 2]
    is_factor = sign.isalpha() or sign in {"∂", "∇", "√", "¬", "∀", "∃"}
    if is_factor and reader.peek().isspace() and after and after[0][-1].isalnum():
        reader.at += 1
    return _Part(sign, _BARS.get(name, ""))


def _function(_: _Reader, name: str) -> _Part:
    return _Part(name[1:], "name")


def _limit(_: _Reader, name: str) -> _Part:
    return _Part(name[1:], "limit")


def _operator(reader: _Reader, _: str) -> _Part:
    return _Part(reader.argument(), "name")


def _fraction(reader: _Reader, _: str) -> _Part:
    above, below = reader.argument(), reader.argument()
    return _Part(f"{_in(_PRODUCT, above)}/{_in(_FACTOR, below)}", "fraction")


def _root(reader: _Reader, _: str) -> _Part:
    index = reader.option()
    root = _ROOTS.get(index) or _script("^", index).text + "√"
    return _Part(root + _in(_ATOM, reader.argument()), "root")


def _binomial(reader: _Reader, _: str) -> _Part:
    return _Part(f"({reader.argument()} choose {reader.argument()})")


def _remainder(_: _Reader, __: str) -> _Part:
    return _Part("mod", "name")


def _modulus(reader: _Reader, _: str) -> _Part:
    return _Part(f"(mod {reader.argument()})")


def _text(reader: _Reader, _: str) -> _Part:
    return _Part(reader.verbatim(), "text")


def _upright(reader: _Reader, _: str) -> _Part:
    return _Part(reader.argument())


def _lettered(reader: _Reader, name: str) -> _Part:
    """Letters of another alphabet, where it has them."""
    alphabet, signs = _ALPHABETS.get(name, name), _signs()
    letters = reader.argument()
    return _Part("".join(signs.get(f"{alphabet}{{{letter}}}", letter) for letter in letters))


def _accented(reader: _Reader, name: str) -> _Part:
    """A letter with its accent; what is longer is written like a function."""
    text = reader.argument()
    letters = _bare(text)
    if len(letters) == 1:
        return _Part(text.replace(letters, letters + _ACCENTS[name]))
    return _Part(f"{name[1:].removeprefix('wide')}({text})")


def _lined(reader: _Reader, name: str) -> _Part:
    """Letters with a line over or under them all."""
    return _Part("".join(c if c in "\x01\x02" else c + _LINES[name] for c in reader.argument()))


def _braced(reader: _Reader, _: str) -> _Part:
    """What stands over or under a brace, whose label is its script."""
    return _Part(_in(_ATOM, reader.argument()))


def _stacked(reader: _Reader, name: str) -> _Part:
    """A sign with something over or under it."""
    script = _script("_" if name == r"\underset" else "^", reader.argument()).text
    return _Part(reader.argument() + script)


def _negated(reader: _Reader, _: str) -> _Part:
    return _Part(reader.argument() + "\u0338")


def _bracket(reader: _Reader, name: str) -> _Part:
    r"""The bracket behind `\left`, `\right` and their like; a full stop is none."""
    reader.skip_spaces()
    if reader.peek() == ".":
        reader.next()
        return _Part("")
    is_either = name.endswith("g")  # as of `\big`
    kind = "" if is_either else "open" if name == r"\left" or name.endswith("gl") else "close"
    return _Part(reader.part().text, kind)


def _environment(reader: _Reader, _: str) -> _Part:
    """A matrix, a distinction of cases or a list of equations."""
    name = reader.verbatim()
    if name == "array":
        reader.verbatim()  # how its columns are aligned
    rows = reader.rows(r"\end")
    if reader.verbatim() != name:
        raise _UnreadableError
    if name.rstrip("*") in _EQUATIONS:
        return _Part(_equations(rows))
    if name not in _BRACKETS:
        raise _UnreadableError
    before, after = _BRACKETS[name]
    between = ", " if name == "cases" else " "
    joined = "; ".join(between.join(cell.rstrip(",") for cell in row) for row in rows)
    return _Part(before + joined + after)


_Command = Callable[[_Reader, str], _Part]


def _table(*rows: tuple[str, _Command]) -> dict[str, _Command]:
    return {f"\\{name}": command for names, command in rows for name in names.split()}


_COMMANDS = _table(
    ("arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log", _function),
    ("sec sin sinh tan tanh", _function),
    ("argmax argmin det gcd inf lim liminf limsup max min Pr sup", _limit),
    ("operatorname operatorname*", _operator),
    ("frac dfrac tfrac cfrac", _fraction),
    ("binom dbinom tbinom", _binomial),
    ("sqrt", _root),
    ("bmod", _remainder),
    ("pmod", _modulus),
    ("text textrm textit textbf textsf texttt mbox hbox", _text),
    ("mathrm mathit mathsf mathtt mathnormal", _upright),
    ("mathbb mathcal mathscr mathfrak mathbf boldsymbol bm", _lettered),
    (" ".join(name[1:] for name in _ACCENTS), _accented),
    ("overline underline", _lined),
    ("underbrace overbrace", _braced),
    ("overset underset stackrel", _stacked),
    ("not", _negated),
    ("left right middle big bigl bigr bigm Big Bigl Bigr bigg biggl biggr Bigg", _bracket),
    ("begin", _environment),
)


@cache
def _signs() -> dict[str, str]:
    from unicodeit.data import REPLACEMENTS  # noqa: PLC0415 - few cards have a formula

    return {**dict(REPLACEMENTS), **_SIGNS}


@cache
def _scripts() -> dict[str, dict[str, str]]:
    from unicodeit.data import SUBSUPERSCRIPTS  # noqa: PLC0415 - few cards have a formula

    marks = {"\x01": "\x01", "\x02": "\x02"}
    found = {"^": {"′": "′", "∘": "°", "*": "*", **marks}, "_": {**marks}}
    for name, sign in SUBSUPERSCRIPTS:
        if name[1:] not in {"<", ">", "∫"}:  # these signs look like others
            found[name[0]].setdefault(name[1:], sign)
    found["^"]["⊤"] = found["^"]["T"]
    return found


def _script(mark: str, text: str) -> _Part:
    """An exponent or index: in small letters if there are any, else behind the mark."""
    text = text.strip()
    small = _scripts()[mark]
    packed = text.replace(" ", "")
    if all(character in small for character in packed):
        return _Part("".join(small[character] for character in packed), "index")
    bare = _bare(text)
    is_plain = len(bare) == 1 or (mark == "_" and bare.isascii() and bare.isalnum())
    return _Part(mark + (text if is_plain else f"({text})"), "script")


def _bare(text: str) -> str:
    return text.translate(_MARKS)


def _in(form: re.Pattern[str], text: str) -> str:
    """An argument, in brackets unless it has a form that needs none."""
    text = text.strip()
    return text if form.fullmatch(_bare(text)) else f"({text})"


def _equations(rows: list[list[str]]) -> str:
    return "\n".join(" ".join(cell for cell in row if cell) for row in rows)


class _Before(NamedTuple):
    """What stands before a part: the sign that touches it, the last one that is no space.

    Attributes:
        left: the sign that touches it, which may be a space.
        last: the last that is none.
        taker: the function that has no argument yet.
        bars: the bars that are open.
    """

    left: str = ""
    last: str = ""
    taker: str = ""
    bars: frozenset[str] = frozenset()

    def and_then(self, part: _Part) -> "_Before":
        """What stands before the next part."""
        text = _bare(part.text)
        if not text:
            return self
        taker = self.taker
        if part.kind in {"name", "limit"}:
            taker = part.kind
        elif text in _TAKING:
            taker = "name"
        elif part.kind in {"script", "index"}:
            taker = "" if taker == "limit" else taker
        elif text.strip(" "):
            taker = ""
        bars = self.bars ^ ({text} & {"|", "‖"} if not part.kind else set())
        return _Before(text[-1], text.rstrip(" ")[-1:] or self.last, taker, bars)

    @property
    def is_factor(self) -> bool:
        """Whether it would be multiplied with what follows."""
        return self.left.isalnum() or (self.left != "" and self.left in _ENDING)

    def splits(self, fraction: _Part) -> bool:
        """Whether what stands before it would be read as of its numerator alone."""
        return fraction.kind == "fraction" and (
            self.is_factor or self.taker != "" or self.last in {"/", "÷"}
        )

    def begins(self, part: _Part) -> bool:
        """Whether a part begins a factor."""
        sign = _bare(part.text)[:1]
        if sign in {"|", "‖"} and not part.kind:
            return sign not in self.bars
        if part.kind in {"open", "name", "limit", "fraction"}:
            return True
        return part.kind != "close" and (sign.isalnum() or (sign != "" and sign in _BEGINNING))

    def joins(self, touching: _Part, near: _Part) -> bool:
        """Whether what follows a fraction would be read as of its denominator."""
        if touching is not near:
            return near.kind != "text" and self.begins(near)
        return _is_behind(touching) or self.begins(touching)


def _is_behind(part: _Part) -> bool:
    """Whether a part is done to the factor before it."""
    sign = _bare(part.text)[:1]
    return part.kind in {"script", "index"} or (sign != "" and sign in _BEHIND)


def _joined(parts: list[_Part]) -> str:
    """Parts side by side, set off from each other where they would be misread."""
    text, before = "", _Before()
    for part, touching, near in _with_following(parts):
        right = _bare(touching.text)[:1]
        is_behind_word = right.isalnum() and touching.kind != "index"
        if before.splits(part) or (part.kind == "fraction" and before.joins(touching, near)):
            text += f"({part.text})" + " " * (right != "" and right in _LARGE)
        elif part.kind == "root" and _is_behind(touching):
            text += f"({part.text})"
        elif part.kind in {"name", "limit"}:
            text += " " * before.is_factor + part.text + " " * is_behind_word
        else:
            is_open = part.kind in {"root", "script"} and not part.text.endswith(")")
            text += part.text + " " * (is_open and right.isalnum())
        before = before.and_then(part)
    return text


def _with_following(parts: list[_Part]) -> list[tuple[_Part, _Part, _Part]]:
    """Each part, the next one that shows something, and the next that shows more than space."""
    found = []
    touching = near = _Part("")
    for part in reversed(parts):
        found.append((part, touching, near))
        if text := _bare(part.text):
            touching = part
            near = part if text.strip(" ") else near
    return found[::-1]
