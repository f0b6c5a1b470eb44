"""What a history comes to, as lines, plots and JSON."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from rich.text import Text

from cardsmith.day import days_after
from cardsmith.deck import Collection, question
from cardsmith.render import cells
from cardsmith.render.look import Look, wrapped
from cardsmith.render.phrases import counted
from cardsmith.stats import (
    KINDS,
    MATURE,
    RATINGS,
    DeckLine,
    Hard,
    Period,
    Share,
    Standing,
    Stats,
    Work,
)
from cardsmith.visible import visible

VERSION = 1  # of the shape of `--json`
_TITLES = tuple(rating.capitalize() for rating in RATINGS)
_YEAR = 53  # weeks of the calendar, at most
_LEAST_WEEKS = 4
_SPOKEN_WEEKS = 13
_LONGEST_STACK = 64  # cells of the bar of all cards
_SHORT_NAME, _SHORTEST_NAME = 20, 8  # cells of a name, before columns give way, and at least
_SHORTEST_QUESTION = 16
_SHADES = {True: "·░▒▓█", False: ".-+*#"}  # of the calendar: nothing, then more and more
_LEVELS = 4
_USUAL = 0.9  # of the days have no more answers than this one; the busiest ones set no scale
_MINUTE = 60_000
_WEEK = 7
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_SHORTEST_BAR, _LONGEST_BAR = 3, 24  # cells
_GAP = 2  # cells between two weeks


def load_plot(load: Mapping[date, int], today: date, look: Look, days: int = 14) -> list[Text]:
    """How many cards are due on each of the coming days, today first: a bar for each.

    The days of a week stand below each other and the weeks side by side, each beginning on the same
    day of the week as today; in a narrow window all days stand below each other. Where lines are
    read out, each day with cards is a line of words.

    Args:
        load: how many cards are due on each day; those of past days wait for today.
        today: the study day.
        look: the window.
        days: how many to show.
    """
    coming = [days_after(today, number) for number in range(max(1, days))]
    counts = [load.get(day, 0) for day in coming]
    counts[0] += sum(count for day, count in load.items() if day < today)
    if not any(counts):
        words = f"Nothing is due in the next {counted(len(coming), 'day')}."
        return wrapped(Text(words, "dim"), look)
    if look.plain:
        return _load_in_words(coming, counts, look)
    digits = max(len(f"{count:,}") for count in counts)
    weeks = -(-len(coming) // _WEEK)
    heads = ["from today", *(f"from {_short(day)}" for day in coming[_WEEK::_WEEK])]
    label = len("Mon ")
    room = (look.width - label + _GAP) // weeks - _GAP
    if room < max(digits + 1 + _SHORTEST_BAR, *map(len, heads)):
        weeks, heads, room = 1, [], look.width - label
    bars = min(_LONGEST_BAR, room - digits - 1)
    room = max(digits + 1 + bars, *map(len, heads), 0)
    most = max(counts)
    lines = [_in_columns(" " * label, [Text(head, "dim") for head in heads], room)] * bool(heads)
    high = min(_WEEK, len(coming)) if weeks > 1 else len(coming)
    for row in range(high):
        parts = []
        for number in range(row, len(coming), high):
            figure = Text(f"{counts[number]:>{digits},}", "" if counts[number] else "dim")
            if bars >= _SHORTEST_BAR:
                figure.append(" ").append_text(bar(counts[number], most, bars, look))
            parts.append(figure)
        lines.append(_in_columns(f"{coming[row]:%a} ", parts, room))
    return lines


def _load_in_words(coming: Sequence[date], counts: Sequence[int], look: Look) -> list[Text]:
    today = coming[0]
    told = [
        f"{_spoken(day, today)}: {counted(count, 'card')}"
        for day, count in zip(coming, counts, strict=True)
        if count
    ]
    others = len(counts) - len(told)
    if others:
        told.append(f"none on {'the other day' if others == 1 else f'the other {others} days'}")
    return [line for each in told for line in wrapped(Text(each), look)]


def _spoken(day: date, today: date) -> str:
    """`today`, `tomorrow`, `Wednesday 2 December`."""
    near = {0: "today", 1: "tomorrow"}
    return near.get((day - today).days, f"{day:%A} {day.day} {day:%B}")


def bar(count: int, most: int, room: int, look: Look) -> Text:
    """A bar for a number, of which the highest takes all the room; one above 0 is always seen."""
    if not count or not most:
        return Text()
    if not look.unicode:
        return Text("#" * max(1, count * room // most), "cyan")
    full, rest = divmod(max(1, count * room * 8 // most), 8)
    return Text("█" * full + _EIGHTHS[rest].strip(), "cyan")


def _in_columns(label: str, parts: list[Text], room: int) -> Text:
    """Texts side by side behind a label, each in so many cells."""
    line = Text(label)
    for number, part in enumerate(parts):
        line.append_text(part)
        if number < len(parts) - 1:
            line.append(" " * (room + _GAP - len(part)))
    line.rstrip()
    return line


def _short(day: date) -> str:
    return f"{day.day} {day:%b}"


# The whole page


def stats_lines(told: Stats, look: Look) -> list[Text]:
    """All that there is to tell, part by part."""
    if not told.standing.cards and not told.ever.answers:
        return [Text("There are no cards to tell of.")]
    parts = [_cards(told, look)]
    if told.ever.answers:
        parts += [
            _work(told.periods, look),
            _mix(told.ever, look),
            _calendar(told, look),
        ]
    if told.load:
        parts.append([_head("Coming reviews"), *load_plot(told.load, told.today, look)])
    if len(told.decks) > 1:
        parts.append(_decks(told.decks, look))
    if told.hardest:
        parts.append(_hardest(told.hardest, look))
    lines = [line for part in parts for line in (Text(), *part)]
    return lines[1:]


def _head(title: str) -> Text:
    return Text(title, "bold")


def _calendar(told: Stats, look: Look) -> list[Text]:
    if look.plain:
        return [_head("Answers by week"), *_weeks_in_words(told.days, told.today, look)]
    return [_head("Answers a day"), *calendar(told.days, told.today, look)]


def _cards(told: Stats, look: Look) -> list[Text]:
    """Where the cards stand, as a bar and in figures, and what is known of them."""
    standing = told.standing
    lines = [_head(counted(standing.cards, "card"))]
    bar_ = _stacked(standing, look)
    lines += [bar_] * bool(bar_ and not look.plain)
    figures = Text("   ").join(
        Text.assemble((mark, style), f"{mark and ' '}{name} {count:,}")
        for name, count, mark, style in _places(standing, look)
        if count or name in {"new", "young", "mature"}
    )
    lines += _flowing(figures, look)
    lines += [line for sentence in _sentences(told) for line in wrapped(Text(sentence), look)]
    return lines


def _places(standing: Standing, look: Look) -> list[tuple[str, int, str, str]]:
    """Each place where cards stand: its name, how many do, its mark in the bar, its style."""
    full, half, light = ("█", "▓", "░") if look.unicode else ("#", "+", ".")
    if look.plain:
        full = half = light = ""
    return [
        ("mature", standing.mature, full, "cyan"),
        ("young", standing.young, half, "cyan"),
        ("new", standing.new, light, "dim"),
        ("suspended", standing.suspended, "", ""),
        ("buried today", standing.buried, "", ""),
    ]


def _stacked(standing: Standing, look: Look) -> Text:
    """A bar of mature, young and new cards: each that there are is seen."""
    room = min(_LONGEST_STACK, look.width)
    places = [place for place in _places(standing, look) if place[1] and place[2]]
    total = sum(count for _, count, _, _ in places)
    line, before, drawn = Text(), 0, 0
    for left, (_, count, mark, style) in zip(range(len(places) - 1, -1, -1), places, strict=True):
        before += count
        end = min(max(drawn + 1, round(before * room / total)), room - left)
        line.append(mark * (end - drawn), style)
        drawn = end
    return line


def _flowing(text: Text, look: Look) -> list[Text]:
    """Figures with wide gaps, broken between them where the window is narrow."""
    lines: list[Text] = []
    for part in text.split("   "):
        if lines and cells.width(lines[-1].plain) + 3 + cells.width(part.plain) <= look.width:
            lines[-1].append("   ").append_text(part)
        else:
            lines.append(part)
    return lines


def _sentences(told: Stats) -> Iterator[str]:
    met, known = told.knowledge
    share = told.knowledge.value
    if met == 1:
        yield f"The one card met so far is known today with a chance of {_percent(share)}."
    elif met:
        some = f"about {known:,.0f} are known today ({_percent(share)})"
        yield f"Of the {met:,} cards met so far, {some}."
    if told.standing.leeches:
        verb = "is a leech" if told.standing.leeches == 1 else "are leeches"
        yield f"{counted(told.standing.leeches, 'card')} {verb}, forgotten again and again."
    if not told.ever.answers:
        yield "Nothing was answered yet."
    elif told.streak.now:
        longest = f"; the longest was {told.streak.longest:,}"
        more = longest if told.streak.longest > told.streak.now else ""
        yield f"Streak: {counted(told.streak.now, 'day')}{more}."
    elif told.streak.longest:
        yield f"The longest streak was {counted(told.streak.longest, 'day')}."


def _work(periods: Sequence[Period], look: Look) -> list[Text]:
    """What was done, and how much of it was right, a row for each period."""
    rows = [(_name(period), _work_cells(period)) for period in periods]
    spare = ("days", "drill", "new", "reviews", "young", "mature", "min")
    words = (
        "young, mature: how many reviews were right, of cards with an interval below "
        f"{MATURE} days, and of all others."
    )
    return [_head("Work"), *_table(rows, look, spare), *_dim(wrapped(Text(words), look))]


def _name(period: Period) -> str:
    return {1: "today", None: "ever"}.get(period.days, f"{period.days} days")


def _work_cells(period: Period) -> dict[str, str]:
    work = period.work
    return {
        "answers": f"{work.answers:,}",
        "new": f"{work.new:,}",
        "reviews": f"{work.reviews:,}",
        "drill": f"{work.drill:,}",
        "days": f"{period.studied:,}",
        "min": _minutes(work.ms),
        "young": _percent(work.young.value),
        "mature": _percent(work.mature.value),
    }


def _mix(work: Work, look: Look) -> list[Text]:
    """How often each rating was given, by the kind of answer."""
    rows = []
    for kind, ratings in zip(KINDS, work.ratings, strict=True):
        shares = [_percent(Share(count, sum(ratings)).value) for count in ratings]
        if any(ratings):
            rows.append((kind, dict(zip(_TITLES, shares, strict=True))))
    return [_head("Answers so far"), *_table(rows, look, ("Easy", "Hard"))]


def _decks(decks: Sequence[DeckLine], look: Look) -> list[Text]:
    """A line for each deck."""
    rows = []
    for deck in decks:
        standing = deck.standing
        figures = {
            "cards": f"{standing.cards:,}",
            "new": f"{standing.new:,}",
            "young": f"{standing.young:,}",
            "mature": f"{standing.mature:,}",
            "due": f"{deck.due:,}",
            "known": _percent(deck.knowledge.value),
        }
        rows.append((_on_a_line(deck.name), figures))
    return [_head("Decks"), *_table(rows, look, ("young", "mature", "new", "known", "cards"))]


def _table(
    rows: Sequence[tuple[str, Mapping[str, str]]], look: Look, spare: Sequence[str]
) -> list[Text]:
    """A table: names to the left, figures to the right of their columns.

    Where the window is narrow, names are cut to what still names them, and then columns are left
    out. Where lines are read out, each figure stands with its title, and nothing is left out.

    Args:
        rows: each with its name, and its figures by the title of their column.
        look: the window.
        spare: the columns that can be left out, in the order in which they are.
    """
    if look.plain:
        return [line for name, row in rows for line in wrapped(_row_in_words(name, row), look)]
    titles = list(rows[0][1])
    longest = max(cells.width(name) for name, _ in rows)
    sizes = {title: max(len(title), *(len(row[title]) for _, row in rows)) for title in titles}
    for title in spare:
        if min(longest, _SHORT_NAME) + sum(2 + sizes[each] for each in titles) > look.width:
            titles.remove(title)
    room = max(_SHORTEST_NAME, look.width - sum(2 + sizes[each] for each in titles))
    names = [_shortened(name, room, look) for name, _ in rows]
    label = max(map(cells.width, names))

    def line(name: str, figures: Mapping[str, str], style: str = "") -> Text:
        padded = name + " " * (label - cells.width(name))
        return Text(padded + "".join(f"  {figures[each]:>{sizes[each]}}" for each in titles), style)

    heads = line("", {title: title for title in titles}, "dim")
    return [heads, *(line(name, row) for name, (_, row) in zip(names, rows, strict=True))]


def _row_in_words(name: str, row: Mapping[str, str]) -> Text:
    figures = (f"{title} {'none' if figure == '-' else figure}" for title, figure in row.items())
    return Text(f"{name}: {', '.join(figures)}")


def _shortened(name: str, room: int, look: Look) -> str:
    if cells.width(name) > room:
        name = name.rpartition("::")[2]
    return _cut(name, room, look)


def _cut(text: str, room: int, look: Look) -> str:
    if cells.width(text) <= room:
        return text
    dots = "…" if look.unicode else "..."
    return f"{text[: cells.cuts(text, max(1, room - len(dots)))[0]].rstrip()}{dots}"


def _hardest(hardest: Sequence[Hard], look: Look) -> list[Text]:
    """The cards with most lapses: how many, the id, and below it the question."""
    digits = max(len(f"{hard.lapses:,}") for hard in hardest)
    lines = [_head("Hardest cards, by how often they were forgotten")]
    lines = wrapped(lines[0], look)
    for hard in hardest:
        lapses = f"{hard.lapses:>{digits},}  "
        name = visible(hard.card.id)
        room = look.width - len(lapses) - cells.width(name) - 2
        line = Text(lapses + name)
        if room >= _SHORTEST_QUESTION:
            line.append(f"  {_cut(_on_a_line(question(hard.card)), room, look)}", "dim")
        lines += wrapped(line, look, len(lapses))
    return lines


def _on_a_line(text: str) -> str:
    return " ".join(visible(text).split())


def _dim(lines: list[Text]) -> list[Text]:
    for line in lines:
        line.stylize("dim")
    return lines


def _percent(value: float | None) -> str:
    """A share in whole percents, `-` for none; 0 and 100 are said of none and all alone."""
    if value is None:
        return "-"
    if 0 < value < 1:
        value = min(max(value, 0.01), 0.99)
    return f"{100 * value:.0f} %"


def _minutes(ms: int) -> str:
    return "<1" if 0 < ms < _MINUTE // 2 else f"{(ms + _MINUTE // 2) // _MINUTE:,}"


# The calendar


def calendar(days: Mapping[date, Work], today: date, look: Look) -> list[Text]:
    """The answers of each day of the past weeks: a column a week, Monday on top.

    As many weeks are shown as have room, up to a year, and no more than there were.
    """
    counts = {day: work.answers for day, work in days.items() if day <= today}
    label = len("Mon ")
    last = days_after(today, -today.weekday())  # the Monday of this week
    weeks = _weeks(min(counts, default=today), last, look.width - label)
    step = 2 if label + 2 * weeks <= look.width else 1
    first = days_after(last, -_WEEK * (weeks - 1))
    mondays = [days_after(first, _WEEK * week) for week in range(weeks)]
    shown = [count for day, count in counts.items() if day >= first]
    size = _size(shown)
    lines = [Text(" " * label + _months(mondays, step, look.width - label), "dim")]
    for weekday in range(_WEEK):
        line = Text(f"{days_after(first, weekday):%a} ")
        for monday in mondays:
            day = days_after(monday, weekday)
            mark, style = _shade(counts.get(day, 0), size, look) if day <= today else ("", "")
            line.append(mark.ljust(step), style)
        line.rstrip()
        lines.append(line)
    return [*lines, *_flowing(_legend(max(shown, default=0), size, look), look)]


def _weeks_in_words(days: Mapping[date, Work], today: date, look: Look) -> list[Text]:
    """How much was done in each of the past weeks, the latest first."""
    last = days_after(today, -today.weekday())
    lines = []
    for week in range(_SPOKEN_WEEKS):
        monday = days_after(last, -_WEEK * week)
        some = [days_after(monday, weekday) for weekday in range(_WEEK)]
        answers = [days[day].answers for day in some if day in days and day <= today]
        if answers:
            name = "this week" if not week else f"week of {monday.day} {monday:%B}"
            figures = f"{counted(sum(answers), 'answer')} on {counted(len(answers), 'day')}"
            lines += wrapped(Text(f"{name}: {figures}"), look)
    return lines or wrapped(Text(f"None in the last {_SPOKEN_WEEKS} weeks."), look)


def _weeks(first: date, last: date, room: int) -> int:
    """How many weeks are shown: since the first one, if there is room."""
    passed = (last - days_after(first, -first.weekday())).days // _WEEK + 1
    return max(1, min(max(passed, _LEAST_WEEKS), _YEAR, room))


def _size(counts: Sequence[int]) -> int:
    """How many answers a shade stands for, so that one odd day does not make all others pale."""
    ordered = sorted(counts)
    usual = ordered[min(len(ordered) - 1, int(_USUAL * len(ordered)))] if ordered else 0
    return max(1, -(-usual // _LEVELS))


def _shade(count: int, size: int, look: Look) -> tuple[str, str]:
    level = min(_LEVELS, -(-count // size))
    return _SHADES[look.unicode][level], "cyan" if level else "dim"


def _legend(most: int, size: int, look: Look) -> Text:
    """What each shade that occurs stands for."""
    parts = []
    for level in range(1, _LEVELS + 1):
        low, high = (level - 1) * size + 1, level * size
        if low > most:
            break
        span = f"{low:,}" if size == 1 else f"{low:,}-{high:,}"
        if level == _LEVELS and most > high:
            span = f"{low:,} or more"
        parts.append(Text.assemble(_shade(low, size, look), f" {span}"))
    return Text("   ").join(parts)


def _months(mondays: Sequence[date], step: int, room: int) -> str:
    """The names of months above the first week that begins in each, where they fit."""
    line = ""
    for week, monday in enumerate(mondays):
        is_first = monday.day <= (_WEEK if week else 2 * _WEEK)
        name = f"{monday:%b}"
        if is_first and len(line) <= step * week <= room - len(name):
            line = f"{line:<{step * week}}{name} "
    return line.rstrip()


# JSON


def stats_json(told: Stats, collection: Collection) -> dict[str, object]:
    """The documented shape of `cardsmith stats --json`."""
    return {
        "version": VERSION,
        "collection": visible(collection.name),
        "id": collection.id,
        "day": told.today.isoformat(),
        "cards": _standing_json(told.standing),
        **_knowledge_json(told.knowledge.met, told.knowledge.known),
        "streak": told.streak.now,
        "longest_streak": told.streak.longest,
        "periods": [
            {"days": period.days, "studied": period.studied, **_work_json(period.work)}
            for period in told.periods
        ],
        "ratings": {
            kind: dict(zip(RATINGS, ratings, strict=True))
            for kind, ratings in zip(KINDS, told.ever.ratings, strict=True)
        },
        "days": [{"day": day.isoformat(), **_work_json(work)} for day, work in told.days.items()],
        "load": {day.isoformat(): count for day, count in told.load.items()},
        "decks": [
            {
                "deck": visible(deck.name),
                **_standing_json(deck.standing),
                "due": deck.due,
                **_knowledge_json(deck.knowledge.met, deck.knowledge.known),
            }
            for deck in told.decks
        ],
        "hardest": [
            {"card": visible(hard.card.id), "lapses": hard.lapses, "answers": hard.answers}
            for hard in told.hardest
        ],
    }


def _standing_json(standing: Standing) -> dict[str, int]:
    return {"all": standing.cards, **standing._asdict()}


def _knowledge_json(met: int, known: float) -> dict[str, object]:
    return {"met": met, "known": round(known, 6)}


def _work_json(work: Work) -> dict[str, object]:
    return {
        "answers": work.answers,
        "new": work.new,
        "reviews": work.reviews,
        "drill": work.drill,
        "minutes": round(work.ms / _MINUTE, 6),
        "retention": _share_json(work.retention),
        "young": _share_json(work.young),
        "mature": _share_json(work.mature),
    }


def _share_json(share: Share) -> float | None:
    return None if share.value is None else round(share.value, 6)
