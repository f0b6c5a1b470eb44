"""Words and sentences of notes, as several rules ask for them."""

import re
from functools import lru_cache

from cardsmith import cloze, markup
from cardsmith.deck import Cloze, Note

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

plain = lru_cache(maxsize=1 << 16)(markup.plain)


def words(text: str) -> list[str]:
    """The words of a plain text, as written."""
    return _WORD.findall(text)


def vocabulary(text: str) -> frozenset[str]:
    """The words of a list, to be looked up."""
    return frozenset(text.split())


# Words that hold sentences together and name nothing: a text of these alone gives nothing to go by.
FUNCTION_WORDS = vocabulary(
    "a an the this that these those there here it its he she they we you i him her them us me his"
    " their our your my which who whom whose what when where how why and or nor but so as than then"
    " if of in on at to for by with from into onto about between through during within without"
    " is are was were be been being am has have had having do does did will would can could shall"
    " should may might must not no also too very both each all some any such called known"
)


# ---- questions -----------------------------------------------------------------------------------

# What stands in prose for code, a formula, a picture, a sound or a quotation.
SHOWN = "\N{OBJECT REPLACEMENT CHARACTER}"

ASKING = r"(?:who(?:m|se)?|what|which|when|where|why|how)"
AUXILIARY = (
    r"(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might"
    r"|must)(?:n['’]t)?|can['’]t|won['’]t)"
)

TONGUES = (
    r"(?:arabic|chinese|czech|danish|dutch|english|finnish|french|german|greek|hebrew|hindi"
    r"|hungarian|icelandic|irish|italian|japanese|korean|latin|mandarin|norwegian|polish|portuguese"
    r"|romanian|russian|spanish|swedish|thai|turkish|ukrainian|vietnamese|welsh)"
)

_OBJECT = re.compile(
    r"""!\[[^\]\n]{0,500}\]\([^)\n]{0,500}\)              # a picture
      | \[sound:[^\]\n]{0,500}\]
      | "[^"\n]*" | “[^”\n]{0,500}” | «[^»\n]{0,500}» | „[^“”\n]{0,500}[“”]
      | (?<!\w)'[^'\n]+'(?!\w) | (?<!\w)‘[^‘’\n]+’(?!\w)""",  # noqa: RUF001 - quotation marks
    re.VERBOSE,
)
_LINK = re.compile(r"\[([^\]\n]{0,500})\]\([^)\n]{0,500}\)")
_STRESS = re.compile(r"\*+|(?<!\w)_{1,3}|_{1,3}(?!\w)")
_MARK = re.compile("[\"'“«„‘*_[]")  # noqa: RUF001 - quotation marks
# Characters that are judged; so no pattern meets a text that it takes long for.
_LONGEST_SENTENCE = 1000
_LONGEST_TEXT = 5000
_END = re.compile(r"\s\s|[.!?…]\s|[\n\t]|\s$|^\s")  # else a text is one sentence in one line
_SENTENCE_END = re.compile(
    r"""(?<=[.!?…])(?<!\b[A-Z]\.)(?<!\b[a-z]\.)      # an initial, or the end of "i.e."
        (?<!\bSt\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bNo\.)(?<!\bMt\.)(?<!\bcf\.)(?<!\bca\.)
        (?<!\bvs\.)(?<!\bMrs\.)(?<!\betc\.)(?<!\bProf\.)
        \s+ (?=[^a-z\s])
      | \n[ \t]*\n""",
    re.VERBOSE,
)


def front(note: Note) -> str:
    """The question of a note as written; empty for a cloze, which is a statement."""
    content = note.content
    return "" if isinstance(content, Cloze) else content.front


def prose(text: str) -> str:
    """A card text with `SHOWN` for all that it shows or quotes, and without stress; lines stay."""
    text = text[:_LONGEST_TEXT]
    for start, end in reversed(cloze.verbatim(text)):
        text = f"{text[:start]}{SHOWN}{text[end:]}"
    if _MARK.search(text) is None:  # most texts have no marks, and are not searched for each
        return text
    return _STRESS.sub("", _LINK.sub(r"\1", _OBJECT.sub(SHOWN, text)))


def sentences(prose: str) -> list[str]:
    """The sentences of a prose, each in one line; an empty line ends one too."""
    if _END.search(prose) is None:
        return [prose] if 0 < len(prose) <= _LONGEST_SENTENCE else []
    parts = (" ".join(part.split()) for part in _SENTENCE_END.split(prose))
    return [part for part in parts if 0 < len(part) <= _LONGEST_SENTENCE]


# What a note speaks of when small words are its matter: a language, or one for machines.
_LANGUAGE = re.compile(
    r"\b(?:grammar|vocab\w*|languages?|idioms?|idiomatic|phras\w+|collocations?|prepositions?|"
    r"articles?|pronouns?|particles?|conjunctions?|auxiliar\w+|verbs?|nouns?|adjectives?|adverbs?|"
    r"tenses?|participles?|prefix\w*|suffix\w*|words?|sentences?|translat\w+|spell\w*|"
    r"keywords?|operators?|syntax|statements?|commands?|english|german|french|"
    r"spanish|italian|portuguese|catalan|romanian|latin|greek|dutch|danish|swedish|norwegian|"
    r"icelandic|finnish|hungarian|turkish|polish|czech|slovak|russian|ukrainian|bulgarian|serbian|"
    r"croatian|hebrew|arabic|persian|hindi|sanskrit|urdu|thai|vietnamese|indonesian|malay|swahili|"
    r"japanese|chinese|mandarin|cantonese|korean|esperanto|esl|efl|toefl|ielts|python|"
    r"javascript|typescript|java|sql|rust|ruby|haskell|bash|regex)\b",
    re.IGNORECASE,
)


def is_about_language(note: Note, text: str = "") -> bool:
    """Whether a note, by its deck, its tags or a text of it, has to do with words themselves."""
    said = " ".join((note.deck, *note.tags, text)).replace("_", " ")
    return _LANGUAGE.search(said) is not None


# The question wants exact words, or a text that is known by its words.
_BY_HEART = re.compile(
    r"\b(?:recite|by heart|verbatim|word for word|quot(?:e|es|ed|ation|ations)|wording|proverbs?|"
    r"exact(?:ly)? (?:text|words|say|says)|poems?|poetry|stanza|verses?|lyrics|psalms?|prayers?|"
    r"(?:full|first|last|opening|closing) (?:text|words|lines?|sentences?)|oath|pledge|preamble|"
    r"article|amendment|translate|translation)\b",
    re.IGNORECASE,
)


def is_by_heart(note: Note) -> bool:
    """Whether the words of the answer are what is learned."""
    return _BY_HEART.search("\n".join((front(note), note.deck, *note.tags))) is not None
