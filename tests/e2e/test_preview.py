"""The preview in a real browser: how it looks, what it does, and what it does not let happen."""

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Chrome, ChromeOptions, Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from cardsmith.workspace import atomic_write
from program import cardsmith
from shelf import basics, shelf

pytestmark = [
    pytest.mark.needs("chromium", "chromedriver"),
    pytest.mark.xdist_group("chromium"),  # it is started once
]

SWITCHES = (
    *("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run"),
    *("disable-background-networking", "disable-component-update", "disable-sync"),
)
HIT = "document.title='hit'"
DECK = f"""\
deck: {{name: "Test::Kinds"}}
cards:
  - id: basic
    front: A plain question with `code`, a [link](https://example.org) and $x^2$?
    back: "**Bold**."
    hint: Look closer.
    extra: A word more.
    tags: [one, "two::three"]
  - {{id: both, front: der Hund, back: the dog, reverse: true, tags: [one]}}
  - {{id: gaps, cloze: "A {{{{c1::hidden}}}} word and {{{{c2::another}}}}."}}
  - {{id: typed, front: Which base, typed: Kimi K2.5, accept: [K2.5]}}
  - {{id: choice, front: Which stage, choices: [SFT, RL], answer: RL}}
  - {{id: order, front: In order, steps: {{a: alpha, b: beta, c: gamma}}}}
  - {{id: arabic, front: ما هي عاصمة مصر؟, back: القاهرة}}
  - {{id: picture, front: "![a map](map.svg)", back: "[sound:b.mp3]"}}
  - id: wide
    front: |
      {"w" * 200}

      ```python
      def f(x: int) -> str:  # {"a long comment " * 20}
          return f"{{x}}" * 2
      ```

      $${" + ".join(["x"] * 100)}$$
    back: |
      |{"a column|" * 30}
      |{"---|" * 30}
      |{"cell|" * 30}
  - id: script
    front: "<script>{HIT}</script><img src=x onerror=\\"{HIT}\\"> {{{{7*7}}}} </template>"
    back: "[link](javascript:{HIT}) <svg onload={HIT}>"
"""
BROKEN = f"""\
{basics("faulty")}
  - {{id: broken, front: "", back: x}}
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200"/>'


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    profile = tmp_path_factory.mktemp("profile")
    for switch in (*SWITCHES, f"user-data-dir={profile}", "window-size=1280,1000"):
        options.add_argument(f"--{switch}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield made
    made.quit()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of all that there is."""
    decks = shelf(tmp_path_factory.mktemp("decks"), deck=DECK, poor=BROKEN)
    (decks / "media").mkdir()
    (decks / "media" / "map.svg").write_text(PICTURE, "utf-8")
    (decks / "media" / "b.mp3").write_bytes(b"ID3")
    out = tmp_path_factory.mktemp("out") / "page"
    assert cardsmith("preview", "--decks", decks, "--out", out).returncode == 0
    return out / "index.html"


class Browser:
    """The browser with one page, and what tests ask of it."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, address: str, width: int = 1280) -> None:
        """Open a page as somebody who was never there."""
        self.resize(width)
        self.driver.get("about:blank")
        self.messages()
        self.requests()
        self.driver.get(address)
        if self.run("const n = localStorage.length; localStorage.clear(); return n"):
            self.driver.get("about:blank")
            self.driver.get(address)

    def resize(self, width: int) -> None:
        """Give the window a width."""
        size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def run(self, script: str, *arguments: object) -> object:
        """What a script gives."""
        found: object = self.driver.execute_script(script, *arguments)
        return found

    def press(self, *keys: str) -> None:
        """Press keys, whatever has the focus."""
        actions = ActionChains(self.driver)
        for key in keys:
            actions.send_keys(key)
        actions.perform()

    def click(self, selector: str) -> None:
        """Click what a selector finds."""
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def text(self, selector: str) -> str:
        """What can be read there."""
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def shown(self) -> list[str]:
        """The notes that are shown, by their ids."""
        script = (
            "return [...document.querySelectorAll('.note:not([hidden])')].map(n => n.dataset.id)"
        )
        found = self.run(script)
        assert isinstance(found, list)
        return found

    def focused(self) -> str:
        """What has the focus: its id, or else its class or tag."""
        script = "const e = document.activeElement; return e.id || e.className || e.localName"
        return str(self.run(script))

    def classes(self) -> set[str]:
        """The classes of the page."""
        return set(str(self.run("return document.documentElement.className")).split())

    def card(self, note: str, selector: str = ".card", side: int = 0) -> str:
        """A script that finds something on a side of a card."""
        frame = f"document.getElementById('note-{note}').querySelectorAll('.frame')[{side}]"
        return f"{frame}.shadowRoot.querySelector('{selector}')"

    def style(self, note: str, name: str, selector: str = ".card", side: int = 0) -> str:
        """A computed style of something on a side of a card."""
        found = self.card(note, selector, side)
        return str(self.run(f"return getComputedStyle({found}).getPropertyValue('{name}')"))

    def messages(self) -> list[str]:
        """What the console says since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def requests(self) -> list[str]:
        """What was asked for since this was last asked; not what the page's policy forbade."""
        entries = self.driver.get_log("performance")  # type: ignore[no-untyped-call]
        events = [json.loads(entry["message"])["message"] for entry in entries]
        asked: dict[str, str] = {}
        for event in events:
            what, about = event["method"], event["params"]
            if what == "Network.requestWillBeSent":
                asked[about["requestId"]] = about["request"]["url"]
            elif what == "Network.loadingFailed" and about.get("blockedReason") == "csp":
                asked.pop(about["requestId"], None)
        return [address for address in asked.values() if not address.startswith("data:")]


