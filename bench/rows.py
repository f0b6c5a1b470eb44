"""The rows of the table. To add one, write a function that prepares a pair and put `@row` on it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from functools import cache
from hashlib import blake2b
from itertools import count
from operator import itemgetter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

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


@row("first", at_most=1.5)
def first(folder: Path) -> Pair:
    """`cardsmith review` to its first card: 100,000 cards and 1,000,000 reviews, against 30 and 0.

    Both in a terminal, and both seen before.
    """
    much = a_life_of_learning()
    environment = alone(folder)
    collection(folder / "decks", notes=30)

    def timer(decks: Path, environment: dict[str, str]) -> Timer:
        command = [*PROGRAM, "review", "--decks", str(decks)]
        return lambda: seconds_to_show(command, environment, b"Question-", b"q")

    return Pair(timer(much / "decks", alone(much)), timer(folder / "decks", environment))


@row("first-kept", at_least=5)
def first_kept(_folder: Path) -> Pair:
    """The same much with the cache, against without it."""
    much = a_life_of_learning()
    command = [*PROGRAM, "review", "--decks", str(much / "decks")]

    def timer(environment: dict[str, str]) -> Timer:
        return lambda: seconds_to_show(command, environment, b"Question-", b"q")

    return Pair(timer(alone(much)), timer({**alone(much), "CARDSMITH_CACHE": "off"}))


@row("fold-kept", at_least=5)
def fold_kept(_folder: Path) -> Pair:
    """`cardsmith due` after one answer more than 1,000,000, with the cache against without it."""
    much = a_life_of_learning()
    log = max(much.glob("history/*/reviews/*/*.jsonl"))
    number = count(100)

    def timer(environment: dict[str, str]) -> Timer:
        command = [*PROGRAM, "due", "--decks", str(much / "decks")]

        def due() -> None:
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)

        def grown() -> float:
            with log.open("a", encoding="utf-8") as lines:
                day = date.today()  # noqa: DTZ011 - the day of the answer
                lines.write(f"{event_line(day, 1, next(number), 3, 4000)}\n")
            return timed(due)()

        return grown

    return Pair(timer(alone(much)), timer({**alone(much), "CARDSMITH_CACHE": "off"}))


@row("answer", at_most=3)
def answer(folder: Path) -> Pair:
    """A key after 1,000,000 reviews until the next card is ready, against write and fsync."""
    return Pair(answering(a_life_of_learning()), writing(folder))


@row("answer-1st", at_most=3)
def answer_first(folder: Path) -> Pair:
    """The same after no reviews."""
    collection(folder / "decks", notes=1000)
    return Pair(answering(folder), writing(folder))


@row("answer-off", at_most=1.2)
def answer_off(_folder: Path) -> Pair:
    """An answer after 1,000,000 reviews without the cache, against one with it."""
    much = a_life_of_learning()
    return Pair(answering(much, CARDSMITH_CACHE="off"), answering(much))


@row("answer-same", at_most=1.2)
def answer_same(folder: Path) -> Pair:
    """An answer after 1,000,000 reviews, against one after none."""
    collection(folder / "decks", notes=1000)
    return Pair(answering(a_life_of_learning()), answering(folder))


def answering(folder: Path, **environment: str) -> Timer:
    """Answer one card after another: the step of the session, and the line that is kept of it."""
    from cardsmith.cli.app import App  # noqa: PLC0415 - the other rows do without
    from cardsmith.cli.sitting import Sitting, Terms, rules  # noqa: PLC0415
    from cardsmith.session import Reveal, begin  # noqa: PLC0415

    app = App(environment={**alone(folder), **environment})
    desk = app.desk(str(folder / "decks"), ["new=500"], whole=False)
    today = desk.agenda(desk.today)
    cards = desk.cards(today.cards()).values()
    record = desk.record_of(today.cards())
    session = begin(desk.scheduler, desk.today, cards, record, rules=rules(desk, cards))
    sitting = Sitting(app, desk, session, Terms())

    def answered() -> None:
        move = sitting.grade(3)
        if move is None:
            raise RuntimeError("no card is left")
        sitting.move(move)

    def timer() -> float:
        sitting.move(Reveal())
        return timed(answered)()

    return timer


def writing(folder: Path) -> Timer:
    """Write lines of the log, each so that it would survive a power cut."""
    file = os.open(folder / "lines", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    line = f"{event_line(date(2026, 11, 30), 1, 1, 3, 15)}\n".encode()

    def write() -> None:
        os.write(file, line)
        os.fsync(file)

    return timed(write)


@row("fold", at_most=2)
def fold(_folder: Path) -> Pair:
    """1,000,000 events to the states of their cards by SM-2, against `json.loads` of the lines."""
    from cardsmith.history import loads  # noqa: PLC0415 - the other rows do without
    from cardsmith.schedule.replay import replay  # noqa: PLC0415
    from cardsmith.schedule.sm2 import SM2  # noqa: PLC0415

    files = sorted(a_life_of_learning().glob("history/*/reviews/*/*.jsonl"))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    events = [event for event in map(loads, lines) if event]

    def baseline() -> object:
        return [json.loads(line) for line in lines]

    return Pair(timed(lambda: replay(events, SM2())), timed(baseline))


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


@cache
def a_life_of_learning() -> Path:
    """A folder with 100,000 cards in 200 files, 1,000,000 reviews of ten years, and their cache.

    It is made once in a run. Of each ten cards nine were met, on some day of those years; a few
    hundred are due today, and nearly all others later.
    """
    folder = Path(_kept.name)
    collection(folder / "decks", notes=100_000, files=200)
    dice = Random(1)  # noqa: S311 - no secret
    today = date.today()  # noqa: DTZ011 - the day of the review that is to come
    years: dict[int, list[tuple[date, str]]] = {}
    for card in range(1, 90_001):
        days = dice.randrange(200, 3600)
        n, gap, wanted = 0, 1, dice.randrange(6, 17)  # 11 on average
        # The answers of a card get farther apart, and its last promise is for a day to come.
        growth = days ** (1 / wanted)
        while n < wanted:
            n, key = n + 1, dice.choice((1, 3, 3, 3, 3, 3, 4))
            day = today - timedelta(days=days - round(growth ** (n - 1)) + 1)
            gap = max(1, round(growth**n) - round(growth ** (n - 1)))
            if n == wanted:
                gap = (today - day).days + dice.randrange(400)
            years.setdefault(day.year, []).append((day, event_line(day, card, n, key, gap)))
    log = folder / "history" / f"bench-{short_id(folder)}" / "reviews" / "bench"
    log.mkdir(parents=True)
    for year, lines in years.items():
        lines.sort(key=itemgetter(0))
        text = "".join(f"{line}\n" for _, line in lines)
        (log / f"{year}.jsonl").write_text(text, "utf-8")
    for _ in range(2):  # the second time all files are old enough to be known by their stamps
        command = [*PROGRAM, "due", "--decks", str(folder / "decks")]
        subprocess.run(command, env=alone(folder), stdout=subprocess.DEVNULL, check=True)
    return folder


_kept = TemporaryDirectory(prefix="cardsmith-bench-")


def short_id(folder: Path) -> str:
    """What a collection is called in the name of its history."""
    from cardsmith.workspace import Found, Way, surface  # noqa: PLC0415 - most rows do without

    return surface(Found(folder / "decks", Way.ASKED)).cover.short_id


def event_line(day: date, card: int, n: int, key: int, days: int) -> str:
    """A line of the log: an answer."""
    return (
        f'{{"v":1,"id":"{(card << 32 | n) * 0x9E3779B97F4A7C15 % 2**64:016x}","n":{n},'
        f'"at":"{day}T09:{n % 60:02}:{card % 60:02}.120+01:00","day":"{day}",'
        f'"card":"note-{card:06}","do":"answer","key":{key},"of":4,"ms":{1000 + card % 9000},'
        f'"days":{days},"by":"sm2","saw":"{as_shown(card)}"}}'
    )


@cache
def as_shown(number: int) -> str:
    """The fingerprint of a basic note: as if nothing had changed since it was answered."""
    return "".join(blake2b(text.encode(), digest_size=2).hexdigest() for text in texts(number))


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
