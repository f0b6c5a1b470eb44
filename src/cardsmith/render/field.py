"""A line that is being typed: what the keys make of it, and how it stands on the screen."""

from typing import NamedTuple

from rich.text import Text

from cardsmith.render.cells import clusters
from cardsmith.render.look import Look, wrapped
from cardsmith.visible import visible


class Field(NamedTuple):
    """What was typed before the cursor, and what stands behind it."""

    before: str = ""
    behind: str = ""

    @property
    def text(self) -> str:
        """All of it."""
        return self.before + self.behind

    def edited(self, key: str) -> "Field":
        """The line after a key, as shells edit theirs; other keys than these change nothing."""
        if len(key) == 1:
            return self.typed(key)
        before, behind = self
        start, end = len(before) - _last(before), _first(behind)
        changed = {
            "left": self.at(start),
            "right": self.at(len(before) + end),
            "home": self.at(0),
            "ctrl-a": self.at(0),
            "end": self.at(len(self.text)),
            "ctrl-e": self.at(len(self.text)),
            "backspace": Field(before[:start], behind),
            "delete": Field(before, behind[end:]),
            "ctrl-u": Field("", behind),
            "ctrl-k": Field(before),
            "ctrl-w": Field(before[: _word_start(before)], behind),
        }
        return changed.get(key, self)

    def typed(self, text: str) -> "Field":
        """The line with a text put in at the cursor; breaks of lines are blanks."""
        return Field(self.before + " ".join(text.splitlines()), self.behind)

    def at(self, place: int) -> "Field":
        """The line with the cursor at a place."""
        return Field(self.text[:place], self.text[place:])

    def lines(self, look: Look, *, is_active: bool = True) -> list[Text]:
        """The line as it stands on the screen, with its cursor where keys are typed into it."""
        prompt = Text.assemble(("> ", "bold cyan"), visible(self.before))
        if not is_active:
            prompt.append(visible(self.behind))
        elif self.behind:
            size = _first(self.behind)
            prompt.append(visible(self.behind[:size]), "reverse").append(
                visible(self.behind[size:])
            )
        else:
            prompt.append("▏" if look.unicode else "_", "cyan")
        return wrapped(prompt, look, indent=2)

    def row(self, look: Look) -> int:
        """Which of its lines the cursor is in, counted from 0."""
        lines = self.lines(look)
        styles = [[span.style for span in line.spans] for line in lines]
        return next((row for row, some in enumerate(styles) if "reverse" in some), len(lines) - 1)


def _last(text: str) -> int:
    """The length of the last character as readers see it."""
    return len(list(clusters(text))[-1][0]) if text else 0


def _first(text: str) -> int:
    return len(next(clusters(text))[0]) if text else 0


def _word_start(text: str) -> int:
    kept = text.rstrip()
    return len(kept) - len(kept.split(" ")[-1])
