"""Card text in a terminal: a document becomes lines, each no wider than the window.

Nothing is cut off: lines that are too long go on in the next one. Deck text is shown, never sent
(see `visible`). Decoration of our own is one cell a character.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby, pairwise, zip_longest
from typing import NamedTuple

from rich.color import ColorSystem
from rich.style import Style
from rich.text import Text

from cardsmith import markup
from cardsmith.markup import (
    Block,
    CodeBlock,
    Document,
    Formula,
    Heading,
    Image,
    Inline,
    Line,
    Listing,
    Paragraph,
    Quote,
    Rule,
    Run,
    Sound,
    Table,
)
from cardsmith.render import cells
from cardsmith.visible import visible

_NARROWEST = 10
_WIDEST_RULE = 40
_LONGEST_HIGHLIGHTED = 20_000  # a lexer may be slow on code made to slow it down


class _Signs(NamedTuple):
    """What we draw with."""

    bullet: str
    bar: str
    dash: str
    cross: str
    onwards: str
    gap: tuple[str, str]


_UNICODE = _Signs("•", "│", "─", "┼", "↪ ", ("⟦", "⟧"))
_ASCII = _Signs("-", "|", "-", "+", ">> ", ("[[", "]]"))
_CODE = ("`", "`")


def lines(
    document: Document,
    width: int,
    *,
    colour: bool = True,
    unicode: bool = True,
    plain: bool = False,
) -> list[Text]:
    """Draw a document.

    Args:
        document: what to draw.
        width: the cells of a line; fewer than ten count as ten.
        colour: whether styles reach the reader. If not, a gap stands in ⟦ ⟧ and code in backticks;
            bold and italics stay as styles, for terminals that show these.
        unicode: whether the reader's encoding has more than ASCII. If not, decoration is ASCII and
            formulas stay LaTeX.
        plain: whether the lines are read out: nothing is drawn with characters, and a table is
            told value by value.
    """
    return _Painter(colour, unicode, plain).blocks(document, max(width, _NARROWEST))


def ansi(drawn: Iterable[Text], *, colour: bool = True) -> str:
    """Lines with their styles as escape sequences, in the terminal's own sixteen colours.

    Without colour, bold, underlined and the like remain.
    """
    return "".join(f"{_escaped(line, colour=colour)}\n" for line in drawn)


def _escaped(line: Text, *, colour: bool) -> str:
    edges = {0, len(line), *(edge for span in line.spans for edge in (span.start, span.end))}
    out = []
    for start, end in pairwise(sorted(edge for edge in edges if edge <= len(line))):
        styles = [span.style for span in line.spans if span.start <= start < span.end]
        style = Style.combine(_parsed(style) for style in (line.style, *styles))
        style = style if colour else style.without_color
        out.append(style.render(line.plain[start:end], color_system=ColorSystem.STANDARD))
    return "".join(out)


def _parsed(style: str | Style) -> Style:
    return Style.parse(style) if isinstance(style, str) else style


class _Painter(NamedTuple):
    """How to draw, and the drawing of each kind of block."""

    colour: bool
    unicode: bool
    plain: bool = False

    @property
    def signs(self) -> _Signs:
        """What we draw with."""
        if self.plain:
            return _ASCII
        return _UNICODE if self.unicode else _ASCII

    def blocks(self, document: Document, width: int, *, is_tight: bool = False) -> list[Text]:
        """Blocks one below the other, a blank line between them but before a list."""
        drawn: list[Text] = []
        for index, block in enumerate(document):
            if index and not is_tight and not _belongs(block, document[index - 1]):
                drawn.append(Text())
            drawn.extend(self.block(block, width))
        return drawn

    def block(self, block: Block, width: int) -> list[Text]:
        """One block."""
        drawn: list[Text]
        match block:
            case Paragraph(text):
                drawn = self.paragraph(text, width)
            case Heading(_, text):
                drawn = self.paragraph(text, width, "bold")
            case CodeBlock():
                drawn = self.code(block, width)
            case Quote(blocks) if self.plain:
                drawn = [Text("Quotation:"), *self.blocks(blocks, width)]
            case Quote(blocks):
                bar = f"{self.signs.bar} "
                drawn = _inset(bar, bar, width, partial(self.blocks, blocks))
            case Listing():
                drawn = self.listing(block, width)
            case Table():
                drawn = self.table(block, width)
            case Rule() if self.plain:
                drawn = [Text()]
            case Rule():
                drawn = [Text(self.signs.dash * min(width, _WIDEST_RULE), "dim")]
        return drawn

    def paragraph(self, text: Iterable[Line], width: int, style: str = "") -> list[Text]:
        """Lines of text."""
        return [row for line in text for row in _folded(_styled(self.text(line), style), width)]

    def listing(self, block: Listing, width: int) -> list[Text]:
        """The items of a list behind their bullets or numbers."""
        if block.start is None:
            markers = [f"{self.signs.bullet} "] * len(block.items)
        else:
            markers = [f"{number}. " for number, _ in enumerate(block.items, block.start)]
        size = max(map(len, markers))
        drawn: list[Text] = []
        for marker, item in zip(markers, block.items, strict=True):
            if drawn and not block.is_tight:
                drawn.append(Text())
            draw = partial(self.blocks, item, is_tight=block.is_tight)
            drawn.extend(_inset(marker.rjust(size), " " * size, width, draw))
        return drawn

    def code(self, block: CodeBlock, width: int) -> list[Text]:
        """Code in its own shape; a line that goes on in the next one is marked there."""
        text = self.text(run._replace(style=run.style._replace(code=False)) for run in block.runs)
        if self.colour:
            text = _highlighted(text, block.language) or _styled(text, "cyan")
        drawn: list[Text] = []
        for line in text.split("\n", allow_blank=True):
            if self.plain or cells.width(line.plain) <= width:
                drawn.append(line)  # what is read out has no width, and a line is one
                continue
            mark = (self.signs.onwards, "dim")
            first, *others = line.divide(cells.cuts(line.plain, width - len(mark[0])))
            drawn += [first, *(Text.assemble(mark, other) for other in others)]
        return drawn

    def table(self, block: Table, width: int) -> list[Text]:
        """A table with folded cells; where it has too little room, its values one by one."""
        header = [_styled(self.text(cell), "bold") for cell in block.header]
        rows = [[self.text(cell) for cell in row] for row in block.rows]
        columns = zip(header, *rows, strict=True)
        natural = [max(1, *(cells.width(cell.plain) for cell in column)) for column in columns]
        widths = None if self.plain else _shared(natural, width - 3 * (len(natural) - 1))
        if widths is None:
            return _values(header, rows, width)
        dash = self.signs.dash
        rule = f"{dash}{self.signs.cross}{dash}".join(dash * size for size in widths)
        bar = Text.assemble((f" {self.signs.bar} ", "dim"))
        drawn = [_row(row, widths, block.align, bar) for row in (header, *rows)]
        return [*drawn[0], Text(rule, "dim"), *(line for row in drawn[1:] for line in row)]

    def text(self, line: Iterable[Inline]) -> Text:
        """A line before it is folded."""
        drawn = Text()
        opened: list[tuple[str, str]] = []
        for piece, style in (*self.pieces(line), _END):
            wanted = self.brackets(style)
            for bracket in reversed([each for each in opened if each not in wanted]):
                drawn.append(bracket[1])
                opened.remove(bracket)
            for bracket in wanted:
                if bracket not in opened:
                    drawn.append(bracket[0])
                    opened.append(bracket)
            drawn.append(visible(piece), _look(style, self.colour))
        return drawn

    def brackets(self, style: markup.Style) -> list[tuple[str, str]]:
        """What sets off gaps and code for readers who see no styles."""
        if self.colour:
            return []
        return [self.signs.gap] * style.gap + [_CODE] * style.code

    def pieces(self, line: Iterable[Inline]) -> Iterator["_Piece"]:
        """The words of a line, each stretch with its style."""
        for link, items in groupby(line, key=lambda item: item.style.link):
            shown = [piece for item in items for piece in self.words(item)]
            yield from shown if self.colour else _without_double_brackets(shown)
            if link and link.removeprefix("mailto:") != "".join(piece for piece, _ in shown):
                yield f" ({link})", markup.Style()

    def words(self, item: Inline) -> Iterator["_Piece"]:
        """What stands for a part of a line."""
        match item:
            case Run(text, style):
                yield text, style
            case Formula(source, _, style):
                text = self.formula(source)
                for piece, gap in markup.stretches(text, gap=style.gap):
                    yield piece, style._replace(gap=gap)
            case Image(source, words, style):
                yield f"[image: {words} ({source})]" if words else f"[image: {source}]", style
            case Sound(source, style):
                yield f"[sound: {source}]", style

    def formula(self, source: str) -> str:
        """What stands for a formula."""
        if not self.unicode:
            return source.strip()
        from cardsmith.render.maths import readable  # noqa: PLC0415 - few cards have a formula

        return readable(source)


_Piece = tuple[str, markup.Style]
_END: _Piece = ("", markup.Style())


def _belongs(block: Block, before: Block) -> bool:
    """Whether no blank line stands before a block."""
    return isinstance(before, Heading) or (
        isinstance(block, Listing) and isinstance(before, Paragraph)
    )


@lru_cache
def _look(style: markup.Style, colour: bool) -> str:  # noqa: FBT001 - a cache takes it as it is
    """How a style looks, in rich's words."""
    names = (
        "bold" * style.bold,
        "italic" * style.italic,
        "underline" * bool(style.link),
        "cyan" * (style.code and colour),
        ("bold magenta" if colour else "bold") * style.gap,
    )
    return " ".join(filter(None, names))


