r"""The pages of what reading a file can tell; those of rules stand with the rules, in `lint`.

Their form is that of `lint.subject.Documented`.
"""

from cardsmith.catalog import (
    CLOZE_MARKS,
    CONTROL_CHARACTER,
    DAMAGED_LEDGER,
    DUPLICATE_KEY,
    EMPTY_TEXT,
    ESCAPED_CHARACTER,
    MALFORMED_DECK,
    MALFORMED_ID,
    MALFORMED_TAG,
    MALFORMED_VALUE,
    MERGE_CONFLICT,
    MISSING_FIELD,
    MISSING_ID,
    MISSING_OUTLINE,
    MIXED_KINDS,
    NEWER_FORMAT,
    NO_CARDS,
    NO_GAP,
    NOT_UTF8,
    REPEATED_CHOICE,
    SEVERAL_LINES,
    TOO_FEW,
    TOO_LARGE,
    TOO_MANY,
    UNKNOWN_ANSWER,
    UNKNOWN_KEY,
    UNREADABLE_FILE,
    WRONG_SHAPE,
    YAML_FEATURE,
    YAML_SYNTAX,
    Code,
)

PAGES: dict[Code, str] = {
    UNREADABLE_FILE: """A file that cannot be opened.

What it objects to: a deck file, or `collection.yaml`, that the system does not let be read.

Why it hurts: its cards are missing, and nobody can say which.

An example is a file whose permissions were lost in a copy, or a disk that does not answer.

Better: `chmod a+r FILE`, or put the file back as it was: `git checkout -- FILE`.
""",
    NOT_UTF8: """A file that is not UTF-8.

What it objects to: a byte that is no part of a character in UTF-8.

Why it hurts: the letters that were meant cannot be known for sure; é might become a dozen others.

An example is a file that a spreadsheet saved as UTF-16, or an old editor as Latin-1.

Better: save it as UTF-8 in the editor, or turn it: `iconv -f LATIN1 -t UTF-8 OLD > NEW`.
""",
    CONTROL_CHARACTER: """A character that no editor shows.

What it objects to: control characters other than line ends and tabs, and the separators of lines
and paragraphs that only YAML takes for line ends.

Why it hurts: some drive a terminal, the others change a text without being seen.

An example is a text copied out of a PDF, with U+0002 where a hyphen stood.

Better: remove the character; the finding tells its line and column.
""",
    MERGE_CONFLICT: """Two versions side by side.

What it objects to: the lines that git puts around two versions when it leaves a merge to you.

Why it hurts: neither version is a card, and YAML would complain somewhere else.

An example is a line of seven `<`, a card, a line of seven `=`, the same card in other words, and a
line of seven `>`.

Better: keep what is right of the two versions, and remove the three lines.
""",
    TOO_LARGE: """A file that is too large, or nested too deeply.

What it objects to: a file of more than 16 MiB, or lists and mappings twenty deep.

Why it hurts: no deck is like that, and a file made to be slow should not be.

An example is a picture that was renamed to `.yaml`.

Better: split a large deck; several files may share the name of a deck.
""",
    YAML_SYNTAX: """A text that is not YAML.

What it objects to: what the reader of YAML stumbles over: indentation that does not fit, quotes and
brackets that are not closed, `: ` inside of a text without quotes.

Why it hurts: nothing of the file can be read, since what follows might belong to anything.

An example:

    - id: hint
      front: Note: what is this?
      back: A colon and a space.

Better: the text in quotes, or as a block.

    - id: hint
      front: 'Note: what is this?'
      back: A colon and a space.
""",
    YAML_FEATURE: """A part of YAML that decks do without.

What it objects to: anchors (`&x`), aliases (`*x`), tags (`!x`), directives (`%YAML`) and second
documents (`---`).

Why it hurts: they make one text stand for another one, so that a card is not what it looks like,
and they let a small file grow without end.

An example:

    - id: ram
      front: &q What is RAM?
      back: Memory.

Better: texts as they are; one that begins with such a sign stands in quotes.

    - id: ram
      front: '&q What is RAM?'
      back: Memory.
""",
    NO_CARDS: """A file without cards.

What it objects to: a deck file that has no `cards:`, or an empty list there.

Why it hurts: a file that was meant to hold cards is passed over, and nobody notices.

An example:

    deck: {name: Capitals}
    cards: []

Better:

    deck: {name: Capitals}
    cards:
      - {id: peru, front: 'What is the capital of Peru?', back: Lima}
""",
    WRONG_SHAPE: """A value of another shape.

What it objects to: a list where a text should stand, a text where a list should, and the like.

Why it hurts: what was meant can only be guessed.

An example:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
      tags: capital, america

Better:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
      tags: [capital, america]
""",
    DUPLICATE_KEY: """A key that is given twice.

What it objects to: two values for one key of a mapping.

Why it hurts: YAML would keep the last and forget the first without a word.

An example:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
      back: Lima, on the coast

Better:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
      extra: It lies on the coast.
""",
    MISSING_FIELD: """Something that must be there is not.

What it objects to: a note without an answer, a file without `deck`, a collection without `name`.

Why it hurts: there is nothing to ask, or nothing to be right about.

An example:

    - id: peru
      front: What is the capital of Peru?

Better:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
""",
    UNKNOWN_KEY: """A key that no field has.

What it objects to: a key that is not in the table of fields.

Why it hurts: a misspelt field would be lost, and with it what it was to do.

An example:

    - id: peru
      front: Peru
      back: Lima
      revers: true

Better:

    - id: peru
      front: Peru
      back: Lima
      reverse: true
""",
    MISSING_ID: """A note without an id.

What it objects to: a note that has no `id`.

Why it hurts: what a learner knows is kept under the id. Without one a mended typo would be a new
card, and its history would be lost. `cardsmith lint --fix` writes one.

An example:

    - front: What is the capital of Peru?
      back: Lima

Better:

    - id: capital-of-peru
      front: What is the capital of Peru?
      back: Lima
""",
    MALFORMED_ID: """An id with other characters than ids have.

What it objects to: an id, a former id or the key of a step that has more than `a-z`, `0-9`, `-`,
`.` and `_`, or does not begin with a letter or digit.

Why it hurts: ids stand in file names, tags and command lines on every system.

An example:

    - id: Capital of Peru
      front: What is the capital of Peru?
      back: Lima

Better:

    - id: capital-of-peru
      front: What is the capital of Peru?
      back: Lima
""",
    EMPTY_TEXT: """A text that shows nothing.

What it objects to: a front, answer, choice or step that is empty, or holds nothing that is seen.

Why it hurts: the learner sees an empty card, and Anki makes none at all.

An example:

    - id: peru
      front: What is the capital of Peru?
      back: ''

Better:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
""",
    MIXED_KINDS: """Fields of two kinds of notes.

What it objects to: a field that notes of this kind do not have. The kind is told by the answer:
`back`, `cloze`, `typed`, `choices` or `steps`.

Why it hurts: one of the two would be ignored.

An example:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
      typed: Lima

Better:

    - id: peru
      front: What is the capital of Peru?
      typed: Lima
""",
    CLOZE_MARKS: r"""Marks of a cloze that do not fit together.

What it objects to: a gap that is not closed, has no number, or has a second `::` in prose.

Why it hurts: what would be hidden is not what was meant.

An example:

    - id: call
      cloze: 'The call {{c1::std::move::which}} casts.'

Better: code in backticks; or, in prose, `\:` for a colon that parts nothing.

    - id: call
      cloze: 'The call {{c1::`std::move`::which}} casts.'
""",
    NO_GAP: """A cloze without a gap.

What it objects to: a `cloze` in which nothing is hidden.

Why it hurts: it makes no card.

An example:

    - id: peru
      cloze: Lima is the capital of Peru.

Better:

    - id: peru
      cloze: '{{c1::Lima}} is the capital of Peru.'
""",
    UNKNOWN_ANSWER: """A right answer that is none of the choices.

What it objects to: an `answer` that is not, letter by letter, one of the `choices`.

Why it hurts: no choice would be right.

An example:

    - id: peru
      front: Which city is the capital of Peru?
      choices: [Lima, Cusco]
      answer: lima

Better:

    - id: peru
      front: Which city is the capital of Peru?
      choices: [Lima, Cusco]
      answer: Lima
""",
    REPEATED_CHOICE: """The same choice twice.

What it objects to: two choices, or two accepted answers, that are the same.

Why it hurts: one of them would be wrong, and the other right.

An example:

    - id: peru
      front: Which city is the capital of Peru?
      choices: [Lima, Cusco, Cusco]
      answer: Lima

Better:

    - id: peru
      front: Which city is the capital of Peru?
      choices: [Lima, Cusco, Arequipa]
      answer: Lima
""",
    TOO_FEW: """One choice, or one step.

What it objects to: fewer than two `choices` or `steps`, or an empty list of right answers.

Why it hurts: one choice is no choice, and one step is no sequence.

An example:

    - id: corn
      front: How is corn grown?
      steps: {sow: Sow it}

Better:

    - id: corn
      front: How is corn grown, in order?
      steps: {sow: Sow it, reap: Reap it}
""",
    ESCAPED_CHARACTER: r"""A character that a backslash made.

What it objects to: a text in double quotes whose backslashes made characters that nobody sees.

Why it hurts: in double quotes `\f` is a form feed and `\b` a backspace, so `\frac` and `\beta` lose
their first letters.

An example:

    - id: half
      front: How is one half written in LaTeX?
      back: "$\frac12$"

Better: single quotes, where a backslash is one.

    - id: half
      front: How is one half written in LaTeX?
      back: '$\frac12$'
""",
    SEVERAL_LINES: """Several lines where one should be.

What it objects to: a line break in a field of one line, such as `typed`, a choice or a tag.

Why it hurts: nobody can type it, and there is one line on the screen for it.

An example:

    - id: peru
      front: What is the capital of Peru?
      typed: |
        Lima
        on the coast

Better:

    - id: peru
      front: What is the capital of Peru?
      typed: Lima
      extra: It lies on the coast.
""",
    MALFORMED_TAG: """A tag that Anki would take apart.

What it objects to: a tag with a space in it, or with an empty part beside `::`.

Why it hurts: in Anki a space ends a tag, so it would become two.

An example:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
      tags: [south america]

Better:

    - id: peru
      front: What is the capital of Peru?
      back: Lima
      tags: [south-america]
""",
    MALFORMED_DECK: """The name of a deck with an empty part.

What it objects to: `::` at the beginning or end of a deck's name, or twice in a row.

Why it hurts: Anki fills the part with a word of its own, so learners see another name.

An example:

    deck: {name: 'Capitals::'}
    cards:
      - {id: peru, front: 'What is the capital of Peru?', back: Lima}

Better:

    deck: {name: 'Capitals::America'}
    cards:
      - {id: peru, front: 'What is the capital of Peru?', back: Lima}
""",
    NEWER_FORMAT: """A collection that needs a newer program.

What it objects to: a `format` that this version does not know.

Why it hurts: keys that are new would look misspelt, and might be lost.

An example:

    format: 99
    id: 3de90d58-9e0f-4a3f-b810-79d9a8420e85
    name: Capitals

Better: update cardsmith; or, in a collection that you write,

    format: 1
    id: 3de90d58-9e0f-4a3f-b810-79d9a8420e85
    name: Capitals
""",
    MALFORMED_VALUE: """A value of another form than it needs.

What it objects to: an id of a collection with other characters than it may have, a path that leads
out of the collection, a tag root with a space, and the like.

Why it hurts: these values name folders, files and tags of other people.

An example:

    format: 1
    id: Capitals!
    name: Capitals

Better:

    format: 1
    id: 3de90d58-9e0f-4a3f-b810-79d9a8420e85
    name: Capitals
""",
    TOO_MANY: """More than nine choices.

What it objects to: a note with ten choices or more.

Why it hurts: each choice has a key from 1 to 9. And nobody weighs ten.

An example:

    - id: first
      front: Which letter is the first?
      choices: [a, b, c, d, e, f, g, h, i, j]
      answer: a

Better: the likeliest wrong ones.

    - id: first
      front: Which letter is the first?
      choices: [a, b, c]
      answer: a
""",
    MISSING_OUTLINE: """A source whose file is not there.

What it objects to: a `file` under `sources` that cannot be read.

Why it hurts: what notes cite cannot be checked or shown.

An example is `sources: {lesson: {file: lessson.md}}` beside a file `lesson.md`.

Better: the path of the file from the folder of `collection.yaml`.
""",
    DAMAGED_LEDGER: """A ledger that cannot be read.

What it objects to: a line of `released.jsonl` that is no record, or a ledger of a newer version.

Why it hurts: it tells what learners have. Without it a release would update every note anew, and
overwrite what learners changed.

An example is a merge that left its marks in the file, or an editor that wrapped a long line.

Better: restore it, `git checkout -- released.jsonl`. Only a release writes it.
""",
}
