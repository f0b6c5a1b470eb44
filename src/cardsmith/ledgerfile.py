"""The ledger of releases on disk."""

from pathlib import Path

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import PackageError
from cardsmith.errors import reason


def read(root: Path) -> Ledger:
    """The ledger of a collection; an empty one before the first release.

    Raises:
        DamagedLedgerError: a line says nothing.
        PackageError: it cannot be read, or is of a newer format.
    """
    file = root / ledger.FILE
    try:
        return ledger.read(file.read_text("utf-8")) if file.exists() else Ledger()
    except OSError as error:
        raise PackageError(f"{file} cannot be read: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise PackageError(f"{file} cannot be read: it is not UTF-8 text") from error
