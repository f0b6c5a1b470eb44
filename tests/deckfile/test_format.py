"""The layout of deck files, as people see it: what changes, and what does not."""

from pathlib import Path
from textwrap import dedent

import pytest

from cardsmith.deckfile.format import formatted
from cardsmith.diagnostics import Diagnostic

DECKS = Path(__file__).parents[2] / "decks"
HEADER = "deck: {name: T}\ncards:\n"


def layout(text: str) -> str:
    after = formatted(text.encode(), "x")
    assert isinstance(after, bytes)
    return after.decode()


def cards(text: str) -> str:
    after = layout(HEADER + text)
    return after.removeprefix(HEADER)


@pytest.mark.parametrize("name", ["picking-the-base.yaml", "collection.yaml"])
def test_the_decks_that_ship_are_in_order(name: str) -> None:
    data = (DECKS / name).read_bytes()
    assert formatted(data, name) == data


def test_blanks_and_empty_lines() -> None:
    before = (
        "\n  \n# about  \ndeck: \n  name: T  \n  \n\n\ncards:  \n\n\n  - id: a \n    front: q\n\n\n"
        "    back: b\n   \n\n  # ---- A section  \n\n\n"
        "  - {id: b,  \n\n\n     front: q, back: b}\n\n \n"
    )
    assert layout(before) == (
        "# about\ndeck:\n  name: T\n\ncards:\n\n  - id: a\n    front: q\n\n"
        "    back: b\n\n  # ---- A section\n\n  - {id: b,\n\n     front: q, back: b}\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "- id: a\n  front: |\n    one  \n\n\n    two\n          \n  back: b\n",
        "- id: a\n  front: 'one  \n\n\n    two'\n  back: b\n",
        '- id: a\n  front: "one  \\\n    two  "\n  back: b\n',
        "- id: a\n  front: one  \n\n\n    two\n  back: b\n",
        "- id: a\n  front: q\n  back: |+\n    b\n\n\n  extra: e\n",
        "- id: a\n  front: q\n  back: |+\n    b\n\n\n",
        "- id: a\n  front: |\n    one # c\n    # two\n  back: b\n",
        "- id: a\n  front: 'C # major'\n  back: C# major\n",
        "- id: a\n  front: What?\n  back: C # major\n",
        "- id: a     # far\n  front: q    # to the right\n  back: b     # in a column\n",
    ],
)
def test_texts_and_what_is_beside_them_stay(text: str) -> None:
    assert cards(text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- id: a\n  front: 'q' # c\n  back: b\n", "- id: a\n  front: 'q'  # c\n  back: b\n"),
        ('- id: a\n  front: "q"# c\n  back: b\n', '- id: a\n  front: "q"  # c\n  back: b\n'),
        ("- {id: a, front: q, back: b} # c\n", "- {id: a, front: q, back: b}  # c\n"),
        (
            "- id: a\n  front: | # c\n    q\n  back: b\n",
            "- id: a\n  front: |  # c\n    q\n  back: b\n",
        ),
        ("- id: a\n  front: # c\n    q\n  back: b\n", "- id: a\n  front:  # c\n    q\n  back: b\n"),
    ],
)
def test_two_blanks_before_a_comment(before: str, after: str) -> None:
    assert cards(before) == after


def test_fields_in_their_order_with_their_comments() -> None:
    before = dedent(
        """\
        # about the note
        - tags: [x]  # beside tags
          # above back
          # and once more
          back: |  # a block
            b

            # text
          # above the id
          id: a

          # above extra
          extra:
            longer
            text
          front: q
            # deep below front
        # about the next
        - id: b
          front: q
          back: b
        """
    )
    assert cards(before) == before  # a comment right below a block may be text: nothing moves
    assert cards(before.replace("  # above the id\n", "\n  # above the id\n")) == dedent(
        """\
        # about the note
        # above the id
        - id: a
          front: q
            # deep below front
          # above back
          # and once more
          back: |  # a block
            b

            # text

          # above extra
          extra:
            longer
            text
          tags: [x]  # beside tags
        # about the next
        - id: b
          front: q
          back: b
        """
    )


def test_a_dash_on_a_line_of_its_own() -> None:
    back, id_ = "    # above back\n    back: b\n", "    # above the id\n    id: a\n"
    front, dash = "    front: q\n", "-  # the note\n\n"
    assert cards(dash + back + id_ + front) == dash + id_ + front + back


@pytest.mark.parametrize(
    "text",
    [
        "- {back: b, front: q, id: a}\n",
        "- back: b\n  frnt: q\n  id: a\n",
        "- back: b\n  front: q\n  front: r\n  id: a\n",
        "- back: b\n  front: q\n",
        "- back: b\n  cloze: q\n  id: a\n",
        "- back: |+\n    b\n\n  front: q\n  id: a\n",
        "- back: |\n    ```\n    make\n\n  # all\n  front: q\n  id: a\n",
        "- ? back\n  : b\n  ? front\n  : q\n  ? id\n  : a\n",
        "- - back: b\n    front: q\n    id: a\n",
    ],
)
def test_fields_whose_order_stays(text: str) -> None:
    assert cards(text) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_the_last_line_ends_as_the_others(end: str, bom: str) -> None:
    text = f"{bom}{HEADER}- front: caf\u00e9 \u65e5\u672c \U0001f600\n  back: b\n  id: a"
    after = formatted(text.replace("\n", end).encode(), "x")
    expected = f"{bom}{HEADER}- id: a\n  front: caf\u00e9 \u65e5\u672c \U0001f600\n  back: b\n"
    assert after == expected.replace("\n", end).encode()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"deck: {name: T}\ncards:\n  - id: [\n", "E006"),
        (b"deck: &a {name: T}  \n", "E007"),
        (b"\xff\xfe", "E002"),
        (b"<<<<<<< HEAD\n", "E004"),
        (b"a: b\x07  \n", "E003"),
    ],
)
def test_what_cannot_be_read_has_no_layout(data: bytes, code: str) -> None:
    found = formatted(data, "x")
    assert isinstance(found, Diagnostic)
    assert (found.code, found.span.path) == (code, "x")


def test_a_file_that_says_nothing() -> None:
    assert layout("") == ""
    assert layout("\n \n") == ""
    assert layout("\n# only this ") == "# only this\n"
