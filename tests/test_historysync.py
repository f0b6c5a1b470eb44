"""Syncing: whatever git finds on the two sides, no event is lost and nobody is asked."""

import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from cardsmith.errors import UsageError
from cardsmith.history import dumps
from cardsmith.historysync import NoRepositoryError, OfflineError, Outcome, SyncError
from logs import log
from repository import PERSON
from syncing import COLLECTION, Deadly, Machine

pytestmark = pytest.mark.needs("git")
LOG = f"{COLLECTION}/reviews"


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        env={**os.environ, **PERSON},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@pytest.fixture
def far(tmp_path: Path) -> Path:
    folder = tmp_path / "far.git"
    folder.mkdir()
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main")
    return folder


@pytest.fixture
def a(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "a", "alpha")


@pytest.fixture
def b(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "b", "beta")


@pytest.fixture
def both(a: Machine, b: Machine, far: Path) -> tuple[Machine, Machine]:
    """Two machines that are synced, with an event of each."""
    for machine in (a, b):
        answer(machine, machine.device)
        fine(machine.sync(str(far)))
    fine(a.sync())
    return a, b


def answer(machine: Machine, prefix: str, days: str = "3@0") -> None:
    machine.history.append(log(days, prefix=prefix))


def fine(outcome: Outcome) -> Outcome:
    assert outcome.problem is None
    return outcome


def failed(outcome: Outcome) -> str:
    assert outcome.problem is not None
    return str(outcome.problem)


def clone(machine: Machine, folder: Path) -> Path:
    """A person's own clone of the other side, for what is done by hand."""
    git(
        machine.home,
        "clone",
        "--quiet",
        git(machine.home, "remote", "get-url", "origin"),
        folder.name,
    )
    (machine.home / folder.name).rename(folder)
    return folder


def by_hand(folder: Path, **files: str | None) -> None:
    """Write or remove files by the names of their keywords, and commit and push all."""
    for name, text in files.items():
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text, "utf-8")
    commit_all(folder)
    git(folder, "push", "--quiet", "origin", "HEAD")


def commit_all(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "by hand")


# ---- what is new on both sides -------------------------------------------------------------------


def test_what_is_new_on_both_sides_ends_on_both(a: Machine, b: Machine, far: Path) -> None:
    answer(a, "a", "3@0 3@1")
    assert fine(a.sync(str(far))) == Outcome(sent=2)
    answer(b, "b", "3@0 3@1 3@400")
    assert fine(b.sync(str(far))) == Outcome(received=2, sent=3)
    assert fine(a.sync()) == Outcome(received=3)
    assert a.ids() == b.ids() == {"ac1", "ac2", "bc1", "bc2", "bc3"}
    assert git(a.home, "rev-parse", "main") == git(far, "rev-parse", "main")


def test_without_news_nothing_is_committed(both: tuple[Machine, Machine], far: Path) -> None:
    a, b = both
    before = git(far, "rev-parse", "main")
    for machine in (a, b, a):
        assert fine(machine.sync()) == Outcome()
    assert {git(folder, "rev-parse", "main") for folder in (far, a.home, b.home)} == {before}


def test_git_sees_a_clean_folder_on_a_branch_that_it_can_pull(
    both: tuple[Machine, Machine],
) -> None:
    for machine in both:
        assert git(machine.home, "status", "--porcelain", "--branch") == "## main...origin/main"
        git(machine.home, "pull", "--quiet")


def test_several_collections_and_years_are_carried(a: Machine, b: Machine, far: Path) -> None:
    answer(a, "a", "3@0 3@400")
    other = a.history._replace(path=a.home / "other-11111111")
    other.append(log("3@0", prefix="o"))
    assert fine(a.sync(str(far))).sent == 3
    assert fine(b.sync(str(far))).received == 3
    assert (b.home / "other-11111111/reviews/alpha/2026.jsonl").is_file()
    assert (b.home / LOG / "alpha/2027.jsonl").is_file()


