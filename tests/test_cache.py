"""The cache: what is read again and what is not, and that nobody notices when it is gone."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardsmith.cache import store, update
from cardsmith.cache.inputs import Seen
from cardsmith.cli.app import App, Clock, Desk
from cardsmith.deck import CardId
from cardsmith.deckfile.parse import parse
from cardsmith.history import Event, dumps
from cardsmith.historyfile import lines_of
from cardsmith.schedule.replay import fresh
from logs import day, log
from past import history, remember
from program import cardsmith
from shelf import ONE_OF_EACH, basics, shelf

NOON = datetime(2026, 1, 30, 12, tzinfo=UTC)


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", one=basics("a", "b", "c"), two=ONE_OF_EACH)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


class Reads:
    """Which files are parsed, and which lines of the log."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.parsed: list[str] = []
        self.lines: list[bytes] = []

        def parsing(text: str, path: str) -> object:
            self.parsed.append(Path(path).stem)
            return parse(text, path)

        def reading(file: Path, data: bytes, first: int = 1) -> object:
            self.lines += data.splitlines()
            return lines_of(file, data, first)

        patch.setattr(update, "parse", parsing)
        patch.setattr(update, "lines_of", reading)

    def since(self) -> tuple[list[str], int]:
        """The files parsed and the number of lines read since this was last asked."""
        found = self.parsed[:], len(self.lines)
        self.parsed.clear()
        self.lines.clear()
        return found


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    return Reads(monkeypatch)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if all files had been written long ago."""
    monkeypatch.setattr(update, "_MARGIN", -(10**18))


def desk(decks: Path, folder: Path | str, *given: str) -> Desk:
    environment = {**os.environ, "CARDSMITH_CACHE": str(folder)}
    return App(Clock(lambda: NOON), environment).desk(str(decks), given, whole=False)


def said(decks: Path, folder: Path | str, *given: str) -> tuple[object, ...]:
    """What matters most; asked of the cache, which is let go of."""
    one = desk(decks, folder, *given)
    ids = [CardId(card) for card in ("a", "b", "c", "basic", "gap/c1", "order/b", "x")]
    record = one.record_of(ids)
    states = {card: record.states.get(card, fresh(one.scheduler)) for card in ids}
    heads = {card: record.heads.get(card, 0) for card in ids}
    past = {card: one.past(card, ()) for card in ids}
    agendas = [one.agenda(day(number)) for number in (28, 29, 30)]
    told = (one.title, one.broken, one.damage, agendas, states, heads, past)
    one.close()
    return told


def inside(folder: Path, question: str) -> list[tuple[object, ...]]:
    """What the cache keeps."""
    db = sqlite3.connect(the_file(folder))
    found = db.execute(question).fetchall()
    db.close()
    return found


def the_file(folder: Path) -> Path:
    [file] = folder.glob("*.sqlite")
    return file


@pytest.fixture
def same(decks: Path, folder: Path) -> Iterator[None]:
    """In the end the cache says what the texts say."""
    yield
    assert said(decks, folder) == said(decks, "off")


# ---- only what has changed is read -------------------------------------------------------------


@pytest.mark.usefixtures("settled", "same")
def test_what_stands_as_it_stood_is_not_read_again(
    decks: Path, folder: Path, home: Path, reads: Reads
) -> None:
    remember(home, *log("3@0 3@1", "a"))
    assert desk(decks, folder).is_cached
    assert reads.since() == (["one", "two"], 2)
    again = desk(decks, folder)
    assert again.is_cached
    assert again.agenda(day(29)).due == ("a",)
    assert list(again.cards([CardId("order/b"), CardId("x")])) == ["order/b"]
    assert reads.since() == ([], 0)


@pytest.mark.usefixtures("settled", "same")
def test_of_files_only_those_are_read_that_changed(decks: Path, folder: Path, reads: Reads) -> None:
    said(decks, folder)
    reads.since()
    (decks / "one.yaml").write_text(basics("a", "d"), "utf-8")
    (decks / "between.yaml").write_text(basics("e"), "utf-8")
    new = desk(decks, folder).agenda(day(29)).new
    assert reads.since() == (["between", "one"], 0)
    assert new[:3] == ("e", "a", "d")
    assert inside(folder, "SELECT count(*) FROM card") == [(10,)]
    (decks / "between.yaml").unlink()
    assert desk(decks, folder).agenda(day(29)).new[:2] == ("a", "d")
    assert reads.since() == ([], 0)
    assert inside(folder, "SELECT count(*) FROM card") == [(9,)]  # nothing is kept of what is gone


@pytest.mark.usefixtures("same")
def test_files_in_the_same_place_again_and_again_find_room(decks: Path, folder: Path) -> None:
    for number in range(20, 0, -1):
        (decks / f"one-{number:02}.yaml").write_text(basics(f"n{number}"), "utf-8")
        one = desk(decks, folder)
        assert one.is_cached
        one.close()


@pytest.mark.usefixtures("settled", "same")
def test_of_a_log_that_grew_only_the_new_lines_are_read(
    decks: Path, folder: Path, home: Path, reads: Reads
) -> None:
    remember(home, *log("3@0 3@1", "a"), *log("3@2", "b"))
    said(decks, folder)
    reads.since()
    remember(home, *log("3@8", "a", first=3))
    said(decks, folder)
    assert reads.since() == ([], 1)
    remember(home, *log("3@9", "c"), device="phone")
    said(decks, folder)
    assert reads.since() == ([], 1)


@pytest.mark.usefixtures("settled", "same")
@pytest.mark.parametrize(
    "line",
    [
        log("1@0", "a", first=2, prefix="other-"),  # before what is known, and beside it
        log("1@30", "a", first=3, prefix="other-"),
        log("void(a2)@30", "a", first=4),
        log("void(a2)@30", "c"),  # of another card
        log("void(later)@30", "a", first=4) + log("void(a2)@30", "a", first=5),
    ],
)
def test_what_belongs_among_known_events_folds_its_card_anew(  # noqa: PLR0917, PLR0913
    decks: Path,
    folder: Path,
    home: Path,
    reads: Reads,
    line: list[Event],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remember(home, *log("3@0 1@1 4@2", "a"), *log("3@2 3@3", "b"))
    said(decks, folder)
    reads.since()
    anew: list[object] = []
    monkeypatch.setattr(update.Update, "fold_anew", anew.append)
    remember(home, *line)
    before = said(decks, "off")
    assert said(decks, folder) == before
    assert reads.since() == ([], len(line))
    assert anew == []


@pytest.mark.usefixtures("settled", "same")
def test_a_void_may_come_before_what_it_takes_back(decks: Path, folder: Path, home: Path) -> None:
    remember(home, *log("void(a2)@1", "c"))
    said(decks, folder)
    remember(home, *log("3@0 1@1 4@2", "a"), device="phone")


@pytest.mark.usefixtures("same")
def test_a_rename_that_a_line_of_another_card_takes_back_does_not_count(
    decks: Path, folder: Path, home: Path
) -> None:
    """By the lines of one card alone it would."""
    remember(home, *log("3@0 1@1 rename(b)@2", "a"), *log("3@2 void(a3)@3", "c"))
    assert said(decks, folder) == said(decks, "off")
    remember(home, *log("4@3", "a", first=2, prefix="late "))  # folds its card anew


@pytest.mark.usefixtures("settled", "same")
@pytest.mark.parametrize(
    "line",
    [
        log("rename(b)@3", "a", first=3),
        log("3@9", "a", first=2),  # an id that is known, with another text
        [log("3@9", "b")[0]._replace(id="a1", n=9)],
    ],
)
def test_what_may_concern_any_card_folds_all_anew(
    decks: Path, folder: Path, home: Path, line: list[Event]
) -> None:
    remember(home, *log("3@0 1@1", "a"), *log("3@2", "b"))
    said(decks, folder)
    remember(home, *line)
    assert said(decks, folder) == said(decks, "off")
    remember(home, *log("void(a3)@9 3@10", "a", first=20))


@pytest.mark.usefixtures("settled")
def test_where_lines_claim_one_id_no_card_is_folded_by_its_own_lines_alone(
    decks: Path, folder: Path, home: Path
) -> None:
    [claim] = log("3@0", "b")
    remember(home, *log("3@0", "a"), claim._replace(id="a1"))
    said(decks, folder)
    remember(home, *log("1@3", "b"))  # beside the claim, which does not count
    told = said(decks, folder)
    assert told == said(decks, "off")
    assert [event.id for event in desk(decks, folder).past(CardId("b"), ())] == ["b1"]


@pytest.mark.usefixtures("same")
def test_ids_in_escapes_are_found_all_the_same(decks: Path, folder: Path, home: Path) -> None:
    lines = [dumps(event) for event in log("3@0 1@1 4@2", "order/b")]
    file = remember(home)
    file.parent.mkdir(parents=True)
    file.write_text("".join(line.replace("/", "\\/") + "\n" for line in lines), "utf-8")
    said(decks, folder)
    remember(home, *log("void(order/b2)@3", "order/b", first=4))


def test_a_promise_that_was_changed_in_a_sitting_no_longer_counts(
    tmp_path: Path, folder: Path, home: Path
) -> None:
    """The summary after a sitting is of the states as it left them."""
    alone = shelf(tmp_path / "alone", deck=basics("a", "b"))
    remember(home, *log("3@0:35", "a"), *log("3@0:50", "b"))
    for place in (folder, "off"):
        one = desk(alone, place)
        state = one.record_of([CardId("a")]).states[CardId("a")]
        assert one.agenda(day(29)).next_day == day(35)
        later = {CardId("a"): state._replace(due=day(60))}
        assert one.agenda(day(29), later).next_day == day(50)
        assert one.is_cached == (place == folder)
        one.close()


# ---- files of equal size and time --------------------------------------------------------------


@pytest.mark.usefixtures("same")
def test_a_change_that_leaves_size_and_time_alone_is_seen(decks: Path, folder: Path) -> None:
    file = decks / "one.yaml"
    said(decks, folder)
    known = file.stat()
    file.write_text(basics("a", "b", "d"), "utf-8")
    os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns))
    assert file.stat().st_size == known.st_size
    assert desk(decks, folder).agenda(day(29)).new[:3] == ("a", "b", "d")


@pytest.mark.usefixtures("same")
def test_a_change_within_one_tick_is_seen(
    decks: Path, folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a file system's clock stands still, only the size tells files apart."""
    still = (decks / "one.yaml").stat().st_mtime_ns

    def seen(path: str) -> Seen:
        return Seen(str(os.lstat(path).st_size), still)

    monkeypatch.setattr(update, "seen_now", seen)
    file = remember(home, *log("3@0 3@1", "a"))
    said(decks, folder)
    (decks / "one.yaml").write_text(basics("a", "b", "d"), "utf-8")
    file.write_text(file.read_text("utf-8").replace('"key":3', '"key":1'), "utf-8")
    assert said(decks, folder) == said(decks, "off")


