"""The rows of the table. To add one, write a function that prepares a pair and put `@row` on it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

from bench.measure import Pair, Row, Timer, timed
from bench.terminal import seconds_to_end, seconds_to_show

ROWS: list[Row] = []

Prepare = Callable[[Path], Pair]

NOTHING = [sys.executable, "-c", "pass"]
PROGRAM = [sys.executable, "-m", "cardsmith"]


def row(
    name: str, *, at_most: float = 0, at_least: float = 0, unit: str = "s"
) -> Callable[[Prepare], Prepare]:
    """Register a row: `at_most` times the baseline's time, or `at_least` that much faster.

    The first line of the function's docstring says what is compared.
    """

    def register(prepare: Prepare) -> Prepare:
        what = (prepare.__doc__ or "").splitlines()[0].rstrip(".")
        ROWS.append(Row(name, what, at_most or at_least, bool(at_least), prepare, unit))
        return prepare

    return register


@row("version", at_most=6)
def version(folder: Path) -> Pair:
    """`cardsmith --version` against `python -c pass`."""
    environment = alone(folder)

    def run(command: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(
            command, env=environment, stdout=subprocess.DEVNULL, check=True
        )

    return Pair(timed(run([*PROGRAM, "--version"])), timed(run(NOTHING)))


@row("review", at_most=16)
def review(folder: Path) -> Pair:
    """`cardsmith review` to its first card on 1,000 cards, against `python -c pass`.

    Both in a terminal. The collection has been seen before, and never been reviewed.
    """
    environment = alone(folder)
    collection(folder / "decks", notes=1000)
    command = [*PROGRAM, "review", "--decks", str(folder / "decks")]
    return Pair(
        lambda: seconds_to_show(command, environment, b"Question-0001", b"q"),
        lambda: seconds_to_end(NOTHING, environment),
    )


@row("load", at_least=2)
def load(_folder: Path) -> Pair:
    """2,000 basic notes from text to notes with places, against `yaml.load` by CSafeLoader."""
    return loading(basic)


@row("load-kinds", at_least=2)
def load_kinds(_folder: Path) -> Pair:
    """The same for notes of all kinds, with gaps, blocks, lists and quotes."""
    return loading(any_note)


def loading(form: Callable[[int], str]) -> Pair:
    """Ways to load notes of a form. No text is read twice: nothing remembered may help."""
    from yaml import CSafeLoader, load  # noqa: PLC0415 - the other rows do without

    from cardsmith.deckfile.parse import parse  # noqa: PLC0415

    size = 2000

    def ours(text: str) -> object:
        found = parse(text, "deck.yaml")
        if len(found.notes) != size:
            raise RuntimeError(f"{size} notes became {len(found.notes)}: {found.problems[:1]}")
        return found

    def baseline(text: str) -> object:
        return load(text, CSafeLoader)

    def over_fresh_text(work: Callable[[str], object]) -> Timer:
        starts = count(1, size)

        def timer() -> float:
            start = next(starts)
            text = deck_file("Bench", map(form, range(start, start + size)))
            return timed(lambda: work(text))()

        return timer

    return Pair(over_fresh_text(ours), over_fresh_text(baseline))


@row("lint", at_most=3)
def lint(folder: Path) -> Pair:
    """All rules over 100,000 English notes of all kinds, against loading them."""
    from cardsmith.lint import Subject  # noqa: PLC0415
    from cardsmith.lint import lint as apply  # noqa: PLC0415
    from cardsmith.workspace import Found, Loaded, Way, load  # noqa: PLC0415

    collection(folder / "decks", notes=100_000, files=200, form=any_note)

    def loaded() -> Loaded:
        return load(Found(folder / "decks", Way.ASKED))

    def over_fresh_notes() -> float:
        seen = loaded()  # nothing that was worked out for a note may help
        return timed(lambda: apply(Subject(seen.collection, seen.decks)))()

    return Pair(over_fresh_notes, timed(loaded))


@row("export", at_most=1)
def export(folder: Path) -> Pair:
    """100,000 plain notes from loaded decks to a package, against plain genanki writing them."""
    ours, baseline = packages(folder)

    def over_fresh_notes() -> float:
        write = baseline()  # genanki remembers what it worked out for a note
        return timed(write)()

    return Pair(timed(ours), over_fresh_notes)


@row("bytes", at_most=0.2, unit="MB")
def size(folder: Path) -> Pair:
    """The size of that package, against the one that plain genanki writes."""
    ours, baseline = packages(folder)
    sizes = [len(ours()) / 1e6, baseline()().stat().st_size / 1e6]
    return Pair(lambda: sizes[0], lambda: sizes[1])


def packages(folder: Path) -> tuple[Callable[[], bytes], Callable[[], Callable[[], Path]]]:
    """Two ways to write a package of the same notes: ours, and a maker of genanki's."""
    import genanki  # noqa: PLC0415 - the other rows do without

    from cardsmith.anki import apkg, ledger  # noqa: PLC0415
    from cardsmith.anki.plan import plan  # noqa: PLC0415
    from cardsmith.render.html import HtmlPen, design  # noqa: PLC0415
    from cardsmith.workspace import Found, Way, load, templates  # noqa: PLC0415

    collection(folder / "decks", notes=100_000, files=200, form=plain)
    loaded = load(Found(folder / "decks", Way.ASKED)).collection
    target, now = folder / "out.apkg", 1_700_000_000

    def ours() -> bytes:
        look = design(templates(), loaded)
        planned = plan(loaded, HtmlPen(), look, lambda path: path, now)
        data = apkg.build(ledger.dated(planned, ledger.Ledger(), now), lambda path: path.encode())
        target.write_bytes(data)
        return data

    def baseline() -> Callable[[], Path]:
        model = genanki.Model(
            1,
            "Plain",
            [{"name": "Front"}, {"name": "Back"}],
            [{"name": "Card", "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr>{{Back}}"}],
        )
        deck = genanki.Deck(2, "Bench")
        for number in range(1, 100_001):
            deck.add_note(genanki.Note(model, list(texts(number)), tags=["bench"]))

        def write() -> Path:
            genanki.Package(deck).write_to_file(target, timestamp=now)
            return target

        return write

    return ours, baseline