def _without_double_brackets(pieces: list[_Piece]) -> Iterator[_Piece]:
    """Where a gap is hidden it stands in brackets already, and needs no further ones."""
    for is_gap, group in groupby(pieces, key=lambda piece: piece[1].gap):
        gap = list(group)
        text = "".join(piece for piece, _ in gap)
        if is_gap and text.startswith("[") and text.endswith("]"):
            yield from ((piece, style._replace(gap=False, bold=True)) for piece, style in gap)
        else:
            yield from gap


def _styled(text: Text, style: str) -> Text:
    """The text with a style below its own."""
    text.stylize_before(style)
    return text


def _highlighted(text: Text, language: str) -> Text | None:
    """Code in the colours of its language; None if the language is not known."""
    if not language or len(text) > _LONGEST_HIGHLIGHTED:
        return None
    from rich.syntax import Syntax  # noqa: PLC0415 - few cards have code, and it takes long to load

    syntax = Syntax(text.plain, language, theme="ansi_dark")
    drawn = syntax.highlight(text.plain) if syntax.lexer else Text()
    if not drawn.plain.startswith(text.plain):  # a lexer that left something out
        return None
    drawn.right_crop(len(drawn) - len(text))
    drawn.spans.extend(text.spans)
    return drawn


def _folded(text: Text, width: int) -> list[Text]:
    """A line of text as lines of a window; they begin where it begins."""
    drawn: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        indent = len(line.plain) - len(line.plain.lstrip(" "))
        if width - indent < cells.NARROWEST:
            indent = 0
        body = line[indent:]
        for row in body.divide(cells.breaks(body.plain, width - indent)):
            row.rstrip()
            drawn.append(Text.assemble(" " * indent, row) if indent else row)
    return drawn


