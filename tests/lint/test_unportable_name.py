"""W321."""

import os
from pathlib import Path

import pytest

from decks import findings
from program import cardsmith
from shelf import basics, shelf


def told(*media: str) -> list[str]:
    """What is said of names; no note uses any of the files."""
    cards = "- {id: a, front: q, back: b}\n"
    return [each.phrase for each in findings(cards, media=media) if each.code == "W321"]


DEVICE = "is the name of a device on Windows"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, DEVICE) for name in ("con.png", "AUX.yaml", "nul", "Prn.tar.gz", "aux .png")),
        *((name, DEVICE) for name in ("COM1.txt", "lpt9", "com\xb9.png", "CONIN$")),
        ("map.", "ends with a dot, which Windows drops"),
        ("map.png ", "ends with a space, which Windows drops"),
        *(
            (f"a{sign}b.png", f"has the character `{sign}`, which Windows does not allow in names")
            for sign in '<>:"|?*\\'
        ),
        ("a\nb.png", "has the character U+000A, which cannot be seen"),
        ("a\x1b[2Jb.png", "has the character U+001B, which cannot be seen"),
        ("a\udcffb.png", "is not UTF-8"),
        ("\xe9" * 60 + ".png", "is 124 bytes long; some systems hold 120"),
    ],
)
def test_names_that_some_systems_cannot_hold(name: str, why: str) -> None:
    assert told(f"media/{name}") == [f"`media/{name}` {why}"]
    assert told(f"{name}/map.png", f"{name}/other.png") == [f"`{name}` {why}"]  # the folder, once


@pytest.mark.parametrize(
    "name",
    [
        "map.png",
        "my map (2), north & south.png",
        "constant.png",
        "auxiliary.yaml",
        "com10.txt",
        "com.txt",
        ".map.png",
        "..map",
        " map.png",
        "a.b.c",
        "\u5730\u56f3.png",
        "e\u0301.png",
        "\U0001f5fa.png",
        "x" * 116 + ".png",
    ],
)
def test_names_that_all_systems_hold(name: str) -> None:
    assert told(f"media/{name}") == []


def test_names_reach_the_rule_and_do_the_terminal_no_harm(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", **{"what?": basics("a"), "con": basics("b")})
    (decks / "media").mkdir()
    (decks / "media" / "a\x1b[31m\n.png").write_bytes(b"")
    Path(os.fsdecode(os.fsencode(decks) + b"/media/\xff.png")).write_bytes(b"")
    for form in ("text", "concise", "json", "github"):
        done = cardsmith("lint", "--select", "W321", "--format", form, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert done.stdout.count("W321") == 4


def test_only_a_deck_that_is_named_is_judged(tmp_path: Path) -> None:
    shelf(tmp_path / "decks", **{"what?": basics("a"), "con": basics("b")})
    done = cardsmith("lint", "decks/con.yaml", "--format", "concise", cwd=tmp_path)
    assert [line for line in done.stdout.splitlines() if "W321" in line] == [
        f"decks/con.yaml:1:1: W321 `con.yaml` {DEVICE}"
    ]
