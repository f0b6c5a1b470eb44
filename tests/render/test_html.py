"""Fields as HTML, and the design of the cards."""

import re
from html.parser import HTMLParser
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith import cloze, markup
from cardsmith.anki.package import FAMILIES
from cardsmith.render.html import _KINDS, HtmlPen, _Writer, design, highlighted, report_address
from packages import TEMPLATES, collection, look
from real_anki import readable

PEN = HtmlPen()
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00\x01\x02"))


def files(reference: str, *, linked: bool = False) -> str:
    return f"{'_' * linked}packed-{reference.rpartition('/')[2]}"


def text(markdown: str) -> str:
    return PEN.text(markdown, files)


def gaps(written: str) -> str:
    return PEN.cloze(cloze.parse(written), files)


# --- what a text becomes


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("", ""),
        ("plain, it's 1969.", "plain, it's 1969."),
        ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
        ("**b** *i* `c`", "<strong>b</strong> <em>i</em> <code>c</code>"),
        ("***x***", "<strong><em>x</em></strong>"),
        ("two\nlines", "two<br>lines"),
        ("one\n\ntwo", "<p>one</p><p>two</p>"),
        ("$a<b$", r"\(a&lt;b\)"),
        ("$$x$$", r"\[x\]"),
        ("# T\n\ntext", "<h1>T</h1><p>text</p>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("> q\n\nx", "<blockquote><p>q</p></blockquote><p>x</p>"),
        ("a\n\n---\n\nb", "<p>a</p><hr><p>b</p>"),
        ("```\na  <b>\n```\n", "<pre><code>a  &lt;b&gt;</code></pre>"),
        (
            "|a|b|\n|-|-:|\n|1|2|",
            (
                '<div class="wide"><table><thead>'
                '<tr><th>a</th><th style="text-align:right">b</th></tr></thead><tbody>'
                '<tr><td>1</td><td style="text-align:right">2</td></tr></tbody></table></div>'
            ),
        ),
    ],
)
def test_markdown_becomes_html(markdown: str, html: str) -> None:
    assert text(markdown) == html


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ('![a "map"](x/a.png)', '<img src="packed-a.png" alt="a &quot;map&quot;">'),
        ("![](a.mp3.png)", '<img src="packed-a.mp3.png" alt="">'),
        ("![](A.MP3)", "[sound:packed-A.MP3]"),
        ("[sound:a.mp3]", "[sound:packed-a.mp3]"),
        ("[listen](a.ogg)", "listen [sound:packed-a.ogg]"),
        ("![](film.webm)", "[sound:packed-film.webm]"),
        ("[the paper](a.pdf)", '<a href="_packed-a.pdf">the paper</a>'),
        ("[*a*](https://x.y/?a=1&b=2)", '<a href="https://x.y/?a=1&amp;b=2"><em>a</em></a>'),
        ("[m](mailto:a@b.c)", '<a href="mailto:a@b.c">m</a>'),
        (
            "[![w](a.png)](https://x.y)",
            '<a href="https://x.y"><img src="packed-a.png" alt="w"></a>',
        ),
        ("![far](https://x.y/a.png)", '<a href="https://x.y/a.png">far</a>'),
        ("![](https://x.y/a.png)", '<a href="https://x.y/a.png">https://x.y/a.png</a>'),
        ("[x](#here)", "x (#here)"),
        ("[x](ftp://a.b)", "x (ftp://a.b)"),
        ("![x](//a.b/c.png)", "x (//a.b/c.png)"),
    ],
)
def test_files_and_addresses(markdown: str, html: str) -> None:
    assert text(markdown) == html


@pytest.mark.parametrize(
    "markdown",
    [
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "![x](data:image/svg+xml,<svg onload=alert(1)>)",
        "[x](vbscript:a)",
        '[x](https://a.b/"onclick="alert(1))',
        '![" onerror="alert(1)](a.png)',
        "<img src=x onerror=alert(1)>",
        "<https://a.b/<script>>",
        "```<script>\nx\n```",
        "[x](file:///etc/passwd)",
    ],
)
def test_nothing_acts(markdown: str) -> None:
    for html in (text(markdown), gaps(markdown + " {{c1::x}}")):
        for tag, attributes in Tags.of(html):
            assert tag in {"a", "img", "pre", "code", "p"}
            assert set(attributes) <= {"href", "src", "alt"}
            assert not attributes.get("href", "https:").startswith(("java", "vb", "data", "file"))


