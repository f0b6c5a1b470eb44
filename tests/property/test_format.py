"""What holds for the layout of every file that can be read, however oddly it is written."""

import re
from collections import Counter
from collections.abc import Iterator

from hypothesis import example, given
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from cardsmith.deckfile import nodes, source, tree
from cardsmith.deckfile.format import formatted
from cardsmith.deckfile.leaves import kept
from cardsmith.deckfile.parse import parse
from cardsmith.diagnostics import Diagnostic, Place
from cardsmith.lint import Subject, lint
from decks import collection
from odd_decks import DATA, decks

# ---- what is looked at -------------------------------------------------------------------------


class Listener(Reader, Scanner, Parser):
    """PyYAML's own parser, which notes down the comments that it passes over."""

    def __init__(self, text: str) -> None:
        self.passed: list[str] = []
        self.whole = text
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def scan_to_next_token(self) -> None:
        start = self.index
        super().scan_to_next_token()
        self.passed += re.findall("#.*", self.whole[start : self.index])

    def scan_block_scalar_ignored_line(self, start_mark: object) -> None:
        start = self.index
        super().scan_block_scalar_ignored_line(start_mark)
        self.passed += re.findall("#.*", self.whole[start : self.index])


def comments(text: str) -> Counter[str]:
    listener = Listener(text)
    while listener.get_event() is not None:  # type: ignore[no-untyped-call]
        pass
    return Counter(comment.rstrip(" \t") for comment in listener.passed)


def scalars(node: tree.Node | None) -> Iterator[tree.Scalar]:
    match node:
        case tree.Scalar():
            yield node
        case tree.Mapping(flat=inner) | tree.Sequence(items=inner):
            for each in inner:
                yield from scalars(each)


def spelt(text: str) -> Counter[str]:
    """All texts, character by character as they are written, keys too."""
    found: Counter[str] = Counter()
    for scalar in scalars(nodes.decide(text, "x").root):
        raw = text[scalar.start : scalar.end]
        if scalar.style in {"|", ">"}:
            header, _, lines = raw.partition("\n")
            kept_ends = lines if "+" in header.partition("#")[0] else lines.rstrip(" \n")
            raw = f"{header.partition('#')[0].rstrip()}\n{kept_ends}"
        found[raw] += 1
    return found


def said(text: str) -> object:
    """What a deck says, without places."""
    deck = parse(text, "x")
    nowhere = Place(1, 1, 1, 1)
    return (
        [note._replace(place=nowhere, places={}) for note in deck.notes],
        sorted((problem.code, problem.phrase) for problem in deck.problems),
    )


def ends(data: bytes) -> Counter[bytes]:
    return Counter(re.findall(b"\r\n|\r|\n", data))


def decoded(data: bytes) -> str:
    text = source.decode(data, "x")
    assert isinstance(text, str)
    return text


@given(DATA)
@example(b"cards:\n  - back: x\n    # a\n    id: a\n    front: |\n      t\n\n\n")
@example(b"cards:\n  - back: |+\n      x\n\n    id: a\n    front: q\n\n\n  - id: b\n")
@example(b"cards:\n  - back: |\n      x\n    id: y\n    front: q\n      # d\n  - id: b\n")
@example(b"cards:\n  - id: y\n    back: |\n      x\n          \n\n\n  - id: b\n")
@example(b"cards:\n  - back: |2\n          \n\n\n    id: b\n    front: c\n")
@example(b"cards:\n- id: a\n  back: |\n   x\n- front: b\n  # d\n      # e\n  id: b\n  back: a\n")
def test_the_laws_of_layout(data: bytes) -> None:
    after = formatted(data, "x")
    if isinstance(after, Diagnostic):
        return
    assert formatted(after, "x") == after
    before, now = decoded(data), decoded(after)
    assert said(now) == said(before)
    assert kept(before, now)
    assert comments(now) == comments(before)
    assert spelt(now) == spelt(before)
    assert after.startswith(b"\xef\xbb\xbf") is data.startswith(b"\xef\xbb\xbf")
    surplus = ends(after) - ends(data)
    assert surplus.total() <= 1
    assert set(surplus) <= (set(ends(data)) or {b"\n"})


def complaints(text: str) -> Counter[str]:
    """What lint says of a deck, without places; a layout takes blanks away."""
    deck = parse(text, "decks/x.yaml")
    found = lint(Subject(collection([deck]), (deck,)))
    return Counter(each.code for each in found if each.code != "W318")


@given(decks())
@example("deck: {name: T}\ncards:\n  - back: C # major\n    id: a\n    front: What?\n")
@example("deck: {name: T}\ncards:\n  - back: |\n      ```\n    # x\n    id: a\n    front: What?\n")
@example("deck: {name: T}\ncards:\n  - id: a\n    back: |\n      ~~~\n\n  # x\n    front: What?\n")
@example("deck: {name: T}\ncards:\n  - back: |\n      x\n    #endif\n    id: a\n    front: What?\n")
def test_no_finding_of_lint_is_covered_up(text: str) -> None:
    after = formatted(text.encode(), "x")
    assert isinstance(after, bytes)
    assert complaints(after.decode()) == complaints(text)


@given(decks())
def test_the_decks_of_this_test_can_be_read(text: str) -> None:
    """Of what cannot be read, the laws say nothing."""
    assert isinstance(formatted(text.encode(), "x"), bytes)


@given(DATA)
def test_what_a_right_layout_looks_like(data: bytes) -> None:
    after = formatted(data, "x")
    if isinstance(after, Diagnostic) or after in {b"", b"\xef\xbb\xbf"}:
        return
    text = decoded(after)
    assert after.endswith((b"\n", b"\r"))
    assert text[0] != "\n"
    within = set()
    keeps = False
    for scalar in scalars(nodes.decide(text, "x").root):
        within |= set(range(scalar.start, scalar.end))
        keeps = scalar.style in {"|", ">"} and "+" in text[scalar.start : scalar.start + 3]
    for blanks in re.finditer(r"[ \t]+(?=\n)|\n\n\n+", text):
        assert within & set(range(*blanks.span())), blanks
    assert keeps or not text.endswith("\n\n")
