"""`cardsmith schedule`: its two commands, as programs."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from learner import Learner
from logs import log
from past import remember
from program import cardsmith
from shelf import basics, shelf

HEADER = "card,rating,time,duration\n"
IDS = [f"card{number:02}" for number in range(14)]


def table(cards: int = 14, *, hour: int = 12) -> str:
    """A log: each card answered on six days, wrong on every fourth."""
    start = datetime(2026, 1, 1, hour, tzinfo=UTC)
    lines = [
        f"{card},{1 if (card + on) % 4 == 0 else 3},"
        f"{(start + timedelta(days=on * (on + 1) // 2, minutes=card)).isoformat()},{900 + card}\n"
        for card in range(cards)
        for on in range(6)
    ]
    return HEADER + "".join(lines)


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text(table(), "utf-8")
    return path


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=basics(*IDS))


def practise(home: Path) -> None:
    """A history of the same answers as those in `table`."""
    for number, card in enumerate(IDS):
        days = [on * (on + 1) // 2 for on in range(6)]
        keys = [1 if (number + on) % 4 == 0 else 3 for on in range(6)]
        remember(home, *log(" ".join(f"{k}@{d}" for k, d in zip(keys, days, strict=True)), card))


# evaluate


def test_it_scores_schedulers_on_a_log(csv: Path) -> None:
    done = cardsmith("schedule", "evaluate", csv)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("14 cards, 84 answers from 1 Jan 2026 to 16 Jan 2026. 70 came on")
    names = ("average", "SM-2 every answer", "SM-2", "FSRS-6")
    rows = [line for line in done.stdout.splitlines() if line.startswith(names)]
    assert len(rows) == 6  # and the heads of two tables


def test_its_json_has_the_documented_shape(csv: Path) -> None:
    done = cardsmith("schedule", "evaluate", csv, "--json")
    told = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert list(told) == [
        *("source", "cards", "answers", "first", "last"),
        *("trained", "scored", "retention", "predictors", "problems"),
    ]
    assert (told["source"], told["trained"], told["scored"]) == (str(csv), 15, 55)
    assert [each["name"] for each in told["predictors"]] == ["avg", "sm2-every", "sm2", "fsrs"]
    assert list(told["predictors"][0]) == ["name", "log_loss", "rmse_bins", "auc", "calibration"]


def test_ones_own_history_says_the_same_as_a_log_of_it(csv: Path, decks: Path, home: Path) -> None:
    practise(home)
    own = cardsmith("schedule", "evaluate", "--json", "--decks", decks)
    assert (own.returncode, own.stderr) == (0, "")
    told, other = (
        json.loads(own.stdout),
        json.loads(cardsmith("schedule", "evaluate", csv, "--json").stdout),
    )
    assert told["source"] is None
    assert told["predictors"] == other["predictors"]
    text = cardsmith("schedule", "evaluate", "--decks", decks).stdout
    assert text.startswith("Test: 14 notes, 14 cards in 1 deck; ")


def test_a_short_history_is_told_kindly(decks: Path, home: Path) -> None:
    remember(home, *log("3@0 3@1 3@7", "card01"))
    done = cardsmith("schedule", "evaluate", "--decks", decks)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "cardsmith: too early to say: 2 answers came on a later day than the card's last one, and "
        "an evaluation needs 60\n"
    )


def test_lines_that_are_wrong_are_told_and_the_others_count(csv: Path) -> None:
    bad = "x,9,2026-01-01T00:00Z,1\n" * 7
    csv.write_text(f"{table()}{bad}", "utf-8")
    done = cardsmith("schedule", "evaluate", csv, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["answers"] == 84
    first, *_, last = done.stderr.splitlines()
    assert first == f"{csv}:86: '9' is no rating; write 1 to 4, or Again to Easy"
    assert last == f"{csv}: 2 more lines like that; the others count"
    assert len(json.loads(done.stdout)["problems"]) == 7


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a,b\n1,2\n", ":1: the first line names no column for the card"),
        (b"", ":1: the first line names no column for the card"),
        (b"card,rating,time\nn\xe9e,3,x\n", ":2: not in UTF-8"),
        (b"\xff\xfec", ":1: not in UTF-8"),
    ],
)
def test_what_is_no_log_is_wrong_use(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "no.csv"
    path.write_bytes(data)
    done = cardsmith("schedule", "evaluate", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"cardsmith: {path}{said}")
    assert done.stderr.count("\n") == 1


def test_a_log_in_utf_16_is_read(csv: Path) -> None:
    before = cardsmith("schedule", "evaluate", csv).stdout
    csv.write_text(table(), "utf-16")
    assert cardsmith("schedule", "evaluate", csv).stdout == before


def test_a_log_cannot_drive_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.csv"
    path.write_text(f"{table()}c,\x1b[2J,2026-01-01T00:00Z,1\n", "utf-8")
    done = cardsmith("schedule", "evaluate", path)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.csv"], "nowhere.csv: no such file; name a table of answers, or none to "),
        (["."], ".: a folder; name a table of answers in it"),
        (["log.csv", "--zone", "Moon/Crater"], "no zone is called 'Moon/Crater'"),
        (["log.csv", "--zone", "../../etc/passwd"], "no zone is called"),
        (["log.csv", "--rollover", "24"], "0<=x<=23"),
        (["log.csv", "--decks", "example"], "name LOG.csv or --decks, not both"),
        (["--rollover", "5"], "--zone and --rollover are for LOG.csv"),
        (["--zone", "UTC"], "--zone and --rollover are for LOG.csv"),
    ],
)
def test_wrong_use(csv: Path, arguments: list[str], said: str) -> None:
    done = cardsmith("schedule", "evaluate", *arguments, cwd=csv.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_study_day_of_a_log_ends_where_one_says(tmp_path: Path) -> None:
    """Two answers at 3:30 and 4:30 UTC are on two days, unless they were given elsewhere."""
    path = tmp_path / "night.csv"
    night = "".join(
        f"{card},3,2026-01-01T0{hour}:30:00Z,1\n" for card in range(70) for hour in (3, 4)
    )
    path.write_text(HEADER + night, "utf-8")
    for options, status in (
        ([], 0),
        (["--rollover", "3"], 1),
        (["--zone", "America/Los_Angeles"], 1),
        (["--zone", "America/Los_Angeles", "--rollover", "20"], 0),
    ):
        assert cardsmith("schedule", "evaluate", path, *options).returncode == status
    done = cardsmith("schedule", "evaluate", path)
    assert done.stderr == (
        "100 % of the answers were given within an hour of 4:00, where the study day ends; the "
        "quietest time is 16:00 (--rollover 16, or --zone)\n"
    )


# forecast


def forecast(decks: Path, *options: str, hash_seed: str = "0") -> dict[str, object]:
    arguments = ["schedule", "forecast", "--json", "--decks", str(decks), *options]
    done = cardsmith(*arguments, PYTHONHASHSEED=hash_seed)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def test_it_shows_the_weeks_to_come(decks: Path) -> None:
    done = cardsmith("schedule", "forecast", "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    title, heading, *rest = done.stdout.splitlines()
    assert title.startswith("Test: 14 notes")
    assert heading.startswith("The next 4 weeks with sm2, at most 10 new cards and 200 reviews")
    assert [line.split()[0] for line in rest if line.startswith(("sm2 ", "fsrs "))] == [
        "sm2",
        *["fsrs"] * 7,
    ]


def test_a_forecast_in_json(decks: Path, home: Path) -> None:
    practise(home)
    told = forecast(decks, "--weeks", "2")
    days, policies, habits = told["days"], told["policies"], told["habits"]
    assert isinstance(days, list)
    assert isinstance(policies, list)
    assert isinstance(habits, dict)
    assert len(days) == 14
    assert days[0]["promised"] == 14  # all are overdue
    assert days[0]["reviews"] == 14
    assert [policy["retention"] for policy in policies] == [
        *(None, 0.8, 0.825, 0.85, 0.875, 0.9, 0.925, 0.95)
    ]
    assert all(policy["days"] == 364 for policy in policies)
    assert policies[1]["reviews"] < policies[-1]["reviews"]
    assert (habits["new"]["answers"], habits["review"]["answers"]) == (14, 70)


def test_p20_a_forecast_is_a_function_of_its_seed(decks: Path, home: Path) -> None:
    practise(home)
    told = forecast(decks, hash_seed="1")
    assert forecast(decks, hash_seed="2") == told
    other = forecast(decks, "--seed", "2")
    assert other["days"] != told["days"]


def test_suspended_cards_are_not_forecast(decks: Path, home: Path) -> None:
    for card in IDS[:10]:
        remember(home, *log("3@0 suspend@0", card))
    days = forecast(decks)["days"]
    assert isinstance(days, list)
    assert days[0]["promised"] == 0
    assert sum(day["new"] for day in days) == 4


@pytest.mark.parametrize("weeks", ["0", "105", "many"])
def test_weeks_that_are_none_are_wrong_use(decks: Path, weeks: str) -> None:
    done = cardsmith("schedule", "forecast", "--weeks", weeks, "--decks", decks)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("columns", [40, 80])
def test_in_a_terminal(decks: Path, csv: Path, columns: int) -> None:
    """No line is wider than the window, so none is broken where it should not be."""
    with Learner("schedule", "evaluate", str(csv), columns=columns, rows=60) as learner:
        assert learner.end() == 0
        assert "\nFSRS-6 said   mean  right  reviews" in learner.display()
    arguments = ("schedule", "forecast", "--weeks", "1", "--decks", str(decks))
    with Learner(*arguments, columns=columns, rows=60) as learner:
        assert learner.end() == 0
        assert "\nfsrs 92.5 %" in learner.display()


def test_where_the_output_takes_no_more_than_ascii(csv: Path, decks: Path) -> None:
    for arguments in (["evaluate", str(csv)], ["forecast", "--decks", str(decks)]):
        done = cardsmith("schedule", *arguments, PYTHONIOENCODING="ascii")
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert "\\u" not in done.stdout


@pytest.mark.parametrize("command", ["evaluate", "forecast"])
def test_help_has_two_examples(command: str) -> None:
    said = cardsmith("schedule", command, "--help").stdout
    assert said.partition("Examples:")[2].count(f"cardsmith schedule {command}") == 2


# apply

BY_FSRS = ("--set", "scheduler=fsrs", "--set", "fuzz=off")


def events(home: Path) -> list[str]:
    return [
        json.loads(line)["do"]
        for file in sorted((home / ".local/share/cardsmith").rglob("*.jsonl"))
        for line in file.read_text("utf-8").splitlines()
    ]


def learnt_by_sm2(home: Path) -> None:
    """A history whose last answers promised more than FSRS would have, whatever today is."""
    remember(home, *(event for card in IDS for event in log("3@0:1 3@1:6 3@7:30000", card)))


def test_choosing_another_scheduler_moves_nothing_by_itself(decks: Path, home: Path) -> None:
    learnt_by_sm2(home)
    before = cardsmith("due", "--json", "--on", "2100-01-01", "--decks", decks).stdout
    assert (
        before
        == cardsmith("due", "--json", "--on", "2100-01-01", "--decks", decks, *BY_FSRS).stdout
    )


def test_apply_shows_and_then_moves_and_moves_back(decks: Path, home: Path) -> None:
    learnt_by_sm2(home)
    told = len(events(home))
    arguments = ["schedule", "apply", "--decks", str(decks), *BY_FSRS]
    looked = cardsmith(*arguments, "--dry-run", "--json")
    shown = json.loads(looked.stdout)
    assert shown["scheduler"] == "fsrs"
    assert sum(shown["due_before"].values()) == sum(shown["due_after"].values()) == len(IDS)
    assert 0 < len(shown["moves"]) <= len(IDS)
    assert len(events(home)) == told
    asked = cardsmith(*arguments)
    assert (asked.returncode, len(events(home))) == (2, told)
    assert "say --yes to move them, or --dry-run to look" in asked.stderr
    done = cardsmith(*arguments, "--yes")
    assert done.returncode == 0
    assert f"Moved {len(shown['moves'])} cards. To take it back: " in done.stdout
    assert events(home)[told:] == ["due"] * len(shown["moves"])
    again = cardsmith(*arguments, "--dry-run")
    assert "All cards stand where fsrs puts them." in again.stdout
    assert json.loads(cardsmith(*arguments, "--json", "--dry-run").stdout)["moves"] == []


def test_apply_asks_on_a_terminal(decks: Path, home: Path) -> None:
    learnt_by_sm2(home)
    told = len(events(home))
    with Learner("schedule", "apply", "--decks", str(decks), *BY_FSRS) as learner:
        learner.see("due          now  after", "Move", "[y/N]")
        learner.press("n\r")
        assert learner.end() == 0
    assert len(events(home)) == told
