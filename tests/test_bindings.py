"""Keys that learners bind otherwise."""

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from cardsmith.bindings import DEFAULT, DEFAULTS, NAMED, bound, shown

KEYS = [*NAMED, *"abcdefghijklmnopqrstuvwxyz0123456789!?;=é"]
WORDS = st.lists(
    st.tuples(st.sampled_from(sorted(DEFAULTS)), st.sampled_from(KEYS)),
    max_size=8,
    unique_by=lambda pair: pair[1],
)


@given(WORDS)
def test_each_key_does_what_it_was_named_for_and_the_others_what_they_did(
    pairs: list[tuple[str, str]],
) -> None:
    try:
        bindings = bound(f"{command}={key}" for command, key in pairs)
    except ValueError as error:
        assert "no key is left for" in str(error)  # noqa: PT017 - some lists leave none
        reject()
    typed = {"space": " ", "comma": ","}
    given_keys = {typed.get(key, key): command for command, key in pairs}
    for key, command in given_keys.items():
        assert bindings.command(key) == command
    for command, keys in DEFAULTS.items():
        for key in (typed.get(key, key) for key in keys):
            if key not in given_keys:
                is_moved = command in given_keys.values()
                assert bindings.command(key) == ("" if is_moved else command)


@given(WORDS)
def test_the_order_of_bindings_makes_no_difference(pairs: list[tuple[str, str]]) -> None:
    def outcome(words: list[str]) -> object:
        try:
            return dict(bound(words).commands)
        except ValueError:
            return None

    words = [f"{command}={key}" for command, key in pairs]
    assert outcome(words) == outcome(words[::-1])


@pytest.mark.parametrize(
    ("key", "name"), [(" ", "Space"), ("enter", "Enter"), (",", ","), ("page-up", "PageUp")]
)
def test_keys_are_shown_by_the_names_on_them(key: str, name: str) -> None:
    assert shown(key) == name


def test_what_is_done_by_no_key_has_none() -> None:
    assert DEFAULT.command("z") == ""
    assert bound(["undo=z"]).command("u") == ""
    assert bound(["undo=z", "bury=u"]).keys("undo") == ("z",)
    assert bound(["undo=b"]).key("bury") == ""
