"""A sitting line by line: for pipes, dumb terminals and screen readers.

Output only goes forward, one thing after another, and every state is told in words.
"""

import shutil
import signal
import sys

import click
from rich.text import Text

from cardsmith.cli.asides import ASIDES, NOTHING, aside, edited
from cardsmith.cli.sitting import Sitting, is_other, look_at, move_of, wants_typing
from cardsmith.history import Flag
from cardsmith.render.card import hint_lines
from cardsmith.render.keys import prompt
from cardsmith.render.leaves import leaf_lines
from cardsmith.render.look import Look
from cardsmith.render.review import plain_title, told_lines
from cardsmith.render.summary import end_prompt
from cardsmith.session import Mark, Missed, Move, Noted, Quit, Reveal, Showing, Undo

_NAMES = {"": "enter", "space": " "}  # what is typed for a key that types nothing
_LEAVE = {"q", "quit", "exit"}  # whatever leaves, people try these where they mean nothing else
_BROADEST, _NARROWEST = 100, 10


def sit(sitting: Sitting) -> int:
    """Ask cards until none is left, the learner leaves or the input ends; the exit status.

    Raises:
        HistoryError: an answer could not be saved.
    """
    try:
        _Reading(sitting).run()
    except KeyboardInterrupt:
        click.echo()
        return 128 + signal.SIGINT
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
        while True:
            while (showing := self.sitting.showing) is not None:
                self.tell(showing)
                if not self.ask(prompt(self.sitting.session, showing)):
                    self.sitting.move(Quit())
            if not self.goes_on():
                return
            self.told = None

    def tell(self, showing: Showing) -> None:
        """Read out what is new of the open card."""
        sitting, before = self.sitting, self.told
        if before is None or is_other(before, showing):
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
            self.act(_key(answer))
        return True

    def command(self, key: str) -> str:
        """What a key does, which was typed by its character or its name."""
        bindings = self.sitting.bindings
        command = bindings.command(key) or bindings.command(key.lower())
        return command or "leave" * (key.lower() in _LEAVE)

    def act(self, key: str) -> None:
        """Act on a key."""
        sitting, showing = self.sitting, self.sitting.showing
        is_graded = showing is not None and showing.revealed and not showing.is_changed
        if key == "enter" and is_graded:
            key = ""  # a held Enter would grade one card after another
        command = self.command(key)
        if command in ASIDES:
            _say(leaf_lines(aside(command, sitting), self.look))
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
        if not self.sitting.move(move):
            click.echo(self.sitting.notice or "That does nothing here.")
        elif not isinstance(move, Reveal | Mark | Missed | Quit) and self.sitting.echo:
            click.echo(self.sitting.echo)
        if isinstance(move, Undo):
            self.told = None

    def flag(self) -> None:
        """Ask for a word of why."""
        why = _line("What is wrong with this card? A word or two, or Ctrl-D to go back: ")
        if why is not None:
            self.move(Noted(Flag(why.strip())))

    def edit(self) -> None:
        """Change the note, where it is the learner's to change."""
        obstacle = edited(self.sitting)
        if obstacle != NOTHING:
            _say(leaf_lines(obstacle, self.look))
            return
        click.echo(self.sitting.echo)
        self.told = None

    def goes_on(self) -> bool:
        """Ask after the last card what next; whether there is a card again."""
        sitting = self.sitting
        while not sitting.has_left and sys.stdin.isatty():
            answer = _line(f"\n{end_prompt(sitting.outcome())}")
            command = "leave" if answer is None else self.command(_key(answer))
            if command == "more" and sitting.more():
                return True
            if command == "undo":
                self.move(Undo())
                return sitting.showing is not None
            if command == "leave":
                sitting.move(Quit())
            elif command == "show":
                return False
            else:
                click.echo("That is none of the keys named here.")
        return False


def _say(lines: list[Text]) -> None:
    click.echo("".join(f"{line.plain.rstrip()}\n" for line in lines), nl=False)


def _key(line: str) -> str:
    """The key that a line stands for."""
    return _NAMES.get(line.strip().lower(), line.strip())


def _line(words: str) -> str | None:
    """Ask for a line of input; None at its end."""
    click.echo(words, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo()  # nobody's Enter ended the line of the prompt
    return line.rstrip("\r\n") if line else None
