"""The changes of a collection, for those who judge them: as text, as Markdown, as JSON.

What decks say stands behind a label and a bar, so that no line of it begins a line: in the log of a
workflow a line that begins with `::` would be an order. In Markdown it stands in code alone, where
GitHub sees no mentions, no references, no links and no HTML.
"""

from cardsmith.render.diff.document import as_json
from cardsmith.render.diff.markdown import as_markdown
from cardsmith.render.diff.said import Context, sentence
from cardsmith.render.diff.text import as_text

__all__ = ["Context", "as_json", "as_markdown", "as_text", "sentence"]
