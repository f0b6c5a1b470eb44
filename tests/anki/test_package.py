"""Identities: published, pinned, and never to change."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.anki.package import (
    BASIC,
    CLOZE,
    FAMILIES,
    Identity,
    deck_id,
    field_id,
    identity,
    note_type_id,
    template_id,
)

COLLECTION = "3de90d58-9e0f-4a3f-b810-79d9a8420e85"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("stage-order", Identity("5ced2ac8f3e0ae86243e", 1_498_439_768_605)),
        ("stage-order/long", Identity("e4718448e7e54f214cf6", 1_356_911_354_757)),
        ("a", Identity("48760f11030fb3586ee0", 1_342_599_395_809)),
    ],
)
def test_a_note_has_the_published_identity(name: str, expected: Identity) -> None:
    assert identity(COLLECTION, name) == expected


def test_note_types_have_the_published_ids() -> None:
    ids = {key: note_type_id(COLLECTION, key) for key in FAMILIES}
    assert ids == {"basic": 6_263_074_452_669_152, "cloze": 6_437_477_406_490_746}


def test_fields_have_the_published_ids() -> None:
    ids = [field_id(COLLECTION, "basic", field.key) for field in BASIC.fields]
    assert ids == [
        5_455_384_556_452_716,
        8_126_207_302_442_366,
        6_842_518_882_376_526,
        6_874_496_850_788_141,
        4_745_534_275_140_319,
        5_016_513_097_178_747,
        5_918_311_441_699_514,
        7_854_976_314_963_965,
        6_471_201_253_731_895,
        7_109_200_389_460_288,
        7_305_469_731_158_891,
        5_164_353_344_777_601,
        5_047_621_468_812_486,
    ]
    ids = [field_id(COLLECTION, "cloze", field.key) for field in CLOZE.fields]
    assert ids == [
        7_798_279_069_866_545,
        5_355_317_230_634_102,
        6_068_630_904_235_136,
        4_578_658_462_611_705,
        7_361_200_234_968_808,
        5_443_241_604_174_974,
        4_702_224_907_777_070,
        6_889_456_182_783_144,
        6_915_493_210_171_231,
    ]


def test_templates_have_the_published_ids() -> None:
    ids = [template_id(COLLECTION, "basic", key) for key, _ in BASIC.templates]
    assert ids == [8_794_178_062_489_685, 8_502_614_084_313_603, 8_673_999_144_047_763]
    assert template_id(COLLECTION, "cloze", "cloze") == 7_573_746_023_734_619


def test_a_deck_has_the_published_id() -> None:
    assert deck_id(COLLECTION, "Training Composer::Picking the base") == 1_421_386_404_807


def test_the_lists_of_fields_and_templates_are_frozen() -> None:
    """Another field, or another order, would keep every note from updating."""
    shared = "Hint Extra Source Context ID Spare1 Spare2 Spare3"
    assert " ".join(f.name for f in BASIC.fields) == f"Front Back Typed Choices Reverse {shared}"
    assert " ".join(f.name for f in CLOZE.fields) == f"Text {shared}"
    assert [name for _, name in BASIC.templates] == ["Forward", "Reverse", "Spare"]
    assert [name for _, name in CLOZE.templates] == ["Cloze"]
    assert not BASIC.is_cloze
    assert CLOZE.is_cloze


IDS = st.from_regex(r"[a-z0-9][a-z0-9-]{7,63}", fullmatch=True)
NAMES = st.from_regex(r"[a-z0-9][a-z0-9._-]*(/[a-z0-9._-]+)?", fullmatch=True)


@given(IDS, NAMES)
def test_ids_are_such_as_every_client_accepts(collection: str, name: str) -> None:
    found = identity(collection, name)
    assert re.fullmatch("[0-9a-f]{20}", found.guid)
    assert 1_262_304_000_000 <= found.moment < 1_577_836_800_000  # the years 2010 to 2019
    for large in (
        note_type_id(collection, "basic"),
        field_id(collection, "basic", name),
        template_id(collection, "cloze", name),
    ):
        assert 2**52 <= large < 2**53


@given(IDS, IDS, NAMES, NAMES)
def test_other_notes_and_other_collections_have_other_identities(
    one: str, other: str, first: str, second: str
) -> None:
    same = (one, first) == (other, second)
    assert (identity(one, first) == identity(other, second)) == same


def test_the_manual_publishes_what_is_pinned_here() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "anki.md").read_text("utf-8")
    for name in ("stage-order", "stage-order/long"):
        found = identity(COLLECTION, name)
        assert f"`{name}` | guid `{found.guid}`, id {found.moment} |" in manual
    for row in (
        f"`basic` | {note_type_id(COLLECTION, 'basic')} |",
        f"`cloze` | {note_type_id(COLLECTION, 'cloze')} |",
        f"`basic/front` | {field_id(COLLECTION, 'basic', 'front')} |",
        f"`basic/forward` | {template_id(COLLECTION, 'basic', 'forward')} |",
        f"| {deck_id(COLLECTION, 'Training Composer::Picking the base')} |",
    ):
        assert row in manual
