"""What of its sources a collection asks about, for people and for scripts."""

import json
from collections.abc import Sequence

from cardsmith.coverage import Section
from cardsmith.render.phrases import counted
from cardsmith.visible import visible


def text(sections: Sequence[Section]) -> str:
    """A line for each section, those that no note cites with a sign, and a sum."""
    if not sections:
        return "No source is a file of the collection, so there are no sections to compare with."
    names = [f"{section.source}#{section.anchor}" for section in sections]
    widest = max(map(len, names))
    lines = [
        f"{counted(section.notes, 'note'):>9}  {name:<{widest}}  {section.heading}"
        if section.notes
        else f"  NO NOTE  {name:<{widest}}  {section.heading}"
        for name, section in zip(names, sections, strict=True)
    ]
    cited = sum(section.notes > 0 for section in sections)
    lines.append(f"\nNotes cite {cited} of {counted(len(sections), 'section')}.")
    return visible("\n".join(lines))


def as_json(sections: Sequence[Section]) -> str:
    """One JSON object in one line: `sections`, each with the fields of `Section`."""
    return json.dumps({"sections": [section._asdict() for section in sections]})
