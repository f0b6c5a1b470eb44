"""W314."""

from pathlib import Path

import pytest

from cardsmith.deck import Source
from cardsmith.lint import Subject, unused_media
from decks import collection, findings, read, said
from program import cardsmith
from shelf import ABOUT, basics, shelf


def unused(text: str, *media: str) -> list[str]:
    """The files that are told where a note has a text."""
    cards = f"- id: a\n  front: q\n  back: '{text}'\n"
    return [each.span.path for each in findings(cards, media=media) if each.code == "W314"]


@pytest.mark.parametrize(
    "file",
    [
        "media/map.png",
        "media/sub/map.png",
        "media/film.xyz",
        "media/_font.ttf",
        "map.PNG",
        "img/word.mp3",
        "film.webm",
    ],
)
def test_a_file_that_no_note_uses(file: str) -> None:
    assert unused("x", file) == [f"decks/{file}"]
    assert unused("![x](nope.png) and map", file) == [f"decks/{file}"]


@pytest.mark.parametrize(
    "file",
    [
        "LICENSE",
        "media/LICENSE",
        "media/licence.txt",
        "media/README.md",
        "media/map.png.license",
        "media/credits.html",
        "media/Thumbs.db",
        "media/index.json",
        "lesson.md",
        "notes.txt",
        "sources.csv",
        "tool.py",
        "Makefile",
        "img/page.html",
    ],
)
def test_a_file_that_is_no_medium(file: str) -> None:
    assert unused("x", file) == []


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("![x](map.png)", "media/map.png"),
        ("![x](map.png)", "map.png"),
        ("![x](sub/map.png)", "media/sub/map.png"),
        ("[sound:word.mp3]", "media/word.mp3"),
        ("[listen](word.mp3)", "media/word.mp3"),
        ("![x](my%20map.png)", "media/my map.png"),
        ("![x](Caf\xe9.png)", "media/Cafe\u0301.png"),
        ("![x](<my map (1).png>)", "media/my map (1).png"),
    ],
)
def test_a_file_that_a_note_uses(text: str, file: str) -> None:
    assert unused(text, file) == []


def test_of_two_files_the_one_that_is_meant_is_used() -> None:
    files = ("map.png", "media/map.png", "img/map.png")
    assert unused("![x](map.png)", *files) == ["decks/img/map.png", "decks/media/map.png"]


def test_every_field_counts() -> None:
    cards = """\
        - {id: a, front: '![x](f.png)', steps: {x: '![x](s.png)', y: two}, hint: '![x](h.png)'}
        - {id: b, cloze: '{{c1::![x](c.png)}}', extra: '[sound:e.mp3]'}
        """
    files = [f"media/{name}" for name in ("f.png", "s.png", "h.png", "c.png", "e.mp3")]
    assert [each.code for each in findings(cards, media=files)] == []


def test_what_a_broken_note_shows_is_not_known() -> None:
    broken = "- {id: a, front: '![x](map.png)'}\n- {id: b, front: q, back: b}\n"
    deck = read(broken)
    assert len(deck.problems) == 1
    subject = Subject(collection([deck], ["media/map.png", "media/other.png"]), (deck,))
    assert [each.span.path for each in unused_media.check(subject)] == ["decks/media/other.png"]


def test_what_a_file_that_was_not_read_shows_is_not_known() -> None:
    deck = read("- {id: b, front: q, back: b}\n")
    subject = Subject(collection([deck], ["media/map.png"]), (deck,))
    assert len(list(unused_media.check(subject))) == 1
    assert list(unused_media.check(subject._replace(is_whole=False))) == []


@pytest.mark.parametrize(
    ("outlines", "found"),
    [
        ({"book": "# A\n![x](media/map.png)\n"}, []),
        ({"book": '<img src="media/map.png">'}, []),
        ({"book": "the map"}, ["W314 1:1 no note uses `media/map.png`"]),
        ({}, []),  # it could not be read
    ],
)
def test_an_outline_may_show_it(outlines: dict[str, str], found: list[str]) -> None:
    deck = read("- {id: b, front: q, back: b}\n")
    sources = {"book": Source("book", "A book", "book.md", {})}
    whole = collection([deck], ["media/map.png", "book.md"], sources)
    subject = Subject(whole, (deck,), outlines=outlines)
    assert [said(each) for each in unused_media.check(subject)] == found


def test_a_source_may_be_a_picture() -> None:
    deck = read("- {id: b, front: q, back: b}\n")
    sources = {"book": Source("book", "A book", "media/page.png", {})}
    whole = collection([deck], ["media/page.png"], sources)
    subject = Subject(whole, (deck,), outlines={"book": ""})
    assert list(unused_media.check(subject)) == []


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    decks = shelf(tmp_path / "decks", one=basics("a"), two=basics("b"))
    (decks / "media").mkdir()
    (decks / "media" / "map.png").write_bytes(b"")
    return decks


def test_the_program_tells_it_without_lines_of_the_file(decks: Path) -> None:
    done = cardsmith("lint", cwd=decks)
    assert done.stdout.startswith(
        "warning[W314]: no note uses `media/map.png`\n"
        " --> media/map.png:1:1\n"
        "  |\n"
        "  = help: name it in a note, or remove it\n"
    )
    assert cardsmith("lint", "--strict", cwd=decks).returncode == 1


def test_of_a_part_of_the_collection_it_is_never_told(decks: Path) -> None:
    for path in ("decks/one.yaml", "decks/two.yaml", "decks/collection.yaml", "decks/media"):
        done = cardsmith("lint", path, cwd=decks.parent)
        assert "W314" not in done.stdout
    done = cardsmith("lint", "decks/one.yaml", "decks/two.yaml", cwd=decks.parent)
    assert "W314" not in done.stdout


def test_it_is_not_told_where_a_deck_cannot_be_read(decks: Path) -> None:
    (decks / "one.yaml").write_bytes(b"deck: {name: \xff}\n")
    done = cardsmith("lint", cwd=decks)
    assert "E002" in done.stdout
    assert "W314" not in done.stdout


def test_it_is_not_told_where_sources_are_not_known(decks: Path) -> None:
    (decks / "collection.yaml").write_text(ABOUT.replace("format: 1", "format: ["), "utf-8")
    done = cardsmith("lint", cwd=decks)
    assert done.returncode == 1
    assert "W314" not in done.stdout
