"""FSRS-6 and fuzz in Anki itself: memories after a log, SM-2's state taken over, ranges of fuzz.

Its numbers have 32 bits, ours 64, so the first five digits are compared. Days begin at four in
Anki too; answers are put at noon.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from cardsmith.schedule.fsrs import FSRS, WEIGHTS, Memory
from cardsmith.schedule.intervals import fuzzed
from cardsmith.schedule.scheduler import Occasion
from real_anki import FSRS_6, HARD_HOLDS, learner

pytestmark = FSRS_6.known

DAY, NOON, MINUTE = 86_400, 8 * 3600, 60  # seconds; noon is eight hours after the day begins
QUALITIES = {1: 2, 2: 3, 3: 4, 4: 5}  # of the four keys
HARD, GOOD = 2, 3
OTHER = (
    *(0.3, 1.5, 3.1, 10.0, 6.0, 0.9, 2.5, 0.01, 1.7, 0.2, 0.9, 1.6, 0.08, 0.3, 1.5, 0.5, 2.0),
    *(0.6, 0.2, 0.1, 0.3),
)
OF_FSRS_5 = (
    *(0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192),
    *(1.01925, 1.9395, 0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621),
)
OF_FSRS_4 = (
    *(0.4872, 1.4003, 3.7145, 13.8206, 5.1618, 1.2298, 0.8975, 0.031, 1.6474),
    *(0.1367, 1.0461, 2.1072, 0.0793, 0.3246, 1.587, 0.2272, 2.8755),
)


class Oracle:
    """A collection with FSRS switched on."""

    def __init__(self, col: Any) -> None:  # noqa: ANN401 - Anki's own
        self.col = col
        self.rows = count()
        self.day_ends = col._backend.sched_timing_today().next_day_at  # noqa: SLF001
        col.set_config("fsrs", True)  # noqa: FBT003 - Anki's own

    def configure(self, **options: object) -> None:
        """Change options of the only preset."""
        self.col.decks.update_config({**self.col.decks.get_config(1), **options})

    def card(self) -> Any:  # noqa: ANN401
        """A new card."""
        note = self.col.new_note(self.col.models.by_name("Basic"))
        note["Front"] = "front"
        self.col.add_note(note, 1)
        return note.cards()[0]

    def log(  # noqa: PLR0913 - a row has columns
        self, card: int, key: int, ago: int, number: int, *, ease: int, interval: int
    ) -> None:
        """Record an answer at noon so many days ago; the card's first is one of learning."""
        at = (self.day_ends - DAY * (ago + 1) + NOON + MINUTE * number) * 1000 + next(self.rows)
        learning = not number and not ease
        row = (at, card, -1, key, interval, 1, ease, 3000, 0 if learning else 1)
        self.col.db.execute("INSERT INTO revlog VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)

    def memory(self, card: int) -> Memory:
        """What Anki makes of the card's log."""
        state = self.col._backend.compute_memory_state(card).state  # noqa: SLF001
        return Memory(state.stability, state.difficulty)


@pytest.fixture
def oracle(tmp_path: Any) -> Iterator[Oracle]:  # noqa: ANN401
    with learner(tmp_path) as anki:
        yield Oracle(anki.col)


@pytest.mark.parametrize(
    ("option", "weights"),
    [
        ("fsrsParams6", WEIGHTS),
        ("fsrsParams6", OTHER),
        ("fsrsParams5", OF_FSRS_5),
        ("fsrsWeights", OF_FSRS_4),
    ],
)
def test_p17_it_computes_what_anki_computes(
    oracle: Oracle, option: str, weights: Sequence[float]
) -> None:
    """Also of the weights of earlier versions, which Anki converts too."""
    oracle.configure(**{option: list(weights)})
    scheduler, random = FSRS(weights), Random(6)  # noqa: S311 - the same each time
    gaps = [0, 0, 1, 1, 2, 5, 30, 200]
    for _ in range(100):
        card = oracle.card().id
        later = [random.choice(gaps) for _ in range(random.randrange(9))]
        memory, ago = scheduler.first(), sum(later)
        for number, gap in enumerate([0, *later]):
            key = random.randint(1, 4)
            if key == HARD and number and not gap and not HARD_HOLDS.here:
                key = GOOD  # it then took Hard for half forgotten
            ago -= gap
            oracle.log(card, key, ago, number, ease=0, interval=1)
            seen = Occasion(QUALITIES[key], gap, same_day=number > 0 and not gap)
            memory = scheduler.after(memory, seen)
        assert oracle.memory(card) == pytest.approx(memory, rel=2e-5)


@pytest.mark.parametrize("retention", [0.8, 0.9])
@pytest.mark.parametrize(
    ("interval", "ease"), [(1, 2.5), (6, 2.5), (10, 2.5), (100, 2.5), (10, 1.3), (100, 3.0)]
)
def test_a_state_of_sm2_is_taken_over_as_anki_does(
    oracle: Oracle, interval: int, ease: float, retention: float
) -> None:
    oracle.configure(sm2Retention=retention)
    card = oracle.card().id
    oracle.log(card, 3, 2, 0, ease=int(ease * 1000), interval=interval)
    taken = FSRS().from_sm2(interval, ease, retention)
    assert oracle.memory(card) == pytest.approx(taken, rel=2e-5)


def test_fuzz_has_the_ranges_of_anki(oracle: Oracle) -> None:
    """With so many cards the ends of all but wide ranges are reached, and none goes beyond."""
    cards = [oracle.card().id for _ in range(150)]
    for interval in [*range(1, 24), 37, 100, 238, 5000, 36_000]:
        ends = fuzzed(interval, 1, 40_000)
        delta = oracle.col._backend.fuzz_delta  # noqa: SLF001
        drawn = {interval + delta(card_id=card, interval=interval) for card in cards}
        assert drawn <= set(range(ends.shortest, ends.longest + 1))
        if interval <= 100:
            assert (min(drawn), max(drawn)) == ends