def test_one_device_with_two_histories_has_both(tmp_path: Path, far: Path) -> None:
    """A copy of a machine writes the same file as the machine."""
    one, twin = Machine(tmp_path / "one", "same"), Machine(tmp_path / "twin", "same")
    answer(one, "o", "3@0 3@1")
    answer(twin, "t", "3@0 3@1")
    for machine in (one, twin, one):
        fine(machine.sync(str(far)))
    answer(one, "p")
    answer(twin, "q")
    for machine in (one, twin, one, twin):
        fine(machine.sync())
    assert one.ids() == twin.ids() == {"oc1", "oc2", "tc1", "tc2", "pc1", "qc1"}
    assert one.history.read().damage == twin.history.read().damage == ()
    assert git(one.home, "rev-parse", "main") == git(twin.home, "rev-parse", "main")


def test_somebody_who_pushes_in_between_is_waited_for(
    both: tuple[Machine, Machine], tmp_path: Path
) -> None:
    a, b = both
    answer(a, "x")
    answer(b, "y")
    script = tmp_path / "bin" / "git"
    script.parent.mkdir()
    script.write_text(
        f"#!/bin/sh\nPATH='{os.environ['PATH']}'; export PATH\n"
        f'case "$*" in *" push "*) if mkdir "{tmp_path}/once" 2>/dev/null; then\n'
        f'"{sys.executable}" "{Path(__file__).with_name("syncing.py")}" "{b.home}" beta >&2\n'
        'fi ;; esac\nexec git "$@"\n',
        "utf-8",
    )
    script.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
        assert fine(a.sync()) == Outcome(received=1, sent=1)
    assert (tmp_path / "once").is_dir()
    fine(b.sync())
    assert a.ids() == b.ids() == {"alphac1", "betac1", "xc1", "yc1"}


def test_lines_that_the_other_side_took_away_come_back(
    both: tuple[Machine, Machine], tmp_path: Path
) -> None:
    a, b = both
    hand = clone(a, tmp_path / "hand")
    by_hand(hand, **{f"{LOG}/alpha/2026.jsonl": None, f"{LOG}/beta/2026.jsonl": "\n"})
    fine(b.sync())
    fine(a.sync())
    assert a.ids() == b.ids() == {"alphac1", "betac1"}
    git(hand, "pull", "--quiet")
    assert Machine(hand, "hand").ids() == a.ids()


def test_lines_that_are_gone_here_come_back(both: tuple[Machine, Machine]) -> None:
    a, b = both
    shutil.rmtree(a.home / COLLECTION)
    fine(a.sync())
    fine(b.sync())
    assert a.ids() == b.ids() == {"alphac1", "betac1"}


# ---- the last line -------------------------------------------------------------------------------


def torn_and_whole() -> tuple[bytes, bytes]:
    """A file's end cut in the middle of an event, and an event that only lacks its line feed."""
    first, second = (dumps(event).encode() for event in log("3@5 3@6", prefix="t"))
    return first[:40], second


def test_a_torn_last_line_is_not_carried(both: tuple[Machine, Machine]) -> None:
    a, b = both
    file = a.home / LOG / "alpha/2026.jsonl"
    torn, whole = torn_and_whole()
    file.write_bytes(file.read_bytes() + torn)
    fine(a.sync())
    fine(b.sync())
    assert b.history.read().damage == ()
    file.write_bytes(file.read_bytes().removesuffix(torn) + whole)
    assert fine(a.sync()).sent == 1
    fine(b.sync())
    assert b.ids() == a.ids() == {"alphac1", "betac1", "tc2"}


def test_a_torn_last_line_is_never_glued_to_what_comes(tmp_path: Path, far: Path) -> None:
    one, twin = Machine(tmp_path / "one", "same"), Machine(tmp_path / "twin", "same")
    answer(one, "o")
    answer(twin, "t")
    fine(one.sync(str(far)))
    file = twin.home / LOG / "same/2026.jsonl"
    torn, _ = torn_and_whole()
    file.write_bytes(file.read_bytes() + torn)
    fine(twin.sync(str(far)))
    assert twin.ids() == {"oc1", "tc1"}
    assert twin.history.read().damage == ()
    assert file.with_suffix(".torn").read_bytes() == torn + b"\n"


