"""Deck text is data: whatever decks, histories, settings and names hold, no command sends it on.

Neither controls nor what turns text round reaches the terminal, in no form and in no error.
"""

import json
from pathlib import Path

import pytest

from learner import Learner
from logs import log
from past import history, remember
from program import cardsmith
from shelf import ABOUT, shelf

TURNED = "a\u202eb\u2066c\u2069d\u200be"
ESCAPED = r"\e]0;owned\a\e[2J\x9b2J\e]8;;http://x\e\\"
SENT = "\x1b]0;owned\x07\x1b[2J\x9b2J\x1b]8;;http://x\x1b\\"

# Valid, if odd: it is asked, shown, counted and packed.
ODD = f"""\
deck: {{name: "Odd::{TURNED}", tags: ["x::{TURNED}"]}}
cards:
  - id: plain
    front: "Front {TURNED}?"
    back: "Back {TURNED}"
    extra: "Extra {TURNED} <b>{TURNED}</b> ![{TURNED}](p.png)"
    hint: "Hint {TURNED}"
    source: "book#two"
    tags: ["{TURNED}"]
  - {{id: typed, front: "Typed {TURNED}?", typed: "{TURNED}", accept: ["x{TURNED}"]}}
  - {{id: choice, front: "Choice?", choices: ["{TURNED}", "y{TURNED}"], answer: "{TURNED}"}}
  - {{id: order, front: "Steps?", steps: {{a: "{TURNED}", b: "z{TURNED}"}}}}
  - {{id: gap, cloze: "A {{{{c1::{TURNED}::hint {TURNED}}}}} gap"}}
"""
# Refused: it is quoted in findings.
BAD = f"""\
deck: {{name: "Bad {ESCAPED}", tags: ["{ESCAPED}"], "{ESCAPED}": 1}}
cards:
  - {{id: "{ESCAPED}", front: "{ESCAPED}", back: "{ESCAPED}", tags: ["{ESCAPED}"]}}
  - {{id: bad, front: "{ESCAPED}", typed: "{ESCAPED}", source: "{ESCAPED}", "{ESCAPED}": x}}
  - {{id: worse, front: "![](../{ESCAPED})", back: x, choices: "{ESCAPED}"}}
"""

HARMLESS = {"\n", "\t"}
COMMANDS: dict[str, tuple[str, ...]] = {
    "bare": (),
    "due": ("due",),
    "due-json": ("due", "--json"),
    "stats": ("stats",),
    "stats-json": ("stats", "--json"),
    "show": ("show", "plain"),
    "show-json": ("show", "plain", "--json"),
    "show-nothing": ("show", SENT + TURNED),
    "why": ("why", "plain"),
    "why-json": ("why", "plain", "--json"),
    "why-nothing": ("why", SENT + TURNED),
    "log-show": ("log", "show"),
    "log-show-json": ("log", "show", "--json"),
    "log-check": ("log", "check"),
    "log-orphans": ("log", "orphans"),
    "log-flags": ("log", "flags"),
    "log-export": ("log", "export"),
    "log-suspend": ("log", "suspend", f"id:{SENT}{TURNED}"),
    "log-merge": ("log", "merge", SENT.replace("\\", "") + TURNED),
    "forecast": ("schedule", "forecast"),
    "evaluate": ("schedule", "evaluate"),
    "lint": ("lint",),
    "lint-json": ("lint", "--json"),
    "lint-github": ("lint", "--format", "github"),
    "lint-concise": ("lint", "--format", "concise"),
    "coverage": ("lint", "--coverage"),
    "lint-path": ("lint", SENT + TURNED),
    "fmt": ("fmt", "--diff"),
    "rule": ("rule", SENT + TURNED),
    "preview": ("preview", "--out", "page"),
    "export": ("export", "-o", "out.apkg"),
    "export-nowhere": ("export", "-o", f"{SENT}{TURNED}/out.apkg"),
    "config": ("config",),
    "config-set": ("config", "set", "new", SENT + TURNED),
    "config-unknown": ("config", "set", SENT + TURNED, "1"),
    "doctor": ("doctor",),
    "review": ("review",),
    "review-selected": ("review", f"tag:{SENT}{TURNED}", "("),
    "review-deck": ("review", "--deck", SENT + TURNED),
    "review-nowhere": ("review", "--decks", SENT + TURNED),
    "no-command": (SENT + TURNED,),
    "no-option": ("due", f"--{SENT}{TURNED}"),
    "no-number": ("review", "--new", SENT + TURNED),
}
# They have nothing of it to tell, or say only what the settings allow.
SILENT = {"config", "config-set", "config-unknown", "coverage", "doctor", "evaluate", "log-check"}


def harm(text: str) -> set[str]:
    """What in a text drives terminals or deceives readers."""
    turning = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
    controls = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))} - HARMLESS
    return set(text) & (turning | controls | {"\u200b"})


@pytest.fixture
def hostile(tmp_path: Path, home: Path) -> Path:
    """A collection, a history and a file of settings that mean harm."""
    decks = shelf(tmp_path / "decks", odd=ODD, bad=BAD)
    sources = f'sources: {{book: {{file: book.md, title: "Book {TURNED}"}}}}\n'
    about = ABOUT.replace("Test", f'"Test {TURNED}"').replace("Somebody", f'"By {TURNED}"')
    (decks / "collection.yaml").write_text(about + sources, "utf-8")
    (decks / "book.md").write_text(f"# Book\n\n## One\n\n## Two\n\n{SENT} {TURNED}\n", "utf-8")
    (decks / f"name{TURNED}.yaml").write_text("cards: [\n", "utf-8")
    (decks / "raw.yaml").write_text(f"deck: {{name: 'R {SENT}'}}\ncards: []\n", "utf-8")
    events = [*log("3@0:1", "plain"), *log("3@1:1", f"gone{SENT}{TURNED}", first=2)]
    file = remember(home, *events, device="laptop")
    flag = {**json.loads(file.read_text("utf-8").splitlines()[0]), "id": "f1", "n": 9}
    flag |= {"do": "flag", "why": SENT + TURNED}
    for key in ("key", "of", "ms", "days", "scheduler"):
        flag.pop(key, None)
    with file.open("a", encoding="utf-8") as more:
        more.write(json.dumps(flag, ensure_ascii=False) + "\n" + f"no line {SENT}{TURNED}\n")
    assert history(home).is_dir()
    return decks


def test_no_command_sends_on_what_drives_terminals(hostile: Path) -> None:
    sent, shown = dict[str, set[str]](), set[str]()
    for name, arguments in COMMANDS.items():
        done = cardsmith(*arguments, cwd=hostile, typed="\n3\n\n3\n")
        assert "Traceback" not in done.stderr, (name, done.stderr)
        told = done.stdout + done.stderr
        if found := harm(told):
            sent[name] = found
        if "<U+202E>" in told or r"\u202e" in told:
            shown.add(name)
    assert sent == {}
    assert shown == set(COMMANDS) - SILENT


def test_a_terminal_gets_no_more_than_a_pipe(hostile: Path) -> None:
    """Colours are the program's own; besides them no sequence is sent."""
    for arguments in (("lint",), ("fmt", "--diff"), ("show", "plain"), ("due",)):
        with Learner(*arguments, cwd=hostile) as learner:
            learner.end()
            assert learner.screen.title == ""
        text = learner.sent.decode()
        for part in text.split("\x1b[")[1:]:
            assert part.lstrip("0123456789;").startswith("m"), part
        assert harm(text.replace("\x1b[", "").replace("\r", "")) == set()
