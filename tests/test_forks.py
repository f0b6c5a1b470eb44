"""A program that is forked off does what one does whose interpreter starts for it."""

import os
from pathlib import Path

import pytest

from program import Done, forks, ran, started

PROBE = """
import json, os, signal, sys

about = [
    (stream.fileno(), stream.isatty(), stream.seekable(), stream.encoding, stream.errors)
    for stream in (sys.stdin, sys.stdout, sys.stderr)
]
typed = sys.stdin.read()
print(json.dumps([__name__, sys.argv, sys.path, os.getcwd(), dict(os.environ), typed, about]))
print("said", file=sys.stderr)
match sys.argv[1]:
    case "ends":
        sys.exit(int(sys.argv[2]))
    case "dies":
        os.kill(os.getpid(), int(sys.argv[2]))
"""


def both(tmp_path: Path, *arguments: str, typed: str = "") -> tuple[Done, Done]:
    (tmp_path / "probe.py").write_text(PROBE, "utf-8")
    asked = "probe", list(arguments), typed, tmp_path, {**os.environ, "COLUMNS": "7"}
    return forks().run(*asked), started(*asked)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("ends", "0"), 0), (("ends", "3"), 3), (("dies", "15"), -15), (("dies", "9"), -9)],
)
def test_it_is_called_and_ends_alike(
    tmp_path: Path, arguments: tuple[str, str], status: int
) -> None:
    fork, process = both(tmp_path, *arguments, typed="é\r\n1\n")
    assert fork.returncode == process.returncode == status
    assert (fork.stdout, fork.stderr) == (process.stdout, process.stderr)
    assert status < 0 or "\\u00e9" in fork.stdout  # a dead one may leave its words in a buffer


def test_much_output_and_none_typed(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("print('x' * 10**6, flush=True)\n1 / 0\n", "utf-8")
    fork = ran("long", cwd=tmp_path)
    assert (fork.returncode, len(fork.stdout)) == (1, 10**6 + 1)
    assert fork.stderr.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize("name", ["PYTHONHASHSEED", "TZ", "LC_ALL", "LD_PRELOAD"])
def test_what_is_read_at_the_start_needs_a_start(name: str) -> None:
    assert forks().suit({**os.environ, "COLUMNS": "7"})
    assert not forks().suit({**os.environ, name: "1"})


def test_nothing_of_a_run_is_left_to_the_next(tmp_path: Path) -> None:
    (tmp_path / "mark.py").write_text(
        "import cardsmith, os, sys\n"
        "print(hasattr(cardsmith, 'mark'), 'MARK' in os.environ)\n"
        "cardsmith.mark = os.environ['MARK'] = 'x'\n",
        "utf-8",
    )
    assert [ran("mark", cwd=tmp_path).stdout for _ in range(2)] == ["False False\n"] * 2
