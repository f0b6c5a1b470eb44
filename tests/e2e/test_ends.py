"""Every end of a sitting: no answer is lost, and the terminal is as it was found.

A shell has the terminal before and after, as it is in life; a program that owned it would take it
along. The shell here leaves the modes alone, so that whatever is right again the program has done.
"""

import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from learner import PATIENCE, Learner
from past import written
from shelf import basics, shelf

PROGRAM = (sys.executable, "-m", "cardsmith")
# The process writes down its number, and becomes the program.
RUN = (
    'trap : INT; echo ready; PROCESS=$0 sh -c \'echo $$ >"$PROCESS"; exec "$@"\' sh "$@"; '
    'echo "ended with $?"; read -r rest'
)
ENDS = {
    "leave": ("q", 0),
    "end-of-input": ("\x04", 0),
    "interrupt": ("\x03", 130),
    **{
        number.name: (number, 128 + number)
        for number in (
            signal.SIGINT,
            signal.SIGTERM,
            signal.SIGHUP,
            signal.SIGQUIT,
            signal.SIGKILL,
            signal.SIGSEGV,
        )
    },
}


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    return shelf(tmp_path / "letters", deck=basics(*"abcdefgh"))


class Seat:
    """The program under a shell, in a terminal that outlives it."""

    def __init__(self, learner: Learner, process: Path) -> None:
        self.learner, self._process = learner, process
        learner.see("ready")
        self.before: list[Any] = learner.modes

    def kill(self, number: signal.Signals) -> None:
        os.kill(self.process, number)

    @property
    def process(self) -> int:
        return int(self._process.read_text())

    def is_given_back(self) -> bool:
        return self.learner.screen.is_given_back and self.learner.modes == self.before

    def see_it_given_back(self) -> str:
        """Wait for the end of the program, and until the terminal is as it was.

        What a shell says of a sudden death may come before the guard has brought back its screen.
        """
        end = time.monotonic() + PATIENCE
        while b"ended with " not in self.learner.sent or not self.is_given_back():
            assert time.monotonic() < end, f"not given back:\n{self.learner.display()}"
            self.learner.take_in()
        return self.learner.see("ready")


@contextmanager
def seat(tmp_path: Path, decks: Path, *program: str, **environment: str) -> Iterator[Seat]:
    process = tmp_path / "process"
    command = ("sh", "-c", RUN, str(process), *(program or PROGRAM))
    arguments = ("review", "--decks", str(decks))
    with Learner(*arguments, program=command, environment=environment) as learner:
        yield Seat(learner, process)


def answer(learner: Learner, *letters: str) -> None:
    for letter in letters:
        learner.see(f"Name of {letter}?")
        learner.press(" ")
        learner.see(f"It is {letter}.")
        learner.press("3")


@pytest.mark.parametrize(("end", "status"), ENDS.values(), ids=ENDS)
def test_after_each_end_the_terminal_is_as_it_was(
    letters: Path, tmp_path: Path, home: Path, end: str | signal.Signals, status: int
) -> None:
    with seat(tmp_path, letters) as sat:
        answer(sat.learner, "a")
        sat.learner.see("Name of b?")
        assert not sat.is_given_back()
        assert "ready" not in sat.learner.display()  # another screen lies over it
        if isinstance(end, str):
            sat.learner.press(end)
        else:
            sat.kill(end)
        screen = sat.see_it_given_back()
        assert f"ended with {status}".encode() in sat.learner.sent
        assert "Name of b?" not in screen
        assert "Traceback" not in screen
    assert [line["card"] for line in written(home)] == ["a"]


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("at", ["answer", "typing"])
def test_wherever_it_ends_only_the_open_card_is_lost(
    tmp_path: Path, home: Path, end: signal.Signals, at: str
) -> None:
    typed = "deck: {name: T}\ncards:\n  - {id: t, front: 'Type?', typed: x}\n"
    decks = shelf(tmp_path / "decks", deck=typed if at == "typing" else basics("a"))
    with seat(tmp_path, decks) as sat:
        sat.learner.see("Type?" if at == "typing" else "Space show")
        sat.learner.press("x" if at == "typing" else " ")
        sat.learner.see("> x" if at == "typing" else "It is a.")
        sat.kill(end)
        sat.see_it_given_back()
    assert written(home) == []


def test_what_another_program_has_set_since_is_left_alone(letters: Path, tmp_path: Path) -> None:
    """As a shell that gives itself the modes it wants before the guard has."""
    with seat(tmp_path, letters) as sat:
        sat.learner.see("Name of a?")
        sat.kill(signal.SIGSTOP)
        others = [*sat.before[:3], sat.before[3] ^ termios.ECHOCTL, *sat.before[4:]]
        termios.tcsetattr(sat.learner.child.child_fd, termios.TCSANOW, others)
        sat.kill(signal.SIGKILL)
        sat.before = others
        sat.see_it_given_back()


