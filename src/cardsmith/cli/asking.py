"""Questions in a terminal: one key, one line, several lines."""

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Self

import click

_ESC, _CTRL_D = b"\x1b", b"\x04"


class LeftError(Exception):
    """Whoever was asked went away, with Ctrl-D."""


def is_terminal() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def tell(text: str, *, colour: bool) -> None:
    """Say something beside the questions."""
    click.echo(click.style(text, dim=True), color=colour)


def key(question: str, answers: Mapping[str, str]) -> str:
    """The answer that one key stands for; Enter means the first.

    Args:
        question: ends without a space.
        answers: what is returned for each key; keys are lower case.

    Raises:
        LeftError: Ctrl-D.
    """
    click.echo(f"{question} ", nl=False)
    sys.stdout.flush()
    default = next(iter(answers))
    while True:
        pressed = _pressed().lower()
        pressed = default if pressed in {"\r", "\n", " "} else pressed
        if pressed in answers:
            click.echo(answers[pressed])
            return answers[pressed]


def line(prompt: str, prefill: str = "", words: Iterable[str] = ()) -> str:
    """One line, without blanks around it.

    Args:
        prompt: what stands before it.
        prefill: what stands there already and may be changed.
        words: what Tab completes.

    Raises:
        LeftError: Ctrl-D.
    """
    while True:
        try:
            with _Editing(prefill, tuple(words)) as editing:
                said = input(prompt)
        except EOFError as error:
            raise LeftError from error
        except UnicodeDecodeError:
            click.echo("These bytes are no UTF-8; type it again.")
            continue
        if prefill and not editing.is_prefilled and not said.strip():
            return prefill
        return said.strip()


def _pressed() -> str:
    """The next key; keys that send several characters count for nothing."""
    try:
        import termios  # noqa: PLC0415 - not on every system
        import tty  # noqa: PLC0415
    except ImportError:
        return click.getchar()
    keyboard = sys.stdin.fileno()
    saved = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        pressed = os.read(keyboard, 1)
        if pressed == _ESC:
            termios.tcflush(keyboard, termios.TCIFLUSH)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, saved)
    if pressed in {b"", _CTRL_D}:
        raise LeftError
    return pressed.decode("ascii", "replace")


class _Editing:
    """While a line is asked for: arrow keys, a text to begin with, words for Tab."""

    def __init__(self, prefill: str, words: tuple[str, ...]) -> None:
        self.prefill = prefill
        self.words = words
        self.is_prefilled = False

    def __enter__(self) -> Self:
        with suppress(ImportError):
            import readline  # noqa: PLC0415 - not on every system

            readline.set_auto_history(False)
            readline.set_startup_hook(lambda: readline.insert_text(self.prefill))
            readline.set_completer_delims(" ,")
            readline.set_completer(self.completed)
            readline.parse_and_bind("tab: complete")
            self.is_prefilled = True
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ImportError):
            import readline  # noqa: PLC0415 - as above

            readline.set_startup_hook()
            readline.set_completer()

    def completed(self, begun: str, number: int) -> str | None:
        """The words that begin so, one after the other."""
        fitting = [word for word in self.words if word.startswith(begun)]
        return fitting[number] if number < len(fitting) else None
