"""What `cardsmith review` asks: several collections, ahead of the day, for practice alone."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from logs import log
from past import remember
from program import cardsmith
from shelf import ABOUT, basics, shelf

OTHER = "11111111-0000-4000-8000-000000000000"
FAR = 30_000  # days; whatever today is, it has not come


@pytest.fixture
def one(tmp_path: Path) -> Path:
    return shelf(tmp_path / "one", deck=basics("a", "b"))


@pytest.fixture
def two(tmp_path: Path) -> Path:
    made = shelf(tmp_path / "two", deck=basics("c"))
    about = ABOUT.replace("00000000-0000-4000-8000-000000000000", OTHER).replace("Test", "Second")
    (made / "collection.yaml").write_text(about, "utf-8")
    return made


def asked(home: Path) -> dict[str, list[str]]:
    """The cards that have events, by the folder of their history."""
    found: dict[str, list[str]] = {}
    for file in sorted((home / ".local/share/cardsmith").rglob("*.jsonl")):
        cards = [json.loads(line)["card"] for line in file.read_text("utf-8").splitlines()]
        found.setdefault(file.parents[2].name, []).extend(cards)
    return found


def test_several_collections_in_one_sitting_keep_their_histories_apart(
    one: Path, two: Path, home: Path
) -> None:
    done = cardsmith("review", "--decks", one, "--decks", two, typed="\n3\n\n3\n\n3\n")
    assert done.returncode == 0
    assert done.stdout.index("Test: 2 notes") < done.stdout.index("Second: 1 note")
    assert asked(home) == {"test-00000000": ["a", "b"], "second-11111111": ["c"]}


def test_who_leaves_one_leaves_all(one: Path, two: Path, home: Path) -> None:
    done = cardsmith("review", "--decks", one, "--decks", two, typed="\n3\nq\n")
    assert "Second" not in done.stdout
    assert asked(home) == {"test-00000000": ["a"]}


def test_those_of_the_settings_where_no_other_is_at_hand(
    one: Path, two: Path, tmp_path: Path, home: Path
) -> None:
    cardsmith("config", "decks", str(one), str(two))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    told = cardsmith("due", "--json", cwd=elsewhere).stdout.splitlines()
    assert [json.loads(line)["collection"] for line in told] == ["Test", "Second"]
    assert json.loads(cardsmith("due", "--json", cwd=two).stdout)["collection"] == "Second"
    named = f"{two}:{one}"
    told = cardsmith("due", "--json", cwd=elsewhere, CARDSMITH_DECKS=named).stdout.splitlines()
    assert [json.loads(line)["collection"] for line in told] == ["Second", "Test"]
    cardsmith("review", cwd=elsewhere, typed="\n3\n\n3\n\n3\n")
    assert asked(home) == {"test-00000000": ["a", "b"], "second-11111111": ["c"]}


def test_ahead_of_the_day_by_the_early_rule(one: Path, home: Path) -> None:
    remember(home, *log(f"3@0:1 3@1:{FAR}", "a"))
    assert "nothing due" not in cardsmith("due", "--decks", one).stdout  # b is new
    done = cardsmith("review", "--decks", one, "--ahead", str(FAR), typed="\n3\n")
    assert "Name of a?" in done.stdout
    assert "Name of b?" not in done.stdout
    told = json.loads(cardsmith("why", "a", "--json", "--decks", one).stdout)
    early = told["events"][-1]["memory"]
    assert (early["repetitions"], early["ease"]) == (2, 250)  # kept
    again = cardsmith("review", "--decks", one, "--ahead", str(FAR))
    assert "Name of a?" not in again.stdout  # answered today


def test_cramming_leaves_no_trace(one: Path, home: Path) -> None:
    remember(home, *log(f"3@0:1 3@1:{FAR}", "a"))
    before = asked(home)
    done = cardsmith("review", "--decks", one, "--cram", typed="\n1\n\n2\n\n2\n")
    assert "3 answers for practice; none was recorded." in done.stdout
    assert done.returncode == 0
    assert done.stdout.count("Name of a?") == 2
    assert "Name of b?" in done.stdout
    assert "To go on" not in done.stdout
    assert asked(home) == before


def test_either_ahead_or_cram(one: Path) -> None:
    done = cardsmith("review", "--decks", one, "--cram", "--ahead", "3")
    assert (done.returncode, done.stderr) == (2, "cardsmith: choose either --ahead or --cram\n")


@pytest.mark.needs("git")
def test_histories_are_exchanged_by_themselves_if_that_is_set(one: Path, tmp_path: Path) -> None:
    far = tmp_path / "far.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(far)], check=True)
    homes = [tmp_path / "laptop", tmp_path / "desktop"]
    for each in homes:
        cardsmith("log", "sync", "--init", str(far), CARDSMITH_HOME=str(each))
        cardsmith("config", "sync", "auto", CARDSMITH_HOME=str(each))

    def review(at: Path, name: str, typed: str) -> subprocess.CompletedProcess[str]:
        named = {"CARDSMITH_HOME": str(at), "CARDSMITH_DEVICE": name}
        return cardsmith("review", "--decks", one, typed=typed, **named)  # type: ignore[arg-type]

    review(homes[0], "laptop", "\n3\nq\n")
    done = review(homes[1], "desktop", "q\n")
    assert "1 event came from your other machines" in done.stderr
    assert "Name of b?" in done.stdout
    far.rename(tmp_path / "away")
    done = review(homes[1], "desktop", "\n3\n")
    assert done.returncode == 0
    assert "not exchanged: " in done.stderr


def test_a_selector_chooses_and_the_limits_count_for_all(tmp_path: Path, home: Path) -> None:
    cards = "".join(
        f"  - {{id: n{i}, front: 'Name of n{i}?', back: b, tags: [{'odd' if i % 2 else 'even'}]}}\n"
        for i in range(12)
    )
    decks = shelf(tmp_path / "decks", deck=f"deck: {{name: T}}\ncards:\n{cards}")

    def new(*words: str) -> int:
        told = json.loads(cardsmith("due", "--json", "--decks", decks, *words).stdout)
        found: int = told["new"]
        return found

    assert (new(), new("tag:odd"), new("--tag", "even"), new("tag:odd", "-id:n1")) == (10, 6, 6, 5)
    done = cardsmith(
        "review", "--decks", decks, "tag:odd", "-id:n1", "--limit", "2", typed="\n3\n\n3\n"
    )
    assert done.returncode == 0
    assert asked(home) == {"test-00000000": ["n3", "n5"]}
    assert new("tag:even") == 6
    assert new("tag:odd") == 4
    cardsmith("config", "new", "3")
    assert (new(), new("tag:even")) == (1, 1)  # two of the day's three are done
    crammed = cardsmith("review", "--cram", "--decks", decks, "tag:odd", typed="\n2\n" * 6)
    assert crammed.stdout.count("Name of n") == 6
    wrong = cardsmith("review", "--decks", decks, "tgg:odd")
    assert (wrong.returncode, "tag" in wrong.stderr) == (2, True)


def test_a_backlog_says_when_it_is_cleared(tmp_path: Path, home: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics(*(f"n{i}" for i in range(12))))
    remember(home, *(event for i in range(12) for event in log("3@0:1", f"n{i}")))
    done = cardsmith("due", "--decks", decks, "--set", "reviews=5")
    assert "5 to review (7 more on later days, none in 2 days)" in done.stdout
    told = json.loads(cardsmith("due", "--json", "--decks", decks, "--set", "reviews=5").stdout)
    assert (told["held_back"], told["clears_in"]) == (7, 2)


def test_a_leech_is_told_and_not_suspended_by_itself(one: Path, home: Path) -> None:
    remember(home, *log(" ".join(f"3@{2 * i}:1 1@{2 * i + 1}:1" for i in range(7)), "a"))
    typed = "\n1\nq\n"
    told = cardsmith("review", "--decks", one, "--limit", "1", typed=typed).stdout
    assert "forgotten 8 times" not in told.partition("Again")[0]
    story = json.loads(cardsmith("why", "a", "--json", "--decks", one).stdout)
    assert (story["lapses"], story["suspended"]) == (8, False)
    leeches = cardsmith("log", "show", "is:leech", "--json", "--decks", one).stdout
    assert json.loads(leeches)["events"]


def test_a_card_is_suspended_with_a_key_and_brought_back(one: Path) -> None:
    done = cardsmith("review", "--decks", one, typed="s\nq\n")
    assert re.search(r"a: asked no more; `.*log unsuspend a.*` brings it back", done.stdout)
    assert "Name of b?" in done.stdout
    assert json.loads(cardsmith("due", "--json", "--decks", one).stdout)["new"] == 1
    cardsmith("log", "unsuspend", "is:suspended", "--yes", "--decks", one)
    assert json.loads(cardsmith("due", "--json", "--decks", one).stdout)["new"] == 2


def test_nothing_is_recorded_in_a_cram_whatever_is_pressed(one: Path, home: Path) -> None:
    cardsmith("review", "--decks", one, "--cram", typed="b\ns\n\n1\nu\nq\n")
    assert asked(home) == {}


@pytest.mark.parametrize("key", ["b", "l", "s"])
def test_line_by_line_the_next_card_is_read_out_whatever_became_of_this_one(
    one: Path, key: str
) -> None:
    done = cardsmith("review", "--decks", one, typed=f"{key}\nu\nq\n")
    assert done.stdout.index("Name of a?") < done.stdout.index("Name of b?")
