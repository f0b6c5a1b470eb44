"""Anki's desktop program, driven: import a package through the dialog, learn, and look.

Started by `desktop.py` with the Python that has the program, a folder for its profile and a
package. It leaves `report.json` and pictures in the folder.

Anki is under the AGPL: it is imported by name, and by no module that ships.
"""

import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Generator
from importlib import import_module
from pathlib import Path
from typing import Any

# A step of the script waits until this gives something, and gets it back.
Wait = Callable[[], Any]
Script = Generator[Wait, Any, None]

PATIENCE = 300  # looks for what a step waits for
PAUSE = 50  # milliseconds between them
SIZE = (800, 900)

# What can be measured on a card: for every text its contrast to what is behind it.
MEASURE = """
(() => {
  const numbers = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      const [, , , alpha = 1] = numbers(colour);
      if (alpha > 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = [];
  let least = 21;
  let texts = 0;
  for (const element of document.querySelectorAll("#qa *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const isTyped = element.id === "typeans";
    if (!(own || isTyped) || !element.getClientRects().length) continue;
    if (element.closest("style, script, mjx-assistive-mml")) continue;
    const colour = getComputedStyle(element).color;
    const behind = ground(element);
    const [one, other] = [light(colour), light(behind)].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    texts += 1;
    least = Math.min(least, contrast);
    if (contrast < 4.5) poor.push([element.outerHTML.slice(0, 80), colour, behind, contrast]);
  }
  const style = (selector, name) => {
    const found = document.querySelector(selector);
    return found ? getComputedStyle(found)[name] : null;
  };
  return {
    texts, least, poor,
    body: document.body.className,
    ground: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
    size: style(".cardsmith", "fontSize"),
    gap: style(".cloze", "color"),
    keyword: style("pre .k", "color"),
    right: style(".right", "backgroundColor"),
    rtl: style(".text.question", "direction"),
    fonts: [...new Set(["#typeans", "#typeans *", ".cardsmith"].flatMap((selector) =>
      [...document.querySelectorAll(selector)].map((e) => getComputedStyle(e).fontFamily)))],
    formulas: document.querySelectorAll("mjx-container").length,
    marks: [...document.querySelectorAll(".typeGood, .typeBad, .typeMissed")]
      .map((mark) => mark.className),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    wide: document.querySelectorAll("#qa img").length
      ? Math.max(...[...document.querySelectorAll("#qa img")].map((i) => i.naturalWidth)) : 0,
    words: document.getElementById("qa").innerText,
  };
})()
"""
# Set when all that was asked for has been drawn.
DRAWN = """
window.drawn = false;
(window.MathJax?.startup?.promise ?? Promise.resolve()).then(() =>
  requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true; })));
"""
PRESS = """
(() => {
  const found = [...document.querySelectorAll("button")]
    .find((button) => button.innerText.trim() === "Import" && !button.disabled);
  if (found && !window.pressed) found.click();
  window.pressed ||= Boolean(found);
  return window.pressed;
})()
"""


