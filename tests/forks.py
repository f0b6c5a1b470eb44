"""Programs under test are forked off here: a process that has imported them, and run nothing.

To start an interpreter and to import costs more than most of what tests ask of the program, so it
is done once. Each run is a process of its own all the same, and starts where `python -m` does.

Requests come through the socket whose number is the argument: a line of JSON, with the three
standard streams. Answered are the number of the process, and at its end what `waitpid` says of it.
"""

import gc
import json
import os
import runpy
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import cardsmith

# What the program imports only where it is used.
LIBRARIES = (
    "dateutil.parser",
    "dateutil.relativedelta",
    "difflib",
    "filelock",
    "genanki",
    "jinja2",
    "markdown_it",
    "platformdirs",
    "pygments.formatters.html",
    "pygments.lexers",
    "rich.console",
    "rich.syntax",
    "rich.table",
    "rich.text",
    "sqlite3",
    "tempfile",
    "unicodeit.data",
    "wcwidth",
    "yaml",
    "zoneinfo",
)
LONGEST = 1 << 20  # bytes that are read at once


Request = tuple[dict[str, Any], list[int]]


def main(number: int) -> None:
    """Fork until the socket is closed; in each fork be the program that was asked for."""
    for name in imported():
        with suppress(Exception):  # what is broken has to break the program that needs it
            import_module(name)
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=number) as asked:
        request = forked(asked)
    if request:
        wanted, streams = request
        for place, stream in enumerate(streams):
            os.dup2(stream, place)
            os.close(stream)
        be(**wanted)


def forked(asked: socket.socket) -> Request | None:
    """Fork for each request, and return it in the fork; None when there will be no more."""
    while request := taken(asked):
        process = os.fork()
        if process == 0:
            return request
        for stream in request[1]:
            os.close(stream)
        asked.sendall(b"%d\n" % process)
        _, status = os.waitpid(process, 0)
        asked.sendall(b"%d\n" % status)
    return None


def imported() -> Iterator[str]:
    """What is imported beforehand."""
    yield from LIBRARIES
    for module in walk_packages(cardsmith.__path__, "cardsmith."):
        if module.name not in {"cardsmith.__main__", "cardsmith.cli.release"}:  # they are run
            yield module.name


def taken(asked: socket.socket) -> Request | None:
    """The next request, and its streams; None when there will be no more."""
    text, streams, _, _ = socket.recv_fds(asked, LONGEST, 3)
    while text and not text.endswith(b"\n"):
        text += asked.recv(LONGEST)
    return (json.loads(text), streams) if text else None


def be(module: str, arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Do what `python -m` does, in a folder and an environment."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [module, *arguments]
    sys.path[0] = folder
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
