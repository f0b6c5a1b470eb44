"""A session → the screen: where you are, the card, the keys. Values in, styled lines out."""

import re
from typing import NamedTuple

from rich.text import Text

from cardsmith import cloze
from cardsmith.comparison import Comparison, Verdict, compare
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
from cardsmith.history import QUALITIES
from cardsmith.markup import MARK
from cardsmith.render import cells
from cardsmith.render.look import Look, cut, drawn, wrapped
from cardsmith.render.phrases import in_days
from cardsmith.schedule.scheduler import M
from cardsmith.session import (
    DRILL_KEYS,
    Outlook,
    Session,
    Showing,
    order_of_choices,
    outlook,
)
from cardsmith.visible import visible

LABELS = {
    2: {1: "Not yet", 2: "Got it"},
    4: {1: "Again", 2: "Hard", 3: "Good", 4: "Easy"},
    6: {0: "Blackout", 1: "Wrong", 2: "Almost", 3: "Hard", 4: "Good", 5: "Easy"},
}
FORGOT, HARD, GOOD = 2, 3, 4  # qualities
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
# A line of a paragraph that goes on in the next: neither is a heading, an item or the like.
_FOLD = re.compile(r"^((?!#{1,6} ).*\S)\n(?=[^\W\d_]|[\"'(`$])", re.MULTILINE)
_HELP = (
    ("Space, Enter", "show the answer, or the next step; then the key it is named beside"),
    ("1 2 3 4", "say how it went: forgotten, hard, good, easy"),
    ("1 2", "in drill: not yet, got it"),
    ("h, Tab", "show the hint, where there is one"),
    ("u", "undo the last answer, also several"),
    ("l", "later: to the back of today's cards, without a grade"),
    ("b", "bury: not again today"),
    ("s", "suspend: not again, until `cardsmith log unsuspend`"),
    ("Up, Down", "scroll a long card, or PageUp and PageDown"),
    ("e", "edit the note in your editor, then go on"),
    ("o", "what the source says"),
    ("i", "why this card is asked today"),
    ("?", "this help; any key closes it"),
    ("q, Ctrl-D", "leave; every answer is already saved"),
)


class Leaf(NamedTuple):
    """A text that stands over the card until a key is pressed.

    Attributes:
        lines: plain lines, `indent` cells in where they go on.
        markdown: a text in Markdown, after the lines.
        scroll: lines above the screen.
    """

    lines: tuple[str, ...] = ()
    indent: int = 2
    markdown: str = ""
    scroll: int = 0


class View(NamedTuple):
    """What a screen shows besides the session.

    Attributes:
        typed: the answer as typed so far.
        scroll: body lines above the screen.
        leaf: what hides the card.
        hint: whether the hint was asked for.
        echo: what became of the last answer.
    """

    typed: str = ""
    scroll: int = 0
    leaf: Leaf | None = None
    hint: bool = False
    echo: str = ""


class Screen(NamedTuple):
    """The parts of a screen.

    Attributes:
        header: where you are.
        body: the card.
        footer: the keys and what they do.
        lean: the same without what can be looked up, where that lets the whole card be seen.
        short: the keys alone, for windows in which the footer would hide the card.
        focus: the body lines that are new and have to be seen: the first, and the one behind
            the last.
        unsaid: body lines at the end that only stand for what is not shown yet.
    """

    header: list[Text]
    body: list[Text]
    footer: list[Text]
    lean: list[Text]
    short: list[Text]
    focus: tuple[int, int] = (0, 0)
    unsaid: int = 0


class Fit(NamedTuple):
    """A screen cut to a window.

    Attributes:
        lines: what stands in it.
        scroll: body lines above it.
        unread: body lines below it that say something.
    """

    lines: list[Text]
    scroll: int
    unread: int


