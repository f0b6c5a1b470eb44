"""`cardsmith lint --coverage`: which sections of its sources no note of a collection cites."""

import click

from cardsmith.coverage import coverage
from cardsmith.errors import UsageError
from cardsmith.render import coverage as render
from cardsmith.workspace import find, known, survey


def show(paths: tuple[str, ...], decks: str | None, form: str) -> int:
    """Print the sections of one collection, named by a path or found as lint finds it.

    Raises:
        UsageError: several paths, or a form that lists have no use for.
        NoCollectionError: there is none.
    """
    if len(paths) + bool(decks) > 1:
        raise UsageError("--coverage looks at one collection: name one PATH, or none")
    if form not in {"text", "json"}:
        raise UsageError("--coverage prints text or json")
    loaded = known(survey(find(paths[0] if paths else decks, or_shipped=False)))
    sections = coverage(loaded.collection, loaded.outlines)
    click.echo(render.as_json(sections) if form == "json" else render.text(sections))
    return 0
