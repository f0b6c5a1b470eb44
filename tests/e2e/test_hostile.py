"""Pull requests that mean harm: each is refused, or shown harmless, soon and in little memory."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from shelf import basics, shelf

MEMORY = 600 * 2**20  # bytes of address space: libraries take half of it
SECONDS = 5  # of the processor, before the system ends the program; a busy machine takes no more

_BOUNDED = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
sys.argv[0] = "cardsmith"
runpy.run_module("cardsmith", run_name="__main__")
"""


def bounded(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The program with a lid on what it may take."""
    return subprocess.run(
        [sys.executable, "-c", _BOUNDED, *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TERM": "xterm-256color"},
    )


def found(decks: Path) -> dict[str, str]:
    """What lint finds: a message for each code. It ends by itself, and without a traceback."""
    done = bounded("lint", "--json", cwd=decks)
    assert done.returncode in {0, 1}, done.stderr
    assert done.stderr == ""
    findings = json.loads(done.stdout)["findings"]
    return {each["code"]: each["message"] for each in findings}


def with_card(folder: Path, fields: str) -> Path:
    return shelf(folder, x=f"deck: {{name: T}}\ncards:\n  - id: a\n    {fields}\n")


def test_the_lid_holds() -> None:
    """Without this the tests below might hold nothing."""
    for code in ("bytearray(2**30)", "while True: pass"):
        lidded = _BOUNDED.replace('runpy.run_module("cardsmith", run_name="__main__")', code)
        done = subprocess.run([sys.executable, "-c", lidded], capture_output=True, check=False)
        assert done.returncode != 0


@pytest.mark.parametrize("levels", [3, 9, 30])
def test_a_bomb_of_aliases(tmp_path: Path, levels: int) -> None:
    names = [f"a{number}" for number in range(levels)]
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for old, new in pairwise(names):
        bomb += f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    decks = shelf(tmp_path / "decks", x=bomb)
    assert set(found(decks)) == {"E007"}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "".join(f"{' ' * depth}a:\n" for depth in range(3000)),
        "deck: {name: T}\ncards:\n  - id: a\n    front: q\n    back: " + "[" * 50 + "]" * 50 + "\n",
    ],
    ids=["lists", "mappings", "dashes", "stairs", "field"],
)
def test_deep_nesting(tmp_path: Path, text: str) -> None:
    problems = found(shelf(tmp_path / "decks", x=text))
    assert set(problems) <= {"E005", "E006", "E102"}
    assert problems


def test_a_file_of_a_hundred_megabytes(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", good=basics("g"))
    with (decks / "huge.yaml").open("wb") as file:
        file.truncate(100 * 2**20)
    assert found(decks)["E005"] == "the file is larger than 16 MiB"


@pytest.mark.parametrize(
    "text",
    [
        sign * 50_000
        for sign in ("*", "`", "[", "$", "> ", "![](", "{{c1::", "<", "a_", "\\(", "| ")
    ],
    ids=lambda text: text[:5],
)
@pytest.mark.parametrize("field", ["front", "cloze"])
def test_markup_that_is_slow_to_read(tmp_path: Path, text: str, field: str) -> None:
    rest = "\n    back: x" if field == "front" else ""
    decks = with_card(tmp_path / "decks", f"{field}: '{text}'{rest}")
    found(decks)


def test_paths_that_climb_out(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    decks = with_card(tmp_path / "decks", "front: '![x](../secret.png)'\n    back: x")
    assert found(decks)["E204"] == "`../secret.png` lies outside the collection"
    done = bounded("export", "-o", "out.apkg", cwd=decks)
    assert done.returncode == 1
    assert not (decks / "out.apkg").exists()


@pytest.mark.parametrize("target", ["../secret.png", "/etc/hostname", "nowhere", "a.png", "."])
def test_pictures_that_are_links(tmp_path: Path, target: str) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    decks = with_card(tmp_path / "decks", "front: '![x](a.png)'\n    back: x")
    (decks / "a.png").symlink_to(target)
    assert "E203" in found(decks)
    assert bounded("export", "-o", "out.apkg", cwd=decks).returncode == 1


def test_decks_and_outlines_that_are_links(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text(basics("secret"), "utf-8")
    (tmp_path / "secret.md").write_text("# Secret\n\n## Secrets\n\nx\n", "utf-8")
    decks = shelf(tmp_path / "decks", good=basics("g"))
    (decks / "a.yaml").symlink_to("../secret.yaml")
    (decks / "b.yaml").symlink_to("b.yaml")
    (decks / "l.md").symlink_to("../secret.md")
    about = (decks / "collection.yaml").read_text("utf-8")
    (decks / "collection.yaml").write_text(f"{about}sources: {{l: {{file: l.md}}}}\n", "utf-8")
    done = bounded("lint", "--json", cwd=decks)
    assert json.loads(done.stdout)["notes"] == 1
    assert "ecret" not in bounded("lint", "--coverage", cwd=decks).stdout
    assert "`l.md`: the file is a link that leads out of the collection" in done.stdout
    (decks / "collection.yaml").unlink()
    (decks / "collection.yaml").symlink_to("../secret.md")
    done = bounded("lint", cwd=decks)
    assert done.returncode == 1
    assert "ecret" not in done.stdout


def test_names_that_other_systems_cannot_hold(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", good=basics("g"), Good=basics("h"), CON=basics("c"))
    problems = found(decks)
    assert {"W320", "W321"} <= set(problems)


@pytest.mark.parametrize(
    "text",
    [
        "{{Front}}",
        "{{#Back}}x{{/Back}}",
        "{{FrontSide}}",
        "{% import os %}",
        "{{ 7 * 7 }}",
        "${HOME}",
    ],
)
def test_templates_in_cards(tmp_path: Path, text: str) -> None:
    decks = with_card(tmp_path / "decks", f"front: '{text}'\n    back: x")
    assert bounded("export", "-o", "out.apkg", cwd=decks).returncode == 0
    done = bounded("preview", "--out", "page", cwd=decks)
    assert done.returncode == 0, done.stderr
    page = (decks / "page" / "index.html").read_text("utf-8")
    assert text.replace("{", "&#123;").replace("}", "&#125;") in page or text in page


@pytest.mark.parametrize(
    "text",
    ["\x1b[2J", "\x1b]0;owned\x07", "\x9b2J", "\x00", "\x7f"],
    ids=["clear", "title", "c1", "nul", "del"],
)
def test_characters_that_drive_terminals(tmp_path: Path, text: str) -> None:
    decks = with_card(tmp_path / "decks", f"front: 'a{text}b'\n    back: x")
    done = bounded("lint", cwd=decks)
    assert "error[E003]" in done.stdout
    assert not set(text) & set(done.stdout) - set("[2J]0;owned")


@pytest.mark.parametrize("text", [r"\e[2J", r"\x07", r"\x9b", r"\0"])
def test_the_same_spelt_with_escapes(tmp_path: Path, text: str) -> None:
    decks = with_card(tmp_path / "decks", f'front: "a{text}b"\n    back: x')
    done = bounded("lint", cwd=decks)
    assert "error[E115]" in done.stdout
    assert "\x1b[2J" not in done.stdout


def test_text_that_is_turned_round(tmp_path: Path) -> None:
    decks = with_card(tmp_path / "decks", "front: 'a\u202etxt.exe'\n    back: x")
    done = bounded("lint", cwd=decks)
    assert "W319" in done.stdout
    assert "\u202e" not in done.stdout
    assert "<U+202E>" in done.stdout


@pytest.mark.parametrize(
    "name", ["a\x1b[2J.yaml", "a\u202eb.yaml", "a\nb.yaml", "%0A::error::x.yaml"]
)
@pytest.mark.parametrize("form", ["text", "concise", "json", "github"])
def test_names_that_drive_terminals_and_workflows(tmp_path: Path, name: str, form: str) -> None:
    decks = shelf(tmp_path / "decks")
    (decks / name).write_text("cards: [\n", "utf-8")
    done = bounded("lint", "--format", form, cwd=decks)
    assert done.returncode == 1
    assert not {"\x1b", "\u202e"} & set(done.stdout)
    if form == "github":
        assert all(line.startswith(("::error ", "::warning ")) for line in done.stdout.splitlines())


def test_ten_thousand_faults(tmp_path: Path) -> None:
    cards = "".join(f"  - {{id: 'A B {number}', fron: x}}\n" for number in range(10_000))
    decks = shelf(tmp_path / "decks", x=f"deck: {{name: T}}\ncards:\n{cards}")
    done = bounded("lint", "--format", "concise", cwd=decks)
    assert done.returncode == 1
    assert "10,000 notes" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("form", ["text", "concise", "json", "github"])
def test_a_thousand_faults_in_one_long_line(tmp_path: Path, form: str) -> None:
    pairs = ", ".join(f"kéy{number}: x" for number in range(5_000))
    decks = shelf(tmp_path / "decks", x=f"deck: {{name: T}}\ncards:\n  - {{id: a, {pairs}}}\n")
    done = bounded("lint", "--format", form, cwd=decks)
    assert done.returncode == 1
    assert len(done.stdout) < 8_000_000
