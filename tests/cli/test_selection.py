"""A selector on the command line: its words, its short forms, its options."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cardsmith.cli.selection import (
    Selecting,
    deck_option,
    selector,
    selector_argument,
    tag_option,
)
from cardsmith.errors import UsageError
from program import cardsmith
from shelf import basics, shelf


@click.command("pick", cls=Selecting)
@selector_argument()
@deck_option
@tag_option
@click.option("-o", "--output")
@click.option("--pair", nargs=2)
@click.option("--yes", "-y", is_flag=True)
def pick(  # noqa: PLR0913 - one parameter for each option
    words: tuple[str, ...],
    some_decks: tuple[str, ...],
    tags: tuple[str, ...],
    output: str | None,
    pair: tuple[str, str] | None,
    *,
    yes: bool,
) -> None:
    click.echo(f"{selector(words, some_decks, tags)}|{' '.join(pair or ()) or output}|{yes}")


@pytest.mark.parametrize(
    ("arguments", "picked"),
    [
        ([], "|None|False"),
        (["-tag:reading"], "-tag:reading|None|False"),
        (["-harness", "is:due"], "-harness is:due|None|False"),
        (["is:due", "-tag:x", "--yes"], "is:due -tag:x|None|True"),
        (["-y", "-yes"], "-yes|None|True"),
        (["-o", "-file", "a"], "a|-file|False"),
        (["-ofile", "a"], "a|file|False"),
        (["--output=file", "a"], "a|file|False"),
        (["--", "-y", "-yes"], "-y -yes|None|False"),
        (["a", "or", "(b", "c)"], "a or b c|None|False"),
        (['deck:"A b"'], 'deck:"A b"|None|False'),
        (["--deck", "A b::C", "x"], 'deck:"A b::C" x|None|False'),
        (["--tag", "x", "--tag", "y_z"], r"tag:x or tag:y\_z|None|False"),
        (["--tag", "x", "--deck", "D", "a or b"], "deck:D tag:x (a or b)|None|False"),
        (["--tag", "-x"], "tag:-x|None|False"),
        (["a", "--pair", "-x", "y", "-z"], "a -z|-x y|False"),
    ],
)
def test_words_and_options_are_told_apart(arguments: list[str], picked: str) -> None:
    done = CliRunner().invoke(pick, arguments)
    assert (done.exit_code, done.output) == (0, picked + "\n")


@pytest.mark.parametrize("arguments", [["--colour"], ["a", "--tga", "x"], ["--tag"], ["-o"]])
def test_a_long_option_that_is_none_is_told(arguments: list[str]) -> None:
    done = CliRunner().invoke(pick, arguments)
    assert done.exit_code == 2
    assert "option" in done.output.lower()


def test_what_is_no_selector_is_told_with_the_text_and_the_column() -> None:
    with pytest.raises(UsageError) as error:
        selector(["a", "is:duee", "\x1b[2J"])
    assert str(error.value) == (
        r"'a is:duee \x1b[2J' is no selector: column 3: is:duee is unknown; did you mean is:due?"
    )


def test_help_still_is_an_option(tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics("a"))
    for option in ("-h", "--help"):
        done = cardsmith("log", "suspend", option, cwd=decks)
        assert done.returncode == 0
        assert "[OPTIONS] [SELECTOR]" in done.stdout


def test_the_commands_of_the_log_are_listed() -> None:
    done = cardsmith("log", "--help")
    assert done.returncode == 0
    names = [line.split()[0] for line in done.stdout.partition("Commands:\n")[2].splitlines()[:11]]
    assert names == [
        *("show", "undo", "check", "merge", "sync", "export", "orphans", "flags"),
        *("reset", "suspend", "unsuspend"),
    ]
    assert cardsmith("log", "swim").returncode == 2
