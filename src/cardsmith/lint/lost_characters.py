r"""Characters that markup takes from a short answer.

What it objects to: an answer of one line in which stars, underscores, backslashes or dollar signs
are read as markup though they were surely meant as characters: `__init__`, `2*3*4`, `*.*`,
`COUNT(*), SUM(*)`, `\d+\.\d+`, `$HOME/$USER`. Words that are bold or italic are left alone.

Why it hurts: the learner learns what is left. `__init__` is shown as a bold "init", `2*3*4` as
"234" with a slanted 3.

An example:

    back: 2*3*4

Better: in backticks nothing is markup.

    back: '`2*3*4`'
"""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from cardsmith import cloze
from cardsmith.catalog import LOST_CHARACTERS
from cardsmith.deck import Basic, Cloze, Note, Sequence
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import NO_PROSE, Subject, everything
from cardsmith.markup import MARK, Formula, Inline, Run, inlines, parse

CODES = (LOST_CHARACTERS,)

_LONGEST = 120
_CHARACTERS = re.compile(r"[*_\\$]")
# What has to be there; whether it is markup, the parser tells.
_STARS = re.compile(r"[\w)\]]\*{1,2}[\w(\[]|[(\[{.][*_]{1,3}[)\]}]|\A\*\.\*\Z|_\w*_\w*_")
_DOLLARS = re.compile(r"[/:}]\S*\$")

# Emphasis that nobody means, between the two marks.
_ACCIDENTS = re.compile(
    r"""
      \d \x01 [!-~]+ \x02 [A-Za-z0-9(]                      # 2*3*4
    | [)\]] \x01 [!-~]+ \x02 [0-9(\[]                       # (a+b)*c*(d+e)
    | [)\]] \x01 [\[(] [^\x02]* [)\]] \x02                  # [a-z]*[0-9]*
    | [A-Za-z0-9)] \x01 (?=[^\x02]*\s) [^\x02]* \x02 [A-Za-z0-9(]   # x*y and y*x
    | [(\[{.] \x01 [)\]}] [^\x02]                           # COUNT(*), SUM(*)
    | [(\[{] \x02 [)\]}]                                    # _.map(_)
    | \A \x01 \. \x02 \Z                                    # *.*
    """,
    re.VERBOSE,
)
_SUM = re.compile(r"(?=.*[=+/^])(?!.*[A-Za-z]{3})[\w\s*+\-/^=().,]+", re.ASCII)
_IN_SUM = re.compile(r"\w\x01\S+\x02\w")
_LONG_NAME = re.compile(r"[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+")

# Names between double underscores that are no word of any prose, and those that may be one.
_NO_WORDS = re.compile(
    r"aenter|aexit|aiter|anext|builtins|delattr|delitem|dict|divmod|floordiv|fspath|func"
    r"|getattr|getattribute|getitem|getstate|globals|iadd|imul|init|isub|itruediv|lshift"
    r"|matmul|mro|proto|pycache|qualname|radd|repr|rmul|rshift|rsub|rtruediv|setattr"
    r"|setitem|setstate|sizeof|slots|str|subclasshook|truediv|typename|xor|FILE|LINE"
)
_WORDS = re.compile(
    r"all|bytes|call|class|contains|del|dir|doc|enter|exit|file|format|hash|import|index"
    r"|iter|len|main|missing|name|new|next|version"
)
_PROGRAM = re.compile(r"python|dunder", re.IGNORECASE)

_ESCAPE = re.compile(r"\\(.)")
_EATEN = frozenset("./?^,;'\"=%@&()[]{|+-")  # before `*`, `_` and the like it may be meant
_ONE_ESCAPE = re.compile(r"\\[./?^,;'\"=%@&]")
_VARIABLE = re.compile(r"[A-Za-z_]\w*[/:]|\{[A-Za-z_]\w*\}[^\s\\]*")


