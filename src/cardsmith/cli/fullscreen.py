"""A sitting on the whole screen."""

from cardsmith.cli.sitting import ASIDES, Sitting, look_at, move_of, wants_typing
from cardsmith.cli.terminal import LEFT, PASTED, RESIZED, Ended, Terminal
from cardsmith.errors import UsageError
from cardsmith.history import Flag
from cardsmith.render.field import Field
from cardsmith.render.leaves import Leaf
from cardsmith.render.look import Look
from cardsmith.render.review import Screen, View, fitted, screen
from cardsmith.render.summary import end_screen
from cardsmith.render.terminal import ansi
from cardsmith.session import Mark, Missed, Noted, Quit, Reveal

_NARROWEST, _LOWEST = 10, 4
_MARGIN = 2
# Commands that record something, and would again and again where their key is held down.
_ONCE = {"bury", "later", "suspend", "undo", "missed", "more"}
_SCROLLS = {"up": -1, "down": 1, "page-up": -1, "page-down": 1}


def sit(sitting: Sitting) -> int:
    """Ask cards until none is left or the learner leaves.

    Returns:
        The exit status: 0, or 128 and the number of the signal that ended it.

    Raises:
        KeyboardInterrupt: Ctrl-C.
        HistoryError: an answer could not be saved.
    """
    try:
        with Terminal() as terminal:
            _Screen(sitting, terminal).run()
    except Ended as end:
        return end.exit_status
    return 0


class _Screen:
    """What stands on the screen besides the session, and the keys that change it."""

    def __init__(self, sitting: Sitting, terminal: Terminal) -> None:
        self.sitting, self.terminal = sitting, terminal
        self.view = View()
        self.drawn: object = None  # the card that stands on the screen
        self.focused: object = None  # and what of it was new when it was last scrolled
        self.page = 1
        self.counted = 0  # answers when the days were last counted
        self.unread = 0  # lines of the card that are below the window
        self.begin_card()

    def run(self) -> None:
        while True:
            self.draw()
            key = self.terminal.read(typing=self.field is not None)
            if key == RESIZED:
                continue
            if key == LEFT or not self.press(key):
                return
            while self.field is not None and self.terminal.has_more:
                if not self.press(
                    self.terminal.read(typing=True)
                ):  # pasted: drawn once, not for each letter
                    return

    def draw(self) -> None:
        columns, rows = self.terminal.size()
        margin = _MARGIN if columns > 2 * _MARGIN + 2 * _NARROWEST else 0
        look = look_at(self.sitting.app, max(_NARROWEST, columns - 2 * margin))
        showing, session = self.sitting.showing, self.sitting.session
        if showing is None:
            made = self.end(look)
        else:
            self.view = self.view._replace(minutes=self.sitting.minutes)
            made = screen(session, showing, self.sitting.desk.cover, self.view, look)
        what = (session.answered, showing and (showing.card.id, showing.revealed, showing.steps))
        new = (what, self.view.hint, bool(self.view.typed.text))
        self.page = max(1, rows - len(made.header) - len(made.footer) - 2)
        leaf = self.view.leaf
        wanted = self.view.scroll if leaf is None else leaf.scroll
        fit = fitted(made, max(_LOWEST, rows), None if new != self.focused else wanted, look)
        self.scroll_to(fit.scroll)
        self.unread = fit.unread
        lines = fit.lines
        self.terminal.draw(
            [" " * margin + line for line in ansi(lines[:rows], colour=look.colour).splitlines()],
            forget_keys=what != self.drawn,
        )
        self.drawn, self.focused = what, new

    def press(self, key: str) -> bool:
        """Act on a key; False to leave."""
        command = self.sitting.bindings.command(key)
        if key.startswith(PASTED):
            self.paste(key.removeprefix(PASTED))
        elif command in _SCROLLS and (self.field is None or key == command):
            self.scroll(command)
        elif self.view.leaf is not None:
            self.view = self.view._replace(leaf=None)
        elif key == "ctrl-d":
            return self.leave()
        elif self.field is not None:
            self.type(key)
        elif self.sitting.showing is None:
            return self.press_at_end(key, command)
        else:
            return self.press_on_card(key, command)
        return True

    def press_on_card(self, key: str, command: str) -> bool:
        """Act on a key while a card is open and no line is typed; False to leave."""
        if key == "esc" and wants_typing(self.sitting.showing):
            self.view = self.view._replace(is_aside=False)
        elif self.unread and command == "show":
            self.scroll("page-down")  # what was not seen is shown before anything else
        elif self._is_held(key, command):
            pass  # nobody grades with a key that was never let go
        elif not self.turn_aside(command):
            return self.move(command)
        return True

    def press_at_end(self, key: str, command: str) -> bool:
        """Act on a key after the last card; False to leave."""
        if command == "more":
            if self.sitting.more():
                self.begin_card()
            return True
        if command == "undo":
            return self.move(command)
        return command not in {"show", "leave"} and key != "esc"

    @property
    def field(self) -> Field | None:
        """The line that is being typed."""
        if self.view.flag is not None:
            return self.view.flag
        is_typing = wants_typing(self.sitting.showing) and not self.view.is_aside
        return self.view.typed if is_typing else None

    def scroll(self, command: str) -> None:
        """Move the card, or the leaf that hides it."""
        by = _SCROLLS[command] * (self.page if command.startswith("page") else 1)
        now = self.view.scroll if self.view.leaf is None else self.view.leaf.scroll
        self.scroll_to(max(0, now + by))

    def turn_aside(self, command: str) -> bool:
        """Act on what changes what is shown and not the session; False if it is none."""
        if command == "hint":
            self.view = self.view._replace(hint=True)
        elif command in ASIDES:
            self.view = self.view._replace(leaf=ASIDES[command](self.sitting))
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
        self.sitting.move(move)
        if not isinstance(move, Reveal | Mark | Missed):
            self.begin_card()
        return not isinstance(move, Quit)

    def leave(self) -> bool:
        """End the sitting."""
        self.sitting.move(Quit())
        return False

    def begin_card(self) -> None:
        """Show a card anew."""
        sitting = self.sitting
        self.view = View(
            echo=sitting.echo,
            is_first=sitting.is_first and not sitting.written,
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
        if not self.sitting.desk.found.is_writable:
            self.view = self.view._replace(leaf=self.sitting.edit_address())
            return
        try:
            with self.terminal.lent():
                self.sitting.edit()
        except UsageError as error:
            self.view = self.view._replace(leaf=Leaf((str(error),)))
            return
        self.begin_card()
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
            self.sitting.move(Reveal(self.view.typed.text))
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
            self.sitting.move(Noted(Flag(flag.text.strip())))
            self.view = self.view._replace(flag=None, echo=self.sitting.echo)
        elif key == "esc":
            self.view = self.view._replace(flag=None)
        else:
            self.view = self.view._replace(flag=flag.edited(key))
