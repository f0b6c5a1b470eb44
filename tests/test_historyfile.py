"""The history on disk: what is written stays, and what is damaged costs nothing else."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from filelock import FileLock

from cardsmith.deck import CardId, Collection
from cardsmith.errors import HistoryError, NewerHistoryError
from cardsmith.history import Event, dumps
from cardsmith.historyfile import HistoryFolder, device_name, history_folder
from cardsmith.schedule.replay import replay
from cardsmith.schedule.sm2 import SM2
from logs import log
from notes import note

UUID = "3de90d58-9e0f-4a3f-b810-79d9a8420e85"


def folder(tmp_path: Path, device: str = "me-1a2b") -> HistoryFolder:
    return HistoryFolder(tmp_path / "test-00000000", device)


def file_of(history: HistoryFolder, year: int = 2026) -> Path:
    return history.path / "reviews" / history.device / f"{year}.jsonl"


def collection(name: str = "Training Composer", id_: str = UUID) -> Collection:
    return Collection(id_, name, "en", "", (), "", "", {}, "decks", (note("a"),), frozenset())


def test_what_was_appended_is_read(tmp_path: Path) -> None:
    history = folder(tmp_path)
    assert history.read().events == ()
    events = log("3@0 1@1 3@400")
    for event in events:
        history.append([event])
    assert history.read().events == tuple(events)
    assert file_of(history, 2027).read_text() == dumps(events[2]) + "\n"


def test_files_of_all_devices_are_read(tmp_path: Path) -> None:
    folder(tmp_path, "laptop").append(log("3@0", prefix="l"))
    folder(tmp_path, "desktop").append(log("3@1", prefix="d"))
    assert {event.id for event in folder(tmp_path).read().events} == {"lc1", "dc1"}


def test_a_torn_last_line_is_set_aside_when_the_file_grows(tmp_path: Path) -> None:
    history = folder(tmp_path)
    first, second, third = log("3@0 3@1 3@7")
    history.append([first])
    whole = file_of(history).read_bytes()
    torn = dumps(second).encode()[:40]
    file_of(history).write_bytes(whole + torn)
    read = history.read()
    assert read.events == (first,)
    assert [damage.lines for damage in read.damage] == [(2,)]
    history.append([third])
    assert history.read() == ((first, third), ())
    assert file_of(history).with_suffix(".torn").read_bytes() == torn + b"\n"


def test_a_last_line_that_only_lacks_its_line_feed_is_kept(tmp_path: Path) -> None:
    history = folder(tmp_path)
    first, second = log("3@0 3@1")
    history.append([first])
    file_of(history).write_bytes(file_of(history).read_bytes().rstrip())
    history.append([second])
    assert history.read() == ((first, second), ())


@pytest.mark.parametrize(
    "damage", [b"<<<<<<< HEAD", b"\xff\xfe", b"{}", b'{"v":1,"id":"x"}', b"\x00" * 50]
)
def test_a_damaged_line_is_reported_and_costs_no_other(tmp_path: Path, damage: bytes) -> None:
    history = folder(tmp_path)
    events = log("3@0 3@1")
    lines = [dumps(events[0]).encode(), damage, dumps(events[1]).encode(), b""]
    file_of(history).parent.mkdir(parents=True)
    file_of(history).write_bytes(b"\n".join(lines))
    read = history.read()
    assert read.events == tuple(events)
    assert [(d.path, d.lines) for d in read.damage] == [(file_of(history), (2,))]
    history.append(log("3@2", first=3))
    assert file_of(history).read_bytes().splitlines()[1] == damage


def test_a_file_that_is_no_log_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    history = folder(tmp_path)
    file_of(history).parent.mkdir(parents=True)
    file_of(history).write_bytes(b"not a log\n" * 100)
    with pytest.raises(HistoryError, match="not a review log") as error:
        history.read()
    assert str(file_of(history)) in str(error.value)
    assert error.value.exit_status == 1
    assert file_of(history).read_bytes() == b"not a log\n" * 100


def test_a_log_cut_in_half_keeps_its_first_half(tmp_path: Path) -> None:
    history = folder(tmp_path)
    history.append(log(" ".join(f"3@{d}" for d in range(40))))
    data = file_of(history).read_bytes()
    file_of(history).write_bytes(data[: len(data) // 2])
    read = history.read()
    assert len(read.events) == data[: len(data) // 2].count(b"\n")
    assert len(read.damage) == 1


def test_a_newer_log_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    history = folder(tmp_path)
    history.append(log("3@0"))
    with file_of(history).open("a") as more:
        more.write('{"v":2,"new":"form"}\n')
    before = file_of(history).read_bytes()
    with pytest.raises(NewerHistoryError, match="update") as error:
        history.read()
    assert error.value.exit_status == 2
    assert file_of(history).read_bytes() == before


def test_kinds_of_events_that_are_not_known_yet_survive(tmp_path: Path) -> None:
    history = folder(tmp_path)
    line = dumps(log("3@0")[0]).replace('"do":"answer"', '"do":"praise","how":"much"')
    file_of(history).parent.mkdir(parents=True)
    file_of(history).write_text(line + "\n")
    history.append(log("3@1"))
    assert line in file_of(history).read_text().splitlines()
    assert len(history.read().events) == 1


def writer(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(__file__).with_name("writer.py")), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_on_a_full_disk_the_answer_is_refused_and_the_others_stay(tmp_path: Path) -> None:
    """A limit on the size of files stops a write in the middle, as a full disk does."""
    said, _ = writer(str(tmp_path), "x", "1000").communicate()
    saved, _, sentence = said.strip().partition(" ")
    history = HistoryFolder(tmp_path, "shared")
    assert "was not saved" in sentence
    assert str(file_of(history)) in sentence
    assert len(history.read().events) == int(saved) > 0
    assert history.read().damage == ()
    history.append(log("3@30", first=99))
    assert len(history.read().events) == int(saved) + 1


def test_only_the_learner_can_read_what_is_written(tmp_path: Path) -> None:
    history = folder(tmp_path)
    history.append(log("3@0"))
    assert stat.S_IMODE(file_of(history).stat().st_mode) == 0o600


def test_two_processes_append_to_one_file_without_losing_a_line(tmp_path: Path) -> None:
    both = [writer(str(tmp_path), prefix) for prefix in "xy"]
    assert [process.communicate()[0].strip() for process in both] == ["25", "25"]
    read = HistoryFolder(tmp_path, "shared").read()
    assert len({event.id for event in read.events}) == 50
    assert read.damage == ()


def test_a_file_that_another_program_keeps_locked_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = folder(tmp_path)
    first, second = log("3@0 3@1")
    history.append([first])
    before = file_of(history).read_bytes()
    monkeypatch.setattr("cardsmith.historyfile.PATIENCE", 0)
    with (
        FileLock(file_of(history).with_suffix(".lock")),
        pytest.raises(HistoryError) as error,
    ):
        history.append([second])
    assert str(error.value) == (
        f"what you did last was not saved in {file_of(history)}: "
        "another program keeps it locked; all before it is"
    )
    assert file_of(history).read_bytes() == before
    history.append([second])
    assert history.read() == ((first, second), ())


def test_wherever_a_crash_cuts_a_file_only_the_cut_line_is_lost(tmp_path: Path) -> None:
    """At each byte: what was whole is read, and what is appended afterwards is too."""
    history = folder(tmp_path)
    first, second, third = (event._replace(card=CardId("größe")) for event in log("3@0 1@1 3@9"))
    history.append([first, second])
    whole = file_of(history).read_bytes()
    ends = [whole.index(b"\n"), len(whole) - 1]  # a line that only lacks its line feed is whole
    for size in range(len(whole) + 1):
        file_of(history).write_bytes(whole[:size])
        kept = (first, second)[: sum(end <= size for end in ends)]
        assert history.read().events == kept
        history.append([third])
        assert history.read() == ((*kept, third), ())


def test_a_merge_that_was_never_resolved_costs_no_event(tmp_path: Path) -> None:
    """Marks of a conflict are no events; what stands on both sides of them counts, once."""
    history = folder(tmp_path)
    ours, theirs = log("3@0 3@1", prefix="o"), log("3@0 1@2", prefix="t")
    both = log("3@9", first=9)
    lines = [
        dumps(both[0]),
        "<<<<<<< HEAD",
        *map(dumps, ours),
        "=======",
        *map(dumps, [*theirs, ours[0]]),
        ">>>>>>> 5f1c09d (laptop)",
    ]
    file_of(history).parent.mkdir(parents=True)
    file_of(history).write_text("\n".join([*lines, ""]))
    read = history.read()
    assert {event.id for event in read.events} == {event.id for event in [*both, *ours, *theirs]}
    assert [damage.lines for damage in read.damage] == [(2, 5, 9)]
    assert replay(read.events, SM2()) == replay([*theirs, *both, *ours], SM2())


def test_the_folder_is_named_for_the_collection_and_found_by_its_id(tmp_path: Path) -> None:
    there = {"CARDSMITH_HOME": str(tmp_path), "CARDSMITH_DEVICE": "x"}
    first = history_folder(collection(), there)
    assert first.path == tmp_path / "training-composer-3de90d58"
    first.append(log("3@0"))
    renamed = history_folder(collection(name="Another Name"), there)
    assert renamed.path == first.path
    other = history_folder(collection(id_=f"ffffffff{UUID[8:]}"), there)
    assert other.path == tmp_path / "training-composer-ffffffff"
    assert history_folder(collection("日本"), there).path == first.path


def test_ids_that_begin_alike_have_folders_of_their_own(tmp_path: Path) -> None:
    there = {"CARDSMITH_HOME": str(tmp_path), "CARDSMITH_DEVICE": "x"}
    ids = ["my-flashcards-a", "my-flashcards-b", "flashcards-a", "a-my-flashcards-a"]
    for id_ in ids:
        history_folder(collection("Deck", id_), there).append(log("3@0", prefix=id_))
    assert len(list(tmp_path.iterdir())) == len(ids)
    for id_ in ids:
        read = history_folder(collection("Deck", id_), there).read()
        assert [event.id for event in read.events] == [f"{id_}c1"]


def test_folders_of_one_collection_under_two_names_are_both_read(tmp_path: Path) -> None:
    there = {"CARDSMITH_HOME": str(tmp_path), "CARDSMITH_DEVICE": "x"}
    for name, prefix in (("A name", "a"), ("Training Composer", "b")):
        path = tmp_path / f"{name.lower().replace(' ', '-')}-3de90d58"
        HistoryFolder(path, "x").append(log("3@0", prefix=prefix))
    found = history_folder(collection(), there)
    assert found.path.name == "training-composer-3de90d58"
    assert {event.id for event in found.read().events} == {"ac1", "bc1"}


@pytest.mark.parametrize("name", [".", "..", "../x", "-", ""])
def test_a_device_has_a_name_that_is_a_folder_of_its_own(name: str, home: Path) -> None:
    file = home / ".config/cardsmith/device"
    file.parent.mkdir(parents=True)
    file.write_text(name + "\n")
    device = history_folder(collection(), os.environ).device
    assert device not in {name, ""}
    assert history_folder(collection(), os.environ).device == device
    if name:
        with pytest.raises(HistoryError, match="CARDSMITH_DEVICE"):
            history_folder(collection(), {"CARDSMITH_DEVICE": name})


def test_a_first_line_torn_by_a_crash_stops_nothing(tmp_path: Path) -> None:
    history = folder(tmp_path)
    history.append(log("3@0"))
    torn = file_of(history, 2027)
    torn.write_bytes(b'{"v":1,"id":"ab","n":2,"at":"2027-')
    assert len(history.read().events) == 1
    history.append(log("3@400", first=2))
    assert len(history.read().events) == 2
    assert history.read().damage == ()


def test_a_byte_order_mark_costs_no_event(tmp_path: Path) -> None:
    history = folder(tmp_path)
    history.append(log("3@0 3@1"))
    file_of(history).write_bytes(b"\xef\xbb\xbf" + file_of(history).read_bytes())
    assert len(history.read().events) == 2


def test_a_home_that_is_nobodys_is_told_in_a_sentence() -> None:
    with pytest.raises(HistoryError, match="cannot look for histories in ~nobody-here/x"):
        history_folder(collection(), {"CARDSMITH_HOME": "~nobody-here/x", "CARDSMITH_DEVICE": "x"})


def test_without_settings_it_lies_in_the_folder_for_data(home: Path) -> None:
    path = history_folder(collection(), {"CARDSMITH_DEVICE": "x"}).path
    assert path == home / ".local/share/cardsmith/training-composer-3de90d58"


def test_the_device_keeps_its_name_outside_the_history(home: Path) -> None:
    first = history_folder(collection(), os.environ).device
    assert history_folder(collection(), os.environ).device == first
    assert (home / ".config/cardsmith/device").read_text() == first + "\n"
    assert history_folder(collection(), {"CARDSMITH_DEVICE": "lap.top-1"}).device == "lap.top-1"
    with pytest.raises(HistoryError, match="CARDSMITH_DEVICE"):
        history_folder(collection(), {"CARDSMITH_DEVICE": "../x"})


def test_events_of_a_dozen_answers_are_a_dozen_lines(tmp_path: Path) -> None:
    events: list[Event] = log(" ".join(f"3@{d}" for d in range(12)))
    folder(tmp_path).append(events)
    assert len(file_of(folder(tmp_path)).read_text().splitlines()) == 12


def test_programs_that_begin_at_once_agree_on_the_name_of_the_device(home: Path) -> None:
    """Else each would write into a folder of its own, and a lock in one says nothing to another."""
    at_once = Barrier(8)

    def named(_: int) -> str:
        at_once.wait()
        return device_name({})

    with ThreadPoolExecutor(8) as several:
        names = set(several.map(named, range(8)))
    assert len(names) == 1
    assert {device_name({})} == names
    assert [file.name for file in (home / ".config/cardsmith").iterdir()] == ["device"]