class _Stretch(NamedTuple):
    """A part of a line: emphasized, or between such parts."""

    text: str
    is_emphasized: bool


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such answer."""
    for deck in subject.decks:
        if any(character in deck.text for character in "*_\\$"):
            for note in deck.notes:
                for name, text in _answers(note):
                    shown = _shown(note, text)
                    if shown != text and _is_bare(note, text):
                        yield LOST_CHARACTERS.at(
                            note.span(name),
                            f"`{text}` is shown as `{shown}`",
                            help="put it in backticks; or put a backslash before each character "
                            "that is no markup",
                        )


def _answers(note: Note) -> Iterator[tuple[str, str]]:
    """The short answers that may have lost something, each with the name of its place."""
    match note.content:
        case Basic(front, back, reverse):
            if _may_lose(back):
                yield "back", back
            if reverse and _may_lose(front):
                yield "front", front
        case Sequence(_, steps):
            yield from ((f"steps.{step.key}", step.text) for step in steps if _may_lose(step.text))
        case Cloze(text, pieces) if _CHARACTERS.search(text):
            for gap in _gaps(pieces):
                hidden = cloze.shown(gap.content)
                if _may_lose(hidden):
                    yield "cloze", hidden
        case _:
            pass


def _may_lose(text: str) -> bool:
    return _CHARACTERS.search(text) is not None and len(text) <= _LONGEST and "\n" not in text


def _gaps(pieces: cloze.Pieces) -> Iterator[cloze.Gap]:
    for piece in pieces:
        if isinstance(piece, cloze.Gap):
            yield piece
            yield from _gaps(piece.content)


def _is_bare(note: Note, text: str) -> bool:
    """Whether an answer, if it is what a gap hides, stands outside of code and maths."""
    if not isinstance(note.content, Cloze):
        return True
    pieces = note.content.pieces
    numbers = {gap.number for gap in _gaps(pieces) if cloze.shown(gap.content) == text}
    shown = [parse(cloze.revealed(pieces, number, MARK)) for number in numbers]
    items = [item for document in shown for item in inlines(document) if item.style.gap]
    return bool(items) and all(isinstance(i, Run) and not i.style.code for i in items)


def _shown(note: Note, text: str) -> str:
    """What is left of an answer if characters were taken from it; else the answer."""
    prose = _outside(text)
    has_stars, has_dollars = _STARS.search(prose) is not None, _DOLLARS.search(text) is not None
    has_lost = _lost_backslash(prose)
    if not (has_lost or has_stars or has_dollars):
        return text
    items = tuple(inlines(parse(text)))
    has_lost = has_lost or (has_stars and _lost_emphasis(note, text, items))
    if has_lost or (has_dollars and _lost_dollar(items)):
        return "".join(map(_said, items))
    return text


def _outside(text: str) -> str:
    """A text without its code and maths."""
    prose, end = [], 0
    for start, stop in cloze.verbatim(text):
        prose.append(text[end:start])
        end = stop
    return NO_PROSE.join((*prose, text[end:]))


def _said(item: Inline) -> str:
    match item:
        case Run(said) | Formula(said):
            return said
        case _:
            return NO_PROSE


def _lost_emphasis(note: Note, text: str, items: tuple[Inline, ...]) -> bool:
    grouped = groupby(items, _is_emphasized)
    stretches = [_Stretch("".join(map(_prose, group)), emphasized) for emphasized, group in grouped]
    for number, stretch in enumerate(stretches):
        if stretch.is_emphasized:
            before = stretches[number - 1].text if number else ""
            after = "".join(each.text for each in stretches[number + 1 : number + 2])
            marked = f"{before}\x01{stretch.text}\x02{after}"
            if (
                _ACCIDENTS.search(marked)
                or (_IN_SUM.search(marked) and _SUM.fullmatch(text))
                or _is_name(note, text, stretch.text)
            ):
                return True
    return False


def _is_emphasized(item: Inline) -> bool:
    return isinstance(item, Run) and not item.style.code and (item.style.bold or item.style.italic)


def _prose(item: Inline) -> str:
    return item.text if isinstance(item, Run) and not item.style.code else NO_PROSE


def _is_name(note: Note, text: str, name: str) -> bool:
    """Whether an emphasized word is a name with underscores around."""
    if _LONG_NAME.fullmatch(name):
        return f"_{name}_" in text
    if f"__{name}__" not in text or not name.isidentifier():
        return False
    in_code = rf"\w\.__{name}__|__{name}__(?:\(\)|\.\w| ==)"
    return (
        _NO_WORDS.fullmatch(name) is not None
        or re.search(in_code, text) is not None
        or (_WORDS.fullmatch(name) is not None and any(map(_PROGRAM.search, everything(note))))
    )


def _lost_backslash(prose: str) -> bool:
    """Whether some backslashes are shown and others are taken, or the only one is."""
    if _ONE_ESCAPE.fullmatch(prose):
        return True
    escaped = _ESCAPE.findall(prose)
    stays = any(character.isalnum() for character in escaped)
    return stays and (not _EATEN.isdisjoint(escaped) or prose.startswith("\\\\"))


def _lost_dollar(items: tuple[Inline, ...]) -> bool:
    """Whether dollar signs of variables were taken for those of a formula."""
    for item, following in pairwise(items):
        if isinstance(item, Formula) and isinstance(following, Run):
            is_one = _VARIABLE.fullmatch(item.source) is not None
            if is_one and re.match(r"[A-Za-z_{]", following.text):
                return True
    return False
