"""Deck files as nobody writes them, and yet somebody might: a strategy for laws."""

from itertools import cycle, islice

from hypothesis import strategies as st

from cardsmith.deckfile.fields import NOTE

PLAIN = ["no", "1:05", "caf\u00e9 \u65e5\u672c \U0001f600", "a: b".replace(": ", ":"), "x#y", "~"]
QUOTED = [
    "'it''s # so'",
    '"a \\" # b\\t"',
    "'  '",
    '""',
    "'a  \n\n{i}  b # c'",
    '"a \\\n{i}b  \n {i}c"',
]
FOLDED = ["one\n{i}two", "one  \n\n\n{i}two # c", "one   # c"]
BRACKETS = [
    "[a, 'b # c']",
    "[]",
    "{{}}",
    "[ a ,  # c\n{i}b\n\n\n{i}  # d\n{i}]",
    "[a,#c\n b]",
    "{{x: y,\n\n{i}z: [w]}}   # c",
]
HEADERS = st.tuples(
    st.sampled_from("|>"),
    st.sampled_from(["", "-", "+"]),
    st.sampled_from(["", " ", "  # c", " # c "]),
).map("".join)
BLOCK_LINES = st.lists(
    st.sampled_from(
        ["{i}text", "{i}# text", "{i}a  ", "{i}  far", "", "  ", "{i}    ", "{i}\t", "{i}- a: b"]
    ),
    max_size=5,
)
BELOW = [
    "",
    "\n",
    "\n\n\n",
    "\n    \n",
    "\n\n{d}# deep",
    "\n{d}# deep\n\n{d}  # deeper",
    "\n{i}# own",
]


@st.composite
def blocks(draw: st.DrawFn) -> str:
    lines = [draw(HEADERS), "{i}text", *draw(BLOCK_LINES)]
    if draw(st.integers(0, 3)) == 0:
        sign = lines[0]
        lines[0] = f"{sign[0]}4{sign[1:]}"
        lines[1] = "{i}  text"
    return "\n".join(lines)


LISTS = st.lists(
    st.sampled_from(["- a", "- 'b'  ", "-", "- |\n{i}  c", "# c", "", "- d # c"]), max_size=4
).map(lambda items: "# list\n" + "\n".join(f"{{l}}{item}" for item in ["- z", *items]))
VALUES = st.one_of(
    st.sampled_from(PLAIN),
    st.sampled_from(["", " # c", "  "]),
    st.sampled_from(QUOTED),
    st.sampled_from(FOLDED),
    st.sampled_from(BRACKETS),
    blocks(),
    LISTS,
    st.just("\n{i}sow: Sow # c\n{i}# c\n{i}reap:   Reap"),
)
KINDS = [
    ["front", "back"],
    ["cloze"],
    ["front", "typed"],
    ["choices", "front", "answer"],
    ["front", "steps"],
]
MORE = st.lists(
    st.sampled_from(["tags", "source", "extra", "hint", "formerly", "guid"]), max_size=3
)
SOUND = st.builds(lambda kind, more: ["id", *kind, *more], st.sampled_from(KINDS), MORE).flatmap(
    st.permutations
)
ODD = st.lists(st.sampled_from([*NOTE, "'id'", "odd", "front"]), min_size=1, max_size=6)
KEYS = st.one_of(SOUND, SOUND, SOUND, ODD)
ABOVE = st.lists(
    st.sampled_from(["", "   ", "# c ", "{k}# cardsmith: ignore W304", "{k}  # deep", "  # c\t"]),
    max_size=3,
)


@st.composite
def notes(draw: st.DrawFn, dash: int) -> str:
    gap = draw(st.sampled_from([1, 1, 3]))
    column = dash + 1 + gap
    signs = {
        "k": " " * column,
        "i": " " * (column + 4),
        "d": " " * (column + 2),
        "l": " " * (column + draw(st.sampled_from([0, 2]))),
    }
    lines: list[str] = []
    for number, key in enumerate(draw(KEYS)):
        if number:
            lines += (line.format(**signs) for line in draw(ABOVE))
        value = (draw(VALUES) + draw(st.sampled_from(BELOW))).format(**signs)
        lines.append(f"{signs['k']}{key}: {value}")
    lines[0] = draw(
        st.sampled_from(
            [" " * dash + "-" + " " * gap, f"{' ' * dash}- # c\n\n{signs['k']}# c\n{signs['k']}"]
        )
    ) + lines[0].removeprefix(signs["k"])
    return "\n".join(lines)


FLOWS = st.sampled_from(
    [
        "- {id: a, back: b,  # c\n\n\n   front: q}  ",
        "- {back: b, front: 'q'} # c",
        "- nothing",
        "- [back, front]",
        "- ? back\n  : x\n  ? id\n  : y",
        "# between\n\n\n# more",
        "-\n\n    back: x\n    front: y",
        "- - back: x\n    id: y",
    ]
)
HEADS = st.sampled_from(
    [
        "deck: {name: T}\ncards:\n",
        "\n\n# top  \n---\ndeck:\n  tags: [a] # c\n\n\n  name: T   # c\ncards: # all\n",
        "deck: {name: T}\ncards:\n\n  # first\n",
    ]
)


@st.composite
def decks(draw: st.DrawFn) -> str:
    dash = draw(st.sampled_from([0, 2]))
    pad = " " * dash
    flows = FLOWS.map(lambda text: "\n".join(pad + line for line in text.split("\n")))
    parts = draw(st.lists(st.one_of(notes(dash), notes(dash), flows), max_size=4))
    between = [
        draw(st.sampled_from(["\n", "\n\n", "\n\n\n  \n", "\n\n# ---- Section\n\n"])) for _ in parts
    ]
    return draw(HEADS) + "".join(a + b for a, b in zip(parts, between, strict=True))


# fmt: off
SOUP = st.lists(
    st.sampled_from(
        [
            "a", "b: ", "key:", "\n", "\n  ", "\n    ", "\n- ", "\n  - ", "- ", "? ", "[", "]", "{",
            "}", ",", ": ", "\t", "  ", "#", " # c", "'", '"', "|\n", "|2\n", "|+\n", ">-\n", "> x",
            "---", "\n---\n", "\n...\n", "\\", "\n\n", "\n \n", "\n     \tq", "[a, b]", "{a: b}",
            "cards:\n", "\n  - front: ", "\n    back: ", "\n    id: ", "\n    # c", "\n      # d",
        ]
    ),
    max_size=20,
).map("".join)
# fmt: on
FILES = st.one_of(
    decks(), decks(), SOUP, SOUP.map("deck: {{name: T}}\ncards:\n  - front: q{}".format)
)


def written(text: str, ends: list[str], *, bom: bool, last: bool) -> bytes:
    lines = text.split("\n")
    if not last and len(lines) > 1 and not lines[-1]:
        lines.pop()
    raw = "".join(map("".join, zip(lines, [*islice(cycle(ends), len(lines) - 1), ""], strict=True)))
    return f"{BOM if bom else ''}{raw}".encode()


BOM = "\ufeff"
ENDS = st.sampled_from([["\n"], ["\r\n"], ["\r"], ["\n", "\n", "\r\n"]])
DATA = st.builds(written, FILES, ENDS, bom=st.booleans(), last=st.booleans())