@pytest.mark.parametrize("end", [b"", b"torn"])
def test_gits_own_union_glues_no_two_events(tmp_path: Path, far: Path, end: bytes) -> None:
    """As when a person pulls by hand, with the rules that --init has written."""
    one, twin = Machine(tmp_path / "one", "same"), Machine(tmp_path / "twin", "same")
    answer(one, "o")
    fine(one.sync(str(far)))
    fine(twin.sync(str(far)))
    fine(one.sync())
    torn, whole = torn_and_whole()
    file = twin.home / LOG / "same/2026.jsonl"
    file.write_bytes(file.read_bytes() + (torn if end else whole))
    answer(one, "p", "3@7 3@8")
    for machine in (one, twin):
        commit_all(machine.home)
    git(one.home, "push", "--quiet")
    git(twin.home, "pull", "--quiet", "--no-rebase", "--no-edit")
    assert twin.ids() == {"oc1", "pc1", "pc2"} | (set() if end else {"tc2"})
    fine(twin.sync())
    fine(one.sync())
    assert one.ids() == twin.ids()


# ---- the other side ------------------------------------------------------------------------------


def test_offline_it_commits_and_says_so(both: tuple[Machine, Machine], far: Path) -> None:
    a, b = both
    answer(a, "x")
    away = far.rename(far.with_name("away.git"))
    outcome = a.sync()
    assert outcome.waiting == 1
    assert isinstance(outcome.problem, OfflineError)
    assert outcome.problem.exit_status == 1
    assert str(far) in str(outcome.problem)
    assert "nothing is lost" in str(outcome.problem)
    assert git(a.home, "status", "--porcelain") == ""
    away.rename(far)
    assert fine(a.sync()).sent == 1
    assert fine(b.sync()).received == 1


@pytest.mark.parametrize("name", ["master", "trunk"])
def test_branches_may_have_other_names(a: Machine, b: Machine, far: Path, name: str) -> None:
    """A repository made by hand, and another side whose branch is called otherwise."""
    a.home.mkdir()
    git(a.home, "init", "--quiet", f"--initial-branch={name}")
    git(a.home, "remote", "add", "origin", str(far))
    answer(a, "a")
    fine(a.sync())
    assert git(far, "branch", "--format=%(refname:short)") == "main"
    git(far, "branch", "--move", "main", "old")
    git(far, "symbolic-ref", "HEAD", "refs/heads/old")
    answer(b, "b")
    fine(b.sync(str(far)))
    fine(a.sync())
    assert a.ids() == b.ids() == {"ac1", "bc1"}
    assert git(far, "branch", "--format=%(refname:short)") == "old"


def test_of_several_branches_the_other_sides_own_is_taken(a: Machine, far: Path) -> None:
    answer(a, "a")
    fine(a.sync(str(far)))
    git(far, "branch", "--move", "main", "one")
    git(far, "branch", "two", "one")
    git(far, "symbolic-ref", "HEAD", "refs/heads/two")
    answer(a, "x")
    assert fine(a.sync()).sent == 1
    git(far, "symbolic-ref", "HEAD", "refs/heads/gone")
    git(a.home, "config", "--unset", "branch.main.merge")
    assert "name one of them main" in failed(a.sync())


def test_what_a_host_puts_into_a_new_repository_does_no_harm(
    a: Machine, b: Machine, far: Path, tmp_path: Path
) -> None:
    hand = tmp_path / "hand"
    hand.mkdir()
    git(hand, "init", "--quiet", "--initial-branch=main")
    git(hand, "remote", "add", "origin", str(far))
    by_hand(hand, **{"README.md": "# My history\n", ".gitignore": "*.pyc\n"})
    answer(a, "a")
    fine(a.sync(str(far)))
    assert (a.home / "README.md").read_text() == "# My history\n"
    assert (a.home / ".gitignore").read_text().split() == ["*.lock", "*.torn", "*.pyc"]
    fine(b.sync(str(far)))
    by_hand_pulled(hand, **{"README.md": "# Ours\n"})
    fine(b.sync())
    assert (b.home / "README.md").read_text() == "# Ours\n"
    assert git(b.home, "status", "--porcelain") == ""


def by_hand_pulled(folder: Path, **files: str | None) -> None:
    git(folder, "pull", "--quiet", "origin", "main")
    by_hand(folder, **files)


