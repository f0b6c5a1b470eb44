"""Which key does what in a sitting, and which of it the learner has set otherwise."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from cardsmith.diagnostics import did_you_mean
from cardsmith.history import QUALITIES

GRADES = tuple(str(key) for key in sorted({key for of in QUALITIES.values() for key in of}))
_PLACES = ("6", "7", "8", "9")  # beyond the grades: choices have as many

# What can be done, with the keys that do it. A terminal's keys have their own names; others are
# the character that they type.
DEFAULTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "show": ("space", "enter"),
        **{digit: (digit,) for digit in (*GRADES, *_PLACES)},
        "missed": ("x",),
        "hint": ("h",),
        "undo": ("u",),
        "later": ("l",),
        "bury": ("b",),
        "suspend": ("s",),
        "flag": ("!",),
        "edit": ("e",),
        "source": ("o",),
        "why": ("i",),
        "outline": ("t",),
        "maths": ("m",),
        "play": ("p",),
        "more": ("n",),
        "help": ("?",),
        "leave": ("q",),
        "up": ("up",),
        "down": ("down",),
        "page-up": ("page-up",),
        "page-down": ("page-down",),
    }
)
# Keys by name, as they are shown.
NAMED: Mapping[str, str] = MappingProxyType(
    {
        "space": "Space",
        "enter": "Enter",
        "tab": "Tab",
        "backspace": "Backspace",
        "delete": "Delete",
        "comma": ",",
        "up": "Up",
        "down": "Down",
        "left": "Left",
        "right": "Right",
        "home": "Home",
        "end": "End",
        "page-up": "PageUp",
        "page-down": "PageDown",
    }
)
_TYPED = {"space": " ", "comma": ","}  # what a terminal sends for them
# Without which nobody comes to the next card, or marks one of nine choices.
_NEEDED = ("show", *GRADES, *_PLACES)


class Bindings(NamedTuple):
    """The keys of a sitting: what each does, by the name or character that it is read as."""

    commands: Mapping[str, str]

    def command(self, key: str) -> str:
        """What a key does; empty if nothing."""
        return self.commands.get(key, "")

    def keys(self, command: str) -> tuple[str, ...]:
        """The keys that do something, as they are shown."""
        return tuple(shown(key) for key, does in self.commands.items() if does == command)

    def key(self, command: str) -> str:
        """The first of the keys that do something; empty if none does."""
        return next(iter(self.keys(command)), "")

    @property
    def confirm(self) -> str:
        """The key that goes on, as it is shown to who has just typed: Enter, where it does."""
        return shown("enter") if self.command("enter") == "show" else self.key("show")


def shown(key: str) -> str:
    """A key as readers know it."""
    return NAMED.get("space" if key == " " else key, key)


def bound(words: Iterable[str] = ()) -> Bindings:
    """The keys of a sitting.

    Args:
        words: what the learner has set, such as `undo=z` or `3=right`. A command that is named
            loses the keys that it had, and a key does what it is named for and nothing else.

    Raises:
        ValueError: a sentence that says which word means nothing.
    """
    given: dict[str, str] = {}
    named: set[str] = set()
    for word in words:
        command, key = _read(word)
        if given.get(key, command) != command:
            raise ValueError(f"{shown(key)} cannot do both {given[key]} and {command}")
        given[key] = command
        named.add(command)
    commands = {
        _TYPED.get(key, key): command
        for command, keys in DEFAULTS.items()
        for key in keys
        if command not in named and _TYPED.get(key, key) not in given
    }
    found = Bindings({**commands, **given})
    for command in _NEEDED:
        if not found.keys(command):
            raise ValueError(f"no key is left for {command}; add {command}=KEY")
    return found


def _read(word: str) -> tuple[str, str]:
    command, sign, key = word.partition("=")
    command, key = command.strip(), key.strip()
    if not sign or not key:
        raise ValueError(f"write COMMAND=KEY, as in undo=z, not {word}")
    if command not in DEFAULTS:
        meant = did_you_mean(command, DEFAULTS)
        hint = f"did you mean {meant}?" if meant else f"there are {', '.join(DEFAULTS)}"
        raise ValueError(f"no key does {command}; {hint}")
    if not (key in NAMED or (len(key) == 1 and key.isprintable())):
        meant = did_you_mean(key, NAMED)
        hint = f"did you mean {meant}?" if meant else f"name one of {', '.join(NAMED)}"
        raise ValueError(f"{key} is no key; write the character that it types, or {hint}")
    return command, _TYPED.get(key, key)


DEFAULT = bound()
