"""Problems as people see them, with the line and a caret below; a line each; as JSON; for GitHub.

What decks say is never sent to a terminal as it is: control characters and what turns the direction
of writing are shown as marks.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from cardsmith.diagnostics import Diagnostic, Place, Remark, Span
from cardsmith.render.cells import clusters
from cardsmith.render.cells import width as cells_of
from cardsmith.render.phrases import counted
from cardsmith.visible import visible

WIDTH = 100  # cells that a line of a deck takes at most, with what stands before it
_LONGEST_PHRASE = 240
_BLOCK = re.compile(r"[|>][-+0-9]*(?: +#.*)?")  # what begins a block of text
_NEAR = 4 * WIDTH  # characters before and behind a mark
_CUT = "…"

_STYLES = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "frame": "\x1b[34m", "bold": "\x1b[1m"}
_RESET = "\x1b[0m"


class Tally(NamedTuple):
    """What was looked at.

    Attributes:
        files: how many deck files.
        notes: how many notes, sound or not.
        faulty: how many of them have findings.
    """

    files: int
    notes: int
    faulty: int


class _Mark(NamedTuple):
    """A stretch of a file to underline, and what to write beside the line."""

    place: Place
    sign: str
    label: str


def text(
    found: Diagnostic, texts: Mapping[str, str], *, colour: bool = False, width: int = WIDTH
) -> str:
    """One problem.

    Args:
        found: the problem.
        texts: what the files say, by their paths; without its text a problem has no snippet.
        colour: whether to use ANSI colours.
        width: cells that a line of a snippet may take.
    """
    severity = "error" if found.is_error else "warning"
    here = [r for r in found.remarks if r.span and r.span.path == found.span.path]
    elsewhere = [r for r in found.remarks if r.span and r.span.path != found.span.path]
    marks = [_Mark(found.span.place, "^", found.label)]
    marks += [_Mark(r.span.place, "-", r.text) for r in here if r.span]
    spans = [found.span, *(remark.span for remark in found.remarks if remark.span)]
    frame = _Frame(texts, spans, width, colour=colour)
    head = frame.paint(f"{severity}[{found.code}]", severity)
    lines = [f"{head}{frame.paint(f': {_phrase(found.phrase)}', 'bold')}"]
    lines += frame.snippet("-->", found.span, marks, severity)
    for remark in elsewhere:
        if remark.span:
            mark = _Mark(remark.span.place, "-", remark.text)
            lines += frame.snippet(":::", remark.span, [mark], severity)
    lines += frame.notes([*_spoken(found.remarks), *_help(found.help)])
    return "\n".join(lines)


def summary(found: Sequence[Diagnostic], tally: Tally) -> str:
    """`2 errors, 1 warning in 3 files; 44 notes seen, 2 with findings`."""
    errors = sum(each.is_error for each in found)
    notes = f"{counted(tally.notes, 'note')} in {counted(tally.files, 'file')} seen"
    if not found:
        return f"All fine: {notes}."
    parts = [counted(errors, "error")] if errors else []
    if errors < len(found):
        parts.append(counted(len(found) - errors, "warning"))
    return f"{', '.join(parts)}; {notes}, {tally.faulty} with findings."


class Context(NamedTuple):
    """What a report needs besides the findings.

    Attributes:
        texts: what the files say, by their paths.
        tally: what was looked at.
        colour: whether to use ANSI colours.
        width: cells that a line of a snippet may take.
    """

    texts: Mapping[str, str]
    tally: Tally
    colour: bool = False
    width: int = WIDTH


def _as_text(found: Sequence[Diagnostic], context: Context) -> Iterator[str]:
    for each in found:
        yield text(each, context.texts, colour=context.colour, width=context.width) + "\n"
    yield summary(found, context.tally)


def _concise(found: Sequence[Diagnostic], context: Context) -> Iterator[str]:
    for each in found:
        place = each.span.place
        where = f"{_phrase(each.span.path)}:{place.line}:{place.column}"
        yield f"{where}: {each.code} {_phrase(each.phrase)}"
    yield summary(found, context.tally)


def as_json(found: Iterable[Diagnostic], tally: Tally) -> str:
    """All problems as one JSON object, in one line of ASCII.

    `version` changes with its shape. `files`, `notes` and `notes_with_findings` count what was
    looked at. Each of `findings` has `code`, `name`, `severity` (`error` or `warning`), `message`,
    `path`, `line`, `column`, `end_line`, `end_column` (from 1, in characters, the end exclusive),
    `label`, `help`, `remarks`: `message`, and a position like that of the finding, or none; and
    `edits`, which mend it where that is sure: `text` to put in the place of a position.
    """
    document = {
        "version": 1,
        "files": tally.files,
        "notes": tally.notes,
        "notes_with_findings": tally.faulty,
        "findings": [_record(each) for each in found],
    }
    return json.dumps(document)


def as_annotations(found: Iterable[Diagnostic]) -> list[str]:
    """One line each, as GitHub's workflows turn them into annotations of a pull request."""
    return [
        f"::{'error' if each.is_error else 'warning'} "
        f"file={_property(each.span.path)},line={each.span.place.line},"
        f"endLine={each.span.place.end_line},col={each.span.place.column},"
        f"title={_property(f'{each.code} {each.name}')}::{_data(_sentence(each))}"
        for each in found
    ]


def _record(found: Diagnostic) -> dict[str, object]:
    return {
        "code": found.code,
        "name": found.name,
        "severity": "error" if found.is_error else "warning",
        "message": found.phrase,
        **_position(found.span),
        "label": found.label,
        "help": found.help,
        "remarks": [
            {"message": remark.text, **(_position(remark.span) if remark.span else {})}
            for remark in found.remarks
        ],
        "edits": [{"text": edit.text, **edit.place._asdict()} for edit in found.edits],
    }


