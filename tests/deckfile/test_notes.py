"""From the items under `cards:` to notes, and what is wrong with them."""

import pickle

import pytest

from cardsmith.deck import Basic, Choice, Cloze, Sequence, Step, Typed, cards_of
from cardsmith.deckfile.parse import parse
from cardsmith.diagnostics import Place
from decks import HEADER, advice, errors, one, problems, read

# ---- the five kinds ----------------------------------------------------------------------------


def test_a_basic_note() -> None:
    note = one(
        """\
        - id: peru
          front: Capital of Peru?
          back: Lima
          reverse: true
          source: atlas#peru
          extra: Founded in 1535.
          hint: On the coast.
          tags: [capital, america]
          formerly: [peru-capital]
          guid: q$Yb]Q?*u3
        """.replace("q$Yb]Q?*u3", "'q$Yb]Q?*u3'")
    )
    assert note.content == Basic("Capital of Peru?", "Lima", reverse=True)
    assert note[2:10] == (
        "Test",
        ("capital", "america"),
        "atlas#peru",
        "Founded in 1535.",
        "On the coast.",
        ("peru-capital",),
        "q$Yb]Q?*u3",
        "decks/test.yaml",
    )
    assert [card.id for card in cards_of(note)] == ["peru", "peru/reverse"]


def test_a_cloze_note() -> None:
    note = one('- {id: a, cloze: "{{c1::Lima::city}} is in {{c3::Peru}}"}\n')
    assert isinstance(note.content, Cloze)
    assert [card.id for card in cards_of(note)] == ["a/c1", "a/c3"]


def test_a_typed_note() -> None:
    note = one("- {id: a, front: q, typed: 256K, accept: [256k tokens, 262144]}\n")
    assert note.content == Typed("q", "256K", ("256k tokens", "262144"))


def test_a_choice_note() -> None:
    assert one("- {id: a, front: q, choices: [x, no, 1.10], answer: no}\n").content == Choice(
        "q", ("x", "no", "1.10"), ("no",)
    )
    assert one(
        "- {id: a, front: q, choices: [x, y, z], answer: [z, x], shuffle: true}\n"
    ).content == Choice("q", ("x", "y", "z"), ("z", "x"), shuffle=True)


def test_a_sequence() -> None:
    note = one("- id: a\n  front: q\n  steps:\n    reverse: one\n    c1: two\n")
    assert note.content == Sequence("q", (Step("reverse", "one"), Step("c1", "two")))


def test_what_stands_for_the_whole_file() -> None:
    deck = read("""\
        deck:
          name: "A::B"
          description: All of it.
          tags: [x, y]
        cards:
          - {id: a, front: q, back: b, tags: [y, z]}
          - {id: b, front: q, back: b}
        """)
    assert [(note.deck, note.tags) for note in deck.notes] == [
        ("A::B", ("x", "y", "z")),
        ("A::B", ("x", "y")),
    ]
    assert deck.places["name"] == Place(2, 9, 2, 15)


def test_the_header_may_stand_below() -> None:
    deck = parse("cards:\n- {id: a, front: q, back: b}\ndeck: {name: X}\n", "x")
    assert [note.deck for note in deck.notes] == ["X"]


def test_optional_fields_may_be_empty() -> None:
    note = one("""\
        - id: a
          front: q
          back: b
          tags:
          extra:
          hint: ''
          source:
          formerly:
          guid:
          reverse:
        """)
    assert note.tags == ()
    assert (note.extra, note.hint, note.source, note.guid) == ("", "", "", "")
    assert note.content == Basic("q", "b")


def test_places() -> None:
    note = one("""\
        - id: a
          front: q
          choices:
            - one
            - 'two'
          answer: one
        """)
    assert note.place == Place(3, 3, 8, 14)
    assert dict(note.places) == {
        "id": (3, 7, 3, 8),
        "front": (4, 10, 4, 11),
        "choices": (6, 5, 7, 12),
        "choices.0": (6, 7, 6, 10),
        "choices.1": (7, 7, 7, 12),
        "answer": (8, 11, 8, 14),
    }
    assert note.span("extra").place == note.place


