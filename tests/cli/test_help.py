"""The help of every command: it has examples, and they are command lines that there are."""

import shlex
from collections.abc import Iterator

import click
import pytest

from cardsmith.cli import cli


def commands(
    command: click.Command, path: tuple[str, ...] = (), above: click.Context | None = None
) -> Iterator[tuple[str, ...]]:
    """The names that lead to each command, those of groups included."""
    yield path
    here = click.Context(command, above, info_name=" ".join(path) or "cardsmith")
    if isinstance(command, click.Group):
        for name in command.list_commands(here):
            inner = command.get_command(here, name)
            assert inner is not None, name
            yield from commands(inner, (*path, name), here)


def context(path: tuple[str, ...]) -> click.Context:
    """The context of a command."""
    here = click.Context(cli, info_name="cardsmith", **cli.context_settings)
    for name in path:
        assert isinstance(here.command, click.Group)
        inner = here.command.get_command(here, name)
        assert inner is not None, path
        here = click.Context(inner, here, info_name=name)
    return here


def examples(path: tuple[str, ...]) -> list[str]:
    """The lines of examples at the end of a command's help."""
    told = context(path).command.get_help(context(path)).partition("Examples:\n")[2]
    return [line.strip() for line in told.splitlines() if line.strip()]


ALL = [*commands(cli)]


def test_the_walk_reaches_commands_of_groups() -> None:
    assert {(), ("review",), ("doctor",), ("log",), ("log", "sync")} <= set(ALL)


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_two_examples_or_more(path: tuple[str, ...]) -> None:
    lines = examples(path)
    assert len(lines) >= 2
    assert len(set(lines)) == len(lines)
    wanted = " ".join(("cardsmith", *path))
    assert any(f"{line} ".startswith(f"{wanted} ") for line in lines)
    assert all(line.startswith("cardsmith") for line in lines)
    assert all(len(line) <= 78 for line in lines)


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_the_examples_name_commands_and_options_that_there_are(path: tuple[str, ...]) -> None:
    for line in examples(path):
        words = shlex.split(line.partition(" > ")[0])[1:]
        here = context(())
        while words and isinstance(here.command, click.Group):
            inner = here.command.get_command(here, words[0])
            assert inner is not None, line
            here = click.Context(inner, here, info_name=words.pop(0))
        here.allow_interspersed_args = True
        options = [word for word in words if word.startswith("--") and word != "--"]
        known = {name for each in here.command.get_params(here) for name in each.opts}
        assert {option.partition("=")[0] for option in options} <= known, line