def screen(
    session: Session[M], showing: Showing, collection: Collection, view: View, look: Look
) -> Screen:
    """Everything that stands on the screen while a card is open."""
    header = [*_header(session, showing, look), Text()]
    if view.leaf is not None:
        close = [Text("any key closes this", "dim")]
        return Screen(header, _leaf_lines(view.leaf, look), close, close, close)
    question = question_lines(showing, session, look, hint=view.hint)
    if isinstance(showing.card.note.content, Typed) and not showing.revealed:
        question += [Text(), *_field(view.typed, look)]
    answer = answer_lines(showing, collection, look) if showing.revealed else []
    rule = [Text(), Text(("─" if look.unicode else "-") * look.width, "dim"), Text()]
    body = question + (rule + answer if answer else [])
    footer = [Text(), *_footer(session, showing, view, look)]
    short = _short_footer(session, showing, look)
    lean = [Text(), *_lean_footer(session, showing, look)]
    focus = _focus(showing, question, body, look)
    return Screen(header, body, footer, lean, short, focus, _unsaid(showing))


def _unsaid(showing: Showing) -> int:
    content = showing.card.note.content
    if isinstance(content, Sequence) and not showing.card.part:
        return len(content.steps) - showing.steps
    return 0


def _focus(showing: Showing, question: list[Text], body: list[Text], look: Look) -> tuple[int, int]:
    """Where what the last key showed stands: the newest step, or the answer."""
    content = showing.card.note.content
    if isinstance(content, Sequence) and showing.steps:
        end = len(question) - (len(content.steps) - showing.steps)
        start = end - len(_step(content, showing.steps - 1, look))
        return start, len(body) if showing.revealed else end
    if not showing.revealed:
        return 0, 0
    stands_above = isinstance(content, Cloze | Choice)  # the answer fills the question
    return (0 if stands_above else len(question) + 1), len(body)


