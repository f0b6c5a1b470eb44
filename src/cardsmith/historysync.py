"""The histories of several machines as one, through a git repository.

A log is a set of lines that only grows, so two of them always have one union, whatever became of
the commits: nothing here merges text, and no line that a commit or a file holds is ever taken away.
Files of the log grow at their ends, under the lock of whoever reviews at the same time. Commits are
made from an index of our own and reach the branch in one step, so that a sync may be killed at any
moment, and the next one goes on from whatever it finds.
"""

import hashlib
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardsmith.errors import CardsmithError, reason
from cardsmith.history import DamagedLineError, NewerLineError, loads
from cardsmith.historyfile import device_name, extend
from cardsmith.historyrepo import GitError, NoGitError, Repository, TooSlowError, words
from cardsmith.render.phrases import counted
from cardsmith.visible import visible
from cardsmith.workspace import atomic_write

BRANCH = "main"
# Files that a sync carries; all others in the folder are somebody's own.
_PART = r"(?!\.)[^/]+"
_LOG = re.compile(rf"{_PART}/reviews/{_PART}/{_PART}\.jsonl")
_SETTINGS = re.compile(rf"({_PART}/)?settings\.yaml")
_RULES = {".gitattributes": ("*.jsonl merge=union -text",), ".gitignore": ("*.lock", "*.torn")}
_SPECS = (":(glob)*/reviews/*/*.jsonl", ":(glob)settings.yaml", ":(glob)*/settings.yaml")
_NOT_OURS = tuple(f":(exclude,glob){spec.removeprefix(':(glob)')}" for spec in (*_SPECS, *_RULES))
# What a host of repositories puts into a new one.
_WELCOME = re.compile(r"(README|LICEN[CS]E)[^/]*|\.git(ignore|attributes)", re.IGNORECASE)

_ROUNDS = 5  # how often others may push between our fetch and our push
_STALE = 600  # seconds after which nobody can still be holding the lock of a ref
_BOM = b"\xef\xbb\xbf"
_MARKERS = (b"<<<<<<< ", b">>>>>>> ")
_ASIDE = "cardsmith-aside"  # logs that an undone merge must not take along

_SIGN_IN = re.compile(
    "could not read (Username|Password)|Authentication failed|Permission denied|"
    "Host key verification failed|terminal prompts disabled|Invalid username or",
    re.IGNORECASE,
)
_HALF_DONE = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
}


class SyncError(CardsmithError):
    """A sync that could not be ended; whatever was answered is kept, and goes with the next."""


class NoRepositoryError(SyncError):
    """The histories are in no repository, or it has no other side."""

    exit_status = 2


class OfflineError(SyncError):
    """The other side could not be reached."""


class Outcome(NamedTuple):
    """What a sync came to.

    Attributes:
        received: events that other devices had, and this folder had not.
        sent: events that the other side had not.
        waiting: events that are committed here, and that the other side has not yet.
        notes: what a person should know, in a sentence each.
        problem: why it could not be ended, or nothing.
    """

    received: int = 0
    sent: int = 0
    waiting: int = 0
    notes: tuple[str, ...] = ()
    problem: CardsmithError | None = None