@pytest.fixture
def browser(driver: Chrome) -> Browser:
    return Browser(driver)


@pytest.fixture
def page(browser: Browser, written: Path) -> Browser:
    """The page, opened from the disk."""
    browser.open(written.as_uri())
    return browser


# --- what the page may do


def test_nothing_is_wrong_and_nothing_leaves(page: Browser, written: Path) -> None:
    page.run("document.querySelectorAll('.note').forEach(n => n.scrollIntoView())")
    width = f"return {page.card('picture', 'img')}.naturalWidth"
    WebDriverWait(page.driver, 30, 0.05).until(lambda _: page.run(width))
    folder = written.parent.as_uri()
    assert page.run(width) == 900
    assert page.messages() == []
    asked = page.requests()
    assert asked[0] == written.as_uri()
    assert [address for address in asked if not address.startswith(f"{folder}/")] == []


def test_script_in_the_text_of_cards_is_text(page: Browser) -> None:
    read = str(page.run(f"return {page.card('script', '.question')}.textContent"))
    assert read == f'<script>{HIT}</script><img src=x onerror="{HIT}"> {{{{7*7}}}} </template>'
    assert "javascript:" in str(page.run(f"return {page.card('script', '.answer', 1)}.textContent"))
    for address in page.run(
        "return [...document.querySelectorAll('.frame')]"
        ".flatMap(f => [...f.shadowRoot.querySelectorAll('a')].map(a => a.getAttribute('href')))"
    ):  # type: ignore[attr-defined]
        assert address.startswith("https://")
    assert page.driver.title == "Test – preview"


def test_even_markup_that_came_through_would_do_nothing(
    browser: Browser, written: Path, tmp_path: Path
) -> None:
    """Somebody may break the exporter one day; the policy of the page still holds."""
    markup = (
        f'<script>{HIT}</script><img src="nothing" onerror="{HIT}"><svg onload="{HIT}"></svg>'
        f'<a id="trap" href="javascript:{HIT}" target="_self">x</a><iframe srcdoc="x"></iframe>'
        f'<form action="https://example.org/"><button id="form">x</button></form>'
        f'<img src="https://example.org/x.png"><link rel="stylesheet" href="https://example.org/">'
        f'<style>@import "https://example.org/x.css"; .question {{ color: red }}</style>'
    )
    bad = tmp_path / "index.html"
    bad.write_text(written.read_text("utf-8").replace("der Hund", markup), "utf-8")
    browser.open(bad.as_uri())
    browser.run(f"{browser.card('both', '#trap')}.click()")
    browser.run(f"{browser.card('both', '#form')}.click()")
    assert browser.driver.title == "Test – preview"
    refused = [message for message in browser.messages() if "Content Security Policy" in message]
    assert len(refused) > 5
    asked = [address for address in browser.requests() if "example" in address]
    assert asked == []
    assert browser.style("basic", "color", ".question") == "rgb(36, 34, 30)"


# --- how it looks


def test_day_and_night(page: Browser) -> None:
    grounds = [page.style("basic", "background-color")]
    page.click("#night")
    grounds.append(page.style("basic", "background-color"))
    assert grounds == ["rgb(252, 251, 248)", "rgb(30, 31, 34)"]
    assert page.run(f"return {page.card('basic')}.className") == "card nightMode"
    assert page.run("return getComputedStyle(document.body).backgroundColor") == "rgb(19, 20, 22)"
    assert page.driver.find_element(By.ID, "night").get_attribute("aria-pressed") == "true"
    page.driver.refresh()
    assert page.style("basic", "background-color") == grounds[1]  # it is remembered


