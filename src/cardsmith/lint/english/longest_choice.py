"""A right choice that stands out by its length.

What it objects to: the one right choice is a whole sentence or nearly so, and more than twice as
long as every wrong one. It is silent where a name, a number or code is asked for, and where the
same choices are offered elsewhere with another answer.

Why it hurts: who writes choices takes care to make the right one true and complete, and the wrong
ones come out short; so whoever picks the longest is right, and the card can be passed without
knowing anything. Guides to writing test items (T. M. Haladyna, S. M. Downing and M. C. Rodriguez,
2002, and the manual of the National Board of Medical Examiners) ask for choices of about the same
length for this reason.

An example:

    front: Why do leaves look green?
    choices:
      - They hold copper.
      - Their chlorophyll absorbs red and blue light and reflects most of the green.
      - They are wet.
    answer: Their chlorophyll absorbs red and blue light and reflects most of the green.

Better:

    front: Why do leaves look green?
    choices:
      - Their chlorophyll reflects green light.
      - Their chlorophyll absorbs green light.
      - Their sap holds salts of copper.
    answer: Their chlorophyll reflects green light.
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import LONGEST_CHOICE
from cardsmith.deck import Choice, Note
from cardsmith.deckfile.parse import DeckFile
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import vocabulary, words
from cardsmith.lint.subject import Subject

CODES = (LONGEST_CHOICE,)

_FEWEST_CHOICES = 3
_FEWEST_WORDS = 6
_SHORTEST = 30
_TIMES = 2
_CODE = re.compile(r"[`{}\[\]<>=_\\/$|]|\w\(|::|\w\.\w")
_PART_OF_A_NAME = vocabulary("of the and in on to for de la le a an")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such choice."""
    for deck in subject.decks:
        if "choices" in deck.text:
            found = [each for each in _choices(deck) if _stands_out(each[1])]
            answers = _answers(deck) if found else {}
            for note, content in found:
                if len(answers[frozenset(content.choices)]) == 1:
                    yield _told(note, content)


def _choices(deck: DeckFile) -> Iterator[tuple[Note, Choice]]:
    for note in deck.notes:
        if isinstance(note.content, Choice):
            yield note, note.content


def _answers(deck: DeckFile) -> dict[frozenset[str], set[tuple[str, ...]]]:
    """The answers to each set of choices; where they differ, length tells nothing."""
    found: dict[frozenset[str], set[tuple[str, ...]]] = {}
    for _, content in _choices(deck):
        found.setdefault(frozenset(content.choices), set()).add(content.answers)
    return found


def _told(note: Note, content: Choice) -> Diagnostic:
    return LONGEST_CHOICE.at(
        note.span(f"choices.{content.choices.index(content.answers[0])}"),
        "the right choice is more than twice as long as any wrong one",
        help="make the choices alike in length, and move what explains the right one to `extra`",
    )


def _stands_out(content: Choice) -> bool:
    """Whether one choice alone is right, and more than twice as long as each of the others."""
    if len(content.answers) != 1 or len(content.choices) < _FEWEST_CHOICES:
        return False
    right = content.answers[0]
    if len(right) < _SHORTEST or _CODE.search(right) or _is_name(right):
        return False
    if len(words(right)) < _FEWEST_WORDS:
        return False
    return all(
        len(wrong) * _TIMES < len(right) and len(words(wrong)) * _TIMES <= len(words(right))
        for wrong in content.choices
        if wrong != right
    )


def _is_name(text: str) -> bool:
    """Whether a text is a name or holds numbers: those are as long as they are."""
    found = [word for word in words(text) if word not in _PART_OF_A_NAME]
    return 2 * sum(1 for word in found if not word[0].islower()) > len(found)
