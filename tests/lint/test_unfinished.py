import pytest

from cardsmith.deckfile.syntax import quoted
from decks import found


def note(back: str, front: str = "q", **others: str) -> str:
    """A note with an answer."""
    fields = {"id": "a", "front": front, "back": back, **others}
    return "- " + "\n  ".join(f"{key}: {quoted(text)}" for key, text in fields.items()) + "\n"


@pytest.mark.parametrize(
    ("back", "mark"),
    [
        ("TODO", "TODO"),
        ("**TODO**", "TODO"),
        ("TODO: the year", "TODO"),
        ("TODO(ana): the year", "TODO"),
        ("Lima. TODO: the year", "TODO"),
        ("Lima (TODO)", "TODO"),
        ("Lima [TODO: check]", "TODO"),
        ("Lima. TODO.", "TODO"),
        ("FIXME", "FIXME"),
        ("Lima. FIXME: since when?", "FIXME"),
        ("TBD", "TBD"),
        ("Founded: TBD", "TBD"),
        ("Lima (TBD)", "TBD"),
        ("XXX: ask Ana", "XXX"),
        ("???", "???"),
        ("1535 (???)", "???"),
        ("Lorem ipsum dolor sit amet.", "Lorem ipsum"),
    ],
)
def test_what_was_left(back: str, mark: str) -> None:
    assert found(note(back)) == [f"W309 5:9 `{mark}` was left in the text"]


@pytest.mark.parametrize(
    "block", ["- Lima\n    - TODO", "Lima\n    TODO: year", "# TODO\n    Lima"]
)
def test_in_a_line_of_its_own(block: str) -> None:
    text = f"- id: a\n  front: q\n  back: |\n    {block}\n"
    assert found(text.replace("# TODO", "TODO")) == ["W309 5:9 `TODO` was left in the text"]


@pytest.mark.parametrize(
    ("back", "front"),
    [
        # in code
        ("`TODO`", "q"),
        ("`TODO: x`", "q"),
        ("`???`", "q"),
        # the note is about it
        ("TODO: something to be done", "What does TODO mean?"),
        ("TODO", "What does `TODO` mark?"),
        ("TODO: work left", "Which comments does the todo tree list?"),
        ("A mark of work left to do", "What does a TODO tell?"),
        ("What does `FIXME:` ask for, and TODO?", "q"),
        ("TBD", "Abbreviation of tick-borne disease"),
        ("TBD", "Abbreviation of to be decided"),
        ("Lorem ipsum dolor sit amet", "How does Lorem ipsum begin?"),
        # other meanings
        ("TODO", "EVERYTHING"),
        ("XXX", "Thirty"),
        ("XXX", "Which Super Bowl was played in 1996?"),
        ("Super Bowl XXX", "q"),
        ("TODO comments are listed by many editors", "q"),
        ("The comment says TODO", "q"),
        ("TODO::run", "q"),
        ("todo", "all"),
        ("Todo: nada", "q"),
        ("Quoi ???", "What???"),
        ("Lima", "??? is the capital of Peru"),
        ("What ??? is", "q"),
        ("TODOS", "q"),
        ("lorem ipsum", "A text that fills a page"),
        ("$TODO$", "q"),
        ("首都", "都市"),
        ("عاصمة", "مدينة"),
    ],
)
def test_what_is_left_alone(back: str, front: str) -> None:
    assert found(note(back, front)) == []


def test_tags_and_ids_tell_what_a_note_is_about() -> None:
    assert found(note("TODO", id="todo-comment")) == []
    assert found(note("TODO")[:-1] + "\n  tags: [todo]\n") == []


def test_code_is_left_alone() -> None:
    assert found("- id: a\n  front: q\n  back: |\n    ```\n    TODO: x\n    ```\n") == []
    assert (
        found("- id: a\n  front: q\n  back: |\n    Code:\n\n        # TODO: x\n        y\n") == []
    )


def test_comments_and_plain_texts_are_left_alone() -> None:
    assert found("# TODO: more\n- {id: a, front: q, typed: TODO, hint: x}  # FIXME\n") == []


@pytest.mark.parametrize("language", ["es", "pt-BR", "gl"])
def test_languages_with_this_word(language: str) -> None:
    assert found(note("TODO"), language=language) == []
    assert found(note("TODO: x"), language=language) == ["W309 5:9 `TODO` was left in the text"]


def test_every_text_is_looked_at() -> None:
    cards = """\
        - id: a
          front: "TODO: a"
          steps: {x: "TODO: b", y: two}
          extra: "TODO: c"
          hint: TODO
        - {id: b, cloze: "{{c1::Lima}}. TODO: more"}
        """
    assert [each.split(":")[0] for each in found(cards)] == [f"W309 {n}" for n in range(4, 9)]
