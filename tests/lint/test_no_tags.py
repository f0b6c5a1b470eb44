import pytest

from decks import findings, found


def cards(tagged: int, bare: int) -> str:
    """So many notes with a tag, and then so many without."""
    tags = ["[x]"] * tagged + ["[]"] * bare
    return "".join(f"- {{id: n{n}, front: q{n}, back: b, tags: {t}}}\n" for n, t in enumerate(tags))


@pytest.mark.parametrize(("tagged", "bare"), [(3, 1), (6, 2), (30, 10)])
def test_a_note_among_those_with_tags(tagged: int, bare: int) -> None:
    numbers = range(tagged, tagged + bare)
    assert found(cards(tagged, bare)) == [
        f"W307 {3 + n}:8 the note `n{n}` has no tags" for n in numbers
    ]


@pytest.mark.parametrize(("tagged", "bare"), [(0, 1), (0, 9), (1, 1), (2, 1), (5, 2), (9, 0)])
def test_where_it_is_no_habit(tagged: int, bare: int) -> None:
    assert found(cards(tagged, bare)) == []


def test_the_tags_of_the_file_count() -> None:
    other = "- {{id: {}, front: q, back: b}}\n"
    tagged = "deck: {name: T, tags: [x]}\ncards:\n" + cards(0, 9)
    assert found(tagged) == []
    (problem,) = findings(tagged, "deck: {name: U}\ncards:\n" + other.format("z"))
    assert (problem.code, problem.span.path) == ("W307", "decks/test1.yaml")
