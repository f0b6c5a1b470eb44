"""A choice that speaks of the other choices.

What it objects to: "all of the above", "none of these", "both A and B", "a and c" and the like. It
is silent where the letters mean something else, as blood groups or variables do.

Why it hurts: who knows that two choices are right needs not look at the third, and "none of these"
can be right without anybody knowing what would be. Where choices are shuffled, "above" and letters
point to the wrong places. Guides to writing test items (T. M. Haladyna, S. M. Downing and M. C.
Rodriguez, 2002, and the manual of the National Board of Medical Examiners) advise against them.

An example:

    front: Which gas do plants take up for photosynthesis?
    choices: [oxygen, carbon dioxide, all of the above]
    answer: carbon dioxide

Better is a third gas, or, where several are right, a list of them:

    front: Which gases are noble gases?
    choices: [neon, nitrogen, argon]
    answer: [neon, argon]
"""

import re
from collections.abc import Iterator

from cardsmith.catalog import ALL_OF_THE_ABOVE
from cardsmith.deck import Choice
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject

CODES = (ALL_OF_THE_ABOVE,)

_WHICH = r"(?:all|none|any|both|neither|either|two|some|most|one|more than one|only one)"
_OTHERS = re.compile(
    rf"{_WHICH} (?:of )?(?:the )?(?:above|below|preceding|foregoing)(?: \w+)?"
    rf"|{_WHICH} of (?:these|those|the others?)"
    rf"|{_WHICH} of (?:the|these|those) (?:other |above )?(?:answers|choices|options|alternatives)"
    r"|(?:all|both|neither) (?:of )?(?:the )?(?:answers?|choices?|options?|alternatives?)"
    r"|(?:all|none|both)(?: (?:answers|choices|options|alternatives|of the \w+|of these))?"
    r" (?:are|is) (?:correct|right|wrong|true|false)",
    re.IGNORECASE,
)
_LETTER = r"\(?([a-i])\)?"
_LETTERS = re.compile(
    rf"(?:(?:only|both|neither|either)\s+)?(?:(?:answers|choices|options)\s+)?{_LETTER}(?:\s*,\s*{_LETTER})*,?\s*(?:and|or|nor|&)\s+"
    rf"{_LETTER}(?:\s+only)?",
    re.IGNORECASE,
)
_ONE_LETTER = re.compile(r"(?<![\w'’])[a-i](?![\w'’])", re.IGNORECASE)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such choice."""
    for deck in subject.decks:
        if "choices" in deck.text:
            for note in deck.notes:
                if isinstance(note.content, Choice):
                    for index, choice in enumerate(note.content.choices):
                        if _speaks_of_others(choice, note.content):
                            yield ALL_OF_THE_ABOVE.at(
                                note.span(f"choices.{index}"),
                                f"`{choice}` speaks of the other choices",
                                help="offer another wrong choice, or give a list as `answer` where"
                                " several are right",
                            )


def _speaks_of_others(choice: str, content: Choice) -> bool:
    if " " not in choice:
        return False
    text = choice.strip().rstrip(".!")
    if _OTHERS.fullmatch(text):
        return True
    return _LETTERS.fullmatch(text) is not None and _are_choices(text, content)


def _are_choices(text: str, content: Choice) -> bool:
    """Whether the letters of a choice can mean nothing but other choices."""
    letters = {letter.lower() for letter in _ONE_LETTER.findall(text)}
    places = {ord(letter) - ord("a") for letter in letters}
    if max(places) >= len(content.choices):
        return False
    others = [each for each in content.choices if not _LETTERS.fullmatch(each.strip(" ."))]
    named = " ".join((content.front, *others))
    # "a" alone is an article more often than a name.
    elsewhere = {letter.lower() for letter in _ONE_LETTER.findall(named) if letter != "a"}
    meant = [content.choices[place].strip(" .") for place in places]
    return letters.isdisjoint(elsewhere) and not any(_LETTERS.fullmatch(each) for each in meant)