def test_places_of_steps() -> None:
    note = one("- {id: a, front: q, steps: {x.y: one, b: two}}\n")
    assert note.span("steps.x.y").place == (3, 34, 3, 37)


def test_places_can_be_stored() -> None:
    note = one("- {id: a, front: q, back: b}\n")
    assert pickle.loads(pickle.dumps(note)) == note  # noqa: S301 - our own


# ---- what is wrong with keys -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "label"),
    [("bakc", "did you mean `back`?"), ("include:reverse", "did you mean `reverse`?"), ("Q", "")],
)
def test_an_unknown_key(key: str, label: str) -> None:
    (problem, *_) = read(f"- id: a\n  front: q\n  {key}: x\n  hint: h\n").problems
    assert (problem.code, problem.span.place[:2]) == ("E105", (5, 3))
    assert (problem.phrase, problem.label) == (f"unknown key `{key}`", label)


def test_a_misspelt_key_is_told_once() -> None:
    assert errors("- {id: a, front: q, bakc: x}\n") == ["E105 3:21 unknown key `bakc`"]


def test_a_key_given_twice() -> None:
    deck = read("- id: k1\n  front: q\n  back: Canberra\n  back: Sydney\n")
    assert problems(deck) == ["E103 6:3 `back` is given twice"]
    (first,) = deck.problems[0].remarks
    assert first.span is not None
    assert first.span.place[:2] == (5, 3)


def test_a_key_that_is_no_text() -> None:
    assert "E102 3:21 a key is a text" in errors("- {id: a, front: q, [x]: y, back: b}\n")


# ---- what is wrong with ids --------------------------------------------------------------------


def test_a_missing_id_is_proposed_ready_to_paste() -> None:
    cards = """\
        - front: What is the capital of Peru?
          back: Lima
        - {id: capital-peru, front: q, back: b}
        """
    assert errors(cards) == ["E106 3:3 the note has no `id`"]
    assert advice(cards) == "add this line:\n  id: capital-peru-2"


def test_a_missing_id_in_braces() -> None:
    assert advice('- {cloze: "{{c1::Lima::city}} is in Peru"}\n') == "add `id: lima-peru`"


def test_proposed_ids_differ() -> None:
    deck = read("- {front: 日本, back: b}\n- {front: 東京, back: b}\n")
    assert [problem.help for problem in deck.problems] == ["add `id: card`", "add `id: card-2`"]


@pytest.mark.parametrize("id_", ["", "''", "# comment"])
def test_an_empty_id(id_: str) -> None:
    assert errors(f"- id: {id_}\n  front: q\n  back: b\n")[0].startswith("E106 3:")


@pytest.mark.parametrize(
    ("id_", "repaired"),
    [("Stage Order", "stage-order"), ("Café", "cafe"), ("a/b", "a-b"), ("-x", "x"), ("日本", "")],
)
def test_a_malformed_id_is_repaired(id_: str, repaired: str) -> None:
    cards = f"- id: {id_}\n  front: q\n  back: b\n"
    assert errors(cards) == [f"E107 3:7 `{id_}` is not an id"]
    assert (f"write this:\n- id: {repaired}" in advice(cards)) is bool(repaired)


def test_former_ids_are_ids() -> None:
    assert errors("- {id: a, front: q, back: b, formerly: [ok, Not Ok]}\n") == [
        "E107 3:45 `Not Ok` is not an id"
    ]


# ---- what is wrong with kinds ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("front: q", ["E104 3:4 the note has no answer"]),
        ("hint: q", ["E104 3:4 the note asks nothing"]),
        ("front: q, answer: x", ["E104 3:21 `answer` stands without `choices`"]),
        ("back: x", ["E104 3:4 a basic note needs `front`"]),
        ("front: q, choices: [a, b]", ["E104 3:4 a choice note needs `answer`"]),
        ("front: q, back: x, answer: x", ["E109 3:30 a basic note has no `answer`"]),
        ("front: q, back: x, typed: x", ["E109 3:30 a basic note has no `typed`"]),
        ("front: q, back: x, accept: [x]", ["E109 3:30 a basic note has no `accept`"]),
        ("front: q, typed: x, reverse: true", ["E109 3:31 a typed note has no `reverse`"]),
        ("front: q, cloze: '{{c1::x}}'", ["E109 3:11 a cloze note has no `front`"]),
    ],
)
def test_fields_that_make_no_kind(fields: str, found: list[str]) -> None:
    assert errors(f"- {{id: a, {fields}}}\n") == found


