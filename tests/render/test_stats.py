"""Statistics as lines: screens as they read, and what holds of every window."""

from collections.abc import Mapping
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.deck import cards_of
from cardsmith.history import Event
from cardsmith.render.cells import width
from cardsmith.render.look import Look
from cardsmith.render.stats import bar, calendar, load_plot, stats_lines
from cardsmith.schedule.sm2 import SM2
from cardsmith.stats import Stats, stats
from logs import day, log
from notes import note

TODAY = date(2026, 11, 30)  # a Monday


def ahead(*counts: int) -> dict[date, int]:
    return {TODAY + timedelta(days=number): count for number, count in enumerate(counts)}


def shown(load: Mapping[date, int], columns: int, days: int = 14, *, unicode: bool = True) -> str:
    lines = load_plot(load, TODAY, Look(columns, unicode=unicode), days)
    return "\n".join(line.plain for line in lines)


LOAD = ahead(8, 5, 9, 1, 0, 2, 0, 8, 24, 0, 0, 0, 3, 1, 99)


def test_the_coming_days_stand_by_weeks() -> None:
    assert (
        shown({**LOAD, date(2026, 11, 2): 4}, 40)
        == """\
    from today         from 7 Dec
Mon 12 ███████          8 ████▋
Tue  5 ██▉             24 ██████████████
Wed  9 █████▎           0
Thu  1 ▌                0
Fri  0                  0
Sat  2 █▏               3 █▊
Sun  0                  1 ▌"""
    )


def test_without_unicode() -> None:
    assert (
        shown(LOAD, 80, unicode=False)
        == """\
    from today                   from 7 Dec
Mon  8 ########                   8 ########
Tue  5 #####                     24 ########################
Wed  9 #########                  0
Thu  1 #                          0
Fri  0                            0
Sat  2 ##                         3 ###
Sun  0                            1 #"""
    )


def test_in_a_narrow_window_the_days_stand_below_each_other() -> None:
    assert (
        shown(LOAD, 20, 3)
        == "    from today\nMon 8 ████████████▍\nTue 5 ███████▊\nWed 9 ██████████████"
    )
    assert shown(LOAD, 20).splitlines()[7:10] == ["Mon  8 ████▎", "Tue 24 █████████████", "Wed  0"]
    assert shown(LOAD, 6, 2) == "Mon 8\nTue 5"


def test_a_load_of_nothing_is_a_sentence() -> None:
    assert shown({}, 80) == "Nothing is due in the next 14 days."
    assert shown(ahead(*[0] * 14, 5), 80, 1) == "Nothing is due in the next 1 day."


def test_read_out_each_day_with_cards_is_a_line() -> None:
    lines = load_plot(LOAD, TODAY, Look(80, plain=True))
    assert [line.plain for line in lines][:3] == [
        "today: 8 cards",
        "tomorrow: 5 cards",
        "Wednesday 2 December: 9 cards",
    ]
    assert [line.plain for line in lines][-2:] == [
        "Sunday 13 December: 1 card",
        "none on the other 5 days",
    ]
    assert len(load_plot(LOAD, TODAY, Look(80, plain=True), 2)) == 2


_loads = st.dictionaries(
    st.integers(-9, 40).map(lambda days: TODAY + timedelta(days=days)), st.integers(0, 3000)
)
_windows = st.builds(Look, st.integers(20, 100), unicode=st.booleans(), plain=st.booleans())
_looks = _windows.map(lambda look: look._replace(plain=False))


@given(_loads, st.integers(1, 31), _looks)
def test_every_day_is_there_and_fits(load: dict[date, int], days: int, look: Look) -> None:
    lines = [line.plain for line in load_plot(load, TODAY, look, days)]
    assert all(width(line) <= look.width for line in lines)
    last = TODAY + timedelta(days=days)
    total = sum(count for on, count in load.items() if on < last)
    text = "\n".join(lines).partition("\n")[2] if "from today" in lines[0] else "\n".join(lines)
    numbers = [int(word.replace(",", "")) for word in text.split() if word[0].isdigit()]
    assert sum(numbers) == total if total else "Nothing is due" in text.replace("\n", " ")
    assert look.unicode or text.isascii()


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 60), _looks)
def test_a_bar_is_never_longer_than_its_room_nor_unseen(
    count: int, most: int, room: int, look: Look
) -> None:
    drawn = bar(min(count, most), most, room, look).plain
    assert len(drawn) <= room
    assert bool(drawn) == bool(count)
    assert count < most or drawn == ("█" if look.unicode else "#") * room


