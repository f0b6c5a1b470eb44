"""A session → the screen: where you are, the card, the keys. Values in, styled lines out."""

from typing import NamedTuple

from rich.text import Text

from cardsmith.deck import Choice, Cloze, Collection, Sequence, Typed
from cardsmith.markup import media_references
from cardsmith.render import cells, keys
from cardsmith.render.card import (
    answer_lines,
    changed_lines,
    choice_lines,
    context,
    dimmed,
    question_lines,
    step_lines,
)
from cardsmith.render.field import Field
from cardsmith.render.leaves import Leaf, in_view, leaf_lines
from cardsmith.render.look import Look, cut, wrapped
from cardsmith.schedule.scheduler import M
from cardsmith.session import Session, Showing

RULES = "─-"  # of these is the line between question and answer
_HIGH = 8  # rows for the card in which two things can stand
_LEAST_WITH_HEADER = 15  # rows; the same before and after the answer, so that nothing jumps


class View(NamedTuple):
    """What a screen shows besides the session.

    Attributes:
        typed: the answer as typed so far.
        is_aside: whether keys are commands while an answer could be typed.
        flag: the word of why, while a card is flagged.
        scroll: body lines above the screen.
        leaf: what hides the card.
        hint: whether the hint was asked for.
        echo: what became of the last answer.
        notice: why the last key did nothing.
        is_long: whether there is more than the window shows.
        is_unread: whether some of that is below.
        minutes: how long the sitting has lasted.
        is_first: whether the learner has never answered a card, and is told how.
        has_outline: whether there is an outline, which such a learner may want to read first.
    """

    typed: Field = Field()
    is_aside: bool = False
    flag: Field | None = None
    scroll: int = 0
    leaf: Leaf | None = None
    hint: bool = False
    echo: str = ""
    notice: str = ""
    is_long: bool = False
    is_unread: bool = False
    minutes: int = 0
    is_first: bool = False
    has_outline: bool = False


class Screen(NamedTuple):
    """The parts of a screen.

    Attributes:
        header: where you are.
        body: the card.
        footer: the keys and what they do.
        lean: the same without what can be looked up, where that would hide some of the card.
        short: the keys alone, for windows in which even this would hide the card.
        unsaid: body lines at the end that only stand for what is not shown yet.
        pager: the key that shows what is below.
        cursor: the body line with the cursor of what is typed, if there is one.
    """

    header: list[Text]
    body: list[Text]
    footer: list[Text]
    lean: list[Text]
    short: list[Text]
    unsaid: int = 0
    pager: str = ""
    cursor: int | None = None

    def as_high_as(self, other: "Screen") -> "Screen":
        """The same, with no fewer lines of keys than another has."""
        low = (self.footer, self.lean, self.short)
        high = (other.footer, other.lean, other.short)
        blank = [[Text()] * (len(b) - len(a)) for a, b in zip(low, high, strict=True)]
        footer, lean, short = (more + keys for more, keys in zip(blank, low, strict=True))
        return self._replace(footer=footer, lean=lean, short=short)


class Fit(NamedTuple):
    """A screen cut to a window.

    Attributes:
        lines: what stands in it.
        scroll: body lines above it.
        unread: body lines below it that say something.
        room: body lines in it.
        is_long: whether the body has more.
    """

    lines: list[Text]
    scroll: int
    unread: int
    room: int
    is_long: bool


def screen(
    session: Session[M], showing: Showing, collection: Collection, view: View, look: Look
) -> Screen:
    """Everything that stands on the screen while a card is open."""
    bindings = session.rules.bindings
    header = [*_header(session, showing, view.minutes, look), Text()]
    if showing.is_changed:
        header += [*changed_lines(look), Text()]
    if view.leaf is not None:
        close = keys.leaf_lines(bindings, look, is_long=view.is_long, is_unread=view.is_unread)
        leaf = leaf_lines(view.leaf, look)
        return Screen(header, leaf, close, close, close, pager=bindings.key("show"))
    body = question_lines(showing, session, look, hint=view.hint)
    cursor = None
    if _has_field(showing):
        is_typing = not view.is_aside and view.flag is None
        cursor = len(body) + 1 + view.typed.row(look)
        body += [Text(), *view.typed.lines(look, is_active=is_typing)]
    if showing.revealed:
        answer = answer_lines(showing, collection, look, session.rules.forgiven)
        body += [*_rule(look), *answer] if answer else []
    if view.flag is not None:
        flagging = [Text(), *keys.flag_lines(view.flag, look)]
        short = keys.short_flag_lines(view.flag, look)
        return Screen(header, body, flagging, flagging, short, cursor=cursor)
    told = wrapped(Text(view.notice), look) if view.notice else []
    footer = [Text(), *told, *_footer(session, showing, view, look)]
    lean = [*told, *_lean_footer(session, showing, view, look)]
    always = _always(session, showing, view)
    asked = _asked(session, showing, view)
    short = keys.short_lines(session, showing, look, asked, always)
    short = [*[cut(line, look.width) for line in told[:1]], *short]
    pager = bindings.key("page-down" if _has_field(showing) else "show")
    return Screen(header, body, footer, lean, short, _unsaid(showing), pager, cursor)


