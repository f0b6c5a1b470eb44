"""HTML in a text.

What it objects to: what is surely meant as HTML, outside of code and maths: an element with its
end, such as `<b>…</b>`, a picture, a `<br>` between words, an entity such as `&nbsp;`. Notes that
speak of HTML, and names in angle brackets that are none of its elements, are left alone.

Why it hurts: texts are Markdown, and HTML is shown as typed. The learner reads the brackets.

An example:

    back: <b>Lima</b><br>since 1535

Better:

    back: |
      **Lima**
      since 1535
"""

import re
from collections.abc import Iterator
from html import unescape

from cardsmith.catalog import RAW_HTML
from cardsmith.deck import Note
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint.subject import Subject, everything, prose, texts

CODES = (RAW_HTML,)

_WAYS_OUT = {
    "a": "write a link as `[words](address)`",
    "b": "write bold text as `**text**`",
    "blockquote": "begin the lines of a quotation with `> `",
    "br": "write a block (`|`): each newline in it breaks the line",
    "code": "put code in backticks",
    "em": "write italic text as `*text*`",
    "img": "write a picture as `![what it shows](file.png)`",
    "li": "begin the items of a list with `- ` or `1. `",
    "p": "write a block (`|`): an empty line in it parts paragraphs",
    "pre": "put code between lines of three backticks",
    "sub": "write it in maths, `$x_2$`, or with the characters ₀ to ₉",
    "sup": "write it in maths, `$x^2$`, or with the characters ⁰ to ⁹",
    "table": "write a table with `|` between the cells",
}
_OTHERS = "big|center|dd|del|div|dl|dt|font|ins|kbd|mark|q|rp|rt|ruby|s|small|span|strike|tt|u"
_ALIKE = {
    **dict.fromkeys(("strong", "h1", "h2", "h3", "h4", "h5", "h6"), "b"),
    "i": "em",
    **dict.fromkeys(("ul", "ol"), "li"),
    **dict.fromkeys(("tr", "td", "th", "thead", "tbody"), "table"),
}
_NAMES = "|".join((*sorted((_WAYS_OUT.keys() - {"br", "img"}) | _ALIKE.keys()), _OTHERS))
# Letters and signs that one sees written as entities; `int &it;` is none.
_ENTITY = (
    r"&(?:nbsp|lt|gt|amp|quot|apos|hellip|[nm]dash|shy|(?:en|em|thin)sp|[lr][sda]quo|bull|middot"
    r"|deg|euro|copy|times|[lr]arr|szlig|[A-Za-z](?:grave|acute|circ|tilde|uml|ring|cedil|slash)"
    r"|\#[0-9]{2,6}|\#x[0-9A-Fa-f]{2,6});"
)
# Beside a word, not as the name of itself.
_BREAK = r"(?<=[\w.,;:!?)…])<br\s*/?>(?![)\]\"'])|<br\s*/?>(?=\w|\s*<br)"
_SIGN = re.compile(rf"</?(?:{_NAMES}|br|img)\b|{_ENTITY}", re.IGNORECASE)
_HTML = re.compile(
    rf"<(?P<pair>{_NAMES})(?:\s[^<>]*)?>"
    rf"|<(?P<img>img)\s[^<>]*\bsrc\s*=[^<>]*>|(?P<br>{_BREAK})|(?P<entity>{_ENTITY})",
    re.IGNORECASE,
)
_END = re.compile(rf"</({_NAMES})\s*>", re.IGNORECASE)
# A note with one of these words may be about HTML.
_TOPIC = re.compile(
    r"(?<![A-Za-z])(?:x?html\d?|xml|svg|jsx|css|dom|markdown)(?![A-Za-z])", re.IGNORECASE
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first piece of HTML in each text."""
    for deck in subject.decks:
        if ("<" in deck.text or "&" in deck.text) and _SIGN.search(deck.text):
            for note in deck.notes:
                yield from _of_note(note)


def _of_note(note: Note) -> Iterator[Diagnostic]:
    for name, text in texts(note):
        if ("<" in text or "&" in text) and _SIGN.search(text):
            words = prose(text)
            found = _first(words)
            if found is None or found["entity"] == words:  # a note may well ask for a sign
                continue
            if not any(map(_TOPIC.search, everything(note))):
                yield RAW_HTML.at(
                    note.span(name), f"`{found[0]}` is shown as text", help=_way_out(found)
                )


def _first(words: str) -> re.Match[str] | None:
    """The first piece of HTML; an element needs an end."""
    ends = {end[1].lower(): end.start() for end in _END.finditer(words)}
    return next(
        (
            found
            for found in _HTML.finditer(words)
            if not found["pair"] or ends.get(found["pair"].lower(), 0) > found.start()
        ),
        None,
    )


def _way_out(found: re.Match[str]) -> str:
    if found["entity"]:
        meant = unescape(found["entity"])
        help_ = (
            f"write `{meant}`" if meant.isprintable() and not meant.isspace() else "write a blank"
        )
        return f"{help_}; if the entity itself is meant, put it in backticks"
    name = (found["pair"] or found["img"] or "br").lower()
    help_ = _WAYS_OUT.get(_ALIKE.get(name, name), "remove the tags")
    return f"{help_}; if the tag itself is meant, put it in backticks"