def fitted(made: Screen, rows: int, scroll: int | None, look: Look) -> Fit:
    """Cut a screen to the rows of a window.

    The keys always stand at the bottom; where the body is longer than its room, the line above them
    says how much there is in either direction.

    Args:
        made: the whole screen.
        rows: at least four.
        scroll: how many body lines are to be above the window; None moves it no further than is
            needed to see what is new, from its first line.
        look: the window.
    """
    footer = made.footer if 2 * len(made.footer) <= rows else made.short[: max(1, rows // 2)]
    needed = len(made.header) + len(made.body)
    if needed + len(made.lean) <= rows < needed + len(made.footer):
        footer = made.lean
    header = made.header if len(made.header) + len(footer) + 6 <= rows else []
    room = max(1, rows - len(header) - len(footer))
    if len(made.body) <= room:
        blank = [Text()] * (room - len(made.body))
        return Fit([*header, *made.body, *blank, *footer], 0, 0)
    room = max(1, room - 1)
    if scroll is None:
        start, end = made.focus
        scroll = max(0, min(start, end - room))
    scroll = max(0, min(scroll, len(made.body) - room))
    below = len(made.body) - room - scroll
    up, down = ("↑", "↓") if look.unicode else ("^", "v")
    note = cut(Text(f"{up} {scroll} above  {down} {below} below", "dim reverse"), look.width)
    lines = [*header, *made.body[scroll : scroll + room], note, *footer]
    return Fit(lines[:rows], scroll, max(0, below - made.unsaid))


def question_lines(
    showing: Showing, session: Session[M], look: Look, *, hint: bool = True
) -> list[Text]:
    """The question; what the answer fills in stands where it was asked for."""
    card, content = showing.card, showing.card.note.content
    told = [Text(), *drawn(f"*Hint:* {card.note.hint}", look)] if card.note.hint and hint else []
    match content:
        case Basic(front, back):
            return drawn(back if card.part else front, look) + told
        case Cloze(pieces=pieces):
            show = cloze.revealed if showing.revealed else cloze.hidden
            return drawn(show(pieces, int(card.part[1:]), MARK), look) + told
        case Typed(front=front):
            return drawn(front, look) + told
        case Choice(front=front):
            return drawn(front, look) + told + [Text(), *_choices(showing, session, look)]
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


def answer_lines(showing: Showing, collection: Collection, look: Look) -> list[Text]:
    """What stands below the question once the answer is shown: answer, extra, source."""
    card, content = showing.card, showing.card.note.content
    out = list[Text]()
    match content:
        case Basic(front, back):
            out = drawn(front if card.part else back, look)
        case Typed():
            out = comparison_lines(compared(showing, content), look)
        case Choice():
            out = [verdict_of_choice(showing, content)]
        case Sequence() if card.part:
            step = next(step for step in content.steps if step.key == card.part)
            out = drawn(step.text, look)
        case _:
            pass
    note = card.note
    for more in (note.extra and drawn(note.extra, look), _source(note.source, collection, look)):
        if more:
            out += [Text()] * bool(out) + _dimmed(more)
    return out


def compared(showing: Showing, content: Typed) -> Comparison:
    """The typed answer beside the right ones."""
    return compare(showing.typed, (content.answer, *content.accept))


def comparison_lines(result: Comparison, look: Look) -> list[Text]:
    """The verdict in a word, and the two answers aligned letter by letter."""
    wanted = Text(visible(result.wanted), "bold green")
    if result.verdict in {Verdict.NOTHING, Verdict.RIGHT}:
        word = Text("right", "green") if result.verdict is Verdict.RIGHT else Text()
        return wrapped(Text("  ").join([wanted, word]), look)
    lines = [
        Text("nearly right", "yellow")
        if result.verdict is Verdict.NEARLY
        else Text("not what was wanted", "red")
    ]
    typed_line, wanted_line = Text("typed   "), Text("wanted  ")
    gap = "·" if look.unicode else "_"
    for stretch in result.stretches:
        typed, right = Text(visible(stretch.typed)), Text(visible(stretch.wanted))
        width = max(cells.width(typed.plain), cells.width(right.plain))
        if not stretch.alike:
            typed.stylize("bold red")
            right.stylize("bold green underline")
        for line, text in ((typed_line, typed), (wanted_line, right)):
            line.append_text(text).append(gap * (width - cells.width(text.plain)), "dim")
    if cells.width(typed_line.plain) > look.width:
        return lines + wrapped(Text("wanted  ").append_text(wanted), look)
    return [*lines, typed_line, wanted_line]


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


def suggestion(showing: Showing, of: int) -> int | None:
    """The key that what was typed or chosen speaks for; None where nothing does."""
    content = showing.card.note.content
    match content:
        case Typed():
            verdict = compared(showing, content).verdict
            wanted = {Verdict.RIGHT: GOOD, Verdict.NEARLY: HARD}.get(verdict, FORGOT)
        case Choice():
            wanted = GOOD if is_right_choice(showing, content) else FORGOT
        case _:
            return None
    return key_for(wanted, of)


def key_for(wanted: int, of: int) -> int:
    """The key out of `of` that stands for a quality, or for the best one below it."""
    return max(key for key, grade in QUALITIES[of].items() if grade <= wanted)


def default_key(showing: Showing, of: int) -> int:
    """The key that Space stands for: the one suggested, else Good or Got it."""
    suggested = suggestion(showing, of)
    return key_for(GOOD, of) if suggested is None else suggested


def keys_lines(session: Session[M], showing: Showing, look: Look, *, has_space: bool) -> list[Text]:
    """One line a key, and what they have in common.

    Args:
        session: the sitting.
        showing: its open card.
        look: the window.
        has_space: whether Space stands for one of the keys, which is then marked.
    """
    lines = key_lines(session, showing, look, has_space=has_space)
    outlooks = outlook(session, session.keys())
    promised = {view.days for view in outlooks}
    if len(promised) == 1 and None not in promised and len(outlooks) > DRILL_KEYS:
        same = f"All promise {in_days(promised.pop() or 1)}; the choice steers later intervals."
        lines += _dimmed(wrapped(Text(same), look))
    return lines


def key_lines(session: Session[M], showing: Showing, look: Look, *, has_space: bool) -> list[Text]:
    """One line a key: what it says and what follows from it."""
    of = session.keys()
    suggested, default = suggestion(showing, of), default_key(showing, of)
    widest = max(len(label) for label in LABELS[of].values())
    lines = list[Text]()
    for view in outlook(session, of):
        label = LABELS[of][view.key].ljust(widest)
        line = Text.assemble((str(view.key), "bold cyan"), " ", (label, "bold"), "  ")
        line.append(consequence(view))
        marks = ["suggested"] * (view.key == suggested)
        marks += ["Space"] * (has_space and view.key == default)
        line.append(f"  {', '.join(marks)}" if marks else "", "dim")
        lines += wrapped(line, look, indent=widest + 4)
    return lines


def consequence(view: Outlook) -> str:
    """What a key does, in words."""
    if view.days is None:
        return "again today" if view.drill else "done for today"
    return in_days(view.days) + (", and again today" if view.drill else "")


def source_title(source: str, collection: Collection) -> str:
    """`lesson#order` as a reader knows it: the title of the source, and the heading."""
    name, _, anchor = source.partition("#")
    known = collection.sources.get(name)
    if known is None:
        return visible(source)
    heading = known.anchors.get(anchor, "")
    return visible(known.title + (f": {heading}" if heading else ""))


def context(card: Card) -> str:
    """The last part of the deck's name, which every question stands under."""
    return visible(card.note.deck.rpartition("::")[2])


def plain_title(session: Session[M], showing: Showing) -> str:
    """Where you are, in one line."""
    total, left = len(session.cards), _left(session)
    counts = ", ".join(f"{number} {noun}" for number, noun in _counts(session, showing))
    return f"[{total - left + 1}/{total}] {context(showing.card)} ({counts} left)"


def _left(session: Session[M]) -> int:
    return len(session.queue) + len(session.drill) + (session.showing is not None)


def _counts(session: Session[M], showing: Showing) -> list[tuple[int, str]]:
    """How many cards of each sort are left, the open one included."""
    new = sum(session.states[card].is_new for card in (*session.queue, showing.card.id))
    drill = len(session.drill) + session.is_drill()
    review = _left(session) - new - drill
    return [
        (number, noun)
        for number, noun in ((new, "new"), (drill, "drill"), (review, "to review"))
        if number
    ]


def _header(session: Session[M], showing: Showing, look: Look) -> list[Text]:
    total = len(session.cards)
    dot = " · " if look.unicode else ", "
    counts = dot.join(f"{number} {noun}" for number, noun in _counts(session, showing))
    room = look.width - len(counts) - 2
    line = cut(Text(context(showing.card), "bold"), max(1, room))
    if room < 1:
        return [line]
    line.append(" " * (look.width - cells.width(line.plain) - len(counts)) + counts)
    done = look.width * (total - _left(session)) // max(1, total)
    full, empty = ("━", "─") if look.unicode else ("=", "-")
    return [line, Text.assemble((full * done, "cyan"), (empty * (look.width - done), "dim"))]


def _footer(session: Session[M], showing: Showing, view: View, look: Look) -> list[Text]:
    lines = list[Text]()
    if showing.revealed:
        lines += keys_lines(session, showing, look, has_space=True)
    else:
        echo = _dimmed(wrapped(Text(view.echo), look)) if view.echo else []
        lines += [*echo, *wrapped(_asking(showing), look)]
    if isinstance(showing.card.note.content, Typed) and not showing.revealed:
        return lines
    hint = [("h", "hint")] if showing.card.note.hint and not showing.revealed else []
    return lines + wrapped(_keys(*hint, ("u", "undo"), ("?", "help"), ("q", "leave")), look)


def _lean_footer(session: Session[M], showing: Showing, look: Look) -> list[Text]:
    if showing.revealed:
        return key_lines(session, showing, look, has_space=True)
    return wrapped(_asking(showing), look)


def _short_footer(session: Session[M], showing: Showing, look: Look) -> list[Text]:
    if not showing.revealed:
        return wrapped(_asking(showing), look)
    labels = LABELS[session.keys()]
    return wrapped(_keys(*((str(key), label) for key, label in labels.items()), gap=" "), look)


def _asking(showing: Showing) -> Text:
    content = showing.card.note.content
    match content:
        case Typed():
            hint = [("Tab", "hint")] if showing.card.note.hint else []
            return _keys(("Enter", "compare"), *hint, ("Ctrl-D", "leave"))
        case Choice(choices=choices):
            return _keys((f"1-{len(choices)}", "choose"), ("Enter", "confirm"))
        case Sequence(steps=steps) if not showing.card.part:
            return _keys(("Space", f"show step {showing.steps + 1} of {len(steps)}"))
        case _:
            return _keys(("Space", "show the answer"))


def _keys(*pairs: tuple[str, str], gap: str = "   ") -> Text:
    parts = [Text.assemble((key, "bold cyan"), f" {what}") for key, what in pairs]
    return Text(gap).join(parts)


def end_screen(summary: list[str], look: Look) -> Screen:
    """What stands on the screen after the last card."""
    body = [line for sentence in summary for line in wrapped(Text(sentence), look)]
    body[:0] = [Text("That was the last card.", "bold"), Text()]
    keys = wrapped(_keys(("Enter", "leave"), ("u", "undo")), look)
    return Screen([], body, keys, keys, keys)


def told_lines(
    before: Showing | None,
    showing: Showing,
    session: Session[M],
    collection: Collection,
    look: Look,
) -> list[Text]:
    """What there is to read since `before`, for output that only goes forward."""
    content = showing.card.note.content
    lines = list[Text]()
    if before is None:
        lines = question_lines(showing, session, look)
    elif isinstance(content, Sequence) and not showing.card.part:
        lines = _step(content, before.steps, look)
    elif isinstance(content, Choice):
        lines = _choices(showing, session, look)
    elif isinstance(content, Cloze):
        lines = question_lines(showing, session, look)
    if showing.revealed:
        answer = answer_lines(showing, collection, look)
        lines += [Text()] * bool(lines and answer) + [*answer, Text()]
        lines += keys_lines(session, showing, look, has_space=False)
    return lines


def prompt(session: Session[M], showing: Showing) -> str:
    """What can be typed at the open card, line by line."""
    content = showing.card.note.content
    if showing.revealed:
        keys = LABELS[session.keys()]
        return f"{', '.join(str(key) for key in keys)}, u to undo, q to leave: "
    if isinstance(content, Typed):
        return "Type the answer (Ctrl-D leaves): "
    if isinstance(content, Choice):
        return f"1-{len(content.choices)} to choose, Enter to confirm, q to leave: "
    return "Enter to go on, q to leave: "


def help_leaf() -> Leaf:
    """What the keys do."""
    return Leaf(tuple(f"{key:<14}{what}" for key, what in _HELP), indent=14)


def source_leaf(card: Card, collection: Collection, passage: str) -> Leaf:
    """What the source of a card says."""
    note = card.note
    if passage:
        return Leaf(markdown=_unfolded(passage))
    cited = source_title(note.source, collection) if note.source else "This note names no source."
    return Leaf((cited,))


def _unfolded(passage: str) -> str:
    """A passage whose paragraphs are each one line; an outline folds them, a card would not."""
    parts = _FENCED.split(passage)
    return "".join(
        part if number % 2 else _FOLD.sub(r"\1 ", part) for number, part in enumerate(parts)
    )


def _leaf_lines(leaf: Leaf, look: Look) -> list[Text]:
    lines = [
        line for each in leaf.lines for line in wrapped(Text(visible(each)), look, leaf.indent)
    ]
    return lines + (drawn(leaf.markdown, look) if leaf.markdown else [])


def _field(typed: str, look: Look) -> list[Text]:
    return wrapped(
        Text.assemble(("> ", "bold cyan"), visible(typed), ("▏" if look.unicode else "_", "cyan")),
        look,
        indent=2,
    )


def _choices(showing: Showing, session: Session[M], look: Look) -> list[Text]:
    content = showing.card.note.content
    if not isinstance(content, Choice):
        return []
    lines = []
    for number, place in enumerate(order_of_choices(showing.card, session.today), 1):
        text, marked = content.choices[place], place in showing.marked
        line = Text.assemble((f"{number} ", "bold cyan"), "[x] " if marked else "[ ] ")
        style = "bold" if marked else ""
        word = ""
        if showing.revealed and text in content.answers:
            style, word = "bold green", "  right"
        elif showing.revealed and marked:
            style, word = "red", "  wrong"
        line.append(visible(text), style).append(word, style)
        lines += wrapped(line, look, indent=6)
    return lines


def _steps(showing: Showing, content: Sequence, look: Look) -> list[Text]:
    lines = [line for place in range(showing.steps) for line in _step(content, place, look)]
    unseen = range(showing.steps, len(content.steps))
    dots = "…" if look.unicode else "..."
    return lines + [Text(f"{place + 1}. {dots}", "dim") for place in unseen]


def _step(content: Sequence, place: int, look: Look) -> list[Text]:
    return _item(f"{place + 1}.", content.steps[place].text, look)


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


def _dimmed(lines: list[Text]) -> list[Text]:
    out = []
    for line in lines:
        copy = line.copy()
        copy.stylize_before("dim")
        out.append(copy)
    return out