def sync(
    folder: Path,
    environment: Mapping[str, str],
    *,
    url: str = "",
    timeout: float | None = None,
) -> Outcome:
    """Commit what is new here, take what is new on the other side, and send it what it lacks.

    Args:
        folder: the folder of all histories.
        environment: where git finds its settings, and what names this device.
        url: the other side, to begin with; the folder becomes a repository if it is none.
        timeout: the seconds that each exchange with the other side may take.
    """
    work = _Sync(Repository(folder, environment), timeout)
    problem: CardsmithError | None = None
    try:
        if url:
            folder.mkdir(parents=True, exist_ok=True)
        elif not (folder / ".git").exists():
            raise NoRepositoryError(
                visible(
                    f"{folder} is no git repository yet; "
                    "`cardsmith log sync --init URL` makes it one"
                )
            )
        with _alone(folder):
            if url:
                _begin(work.git, url)
            with work.bench():
                work.run()
    except GitError as error:
        problem = error if isinstance(error, NoGitError) else _told(error, folder)
    except CardsmithError as error:
        problem = error
    except OSError as error:
        where = error.filename or folder
        problem = SyncError(visible(f"{where}: {reason(error)}; nothing is lost"))
    return Outcome(work.received, work.sent, work.waiting, tuple(work.notes), problem)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One sync at a time."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - not before there is something to lock

    lock = FileLock(folder / "sync.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise SyncError(visible(f"another sync of {folder} is running; try again later")) from error
    try:
        yield
    finally:
        lock.release()


def _told(error: GitError, folder: Path) -> SyncError:
    """What git refused to do here, with a way out."""
    locked = re.search(r"'([^']+\.lock)': File exists", str(error))
    if locked:
        return SyncError(
            f"git is running in {folder}, or was interrupted there; nothing is lost: if none is "
            f"running, remove {locked[1]}"
        )
    return SyncError(f"{folder}: {error}; nothing is lost")


def _begin(git: Repository, url: str) -> None:
    """Make the folder a repository whose other side is `url`."""
    if url.startswith("-"):
        raise NoRepositoryError(visible(f"{url!r} is no address of a repository"))
    with suppress(OSError):
        if "://" not in url and Path(url).exists():
            url = str(Path(url).resolve())
    if not (git.folder / ".git").exists():
        git("init", "--quiet", f"--initial-branch={BRANCH}")
    there = git.maybe("config", "--get", "remote.origin.url")
    if there and there != url and git.maybe("for-each-ref", "refs/remotes/origin/"):
        raise NoRepositoryError(
            visible(
                f"{git.folder} is already synced with {there}; to go elsewhere: "
                f"git -C {shlex.quote(str(git.folder))} remote set-url origin {shlex.quote(url)}"
            )
        )
    git("config", "remote.origin.url", url)
    git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")


class _Sync:
    """One sync under way: what it found, and what it came to."""

    def __init__(self, git: Repository, timeout: float | None) -> None:
        self.git = git
        self.timeout = timeout
        self.received = self.sent = self.waiting = 0
        self.notes: list[str] = []
        self.inside = self.table = Path()  # git's own folder, and ours in it
        self.hash = ""  # how git names contents here
        self.branch = self.remote = self.far = self.tip = self.head = ""
        self.settings: dict[str, str] = {}
        self.refs: dict[str, str] = {}
        self.files = cache(git.files)  # what a commit holds never changes
        self.is_on_branch = self.is_crooked = False

    # ---- the order of things -----------------------------------------------------------------

    @contextmanager
    def bench(self) -> Iterator[None]:
        """Room for what is half done, inside git's folder; leftovers are swept away."""
        told = self.git("rev-parse", "--absolute-git-dir", "--show-object-format")
        inside, _, self.hash = told.rpartition("\n")
        self.inside = Path(inside)
        for left in self.inside.glob("cardsmith-sync-*"):
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="cardsmith-sync-", dir=self.inside) as table:
            self.table = Path(table)
            yield

    def run(self) -> None:
        """Commit, fetch, unite, push."""
        self._sweep()
        self._end_what_is_half_done()
        self._put_back()
        self.settings, self.refs = self.git.settings(), self.git.refs()
        self.branch = self._branch()
        self.remote = self._remote()
        self.tip = self.refs.get(f"refs/heads/{self.branch}", "")
        self.head = self.tip if self.is_on_branch else self.git.commit("HEAD")
        before = self.tip
        self._unite("", "")
        try:
            self._trade()
        except CardsmithError:
            self.waiting = self._lacking(self._tracked(), self.tip)
            raise
        finally:
            if self.is_crooked or self.tip != before or not self.is_on_branch:
                self._straighten()
        if self.tip != before:
            self.git.maybe("-c", "gc.auto=200", "gc", "--auto", "--quiet")

    def _trade(self) -> None:
        """Fetch, unite and push, again if somebody else has pushed in between."""
        if not self.remote:
            raise NoRepositoryError(
                visible(
                    f"{self.git.folder} has no other side yet; "
                    "`cardsmith log sync --init URL` names one"
                )
            )
        seen, refused = "", None
        for _ in range(_ROUNDS):
            self._fetch()
            self.refs = self.git.refs()
            self.far = self._far_branch()
            theirs = self._tracked()
            if refused and theirs == seen:
                break
            seen = theirs
            if theirs != self.tip:
                base = self.git.maybe("merge-base", self.tip, theirs) if theirs else ""
                if theirs and not base:
                    self._refuse_another_project(theirs)
                self._unite(theirs, base)
            if self.tip == theirs:
                self._follow()
                return
            lacking = self._lacking(theirs, self.tip)
            refused = self._push()
            if not refused:
                self.sent = lacking
                self._follow()
                return
        url = self._url()
        raise SyncError(f"{url} did not take what is new here ({refused}); it goes with the next")

    # ---- the other side ----------------------------------------------------------------------

    def _exchange(self, *arguments: str) -> str:
        ssh = self.settings.get("core.sshcommand", "")
        return self.git.exchange(*arguments, ssh=ssh, timeout=self.timeout)

    def _fetch(self) -> None:
        every = f"+refs/heads/*:refs/remotes/{self.remote}/*"
        options = ("--quiet", "--no-tags", "--prune", "--no-write-fetch-head")
        try:
            self._exchange("fetch", *options, self.remote, every)
        except GitError as error:
            raise self._unreached(error) from error

    def _push(self) -> GitError | None:
        """Send the branch; why the other side did not take it, if it did not."""
        to = f"refs/heads/{self.far}"
        try:
            self._exchange("push", "--quiet", self.remote, f"{self.tip}:{to}")
        except TooSlowError as error:
            raise self._unreached(error) from error
        except GitError as error:
            return error
        self.git("update-ref", f"refs/remotes/{self.remote}/{self.far}", self.tip)
        return None

    def _follow(self) -> None:
        """Let a person's own `git pull` know where to."""
        for name, value in (("remote", self.remote), ("merge", f"refs/heads/{self.far}")):
            if f"branch.{self.branch}.{name}" not in self.settings:
                self.git("config", f"branch.{self.branch}.{name}", value)

    def _unreached(self, error: GitError) -> CardsmithError:
        if re.search(r"\.lock': File exists", str(error)):
            return error
        if _SIGN_IN.search(str(error)):
            by_hand = f"git -C {shlex.quote(str(self.git.folder))} fetch"
            return OfflineError(
                visible(
                    f"{self._url()} does not let git in without asking ({error}); sign in once with"
                    f" `{by_hand}` and let git or ssh keep it, then sync again"
                )
            )
        return OfflineError(
            f"{self._url()} cannot be reached ({error}); nothing is lost, "
            "and the next sync sends what is new"
        )

    def _url(self) -> str:
        return words(self.settings.get(f"remote.{self.remote}.url", self.remote))

    def _remote(self) -> str:
        urls = (re.fullmatch(r"remote\.(.+)\.url", name) for name in self.settings)
        known = [str(url[1]) for url in urls if url]
        chosen = self.settings.get(f"branch.{self.branch}.remote", "")
        likely: list[str] = [chosen, "origin", *known]
        return next((name for name in likely if name in known), "")

    def _far_branch(self) -> str:
        """The branch of the other side that holds the histories: the same one for every device."""
        top = f"refs/remotes/{self.remote}/"
        heads = {name.removeprefix(top) for name in self.refs if name.startswith(top)} - {"HEAD"}
        chosen = self.settings.get(f"branch.{self.branch}.merge", "")
        only = heads if len(heads) == 1 else set[str]()
        for name in (chosen.removeprefix("refs/heads/"), BRANCH, *only):
            if name in heads:
                return name
        if not heads:
            return BRANCH
        try:
            told = self._exchange("ls-remote", "--symref", self.remote, "HEAD")
        except GitError as error:
            raise self._unreached(error) from error
        head = re.match(r"ref: refs/heads/(\S+)\tHEAD", told)
        if head and head[1] in heads:
            return str(head[1])
        raise SyncError(visible(f"{self._url()} has several branches; name one of them {BRANCH}"))

    def _tracked(self) -> str:
        """The other side's commit, as far as it is known here."""
        far = self.far or self.settings.get(f"branch.{self.branch}.merge", BRANCH)
        name = f"refs/remotes/{self.remote}/{far.removeprefix('refs/heads/')}"
        return self.refs.get(name, "") if self.remote else ""

    def _refuse_another_project(self, theirs: str) -> None:
        """A history is private: it is not sent into a repository that holds something else."""
        files = self.files(theirs)
        if any(_LOG.fullmatch(path) for path in files):
            return
        other = [path for path in files if not (_WELCOME.fullmatch(path) or _is_ours(path))]
        if other:
            raise SyncError(
                visible(
                    f"{self._url()} holds something else ({other[0]}) and no history; nothing was "
                    "sent: make an empty repository and name it with --init"
                )
            )

    # ---- uniting -----------------------------------------------------------------------------

    def _unite(self, theirs: str, base: str) -> None:
        """Bring files, branch and the other side's commit together, in files and branch."""
        ours, other, before = self.files(self.tip), self.files(theirs), self.files(base)
        entries, fresh = {}, 0
        for path in sorted(_differing(ours, other) if theirs else self._touched(ours)):
            united = self._unite_log(path, ours.get(path, ""), other.get(path, ""))
            entries[path] = united.blob
            fresh += united.fresh
        for path in sorted(self._single_files(ours, other)):
            blob = self._unite_file(path, theirs, ours, other, before)
            if blob:
                entries[path] = blob
        new = self._commit(theirs, base, entries, fresh)
        if new == self.tip:
            return
        if theirs and self.is_on_branch:
            self._bring_other_files(new)
        self.git("update-ref", "-m", "cardsmith sync", f"refs/heads/{self.branch}", new, self.tip)
        self.tip = new
        if self.is_on_branch:
            self.head = new

    def _touched(self, ours: Mapping[str, str]) -> set[str]:
        """Files of the log that may differ from the branch, by what git noted of them."""
        found = self._on_disk("*/reviews/*/*.jsonl") - ours.keys()
        for commit in {self.tip, self.head} - {""}:
            old = set(self.git.rows("diff-index", "--name-only", "-z", commit, "--", *_SPECS))
            self.is_crooked |= bool(old)
            found |= old
        found |= _differing(ours, self.files(self.head))
        return {path for path in found if _LOG.fullmatch(path)}

    def _unite_log(self, path: str, mine: str, theirs: str) -> "_United":
        file = self.git.folder / path
        here = _lines(file.read_bytes() if file.exists() else b"")
        known, came = _lines(self.git.content(mine)), _lines(self.git.content(theirs))
        # Another commit may be checked out by itself, and hold what no branch has.
        apart = "" if self.is_on_branch else self.files(self.head).get(path, "")
        whole = {**here, **known, **came, **_lines(self.git.content(apart))}
        missing = whole.keys() - here.keys()
        if missing:
            extend(file, b"".join(line + b"\n" for line in whole if line in missing))
        self.received += len(came.keys() - here.keys() - known.keys())
        fresh = len(whole) - len(known.keys() | came.keys())
        for blob, lines in ((theirs, came), (mine, known)):
            if blob and len(lines) == len(whole):
                return _United(blob, fresh)
        return _United(self.git.keep(b"".join(line + b"\n" for line in whole)), fresh)

    def _single_files(self, *known: Iterable[str]) -> set[str]:
        found = {path for paths in known for path in paths if _SETTINGS.fullmatch(path)}
        for pattern in ("settings.yaml", "*/settings.yaml"):
            found |= {path for path in self._on_disk(pattern) if _SETTINGS.fullmatch(path)}
        return found | _RULES.keys()

    def _unite_file(
        self,
        path: str,
        theirs: str,
        ours: Mapping[str, str],
        other: Mapping[str, str],
        before: Mapping[str, str],
    ) -> str:
        """Bring the versions of a file together that is no log; what names the result.

        Where two sides changed it, the changes are joined if they stand apart; else the later one
        counts. A file that is gone comes back, since it may be gone only here and by accident.
        """
        file = self.git.folder / path
        here = file.read_bytes() if file.is_file() else None
        mine, came, base = (files.get(path, "") for files in (ours, other, before))
        stands = self._name(here) if here is not None else ""
        synced = {self.files(commit).get(path) for commit in (self._tracked(), self.head)}
        if here is not None and not _has_markers(here) and stands not in {mine, *synced}:
            mine = self.git.keep(here)
        blob = mine
        if theirs and came not in {"", mine, base}:
            blob = came if mine in {"", base} else self._joined(path, theirs, mine, came, base)
        elif theirs and not mine:
            blob = came
        if path in _RULES:
            blob = self._with_rules(path, blob, here if blob == stands else None)
        if blob and blob != stands:
            atomic_write(file, self.git.content(blob))
        return blob

    def _name(self, content: bytes) -> str:
        """What git calls a content."""
        return hashlib.new(self.hash, b"blob %d\0" % len(content) + content).hexdigest()

    def _joined(self, path: str, theirs: str, mine: str, came: str, base: str) -> str:
        sides = []
        for name, blob in (("mine", mine), ("base", base), ("theirs", came)):
            side = self.table / name
            side.write_bytes(self.git.content(blob))
            sides.append(str(side))
        union = ("--union",) if path in _RULES else ()
        with suppress(GitError):  # it tells of conflicts by its exit status
            joined = self.git.output("merge-file", "-p", "--quiet", *union, *sides)
            if union or not _has_double_keys(joined):
                return self.git.keep(joined)
        when = [
            int(self.git.maybe("log", "-1", "--format=%ct", commit, "--", path) or 0)
            for commit in (self.tip, theirs)
        ]
        loser = theirs if when[0] >= when[1] else self.tip
        folder = shlex.quote(str(self.git.folder))
        self.notes.append(
            visible(
                f"{path} was changed on both sides, and the later change counts; the other: "
                f"git -C {folder} show {loser[:12]}:{shlex.quote(path)}"
            )
        )
        return came if loser == self.tip else mine

    def _with_rules(self, path: str, blob: str, content: bytes | None) -> str:
        text = self.git.content(blob) if content is None else content
        missing = [line for line in _RULES[path] if line.encode() not in text.splitlines()]
        if not missing:
            return blob
        end = b"\n" if text and not text.endswith(b"\n") else b""
        return self.git.keep(text + end + "".join(f"{line}\n" for line in missing).encode())

    def _commit(self, theirs: str, base: str, entries: Mapping[str, str], fresh: int) -> str:
        """The commit that holds everything: one of the two, or a new one."""
        parents = [commit for commit in (self.tip, theirs) if commit]
        if len(parents) > 1 and base in parents:  # one comes after the other
            parents.remove(base)
        if len(parents) == 1 and entries.items() <= self.files(parents[0]).items():
            return parents[0]
        index = self.table / "index"
        index.unlink(missing_ok=True)
        if len(parents) > 1:
            empty = self.git("hash-object", "-w", "-t", "tree", "--stdin")
            three = (base or empty, *parents)
            self.git("read-tree", "-i", "-m", "--aggressive", *three, index=index)
        else:
            self.git("read-tree", *(parents or ["--empty"]), index=index)
        self._set_entries(entries, index)
        rows = self.git.rows("ls-files", "--unmerged", "-z", index=index)
        torn = sorted({row.partition("\t")[2] for row in rows})
        if torn:
            raise self._by_hand(f"{torn[0]}, which is not cardsmith's, was changed on both sides")
        tree = self.git("write-tree", index=index)
        words_ = counted(fresh, "event") if fresh else "merge" if theirs else "settings"
        device = device_name(self.git.environment)
        return self.git(
            *self._person(device),
            "commit-tree",
            *(each for parent in parents for each in ("-p", parent)),
            *("-m", f"{device}: {words_}", tree),
        )

    def _set_entries(self, entries: Mapping[str, str], index: Path | None) -> None:
        rows = "".join(
            f"{mode} {name}\t{path}\x00"
            for path, blob in entries.items()
            for mode, name in (("0", "0" * len(blob)), ("100644", blob))
        )
        if rows:
            self.git("update-index", "-z", "--index-info", given=os.fsencode(rows), index=index)

    def _person(self, device: str) -> tuple[str, ...]:
        """Who commits: as git was told, else this device."""
        if self.git.says("-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"):
            return ()
        return ("-c", f"user.name={device}", "-c", f"user.email={device}@cardsmith.invalid")

    def _lacking(self, theirs: str, mine: str) -> int:
        """How many events a commit has that another has not."""
        ours, other = self.files(mine), self.files(theirs)
        return sum(
            len(_lines(self.git.content(blob)).keys() - _lines(self.git.content(there)).keys())
            for path, blob in ours.items()
            if _LOG.fullmatch(path) and (there := other.get(path, "")) != blob
        )

    # ---- what else is in the folder ----------------------------------------------------------

    def _on_disk(self, pattern: str) -> set[str]:
        folder = self.git.folder
        return {p.relative_to(folder).as_posix() for p in folder.glob(pattern) if p.is_file()}

    def _branch(self) -> str:
        name = self.git.maybe("symbolic-ref", "--quiet", "HEAD").removeprefix("refs/heads/")
        self.is_on_branch = bool(name)
        if name:
            return name
        heads = [
            name.removeprefix("refs/heads/") for name in self.refs if name.startswith("refs/heads/")
        ]
        if BRANCH in heads or not heads:
            return BRANCH
        if len(heads) == 1:
            return heads[0]
        raise self._by_hand("no branch is checked out, and there are several")

    def _by_hand(self, what: str) -> SyncError:
        folder = self.git.folder
        return SyncError(visible(f"{folder}: {what}; settle it there with git, then sync again"))

    def _bring_other_files(self, new: str) -> None:
        """Check out what the other side changed in files that are not ours, if it did."""
        if self._same_but_for_ours(self.tip, new):
            return
        fresh = {path: blob for path, blob in self.files(new).items() if _is_ours(path)}
        self._set_entries(fresh, None)
        try:
            self.git("read-tree", "-m", "-u", self.tip, new)
        except GitError as error:
            raise self._by_hand(
                f"a file that is not cardsmith's is in the way ({error})"
            ) from error

    def _same_but_for_ours(self, one: str, other: str) -> bool:
        return self.git.says("diff", "--quiet", "--no-ext-diff", one, other, "--", ".", *_NOT_OURS)

    def _straighten(self) -> None:
        """Let `git status` say what is true; nothing here depends on it."""
        if not self.tip:
            return
        if not self.is_on_branch:
            if self.head and not self._same_but_for_ours(self.head, self.tip):
                self.notes.append(
                    visible(f"{self.git.folder} has an old commit checked out: `git switch -`")
                )
                return
            self.git("symbolic-ref", "-m", "cardsmith sync", "HEAD", f"refs/heads/{self.branch}")
        lock = self.inside / "index.lock"
        if lock.exists():
            self.notes.append(
                visible(f"git is running, or was interrupted: if none is running, remove {lock}")
            )
            return
        options = ("--cached", "--name-only", "-z", self.tip, "--", *_SPECS, *_RULES)
        old = set(self.git.rows("diff-index", *options))
        files = self.files(self.tip)
        with suppress(GitError):
            self._set_entries({path: files[path] for path in old if path in files}, None)
        self.git.maybe("update-index", "-q", "--refresh")

    # ---- after an interruption ---------------------------------------------------------------

    def _sweep(self) -> None:
        """Take away locks of refs that a killed git has left: no git holds one for so long."""
        now = self.table.stat().st_mtime
        names = ("HEAD.lock", "packed-refs.lock", "config.lock", "refs/**/*.lock")
        for lock in (lock for name in names for lock in self.inside.glob(name)):
            with suppress(OSError):
                if now - lock.stat().st_mtime > _STALE:
                    lock.unlink()

    def _end_what_is_half_done(self) -> None:
        """Go back to before a merge or a rebase that nobody ended; what was answered since stays.

        What is united here is united anyhow. Only if a file waits that is not ours is it left to
        whoever began.
        """
        found = [what for name, what in _HALF_DONE.items() if (self.inside / name).exists()]
        if not found:
            return
        rows = self.git.rows("ls-files", "--unmerged", "-z")
        waiting = sorted({path for row in rows if not _is_ours(path := row.partition("\t")[2])})
        if waiting:
            raise self._by_hand(f"a {found[0]} is half done and waits for {waiting[0]}")
        logs = sorted(path for path in self._on_disk("*/reviews/*/*.jsonl") if _LOG.fullmatch(path))
        with self._nobody_answers(logs):
            self._lay_aside(logs)
            self.git("add", "--force", "--", *logs) if logs else None
            self.git(found[0], "--abort")
        self.notes.append(f"a {found[0]} that was half done was taken back")

    @contextmanager
    def _nobody_answers(self, logs: Iterable[str]) -> Iterator[None]:
        from filelock import FileLock  # noqa: PLC0415 - hardly ever needed

        with ExitStack() as locks:
            for path in logs:
                lock = (self.git.folder / path).with_suffix(".lock")
                locks.enter_context(FileLock(lock, timeout=10))
            yield

    def _lay_aside(self, logs: Iterable[str]) -> None:
        """Copy logs to where no git command reaches, all of them or none."""
        whole = self.inside / _ASIDE
        copies = self.table / _ASIDE
        for path in logs:
            copy = copies / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.git.folder / path, copy)
        copies.mkdir(exist_ok=True)
        copies.rename(whole)

    def _put_back(self) -> None:
        """Give the folder what was laid aside, also by a sync that did not come to it."""
        whole = self.inside / _ASIDE
        if not whole.is_dir():
            return
        for copy in sorted(whole.glob("*/reviews/*/*.jsonl")):
            file = self.git.folder / copy.relative_to(whole)
            here = _lines(file.read_bytes() if file.exists() else b"")
            missing = [line for line in _lines(copy.read_bytes()) if line not in here]
            if missing:
                extend(file, b"".join(line + b"\n" for line in missing))
        shutil.rmtree(whole)


