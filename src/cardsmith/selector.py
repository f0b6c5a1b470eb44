"""Which cards somebody means: Anki's search syntax → a test of cards.

`tag:harness (is:due or rated:7:1) -"base model"`: searches side by side must all hold, `or` binds
less tightly, a minus negates. In what follows a colon, and in text, `*` stands for any letters and
`_` for one; a backslash before one of these signs makes it an ordinary character.
"""

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from cardsmith.agenda import is_due
from cardsmith.deck import Card, Cloze, answer, question
from cardsmith.history import Answer, Event, Flag, quality
from cardsmith.schedule import fsrs, sm2
from cardsmith.schedule.replay import State, chance
from cardsmith.schedule.scheduler import Scheduler

_MOST_NESTED = 100  # parentheses within parentheses
_MOST_DAYS = 10**6
_ESCAPABLE = frozenset('\\":*_()-')
_ENDS = frozenset('"()')
_SPECIAL = re.compile(r"[*_\\]")


class SelectorError(ValueError):
    """The text is no selector; the message is a sentence that says in which column, and why."""

    def __init__(self, column: int, why: str) -> None:
        super().__init__(f"column {column}: {' '.join(why.split())}")
        self.column = column


class Term(NamedTuple):
    """One search, `key:value`; the key of plain text is `text`.

    In a value a star and a low line are wildcards, unless a backslash stands before them; so a
    backslash itself stands there twice.
    """

    key: str
    value: str


class Not(NamedTuple):
    """What does not match."""

    node: "Node"


class Group(NamedTuple):
    """Several searches, joined by `and` or `or`; an `and` of none matches every card."""

    joint: str
    parts: "tuple[Node, ...]"


Node = Term | Not | Group
EVERYTHING = Group("and", ())


class Viewpoint(NamedTuple):
    """From where cards are looked at: the study day, the scheduler, the lapses of a leech."""

    today: date
    scheduler: Scheduler[Any]
    leech: int


class Subject:
    """A card with its state and its events in force, in order."""

    def __init__(
        self, card: Card, state: State[Any], view: Viewpoint, events: Iterable[Event] = ()
    ) -> None:
        self.card, self.state, self.view = card, state, view
        self.events = tuple(events)

    @cached_property
    def text(self) -> str:
        """What it asks, its answer and what is shown after it, as text is compared."""
        note = self.card.note
        return "\n".join(
            folded(text) for text in (question(self.card), answer(self.card), note.extra)
        )


Test = Callable[[Subject], bool]


class Selector(NamedTuple):
    """A parsed selector."""

    node: Node

    def __str__(self) -> str:
        return written(self.node)

    @property
    def is_everything(self) -> bool:
        """Whether it is empty, and so matches every card."""
        return self.node == EVERYTHING

    @property
    def asks_the_log(self) -> bool:
        """Whether it cannot be told without a card's events."""
        return any(
            term.key == "rated" or term == Term("is", "flagged") for term in _terms(self.node)
        )

    def test(self) -> Test:
        """The test; made once, it is cheap for each card."""
        return _test(self.node)


def parse(text: str) -> Selector:
    """Read a selector.

    Raises:
        SelectorError: it is none.
    """
    return Selector(_Parser(text).all())


def all_of(nodes: Iterable[Node]) -> Selector:
    """A selector of what all of these match."""
    parts = tuple(node for node in nodes if node != EVERYTHING)
    return Selector(parts[0] if len(parts) == 1 else Group("and", parts))


def any_of(nodes: Iterable[Node]) -> Node:
    """What any of these matches; without any, everything."""
    parts = tuple(nodes)
    if not parts:
        return EVERYTHING
    return parts[0] if len(parts) == 1 else Group("or", parts)


def exactly(key: str, name: str) -> Term:
    """A search for a name as it stands: its signs are no wildcards."""
    return Term(key, re.sub(r"([\\*_])", r"\\\1", unicodedata.normalize("NFC", name)))


