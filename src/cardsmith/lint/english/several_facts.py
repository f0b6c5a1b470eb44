"""Several facts in one answer.

What it objects to: in the answer of a basic note a list, in Markdown, with "•" or as `(1) … (2) …`
or `(a) … (b) …`, and whole clauses joined by a semicolon or "and". Nouns that make one answer
("supply and demand") are none of these. A list may stand where the question asks for any one of its
items, clauses where it asks for a difference, and both where words are learned by heart.

Why it hurts: the learner who knows two of three has no honest grade, and the parts are forgotten at
different times but come back together. Wozniak's ninth and tenth of twenty rules are "avoid sets"
and "avoid enumerations", and what he offers in place of the latter is cloze; users of Anki say the
same of the "and" in an answer.

An example:

    front: What are the parts of a neuron?
    back: |
      - dendrites
      - cell body
      - axon

Better is a gap for each,

    cloze: >-
      A neuron takes up signals with its {{c1::dendrites}}, sums them in its {{c2::cell body}} and
      sends its own along its {{c3::axon}}.

or, where the order counts,

    front: On which way does a signal pass through a neuron?
    steps:
      in: dendrites
      sum: cell body
      out: axon

or a note for each fact.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from cardsmith.catalog import SEVERAL_FACTS
from cardsmith.deck import Basic, Note
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import is_by_heart, vocabulary, words
from cardsmith.lint.subject import Subject
from cardsmith.markup import Document, Formula, Listing, Paragraph, Run, parse

CODES = (SEVERAL_FACTS,)

_FEWEST_WORDS = 4  # of a clause that is a fact; "x is even" is a condition
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])\s", re.MULTILINE)
_SENTENCES = re.compile(r"[.!?:](?=\s|$)|\n|[()]")
_JOINTS = re.compile(r"(; |,? and )")
_BULLETS = re.compile(r"^[•◦‣] ?\S", re.MULTILINE)
# `1) … 2) …`, `(a) … (b) …`, `(i) … (ii) …`
_COUNTS = tuple(
    (re.compile(rf"(?:^|[:;,.] ?){first} \w"), re.compile(rf"[\w;,.)]\s{second} \w"))
    for first, second in ((r"\(?1\)", r"\(?2\)"), (r"\(a\)", r"\(b\)"), (r"\(i\)", r"\(ii\)"))
)
_QUOTED = re.compile(r"“[^“”]*”|\"[^\"]*\"")
# Any one of the items will do, or all of them stand for one thing.
_ANY = re.compile(
    r"\b(?:example|(?:name|give|tell|list|cite) (?:a|an|any|one|some)|one of|"
    r"at least|synonyms?|translat\w+|mean(?:s|ing|ings)?)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:differ\w*|compar\w+|contrast\w*|distinguish\w*|distinction|versus|vs|unlike"
    r"|(?:told|tell|known) .{0,80}(?:from|apart))\b",
    re.IGNORECASE,
)
# What makes the clause a part of another one, or puts off its verb.
_SUBORDINATE = vocabulary(
    "if when whenever where whereas while because since as that which who whom whose what how why"
    " whether unless until till although though so before after once lest provided suppose"
    " let iff both between either neither"
)
# Verbs with a subject, in forms that are seldom a noun or a participle ("made of flour").
_VERBS = vocabulary(
    "is are was were has have had does do did can cannot could will would may might must should"
    " isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't couldn't won't"
    " makes gives gave takes took becomes became begins began gets goes went comes came brings"
    " sends sees says knows knew loses wrote fell grew grows threw broke chose died"
    " lived reigned contains consists belongs depends occurs happens exists allows enables"
    " prevents requires produces provides includes describes explains defines determines represents"
    " reduces raises lowers inhibits activates stimulates absorbs carries connects separates"
    " secretes regulates removes adds keeps"
)
_NOUNS_FOLLOW = vocabulary("to the a an of in on by for with his her its their my our your")

_GAPS = "hide each item in a gap of its own in a `cloze`, or write a note for each"
_STEPS = "write the parts as `steps`, or hide each in a gap of its own in a `cloze`"
_NOTES = "write a note for each fact, or move what explains the answer to `extra`"


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such answer, with the first sign of it."""
    for note in subject.notes():
        content = note.content
        if isinstance(content, Basic):
            back = content.back
            if _may_be_several(back) and not is_by_heart(note):
                yield from _of_answer(note, content.front, back)