@pytest.mark.parametrize(
    ("written", "html"),
    [
        ("{{c1::a}} b", "{{c1::a}} b"),
        ("{{c1::a::h}} b", "{{c1::a::h}} b"),
        ("{{c1::a::*h*}}", "{{c1::a::<em>h</em>}}"),
        ("**{{c1::a}}**", "{{c1::<strong>a</strong>}}"),
        ("{{c1::a **b}} c**", "{{c1::a <strong>b</strong>}}<strong> c</strong>"),
        ("**a {{c1::b** c}}", "<strong>a </strong>{{c1::<strong>b</strong> c}}"),
        ("Wort**{{c1::er}}**", "Wort{{c1::<strong>er</strong>}}"),
        ("{{c1::a {{c2::b}}}} c", "{{c1::a {{c2::b}}}} c"),
        ("{{c1::{{c2::b}}}}", "{{c1::{{c2::b}}}}"),
        ("{{c1::a}}{{c1::b}}{{c1::c}}", "{{c1::a}}{{c1::b}}{{c1::c}}"),
        ("{{c1::`a}}`}}", "{{c1::<code>a&#125;&#125;</code>}}"),
        ("${{c1::a}_{b}}}$", r"\({{c1::a&#125;_&#123;b&#125;}}\)"),
        ("{{c1::$a$}}", r"{{c1::\(a\)}}"),
        ("{{c1::a\n\nb}}", "<p>{{c1::a}}</p><p>{{c1::b}}</p>"),
        ("{{c1::a\nb}}", "{{c1::a<br>b}}"),
        ("{{c1::a}}\nb", "{{c1::a}}<br>b"),
        ("- {{c1::a\n- b::h}}", "<ul><li>{{c1::a::h}}</li><li>{{c1::b::h}}</li></ul>"),
        ("{{c1::[s](a.mp3)}}", "{{c1::s [sound:packed-a.mp3]}}"),
        ("{{c1::![w](a.png)}} x", '{{c1::<img src="packed-a.png" alt="w">}} x'),
        ("a:{{c1:::b\\:::c}}", "a&#58;{{c1::&#58;b&#58;::c}}"),
        (
            "```python\n{{c1::def}} f({{c2::x}}):\n```",
            (
                '<pre><code>{{c1::<span class="k">def</span>}} <span class="nf">f</span>'
                "({{c2::x}})&#58;</code></pre>"
            ),
        ),
    ],
)
def test_marks_of_gaps_stand_around_elements(written: str, html: str) -> None:
    assert gaps(written) == html


def test_many_gaps_take_little_time() -> None:
    written = " ".join(f"*x* {{{{c{1 + i % 500}::word {i}}}}}" for i in range(2000))
    assert gaps(written).count("{{c") == 2000


# --- what always holds