def folded(text: str) -> str:
    """Text as it is compared: composed, without case, each run of blanks one space."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


# How a selector is written.


def written(node: Node) -> str:
    """The selector as somebody would type it; reading it again gives the same."""
    match node:
        case Term(key, value):
            return _written_term(key, value)
        case Not(inner):
            shown = written(inner)
            return f"-{shown}" if isinstance(inner, Term) else f"-({shown})"
        case Group("and", parts):
            return " ".join(_part(part) for part in parts)
        case Group(_, parts):
            return " or ".join(
                f"({written(part)})"
                if isinstance(part, Group) and part.joint == "or"
                else written(part)
                for part in parts
            )


def _part(node: Node) -> str:
    return f"({written(node)})" if isinstance(node, Group) else written(node)


def _written_term(key: str, value: str) -> str:
    head = "" if key == "text" else f"{key}:"
    plain = value if head else value.replace(":", "\\:")
    is_bare = not re.search(r'[\s"()]', plain) and (
        head or (plain and plain[0] != "-" and plain.casefold() not in _WORDS)
    )
    if is_bare:
        return head + plain
    return f'{head}"{plain.replace(chr(34), chr(92) + chr(34))}"'


# How it is read.


class _Parser:
    """Reads from left to right; `at` is the place of what comes next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def all(self) -> Node:
        self.skip()
        if self.at == len(self.text):
            return EVERYTHING
        node = self.either(0)
        if self.at < len(self.text):
            raise SelectorError(self.at + 1, "this parenthesis closes none")
        return node

    def either(self, depth: int) -> Node:
        parts = [self.together(depth)]
        while self.word() == "or":
            self.at += len("or")
            parts.append(self.together(depth))
        return parts[0] if len(parts) == 1 else Group("or", tuple(parts))

    def together(self, depth: int) -> Node:
        parts = [self.one(depth)]
        while True:
            self.skip()
            if self.at == len(self.text) or self.text[self.at] == ")" or self.word() == "or":
                return parts[0] if len(parts) == 1 else Group("and", tuple(parts))
            if self.word() == "and":
                self.at += len("and")
            parts.append(self.one(depth))

    def one(self, depth: int) -> Node:
        """One search, negated or not, or what stands between parentheses."""
        self.skip()
        start, word = self.at, self.word()
        if word:
            raise SelectorError(
                start + 1,
                f'{word} stands between two searches; write "{word}" to look for the word',
            )
        if self.at == len(self.text):
            before = self.text.split()[-1:] or [""]
            raise SelectorError(self.at + 1, f"something is missing after {before[0]}")
        if self.text[self.at] == "-":
            self.at += 1
            if (
                self.at == len(self.text)
                or self.text[self.at].isspace()
                or self.text[self.at] == ")"
            ):
                raise SelectorError(start + 1, "a minus stands right before what is not wanted")
            return Not(self.group_or_term(depth))
        return self.group_or_term(depth)

    def group_or_term(self, depth: int) -> Node:
        start = self.at
        if self.text[start] == ")":
            raise SelectorError(start + 1, "this parenthesis closes none, or nothing stands in it")
        if self.text[start] != "(":
            return self.term()
        if depth == _MOST_NESTED:
            raise SelectorError(start + 1, "too many parentheses within each other")
        self.at += 1
        self.skip()
        if self.text.startswith(")", self.at):
            raise SelectorError(start + 1, "nothing stands between these parentheses")
        node = self.either(depth + 1)
        if not self.text.startswith(")", self.at):
            raise SelectorError(start + 1, "this parenthesis is not closed")
        self.at += 1
        return node

    def term(self) -> Term:
        start = self.at
        is_quoted = self.text[start] == '"'
        atoms = self.quoted() if is_quoted else self.bare()
        colon = atoms.index(":") if ":" in atoms else -1
        if (
            colon >= 0
            and not is_quoted
            and colon == len(atoms) - 1
            and self.text[self.at :][:1] == '"'
        ):
            atoms += self.quoted()
        if colon < 0:
            if not is_quoted and "".join(atoms).casefold() == "flagged":
                return Term("is", "flagged")
            return Term("text", _composed(atoms))
        return _keyed("".join(atoms[:colon]), _composed(atoms[colon + 1 :]), start + 1)

    def bare(self) -> list[str]:
        atoms = list[str]()
        while self.at < len(self.text):
            if self.text[self.at].isspace() or self.text[self.at] in _ENDS:
                break
            atoms.append(self.atom())
        return atoms

    def quoted(self) -> list[str]:
        start = self.at
        self.at += 1
        atoms = list[str]()
        while not self.text.startswith('"', self.at):
            if self.at == len(self.text):
                raise SelectorError(start + 1, "this quotation mark is not closed")
            atoms.append(self.atom())
        self.at += 1
        return atoms

    def atom(self) -> str:
        """One character, or one with the backslash that makes it ordinary."""
        here = self.text[self.at]
        if here != "\\":
            self.at += 1
            return here
        pair = self.text[self.at : self.at + 2]
        if pair[1:] not in _ESCAPABLE:
            raise SelectorError(
                self.at + 1,
                "a backslash stands before a sign that means something; write \\\\ for one",
            )
        self.at += 2
        return pair

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def word(self) -> str:
        """`and` or `or`, if it comes next as a word of its own."""
        found = _JOINT.match(self.text, self.at)
        return found[0].lower() if found else ""


