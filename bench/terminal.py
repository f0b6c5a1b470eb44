"""The program in a real pseudo-terminal, as a person starts it."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
from collections.abc import Mapping
from time import perf_counter

PATIENCE = 120.0  # seconds until something that does not come is given up


def seconds_to_show(
    command: list[str], environment: Mapping[str, str], text: bytes, quit_key: bytes
) -> float:
    """The seconds from starting a command until its screen shows `text`; then it is quit.

    Raises:
        RuntimeError: the text did not come, or the command did not end well.
    """
    start = perf_counter()
    process, terminal = spawn(command, environment)
    try:
        read(terminal, text)
        took = perf_counter() - start
        os.write(terminal, quit_key)
        read(terminal, None)
    except BaseException:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        raise
    finally:
        os.close(terminal)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if status != 0:
        raise RuntimeError(f"{command[-1]} ended with status {status}")
    return took


def seconds_to_end(command: list[str], environment: Mapping[str, str]) -> float:
    """The seconds from starting a command in a terminal until it has ended."""
    start = perf_counter()
    process, terminal = spawn(command, environment)
    read(terminal, None)
    os.waitpid(process, 0)
    took = perf_counter() - start
    os.close(terminal)
    return took


def spawn(command: list[str], environment: Mapping[str, str]) -> tuple[int, int]:
    """Start a command in a terminal of 80 columns; its process and our end of the terminal."""
    process, terminal = pty.fork()
    if process == 0:
        try:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execve(command[0], command, environment)  # noqa: S606 - no shell wanted
        finally:
            os._exit(127)
    return process, terminal


def read(terminal: int, text: bytes | None) -> None:
    """Read what is shown until `text` has appeared, or without a text until the program has ended.

    Raises:
        RuntimeError: patience or the program came to its end first.
    """
    screen = b""
    until = perf_counter() + PATIENCE
    while text is None or text not in screen:
        if not select.select([terminal], [], [], max(0.0, until - perf_counter()))[0]:
            raise RuntimeError(f"nothing more came after {screen[-400:]!r}")
        try:
            more = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end is closed
            more = b""
        if not more and text is not None:
            raise RuntimeError(f"{text!r} did not appear, only {screen[-400:]!r}")
        if not more:
            return
        screen += more
