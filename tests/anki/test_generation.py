"""The cards that we write are the cards that Anki itself would make."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardsmith import cloze
from cardsmith.anki.package import Note, Package, PackageError
from cardsmith.deck import Basic, Choice, Cloze, Content, Sequence, Step, Typed
from cardsmith.markup import MARK
from cardsmith.render.html import HtmlPen
from notes import EVERY_KIND, note
from packages import built, package
from real_anki import NESTED_GAPS, Anki, learner, part, readable

# Pieces of texts such as may confuse who reads them.
BITS = st.sampled_from(
    (
        *("a", "b c", " ", "\n", "\n\n", ":", "{", "}", r"\}}", r"\::", "$", "`", "*", "**", "_"),
        *("<b>", "&amp;", "|", "- ", "1. ", "# ", "> ", "$x$", "`x::y`", r"$\frac{a}{b_{1}}$"),
        *("```\n", "[x](https://a.b)", "![x](https://a.b)", "\u200f", "{{c", "c1::"),
    )
)
TEXTS = st.lists(BITS, min_size=1, max_size=8).map("".join)
WORDS = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1).filter(
    lambda text: bool(text.strip())
)
LINES = st.one_of(WORDS, TEXTS.map(lambda text: text.replace("\n", " ")))


def _gap(number: int, inner: str, hint: str) -> str:
    return f"{{{{c{number}::{inner}{hint}}}}}"


GAPS = st.recursive(
    st.lists(BITS, min_size=1, max_size=4).map("".join),
    lambda inner: st.lists(
        st.one_of(
            BITS,
            st.builds(
                _gap, st.sampled_from([1, 2, 3, 12, 500]), inner, st.sampled_from(["", "::hint"])
            ),
        ),
        min_size=1,
        max_size=4,
    ).map("".join),
    max_leaves=6,
)
CONTENTS: st.SearchStrategy[Content] = st.one_of(
    st.builds(Basic, TEXTS, TEXTS, st.booleans()),
    st.builds(Typed, TEXTS, LINES, st.tuples(LINES)),
    st.builds(lambda front, a, b: Choice(front, (a, b), (b,)), TEXTS, LINES, LINES),
    st.builds(lambda front, a: Sequence(front, (Step("a", a), Step("b", a))), TEXTS, TEXTS),
)


@pytest.fixture(scope="module")
def anki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Anki]:
    with learner(tmp_path_factory.mktemp("learner")) as fresh:
        fresh.take(built(package(*EVERY_KIND)))
        yield fresh


def ords_of_anki(anki: Anki, made: Package, one: Note) -> list[int]:
    """The cards that Anki makes when the note is typed in by hand."""
    typed_in = anki.col.new_note(anki.col.models.get(made.note_types[one.family].id))
    typed_in.fields = list(one.fields)
    anki.col.add_note(typed_in, 1)
    ords = [card.ord for card in typed_in.cards()]
    empty = [
        number
        for report in anki.col.get_empty_cards().notes
        for number in report.card_ids
        if report.note_id == typed_in.id
    ]
    anki.col.remove_notes([typed_in.id])
    assert empty == []
    return sorted(ords)


@NESTED_GAPS.known
@given(GAPS)
@settings(suppress_health_check=[HealthCheck.filter_too_much])
def test_gaps_are_those_of_anki(anki: Anki, text: str) -> None:
    made = planned(text)
    assume(made)
    assert made
    [one] = made.notes
    assert ords_of_anki(anki, made, one) == [card.ord for card in one.cards]


@NESTED_GAPS.known
@given(GAPS)
@settings(suppress_health_check=[HealthCheck.filter_too_much])
def test_all_that_is_not_asked_for_is_shown_as_without_gaps(anki: Anki, text: str) -> None:
    made = planned(text)
    assume(made)
    assert made
    typed_in = anki.col.new_note(anki.col.models.get(made.note_types["cloze"].id))
    typed_in.fields = list(made.notes[0].fields)
    anki.col.add_note(typed_in, 1)
    answers = [card.render_output().answer_text for card in typed_in.cards()]
    anki.col.remove_notes([typed_in.id])
    whole = readable(HtmlPen().text(marked(cloze.parse(text)), no_files))
    for answer in answers:
        assert readable(part(answer, "question")) == whole


def marked(pieces: cloze.Pieces) -> str:
    """The text with its gaps as Markdown sees them."""
    return "".join(
        piece if isinstance(piece, str) else marked(piece.content).join(MARK) for piece in pieces
    )


def no_files(reference: str, *, linked: bool = False) -> str:
    raise AssertionError(reference, linked)


def planned(text: str) -> Package | None:
    """The package of a cloze; None if the author would be told of a fault."""
    try:
        content = Cloze(text, cloze.parse(text))
        return package(note("x", content)) if cloze.numbers(content.pieces) else None
    except (cloze.ClozeError, PackageError):
        return None


@given(CONTENTS)
def test_cards_are_those_of_anki(anki: Anki, content: Content) -> None:
    try:
        made = package(note("x", content))
    except PackageError:  # a file that is not there
        return
    for one in made.notes:
        assert ords_of_anki(anki, made, one) == [card.ord for card in one.cards]
