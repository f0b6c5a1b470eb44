r"""Card text as the HTML of Anki's fields, and the design of its note types.

Whatever a text says is shown and never acts: not as HTML, nor as one of Anki's own notations
(`[sound:…]`, `{{c1::…}}`, `\(…\)`). Spaces and line breaks are kept by the style sheet, so there
are none in the HTML that the text does not have.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import escape as escape_html
from itertools import chain, count, groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from cardsmith import markup
from cardsmith.anki.package import FAMILIES, Design
from cardsmith.anki.plan import Files
from cardsmith.cloze import Gap, Pieces
from cardsmith.deck import Collection
from cardsmith.markup import (
    MARK,
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

_NOTHING = "".join(MARK)  # sets off no gap

# A text of which each character stands for itself, in Markdown, in HTML, and in Anki.
_SIMPLE = re.compile(r"(?!\s)[^\\`*_<>&\[\]$\x00-\x1f\x7f]+(?<!\s)")

_SCHEMES = frozenset({"http", "https", "mailto"})
_LONGEST_HIGHLIGHTED = 20_000  # a lexer may be slow on code made to slow it down


class HtmlPen:
    """Writes fields; see `anki.plan.Pen`."""

    def text(self, text: str, files: Files) -> str:
        """Markdown."""
        if not text or _SIMPLE.fullmatch(text):
            return text
        return _Writer(files).written(markup.parse(text))

    def literal(self, text: str) -> str:
        """Text that is no markup."""
        return "<br>".join(map(_escaped, text.split("\n")))

    def cloze(self, pieces: Pieces, files: Files) -> str:
        """Markdown with gaps, in Anki's notation; nothing if one of them would not be seen."""
        gaps = list(_flat(pieces))
        tree, placed = _placed(pieces, gaps)
        return _ClozeWriter(files, placed).written(tree) if len(placed) == len(gaps) else ""

    def choices(self, choices: tuple[str, ...], answers: tuple[str, ...]) -> str:
        """A list; the right ones have a class, by which the back marks them."""
        items = (
            f'<li class="right">{self.literal(choice)}</li>'
            if choice in answers
            else f"<li>{self.literal(choice)}</li>"
            for choice in choices
        )
        many = " many" if len(answers) > 1 else ""
        return f'<ul class="choices{many}">{"".join(items)}</ul>'

    def answers(self, answers: tuple[str, ...]) -> str:
        """The right answers, each on a line."""
        return "<br>".join(map(self.literal, answers))

    def accepted(self, answers: tuple[str, ...]) -> str:
        """What else would have been right to type."""
        if not answers:
            return ""
        items = "".join(f"<li>{self.literal(answer)}</li>" for answer in answers)
        return f'<div class="accepted">Also right:<ul>{items}</ul></div>'

    def order(self, question: str, steps: tuple[str, ...], files: Files) -> tuple[str, str]:
        """The question with a line for each step, and the steps."""
        blanks = "<li>…</li>" * len(steps)
        items = "".join(f"<li>{self.text(step, files)}</li>" for step in steps)
        front = f'<div>{self.text(question, files)}</div><ol class="steps asked">{blanks}</ol>'
        return front, f'<ol class="steps">{items}</ol>'

    def follower(self, question: str, before: str, files: Files) -> str:
        """The question with the step before, and what is asked for."""
        return (
            f"<div>{self.text(question, files)}</div>"
            f'<ul class="steps asked"><li>{self.text(before, files)}</li><li>?</li></ul>'
        )

    def source(self, title: str, address: str) -> str:
        """The title of a source, as a link if it has a safe address."""
        return _linked(_escaped(title), address, _escaped) if address else _escaped(title)


# --- text


def _escaped(text: str) -> str:
    """Text that neither HTML nor Anki nor MathJax takes for more than that."""
    # MathJax reads text after its entities are resolved, but not across elements.
    return _FORMULA.sub(r"\\<span></span>", _harmless(text))


def _escaped_code(text: str) -> str:
    """Text inside an element of code: MathJax does not look there, but Anki does."""
    return _FORMULA.sub("&#92;", _harmless(text))


def _harmless(text: str) -> str:
    return _TAG.sub("&#91;", escape_html(text, quote=False))


