"""The shape of the code: who may import whom, and who may touch the world.

The two tables are the rules. A module that stands in no layer, or a library that stands behind no
fence, fails: it is added here first.
"""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = "cardsmith"
SOURCE = Path(__file__).parents[1] / "src" / PACKAGE

# From the bottom up. Imports run downwards, and sideways without going in a circle. A room is a
# module or a folder of them; "" is the package itself, which holds the version.
LAYERS: dict[str, frozenset[str]] = {
    "words": frozenset(
        {
            "",
            "catalog",
            "cloze",
            "comparison",
            "csvlog",
            "day",
            "deck",
            "diagnostics",
            "errors",
            "history",
            "visible",
            "wording",
        }
    ),
    "rules": frozenset(
        {
            "bindings",
            "deckfile",
            "settings",
            "lint",
            "schedule",
            "agenda",
            "logbook",
            "selector",
            "session",
            "stats",
            "anki",
            "coverage",
            "manual",
            "markup",
            "news",
            "changes",
        }
    ),
    "faces": frozenset({"render"}),
    "doors": frozenset(
        {"historyfile", "historyrepo", "historysync", "ledgerfile", "logfile", "settingsfile"}
        | {"workspace", "cache"}
    ),
    "cli": frozenset({"cli", "__main__"}),
}

DISK = frozenset(
    {"historyfile", "ledgerfile", "settingsfile", "workspace", "cache", "cli", "anki.apkg"}
    | {"historyrepo", "historysync", "logfile", "render.html"}
)
EDGE = frozenset({"cli", "__main__"})
CLOCK = frozenset({"cli.app"})
NOBODY: frozenset[str] = frozenset()

# What only some may use: a module, something in it, or (with a dot in front) a method of whatever
# object; each with the rooms that may. Using a thing is importing it or naming it.
FENCES: dict[str, frozenset[str]] = {
    # libraries
    "click": EDGE,
    "dateutil": EDGE,
    "filelock": frozenset({"historyfile", "historysync", "logfile", "workspace", "cli"}),
    "genanki": frozenset({"anki.apkg", "anki.connect"}),
    "jinja2": frozenset({"render.collection", "render.html", "render.preview"}),
    "markdown_it": frozenset({"markup"}),
    "platformdirs": frozenset({"cache", "historyfile", "workspace", "cli"}),
    "pygments": frozenset({"render"}),
    "rich": frozenset({"render", "cli"}),
    "unicodeit": frozenset({"render.maths"}),
    "wcwidth": frozenset({"render"}),
    "yaml": frozenset({"deckfile.nodes", "deckfile.dump"}),
    "sqlite3": frozenset({"anki.apkg", "anki.connect", "cache"}),
    "zipfile": frozenset({"anki.apkg", "anki.connect"}),
    # Anki itself is under the AGPL: an oracle for tests
    "anki": NOBODY,
    "aqt": NOBODY,
    # the disk
    "builtins.open": DISK,
    "fcntl": DISK,
    "glob": DISK,
    "importlib.resources": DISK,
    "io.open": DISK,
    "mmap": DISK,
    "os": DISK,
    "pathlib.Path.cwd": DISK,
    "pathlib.Path.home": DISK,
    "shutil": DISK,
    "tempfile": DISK,
    ".chmod": DISK,
    ".exists": DISK,
    ".expanduser": DISK,
    ".glob": DISK,
    ".hardlink_to": DISK,
    ".is_dir": DISK,
    ".is_file": DISK,
    ".iterdir": DISK,
    ".lstat": DISK,
    ".mkdir": DISK,
    ".open": DISK,
    ".read_bytes": DISK,
    ".read_text": DISK,
    ".rglob": DISK,
    ".rmdir": DISK,
    ".stat": DISK,
    ".symlink_to": DISK,
    ".touch": DISK,
    ".unlink": DISK,
    ".write_bytes": DISK,
    ".write_text": DISK,
    # the rest of the world
    "builtins.input": EDGE,
    "builtins.print": EDGE,
    "http": frozenset({"anki.connect", "cli.server"}),
    "socket": frozenset({"historyfile", "workspace", "cli"}),
    "subprocess": frozenset({"historyrepo", "workspace", "cli"}),
    "sys.argv": EDGE,
    "sys.exit": EDGE,
    "sys.stderr": EDGE,
    "sys.stdin": EDGE,
    "sys.stdout": EDGE,
    "urllib.error": frozenset({"anki.connect"}),
    "urllib.request": frozenset({"anki.connect"}),
    # the clock, the machine's zone, and chance
    "datetime.date.today": CLOCK,
    "datetime.datetime.now": CLOCK,
    "datetime.datetime.today": CLOCK,
    "datetime.datetime.utcnow": CLOCK,
    ".astimezone()": CLOCK,  # without a zone it asks the machine for one
    "os.urandom": CLOCK,
    "random": CLOCK,
    "secrets": CLOCK | {"historyfile"},  # which names the device, once
    "time": CLOCK,
    "uuid.uuid1": CLOCK,
    "uuid.uuid4": CLOCK,
    # imports that this test could not see
    "builtins.__import__": NOBODY,
    "importlib.import_module": EDGE,
}