class Tags(HTMLParser):
    """The elements of a text, which must be well nested."""

    VOID = frozenset({"br", "hr", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []

    @classmethod
    def of(cls, html: str) -> list[tuple[str, dict[str, str]]]:
        tags = cls()
        tags.feed(html)
        tags.close()
        assert tags.open == []
        return tags.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


SIGNS = st.sampled_from(
    [
        *"*_`$<>&[]()!|#-+\\\n :{}'\"",
        *("a", "b", "```", "1. ", "](", "{{c1::", "}}"),
        *("[sound:", "[$]", "[$$]", "[latex]", "[[type:", "[anki:", "\\\\"),
    ]
)
MARKED = st.lists(SIGNS, max_size=30).map("".join)


@given(st.one_of(TEXT, MARKED))
def test_elements_are_well_nested_and_harmless(written: str) -> None:
    allowed = (
        "a blockquote br code div em h1 h2 h3 h4 h5 h6 hr img li ol p pre span strong table tbody "
        "td th thead tr ul"
    )
    for tag, attributes in Tags.of(text(written)):
        assert tag in allowed.split()
        assert set(attributes) <= {"alt", "class", "href", "src", "start", "style"}


@given(st.one_of(TEXT, MARKED))
def test_a_text_without_markup_is_shown_as_typed(written: str) -> None:
    assert readable(PEN.literal(written)) == written


@given(TEXT)
def test_the_short_way_is_the_long_way(written: str) -> None:
    assert text(written) == _Writer(files).written(markup.parse(written))


@given(MARKED)
def test_what_anki_would_act_upon_is_not_left(written: str) -> None:
    for html in (text(written), PEN.literal(written)):
        left = re.sub(r"\[sound:packed-|\\\(|\\\[", " ", html)
        assert not re.search(r"\[(sound:|anki:|latex\]|\$\$?\]|\[type:)", left)


# --- code


def test_code_has_its_kinds() -> None:
    code = "x = 'a'  # b\nclass A: pass"
    found = {text: kind for kind, text in highlighted(code, "python")}
    assert found["'a'"] == "s"
    assert found["# b"] == "c"
    assert found["A"] == "nc"
    assert found["class"] == "k"


@pytest.mark.parametrize("language", ["", "nosuchlanguage", "<script>"])
def test_code_of_an_unknown_language_is_plain(language: str) -> None:
    assert highlighted("def f(): pass", language) == [("", "def f(): pass")]


def test_long_code_is_plain() -> None:
    code = "x = 1\n" * 5000
    assert highlighted(code, "python") == [("", code)]


@given(TEXT, st.sampled_from(["python", "c++", "html", "sql", "json", "bash", "diff", "rust"]))
def test_code_is_kept_whole(code: str, language: str) -> None:
    assert "".join(part for _, part in highlighted(code, language)) == code


# --- design


def variables(css: str, selector: str) -> dict[str, str]:
    """The colours that a rule defines."""
    [rule] = re.findall(rf"^{re.escape(selector)} {{(.*?)}}", css, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rule))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, by the formula of WCAG."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


THEMES = {"day": ".card", "night": ".card.nightMode,\n.nightMode .card"}
GROUNDS = ("paper", "panel")
INKS = (
    *("ink", "soft", "link", "gap", "right", "wrong"),
    *("code-comment", "code-keyword", "code-text", "code-number", "code-name"),
)
PAIRS = [
    *product(INKS, GROUNDS),
    *product(("ink", "right"), ["right-ground"]),
    ("wrong", "wrong-ground"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_every_ink_can_be_read_on_its_ground(theme: str, ink: str, ground: str) -> None:
    colours = variables(look().css, THEMES[theme])
    assert contrast(colours[ink], colours[ground]) >= 4.5


def test_black_on_white_is_the_highest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_text_has_no_other_colours() -> None:
    css = look().css
    inks = set(re.findall(r"[^-]color: ([^;]+);", css))
    assert inks == {f"var(--{ink})" for ink in INKS}
    grounds = set(re.findall(r"background: ([^;]+);", css))
    pictures = {"#f3f1eb"}
    known = {f"var(--{name})" for name in ("paper", "panel", "right-ground", "wrong-ground")}
    assert grounds == known | pictures | {"none"}


def test_the_style_works_offline_on_all_clients() -> None:
    css = look().css
    for forbidden in ("http", "url(", "@import", "@font-face", "prefers-color-scheme", "script"):
        assert forbidden not in css
    for wanted in (
        "font-size: 20px",
        ".card.nightMode",
        ".nightMode .text img",
        ".mobile .",
        ".android .",
        ".iphone .",
        "overflow-wrap: anywhere",
        "max-width: 100%",
        "overflow-x: auto",
    ):
        assert wanted in css


def test_every_kind_of_code_has_a_colour() -> None:
    for kind in _KINDS.values():
        assert f"pre .{kind}" in look().css


SIDES = [
    (family, key, number)
    for family, made in FAMILIES.items()
    for key, _ in made.templates
    for number in (0, 1)
]


@pytest.mark.parametrize(("family", "key", "number"), SIDES)
def test_templates_are_sound(family: str, key: str, number: int) -> None:
    html = look().sides[key][number]
    assert "[[" not in html
    assert "[%" not in html
    for forbidden in ("<script", "javascript", "onclick", "src=", "@import"):
        assert forbidden not in html
    marks = re.findall(r"{{([#^/]?)(?:\w+:)*(\w+)}}", html)
    known = {field.name for field in FAMILIES[family].fields}
    assert {name for _, name in marks} <= known
    opened: list[str] = []
    for sign, name in marks:
        if sign in {"#", "^"}:
            opened.append(name)
        elif sign == "/":
            assert opened.pop() == name
        elif name not in {"Front", "Back", "Text", "ID", "Source", "Spare1", "Spare2"}:
            assert name in opened
    assert opened == []
    assert html.count("<div") == html.count("</div>")
    assert 'dir="auto"' in html
    assert 'lang="en"' in html


def test_each_answer_has_a_line_above_it() -> None:
    for key, (_, back) in look().sides.items():
        assert ('<hr id="answer">' in back) == (key != "cloze")


@pytest.mark.parametrize(
    ("repository", "address"),
    [
        ("", ""),
        ("https://github.com/a/b", "https://github.com/a/b/issues/new?title="),
        ("https://github.com/a/b.git/", "https://github.com/a/b/issues/new?title="),
        ("https://codeberg.org/a/b", "https://codeberg.org/a/b/issues/new?title="),
        ("https://gitlab.com/a/b", "https://gitlab.com/a/b/-/issues/new?issue[title]="),
        ("javascript:alert(1)", ""),
        ("http://[", ""),
    ],
)
def test_a_report_goes_to_the_repository(repository: str, address: str) -> None:
    assert report_address(repository) == address


def test_without_a_repository_there_is_no_report() -> None:
    bare = design(TEMPLATES, collection()._replace(repository="", language=""))
    _, back = bare.sides["forward"]
    assert "Report" not in back
    assert "{{#Source}}" in back
    assert "lang=" not in back


def test_what_a_collection_says_of_itself_does_not_act() -> None:
    hostile = collection()._replace(language='"><script>', repository='https://x.y/"><script>')
    for sides in design(TEMPLATES, hostile).sides.values():
        assert "<script" not in "".join(sides)
