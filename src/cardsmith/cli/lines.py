"""A sitting line by line: for pipes, dumb terminals and screen readers."""

import shutil
import sys

import click
from rich.text import Text

from cardsmith.cli.sitting import Sitting, command_of, look_at, wants_typing
from cardsmith.render.look import Look
from cardsmith.render.review import plain_title, prompt, told_lines
from cardsmith.render.terminal import ansi
from cardsmith.session import Noted, Quit, Reveal, Showing, Undo

_LEAVE = {"q", "quit"}


def sit(sitting: Sitting) -> int:
    """Ask cards until none is left, the learner leaves or the input ends; the exit status is 0.

    Raises:
        KeyboardInterrupt: Ctrl-C.
        HistoryError: an answer could not be saved.
    """
    before: Showing | None = None
    while (showing := sitting.showing) is not None:
        look = look_at(sitting.app, min(100, max(10, shutil.get_terminal_size().columns)))
        if before is None or _is_other(before, showing):
            before = None
            click.echo(f"\n{plain_title(sitting.session, showing)}\n")
        if showing != before:
            _tell(told_lines(before, showing, sitting.session, sitting.desk.cover, look), look)
        click.echo(prompt(sitting.session, showing), nl=False)
        answer = _line()
        if answer is None:
            break
        before = showing
        _act(sitting, answer)
    return 0


def _is_other(before: Showing, showing: Showing) -> bool:
    """Whether another card is open, or the same one anew."""
    return before.card.id != showing.card.id or (before.revealed and not showing.revealed)


def _tell(lines: list[Text], look: Look) -> None:
    plain = "".join(f"{line.plain.rstrip()}\n" for line in lines)
    click.echo(ansi(lines) if look.colour else plain, nl=False)


def _line() -> str | None:
    """The next line of input; None at its end."""
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo()  # nobody's Enter ended the line of the prompt
    return line.rstrip("\r\n") if line else None


def _act(sitting: Sitting, answer: str) -> None:
    if wants_typing(sitting.showing):
        sitting.move(Reveal(answer))
        return
    key = answer.strip().lower() or "enter"
    if key == "enter" and sitting.showing is not None and sitting.showing.revealed:
        key = ""  # a held Enter would grade one card after another
    move = Quit() if key in _LEAVE else command_of(key, sitting)
    if move is None:
        click.echo("That is none of the keys named here.")
        return
    sitting.move(move)
    if isinstance(move, Noted | Undo) and sitting.echo:
        click.echo(sitting.echo)