def _has_field(showing: Showing) -> bool:
    return isinstance(showing.card.note.content, Typed) and not showing.revealed


def _rule(look: Look) -> list[Text]:
    return [Text(), Text(RULES[not look.unicode] * look.width, "dim"), Text()]


def _footer(session: Session[M], showing: Showing, view: View, look: Look) -> list[Text]:
    unread = view.is_unread
    if showing.revealed and not showing.is_changed:
        lines = keys.keys_lines(session, showing, look, has_space=not unread)
        lines += _told_once("Be honest: the card comes back accordingly.", view, look)
        return lines + keys.named(_asides(session, showing, view), look)
    lines = dimmed(wrapped(Text(view.echo), look)) if view.echo else []
    if not _has_field(showing) and not isinstance(showing.card.note.content, Choice):
        lines += _told_once("Answer from memory, then look.", view, look)
    lines += keys.named(_asked(session, showing, view), look)
    return lines + keys.named(_asides(session, showing, view), look)


def _told_once(words: str, view: View, look: Look) -> list[Text]:
    return dimmed(wrapped(Text(words), look)) if view.is_first else []


def _asides(session: Session[M], showing: Showing, view: View) -> list[tuple[str, str]]:
    """The keys that do something else than go on with the card."""
    if _has_field(showing) and not view.is_aside:
        return [("Esc", "other keys"), ("Ctrl-D", "leave")]
    bindings, told = session.rules.bindings, list[tuple[str, str]]()
    if _has_field(showing):
        told.append(("Esc", "type"))
    if not showing.revealed:
        if showing.card.note.hint:
            told.append((bindings.key("hint"), "hint"))
        if view.is_first and view.has_outline:
            told.append((bindings.key("outline"), "read the outline first"))
    elif showing.steps and not showing.is_changed:
        told.append((bindings.key("missed"), "missed it"))
    if any(map(media_references, in_view(showing))):
        told.append((bindings.key("play"), "open"))
    if session.past is not None:
        told.append((bindings.key("undo"), "undo"))
    return [*told, *keys.others(bindings)]


def _lean_footer(session: Session[M], showing: Showing, view: View, look: Look) -> list[Text]:
    others = keys.others(session.rules.bindings)
    if showing.revealed and not showing.is_changed:
        lines = keys.key_lines(session, showing, look, has_space=not view.is_unread)
        return lines + keys.named(others, look)
    return keys.named([*_asked(session, showing, view), *_always(session, showing, view)], look)


def _asked(session: Session[M], showing: Showing, view: View) -> list[tuple[str, str]]:
    bindings = session.rules.bindings
    return keys.asking(showing, bindings, is_unread=view.is_unread, is_aside=view.is_aside)


def _always(session: Session[M], showing: Showing, view: View) -> list[tuple[str, str]]:
    """The keys that are always there: others while a line is typed."""
    if _has_field(showing) and not view.is_aside:
        return _asides(session, showing, view)
    return keys.others(session.rules.bindings)


def _unsaid(showing: Showing) -> int:
    content = showing.card.note.content
    if isinstance(content, Sequence) and not showing.card.part:
        return len(content.steps) - showing.steps
    return 0


