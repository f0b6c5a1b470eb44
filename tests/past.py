"""Histories of the test's collection, as tests write and read them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardsmith.history import Event, dumps

NAME = "test-00000000"


def history(home: Path) -> Path:
    """The folder of the history."""
    return home / ".local/share/cardsmith" / NAME


def remember(home: Path, *events: Event, device: str = "laptop") -> Path:
    """Put events into the history; the file of the last one."""
    file = history(home) / "reviews" / device / f"{events[-1].day.year if events else 2026}.jsonl"
    for event in events:
        file = history(home) / "reviews" / device / f"{event.day.year}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as more:
            more.write(dumps(event) + "\n")
    return file


def written(home: Path) -> list[dict[str, Any]]:
    """All lines of all histories, in the order of the files and within them."""
    files: Iterable[Path] = sorted(history(home).parent.glob("*/reviews/*/*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
