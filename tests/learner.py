"""Somebody at a real pseudo-terminal: keys in, a screen out."""

import os
import sys
import termios
import time
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pexpect
import pyte

PASTES, OTHER = 2004 << 5, 1049 << 5  # as pyte keeps private modes
DRAWING, DRAWN = b"\x1b[?2026h", b"\x1b[?2026l"  # what begins a screen, and what ends it
PATIENCE = float(os.environ.get("PATIENCE", "30"))  # seconds; only a failure waits as long


class Window(pyte.Screen):
    """A screen that has another one below, as terminals have, and knows its modes."""

    def __init__(self, columns: int, rows: int) -> None:
        self.below: Any = None
        self.scrolled = 0  # lines that are lost at the top
        super().__init__(columns, rows)

    @property
    def is_below(self) -> bool:
        """Whether no other screen lies over it."""
        return OTHER not in self.mode

    @property
    def is_given_back(self) -> bool:
        """Whether it is as a shell wants it."""
        modes = {pyte.modes.DECAWM: True, PASTES: False, OTHER: False}
        is_plain = all((mode in self.mode) is wanted for mode, wanted in modes.items())
        return is_plain and not self.cursor.hidden

    def draw(self, data: str) -> None:
        """Show text as terminals do that join no emoji; pyte would leave out what follows."""
        super().draw(data.translate({0x200C: None, 0x200D: None, 0xFE0F: None}))

    def index(self) -> None:
        """Go to the next line; the last one pushes the others up."""
        self.scrolled += self.cursor.y == self.lines - 1
        super().index()

    def set_mode(self, *modes: int, **how: bool) -> None:
        """Switch to the other screen, or set another mode."""
        if how.get("private") and OTHER >> 5 in modes and OTHER not in self.mode:
            self.below = self.buffer.copy(), copy(self.cursor)
            self.buffer.clear()
        super().set_mode(*modes, **how)

    def reset_mode(self, *modes: int, **how: bool) -> None:
        """Switch back to the screen below, or reset another mode."""
        if how.get("private") and OTHER >> 5 in modes and OTHER in self.mode:
            buffer, cursor = self.below
            cursor.hidden = self.cursor.hidden
            self.buffer, self.cursor = buffer, cursor
            self.dirty.update(range(self.lines))
        super().reset_mode(*modes, **how)


class Learner:
    """The program in a pseudo-terminal, and what a person would see on it."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
        program: tuple[str, ...] = (sys.executable, "-m", "cardsmith"),
    ) -> None:
        command, *rest = (*program, *arguments)
        self.screen = Window(columns or 80, rows or 24)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            command,
            list(rest),
            cwd=cwd,
            env={**os.environ, "TERM": "xterm-256color", **(environment or {})},
            dimensions=(rows, columns),
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.child.close(force=True)

    def press(self, keys: str | bytes) -> None:
        """Type."""
        self.child.send(keys)

    def answer(self, *ids: str, key: str = "3") -> None:
        """Show and grade cards of `shelf.basics`, which come in this order."""
        for each in ids:
            self.see(f"Name of {each}?", "show the answer")
            self.press(" ")
            self.see(f"It is {each}.")
            self.press(key)

    @property
    def modes(self) -> list[Any]:
        """The modes of the terminal: what it does with keys by itself."""
        return termios.tcgetattr(self.child.child_fd)

    def press_and_see(self, key: str) -> str:
        """Type a key that has the screen drawn anew, and return the screen."""
        drawn = self.sent.count(DRAWN)
        self.press(key)
        while self.sent.count(DRAWN) == drawn or not self.sent.endswith(DRAWN):
            self.wait()
        return self.display()

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def see(self, *texts: str) -> str:
        """Wait until all texts stand on the screen, and return the screen."""
        end = time.monotonic() + PATIENCE
        while self._is_half_drawn or not all(text in self.display() for text in texts):
            if not self._read(end):
                raise AssertionError(f"never saw {texts} on\n{self.display()}")
        return self.display()

    def see_other(self, sign: str) -> str:
        """Wait until the line with a sign reads otherwise on a screen that is drawn to its end."""
        before = self._line(sign)
        while self._line(sign) in {before, ""} or not self.sent.endswith(DRAWN):
            self.wait()
        return self.display()

    def _line(self, sign: str) -> str:
        return next((line for line in self.screen.display if sign in line), "")

    def wait(self) -> None:
        """Take in what the program writes next."""
        assert self._read(time.monotonic() + PATIENCE), f"nothing more after\n{self.display()}"

    @property
    def _is_half_drawn(self) -> bool:
        """Whether a screen has begun whose end has not come."""
        return self.sent.rfind(DRAWING) > self.sent.rfind(DRAWN)

    def take_in(self) -> None:
        """Take in what the program may have written meanwhile."""
        self._read(time.monotonic() + 0.01)

    def display(self) -> str:
        """The screen as it now is, without blanks at the end of lines and of the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def end(self) -> int:
        """Wait for the program's end: its exit status, or 128 and the number of a signal."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        if self.child.isalive() and time.monotonic() >= end:
            raise AssertionError(f"it did not end, but shows\n{self.display()}")
        self.child.wait()
        if self.child.signalstatus is not None:
            return 128 + self.child.signalstatus
        assert self.child.exitstatus is not None
        return self.child.exitstatus

    def _read(self, end: float) -> bool:
        """Take in what the program wrote; False when it has ended or patience has."""
        try:
            data = self.child.read_nonblocking(65536, timeout=max(0.01, end - time.monotonic()))
        except (pexpect.EOF, pexpect.TIMEOUT):
            return False
        self.sent += data
        self.stream.feed(data)
        return True


def editor(folder: Path, script: str) -> dict[str, str]:
    """What makes an editor of a script of the shell, which gets the file as `$1`."""
    tool = folder / "editor"
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)
    return {"EDITOR": str(tool), "VISUAL": ""}
