"""What a change of a note does to those who know it."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from cardsmith import markup
from cardsmith.changes.saying import answered, asked, card_ids, parts
from cardsmith.changes.values import Effect, What
from cardsmith.deck import CardId, Choice, Note, NoteId, Typed, cards_of
from cardsmith.deck import Sequence as Steps
from cardsmith.wording import is_same_answer, likeness

_OTHER = 0.5  # below this a text says something else


class Pair(NamedTuple):
    """A note as it was and as it is."""

    before: Note
    after: Note


def vanished_cards(pair: Pair) -> Iterator[Effect]:
    """Cards that are gone, and cards whose answer is another card's now."""
    before, after = pair
    old, new = answered(before), answered(after)
    for card in cards_of(before):
        now = _moved(card.part, old, new)
        if card.part not in parts(after):
            yield Effect(What.CARD, (card.id,), card.part, now)
        elif now:
            yield Effect(What.MOVED, (card.id,), card.part, now)


def _moved(part: str, old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """The other key or number under which the text of a part stands now; empty if there is none."""
    if part not in old:
        return ""
    for form in (str, _bare):
        text = form(old[part])
        if part in new and form(new[part]) == text:
            return ""
        for key in new:
            if form(new[key]) == text and not (key in old and form(old[key]) == text):
                return key
    return ""


@lru_cache(4096)
def _bare(text: str) -> str:
    """What is left of a text without its case, its markup, and the signs around it."""
    plain = " ".join(markup.plain(text).casefold().split())
    return plain.strip(".,;:!?…") or text


def former_ids(pair: Pair, heirs: Mapping[NoteId, Note]) -> Iterator[Effect]:
    """Former ids of a note that are not its own, or its heir's, any more."""
    before, after = pair
    for old in before.formerly:
        if old not in after.formerly and old != after.id:
            ends = [card.removeprefix(before.id) for card in card_ids(before)]
            heir = heirs.get(old)
            cards = tuple(CardId(f"{old}{end}") for end in ends)
            yield Effect(What.FORMERLY, cards, old, heir.id if heir else "")


def of_merged(pair: Pair) -> Iterator[Effect]:
    """Whether a note, and the one that has its history now, ask and answer the same."""
    for effect in of_meaning(pair):
        if effect.what is What.MEANING:
            yield effect._replace(old=pair.after.id)


def of_meaning(pair: Pair) -> Iterator[Effect]:
    """Whether a note still asks and answers the same."""
    before, after = pair
    old, new = answered(before), answered(after)
    if list(old.items()) == list(new.items()):
        return
    if _is_other(asked(before), asked(after)) and _is_other(
        "\n".join(old.values()), "\n".join(new.values())
    ):
        yield Effect(What.MEANING, card_ids(before))
        return
    for part in [part for part in old if part in new]:
        is_same = is_same_answer(old[part], new[part]) or _is_set_off(pair, old[part], new[part])
        if not is_same and not _moved(part, old, new):
            yield Effect(What.ANSWER, (), part)
    ours, theirs = [part for part in old if part in new], [part for part in new if part in old]
    if isinstance(before.content, Steps) and ours != theirs:
        yield Effect(What.ANSWER, (), "")


def _is_set_off(pair: Pair, old: str, new: str) -> bool:
    """Whether only markup differs; what is typed and what is chosen from has none."""
    if isinstance(pair.after.content, Typed | Choice) or "](" in old + new:
        return False
    return markup.plain(old) == markup.plain(new)


def _is_other(old: str, new: str) -> bool:
    return likeness(old, new) < _OTHER and not is_same_answer(old, new)
