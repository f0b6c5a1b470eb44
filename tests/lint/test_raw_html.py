import pytest

from cardsmith.deckfile.syntax import quoted
from decks import findings, found


def note(back: str, front: str = "q", deck: str = "T") -> str:
    """A note with an answer."""
    return (
        f"deck: {{name: {deck}}}\ncards:\n"
        f"- id: a\n  front: {quoted(front)}\n  back: {quoted(back)}\n"
    )


@pytest.mark.parametrize(
    ("back", "shown"),
    [
        ("<b>Lima</b>", "<b>"),
        ("<B>Lima</B>", "<B>"),
        ("the <b>seat *of* government</b>", "<b>"),
        ("H<sub>2</sub>O", "<sub>"),
        ('<span style="color:red">Lima</span>', '<span style="color:red">'),
        ('<a href="https://example.org">a page</a>', '<a href="https://example.org">'),
        ("<ul><li>one</li></ul>", "<ul>"),
        ('<img src="map.png">', '<img src="map.png">'),
        ('a map: <img alt="x" src="map.png"/>', '<img alt="x" src="map.png"/>'),
        ("one<br>two", "<br>"),
        ("one.<br/> two", "<br/>"),
        ("one <br />two", "<br />"),
        ("one<br>", "<br>"),
        ("一つ<br>二つ", "<br>"),
        ("one <br><br> two", "<br>"),
        ("10&nbsp;km", "&nbsp;"),
        ("Caf&eacute;", "&eacute;"),
        ("a &lt; b", "&lt;"),
        ("it&#39;s", "&#39;"),
        ("it&#x27;s", "&#x27;"),
        ("R&amp;D", "&amp;"),
    ],
)
def test_html(back: str, shown: str) -> None:
    assert found(note(back)) == [f"W310 5:9 `{shown}` is shown as text"]


@pytest.mark.parametrize(
    "back",
    [
        "`<b>Lima</b>`",
        "`one<br>two` and `&nbsp;`",
        "$a<b>c</b>$",
        "a < b and c > d",
        "a <b> c",
        "List<T> and Map<K, V>",
        "Map<P> to text",
        "std::vector<a>",
        "<br> or <hr>",
        "the tags <br>, <hr>",
        "(<br>)",
        "&lt;",
        "AT&T; Q&A; R&D",
        "int &it; int &sum;",
        "f(&in);",
        "<kbd>",
        "Press <Enter>",
        "<https://example.org/a>",
        "<a@example.org>",
        "x <y> </z>",
        "<T>x</T>",
        "</b> and <b>",
        "<b>x</i>",
        "<img>",
        "東京<都>",
        "السعر < 5",
    ],
)
def test_what_is_left_alone(back: str) -> None:
    assert found(note(back)) == []


@pytest.mark.parametrize(
    ("back", "front", "deck"),
    [
        ("<b>x</b> is bold", "How is bold text written in HTML?", "T"),
        ("one<br>two", "q", "Web::HTML5"),
        ("a&nbsp;b", "Which entity does XML lack?", "T"),
    ],
)
def test_notes_about_it_are_left_alone(back: str, front: str, deck: str) -> None:
    assert found(note(back, front, f'"{deck}"')) == []


def test_code_is_left_alone() -> None:
    assert found("- id: a\n  front: q\n  back: |\n    ```\n    <b>x</b>\n    ```\n") == []
    assert found("- id: a\n  front: q\n  back: |\n    So:\n\n        <b>x</b>\n        y\n") == []


def test_plain_texts_are_left_alone() -> None:
    assert (
        found("- {id: a, front: q, choices: ['<b>x</b>', '<i>x</i>'], answer: '<i>x</i>'}\n") == []
    )


@pytest.mark.parametrize(
    ("back", "help_"),
    [
        ("<strong>x</strong>", "write bold text as `**text**`"),
        ("<I>x</I>", "write italic text as `*text*`"),
        ("<u>x</u>", "remove the tags"),
        ("x<br>y", "write a block (`|`): each newline in it breaks the line"),
        ("a &lt; b", "write `<`"),
        ("1&nbsp;m", "write a blank"),
        ("a&shy;b", "write a blank"),
    ],
)
def test_the_way_out(back: str, help_: str) -> None:
    (problem,) = findings(note(back))
    assert problem.help.split("; ")[0] == help_


def test_every_text_is_looked_at() -> None:
    cards = """\
        - id: a
          front: <b>a</b>
          steps: {x: <b>b</b>, y: two}
          extra: <b>c</b>
          hint: <b>d</b>
        - {id: b, cloze: "{{c1::<b>Lima</b>}} is a capital"}
        """
    assert [each.split(":")[0] for each in found(cards)] == [f"W310 {n}" for n in range(4, 9)]
