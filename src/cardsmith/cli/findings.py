"""All that is wrong with a collection: what reading it told, and what the rules find."""

from contextlib import suppress

from cardsmith import ledgerfile
from cardsmith.anki import ledger
from cardsmith.anki.ledger import DamagedLedgerError, Ledger, NewerLedgerError
from cardsmith.anki.package import PackageError
from cardsmith.catalog import DAMAGED_LEDGER
from cardsmith.diagnostics import Diagnostic, Place, Span, in_order
from cardsmith.lint import Subject, lint
from cardsmith.workspace import Loaded


def subject(loaded: Loaded) -> Subject:
    """A collection as the rules look at it; a damaged ledger tells them nothing."""
    released = Ledger()
    with suppress(PackageError):
        released = ledgerfile.read(loaded.found.root)
    return _subject(loaded, released)


def findings(loaded: Loaded) -> list[Diagnostic]:
    """What is wrong, in the order of files and places."""
    if loaded.header.is_newer:
        return list(loaded.header.problems)
    released, damage = Ledger(), list[Diagnostic]()
    try:
        released = ledgerfile.read(loaded.found.root)
    except PackageError as error:
        damage.append(_damage(loaded, error))
    return in_order([*loaded.diagnostics, *damage, *lint(_subject(loaded, released))])


def _subject(loaded: Loaded, released: Ledger) -> Subject:
    return Subject(
        loaded.collection, loaded.decks, released, loaded.outlines, is_whole=loaded.is_whole
    )


def _damage(loaded: Loaded, error: PackageError) -> Diagnostic:
    line, phrase = 1, str(error)
    help_ = f"restore it: git checkout -- {ledger.FILE}"
    if isinstance(error, DamagedLedgerError):
        line, phrase = error.line, f"a line of the ledger is damaged: {error.why}"
    elif isinstance(error, NewerLedgerError):
        help_ = "install a newer cardsmith"
    return DAMAGED_LEDGER.at(
        Span(loaded.path(ledger.FILE), Place(line, 1, line, 2)), phrase, help=help_
    )