_JOINT = re.compile(r'(?:and|or)(?=[\s()"]|$)', re.IGNORECASE | re.ASCII)
_WORDS = frozenset({"and", "or", "flagged"})


def _composed(atoms: Iterable[str]) -> str:
    """The value that atoms make: a backslash stays where it keeps a wildcard from being one."""
    kept = "".join(atom if atom[1:] in {"", "*", "_", "\\"} else atom[1:] for atom in atoms)
    return unicodedata.normalize("NFC", kept)


def _keyed(key: str, value: str, column: int) -> Term:
    key = key.lower()
    reader = _READERS.get(key)
    if reader is None:
        known = _OF_ANKI.get(key) or _nearest(key, _READERS, ":")
        hint = f"; did you mean {known}?" if known else ""
        raise SelectorError(
            column,
            f"no search is called {key}:{hint}"
            if known
            else f"no search is called {key}:; write {key}\\: to look for it as text",
        )
    if not value:
        raise SelectorError(column, f"{key}: needs something after it, as in {_EXAMPLES[key]}")
    try:
        return Term(key, reader(value))
    except ValueError as error:
        raise SelectorError(column, str(error)) from error


def _nearest(word: str, known: Iterable[str], after: str = "") -> str:
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"{near[0]}{after}" if near else ""


def _one_of(key: str, names: dict[str, str]) -> Callable[[str], str]:
    """A reader of one of a few names, some of which stand for another."""

    def read(value: str) -> str:
        name = value.lower()
        if name not in names:
            near = _nearest(name, names)
            hint = f"did you mean {key}:{near}?" if near else f"there are {', '.join(names)}"
            raise ValueError(f"{key}:{value} is unknown; {hint}")
        return names[name]

    return read


def _rated(value: str) -> str:
    days, colon, key = value.partition(":")
    if colon and key not in {"1", "2", "3", "4"}:
        raise ValueError("after rated:days: comes a key: 1 again, 2 hard, 3 good, 4 easy")
    return f"{_days('rated', days)}{colon}{key}"


def _introduced(value: str) -> str:
    return _days("introduced", value)


def _days(key: str, value: str) -> str:
    if not re.fullmatch("[0-9]{1,7}", value) or not 1 <= int(value) <= _MOST_DAYS:
        raise ValueError(f"{key}: needs a number of days, as in {_EXAMPLES[key]}")
    return str(int(value))


_PROPERTY = re.compile(r"([a-z]+)(<=|>=|!=|=|<|>)(-?[0-9]{1,7}(?:\.[0-9]{1,6})?)", re.ASCII)


def _property(value: str) -> str:
    found = _PROPERTY.fullmatch(value.lower())
    name = found[1] if found else re.split("[<>=!]", value.lower())[0]
    if name not in _MEASURES:
        near = _nearest(name, _MEASURES)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(_MEASURES)}"
        raise ValueError(f"prop: knows no {name or 'property without a name'}; {hint}")
    if found is None:
        raise ValueError(f"prop:{name} is compared with a number, as in {_EXAMPLES['prop']}")
    number = Decimal(found[3]) + 0
    if name in _WHOLE and number % 1:
        raise ValueError(f"prop:{name} is compared with a whole number, as in {_EXAMPLES['prop']}")
    number = Decimal(int(number)) if not number % 1 else number.normalize()
    return f"{name}{found[2]}{number:f}"