def fitted(
    made: Screen, rows: int, scroll: int, look: Look, focus: tuple[int, int] | None = None
) -> Fit:
    """Cut a screen to the rows of a window.

    The keys always stand at the bottom; where the body is longer than its room, the line above them
    says how much there is in either direction.

    Args:
        made: the whole screen.
        rows: at least four.
        scroll: how many body lines are to be above the window.
        look: the window.
        focus: the body lines that are to be seen, as `sight.news` gives them: it moves no further
            than they need, or where they are longer than it, to their beginning, below what came
            before.
    """
    footer = made.footer
    if len(made.header) + len(made.body) + len(footer) > rows:
        is_high = rows >= max(_LEAST_WITH_HEADER, 2 * len(made.lean))
        footer = made.lean if is_high else made.short[: max(1, rows // 2)]
    header = made.header if rows >= _LEAST_WITH_HEADER else []
    room = max(1, rows - len(header) - len(footer))
    if len(made.body) <= room:
        blank = [Text()] * (room - len(made.body))
        return Fit([*header, *made.body, *blank, *footer], 0, 0, room, is_long=False)
    room = max(1, room - 1)
    if focus is not None:
        start, end = focus
        if end - start > room >= _HIGH:  # it has to be paged anyway, so some of the question stays
            start -= room // 2
        scroll = min(start, max(scroll, end - room))
    scroll = max(0, min(scroll, len(made.body) - room))
    below = len(made.body) - room - scroll
    unread = max(0, below - made.unsaid)
    note = Text(_place(scroll, below, made.pager * bool(unread), look), "dim reverse")
    lines = [*header, *made.body[scroll : scroll + room], note, *footer]
    return Fit(lines[:rows], scroll, unread, room, is_long=True)


def _place(above: int, below: int, pager: str, look: Look) -> str:
    """How much there is in either direction, and by which key: as many words as there is room."""
    up, down = ("↑", "↓") if look.unicode else ("^", "v")
    ways = (
        f"{up} {above} above  {down} {below} below" + f"   {pager} next page" * bool(pager),
        f"{up} {above}  {down} {below}" + f"  {pager} next page" * bool(pager),
        f"{up}{above} {down}{below}" + f" {pager}" * bool(pager),
    )
    return next((way for way in ways if cells.width(way) <= look.width), ways[-1][: look.width])


def plain_title(session: Session[M], showing: Showing) -> str:
    """Where you are, in one line."""
    counts = ", ".join(f"{number} {noun}" for number, noun in _counts(session, showing))
    return f"{context(showing.card)}, {len(session.left())} left: {counts}"


def _counts(session: Session[M], showing: Showing) -> list[tuple[int, str]]:
    """How many cards of each sort are left, the open one included."""
    if session.rules.is_cram:
        again = len(session.drill)
        sorts = ((len(session.left()) - again, "to practise"), (again, "again"))
        return [(number, noun) for number, noun in sorts if number]
    new = sum(session.states[card].is_new for card in (*session.queue, showing.card.id))
    drill = len(session.drill) + session.is_drill()
    shown = {*session.changed, *([showing.card.id] if showing.is_changed else [])}
    changed = len(shown.difference(session.queue))
    review = len(session.left()) - new - drill - changed
    kinds = ((changed, "changed"), (new, "new"), (drill, "drill"), (review, "due"))
    return [(number, noun) for number, noun in kinds if number]


def _header(session: Session[M], showing: Showing, minutes: int, look: Look) -> list[Text]:
    total = len(session.cards)
    dot = " · " if look.unicode else ", "
    parts = [f"{number} {noun}" for number, noun in _counts(session, showing)]
    counts = dot.join([*parts, *([f"{minutes} min"] if minutes else [])])
    room = look.width - len(counts) - 2
    line = cut(Text(context(showing.card), "bold"), max(1, room))
    if room < 1:
        return [line]
    line.append(" " * (look.width - cells.width(line.plain) - len(counts)) + counts)
    done = look.width * (total - len(session.left())) // max(1, total)
    full, empty = ("━", "─") if look.unicode else ("=", "-")
    return [line, Text.assemble((full * done, "cyan"), (empty * (look.width - done), "dim"))]


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
        hint = isinstance(content, Typed)  # whoever types has no key to ask for it
        lines = question_lines(showing, session, look, hint=hint)
    elif isinstance(content, Sequence) and not showing.card.part:
        lines = step_lines(showing, showing.steps - 1, look)
    elif isinstance(content, Choice):
        lines = choice_lines(showing, session, look)
    elif isinstance(content, Cloze):
        lines = question_lines(showing, session, look, hint=False)
    if not showing.revealed:
        return lines
    if before and before.revealed:  # a step is missed or not, and so is what is suggested
        return [*lines, Text(), *keys.keys_lines(session, showing, look, has_space=False)]
    answer = answer_lines(showing, collection, look, session.rules.forgiven)
    lines += [Text()] * bool(lines and answer) + [*answer, Text()]
    if showing.is_changed:
        return [*changed_lines(look), Text(), *lines]
    return lines + keys.keys_lines(session, showing, look, has_space=False)
