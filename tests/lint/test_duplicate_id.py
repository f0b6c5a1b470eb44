from decks import findings, found


def test_in_one_file() -> None:
    cards = "- {id: a, front: one, back: b}\n- {id: a, front: two, back: b}\n"
    assert found(cards) == ["E201 4:8 the id `a` is taken"]


def test_in_two_files_both_places_are_told() -> None:
    (problem,) = findings(
        "- {id: a, front: one, back: b}\n",
        "- {id: x, front: x, back: b}\n- {id: a, front: two, back: b}\n",
    )
    assert problem.span.path == "decks/test1.yaml"
    (first,) = problem.remarks
    assert first.span is not None
    assert (first.span.path, first.span.place[:2]) == ("decks/test.yaml", (3, 8))


def test_ids_are_compared_as_written() -> None:
    assert found("- {id: 0012, front: a, back: b}\n- {id: 10, front: c, back: d}\n") == []