@pytest.mark.usefixtures("same")
def test_a_clock_that_is_ahead_makes_no_file_known(decks: Path, folder: Path, reads: Reads) -> None:
    for file in decks.glob("*.yaml"):
        os.utime(file, (4e9, 4e9))
    said(decks, folder)
    reads.since()
    for _ in range(2):
        one = desk(decks, folder)
        assert one.is_cached
        assert reads.since() == ([], 0)
        rows = inside(folder, "SELECT DISTINCT stamp FROM deck")
        assert rows == [("",)]
        one.close()


# ---- nobody notices ----------------------------------------------------------------------------


def due(decks: Path, **environment: str) -> tuple[str, str, int]:
    done = cardsmith("due", "--json", "--decks", decks, cwd=None, **environment)
    return done.stdout, done.stderr, done.returncode


def test_it_is_kept_in_the_folder_of_the_users_caches(decks: Path, home: Path) -> None:
    due(decks)
    file = the_file(home / ".cache" / "cardsmith")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_it_can_be_turned_off(decks: Path, home: Path) -> None:
    without = due(decks, CARDSMITH_CACHE="off")
    assert not list(home.rglob("*.sqlite"))
    assert without == due(decks)
    assert list(home.rglob("*.sqlite"))


def test_another_version_keeps_its_own_and_removes_this_one(
    decks: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(decks, folder)
    file = the_file(folder)
    monkeypatch.setattr(store, "__version__", "99")
    before = said(decks, folder)
    assert the_file(folder) != file
    assert before == said(decks, "off")


@pytest.mark.parametrize(
    "content",
    [b"", b"no database at all\n" * 99, b"SQLite format 3\0" + bytes(4080), bytes(8192)],
)
def test_what_is_no_cache_is_made_one(decks: Path, folder: Path, content: bytes) -> None:
    said(decks, folder)
    file = the_file(folder)
    file.write_bytes(content)
    one = desk(decks, folder)
    assert one.is_cached
    one.close()
    assert said(decks, folder) == said(decks, "off")


def test_a_database_of_somebody_else_is_made_anew(decks: Path, folder: Path) -> None:
    said(decks, folder)
    for statement in ("PRAGMA user_version = 7", "DROP TABLE card", "UPDATE meta SET value = 'x'"):
        with sqlite3.connect(the_file(folder)) as db:
            db.execute(statement)
        db.close()
        assert said(decks, folder) == said(decks, "off")
        one = desk(decks, folder)
        assert one.is_cached
        one.close()


def test_damaged_pages_cost_nothing_but_time(decks: Path, folder: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1", "a"), *log("3@2", "b"))
    right = said(decks, folder)
    file = the_file(folder)
    whole = file.read_bytes()
    for page in range(0, len(whole), 4096):
        file.write_bytes(whole[:page] + bytes(4096) + whole[page + 4096 :])
        assert said(decks, folder) == right
        file.write_bytes(whole[: page + 100])
        assert said(decks, folder) == right
        file.write_bytes(whole)


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o602])
def test_what_others_may_have_written_is_not_believed(decks: Path, folder: Path, mode: int) -> None:
    said(decks, folder)
    the_file(folder).chmod(mode)
    one = desk(decks, folder)
    assert not one.is_cached
    assert the_file(folder).exists()


