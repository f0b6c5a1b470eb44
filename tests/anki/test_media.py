"""The names of media in packages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.anki.media import packed_name
from cardsmith.deck import Basic
from notes import note
from packages import package

DIGEST = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("img/a.png", "a-0123456789abcdef.png"),
        ("My Pic (1).JPEG", "my-pic-1-0123456789abcdef.jpeg"),
        ("\xe9t\xe9.mp3", "ete-0123456789abcdef.mp3"),
        ("\u65e5\u672c.png", "file-0123456789abcdef.png"),
        (".hidden", "hidden-0123456789abcdef.bin"),
        ("noending", "noending-0123456789abcdef.bin"),
        ("a.tar.gz", "a-tar-0123456789abcdef.gz"),
    ],
)
def test_names_are_portable(path: str, name: str) -> None:
    assert packed_name(path, DIGEST) == name


@given(st.text(min_size=1, max_size=300))
def test_every_name_is_short_and_portable(path: str) -> None:
    name = packed_name(path, DIGEST)
    assert re.fullmatch(r"[a-z0-9._-]{20,119}", name)
    assert not name.startswith(("_", "-", "."))


def test_the_same_name_in_two_folders_is_two_files() -> None:
    files = {"a/x.png": b"1", "b/x.png": b"2", "c/x.png": b"1"}
    text = "![](a/x.png) ![](b/x.png) ![](c/x.png)"
    made = package(note("m", Basic(text, "A")), files=files)
    assert len({file.name for file in made.media}) == 2  # equal content is one file
    assert len(re.findall(r'src="x-[0-9a-f]{16}\.png"', made.notes[0].fields[0])) == 3
