"""Programs that the learner names in the environment."""

import shlex
from collections.abc import Mapping

from cardsmith.errors import UsageError


def words_of(environment: Mapping[str, str], *variables: str) -> list[str]:
    """The command line in the first of some variables that is set, as words; empty if none is.

    Raises:
        UsageError: it is none.
    """
    for name in variables:
        try:
            words = shlex.split(environment.get(name, ""))
        except ValueError as error:
            why = str(error).lower()
            raise UsageError(
                f"{name} is {environment[name]!r}, which is no command: {why}"
            ) from error
        if words:
            return words
    return []
