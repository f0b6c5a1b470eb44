"""`collection.yaml`: text → what a collection is, and all that is wrong with it."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from cardsmith.catalog import MALFORMED_VALUE, MISSING_FIELD, NEWER_FORMAT, WRONG_SHAPE
from cardsmith.deckfile import ids, source, tree
from cardsmith.deckfile.fields import COLLECTION, SOURCE, Shape, Table
from cardsmith.deckfile.places import Text
from cardsmith.deckfile.values import Reader, key_of
from cardsmith.diagnostics import Diagnostic, Place

NAME = "collection.yaml"
FORMAT = 1


class SourceEntry(NamedTuple):
    """A source as declared: a file of the collection, or a URL."""

    title: str
    file: str
    url: str


class CollectionFile(NamedTuple):
    """A `collection.yaml`, read; what it does not say, or says wrongly, is empty."""

    id: str = ""
    name: str = ""
    language: str = ""
    licence: str = ""
    authors: tuple[str, ...] = ()
    repository: str = ""
    tag_root: str = ""
    sources: Mapping[str, SourceEntry] = {}
    problems: tuple[Diagnostic, ...] = ()

    @property
    def is_newer(self) -> bool:
        """Whether the collection is of a later format, so that nobody here can judge its files."""
        return any(problem.code == NEWER_FORMAT.id for problem in self.problems)


class Form(NamedTuple):
    """What a text has to look like, as a pattern and in words."""

    pattern: re.Pattern[str]
    words: str


_URL = Form(re.compile(r"https?://[^\s/][^\s]*"), "an address such as https://example.org/cards")
# Of values of `collection.yaml`, by their keys.
FORMS = {
    "id": Form(
        re.compile(r"[a-z0-9][a-z0-9-]{7,63}"),
        "8 to 64 characters of a-z, 0-9 and `-`; `uuidgen` makes one",
    ),
    "language": Form(
        re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*"), "a BCP 47 tag such as `en` or `pt-BR`"
    ),
    "repository": _URL,
    "url": _URL,
    "tag_root": Form(re.compile(r"[^\s:]+(?:::[^\s:]+)*"), "a word, or words joined by `::`"),
    "file": Form(
        re.compile(r"(?!/|[A-Za-z]:)(?!(?:.*/)?\.\.(?:/|$))[^\\]+"),
        "a path inside the collection, with `/`",
    ),
}


def parse(text: str, path: str) -> CollectionFile:
    """Read a `collection.yaml`; `text` is what `source.decode` made of it."""
    for read in source.trees(text, path):
        if read.problem:
            return CollectionFile(problems=(read.problem,))
        with suppress(tree.NeedsPlacesError):
            reader = _CollectionReader(path, text, is_plain=read.is_plain)
            return reader.collection(read.root)._replace(problems=tuple(reader.problems))
    raise AssertionError(path)  # the last tree has places


def place_of_source(text: str, path: str, name: str) -> Place:
    """Where the file of a declared source is named."""
    return Text(text, path).place(("sources", name, "file")) or Place(1, 1, 1, 2)


class _CollectionReader(Reader):
    """Reads one `collection.yaml`."""

    def collection(self, root: tree.Node | None) -> CollectionFile:
        """Read all of it."""
        if not isinstance(root, tree.Mapping):
            help_ = "it has `format: 1`, `id: …` and `name: …`"
            self.report(MISSING_FIELD, self.first_of(root), "the file says nothing", help=help_)
            return CollectionFile()
        if self._is_newer(root):
            return CollectionFile()
        values = self._checked(root, COLLECTION)
        texts = self._texts(root, values, COLLECTION)
        authors = self.lines("authors", values["authors"]) if "authors" in values else ()
        return CollectionFile(
            id=texts.get("id", ""),
            name=texts.get("name", ""),
            language=texts.get("language", ""),
            licence=texts.get("licence", ""),
            authors=authors or (),
            repository=texts.get("repository", ""),
            tag_root=texts.get("tag_root", ""),
            sources=self._sources(values["sources"]) if "sources" in values else {},
        )

    def _is_newer(self, root: tree.Mapping) -> bool:
        """Whether the file is of a later format, whose keys this version cannot judge."""
        for key, value in root.pairs():
            if tree.text_of(key) == "format":
                number = tree.text_of(value) or ""
                if re.fullmatch("[0-9]{1,9}", number) and int(number) > FORMAT:
                    self.report(
                        NEWER_FORMAT,
                        value,
                        f"format {number} needs a newer cardsmith; this one knows {FORMAT}",
                        help="update cardsmith",
                    )
                    return True
                if number != str(FORMAT):
                    help_ = f"write `format: {FORMAT}`"
                    self.report(MALFORMED_VALUE, value, "`format` is not a number", help=help_)
        return False

    def _checked(self, node: tree.Mapping, table: Table) -> dict[str, tree.Node]:
        values = self.entries(node, table)
        for name, field in table.items():
            if field.required and name not in values:
                help_ = f"add `{name}: {field.example}`"
                self.report(MISSING_FIELD, self.first_of(node), f"there is no `{name}`", help=help_)
        return values

    def _texts(
        self, node: tree.Mapping, values: Mapping[str, tree.Node], table: Table
    ) -> dict[str, str]:
        """The values that are texts, as far as they are of the form that they need."""
        spelt = {tree.text_of(key) for key, _ in node.pairs()}
        found = {}
        for name, value in values.items():
            if table[name].shape is Shape.LINE:
                read = self.side_line if table[name].required else self.line
                text = read(name, value)
                # A misspelt `id` must not name a history.
                if text and self._fits(name, value, text) and name in spelt:
                    found[name] = text
        return found

    def _fits(self, name: str, node: tree.Node, text: str) -> bool:
        form = FORMS.get(name)
        if form is None or form.pattern.fullmatch(text):
            return True
        self.report(MALFORMED_VALUE, node, f"`{name}` is not of its form", help=form.words)
        return False

    def _sources(self, node: tree.Node) -> dict[str, SourceEntry]:
        if not isinstance(node, tree.Mapping):
            if tree.text_of(node) != "":
                help_ = "write `sources: {lesson: {file: lesson.md}}`"
                self.report(WRONG_SHAPE, node, "`sources` must be a mapping", help=help_)
            return {}
        found: dict[str, SourceEntry] = {}
        for key, value in node.pairs():
            name = self._source_name(key)
            if name in found:
                self.report_twice(node, key, name)
            elif name is not None:
                entry = self._source(name, value)
                if entry:
                    found[name] = entry
        return found

    def _source_name(self, key: tree.Node) -> str | None:
        name = tree.text_of(key) or ""
        if ids.ID.fullmatch(name):
            return name
        help_ = f"it has only {ids.RULE}"
        what = f"`{name}` is not a name of a source"
        if not name.strip():
            what = "the name of a source is empty"
        self.report(MALFORMED_VALUE, key, what, help=help_)
        return None

    def _source(self, name: str, node: tree.Node) -> SourceEntry | None:
        if not isinstance(node, tree.Mapping):
            value = tree.text_of(node) or ""
            sort = "url" if "://" in value else "file"
            help_ = self.instead(name, node, f"{{{sort}: {value or '…'}}}")
            self.report(WRONG_SHAPE, node, f"`{name}` must be a mapping", help=help_)
            return None
        values = self._checked(node, SOURCE)
        texts = self._texts(node, values, SOURCE)
        given = [sort for sort in ("file", "url") if sort in values]
        if len(given) != 1:
            what = "neither `file` nor `url`" if not given else "both `file` and `url`"
            where = key_of(node, values["url"]) if given else self.first_of(node)
            self.report(MISSING_FIELD, where, f"the source `{name}` has {what}", help="give one")
            return None
        return SourceEntry(
            texts.get("title", name),
            texts.get("file", ""),
            texts.get("url", ""),
        )


# ---- outlines ----------------------------------------------------------------------------------

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+(?P<text>.*?))??(?:[ \t]+#+)?[ \t]*")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?")


def anchors(outline: str) -> dict[str, str]:
    """The headings of a Markdown text by their anchors, as GitHub makes them."""
    return {anchor: heading for anchor, heading, _ in _sections(outline)}


def passage(outline: str, anchor: str) -> str:
    """The section of a Markdown text that an anchor names, up to the next heading."""
    lines = outline.splitlines()
    sections = _sections(outline)
    starts = [start for _, _, start in sections] + [len(lines)]
    for number, (name, _, start) in enumerate(sections):
        if name == anchor:
            return "\n".join(lines[start : starts[number + 1]]).strip()
    return ""


def _sections(outline: str) -> list[tuple[str, str, int]]:
    """Each heading: its anchor, its words, and the number of its line from 0."""
    found: list[tuple[str, str, int]] = []
    seen: dict[str, int] = {}
    for text, line in _headings(outline):
        slug = _slug(text)
        number = seen.get(slug, 0)
        seen[slug] = number + 1
        found.append((f"{slug}-{number}" if number else slug, text, line))
    return found


def _headings(outline: str) -> list[tuple[str, int]]:
    headings: list[tuple[str, int]] = []
    fence = ""
    for number, line in enumerate(outline.splitlines()):
        bar = _FENCE.match(line)
        if fence:
            if bar and bar[1].startswith(fence) and not line[bar.end() :].strip():
                fence = ""
        elif bar:
            fence = bar[1]
        elif heading := _HEADING.fullmatch(line):
            headings.append((_LINK.sub(r"\1", heading["text"] or "").strip(), number))
    return headings


def _slug(heading: str) -> str:
    kept = (c for c in heading.lower() if c in "-_ " or c.isalnum())
    return "".join(kept).replace(" ", "-")
