"""The program as a process: arguments and input in; output, errors and exit status out."""

import atexit
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

FORKS = Path(__file__).with_name("forks.py")
# What an interpreter reads as it starts, and a fork of one that has started could not heed.
READ_AT_START = ("LANG", "LC_", "LD_", "PYTHON", "TZ")
FITS_IN_A_PIPE = 4096  # characters, whoever reads them or does not

Done = subprocess.CompletedProcess[str]


def cardsmith(
    *arguments: str | Path, typed: str = "", cwd: Path | None = None, **environment: str
) -> Done:
    """Run it and wait for its end."""
    return ran("cardsmith", *arguments, typed=typed, cwd=cwd, **environment)


def ran(
    module: str,
    *arguments: str | Path,
    typed: str = "",
    cwd: Path | None = None,
    **environment: str,
) -> Done:
    """Run a module as a program and wait for its end."""
    words = [str(argument) for argument in arguments]
    around = {**os.environ, **environment}
    if hasattr(os, "fork") and len(typed) < FITS_IN_A_PIPE and forks().suit(around):
        return forks().run(module, words, typed, Path(cwd or "").absolute(), around)
    return started(module, words, typed, cwd, around)


def started(
    module: str, arguments: list[str], typed: str, cwd: Path | None, environment: dict[str, str]
) -> Done:
    """Run a module in an interpreter that starts for it."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        check=False,
    )


class Forks:
    """A process that has imported the program and is forked for each run; see `forks.py`."""

    def __init__(self) -> None:
        self._started_in = at_start(os.environ)
        self._socket, there = socket.socketpair()
        with there:
            self._process = subprocess.Popen(
                [sys.executable, str(FORKS), str(there.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[there.fileno()],
            )
        self._answers = self._socket.makefile("rb")

    def suit(self, environment: dict[str, str]) -> bool:
        """Whether a fork does what a process does that starts in this environment."""
        return at_start(environment) == self._started_in

    def run(
        self, module: str, arguments: list[str], typed: str, cwd: Path, environment: dict[str, str]
    ) -> Done:
        """Run a module in a fork."""
        wanted = {
            "module": module,
            "arguments": arguments,
            "folder": str(cwd),
            "environment": environment,
        }
        with ExitStack() as ours:
            (keys, typing), (out, told), (err, said) = os.pipe(), os.pipe(), os.pipe()
            ends = [ours.enter_context(os.fdopen(end, "rb", 0)) for end in (out, err)]
            with os.fdopen(typing, "w", encoding="utf-8") as pipe:
                pipe.write(typed)
            theirs = [keys, told, said]
            socket.send_fds(self._socket, [json.dumps(wanted).encode() + b"\n"], theirs)
            for end in theirs:
                os.close(end)
            process = self._answer()
            try:
                read = [data.decode() for data in until_the_end(*ends)]
            except BaseException:  # it takes too long, or Ctrl-C
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                raise
            finally:
                status = os.waitstatus_to_exitcode(self._answer())
        output, errors = (text.replace("\r\n", "\n").replace("\r", "\n") for text in read)
        return subprocess.CompletedProcess([module, *arguments], status, output, errors)

    def _answer(self) -> int:
        line = self._answers.readline()
        assert line, self._process.communicate()
        return int(line)

    def close(self) -> None:
        """End it."""
        self._answers.close()
        self._socket.close()
        self._process.communicate()


@cache
def forks() -> Forks:
    """The one of this session."""
    made = Forks()
    atexit.register(made.close)
    return made


def at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """What an interpreter that starts in an environment reads of it."""
    return {name: value for name, value in environment.items() if name.startswith(READ_AT_START)}


def until_the_end(*ends: BinaryIO) -> list[bytes]:
    """All that is written into pipes."""
    read = dict.fromkeys(ends, b"")
    with selectors.DefaultSelector() as waiting:
        for end in ends:
            waiting.register(end, selectors.EVENT_READ, end)
        while waiting.get_map():
            for key, _ in waiting.select():
                data = os.read(key.fd, 65536)
                read[key.data] += data
                if not data:
                    waiting.unregister(key.fd)
    return list(read.values())