def test_a_repository_of_something_else_is_refused(a: Machine, far: Path, tmp_path: Path) -> None:
    hand = tmp_path / "hand"
    hand.mkdir()
    git(hand, "init", "--quiet", "--initial-branch=main")
    git(hand, "remote", "add", "origin", str(far))
    by_hand(hand, **{"program.py": "x = 1\n"})
    before = git(far, "rev-parse", "main")
    answer(a, "a")
    said = failed(a.sync(str(far)))
    assert "program.py" in said
    assert "nothing was sent" in said
    assert git(far, "rev-parse", "main") == before
    assert not (a.home / "program.py").exists()


def test_a_link_on_the_other_side_is_not_followed(
    both: tuple[Machine, Machine], tmp_path: Path
) -> None:
    a, b = both
    hand = clone(a, tmp_path / "hand")
    victim = tmp_path / "victim.jsonl"
    victim.write_text("mine\n", "utf-8")
    (hand / LOG / "gamma").mkdir()
    (hand / LOG / "gamma" / "2026.jsonl").symlink_to(victim)
    by_hand(hand)
    answer(b, "x")
    fine(b.sync())
    assert victim.read_text() == "mine\n"


def test_a_first_address_that_was_wrong_can_be_put_right(a: Machine, far: Path) -> None:
    assert "cannot be reached" in failed(a.sync(str(far.with_name("fra.git"))))
    fine(a.sync(str(far)))
    fine(a.sync(str(far)))


def test_an_address_that_works_is_not_exchanged(both: tuple[Machine, Machine], far: Path) -> None:
    problem = both[0].sync(str(far.with_name("other.git"))).problem
    assert isinstance(problem, NoRepositoryError)
    assert f"already synced with {far}" in str(problem)
    assert "remote set-url" in str(problem)


@pytest.mark.parametrize("url", ["--upload-pack=touch x", "-x"])
def test_an_address_is_no_option(a: Machine, url: str) -> None:
    assert "no address" in failed(a.sync(url))


# ---- signing in ----------------------------------------------------------------------------------


class Locked(http.server.BaseHTTPRequestHandler):
    """A host that wants a password."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="x"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def locked() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Locked) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_nobody_is_asked_for_a_password(a: Machine, locked: str, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    program = tmp_path / "askpass"
    program.write_text(f"#!/bin/sh\ntouch '{asked}'\n", "utf-8")
    program.chmod(0o755)
    answer(a, "a")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_ASKPASS", str(program))
        patch.setenv("SSH_ASKPASS", str(program))
        patch.setenv("NO_PROXY", "*")
        outcome = a.sync(f"http://{locked}/me/history.git")
    said = failed(outcome)
    assert "sign in once" in said
    assert f"git -C {a.home} fetch" in said
    assert not asked.exists()
    assert outcome.waiting == 1


def test_a_password_in_an_address_is_not_shown(a: Machine, locked: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "*")
        said = failed(a.sync(f"http://me:hunter2@{locked}/history.git"))
    assert locked in said
    assert "hunter2" not in said


def fake_ssh(folder: Path, script: str) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    program = folder / "ssh"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("settings", [{}, {"GIT_SSH_COMMAND": "ssh -p 22"}])
def test_ssh_asks_nothing(a: Machine, tmp_path: Path, settings: dict[str, str]) -> None:
    said = tmp_path / "said"
    script = (
        f"echo \"$*\" >> '{said}'; echo 'me@host: Permission denied (publickey).' >&2; exit 255"
    )
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**settings, **fake_ssh(tmp_path / "bin", script)}.items():
            patch.setenv(name, value)
        told = failed(a.sync("me@host:history.git"))
    assert "Permission denied" in told
    assert "sign in once" in told
    assert said.read_text().splitlines()
    assert all("-oBatchMode=yes" in line for line in said.read_text().splitlines())


@pytest.mark.needs("flock")
def test_a_host_that_does_not_answer_is_left_in_time(a: Machine, tmp_path: Path) -> None:
    answer(a, "a")
    alive = tmp_path / "alive"
    script = f"exec 9>'{alive}'; flock 9; exec tail -f /dev/null"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in fake_ssh(tmp_path / "bin", script).items():
            patch.setenv(name, value)
        outcome = a.sync("me@host:history.git", timeout=1)
    assert "no answer in 1 seconds" in failed(outcome)
    assert isinstance(outcome.problem, OfflineError)
    assert outcome.waiting == 1
    with FileLock(alive, timeout=30):  # free as soon as what git had started is gone
        pass


# ---- the folder ----------------------------------------------------------------------------------


def test_only_our_files_are_committed(both: tuple[Machine, Machine], far: Path) -> None:
    a, _ = both
    for name in ("notes.txt", f"{COLLECTION}/draft.yaml", f"{LOG}/alpha/2026.torn", ".secret"):
        (a.home / name).write_text("mine\n", "utf-8")
    (a.home / "settings.yaml").write_text("new: 5\n", "utf-8")
    answer(a, "x")
    git(a.home, "add", "notes.txt")
    fine(a.sync())
    assert set(git(far, "ls-tree", "-r", "--name-only", "main").splitlines()) == {
        ".gitattributes",
        ".gitignore",
        "settings.yaml",
        f"{LOG}/alpha/2026.jsonl",
        f"{LOG}/beta/2026.jsonl",
    }
    assert git(a.home, "diff", "--cached", "--name-only") == "notes.txt"
    assert (a.home / "notes.txt").read_text() == "mine\n"


def test_a_repository_around_the_folder_is_nobodys_business(a: Machine, tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    answer(a, "a")
    problem = a.sync().problem
    assert isinstance(problem, NoRepositoryError)
    assert problem.exit_status == 2
    assert "--init URL" in str(problem)
    assert git(tmp_path, "for-each-ref") == ""


def test_it_works_in_its_folder_whoever_calls(
    both: tuple[Machine, Machine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a hook of another repository, say, where git tells its children where they are."""
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "--quiet")
    a, b = both
    answer(a, "x")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert fine(a.sync()).sent == 1
    assert fine(b.sync()).received == 1


