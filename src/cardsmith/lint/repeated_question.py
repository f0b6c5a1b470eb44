"""The same question twice.

What it objects to: two notes that ask the same, up to capitals, spaces, quotation marks, the signs
that end and part sentences, and the form of Unicode. Where they have the same answer too it is
W304, else, within one deck, W305. A reversed note counts with both of its questions, a cloze with
its whole text. What makes a question is never passed over: `C` is not `C++`, `-5` is not 5, code
and maths count as they are, and where the answers differ `polish` is not `Polish`.

Why it hurts: with the same answer, the learner does the work twice. With another one, no answer is
right both times: what decides between them has to stand in the question.

An example:

    - {id: a, front: "Which algorithm inserts?", back: B-tree insertion}
    - {id: b, front: "Which algorithm inserts?", back: sift-up}

Better:

    - {id: a, front: "B-tree: which algorithm inserts?", back: B-tree insertion}
    - {id: b, front: "Heap: which algorithm inserts?", back: sift-up}
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from unicodedata import category, decomposition, normalize

from cardsmith import cloze
from cardsmith.catalog import REPEATED_CARD, REPEATED_QUESTION
from cardsmith.deck import Basic, Choice, Cloze, Content, Note, Sequence, Typed
from cardsmith.diagnostics import Diagnostic, Remark
from cardsmith.lint.subject import Subject
from cardsmith.markup import Formula, Inline, Run, inlines, parse

CODES = (REPEATED_CARD, REPEATED_QUESTION)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each note that asks what an earlier one has asked."""
    told: dict[tuple[str, int], Diagnostic] = {}
    for crowd in _crowds(subject.notes()):
        for asked, found in _repeated(crowd):
            where = (asked.note.path, asked.note.place.line)
            if where not in told or found.code < told[where].code:
                told[where] = found
    yield from told.values()


def _crowds(notes: Iterable[Note]) -> Iterator[list["_Asked"]]:
    """The questions that may be the same, since their letters are."""
    first: dict[str, Note] = {}
    crowds: dict[str, list[Note]] = {}
    for note in notes:
        for text in _texts(note.content):
            key = _letters(text)
            known = first.setdefault(key, note)
            if known is not note:
                crowds.setdefault(key, [known]).append(note)
    for key, crowd in crowds.items():
        yield [each for note in crowd for each in _asked(note) if _letters(each.text) == key]


def _texts(content: Content) -> tuple[str, ...]:
    """What a note asks; choices are looked at later."""
    if isinstance(content, Basic):
        return (content.front, content.back) if content.reverse else (content.front,)
    return (cloze.shown(content.pieces),) if isinstance(content, Cloze) else (content.front,)


class _Asked(NamedTuple):
    """A question of a note.

    Attributes:
        note: whose it is.
        field: where it stands.
        text: the question.
        answers: what it wants to hear, in whatever order; nothing for a cloze.
        choices: what it offers, in whatever order.
    """

    note: Note
    field: str
    text: str
    answers: tuple[str, ...]
    choices: tuple[str, ...] = ()


def _asked(note: Note) -> tuple[_Asked, ...]:
    match note.content:
        case Basic(front, back, False):
            return (_Asked(note, "front", front, (back,)),)
        case Basic(front, back):
            forth = _Asked(note, "front", front, (back,))
            return (forth, _Asked(note, "back", back, (front,)))
        case Cloze(pieces=pieces):
            return (_Asked(note, "cloze", cloze.shown(pieces), ()),)
        case Typed(front, wanted):
            return (_Asked(note, "front", front, (wanted,)),)
        case Choice(front, choices, answers):
            return (_Asked(note, "front", front, answers, choices),)
        case Sequence(front, steps):
            return (_Asked(note, "front", front, ("\n".join(step.text for step in steps),)),)


