"""`python -m bench`: measure the rows, or those named, and print the table."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from bench.measure import Result, Row, measure, reached
from bench.rows import ROWS


def main() -> None:
    """Measure and print; it is a measurement, so a miss is no failure."""
    parser = argparse.ArgumentParser(prog="bench", description="Ratios against baselines.")
    parser.add_argument("rows", nargs="*", help=f"of: {', '.join(row.name for row in ROWS)}")
    parser.add_argument("--pairs", type=int, default=11, help="how often each side is timed")
    parser.add_argument("--json", action="store_true", help="as a list of objects")
    options = parser.parse_args()
    unknown = set(options.rows) - {row.name for row in ROWS}
    if unknown:
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    rows = [row for row in ROWS if not options.rows or row.name in options.rows]
    if not options.json:
        print(f"{'':9} {'ratio':>9} {'range':>15} {'wanted':>9}        ours  baseline")
    found = []
    for row in rows:
        outcome = attempt(row, options.pairs)
        found.append(shape(row, outcome))
        if not options.json:
            print(line(row, outcome), flush=True)
    if options.json:
        json.dump(found, sys.stdout, ensure_ascii=False, indent=2)
        print()


def attempt(row: Row, pairs: int) -> Result | str:
    """Measure a row in a folder of its own, or say why it cannot be measured."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return measure(row, Path(folder), pairs)
        except Exception as error:  # noqa: BLE001 - one broken row must not cost the others
            return f"{type(error).__name__}: {error}"


def line(row: Row, outcome: Result | str) -> str:
    """A row as a line of the table, and below it what was compared."""
    if isinstance(outcome, str):
        return f"{row.name:9} cannot be measured: {outcome}\n{'':9} {row.what}"
    spread = f"{outcome.low:.2f}–{outcome.high:.2f}"
    verdict = "PASS" if reached(row, outcome) else "MISS"
    return (
        f"{row.name:9} {outcome.ratio:7.2f} × {spread:>15} {row.wanted:>9}  {verdict}"
        f" {outcome.ours:8.3f} {row.unit} {outcome.baseline:7.3f} {row.unit}\n{'':9} {row.what}"
    )


def shape(row: Row, outcome: Result | str) -> dict[str, object]:
    """A row as an object."""
    known: dict[str, object] = {"name": row.name, "what": row.what, "wanted": row.wanted}
    if isinstance(outcome, str):
        return known | {"error": outcome}
    return known | outcome._asdict() | {"pass": reached(row, outcome)}


if __name__ == "__main__":
    main()
