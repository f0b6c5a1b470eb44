import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deckfile.syntax import quoted
from decks import findings, found


def note(back: str, front: str = "q") -> str:
    """A note with an answer."""
    return f"- id: a\n  front: {quoted(front)}\n  back: {quoted(back)}\n"


@pytest.mark.parametrize(
    ("back", "shown"),
    [
        ("__init__", "init"),
        ("__init__.py", "init.py"),
        ("obj.__class__", "obj.class"),
        ("__call__()", "call()"),
        ("__name__ == 'x'", "name == 'x'"),
        ("_my_var_", "my_var"),
        ("__very_private__", "very_private"),
        ("2*3*4", "234"),
        ("2**3**2", "232"),
        ("b^2-4*a*c", "b^2-4ac"),
        ("F = m*a*b", "F = mab"),
        ("(a+b)*c*(d+e)", "(a+b)c(d+e)"),
        ("x*y and y*x", "xy and yx"),
        ("[x*x for x in y*z]", "[xx for x in yz]"),
        ("*.*", "."),
        ("COUNT(*), SUM(*)", "COUNT(), SUM()"),
        ("Some(_) | Err(_)", "Some() | Err()"),
        ("[a-z]*[0-9]*", "[a-z][0-9]"),
        ("(.*)-(.*)", "(.)-(.)"),
        (r"\d+\.\d+", r"\d+.\d+"),
        (r"\\server\share", r"\server\share"),
        (r"\.", "."),
        (r"\%", "%"),
        ("$HOME/$USER", "HOME/USER"),
        ("$PATH:$HOME", "PATH:HOME"),
        ("${a}${b}", "{a}{b}"),
        ("Lehrer*innen und Schüler*innen", "Lehrerinnen und Schülerinnen"),
    ],
)
def test_lost_characters(back: str, shown: str) -> None:
    assert found(note(back)) == [f"W311 5:9 `{back}` is shown as `{shown}`"]


@pytest.mark.parametrize(
    "back",
    [
        # markup that is meant
        "**bold** and *italic*",
        "_x_",
        "__Lima__",
        "__call__ me *now*",
        "**+**",
        "un*believ*able",
        "pho*to*graph, pho*tog*raphy",
        "der/*die*/das",
        "(*sensu lato*)",
        "(un)*happi*ness",
        "1*er* janvier",
        "H*2*O",
        "*Who is it?*",
        "**1.** *a* b **2.** *c* d",
        "b*e*d",
        "私は**学生**です。3**つ**の*本*です",
        "هذا **كتاب** و*قلم*",
        # code
        "`__init__` and `2*3*4`",
        "`*args`, `**kwargs`",
        "``__name__``",
        r"`\d+\.\d+`",
        "`a`*b*c`d`",
        # nothing is taken
        "*args and **kwargs",
        "f(*args, **kwargs)",
        "a * b * c",
        "snake_case_name and other_name",
        "____",
        "~~x~~",
        "**/*.py",
        "0 0 * * *",
        "5 *",
        r"\alpha and \beta",
        "$5 and $6",
        # maths
        r"$\alpha\%$ of \$5",
        r"$a_1*b_2*c_3$",
        "$n$th and $x$:$y$",
        "$f$/$g$",
        r"\(a*b*c\) and \[2*3*4\]",
        r"$\frac{1}{2}$ and $\{1,2\}$",
        # escapes that are meant
        r"\* and \_",
        r"2\*3\*4",
        r"C:\\dir\\x",
        r"1969\.",
        r"\*",
        "\\\\",
        "[a](https://example.org/a_b_c)",
    ],
)
def test_what_is_left_alone(back: str) -> None:
    assert found(note(back)) == []


@pytest.mark.parametrize("name", ["__name__", "__main__", "__all__", "__len__"])
def test_names_that_are_words_too(name: str) -> None:
    assert found(note(name)) == []
    assert found(note(name, "Which name has it in Python?")) != []


def test_long_texts_are_no_short_answers() -> None:
    assert found(note("2*3*4 " + "and so on " * 20 + "end")) == []
    assert found("- id: a\n  front: q\n  back: |\n    2*3*4\n    and 5*6*7\n") == []


def test_every_answer_is_looked_at() -> None:
    cards = """\
        - {id: a, front: 2*3*4, back: x}
        - {id: b, front: 2*3*5, back: x, reverse: true}
        - {id: c, front: 2*3*6, steps: {x: 2*3*7, y: two}}
        - {id: d, cloze: 'The constructor is {{c1::__init__}}.'}
        - {id: e, front: q, typed: 2*3*4, extra: 2*3*4, hint: 2*3*4}
        - {id: f, cloze: 'It is 2*3*4, not {{c1::24}}.'}
        """
    assert [each.partition(" `")[0] for each in found(cards)] == [
        "W311 4:18",
        "W311 5:36",
        "W311 6:18",
    ]


@pytest.mark.parametrize(
    "cloze",
    [
        "The constructor is `{{c1::__init__}}`.",
        "It is `x.{{c1::__init__}}()`.",
        "It is $2{{c1::2*3*4}}$.",
        "It is **{{c1::two}}** and {{c2::*three*}}.",
        "{{c1::$x_1$}} and {{c2::`2*3*4`}}",
    ],
)
def test_gaps_that_lose_nothing(cloze: str) -> None:
    assert found(f"- id: a\n  cloze: {quoted(cloze)}\n") == []


@given(st.text("ab2_*\\$()[]{}./: `", min_size=1, max_size=12).filter(str.strip))
def test_in_backticks_nothing_is_lost(text: str) -> None:
    text = text.replace("`", "").strip() or "x"
    assert [each for each in findings(note(f"`{text}`")) if each.code == "W311"] == []


@given(st.text("ab2 *_.,()", min_size=1, max_size=16))
def test_what_is_reported_is_shown_with_fewer_characters(text: str) -> None:
    back = f"x {text}"
    for each in findings(note(back)):
        if each.code == "W311":
            shown = each.phrase.rpartition(" is shown as ")[2].strip("`")
            assert len(shown) < len(back)
