"""The desktop program of Anki, without a screen: what a learner sees (`make test-anki-desktop`).

It is no part of `make test`, since it needs the program itself. `ANKI_DESKTOP` names the Python
that has it, and `PICTURES` a folder to keep the pictures in.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardsmith.anki.package import Package
from cardsmith.deck import Basic, Choice, Typed
from notes import gaps, note, steps
from packages import built, package

DRIVER = Path(__file__).with_name("driver.py")
LOOPBACK_ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
SCREENLESS = {
    "QT_QPA_PLATFORM": "offscreen",
    "QTWEBENGINE_DISABLE_SANDBOX": "1",
    "QTWEBENGINE_CHROMIUM_FLAGS": f'--disable-gpu --no-sandbox "{LOOPBACK_ALONE}"',
    "LANG": "C.UTF-8",
}
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="500" viewBox="0 0 16 5">
<path d="M1 4 5 1l4 3 3-2 3 2" fill="none" stroke="black" stroke-width=".1"/></svg>
"""
CODE = """\
Which error does this raise, and in which line?

```python
def total(prices: list[int]) -> int:
    return sum(prices) / 0  # a long comment that runs far beyond the edge of a narrow window
```
"""
DECK = "Desktop"
FILES = {"map.svg": PICTURE.encode()}
NOTES = tuple(
    each._replace(deck=DECK, source="https://example.org/lesson")
    for each in (
        note(
            "code",
            Basic(CODE, "`ZeroDivisionError`, in the **second** line: $\\frac{x}{0}$."),
            extra="A word more, with a [link](https://example.org).",
            hint="What may a number not be divided by?",
        ),
        note("gaps", gaps("The window is {{c1::256K::how long}} when $n = {{c2::2^{18} }}$.")),
        note("typed", Typed("Which base was chosen?", "Kimi K2.5", ("K2.5",))),
        note("choice", Choice("Which stage comes first?", ("SFT", "RL", "mid-training"), ("RL",))),
        note(
            "many",
            Choice("Which of these are stages?", ("SFT", "RL", "lunch"), ("SFT", "RL")),
        ),
        note("order", steps("short", "long", "sft", front="Which stages, in order?")),
        note("arabic", Basic("ما هي عاصمة مصر؟", "القاهرة")),
        note("table", Basic("![](map.svg)", "| a | b |\n|---|---|\n| 1 | two words |\n")),
        note("both", Basic("der Hund", "the dog", reverse=True)),
    )
)


@pytest.fixture(scope="module")
def made() -> Package:
    return package(*NOTES, files=FILES)


@pytest.fixture(scope="module")
def report(made: Package, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("desktop")
    file = folder / "desktop.apkg"
    file.write_bytes(built(made, FILES))
    done = subprocess.run(
        [os.environ["ANKI_DESKTOP"], str(DRIVER), str(folder), str(file)],
        env={
            **os.environ,
            **SCREENLESS,
            "HOME": str(folder),
            # Else another one that runs would be asked to do it.
            "ANKI_SINGLE_INSTANCE_KEY": folder.name + str(os.getpid()),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if pictures := os.environ.get("PICTURES"):
        Path(pictures).mkdir(parents=True, exist_ok=True)
        for picture in folder.glob("*.png"):
            shutil.copy(picture, pictures)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    found: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))
    return found


def cards(report: dict[str, Any], **wanted: str) -> list[dict[str, Any]]:
    return [card for card in report["cards"] if wanted.items() <= card.items()]


def one(report: dict[str, Any], id_: str, side: str, theme: str = "day") -> dict[str, Any]:
    return cards(report, name=f"{id_}-0", side=side, theme=theme)[0]


def test_the_dialog_imports_it_with_its_options_as_they_are(
    report: dict[str, Any], made: Package
) -> None:
    notes, _ = made.size()
    assert f"{notes} new notes imported." in report["log"]
    assert f"{notes} notes already present in your collection." in report["again"]
    assert "conflict" not in report["log"] + report["again"]


def test_every_card_is_shown_from_both_sides_in_both_themes(
    report: dict[str, Any], made: Package
) -> None:
    _, number = made.size()
    assert len(report["cards"]) == 4 * number
    for card in report["cards"]:
        assert card["words"].strip()
        assert "{{" not in card["words"]


def test_every_text_can_be_read(report: dict[str, Any]) -> None:
    for card in report["cards"]:
        assert card["texts"]
        assert card["poor"] == [], card["name"]


def test_day_and_night_have_the_colours_of_the_style(report: dict[str, Any]) -> None:
    for card in cards(report, theme="day"):
        assert (card["ground"], card["ink"]) == ("rgb(252, 251, 248)", "rgb(36, 34, 30)")
    for card in cards(report, theme="night"):
        assert (card["ground"], card["ink"]) == ("rgb(30, 31, 34)", "rgb(232, 229, 223)")
        assert "nightMode" in card["body"]
    assert {card["size"] for card in report["cards"]} == {"20px"}


@pytest.mark.parametrize(
    ("id_", "side", "what", "colours"),
    [
        ("gaps", "answer", "gap", ("rgb(26, 90, 158)", "rgb(141, 184, 239)")),
        ("code", "question", "keyword", ("rgb(138, 47, 115)", "rgb(227, 163, 211)")),
        ("choice", "answer", "right", ("rgb(220, 239, 226)", "rgb(31, 58, 42)")),
    ],
)
def test_gaps_code_and_right_choices_have_two_colours(
    report: dict[str, Any], id_: str, side: str, what: str, colours: tuple[str, str]
) -> None:
    found = tuple(one(report, id_, side, theme)[what] for theme in ("day", "night"))
    assert found == colours


def test_nothing_is_wider_than_the_window(report: dict[str, Any]) -> None:
    assert {card["overflow"] for card in report["cards"]} == {0}
    assert one(report, "table", "question")["wide"] == 1600


def test_formulas_are_set(report: dict[str, Any]) -> None:
    assert one(report, "code", "question")["formulas"] == 0
    assert one(report, "code", "answer")["formulas"] == 1
    assert one(report, "gaps", "question")["formulas"] == 1


def test_arabic_runs_from_right_to_left(report: dict[str, Any]) -> None:
    assert one(report, "arabic", "question")["rtl"] == "rtl"
    assert one(report, "code", "question")["rtl"] == "ltr"


def test_a_typed_answer_is_compared(report: dict[str, Any]) -> None:
    marks = one(report, "typed", "answer")["marks"]
    assert "typeGood" in marks
    assert "typeMissed" in marks


@pytest.mark.parametrize("side", ["question", "answer"])
def test_what_is_typed_has_the_font_of_the_card(report: dict[str, Any], side: str) -> None:
    assert len(one(report, "typed", side)["fonts"]) == 1


def test_a_question_does_not_give_the_answer_away(report: dict[str, Any]) -> None:
    assert one(report, "choice", "question")["right"] == "rgba(0, 0, 0, 0)"
    assert "256K" not in one(report, "gaps", "question")["words"]
    assert "ZeroDivisionError" not in one(report, "code", "question")["words"]
