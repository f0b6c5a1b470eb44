"""The keys of an open card and what each does, as they stand below it."""

from collections.abc import Iterable

from rich.text import Text

from cardsmith.bindings import Bindings
from cardsmith.comparison import Verdict
from cardsmith.deck import Choice, Sequence, Typed
from cardsmith.history import QUALITIES
from cardsmith.render import cells
from cardsmith.render.card import compared, dimmed, is_right_choice
from cardsmith.render.field import Field
from cardsmith.render.look import Look, cut, wrapped
from cardsmith.render.phrases import in_days
from cardsmith.schedule.scheduler import M
from cardsmith.session import DRILL_KEYS, Outlook, Session, Showing, outlook

LABELS = {
    2: {1: "Not yet", 2: "Got it"},
    4: {1: "Again", 2: "Hard", 3: "Good", 4: "Easy"},
    6: {0: "Blackout", 1: "Wrong", 2: "Almost", 3: "Hard", 4: "Good", 5: "Easy"},
}
FORGOT, HARD, GOOD = 2, 3, 4  # qualities


def suggestion(session: Session[M], showing: Showing) -> int | None:
    """The key that what was typed, chosen or missed speaks for; None where nothing does."""
    content = showing.card.note.content
    match content:
        case Typed():
            verdict = compared(showing, content, session.rules.forgiven).verdict
            wanted = {Verdict.RIGHT: GOOD, Verdict.NEARLY: HARD}.get(verdict, FORGOT)
        case Choice():
            wanted = GOOD if is_right_choice(showing, content) else FORGOT
        case Sequence() if showing.missed:
            wanted = FORGOT
        case _:
            return None
    return key_for(wanted, session.keys())


def key_for(wanted: int, of: int) -> int:
    """The key out of `of` that stands for a quality, or for the best one below it."""
    return max(key for key, grade in QUALITIES[of].items() if grade <= wanted)


def default_key(session: Session[M], showing: Showing) -> int:
    """The key that Space stands for: the one suggested, else Good or Got it."""
    suggested = suggestion(session, showing)
    return key_for(GOOD, session.keys()) if suggested is None else suggested


def keys_lines(
    session: Session[M],
    showing: Showing,
    look: Look,
    *,
    has_space: bool,
) -> list[Text]:
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
        lines += dimmed(wrapped(Text(same), look))
    return lines


def key_lines(
    session: Session[M],
    showing: Showing,
    look: Look,
    *,
    has_space: bool,
) -> list[Text]:
    """One line a key: what it says and what follows from it; see `keys_lines`."""
    of, bindings = session.keys(), session.rules.bindings
    suggested, default = suggestion(session, showing), default_key(session, showing)
    names = {key: bindings.key(str(key)) for key in LABELS[of]}
    broadest = max(map(len, names.values()))
    widest = max(map(len, LABELS[of].values()))
    lines = list[Text]()
    for view in outlook(session, of):
        name, label = names[view.key].ljust(broadest), LABELS[of][view.key].ljust(widest)
        line = Text.assemble((name, "bold cyan"), " ", (label, "bold"), "  ")
        line.append(consequence(view))
        marks = ["suggested"] * (view.key == suggested)
        marks += [bindings.key("show")] * (has_space and view.key == default)
        line.append(f"  {', '.join(marks)}" if marks else "", "dim")
        lines += wrapped(line, look, indent=broadest + widest + 3)
    return lines


def consequence(view: Outlook) -> str:
    """What a key does, in words."""
    if view.days is None:
        return "again today" if view.drill else "done for today"
    return in_days(view.days) + (", and again today" if view.drill else "")


def named(pairs: Iterable[tuple[str, str]], look: Look, gap: int = 3) -> list[Text]:
    """Keys beside what they do; what has no key is left out, and no key parts from its words."""
    lines = list[Text]()
    for key, what in pairs:
        if not key:
            continue
        pair = Text.assemble((key, "bold cyan"), f" {what}")
        room = look.width - gap - cells.width(pair.plain)
        if lines and cells.width(lines[-1].plain) <= room:
            lines[-1].append(" " * gap).append_text(pair)
        else:
            lines += wrapped(pair, look)
    return lines