def alone(folder: Path) -> dict[str, str]:
    """An environment in which nothing of the user's is read or written."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return kept | {
        "HOME": str(folder),
        "CARDSMITH_HOME": str(folder / "history"),
        "CARDSMITH_DEVICE": "bench",
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
    }


def collection(
    folder: Path, *, notes: int, files: int = 1, form: Callable[[int], str] | None = None
) -> None:
    """Write a collection of notes, by default basic ones, numbered over all its files."""
    folder.mkdir()
    (folder / "collection.yaml").write_text(
        "format: 1\nid: 5f0e7c1a-bench\nname: Bench\nlanguage: en\nlicence: CC0-1.0\n"
        "authors: [nobody]\ntag_root: bench\n",
        encoding="utf-8",
    )
    size = -(-notes // files)
    for file in range(files):
        numbers = range(file * size + 1, min(notes, (file + 1) * size) + 1)
        (folder / f"deck-{file:03}.yaml").write_text(
            deck_file(f"Bench::Part {file}", map(form or basic, numbers)), encoding="utf-8"
        )


def deck_file(name: str, notes: Iterable[str]) -> str:
    """The text of a deck file."""
    return f'deck: {{name: "{name}"}}\ncards:\n' + "".join(notes)


def texts(number: int) -> tuple[str, str]:
    """The two sides of a note, of the size that notes have."""
    return (
        f"Question-{number:04}, what is the answer to the question with this number?",
        f"It is answer {number}, a sentence of a length that answers commonly have.",
    )


def plain(number: int) -> str:
    """A note of two sides and a tag."""
    front, back = texts(number)
    return f"  - id: note-{number:06}\n    front: {front}\n    back: {back}\n    tags: [bench]\n"


def basic(number: int) -> str:
    """A basic note of the size that notes have."""
    front, back = texts(number)
    return note(number, f"    front: {front}\n    back: {back}\n")


def any_note(number: int) -> str:
    """A note; five in a row are of the five kinds."""
    kinds = [
        f"""\
    cloze: |
      The {{{{c1::first::which?}}}} gap of number {number}, and the {{{{c2::second}}}},
      stand in a sentence with `code` in it.
""",
        f"""\
    front: Which word is the answer to question {number}?
    typed: word {number}
    accept: [the word {number}, "{number}"]
""",
        f"""\
    front: Which of these is the answer to question {number}?
    choices: [this one, "that one: {number}", neither of them]
    answer: this one
""",
        f"""\
    front: Which steps does procedure {number} take, in order?
    steps:
      first: the first step of {number}
      second: the second step, which comes after it
      third: the third and last
""",
    ]
    chosen = number % (len(kinds) + 1)
    return note(number, kinds[chosen]) if chosen < len(kinds) else basic(number)


def note(number: int, content: str) -> str:
    """A note with all that surrounds its content."""
    return f"""\
  - id: note-{number:06}
{content}\
    tags: [bench, part-{number % 7}]
    extra: |
      A second thought, over two lines,
      with a *word* in italics, on {number}.
"""
