"""A sitting line by line: for pipes, dumb terminals and screen readers.

Output only goes forward, one thing after another, and every state is told in words.
"""

import shutil
import sys

import click
from rich.text import Text

from cardsmith.cli.sitting import ASIDES, Sitting, look_at, move_of, wants_typing
from cardsmith.errors import UsageError
from cardsmith.history import Flag
from cardsmith.render.card import hint_lines
from cardsmith.render.keys import prompt
from cardsmith.render.leaves import leaf_lines
from cardsmith.render.look import Look
from cardsmith.render.review import plain_title, told_lines
from cardsmith.session import Move, Noted, Reveal, Showing, Undo

_LEAVE = {"q", "quit"}
_NAMES = {"": "enter", "space": " "}  # what is typed for a key that types nothing
_BROADEST, _NARROWEST = 100, 10


def sit(sitting: Sitting) -> int:
    """Ask cards until none is left, the learner leaves or the input ends; the exit status is 0.

    Raises:
        KeyboardInterrupt: Ctrl-C.
        HistoryError: an answer could not be saved.
    """
    _Reading(sitting).run()
    return 0


class _Reading:
    """A sitting that is read out, and the lines that answer it."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.told: Showing | None = None  # how the open card was last read out

    @property
    def look(self) -> Look:
        """How to draw now."""
        width = min(_BROADEST, max(_NARROWEST, shutil.get_terminal_size().columns))
        return look_at(self.sitting.app, width, plain=True)

    def run(self) -> None:
        while (showing := self.sitting.showing) is not None:
            self.tell(showing)
            if not self.ask(prompt(self.sitting.session, showing)):
                return
            self.ask_at_end()

    def tell(self, showing: Showing) -> None:
        """Read out what is new of the open card."""
        sitting, before = self.sitting, self.told
        if before is None or _is_other(before, showing):
            before = None
            click.echo(f"\n{plain_title(sitting.session, showing)}\n")
        if showing != before:
            cover = sitting.desk.cover
            _say(told_lines(before, showing, sitting.session, cover, self.look))
        self.told = showing

    def ask(self, words: str) -> bool:
        """Ask for a line and act on it; False at the end of input."""
        answer = _line(words)
        if answer is None:
            return False
        if wants_typing(self.sitting.showing):
            self.sitting.move(Reveal(answer))
        else:
            self.act(_NAMES.get(answer.strip().lower(), answer.strip()))
        return True

    def act(self, key: str) -> None:
        """Act on a key, which was typed by its character or its name."""
        sitting, showing = self.sitting, self.sitting.showing
        is_graded = showing is not None and showing.revealed and not showing.is_changed
        if key == "enter" and is_graded:
            key = ""  # a held Enter would grade one card after another
        bindings = sitting.bindings
        command = bindings.command(key) or bindings.command(key.lower())
        if key.lower() in _LEAVE:
            command = "leave"
        if command in ASIDES:
            _say(leaf_lines(ASIDES[command](sitting), self.look))
        elif command == "hint" and showing is not None:
            _say(hint_lines(showing.card, self.look))
        elif command == "flag":
            self.flag()
        elif command == "edit":
            self.edit()
        elif (move := move_of(command, sitting)) is None:
            click.echo("That is none of the keys named here.")
        else:
            self.move(move)

    def move(self, move: Move) -> None:
        """Make a move, and say what became of it."""
        before, written = self.sitting.session, len(self.sitting.written)
        self.sitting.move(move)
        if self.sitting.session == before:
            click.echo("That does nothing here.")
        if len(self.sitting.written) > written and self.sitting.echo:
            click.echo(self.sitting.echo)
        if isinstance(move, Undo):
            self.told = None

    def flag(self) -> None:
        """Ask for a word of why."""
        why = _line("What is wrong with this card? ")
        if why is not None:
            self.move(Noted(Flag(why.strip())))

    def edit(self) -> None:
        """Change the note, where it is the learner's to change."""
        if not self.sitting.desk.found.is_writable:
            _say(leaf_lines(self.sitting.edit_address(), self.look))
            return
        try:
            self.sitting.edit()
        except UsageError as error:
            click.echo(str(error))
            return
        click.echo(self.sitting.echo)
        self.told = None

    def ask_at_end(self) -> None:
        """After the last card: whether to take back, or to go on with a few more."""
        sitting = self.sitting
        if sitting.showing is not None or sitting.has_left or not sys.stdin.isatty():
            return
        more = f"{self.sitting.bindings.key('more')} for five more, " * sitting.has_more()
        undo = self.sitting.bindings.key("undo")
        answer = _line(f"\nThat was the last card. {more}{undo} to undo, Enter to leave: ")
        command = self.sitting.bindings.command((answer or "").strip().lower())
        if command == "more":
            sitting.more()
        elif command == "undo":
            self.move(Undo())


def _is_other(before: Showing, showing: Showing) -> bool:
    """Whether another card is open, or the same one anew."""
    is_anew = (before.revealed, before.is_changed) > (showing.revealed, showing.is_changed)
    return before.card.id != showing.card.id or is_anew


def _say(lines: list[Text]) -> None:
    click.echo("".join(f"{line.plain.rstrip()}\n" for line in lines), nl=False)


def _line(words: str) -> str | None:
    """Ask for a line of input; None at its end."""
    click.echo(words, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo()  # nobody's Enter ended the line of the prompt
    return line.rstrip("\r\n") if line else None
