"""What a terminal sends, told apart into keys: whatever no key here sends is dropped whole."""

import codecs
import re
import unicodedata

PASTED = "\x1b[200~"  # what a pasted text begins with among keys; no key is called so

_LONGEST_PASTE = 10_000  # bytes; nobody pastes as much into an answer on purpose
_ESCAPE_WAIT = 0.05  # seconds in which the rest of a sequence follows Escape
_SEQUENCE_WAIT = 0.5  # seconds in which a sequence that has begun comes to its end
_PASTE_END = b"\x1b[201~"

_NAMES = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\x1bOH": "home",
    b"\x1bOF": "end",
    b"\x1bOM": "enter",
    b"\x1b[1;5C": "ctrl-right",
    b"\x1b[1;5D": "ctrl-left",
    b"\x1b[Z": "shift-tab",
    b"\x1b[1~": "home",
    b"\x1b[2~": "insert",
    b"\x1b[3~": "delete",
    b"\x1b[4~": "end",
    b"\x1b[5~": "page-up",
    b"\x1b[6~": "page-down",
    b"\x1b[7~": "home",
    b"\x1b[8~": "end",
    # F1 to F4 of most terminals, and F1 to F5 of the Linux console
    **{b"\x1bO%c" % letter: f"f{number}" for number, letter in enumerate(b"PQRS", 1)},
    **{b"\x1b[[%c" % letter: f"f{number}" for number, letter in enumerate(b"ABCDE", 1)},
    **{
        b"\x1b[%d~" % code: f"f{number}"
        for number, code in enumerate((11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24), 1)
    },
}
_CONTROLS = {
    **{chr(number): f"ctrl-{chr(number + 96)}" for number in range(1, 27)},
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\t": "tab",
}
_JOINERS = {"\u200c", "\u200d"}  # they have no shape, but Persian and emoji are written with them
_LOST = "\ufffd"  # what stands for bytes that are no text

_SEQUENCE = re.compile(
    rb"\x1b+(?:"
    rb"\[M[\x00-\xff]{3}"  # a mouse, as it was once told
    rb"|\[(?!M)\[?[0-?]*[ -/]*[@-Z\\-~]"  # keys, mice, focus, replies
    rb"|O[0-9;]*[^0-9;\x00-\x1f]"  # keys
    rb"|[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)"  # texts that terminals reply
    rb"|[\xc2-\xf4][\x80-\xbf]+"  # Alt and a letter beyond ASCII
    rb"|[^]\[OPX^_\x1b\xc2-\xf4]"  # Alt and another key
    rb")"
)
_BEGUN = re.compile(
    rb"\x1b+(?:\[M[\x00-\xff]{0,2}|\[\[?[0-?]*[ -/]*|O[0-9;]*|[]PX^_][^\x07\x1b]*(?:\x1b\Z)?"
    rb"|[\xc2-\xf4]?)"
)
_TEXT = re.compile(rb"[^\x1b]+")


class Keyboard:
    """Bytes in, keys out: a character, a name such as `enter`, or `PASTED` and a text.

    Sequences may be split anywhere over what is fed.
    """

    def __init__(self, encoding: str = "utf-8") -> None:
        """Read letters in an encoding; ASCII is read as UTF-8, which contains it."""
        name = codecs.lookup(encoding).name
        known = "utf-8" if name == "ascii" else name
        self._decoder = codecs.getincrementaldecoder(known)("replace")
        self._rest = b""  # a sequence, or the end of a paste, that has begun
        self._paste: bytes | None = None
        self._is_forgotten = False  # what has begun

    @property
    def patience(self) -> float | None:
        """How many seconds to wait for the rest of a sequence; None where none has begun.

        The end of a paste is waited for without end: what it holds never counts as keys.
        """
        if not self._rest or self._paste is not None:
            return None
        return _ESCAPE_WAIT if not self._rest.strip(b"\x1b") else _SEQUENCE_WAIT

    def feed(self, data: bytes) -> list[str]:
        """The keys that have come to their end."""
        data, self._rest = self._rest + data, b""
        found = list[str]()
        at = 0
        while at < len(data):
            if self._paste is not None:
                at = self._pasted(data, at, found)
            elif match := _TEXT.match(data, at):
                found += _keys(self._decoder.decode(match[0]))
                at = match.end()
            elif match := _SEQUENCE.match(data, at):
                found += self._sent(match[0])
                at = match.end()
            else:
                at = self._begun(data, at)
        return found

    def give_up(self) -> list[str]:
        """The rest of a sequence did not come: Escape alone is a key, more than that is none."""
        rest, self._rest = self._rest, b""
        is_escape = bool(rest) and not rest.strip(b"\x1b") and not self._is_forgotten
        self._is_forgotten = False
        return ["esc"] if is_escape else []

    def forget(self) -> None:
        """Drop what has begun; the rest of it is still awaited, and dropped as well."""
        self._is_forgotten = bool(self._rest) or self._paste is not None
        if self._paste is None:
            self._decoder.reset()

    def _sent(self, sequence: bytes) -> list[str]:
        """The key that a sequence stands for, if it stands for one."""
        self._decoder.reset()
        if sequence == PASTED.encode():
            self._paste = b""
            return []
        name, is_forgotten = _NAMES.get(sequence), self._is_forgotten
        self._is_forgotten = False
        return [name] if name and not is_forgotten else []

    def _begun(self, data: bytes, at: int) -> int:
        """Keep a sequence whose end has not come; where one breaks off, what follows counts."""
        match = _BEGUN.match(data, at)
        end = match.end() if match else at + 1
        if end == len(data):
            self._rest = data[at:]
        else:
            self._is_forgotten = False
        return end

    def _pasted(self, data: bytes, at: int, found: list[str]) -> int:
        """Take in a part of a paste; where it ends."""
        end = data.find(_PASTE_END, at)
        until = end if end >= 0 else max(at, len(data) - len(_PASTE_END) + 1)
        self._paste = ((self._paste or b"") + data[at:until])[:_LONGEST_PASTE]
        if end < 0:
            self._rest = data[until:]
            return len(data)
        text = "".join(map(_letter, self._decoder.decode(self._paste))).rstrip()
        self._decoder.reset()
        if text and not self._is_forgotten:
            found.append(PASTED + text)
        self._paste, self._is_forgotten = None, False
        return end + len(_PASTE_END)


def _keys(text: str) -> list[str]:
    return [key for key in (_CONTROLS.get(letter) or _letter(letter) for letter in text) if key]


def _letter(letter: str) -> str:
    """A letter as an answer holds it: every space is one, lines are none, the rest has a shape."""
    if letter in "\r\n\t" or unicodedata.category(letter) == "Zs":
        return " "
    return letter if (letter.isprintable() or letter in _JOINERS) and letter != _LOST else ""
