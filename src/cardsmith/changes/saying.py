"""What a note says: its question, its answers, its fields; and which note says nearly the same."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from cardsmith import cloze, markup
from cardsmith.changes.values import FieldChange
from cardsmith.deck import Basic, CardId, Choice, Cloze, Content, Note, Typed, cards_of
from cardsmith.deck import Sequence as Steps
from cardsmith.deckfile.parse import DeckFile
from cardsmith.lint.subject import texts
from cardsmith.wording import is_same_answer, likeness

_ALIKE = 0.6  # from here on two notes are probably one that got another id
_NEARLY = 0.5  # below this an answer is another one
_MOST_CANDIDATES = 5  # that are looked at for each note that vanished
_MOST_OFTEN = 50  # a word that more new notes have tells nothing


def references(note: Note) -> list[str]:
    """The files that a note shows, plays or links to."""
    return [
        reference
        for _, text in texts(note)
        if "](" in text or "[sound:" in text
        for reference in markup.media_references(text)
    ]


def card_ids(note: Note) -> tuple[CardId, ...]:
    """The ids of the cards of a note."""
    return tuple(card.id for card in cards_of(note))


def parts(note: Note) -> set[str]:
    """What tells the cards of a note from each other."""
    return {card.part for card in cards_of(note)}


def is_cloze(note: Note) -> bool:
    """Whether a note has gaps; Anki keeps such notes apart."""
    return isinstance(note.content, Cloze)


def kind(note: Note) -> str:
    """Which of the five kinds a note is of."""
    return _KINDS[type(note.content)]


_KINDS: dict[type[Content], str] = {
    Basic: "basic",
    Cloze: "cloze",
    Typed: "typed",
    Choice: "choice",
    Steps: "sequence",
}


def asked(note: Note) -> str:
    """What a note asks, as written; a cloze with its gaps filled."""
    content = note.content
    return cloze.shown(content.pieces) if isinstance(content, Cloze) else content.front


def answered(note: Note) -> dict[str, str]:
    """What a note wants to hear, as written, by the parts that have answers of their own."""
    match note.content:
        case Basic(back=back):
            return {"": back}
        case Typed(answer=answer):
            return {"": answer}
        case Choice(answers=answers):
            return {"": "\n".join(answers)}
        case Cloze(pieces=pieces):
            return {f"c{n}": cloze.gap_text(pieces, n) for n in cloze.numbers(pieces)}
        case Steps(steps=steps):
            return {step.key: step.text for step in steps}


def fields(note: Note) -> dict[str, str]:
    """The fields of a note as written; the items of a list stand on lines of their own."""
    return {name: text for name, text in _fields(note) if text}


def _fields(note: Note) -> Iterator[tuple[str, str]]:
    match note.content:
        case Basic(front, back, reverse):
            yield from (("front", front), ("back", back), ("reverse", "true" if reverse else ""))
        case Cloze(text):
            yield "cloze", text
        case Typed(front, answer, accept):
            yield from (("front", front), ("typed", answer), ("accept", "\n".join(accept)))
        case Choice(front, choices, answers, shuffle):
            yield from (("front", front), ("choices", "\n".join(choices)))
            yield from (("answer", "\n".join(answers)), ("shuffle", "true" if shuffle else ""))
        case Steps(front, steps):
            yield from (("front", front), ("steps", " ".join(step.key for step in steps)))
            yield from ((f"steps.{step.key}", step.text) for step in steps)
    yield from (("hint", note.hint), ("extra", note.extra), ("source", note.source))
    yield from (("tags", " ".join(note.tags)), ("formerly", " ".join(note.formerly)))
    yield from (("guid", note.guid), ("deck", note.deck))


def field_changes(before: Note, after: Note) -> Iterator[FieldChange]:
    """The fields that differ."""
    if kind(before) != kind(after):
        yield FieldChange("kind", kind(before), kind(after))
    old, new = fields(before), fields(after)
    for name in dict.fromkeys((*new, *old)):
        change = FieldChange(name, old.get(name, ""), new.get(name, ""))
        if change.before != change.after:
            yield change


class Search:
    """Finds among some notes the one that says what a note said."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self.notes = list(notes)
        self.by_word: dict[str, list[int]] = {}
        self.exact: dict[object, Note] = {}
        for at, note in enumerate(self.notes):
            self.exact.setdefault(_all(note), note)
            for word in _words(note):
                self.by_word.setdefault(word, []).append(at)

    def similar(self, note: Note) -> Note | None:
        """The note that says the same, or nearly; None if there is none."""
        exact = self.exact.get(_all(note))
        if exact is not None and exact.id != note.id:
            return exact
        shared = Counter[int]()
        for word in _words(note):
            holders = self.by_word.get(word, ())
            if len(holders) <= _MOST_OFTEN:
                shared.update(holders)
        for at, _ in shared.most_common(_MOST_CANDIDATES):
            if self.notes[at].id != note.id and _says_the_same(note, self.notes[at]):
                return self.notes[at]
        return None


def _all(note: Note) -> object:
    return asked(note), *answered(note).values()


def _words(note: Note) -> set[str]:
    return set(_WORD.findall("\n".join((asked(note), *answered(note).values())).casefold()))


_WORD = re.compile(r"\w+")


def _says_the_same(old: Note, new: Note) -> bool:
    """Whether two notes are likely one; parallel questions with other answers are not."""
    answers = ["\n".join(answered(note).values()) for note in (old, new)]
    questions = asked(old), asked(new)
    alike = likeness(*questions)
    return (alike >= _ALIKE and is_same_answer(*answers)) or (
        alike == 1 and likeness(*answers) >= _NEARLY
    )


def is_within(file: str, paths: Iterable[str]) -> bool:
    """Whether a file is one of some paths or in one of them."""
    return any(file == path or file.startswith(f"{path}/") for path in paths)


def unread_ids(deck: DeckFile) -> Iterator[str]:
    """The ids in those entries of a deck file that have errors."""
    if not deck.lines:
        yield from _WRITTEN_ID.findall(deck.text) if deck.problems else ()
        return
    sound = {note.place.line for note in deck.notes}
    lines = deck.text.split("\n")
    for start, end in pairwise((*deck.lines, len(lines) + 1)):
        if start not in sound:
            # Entries may share a line; the ids of sound ones do no harm.
            yield from _WRITTEN_ID.findall("\n".join(lines[start - 1 : max(end - 1, start)]))


_WRITTEN_ID = re.compile(r"""(?:^|[\s{,-])["']?id["']?\s*:\s*["']?([a-z0-9][a-z0-9._-]*)""")
