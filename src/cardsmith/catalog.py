"""Every problem that can be reported, in one list: its code, its name and what it says.

A code never changes its meaning and is never used again for another one. `E0…` is about reading a
file at all, `E1…` about the shape of what it holds, `E2…` about the whole collection. `W…` makes a
poor card, not a wrong one: `W3…` in any language, `W4…` by the wording of English notes.
"""

from typing import NamedTuple

from cardsmith.diagnostics import Diagnostic, Remark, Span


class Code(NamedTuple):
    """One sort of problem."""

    id: str
    name: str
    summary: str

    def at(
        self,
        span: Span,
        phrase: str,
        label: str = "",
        remarks: tuple[Remark, ...] = (),
        help: str = "",  # noqa: A002 - the word that the reader sees
    ) -> Diagnostic:
        """The problem at one place; the arguments are those of `Diagnostic`."""
        return Diagnostic(self.id, self.name, phrase, span, label, remarks, help)


CATALOG: list[Code] = []


def _code(id_: str, name: str, summary: str) -> Code:
    code = Code(id_, name, summary)
    CATALOG.append(code)
    return code


UNREADABLE_FILE = _code("E001", "unreadable-file", "The file cannot be opened.")
NOT_UTF8 = _code("E002", "not-utf8", "The file is not UTF-8 text.")
CONTROL_CHARACTER = _code(
    "E003", "control-character", "The file has a character that no editor shows."
)
MERGE_CONFLICT = _code("E004", "merge-conflict", "Git left two versions side by side.")
TOO_LARGE = _code("E005", "too-large", "The file or a field is too large, or nested too deeply.")
YAML_SYNTAX = _code("E006", "yaml-syntax", "The text is not YAML.")
YAML_FEATURE = _code(
    "E007", "yaml-feature", "Anchors, aliases, tags, directives and second documents are not read."
)

NO_CARDS = _code("E101", "no-cards", "The file holds no cards.")
WRONG_SHAPE = _code("E102", "wrong-shape", "A list stands where a text should, or the like.")
DUPLICATE_KEY = _code("E103", "duplicate-key", "A key is given twice.")
MISSING_FIELD = _code("E104", "missing-field", "Something that must be there is not.")
UNKNOWN_KEY = _code("E105", "unknown-key", "No field has this name.")
MISSING_ID = _code("E106", "missing-id", "A note has no id.")
MALFORMED_ID = _code("E107", "malformed-id", "An id has characters that ids do not have.")
EMPTY_TEXT = _code("E108", "empty-text", "A text that cards need is empty or shows nothing.")
MIXED_KINDS = _code("E109", "mixed-kinds", "A note has fields of different kinds of notes.")
CLOZE_MARKS = _code("E110", "cloze-marks", "The marks of a cloze do not fit together.")
NO_GAP = _code("E111", "no-gap", "A cloze has no gap.")
UNKNOWN_ANSWER = _code("E112", "unknown-answer", "The right answer is none of the choices.")
REPEATED_CHOICE = _code("E113", "repeated-choice", "Two choices are the same.")
TOO_FEW = _code("E114", "too-few", "One choice is no choice, and one step is no sequence.")
ESCAPED_CHARACTER = _code(
    "E115", "escaped-character", "A backslash in double quotes made a character that nobody sees."
)
SEVERAL_LINES = _code("E116", "several-lines", "A text of one line has several.")
MALFORMED_TAG = _code("E117", "malformed-tag", "A tag has a space, or an empty part.")
MALFORMED_DECK = _code("E118", "malformed-deck", "The name of a deck has an empty part.")
NEWER_FORMAT = _code("E119", "newer-format", "The collection needs a newer cardsmith.")
MALFORMED_VALUE = _code("E120", "malformed-value", "A value is not of the form that it needs.")
TOO_MANY = _code(
    "E121", "too-many", "More than nine choices: each is answered by a key from 1 to 9."
)

