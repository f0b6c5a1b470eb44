"""Laws of comparing two collections, and two texts."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cardsmith.changes import Changes, Side, changes
from cardsmith.deck import Basic, Content, Note, Typed
from cardsmith.render.html import HtmlPen
from cardsmith.wording import likeness, stretches
from decks import collection
from notes import gaps, note, steps

IDS = list("abcdef")
contents: st.SearchStrategy[Content] = st.sampled_from(
    [
        Basic("Capital of Peru?", "Lima"),
        Basic("Capital of Chile?", "Santiago"),
        Basic("Capital of Peru?", "Quito", reverse=True),
        Typed("Who?", "Ada"),
        gaps("{{c1::one}} and {{c2::two}}"),
        gaps("{{c2::one}} and {{c1::two}}"),
        gaps("{{c1::one}} and two"),
        steps("x", "y", "z"),
        steps("x", "z"),
    ]
)


@st.composite
def sides(draw: st.DrawFn, *, with_formerly: bool = True) -> Side:
    ids = draw(st.lists(st.sampled_from(IDS), unique=True))
    notes = [
        note(
            id_,
            draw(contents),
            tags=tuple(draw(st.sampled_from([(), ("t",)]))),
            path=draw(st.sampled_from(["decks/one.yaml", "decks/two.yaml"])),
            formerly=tuple(
                draw(st.lists(st.sampled_from([*IDS, "old"]), unique=True, max_size=2))
                if with_formerly
                else ()
            ),
        )
        for id_ in ids
    ]
    unread = frozenset(draw(st.lists(st.sampled_from(IDS), max_size=1))) - set(ids)
    made = collection([])._replace(notes=tuple(notes))
    return Side(made, unread=unread)


def compared(before: Side, after: Side) -> Changes:
    return changes(before, after, HtmlPen())


def ids(notes: list[Note]) -> Counter[str]:
    return Counter(each.id for each in notes)


@given(sides())
def test_nothing_differs_from_itself(side: Side) -> None:
    found = compared(side, side)
    assert not found.is_loss
    assert (found.effects, found.added, found.removed, found.changed) == ((), (), (), ())
    assert (found.new_cards(), found.updates()) == (0, 0)
    assert ids(list(found.same)) == ids(list(side.collection.notes))


@given(sides(), sides())
def test_each_note_is_accounted_for_once(before: Side, after: Side) -> None:
    found = compared(before, after)
    new = {each.id for each in after.collection.notes}
    later = [each.note for each in found.added] + [each.after for each in found.changed]
    later += [*found.same, *(each for each in found.unread if each.id in new)]
    assert ids(later) == ids(list(after.collection.notes))
    earlier = [each.note for each in found.removed] + [each.before for each in found.changed]
    earlier += [*found.same, *(each for each in found.unread if each.id not in new)]
    assert ids(earlier) == ids(list(before.collection.notes))


@given(sides(with_formerly=False), sides(with_formerly=False))
def test_the_other_way_round_added_is_removed(before: Side, after: Side) -> None:
    there, back = compared(before, after), compared(after, before)
    assert ids([each.note for each in there.added]) == ids([each.note for each in back.removed])
    assert ids([each.note for each in there.removed]) == ids([each.note for each in back.added])
    assert {each.after.id for each in there.changed} == {each.after.id for each in back.changed}


@given(sides(), sides())
def test_what_is_lost_was_there(before: Side, after: Side) -> None:
    found = compared(before, after)
    everywhere, in_anki = found.lost()
    assert not everywhere & in_anki
    assert found.is_loss == bool(everywhere | in_anki)


TEXTS = st.one_of(
    st.text(alphabet="ab .,-\n中文é̂", max_size=30), st.text(max_size=30), st.sampled_from(["a b c"])
)


@given(TEXTS, TEXTS)
def test_the_sides_of_a_comparison_make_the_texts(old: str, new: str) -> None:
    parts = stretches(old, new)
    assert "".join(part.old for part in parts) == old
    assert "".join(part.new for part in parts) == new
    assert all(part.old == part.new for part in parts if part.alike)
    signs = [part.alike for part in parts]
    assert all(one != other for one, other in pairwise(signs))


@given(TEXTS, TEXTS)
def test_likeness_is_a_share(old: str, new: str) -> None:
    assert 0 <= likeness(old, new) <= 1
    assert likeness(old, old) == 1
