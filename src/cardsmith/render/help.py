"""What the keys of a sitting do, all of them."""

from cardsmith.render.keys import LABELS
from cardsmith.render.leaves import Leaf
from cardsmith.session import DRILL_KEYS, Rules

_COLUMN = 14  # cells of the keys
_ON_A_SCREEN = (
    ("show", "show the answer, or the next step; then the grade beside it"),
    ("page-down", "the rest of a long card; {page-up}, {up} and {down} too"),
)
_READ_OUT = (("show", "show the answer, or the next step"),)
_BEHIND = (
    ("missed", "of a step: not known"),
    ("hint", "show the hint, where there is one"),
    ("undo", "undo the last answer, also several"),
    ("later", "later: to the back of today's cards, without a grade"),
    ("bury", "bury: not again today"),
    ("suspend", "suspend: not again, until `cardsmith log unsuspend`"),
    ("flag", "flag: something is wrong; `cardsmith log flags` lists them"),
    ("edit", "edit the note in your editor, then go on"),
    ("source", "what the source says"),
    ("outline", "the outline of it all"),
    ("why", "why this card is asked today"),
    ("maths", "the formulas as they were written"),
    ("play", "open pictures and sound"),
    ("more", "after the last card: five more"),
    ("help", "this help"),
    ("leave", "leave; every answer is already saved"),
)
_OF_SCHEDULES = {"bury", "suspend", "more"}  # which practice leaves alone


def help_leaf(rules: Rules, *, is_plain: bool = False) -> Leaf:
    """What the keys do, under what the learner has set; those of a screen only where there is one.

    Args:
        rules: what the learner has set.
        is_plain: whether the sitting goes line by line.
    """
    bindings, lines = rules.bindings, list[str]()
    first = _READ_OUT if is_plain else _ON_A_SCREEN
    for commands, what in (*first, *_grades(rules), *_BEHIND):
        keys = ", ".join(key for command in commands.split() for key in bindings.keys(command))
        if keys and not (rules.is_cram and commands in _OF_SCHEDULES):
            keys += ", Ctrl-D" * (commands == "leave")
            told = what.format_map({name: bindings.key(name) for name in ("up", "down", "page-up")})
            lines.append(f"{keys:<{_COLUMN - 1}} {told}")
    return Leaf(tuple(lines), indent=_COLUMN)


def _grades(rules: Rules) -> list[tuple[str, str]]:
    """The keys that say how it went, and those where an answer promises nothing."""
    drill = ", ".join(LABELS[DRILL_KEYS].values())
    keys = " ".join(map(str, LABELS[DRILL_KEYS]))
    if rules.is_cram or rules.keys == DRILL_KEYS:
        return [(keys, f"say how it went: {drill}")]
    labels = LABELS[rules.keys]
    usual = " ".join(map(str, labels)), f"say how it went: {', '.join(labels.values())}"
    return [usual, (keys, f"where a card comes again today: {drill}")]