DUPLICATE_ID = _code("E201", "duplicate-id", "Two notes have the same id.")
REUSED_ID = _code("E202", "reused-id", "An id that a note had before is in use again.")
MISSING_MEDIA = _code("E203", "missing-media", "A picture or sound is not there.")
FOREIGN_MEDIA = _code("E204", "foreign-media", "A picture or sound lies outside the collection.")
UNKNOWN_SOURCE = _code("E205", "unknown-source", "A note cites a source that is not declared.")
UNKNOWN_ANCHOR = _code("E206", "unknown-anchor", "A note cites a heading that its source has not.")
MISSING_OUTLINE = _code("E207", "missing-outline", "The file of a source is not there.")
DAMAGED_LEDGER = _code("E208", "damaged-ledger", "The ledger of releases cannot be read.")

TEXT_IN_COMMENT = _code("W301", "text-in-comment", "Text after a space and `#` is lost.")
STRAY_CLOZE = _code("W302", "stray-cloze", "Cloze marks stand in a field that has no gaps.")
ESCAPED_BREAK = _code("W303", "escaped-break", "`\\n` or `\\t` in quotes may be a lost backslash.")
REPEATED_CARD = _code("W304", "repeated-card", "Two notes ask and answer the same.")
REPEATED_QUESTION = _code("W305", "repeated-question", "Two notes ask the same in one deck.")
NO_SOURCE = _code("W306", "no-source", "A note cites nothing, where others do.")
NO_TAGS = _code("W307", "no-tags", "A note has no tags, where others do.")
TAG_SPELLING = _code("W308", "tag-spelling", "A tag is spelled in two ways.")
UNFINISHED = _code("W309", "unfinished", "A mark of unfinished work was left in a text.")
RAW_HTML = _code("W310", "raw-html", "HTML is shown as text.")
LOST_CHARACTERS = _code("W311", "lost-characters", "Markup takes characters of a short answer.")
WORDLESS_PICTURE = _code("W312", "wordless-picture", "No words stand for a picture, sound or film.")
REMOTE_PICTURE = _code("W313", "remote-picture", "A picture, sound or film lies elsewhere.")
UNUSED_MEDIA = _code("W314", "unused-media", "No note shows or plays a file.")
LOST_INDENTATION = _code("W315", "lost-indentation", "A block of text ends at a comment.")
VANISHED_ID = _code("W316", "vanished-id", "A note that was released is gone.")
WITHDRAWN_ID = _code("W317", "withdrawn-id", "The id of a withdrawn note is in use again.")
TRAILING_SPACE = _code("W318", "trailing-space", "Blanks stand at the end of a line.")
TURNED_TEXT = _code("W319", "turned-text", "Hidden characters turn the direction of a text.")
CLASHING_NAME = _code("W320", "clashing-name", "Two files differ only in the case of their names.")
UNPORTABLE_NAME = _code("W321", "unportable-name", "Some systems cannot hold a file of this name.")
USELESS_IGNORE = _code("W322", "useless-ignore", "A comment ignores what is not there.")

LONG_ANSWER = _code("W401", "long-answer", "An answer is too long for one fact.")
SEVERAL_FACTS = _code("W402", "several-facts", "An answer holds several facts.")
SEVERAL_QUESTIONS = _code("W403", "several-questions", "A front asks more than one question.")
YES_OR_NO = _code("W404", "yes-or-no", "A question can be answered by yes or no.")
ANSWER_GIVEN_AWAY = _code("W405", "answer-given-away", "The question tells its answer.")
LEANING_FRONT = _code("W406", "leaning-front", "A front leans on what is not there.")
HIDES_TOO_MUCH = _code("W407", "hides-too-much", "A cloze leaves too little to go by.")
HIDES_NOTHING = _code("W408", "hides-nothing", "A gap hides nothing worth recalling.")
GAP_GIVEN_AWAY = _code("W409", "gap-given-away", "The text of a cloze tells what a gap hides.")
LONGEST_CHOICE = _code("W410", "longest-choice", "The right choice stands out by its length.")
ALL_OF_THE_ABOVE = _code("W411", "all-of-the-above", "A choice speaks of the other choices.")
NEGATIVE_QUESTION = _code("W412", "negative-question", "A question asks for what is not so.")