def _may_be_several(back: str) -> bool:
    """A quick look, since most answers are a few words."""
    if "\n" in back and _ITEM.search(back):
        return True
    if "2) " in back or "(b) " in back or "(ii) " in back or "•" in back:
        return True
    return (";" in back or " and" in back) and sum(map(_VERBS.__contains__, back.split())) > 1


def _of_answer(note: Note, front: str, back: str) -> Iterator[Diagnostic]:
    document = parse(back)
    listing = next((each for each in document if isinstance(each, Listing)), None)
    prose = _prose(document)
    if listing is not None and len(listing.items) > 1:
        if not _ANY.search(front):
            yield _found(note, f"the answer is a list of {len(listing.items)}", _way_out(listing))
    elif (number := len(_BULLETS.findall(prose))) > 1:
        if not _ANY.search(front):
            yield _found(note, f"the answer is a list of {number}", _GAPS)
    elif _is_counted(prose):
        if not _ANY.search(front):
            yield _found(note, "the answer counts its parts", _STEPS)
    elif (word := _joint(prose)) and not _CONTRAST.search(front):
        yield _found(note, f"{word} joins two facts in the answer", _NOTES)


def _found(note: Note, phrase: str, help_: str) -> Diagnostic:
    return SEVERAL_FACTS.at(note.span("back"), phrase, help=help_)


def _way_out(listing: Listing) -> str:
    return _GAPS if listing.start is None else _STEPS


def _prose(document: Document) -> str:
    """The sentences of a text, without code, formulas and what is quoted."""
    lines = []
    for block in document:
        if isinstance(block, Paragraph):
            for line in block.lines:
                parts = (_words(each) for each in line if isinstance(each, Run | Formula))
                lines.append("".join(parts))
    return _QUOTED.sub("x", "\n".join(lines))


def _words(item: Run | Formula) -> str:
    return item.text if isinstance(item, Run) and not item.style.code else "x"


def _is_counted(prose: str) -> bool:
    for first, second in _COUNTS:
        begun = first.search(prose)
        if begun and second.search(prose, begun.end() - 1):
            return True
    return False


def _joint(prose: str) -> str:
    """What joins two clauses of one sentence; empty if nothing does."""
    for sentence in (" ".join(part.split()) for part in _SENTENCES.split(prose)):
        clauses, joints = _JOINTS.split(sentence)[::2], _JOINTS.findall(sentence)
        for joint, (left, right) in zip(joints, pairwise(clauses), strict=True):
            if _is_clause(left) and _is_clause(right, is_last=True):
                return "a semicolon" if ";" in joint else "`and`"
    return ""


def _is_clause(text: str, *, is_last: bool = False) -> bool:
    """Whether a text certainly is a clause that stands by itself, with its own subject.

    What follows a subordinate clause may belong to it; what goes before one does not. Behind a
    comma another clause may begin, which is not what `and` joins.
    """
    found = words(text.partition(",")[0] if is_last else text)
    verb = next((at for at in range(1, len(found) - 1) if _is_verb(*found[at - 1 : at + 1])), 0)
    if len(found) < _FEWEST_WORDS or not verb:
        return False
    judged = found[:verb] if is_last else found
    return _SUBORDINATE.isdisjoint(map(str.lower, judged))


def _is_verb(before: str, word: str) -> bool:
    return word in _VERBS and before.lower() not in _NOUNS_FOLLOW
