"""What a learner may set. Settings are the learner's alone: nothing in a deck can change them.

One table has every setting: it reads and checks values, and explains them.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

from cardsmith.agenda import BACKLOGS, ORDERS
from cardsmith.bindings import bound
from cardsmith.catalog import MALFORMED_VALUE, WRONG_SHAPE
from cardsmith.comparison import FORGIVABLE
from cardsmith.day import DEFAULT_ROLLOVER
from cardsmith.deckfile import source, tree
from cardsmith.deckfile.dump import scalar
from cardsmith.deckfile.edit import edited, inserted
from cardsmith.deckfile.fields import Field, Shape
from cardsmith.deckfile.places import Text
from cardsmith.deckfile.syntax import quoted
from cardsmith.deckfile.values import Reader
from cardsmith.diagnostics import Diagnostic, Edit, Place, did_you_mean
from cardsmith.history import QUALITIES
from cardsmith.schedule.fsrs import FSRS, RETENTION, WEIGHTS, checked_weights
from cardsmith.schedule.scheduler import Scheduler
from cardsmith.schedule.sm2 import LONGEST, SM2

FILE = "settings.yaml"
SCHEDULERS = ("sm2", "fsrs")
_MOST = 10_000  # cards a day, or lapses


class Settings(NamedTuple):
    """The settings with their defaults; `TABLE` says what each is."""

    scheduler: str = "sm2"
    retention: float = RETENTION
    weights: tuple[float, ...] = WEIGHTS
    longest: int = LONGEST
    fuzz: str = "auto"
    balance: bool = False
    new: int = 10
    reviews: int = 200
    order: str = ORDERS[0]
    backlog: str = BACKLOGS[0]
    siblings: str = "apart"
    leech: int = 8
    keys: int = 4
    bindings: tuple[str, ...] = ()
    forgive: tuple[str, ...] = ("case",)
    rollover: int = DEFAULT_ROLLOVER
    zone: str = "local"
    sync: str = "off"
    decks: tuple[str, ...] = ()

    @property
    def is_fuzzed(self) -> bool:
        """Whether promises are moved a little."""
        return self.fuzz == "on" or (self.fuzz == "auto" and self.scheduler == "fsrs")

    def chosen_scheduler(self) -> Scheduler[Any]:
        """The scheduler with its parameters."""
        if self.scheduler == "fsrs":
            return FSRS(self.weights, self.retention, self.longest)
        return SM2(self.longest)


class Setting(NamedTuple):
    """One setting.

    Attributes:
        name: as in `Settings`.
        about: what it does, in a sentence.
        values: what it may be, in words.
        example: a value other than the default, as it may be written.
        read: a value from its texts, of which most settings want one; raises ValueError with a
            sentence where they are none.
    """

    name: str
    about: str
    values: str
    example: str
    read: Callable[[tuple[str, ...]], object]


def _one(values: tuple[str, ...]) -> str:
    if len(values) != 1:
        raise ValueError("it is one value, no list")
    return values[0].strip()


def _word(*known: str) -> Callable[[tuple[str, ...]], str]:
    def read(values: tuple[str, ...]) -> str:
        word = _one(values)
        if word not in known:
            meant = did_you_mean(word, known)
            hint = f"; did you mean {meant}?" if meant else ""
            raise ValueError(f"it is one of {', '.join(known)}{hint}")
        return word

    return read


def _whole(least: int, most: int) -> Callable[[tuple[str, ...]], int]:
    def read(values: tuple[str, ...]) -> int:
        with suppress(ValueError):
            number = int(_one(values))
            if least <= number <= most:
                return number
        raise ValueError(f"it is a whole number from {least:,} to {most:,}")

    return read


def _keys(values: tuple[str, ...]) -> int:
    if (word := _one(values)) not in {str(number) for number in QUALITIES}:
        raise ValueError("it is 2, 4 or 6")
    return int(word)


def _flag(values: tuple[str, ...]) -> bool:
    word = _one(values)
    if word not in {"on", "off", "true", "false"}:
        raise ValueError("it is on or off")
    return word in {"on", "true"}


def _retention(values: tuple[str, ...]) -> float:
    try:
        return FSRS(retention=float(_one(values))).retention
    except ValueError as error:
        raise ValueError("it is a number from 0.7 to 0.99") from error


def _weights(values: tuple[str, ...]) -> tuple[float, ...]:
    if values == ("default",):
        return WEIGHTS
    try:
        numbers = tuple(float(value) for value in values)
    except ValueError as error:
        raise ValueError("it is `default` or a list of 21 numbers") from error
    return checked_weights(numbers)


def _zone(values: tuple[str, ...]) -> str:
    name = _one(values)
    if name in {"", "local"}:
        return "local"
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415 - few set a zone

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("it is `local` or a name such as Europe/Berlin") from error
    return name


def _bindings(values: tuple[str, ...]) -> tuple[str, ...]:
    words = _texts(values)
    bound(words)
    return words


def _forgiven(values: tuple[str, ...]) -> tuple[str, ...]:
    if _texts(values) in {(), ("none",)}:
        return ()
    return tuple(_word(*FORGIVABLE)((value,)) for value in values)


def _texts(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(value for value in values if value.strip())


TABLE: dict[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting(
            "scheduler",
            "Which algorithm says when a card comes again.",
            "sm2 or fsrs",
            "fsrs",
            _word(*SCHEDULERS),
        ),
        Setting(
            "retention",
            "For fsrs: the chance of knowing a card when it is due.",
            "0.7 to 0.99",
            "0.85",
            _retention,
        ),
        Setting(
            "weights",
            "For fsrs: how memory works, as a program that fits them found out.",
            "`default`, or 17, 19 or 21 numbers",
            "default",
            _weights,
        ),
        Setting(
            "longest", "The longest interval, in days.", "1 to 36,500", "365", _whole(1, LONGEST)
        ),
        Setting(
            "fuzz",
            "Whether intervals are moved a little, so that cards part; auto is off under sm2.",
            "auto, on or off",
            "on",
            _word("auto", "on", "off"),
        ),
        Setting(
            "balance",
            "Whether fuzz chooses the day with the fewest cards.",
            "on or off",
            "on",
            _flag,
        ),
        Setting(
            "new", "New cards a study day, over all devices.", "0 to 10,000", "20", _whole(0, _MOST)
        ),
        Setting(
            "reviews",
            "Reviews a study day, over all devices.",
            "0 to 10,000",
            "100",
            _whole(0, _MOST),
        ),
        Setting(
            "order",
            "In which order the day's cards are asked.",
            ", ".join(ORDERS),
            ORDERS[-1],
            _word(*ORDERS),
        ),
        Setting(
            "backlog",
            "Which cards come first where more are due than the day asks for.",
            ", ".join(BACKLOGS),
            BACKLOGS[-1],
            _word(*BACKLOGS),
        ),
        Setting(
            "siblings",
            "Whether one new card of a note is enough for a day.",
            "apart or together",
            "together",
            _word("apart", "together"),
        ),
        Setting(
            "leech",
            "How often a card may be forgotten before it is told; 0 never tells.",
            "0 to 10,000",
            "5",
            _whole(0, _MOST),
        ),
        Setting("keys", "How many keys say how it went.", "2, 4 or 6", "2", _keys),
        Setting(
            "bindings",
            "Other keys for what a review can do; `?` in a review names all of it.",
            "a list such as undo=z, 3=right",
            "undo=z",
            _bindings,
        ),
        Setting(
            "forgive",
            "What may differ in a typed answer that is right all the same.",
            f"none, or some of {', '.join(FORGIVABLE)}",
            "accents",
            _forgiven,
        ),
        Setting("rollover", "The hour at which a study day begins.", "0 to 23", "5", _whole(0, 23)),
        Setting(
            "zone",
            "Where you are, if the machine is somewhere else.",
            "local, or a name such as Europe/Berlin",
            "Europe/Berlin",
            _zone,
        ),
        Setting(
            "sync",
            "Whether histories are exchanged with the other side when a review begins and ends.",
            "off or auto",
            "auto",
            _word("off", "auto"),
        ),
        Setting(
            "decks",
            "Collections to review in one sitting, where no other is at hand.",
            "a list of folders",
            "~/decks/spanish",
            _texts,
        ),
    )
}


def words(found: object) -> str:
    """A value as it may be written; nothing for an empty one."""
    if found == WEIGHTS:
        return "default"
    if isinstance(found, bool):
        return "on" if found else "off"
    if isinstance(found, tuple):
        return ", ".join(f"{item:g}" if isinstance(item, float) else str(item) for item in found)
    return str(found)


class SettingError(ValueError):
    """A setting that does not exist, or a value that it cannot have; the message is a sentence."""


def value(name: str, texts: tuple[str, ...]) -> object:
    """What some texts mean as the value of a setting.

    Raises:
        SettingError: they mean nothing.
    """
    setting = TABLE.get(name)
    if setting is None:
        meant = did_you_mean(name, TABLE)
        hint = f"did you mean {meant}?" if meant else f"there are {', '.join(TABLE)}"
        raise SettingError(f"there is no setting {name}; {hint}")
    try:
        return setting.read(texts)
    except ValueError as error:
        raise SettingError(f"{name} cannot be {', '.join(texts) or 'nothing'}: {error}") from error


class SettingsFile(NamedTuple):
    """A file of settings, read.

    Attributes:
        path: the file, as the user would write it.
        text: what it says.
        values: what it sets.
        problems: what is wrong with it.
    """

    path: str = ""
    text: str = ""
    values: Mapping[str, object] = MappingProxyType({})
    problems: tuple[Diagnostic, ...] = ()

    def place(self, name: str) -> Place:
        """Where the value of a setting stands."""
        return Text(self.text, self.path).place((name,)) or Place(1, 1, 1, 2)


def parse(text: str, path: str) -> SettingsFile:
    """Read a file of settings; `text` is what `source.decode` made of it."""
    for read in source.trees(text, path):
        if read.problem:
            return SettingsFile(path, text, {}, (read.problem,))
        with suppress(tree.NeedsPlacesError):
            reader = _SettingsReader(path, text, is_plain=read.is_plain)
            values = reader.settings(read.root)
            return SettingsFile(path, text, values, tuple(reader.problems))
    raise AssertionError(path)  # the last tree has places


# The reader of fields asks for their names alone.
_FIELDS = {
    setting.name: Field(setting.name, Shape.LINE, setting.about, setting.example)
    for setting in TABLE.values()
}


class _SettingsReader(Reader):
    """Reads one file of settings."""

    def settings(self, root: tree.Node | None) -> dict[str, object]:
        """What the file sets."""
        if not isinstance(root, tree.Mapping):
            if root is not None and tree.text_of(root) != "":
                help_ = "write `name: value`, as in `new: 20`"
                self.report(WRONG_SHAPE, root, "the file holds no settings", help=help_)
            return {}
        found: dict[str, object] = {}
        for name, node in self.entries(root, _FIELDS).items():
            texts = self._texts(name, node)
            if texts is None:
                continue
            try:
                found[name] = value(name, texts)
            except SettingError as error:
                help_ = f"it may be {TABLE[name].values}"
                self.report(MALFORMED_VALUE, node, str(error), help=help_)
        return found

    def _texts(self, name: str, node: tree.Node) -> tuple[str, ...] | None:
        if isinstance(node, tree.Sequence):
            return self.lines(name, node)
        text = self.line(name, node)
        return None if text is None else (text,)


def given(words: Iterable[str]) -> dict[str, object]:
    """Settings as options give them: `rollover=5`, `decks=~/a,~/b`.

    Raises:
        SettingError: one of them means nothing.
    """
    found = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise SettingError(f"write NAME=VALUE, as in new=20, not {word}")
        name = name.strip()
        found[name] = value(name, tuple(part.strip() for part in text.split(",")))
    return found


def written(data: bytes, name: str, texts: tuple[str, ...]) -> bytes:
    """A file of settings with one more, or with another value of it; the rest stays.

    Raises:
        SettingError: the file cannot be read, so nobody can say where to write.
    """
    text = _readable(data)
    new = scalar(texts[0]) if len(texts) == 1 else f"[{', '.join(map(_item, texts))}]"
    place = Text(text, FILE).place((name,))
    if place is None:
        end = text.count("\n") + 1 if data else 1
        return edited(data, [inserted(end, f"{name}: {new}\n")])
    if (place.line, place.column) == (place.end_line, place.end_column):
        new = f" {new}"
    return edited(data, [Edit(place, new)])


def without(data: bytes, name: str) -> bytes:
    """A file of settings without one of them; the rest stays.

    Raises:
        SettingError: the file cannot be read.
    """
    text = _readable(data)
    place = Text(text, FILE).place((name,))
    if place is None:
        return data
    last = place.end_line if place.end_column > 1 else place.end_line - 1
    first = next(
        number
        for number in range(place.line, 0, -1)
        if text.split("\n")[number - 1].lstrip("'\"").startswith(name)
    )
    return edited(data, [Edit(Place(first, 1, max(first, last) + 1, 1), "")])


def _readable(data: bytes) -> str:
    text = source.decode(data, FILE)
    if isinstance(text, Diagnostic):
        raise SettingError(f"the file cannot be read: {text.phrase}")
    read = source.damage(text, FILE) or source.read_all(text, FILE).problem
    if read:
        raise SettingError(f"line {read.span.place.line}: {read.phrase}; mend it first")
    root = source.read_all(text, FILE).root
    if isinstance(root, tree.Mapping) and text[root.start : root.start + 1] == "{":
        raise SettingError("it is written in braces; put each setting on a line of its own first")
    return text


def _item(text: str) -> str:
    """An item of a list in brackets."""
    return text if re.fullmatch(r"[\w./~-]+(?: [\w./~-]+)*", text) else quoted(text)
