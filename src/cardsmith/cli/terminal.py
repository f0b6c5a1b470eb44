"""The screen and the keyboard, taken over for a sitting and given back after every kind of end."""

import os
import select
import signal
import sys
import termios
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any, Self

from cardsmith.cli.guard import Guard, Taken
from cardsmith.cli.keyboard import PASTED, Keyboard

__all__ = ["LEFT", "PASTED", "RESIZED", "Ended", "Terminal"]

RESIZED = "resized"  # what `read` returns where the screen has to be drawn anew
LEFT = "end of input"  # what `read` returns there

# The other screen, no cursor, no line that wraps by itself, and pastes between marks.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[m\x1b[2J\x1b[H"
# The reverse; where there is no other screen, at least a clear one.
_LEAVE = "\x1b[?2026l\x1b[m\x1b[H\x1b[J\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
# A screen is shown at once, where the terminal knows how.
_BEGIN, _END = "\x1b[?2026h\x1b[H", "\x1b[?2026l"
_REPEAT_WAIT = 0.15  # seconds in which a key that is held down comes again
_MOST_FORGOTTEN = 256  # reads; a terminal that sends more is no keyboard
_BURST, _VARIED = 8, 4  # so many letters at once, so many of them different, are no typing


class Ended(Exception):  # noqa: N818 - not an error: the system asks the program to end
    """A signal that ends the sitting; the exit status is 128 plus its number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_status = 128 + number


class Terminal:
    """A full screen to draw on and keys to read, as a context manager.

    The terminal is taken over when something is drawn, and not before.

    Signals only leave a note and wake the reader, so none of them strikes while an answer is being
    written. `read` then acts on the note: it ends, stops or has the screen drawn anew.
    """

    def __init__(self) -> None:
        """Hold standard input and output; nothing is changed before `with`."""
        self._in = sys.stdin.fileno()
        self._out = sys.stdout.fileno()
        self._encoding = sys.stdout.encoding or "utf-8"
        self._keyboard = Keyboard(sys.stdin.encoding or "utf-8")
        self._keys = list[str]()
        self._is_burst = False  # whether the last keys came faster than anybody types
        self._has_ended = False  # no more keys will come
        self._notes = list[int]()
        self._taken: Taken | None = None
        self._guard: Guard | None = None

    def __enter__(self) -> Self:
        """Note signals from now on."""
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        os.set_blocking(self._wake_read, False)
        self._old_wake = signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        self._old = {number: signal.signal(number, self._note) for number in _watched()}
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
        """Show one screen; what is more than the screen has room for is left out.

        Args:
            lines: with their colours.
            forget_keys: drop what was typed before this screen could be seen.

        Raises:
            Ended: the window is gone.
        """
        if self._taken is None:
            self._take()
        if forget_keys:
            self._forget()
        rows = self.size()[1]
        shown = list(lines)[:rows]
        # Each line is cleared before it is written: at its end, the last letter would go as well.
        body = "\r\n".join(f"\x1b[K{line}" for line in shown)
        rest = "\r\n\x1b[J" * (len(shown) < rows)
        self._show(f"{_BEGIN}{body}{rest}{_END}")

    def read(self, *, typing: bool = True) -> str:
        """Wait for a key: a character, a name such as `enter`, `RESIZED` or `LEFT`.

        What is pasted comes as one text behind `PASTED`, which is the name of no key.

        Args:
            typing: whether letters are text. If not, a burst of them is dropped: it was pasted
                into a terminal that does not say so.

        Raises:
            KeyboardInterrupt: Ctrl-C.
            Ended: the system asks the program to end.
        """
        while True:
            if self._is_burst and not typing:
                self._keys.clear()
                self._is_burst = False
            if self._keys:
                break
            if (note := self._heed()) is not None:
                return note
            if self._has_ended:
                return LEFT
            self._wait()
        if (key := self._keys.pop(0)) == "ctrl-c":
            raise KeyboardInterrupt
        return key

    def waker(self) -> Callable[[], None]:
        """What has the screen drawn anew, once, from any thread and at any time."""
        pipe = os.dup(self._wake_write)  # ours may be closed by then, and its number another's

        def wake() -> None:
            self._notes.append(signal.SIGWINCH)
            with suppress(OSError):  # it is full, or the sitting is over
                os.write(pipe, b"\0")
            os.close(pipe)

        return wake

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

    def _wait(self) -> None:
        """Wait for keys, for a signal, or for the rest of a key that does not come."""
        patience = self._keyboard.patience
        ready, _, _ = select.select([self._in, self._wake_read], [], [], patience)
        if self._wake_read in ready:
            with suppress(BlockingIOError):
                os.read(self._wake_read, 512)
        elif ready:
            self._fill()
        else:
            self._keys += self._keyboard.give_up()

    def _heed(self) -> str | None:
        """Act on signals that came in."""
        while self._notes:
            number = self._notes.pop(0)
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            if number == signal.SIGTSTP:
                self._stop()
            elif number == signal.SIGCONT:  # stopped by a signal that cannot be noted
                self._set()
            elif number != signal.SIGWINCH:
                raise Ended(number)
            return RESIZED
        return None

    def _fill(self) -> bool:
        """Read what was typed; False at the end of input."""
        try:
            data = os.read(self._in, 4096)
        except BlockingIOError:  # somebody else has read it
            return True
        except OSError:
            data = b""
        found = self._keyboard.feed(data)
        letters = [key for key in found if len(key) == 1]
        self._is_burst = len(letters) >= _BURST and len(set(letters)) >= _VARIED
        self._keys += found
        self._has_ended = not data
        return not self._has_ended

    def _forget(self) -> None:
        """Drop what was typed; it is read all the same, lest a key be cut in two."""
        for _ in range(_MOST_FORGOTTEN):
            if not select.select([self._in], [], [], 0)[0] or not self._fill():
                break
        self._keys.clear()
        self._keyboard.forget()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Give the terminal to another program for a while.

        The keys that stop or interrupt are that program's meanwhile; a stop stops both.
        """
        self._give()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        try:
            yield
        finally:
            signal.signal(signal.SIGTSTP, self._note)
            theirs = {signal.SIGINT, signal.SIGQUIT, signal.SIGCONT}
            self._notes = [number for number in self._notes if number not in theirs]

    def _stop(self) -> None:
        """Ctrl-Z: give the terminal back and stop, until the shell says `fg`."""
        self._give()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
        self._notes = [number for number in self._notes if number != signal.SIGCONT]

    def _take(self) -> None:
        """Take the terminal over, with a guard beside."""
        try:
            found = termios.tcgetattr(self._in)
        except termios.error as error:
            raise Ended(signal.SIGHUP) from error
        ours, leave = _raw(found, self._in), _LEAVE.encode("ascii")
        self._taken = Taken(self._in, self._out, found, ours, leave)
        self._guard = Guard(self._taken)
        self._set()

    def _set(self) -> None:
        """Set our modes and our screen, also where another program has changed them meanwhile."""
        if self._taken is None:
            return
        try:
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._taken.ours)
        except termios.error as error:
            raise Ended(signal.SIGHUP) from error
        self._show(_ENTER)

    def _give(self) -> None:
        """Give the terminal back, if it is taken."""
        if self._taken is None:
            return
        with suppress(OSError):
            self._write(_LEAVE)
        with suppress(OSError, termios.error):
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._taken.found)
        self._taken = None
        if self._guard is not None:
            self._guard.dismiss()
            self._guard = None

    def _show(self, text: str) -> None:
        try:
            self._write(text)
        except OSError as error:
            raise Ended(signal.SIGHUP) from error

    def _write(self, text: str) -> None:
        data = encoded(text, self._encoding)
        while data:
            try:
                data = data[os.write(self._out, data) :]
            except BlockingIOError:  # another program made it so, and it is full
                select.select([], [self._out], [])

    def _note(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - signal's form
        self._notes.append(number)


def encoded(text: str, encoding: str) -> bytes:
    """Text in an encoding; what it lacks becomes question marks that take as many cells."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        from cardsmith.render.cells import clusters  # noqa: PLC0415 - few terminals need it

    return b"".join(
        cluster.encode(encoding) if _has(encoding, cluster) else b"?" * cells
        for cluster, cells in clusters(text)
    )


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _raw(found: list[Any], file: int) -> list[Any]:
    """The modes of a terminal that hands on each key at once, and shows none by itself."""
    modes = [*found[:6], list(found[6])]
    strange = termios.IXON | termios.ICRNL | termios.INLCR | termios.IGNCR | termios.ISTRIP
    modes[0] &= ~strange
    modes[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
    modes[3] |= termios.ISIG
    modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
    modes[6][termios.VQUIT] = bytes([os.fpathconf(file, "PC_VDISABLE")])
    return modes


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