# The page

CARDS = [
    card
    for deck, names in {"Test::One": "abc", "Test::Two": "defg"}.items()
    for name in names
    for card in cards_of(note(name, deck=deck))
]
PAST = [
    *log("3@0:1 3@1:6 3@7:15 3@22:38", "a"),
    *log("1@0:1 3@0 1@1:1 3@1 3@2:6 1@8:1 3@8 3@9:6 2@15:13", "b"),
    *log("3@14:1 4@15:6 3@21:16", "c"),
    *log("3@14:1 1@15:1 2@15 3@15 3@16:6 1@22:1 3@22", "d"),
    *log("3@22:1 suspend@22", "e"),
]


def told(events: list[Event], today: int) -> Stats:
    return stats(CARDS, events, day(today), SM2(), leech=2)


def page(found: Stats, columns: int, *, unicode: bool = True) -> str:
    lines = stats_lines(found, Look(columns, unicode=unicode))
    return "\n".join(line.plain.rstrip() for line in lines)


def test_the_page() -> None:
    assert (
        page(told(PAST, 22), 80)
        == """\
7 cards
███████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░░░░░░░░░░░░
█ mature 1   ▓ young 3   ░ new 2   suspended 1
Of the 5 cards met so far, about 5 are known today (99 %).
1 card is a leech, forgotten again and again.
Streak: 23 days.

Work
          answers  new  reviews  drill  days  min  young  mature
today           4    1        2      1     1   <1   50 %       -
7 days          6    1        4      1     3   <1   75 %       -
30 days        24    5       13      6    11   <1   69 %       -
365 days       24    5       13      6    11   <1   69 %       -
ever           24    5       13      6    11   <1   69 %       -
young, mature: how many reviews were right, of cards with an interval below 21
days, and of all others.

Answers so far
       Again  Hard  Good  Easy
new     20 %   0 %  80 %   0 %
young   31 %   8 %  54 %   8 %
drill    0 %  17 %  83 %   0 %

Answers a day
      Jan
Mon · · · ·
Tue · · · ·
Wed · · · ·
Thu ▓ ░ ▒ ░
Fri ▓ ▒ █ █
Sat ░ ░ ░
Sun · · ·
░ 1   ▒ 2   ▓ 3   █ 4 or more

Coming reviews
    from today                  from 30 Jan
Fri 0                           0
Sat 1 ████████████████████████  0
Sun 0                           0
Mon 0                           0
Tue 0                           0
Wed 0                           0
Thu 1 ████████████████████████  0

Decks
           cards  new  young  mature  due  known
Test::One      3    0      2       1    0   98 %
Test::Two      4    2      1       0    0  100 %

Hardest cards, by how often they were forgotten
2  d  d?
1  b  b?"""
    )


def test_the_page_in_a_narrow_window_without_unicode() -> None:
    assert (
        page(told(PAST, 22), 40, unicode=False)
        == """\
7 cards
#######++++++++++++++++++++.............
# mature 1   + young 3   . new 2
suspended 1
Of the 5 cards met so far, about 5 are
known today (99 %).
1 card is a leech, forgotten again and
again.
Streak: 23 days.

Work
          answers  min  young  mature
today           4   <1   50 %       -
7 days          6   <1   75 %       -
30 days        24   <1   69 %       -
365 days       24   <1   69 %       -
ever           24   <1   69 %       -
young, mature: how many reviews were
right, of cards with an interval below
21 days, and of all others.

Answers so far
       Again  Hard  Good  Easy
new     20 %   0 %  80 %   0 %
young   31 %   8 %  54 %   8 %
drill    0 %  17 %  83 %   0 %

Answers a day
      Jan
Mon . . . .
Tue . . . .
Wed . . . .
Thu * - + -
Fri * + # #
Sat - - -
Sun . . .
- 1   + 2   * 3   # 4 or more

Coming reviews
    from today         from 30 Jan
Fri 0                  0
Sat 1 ###############  0
Sun 0                  0
Mon 0                  0
Tue 0                  0
Wed 0                  0
Thu 1 ###############  0

Decks
           cards  new  due  known
Test::One      3    0    0   98 %
Test::Two      4    2    0  100 %

Hardest cards, by how often they were
forgotten
2  d  d?
1  b  b?"""
    )


