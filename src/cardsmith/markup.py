r"""Card text as a tree: what the terminal and Anki's HTML are both drawn from.

Card text is CommonMark with tables and maths. Where CommonMark would change what somebody typed
into a flashcard, the text wins:

- A text of one line stays one line: in it `1969.`, `# x`, `- x` and `---` are text.
- A newline is a line break, and the spaces that begin a line stay. A block indented by four spaces
  keeps them too. So code that was written without a fence keeps its shape.
- Raw HTML and entities are text: `<b>` and `&amp;` are shown as typed. There are no reference
  definitions; `[x]: y` is text.
- Maths is `$…$`, `$$…$$`, and Anki's `\(…\)`, `\[…\]`. A single dollar sign opens it before a
  non-blank and closes it behind one, on the same line, unless a digit follows: two prices are no
  formula. A formula is kept as typed.
- `[sound:file.mp3]` is a sound, as in Anki.

The two marks of `MARK` may stand anywhere in a text; they set off the gap of a cloze card. They are
no characters of the text, and what stands between them is marked as `gap`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MARK = ("\x01", "\x02")


class Style(NamedTuple):
    """How a stretch of text is set off; `link` is where it leads."""

    bold: bool = False
    italic: bool = False
    code: bool = False
    gap: bool = False
    link: str = ""


class Run(NamedTuple):
    """Text of one style, without markup and without a newline (but in a block of code)."""

    text: str
    style: Style = Style()


class Formula(NamedTuple):
    """LaTeX as typed between its delimiters; `MARK` may stand in it, see `stretches`.

    `style.gap` tells whether a gap was open where the formula begins.
    """

    source: str
    is_display: bool = False
    style: Style = Style()


class Image(NamedTuple):
    """A picture, with the words that stand for it."""

    source: str
    words: str
    style: Style = Style()


class Sound(NamedTuple):
    """A recording."""

    source: str
    style: Style = Style()


Inline = Run | Formula | Image | Sound
Line = tuple[Inline, ...]


class Paragraph(NamedTuple):
    """Lines of text."""

    lines: tuple[Line, ...]


class Heading(NamedTuple):
    """A heading, of level 1 to 6; of several lines if it was underlined."""

    level: int
    lines: tuple[Line, ...]


class CodeBlock(NamedTuple):
    """Code: the runs, one after the other, are its text."""

    runs: tuple[Run, ...]
    language: str = ""

    @property
    def text(self) -> str:
        """The code, without a newline at the end."""
        return "".join(run.text for run in self.runs)


class Quote(NamedTuple):
    """A quotation."""

    blocks: "Document"


class Listing(NamedTuple):
    """A list: numbered from `start`, or with bullets if that is None.

    `is_tight` tells that no blank lines part the items.
    """

    items: tuple["Document", ...]
    start: int | None = None
    is_tight: bool = True


class Table(NamedTuple):
    """A table; `align` has `left`, `center`, `right` or nothing for each column."""

    header: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    align: tuple[str, ...]


class Rule(NamedTuple):
    """A line across."""


Block = Paragraph | Heading | CodeBlock | Quote | Listing | Table | Rule
Document = tuple[Block, ...]


def parse(text: str) -> Document:
    """Read card text; a text of one line gives one paragraph of one line."""
    text = text.replace("\r\n", "\n").strip("\n")
    if not text.strip(" \t\n" + "".join(MARK)):
        return ()
    return _plain_document(text) if _is_plain(text) else _full_document(text)


def literal(text: str) -> Document:
    """Text that is no markup, such as an answer to be typed: one paragraph, as typed."""
    return (Paragraph(tuple((Run(line),) if line else () for line in text.split("\n"))),)


def plain(text: str) -> str:
    """The words of a card text in one line, without markup, for listings."""
    return " ".join(" ".join(_words(item) for item in inlines(parse(text))).split())


def media_references(text: str) -> tuple[str, ...]:
    """The files that a card text shows, plays or links to, as typed, each once."""
    found: dict[str, None] = {}
    for item in inlines(parse(text)):
        target = item.source if isinstance(item, Image | Sound) else item.style.link
        if target and not is_elsewhere(target):
            found[target] = None
    return tuple(found)


def is_elsewhere(address: str) -> bool:
    """Whether an address is no file of the collection: it has a scheme, a host, or is a place.

    A single letter before the colon would be a drive.
    """
    return _ELSEWHERE.match(address) is not None


def medium(file: str) -> str:
    """What a file is that is played, by its ending: a `sound` or a `film`; else nothing."""
    ending = file.rpartition(".")[2].lower() if "." in file else ""
    return "sound" if ending in _SOUNDS else "film" if ending in _FILMS else ""


def stretches(source: str, *, gap: bool = False) -> Iterator[tuple[str, bool]]:
    """Split a text at the marks: each stretch with whether it is part of a gap.

    Args:
        source: the text, for example of a `Formula`.
        gap: whether a gap is open where it begins.
    """
    return _Gaps(int(gap)).split(source)


def inlines(document: Document) -> Iterator[Inline]:
    """All that stands in the lines of a document, and its code, in order."""
    for block in document:
        match block:
            case Paragraph(lines) | Heading(_, lines):
                yield from _in_lines(lines)
            case CodeBlock(runs):
                yield from runs
            case Quote(blocks):
                yield from inlines(blocks)
            case Listing(items):
                for item in items:
                    yield from inlines(item)
            case Table(header, rows):
                yield from _in_lines(header)
                for row in rows:
                    yield from _in_lines(row)


_SOUNDS = frozenset(["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "spx", "wav"])
_FILMS = frozenset(["3gp", "avi", "flv", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "webm"])
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//|#")
_MARKS = re.compile(f"([{''.join(MARK)}])")


def _in_lines(lines: Iterable[Line]) -> Iterator[Inline]:
    for line in lines:
        yield from line


def _words(item: Inline) -> str:
    match item:
        case Run(text):
            return text
        case Formula(source):
            return _MARKS.sub("", source)
        case Image(source, words):
            return words or source
        case Sound(source):
            return source


class _Gaps:
    """Where gaps begin and end, over all the stretches of one text."""

    def __init__(self, depth: int = 0) -> None:
        self.depth = depth

    def split(self, text: str) -> Iterator[tuple[str, bool]]:
        """The stretches of a text between marks, each with whether a gap is open."""
        for part in _MARKS.split(text):
            if part == MARK[0]:
                self.depth += 1
            elif part == MARK[1]:
                self.depth = max(0, self.depth - 1)
            elif part:
                yield part, self.depth > 0

    def runs(self, text: str, style: Style) -> Iterator[Run]:
        """The stretches as runs of a style."""
        return (Run(part, style._replace(gap=gap)) for part, gap in self.split(text))


# --- texts without markup, which are most: they are read without waiting for markdown-it

_INLINE_MARKUP = re.compile(r"[\\`*_\0\r]|<[^\0- <>]+>|\]\(|\[sound:|\$[^$]*\$")
_BLOCK_MARKUP = re.compile(r"^(?:[#>+=~|:-]|\d{1,9}[.)]|\s)|\s$", re.MULTILINE)


def _is_plain(text: str) -> bool:
    """Whether a text certainly has no markup."""
    if _INLINE_MARKUP.search(text):
        return False
    return "\n" not in text or not any(
        _BLOCK_MARKUP.search(paragraph) for paragraph in re.split(r"\n\n+", text)
    )


def _plain_document(text: str) -> Document:
    """Read a text without markup; `_full_document` gives the same."""
    gaps = _Gaps()
    paragraphs = []
    for paragraph in re.split(r"\n\n+", text):
        lines = (_line(gaps.runs(line, Style())) for line in paragraph.split("\n"))
        paragraphs.append(Paragraph(tuple(lines)))
    return tuple(paragraph for paragraph in paragraphs if any(paragraph.lines))


def _line(items: Iterable[Inline]) -> Line:
    """A line in which runs of one style stand together."""
    line: list[Inline] = []
    for item in items:
        last = line[-1] if line else None
        if isinstance(item, Run) and isinstance(last, Run) and last.style == item.style:
            line[-1] = Run(last.text + item.text, item.style)
        else:
            line.append(item)
    return tuple(line)


# --- texts with markup

_DEEPEST = 40
_SOUND = re.compile(r"\[sound:([^\[\]\n]+)\]")
_DOLLARS = re.compile(r"\$(?![\s$])((?:\\.|[^$\\\n])*)(?<![\s\\])\$(?!\d)")
_FAR = 1 << 40
_CLOSING = {"$$": "$$", r"\(": r"\)", r"\[": r"\]"}


def _full_document(text: str) -> Document:
    """Read a text with markdown-it."""
    if "\n" not in text:
        (token,) = _parser().parseInline(text)
        return (Paragraph(_Reader([]).lines(token)),)
    tokens = _parser().parse(text)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        return _plain_document(text)  # markdown-it drops what is nested deeper
    return _Reader(tokens).blocks("")


class _Reader:
    """From markdown-it's flat list of tokens to the tree; `at` is the next token to read."""

    def __init__(self, tokens: "Sequence[Token]") -> None:
        self.tokens = tokens
        self.at = 0
        self.gaps = _Gaps()

    def next(self) -> "Token":
        """Read one token."""
        self.at += 1
        return self.tokens[self.at - 1]

    def blocks(self, end: str) -> Document:
        """Read blocks up to the token that ends them, or to the end of the text."""
        found: list[Block] = []
        while self.at < len(self.tokens) and (token := self.next()).type != end:
            block = self.block(token)
            if not isinstance(block, Paragraph) or any(block.lines):
                found.append(block)
        return tuple(found)

    def block(self, token: "Token") -> Block:
        """Read the block that a token begins."""
        block: Block
        match token.type:
            case "paragraph_open":
                block = Paragraph(self.text())
            case "heading_open":
                block = Heading(int(token.tag[1:]), self.text())
            case "maths":
                block = Paragraph(((self.formula(token, Style()),),))
            case "fence":
                language = _MARKS.sub("", token.info).split(maxsplit=1)[:1]
                block = self.code(token.content.removesuffix("\n"), *language)
            case "code_block":
                block = self.code(_indented(token.content.rstrip("\n")))
            case "blockquote_open":
                block = Quote(self.blocks("blockquote_close"))
            case "table_open":
                block = self.table()
            case "hr":
                block = Rule()
            case _:
                block = self.listing(token)
        return block

    def text(self) -> tuple[Line, ...]:
        """Read the lines of a block and its end."""
        lines = self.lines(self.next())
        self.at += 1
        return lines

    def code(self, text: str, language: str = "") -> CodeBlock:
        """A block of code."""
        return CodeBlock(tuple(self.gaps.runs(text, Style(code=True))), language)

    def listing(self, token: "Token") -> Listing:
        """Read the items of a list and its end."""
        inside = takewhile(lambda t: t.level > token.level, self.tokens[self.at :])
        paragraphs = (t for t in inside if t.type == "paragraph_open")
        is_tight = all(t.hidden for t in paragraphs if t.level == token.level + 2)
        items = []
        while self.next().type == "list_item_open":
            items.append(self.blocks("list_item_close"))
        start = None if token.type == "bullet_list_open" else int(token.attrs.get("start", 1))
        return Listing(tuple(items), start, is_tight)

    def table(self) -> Table:
        """Read the rows of a table and its end."""
        rows: list[list[Line]] = []
        align: list[str] = []
        while (token := self.next()).type != "table_close":
            if token.type == "tr_open":
                rows.append([])
            elif token.type in {"th_open", "td_open"}:
                if token.tag == "th":
                    align.append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
                rows[-1].append(_line(_in_lines(self.text())))
        header, *body = (tuple(row) for row in rows)
        return Table(header, tuple(body), tuple(align))

    def lines(self, inline: "Token") -> tuple[Line, ...]:
        """The lines of a text."""
        lines: list[list[Inline]] = [[]]
        styles = [Style()]
        for token in inline.children or ():
            if token.type in {"softbreak", "hardbreak"}:
                lines.append([])
            elif token.nesting > 0:
                styles.append(_within(styles[-1], token))
            elif token.nesting < 0:
                styles.pop()
            else:
                lines[-1].extend(self.inline(token, styles[-1]))
        return tuple(_line(line) for line in lines)

    def inline(self, token: "Token", style: Style) -> Iterable[Inline]:
        """What one token inside a line says."""
        here = style._replace(gap=self.gaps.depth > 0)
        match token.type:
            case "maths":
                return (self.formula(token, style),)
            case "image":
                source = _MARKS.sub("", str(token.attrs["src"]))
                return (Image(source, _MARKS.sub("", token.content), here),)
            case "sound":
                return (Sound(_MARKS.sub("", token.content), here),)
            case kind:
                return self.gaps.runs(token.content, style._replace(code=kind == "code_inline"))

    def formula(self, token: "Token", style: Style) -> Formula:
        """A formula."""
        style = style._replace(gap=self.gaps.depth > 0)
        for _ in self.gaps.split(token.content):
            pass  # for the gaps that begin and end in it
        return Formula(token.content, token.markup in {"$$", r"\["}, style)