# Names that say nothing about what is inside.
EMPTY_NAMES = frozenset({"utils", "util", "helpers", "common", "misc", "manager", "base"})

# What `cardsmith --version` does not wait for.
HEAVY = frozenset(
    {
        "dateutil",
        "filelock",
        "genanki",
        "jinja2",
        "markdown_it",
        "platformdirs",
        "pygments",
        "rich",
        "unicodeit",
        "wcwidth",
        "yaml",
    }
)

Sources = Mapping[str, str]  # module, named from inside the package ("cli.app") → its text


class Use(NamedTuple):
    """A thing used, by its full dotted name."""

    name: str
    line: int
    imported: bool


def uses(text: str) -> Iterator[Use]:
    """All that a module imports, at whatever depth, and all that it names of it."""
    nodes = list(ast.walk(ast.parse(text)))
    names: dict[str, str] = {}  # as it is called here → in full
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Use(alias.name, node.lineno, imported=True)
                top = alias.name.partition(".")[0]
                names.update({alias.asname: alias.name} if alias.asname else {top: top})
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            for alias in node.names:
                yield Use(f"{origin}.{alias.name}", node.lineno, imported=True)
                names[alias.asname or alias.name] = f"{origin}.{alias.name}"
    for node in nodes:
        if isinstance(node, ast.Attribute):
            yield Use(f".{node.attr}", node.lineno, imported=False)
        if isinstance(node, ast.Call) and not node.args and not node.keywords:
            yield Use(f".{dotted(node.func).rpartition('.')[2]}()", node.lineno, imported=False)
        if isinstance(node, ast.Attribute | ast.Name):
            first, dot, rest = dotted(node).partition(".")
            full = names.get(first, f"builtins.{first}") + dot + rest
            yield Use(full, node.lineno, imported=False)


