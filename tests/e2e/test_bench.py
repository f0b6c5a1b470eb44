"""The benchmark runs; what it finds is no matter of right and wrong."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_row_is_measured() -> None:
    command = [sys.executable, "-m", "bench", "version", "--pairs", "1", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    [row] = json.loads(done.stdout)
    assert row["name"] == "version"
    assert row["ratio"] > 1
