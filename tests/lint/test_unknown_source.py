import pytest

from cardsmith.deck import Source
from decks import findings, found

SOURCES = {
    "lesson": Source("lesson", "A lesson", "lesson.md", {"order": "Order", "data-mix": "Data mix"}),
    "web": Source("web", "A page", "https://example.org", {}),
}


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("lesson", []),
        ("lesson#order", []),
        ("web#anything", []),
        ("https://example.org/a#b", []),
        ("''", []),
        ("lessen#order", ["E205 3:38 unknown source `lessen`"]),
        ("Order", ["E205 3:38 unknown source `Order`"]),
        ("lesson#oder", ["E206 3:38 `lesson.md` has no heading `#oder`"]),
        ("lesson#x y", ["E206 3:38 `lesson.md` has no heading `#x y`"]),
    ],
)
def test_sources(source: str, problem: list[str]) -> None:
    assert found(f"- {{id: a, front: q, back: b, source: {source}}}\n", sources=SOURCES) == problem


def test_what_was_meant() -> None:
    cards = """\
        - {id: a, front: 1, back: b, source: lessen#order}
        - {id: b, front: 2, back: b, source: lesson#oder}
        """
    assert [each.label for each in findings(cards, sources=SOURCES)] == [
        "did you mean `lesson`?",
        "did you mean `lesson#order`?",
    ]
