"""Put a comparison of cards into one comment of its pull request, and keep that current.

The comparison is an artifact of a run that belongs to the pull request, so it may hold anything. It
is believed only where GitHub itself says that the pull request exists, is still at the commit of
that run, and changes nothing but cards: then the workflow, which is part of the change, and the
program that wrote the comparison are those of the base. Even so it is only text here: nothing is
unpacked to the disk, and no more is read than fits.

The environment names the run: RUN, HEAD_SHA and HEAD_REPOSITORY, beside what GitHub always sets.
"""

import io
import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

ARTIFACT = "comparison"
CARDS = "decks/"
AUTHOR = "github-actions[bot]"
MARK = "<!-- cardsmith: the comparison of this pull request -->"

LARGEST_ARTIFACT = 2 * 2**20  # bytes, packed
LONGEST = 60_000  # characters of a comment; GitHub takes 65,536
MOST_FILES = 300  # GitHub lists no more of a comparison

_UNSEEN = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # the direction of writing
_MENTION = re.compile(r"(?<![\w`])@(?=\w)")


class UnfitError(Exception):
    """The comparison is not posted; the message says why."""


class OvertakenError(Exception):
    """The pull request has moved on; the message says how."""


class Run(NamedTuple):
    """The run that made a comparison, as GitHub names it."""

    repository: str
    id: str
    head_sha: str
    head_repository: str
    page: str


class Comparison(NamedTuple):
    """What the artifact holds, read but not believed."""

    number: str
    text: str


def main() -> None:
    """Post the comparison of the run in the environment; say what was done."""
    run = _run()
    try:
        found = comparison(run)
        if found is None:
            print("The run left no comparison.")
            return
        check(run, found)
        print(post(run, found.number, body(found.text, run.page)))
    except OvertakenError as error:
        print(f"Nothing is to be posted: {error}.")
    except UnfitError as error:
        sys.exit(f"Nothing was posted: {error}.")
    except subprocess.CalledProcessError as error:  # which has said why
        sys.exit(f"Nothing was posted: GitHub refused `{' '.join(error.cmd[:3])} …`.")


def _run() -> Run:
    repository, id_ = os.environ["GITHUB_REPOSITORY"], os.environ["RUN"]
    page = f"{os.environ['GITHUB_SERVER_URL']}/{repository}/actions/runs/{id_}"
    return Run(repository, id_, os.environ["HEAD_SHA"], os.environ["HEAD_REPOSITORY"], page)


# ---- what the run left -------------------------------------------------------------------------


def comparison(run: Run) -> Comparison | None:
    """What the artifact says; None if there is none.

    Raises:
        UnfitError: it is not of the form that cards.yml gives it.
    """
    listed = _api(f"repos/{run.repository}/actions/runs/{run.id}/artifacts?name={ARTIFACT}")
    artifacts = [each for each in json.loads(listed)["artifacts"] if each["name"] == ARTIFACT]
    if not artifacts:
        return None
    if artifacts[0]["size_in_bytes"] > LARGEST_ARTIFACT:
        raise UnfitError("the artifact is too large")
    packed = _api(f"repos/{run.repository}/actions/artifacts/{artifacts[0]['id']}/zip")
    return unpacked(packed)


# What the library says of archives that are torn, encrypted, odd, or lack a file.
_UNREADABLE = (
    BadZipFile,
    EOFError,
    KeyError,
    LZMAError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    zlib.error,
)


def unpacked(packed: bytes) -> Comparison:
    """Read the artifact.

    Raises:
        UnfitError: it holds something else.
    """
    if len(packed) > LARGEST_ARTIFACT:
        raise UnfitError("the artifact is too large")
    try:
        with ZipFile(io.BytesIO(packed)) as archive:
            number = _beginning(archive, "number", 20).strip()
            text = _beginning(archive, "comparison.md", 4 * LONGEST + 1)
    except _UNREADABLE as error:
        raise UnfitError("the artifact cannot be read") from error
    if re.fullmatch(r"[1-9][0-9]{0,8}", number, re.ASCII) is None:
        raise UnfitError("the artifact names no pull request")
    return Comparison(number, text)


def _beginning(archive: ZipFile, name: str, most: int) -> str:
    """The first bytes of a file as text, however much more it says there is."""
    with archive.open(name) as file:
        return file.read(most).decode("utf-8", "replace")


# ---- what GitHub says --------------------------------------------------------------------------


def check(run: Run, found: Comparison) -> None:
    """Ask GitHub whether the comparison is that of the pull request which it names.

    Raises:
        OvertakenError: it was, but is no longer.
        UnfitError: it is not.
    """
    where = f"repos/{run.repository}/pulls/{found.number}"
    pull = json.loads(_api(where))
    head = pull["head"]
    if pull["state"] != "open":
        raise OvertakenError("the pull request is closed")
    if (head["repo"] or {}).get("full_name") != run.head_repository:
        raise UnfitError("the run is not of this pull request")
    if head["sha"] != run.head_sha:
        raise OvertakenError("the pull request has a newer commit")
    # Asked by commits, which cannot change meanwhile, as the pull request could.
    range_ = f"{pull['base']['sha']}...{run.head_sha}"
    files = json.loads(_api(f"repos/{run.repository}/compare/{range_}"))["files"]
    if len(files) >= MOST_FILES:
        raise UnfitError("the pull request changes more files than GitHub lists")
    names = [each.get(key, CARDS) for each in files for key in ("filename", "previous_filename")]
    if not all(name.startswith(CARDS) for name in names):
        raise UnfitError("the pull request changes more than cards")


# ---- the comment -------------------------------------------------------------------------------


def body(text: str, page: str) -> str:
    """The comment: the text without what nobody sees, bounded, and calling nobody's name.

    Raises:
        UnfitError: nothing is left.
    """
    seen = _TURNING.sub("", _UNSEEN.sub("", text.replace("\r\n", "\n")))
    calm = _MENTION.sub("@\u200b", seen).strip()
    if not calm:
        raise UnfitError("the comparison is empty")
    head = f"{MARK}\nAs a page, and as an Anki package to try: [the artifacts of this run]({page})."
    if len(calm) > LONGEST:
        calm = calm[:LONGEST].rpartition("\n")[0] or calm[:LONGEST]
        head += f" What follows is cut; the whole comparison is on [its page]({page})."
    return f"{head}\n\n{calm}\n"


def post(run: Run, number: str, text: str) -> str:
    """Write the comment, or write it anew; what was done."""
    comments = f"repos/{run.repository}/issues/{number}/comments"
    for id_, author, said in _rows(f"{comments}?per_page=100", ".[] | [.id, .user.login, .body]"):
        if author == AUTHOR and said.startswith(MARK):
            if said.strip() == text.strip():
                return "The comment says so already."
            _send("PATCH", f"repos/{run.repository}/issues/comments/{int(id_)}", text)
            return "The comment was edited."
    _send("POST", comments, text)
    return "The comment was posted."


# ---- GitHub ------------------------------------------------------------------------------------


def _rows(where: str, query: str) -> Iterator[list[Any]]:
    """What a query finds on all pages."""
    for line in _api("--paginate", where, "--jq", f"{query} | @json").splitlines():
        yield json.loads(line)


def _send(method: str, where: str, text: str) -> None:
    _api("--method", method, where, "--input", "-", given=json.dumps({"body": text}).encode())


def _api(*arguments: str, given: bytes = b"") -> bytes:
    command = ["gh", "api", *arguments]
    done = subprocess.run(command, input=given, check=True, stdout=subprocess.PIPE)  # noqa: S603
    return done.stdout


if __name__ == "__main__":
    main()
