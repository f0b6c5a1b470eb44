"""What has changed in a collection since somebody last studied it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardsmith.deck import CardId
from cardsmith.schedule.replay import State


class News(NamedTuple):
    """Cards.

    Attributes:
        new: that came, and have not been answered yet.
        reworded: that were answered, and read differently since.
        withdrawn: that were answered, and are gone.
    """

    new: int = 0
    reworded: int = 0
    withdrawn: int = 0


def differing(then: Mapping[CardId, str], now: Mapping[CardId, str]) -> Iterator[CardId]:
    """The cards that are not what they were, by their fingerprints."""
    for card in then.keys() | now.keys():
        if then.get(card) != now.get(card):
            yield card


def news(
    then: Mapping[CardId, str], now: Mapping[CardId, str], states: Mapping[CardId, State[Any]]
) -> News:
    """What has changed.

    Args:
        then: the cards that were there, with their fingerprints.
        now: those that are there.
        states: of at least those that differ.
    """
    new = reworded = withdrawn = 0
    for card in differing(then, now):
        state = states.get(card)
        is_answered = state is not None and not state.is_new
        if card not in then:
            new += not is_answered
        elif card not in now:
            withdrawn += is_answered
        elif state is not None and is_answered:
            reworded += state.saw != now[card]
    return News(new, reworded, withdrawn)