def test_the_page_read_out() -> None:
    lines = [line.plain for line in stats_lines(told(PAST, 22), Look(100, plain=True))]
    text = "\n".join(lines)
    assert text.isascii()
    assert lines[1] == "mature 1   young 3   new 2   suspended 1"
    for line in (
        "today: answers 4, new 1, reviews 2, drill 1, days 1, min <1, young 50 %, mature none",
        "young: Again 31 %, Hard 8 %, Good 54 %, Easy 8 %",
        "this week: 5 answers on 2 days",
        "week of 12 January: 8 answers on 3 days",
        "tomorrow: 1 card",
        "Test::Two: cards 4, new 2, young 1, mature 0, due 0, known 100 %",
    ):
        assert line in lines


def test_cards_but_no_answers() -> None:
    assert page(told([], 0), 40).partition("\n\n")[0].splitlines() == [
        "7 cards",
        "░" * 40,
        "█ mature 0   ▓ young 0   ░ new 7",
        "Nothing was answered yet.",
    ]


def test_no_cards() -> None:
    assert page(stats([], [], day(0), SM2()), 40) == "There are no cards to tell of."


def test_no_reviews_have_no_retention_and_failed_ones_have_none_right() -> None:
    [_, today, *_] = page(told(log("3@0:1", "a"), 0), 80).partition("Work\n")[2].splitlines()
    assert today.split() == ["today", "1", "1", "0", "0", "1", "<1", "-", "-"]
    failed = page(told(log("1@0:30 1@30:1 1@31:1", "a"), 31), 80)
    [_, today, week, *_] = failed.partition("Work\n")[2].splitlines()
    assert today.split()[-3:] == ["0", "%", "-"]
    assert week.split()[-4:] == ["0", "%", "0", "%"]


@pytest.mark.parametrize(("key", "other", "share"), [(3, 1, "99 %"), (1, 3, "1 %")])
def test_a_share_is_rounded_neither_to_none_nor_to_all(key: int, other: int, share: str) -> None:
    words = [f"3@0:1 {other}@1:1", *(f"{key}@{at}:1" for at in range(2, 300))]
    text = page(told(log(" ".join(words), "a"), 300), 80)
    [ever, *_] = text.partition("\never ")[2].splitlines()
    assert ever.endswith(f" {share}       -")


def test_the_calendar_goes_back_a_year_at_most_and_one_odd_day_pales_no_other() -> None:
    answers = [e for at in range(0, 900, 3) for e in log(f"3@{at}:1", f"x{at}")]
    crammed = [e for number in range(80) for e in log("3@897:1", f"y{number}")]
    lines = calendar(told([*answers, *crammed], 899).days, day(899), Look(80))
    rows = [line.plain for line in lines]
    assert {len(row) for row in rows[1:7]} <= {56, 57}
    assert rows[-1] == "░ 1   ▒ 2   ▓ 3   █ 4 or more"
    assert sum(row.count("█") for row in rows[1:8]) == 1


_stories = st.lists(
    st.tuples(st.sampled_from("abcdefg"), st.integers(0, 400), st.sampled_from(["1", "3", "4"])),
    max_size=12,
)


@given(_stories, st.integers(0, 420), _windows)
def test_every_page_fits_and_has_numbers(
    stories: list[tuple[str, int, str]], today: int, look: Look
) -> None:
    events = [
        event
        for number, (card, on, key) in enumerate(stories)
        for event in log(f"{key}@{on}", card, first=number + 1)
    ]
    text = "\n".join(line.plain for line in stats_lines(told(events, today), look))
    assert max(map(width, text.splitlines())) <= look.width
    assert "nan" not in text.lower()
    assert look.unicode or text.isascii()


def test_text_of_decks_drives_no_terminal() -> None:
    bad = note("bad", deck="Red \x1b[31m")
    cards = [*cards_of(bad), *cards_of(note("other"))]
    found = stats(cards, log("3@0:1 1@1:1", "bad"), day(1), SM2())
    text = page(found, 60)
    assert "\x1b" not in text
    assert "Red ␛[31m" in text


@pytest.mark.parametrize(("name", "drawn"), [("A::Long name of it", "Long name of it")])
def test_a_long_deck_name_gives_way_to_its_end(name: str, drawn: str) -> None:
    cards = [*cards_of(note("a", deck=name * 9)), *cards_of(note("b", deck="Other"))]
    decks = page(stats(cards, log("3@0:1", "a"), day(1), SM2()), 60).partition("Decks\n")[2]
    assert decks.splitlines()[1].startswith(f"{drawn}  ")
