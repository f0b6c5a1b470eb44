"""A second process that gives the terminal back when the first dies and can no longer do so."""

import os
import signal
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

_ALONE = (  # what a terminal or an impatient system sends; the first process answers it for both
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGTSTP,
    signal.SIGTTIN,
    signal.SIGTTOU,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGALRM,
)


class Taken(NamedTuple):
    """A terminal that is taken over, and how to give it back."""

    keys: int  # the file that keys come from
    screen: int  # and the one that is drawn on
    found: list[Any]  # the modes as they were
    ours: list[Any]  # and as they are while it is taken
    leave: bytes  # what brings the screen back

    def give_back(self) -> None:
        """Bring back the screen, and the modes unless a shell has already seen to them."""
        with suppress(OSError):
            os.write(self.screen, self.leave)
        with suppress(OSError, termios.error):
            if _settings(termios.tcgetattr(self.keys)) == _settings(self.ours):
                termios.tcsetattr(self.keys, termios.TCSANOW, self.found)


class Guard:
    """It stands for as long as a terminal is taken: dismissed, or left alone by a sudden death.

    Only the first process holds the pipe, so its end is a sign that even `kill -9` gives.
    """

    def __init__(self, taken: Taken) -> None:
        """Post it; where the system allows no more processes there is none."""
        ear, self._pipe = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            self._process = 0
        else:
            if self._process == 0:
                _stand(taken, ear)
        os.close(ear)

    def dismiss(self) -> None:
        """The terminal was given back: the guard goes before it would hear of the end."""
        if self._process:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(self._process, signal.SIGKILL)
                os.waitpid(self._process, 0)
        os.close(self._pipe)


def _stand(taken: Taken, ear: int) -> None:
    """The life of the guard."""
    try:
        for number in _ALONE:
            signal.signal(number, signal.SIG_IGN)
        os.setsid()
        _hold_only(taken.keys, taken.screen, ear)
        _call_itself(b"terminal-guard")
        os.read(ear, 1)
        taken.give_back()
    finally:
        os._exit(0)


def _call_itself(name: bytes) -> None:
    """Take another name, where the system allows it: what kills by name means the first process."""
    with suppress(OSError):
        Path("/proc/self/comm").write_bytes(name)


def _hold_only(*files: int) -> None:
    """Close all other files: locks end with the last process that holds them."""
    for name in os.listdir("/dev/fd"):  # noqa: PTH208 - numbers, not paths
        if int(name) not in files:
            with suppress(OSError):
                os.close(int(name))


def _settings(modes: list[Any]) -> list[Any]:
    """Modes without the speed of the line and what follows from it."""
    return [*modes[:2], modes[3], modes[6]]