def _position(span: Span) -> dict[str, object]:
    return {"path": span.path, **span.place._asdict()}


def _sentence(found: Diagnostic) -> str:
    return "\n".join(filter(None, (visible(found.phrase), visible(found.label), found.help)))


def _data(message: str) -> str:
    message = visible(message)
    return message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _phrase(phrase: str) -> str:
    """A phrase on one line; what it quotes may be long or hold anything."""
    line = " ".join(visible(phrase).split("\n"))
    return line if len(line) <= _LONGEST_PHRASE else line[:_LONGEST_PHRASE] + _CUT


def _spoken(remarks: Iterable[Remark]) -> Iterator[tuple[str, str]]:
    return (("note", remark.text) for remark in remarks if remark.span is None)


def _help(help_: str) -> Iterator[tuple[str, str]]:
    if help_:
        yield "help", help_


def _into_block(mark: _Mark, lines: Sequence[str]) -> _Mark:
    """A mark on a block of text, put where the text is and not at the sign that begins it."""
    place = mark.place
    if place.line >= min(place.end_line, len(lines)):
        return mark
    if _BLOCK.fullmatch(lines[place.line - 1], place.column - 1) is None:
        return mark
    text = lines[place.line]
    indentation = len(text) - len(text.lstrip())
    if not text.strip():
        return mark
    within = Place(place.line + 1, indentation + 1, place.line + 1, len(text.rstrip()) + 1)
    return mark._replace(place=within)


@lru_cache(maxsize=8)
def _lines(text: str) -> list[str]:
    """The lines of a file, split once and not for each of its problems."""
    return text.split("\n")


class _Frame:
    """Draws around the lines of files; the gutter is as wide as the longest number of a line."""

    def __init__(
        self, texts: Mapping[str, str], spans: Iterable[Span], width: int, *, colour: bool
    ) -> None:
        self.texts = texts
        self.gutter = max(len(str(span.place.end_line)) for span in spans)
        self.colour = colour
        self.room = max(20, width - self.gutter - len(" | "))

    def paint(self, text: str, style: str) -> str:
        """Text in a colour, if there are colours."""
        return f"{_STYLES[style]}{text}{_RESET}" if self.colour else text

    def snippet(
        self, arrow: str, span: Span, marks: Iterable[_Mark], severity: str
    ) -> Iterator[str]:
        """The place of a span, and the marked lines of its file."""
        where = f"{_phrase(span.path)}:{span.place.line}:{span.place.column}"
        yield f"{' ' * self.gutter}{self.paint(arrow, 'frame')} {where}"
        lines = _lines(self.texts.get(span.path, ""))
        if span.path not in self.texts:
            return
        yield self._bar()
        before = 0
        for mark in sorted(_into_block(mark, lines) for mark in marks):
            number = min(mark.place.line, len(lines))
            if before and number > before + 1:
                yield self.paint("...", "frame")
            shown, caret = self._line(lines[number - 1], mark)
            if number != before:
                yield f"{self.paint(f'{number:>{self.gutter}} |', 'frame')} {shown}".rstrip()
            style = severity if mark.sign == "^" else "frame"
            yield f"{self._bar()} {self.paint(caret, style)}"
            before = number

    def notes(self, notes: Sequence[tuple[str, str]]) -> Iterator[str]:
        """What is to be said below the snippets; lines to paste stand as those of a file do."""
        if notes:
            yield self._bar()
        margin = " " * self.gutter
        for word, said in notes:
            first, *more = visible(said).split("\n")
            yield f"{margin} {self.paint('=', 'frame')} {self.paint(f'{word}:', 'bold')} {first}"
            yield from (f"{self._bar()} {line}" for line in more)

    def _bar(self) -> str:
        return self.paint(" " * self.gutter + " |", "frame")

    def _line(self, line: str, mark: _Mark) -> tuple[str, str]:
        """A line as far as there is room for it, and what stands below."""
        start = min(mark.place.column - 1, len(line))
        end = mark.place.end_column - 1 if mark.place.end_line == mark.place.line else len(line)
        end = max(start, min(end, len(line)))
        # Of a line that is very long, and has a thousand problems, only what is near is looked at.
        near = slice(max(0, start - _NEAR), start), slice(start, min(end, start + _NEAR))
        parts = (*(line[part] for part in near), line[near[1].stop : start + _NEAR])
        before, marked, after = map(visible, parts)
        if cells_of(before) + cells_of(marked) > self.room:
            before = _last(before, self.room // 3)
        left = self.room - cells_of(before)
        caret = " " * cells_of(before) + mark.sign * max(1, min(cells_of(marked), left))
        return before + _first(marked + after, left), f"{caret} {_phrase(mark.label)}".rstrip()


def _first(text: str, room: int) -> str:
    """The beginning of a text, at most some cells of it, with a sign where it is cut."""
    if cells_of(text) <= room:
        return text
    kept, used = "", 0
    for cluster, cells in clusters(text):
        if used + cells > room - 1:
            break
        kept, used = kept + cluster, used + cells
    return kept + _CUT


def _last(text: str, room: int) -> str:
    """The end of a text, with a sign where it is cut."""
    if cells_of(text) <= room:
        return text
    kept, used = "", 0
    for cluster, cells in reversed(list(clusters(text))):
        if used + cells > room - 1:
            break
        kept, used = cluster + kept, used + cells
    return _CUT + kept


# What `--format` names.
FORMS: dict[str, Callable[[Sequence[Diagnostic], Context], Iterable[str]]] = {
    "text": _as_text,
    "concise": _concise,
    "json": lambda found, context: [as_json(found, context.tally)],
    "github": lambda found, _: as_annotations(found),
}