def asking(
    showing: Showing, bindings: Bindings, *, is_unread: bool = False, is_aside: bool = False
) -> list[tuple[str, str]]:
    """The keys that go on with a card before it can be graded, and what each is for.

    Args:
        showing: the card.
        bindings: which key does what.
        is_unread: whether the key that goes on first shows what is below, and is not named here.
        is_aside: whether keys are commands though an answer could be typed.
    """
    content, show = showing.card.note.content, bindings.key("show")
    if showing.is_changed:
        return [(show, "go on")] * (not is_unread)
    match content:
        case Typed():
            return [(show if is_aside else "Enter", "compare")]
        case Choice(choices=choices):
            digits = [str(number) for number, _ in enumerate(choices, 1)]
            bound = [bindings.key(digit) for digit in digits]
            marks = f"1-{len(choices)}" if bound == digits else " ".join(bound)
            return [(marks, "choose"), *[(bindings.confirm, "confirm")] * (not is_unread)]
        case Sequence(steps=steps) if not showing.card.part:
            missed = [(bindings.key("missed"), "missed it")] * bool(showing.steps)
            step = (show, f"show step {showing.steps + 1} of {len(steps)}")
            return [*[step] * (not is_unread), *missed]
        case _:
            return [(show, "show the answer")] * (not is_unread)


def others(bindings: Bindings) -> list[tuple[str, str]]:
    """The keys that are there on every card."""
    return [(bindings.key("help"), "help"), (bindings.key("leave"), "leave")]


def leaf_lines(bindings: Bindings, look: Look, *, is_long: bool, is_unread: bool) -> list[Text]:
    """The keys while something stands over the card."""
    show = bindings.key("show")
    if is_unread:
        return named([(bindings.key("leave"), "close")], look)
    if is_long:
        return named([(show, "close"), (bindings.key("up"), "back")], look)
    return [cut(Text("any key closes this", "dim"), look.width)]


def short_lines(
    session: Session[M],
    showing: Showing,
    look: Look,
    asked: list[tuple[str, str]],
    always: list[tuple[str, str]],
) -> list[Text]:
    """The keys alone, for low windows.

    Args:
        session: the sitting.
        showing: its open card.
        look: the window.
        asked: the keys that go on with the card before it can be graded.
        always: keys that are named as well where they need no line more.
    """
    bindings, gap, pairs = session.rules.bindings, 3, asked
    if showing.revealed and not showing.is_changed:
        labels = LABELS[session.keys()].items()
        gap, pairs = 1, [(bindings.key(str(key)), label) for key, label in labels]
    alone = named(pairs, look, gap)
    ways = (named([*pairs, *always[:number]], look, gap) for number in (2, 1))
    return next((lines for lines in ways if len(lines) <= max(1, len(alone))), alone)


def flag_lines(flag: Field, look: Look) -> list[Text]:
    """Where a card is flagged: what is asked, what was typed, and the keys."""
    asked = wrapped(Text("What is wrong with this card? A word or two, for its authors."), look)
    keys = named([("Enter", "flag it"), ("Esc", "do not")], look)
    return [*asked, *flag.lines(look), *keys]


def short_flag_lines(flag: Field, look: Look) -> list[Text]:
    """The same, for low windows."""
    asked = cut(Text("What is wrong?"), look.width)
    typed = flag.lines(look)[flag.row(look)]
    return [asked, typed, *named([("Enter", "flag"), ("Esc", "not")], look, gap=1)]


def prompt(session: Session[M], showing: Showing) -> str:
    """What can be typed at the open card, line by line."""
    bindings, content = session.rules.bindings, showing.card.note.content
    if isinstance(content, Typed) and not showing.revealed:
        return "Type the answer (Ctrl-D leaves): "
    if showing.revealed and not showing.is_changed:
        ways = [bindings.key(str(key)) for key in LABELS[session.keys()]]
    elif isinstance(content, Choice) and not showing.is_changed:
        ways = [f"{key} to {what}" for key, what in asking(showing, bindings)]
    else:
        missed = bindings.key("missed")
        ways = [
            f"{bindings.confirm} to go on",
            *[f"{missed} if you missed it"] * bool(showing.steps),
        ]
    if session.past is not None:
        ways.append(f"{bindings.key('undo')} to undo")
    ways += [f"{bindings.key('help')} for help", f"{bindings.key('leave')} to leave"]
    return f"{', '.join(ways)}: "