def dotted(node: ast.expr) -> str:
    """`a.b.c` as written; what is no plain name becomes `?`, as in `?.c`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return "?"


def within(name: str, rooms: Iterable[str]) -> bool:
    """Whether a dotted name is one of `rooms` or inside it."""
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def room_of(module: str) -> str:
    """The room of a module: the folder or the file at the top of the package."""
    return module.partition(".")[0]


def targets(sources: Sources, module: str) -> dict[str, int]:
    """The modules of ours that a module imports, each with the line of its first import."""
    found: dict[str, int] = {}
    for use in uses(sources[module]):
        if use.imported and within(use.name, [PACKAGE]):
            name = use.name.removeprefix(PACKAGE).removeprefix(".")
            while name not in sources and name:  # `deck.Note` is imported from `deck`
                name = name.rpartition(".")[0]
            found.setdefault(name, use.line)
    return found


def layer_problems(sources: Sources) -> list[str]:
    """Modules in no layer, and imports that run upwards."""
    height = {room: at for at, rooms in enumerate(LAYERS.values()) for room in rooms}
    problems = [
        f"{module}: stands in no layer" for module in sources if room_of(module) not in height
    ]
    return problems + [
        f"{module}:{line}: imports {target}, which stands above it"
        for module in sources
        for target, line in targets(sources, module).items()
        if height.get(room_of(target), -1) > height.get(room_of(module), len(LAYERS))
    ]


def cycle_problems(sources: Sources) -> list[str]:
    """Circles of imports, among modules and among rooms."""
    modules = {module: set(targets(sources, module)) - {module} for module in sources}
    rooms: dict[str, set[str]] = {}
    for module, found in modules.items():
        here = room_of(module)
        rooms.setdefault(here, set()).update({room_of(target) for target in found} - {here})
    problems = []
    for graph in (modules, rooms):
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            problems.append(" ← ".join(error.args[1]))
    return problems


def fence_problems(sources: Sources) -> list[str]:
    """Things used outside their rooms, and libraries that have no fence."""
    problems = []
    for module, text in sources.items():
        for use in uses(text):
            fence = use.name
            while fence not in FENCES and "." in fence.lstrip("."):
                fence = fence.rpartition(".")[0]
            if fence in FENCES and not within(module, FENCES[fence]):
                rooms = ", ".join(sorted(FENCES[fence])) or "nobody"
                problems.append(f"{module}:{use.line}: {fence} is for {rooms}")
            elif use.imported and use.name.startswith("."):
                problems.append(f"{module}:{use.line}: write the import in full")
            elif use.imported and fence not in FENCES:
                top = use.name.partition(".")[0]
                if top != PACKAGE and top not in sys.stdlib_module_names:
                    problems.append(f"{module}:{use.line}: {top} has no fence")
    return sorted(set(problems))


def name_problems(sources: Sources) -> list[str]:
    """Names that say nothing."""
    return [
        f"{module}: what is in it?"
        for module in sources
        if not EMPTY_NAMES.isdisjoint(module.split("."))
    ]


def heavy_imports(importtime: str) -> set[str]:
    """The heavy libraries in what `python -X importtime` reported."""
    names = (line.rpartition("|")[2].strip() for line in importtime.splitlines())
    return {name.partition(".")[0] for name in names} & HEAVY


@pytest.fixture(scope="module")
def sources() -> Sources:
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        module = parts[:-1] if parts[-1] == "__init__" else parts
        found[".".join(module)] = path.read_text(encoding="utf-8")
    return found


def test_imports_run_downwards(sources: Sources) -> None:
    assert layer_problems(sources) == []


def test_imports_go_in_no_circle(sources: Sources) -> None:
    assert cycle_problems(sources) == []


def test_everything_stays_behind_its_fence(sources: Sources) -> None:
    assert fence_problems(sources) == []


def test_names_say_something(sources: Sources) -> None:
    assert name_problems(sources) == []


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_start_up_waits_for_no_heavy_library(option: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", PACKAGE, option]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "cardsmith" in done.stdout
    assert "click" in done.stderr  # the report is there
    assert heavy_imports(done.stderr) == set()


# Each check can fail.


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import cardsmith.lint", "deck:1: imports lint, which stands above it"),
        ("from cardsmith import lint", "deck:1: imports lint, which stands above it"),
        ("from cardsmith.lint import Rule", "deck:1: imports lint, which stands above it"),
        ("def f():\n    from cardsmith import lint", "deck:2: imports lint, which stands above it"),
        ("from cardsmith import __version__", None),
        ("from cardsmith.day import study_day", None),
    ],
)
def test_an_import_upwards_is_seen(text: str, problem: str | None) -> None:
    sources = {"": "", "day": "", "deck": text, "lint": "from cardsmith import deck"}
    assert layer_problems(sources) == ([problem] if problem else [])


def test_a_module_in_no_layer_is_seen() -> None:
    assert layer_problems({"": "", "attic.box": ""}) == ["attic.box: stands in no layer"]


def test_a_circle_of_modules_is_seen() -> None:
    sources = {
        "lint.one": "from cardsmith.lint.two import x",
        "lint.two": "def f():\n    import cardsmith.lint.one",
    }
    assert len(cycle_problems(sources)) == 1


def test_a_circle_of_rooms_is_seen() -> None:
    sources = {
        "lint": "import cardsmith.settings",
        "lint.one": "",
        "settings": "from cardsmith.lint import one",
    }
    assert len(cycle_problems(sources)) == 1


@pytest.mark.parametrize(
    ("module", "text", "problem"),
    [
        ("deck", "import yaml", "yaml is for deckfile.dump, deckfile.nodes"),
        ("deckfile.parse", "from yaml import events", "yaml is for deckfile.dump, deckfile.nodes"),
        ("deckfile.nodes", "def f():\n    import yaml", None),
        ("render.terminal", "from rich.text import Text", None),
        ("stats", "from anki.collection import Collection", "anki is for nobody"),
        ("deck", "import attrs", "attrs has no fence"),
        ("deck", "from . import cloze", "write the import in full"),
        ("cli.due", "import click", None),
        ("session", "import click", "click is for __main__, cli"),
        ("lint", "x = open('a')", "builtins.open is for"),
        ("lint", "from pathlib import Path\nPath('a').read_text()", ".read_text is for"),
        ("lint", "from os import replace as r", "os is for"),
        ("lint", "def f(path):\n    return path.parent.open('w')", ".open is for"),
        ("lint", "from pathlib import PurePosixPath", None),
        ("workspace", "from os import replace", None),
        ("cli.due", "from datetime import datetime as d\nd.now()", "datetime.datetime.now is for"),
        ("stats", "import datetime\ndatetime.date.today()", "datetime.date.today is for"),
        ("stats", "from datetime import datetime\nf = datetime.now", "datetime.datetime.now is"),
        ("stats", "from datetime import time, date, datetime", None),
        ("stats", "def f(clock):\n    return clock.now()", None),
        ("stats", "def f(at):\n    return at.astimezone()", ".astimezone() is for"),
        ("stats", "def f(at, zone):\n    return at.astimezone(zone)", None),
        ("cache", "from time import monotonic", "time is for cli.app"),
        ("cli.app", "import time, secrets, random, uuid\nuuid.uuid4()", None),
        ("agenda", "from uuid import uuid4", "uuid.uuid4 is for cli.app"),
        ("render.stats", "print('x')", "builtins.print is for"),
        ("render.stats", "import sys\nsys.stdout.write('x')", "sys.stdout is for"),
        ("deck", "__import__('yaml')", "builtins.__import__ is for nobody"),
        ("deck", "from importlib import import_module", "importlib.import_module is for"),
    ],
)
def test_a_leap_over_a_fence_is_seen(module: str, text: str, problem: str | None) -> None:
    problems = fence_problems({module: text})
    if problem is None:
        assert problems == []
    else:
        assert problem in " ".join(problems)


@pytest.mark.parametrize("module", ["utils", "cli.helpers", "lint.base"])
def test_an_empty_name_is_seen(module: str) -> None:
    assert name_problems({module: "", "deck": ""}) == [f"{module}: what is in it?"]


def test_a_heavy_import_is_seen() -> None:
    report = "import time:  1 |  2 | click\nimport time:  1 |  2 |   rich.text\n"
    assert heavy_imports(report) == {"rich"}
