"""Settings: one table reads them, writes them, and says what is wrong."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deckfile import source
from cardsmith.schedule.fsrs import FSRS, WEIGHTS
from cardsmith.schedule.sm2 import SM2
from cardsmith.settings import (
    TABLE,
    SettingError,
    Settings,
    SettingsFile,
    parse,
    value,
    without,
    words,
    written,
)
from decks import said


def read(text: str) -> SettingsFile:
    decoded = source.decode(dedent(text).encode(), "settings.yaml")
    assert isinstance(decoded, str)
    return parse(decoded, "settings.yaml")


def test_the_table_has_every_setting_and_reads_its_own_example() -> None:
    assert tuple(TABLE) == Settings._fields
    for name, setting in TABLE.items():
        assert value(name, (setting.example,)) is not None
        default = words(getattr(Settings(), name))
        assert value(name, (default,) if default else ()) == getattr(Settings(), name)


def test_a_file() -> None:
    found = read(
        """\
        # mine
        scheduler: fsrs
        new: 20   # more
        balance: on
        zone: Europe/Berlin
        decks: [~/a, ~/b]
        """
    )
    assert found.problems == ()
    assert found.values == {
        "scheduler": "fsrs",
        "new": 20,
        "balance": True,
        "zone": "Europe/Berlin",
        "decks": ("~/a", "~/b"),
    }
    assert found.place("zone")[:2] == (5, 7)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nwe: 3", "E105 1:1 unknown key `nwe`"),
        ("new: many", "E120 1:6 new cannot be many: it is a whole number from 0 to 10,000"),
        ("new: -1", "E120 1:6 new cannot be -1: it is a whole number from 0 to 10,000"),
        ("new: [1, 2]", "E120 1:6 new cannot be 1, 2: it is a whole number from 0 to 10,000"),
        ("rollover: 24", "E120 1:11 rollover cannot be 24: it is a whole number from 0 to 23"),
        (
            "scheduler: fsr",
            "E120 1:12 scheduler cannot be fsr: it is one of sm2, fsrs; did you mean fsrs?",
        ),
        ("retention: 1", "E120 1:12 retention cannot be 1: it is a number from 0.7 to 0.99"),
        ("keys: 3", "E120 1:7 keys cannot be 3: it is 2, 4 or 6"),
        ("balance: maybe", "E120 1:10 balance cannot be maybe: it is on or off"),
        (
            "zone: Mars/Base",
            "E120 1:7 zone cannot be Mars/Base: it is `local` or a name such as Europe/Berlin",
        ),
        ("zone: ../../etc/passwd", "E120 1:7 zone cannot be"),
        ("new: 3\nnew: 4", "E103 2:1 `new` is given twice"),
        ("- new", "E102 1:1 the file holds no settings"),
        ("new: {a: b}", "E102 1:6 `new` is a mapping, not a text"),
        ("new: 'a", "E006 1:6"),
        ("<<<<<<< x", "E004 1:1 unresolved merge conflict"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, problem: str) -> None:
    (found,) = read(text).problems
    assert said(found).startswith(problem)


def test_what_is_right_beside_it_counts() -> None:
    assert read("new: many\nreviews: 7\n").values == {"reviews": 7}
    assert read("").values == read("# nothing\n").values == {}


def test_weights() -> None:
    assert value("weights", ("default",)) == WEIGHTS
    assert value("weights", tuple(map(str, WEIGHTS))) == WEIGHTS
    with pytest.raises(SettingError, match="fsrs has 21 weights"):
        value("weights", ("1", "2"))
    with pytest.raises(SettingError, match="a list of 21 numbers"):
        value("weights", ("many",))


def test_the_scheduler_that_is_chosen() -> None:
    assert Settings(longest=9).chosen_scheduler() == SM2(9)
    chosen = Settings(scheduler="fsrs", retention=0.8, longest=9).chosen_scheduler()
    assert chosen == FSRS(retention=0.8, longest=9)


@pytest.mark.parametrize(
    ("scheduler", "fuzz", "expected"),
    [
        ("sm2", "auto", False),
        ("sm2", "on", True),
        ("sm2", "off", False),
        ("fsrs", "auto", True),
        ("fsrs", "on", True),
        ("fsrs", "off", False),
    ],
)
def test_fuzz_is_for_fsrs_unless_it_is_set(
    scheduler: str,
    fuzz: str,
    expected: bool,  # noqa: FBT001
) -> None:
    assert Settings(scheduler=scheduler, fuzz=fuzz).is_fuzzed is expected


FOLDERS = st.text("ab ~/#:'\"-?é", min_size=1).filter(str.strip)
SETTINGS = st.one_of(
    st.tuples(st.just("new"), st.integers(0, 99).map(lambda n: (str(n),))),
    st.tuples(st.just("scheduler"), st.sampled_from([("sm2",), ("fsrs",)])),
    st.tuples(st.just("retention"), st.sampled_from([("0.8",), ("0.95",)])),
    st.tuples(st.just("decks"), st.lists(FOLDERS, min_size=2, max_size=3).map(tuple)),
)


@given(st.lists(SETTINGS, max_size=6), st.sampled_from(["", "\ufeff", "# top\r\n", "reviews: 7"]))
def test_what_is_written_is_read(steps: list[tuple[str, tuple[str, ...]]], start: str) -> None:
    data = start.encode()
    expected = dict(parse(source.decode(data, "x") or "", "x").values)  # type: ignore[arg-type]
    for name, texts in steps:
        stripped = tuple(text.strip() for text in texts)
        data = written(data, name, stripped)
        expected[name] = value(name, stripped)
    decoded = source.decode(data, "x")
    assert isinstance(decoded, str)
    found = parse(decoded, "x")
    assert (dict(found.values), found.problems) == (expected, ())
    for name, _ in steps:
        data = without(data, name)
    assert data.startswith(start.encode())
    assert without(data, "reviews").decode().strip("\ufeff\r\n") in {"", "# top"}


def test_all_else_in_a_file_stays() -> None:
    before = b"# mine\r\nnew: 20   # more\r\n\r\n# and\r\nreviews: 7"
    changed = written(before, "new", ("30",))
    assert changed == before.replace(b"20", b"30")
    assert written(before, "keys", ("2",)) == before + b"\r\nkeys: 2"
    assert without(before, "new") == b"# mine\r\n\r\n# and\r\nreviews: 7"
    assert without(before, "keys") == before
    for broken in (b"new: [", b"{new: 3}", b"\xff"):
        with pytest.raises(SettingError):
            written(broken, "new", ("3",))
