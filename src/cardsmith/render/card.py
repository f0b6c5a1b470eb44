"""A card → its question and its answer, as lines."""

from collections.abc import Set as AbstractSet
from itertools import zip_longest

from rich.text import Text

from cardsmith import cloze
from cardsmith.comparison import FORGIVEN, Comparison, Verdict, compare
from cardsmith.deck import (
    Basic,
    Card,
    Choice,
    Cloze,
    Collection,
    Sequence,
    Typed,
    step_before,
)
from cardsmith.markup import MARK
from cardsmith.render import cells
from cardsmith.render.leaves import source_title
from cardsmith.render.look import Look, drawn, wrapped
from cardsmith.render.phrases import counted
from cardsmith.schedule.scheduler import M
from cardsmith.session import Session, Showing, order_of_choices
from cardsmith.visible import visible

_LABEL = 8  # cells of what stands before each of two aligned lines


def context(card: Card) -> str:
    """The last part of the deck's name, which every question stands under."""
    return visible(card.note.deck.rpartition("::")[2])


def hint_lines(card: Card, look: Look) -> list[Text]:
    """The hint of a card."""
    hint = card.note.hint
    return drawn(f"*Hint:* {hint}", look) if hint else [Text("This card has no hint.")]


def question_lines(
    showing: Showing,
    session: Session[M],
    look: Look,
    *,
    hint: bool = True,
) -> list[Text]:
    """The question; what the answer fills in stands where it was asked for."""
    card, content = showing.card, showing.card.note.content
    told = [Text(), *hint_lines(card, look)] if card.note.hint and hint else []
    match content:
        case Basic(front, back):
            return drawn(back if card.part else front, look) + told
        case Cloze(pieces=pieces):
            show = cloze.revealed if showing.revealed else cloze.hidden
            return drawn(show(pieces, int(card.part[1:]), MARK), look) + told
        case Typed(front=front):
            return drawn(front, look) + told
        case Choice(front=front):
            return (
                drawn(front, look)
                + told
                + [
                    Text(),
                    *choice_lines(showing, session, look),
                ]
            )
        case Sequence(front=front) if card.part:
            arrow = "→" if look.unicode else "->"
            before = step_before(card).text
            return [
                *drawn(front, look),
                *told,
                Text(),
                *_item("After", before, look),
                Text(f"{arrow} what comes next?", "italic"),
            ]
        case Sequence(front=front):
            return [*drawn(front, look), *told, Text(), *_steps(showing, content, look)]


def answer_lines(
    showing: Showing,
    collection: Collection,
    look: Look,
    forgiven: AbstractSet[str] = FORGIVEN,
) -> list[Text]:
    """What stands below the question once the answer is shown: answer, extra, source.

    Args:
        showing: the card.
        collection: where its source is declared.
        look: the window.
        forgiven: what may differ in a typed answer that is right.
    """
    card, content = showing.card, showing.card.note.content
    out = list[Text]()
    match content:
        case Basic(front, back):
            out = drawn(front if card.part else back, look)
        case Typed():
            out = comparison_lines(compared(showing, content, forgiven), look)
        case Choice() if not showing.is_changed:
            out = [verdict_of_choice(showing, content)]
        case Sequence() if card.part:
            step = next(step for step in content.steps if step.key == card.part)
            out = drawn(step.text, look)
        case _:
            pass
    note = card.note
    for more in (note.extra and drawn(note.extra, look), _source(note.source, collection, look)):
        if more:
            out += [Text()] * bool(out) + dimmed(more)
    return out


def changed_lines(look: Look) -> list[Text]:
    """What stands above a card that is only shown."""
    return wrapped(Text("The answer changed since you learnt this card.", "yellow"), look)


def compared(showing: Showing, content: Typed, forgiven: AbstractSet[str]) -> Comparison:
    """The typed answer beside the right ones."""
    return compare(showing.typed, (content.answer, *content.accept), forgiven)


def comparison_lines(result: Comparison, look: Look) -> list[Text]:
    """The verdict in a word, and the two answers aligned letter by letter."""
    wanted = Text(visible(result.wanted), "bold green")
    if result.verdict in {Verdict.NOTHING, Verdict.RIGHT}:
        word = Text("right", "green") if result.verdict is Verdict.RIGHT else Text()
        return wrapped(Text("  ").join([wanted, word]), look)
    word = Text("not what was wanted", "red")
    if result.verdict is Verdict.NEARLY:
        word = Text("nearly right", "yellow")
    lines = wrapped(word, look)
    if look.plain:
        answer = Text("typed: ").append(visible(result.typed))
        return lines + [
            line
            for each in (answer, Text("wanted: ").append_text(wanted))
            for line in wrapped(each, look)
        ]
    return [*lines, *_aligned(result, look)]


