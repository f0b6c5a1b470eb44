"""`cardsmith export`."""

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardsmith import workspace
from cardsmith.anki import apkg, ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import Package
from program import cardsmith
from real_anki import Anki, Outcome, learner
from shelf import ABOUT, ONE_OF_EACH, basics, shelf

EPOCH = {"SOURCE_DATE_EPOCH": "1700000000"}
PICTURES = """\
deck: {name: "Test::Pictures"}
cards:
  - {id: seen, front: "![](img/a.png) ![](my%20pic.png)", back: "[sound:beep.mp3]"}
"""


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=ONE_OF_EACH)


@pytest.fixture
def anki(tmp_path: Path) -> Iterator[Anki]:
    with learner(tmp_path / "learner") as fresh:
        yield fresh


def with_pictures(folder: Path) -> Path:
    shelf(folder, pictures=PICTURES)
    for name in ("img/a.png", "my pic.png", "media/beep.mp3", "media/unused.ttf"):
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(name.encode() * 100)
    return folder


def exported(decks: Path, *options: str | Path, **environment: str) -> bytes:
    """The package that an export writes."""
    target = decks.parent / "out.apkg"
    done = cardsmith(
        "export", "--decks", decks, "-o", target, *options, typed="", cwd=None, **environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return target.read_bytes()


def dates(data: bytes) -> set[int]:
    return {note.mod for note in apkg.read(data).notes}


def release(decks: Path, data: bytes) -> None:
    """Write the ledger as a release does."""
    made = apkg.read(data)
    kinds = made._replace(notes=tuple(note._replace(kind=_kind(note.name)) for note in made.notes))
    text = ledger.write(ledger.released(kinds, Ledger(), "1.0.0"))
    (decks / ledger.FILE).write_text(text, "utf-8")


def _kind(name: str) -> str:
    known = {"gap": "cloze", "typed": "typed", "choice": "choice", "order": "sequence"}
    return "step" if "/" in name else known.get(name, "basic")


# --- what it writes and says


def test_it_says_what_it_wrote_and_what_to_do_next(decks: Path) -> None:
    done = cardsmith("export", "--decks", ".", cwd=decks)
    first, second, third, *_ = done.stdout.splitlines()
    assert first == "Test: 5 notes, 7 cards in 1 deck; from . (asked for)"
    size = (decks / "dist" / "test.apkg").stat().st_size
    assert second == (
        "Wrote dist/test.apkg: 7 notes (a sequence makes one for each question), 7 cards, "
        f"{size:,} bytes"
    )
    assert third.startswith("In Anki: File > Import")
    assert (done.returncode, done.stderr) == (0, "")


def test_anki_takes_it(decks: Path, anki: Anki) -> None:
    assert anki.take(exported(with_pictures(decks))) == Outcome(new=8)
    assert anki.complaints() == []


def test_only_media_in_use_are_packed(tmp_path: Path) -> None:
    made = apkg.read(exported(with_pictures(tmp_path / "decks")))
    assert len(made.media) == 3
    assert not any(file.name.endswith("ttf") for file in made.media)


def test_the_counts_are_those_of_anki(decks: Path, anki: Anki) -> None:
    done = cardsmith("export", "--decks", decks, "-o", decks / "x.apkg")
    anki.take((decks / "x.apkg").read_bytes())
    assert "7 notes (" in done.stdout
    assert f" {anki.col.card_count()} cards, " in done.stdout
    assert anki.col.note_count() == 7


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Training Composer", "training-composer"),
        ("\xc4rger & \xd6l", "arger-ol"),
        ("\u65e5\u672c", "cards-00000000"),
        ("collection", "cards-00000000"),
        ("Backup 2026", "cards-00000000"),
        ("\xe4" * 300, "a" * 80),
    ],
)
def test_the_file_is_named_for_the_collection(tmp_path: Path, name: str, file: str) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    about = ABOUT.replace("name: Test", f"name: {name}")
    (decks / "collection.yaml").write_text(about, "utf-8")
    done = cardsmith("export", cwd=decks)
    assert done.returncode == 0, done.stderr
    assert [found.name for found in (decks / "dist").iterdir()] == [f"{file}.apkg"]


