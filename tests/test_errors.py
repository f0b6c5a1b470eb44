"""The reason that the system gives for refusing something, as words in a sentence."""

import errno
import os
from pathlib import Path

import pytest

from cardsmith.errors import reason


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.EACCES, "Permission denied", "deck.yaml"), "permission denied"),
        (OSError(errno.ENOENT, "No such file or directory"), "no such file or directory"),
        (OSError(errno.EIO, "I/O error"), "I/O error"),
        (OSError(errno.ESTALE, "NFS handle is stale"), "NFS handle is stale"),
        (OSError(errno.EACCES, "The disk is full."), "the disk is full"),
        (OSError("Not writable"), "not writable"),
        (OSError("Not\n  writable "), "not writable"),
        (OSError(errno.EIO, ""), "OSError"),
        (OSError("E"), "e"),
        (BlockingIOError(), "BlockingIOError"),
        (OSError(" . "), "OSError"),
    ],
)
def test_a_reason_goes_on_in_a_sentence(error: OSError, words: str) -> None:
    assert reason(error) == words


def test_all_that_the_system_says_is_told_whole() -> None:
    said = {number: os.strerror(number) for number in errno.errorcode}
    told = {number: reason(OSError(number, words)).casefold() for number, words in said.items()}
    assert told == {number: words.casefold() for number, words in said.items()}


def test_the_reason_does_not_name_the_file_once_more(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="absent") as failed:
        (tmp_path / "absent").read_bytes()
    assert "absent" not in reason(failed.value)