def _repeated(crowd: Iterable[_Asked]) -> Iterator[tuple[_Asked, Diagnostic]]:
    """Those questions of some that an earlier one repeats: with the same answer, or in one deck."""
    answered: dict[object, _Asked] = {}
    in_deck: dict[object, _Asked] = {}
    for asked in crowd:
        with_answer = (asked.field == "cloze", _folded(asked, _bare), *_each(asked.answers, _bare))
        known = answered.setdefault(with_answer, asked)
        if _are_two(asked, known):
            yield asked, _same_answer(asked, known)
            continue
        if asked.field == "cloze":
            continue
        known = in_deck.setdefault((asked.note.deck, _folded(asked, _strictly_bare)), asked)
        if _are_two(asked, known):
            yield asked, _same_question(asked, known)


def _are_two(asked: _Asked, known: _Asked) -> bool:
    return asked.note is not known.note and asked.note.id != known.note.id


def _same_answer(asked: _Asked, known: _Asked) -> Diagnostic:
    deck = "" if asked.note.deck == known.note.deck else f" in the deck `{known.note.deck}`"
    what = "asks the same and has the same answer"
    help_ = "keep one of the notes"
    if deck:
        help_ += ", or say in the question what tells them apart"
    if isinstance(asked.note.content, Cloze) and isinstance(known.note.content, Cloze):
        one, other = (_bare(each.content.text) for each in (asked.note, known.note))  # type: ignore[union-attr]
        if one != other:
            what, help_ = "has the same text", "make it one note, with a gap for each card"
    return REPEATED_CARD.at(
        asked.note.span(asked.field),
        f"`{known.note.id}`{deck} {what}",
        "asked again here",
        (Remark("asked here", known.note.span(known.field)),),
        help_,
    )


def _same_question(asked: _Asked, known: _Asked) -> Diagnostic:
    return REPEATED_QUESTION.at(
        asked.note.span(asked.field),
        f"`{known.note.id}` asks the same",
        "asked again here",
        (Remark("asked here", known.note.span(known.field)),),
        "say in the question what tells them apart",
    )


# ---- when two texts are the same ---------------------------------------------------------------


def _letters(text: str) -> str:
    """What all texts have in common that are the same."""
    if text.isascii():
        return text.lower().translate(_OF_LETTERS)
    return normalize("NFKC", text).casefold().translate(_OF_LETTERS)


class _OfLetters(dict[int, str | None]):
    """Maps what is no letter, digit or mark of a letter to nothing."""

    def __missing__(self, code: int) -> str | None:
        self[code] = kept = None if category(chr(code))[0] in "PSZC" else chr(code)
        return kept


_OF_LETTERS = _OfLetters()

_Fold = Callable[[str], str]


def _folded(asked: _Asked, fold: _Fold) -> tuple[str, ...]:
    return (fold(asked.text), *_each(asked.choices, fold))


def _each(texts: Iterable[str], fold: _Fold) -> tuple[str, ...]:
    return tuple(sorted(map(fold, texts)))


def _bare(text: str) -> str:
    """A text without what does not make another text of it, where the answers are the same too."""
    prose, kept = _prose(text)
    return _with_kept("".join(_CLOSED_UP.sub("", prose).casefold().split()), kept)


def _strictly_bare(text: str) -> str:
    """The same where answers differ: the case of short words, such as units, may be why.

    So may that of a word that stands alone: `polish` and `Polish`, `essen` and `Essen`.
    """
    prose, kept = _prose(text)
    if prose.strip().isalpha():
        return _with_kept(prose.strip(), kept)
    if prose.isupper() and _LONG_WORD.search(prose):
        prose = prose.casefold()
    prose = _LONG_WORD.sub(lambda word: word[0].casefold(), prose)
    return _with_kept(" ".join(_ENDED.sub("", prose).split()), kept)


_KEPT, _OPEN, _CLOSE = "\x00", "\x01", "\x02"  # no text has these characters