def test_desktop_and_phone(page: Browser) -> None:
    width = f"return {page.card('basic')}.getBoundingClientRect().width"
    wide, padding = page.run(width), page.style("basic", "padding-left", ".cardsmith")
    page.click("#phone")
    narrow = page.run(width)
    assert isinstance(wide, int | float)
    assert isinstance(narrow, int | float)
    assert wide > 500
    assert 350 <= narrow <= 360
    assert page.style("basic", "padding-left", ".cardsmith") != padding
    assert (
        page.run(f"return {page.card('basic')}.parentElement.className") == "device mobile android"
    )


OVERFLOWING = """
const frames = [...document.querySelectorAll('.note .frame')];
const cards = frames.map(frame => frame.shadowRoot.querySelector('.card'));
return [document.documentElement, ...document.querySelectorAll('.note, pre'), ...cards]
  .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 100))
"""


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("phone", [False, True])
def test_nothing_is_wider_than_its_place(page: Browser, width: int, *, phone: bool) -> None:
    page.resize(width)
    if phone:
        page.click("#phone")
    assert page.run(OVERFLOWING) == []


def test_right_to_left(page: Browser) -> None:
    assert page.style("arabic", "direction", ".question") == "rtl"
    assert page.style("basic", "direction", ".question") == "ltr"


# The least contrast of all text on the page and on the cards, and where it is.
CONTRAST = """
const channels = colour => colour.match(/[\\d.]+/g).map(Number);
const light = colour => {
  const [r, g, b] = channels(colour).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const parent = e => e.parentElement ?? e.getRootNode().host;
const ground = e => {
  for (; e; e = parent(e)) {
    const colour = getComputedStyle(e).backgroundColor;
    if (channels(colour)[3] !== 0) return colour;
  }
};
const trees = [...document.querySelectorAll('.frame')].map(f => f.shadowRoot);
const written = [document.body, ...trees].flatMap(tree => [...tree.querySelectorAll('*')])
  .filter(e => !['STYLE', 'SCRIPT', 'NOSCRIPT', 'OPTION', 'TEMPLATE'].includes(e.tagName))
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
const found = written.map(e => {
  const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
  return [(a + 0.05) / (b + 0.05), e.outerHTML.slice(0, 80)];
});
return [found.length, ...found.sort((x, y) => x[0] - y[0])[0]];
"""


@pytest.mark.parametrize("switches", [[], ["#one"], ["#night"], ["#night", "#phone", "#one"]])
def test_all_text_can_be_read(page: Browser, switches: list[str]) -> None:
    for switch in switches:
        page.click(switch)
    found = page.run(CONTRAST)
    assert isinstance(found, list)
    number, least, where = found
    assert number > 100
    assert least >= 4.5, where


# --- findings


def test_findings_lead_to_their_notes(page: Browser) -> None:
    assert "1 error; 12 notes in 2 files seen" in page.text("section.findings")
    page.driver.find_element(By.LINK_TEXT, "broken").click()
    assert page.focused() == "note-broken"
    assert "E108" in page.text("#note-broken")
    assert "This entry makes no cards." in page.text("#note-broken")


# --- the filter


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("hund", ["both"]),
        ("DER dog", ["both"]),
        ('"der dog"', []),
        ("tag:one", ["basic", "both"]),
        ("tag:one -tag:two", ["both"]),
        ("tag:two", ["basic"]),
        ("tag:thre", []),
        ("tag:t*e", ["basic"]),
        ("deck:basics", ["faulty", "broken"]),
        ('deck:"test::kinds" id:o', ["both", "choice", "order"]),
        ("deck:test -deck:kinds", ["faulty", "broken"]),
        ("id:ped", ["typed"]),
        ("E108", ["broken"]),
        ("القاهرة", ["arabic"]),
        ("report", []),
        ("tag: -", "all"),
        ("", "all"),
    ],
)
def test_the_filter(page: Browser, query: str, ids: list[str] | str) -> None:
    page.driver.find_element(By.ID, "filter").send_keys(query)
    every = page.run("return [...document.querySelectorAll('.note')].map(n => n.dataset.id)")
    wanted = every if ids == "all" else ids
    assert page.shown() == wanted
    assert isinstance(wanted, list)
    said = "12 notes" if not query.strip(" -tag:") else f"{len(wanted)} of 12 notes"
    assert page.text("#count") == said
    assert page.driver.find_element(By.ID, "nothing").is_displayed() == (wanted == [])


# --- the keyboard