def test_a_link_is_not_followed(decks: Path, folder: Path, tmp_path: Path) -> None:
    said(decks, folder)
    file = the_file(folder)
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert not desk(decks, folder).is_cached


def test_where_nothing_can_be_kept_all_is_said_all_the_same(decks: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    for place in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/none")):
        done = due(decks, CARDSMITH_CACHE=str(place))
        assert done == due(decks, CARDSMITH_CACHE="off")


def test_one_that_is_being_written_is_not_waited_for(decks: Path, folder: Path, home: Path) -> None:
    """What it knows still counts; what it does not know yet is read from the texts."""
    said(decks, folder)
    writer = sqlite3.connect(the_file(folder), isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    assert desk(decks, folder).is_cached
    remember(home, *log("3@0", "a"))
    one = desk(decks, folder)
    assert not one.is_cached
    assert one.agenda(day(29)).due == ("a",)
    writer.close()
    assert said(decks, folder) == said(decks, "off")


def test_a_sitting_sees_what_was_there_when_it_began(decks: Path, folder: Path, home: Path) -> None:
    one = desk(decks, folder)
    before = one.agenda(day(29))
    remember(home, *log("3@0", "a"))
    (decks / "one.yaml").unlink()
    other = desk(decks, folder)
    assert other.is_cached
    assert other.agenda(day(29)) != before
    assert one.agenda(day(29)) == before
    assert one.is_cached


def test_damage_that_shows_late_is_made_good(decks: Path, folder: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1", "a"))
    right = desk(decks, "off").agenda(day(29))
    desk(decks, folder).close()
    one = desk(decks, folder)
    file = the_file(folder)
    with file.open("r+b") as opened:
        opened.seek(4096)  # of the first page no question asks any more
        opened.write(bytes(file.stat().st_size - 4096))
    assert one.agenda(day(29)) == right
    assert not one.is_cached


def test_a_process_killed_while_it_keeps_something_leaves_a_sound_cache(
    decks: Path, folder: Path, home: Path
) -> None:
    """It is killed at each statement of the update in turn, until there are no more."""
    remember(home, *log("3@0 3@1", "a"), *log("3@2", "b"))
    script = """
import os, signal, sys
from cardsmith.cache import answers
from cardsmith.cli import run
left = int(sys.argv.pop(1))
def count(_):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
connected = answers.connected
def watched(file):
    connection = connected(file)
    connection.set_trace_callback(count)
    return connection
answers.connected = watched
sys.exit(run(sys.argv[1:]))
"""
    killed, step = 0, 0
    while True:
        command = [sys.executable, "-c", script, str(step), "due", "--decks", str(decks)]
        environment = {**os.environ, "CARDSMITH_CACHE": str(folder)}
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        if step % 4 == 0:
            assert said(decks, folder) == said(decks, "off")
            remember(home, *log("1@3", "c", first=step + 1, prefix=f"{step}-"))
            (decks / "one.yaml").write_text(basics("a", "b", "c", f"d{step}"), "utf-8")
        if done.returncode == 0:
            break
        assert done.returncode < 0
        killed += 1
        step += 1
    assert killed > 10
    assert said(decks, folder) == said(decks, "off")


def test_many_processes_at_once_agree(decks: Path, folder: Path, home: Path) -> None:
    environment = {**os.environ, "CARDSMITH_CACHE": str(folder)}
    command = [sys.executable, "-m", "cardsmith", "due", "--json", "--decks", str(decks)]
    for turn in range(3):
        remember(home, *log("3@0 3@1", "abc"[turn]))
        running = [
            subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            for _ in range(4)
        ]
        outcomes = {process.communicate() for process in running}
        expected, errors, _ = due(decks, CARDSMITH_CACHE="off")
        assert outcomes == {(expected.encode(), errors.encode())}
    assert said(decks, folder) == said(decks, "off")


def test_history_is_found_by_where_it_is(decks: Path, home: Path) -> None:
    """Two homes with one folder of caches do not see each other's answers."""
    assert history(home).name
    for name in ("mine", "yours"):
        told = due(decks, CARDSMITH_HOME=str(home / name), CARDSMITH_CACHE=str(home / "c"))
        assert told == due(decks, CARDSMITH_HOME=str(home / name), CARDSMITH_CACHE="off")
    assert len(list((home / "c").glob("*.sqlite"))) == 2
