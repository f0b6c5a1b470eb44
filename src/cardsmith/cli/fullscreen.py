"""A sitting on the whole screen."""

from collections.abc import Callable

from cardsmith.cli.sitting import Sitting, command_of, look_at, wants_typing
from cardsmith.cli.terminal import LEFT, RESIZED, Ended, Terminal
from cardsmith.errors import UsageError
from cardsmith.render.review import Leaf, View, end_screen, fitted, help_leaf, screen
from cardsmith.render.terminal import ansi
from cardsmith.session import Mark, Quit, Reveal

_NARROWEST, _LOWEST = 10, 4
_MARGIN = 2
# Keys that record something, and would again and again where they are held down.
_ONCE = {"b", "l", "s", "u"}
# What stands over the card on which key.
_LEAVES: dict[str, Callable[[Sitting], Leaf]] = {
    "?": lambda _: help_leaf(),
    "o": Sitting.source,
    "i": Sitting.why,
}


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
        self.drawn: object = None
        self.page = 1
        self.unread = 0  # lines of the card that are below the window

    def run(self) -> None:
        while True:
            self.draw()
            key = self.terminal.read()
            if key == RESIZED:
                continue
            if key == LEFT or not self.press(key):
                return
            while wants_typing(self.sitting.showing) and self.terminal.has_more:
                if not self.press(self.terminal.read()):  # pasted: drawn once, not for each letter
                    return

    def draw(self) -> None:
        columns, rows = self.terminal.size()
        margin = _MARGIN if columns > 2 * _MARGIN + 2 * _NARROWEST else 0
        look = look_at(self.sitting.app, max(_NARROWEST, columns - 2 * margin))
        showing, session = self.sitting.showing, self.sitting.session
        if showing is None:
            made = end_screen(list(self.sitting.summary()), look)
        else:
            made = screen(session, showing, self.sitting.desk.cover, self.view, look)
        what = (session.answered, showing and (showing.card.id, showing.revealed, showing.steps))
        self.page = max(1, rows - len(made.header) - len(made.footer) - 2)
        leaf = self.view.leaf
        wanted = self.view.scroll if leaf is None else leaf.scroll
        fit = fitted(made, max(_LOWEST, rows), None if what != self.drawn else wanted, look)
        self.scroll_to(fit.scroll)
        self.unread = fit.unread
        lines = fit.lines
        self.terminal.draw(
            [" " * margin + line for line in ansi(lines[:rows], colour=look.colour).splitlines()],
            forget_keys=what != self.drawn,
        )
        self.drawn = what

    def press(self, key: str) -> bool:
        """Act on a key; False to leave."""
        showing = self.sitting.showing
        if key in {"up", "down", "page-up", "page-down"}:
            self.scroll(key)
        elif self.view.leaf is not None:
            self.view = self.view._replace(leaf=None)
        elif wants_typing(showing) and key != "tab":
            return self.type(key)
        elif showing is None and key in {" ", "enter", "esc"}:
            return False
        elif self.unread and key in {" ", "enter"}:
            self.scroll("page-down")  # what was not seen is shown before anything else
        elif self._is_held(key):
            pass  # nobody grades with a key that was never let go
        elif showing is None or not self.turn_aside(key):
            return self.move(key)
        return True

    def scroll(self, key: str) -> None:
        """Move the card, or the leaf that hides it."""
        by = {"up": -1, "down": 1, "page-up": -self.page, "page-down": self.page}[key]
        now = self.view.scroll if self.view.leaf is None else self.view.leaf.scroll
        self.scroll_to(max(0, now + by))

    def turn_aside(self, key: str) -> bool:
        """Act on a key that changes what is shown and not the session; False if it is none."""
        if key in {"h", "tab"}:
            self.view = self.view._replace(hint=True)
        elif key in _LEAVES:
            self.view = self.view._replace(leaf=_LEAVES[key](self.sitting))
        elif key == "e":
            self.edit()
        else:
            return False
        return True

    def move(self, key: str) -> bool:
        """Make the move that a key means, if it means one; False to leave."""
        move = command_of(key, self.sitting)
        if move is None:
            return True
        self.sitting.move(move)
        if not isinstance(move, Reveal | Mark):
            self.view = View(echo=self.sitting.echo)
        return not isinstance(move, Quit)

    def _is_held(self, key: str) -> bool:
        """Whether a key is held down and therefore means nothing; `b`, `l` and `u` act once."""
        showing = self.sitting.showing
        grades = key in {" ", "enter"} and showing is not None and showing.revealed
        if not grades and key not in _ONCE:
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
        self.view = View(echo=self.sitting.echo)
        self.drawn = None

    def scroll_to(self, line: int) -> None:
        """Move the card, or the leaf that hides it."""
        if self.view.leaf is None:
            self.view = self.view._replace(scroll=line)
        else:
            self.view = self.view._replace(leaf=self.view.leaf._replace(scroll=line))

    def type(self, key: str) -> bool:
        """A key while an answer is typed."""
        typed = self.view.typed
        if key == "ctrl-d":
            self.sitting.move(Quit())
            return False
        if key in {"enter", "esc"}:
            self.sitting.move(Reveal(typed))
            self.view = self.view._replace(typed="")
            return True
        edited = {
            "backspace": typed[:-1],
            "ctrl-u": "",
            "ctrl-w": typed.rstrip().rpartition(" ")[0],
        }.get(key, typed + key if len(key) == 1 else typed)
        self.view = self.view._replace(typed=edited)
        return True