def test_a_part_of_a_collection(tmp_path: Path) -> None:
    tagged = basics("c", "d").replace("front: 'Name of d", "tags: [x::y], front: 'Name of d")
    decks = shelf(
        tmp_path / "decks",
        one=basics("a", "b").replace("Test::Basics", "Top"),
        two=tagged.replace("Test::Basics", "Top::Sub"),
    )

    def names(*options: str) -> list[str]:
        return sorted(note.name for note in apkg.read(exported(decks, *options)).notes)

    assert names() == ["a", "b", "c", "d"]
    assert names("--deck", "Top") == ["a", "b", "c", "d"]
    assert names("--deck", "top::sub") == ["c", "d"]
    assert names("--tag", "x") == ["d"]
    assert names("--deck", "Top", "--tag", "x::y") == ["d"]
    nothing = cardsmith("export", "--decks", decks, "--tag", "x::yy")
    assert (nothing.returncode, nothing.stderr) == (2, "cardsmith: tag:x::yy matches no note\n")
    cardsmith("export", "--tag", "x", cwd=decks)
    assert (decks / "dist" / "test-x.apkg").exists()


def test_a_selector_chooses_whole_notes(tmp_path: Path) -> None:
    steps = "  - {id: order, front: 'Which order?', steps: {a: first, b: second}}\n"
    decks = shelf(tmp_path / "decks", one=basics("a", "b") + steps)

    def names(*words: str) -> list[str]:
        return sorted(note.name for note in apkg.read(exported(decks, *words)).notes)

    assert names("kind:sequence") == ["order", "order/b"]
    assert names("id:order/b") == ["order", "order/b"]
    assert names("-kind:sequence", "-note:a") == ["b"]
    assert names("note:a or note:b", "--deck", "Test") == ["a", "b"]
    cardsmith("export", "-kind:sequence", cwd=decks)
    assert (decks / "dist" / "test-kind-sequence.apkg").exists()


# --- what stops it


@pytest.mark.parametrize(
    "broken",
    [
        "front: Q",
        "front: '', back: A",
        "front: '   ', back: A",
        "cloze: no gap",
        "front: '![](nope.png)', back: '[sound:nope.mp3]'",
    ],
)
def test_an_error_in_the_decks_stops_it_before_it_writes(decks: Path, broken: str) -> None:
    target = decks / "out.apkg"
    target.write_bytes(b"the good one")
    before = sorted(decks.rglob("*"))
    path = decks / "deck.yaml"
    path.write_text(f"{ONE_OF_EACH}  - {{id: broken, {broken}}}\n", "utf-8")
    done = cardsmith("export", "--decks", decks, "-o", target)
    assert done.returncode == 1
    assert f"{path}:" in done.stderr
    assert "nothing was written" in done.stderr
    if "nope" in broken:
        assert "`broken` needs `nope.png`" in done.stderr
        assert "nope.mp3" in done.stderr
    assert target.read_bytes() == b"the good one"
    assert sorted(decks.rglob("*")) == before


def test_of_many_errors_some_are_shown(decks: Path) -> None:
    cards = "".join(f"  - {{id: x{i}, front: Q}}\n" for i in range(12))
    (decks / "deck.yaml").write_text(f'deck: {{name: "T"}}\ncards:\n{cards}', "utf-8")
    done = cardsmith("export", "--decks", decks)
    assert "12 errors, of which 10 are shown; nothing was written" in done.stderr


