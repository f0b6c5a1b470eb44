"""`cardsmith log sync` as people run it: two homes, and a repository between them."""

import subprocess
from pathlib import Path

import pytest

from logs import log
from program import cardsmith
from syncing import Machine

pytestmark = pytest.mark.needs("git")


@pytest.fixture
def far(tmp_path: Path) -> Path:
    folder = tmp_path / "far.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(folder)], check=True)
    return folder


def run(machine: Machine, *options: str | Path, cwd: Path | None = None) -> tuple[int, str, str]:
    done = cardsmith(
        *("log", "sync", *options),
        cwd=cwd,
        CARDSMITH_HOME=str(machine.home),
        CARDSMITH_DEVICE=machine.device,
    )
    return done.returncode, done.stdout, done.stderr


def test_two_machines_come_together(tmp_path: Path, far: Path) -> None:
    laptop, desktop = Machine(tmp_path / "l", "laptop"), Machine(tmp_path / "d", "desktop")
    laptop.history.append(log("3@0 3@1", prefix="l"))
    desktop.history.append(log("3@0", prefix="d"))
    assert run(laptop, "--init", far) == (0, "2 events sent.\n", "")
    assert run(desktop, "--init", far) == (0, "2 events received and 1 event sent.\n", "")
    assert run(laptop) == (0, "1 event received.\n", "")
    assert run(laptop) == (0, "Nothing new on either side.\n", "")
    assert laptop.ids() == desktop.ids() == {"lc1", "lc2", "dc1"}


def test_an_address_may_be_a_path_from_here(tmp_path: Path, far: Path) -> None:
    machine = Machine(tmp_path / "m", "m")
    assert run(machine, "--init", far.name, cwd=tmp_path)[0] == 0
    assert run(machine)[0] == 0


def test_offline_is_one_sentence_and_nothing_is_lost(tmp_path: Path, far: Path) -> None:
    machine = Machine(tmp_path / "m", "m")
    assert run(machine, "--init", far)[0] == 0
    machine.history.append(log("3@0"))
    away = far.rename(tmp_path / "away")
    status, said, told = run(machine)
    assert (status, said) == (1, "1 event committed here, not sent yet.\n")
    assert told.startswith(f"cardsmith: {far} cannot be reached (")
    assert told.endswith("); nothing is lost, and the next sync sends what is new\n")
    assert told.count("\n") == 1
    away.rename(far)
    assert run(machine) == (0, "1 event sent.\n", "")


def test_without_a_repository_it_says_how_to_begin(tmp_path: Path) -> None:
    status, said, told = run(Machine(tmp_path / "m", "m"))
    assert (status, said) == (2, "")
    assert told == (
        f"cardsmith: {tmp_path / 'm'} is no git repository yet; "
        "`cardsmith log sync --init URL` makes it one\n"
    )


@pytest.mark.parametrize("url", ["", "--force"])
def test_an_address_that_is_none_is_wrong_use(tmp_path: Path, url: str) -> None:
    status, said, told = run(Machine(tmp_path / "m", "m"), f"--init={url}")
    assert (status, said) == (2, "")
    assert told


def test_what_a_host_says_does_not_drive_the_terminal(tmp_path: Path, far: Path) -> None:
    machine = Machine(tmp_path / "m", "m")
    assert run(machine, "--init", far)[0] == 0
    hook = far / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nprintf 'error: no \\033[31mroom\\n' >&2\nexit 1\n", "utf-8")
    hook.chmod(0o755)
    machine.history.append(log("3@0"))
    status, _, told = run(machine)
    assert status == 1
    assert "did not take what is new here" in told
    assert "room" in told
    assert "\x1b" not in told