def test_no_hook_runs(both: tuple[Machine, Machine], far: Path, tmp_path: Path) -> None:
    a, _ = both
    ran = tmp_path / "ran"
    for name in ("pre-commit", "pre-push", "post-checkout", "reference-transaction", "post-merge"):
        hook = a.home / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch '{ran}'\nexit 1\n", "utf-8")
        hook.chmod(0o755)
    answer(a, "x")
    assert fine(a.sync()).sent == 1
    assert not ran.exists()
    assert git(far, "rev-parse", "main") == git(a.home, "rev-parse", "main")


def test_a_machine_without_a_name_commits_as_its_device(a: Machine, far: Path) -> None:
    answer(a, "a")
    fine(a.sync(str(far)))
    assert git(far, "log", "-1", "--format=%an %cn %s", "main") == "alpha alpha alpha: 1 event"


def test_a_name_that_git_knows_is_used(a: Machine, far: Path, home: Path) -> None:
    (home / ".gitconfig").write_text("[user]\nname = Somebody\nemail = s@example.org\n", "utf-8")
    answer(a, "a")
    fine(a.sync(str(far)))
    assert git(far, "log", "-1", "--format=%an <%ae>", "main") == "Somebody <s@example.org>"


def test_a_commit_that_is_checked_out_by_itself_is_left(both: tuple[Machine, Machine]) -> None:
    a, b = both
    git(a.home, "checkout", "--quiet", "main~1")
    answer(a, "x")
    answer(b, "y")
    fine(b.sync())
    fine(a.sync())
    assert git(a.home, "symbolic-ref", "--short", "HEAD") == "main"
    assert git(a.home, "status", "--porcelain") == ""
    fine(b.sync())
    assert a.ids() == b.ids() == {"alphac1", "betac1", "xc1", "yc1"}


def test_events_of_a_commit_on_no_branch_are_not_lost(both: tuple[Machine, Machine]) -> None:
    a, b = both
    git(a.home, "checkout", "--quiet", "--detach")
    answer(a, "x")
    commit_all(a.home)
    git(a.home, "show", "--stat")
    (a.home / LOG / "alpha/2026.jsonl").unlink()
    fine(a.sync())
    fine(b.sync())
    assert a.ids() == b.ids() == {"alphac1", "betac1", "xc1"}


