"""The program killed at random moments: no answer is lost whose next card was shown.

make test-crash             500 kills
SEED=7 make test-crash      the same at other moments
"""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Self

import pyte
import pytest

from learner import PATIENCE, Window
from past import history, written
from program import cardsmith
from shelf import basics, shelf

KILLS = int(os.environ.get("KILLS", "30"))
SEED = int(os.environ.get("SEED", "0"))
ROUND = 10  # kills that one history goes through
_LONGEST = 0.015  # seconds; more than an answer takes until its next card is shown
_MOST = 4  # answers before a kill


class Victim:
    """The program in a terminal that is not its own and stays after it."""

    def __init__(self, decks: Path, new: int) -> None:
        self.window = Window(80, 24)
        self._stream = pyte.ByteStream(self.window)
        self._keyboard, self._screen = pty.openpty()
        self.before = termios.tcgetattr(self._screen)
        self._program = subprocess.Popen(
            [sys.executable, "-m", "cardsmith", "review", "--new", str(new), "--decks", str(decks)],
            stdin=self._screen,
            stdout=self._screen,
            stderr=subprocess.PIPE,
            env={**os.environ, "TERM": "xterm"},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        with self._program:  # wait for it
            pass
        os.close(self._keyboard)
        os.close(self._screen)

    def take_in(self) -> None:
        """What has been written until now, or is soon."""
        if select.select([self._keyboard], [], [], 0.01)[0]:
            self._stream.feed(os.read(self._keyboard, 65536))

    def see(self, text: str) -> None:
        with patience(f"never saw {text}") as waiting:
            while next(waiting) and text not in "\n".join(self.window.display):
                self.take_in()

    def press(self, key: str) -> None:
        os.write(self._keyboard, key.encode())

    def kill(self) -> str:
        """Kill it, wait until the terminal is given back, and return what it said of problems."""
        self._program.send_signal(signal.SIGKILL)
        told = self._program.communicate()[1].decode()
        with patience("the terminal was not given back") as waiting:
            while next(waiting) and not self._is_given_back():
                self.take_in()
        return told

    def _is_given_back(self) -> bool:
        if select.select([self._keyboard], [], [], 0)[0]:
            return False
        return self.window.is_given_back and termios.tcgetattr(self._screen) == self.before


@contextmanager
def patience(failure: str) -> Iterator[Iterator[bool]]:
    """Turns to wait, until patience comes to its end."""
    end = time.monotonic() + PATIENCE

    def turns() -> Iterator[bool]:
        while time.monotonic() < end:
            yield True
        pytest.fail(failure)

    yield turns()


def pass_time(seconds: float) -> None:
    """A moment that no clock of the system is fine enough to sleep for."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


@pytest.mark.parametrize("number", range(-(-KILLS // ROUND)))
def test_no_kill_loses_an_answer_or_the_terminal(tmp_path: Path, home: Path, number: int) -> None:
    luck = Random(f"{SEED}/{number}")  # noqa: S311 - it hides nothing
    cards = [f"n{card:02}" for card in range(ROUND * (_MOST + 1) + 1)]
    decks = shelf(tmp_path / "decks", deck=basics(*cards))
    kept = 0  # answers that must be in the log
    for _ in range(ROUND):
        with Victim(decks, new=len(cards)) as victim:
            answers = luck.randrange(_MOST + 1)
            if luck.random() < 1 / 5:  # while it starts
                pass_time(luck.random() * 20 * _LONGEST)
            else:
                victim.see(f"Name of {cards[kept]}?")
                for card, after in zip(cards[kept:], cards[kept + 1 :][:answers], strict=False):
                    victim.press(" ")
                    victim.see(f"It is {card}.")
                    victim.press("3")
                    victim.see(f"Name of {after}?")
                kept += answers
                victim.press(" ")
                if luck.random() < 2 / 3:
                    victim.see(f"It is {cards[kept]}.")
                    victim.press("3")
                pass_time(luck.random() * _LONGEST)
            assert victim.kill() == ""
        logged = [line["card"] for line in written(home)] if history(home).exists() else []
        assert logged in (cards[:kept], cards[: kept + 1])
        kept = len(logged)
    assert kept > ROUND
    done = cardsmith("log", "check", "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