def test_warnings_do_not_stop_it(decks: Path) -> None:
    deck = basics("a").replace("It is a.", "{{c1::a}}")
    (decks / "deck.yaml").write_text(deck, "utf-8")
    exported(decks)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-o", "x.zip"], "end in .apkg"),
        (["-o", "collection.apkg"], "replace the whole collection"),
        (["-o", "Backup-1.apkg"], "replace the whole collection"),
        (["-o", "deck.yaml/x.apkg"], "deck.yaml is no folder; name the package otherwise"),
        (["--check", "nowhere.apkg"], "cannot be read"),
        (["--deck", "Nothing"], "deck:Nothing matches no note"),
        (["tag:x", "-(is:due or prop:ivl>9)"], "`is:` asks what a learner did"),
        (["tag:"], "is no selector"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(decks: Path, options: list[str], says: str) -> None:
    done = cardsmith("export", *options, cwd=decks)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_the_folder_of_a_package_is_made(decks: Path) -> None:
    done = cardsmith("export", "-o", "some/where/x.apkg", cwd=decks)
    assert (done.returncode, done.stderr) == (0, "")
    assert (decks / "some" / "where" / "x.apkg").is_file()
    (decks / "broken.yaml").write_text("cards: [", "utf-8")
    assert cardsmith("export", "-o", "else/where/x.apkg", cwd=decks).returncode == 1
    assert not (decks / "else").exists()


def test_an_empty_collection_has_nothing_to_export(tmp_path: Path) -> None:
    done = cardsmith("export", "--decks", shelf(tmp_path / "decks"))
    assert (done.returncode, done.stderr) == (2, "cardsmith: the collection has no notes\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(decks: Path) -> None:
    decks.chmod(stat.S_IRUSR | stat.S_IXUSR)
    done = cardsmith("export", cwd=decks)
    assert (done.returncode, "cannot be written" in done.stderr) == (1, True)


def test_a_target_that_is_a_folder_is_named(decks: Path) -> None:
    (decks / "out.apkg").mkdir()
    done = cardsmith("export", "-o", "out.apkg", cwd=decks)
    assert done.returncode == 1
    assert done.stderr.startswith("cardsmith: out.apkg cannot be written")
    assert sorted(path.name for path in decks.iterdir()) == [
        "collection.yaml",
        "deck.yaml",
        "out.apkg",
    ]


def test_a_damaged_ledger_is_named(decks: Path) -> None:
    (decks / ledger.FILE).write_text("<<<<<<< HEAD\n", "utf-8")
    done = cardsmith("export", cwd=decks)
    assert done.returncode == 1
    assert "error[E208]: a line of the ledger is damaged" in done.stderr
    assert "--> released.jsonl:1:1" in done.stderr


def test_what_learners_could_not_update_is_refused(decks: Path) -> None:
    release(decks, exported(decks))
    deck = ONE_OF_EACH.replace("front: A plain question?", 'cloze: "{{c1::A}}"')
    deck = deck.replace("    back: A plain answer.\n", "")
    (decks / "deck.yaml").write_text(deck, "utf-8")
    done = cardsmith("export", cwd=decks)
    assert done.returncode == 1
    assert "basic was released as a basic note and needs a new id" in done.stderr


# --- bytes and dates


def test_two_clones_on_two_machines_give_equal_bytes(tmp_path: Path) -> None:
    one = with_pictures(tmp_path / "one" / "decks")
    other = tmp_path / "elsewhere" / "my decks"
    shutil.copytree(one, other)
    elsewhere = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "7", **EPOCH}
    assert exported(one, TZ="UTC", PYTHONHASHSEED="1", **EPOCH) == exported(other, **elsewhere)


def test_without_compression_it_is_larger(decks: Path) -> None:
    assert len(exported(decks, "--store", **EPOCH)) > 3 * len(exported(decks, **EPOCH))


def test_the_date_may_be_given(decks: Path) -> None:
    assert dates(exported(decks, **EPOCH)) == {1_700_000_000}
    done = cardsmith("export", cwd=decks, SOURCE_DATE_EPOCH="yesterday")
    assert (done.returncode, "no number of seconds" in done.stderr) == (2, True)


def test_a_date_in_the_future_is_not_believed(decks: Path) -> None:
    [date] = dates(exported(decks, SOURCE_DATE_EPOCH="99999999999"))
    assert date < 4_000_000_000


def git(folder: Path, *arguments: str, **environment: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments]
    subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, check=True, capture_output=True
    )


@pytest.mark.needs("git")
def test_what_is_committed_has_the_date_of_the_commit(decks: Path) -> None:
    at = {"GIT_COMMITTER_DATE": "1600000000 +0200"}
    git(decks.parent, "init")
    git(decks.parent, "add", ".")
    git(decks.parent, "commit", "-m", "x", **at)
    data = exported(decks)
    assert dates(data) == {1_600_000_000}
    assert exported(decks) == data
    deck = decks / "deck.yaml"
    deck.write_text(ONE_OF_EACH.replace("plain", "new"), "utf-8")
    [date] = dates(exported(decks))
    assert date > 1_700_000_000  # it is not what was committed
    git(decks.parent, "commit", "-am", "y", GIT_COMMITTER_DATE="1650000000 +0200")
    assert dates(exported(decks)) == {1_650_000_000}


@pytest.mark.needs("git")
def test_a_repository_around_it_that_does_not_have_it_does_not_date_it(decks: Path) -> None:
    git(decks.parent, "init")
    at = {"GIT_COMMITTER_DATE": "1600000000 +0200"}
    git(decks.parent, "commit", "--allow-empty", "-m", "x", **at)
    [date] = dates(exported(decks))
    assert date > 1_700_000_000


