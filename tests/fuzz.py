"""Odd files by the hundred thousand: none may bring the program down, or keep it busy.

    python tests/fuzz.py [HOW MANY] [SEED]

Each input is a deck that was damaged at random. It is read, checked by all rules, shown, mended and
put in form. What fails is printed with its bytes, and the exit status is 1. The same seed makes the
same inputs, on any number of processors.
"""

import faulthandler
import multiprocessing
import random
import re
import signal
import sys
import traceback
from pathlib import Path
from textwrap import dedent
from types import FrameType

from cardsmith.deck import Collection, Source
from cardsmith.deckfile import collectionfile, source
from cardsmith.deckfile.edit import edited
from cardsmith.deckfile.format import formatted
from cardsmith.deckfile.leaves import kept
from cardsmith.deckfile.parse import DeckFile, parse
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint import Subject, lint
from cardsmith.manual import pages
from cardsmith.markup import plain
from cardsmith.render import diagnostics

HERE = Path(__file__).parent
MOST = 0.95
PATIENCE = 10  # seconds, for an input that takes a thousandth
BATCH = 500

# fmt: off
SCRAPS = [
    *("\n", "\n\n", "  ", "\t", ": ", ":", "- ", "-", "? ", "!", "&a ", "*a", "[", "]", "{", "}"),
    *(",", "#", " # ", "'", '"', "|", "|+\n", ">-\n", "%", "@", "`", "---\n", "...\n", "\\", "\\n"),
    *("\\ud83d", "\r\n", "\r", "\x00", "\x1b[2J", "\x07", "\x85", "\u2028", "\ufeff", "\u202e"),
    *("\u200b", "\ufffe", "\U0001f600", "\U000e0041", "e\u0301", "\u0627\u0644", "\u65e5\u672c"),
    *("{{c1::", "}}", "::", "{{c2::x::y}}", "$", "$$", "\\(", "\\]", "**", "_", "~~", "![](", "]("),
    *("[sound:", "<b>", "&amp;", "`a`", "```\n", "| a | b |\n|---|---|\n", "1. ", "> "),
    *("cards:\n", "deck: ", "id: ", "front: ", "back: ", "cloze: ", "typed: ", "choices: "),
    *("answer: ", "steps: ", "tags: ", "formerly: ", "source: ", "extra: ", "accept: "),
    *("reverse: true", "no", "~", "010", "2024-01-02", "1:05", "=", "<<: ", "TODO", "not "),
    *("# cardsmith: ignore W304", "all of the above", " and ", "; ", "Is it ", "?", "a" * 300),
    *("<<<<<<< HEAD\n", ">>>>>>> x\n", "=======\n", "../", "https://x.y/z.png", "lesson#order"),
]
# fmt: on


class TooSlowError(Exception):
    """An input keeps the program busy."""


def seeds() -> list[str]:
    """Notes to damage, as items of a list that begins at the margin."""
    texts = [path.read_text("utf-8") for path in sorted((HERE / "data" / "poor").glob("*.yaml"))]
    texts += [path.read_text("utf-8") for path in sorted((HERE.parent / "decks").glob("*.yaml"))]
    texts += [dedent(block) for page in pages() for block in page.text.split("\n\n")]
    notes = list[str]()
    for text in texts:
        items = re.split(r"(?m)^(?= *- (?:id:|\{id:))", text)[1:]
        notes += (f"{dedent(item).rstrip()}\n" for item in items)
    return notes


def damaged(seed: str, sound: list[str]) -> bytes:
    """A few notes, with a few things wrong."""
    chance = random.Random(seed)  # noqa: S311 - nothing to hide
    text = "".join(chance.choice(sound) for _ in range(chance.randint(1, 4)))
    for _ in range(chance.choice([0, 1, 1, 2, 3, 8])):
        text = changed(text, chance)
    if chance.random() < MOST:
        text = f"deck: {{name: T}}\ncards:\n{text}"
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if chance.random() > MOST:
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def changed(text: str, chance: random.Random) -> str:
    """A text with one thing wrong: at a word, or anywhere."""
    words = list(re.finditer(r"\S+", text))
    scrap = chance.choice(SCRAPS)
    if not words or not chance.randrange(4):
        at = chance.randrange(len(text) + 1)
        return text[:at] + chance.choice([scrap, ""]) + text[at + chance.choice([0, 1, 40]) :]
    start, end = chance.choice(words).span()
    word, quote = text[start:end], chance.choice(["'", '"'])
    new = chance.choice(
        [
            *("", scrap, word + scrap, scrap + word, f"{quote}{word}{scrap}{quote}"),
            word * chance.randint(2, 50),
        ]
    )
    return text[:start] + new + text[end:]


