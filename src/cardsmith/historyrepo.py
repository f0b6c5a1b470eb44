"""Git in the folder of all histories: never asks, never climbs out of the folder, runs no hooks.

Only plumbing is used, with an index of our own: what a person has staged, is merging or keeps
beside the histories is not touched by any call here but those that say so.
"""

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from cardsmith.errors import CardsmithError, reason
from cardsmith.visible import visible

PLAIN = frozenset({"100644", "100755"})  # modes of entries that are files

_GRACE = 2.0  # seconds in which git may tidy up before it is killed
_ASIDE = (
    # where the repository is: an answer for this folder alone, whatever called us
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"),
    *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_SHALLOW_FILE"),
    *("GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_CEILING_DIRECTORIES", "GIT_TRACE"),
    *("GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"),
    *("SSH_ASKPASS", "LANGUAGE"),
)
_SETTINGS = (
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.fsync=committed,reference"),
    *("-c", "core.quotePath=false"),
    *("-c", "gc.auto=0"),
    *("-c", "maintenance.auto=false"),
    *("-c", "push.gpgSign=false"),
    *("-c", "push.followTags=false"),
    *("-c", "push.recurseSubmodules=no"),
    *("-c", "fetch.recurseSubmodules=no"),
    *("-c", "fetch.writeCommitGraph=false"),
)
_OPENSSH = re.compile(r"(\S*/)?ssh(\.exe)?(\s|$)")
_OF_NO_USE = "Could not read from remote repository"  # said after the reason
_SECRET = re.compile(r"(?<=://)[^/@\s]*@")


class GitError(CardsmithError):
    """Git refused; the message has its words."""


class NoGitError(GitError):
    """Git is not installed."""

    exit_status = 2


class TooSlowError(GitError):
    """Git did not end in the time that it was given."""


