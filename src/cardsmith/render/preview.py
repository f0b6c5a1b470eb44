"""A collection as one page of HTML: every card as Anki shows it, and beside it what lint finds.

The page holds the only script that runs on it: its policy forbids every other, so that a card does
nothing even if markup of its text came through. Each side has a tree of its own (a shadow root),
so that the styles of cards and those of the page do not meet.
"""

import re
from base64 import b64encode
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from cardsmith.anki.package import Design, MediaFile, PackageError
from cardsmith.anki.plan import plan
from cardsmith.deck import Note, cards_of
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic, Place, Span
from cardsmith.lint import Subject
from cardsmith.render import diagnostics
from cardsmith.render.html import HtmlPen, design
from cardsmith.render.sides import Sides, sides
from cardsmith.visible import visible

_MOST_LINES = 12  # of an entry that makes no cards
_MOST_OPEN = 12  # findings that are listed without a click
_ID = re.compile(r"""\bid["']?:\s*["']?([a-z0-9][a-z0-9._-]*)""")


class Home(NamedTuple):
    """Where the files of a collection can be seen.

    Attributes:
        repository: its address; empty if there is none, or if it does not have these files.
        folder: the folder of the collection in it, ending with `/` unless it is empty.
    """

    repository: str = ""
    folder: str = ""

    def address(self, span: Span) -> str:
        """Where a line can be seen, and from there changed; empty if nowhere."""
        address = self.repository.rstrip("/").removesuffix(".git")
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"}:
            return ""
        # HEAD is the branch that a repository shows first, whatever its name. The addresses that
        # open an editor know no HEAD; these do, and what they show has a button that edits.
        view = "-/blob" if "gitlab" in (parts.hostname or "") else "blob"
        return f"{address}/{view}/HEAD/{quote(self.folder + span.path)}#L{span.place.line}"


class Page(NamedTuple):
    """A page, and the files that must lie beside it.

    Attributes:
        html: the page; equal collections give equal pages.
        version: sixteen digits that change with the page.
        media: the pictures and sounds that cards refer to, by the names that they have there.
    """

    html: str
    version: str
    media: tuple[MediaFile, ...]


class Where(NamedTuple):
    """A place in words, and an address at which it can be seen, if there is one."""

    text: str
    address: str


class Finding(NamedTuple):
    """A finding in words; `paste` are the lines of its help that are to be taken over."""

    severity: str
    code: str
    name: str
    phrase: str
    label: str
    where: Where
    remarks: tuple[tuple[str, Where | None], ...]
    help: str
    paste: str


class View(NamedTuple):
    """A card: its id, how it asks, and its two sides."""

    id: str
    way: str
    sides: Sides


class Entry(NamedTuple):
    """One entry under `cards:`: a note, or what was to be one.

    Attributes:
        anchor: its name on the page.
        name: its id, or its line if no id can be read.
        kind: of note; empty if it is broken.
        deck: the name of its deck.
        tags: its tags.
        where: its place.
        views: its cards.
        findings: what is wrong with it.
        obstacle: why it has no cards though it is sound; empty if it has.
        excerpt: what the file says, where there are no cards.
        has_maths: whether it has formulas, which the page shows in another way than Anki.
    """

    anchor: str
    name: str
    kind: str
    deck: str
    tags: tuple[str, ...]
    where: Where
    views: tuple[View, ...]
    findings: tuple[Finding, ...]
    obstacle: str
    excerpt: str
    has_maths: bool


class Section(NamedTuple):
    """A deck file with its entries."""

    deck: str
    path: str
    entries: tuple[Entry, ...]


def page(  # noqa: PLR0913 - all that a page depends on
    subject: Subject,
    found: Sequence[Diagnostic],
    folder: Path,
    digest: Callable[[str], str],
    home: Home,
    *,
    is_live: bool = False,
) -> Page:
    """The page of a collection, broken notes too.

    Args:
        subject: the collection; its paths are those from its root.
        found: what is wrong with it, in order.
        folder: of the templates.
        digest: gives the SHA-256 of a media file, in hexadecimal, by its path.
        home: where its files can be seen.
        is_live: whether the page asks its server for changes.

    Raises:
        PackageError: a template has something that is not known here.
    """
    look = design(folder, subject.collection)
    by_entry, loose = _sorted_out(subject.decks, found)
    hand = _Hand(subject, look, cache(digest), home, by_entry)
    sections = tuple(hand.sections())
    entries = [entry for section in sections for entry in section.entries]
    html = _written(
        folder / "preview",
        look.css,
        is_live=is_live,
        name=visible(subject.collection.name) or "A collection without a name",
        language=subject.collection.language,
        sections=sections,
        loose=[hand.finding(each) for each in loose],
        faulty=[entry for entry in entries if entry.findings],
        is_open=len(found) <= _MOST_OPEN,
        summary=diagnostics.summary(found, _tally(subject.decks, entries)),
        total=len(entries),
        decks=_each_once(entry.deck for entry in entries),
        tags=sorted(_each_once(tag for entry in entries for tag in entry.tags)),
    )
    version = sha256(html.encode()).hexdigest()[:16]
    html = html.replace('data-version=""', f'data-version="{version}"', 1)
    return Page(html, version, tuple(sorted(hand.media)))


def _written(folder: Path, css: str, *, is_live: bool, **content: object) -> str:
    """The page from its template."""
    from jinja2 import (  # noqa: PLC0415 - takes long to load
        Environment,
        FileSystemLoader,
        StrictUndefined,
    )

    loader = FileSystemLoader(folder)
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
    )
    style, card_style, script = (
        loader.get_source(environment, name)[0] for name in ("page.css", "card.css", "page.js")
    )
    html = environment.get_template("page.html.j2").render(
        style=style,
        card_style=css + card_style,
        script=script,
        policy=_policy(script, is_live=is_live),
        is_live=is_live,
        **content,
    )
    return html.lstrip()


