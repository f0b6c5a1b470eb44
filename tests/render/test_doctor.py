"""What is seen of a machine, and what is said of it."""

import shlex
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.render.doctor import (
    Anki,
    Deck,
    Device,
    Git,
    Kept,
    Lock,
    Locks,
    Machine,
    Past,
    Place,
    Repository,
    Seen,
    State,
    Time,
    Trouble,
    Window,
    is_well,
    judged,
    lines,
)

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
LINUX = Machine((3, 11, 7), "Linux", (("click", "8.1.7", "8.2"), ("yaml", "6.0.1", "6.0.1")))
XTERM = Window(True, "xterm", 80, 24, True, "utf-8", "C.UTF-8")  # noqa: FBT003 - as it is seen
HOME = Place("histories", "~/cards", free=1 << 40)
SYNCED = Repository("~/cards", is_there=True, has_remote=True)

FINE: dict[str, tuple[Seen, str]] = {
    "machine": (LINUX, "all 2 are there"),
    "window": (XTERM, "xterm, 80 by 24, with colours"),
    "no colour": (XTERM._replace(has_colour=False), "without colours (NO_COLOR)"),
    "time": (Time(NOON), "2026-12-01 12:00; the study day 2026-12-01 began at 4:00"),
    "early": (Time(NOON.replace(hour=3)), "the study day 2026-11-30 began at 4:00"),
    "deck": (Deck("~/d", is_shipped=False, is_writable=True, notes=3), "~/d, 3 notes"),
    "shipped": (Deck("/d", is_shipped=True, is_writable=False, notes=1), "ships with cardsmith"),
    "place": (HOME, "~/cards, 1,024.0 GB free"),
    "new place": (HOME._replace(is_there=False, free=None), "~/cards, not there yet"),
    "off": (Place("cache", ""), "off"),
    "past": (Past(2, 30), "30 events in 2 files"),
    "no past": (Past(), "none yet"),
    "settings": (Kept(("~/cards/settings.yaml",)), "~/cards/settings.yaml"),
    "device": (Device(is_named=False), "with the first review"),
    "locks": (Locks(), "none is held"),
    "git": (Git((2, 39, 5)), "2.39.5"),
    "no sync": (Repository("~/cards"), "`cardsmith log sync --init URL` begins"),
    "sync": (SYNCED, "all was sent"),
    "anki": (Anki(program=True, profiles=2), "2 collections found, and left alone"),
    "no anki": (Anki(program=False, profiles=0), "not found"),
}


@pytest.mark.parametrize(("seen", "said"), FINE.values(), ids=FINE)
def test_what_is_fine(seen: Seen, said: str) -> None:
    found = judged([seen], "cardsmith")
    assert {each.state for each in found} == {State.FINE}
    assert {each.mend for each in found} == {""}
    assert said in " ".join(each.said for each in found)


class Bad(NamedTuple):
    """Something wrong or worth a note, a word of what is said, and the cure."""

    seen: Seen
    said: str
    mend: str


