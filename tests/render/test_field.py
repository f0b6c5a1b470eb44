"""A line that is being typed."""

from hypothesis import given
from hypothesis import strategies as st

from cardsmith.render.cells import clusters, width
from cardsmith.render.field import Field
from cardsmith.render.look import Look

EDITS = ["left", "right", "home", "end", "ctrl-a", "ctrl-e", "backspace", "delete", "ctrl-u"]
EDITS += ["ctrl-k", "ctrl-w", "up", "f1", "tab"]
LETTERS = ["a", "b", " ", "é", "e\u0301", "日", "👩\u200d👩\u200d👧", "🇬🇧", "\u05d0"]
KEYS = st.lists(st.one_of(st.sampled_from(EDITS), st.sampled_from(LETTERS)), max_size=30)


def typed(keys: list[str]) -> Field:
    field = Field()
    for key in keys:
        field = field.edited(key) if key in EDITS or len(key) == 1 else field.typed(key)
    return field


@given(KEYS)
def test_the_line_is_what_an_editor_of_letters_makes_of_the_keys(  # noqa: C901, PLR0912 - a table
    keys: list[str],
) -> None:
    """The other editor has a list of letters as readers see them, and a place in it."""
    line, at = list[str](), 0
    for key in keys:
        before, behind = line[:at], line[at:]
        match key:
            case "left":
                at = max(0, at - 1)
            case "right":
                at = min(len(line), at + 1)
            case "home" | "ctrl-a":
                at = 0
            case "end" | "ctrl-e":
                at = len(line)
            case "backspace":
                line, at = before[:-1] + behind, max(0, at - 1)
            case "delete":
                line = before + behind[1:]
            case "ctrl-u":
                line, at = behind, 0
            case "ctrl-k":
                line = before
            case "ctrl-w":
                while before and before[-1] == " ":
                    before.pop()
                while before and before[-1] != " ":
                    before.pop()
                line, at = before + behind, len(before)
            case _ if key not in EDITS:
                line, at = [*before, key, *behind], at + 1
    assert typed(keys) == Field("".join(line[:at]), "".join(line[at:]))


@given(KEYS, st.integers(10, 40))
def test_it_is_shown_whole_and_fits(keys: list[str], room: int) -> None:
    field = typed(keys)
    lines = field.lines(Look(room))
    assert all(width(line.plain) <= room for line in lines)
    shown = "".join(line.plain for line in lines).replace(" ", "")
    assert shown.startswith(">")
    for cluster, _ in clusters(field.text.replace(" ", "")):
        assert cluster in shown


def test_a_paste_is_one_line() -> None:
    assert Field("a", "z").typed("one\ntwo\r\nthree") == Field("aone two three", "z")