def _inset(first: str, rest: str, width: int, draw: Callable[[int], list[Text]]) -> list[Text]:
    """Lines behind a mark; in a window too narrow for that, below it."""
    room = width - len(rest)
    if room < cells.NARROWEST:
        return [*_folded(Text(first.strip(), "dim"), width), *draw(width)]
    drawn = [
        Text.assemble((rest if index else first, "dim"), line)
        for index, line in enumerate(draw(room) or [Text()])
    ]
    for line in drawn:
        line.rstrip()
    return drawn


def _shared(natural: Sequence[int], room: int) -> list[int] | None:
    """The widths of columns that fit together: the widest ones give way; None if none do."""
    for cap in range(max(natural), cells.NARROWEST - 1, -1):
        if sum(min(size, cap) for size in natural) <= room:
            return [min(size, cap) for size in natural]
    return list(natural) if sum(natural) <= room else None


def _row(row: Sequence[Text], widths: Sequence[int], align: Sequence[str], bar: Text) -> list[Text]:
    """The lines of a row of a table."""
    columns = [_folded(cell, size) for cell, size in zip(row, widths, strict=True)]
    drawn = []
    for parts in zip_longest(*columns, fillvalue=Text()):
        placed = zip(parts, widths, align, strict=True)
        line = bar.join(_placed(part, size, side) for part, size, side in placed)
        line.rstrip()
        drawn.append(line)
    return drawn


def _placed(text: Text, size: int, side: str) -> Text:
    """A text in its column."""
    spare = size - cells.width(text.plain)
    before = {"right": spare, "center": spare // 2}.get(side, 0)
    return Text.assemble(" " * before, text, " " * (spare - before))


def _values(header: Sequence[Text], rows: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """A table written out: each value behind the name of its column."""
    drawn: list[Text] = []
    for row in rows or [[Text()] * len(header)]:
        if drawn:
            drawn.append(Text())
        for name, value in zip(header, row, strict=True):
            drawn.extend(_folded(Text.assemble(name, ": " if name else "", value), width))
    return drawn
