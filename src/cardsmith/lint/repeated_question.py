"""The same question twice.

What it objects to: two notes of one deck that ask the same, up to capitals, spaces and Unicode
form. Where they have the same answer too it is W304, else W305.

Why it hurts: with the same answer, the learner does the work twice. With another one, no answer is
right both times: what decides between them has to stand in the question.

An example:

    - {id: a, front: Which algorithm inserts?, back: B-tree insertion}
    - {id: b, front: Which algorithm inserts?, back: sift-up}

Better:

    - {id: a, front: "B-tree: which algorithm inserts?", back: B-tree insertion}
    - {id: b, front: "Heap: which algorithm inserts?", back: sift-up}
"""

from collections.abc import Iterator
from unicodedata import normalize

from cardsmith.catalog import REPEATED_CARD, REPEATED_QUESTION
from cardsmith.deck import Cloze, Note, answer, cards_of, question
from cardsmith.diagnostics import Diagnostic, Remark
from cardsmith.lint.subject import Subject

CODES = (REPEATED_CARD, REPEATED_QUESTION)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each note that asks what an earlier one has asked."""
    first: dict[tuple[str, str], Note] = {}
    for note in subject.notes():
        asked = _asked(note)
        known = first.setdefault((note.deck, asked), note)
        if known is note or known.id == note.id:
            continue
        is_same = _answered(known) == _answered(note)
        code = REPEATED_CARD if is_same else REPEATED_QUESTION
        field = "cloze" if isinstance(note.content, Cloze) else "front"
        yield code.at(
            note.span(field),
            f"`{known.id}` asks the same" + (" and has the same answer" if is_same else ""),
            "asked again here",
            (Remark("asked here", known.span(field)),),
            "keep one of the notes" if is_same else "say in the question what tells them apart",
        )


def _asked(note: Note) -> str:
    content = note.content
    return _bare(content.text if isinstance(content, Cloze) else question(cards_of(note)[0]))


def _answered(note: Note) -> str:
    return "" if isinstance(note.content, Cloze) else _bare(answer(cards_of(note)[0]))


def _bare(text: str) -> str:
    return "".join(normalize("NFKC", text).casefold().split())
