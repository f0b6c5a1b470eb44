"""A tag in two spellings.

What it objects to: tags that differ only in capitals, in `-` and `_`, or in how Unicode writes the
same characters. Tags such as `verb::regular` are compared part by part. The rarer spelling is
reported.

Why it hurts: to whoever chooses cards by a tag they are two tags. Half of the cards are missing.

An example:

    - {id: lima, front: Capital of Peru, back: Lima, tags: [south-america]}
    - {id: quito, front: Capital of Ecuador, back: Quito, tags: [south-america]}
    - {id: sucre, front: Capital of Bolivia, back: Sucre, tags: [South_America]}

Better:

    - {id: lima, front: Capital of Peru, back: Lima, tags: [south-america]}
    - {id: quito, front: Capital of Ecuador, back: Quito, tags: [south-america]}
    - {id: sucre, front: Capital of Bolivia, back: Sucre, tags: [south-america]}
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import category, normalize

from cardsmith.catalog import TAG_SPELLING
from cardsmith.deckfile.parse import DeckFile
from cardsmith.deckfile.syntax import quoted
from cardsmith.diagnostics import Diagnostic, Edit, Place, Remark, Span
from cardsmith.lint.subject import Subject

CODES = (TAG_SPELLING,)

_PARTS = "::"
_DEEPEST = 20  # what lies deeper counts as one part
_PLAIN = re.compile(r"\w(?:[\w:.-]*\w)?")  # needs no quotes


class _Better(NamedTuple):
    """The commoner spelling of a tag.

    Attributes:
        tag: the whole tag, each part of it in its commoner spelling.
        worse: how the tag begins, up to the first part that is spelled otherwise.
        stem: the same in the commoner spelling.
        notes: how many notes have a tag that begins like this.
    """

    tag: str
    worse: str
    stem: str
    notes: int


class _Item(NamedTuple):
    """A tag in the list of a note or a deck, and how it is written there."""

    place: Place
    written: str

    @property
    def tag(self) -> str:
        """The tag; one that is written with escapes is not recognized."""
        text = self.written
        if text[:1] in {"'", '"'} and text[-1:] == text[:1]:
            text = text[1:-1].replace("''", "'") if text[0] == "'" else text[1:-1]
        return normalize("NFC", text)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each rarer spelling, wherever it is written."""
    better = _rarer(subject)
    if not better:
        return
    seen: dict[str, Remark] = {}
    for deck in subject.decks:
        if not better.keys().isdisjoint(tag for note in deck.notes for tag in note.tags):
            yield from _of_deck(subject, deck, better, seen)


def _rarer(subject: Subject) -> dict[str, _Better]:
    """The tags that have a commoner spelling; of two that are as common, the first is better."""
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    times = Counter(note.tags for note in subject.notes())
    for tags, number in times.items():
        for stem in _all_stems(tags):
            folded, last = _spelled(stem)
            spelled[folded][last] += number
    if all(len(spellings) == 1 for spellings in spelled.values()):
        return {}
    found = {}
    for tag in dict.fromkeys(tag for tags in times for tag in tags):
        counted = [spelled[_folded(stem)] for stem in _stems(tag)]
        parts = [max(spellings, key=lambda part: spellings[part]) for spellings in counted]
        best = _PARTS.join(parts)
        if best != tag:
            own = tag.split(_PARTS, _DEEPEST)
            at = next(n for n, part in enumerate(parts) if part != own[n])
            found[tag] = _Better(best, _stems(tag)[at], _stems(best)[at], counted[at][parts[at]])
    return found


def _of_deck(
    subject: Subject, deck: DeckFile, better: Mapping[str, _Better], seen: dict[str, Remark]
) -> Iterator[Diagnostic]:
    lines = deck.text.split("\n")
    header = _items(lines, deck.places)
    lists = [(header, header)]
    for note in deck.notes:
        if not better.keys().isdisjoint(note.tags):
            own = _items(lines, note.places)
            lists.append((own, [*header, *own]))
    for items, beside in lists:
        for item in items:
            if item.tag in better:
                best = better[item.tag]
                if best.stem not in seen:
                    seen[best.stem] = _remark(subject, best.stem)
                twice = sum(_best(each.tag, better) == best.tag for each in beside) > 1
                found = TAG_SPELLING.at(
                    Span(deck.path, item.place),
                    f"the tag `{best.worse}` is `{best.stem}` in {_notes(best.notes)}",
                    remarks=(seen[best.stem],),
                    help=f"remove it, since `{best.tag}` stands beside it"
                    if twice
                    else f"write `{best.tag}`",
                )
                edit = Edit(item.place, _rewritten(item.written, best.tag))
                yield found if twice else found._replace(edits=(edit,))


def _remark(subject: Subject, stem: str) -> Remark:
    """Where a spelling is written first; it may stand below another spelling of what is above."""
    wanted = _spelled(stem)
    phrase = f"`{wanted[1]}` is written here"
    for deck in subject.decks:
        for note in deck.notes:
            if wanted in map(_spelled, _all_stems(note.tags)):
                lines = deck.text.split("\n")
                for item in (*_items(lines, note.places), *_items(lines, deck.places)):
                    if wanted in map(_spelled, _stems(item.tag)):
                        return Remark(phrase, Span(deck.path, item.place))
                return Remark(phrase, note.span())
    raise AssertionError(stem)  # it was found before


def _items(lines: Sequence[str], places: Mapping[str, Place]) -> list[_Item]:
    """The items of a list of tags."""
    found: list[_Item] = []
    while (place := places.get(f"tags.{len(found)}")) is not None:
        end = place.end_column - 1 if place.end_line == place.line else None
        found.append(_Item(place, lines[place.line - 1][place.column - 1 : end]))
    return found


def _rewritten(written: str, tag: str) -> str:
    """A tag in the quotes of another, or as it has to be."""
    quote = written[:1]
    if quote in {"'", '"'} and quote not in tag and "\\" not in tag:
        return f"{quote}{tag}{quote}"
    return tag if _PLAIN.fullmatch(tag) else quoted(tag)


def _best(tag: str, better: Mapping[str, _Better]) -> str:
    return better[tag].tag if tag in better else tag


def _stems(tag: str) -> list[str]:
    """`a`, `a::b` and `a::b::c`, for the last of these."""
    parts = tag.split(_PARTS, _DEEPEST)
    return [_PARTS.join(parts[:end]) for end in range(1, len(parts) + 1)]


def _all_stems(tags: Iterable[str]) -> Iterable[str]:
    """The stems of several tags, each once."""
    return dict.fromkeys(stem for tag in tags for stem in _stems(tag))


def _spelled(stem: str) -> tuple[str, str]:
    """What all spellings of a stem have in common, and how its last part is spelled."""
    return _folded(stem), stem.split(_PARTS, _DEEPEST)[-1]


def _folded(tag: str) -> str:
    """What all spellings of a tag have in common; single letters may differ in case alone."""
    return _PARTS.join(map(_folded_part, tag.split(_PARTS)))


def _folded_part(part: str) -> str:
    if not part.isascii():
        text = (c for c in normalize("NFKC", part) if category(c) != "Cf")
        part = "".join("-" if category(c) == "Pd" else c for c in text)
    return part if len(part) == 1 else part.lower().replace("_", "-")


def _notes(number: int) -> str:
    return "1 note" if number == 1 else f"{number} notes"
