"""A process that appends answers: `python writer.py FOLDER PREFIX [BYTES A FILE MAY HAVE]`.

It prints how many answers it saved, and what it was told when one could not be.
"""

import resource
import sys
from pathlib import Path

from cardsmith.errors import HistoryError
from cardsmith.historyfile import HistoryFolder
from logs import log


def main(folder: str, prefix: str, most: str = "") -> None:
    if most:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
    history = HistoryFolder(Path(folder), "shared")
    saved = 0
    for event in log(" ".join(f"3@{d}" for d in range(25)), prefix=prefix):
        try:
            history.append([event])
        except HistoryError as error:
            print(saved, error)  # noqa: T201 - read by the test
            return
        saved += 1
    print(saved)  # noqa: T201 - read by the test


if __name__ == "__main__":
    main(*sys.argv[1:])
