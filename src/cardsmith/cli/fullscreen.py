"""A sitting on the whole screen."""

import signal
from functools import partial

from cardsmith.cli.asides import ASIDES, NOTHING, aside, edited
from cardsmith.cli.sitting import Sitting, is_other, look_at, move_of, wants_typing
from cardsmith.cli.terminal import LEFT, PASTED, RESIZED, Ended, Terminal
from cardsmith.history import Flag
from cardsmith.render.field import Field
from cardsmith.render.leaves import Leaf
from cardsmith.render.look import Look
from cardsmith.render.review import Fit, Screen, View, fitted, screen
from cardsmith.render.sight import Seen, Sight
from cardsmith.render.summary import end_screen
from cardsmith.render.terminal import ansi
from cardsmith.session import Mark, Missed, Move, Noted, Quit, Reveal

_NARROWEST, _LOWEST = 10, 4
_MARGIN = 2
# Commands that record something, and would again and again where their key is held down.
_ONCE = {"bury", "later", "suspend", "undo", "missed", "more"}
_ENDS = {"home": 0, "end": 1 << 20}
_SCROLLS = {"up": -1, "down": 1, "page-up": -1, "page-down": 1}


def sit(sitting: Sitting) -> int:
    """Ask cards until none is left or the learner leaves.

    Returns:
        The exit status: 0, or 128 and the number of the signal that ended it.

    Raises:
        HistoryError: an answer could not be saved.
    """
    try:
        with Terminal() as terminal:
            _Screen(sitting, terminal).run()
    except Ended as end:
        return end.exit_status
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0


