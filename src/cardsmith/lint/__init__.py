"""Rules over the whole collection: what no look at a single note can find, and warnings.

One rule is one file, named for what it objects to. To add one, write the file and list it here, or,
if it judges English words, in `english`.
"""

from cardsmith.diagnostics import Diagnostic, in_order
from cardsmith.lint import (
    clashing_name,
    duplicate_id,
    english,
    escaped_break,
    lost_characters,
    lost_indentation,
    missing_media,
    no_source,
    no_tags,
    raw_html,
    remote_picture,
    repeated_question,
    reused_id,
    stray_cloze,
    tag_spelling,
    text_in_comment,
    trailing_space,
    turned_text,
    unfinished,
    unknown_source,
    unportable_name,
    unused_media,
    useless_ignore,
    vanished_id,
    withdrawn_id,
    wordless_picture,
)
from cardsmith.lint.subject import Documented, Rule, Subject

__all__ = ["PAGES", "RULES", "Documented", "Rule", "Subject", "lint"]

RULES: tuple[Rule, ...] = (
    clashing_name,
    duplicate_id,
    escaped_break,
    lost_characters,
    lost_indentation,
    missing_media,
    no_source,
    no_tags,
    raw_html,
    remote_picture,
    repeated_question,
    reused_id,
    stray_cloze,
    tag_spelling,
    text_in_comment,
    trailing_space,
    turned_text,
    unfinished,
    unknown_source,
    unportable_name,
    unused_media,
    vanished_id,
    withdrawn_id,
    wordless_picture,
)


# All that has a page in the manual.
PAGES: tuple[Documented, ...] = (*RULES, *english.RULES, useless_ignore)


def lint(subject: Subject) -> list[Diagnostic]:
    """Apply all rules; the findings are in the order of files and places."""
    rules = RULES
    if subject.collection.language.partition("-")[0].lower() == "en":
        rules += english.RULES
    found = (each for rule in rules for each in rule.check(subject))
    return in_order(list(useless_ignore.sift(subject, found)))