def test_tab_goes_in_the_order_of_the_page(page: Browser) -> None:
    order = []
    for _ in range(9):
        page.press(Keys.TAB)
        order.append(page.focused())
    assert order == [
        *("skip", "filter", "night", "phone", "one", "summary"),
        *("summary", "a", "note-basic"),
    ]


def test_keys(page: Browser) -> None:
    page.press("j")
    assert page.focused() == "note-basic"
    assert page.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.press("j", "j", "k")
    assert page.focused() == "note-both"
    page.press("t", "w")
    assert page.classes() == {"ready", "night", "phone"}
    page.press("/", "gaps", "t")
    assert page.focused() == "filter"
    assert page.driver.find_element(By.ID, "filter").get_property("value") == "gapst"
    page.press(Keys.BACKSPACE)
    assert page.shown() == ["gaps"]
    page.press(Keys.ESCAPE)
    assert len(page.shown()) == 12


def test_a_note_is_turned(page: Browser) -> None:
    def sides() -> object:
        return page.run(
            "return [...document.querySelectorAll('#note-both .side')]"
            ".filter(s => s.checkVisibility()).map(s => s.dataset.side)"
        )

    assert sides() == ["front", "back", "front", "back"]
    page.press("o")
    assert sides() == ["front", "front"]
    page.press("j", "j", " ")
    assert page.focused() == "note-both"
    assert sides() == ["back", "back"]
    assert page.text("#note-both .turn") == "Show the front"
    page.click("#note-both .turn")
    assert sides() == ["front", "front"]
    page.press("o")
    assert sides() == ["front", "back", "front", "back"]


def test_single_keys_can_be_switched_off(page: Browser) -> None:
    page.click(".manual summary")
    page.click("#keys")
    page.press(Keys.ESCAPE, "t")
    assert page.classes() == {"ready"}
    page.driver.refresh()
    page.press("t", "j")
    assert page.focused() == "body"


def test_a_hint_opens(page: Browser) -> None:
    hint = page.card("basic", ".hint div")
    assert page.run(f"return {hint}.checkVisibility()") is False
    page.run(f"{page.card('basic', '.hint summary')}.click()")
    assert page.run(f"return {hint}.checkVisibility()") is True


# --- screen readers


def test_everything_has_a_role_and_a_name(page: Browser) -> None:
    page.driver.execute_cdp_cmd("Accessibility.enable", {})
    nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
    ]
    assert {"banner", "main", "search", "status"} <= {role for role, _ in named}
    needing = {"button", "link", "searchbox", "textbox", "article", "region", "image"}
    assert [(role, name) for role, name in named if role in needing and not name.strip()] == []
    assert ("article", "both") in named
    assert ("button", "Night") in named
    levels = page.run(
        "return [...document.querySelectorAll('h1,h2,h3,h4')].map(h => Number(h.localName[1]))"
    )
    assert isinstance(levels, list)
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


# --- many notes


def test_a_thousand_notes(browser: Browser, tmp_path: Path) -> None:
    decks = shelf(tmp_path / "decks", deck=basics(*(f"n{number}" for number in range(1000))))
    cardsmith("preview", "--decks", decks, "--out", tmp_path / "page")
    browser.open((tmp_path / "page" / "index.html").as_uri())
    assert browser.text("#count") == "1,000 notes"
    browser.press("/", "n777")
    assert browser.text("#count") == "1 of 1,000 notes"
    assert browser.style("n777", "background-color", side=1) == "rgb(252, 251, 248)"


# --- served


@pytest.fixture
def server(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """The program, serving what lies in a folder `decks`."""
    decks = shelf(tmp_path / "decks", deck=basics("a", "b"))
    command = [sys.executable, "-u", "-m", "cardsmith", "preview", "--decks", str(decks)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_a_served_page_follows_changes_and_keeps_its_filter(
    browser: Browser, server: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    assert server.stdout
    server.stdout.readline()
    address = re.findall(r"http://\S+", server.stdout.readline())[0]
    browser.open(address)
    browser.press("/", "name")
    atomic_write(tmp_path / "decks" / "deck.yaml", basics("a", "b", "fresh").encode())
    # While a page is replaced by the next, what was found on it is gone, and the driver has no one
    # word for that.
    wait = WebDriverWait(browser.driver, 30, 0.05, ignored_exceptions=(WebDriverException,))
    wait.until(lambda _: browser.text("#count") == "3 of 3 notes")
    wait.until(lambda _: browser.shown() == ["a", "b", "fresh"])
    assert browser.messages() == []
    assert [each for each in browser.requests() if not each.startswith(address)] == []
    server.send_signal(signal.SIGINT)
    wait.until(lambda _: "has ended" in browser.text("#notice"))
    assert server.wait() == 130
