"""A front that leans on what is not there.

What it objects to: a front that speaks of the lesson, the text or the picture and names or shows
none; "the above" with nothing above, "the following" with nothing following and "these" where none
are; and a question about "it", "this" or "they" that has named nothing before. "How long does it
take light …?", "What is it called when …?" and the phrases of a language course are not meant.

Why it hurts: in half a year the card comes among hundreds of others, and nobody remembers what was
meant. Wozniak's sixteenth rule lets context shorten a question, where the context comes with the
card.

An example:

    front: When was it founded?
    back: '1802'

Better:

    front: When was the military academy at West Point founded?
    back: '1802'
"""

import re
from collections.abc import Iterator

from cardsmith import cloze
from cardsmith.catalog import LEANING_FRONT
from cardsmith.deck import Basic, Choice, Cloze, Note, Typed
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.english.wording import SHOWN, TONGUES, prose, sentences, vocabulary
from cardsmith.lint.subject import Subject

CODES = (LEANING_FRONT,)

_WORK = (
    r"(?:text|lesson|lecture|chapter|passage|article|textbook|book|video|slides?|author|speaker)"
)
_VIEW = (
    r"(?:figure|picture|image|diagram|photo(?:graph)?|map|graph|chart|table|drawing|illustration)"
)
_SAYS = (
    r"(?:says?|states?|mentions?|claims?|describes?|argues?|explains?|suggests?|recommends?|lists?"
    r"|calls?|tells?|said|stated|mentioned|claimed|described|argued|explained|suggested|listed)"
)
_SEEN = r"(?:shown|seen|shows|show|labell?ed|marked|depicted|pictured|displayed|highlighted)"
_BEFORE = r"(?:above|earlier|before|previously|below)"

