"""The workflows: who may write, what is pinned, and what their scripts do, run for real."""

import importlib.util
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from repository import Repository, repository
from shelf import ONE_OF_EACH

ROOT = Path(__file__).parents[1]
WORKFLOWS = {path.stem: path.read_text("utf-8") for path in ROOT.glob(".github/workflows/*.yml")}
SCRIPTS = ROOT / ".github" / "scripts"

# Who may write what, and nobody else anything.
WRITERS = {
    ("comment", "comment"): {"pull-requests"},
    ("release", "draft"): {"contents"},
}
MAIN = "${{ github.event.repository.default_branch }}"

Workflow = dict[Any, Any]


# ---- what they may do --------------------------------------------------------------------------


def problems(name: str, text: str) -> Iterator[str]:
    """What is unsafe in a workflow."""
    workflow: Workflow = yaml.safe_load(text)
    if workflow.get("permissions") != {}:
        yield "each job asks for what it needs, the workflow for nothing"
    if "pull_request_target" in workflow[True]:  # what YAML makes of `on`
        yield "pull_request_target runs with a token that writes"
    if re.search(r"secrets[.\[]\w", text):
        yield "there are no secrets"
    for used in re.findall(r"^ *(?:- )?uses: (.*)$", text, re.MULTILINE):
        if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used):
            yield f"not pinned: {used}"
    for key, job in workflow["jobs"].items():
        yield from (f"{key}: {problem}" for problem in job_problems((name, key), job))


def job_problems(name: tuple[str, str], job: Workflow) -> Iterator[str]:
    granted = {
        what for what, right in job.get("permissions", {"?": "write"}).items() if right != "read"
    }
    if granted != WRITERS.get(name, set()):
        yield f"may write {sorted(granted)}"
    if "timeout-minutes" not in job:
        yield "may run for hours"
    if not re.search(r"@sha256:[0-9a-f]{64}$", job.get("container", "@sha256:" + "0" * 64)):
        yield "its container is not pinned"
    for step in job["steps"]:
        if "${{" in step.get("run", ""):
            yield "an expression in a script is a way in: pass it by `env`"
        if step.get("uses", "").startswith("actions/checkout@"):
            wanted = step.get("with", {})
            if wanted.get("persist-credentials") is not False:
                yield "a checkout leaves the token on the disk"
            if name in WRITERS and wanted.get("ref") != MAIN:
                yield "what may write fetches more than the main branch"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_they_are_safe(name: str) -> None:
    assert list(problems(name, WORKFLOWS[name])) == []


def test_one_version_of_each_action() -> None:
    used = set(re.findall(r"uses: (\S+@\S+)", "".join(WORKFLOWS.values())))
    assert len(used) == len({each.partition("@")[0] for each in used})


SOUND = """\
on: {pull_request: null}
permissions: {}
jobs:
  one:
    timeout-minutes: 5
    permissions: {contents: read}
    container: python@sha256:%s
    steps:
      - uses: actions/checkout@%s # v5.0.0
        with: {persist-credentials: false}
      - run: echo "$TITLE"
""" % ("a" * 64, "b" * 40)  # noqa: UP031 - braces are YAML's here


def test_a_sound_workflow_is_safe() -> None:
    assert list(problems("x", SOUND)) == []


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("permissions: {}", "permissions: write-all"),
        ("pull_request:", "pull_request_target:"),
        ("b" * 40 + " # v5.0.0", "v5"),
        (" # v5.0.0", ""),
        ("timeout-minutes: 5", "runs-on: x"),
        ("contents: read", "contents: read, issues: write"),
        ("a" * 64, "a" * 8),
        ("persist-credentials: false", "fetch-depth: 2"),
        ('"$TITLE"', '"${{ github.event.pull_request.title }}"'),
        ('"$TITLE"', "$KEY\n        env: {KEY: '${{ secrets.KEY }}'}"),
    ],
)
def test_an_unsafe_workflow_is_seen(was: str, becomes: str) -> None:
    assert was in SOUND
    assert len(list(problems("x", SOUND.replace(was, becomes)))) == 1


