"""What stops a command: one class per condition, each with its sentence and exit status.

Problems in the text of a deck are not errors but `Diagnostic` values. The command line prints
`str(error)` on standard error and ends with `error.exit_status`.
"""


class CardsmithError(Exception):
    """A condition that ends the command; the message is one sentence that names a way out."""

    exit_status = 1


class UsageError(CardsmithError):
    """The command was called in a way that cannot work."""

    exit_status = 2


class NoCollectionError(UsageError):
    """No collection where one was looked for."""


class HistoryError(CardsmithError):
    """The review history cannot be read or written."""


class NewerHistoryError(HistoryError):
    """The review history was written by a newer cardsmith; it is left untouched."""

    exit_status = 2


class BrokenCollectionError(CardsmithError):
    """A collection cannot be opened: what its `collection.yaml` must say is missing or wrong."""


class NewerCollectionError(BrokenCollectionError):
    """The collection is of a later format; nothing of it is read or written."""

    exit_status = 2


def reason(error: OSError) -> str:
    """Why the system refused something, as words that go on in a sentence; no file is named.

    A first word with capitals inside it is a name, such as NFS, and stays as it is.
    """
    said = " ".join((error.strerror or ("" if error.errno else str(error))).split()).rstrip(" .")
    if not said:
        return type(error).__name__
    is_name = said.partition(" ")[0][1:].lower() != said.partition(" ")[0][1:]
    return said if is_name else said[:1].lower() + said[1:]
