r"""The two sides of a card, as Anki makes them of a note and its templates.

What Anki does with a script or with its own player is done here by plain HTML: a hint opens, a
sound has a player, and maths, which MathJax would typeset, is written in Unicode.
"""

import re
from collections.abc import Callable, Mapping
from html import escape, unescape
from typing import NamedTuple

from cardsmith.anki.package import Note, NoteType, PackageError
from cardsmith.markup import medium
from cardsmith.render.maths import readable


class Sides(NamedTuple):
    """The HTML of the front and of the back."""

    front: str
    back: str


def sides(note_type: NoteType, note: Note, ord_: int) -> Sides:
    """The sides of one card.

    Args:
        note_type: that of the note.
        note: whose fields are shown.
        ord_: which of its cards.

    Raises:
        PackageError: a template has something that is not known here.
    """
    template = note_type.templates[0 if note_type.is_cloze else ord_]
    names = (field.name for field in note_type.fields)
    fields = dict(zip(names, note.fields, strict=True))
    return Sides(
        _dressed(_filled(template.front, fields, _Side(ord_ + 1, is_back=False))),
        _dressed(_filled(template.back, fields, _Side(ord_ + 1, is_back=True))),
    )


# --- templates


class _Side(NamedTuple):
    """Which side is made; `gap` is the number of the gap that a cloze asks for."""

    gap: int
    is_back: bool


_MARK = re.compile(r"\{\{(.*?)\}\}")
# What Anki takes for an empty field.
_EMPTY = re.compile(r"(?:\s|</?(?:br|div) ?/?>)*", re.IGNORECASE)


def _filled(template: str, fields: Mapping[str, str], side: _Side) -> str:
    """A template with the fields in their places."""
    out: list[str] = []
    conditions = [True]
    for at, piece in enumerate(_MARK.split(template)):
        is_mark = at % 2 == 1
        if is_mark and piece[:1] in {"#", "^"}:
            is_empty = _EMPTY.fullmatch(_field(fields, piece[1:])) is not None
            conditions.append(is_empty == (piece[0] == "^"))
        elif is_mark and piece[:1] == "/":
            conditions.pop()
        elif all(conditions):
            out.append(_value(piece, fields, side) if is_mark else piece)
    return "".join(out)


def _field(fields: Mapping[str, str], name: str) -> str:
    if name not in fields:
        raise PackageError(f"a template names a field that notes do not have: {{{{{name}}}}}")
    return fields[name]


def _value(mark: str, fields: Mapping[str, str], side: _Side) -> str:
    """What stands for a mark: a field, as it is or through a filter."""
    filter_, _, name = mark.rpartition(":")
    value = _field(fields, name)
    if not filter_:
        return value
    if filter_ not in _FILTERS:
        raise PackageError(f"a template has a filter that is not known here: {{{{{mark}}}}}")
    return _FILTERS[filter_](value, side) if value else ""


def _typed(answer: str, side: _Side) -> str:
    """The box to type into; on the back, the answer, as for somebody who typed nothing."""
    if side.is_back:
        return f'<code id="typeans">{answer}</code>'
    return '<input id="typeans" type="text" aria-label="Your answer" readonly tabindex="-1">'


def _hint(hint: str, _: _Side) -> str:
    return f'<details class="hint"><summary>Hint</summary><div>{hint}</div></details>'


def _cloze(text: str, side: _Side) -> str:
    """A text with one gap hidden, or shown as found; formulas have no elements in them."""
    html = "".join(_revealed(piece, side) for piece in _pieces(text))
    return _FORMULA.sub(lambda match: _ELEMENT.sub("", match[0]), html)


_FILTERS: dict[str, Callable[[str, _Side], str]] = {
    "cloze": _cloze,
    "hint": _hint,
    "type": _typed,
}


# --- gaps


class _Gap:
    """A gap in a field; the first of those that are open is the text itself."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.pieces: list[str | _Gap] = []
        self.hint = ""


_GAP = re.compile(r"(\{\{c\d+::|\}\})")


def _pieces(text: str) -> "list[str | _Gap]":
    """A field in pieces. Whatever is no mark of a gap has its braces and colons as entities."""
    opened = [_Gap(0)]
    for piece in _GAP.split(text):
        if piece.startswith("{{c"):
            gap = _Gap(int(piece[3:-2]))
            opened[-1].pieces.append(gap)
            opened.append(gap)
        elif piece == "}}":
            opened.pop()
        elif len(opened) > 1 and "::" in piece:
            inner, _, opened[-1].hint = piece.partition("::")
            opened[-1].pieces.append(inner)
        else:
            opened[-1].pieces.append(piece)
    return opened[0].pieces


def _revealed(piece: str | _Gap, side: _Side) -> str:
    if isinstance(piece, str):
        return piece
    is_asked = piece.number == side.gap
    name = "cloze" if is_asked else "cloze-inactive"
    if is_asked and not side.is_back:
        inner = f"[{piece.hint or '...'}]"
    else:
        inner = "".join(_revealed(each, side) for each in piece.pieces)
    return f'<span class="{name}" data-ordinal="{piece.number}">{inner}</span>'


# --- what Anki does when it shows a card


_ELEMENT = re.compile(r"<[^>]*>")
_FORMULA = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", re.DOTALL)
_SOUND = re.compile(r"\[sound:([^\]]*)\]")


def _dressed(html: str) -> str:
    return _SOUND.sub(_player, _FORMULA.sub(_formula, html))


def _player(match: re.Match[str]) -> str:
    name = "video" if medium(match[1]) == "film" else "audio"
    return f'<{name} controls preload="none" src="{match[1]}"></{name}>'


def _formula(match: re.Match[str]) -> str:
    """A formula in Unicode, with the LaTeX as a tooltip; what cannot be written so stays LaTeX."""
    is_display = match[1] is None
    source = unescape(match[2] if is_display else match[1])
    shown = readable(source)
    names = ["formula"] + ["display"] * is_display + ["latex"] * ("\\" in shown)
    return f'<span class="{" ".join(names)}" title="{escape(source)}">{escape(shown)}</span>'