class _Screen:
    """What stands on the screen besides the session, and the keys that change it."""

    def __init__(self, sitting: Sitting, terminal: Terminal) -> None:
        self.sitting, self.terminal = sitting, terminal
        self.view = View()
        self.drawn: object = None  # the card that stands on the screen
        self.sight, self.over = Sight(), Sight()  # of the card, and of what stands over it
        self.fit = Fit([], 0, 0, 1, is_long=False)
        self.last_figure = ""  # the key just pressed, where it was a figure
        self.counted = 0  # answers when the days were last counted
        self.begin_card()

    def run(self) -> None:
        while True:
            self.draw()
            if self.last_figure:  # while it is held down, it means nothing to the next card
                self.terminal.is_held(self.last_figure)
                self.last_figure = ""
            key = self.terminal.read(typing=self.field is not None)
            if key == RESIZED:
                continue
            is_typing = self.field is not None
            if key == LEFT or not self.press(key):
                return
            while is_typing and self.field is not None and self.terminal.has_more:
                if not self.press(
                    self.terminal.read(typing=True)
                ):  # pasted: drawn once, not for each letter
                    return

    def draw(self) -> None:
        columns, rows = self.terminal.size()
        margin = _MARGIN if columns > 2 * _MARGIN + 2 * _NARROWEST else 0
        look = look_at(self.sitting.app, max(_NARROWEST, columns - 2 * margin))
        showing, session = self.sitting.showing, self.sitting.session
        what = (session.answered, showing and (showing.card.id, showing.revealed, showing.steps))
        self.fit = self.fitted(look, max(_LOWEST, rows))
        self.scroll_to(self.fit.scroll)
        text = ansi(self.fit.lines[:rows], colour=look.colour)
        self.terminal.draw(
            [" " * margin + line for line in text.splitlines()], forget_keys=what != self.drawn
        )
        self.drawn = what

    def fitted(self, look: Look, rows: int) -> Fit:
        """What stands in the window."""
        leaf, showing = self.view.leaf, self.sitting.showing
        if showing is None:
            return fitted(self.end(look), rows, self.view.scroll, look)
        self.view = self.view._replace(minutes=self.sitting.minutes)
        make = partial(screen, self.sitting.session, showing, self.sitting.desk.cover)
        made = make(self.view, look)
        seen = Seen(partial(make, self.view), made, look, rows, self.view.typed)
        sight, at = (self.sight, self.view.scroll) if leaf is None else (self.over, leaf.scroll)
        scroll, focus = sight.moved(seen, at)
        fit = fitted(made, rows, scroll, look, focus)
        if not fit.is_long:
            return fit
        told = self.view._replace(is_long=True, is_unread=bool(fit.unread))
        again = make(told, look)
        better = fitted(again, rows, scroll, look, focus)
        if bool(better.unread) == told.is_unread:
            return better
        return fitted(again.as_high_as(made), rows, scroll, look, focus)  # what is told stays true

    def press(self, key: str) -> bool:
        """Act on a key; False to leave."""
        command = self.sitting.bindings.command(key)
        self.view = self.view._replace(notice="")
        if key.startswith(PASTED):
            self.paste(key.removeprefix(PASTED))
        elif key in _ENDS and not command and (self.field is None or self.view.leaf):
            self.scroll_to(_ENDS[key])
        elif self.view.leaf is not None:
            self.press_on_leaf(command)
        elif command in _SCROLLS and (self.field is None or key == command):
            self.scroll(command)
        elif key == "ctrl-d":
            return self.leave()
        elif self.field is not None:
            self.type(key)
        elif self.sitting.showing is None:
            return self.press_at_end(key, command)
        else:
            return self.press_on_card(key, command)
        return True

    def press_on_leaf(self, command: str) -> None:
        """Act on a key while something stands over the card."""
        if self.fit.unread and command == "show":
            self.scroll("page-down")
        elif self.fit.is_long and command in _SCROLLS:
            self.scroll(command)
        else:
            self.view = self.view._replace(leaf=None)

    def press_on_card(self, key: str, command: str) -> bool:
        """Act on a key while a card is open and no line is typed; False to leave."""
        is_typed = wants_typing(self.sitting.showing)
        if key == "esc" and is_typed:
            self.view = self.view._replace(is_aside=False)
        elif self.fit.unread and command == "show" and not is_typed:
            self.scroll("page-down")  # what was not seen is shown before anything else
        elif self._is_held(key, command):
            pass  # nobody grades with a key that was never let go
        elif not self.turn_aside(command):
            self.last_figure = key if command.isdecimal() else ""
            return self.move(command)
        return True

    def press_at_end(self, key: str, command: str) -> bool:
        """Act on a key after the last card; False to leave."""
        if command == "more":
            if self.sitting.more():
                self.begin_card()
            return True
        if command == "leave":
            return self.leave()
        if command == "undo":
            return self.move(command)
        return command != "show" and key != "esc"

    @property
    def field(self) -> Field | None:
        """The line that is being typed."""
        if self.view.flag is not None:
            return self.view.flag
        is_typing = wants_typing(self.sitting.showing) and not self.view.is_aside
        return self.view.typed if is_typing else None

    def scroll(self, command: str) -> None:
        """Move the card, or the leaf that hides it."""
        by = _SCROLLS[command] * (max(1, self.fit.room - 1) if "page" in command else 1)
        now = self.view.scroll if self.view.leaf is None else self.view.leaf.scroll
        self.scroll_to(max(0, now + by))

    def open(self, leaf: Leaf) -> None:
        """Show something over the card."""
        self.view, self.over = self.view._replace(leaf=leaf), Sight()

    def turn_aside(self, command: str) -> bool:
        """Act on what changes what is shown and not the session; False if it is none."""
        if command == "hint":
            self.view = self.view._replace(hint=True)
        elif command in ASIDES:
            self.open(aside(command, self.sitting))
        elif command == "flag":
            self.view = self.view._replace(flag=Field())
        elif command == "edit":
            self.edit()
        else:
            return False
        return True

    def move(self, command: str) -> bool:
        """Make the move that a command means, if it means one; False to leave."""
        move = move_of(command, self.sitting)
        if move is None:
            return True
        if isinstance(move, Reveal):
            move = Reveal(self.view.typed.text)
        self.act(move)
        return not isinstance(move, Quit)

    def act(self, move: Move) -> None:
        """Make a move; the view of a card is kept as long as it is open."""
        before = self.sitting.showing
        has_moved = self.sitting.move(move)
        if is_other(before, self.sitting.showing):
            self.begin_card()
        self.tell(said=has_moved and not isinstance(move, Reveal | Mark | Missed))

    def tell(self, *, said: bool) -> None:
        """Say what became of the last move, also below an answer, where no echo stands.

        Args:
            said: whether something became of it that is worth a word.
        """
        sitting, showing = self.sitting, self.sitting.showing
        notice = sitting.notice
        if showing and showing.revealed and not showing.is_changed and not notice:
            notice = sitting.echo * said
        self.view = self.view._replace(echo=sitting.echo, notice=notice)

    def leave(self) -> bool:
        """End the sitting."""
        self.sitting.move(Quit())
        return False

    def begin_card(self) -> None:
        """Show a card anew."""
        sitting = self.sitting
        self.sight = Sight()
        self.view = View(
            echo=sitting.echo,
            is_first=sitting.terms.is_first and not sitting.written,
            has_outline=sitting.has_outline,
        )

    def end(self, look: Look) -> Screen:
        """What stands there after the last card."""
        if self.counted != self.sitting.session.answered:
            self.counted = self.sitting.session.answered
            self.sitting.count_days(self.terminal.waker())
        return end_screen(self.sitting.outcome(), look, self.view.echo)

    def _is_held(self, key: str, command: str) -> bool:
        """Whether a key is held down and therefore means nothing; some act once."""
        showing = self.sitting.showing
        grades = command == "show" and showing is not None and showing.revealed
        if not grades and command not in _ONCE:
            return False
        return self.terminal.is_held(key) and grades

    def edit(self) -> None:
        """Change the note, where it is the learner's to change."""
        before = self.sitting.showing
        obstacle = edited(self.sitting, self.terminal.lent())
        if obstacle != NOTHING:
            self.open(obstacle)
            return
        if is_other(before, self.sitting.showing):
            self.begin_card()
        self.tell(said=True)
        self.drawn = None

    def scroll_to(self, line: int) -> None:
        """Move the card, or the leaf that hides it."""
        if self.view.leaf is None:
            self.view = self.view._replace(scroll=line)
        else:
            self.view = self.view._replace(leaf=self.view.leaf._replace(scroll=line))

    def type(self, key: str) -> None:
        """A key while a line is typed: Enter and Esc, with Ctrl-C and Ctrl-D, are commands."""
        if self.view.flag is not None:
            self.type_flag(self.view.flag, key)
        elif key == "enter":
            self.act(Reveal(self.view.typed.text))
        elif key == "esc":
            self.view = self.view._replace(is_aside=True)
        else:
            self.view = self.view._replace(typed=self.view.typed.edited(key))

    def paste(self, text: str) -> None:
        """Take in what was pasted, where a line is typed; it presses no key."""
        if self.view.leaf is None and self.view.flag is not None:
            self.view = self.view._replace(flag=self.view.flag.typed(text))
        elif self.view.leaf is None and self.field is not None:
            self.view = self.view._replace(typed=self.view.typed.typed(text))

    def type_flag(self, flag: Field, key: str) -> None:
        """A key while the word of why is typed."""
        if key == "enter":
            self.view = self.view._replace(flag=None)
            self.act(Noted(Flag(flag.text.strip())))
        elif key == "esc":
            self.view = self.view._replace(flag=None)
        else:
            self.view = self.view._replace(flag=flag.edited(key))