class _United(NamedTuple):
    """A file of the log that holds everything: its content, and how many lines were only here."""

    blob: str
    fresh: int


def _differing(ours: Mapping[str, str], other: Mapping[str, str]) -> set[str]:
    """Files of the log that two commits do not have alike."""
    return {path for path, _ in ours.items() ^ other.items() if _LOG.fullmatch(path)}


def _is_ours(path: str) -> bool:
    return bool(path in _RULES or _LOG.fullmatch(path) or _SETTINGS.fullmatch(path))


def _lines(data: bytes) -> dict[bytes, None]:
    """The events of a file as it holds them, once each and in order.

    What is no event is left where it is: it is nothing to others. That goes for an unfinished last
    line too, unless only its line feed is missing.
    """
    *rows, last = data.removeprefix(_BOM).split(b"\n")
    found = {
        line: None
        for row in rows
        if (line := row.rstrip(b"\r")).startswith(b"{") and line.endswith(b"}")
    }
    if last and _is_event(last):
        found[last.rstrip(b"\r")] = None
    return found


def _is_event(line: bytes) -> bool:
    try:
        loads(line.decode())
    except NewerLineError:
        return True
    except (DamagedLineError, UnicodeDecodeError):
        return False
    return True


def _has_markers(text: bytes) -> bool:
    return any(row.startswith(_MARKERS) for row in text.splitlines())


def _has_double_keys(text: bytes) -> bool:
    keys = re.findall(rb"^([A-Za-z_][\w-]*)[ \t]*:", text, re.MULTILINE)
    return len(keys) != len(set(keys))
