"""What every scheduler is: a pure function from memory and answer to memory."""

from typing import NamedTuple, Protocol, TypeVar

M = TypeVar("M")


class Occasion(NamedTuple):
    """An answer as a scheduler sees it.

    Attributes:
        quality: 0 to 5, SM-2's scale; below 3 the answer was wrong, below 4 it is drilled.
        elapsed: study days since the card's last answer, never negative; 0 for a new card.
        early: the answer came before the day that was promised.
        same_day: the card was already answered on this study day.
    """

    quality: int
    elapsed: int = 0
    early: bool = False
    same_day: bool = False


class Scheduler(Protocol[M]):
    """An algorithm with its parameters; `M` is what it remembers of a card."""

    @property
    def name(self) -> str:
        """The name that settings and events give it."""
        ...

    @property
    def key(self) -> str:
        """Its name, the version of its formulas and its parameters: all that a memory depends on.

        What was computed under one key says nothing under another.
        """
        ...

    @property
    def longest(self) -> int:
        """The longest interval, in days."""
        ...

    def first(self) -> M:
        """The memory of a card that was never answered."""
        ...

    def after(self, memory: M, occasion: Occasion) -> M:
        """The memory after an answer."""
        ...

    def interval(self, memory: M) -> int:
        """The days from the last answer to the next one, at least 1 and at most `longest`."""
        ...

    def promises(self, occasion: Occasion) -> bool:
        """Whether an answer is followed by a new due day, or only by more drill."""
        ...

    def recall(self, memory: M, elapsed: int) -> float:
        """The chance, 0 to 1, that a card is known `elapsed` study days after its last answer."""
        ...
