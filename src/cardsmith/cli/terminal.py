"""The screen and the keyboard, taken over for a sitting and given back after every kind of end."""

import codecs
import os
import select
import signal
import sys
import termios
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Self

RESIZED = "resized"  # what `read` returns where the screen has to be drawn anew
LEFT = "left"  # what `read` returns at the end of input

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J\x1b[H"
_LEAVE = "\x1b[?25h\x1b[?1049l"
_NAMES = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\t": "tab",
    "\x04": "ctrl-d",
    "\x15": "ctrl-u",
    "\x17": "ctrl-w",
    "\x0c": "ctrl-l",
    "\x1b": "esc",
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
}
_SEQUENCE_WAIT = 0.03  # seconds in which the rest of an escape sequence arrives
_REPEAT_WAIT = 0.15  # seconds in which a key that is held down comes again


class Ended(Exception):  # noqa: N818 - not an error: the system asks the program to end
    """A signal that ends the sitting; the exit status is 128 plus its number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_status = 128 + number


class Terminal:
    """A full screen to draw on and keys to read, as a context manager.

    Signals only leave a note and wake the reader, so none of them strikes while an answer is being
    written. `read` then acts on the note: it ends, stops or has the screen drawn anew.
    """

    def __init__(self) -> None:
        """Hold standard input and output; nothing is changed before `with`."""
        self._in = sys.stdin.fileno()
        self._out = sys.stdout.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._keys = list[str]()
        self._notes = list[int]()

    def __enter__(self) -> Self:
        """Take the terminal over."""
        self._saved = termios.tcgetattr(self._in)
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        os.set_blocking(self._wake_read, False)
        self._old_wake = signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        self._old = {number: signal.signal(number, self._note) for number in _watched()}
        self._take()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the terminal back as it was found."""
        self._give()
        signal.set_wakeup_fd(self._old_wake)
        for number, handler in self._old.items():
            signal.signal(number, handler)
        os.close(self._wake_read)
        os.close(self._wake_write)

    def size(self) -> tuple[int, int]:
        """Columns and rows; 80 by 24 where the terminal names none."""
        try:
            columns, rows = os.get_terminal_size(self._out)
        except OSError:
            columns = rows = 0
        return columns or 80, rows or 24

    def draw(self, lines: Iterable[str], *, forget_keys: bool) -> None:
        """Show one screen, as many lines as the screen has rows at the most.

        Args:
            lines: with their colours, none wider than the screen.
            forget_keys: drop what was typed before this screen could be seen.
        """
        body = "\x1b[K\r\n".join(lines)
        if forget_keys:
            self._keys.clear()
            self._decoder.reset()
            with suppress(termios.error):
                termios.tcflush(self._in, termios.TCIFLUSH)
        try:
            self._write(f"\x1b[H{body}\x1b[K\x1b[J")
        except OSError as error:  # the window is gone
            raise Ended(signal.SIGHUP) from error

    def read(self) -> str:
        """Wait for a key: a character, a name such as `enter`, `RESIZED` or `LEFT`.

        Raises:
            KeyboardInterrupt: Ctrl-C.
            Ended: the system asks the program to end.
        """
        while not self._keys:
            if (note := self._heed()) is not None:
                return note
            ready, _, _ = select.select([self._in, self._wake_read], [], [])
            if self._wake_read in ready:
                with suppress(BlockingIOError):
                    os.read(self._wake_read, 512)
            elif not self._fill():
                return LEFT
        return self._keys.pop(0)

    @property
    def has_more(self) -> bool:
        """Whether keys were read that nobody has asked for yet."""
        return bool(self._keys)

    def is_held(self, key: str) -> bool:
        """Whether the key just read is held down; if so, what it still sends is dropped."""
        held = False
        while True:
            if not self._keys:
                ready, _, _ = select.select([self._in], [], [], _REPEAT_WAIT)
                if not ready or not self._fill():
                    return held
            while self._keys and self._keys[0] == key:
                held = True
                self._keys.pop(0)
            if self._keys:
                return held

    def _heed(self) -> str | None:
        """Act on signals that came in."""
        while self._notes:
            number = self._notes.pop(0)
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            if number == signal.SIGTSTP:
                self._stop()
            elif number == signal.SIGCONT:  # stopped by a signal that cannot be noted
                self._take()
            elif number != signal.SIGWINCH:
                raise Ended(number)
            return RESIZED
        return None

    def _fill(self) -> bool:
        """Read what was typed; False at the end of input."""
        try:
            data = os.read(self._in, 4096)
        except OSError:
            return False
        if not data:
            return False
        while data.endswith(b"\x1b") or data[-2:] in {b"\x1b[", b"\x1bO"}:
            ready, _, _ = select.select([self._in], [], [], _SEQUENCE_WAIT)
            if not ready or not (more := os.read(self._in, 4096)):
                break
            data += more
        self._keys += keys(self._decoder.decode(data))
        return True

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Give the terminal to another program for a while."""
        self._give()
        try:
            yield
        finally:
            self._take()

    def _stop(self) -> None:
        """Ctrl-Z: give the terminal back, stop, and take it again when the shell says `fg`."""
        self._give()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
        self._saved = termios.tcgetattr(self._in)
        self._take()

    def _take(self) -> None:
        mode = termios.tcgetattr(self._in)
        mode[0] &= ~(termios.IXON | termios.ICRNL | termios.INLCR | termios.ISTRIP)
        mode[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        mode[6][termios.VQUIT] = b"\x00"
        termios.tcsetattr(self._in, termios.TCSADRAIN, mode)
        self._write(_ENTER)

    def _give(self) -> None:
        with suppress(OSError, termios.error):
            self._write(_LEAVE)
        with suppress(OSError, termios.error):
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._saved)

    def _write(self, text: str) -> None:
        data = text.encode(sys.stdout.encoding or "utf-8", "replace")
        while data:
            data = data[os.write(self._out, data) :]

    def _note(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - signal's form
        self._notes.append(number)


def keys(text: str) -> list[str]:
    """Split what a terminal sends into keys; sequences that no key here has are dropped."""
    out = list[str]()
    at = 0
    while at < len(text):
        end = at + 1
        if text[at] == "\x1b":
            end = _sequence_end(text, at)
        part = text[at:end]
        at = end
        name = _NAMES.get(part)
        if name is not None:
            out.append(name)
        elif len(part) == 1 and part.isprintable():
            out.append(part)
    return out


def _sequence_end(text: str, at: int) -> int:
    """Where the escape sequence that begins at `at` ends."""
    if text[at + 1 : at + 2] not in {"[", "O"}:
        return at + 2  # Alt and a key, or Escape alone at the end
    end = at + 2
    while end < len(text) and not "@" <= text[end] <= "~":
        end += 1
    return end + 1


def _watched() -> tuple[signal.Signals, ...]:
    return (
        signal.SIGINT,
        signal.SIGTERM,
        signal.SIGHUP,
        signal.SIGQUIT,
        signal.SIGTSTP,
        signal.SIGCONT,
        signal.SIGWINCH,
    )
