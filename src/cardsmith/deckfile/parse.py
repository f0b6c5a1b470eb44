"""A deck file: text → notes with places, and all that is wrong with it.

What is wrong is data. A note with an error is left out, all others stay, and each problem of a note
is reported, not only the first. Warnings, and what takes more than one note to see, are `lint`'s.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any, NamedTuple, cast

from cardsmith import cloze, deck
from cardsmith.catalog import (
    CLOZE_MARKS,
    MALFORMED_DECK,
    MALFORMED_ID,
    MALFORMED_TAG,
    MISSING_FIELD,
    MISSING_ID,
    MIXED_KINDS,
    NO_CARDS,
    NO_GAP,
    REPEATED_CHOICE,
    TOO_FEW,
    TOO_MANY,
    UNKNOWN_ANSWER,
    WRONG_SHAPE,
)
from cardsmith.deck import Note, NoteId
from cardsmith.deckfile import ids, source, tree
from cardsmith.deckfile.fields import DECK, FILE, NOTE, Shape
from cardsmith.deckfile.places import Places, Text
from cardsmith.deckfile.values import Reader, is_simple, key_of, listed
from cardsmith.diagnostics import Diagnostic, Edit, Place, Remark, did_you_mean


class DeckFile(NamedTuple):
    """A deck file, read.

    Attributes:
        path: the file, as the user would write it.
        text: what it says.
        notes: the sound notes, in their order.
        problems: what is wrong, all of it errors.
        lines: the line on which each entry under `cards:` begins, sound or not.
        places: where the values of the header stand, by their keys: `name`, `description`.
    """

    path: str
    text: str
    notes: tuple[Note, ...]
    problems: tuple[Diagnostic, ...]
    lines: tuple[int, ...]
    places: Mapping[str, Place]


# What tells the kind of a note.
MARKS = {
    "back": "basic",
    "cloze": "cloze",
    "typed": "typed",
    "choices": "choice",
    "steps": "sequence",
}
FEWEST = 2  # choices, and steps
MOST_CHOICES = 9  # one for each key from 1 to 9


def parse(text: str, path: str) -> DeckFile:
    """Read a deck file.

    Args:
        text: what `source.decode` made of the file.
        path: the file, as the user would write it; it stands in notes and problems.
    """
    for read in source.trees(text, path):
        if read.problem:
            return DeckFile(path, text, (), (read.problem,), (), {})
        with suppress(tree.NeedsPlacesError):
            return _DeckReader(path, text, read).deck_file()
    raise AssertionError(path)  # the last tree has places


class _DeckReader(Reader):
    """Reads one deck file."""

    def __init__(self, path: str, text: str, read: tree.Tree) -> None:
        super().__init__(path, text, is_plain=read.is_plain)
        self.root = read.root
        self.located = Text(text, path, None if read.is_plain else read.root)
        self.name = PurePosixPath(path).stem  # lets the notes be learned where no name is given
        self.tags: tuple[str, ...] = ()
        self.cards: list[tree.Node] = []
        self.in_brackets = False  # whether the list of cards is
        self.taken: set[str] = set()  # ids, once one is to be proposed
        self.joined_tags: dict[tuple[str, ...], tuple[str, ...]] = {}  # many notes have the same
        self.values: dict[str, tree.Node] = {}  # of the note that is being read

    # ---- the file ------------------------------------------------------------------------------

    def deck_file(self) -> DeckFile:
        """Read all of it."""
        cards = self.header(self.root)
        read = [self.note(node, number) for number, node in enumerate(cards)]
        return DeckFile(
            self.path,
            self.text,
            tuple(note for note in read if note is not None),
            tuple(self.problems),
            tuple(
                self.place(node).line if note is None else note.place.line
                for note, node in zip(read, cards, strict=True)
            ),
            Places(self.located),
        )

    def header(self, root: tree.Node | None) -> list[tree.Node]:
        """Read all but the cards, and return those."""
        if not isinstance(root, tree.Mapping):
            self._report_no_mapping(root)
            return []
        values = self.entries(root, FILE)
        if "deck" in values:
            self._deck(values["deck"])
        else:
            help_ = "begin the file with\ndeck:\n  name: …"
            self.report(MISSING_FIELD, self.first_of(root), "the file has no `deck`", help=help_)
        if "cards" in values:
            self.cards = self._cards(values["cards"])
        else:
            help_ = "put `cards:` above the list of cards"
            self.report(NO_CARDS, self.first_of(root), "the file has no `cards`", help=help_)
        return self.cards

    def _report_no_mapping(self, root: tree.Node | None) -> None:
        where = self.first_of(root)
        if isinstance(root, tree.Sequence):
            help_ = "begin the file with\ndeck:\n  name: …\ncards:"
            self.report(NO_CARDS, where, "the file is a list without `cards:`", help=help_)
        else:
            help_ = "a deck file has `deck:` and, below `cards:`, a list of cards"
            self.report(NO_CARDS, where, "the file holds no cards", help=help_)

    def _deck(self, node: tree.Node) -> None:
        text = tree.text_of(node)
        if text:
            self.name = text
            help_ = self.instead("deck", node, f"{{name: {text}}}")
            self.report(WRONG_SHAPE, node, "`deck` must be a mapping", help=help_)
            return
        values: dict[str, tree.Node] = {}
        if isinstance(node, tree.Mapping):
            values = self.entries(node, DECK)
        if "name" not in values:
            self.report(MISSING_FIELD, self.first_of(node), "the deck has no `name`")
        for name, value in values.items():
            self._deck_field(name, value)

    def _deck_field(self, name: str, node: tree.Node) -> None:
        if name == "name":
            text = self.side_line("name", node)
            if text is not None and not all(part.strip() for part in text.split("::")):
                self.report(MALFORMED_DECK, node, "a part of the deck's name is empty")
            self.name = text or self.name
        elif name == "tags":
            self.tags = self.tag_list("tags", node) or ()
        else:
            self.string(name, node)

    def _cards(self, node: tree.Node) -> list[tree.Node]:
        if isinstance(node, tree.Sequence):
            if not node.items:
                self.report(NO_CARDS, node, "the file holds no cards")
            self.in_brackets = self.text.startswith("[", node.start)
            return node.items
        if tree.text_of(node) == "":
            self.report(NO_CARDS, node, "the file holds no cards")
        else:
            help_ = "begin each card with a dash: `  - id: …`"
            self.report(WRONG_SHAPE, self.first_of(node), "`cards` must be a list", help=help_)
        return []

    # ---- a note --------------------------------------------------------------------------------

    def note(self, node: tree.Node, number: int) -> Note | None:
        """Read an entry under `cards:`; None if it has an error."""
        if not isinstance(node, tree.Mapping):
            help_ = "write its fields as `key: value`: `- id: …`, and below it `front: …`"
            self.report(WRONG_SHAPE, node, "a card must be a mapping", help=help_)
            return None
        before = len(self.problems)
        values: dict[str, tree.Node]
        if self.is_plain:  # all keys are strings
            values = dict(node.pairs())  # type: ignore[arg-type]
        else:
            values = {tree.text_of(key) or "": value for key, value in node.pairs()}
        kind = kind_of(tuple(values))
        if not kind or 2 * len(values) < len(node.flat):
            values = self.entries(node, NOTE)
            kind = self._report_kind(node, values)
        self.values = values
        got: dict[str, Any] = {}  # by name, of the type that the shape of the field says
        for name, value in values.items():
            if name in _PLAIN and is_simple(value):
                got[name] = value
            else:
                got[name] = _READERS[name](self, name, value)
        content = _CONTENTS[kind](self, got, values) if kind else None
        if content is None or len(self.problems) > before:
            return None
        return Note(
            NoteId(got["id"]),
            content,
            self.name,
            self.all_tags(got.get("tags") or ()),
            got.get("source") or "",
            got.get("extra") or "",
            got.get("hint") or "",
            got.get("formerly") or (),
            got.get("guid") or "",
            self.path,
            self.place(node),
            Places(self.located, number),
        )

    def all_tags(self, tags: tuple[str, ...]) -> tuple[str, ...]:
        """The tags of the file and those of a note, each once."""
        joined = self.joined_tags.get(tags)
        if joined is None:
            joined = self.joined_tags[tags] = tuple(dict.fromkeys((*self.tags, *tags)))
        return joined

    def owner(self) -> str:
        """` of` the note that is being read."""
        id_ = self.values.get("id")
        text = None if id_ is None else tree.text_of(id_)
        return f" of `{text}`" if text else ""

    def _report_no_id(self, node: tree.Mapping, values: Mapping[str, tree.Node]) -> None:
        new = self._proposed_id(values)
        indentation = " " * (self.place(node).column - 1) if node.flat else ""
        flow = self.text.startswith("{", node.start)
        help_ = f"add `id: {new}`" if flow else f"add this line:\n{indentation}id: {new}"
        self.report(MISSING_ID, self.first_of(node), "the note has no `id`", help=help_)
        first = self.first_of(node)
        here = first._replace(end_line=first.line, end_column=first.column)
        if not node.flat or not self._begins_with_text(node):
            return
        if flow:
            self._mend(Edit(here, f"id: {new}, "))
        elif self._begins_block(node):
            self._mend(Edit(here, f"id: {new}\n{indentation}"))

    def _proposed_id(self, values: Mapping[str, tree.Node]) -> str:
        """An id that no other note of the file has, nor will have by another proposal."""
        if not self.taken:
            self.taken = {id_ for card in self.cards for id_ in _ids(card)}
        text = values.get("front", values.get("cloze"))
        new = ids.proposed((text and tree.text_of(text)) or "", self.taken)
        self.taken.add(new)
        return new

    def _begins_with_text(self, node: tree.Mapping) -> bool:
        """Whether the first key of a note is a text, and not in the long form, `? key`."""
        start, _ = tree.extent(node.flat[0])
        is_text = tree.text_of(node.flat[0]) is not None
        return is_text and "?" not in self.text[node.start : start]

    def _begins_block(self, node: tree.Mapping) -> bool:
        """Whether a line can be put above the first key of a note, below or behind its dash."""
        line_starts = self.text.rfind("\n", 0, node.start) + 1
        before = self.text[line_starts : node.start]
        return not self.in_brackets and not before.strip(" -")

    def _mend(self, *edits: Edit) -> None:
        """Say how the problem that was told last is mended."""
        self.problems[-1] = self.problems[-1]._replace(edits=edits)

    # ---- kinds ---------------------------------------------------------------------------------

    def _report_kind(self, node: tree.Mapping, values: Mapping[str, tree.Node]) -> str:
        """Say why the fields of a note make no kind; return the kind that was probably meant."""
        if "id" not in values:
            self._report_no_id(node, values)
        marks = [mark for mark in MARKS if mark in values]
        if not marks:
            self._report_no_mark(node, values)
            return ""
        first, *others = sorted(marks, key=list(values).index)
        kind = MARKS[first]
        made = Remark(f"`{first}` makes it a {kind} note", self.span(key_of(node, values[first])))
        for name in values:
            field = NOTE[name]
            if field.kinds and kind not in field.kinds:
                home = listed(field.kinds)
                self.report(
                    MIXED_KINDS,
                    key_of(node, values[name]),
                    f"a {kind} note has no `{name}`",
                    remarks=(made,),
                    help=f"`{name}` is for notes that are {home.replace('`', '')}",
                )
        for name, field in NOTE.items():
            if field.required and kind in field.kinds and name not in values and not others:
                what = f"a {kind} note needs `{name}`"
                self.report(MISSING_FIELD, self.first_of(node), what, remarks=(made,))
        return kind

    def _report_no_mark(self, node: tree.Mapping, values: Mapping[str, tree.Node]) -> None:
        if "answer" in values:
            self.report(
                MISSING_FIELD,
                key_of(node, values["answer"]),
                "`answer` stands without `choices`",
                help="write `back` for an answer to be shown, `typed` for one to be typed, "
                "or add `choices`",
            )
        elif "front" in values:
            help_ = "add `back`, or `typed`, `choices` or `steps`"
            self.report(MISSING_FIELD, self.first_of(node), "the note has no answer", help=help_)
        else:
            help_ = "add `front` and `back`, or `cloze`"
            self.report(MISSING_FIELD, self.first_of(node), "the note asks nothing", help=help_)

    def basic(self, got: Mapping[str, Any], _: object) -> deck.Content:
        """Make the content of a basic note."""
        return deck.Basic(got.get("front", ""), got["back"], bool(got.get("reverse")))

    def cloze(self, got: Mapping[str, Any], values: Mapping[str, tree.Node]) -> deck.Content | None:
        """Make the content of a cloze note."""
        text = got["cloze"]
        if text is None:
            return None
        node = values["cloze"]
        try:
            pieces = cloze.parse(text)
        except cloze.ClozeError as error:
            place = self._place_within(node, text, error.offset)
            self.report(CLOZE_MARKS, place, error.phrase, help=error.help)
            return None
        if not any(isinstance(piece, cloze.Gap) for piece in pieces):
            help_ = "mark what to hide: `{{c1::Lima}}`"
            self.report(NO_GAP, node, "the cloze has no gap", help=help_)
            return None
        return deck.Cloze(text, pieces)

    def _place_within(self, node: tree.Node, text: str, offset: int) -> Place:
        """Where a character of a text stands; all of the text where that is not plain to see."""
        start = text.rfind("\n", 0, offset) + 1
        line = text[start:].partition("\n")[0]
        begin, end = tree.extent(node)
        written = self.text[begin:end]
        if written.count(line) != 1:  # folded, or spelt with escapes
            return self.place(node)
        at = begin + written.index(line) + offset - start
        return self.text_lines.place(at, at + 2)

    def typed(self, got: Mapping[str, Any], _: object) -> deck.Content:
        """Make the content of a note whose answer is typed."""
        return deck.Typed(got.get("front", ""), got["typed"], got.get("accept") or ())

    def choice(
        self, got: Mapping[str, Any], values: Mapping[str, tree.Node]
    ) -> deck.Content | None:
        """Make the content of a note with choices."""
        choices, answers = got["choices"], got.get("answer")
        if choices is None or answers is None:
            return None
        if len(choices) < FEWEST:
            help_ = "add the wrong ones"
            self.report(TOO_FEW, values["choices"], "fewer than two choices", help=help_)
        if len(choices) > MOST_CHOICES:
            tenth = self._item(values["choices"], MOST_CHOICES)
            help_ = "the keys 1 to 9 answer: keep the likeliest wrong ones, or make it two notes"
            self.report(TOO_MANY, tenth, "more than nine choices", help=help_)
        if len(set(choices)) < len(choices):
            self._report_repeated(choices, values)
        for number, answer in enumerate(answers):
            if answer not in choices:
                meant = did_you_mean(answer, choices)
                self.report(
                    UNKNOWN_ANSWER,
                    self._item(values["answer"], number),
                    f"`{answer}` is none of the choices",
                    label=f"did you mean `{meant}`?" if meant else "",
                    help="write it exactly as in `choices`",
                )
        shuffle = bool(got.get("shuffle"))
        return deck.Choice(got.get("front", ""), choices, tuple(dict.fromkeys(answers)), shuffle)

    def _report_repeated(self, choices: tuple[str, ...], values: Mapping[str, tree.Node]) -> None:
        for number, choice in enumerate(choices):
            first = choices.index(choice)
            if first < number:
                node = values["choices"]
                self.report(
                    REPEATED_CHOICE,
                    self._item(node, number),
                    f"the choice `{choice}` is given twice",
                    remarks=(Remark("first", self.span(self._item(node, first))),),
                )

    def _item(self, node: tree.Node, number: int) -> tree.Node:
        """An item of a list, or a text that stands for a list of one."""
        return node.items[number] if isinstance(node, tree.Sequence) else node

    def sequence(
        self, got: Mapping[str, Any], values: Mapping[str, tree.Node]
    ) -> deck.Content | None:
        """Make the content of a sequence."""
        steps = got["steps"]
        if steps is None:
            return None
        if len(steps) < FEWEST:
            help_ = "write them in their order: `{sow: Sow the seed, reap: Reap the corn}`"
            self.report(TOO_FEW, values["steps"], "fewer than two steps", help=help_)
        return deck.Sequence(got.get("front", ""), steps)

    # ---- values that only decks have -----------------------------------------------------------

    def id_(self, name: str, node: tree.Node) -> str | None:
        """An id."""
        if is_simple(node) and ids.is_id(node):
            return node
        text = self.line(name, node)
        if text is None or ids.is_id(text):
            return text
        if not text:
            self._report_empty_id(name, node)
            return None
        repaired = ids.repaired(text)
        rule = f"an id has only {ids.RULE}"
        help_ = f"{rule}; {self.instead(name, node, repaired)}" if repaired else rule
        self.report(MALFORMED_ID, node, f"`{text}` is not an id", help=help_)
        return None

    def _report_empty_id(self, name: str, node: tree.Node) -> None:
        if name != "id":  # an item of `formerly`
            self.report(MISSING_ID, node, f"`{name}` is empty")
            return
        new = self._proposed_id(self.values)
        self.report(MISSING_ID, node, f"`{name}` is empty", help=f"write `{name}: {new}`")
        start, end = tree.extent(node)
        written = self.text[start:end]
        if written in {"", "''", '""'}:
            self._mend(Edit(self.place(node), new if written else f" {new}"))

    def some(self, name: str, node: tree.Node) -> tuple[str, ...] | None:
        """A list of texts, or one text that stands for a list of one; at least one."""
        if not isinstance(node, tree.Sequence):
            text = self.side_line(name, node)
            return None if text is None else (text,)
        found = self.lines(name, node)
        if found == ():
            self.report(TOO_FEW, node, f"`{name}` is empty")
        return found

    def tag_list(self, name: str, node: tree.Node) -> tuple[str, ...] | None:
        """A list of tags."""
        if isinstance(node, tree.Sequence) and all(isinstance(item, str) for item in node.items):
            seen = cast("tuple[str, ...]", tuple(node.items))
            if seen in self.joined_tags:
                return seen
        tags = self.lines(name, node)
        if not tags or tags in self.joined_tags or not isinstance(node, tree.Sequence):
            return tags
        for tag, item in zip(tags, node.items, strict=True):
            if len(tag.split()) > 1 or tag != tag.strip():
                repaired = "-".join(tag.split())
                self.report(MALFORMED_TAG, item, "a tag has a space", help=f"write `{repaired}`")
            elif not all(tag.split("::")):
                self.report(MALFORMED_TAG, item, f"a part of the tag `{tag}` is empty")
        return tags

    def id_list(self, name: str, node: tree.Node) -> tuple[NoteId, ...] | None:
        """A list of ids."""
        found = self.lines(name, node)
        if found and isinstance(node, tree.Sequence):
            for item in node.items:
                self.id_(name, item)
        return None if found is None else tuple(map(NoteId, found))

    def steps(self, name: str, node: tree.Node) -> tuple[deck.Step, ...] | None:
        """The steps of a sequence."""
        if not isinstance(node, tree.Mapping):
            help_ = "give each step a short key that never changes:\nsteps:\n  sow: Sow the seed"
            self.report(WRONG_SHAPE, node, f"`{name}` must be a mapping", help=help_)
            return None
        before = len(self.problems)
        read: dict[str, str] = {}
        for key, value in node.pairs():
            step = self.step_key(key, node)
            if step in read:
                self.report_twice(node, key, step)
            elif step is not None:
                read[step] = self.side(f"{name}.{step}", value) or ""
        if len(self.problems) > before:
            return None
        return tuple(deck.Step(key, text) for key, text in read.items())

    def step_key(self, key: tree.Node, steps: tree.Mapping) -> str | None:
        """The key of a step, which stands among others."""
        text = tree.text_of(key)
        if text is None:
            self.report(WRONG_SHAPE, key, "a key is a text", help="put the text in quotes")
            return None
        if ids.is_id(text):
            return text
        said, taken = self._said_and_taken(key, steps)
        meant = ids.repaired(text) or ids.proposed(said, taken, otherwise="step")
        what = f"`{text}` is not a key of a step" if text.strip() else "the key of a step is empty"
        help_ = f"a key has only {ids.RULE}; write `{meant}:`"
        self.report(MALFORMED_ID, key, what, help=help_)
        return None

    @staticmethod
    def _said_and_taken(key: tree.Node, steps: tree.Mapping) -> tuple[str, list[str]]:
        """What the step of a key says, and the keys of all."""
        said = next(tree.text_of(value) or "" for each, value in steps.pairs() if each is key)
        return said, [tree.text_of(each) or "" for each, _ in steps.pairs()]


def _ids(card: tree.Node) -> list[str]:
    if not isinstance(card, tree.Mapping):
        return []
    return [tree.text_of(value) or "" for key, value in card.pairs() if tree.text_of(key) == "id"]


@lru_cache(maxsize=512)  # the notes of a deck have few different sets of fields
def kind_of(names: tuple[str, ...]) -> str:
    """The kind that fields make; empty if they make none, or lack something, or have too much."""
    kinds = [MARKS[name] for name in names if name in MARKS]
    if len(kinds) != 1 or not NOTE.keys() >= set(names):
        return ""
    of_kind = [field for field in NOTE.values() if not field.kinds or kinds[0] in field.kinds]
    foreign = set(names) - {field.name for field in of_kind}
    lacking = {field.name for field in of_kind if field.required} - set(names)
    return "" if foreign or lacking else kinds[0]


_Read = Callable[[_DeckReader, str, tree.Node], object]

_BY_SHAPE: dict[tuple[Shape, bool], _Read] = {
    (Shape.TEXT, True): _DeckReader.side,
    (Shape.TEXT, False): _DeckReader.string,
    (Shape.LINE, True): _DeckReader.side_line,
    (Shape.LINE, False): _DeckReader.line,
    (Shape.FLAG, False): _DeckReader.flag,
    (Shape.LINES, True): _DeckReader.lines,
    (Shape.LINES, False): _DeckReader.lines,
    (Shape.LINE_OR_LINES, True): _DeckReader.some,
    (Shape.STEPS, True): _DeckReader.steps,
}
# Of a simple text nothing more is asked in these.
_PLAIN = {name for name, field in NOTE.items() if field.shape in {Shape.TEXT, Shape.LINE}} - {"id"}
_READERS: dict[str, _Read] = {
    name: _BY_SHAPE[field.shape, field.required] for name, field in NOTE.items()
} | {"id": _DeckReader.id_, "tags": _DeckReader.tag_list, "formerly": _DeckReader.id_list}

_CONTENTS: dict[
    str, Callable[[_DeckReader, Mapping[str, Any], Mapping[str, tree.Node]], deck.Content | None]
] = {
    "basic": _DeckReader.basic,
    "cloze": _DeckReader.cloze,
    "typed": _DeckReader.typed,
    "choice": _DeckReader.choice,
    "sequence": _DeckReader.sequence,
}
