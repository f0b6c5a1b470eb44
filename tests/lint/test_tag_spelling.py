import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deckfile import edit
from cardsmith.deckfile.syntax import quoted
from cardsmith.diagnostics import Diagnostic
from decks import findings, found, problems, read


def cards(*tags: str) -> str:
    """A note for each list of tags."""
    return "".join(
        f"- {{id: n{n}, front: q{n}, back: b, tags: [{each}]}}\n" for n, each in enumerate(tags)
    )


def mended(text: str, some: list[Diagnostic]) -> str:
    """A file behind the edits of some findings."""
    ours = [each for each in some if each.code == "W308"]
    return edit.edited(text.encode(), [e for each in ours for e in each.edits]).decode()


@pytest.mark.parametrize(
    ("common", "rare"),
    [
        ("order", "Order"),
        ("order", "ORDER"),
        ("Order", "order"),
        ("data-mix", "data_mix"),
        ("data_mix", "Data-Mix"),
        ("data-mix", "data\u2010mix"),
        ("data-mix", "data\u2013mix"),
        ("finance", "\ufb01nance"),
        ("order", "\uff4f\uff52\uff44\uff45\uff52"),
        ("\xe4rzte", "\xc4rzte"),
        ("verb::regular", "verb::Regular"),
    ],
)
def test_two_spellings(common: str, rare: str) -> None:
    assert found(cards(common, common, rare)) == [
        f"W308 5:39 the tag `{rare}` is `{common}` in 2 notes"
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("verb", "verbs"),
        ("co-op", "coop"),
        ("c", "C"),
        ("lang::c", "lang::C"),
        ("ma\xdfe", "masse"),
        ("caf\xe9", "cafe"),
        ("a\xf1o", "ano"),
        ("order", "verb::Order"),
        ("a::order", "b::Order"),
        ("verb::regular", "verb-regular"),
        ("\u52d5\u8a5e", "\u540d\u8a5e"),
        ("\u0641\u0639\u0644", "\u0627\u0633\u0645"),
        ("'1'", "'01'"),
    ],
)
def test_two_tags(one: str, other: str) -> None:
    assert found(cards(one, one, other)) == []


def test_one_tag_composed_in_two_ways() -> None:
    assert found(cards("caf\xe9", "cafe\u0301")) == []


def test_the_first_of_two_as_common_is_better() -> None:
    assert found(cards("Order", "order")) == ["W308 4:39 the tag `order` is `Order` in 1 note"]


def test_parts_are_compared_for_themselves() -> None:
    problems_found = findings(cards("verb::ser", "verb::ir", "Verb::estar", "Verb::Ser"))
    assert [(each.phrase, each.help) for each in problems_found] == [
        ("the tag `Verb` is `verb` in 2 notes", "write `verb::estar`"),
        ("the tag `Verb` is `verb` in 2 notes", "write `verb::ser`"),
    ]


def test_a_spelling_that_stands_only_below_another_one() -> None:
    some = findings(cards("Verb::Ser", "Verb::Ser", "verb::ir, verb::ser", "verb::ir", "verb::ir"))
    assert [(each.span.place.line, each.help) for each in some] == [
        (3, "write `verb::Ser`"),
        (4, "write `verb::Ser`"),
        (5, "write `verb::Ser`"),
    ]
    assert some[2].phrase == "the tag `verb::ser` is `verb::Ser` in 2 notes"
    (remark,) = some[2].remarks
    assert remark.span is not None
    assert (remark.text, remark.span.place[:2]) == ("`Ser` is written here", (3, 39))


def test_where_the_better_one_stands_is_told() -> None:
    (problem,) = findings(cards("x, order"), cards("Order").replace("n0", "m").replace("q0", "m"))
    (remark,) = problem.remarks
    assert remark.text == "`order` is written here"
    assert remark.span is not None
    assert (remark.span.path, remark.span.place[:2]) == ("decks/test.yaml", (3, 42))
    assert problem.span.path == "decks/test1.yaml"