def test_answer_without_choices_names_the_way_out() -> None:
    help_ = advice("- {id: a, front: q, answer: x}\n")
    assert "`back`" in help_
    assert "`typed`" in help_


# ---- what is wrong with texts ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '""',
        "'   '",
        "<br>",
        "'<br/> <BR />'",
        "'&nbsp;'",
        "'&#160;'",
        "'\xa0'",
        "'\u200b'",
        '"\\n"',
        "|\n\n",
        "'<p></p>'",
        "",
        "# x",
    ],
)
def test_a_text_that_shows_nothing_is_an_error(text: str) -> None:
    (problem,) = errors(f"- id: a\n  front: {text}\n  back: b\n")
    assert problem.startswith("E108 4:")
    assert problem.endswith("`front` of `a` is empty")


@pytest.mark.parametrize("text", ["0", ".", "'&amp;'", "'<br> x'", "日", "😀", "$x$", "'-'", "'*'"])
def test_a_text_that_shows_little_is_fine(text: str) -> None:
    assert errors(f"- id: a\n  front: {text}\n  back: b\n") == []


def test_a_text_that_is_all_comment_says_so() -> None:
    assert "comment" in advice("- id: a\n  front: q\n  back: #hashtag\n")


def test_all_that_is_wrong_is_told_and_the_rest_is_kept() -> None:
    deck = read("""\
        - {id: a, front: ok, back: ok}
        - {id: b, front: "", back: x}
        - {id: c, front: ok2, back: "", tags: x, hint: [y]}
        - I forgot the keys here
        - {id: d, front: ok3, back: ok}
        """)
    assert [note.id for note in deck.notes] == ["a", "d"]
    assert len(deck.lines) == 5
    assert problems(deck) == [
        "E108 4:18 `front` of `b` is empty",
        "E108 5:29 `back` of `c` is empty",
        "E102 5:39 `tags` must be a list",
        "E102 5:48 `hint` is a list, not a text",
        "E102 6:3 a card must be a mapping",
    ]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("[sound:hello.mp3]", "  front: '[sound:hello.mp3]'"),
        ("{x}", "  front: '{x}'"),
        ("[it's]", '  front: "[it\'s]"'),
    ],
)
def test_brackets_are_text_only_in_quotes(value: str, line: str) -> None:
    cards = f"- id: a\n  front: {value}\n  back: b\n"
    (problem,) = errors(cards)
    assert problem.startswith("E102 4:10 `front` is a")
    assert advice(cards) == f"write this:\n{line}"
    assert errors(cards.replace(f"  front: {value}", line)) == []


@pytest.mark.parametrize("field", ["typed", "accept", "source", "guid"])
def test_a_text_of_one_line_has_one(field: str) -> None:
    value = "|\n    x\n    y\n"
    item = f"\n    - {value.replace('    ', '      ')}" if field == "accept" else f" {value}"
    typed = "" if field == "typed" else "  typed: x\n"
    (problem,) = errors(f"- id: a\n  front: q\n{typed}  {field}:{item}")
    assert problem.startswith("E116 ")


def test_a_flag_is_true_or_false() -> None:
    assert errors("- {id: a, front: q, back: b, reverse: yes}\n") == [
        "E102 3:39 `reverse` is neither `true` nor `false`"
    ]
    assert errors("- {id: a, front: q, back: b, reverse: [true]}\n")[0].startswith("E102")