def test_a_change_arrives_also_with_a_fixed_date(decks: Path, anki: Anki) -> None:
    first = exported(decks, **EPOCH)
    anki.take(first)
    release(decks, first)
    deck = decks / "deck.yaml"
    deck.write_text(ONE_OF_EACH.replace("A plain answer", "A better one"), "utf-8")
    assert anki.take(exported(decks, **EPOCH)) == Outcome(updated=1, same=6)
    assert anki.words("basic")[1] == "A better one."


# --- --explain and --check


def test_it_explains_what_learners_get(decks: Path) -> None:
    first = cardsmith("export", "--explain", cwd=decks).stdout
    assert "Nothing was released yet: all 7 notes with 7 cards are new." in first
    assert not (decks / "dist").exists()
    release(decks, exported(decks))
    deck = ONE_OF_EACH.replace("A plain answer", "A better one").replace("id: gap", "id: hole")
    deck = deck.replace("    typed: Kimi K2.5\n    accept: [K2.5]\n", "    back: Kimi K2.5\n")
    (decks / "deck.yaml").write_text(deck, "utf-8")
    done = cardsmith("export", "--explain", cwd=decks)
    assert done.stdout.splitlines()[1:] == [
        "For a learner who has release 1.0.0:",
        "  1 note will be new",
        "    hole",
        (
            "  2 notes will be updated: what the learner changed in the text or tags is lost, the "
            "schedule stays"
        ),
        "    basic  back",
        "    typed  typed became basic, back, typed",
        "  4 notes will stay as the learner has them",
        (
            "  1 note will stay though the decks have them no more; in Anki's browser they are "
            "found, to be suspended, by"
        ),
        '    "ID:gap"',
        "",
        "A package adds and updates notes; it cannot take any away, nor move cards to",
        "another deck. A note that a learner deleted comes back with the next import:",
        "suspend instead of deleting.",
    ]
    part = cardsmith("export", "--explain", "--deck", "Test", cwd=decks)
    assert '"ID:gap"' not in part.stdout


def test_it_checks_whether_a_package_is_current(decks: Path) -> None:
    exported(decks, **EPOCH)
    check = ("export", "--check", decks.parent / "out.apkg")
    same = cardsmith(*check, cwd=decks, **EPOCH)
    assert same.stdout.splitlines()[1].endswith("is what the decks give now, byte for byte")
    later = cardsmith(*check, cwd=decks)
    assert "dates or compression differ" in later.stdout
    assert (same.returncode, later.returncode) == (0, 0)
    deck = ONE_OF_EACH.replace("A plain answer", "A better one").replace("id: gap", "id: hole")
    (decks / "deck.yaml").write_text(deck, "utf-8")
    other = cardsmith(*check, cwd=decks)
    assert other.returncode == 1
    assert other.stdout.splitlines()[2:] == [
        "    hole   is missing in the package",
        "    basic  differs: back",
        "    gap    is no longer in the decks",
    ]
    assert not (decks / "dist").exists()


def test_a_package_that_differs_in_decks_alone_is_not_current(decks: Path) -> None:
    exported(decks)
    deck = ONE_OF_EACH.replace("Test::Kinds", "Other::Kinds")
    (decks / "deck.yaml").write_text(deck, "utf-8")
    done = cardsmith("export", "--check", decks.parent / "out.apkg", cwd=decks)
    assert (done.returncode, "in decks, places of cards" in done.stdout) == (1, True)


def test_what_is_no_package_cannot_be_checked(decks: Path) -> None:
    done = cardsmith("export", "--check", decks / "deck.yaml", cwd=decks)
    assert done.returncode == 1
    assert "no package of cardsmith's" in done.stderr


# --- the deck that ships


def test_the_shipped_deck_can_be_exported_from_anywhere(tmp_path: Path, anki: Anki) -> None:
    done = cardsmith("export", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    data = (tmp_path / "dist" / "training-composer.apkg").read_bytes()
    outcome = anki.take(data)
    assert outcome.new == len(apkg.read(data).notes)
    assert anki.complaints() == []
    assert not any(path.name.startswith("dist") for path in workspace.shipped().iterdir())


def test_it_does_not_depend_on_the_order_of_files(tmp_path: Path) -> None:
    def made(*names: str) -> Package:
        decks = shelf(tmp_path / "-".join(names))
        for name in names:
            (decks / f"{name}.yaml").write_text(basics(name), "utf-8")
        return apkg.read(exported(decks, **EPOCH))

    assert made("a", "b", "c") == made("c", "b", "a")
