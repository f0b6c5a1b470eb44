"""All rules together: each has its page and its codes, and every code has one meaning."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

import cardsmith
from cardsmith import catalog
from cardsmith.lint import PAGES, RULES, english
from cardsmith.lint.subject import Documented

SOURCE = Path(cardsmith.__file__).parent
TESTS = Path(__file__).parents[1]


def constants() -> dict[str, catalog.Code]:
    return {name: each for name, each in vars(catalog).items() if isinstance(each, catalog.Code)}


def test_the_catalog_is_complete_and_free_of_doubles() -> None:
    assert list(constants().values()) == catalog.CATALOG
    assert len({code.id for code in catalog.CATALOG}) == len(catalog.CATALOG)
    assert len({code.name for code in catalog.CATALOG}) == len(catalog.CATALOG)
    for name, code in constants().items():
        assert re.fullmatch(r"[EW][0-9]{3}", code.id)
        assert code.name == name.lower().replace("_", "-")
        assert code.summary.endswith(".")


def test_diagnostics_are_made_from_the_catalog_alone() -> None:
    makers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "Diagnostic"
    }
    assert makers == {"catalog.py"}


def test_every_code_is_used() -> None:
    used = "\n".join(p.read_text("utf-8") for p in SOURCE.rglob("*.py") if p.name != "catalog.py")
    assert [name for name in constants() if not re.search(rf"\b{name}\b", used)] == []


def test_every_code_is_tested() -> None:
    tests = "\n".join(p.read_text("utf-8") for p in TESTS.rglob("test_*.py"))
    assert [code.id for code in catalog.CATALOG if code.id not in tests] == []


def module_name(rule: Documented) -> str:
    assert isinstance(rule, ModuleType)
    return rule.__name__


@pytest.mark.parametrize("rule", PAGES, ids=module_name)
def test_a_rule_has_its_page(rule: Documented) -> None:
    assert rule.__doc__
    parts = ("What it objects to: ", "Why it hurts: ", "An example", "Better")
    places = [rule.__doc__.find(f"\n{part}") for part in parts]
    assert places == sorted(places)
    assert -1 not in places
    assert rule.CODES


def test_the_register_has_all_files() -> None:
    files = {path.stem for path in (SOURCE / "lint").glob("*.py")}
    of_english = {path.stem for path in (SOURCE / "lint" / "english").glob("*.py")}
    assert names(RULES) == files - {"__init__", "subject", "useless_ignore"}
    assert names(english.RULES) == of_english - {"__init__", "wording"}
    assert names(PAGES) == names(RULES) | names(english.RULES) | {"useless_ignore"}


def names(rules: Iterable[Documented]) -> set[str]:
    return {module_name(rule).rpartition(".")[2] for rule in rules}


def test_every_code_of_a_rule_is_one_rule_s_alone() -> None:
    codes = [code for rule in PAGES for code in rule.CODES]
    assert len(set(codes)) == len(codes)
    assert {code for code in catalog.CATALOG if code.id.startswith("W")} <= set(codes)
