"""Rules over the whole collection: what no look at a single note can find, and warnings.

One rule is one file, named for what it objects to. To add one, write the file and list it here.
"""

from cardsmith.diagnostics import Diagnostic, in_order
from cardsmith.lint import (
    duplicate_id,
    escaped_break,
    missing_media,
    repeated_question,
    reused_id,
    stray_cloze,
    text_in_comment,
    unknown_source,
)
from cardsmith.lint.subject import Rule, Subject

__all__ = ["RULES", "Rule", "Subject", "lint"]

RULES: tuple[Rule, ...] = (
    duplicate_id,
    escaped_break,
    missing_media,
    repeated_question,
    reused_id,
    stray_cloze,
    text_in_comment,
    unknown_source,
)


def lint(subject: Subject) -> list[Diagnostic]:
    """Apply all rules; the findings are in the order of files and places."""
    return in_order([found for rule in RULES for found in rule.check(subject)])
