"""`cardsmith rule`: what a finding means, why it hurts, and what to write instead."""

import json

import click

from cardsmith.catalog import CATALOG
from cardsmith.cli import values
from cardsmith.cli.app import App, examples, pass_app
from cardsmith.errors import UsageError
from cardsmith.manual import meant, page
from cardsmith.render import manual
from cardsmith.visible import visible


@click.command("rule", epilog=examples("cardsmith rule W401", "cardsmith rule repeated-card"))
@click.argument("code", required=False, shell_complete=values.rules)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
@pass_app
def command(app: App, code: str | None, *, as_json: bool) -> None:
    """Explain a finding of lint by its CODE or its name.

    It says what is objected to, why that hurts, an example, and what is better. Without a CODE it
    lists them all.
    """
    if code is None:
        codes = [each._asdict() for each in sorted(CATALOG)]
        click.echo(json.dumps(codes) if as_json else manual.listing(CATALOG))
        return
    found = page(code)
    if found is None:
        near = meant(code)
        hint = f"; did you mean {near}?" if near else "; `cardsmith rule` lists all"
        raise UsageError(f"nothing has the code or name {visible(code)}{hint}")
    if as_json:
        codes = [each._asdict() for each in found.codes]
        click.echo(json.dumps({"codes": codes, "title": found.title, "text": found.text}))
        return
    click.echo(manual.as_text(found, colour=app.has_colour), color=app.has_colour)
