"""What findings know how to mend, in decks however oddly written."""

from hypothesis import given

from cardsmith.cli.fix import chosen
from cardsmith.deckfile import source
from cardsmith.deckfile.edit import edited
from cardsmith.deckfile.leaves import kept
from cardsmith.deckfile.parse import parse
from cardsmith.diagnostics import Diagnostic
from cardsmith.lint import Subject, lint
from decks import collection
from odd_decks import DATA

PATH = "decks/x.yaml"


def findings(text: str) -> list[Diagnostic]:
    deck = parse(text, PATH)
    return [*deck.problems, *lint(Subject(collection([deck]), (deck,)))]


@given(DATA)
def test_what_is_mended_is_gone_and_all_else_stays(data: bytes) -> None:
    before = source.decode(data, PATH)
    assert isinstance(before, str)
    found = findings(before)
    fixes = chosen(found).get(PATH)
    if fixes is None:
        return
    after = source.decode(edited(data, fixes.all()), PATH)
    assert isinstance(after, str)
    assert kept(before, after, fixes.all())
    left = [each.code for each in findings(after)]
    for code in {each.code for each in fixes.mended}:
        mended = sum(each.code == code for each in fixes.mended)
        assert left.count(code) <= sum(each.code == code for each in found) - mended