# A work or view that is spoken of as if it lay open. One that is named afterwards is named: "the
# book of Genesis", "the author of Walden".
_ABSENT = re.compile(
    rf"""\b[Aa]ccording\sto\s(?:the|this|our)\s{_WORK}(?=[,;:?.!]|$|\s(?:who|what|which|when|where
           |why|how|is|are|was|were|do|does|did|can|has|have|should|must|will)\b)
       | \b(?:[Aa]s|what|which|how|why)\s(?:the|this|our)\s{_WORK}\s{_SAYS}\b
       | \b(?:do|does|did)\s(?:the|this|our)\s(?:lesson|lecture|chapter|passage|author|text)
           \s(?:also\s)?(?:{_SAYS}|mean\sby)\b
       | \b(?:mentioned|named|described|discussed|listed|given)\s(?:in|by)
           \s(?:the|this|our)\s(?:text|article|book|video|author|speaker)(?=[,;:?.!]|$)
       | \b(?:idea|point|message|theme|topic|thesis)
           \sof\s(?:the|this|our)\s(?:lesson|lecture|chapter|passage|article|text)(?=[,;:?.!]|$)
       | \b[Tt]he\s(?:lesson|lecture)\s{_SAYS}\b
       | \b(?:[Ii]n|[Ff]rom|[Dd]uring)\s(?:the|this|today's|our)\s
           (?:lesson|lecture|passage|textbook|slides?|chapter)(?=[,;:?.!]|$)
       | \b[Aa]s\s(?:we\s|was\s|were\s)?
           (?:mentioned|stated|described|discussed|noted|explained|seen|saw|said|shown)
           (?:\s{_BEFORE}|\sin\sclass|(?=[,?.]))
       | \b(?:mentioned|described|discussed|listed|defined|stated)\s(?:above|earlier|previously)\b
       | \b(?:aforementioned|above-mentioned)\b
       | \b(?:answers?|asked|named|shown|as)\s(?:on|in|to|of|by)
           \sthe\s(?:previous|last|preceding)\s(?:card|flashcard|question|note)(?=[,;:?.!]|$)
    """,
    re.VERBOSE,
)
_ABOVE = re.compile(r"\bthe above\b", re.IGNORECASE)
# A name or a quotation before "the text" may be what it is the text of.
_NAMED = re.compile(rf"(?<=\s)[A-Z]|{SHOWN}")
_OF_SOMETHING = re.compile(r"\b(?:text|author|chapter|passage|article|book|video|speaker)\b")
_UNSEEN = re.compile(
    rf"""\b{_SEEN}\s(?:here\s)?(?:in|on|by)\s(?:the|this)\s{_VIEW}\b(?!\s(?:of|on|by|that)\b)
       | \bthe\s{_VIEW}\s(?:above|below|shows?)\b(?!\s(?:the|an?|his|her|its)\b)
       | \bthe\s(?:function|code|program|query|formula|equation)\s(?:above|below)
           (?=[?,.]|\s(?:do|does|is|returns?|prints?|outputs?|gives?|yields?|means?)\b)
       | ^in\sthis\s(?:example|exercise)\b[^?]*[?]$
       | \b(?:in|on)\s(?:the|this)\s(?:figure|picture|photo(?:graph)?|diagram)(?=[,?.]|$)
       | \bthis\s(?:{_VIEW}|passage|text|snippet|code|excerpt|quotation|quote)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_OF_THESE = re.compile(r"which of (?:these|those)\b(?=[^,;]*[?]$)(?!.*\bor\b)", re.IGNORECASE)
_FOLLOWING = re.compile(
    r"\b(?:of|do|does|is|are) the following\b"
    r"|\bthe following (?:statements?|options?|terms?|items?|answers?|codes?|words|list)\b",
    re.IGNORECASE,
)

# Questions that name nothing before "it": nothing but a word for what is asked comes first.
_BE = r"(?:is|are|was|were)"
_DO = r"(?:do|does|did|can|could|will|would|should|must|has|have|had)"
_HEAD = (
    r"^(?:(?:and|so|but|then)\s)?(?:(?:in|on|at|by|of|to|for|from|with|under|until|since|into)\s)?"
    r"(?:(?:what|which|how)(?:\s(?!is\b|are\b|was\b|were\b|do\b|does\b|did\b)[a-z]+){0,3}"
    r"|why|when|where|who|whom|whose\s[a-z]+)"
)
_PRONOUN = re.compile(
    rf"(?P<head>{_HEAD})\s(?P<verb>{_BE}|{_DO})(?:n['’]t)?"
    r"\s(?P<what>it|he|she|they|this|these|that|its|his|her|their)\b(?P<tail>[^?]*)[?]$",
    re.IGNORECASE,
)
_DEED = re.compile(
    r"^(?:who|what)\s(?:\w+(?:ed|es|s)|found|built|wrote|made|won|led)"
    r"\s(?:it|this|these|them|him)[?]$"
    r"|^what\s(?:happened|happens|comes|came)\s(?:next|then|(?:after|before)\s(?:this|that))[?]$",
    re.IGNORECASE,
)
_ORDINARY = re.compile(r"[a-z][a-z'’-]*")  # no name, no number and no sign that is shown
_CLOCK = re.compile(r"\b(?:time|day|date|month|year)$", re.IGNORECASE)  # "What time is it?"
_ADVERB = re.compile(r"(?:\w+ly|also|not|still|first|now|so)$", re.IGNORECASE)
_STATE = re.compile(
    r"(?:\w+ed|\w+en|made|built|found|held|kept|known|sold|born|set|put|done|important|useful"
    r"|useless|dangerous|necessary|better|worse|faster|slower|good|bad|about)$"
)
# Behind these comes what the pronoun stands for, or it stands for nothing.
_MEANT = vocabulary(
    "to that when if whether for how why what where which who whose while until than before after"
    " because as like"
)
# It rains; it takes two.
_NOTHING = vocabulary("take takes took rain snow hail get got cost matter happen seem be")
_HAVE = frozenset({"has", "have", "had"})
_PLACED = frozenset({"in", "on", "at"})  # "What do they call a lift in America?"
_MOST = 5  # words behind the pronoun
_MOST_OWNED = 3
_COURSE = re.compile(
    rf"\b{TONGUES}\b|vocab|phrase|language|grammar|dialogue|conversation|small talk", re.IGNORECASE
)
_SHOWN_HERE = ("\n", ":", SHOWN, "|")
# Words without which nothing is looked for.
_PRONOUNS = vocabulary("it this these they he she him them its his her their")
_OUTSIDE = vocabulary(
    "according According lesson lecture text chapter passage textbook slide slides author above"
    " mentioned stated described discussed noted explained seen saw said shown listed defined"
    " aforementioned above-mentioned previous last preceding following figure picture image diagram"
    " photo photograph map graph chart table drawing illustration snippet code excerpt quotation"
    " quote article book video speaker class example exercise function code program query formula"
    " equation these those"
)
_ENDS = ("", "?", ",", ".", ";", ":", ")")
_PRONOUN_SIGNS = frozenset(f"{word}{end}" for word in _PRONOUNS for end in _ENDS) | {
    "that?",
    "next?",
    "then?",
}
_OUTSIDE_SIGNS = frozenset(f"{word}{end}" for word in _OUTSIDE for end in _ENDS)
_SIGNS = _PRONOUN_SIGNS | _OUTSIDE_SIGNS


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report each such front."""
    for note in subject.notes():
        content = note.content
        text = content.text if isinstance(content, Cloze) else content.front
        words = text.split()
        if _SIGNS.isdisjoint(words):
            continue
        said = "" if _OUTSIDE_SIGNS.isdisjoint(words) else _absent(note)
        if not said and "?" in text and not _PRONOUN_SIGNS.isdisjoint(words):
            said = _pronoun(note)
        if said:
            yield LEANING_FRONT.at(
                note.span("cloze" if isinstance(content, Cloze) else "front"),
                f"`{said}` leans on what is not there",
                help="name what is meant: the card will come alone",
            )


def _absent(note: Note) -> str:
    """The words that speak of what is neither named nor shown; empty if there are none."""
    content = note.content
    text = prose(cloze.shown(content.pieces) if isinstance(content, Cloze) else content.front)
    parts = sentences(text)
    if not parts:
        return ""
    whole = " ".join(parts)
    found = _ABSENT.search(whole)
    if found and not (_OF_SOMETHING.search(found[0]) and _NAMED.search(whole[: found.start()])):
        return found[0]
    if any(sign in text.strip() for sign in _SHOWN_HERE):
        return ""
    found = _ABOVE.search(parts[0]) or (_UNSEEN.search(whole) if len(parts) == 1 else None)
    if found:
        return found[0]
    if isinstance(content, Choice):
        return ""
    found = _OF_THESE.match(whole) if len(parts) == 1 else None
    return found[0] if found else _following(parts[-1])


def _following(sentence: str) -> str:
    found = _FOLLOWING.search(sentence)
    return found[0] if found and not re.search(r"[,;]|\bor\b", sentence[found.end() :]) else ""


def _pronoun(note: Note) -> str:
    """The question that names nothing; empty if there is none, or it is a phrase to translate."""
    match note.content:
        case Basic(front, back, False) if "?" not in back:
            text = prose(front)
        case Typed(front, answer) if "?" not in answer:
            text = prose(front)
        case Choice(front):
            text = prose(front)
        case _:
            return ""
    parts = sentences(text)
    if len(parts) != 1 or any(sign in text.strip() for sign in _SHOWN_HERE):
        return ""
    (question,) = parts
    return question if _is_leaning(note, question) else ""


def _is_phrase(note: Note) -> bool:
    """Whether a note, by its deck and tags, may be a phrase of a language course."""
    return _COURSE.search(" ".join((note.deck, *note.tags))) is not None


def _is_leaning(note: Note, question: str) -> bool:
    found = _PRONOUN.match(question)
    is_leaning = _names_nothing(found) if found else _DEED.match(question) is not None
    return is_leaning and not _is_phrase(note)


def _names_nothing(found: re.Match[str]) -> bool:
    """Whether neither a name nor a clause behind the pronoun tells what it stands for."""
    tail = found["tail"].split()
    is_named_later = not all(map(_ORDINARY.fullmatch, tail)) or not _MEANT.isdisjoint(tail[:-1])
    if len(tail) > _MOST or is_named_later:
        return False
    is_state = found["verb"].lower() in {"is", "are", "was", "were"}
    match found["what"].lower():
        case "its" | "his" | "her" | "their":
            # "Which planet has its axis askew?", "Which number is its own square?"
            is_of_the_asked = found["verb"].lower() in _HAVE or "own" in tail
            return 0 < len(tail) <= _MOST_OWNED and not is_of_the_asked
        case "that":
            return is_state and not tail
        case "this" | "these":
            return is_state or bool(tail)
        case "they" if not _PLACED.isdisjoint(tail):
            return False
        case _:
            return _is_of_something(found, tail, is_state=is_state)


def _is_of_something(found: re.Match[str], tail: list[str], *, is_state: bool) -> bool:
    """Whether it is said of a thing, not as in "it rains" or "it is cold"."""
    if not is_state:
        return bool(tail) and tail[0] not in _NOTHING
    rest = tail[1:] if tail and _ADVERB.match(tail[0]) else tail
    return _STATE.match(rest[0]) is not None if rest else not _CLOCK.search(found["head"])
