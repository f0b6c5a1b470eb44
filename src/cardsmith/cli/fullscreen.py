"""A sitting on the whole screen."""

from collections.abc import Callable

from cardsmith.cli.sitting import Sitting, command_of, look_at, wants_typing
from cardsmith.cli.terminal import LEFT, RESIZED, Ended, Terminal
from cardsmith.render.review import Leaf, View, end_screen, fitted, help_leaf, screen
from cardsmith.render.terminal import ansi
from cardsmith.session import Mark, Quit, Reveal

_NARROWEST, _LOWEST = 10, 4
_MARGIN = 2
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

    def run(self) -> None:
        while True:
            self.draw()
            key = self.terminal.read()
            if key == RESIZED:
                continue
            if key == LEFT or not self.press(key):
                return

    def draw(self) -> None:
        columns, rows = self.terminal.size()
        margin = _MARGIN if columns > 2 * _MARGIN + 2 * _NARROWEST else 0
        look = look_at(self.sitting.app, max(_NARROWEST, columns - 2 * margin))
        showing, session = self.sitting.showing, self.sitting.session
        if showing is None:
            made = end_screen(list(self.sitting.summary()), look)
        else:
            made = screen(session, showing, self.sitting.desk.collection, self.view, look)
        what = (session.answered, showing and (showing.card.id, showing.revealed, showing.steps))
        if what != self.drawn:
            self.view = self.view._replace(scroll=max(0, made.answer_at - 1))
        self.page = max(1, rows - len(made.header) - len(made.footer) - 2)
        leaf = self.view.leaf
        wanted = self.view.scroll if leaf is None else leaf.scroll
        lines, scroll = fitted(made, max(_LOWEST, rows), wanted, look)
        self.scroll_to(scroll)
        self.terminal.draw(
            [" " * margin + line for line in ansi(lines[:rows]).splitlines()],
            forget_keys=what != self.drawn,
        )
        self.drawn = what

    def press(self, key: str) -> bool:
        """Act on a key; False to leave."""
        if key in {"up", "down", "page-up", "page-down"}:
            by = {"up": -1, "down": 1, "page-up": -self.page, "page-down": self.page}[key]
            now = self.view.scroll if self.view.leaf is None else self.view.leaf.scroll
            self.scroll_to(max(0, now + by))
        elif self.view.leaf is not None:
            self.view = self.view._replace(leaf=None)
        elif key == "tab" or (key == "h" and not wants_typing(self.sitting.showing)):
            self.view = self.view._replace(hint=True)
        elif wants_typing(self.sitting.showing):
            return self.type(key)
        elif key in _LEAVES and self.sitting.showing is not None:
            self.view = self.view._replace(leaf=_LEAVES[key](self.sitting))
        elif self.sitting.showing is None and key in {" ", "enter", "esc"}:
            return False
        elif self._is_grade(key) and self.terminal.is_held(key):
            return True  # nobody grades with a key that was never let go
        elif (move := command_of(key, self.sitting)) is not None:
            self.sitting.move(move)
            if isinstance(move, Reveal | Mark):
                return True
            self.view = View(echo=self.sitting.echo)
            return not isinstance(move, Quit)
        return True

    def _is_grade(self, key: str) -> bool:
        showing = self.sitting.showing
        return key in {" ", "enter"} and showing is not None and showing.revealed

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
            self.sitting.move(Reveal(typed if key == "enter" else ""))
            self.view = self.view._replace(typed="")
            return True
        edited = {
            "backspace": typed[:-1],
            "ctrl-u": "",
            "ctrl-w": typed.rstrip().rpartition(" ")[0],
        }.get(key, typed + key if len(key) == 1 else typed)
        self.view = self.view._replace(typed=edited)
        return True
