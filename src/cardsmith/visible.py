"""Text of decks made harmless for terminals: what drives or deceives them is shown, not sent."""

import re

_TAB = "    "

# A flag such as England's is a black flag and invisible tag letters; there they stay.
_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
_UNSEEN = re.compile(
    f"(?P<flag>{_FLAG})|["
    "\x00-\x09\x0b-\x1f\x7f-\x9f"  # controls, but for the newline
    "\xad\u180e\u200b\u2060-\u2064\ufeff"  # no width, and nothing that joins or orders letters
    "\u2028-\u202e\u2066-\u206f"  # separators of lines; overrides and isolates of direction
    "\ufff9-\ufffb\U0001d173-\U0001d17a"  # marks around annotations and musical phrases
    "\U000e0000-\U000e007f"  # tags outside a flag
    "\ud800-\udfff"  # surrogates, which no encoding writes
    "]"
)


def visible(text: str) -> str:
    """Show control characters and invisible ones as marks, such as ␛ or <U+202E>.

    Newlines stay and a tab becomes four spaces. What joins letters (ZWJ, ZWNJ, variation selectors)
    stays, and so do the plain marks of direction (LRM, RLM), which right-to-left texts need.
    """
    return _UNSEEN.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    character = match[0]
    if match["flag"]:
        return character
    if character == "\t":
        return _TAB
    if character == "\x7f":
        return "\u2421"
    if character < " ":
        return chr(0x2400 + ord(character))
    return f"<U+{ord(character):04X}>"