class Repository(NamedTuple):
    """Runs git in a folder."""

    folder: Path
    environment: Mapping[str, str]

    def __call__(self, *arguments: str, given: bytes = b"", index: Path | None = None) -> str:
        """What a command prints, without the last line feed.

        Raises:
            GitError: it failed.
        """
        return os.fsdecode(self.output(*arguments, given=given, index=index)).rstrip("\n")

    def output(
        self,
        *arguments: str,
        given: bytes = b"",
        index: Path | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The bytes that a command prints.

        Args:
            arguments: the command.
            given: its standard input.
            index: which index it works with, if not that of the repository.
            timeout: the seconds after which it is ended.

        Raises:
            GitError: it failed.
        """
        environment = self._environment()
        if index:
            environment["GIT_INDEX_FILE"] = str(index)
        with tempfile.TemporaryFile() as said:
            try:
                status, out = self._run(arguments, given, environment, timeout, said)
            except FileNotFoundError as error:
                raise NoGitError("git is not installed; syncing needs it") from error
            except subprocess.TimeoutExpired as error:
                raise TooSlowError(f"no answer in {timeout:g} seconds") from error
            except OSError as error:
                raise GitError(f"git cannot run: {reason(error)}") from error
            except ValueError as error:
                raise GitError(f"git cannot run: {error}") from error
            if status:
                said.seek(0)
                raise GitError(words(said.read().decode(errors="replace")))
        return out

    def exchange(self, *arguments: str, ssh: str = "", timeout: float | None = None) -> str:
        """What a command prints that talks to the other side.

        Args:
            arguments: the command.
            ssh: what git's settings call ssh.
            timeout: the seconds after which it is ended.

        Raises:
            GitError: it failed.
            TooSlowError: it did not end in time.
        """
        ssh = self.environment.get("GIT_SSH_COMMAND") or ssh
        if not ssh and "GIT_SSH" not in self.environment:
            ssh = "ssh"
        if _OPENSSH.match(ssh):
            ssh += " -oBatchMode=yes"
        talking = {**self.environment, "GIT_SSH_COMMAND": ssh} if ssh else self.environment
        told = self._replace(environment=talking).output(*arguments, timeout=timeout)
        return told.decode(errors="replace").rstrip("\n")

    def says(self, *arguments: str) -> bool:
        """Whether a question that git answers by its exit status is answered yes."""
        try:
            self.output(*arguments)
        except NoGitError:
            raise
        except GitError:
            return False
        return True

    def maybe(self, *arguments: str) -> str:
        """What a command prints, or nothing where it fails."""
        try:
            return self(*arguments)
        except NoGitError:
            raise
        except GitError:
            return ""

    def rows(self, *arguments: str, index: Path | None = None) -> Iterator[str]:
        """What a command prints with `-z`: names as they are, whatever is in them."""
        for row in self.output(*arguments, index=index).split(b"\0"):
            if row:
                yield os.fsdecode(row)

    def settings(self) -> dict[str, str]:
        """All settings of git: their names in small letters but for what people named."""
        return {
            name: value
            for row in self.rows("config", "--list", "-z")
            for name, _, value in [row.partition("\n")]
        }

    def refs(self) -> dict[str, str]:
        """The branches here, and those of other sides: their full names and their commits."""
        told = self(
            "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes"
        )
        return {
            name: commit for row in told.splitlines() for commit, _, name in [row.partition(" ")]
        }

    def files(self, commit: str) -> dict[str, str]:
        """The plain files of a commit: their paths, and what names their contents."""
        found = {}
        for row in self.rows("ls-tree", "-r", "-z", "--full-tree", commit) if commit else ():
            about, _, path = row.partition("\t")
            mode, _, blob = about.split()
            if mode in PLAIN:
                found[path] = blob
        return found

    def content(self, blob: str) -> bytes:
        """The content of a blob; nothing where there is none."""
        return self.output("cat-file", "blob", blob) if blob else b""

    def keep(self, content: bytes) -> str:
        """Store a content; what names it."""
        return self("hash-object", "-w", "--stdin", given=content)

    def commit(self, name: str) -> str:
        """The commit that a name stands for, or nothing."""
        return self.maybe(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
        )

    def _run(
        self,
        arguments: Iterable[str],
        given: bytes,
        environment: Mapping[str, str],
        timeout: float | None,
        said: IO[bytes],
    ) -> tuple[int, bytes]:
        # A session of its own has no terminal: whatever git starts, nothing can ask a question.
        # Its complaints go to a file, since a connection that ssh keeps open would hold a pipe.
        with subprocess.Popen(  # noqa: S603
            ["git", *_SETTINGS, "-C", str(self.folder), *arguments],  # noqa: S607
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            env=environment,
            start_new_session=True,
        ) as git:
            try:
                out, _ = git.communicate(given, timeout)
            except BaseException:
                _end(git)
                raise
        return git.returncode, out

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in self.environment.items() if name not in _ASIDE}
        return kept | {
            "LC_ALL": "C",
            "GIT_CEILING_DIRECTORIES": str(self.folder.resolve().parent),
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "",  # set but empty: no program asks, and none is looked for
            "GCM_INTERACTIVE": "never",
            "SSH_ASKPASS_REQUIRE": "never",
        }


def words(text: str) -> str:
    """What git said, as the part of a sentence: its first complaint, without secrets."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if _OF_NO_USE not in line] or lines
    told = [
        line for line in lines if line.startswith(("fatal:", "error:", "ssh: ", "remote: error"))
    ]
    told += [line for line in lines if line.startswith(("!", "remote:"))]
    line = (told or lines or ["git failed"])[0]
    return visible(_SECRET.sub("", re.sub(r"^(fatal|error|remote): ", "", line)).rstrip("."))


def _end(git: "subprocess.Popen[bytes]") -> None:
    """End git and what it started: asked first, so that it takes its lock files away."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(git.pid, sign)
            git.wait(_GRACE)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
        break