class Desktop:
    """The program with one profile, and what the script asks of it."""

    def __init__(self, folder: Path, package: Path) -> None:
        self.folder, self.package = folder, package
        self.aqt: Any = import_module("aqt")
        self.qt: Any = import_module("aqt.qt")
        self.theme: Any = import_module("aqt.theme").Theme
        self.found: dict[str, Any] = {"cards": []}
        self.script: Script = self.steps()
        self.wait: Wait = lambda: True
        self.looks = 0

    # --- the profile and the loop

    def run(self) -> None:
        """Start the program with a fresh profile, and follow the script to its end."""
        base = self.folder / "base"
        self.make_profile(base)
        hooks = import_module("aqt.gui_hooks")
        hooks.profile_did_open.append(self.begin)
        self.app = self.aqt._run(  # noqa: SLF001 - meant for tests, it says
            ["anki", "-b", str(base), "-p", "User 1", "-l", "en"], exec=False
        )
        self.app.exec()

    def make_profile(self, base: Path) -> None:
        """What a person chooses when the program starts for the first time."""
        profiles = import_module("aqt.profiles")
        import_module("anki.lang").set_lang("en")
        manager = profiles.ProfileManager(
            profiles.ProfileManager.get_created_base_folder(str(base))
        )
        manager.setupMeta()
        manager.setLang("en")
        manager.meta["firstRun"] = False
        manager.meta["updates"] = manager.meta["check_for_updates"] = False
        manager.meta["check_for_addon_updates"] = False
        manager.create("User 1")
        manager.openProfile("User 1")
        manager.save()
        manager.db.close()

    def begin(self) -> None:
        """Look regularly whether the script can go on."""
        self.wait = next(self.script)
        self.timer = self.qt.QTimer()
        self.timer.timeout.connect(self.look)
        self.timer.start(PAUSE)

    def look(self) -> None:
        """Go on with the script when there is what it waits for."""
        try:
            self.looks += 1
            if value := self.wait():
                self.looks = 0
                self.wait = self.script.send(value)
            elif self.looks > PATIENCE:
                self.wait = self.script.throw(TimeoutError)  # so that it tells where it was
        except StopIteration:
            self.end(0)
        except BaseException:  # noqa: BLE001 - Qt would go on
            traceback.print_exc()
            self.mw.grab().save(str(self.folder / "failed.png"))
            self.end(1)

    def end(self, status: int) -> None:
        """Leave at once: without a screen Qt takes its time."""
        (self.folder / "report.json").write_text(json.dumps(self.found), "utf-8")
        sys.stdout.flush()
        os._exit(status)

    @property
    def mw(self) -> Any:  # noqa: ANN401 - Anki's own
        """The main window."""
        return self.aqt.mw

    # --- what a step may wait for

    def answer(self, web: Any, question: str) -> Wait:  # noqa: ANN401
        """What a page says to a piece of script, once that is something.

        It is asked time and again: a page that is being left does not answer.
        """
        answers: list[Any] = []

        def wait() -> Any:  # noqa: ANN401
            web.evalWithCallback(question, answers.append)
            return next(filter(None, answers), None)

        return wait

    # --- the script

    def steps(self) -> Script:
        """Import, then look at every card from both sides by day and by night."""
        self.mw.resize(*SIZE)
        yield lambda: self.mw.state == "deckBrowser"
        yield from self.bring_in("log")
        yield from self.bring_in("again")
        self.mw.col.decks.select(self.mw.col.decks.id("Desktop"))
        self.mw.moveToState("review")
        while self.mw.state == "review":
            yield from self.learn(self.mw.reviewer)

    def learn(self, reviewer: Any) -> Script:  # noqa: ANN401
        """Look at both sides of a card, and take it out of the way."""
        yield lambda: reviewer.state == "question"
        card = reviewer.card
        yield from self.picture("question")
        typed = "document.getElementById('typeans')"
        reviewer.web.eval(f"if ({typed}) {typed}.value = 'Kimi K2';")
        reviewer.onEnterKey()
        yield lambda: reviewer.state == "answer"
        yield from self.picture("answer")
        self.mw.col.sched.suspend_cards([card.id])
        reviewer.nextCard()
        yield lambda: self.mw.state != "review" or reviewer.card.id != card.id

    def bring_in(self, name: str) -> Script:
        """Import the package through the dialog, as it stands, and keep what it reports."""
        importing = import_module("aqt.import_export.importing")
        importing.import_file(self.mw, str(self.package))
        dialog = yield self.dialog
        yield self.answer(dialog.web, PRESS)
        told = "/found in file|notes? (?:was|were)|imported/i.test(document.body.innerText)"
        yield self.answer(dialog.web, told)
        text = yield self.answer(dialog.web, "document.body.innerText")
        self.found[name] = re.sub("[\u2066-\u2069]", "", text)  # they isolate numbers
        yield from self.drawn(dialog.web)
        dialog.grab().save(str(self.folder / f"{name}.png"))
        dialog.reject()
        yield lambda: self.dialog() is None

    def dialog(self) -> Any:  # noqa: ANN401
        """The import dialog, when its page is shown."""
        for widget in self.app.topLevelWidgets():
            if type(widget).__name__ == "ImportDialog" and widget.isVisible() and widget.web:
                return widget if widget.web.isVisible() else None
        return None

    def drawn(self, web: Any) -> Script:  # noqa: ANN401
        """Wait until a page is drawn."""
        web.eval(DRAWN)
        yield self.answer(web, "window.drawn === true")

    def picture(self, side: str) -> Script:
        """Measure and picture the card that is shown, by day and by night."""
        web, card = self.mw.reviewer.web, self.mw.reviewer.card
        name = f"{card.note()['ID'].replace('/', '-')}-{card.ord}"
        part = {"question": ".cardsmith.front", "answer": ".cardsmith.back"}[side]
        # Before a page is there it does not follow the theme.
        yield self.answer(web, f"Boolean(document.querySelector('{part}'))")
        for theme, chosen in (("day", self.theme.LIGHT), ("night", self.theme.DARK)):
            self.mw.set_theme(chosen)
            is_night = "document.body.classList.contains('nightMode')"
            yield self.answer(web, is_night if theme == "night" else f"!{is_night}")
            yield from self.drawn(web)
            measured = yield self.answer(web, MEASURE)
            self.found["cards"].append({"name": name, "side": side, "theme": theme, **measured})
            self.mw.grab().save(str(self.folder / f"{name}-{side}-{theme}.png"))


if __name__ == "__main__":
    Desktop(Path(sys.argv[1]), Path(sys.argv[2])).run()