@pytest.mark.parametrize(
    ("value", "list_"),
    [("biology", "[biology]"), ("a, b", "[a, b]"), ("2024", "[2024]"), ("c#", "['c#']")],
)
def test_tags_are_a_list(value: str, list_: str) -> None:
    cards = f"- id: a\n  front: q\n  back: b\n  tags: {value}\n"
    assert errors(cards) == ["E102 6:9 `tags` must be a list"]
    assert advice(cards) == f"write this:\n  tags: {list_}"


@pytest.mark.parametrize("tag", ["two words", "'a '", "'::a'", "a::", "a::::b"])
def test_a_tag_is_one_word(tag: str) -> None:
    assert (
        errors(f"- id: a\n  front: q\n  back: b\n  tags: ['{tag.strip(chr(39))}']\n")[0][:4]
        == "E117"
    )


def test_items_of_lists_say_something() -> None:
    assert errors("- {id: a, front: q, typed: b, accept: [x, '']}\n") == [
        "E108 3:43 `accept.1` of `a` is empty"
    ]
    assert errors("- {id: a, front: q, typed: b, accept: [x, [y]]}\n") == [
        "E102 3:43 `accept.1` is a list, not a text"
    ]
    assert errors("- {id: a, front: q, choices: [std: map, b], answer: b}\n")[0].startswith("E102")


# ---- cloze -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is so", "E111 4:10 the cloze has no gap"),
        ("It {{c1::is}} {{c2::so", "E110 4:24 a gap is not closed"),
        ("It {{c0::is}}", "E110 4:13 a gap is numbered 0"),
        ("It is {{c1::a::b::c}}", "E110 4:26 a second `::` in one gap"),
        ("'It is {{c1::a::b::c}}'", "E110 4:27 a second `::` in one gap"),
        ("|\n    It is\n    so {{c1::a::b::c}}", "E110 6:18 a second `::` in one gap"),
        ('"\\x49t {{c1::a::b::c}}"', "E110 4:10 a second `::` in one gap"),
    ],
)
def test_a_broken_cloze(text: str, found: str) -> None:
    assert errors(f"- id: a\n  cloze: {text}\n") == [found]


@pytest.mark.parametrize(
    "text",
    [
        r"'{{c1::x \:: xs::Elm cons}} and {{c2::fe80\::1}}'",
        r"'$ {{c1::\frac{a}{b_{1}}}} $'",
        "'{{c1::`std::map`}}'",
        "'{{c2::outer {{c1::inner}}}}'",
    ],
)
def test_braces_and_colons_can_be_text(text: str) -> None:
    assert errors(f"- id: a\n  cloze: {text}\n") == []


# ---- choices and steps -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("choices: [a, b], answer: c", ["E112 3:46 `c` is none of the choices"]),
        ("choices: [a, b], answer: [a, c]", ["E112 3:50 `c` is none of the choices"]),
        ("choices: [a, b, a], answer: b", ["E113 3:37 the choice `a` is given twice"]),
        ("choices: [a], answer: a", ["E114 3:30 fewer than two choices"]),
        ("choices: [a, b], answer: []", ["E114 3:46 `answer` is empty"]),
        (
            "choices: [], answer: a",
            ["E114 3:30 fewer than two choices", "E112 3:42 `a` is none of the choices"],
        ),
        ("choices: [a, b, c, d, e, f, g, h, i], answer: i", []),
        (
            "choices: [a, b, c, d, e, f, g, h, i, j], answer: a",
            ["E121 3:58 more than nine choices"],
        ),
        (
            "choices: [a, b, c, d, e, f, g, h, i, j, k, a], answer: x",
            [
                "E112 3:76 `x` is none of the choices",
                "E113 3:64 the choice `a` is given twice",
                "E121 3:58 more than nine choices",
            ],
        ),
        ("choices: a, answer: a", ["E102 3:30 `choices` must be a list"]),
        ("steps: {a: x}", ["E114 3:28 fewer than two steps"]),
        ("steps: [x, y]", ["E102 3:28 `steps` must be a mapping"]),
        ("steps: {A: x, b: y}", ["E107 3:29 `A` is not a key of a step"]),
        ("steps: {'': x, b: y}", ["E107 3:29 the key of a step is empty"]),
        ("steps: {a: x, b: y}, '': x", ["E105 3:42 a key is empty"]),
        ("steps: {a: x, a: y, b: z}", ["E103 3:35 `a` is given twice"]),
        ("steps: {a: x, b: ''}", ["E108 3:38 `steps.b` of `a` is empty"]),
        ("steps: {a: x, [b]: y}", ["E102 3:35 a key is a text"]),
    ],
)
def test_choices_and_steps(fields: str, found: list[str]) -> None:
    assert sorted(errors(f"- {{id: a, front: q, {fields}}}\n")) == sorted(found)