# What may be markup. Most texts have nothing of it, and are not parsed.
_MARKUP = re.compile(r"[\\`*_$~]|\]\(|\[sound:|^[#>|+-]|^\d+[.)]", re.MULTILINE)
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
# A sign behind a blank, as before French question marks; it stands for itself behind another sign.
_CLOSED_UP = re.compile(r"(?<=\w)\s+[.;:?!]+(?=\s*$)")
_ENDED = re.compile(r"(?<=[^\W\d_]{2})\s+\?(?=\s*$)")
_QUOTED = re.compile(r"""\"([^"\n]{3,})\"|(?<![\w'])'(?=\S)([^'\n]{3,})(?<=\S)'(?![\w'])""")
_INVERTED = re.compile("[\xbf\xa1](?=\\w)")
# Signs that end or part sentences: behind a word or the like, and before a blank or the end.
_PARTS = re.compile(
    rf"(?<=[^\s(\[{{{_OPEN}.,;:?!])(?=[.,;:?!])(?P<signs>[.,;:]?[?!]*|[?!]+[.,;:]|\.\.\.[?!]*)(?=[\s)\]}}{_CLOSE}]|$)"
)
_UNSEEN = re.compile("[\xad\u200b\u200e\u200f\u2060]")
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032\uff07", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u301d\u301e\uff02", '"'),
        **dict.fromkeys("\xab\xbb\u2039\u203a", '"'),  # some languages turn them round
        **dict.fromkeys("\u300c\u300e", _OPEN),
        **dict.fromkeys("\u300d\u300f", _CLOSE),
        # These need no blank behind them.
        **dict.fromkeys("\u3002\uff0e\uff61\u0964\u06d4", ". "),
        **dict.fromkeys("\u3001\uff0c\uff64\u060c", ", "),
        **dict.fromkeys("\uff1b\u061b", "; "),
        **dict.fromkeys("\uff1a", ": "),
        **dict.fromkeys("\uff1f\u061f", "? "),
        **dict.fromkeys("\uff01", "! "),
    }
)


def _prose(text: str) -> tuple[str, list[str]]:
    """A text without punctuation, and what stands for itself in it: code, maths, pictures."""
    kept: list[str] = []
    if _MARKUP.search(text):
        text = "".join(_piece(item, kept) for item in inlines(parse(text)))
    if not text.isascii():
        text = normalize("NFC", text).translate(_ALIKE).translate(_COMPATIBLE)
        text = _INVERTED.sub("", _UNSEEN.sub("", normalize("NFC", text)))
    text = _QUOTED.sub(_unquoted, text)
    text = _PARTS.sub(_parted, text)
    return text.replace(_OPEN, "").replace(_CLOSE, ""), kept


def _piece(item: Inline, kept: list[str]) -> str:
    """A piece of a text; what stands for itself is put aside, with a sign in its place."""
    match item:
        case Run(text, style) if style.code:
            kept.append(text)
            return _KEPT
        case Run(text, style) if (style.bold or style.italic) and not _TWO_LETTERS.search(text):
            kept.append(f"*{text}*")  # it may have been a product: 2*3*4
            return _KEPT
        case Run(text, style):
            kept += [style.link] if style.link else []
            return text + _KEPT * bool(style.link)
        case Formula(source):
            kept.append(source)
        case _:
            kept.append(item.source)
    return _KEPT


def _unquoted(quote: re.Match[str]) -> str:
    inner = quote[1] or quote[2]
    return f"{_OPEN}{inner}{_CLOSE}" if _TWO_LETTERS.search(inner) else quote[0]


def _parted(found: re.Match[str]) -> str:
    """Nothing in place of signs, but for the exclamation mark of a factorial."""
    signs = found["signs"]
    before = found.string[max(0, found.start() - 2) : found.start()]
    if "!" in signs and not _TWO_LETTERS.fullmatch(before):
        return signs[: signs.rindex("!") + 1]
    return ""


class _Compatible(dict[int, str]):
    """Maps characters to those that they are forms of: wide ones, ligatures.

    Those stay that are raised, lowered, encircled, fractions or letters of formulas, since a raised
    3 behind a 2 does not make 23.
    """

    def __missing__(self, code: int) -> str:
        character = chr(code)
        is_other = decomposition(character).startswith(_OTHERS)
        self[code] = made = character if is_other else normalize("NFKC", character)
        return made


_OTHERS = ("<super>", "<sub>", "<circle>", "<fraction>", "<font>")
_COMPATIBLE = _Compatible()


def _with_kept(prose: str, kept: list[str]) -> str:
    if not kept:
        return prose
    pieces = prose.split(_KEPT)
    rest = (f"{_KEPT}{text}{_KEPT}" for text in kept)
    return "".join(piece + next(rest, "") for piece in pieces)
