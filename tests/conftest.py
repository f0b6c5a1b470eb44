"""What holds for every test: its own home, no luck, and the programs that it needs."""

import os
import re
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

CI = bool(os.environ.get("CI"))
DEEP = bool(os.environ.get("DEEP"))
LAW = re.compile(r"test_p\d+_")

# The same examples each time, so that a failure is the change's and not the day's.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # says more of the machine than of the test
)
# New examples each time, many of them: make test ARGS="--hypothesis-profile=deep --timeout=0"
settings.register_profile(
    "deep", settings.get_profile("default"), derandomize=False, max_examples=2000
)
# The laws of scheduling, test_p1_… to test_p20_…, are cheap and are tried on a thousand examples;
# with DEEP=1 in a hundred rounds, each with a thousand new ones. (One round of a hundred thousand
# takes far longer: Hypothesis remembers every example of a round.)
ROUNDS = 100
settings.register_profile(
    "laws", settings.get_profile("default"), derandomize=not DEEP, max_examples=1_000
)
settings.load_profile("default")

# What a developer may have set, and what would change the outcome of a test.
PREFIXES = ("CARDSMITH_", "XDG_", "GIT_")
NAMES = {
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "EDITOR",
    "FORCE_COLOR",
    "LINES",
    "NO_COLOR",
    "PAGER",
    "PYTHONDONTWRITEBYTECODE",  # with it, each program that a test runs is compiled anew
    "SOURCE_DATE_EPOCH",
    "VISUAL",
}


def settle(patch: pytest.MonkeyPatch, home: Path) -> None:
    """Point everything that leads to a home to `home`, and forget the developer's settings."""
    for name in list(os.environ):
        if name in NAMES or name.startswith(PREFIXES):
            patch.delenv(name)
    home.mkdir(parents=True)
    patch.setenv("HOME", str(home))
    patch.setenv("USERPROFILE", str(home))
    for kind, folder in {
        "DATA": ".local/share",
        "STATE": ".local/state",
        "CONFIG": ".config",
        "CACHE": ".cache",
    }.items():
        patch.setenv(f"XDG_{kind}_HOME", str(home / folder))


@pytest.fixture(scope="session", autouse=True)
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """Homes never used before; the first is for fixtures that outlive a test."""
    base = tmp_path_factory.mktemp("homes")
    fresh = (base / str(number) for number in count())
    with pytest.MonkeyPatch.context() as patch:
        settle(patch, next(fresh))
        yield fresh


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home; no test sees the developer's own."""
    folder = next(homes)
    settle(monkeypatch, folder)
    return folder


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """With DEEP=1, try each law in many rounds."""
    if DEEP and LAW.match(metafunc.function.__name__) and is_hypothesis_test(metafunc.function):
        metafunc.fixturenames.append("law_round")
        metafunc.parametrize("law_round", range(ROUNDS))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that needs a program which is not here; in CI that is a failure."""
    for marker in item.iter_markers("needs"):
        missing = [program for program in marker.args if shutil.which(program) is None]
        if missing and CI:
            pytest.fail(f"needs {', '.join(missing)}, which .ci/run should have installed")
        if missing:
            pytest.skip(f"needs {', '.join(missing)}")