def test_a_writer_that_fetches_the_change_is_seen() -> None:
    text = SOUND.replace("contents: read", "pull-requests: write").replace("one:", "comment:")
    assert len(list(problems("comment", text))) == 1


def test_of_a_change_of_cards_nothing_is_run() -> None:
    """In cards.yml every command is of the base, of the runner, or the program of the base."""
    lines = [line for step in steps("cards") for line in step.get("run", "").splitlines()]
    assert len(lines) == 4
    for line in lines:
        assert re.match(
            r"bash base/|python -m venv program$|program/bin/pip install .* ./base$", line
        )


def steps(workflow: str) -> list[Workflow]:
    return [s for job in yaml.safe_load(WORKFLOWS[workflow])["jobs"].values() for s in job["steps"]]


# ---- what their scripts do ---------------------------------------------------------------------


def run(
    step: str, at: Path, workflow: str = "cards", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub does."""
    (text,) = {each["run"] for each in steps(workflow) if each["name"] == step and "run" in each}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text],
        cwd=at,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


class Workspace:
    """The folder in which a run works: the base, the change merged into it, and the program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = repository(folder / "base")
        (self.base.top / "tool.py").write_text("", "utf-8")
        scripts = self.base.top / ".github" / "scripts"
        scripts.mkdir(parents=True)
        for script in SCRIPTS.glob("*.sh"):
            (scripts / script.name).write_bytes(script.read_bytes())
        self.base.commit()
        self.change = self.base.clone(folder / "change")
        program = folder / "program" / "bin"
        program.mkdir(parents=True)
        (program / "cardsmith").symlink_to(Path(sys.executable).with_name("cardsmith"))
        self.summary = folder / "summary.md"
        self.output = folder / "output"

    def write(self, path: str, text: str) -> None:
        target = self.change.top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")

    def merge(self) -> None:
        """Commit what was written, and merge it as GitHub would."""
        self.change.git("checkout", "--quiet", "-b", "topic")
        self.change.commit()
        self.change.git("checkout", "--quiet", "main")
        self.change.git("merge", "--quiet", "--no-ff", "-m", "merge", "topic")

    def touches(self) -> str:
        done = run("Look", self.folder, GITHUB_OUTPUT=str(self.output))
        assert done.returncode == 0, done.stderr
        return self.output.read_text("utf-8")

    def judge(self) -> subprocess.CompletedProcess[str]:
        return run(
            "Judge the cards", self.folder, NUMBER="7", GITHUB_STEP_SUMMARY=str(self.summary)
        )

    def made(self, pattern: str) -> list[str]:
        made = self.folder / "made"
        return sorted(path.relative_to(made).as_posix() for path in made.glob(pattern))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


@pytest.mark.needs("git")
@pytest.mark.parametrize(
    ("paths", "touches"),
    [
        (["decks/deck.yaml"], "cards"),
        (["decks/media/a.png", "decks/lesson.md", "decks/a\nb.yaml"], "cards"),
        (["decks/deck.yaml", "tool.py"], "both"),
        (["decks/deck.yaml", ".github/workflows/cards.yml"], "both"),
        (["tool.py"], "code"),
        (["docs/decks/deck.yaml"], "code"),
        (["Decks/deck.yaml"], "code"),
        (["decks.yaml"], "code"),
    ],
)
def test_what_a_change_touches(workspace: Workspace, paths: list[str], touches: str) -> None:
    for path in paths:
        workspace.write(path, "changed")
    workspace.merge()
    assert workspace.touches() == f"touches={touches}\n"


@pytest.mark.needs("git")
def test_code_that_moves_into_the_decks_touches_both(workspace: Workspace) -> None:
    workspace.change.git("mv", "tool.py", "decks/tool.py")
    workspace.merge()
    assert workspace.touches() == "touches=both\n"


@pytest.mark.needs("git")
def test_a_link_in_place_of_the_decks_is_no_change_of_cards(workspace: Workspace) -> None:
    workspace.change.git("mv", "decks", "elsewhere")
    (workspace.change.top / "decks").symlink_to("elsewhere")
    workspace.merge()
    assert workspace.touches() == "touches=both\n"


@pytest.mark.needs("git")
def test_where_git_cannot_say_it_is_code(workspace: Workspace) -> None:
    workspace.change.git("update-ref", "-d", "HEAD")
    assert workspace.touches() == "touches=code\n"


NEW = """\
  - {id: fresh, front: "What is new?", back: This., source: "https://example.org/a", tags: [t]}
"""


@pytest.mark.needs("git")
def test_a_new_card_is_compared_shown_and_packed(workspace: Workspace) -> None:
    workspace.write("decks/deck.yaml", ONE_OF_EACH + NEW)
    workspace.merge()
    done = workspace.judge()
    assert done.returncode == 0, done.stdout + done.stderr
    comparison = (workspace.folder / "made/comparison/comparison.md").read_text("utf-8")
    assert "What is new?" in comparison
    assert workspace.summary.read_text("utf-8") == comparison
    assert (workspace.folder / "made/comparison/number").read_text("utf-8") == "7\n"
    assert workspace.made("package/*") == ["package/pull-request-7.apkg"]
    assert "preview/index.html" in workspace.made("preview/*")


@pytest.mark.needs("git")
def test_a_broken_card_is_annotated_and_still_shown(workspace: Workspace) -> None:
    workspace.write("decks/deck.yaml", ONE_OF_EACH + "  - {id: fresh, frnt: What, back: This.}\n")
    workspace.merge()
    done = workspace.judge()
    assert done.returncode == 1
    assert re.search(r"^::error .*file=decks/deck\.yaml,line=2\d", done.stdout, re.MULTILINE)
    assert workspace.made("package/*") == []
    assert "preview/index.html" in workspace.made("preview/*")


@pytest.mark.needs("git")
def test_files_of_a_change_are_not_run(workspace: Workspace) -> None:
    mark = workspace.folder / "was-run"
    code = f"open({str(mark)!r}, 'w').close()\n"
    for name in ("cardsmith", "yaml", "click", "sitecustomize", "usercustomize", "json"):
        workspace.write(f"decks/{name}.py", code)
        workspace.write(f"{name}.py", code)
    workspace.write(".github/scripts/judge.sh", f"touch {mark}\n")
    workspace.write(".github/scripts/touches.sh", f"touch {mark}\n")
    workspace.merge()
    assert workspace.touches() == "touches=both\n"
    done = workspace.judge()
    assert "preview/index.html" in workspace.made("preview/*"), done.stdout + done.stderr
    assert not mark.exists()


@pytest.mark.needs("git")
def test_what_decks_say_is_no_command_to_the_runner(workspace: Workspace) -> None:
    about = workspace.base.decks / "collection.yaml"
    told = about.read_text("utf-8").replace("name: Test", "name: '::error::##[error]mine'")
    workspace.write("decks/collection.yaml", told)
    workspace.merge()
    done = workspace.judge()
    word = None
    for line in done.stdout.splitlines():
        stop = re.fullmatch("::stop-commands::([0-9a-f]{32})", line)
        if line == f"::{word}::":
            word = None
        elif stop:
            word = stop[1]
        elif "mine" in line:
            assert word, line
    assert "::error::##[error]mine" in done.stdout


@pytest.mark.needs("git")
def test_a_change_of_the_ledger_is_refused(workspace: Workspace) -> None:
    workspace.write("decks/released.jsonl", "")
    workspace.merge()
    assert workspace.touches() == "touches=cards\n"
    done = workspace.judge()
    assert done.returncode == 1
    assert "::error file=decks/released.jsonl::Only a release writes this file" in done.stdout


@pytest.mark.needs("git")
def test_a_comparison_too_long_for_the_page_is_cut(workspace: Workspace) -> None:
    workspace.write("decks/deck.yaml", ONE_OF_EACH + NEW)
    workspace.merge()
    program = workspace.folder / "program" / "bin" / "cardsmith"
    program.unlink()
    program.write_text('#!/bin/sh\n[ "$1" != diff ] || yes "a line" | head -c 2000000\n', "utf-8")
    program.chmod(0o755)
    assert workspace.judge().returncode == 0
    page = workspace.summary.read_bytes()
    assert 800_000 < len(page) < 1_000_000
    assert set(page.decode().splitlines()[:-2]) == {"a line"}
    assert "the artifact" in page.decode().splitlines()[-1]


# ---- the comment -------------------------------------------------------------------------------


def _script(name: str) -> ModuleType:
    found = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module  # where its classes look for their annotations
    found.loader.exec_module(module)
    return module


comment = _script("comment")

GH = """\
#!{python}
import json, pathlib, sys
folder = pathlib.Path({folder!r})
asked = sys.argv[2:]
with (folder / "asked.jsonl").open("a") as log:
    given = json.loads(sys.stdin.read()) if "--input" in asked else None
    log.write(json.dumps([asked, given]) + "\\n")
where = next(word for word in asked if word.startswith("repos/"))
for name, answer in json.loads((folder / "answers.json").read_text()).items():
    if where.partition("?")[0].endswith(name):
        if name == "/zip":
            sys.stdout.buffer.write((folder / answer).read_bytes())
        else:
            sys.stdout.write(answer)
        break
else:
    sys.exit(f"gh: no such thing: {{where}}")
"""
SHA = "c" * 40


class GitHub:
    """A GitHub with one pull request, asked through a program `gh`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number, self.text = "7", "2 added\n"
        self.artifacts: list[dict[str, Any]] = [
            {"id": 5, "name": "comparison", "size_in_bytes": 300}
        ]
        self.packed: bytes | None = None
        self.pull: dict[str, Any] = {
            "state": "open",
            "base": {"sha": "b" * 40},
            "head": {"sha": SHA, "repo": {"full_name": "fork/cards"}},
        }
        self.files = [{"filename": "decks/deck.yaml"}]
        self.comments: list[list[Any]] = []
        gh = folder / "gh"
        gh.write_text(GH.format(python=sys.executable, folder=str(folder)), "utf-8")
        gh.chmod(0o755)

    def comment(self) -> subprocess.CompletedProcess[str]:
        """Run the step of comment.yml."""
        (self.folder / "made.zip").write_bytes(self.packed or packed(self.number, self.text))
        answers = {
            "/artifacts": json.dumps({"artifacts": self.artifacts}),
            "/zip": "made.zip",
            "/pulls/7": json.dumps(self.pull),
            f"/compare/{'b' * 40}...{SHA}": json.dumps({"files": self.files}),
            "/issues/7/comments": "".join(f"{json.dumps(row)}\n" for row in self.comments),
            "/issues/comments/31": "{}",
        }
        (self.folder / "answers.json").write_text(json.dumps(answers), "utf-8")
        done = run(
            "Comment",
            ROOT,
            "comment",
            PATH=f"{self.folder}{os.pathsep}{os.environ['PATH']}",
            GITHUB_REPOSITORY="base/cards",
            GITHUB_SERVER_URL="https://github.example",
            RUN="99",
            HEAD_SHA=SHA,
            HEAD_REPOSITORY="fork/cards",
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    @property
    def sent(self) -> list[tuple[str, str, str]]:
        """What was written: method, place and text."""
        rows = (self.folder / "asked.jsonl").read_text("utf-8").splitlines()
        return [
            (asked[1], asked[2], given["body"]) for asked, given in map(json.loads, rows) if given
        ]


def packed(number: str, text: str, **others: str) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in {"number": number, "comparison.md": text, **others}.items():
            archive.writestr(name, content)
    return buffer.getvalue()


@pytest.fixture
def github(tmp_path: Path) -> GitHub:
    return GitHub(tmp_path)


def test_the_comparison_becomes_a_comment(github: GitHub) -> None:
    github.comments = [[30, "somebody", "A remark."], [31, "somebody", f"{comment.MARK}\nmine"]]
    done = github.comment()
    assert (done.returncode, done.stdout) == (0, "The comment was posted.\n")
    ((method, place, text),) = github.sent
    assert (method, place) == ("POST", "repos/base/cards/issues/7/comments")
    assert text.startswith(comment.MARK)
    assert text.endswith("\n\n2 added\n")
    assert "https://github.example/base/cards/actions/runs/99" in text


def test_the_comment_is_edited_in_place(github: GitHub) -> None:
    github.comments = [[31, "github-actions[bot]", f"{comment.MARK}\n1 added"]]
    assert github.comment().stdout == "The comment was edited.\n"
    ((method, place, _),) = github.sent
    assert (method, place) == ("PATCH", "repos/base/cards/issues/comments/31")


def test_an_equal_comment_stays(github: GitHub) -> None:
    page = "https://github.example/base/cards/actions/runs/99"
    github.comments = [[31, "github-actions[bot]", comment.body(github.text, page)]]
    assert github.comment().stdout == "The comment says so already.\n"
    assert github.sent == []


def test_a_run_without_a_comparison_is_passed_over(github: GitHub) -> None:
    github.artifacts = [{"id": 6, "name": "preview", "size_in_bytes": 300}]
    done = github.comment()
    assert (done.returncode, done.stdout) == (0, "The run left no comparison.\n")
    assert github.sent == []


@pytest.mark.parametrize(
    "overtaken",
    [{"state": "closed"}, {"head": {"sha": "d" * 40, "repo": {"full_name": "fork/cards"}}}],
)
def test_a_pull_request_that_has_moved_on_is_passed_over(
    github: GitHub, overtaken: dict[str, Any]
) -> None:
    github.pull |= overtaken
    done = github.comment()
    assert done.returncode == 0
    assert done.stdout.startswith("Nothing is to be posted: ")
    assert github.sent == []


@pytest.mark.parametrize(
    "number", ["", "0", "-7", "7; true", "7/../8", "\u0667", "70000000000", "7\n8"]
)
def test_a_number_that_is_none_is_refused(github: GitHub, number: str) -> None:
    github.number = number
    refused(github, "the artifact names no pull request")


def test_a_pull_request_of_somebody_else_is_refused(github: GitHub) -> None:
    for repo in ({"full_name": "other/cards"}, None):
        github.pull["head"] = {"sha": SHA, "repo": repo}
        refused(github, "the run is not of this pull request")


@pytest.mark.parametrize(
    "files",
    [
        [{"filename": "decks/deck.yaml"}, {"filename": ".github/workflows/cards.yml"}],
        [{"filename": "decks/tool.py", "previous_filename": "tool.py"}],
        [{"filename": "decks"}],
    ],
)
def test_a_comparison_that_the_change_could_have_made_itself_is_refused(
    github: GitHub, files: list[dict[str, str]]
) -> None:
    github.files = files
    refused(github, "the pull request changes more than cards")


def test_files_that_github_does_not_list_are_not_taken_for_cards(github: GitHub) -> None:
    github.files *= 300
    refused(github, "the pull request changes more files than GitHub lists")


def test_a_pull_request_that_does_not_exist_is_refused(github: GitHub) -> None:
    github.number = "8"
    done = github.comment()
    assert done.returncode == 1
    assert "Nothing was posted: GitHub refused" in done.stderr
    assert github.sent == []


def test_a_large_artifact_is_not_fetched(github: GitHub) -> None:
    github.artifacts[0]["size_in_bytes"] = 2**30
    refused(github, "the artifact is too large")
    assert "/zip" not in (github.folder / "asked.jsonl").read_text("utf-8")


@pytest.mark.parametrize(
    "content",
    [
        b"no archive",
        packed("7", "x")[:-30],
        packed("7", "x").replace(b"comparison.md", b"../../../etc/x"[:13]),
        bytes(3 * 2**20),
    ],
    ids=["text", "torn", "names", "large"],
)
def test_an_artifact_of_another_form_is_refused(github: GitHub, content: bytes) -> None:
    github.packed = content
    refused(github, "the artifact ")


def test_an_empty_comparison_is_refused(github: GitHub) -> None:
    github.text = "\x00\n\n"
    refused(github, "the comparison is empty")


def refused(github: GitHub, why: str) -> None:
    done = github.comment()
    assert done.returncode == 1
    assert done.stderr.startswith(f"Nothing was posted: {why}")
    assert github.sent == []


def test_a_bomb_is_cut(github: GitHub) -> None:
    github.text = "a long line\n" * 2_000_000
    assert len(packed("7", github.text)) < comment.LARGEST_ARTIFACT
    assert github.comment().returncode == 0
    ((_, _, text),) = github.sent
    assert len(text) < 65_536
    assert "What follows is cut" in text
    assert text.endswith("\na long line\n")


@given(st.binary(max_size=40), st.integers(0, 300))
def test_a_damaged_artifact_is_read_or_refused(damage: bytes, at: int) -> None:
    whole = packed("7", "some text that is long enough to be packed, packed, packed")
    with suppress(comment.UnfitError):
        assert comment.unpacked(whole[:at] + damage + whole[at + len(damage) :]).number.isdigit()


@given(
    st.text()
    | st.lists(st.sampled_from(["@a", "\x1b[31m", "\u202e", "`@b`", " ", "é"])).map("".join)
)
def test_a_comment_shows_what_it_holds_and_calls_nobody(text: str) -> None:
    try:
        made = comment.body(text, "page")
    except comment.UnfitError:
        return
    shown = made.partition("\n\n")[2]
    assert made.startswith(comment.MARK)
    assert len(made) < 65_536
    assert not re.search(
        r"(?<![\w`])@\w|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown
    )


# ---- releases ----------------------------------------------------------------------------------


def notes(repo: Repository, tag: str) -> str:
    done = subprocess.run(
        [sys.executable, SCRIPTS / "release_notes.py", tag],
        cwd=repo.top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.needs("git")
def test_the_notes_of_a_release_are_those_that_were_drafted(tmp_path: Path) -> None:
    repo = repository(tmp_path / "cards")
    drafted = ""
    decks = ONE_OF_EACH, ONE_OF_EACH.replace("plain answer", "better answer") + NEW
    for version, deck in zip(("1.0.0", "1.1.0"), decks, strict=True):
        (repo.decks / "deck.yaml").write_text(deck, "utf-8")
        repo.announce(version, f"What {version} brings.")
        epoch = "1600000000" if version == "1.0.0" else ""
        done = repo.release(version, SOURCE_DATE_EPOCH=epoch)
        assert done.returncode == 0, done.stderr
        drafted = (repo.top / "dist" / f"release-{version}.md").read_text("utf-8")
        clone = repo.clone(tmp_path / version)
        clone.git("checkout", "--quiet", f"v{version}")
        assert notes(clone, f"v{version}") == drafted
    assert "1 new note" in drafted
    assert "1 note changed" in drafted


def test_a_release_is_drafted_with_all_that_was_built(tmp_path: Path) -> None:
    for name in ("made/files/cards.apkg", "made/files/cardsmith.whl", "made/notes.md", "gh"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', "utf-8")
    (tmp_path / "gh").chmod(0o755)
    done = run(
        "Draft the release",
        tmp_path,
        "release",
        PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        GITHUB_REF_NAME="v1.2.0",
        GITHUB_REPOSITORY="base/cards",
    )
    said = done.stdout.split()
    assert said[:5] == [
        "release",
        "create",
        "v1.2.0",
        "made/files/cards.apkg",
        "made/files/cardsmith.whl",
    ]
    assert {"--draft", "--verify-tag", "made/notes.md", "base/cards"} <= set(said)


@pytest.mark.needs("git")
def test_a_tag_that_is_not_the_version_is_refused(tmp_path: Path) -> None:
    repo = repository(tmp_path / "cards", version="1.0.0")
    repo.git("tag", "v1.0.1")
    done = subprocess.run(
        ["bash", SCRIPTS / "build.sh", "v1.0.1", tmp_path / "made"],
        cwd=repo.top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "the tag is v1.0.1, but the program says that it is v1.0.0\n"
    assert not (tmp_path / "made").exists()
