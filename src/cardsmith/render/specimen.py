"""A note that is being written → its cards as review will show them, both sides."""

from collections.abc import Iterable, Iterator
from datetime import date

from rich.text import Text

from cardsmith.deck import Card, Choice, Cloze, Collection, Note, Sequence, cards_of
from cardsmith.render.card import answer_lines, context, question_lines
from cardsmith.render.look import Look, cut
from cardsmith.render.phrases import counted
from cardsmith.schedule.replay import Record
from cardsmith.schedule.sm2 import SM2, Memory
from cardsmith.session import Session, Showing, begin

MOST = 3  # cards of one note that are shown
_NARROWEST = 12


def specimen(note: Note, collection: Collection, today: date, look: Look) -> list[Text]:
    """The cards of a note, a bar on their left; of many only the first are shown."""
    bar = "│ " if look.unicode else "| "
    inner = look._replace(width=max(_NARROWEST, look.width - len(bar)))
    cards = cards_of(note)
    lines = list[Text]()
    for shown in both_sides(cards, collection, today, inner, cards[:MOST]):
        lines += [Text()] * bool(lines) + shown
    if len(cards) > MOST:
        lines += [Text(), Text(f"and {counted(len(cards) - MOST, 'card')} more", "dim")]
    return [Text.assemble((bar, "cyan"), line) for line in lines]


def both_sides(
    cards: Iterable[Card],
    collection: Collection,
    today: date,
    look: Look,
    shown: Iterable[Card] | None = None,
) -> Iterator[list[Text]]:
    """The lines of each card as review shows it: its deck and id, the question, the answer.

    Args:
        cards: those of a note, or of several.
        collection: that has their sources.
        today: by which choices are shuffled.
        look: the window.
        shown: only these of them; None for all.
    """
    cards = tuple(cards)
    session = begin(SM2(), today, cards, Record[Memory]({}, {}))
    for card in cards if shown is None else shown:
        title = Text.assemble((context(card), "bold"), (f"  {card.id}", "dim"))
        yield [cut(title, look.width), Text(), *_sides(card, session, collection, look)]


def _sides(card: Card, session: Session[Memory], collection: Collection, look: Look) -> list[Text]:
    """The question, and below a line what the answer shows."""
    shown = _revealed(card)
    lines = question_lines(Showing(card), session, look)
    lines += [Text(), Text(("─" if look.unicode else "-") * min(look.width, 20), "dim"), Text()]
    content = card.note.content
    if isinstance(content, Cloze | Choice) or (isinstance(content, Sequence) and not card.part):
        lines += question_lines(shown, session, look, hint=False)  # the answer fills the question
    more = answer_lines(shown, collection, look)
    return lines + [Text()] * bool(more and lines[-1].plain) + more


def _revealed(card: Card) -> Showing:
    """A card with its answer shown, and the right choices chosen."""
    match card.note.content:
        case Sequence(steps=steps):
            return Showing(card, revealed=True, steps=len(steps))
        case Choice(choices=choices, answers=answers):
            right = frozenset(place for place, text in enumerate(choices) if text in answers)
            return Showing(card, revealed=True, marked=right)
        case _:
            return Showing(card, revealed=True)
