import pytest

from cardsmith.deck import Source
from decks import findings, found

SOURCES = {"lesson": Source("lesson", "A lesson", "lesson.md", {"order": "Order"})}


def cards(cited: int, bare: int) -> str:
    """So many notes that cite something, and then so many that do not."""
    sources = ["lesson#order"] * cited + [""] * bare
    return "".join(
        f"- {{id: n{n}, front: q{n}, back: b, source: '{source}'}}\n"
        for n, source in enumerate(sources)
    )


@pytest.mark.parametrize(("cited", "bare"), [(3, 1), (6, 2), (30, 10)])
def test_a_note_among_those_that_cite(cited: int, bare: int) -> None:
    expected = [f"W306 {3 + n}:8 the note `n{n}` cites nothing" for n in range(cited, cited + bare)]
    assert found(cards(cited, bare), sources=SOURCES) == expected


@pytest.mark.parametrize(("cited", "bare"), [(0, 1), (0, 9), (1, 1), (2, 1), (5, 2), (9, 0)])
def test_where_it_is_no_habit(cited: int, bare: int) -> None:
    assert found(cards(cited, bare), sources=SOURCES) == []


def test_where_nothing_is_declared() -> None:
    url = "- {id: a, front: 1, back: b, source: 'https://example.org/a'}\n"
    many = "".join(url.replace("a, front: 1", f"a{n}, front: {n}") for n in range(9))
    assert found(f"{many}- {{id: z, front: q, back: b}}\n") == []


def test_the_habit_is_that_of_all_files() -> None:
    other = "- {id: z, front: q, back: b}\n"
    assert found(other, sources=SOURCES) == []
    (problem,) = findings(cards(3, 0), other, sources=SOURCES)
    assert (problem.code, problem.span.path) == ("W306", "decks/test1.yaml")


@pytest.mark.parametrize(
    ("sources", "written"),
    [(SOURCES, "lesson#order"), ({"web": Source("web", "A page", "x", {})}, "web")],
)
def test_the_way_out_names_a_source(sources: dict[str, Source], written: str) -> None:
    notes = "".join(f"- {{id: a{n}, front: {n}, back: b, source: {written}}}\n" for n in range(3))
    (problem,) = findings(notes + "- {id: z, front: q, back: b}\n", sources=sources)
    assert problem.help == f"say where it is from: `source: {written}`, or a URL"