_FORMULA = re.compile(r"\\(?=[(\[])")
# What Anki would play, typeset or put a field to type into.
_TAG = re.compile(r"\[(?=sound:|anki:|latex\]|\$\$?\]|\[type:)", re.IGNORECASE)


def _for_cloze(html: str) -> str:
    """HTML in which Anki sees no marks of a gap.

    A colon at an edge could meet those of a mark.
    """
    return _CLOZE_MARKS.sub(lambda match: f"&#{ord(match[0])};", html)


_CLOZE_MARKS = re.compile(r"[{}]|(?<=:):|:(?=:)|^:|:$")


Dress = Callable[[str], str]  # text → HTML


def _linked(html: str, address: str, escape: Dress) -> str:
    """A link, if it leads somewhere harmless; else the address stands behind its words."""
    if _scheme(address) in _SCHEMES:
        return f'<a href="{escape(address).replace(chr(34), "&quot;")}">{html}</a>'
    return f"{html} ({escape(address)})"


def _scheme(address: str) -> str:
    try:
        return urlsplit(address).scheme.lower()
    except ValueError:
        return "?"


class _Writer:
    """Writes one document; `out` are the pieces so far."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.out: list[str] = []

    def written(self, document: Document) -> str:
        """The HTML of a document."""
        self.document(document)
        return "".join(self.out)

    def document(self, document: Document) -> None:
        """A lone paragraph is written without an element around it."""
        match document:
            case (Paragraph(lines),):
                self.lines(lines)
            case _:
                for block in document:
                    self.block(block)

    def block(self, block: Block) -> None:
        """A block in its element."""
        match block:
            case Paragraph(lines):
                self.element("p", lines)
            case Heading(level, lines):
                self.element(f"h{level}", lines)
            case CodeBlock():
                self.code(block)
            case Quote(blocks):
                self.out.append("<blockquote>")
                for inner in blocks:
                    self.block(inner)
                self.out.append("</blockquote>")
            case Listing():
                self.listing(block)
            case Table():
                self.table(block)
            case Rule():
                self.out.append("<hr>")

    def element(self, name: str, lines: Iterable[Line], attributes: str = "") -> None:
        """Lines in an element."""
        self.out.append(f"<{name}{attributes}>")
        self.lines(lines)
        self.out.append(f"</{name}>")

    def lines(self, lines: Iterable[Line]) -> None:
        """Lines with a break between them."""
        for number, line in enumerate(lines):
            if number:
                self.out.append("<br>")
            for item in line:
                self.inline(item)
        self.end()

    def listing(self, block: Listing) -> None:
        """A list; the items of a tight one are not paragraphs."""
        name = "ul" if block.start is None else "ol"
        start = "" if block.start in {None, 1} else f' start="{block.start}"'
        self.out.append(f"<{name}{start}>")
        for item in block.items:
            self.out.append("<li>")
            for inner in item:
                if block.is_tight and isinstance(inner, Paragraph):
                    self.lines(inner.lines)
                else:
                    self.block(inner)
            self.out.append("</li>")
        self.out.append(f"</{name}>")

    def table(self, block: Table) -> None:
        """A table, which may scroll by itself where it is wider than the card."""
        self.out.append('<div class="wide"><table><thead>')
        self.row("th", block.header, block.align)
        self.out.append("</thead><tbody>")
        for row in block.rows:
            self.row("td", row, block.align)
        self.out.append("</tbody></table></div>")

    def row(self, name: str, cells: Iterable[Line], align: Iterable[str]) -> None:
        """A row of a table."""
        self.out.append("<tr>")
        for cell, side in zip(cells, align, strict=True):
            self.element(name, (cell,), f' style="text-align:{side}"' if side else "")
        self.out.append("</tr>")

    def code(self, block: CodeBlock) -> None:
        """A block of code in its colours."""
        self.out.append("<pre><code>")
        for kind, text in highlighted(block.text, block.language):
            self.stretch(text, self.dress_code(kind))
        self.end()
        self.out.append("</code></pre>")

    def inline(self, item: Inline) -> None:
        """A part of a line."""
        match item:
            case Run(text, style):
                self.run(text, style)
            case Formula():
                self.formula(item)
            case Image(source, words, style):
                self.piece(self.shown(source, words, style))
            case Sound(source):
                name = "" if markup.is_elsewhere(source) else self.files(source)
                self.piece(f"[sound:{name}]" if name else self.escape(source))

    def run(self, text: str, style: markup.Style) -> None:
        """Text of one style."""
        link = style.link
        if link and not markup.is_elsewhere(link):
            self.stretch(text, self.dress_file(style))
        else:
            self.stretch(text, self.dress(style))

    def shown(self, source: str, words: str, style: markup.Style) -> str:
        """A picture. One from elsewhere is a link: cards load nothing from the network."""
        if markup.is_elsewhere(source):
            html = _linked(self.escape(words or source), source, self.escape)
        elif markup.medium(source):
            html = f"[sound:{self.files(source)}]"
        else:
            alt = self.escape(words).replace('"', "&quot;")
            html = f'<img src="{self.files(source)}" alt="{alt}">'
            if markup.is_elsewhere(style.link):
                html = _linked(html, style.link, self.escape)
        return html

    def formula(self, item: Formula) -> None:
        """A formula for MathJax."""
        opening, closing = (r"\[", r"\]") if item.is_display else (r"\(", r"\)")
        self.piece(opening)
        source = "".join(text for text, _ in markup.stretches(item.source))
        self.stretch(source, self.mathematics)
        self.piece(closing)

    def dress(self, style: markup.Style) -> Dress:
        """What puts text into the elements of a style."""

        def dressed(text: str) -> str:
            html = f"<code>{self.escape_code(text)}</code>" if style.code else self.escape(text)
            if style.italic:
                html = f"<em>{html}</em>"
            if style.bold:
                html = f"<strong>{html}</strong>"
            return _linked(html, style.link, self.escape) if style.link else html

        return dressed

    def dress_file(self, style: markup.Style) -> Dress:
        """What makes text the name of a file of the collection: a recording is played."""
        dress = self.dress(style._replace(link=""))
        if markup.medium(style.link):
            name = self.files(style.link)
            return lambda text: f"{dress(text)} [sound:{name}]"
        name = self.files(style.link, linked=True)
        return lambda text: f'<a href="{name}">{dress(text)}</a>'

    def dress_code(self, kind: str) -> Dress:
        """What puts code into the colour of its kind."""
        if not kind:
            return self.escape_code
        return lambda text: f'<span class="{kind}">{self.escape_code(text)}</span>'

    def stretch(self, text: str, dress: Dress) -> None:
        """Text of which each part is dressed alike."""
        self.out.append(dress(text))

    def piece(self, html: str) -> None:
        """Something that cannot be parted."""
        self.out.append(html)

    def end(self) -> None:
        """The end of a run of lines."""

    def escape(self, text: str) -> str:
        """Text as HTML."""
        return _escaped(text)

    def escape_code(self, text: str) -> str:
        """Text as HTML inside an element of code."""
        return _escaped_code(text)

    def mathematics(self, text: str) -> str:
        """LaTeX as HTML."""
        return _harmless(text)


# --- gaps


class _Placed(NamedTuple):
    """A gap in a document; places count characters, and pictures and the like as one."""

    start: int
    end: int
    number: int
    hint: str


class _ClozeWriter(_Writer):
    """Writes a document with gaps.

    Anki knows nothing of elements: a gap that began in one and ended in another would tear both. So
    marks stand around whole elements, and a gap that goes on after a block is written once in each.

    Args:
        files: gives the names of media.
        gaps: by where they begin, the outer ones first.
    """

    def __init__(self, files: Files, gaps: Iterable[_Placed]) -> None:
        super().__init__(files)
        self.gaps = list(gaps)
        self.edges = sorted({edge for gap in self.gaps for edge in gap[:2]})
        self.at = 0  # the place of what is written next
        self.next = 0  # the first gap not yet reached
        self.inside: list[_Placed] = []  # the gaps that go on here
        self.marked = 0  # of how many of them the mark is written
        self.in_formula = False

    def stretch(self, text: str, dress: Dress) -> None:
        """Text, dressed in parts if gaps begin or end in it."""
        start, end = self.at, self.at + len(text)
        cuts = self.edges[bisect_right(self.edges, start) : bisect_left(self.edges, end)]
        for first, last in pairwise((start, *cuts, end)):
            self.open()
            self.out.append(dress(text[first - start : last - start]))
            self.at = last
            self.close()

    def piece(self, html: str) -> None:
        """Something that cannot be parted: one place."""
        self.open()
        self.out.append(html)
        self.at += 1
        self.close()

    def formula(self, item: Formula) -> None:
        """A formula, which can hold gaps and be in one."""
        self.in_formula = True
        super().formula(item)
        self.in_formula = False

    def end(self) -> None:
        """Interrupt gaps that go on in the next block."""
        while self.marked:
            self.marked -= 1
            self.out.append(self.closing(self.inside[self.marked]))

    def open(self) -> None:
        """Write the marks of gaps that begin or go on here."""
        while self.next < len(self.gaps) and self.gaps[self.next].start <= self.at:
            self.inside.append(self.gaps[self.next])
            self.next += 1
        for gap in self.inside[self.marked :]:
            self.out.append(f"{{{{c{gap.number}::")
        self.marked = len(self.inside)

    def close(self) -> None:
        """Write the marks of gaps that end here."""
        while self.inside and self.inside[-1].end <= self.at:
            self.out.append(self.closing(self.inside.pop()))
        self.marked = len(self.inside)

    def closing(self, gap: _Placed) -> str:
        """The hint of a gap and its mark."""
        if not gap.hint:
            return "}}"
        if self.in_formula:
            return f"::{self.mathematics(gap.hint)}}}}}"
        return f"::{_ClozeWriter(self.files, ()).written(markup.parse(gap.hint))}}}}}"

    def escape(self, text: str) -> str:
        """Text as HTML that shows no marks of gaps."""
        return _for_cloze(super().escape(text))

    def escape_code(self, text: str) -> str:
        """The same inside an element of code."""
        return _for_cloze(super().escape_code(text))

    def mathematics(self, text: str) -> str:
        """LaTeX as such HTML."""
        return _for_cloze(super().mathematics(text))


def _flat(pieces: Pieces, depth: int = 0) -> Iterator[tuple[Gap, int]]:
    """All gaps by where they begin, each with how many others it lies in."""
    for piece in pieces:
        if isinstance(piece, Gap):
            yield piece, depth
            yield from _flat(piece.content, depth + 1)


def _placed(pieces: Pieces, gaps: list[tuple[Gap, int]]) -> tuple[Document, list[_Placed]]:
    """The document of a text with gaps, and where in it they lie.

    `markup` says of each stretch whether it is in a gap, but not in which one. So the text is read
    several times, with the marks of some gaps only: gaps of one depth, and of these every other
    one, so that there is always something between two of them.
    """
    groups: dict[tuple[int, bool], list[int]] = {}
    counts: Counter[int] = Counter()
    for index, (_, depth) in enumerate(gaps):
        groups.setdefault((depth, counts[depth] % 2 == 1), []).append(index)
        counts[depth] += 1
    document: Document = ()
    placed: list[tuple[int, _Placed]] = []
    for group in groups.values():
        document = markup.parse(_marked(pieces, set(group)))
        spans = _spans(document)
        if len(spans) != len(group):
            return document, []
        for index, (start, end) in zip(group, spans, strict=True):
            gap, _ = gaps[index]
            placed.append((index, _Placed(start, end, gap.number, gap.hint)))
    return document, [place for _, place in sorted(placed)]


def _marked(pieces: Pieces, chosen: set[int]) -> str:
    """The text with marks around the chosen gaps; those around the others set off nothing."""
    numbers = count()

    def written(pieces: Pieces) -> Iterator[str]:
        for piece in pieces:
            if isinstance(piece, str):
                yield piece
                continue
            opening, closing = MARK if next(numbers) in chosen else (_NOTHING, _NOTHING)
            yield opening
            yield from written(piece.content)
            yield closing

    return "".join(written(pieces))


def _spans(document: Document) -> list[tuple[int, int]]:
    """Where gaps begin and end, counted as `_ClozeWriter` does."""
    spans = []
    at = start = 0
    was_gap = False
    for length, is_gap in chain.from_iterable(map(_lengths, markup.inlines(document))):
        if is_gap and not was_gap:
            start = at
        if was_gap and not is_gap:
            spans.append((start, at))
        at, was_gap = at + length, is_gap
    return [*spans, (start, at)] if was_gap else spans


def _lengths(item: Inline) -> Iterator[tuple[int, bool]]:
    """How many places each stretch of a part of a line takes, and whether it is in a gap."""
    match item:
        case Run(text, style):
            yield len(text), style.gap
        case Formula(source, _, style):
            yield 1, style.gap
            depth = int(style.gap)
            for text, is_gap in markup.stretches(source, gap=style.gap):
                yield len(text), is_gap
            for mark in re.findall(f"[{_NOTHING}]", source):
                depth = max(0, depth + (1 if mark == MARK[0] else -1))
            yield 1, depth > 0
        case Image(style=style) | Sound(style=style):
            yield 1, style.gap


# --- code


def highlighted(code: str, language: str) -> list[tuple[str, str]]:
    """Code in stretches, each with the short name of its kind, as Pygments gives it.

    Only the kinds of `_KINDS` are told apart, so that a new version of Pygments, which tells more
    of them apart, does not change cards.
    """
    if not language or len(code) > _LONGEST_HIGHLIGHTED:
        return [("", code)]
    # Few cards have code, and this takes long to load.
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415
    from pygments.util import ClassNotFound  # noqa: PLC0415

    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return [("", code)]
    found = [(_kind(kind), text) for _, kind, text in lexer.get_tokens_unprocessed(f"{code}\n")]
    if "".join(text for _, text in found) != f"{code}\n":  # a lexer that left something out
        return [("", code)]
    joined = [
        (kind, "".join(text for _, text in group)) for kind, group in groupby(found, itemgetter(0))
    ]
    kind, last = joined[-1]
    joined[-1] = (kind, last.removesuffix("\n"))
    return [(kind, text) for kind, text in joined if text]


_KINDS = {
    "Comment": "c",
    "Generic.Deleted": "gd",
    "Generic.Inserted": "gi",
    "Keyword": "k",
    "Literal.Number": "m",
    "Literal.String": "s",
    "Name.Attribute": "na",
    "Name.Builtin": "nb",
    "Name.Class": "nc",
    "Name.Decorator": "nd",
    "Name.Function": "nf",
    "Name.Tag": "nt",
}


def _kind(token: tuple[str, ...]) -> str:
    """The short name of a kind of token, or of the nearest one above it that has one."""
    for length in range(len(token), 0, -1):
        if (name := ".".join(token[:length])) in _KINDS:
            return _KINDS[name]
    return ""


# --- design


def design(folder: Path, collection: Collection) -> Design:
    """The look of a collection's cards.

    Args:
        folder: of the templates.
        collection: whose name, language and repository they may mention.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - as above

    # Braces are Anki's here, so our own marks are others.
    environment = Environment(
        loader=FileSystemLoader(folder / "anki"),
        autoescape=True,
        undefined=StrictUndefined,
        block_start_string="[%",
        block_end_string="%]",
        variable_start_string="[[",
        variable_end_string="]]",
        comment_start_string="[#",
        comment_end_string="#]",
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
    )

    def side(name: str) -> str:
        text = environment.get_template(f"{name}.html.j2").render(
            language=collection.language, report=report_address(collection.repository)
        )
        return text.strip()

    return Design(
        environment.get_template("style.css").render().strip() + "\n",
        {
            key: (side(f"{key}-front"), side(f"{key}-back"))
            for family in FAMILIES.values()
            for key, _ in family.templates
        },
    )


def report_address(repository: str) -> str:
    """Where a card is reported: the address of a new issue, to which the card's id is added."""
    address = repository.rstrip("/").removesuffix(".git")
    if not address or _scheme(address) not in {"http", "https"}:
        return ""
    if "gitlab" in (urlsplit(address).hostname or ""):
        return f"{address}/-/issues/new?issue[title]="
    return f"{address}/issues/new?title="