def look(data: bytes) -> None:
    """Do with a file what the program does."""
    text = source.decode(data, "x.yaml")
    if isinstance(text, Diagnostic):
        show([text], "")
        return
    collectionfile.parse(text, "collection.yaml")
    collectionfile.anchors(text)
    deck = parse(text, "x.yaml")
    assert deck.notes or deck.problems
    found = [*deck.problems, *lint(Subject(collection(deck), (deck,)))]
    show(found, text)
    for note in deck.notes:
        plain(note.extra)
    mend(data, deck, found)
    again = formatted(data, "x.yaml")
    if not isinstance(again, Diagnostic):
        assert formatted(again, "x.yaml") == again
        assert kept(text, decoded(again))


def mend(data: bytes, deck: DeckFile, found: list[Diagnostic]) -> None:
    """Each mending leaves a file that can be read, with the other notes as they were."""
    for problem in found:
        if problem.edits:
            text = decoded(edited(data, problem.edits))
            assert kept(deck.text, text, problem.edits), problem
            assert len(parse(text, "x.yaml").notes) >= len(deck.notes), problem


def decoded(data: bytes) -> str:
    """The text of a file that has one."""
    text = source.decode(data, "x.yaml")
    assert isinstance(text, str)
    return text


def show(found: list[Diagnostic], text: str) -> None:
    """Print in every form, for nobody."""
    context = diagnostics.Context({"x.yaml": text}, diagnostics.Tally(1, 1, 1), colour=True)
    for form in diagnostics.FORMS.values():
        for line in form(found, context):
            assert "\x1b[2J" not in line
            assert "\x07" not in line
            line.encode()


def collection(deck: DeckFile) -> Collection:
    """The collection that the file would be in."""
    lesson = Source("lesson", "Lesson", "lesson.md", {"order": "Order"})
    return Collection(
        *("00000000-fuzz", "Fuzz", "en", "", (), "", ""),
        *({"lesson": lesson}, ".", deck.notes, frozenset({"media/a.png", "media/A.png"})),
    )


def batch(job: tuple[int, int, int]) -> list[str]:
    """Try some inputs; what went wrong."""
    seed, first, last = job
    sound = seeds()
    failed = []
    for number in range(first, last):
        data = damaged(f"{seed}.{number}", sound)
        signal.alarm(PATIENCE)
        try:
            look(data)
        except Exception:  # noqa: BLE001 - whatever it is, it is what we are after
            failed.append(f"input {seed}.{number}: {data!r}\n{traceback.format_exc()}")
        finally:
            signal.alarm(0)
    return failed


def give_up(_number: int, _frame: FrameType | None) -> None:
    """End an input that takes too long."""
    raise TooSlowError


def prepare() -> None:
    """Make a process ready: a hang in C, which no handler ends, shows where it is and ends it."""
    signal.signal(signal.SIGALRM, give_up)
    faulthandler.enable()


def main() -> int:
    """Run, and tell."""
    wanted = int(sys.argv[1]) if sys.argv[1:] else 200_000
    seed = int(sys.argv[2]) if sys.argv[2:] else 1
    jobs = [(seed, at, min(at + BATCH, wanted)) for at in range(0, wanted, BATCH)]
    failed = list[str]()
    with multiprocessing.Pool(initializer=prepare) as pool:
        for of_batch in pool.imap_unordered(batch, jobs):
            failed += of_batch
            for each in of_batch[:3]:
                print(each, flush=True)
    print(f"{wanted} inputs, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