def _within(style: Style, token: "Token") -> Style:
    """The style behind an opening token."""
    match token.type:
        case "strong_open":
            return style._replace(bold=True)
        case "em_open":
            return style._replace(italic=True)
        case _:
            return style._replace(link=_MARKS.sub("", str(token.attrs["href"])))


def _indented(code: str) -> str:
    """Code with the four spaces that made it code."""
    return "\n".join(f"    {line}" if line.strip() else line for line in code.split("\n"))


@cache
def _parser() -> "MarkdownIt":
    """markdown-it with the rules of this module."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - it takes long to load, and few texts need it

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _DEEPEST})
    parser.enable("table")
    parser.disable(["normalize", "entity", "html_inline", "html_block", "reference"])
    parser.inline.ruler.at("newline", _newline)
    parser.inline.ruler.at("emphasis", _emphasis)
    parser.inline.ruler.before("escape", "maths", _maths)
    parser.inline.ruler.before("link", "sound", _sound)
    parser.block.ruler.at("paragraph", _paragraph)
    parser.block.ruler.before(
        "fence", "maths", _display_maths, {"alt": ["paragraph", "blockquote", "list"]}
    )
    for method in ("normalizeLink", "normalizeLinkText"):
        setattr(parser, method, str)  # addresses stay as typed
    return parser


def _newline(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """A newline is a line break, and the spaces around it stay."""
    if state.src[state.pos] != "\n":
        return False
    if not silent:
        state.push("softbreak", "br", 0)
    state.pos += 1
    return True


def _maths(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """A formula in a line."""
    opening = state.src[state.pos : state.pos + 2]
    if opening in _CLOSING:
        start = state.pos + 2
        end = _next(state, _CLOSING[opening], start)
    elif match := _DOLLARS.match(state.src, state.pos):
        opening = "$"
        start, end = match.span(1)
    else:
        return False
    content = state.src[start : max(start, end)]
    if not content.strip():
        return False
    if not silent:
        token = state.push("maths", "", 0)
        token.content, token.markup = content, opening
    state.pos = end + len(opening)
    return True


def _next(state: "StateInline", sign: str, start: int) -> int:
    """The offset of a sign in a line, or -1; looked for once, not at each of many openings."""
    known: dict[tuple[str, str], tuple[int, int]] = state.env.setdefault("signs", {})
    key = (state.src, sign)
    looked, at = known.get(key, (start + 1, 0))
    if not looked <= start <= at % _FAR:  # nothing, -1, is as far as can be
        at = state.src.find(sign, start)
        known[key] = start, at
    return at


def _display_maths(state: "StateBlock", start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """A formula on lines of its own."""
    begin = state.bMarks[start] + state.tShift[start]
    opening = state.src[begin : begin + 2]
    if opening not in {"$$", r"\["} or state.is_code_block(start):
        return False
    lines = [state.src[begin + 2 : state.eMarks[start]]]
    line = start + 1
    while _CLOSING[opening] not in lines[-1]:
        if line >= end or state.isEmpty(line) or state.sCount[line] < state.blkIndent:
            return False
        lines.append(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]])
        line += 1
    content, _, behind = "\n".join(lines).partition(_CLOSING[opening])
    if behind.strip() or not content.strip():
        return False
    if not silent:
        token = state.push("maths", "", 0)
        token.content, token.markup, token.map = content, opening, [start, line]
        state.line = line
    return True


def _sound(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """A sound, as Anki writes it."""
    match = _SOUND.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("sound", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _paragraph(state: "StateBlock", start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """A paragraph whose first line keeps its spaces, as the others do."""
    from markdown_it.rules_block import paragraph  # noqa: PLC0415 - see _parser

    indent = state.sCount[start] - state.blkIndent
    done = paragraph(state, start, end, silent)
    state.tokens[-2].content = " " * indent + state.tokens[-2].content
    return done


def _emphasis(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """Emphasis, which depends on what stands beside the stars: there the marks do not count."""
    from markdown_it.rules_inline.emphasis import tokenize  # noqa: PLC0415 - see _parser

    source, state.src = state.src, _past_marks(state.src)
    try:
        return tokenize(state, silent)
    finally:
        state.src = source


@lru_cache(maxsize=1)
def _past_marks(text: str) -> str:
    """The text with each mark replaced by a neighbour that it may hide."""
    return _HIDING.sub(_neighbour, text)


_HIDING = re.compile(f"(^|.)([{''.join(MARK)}]+)(?=(.?))", re.DOTALL)


def _neighbour(match: re.Match[str]) -> str:
    """What stands for marks between two characters: the one that is no star itself."""
    before, marks, after = match.groups()
    seen = next((c for c in (after, before) if c not in {"*", "_", ""}), " ")
    return before + seen * len(marks)
