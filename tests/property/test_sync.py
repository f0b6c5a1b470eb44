"""Three machines and another side: whatever they do and in whatever order, all end alike.

Real git, real files. No event is ever lost, on no machine and at no moment; offline, killed in the
middle, under one name on two machines.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from cardsmith.history import Answer, Event, Suspend, Void
from cardsmith.historysync import OfflineError
from cardsmith.schedule.replay import replay
from cardsmith.schedule.sm2 import SM2
from logs import log
from syncing import Deadly, Machine

DEVICES = ("alpha", "beta", "beta")  # the third is a copy of the second: both write one file
SCRIPT = Path(__file__).parents[1] / "syncing.py"
machines = st.integers(0, len(DEVICES) - 1)
numbers = (f"{number:016x}" for number in count())


class Syncing(RuleBasedStateMachine):
    """Answers, undos and syncs in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.top = Path(tempfile.mkdtemp(prefix="cardsmith-"))
        self.far = self.top / "far.git"
        self.away = self.top / "away.git"
        subprocess.run(["git", "init", "--quiet", "--bare", str(self.far)], check=True)
        self.machines = [
            Machine(self.top / str(number), device) for number, device in enumerate(DEVICES)
        ]
        for machine in self.machines:
            assert machine.sync(str(self.far)).problem is None
        self.deadly = Deadly(self.top / "bin")
        self.known: list[dict[str, Event]] = [{} for _ in DEVICES]
        self.all: dict[str, Event] = {}
        self.has_note = False

    def teardown(self) -> None:
        """After the last step: a round of syncs, and all are equal."""
        try:
            if self.away.exists():
                self.away.rename(self.far)
            for machine in self.machines * 2:
                assert machine.sync().problem is None
            expected = replay(self.all.values(), SM2())
            tips = set()
            for machine in self.machines:
                read = machine.history.read()
                assert {event.id: event for event in read.events} == self.all
                assert read.damage == ()
                assert replay(read.events, SM2()) == expected
                tips.add(self.git(machine.home, "rev-parse", "main"))
            assert len(tips) == 1
            assert [(machine.home / "mine.txt").exists() for machine in self.machines] == [
                *(False, self.has_note, False)
            ]
            assert "mine.txt" not in self.git(self.far, "ls-tree", "-r", "--name-only", "main")
        finally:
            shutil.rmtree(self.top)

    def git(self, folder: Path, *arguments: str) -> str:
        """What git prints."""
        command = ["git", "-C", str(folder), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def record(self, at: int, event: Event) -> None:
        """Append an event, on one machine."""
        self.machines[at].history.append([event])
        self.all[event.id] = self.known[at][event.id] = event

    @rule(at=machines, card=st.sampled_from("cde"), key=st.integers(1, 4), on=st.integers(0, 500))
    def answer(self, at: int, card: str, key: int, on: int) -> None:
        """Answer a card."""
        head = max((e.n for e in self.known[at].values() if e.card == card), default=0)
        (event,) = log(f"{key}@{on}", card, first=head + 1)
        self.record(at, event._replace(id=next(numbers)))

    @rule(at=machines, pick=st.randoms(use_true_random=False))
    def undo(self, at: int, pick: Random) -> None:
        """Take back an event that this machine has, whoever made it."""
        answers = [e for _, e in sorted(self.known[at].items()) if isinstance(e.deed, Answer)]
        if not answers:
            return
        target = pick.choice(answers)
        head = max(e.n for e in self.known[at].values() if e.card == target.card)
        self.record(at, target._replace(id=next(numbers), n=head + 1, deed=Void(target.id)))

    @rule(at=machines)
    def suspend(self, at: int) -> None:
        """Suspend a card."""
        head = max((e.n for e in self.known[at].values() if e.card == "c"), default=0)
        (event,) = log("suspend@9", "c", first=head + 1)
        assert isinstance(event.deed, Suspend)
        self.record(at, event._replace(id=next(numbers)))

    @rule()
    def leave_a_note(self) -> None:
        """Put a file of one's own beside the histories."""
        (self.machines[1].home / "mine.txt").write_text("mine\n", "utf-8")
        self.has_note = True

    @rule(at=machines)
    def sync(self, at: int) -> None:
        """Sync one machine."""
        outcome = self.machines[at].sync()
        assert isinstance(outcome.problem, OfflineError) is self.away.exists()
        if not self.away.exists():
            assert outcome.problem is None
        self.look()

    @rule(
        at=machines,
        call=st.integers(1, 30),
        how=st.sampled_from(["before", "after", "during", "full"]),
        spin=st.integers(0, 400),
    )
    def be_killed(self, at: int, call: int, how: str, spin: int) -> None:
        """Kill a sync, or its git, or both; what it locked is found the next day."""
        machine = self.machines[at]
        subprocess.run(
            [sys.executable, str(SCRIPT), str(machine.home), machine.device],
            env={**os.environ, **self.deadly.environment(call, how, spin)},
            capture_output=True,
            check=False,
        )
        for lock in (machine.home / ".git").rglob("*.lock"):
            os.utime(lock, (0, 0))
            if lock.name == "index.lock":  # as a person does who is told
                lock.unlink()

    @precondition(lambda self: self.far.exists())
    @rule()
    def go_offline(self) -> None:
        """Lose the other side."""
        self.far.rename(self.away)

    @precondition(lambda self: self.away.exists())
    @rule()
    def come_back(self) -> None:
        """Find it again."""
        self.away.rename(self.far)

    @invariant()
    def look(self) -> None:
        """No machine ever loses what it had, or has what nobody did."""
        for machine, known in zip(self.machines, self.known, strict=True):
            read = {event.id: event for event in machine.events()}
            assert read.items() >= known.items()
            assert read.items() <= self.all.items()
            known.update(read)


# Not shrunk: with real git that would take an hour.
Syncing.TestCase.settings = settings(
    max_examples=12, stateful_step_count=25, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
TestSyncing = pytest.mark.slow(pytest.mark.needs("git", "prlimit")(Syncing.TestCase))