def test_the_tags_of_a_file_count_for_each_note() -> None:
    text = "deck: {name: T, tags: [order]}\ncards:\n" + cards("x", "y")
    other = "deck: {name: U, tags: [Order]}\ncards:\n- {id: z, front: q, back: b}\n"
    assert found(other, text) == ["W308 1:24 the tag `Order` is `order` in 2 notes"]
    (problem,) = findings(other, text)
    assert mended(other, [problem]) == other.replace("Order", "order")


@pytest.mark.parametrize(
    ("written", "better", "becomes"),
    [
        ("[Order, x]", "order", "[order, x]"),
        ("['Order', x]", "order", "['order', x]"),
        ('["Order"]', "order", '["order"]'),
        ("\n  - x\n  - Order  # why", "order", "\n  - x\n  - order  # why"),
        ("[Ab::B_c]", "ab::b-c", "[ab::b-c]"),
        ("[Verb::Ser]", "verb::Ser", "[verb::Ser]"),
        ("['It''s']", '"it\'s"', '["it\'s"]'),
        ("[Q&A]", "'q&a'", "['q&a']"),
    ],
)
def test_the_edit(written: str, better: str, becomes: str) -> None:
    note = f"deck: {{name: T}}\ncards:\n- id: z\n  front: q\n  back: b\n  tags: {written}\n"
    common = cards(better, better)
    edited = mended(note, findings(common, note))
    assert edited == note.replace(written, becomes)


@pytest.mark.parametrize("tags", ["Order, order", "order, Order"])
def test_both_spellings_in_one_note(tags: str) -> None:
    (problem,) = findings(cards("order", tags))
    assert problem.edits == ()
    assert problem.help == "remove it, since `order` stands beside it"


def test_two_rare_spellings_in_one_note() -> None:
    some = findings(cards("order", "order", "Order, ORDER"))
    assert [each.edits for each in some] == [(), ()]


def test_both_spellings_in_a_note_and_its_file() -> None:
    text = "deck: {name: T, tags: [order]}\ncards:\n" + cards("Order", "x")
    (problem,) = findings(text)
    assert (problem.span.place[:2], problem.edits) == ((3, 39), ())


def test_tags_of_any_depth() -> None:
    deep = "::".join(["xy"] * 2_000)
    (problem,) = findings(cards(deep, deep, f"{deep[:-2]}Xy"))
    assert problem.help == f"write `{deep}`"


def test_a_tag_written_with_escapes_is_passed_over() -> None:
    assert found(cards("order", "order", '"\\u004frder"')) == []


PARTS = st.sampled_from(
    ["a", "A", "verb", "Verb", "x-y", "x_y", "X-Y", "it's", "It's", "q&a", "Q&A"]
)
TAGS = st.lists(st.lists(PARTS, min_size=1, max_size=2).map("::".join), max_size=3, unique=True)
FILES = st.lists(st.tuples(TAGS, st.lists(TAGS, min_size=1, max_size=4)), min_size=1, max_size=3)


def deck(number: int, header: list[str], notes: list[list[str]]) -> str:
    lines = [f"deck: {{name: T, tags: [{', '.join(map(quoted, header))}]}}", "cards:"]
    for n, tags in enumerate(notes):
        listed = ", ".join(map(quoted, tags))
        lines.append(f"- {{id: n{number}-{n}, front: q{number}-{n}, back: b, tags: [{listed}]}}")
    return "\n".join(lines) + "\n"


@given(FILES)
def test_behind_the_edits_only_what_is_to_be_removed_is_left(
    files: list[tuple[list[str], list[list[str]]]],
) -> None:
    texts = [deck(n, header, notes) for n, (header, notes) in enumerate(files)]
    some = [each for each in findings(*texts) if each.code == "W308"]
    paths = [read(text, f"decks/test{n or ''}.yaml").path for n, text in enumerate(texts)]
    after = [
        mended(text, [each for each in some if each.span.path == path])
        for text, path in zip(texts, paths, strict=True)
    ]
    assert [problems(read(text)) for text in after] == [[] for _ in after]
    left = [each for each in findings(*after) if each.code == "W308"]
    assert [each.edits for each in left] == [() for _ in left]
    assert len(left) == sum(not each.edits for each in some)