@pytest.mark.parametrize(
    ("steps", "meant"),
    [
        ("'': Sow the seed, b: y", "sow-seed"),
        ("' ': b, b: y", "b-2"),
        ("日本: 日本, b: y", "step"),
        ("Sow it: Sow the seed, b: y", "sow-it"),
    ],
)
def test_a_key_that_a_step_could_have_is_told(steps: str, meant: str) -> None:
    assert f"; write `{meant}:`" in advice(f"- {{id: a, front: q, steps: {{{steps}}}}}\n")


def test_each_choice_has_a_key() -> None:
    many = ", ".join("abcdefghij")
    assert "keys 1 to 9" in advice(f"- {{id: a, front: q, choices: [{many}], answer: a}}\n")


def test_an_answer_that_was_meant() -> None:
    (problem,) = read("- {id: a, front: q, choices: [Lima, Cusco], answer: lima}\n").problems
    assert problem.label == "did you mean `Lima`?"


# ---- the file ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["E101 1:1 the file holds no cards"]),
        ("# only a comment\n", ["E101 1:1 the file holds no cards"]),
        ("Just prose.\n", ["E101 1:1 the file holds no cards"]),
        ("- {id: a}\n", ["E101 1:1 the file is a list without `cards:`"]),
        ("deck: {name: x}\n", ["E101 1:1 the file has no `cards`"]),
        ("deck: {name: x}\ncards:\n", ["E101 2:7 the file holds no cards"]),
        ("deck: {name: x}\ncards: []\n", ["E101 2:8 the file holds no cards"]),
        ("deck: {name: x}\ncards: {id: a}\n", ["E102 2:9 `cards` must be a list"]),
        ("cards: [{id: a, front: q, back: b}]\n", ["E104 1:1 the file has no `deck`"]),
        (f"{HEADER}- {{id: a, front: q, back: b}}\ncard: x\n", ["E105 4:1 unknown key `card`"]),
        ("deck: {nam: x}\ncards: [{id: a, front: q, back: b}]\n", ["E105 1:8 unknown key `nam`"]),
        ("deck: {}\ncards: [{id: a, front: q, back: b}]\n", ["E104 1:7 the deck has no `name`"]),
        ("deck:\ncards: [{id: a, front: q, back: b}]\n", ["E104 1:6 the deck has no `name`"]),
        (
            "deck: {name: 'a::'}\ncards: [{id: a, front: q, back: b}]\n",
            ["E118 1:14 a part of the deck's name is empty"],
        ),
        ("deck: {name: ''}\ncards: [{id: a, front: q, back: b}]\n", ["E108 1:14 `name` is empty"]),
        (
            "deck: {name: x, tags: y}\ncards: [{id: a, front: q, back: b}]\n",
            ["E102 1:23 `tags` must be a list"],
        ),
    ],
)
def test_the_file(text: str, found: list[str]) -> None:
    assert problems(parse(text, "x")) == found


def test_a_deck_given_as_a_word_is_still_that_deck() -> None:
    deck = parse("deck: Cities\ncards: [{id: a, front: q, back: b}]\n", "x")
    assert problems(deck) == ["E102 1:7 `deck` must be a mapping"]
    assert deck.problems[0].help == "write this:\ndeck: {name: Cities}"
    assert [note.deck for note in deck.notes] == ["Cities"]


def test_without_a_name_the_notes_can_still_be_learned() -> None:
    deck = parse("cards: [{id: a, front: q, back: b}]\n", "decks/cities.yaml")
    assert [note.deck for note in deck.notes] == ["cities"]