def _aligned(result: Comparison, look: Look) -> list[Text]:
    """The two answers below each other, as many rows of two lines as they need."""
    gap, labels = "·" if look.unicode else "_", ("typed", "wanted")
    styles, room = ("bold red", "bold green underline"), look.width - _LABEL
    lines, used = list[Text](), room + 1
    for stretch in result.stretches:
        texts = (cells.clusters(visible(text)) for text in (stretch.typed, stretch.wanted))
        for pair in zip_longest(*texts, fillvalue=("", 0)):
            width = max(each for _, each in pair)
            if used + width > room:
                lines += [Text(f"{'' if lines else label:{_LABEL}}") for label in labels]
                used = 0
            for line, (text, each), style in zip(lines[-2:], pair, styles, strict=True):
                line.append(text, "" if stretch.alike else style).append(
                    gap * (width - each), "dim"
                )
            used += width
    return lines


def verdict_of_choice(showing: Showing, content: Choice) -> Text:
    """Whether the marked choices are the right ones, in a word."""
    if not showing.marked:
        return Text("nothing chosen", "dim")
    if is_right_choice(showing, content):
        return Text("right", "green")
    return Text("not right", "red")


def is_right_choice(showing: Showing, content: Choice) -> bool:
    """Whether exactly the right choices are marked."""
    return {content.choices[place] for place in showing.marked} == set(content.answers)


def choice_lines(showing: Showing, session: Session[M], look: Look) -> list[Text]:
    """The choices, with the keys that mark them, and which are right once that is shown."""
    content = showing.card.note.content
    if not isinstance(content, Choice):
        return []
    lines = []
    for number, place in enumerate(order_of_choices(showing.card, session.today), 1):
        text, marked = content.choices[place], place in showing.marked
        key = session.rules.bindings.key(str(number)) or str(number)
        line = Text.assemble((f"{key} ", "bold cyan"))
        line.append("" if look.plain else "[x] " if marked else "[ ] ")
        style = "bold" if marked else ""
        word = "  chosen" * (look.plain and marked)
        if showing.revealed and text in content.answers:
            style, word = "bold green", f"{word}  right"
        elif showing.revealed and marked:
            style, word = "red", f"{word}  wrong"
        line.append(visible(text), style).append(word, style)
        lines += wrapped(line, look, indent=6)
    return lines


def _steps(showing: Showing, content: Sequence, look: Look) -> list[Text]:
    lines = [line for place in range(showing.steps) for line in step_lines(showing, place, look)]
    if look.plain:
        return [*lines, Text(f"There are {counted(len(content.steps), 'step')}.")]
    unseen = range(showing.steps, len(content.steps))
    dots = "…" if look.unicode else "..."
    return lines + [Text(f"{place + 1}. {dots}", "dim") for place in unseen]


def step_lines(showing: Showing, place: int, look: Look) -> list[Text]:
    """One step of a sequence, and whether the learner did not know it."""
    content = showing.card.note.content
    if not isinstance(content, Sequence):
        return []
    lines = _item(f"{place + 1}.", content.steps[place].text, look)
    if place not in showing.missed:
        return lines
    *above, last = lines
    told = wrapped(Text.assemble(last, ("  missed", "red")), look, indent=3)
    return [*above, *told]


def _item(mark: str, text: str, look: Look) -> list[Text]:
    indent = len(mark) + 1
    inner = drawn(text, look._replace(width=max(10, look.width - indent)))
    return [
        Text.assemble((mark if number == 0 else " " * len(mark), "bold cyan"), " ", line)
        for number, line in enumerate(inner)
    ]


def _source(source: str, collection: Collection, look: Look) -> list[Text]:
    if not source:
        return []
    return wrapped(Text(f"Source: {source_title(source, collection)}"), look, indent=8)


def dimmed(lines: list[Text]) -> list[Text]:
    """Lines that matter less."""
    out = []
    for line in lines:
        copy = line.copy()
        copy.stylize_before("dim")
        out.append(copy)
    return out