def _policy(script: str, *, is_live: bool) -> str:
    """What the page may do: run this script, show files that lie beside it, and nothing else."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    server = "'self'" if is_live else "'none'"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'sha256-{digest}'",
            "style-src 'unsafe-inline'",  # tables of cards say in this way how they are aligned
            "img-src 'self'",
            "media-src 'self'",
            f"connect-src {server}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


class _Hand:
    """Writes down what is on the page; in the end `media` are the files that this needs."""

    def __init__(
        self,
        subject: Subject,
        look: Design,
        digest: Callable[[str], str],
        home: Home,
        by_entry: dict[tuple[str, int], list[Diagnostic]],
    ) -> None:
        self.subject, self.look, self.digest, self.home = subject, look, digest, home
        self.by_entry = by_entry
        self.pen = HtmlPen()
        self.media: set[MediaFile] = set()
        self.anchors: set[str] = set()

    def sections(self) -> Iterator[Section]:
        """All deck files that have entries."""
        for deck in self.subject.decks:
            name = visible(next((note.deck for note in deck.notes), deck.path))
            entries = tuple(
                self.entry(deck, number, note, name) for number, note in enumerate(_notes(deck))
            )
            if entries:
                yield Section(name, visible(deck.path), entries)

    def entry(self, deck: DeckFile, number: int, note: Note | None, name: str) -> Entry:
        """An entry of a deck file whose deck has a name."""
        line = deck.lines[number]
        source = _source(deck, number)
        id_ = note.id if note else _id_in(source)
        views, obstacle = self.views(note) if note else ((), "")
        return Entry(
            self.anchor(id_ or "without-id"),
            id_ or f"Line {line}",
            type(note.content).__name__.lower() if note else "",
            name,
            tuple(map(visible, note.tags)) if note else (),
            self.where(Span(deck.path, Place(line, 1, line, 2))),
            views,
            tuple(map(self.finding, self.by_entry.get((deck.path, number), ()))),
            obstacle,
            "" if views else _excerpt(source),
            any('<span class="formula' in side for view in views for side in view.sides),
        )

    def views(self, note: Note) -> tuple[tuple[View, ...], str]:
        """The cards of a note; or none, and why not."""
        try:
            # One by one, so that a note that cannot be exported leaves the others as they are.
            one = self.subject.collection._replace(notes=(note,))
            package = plan(one, self.pen, self.look, self.digest, 0)
        except PackageError as error:
            return (), visible(str(error))
        self.media.update(package.media)
        made = ((each, card.ord) for each in package.notes for card in each.cards)
        return tuple(
            View(
                card.id,
                "reverse" if card.part == "reverse" else each.kind,
                sides(package.note_types[each.family], each, ord_),
            )
            for card, (each, ord_) in zip(cards_of(note), made, strict=True)
        ), ""

    def finding(self, found: Diagnostic) -> Finding:
        """A finding in words."""
        help_, _, paste = visible(found.help).partition("\n")
        return Finding(
            "error" if found.is_error else "warning",
            found.code,
            found.name,
            visible(found.phrase),
            visible(found.label),
            self.where(found.span),
            tuple(
                (visible(remark.text), self.where(remark.span) if remark.span else None)
                for remark in found.remarks
            ),
            help_,
            paste,
        )

    def where(self, span: Span) -> Where:
        """A place in words."""
        return Where(visible(f"{span.path}:{span.place.line}"), self.home.address(span))

    def anchor(self, id_: str) -> str:
        """A name on the page that nothing else has."""
        name, number = f"note-{id_}", 1
        while name in self.anchors:
            number += 1
            name = f"note-{id_}~{number}"  # no id has a tilde
        self.anchors.add(name)
        return name


# --- entries and findings


def _notes(deck: DeckFile) -> Iterator[Note | None]:
    """The note of each entry, None where it is broken."""
    notes = deque(deck.notes)
    for line in deck.lines:
        is_sound = notes and notes[0].place.line == line
        yield notes.popleft() if is_sound else None


def _sorted_out(
    decks: Iterable[DeckFile], found: Iterable[Diagnostic]
) -> tuple[dict[tuple[str, int], list[Diagnostic]], list[Diagnostic]]:
    """The findings about each entry, by its file and number, and those about none."""
    lines = {deck.path: deck.lines for deck in decks}
    by_entry: dict[tuple[str, int], list[Diagnostic]] = {}
    loose = []
    for each in found:
        path = each.span.path
        number = bisect_right(lines.get(path, ()), each.span.place.line) - 1
        if number < 0:
            loose.append(each)
        else:
            by_entry.setdefault((path, number), []).append(each)
    return by_entry, loose


def _source(deck: DeckFile, number: int) -> list[str]:
    """The lines of an entry, as written."""
    following = deck.lines[number + 1 :]
    end = following[0] - 1 if following else None
    return deck.text.split("\n")[deck.lines[number] - 1 : end]


def _id_in(source: Iterable[str]) -> str:
    found = _ID.search("\n".join(source))
    return found[1] if found else ""


def _excerpt(source: list[str]) -> str:
    """What an entry says, without the comments before the next one."""
    lines = list(source)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    more = ["…"] if len(lines) > _MOST_LINES else []
    return visible(dedent("\n".join([*lines[:_MOST_LINES], *more])))


def _tally(decks: Sequence[DeckFile], entries: Sequence[Entry]) -> diagnostics.Tally:
    faulty = sum(bool(entry.findings) for entry in entries)
    return diagnostics.Tally(len(decks), len(entries), faulty)


def _each_once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
