"""Files replaced in place: what only a race or a mistake of ours could bring about."""

from pathlib import Path

import pytest

from cardsmith.catalog import TAG_SPELLING
from cardsmith.cli import fix
from cardsmith.cli.app import App
from cardsmith.cli.rewrite import Rewrite, rewrite
from cardsmith.diagnostics import Edit, Place, Span
from cardsmith.errors import CardsmithError

DECK = b"cards:\n- {id: a, tags: [x], front: q, back: b}\n"


def test_a_file_that_was_changed_since_it_was_read(tmp_path: Path) -> None:
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_bytes(b"1")
    two.write_bytes(b"changed")
    rewrites = [Rewrite("one.yaml", one, b"1", b"new"), Rewrite("two.yaml", two, b"2", b"new")]
    with pytest.raises(CardsmithError, match=r"two\.yaml was changed in the meantime"):
        rewrite(rewrites, force=True)
    assert (one.read_bytes(), two.read_bytes()) == (b"1", b"changed")


def test_a_mend_that_touches_more_than_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "deck.yaml"
    deck.write_bytes(DECK)
    texts = {"deck.yaml": DECK.decode()}
    place = Place(2, 18, 2, 19)
    found = TAG_SPELLING.at(Span("deck.yaml", place), "a tag")._replace(edits=(Edit(place, "'y"),))
    fix.fix(App(), [found], {"deck.yaml": deck}, texts, dry_run=False, force=True)
    assert deck.read_bytes() == DECK
    assert "deck.yaml stays as it is: " in capsys.readouterr().err
    sound = found._replace(edits=(Edit(place, "y"),))
    fix.fix(App(), [sound, sound, found], {"deck.yaml": deck}, texts, dry_run=False, force=True)
    assert deck.read_bytes() == DECK.replace(b"[x]", b"[y]")
    assert capsys.readouterr().err == "Mended 2 findings in deck.yaml.\n"
    with pytest.raises(CardsmithError, match=r"deck\.yaml was changed in the meantime"):
        fix.fix(App(), [sound], {"deck.yaml": deck}, texts, dry_run=False, force=True)