WRONG: dict[str, Bad] = {
    "old python": Bad(LINUX._replace(python=(3, 10, 1)), "install 3.11 or newer", ""),
    "old library": Bad(
        LINUX._replace(libraries=(("click", "8.1.7", "8.1.0"), ("rich", "13.7", None))),
        "click 8.1.0 (wanted: 8.1.7) and rich is missing (wanted: 13.7)",
        "python3 -m pip install 'click>=8.1.7' 'rich>=13.7'",
    ),
    "small": Bad(XTERM._replace(columns=19), "make the window 20 by 6 or larger", ""),
    "latin": Bad(
        XTERM._replace(encoding="iso-8859-1"), "iso-8859-1", "export LC_ALL=C.UTF-8 PYTHONUTF8=1"
    ),
    "zone": Bad(Time(NOON, variable="Mars/Base"), "TZ is Mars/Base", "unset TZ"),
    "long ago": Bad(Time(NOON.replace(year=1970)), "is past", "sudo timedatectl set-ntp true"),
    "future": Bad(
        Time(NOON, future=1), "1 event of the history lies in the future", "cs log check"
    ),
    "deck": Bad(
        Deck("~/d", is_shipped=False, is_writable=True, notes=1, problems=2, decks="a b"),
        "2 problems",
        "cs lint --decks 'a b'",
    ),
    "header": Bad(
        Deck("~/d", is_shipped=False, is_writable=True, notes=0, broken="~/d/collection.yaml:1"),
        "~/d/collection.yaml:1: the collection cannot be opened",
        "cs lint",
    ),
    "nowhere": Bad(
        HOME._replace(path="~/x", is_absolute=False), "no home folder", 'export HOME="$PWD"'
    ),
    "a file": Bad(
        HOME._replace(is_folder=False, blocker="~/a b"),
        "~/a b is a file where a folder should be",
        "mv ~/'a b' ~/'a b.old'",
    ),
    "read-only": Bad(
        HOME._replace(is_writable=False), "cannot be written", "chmod -R u+rwX ~/cards"
    ),
    "another's": Bad(
        HOME._replace(is_writable=False, is_own=False),
        "cannot be written",
        'sudo chown -R "$(id -un)" ~/cards',
    ),
    "full": Bad(HOME._replace(free=1 << 20), "only 1 MB are free", "df -h ~/cards"),
    "damaged": Bad(
        Past(2, 9, damaged=(("a", 2), ("b", 1))), "3 damaged lines in a and b", "cs log check"
    ),
    "unreadable": Bad(
        Past(5, unreadable=tuple("abcde")), "a, b, c and 2 more cannot be read", "cs log check"
    ),
    "newer": Bad(Past(1, newer=("a",)), "newer cardsmith; update this one", ""),
    "odd": Bad(Past(1, errors=1), "1 kind of events", "cs log check"),
    "settings": Bad(Kept((), ("~/settings.yaml:3",)), "~/settings.yaml:3 cannot", "cs config"),
    "device": Bad(
        Device(is_named=False, is_variable_wrong=True),
        "letters, digits",
        "export CARDSMITH_DEVICE=laptop",
    ),
    "lock": Bad(Locks((Lock("~/l.lock"),)), "another program holds", "fuser ~/l.lock"),
    "its process": Bad(Locks((Lock("~/l.lock", 12),)), "process 12 holds", "ps -p 12"),
    "lock of git": Bad(
        Locks((Lock("~/.git/index.lock", is_git=True),)), "was interrupted", "rm ~/.git/index.lock"
    ),
    "no git": Bad(
        Git(None, is_needed=True, installer="apk add git"), "not installed", "apk add git"
    ),
    "old git": Bad(Git((2, 20), is_needed=True), "needs 2.30", ""),
    "refused": Bad(
        SYNCED._replace(refusal="detected dubious ownership in repository"),
        "git refuses",
        "git config --global --add safe.directory ~/cards",
    ),
    "broken": Bad(
        SYNCED._replace(refusal="not a git repository"), "not a", "git -C ~/cards status"
    ),
    "no other side": Bad(
        SYNCED._replace(has_remote=False, is_auto=True), "no other side", "cs config sync off"
    ),
    "trouble": Bad(Trouble("git", "permission denied"), "permission denied", ""),
}
NOTES: dict[str, Bad] = {
    "elsewhere": Bad(XTERM._replace(is_terminal=False), "output goes elsewhere", ""),
    "dumb": Bad(XTERM._replace(term="dumb"), "line by line", "export TERM=xterm-256color"),
    "unset": Bad(XTERM._replace(term=""), "TERM is not set", "export TERM=xterm-256color"),
    "locale": Bad(
        XTERM._replace(locale="xx_XX", is_locale_known=False),
        "no locale xx_XX",
        "export LC_ALL=C.UTF-8",
    ),
    "libraries": Bad(LINUX._replace(libraries=()), "not installed by pip", ""),
    "zones": Bad(Time(NOON, has_zones=True), "different zones", "cs log check"),
    "read-only": Bad(
        Deck("~/d", is_shipped=False, is_writable=False, notes=1), "but not changed", ""
    ),
    "cache": Bad(
        HOME._replace(is_writable=False, is_needed=False), "cannot be", "chmod -R u+rwX ~/cards"
    ),
    "nearly full": Bad(HOME._replace(free=50 << 20), "only 50 MB", "df -h ~/cards"),
    "no git": Bad(Git(None), "not installed", ""),
    "half done": Bad(SYNCED._replace(half_done="merge"), "merge is half done", "cs log sync"),
    "unsent": Bad(
        SYNCED._replace(changed=1, unsent=2), "1 changed file and 2 commits", "cs log sync"
    ),
}


@pytest.mark.parametrize(
    ("state", "bad"),
    [
        (state, bad)
        for state, some in ((State.WRONG, WRONG), (State.NOTE, NOTES))
        for bad in some.values()
    ],
    ids=[*WRONG, *(f"note: {name}" for name in NOTES)],
)
def test_what_is_not(state: State, bad: Bad) -> None:
    found = [each for each in judged([bad.seen], "cs") if each.state is not State.FINE]
    assert [each.state for each in found] == [state]
    assert bad.said in found[0].said
    assert found[0].mend == bad.mend
    assert is_well(found) == (state is State.NOTE)
    assert shlex.split(found[0].mend) or not bad.mend


ANY = st.sampled_from([seen for seen, _ in FINE.values()] + [bad.seen for bad in WRONG.values()])


@given(st.lists(ANY))
def test_each_thing_has_one_line_and_the_last_says_how_many_are_wrong(some: list[Seen]) -> None:
    found = judged(some, "cs")
    told = list(lines(found))
    assert len(told) == len(found) + 1
    assert [line.split()[0] for line in told[:-1]] == [each.state.value for each in found]
    wrong = sum(each.state is State.WRONG for each in found)
    assert told[-1].split()[0] == (str(wrong) if wrong else "Nothing")
    assert is_well(found) == (wrong == 0)


def test_what_was_seen_does_not_drive_the_terminal() -> None:
    (line, _) = lines(judged([Trouble("git", "\x1b]0;x\x07\n")], "cs"))
    assert not set(line) & set("\x1b\x07\n")
