"""Which collection is meant, what is read of it, and how files are replaced."""

import gc
import os
import stat
from pathlib import Path

import pytest

import cardsmith.workspace
from cardsmith.errors import BrokenCollectionError, NoCollectionError
from cardsmith.workspace import (
    Found,
    Way,
    atomic_write,
    enclosing,
    find,
    is_deck,
    load,
    shipped,
    short,
    survey,
)
from decks import said
from shelf import ABOUT, basics, shelf


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "repo" / "decks", b=basics("b"), a=basics("a"))


# ---- which one ---------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["decks", "decks/a.yaml", "decks/sub", "."])
def test_a_collection_is_named_by_its_folder_or_a_path_in_it(
    decks: Path, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (decks / "sub").mkdir()
    monkeypatch.chdir(decks.parent)
    found = find(given, {})
    assert found.root.resolve() == decks
    assert found.way is Way.ASKED


def test_the_variable_names_one(decks: Path, tmp_path: Path) -> None:
    assert find(None, {"CARDSMITH_DECKS": str(decks)}, cwd=tmp_path) == Found(decks, Way.VARIABLE)
    assert find("example", {"CARDSMITH_DECKS": str(decks)}).way is Way.SHIPPED
    assert find(None, {"CARDSMITH_DECKS": ""}, cwd=decks).way is Way.NEAREST


@pytest.mark.parametrize("below", [".", "decks", "decks/sub/sub", "src/deep"])
def test_the_nearest_one_is_meant(decks: Path, below: str) -> None:
    cwd = decks.parent / below
    cwd.mkdir(parents=True, exist_ok=True)
    assert find(None, {}, cwd=cwd) == Found(decks, Way.NEAREST)


def test_else_the_one_that_ships(tmp_path: Path) -> None:
    found = find(None, {}, cwd=tmp_path)
    assert found == Found(shipped(), Way.SHIPPED)
    assert not found.is_writable
    assert load(found).collection.notes


def test_commands_that_write_want_another(tmp_path: Path) -> None:
    with pytest.raises(NoCollectionError, match=r"no collection\.yaml in .* --decks PATH"):
        find(None, {}, cwd=tmp_path, or_shipped=False)


@pytest.mark.parametrize(
    ("given", "sentence"), [("nope", "no such folder"), (".", "no collection")]
)
def test_what_is_named_must_be_there(
    tmp_path: Path, given: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoCollectionError, match=sentence):
        find(given, {})


def test_what_ships_is_found_in_a_checkout_and_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "lib" / "cardsmith" / "workspace.py"
    monkeypatch.setattr(cardsmith.workspace, "__file__", str(module))
    with pytest.raises(NoCollectionError, match="install it anew"):
        shipped()
    for folder in (module.parents[2] / "decks", module.parent / "shipped" / "decks"):
        folder.mkdir(parents=True)
        assert shipped() == folder


def test_the_collection_around_a_file(decks: Path, tmp_path: Path) -> None:
    assert enclosing(decks / "sub" / "x.yaml") == decks
    assert enclosing(tmp_path / "x.yaml") is None


# ---- what is in it -----------------------------------------------------------------------------


def test_decks_are_read_in_the_order_of_their_paths(decks: Path) -> None:
    for name in ("b/a.yaml", "b-.yml", "B.YAML"):
        (decks / name).parent.mkdir(exist_ok=True)
        (decks / name).write_text(basics(name[:2].replace("/", "-").lower()), "utf-8")
    loaded = load(Found(decks, Way.ASKED), cwd=decks.parent)
    assert [deck.path for deck in loaded.decks] == [
        "decks/B.YAML",
        "decks/a.yaml",
        "decks/b/a.yaml",
        "decks/b-.yml",
        "decks/b.yaml",
    ]
    assert loaded.collection.root == "decks"
    assert loaded.collection.id == "00000000-0000-4000-8000-000000000000"
    assert loaded.diagnostics == ()
    assert loaded.texts["decks/a.yaml"] == basics("a")


@pytest.mark.parametrize(("cwd", "path"), [(".", "a.yaml"), ("sub", "{}/a.yaml")])
def test_paths_are_shown_as_the_user_would_write_them(decks: Path, cwd: str, path: str) -> None:
    loaded = load(Found(decks, Way.ASKED), cwd=decks / cwd)
    assert loaded.decks[0].path == path.format(decks)


@pytest.mark.parametrize(
    ("home", "path", "shown"),
    [
        ("/home/a", "/home/a/decks/x.yaml", "~/decks/x.yaml"),
        ("/home/a", "/home/a", "~"),
        ("/home/a/", "/home/a/decks", "~/decks"),
        ("/home/a", "/home/ab/decks", "/home/ab/decks"),
        ("/home/a", "decks", "decks"),
        ("/", "/decks", "/decks"),
        ("", "/decks", "/decks"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="HOME is not asked there")
def test_the_home_folder_is_shown_as_a_tilde(
    home: str, path: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", home)
    assert short(Path(path)) == shown


def test_what_is_no_deck_is_not_read(decks: Path) -> None:
    bad = "not: [a deck"
    for name in (
        ".git/x.yaml",
        ".hidden.yaml",
        "node_modules/x.yaml",
        "sub/node_modules/x/y.yaml",
        "media/x.yaml",
        "notes.txt",
        "released.jsonl",
        "sub/pic.png",
        "sub/other/collection.yaml",
        "sub/other/x.yaml",
    ):
        (decks / name).parent.mkdir(parents=True, exist_ok=True)
        (decks / name).write_text(bad, "utf-8")
    loaded = load(Found(decks, Way.ASKED))
    assert [note.id for note in loaded.collection.notes] == ["a", "b"]
    assert loaded.diagnostics == ()
    assert loaded.collection.media == {"media/x.yaml", "notes.txt", "sub/pic.png"}


def test_links_are_followed_inside_the_collection_and_once(decks: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.yaml").write_text(basics("out"), "utf-8")
    (decks / ".shared").mkdir()
    (decks / ".shared" / "c.yaml").write_text(basics("c"), "utf-8")
    try:
        (decks / "leaves.yaml").symlink_to(tmp_path / "outside.yaml")
        (decks / "again.yaml").symlink_to("a.yaml")
        (decks / "c.yaml").symlink_to(".shared/c.yaml")
        (decks / "loop").symlink_to(".", target_is_directory=True)
        (decks / "dangling.yaml").symlink_to("nowhere.yaml")
    except OSError:
        pytest.skip("no symbolic links here")
    loaded = load(Found(decks, Way.ASKED))
    assert [note.id for note in loaded.collection.notes] == ["a", "b", "c"]
    assert loaded.diagnostics == ()


def test_links_that_lead_nowhere_or_in_circles_are_passed_over(decks: Path) -> None:
    links = {
        "loop": "loop",
        "self.yaml": "self.yaml",
        "one.yaml": "other.yaml",
        "other.yaml": "one.yaml",
        "below.yaml": "loop/below.yaml",
        "nowhere.yaml": "gone/gone.yaml",
        "no-folder.yaml": "a.yaml/b.yaml",
        "long.yaml": "x" * 255 + "/" + "y" * 255,
        "media": "media",
    }
    try:
        for name, target in links.items():
            (decks / name).symlink_to(target)
    except OSError:
        pytest.skip("no symbolic links here")
    loaded = load(Found(decks, Way.ASKED))
    assert [note.id for note in loaded.collection.notes] == ["a", "b"]
    assert loaded.collection.media == frozenset()
    assert loaded.diagnostics == ()
    named = survey(Found(decks, Way.ASKED), [decks / name for name in ("self.yaml", "a.yaml")])
    assert [note.id for deck in named.decks for note in deck.notes] == ["a"]
    for name in links:
        is_deck(decks, decks / name)  # whatever it says, it says it


def test_what_is_named_may_be_a_link_in_circles(decks: Path) -> None:
    try:
        (decks / "loop").symlink_to("loop")
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(NoCollectionError, match="no such folder"):
        find(str(decks / "loop"), {})


def test_an_outline_that_is_a_link_in_circles_is_a_problem(decks: Path) -> None:
    try:
        (decks / "l.md").symlink_to("l.md")
    except OSError:
        pytest.skip("no symbolic links here")
    (decks / "collection.yaml").write_text(f"{ABOUT}sources:\n  l: {{file: l.md}}\n", "utf-8")
    loaded = load(Found(decks, Way.ASKED), cwd=decks)
    assert [each.code for each in loaded.diagnostics] == ["E207"]


def test_problems_are_told_and_the_rest_is_learned(decks: Path) -> None:
    (decks / "c.yaml").write_bytes(b"\xff")
    (decks / "d.yaml").write_text("cards: [", "utf-8")
    (decks / "e.yaml").write_text(basics("a", "e"), "utf-8")
    loaded = load(Found(decks, Way.ASKED), cwd=decks)
    assert [note.id for note in loaded.collection.notes] == ["a", "b", "e"]
    assert [f"{each.span.path} {each.code}" for each in loaded.diagnostics] == [
        "c.yaml E002",
        "d.yaml E006",
    ]
    assert loaded.collection.notes[0].path == "a.yaml"
    assert sum(len(deck.notes) for deck in loaded.decks) == 4


def test_a_file_that_cannot_be_read_is_a_problem(
    decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(cardsmith.workspace, "open", denied, raising=False)
    loaded = survey(Found(decks, Way.ASKED), cwd=decks)
    assert [said(each) for each in loaded.diagnostics][-1] == (
        "E001 1:1 the file cannot be read: permission denied"
    )
    with pytest.raises(BrokenCollectionError, match="permission denied"):
        load(Found(decks, Way.ASKED))


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        (ABOUT.replace("format: 1", "format: 2"), r"collection\.yaml:1: format 2 needs a newer"),
        (ABOUT.replace("id: ", "i: "), r"collection\.yaml:2: unknown key `i`"),
        ("", r"collection\.yaml:1: the file says nothing"),
    ],
)
def test_without_an_id_nothing_can_be_learned(decks: Path, about: str, sentence: str) -> None:
    (decks / "collection.yaml").write_text(about, "utf-8")
    with pytest.raises(BrokenCollectionError, match=sentence):
        load(Found(decks, Way.ASKED))


def test_sources_have_the_headings_of_their_files(decks: Path) -> None:
    (decks / "collection.yaml").write_text(
        f"{ABOUT}sources:\n  l: {{file: l.md, title: L}}\n  u: {{url: 'https://x.org'}}\n"
        "  m: {file: m.md}\n",
        "utf-8",
    )
    (decks / "l.md").write_text("# One thing\n", "utf-8")
    loaded = load(Found(decks, Way.ASKED), cwd=decks)
    sources = loaded.collection.sources
    assert sources["l"] == ("l", "L", "l.md", {"one-thing": "One thing"})
    assert sources["u"] == ("u", "u", "https://x.org", {})
    assert [said(each) for each in loaded.diagnostics] == [
        "E207 10:13 `m.md`: the file cannot be read: no such file or directory"
    ]


def test_of_some_files_all_are_known_by_their_ids(decks: Path) -> None:
    (decks / "c.yaml").write_text(basics("c") + "  - {id: b, oops: x}\n", "utf-8")
    (decks / "d.yaml").write_text(basics("d", "b").replace("id: d,", "id: d, oops: x,"), "utf-8")
    loaded = survey(Found(decks, Way.ASKED), [decks / "b.yaml"], cwd=decks)
    assert [deck.path for deck in loaded.decks] == ["c.yaml", "d.yaml", "b.yaml"]
    assert loaded.diagnostics == ()
    assert set(loaded.files) == {"collection.yaml", "b.yaml"}


def test_many_small_files(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "many", **{f"d{n}": basics(f"n{n}") for n in range(300)})
    assert len(load(Found(decks, Way.ASKED)).collection.notes) == 300


def test_the_garbage_collector_is_left_as_it_was(decks: Path) -> None:
    assert gc.isenabled()
    load(Found(decks, Way.ASKED))
    assert gc.isenabled()
    gc.disable()
    try:
        load(Found(decks, Way.ASKED))
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("a.yaml", True),
        ("sub/new.YML", True),
        ("collection.yaml", True),
        ("README.md", False),
        ("media/x.yaml", False),
        (".github/ci.yaml", False),
        ("../x.yaml", False),
    ],
)
def test_what_a_deck_is(decks: Path, name: str, is_one: bool) -> None:  # noqa: FBT001
    assert is_deck(decks, decks / name) is is_one


# ---- writing -----------------------------------------------------------------------------------


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "x"
    atomic_write(path, b"one")
    path.chmod(0o640)
    atomic_write(path, b"two")
    assert path.read_bytes() == b"two"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_replaced_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"one")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        atomic_write(path, b"two")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"one")
    try:
        (tmp_path / "link").symlink_to("real")
    except OSError:
        pytest.skip("no symbolic links here")
    atomic_write(tmp_path / "link", b"two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"two"


def test_a_link_in_circles_is_not_written_to(tmp_path: Path) -> None:
    try:
        (tmp_path / "link").symlink_to("link")
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(OSError, match="link"):
        atomic_write(tmp_path / "link", b"two")
    assert [path.is_symlink() for path in tmp_path.iterdir()] == [True]