# What the searches mean.


def _terms(node: Node) -> Iterable[Term]:
    match node:
        case Term():
            yield node
        case Not(inner):
            yield from _terms(inner)
        case Group(_, parts):
            for part in parts:
                yield from _terms(part)


def _test(node: Node) -> Test:
    match node:
        case Term(key, value):
            return _TESTS[key](value)
        case Not(inner):
            test = _test(inner)
            return lambda subject: not test(subject)
        case Group(joint, parts):
            tests = tuple(_test(part) for part in parts)
            if joint == "and":
                return lambda subject: all(each(subject) for each in tests)
            return lambda subject: any(each(subject) for each in tests)


def _pieces(value: str) -> Iterable[str]:
    """A value as regular expressions of its parts between stars, folded."""
    part = ""
    for sign in re.findall(r"\\.|[^\\]", value):
        if sign == "*":
            yield part
            part = ""
        else:
            part += "." if sign == "_" else re.escape(sign[-1])
    yield part


def _pattern(value: str, after: str = "") -> Callable[[str], bool]:
    """Whether a folded name is what a value describes, with or without what may come `after` it.

    Each part between stars is looked for once, at the first place where it fits, so a value full of
    stars costs no more than one without.
    """
    wanted = folded(value)
    if not _SPECIAL.search(wanted):
        below = wanted + after
        return lambda name: name == wanted or bool(after and name.startswith(below))
    first, *others = _pieces(wanted)
    *middle, last = others or [""]
    body = first + "".join(f"(?>.*?{part})" for part in middle) + (f".*{last}" if others else "")
    found = re.compile(f"{body}(?:{after}.*)?" if after else body)
    return lambda name: found.fullmatch(name) is not None


def _text_test(value: str) -> Test:
    wanted = folded(value)
    if not _SPECIAL.search(wanted):
        return lambda subject: wanted in subject.text
    first, *others = _pieces(wanted)
    found = re.compile(first + "".join(f"(?>.*?{part})" for part in others))
    return lambda subject: found.search(subject.text) is not None


def _tag_test(value: str) -> Test:
    is_it = _pattern(value, "::")
    if value.lower() == "none":  # no tags at all, or the tag of that name
        return lambda subject: (
            not (tags := subject.card.note.tags) or any(is_it(folded(tag)) for tag in tags)
        )
    return lambda subject: any(is_it(folded(tag)) for tag in subject.card.note.tags)


def _deck_test(value: str) -> Test:
    is_it = _pattern(value, "::")
    return lambda subject: is_it(folded(subject.card.note.deck))


def _id_test(value: str) -> Test:
    is_it = _pattern(value)

    def test(subject: Subject) -> bool:
        card = subject.card
        # a note of gaps has no card of its own name: there the id means all of them
        return is_it(card.id) or (isinstance(card.note.content, Cloze) and is_it(card.note.id))

    return test


def _note_test(value: str) -> Test:
    is_it = _pattern(value)
    return lambda subject: is_it(subject.card.note.id)


def _source_test(value: str) -> Test:
    if value.lower() == "none":
        return lambda subject: not subject.card.note.source
    is_it = _pattern(value, "#")
    return lambda subject: is_it(folded(subject.card.note.source))


def _kind_test(value: str) -> Test:
    return lambda subject: type(subject.card.note.content).__name__.lower() == value


def _is_test(value: str) -> Test:
    return _STATES[value]


def _is_waiting(subject: Subject) -> bool:
    state, today = subject.state, subject.view.today
    if state.suspended or state.buried == today:
        return False
    return state.in_drill(today) or is_due(state, today)


_STATES: dict[str, Test] = {
    "new": lambda subject: subject.state.is_new,
    "due": _is_waiting,
    "drill": lambda subject: subject.state.in_drill(subject.view.today),
    "review": lambda subject: (
        not subject.state.is_new and not subject.state.in_drill(subject.view.today)
    ),
    "suspended": lambda subject: subject.state.suspended,
    "buried": lambda subject: subject.state.buried == subject.view.today,
    "leech": lambda subject: subject.state.lapses >= subject.view.leech > 0,
    "flagged": lambda subject: any(isinstance(event.deed, Flag) for event in subject.events),
}