def relatives(process: int) -> list[int]:
    """A process and its children."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(row[0]) for row in rows if str(process) in row[:2] and "Z" not in row[2]]


def test_a_window_that_is_closed_ends_everything(letters: Path, tmp_path: Path, home: Path) -> None:
    with seat(tmp_path, letters) as sat:
        answer(sat.learner, "a")
        sat.learner.see("Name of b?")
        everyone = relatives(sat.process)
        assert len(everyone) == 2  # the program and its guard
        sat.learner.child.close(force=False)
        while any(map(relatives, everyone)):
            pass
    assert [line["card"] for line in written(home)] == ["a"]


def test_a_terminal_that_goes_without_a_word_is_an_end(letters: Path, home: Path) -> None:
    """Nobody sends a hang-up where the terminal is not the program's own."""
    keyboard, screen = pty.openpty()
    program = subprocess.Popen(
        [*PROGRAM, "review", "--decks", str(letters)],
        stdin=screen,
        stdout=screen,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(screen)
    seen = b""
    while b"Name of a?" not in seen:
        seen += os.read(keyboard, 4096)
    os.close(keyboard)
    _, told = program.communicate()
    assert b"Traceback" not in told
    assert program.returncode in {0, 1, 129}
    assert written(home) == []


def test_an_answer_that_cannot_be_saved_is_told_on_the_screen_below(
    letters: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, where a folder should be")
    with seat(tmp_path, letters, CARDSMITH_HOME=str(blocked)) as sat:
        answer(sat.learner, "a")
        screen = sat.see_it_given_back()
        assert "ended with 1" in screen
        assert "was not saved in" in screen
        assert "Name of b?" not in screen


def test_a_fault_of_the_program_is_told_on_the_screen_below(
    letters: Path, tmp_path: Path, home: Path
) -> None:
    fault = (
        "from cardsmith.cli import main, terminal\n"
        "read = terminal.Terminal.read\n"
        "def faulty(self, **how):\n"
        "    if (key := read(self, **how)) == 'i': raise ZeroDivisionError('a fault')\n"
        "    return key\n"
        "terminal.Terminal.read = faulty\nmain()\n"
    )
    with seat(tmp_path, letters, sys.executable, "-c", fault) as sat:
        answer(sat.learner, "a")
        sat.learner.see("Name of b?")
        sat.learner.press("i")
        screen = sat.see_it_given_back()
        assert "ended with 1" in screen
        assert "this should not have happened (ZeroDivisionError: a fault)" in screen
    assert [line["card"] for line in written(home)] == ["a"]


@contextmanager
def shell(decks: Path, **environment: str) -> Iterator[Learner]:
    """A shell with job control, in which a sitting has begun."""
    program = ("bash", "--norc", "-i")
    with Learner(program=program, environment={"PS1": "$ ", **environment}) as learner:
        learner.see("$")
        learner.press(f"{' '.join(PROGRAM)} review --decks {decks}\r")
        learner.see("Name of a?", "Space show")
        yield learner


def test_ctrl_z_gives_the_shell_its_terminal_and_fg_brings_the_card_back(letters: Path) -> None:
    with shell(letters) as learner:
        learner.press("\x1a")
        learner.see("Stopped")
        assert learner.screen.is_given_back or b"\x1b[?2004h$ " in learner.sent
        learner.press("stty -a | grep -o ' echo '; echo shown\r")
        learner.see("\n echo\nshown")
        learner.press("fg\r")
        learner.see("Name of a?", "Space show")
        assert "shown" not in learner.display()
        learner.press(" ")
        learner.see("It is a.")
        learner.press("3")
        learner.see("Name of b?")
        learner.press("q")
        learner.see("shown", "1 answer: 1 new.")


def test_after_a_kill_the_shell_can_be_used(letters: Path) -> None:
    with shell(letters) as learner:
        [job] = children(learner)
        before = len(learner.sent)
        os.kill(job, signal.SIGKILL)
        while b"$ " not in learner.sent[before:] or not learner.screen.is_below:
            learner.wait()
        learner.press("\recho $((40 + 2)) and on\r")
        assert "echo $((40 + 2)) and on" in learner.see("42 and on")
        assert learner.screen.cursor.hidden is False
        assert "Name of a?" not in learner.display()


def children(learner: Learner) -> list[int]:
    assert learner.child.pid is not None
    return [each for each in relatives(learner.child.pid) if each != learner.child.pid]


def with_editor(folder: Path, script: str) -> str:
    tool = folder / "vi"
    tool.write_text(f'#!/bin/sh\n{script}\nsed -i "s/Name of a/The name of a/" "$2"\n')
    tool.chmod(0o755)
    return str(tool)


def test_a_stop_in_the_editor_stops_both(letters: Path, tmp_path: Path) -> None:
    with shell(letters, EDITOR=with_editor(tmp_path, "kill -TSTP 0")) as learner:
        learner.press("e")
        learner.see("Stopped")
        learner.press("echo $((40 + 2)) and on\r")
        learner.see("42 and on")
        learner.press("fg\r")
        learner.see("The name of a?", "a: read again")


def test_an_interrupt_in_the_editor_is_the_editors(letters: Path, tmp_path: Path) -> None:
    editor = with_editor(tmp_path, "trap : INT QUIT; kill -INT 0; kill -QUIT 0")
    with shell(letters, EDITOR=editor) as learner:
        learner.press("e")
        learner.see("The name of a?", "a: read again")
        learner.press("q")
        learner.see("Left for today")


def test_while_an_editor_has_the_terminal_it_keeps_it(letters: Path, tmp_path: Path) -> None:
    """A killed program takes nothing from the editor that it has started."""
    editor = with_editor(tmp_path, "stty -echo -icanon; echo busy; read -r x; stty -a >$0.modes")
    with seat(tmp_path, letters, EDITOR=editor) as sat:
        sat.learner.see("Name of a?")
        sat.learner.press("e")
        sat.learner.see("busy")
        sat.kill(signal.SIGKILL)
        sat.learner.see("ended with 137")
        assert not sat.learner.screen.cursor.hidden
        assert sat.learner.modes != sat.before