def test_settings_on_both_sides(both: tuple[Machine, Machine]) -> None:
    a, b = both
    (a.home / "settings.yaml").write_text("new: 5\n# far\n# apart\n# here\nkeys: 4\n", "utf-8")
    fine(a.sync())
    fine(b.sync())
    text = (b.home / "settings.yaml").read_text()
    (a.home / "settings.yaml").write_text(text.replace("new: 5", "new: 7"), "utf-8")
    (b.home / "settings.yaml").write_text(text.replace("keys: 4", "keys: 2"), "utf-8")
    for machine in (a, b, a):
        assert fine(machine.sync()).notes == ()
    joined = text.replace("new: 5", "new: 7").replace("keys: 4", "keys: 2")
    assert [(m.home / "settings.yaml").read_text() for m in both] == [joined, joined]


@pytest.mark.parametrize("before", ["new: 5\n", ""])
def test_the_same_setting_on_both_sides_is_the_later_one(
    both: tuple[Machine, Machine], before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = both
    if before:
        (a.home / "settings.yaml").write_text(before, "utf-8")
        fine(a.sync())
        fine(b.sync())
    (a.home / "settings.yaml").write_text("new: 1\n", "utf-8")
    (b.home / "settings.yaml").write_text("new: 2\n", "utf-8")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-02T00:00:00Z")
    fine(a.sync())
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
    (note,) = fine(b.sync()).notes
    assert "changed on both sides" in note
    shown = note.partition("git -C ")[2].split()
    assert git(Path(shown[0]), *shown[1:]) == "new: 2"
    fine(a.sync())
    assert {(machine.home / "settings.yaml").read_text() for machine in both} == {"new: 1\n"}


def test_settings_that_are_gone_come_back(both: tuple[Machine, Machine]) -> None:
    a, b = both
    (a.home / "settings.yaml").write_text("new: 5\n", "utf-8")
    fine(a.sync())
    fine(b.sync())
    (b.home / "settings.yaml").unlink()
    fine(b.sync())
    assert (b.home / "settings.yaml").read_text() == "new: 5\n"


# ---- interrupted ---------------------------------------------------------------------------------


def test_two_at_once_take_turns(both: tuple[Machine, Machine]) -> None:
    a, _ = both
    with FileLock(a.home / "sync.lock"):
        outcome = a.sync()
    assert isinstance(outcome.problem, SyncError)
    assert "another sync" in str(outcome.problem)
    fine(a.sync())


def test_a_lock_of_the_index_is_told_and_costs_nothing(both: tuple[Machine, Machine]) -> None:
    a, b = both
    lock = a.home / ".git" / "index.lock"
    lock.touch()
    answer(a, "x")
    outcome = fine(a.sync())
    assert outcome.sent == 1
    assert str(lock) in outcome.notes[0]
    assert lock.exists()
    assert fine(b.sync()).received == 1
    lock.unlink()
    assert fine(a.sync()).notes == ()
    assert git(a.home, "status", "--porcelain") == ""


def test_a_fresh_lock_of_a_branch_is_told_and_an_old_one_taken_away(
    both: tuple[Machine, Machine],
) -> None:
    a, b = both
    lock = a.home / ".git" / "refs" / "heads" / "main.lock"
    lock.touch()
    answer(a, "x")
    assert str(lock) in failed(a.sync())
    os.utime(lock, (0, 0))
    assert fine(a.sync()).sent == 1
    assert not lock.exists()
    assert fine(b.sync()).received == 1


def half_done(machine: Machine, hand: Path, what: str, name: str) -> None:
    """A merge or a rebase that stops at a file which both sides have changed."""
    by_hand(hand, **{name: "theirs: 1\n"})
    (machine.home / name).write_text("mine: 2\n", "utf-8")
    answer(machine, "before")
    commit_all(machine.home)
    with pytest.raises(subprocess.CalledProcessError):
        git(machine.home, "pull", "--quiet", f"--rebase={str(what == 'rebase').lower()}")
    answer(machine, "during")


@pytest.mark.parametrize("what", ["merge", "rebase"])
def test_what_is_half_done_is_taken_back(
    both: tuple[Machine, Machine], tmp_path: Path, what: str
) -> None:
    a, b = both
    half_done(a, clone(a, tmp_path / "hand"), what, "settings.yaml")
    outcome = fine(a.sync())
    assert outcome.notes[0] == f"a {what} that was half done was taken back"
    assert git(a.home, "status", "--porcelain", "--branch") == "## main...origin/main"
    fine(b.sync())
    assert a.ids() == b.ids() == {"alphac1", "betac1", "beforec1", "duringc1"}
    assert "<<<" not in (a.home / "settings.yaml").read_text()


@pytest.mark.parametrize("what", ["merge", "rebase"])
def test_what_waits_for_a_persons_own_file_is_left_to_them(
    both: tuple[Machine, Machine], tmp_path: Path, what: str
) -> None:
    a, _ = both
    half_done(a, clone(a, tmp_path / "hand"), what, "notes.txt")
    before = git(a.home, "status", "--porcelain")
    said = failed(a.sync())
    assert f"a {what} is half done and waits for notes.txt" in said
    assert git(a.home, "status", "--porcelain") == before
    assert "<<<" in (a.home / "notes.txt").read_text()


def test_a_persons_own_file_that_both_sides_changed_stops_it(
    both: tuple[Machine, Machine], tmp_path: Path
) -> None:
    a, _ = both
    by_hand(clone(a, tmp_path / "hand"), **{"notes.txt": "theirs\n"})
    (a.home / "notes.txt").write_text("mine\n", "utf-8")
    commit_all(a.home)
    answer(a, "x")
    assert "notes.txt, which is not cardsmith's" in failed(a.sync())
    assert (a.home / "notes.txt").read_text() == "mine\n"


def test_a_persons_own_new_file_is_not_overwritten(
    both: tuple[Machine, Machine], tmp_path: Path
) -> None:
    a, _ = both
    by_hand(clone(a, tmp_path / "hand"), **{"notes.txt": "theirs\n"})
    (a.home / "notes.txt").write_text("mine\n", "utf-8")
    assert "in the way" in failed(a.sync())
    assert (a.home / "notes.txt").read_text() == "mine\n"
    (a.home / "notes.txt").unlink()
    fine(a.sync())
    assert (a.home / "notes.txt").read_text() == "theirs\n"


def interrupted(machine: Machine, deadly: Deadly, at: int, how: str, spin: int = 0) -> int:
    """A sync as a process, whose git strikes at its call number `at`; how many calls there were."""
    script = Path(__file__).with_name("syncing.py")
    subprocess.run(
        [sys.executable, str(script), str(machine.home), machine.device],
        env={**os.environ, **deadly.environment(at, how, spin)},
        capture_output=True,
        check=False,
    )
    return deadly.calls


@pytest.mark.slow
@pytest.mark.needs("prlimit")
@pytest.mark.parametrize("how", ["before", "after", "during", "full"])
def test_killed_at_any_call_of_git_the_next_sync_ends_it(
    both: tuple[Machine, Machine], tmp_path: Path, how: str
) -> None:
    a, b = both
    deadly = Deadly(tmp_path / "bin")
    expected = a.ids()
    at, struck = 1, True
    while struck:
        for machine in both:
            answer(machine, f"{machine.device}{at}-")
            expected |= {f"{machine.device}{at}-c1"}
        fine(b.sync())
        struck = interrupted(a, deadly, at, how, spin=at * 37 % 300) >= at
        age_locks(a)
        fine(a.sync())
        fine(b.sync())
        assert a.ids() == b.ids() == expected
        assert a.history.read().damage == b.history.read().damage == ()
        at += 2 if how == "before" else 3  # how the others strike varies with the machine
    assert at > 20
    assert git(a.home, "status", "--porcelain") == ""
    git(a.home, "fsck", "--strict")


def age_locks(machine: Machine) -> None:
    """Let locks that a killed git left be old; that of the index is a person's to remove."""
    for lock in (machine.home / ".git").rglob("*.lock"):
        os.utime(lock, (0, 0))
        if lock.name == "index.lock":
            lock.unlink()


def test_without_git_it_says_so(both: tuple[Machine, Machine], tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(tmp_path))
        problem = both[0].sync().problem
    assert problem is not None
    assert str(problem) == "git is not installed; syncing needs it"
    assert problem.exit_status == UsageError.exit_status