def _rated_test(value: str) -> Test:
    days, _, key = value.partition(":")
    wanted = {"": range(6), "1": range(3), "2": (3,), "3": (4,), "4": (5,)}[key]

    def test(subject: Subject) -> bool:
        return any(
            isinstance(event.deed, Answer)
            and (subject.view.today - event.day).days < int(days)
            and quality(event.deed) in wanted
            for event in subject.events
        )

    return test


def _introduced_test(value: str) -> Test:
    def test(subject: Subject) -> bool:
        since = subject.state.since
        return since is not None and (subject.view.today - since).days < int(value)

    return test


_Measure = Callable[[Subject], "float | None"]


def _interval(subject: Subject) -> float | None:
    state = subject.state
    return (state.due - state.day).days if state.due and state.day else None


def _due_in(subject: Subject) -> float | None:
    return (subject.state.due - subject.view.today).days if subject.state.due else None


def _ease(subject: Subject) -> float | None:
    memory = subject.state.memory
    is_known = isinstance(memory, sm2.Memory) and not subject.state.is_new
    return memory.ease / 100 if is_known else None


def _stability(subject: Subject) -> float | None:
    memory = subject.state.memory
    is_known = isinstance(memory, fsrs.Memory) and not subject.state.is_new
    return memory.stability if is_known else None


def _difficulty(subject: Subject) -> float | None:
    memory = subject.state.memory
    is_known = isinstance(memory, fsrs.Memory) and not subject.state.is_new
    return memory.difficulty if is_known else None


def _recall(subject: Subject) -> float | None:
    state, view = subject.state, subject.view
    return None if state.day is None else chance(state, view.scheduler, view.today)


# What a card has none of compares with no number.
_MEASURES: dict[str, _Measure] = {
    "ivl": _interval,
    "due": _due_in,
    "reps": lambda subject: subject.state.answers,
    "lapses": lambda subject: subject.state.lapses,
    "ease": _ease,
    "s": _stability,
    "d": _difficulty,
    "r": _recall,
}
_WHOLE = frozenset({"ivl", "due", "reps", "lapses"})
_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
}


def _property_test(value: str) -> Test:
    found = _PROPERTY.fullmatch(value)
    if found is None:
        raise ValueError(value)
    measure, holds, number = _MEASURES[found[1]], _COMPARED[found[2]], float(found[3])

    def test(subject: Subject) -> bool:
        measured = measure(subject)
        return measured is not None and holds(measured, number)

    return test


_KINDS = ("basic", "cloze", "typed", "choice", "sequence")


def _as_it_is(value: str) -> str:
    return value


_READERS: dict[str, Callable[[str], str]] = {
    "tag": _as_it_is,
    "deck": _as_it_is,
    "is": _one_of("is", {name: name for name in _STATES} | {"learn": "drill"}),
    "id": _as_it_is,
    "note": _as_it_is,
    "source": _as_it_is,
    "kind": _one_of("kind", {name: name for name in _KINDS}),
    "prop": _property,
    "rated": _rated,
    "introduced": _introduced,
}
_EXAMPLES = {
    "tag": "tag:harness",
    "deck": 'deck:"Training Composer::Harness"',
    "is": "is:due",
    "id": "id:stage-order/long",
    "note": "note:stage-*",
    "source": "source:lesson#order",
    "kind": "kind:cloze",
    "prop": "prop:ivl>=10",
    "rated": "rated:7",
    "introduced": "introduced:7",
}
_TESTS: dict[str, Callable[[str], Test]] = {
    "text": _text_test,
    "tag": _tag_test,
    "deck": _deck_test,
    "is": _is_test,
    "id": _id_test,
    "note": _note_test,
    "source": _source_test,
    "kind": _kind_test,
    "prop": _property_test,
    "rated": _rated_test,
    "introduced": _introduced_test,
}
# Searches of Anki that are called otherwise here.
_OF_ANKI = {"nid": "note:", "cid": "id:", "card": "id:", "flag": "is:flagged", "mid": "kind:"}


def names() -> dict[str, tuple[str, ...]]:
    """The searches that have a name, each with what may follow it where that is a few words."""
    return {key: {"is": tuple(_STATES), "kind": _KINDS}.get(key, ()) for key in _READERS}
