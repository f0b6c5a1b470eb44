"""Decks of many notes of one wording, as people make them: no rule about English may speak.

Each deck is a table of facts and, for each row, notes of several kinds. The rows were chosen to
tempt: capitals named like their countries, cognates, phrases that ask, years, code that asks.
"""

from collections.abc import Iterator

import pytest

from cardsmith.lint import english
from decks import found

Row = tuple[str, ...]
FEWEST = 200


def table(text: str) -> list[Row]:
    """The rows of a table, one a line, with `|` between the cells."""
    lines = text.strip().splitlines()
    return [tuple(cell.strip() for cell in line.split("|")) for line in lines]


def block(text: str) -> str:
    return "|\n" + "".join(f"      {line}\n" for line in text.split("\n"))


def note(number: int, **fields: str) -> str:
    """A note whose texts are blocks; what begins with a bracket or a brace is YAML already."""
    lines = [f"  - id: n{number}\n"]
    for name, text in fields.items():
        if text.startswith(("[", "{")) and name != "cloze":
            lines.append(f"    {name}: {text}\n")
        elif name in {"typed", "answer", "reverse"}:
            lines.append(f"    {name}: {quoted(text)}\n")
        else:
            lines.append(f"    {name}: {block(text)}")
    return "".join(lines)


def quoted(text: str) -> str:
    return text if text == "true" else "'" + text.replace("'", "''") + "'"


def choices(right: str, column: list[str], number: int) -> str:
    """The right answer among three others of about its length, at a place that tells nothing."""
    others = [each for each in dict.fromkeys(column) if each != right]
    picked = sorted(others, key=lambda other: abs(len(other) - len(right)))[:3]
    picked.insert(number % 4, right)
    return "[" + ", ".join(quoted(each) for each in picked) + "]"


def steps(items: list[str]) -> str:
    return "{" + ", ".join(f"s{n}: {quoted(item)}" for n, item in enumerate(items)) + "}"


def column(rows: list[Row], index: int) -> list[str]:
    return [row[index] for row in rows]


def in_runs(items: list[str], size: int) -> list[list[str]]:
    return [items[at : at + size] for at in range(0, len(items) - size + 1, size)]


COUNTRIES = table("""
Afghanistan | Kabul | Asia
Algeria | Algiers | Africa
Andorra | Andorra la Vella | Europe
Antigua and Barbuda | St. John's | North America
Argentina | Buenos Aires | South America
Bosnia and Herzegovina | Sarajevo | Europe
Brazil | Brasília | South America
Central African Republic | Bangui | Africa
Côte d'Ivoire | Yamoussoukro | Africa
Djibouti | Djibouti | Africa
Dominican Republic | Santo Domingo | North America
El Salvador | San Salvador | North America
Equatorial Guinea | Ciudad de la Paz | Africa
Ethiopia | Addis Ababa | Africa
France | Paris | Europe
Guatemala | Guatemala City | North America
Guinea-Bissau | Bissau | Africa
Iceland | Reykjavík | Europe
India | New Delhi | Asia
Jamaica | Kingston | North America
Kuwait | Kuwait City | Asia
Luxembourg | Luxembourg | Europe
Mexico | Mexico City | North America
Monaco | Monaco | Europe
Myanmar | Naypyidaw | Asia
New Zealand | Wellington | Oceania
Niger | Niamey | Africa
Nigeria | Abuja | Africa
North Korea | Pyongyang | Asia
Norway | Oslo | Europe
Panama | Panama City | North America
Papua New Guinea | Port Moresby | Oceania
Saint Kitts and Nevis | Basseterre | North America
San Marino | San Marino | Europe
São Tomé and Príncipe | São Tomé | Africa
Serbia | Belgrade | Europe
Singapore | Singapore | Asia
South Africa | Pretoria, Cape Town and Bloemfontein | Africa
South Korea | Seoul | Asia
Sri Lanka | Sri Jayawardenepura Kotte | Asia
Switzerland | Bern | Europe
Timor-Leste | Dili | Asia
Trinidad and Tobago | Port of Spain | North America
Tunisia | Tunis | Africa
United States of America | Washington, D.C. | North America
Vatican City | Vatican City | Europe
""")


def geography() -> Iterator[dict[str, str]]:
    capitals = column(COUNTRIES, 1)
    for number, (country, capital, continent) in enumerate(COUNTRIES):
        yield {"front": country, "back": capital, "reverse": "true", "extra": f"In {continent}."}
        yield {"front": f"What is the capital of {country}?", "back": capital}
        yield {"front": f"Of which country is {capital} the capital?", "typed": country}
        yield {"cloze": f"{{{{c1::{capital}}}}} is the capital of {{{{c2::{country}}}}}."}
        yield {
            "front": f"Which city is the capital of {country}?",
            "choices": choices(capital, capitals, number),
            "answer": capital,
        }
        yield {"front": f"{country}: which continent?", "back": continent}
        yield {"front": f"![A flag](flag-{number}.svg)", "back": country, "reverse": "true"}
        yield {
            "front": f"Which country does this flag belong to?\n\n![A flag](flag-{number}.svg)",
            "typed": country,
        }
    for run in in_runs(capitals, 4):
        front = f"From {run[0]}, what are the next stops of the tour to {run[-1]}, in order?"
        yield {"front": front, "steps": steps(run)}


WORDS = table("""
der Tisch | the table
das Hotel | hotel
das Restaurant | restaurant
die Hand | hand
der Winter | winter
der Name | name
der Arm | arm
blind | blind
warm | warm
wild | wild
ja | yes
nein | no
wahr | true
falsch | false; wrong
vielleicht | perhaps, maybe
sein | to be
haben | to have
gehen | to go, to walk
singen | to sing
setzen, setzte, gesetzt | to put, put, put
es | it
dies | this
sie | she; they
wer | who
was | what
wann | when
warum | why
und | and
oder | or
nicht | not
Wie geht es dir? | How are you?
Was ist das? | What is it?
Wo ist das? | Where is it?
Wann hat es angefangen? | When did it start?
Wem gehört es? | Who does it belong to?
Sprechen Sie Englisch? | Do you speak English?
Ist es weit? | Is it far?
Regnet es? | Is it raining?
Wie spät ist es? | What time is it?
Was kostet das? | How much does it cost?
Kommst du mit, oder bleibst du da? | Are you coming along, or are you staying?
Wer bist du? Woher kommst du? | Who are you? Where do you come from?
Nein, danke. | No, thank you.
Ja, bitte. | Yes, please.
Es regnet. | It is raining.
""")
SENTENCES = table("""
Ich {{c1::gehe::gehen}} heute nach Hause. | I am going home today.
Das {{c1::ist::sein}} mein Hotel. | This is my hotel.
Sie {{c1::haben::haben}} keine Zeit. | They have no time.
He {{c1::goes::go}} to school every day. | er geht
They {{c1::put::put}} it on the table yesterday. | sie stellten es
It {{c1::is::be}} not raining any more. | es regnet nicht mehr
This {{c1::was::be}} the best day of all. | das war
Are you {{c1::coming::come}} along tonight? | kommst du
""")


def vocabulary() -> Iterator[dict[str, str]]:
    glosses = column(WORDS, 1)
    for number, (german, gloss) in enumerate(WORDS):
        yield {"front": german, "back": gloss, "reverse": "true"}
        yield {"front": gloss, "back": german}
        yield {"front": f"What is the German for “{gloss}”?", "typed": german}
        yield {"front": f"What does *{german}* mean?", "back": gloss}
        yield {
            "front": f"What does “{german}” mean?",
            "choices": choices(gloss, glosses, number),
            "answer": gloss,
        }
    for sentence, meaning in SENTENCES:
        yield {"cloze": sentence, "extra": meaning}
    for verb, forms in (("gehen", "gehen ging gegangen"), ("sein", "sein war gewesen")):
        yield {"front": f"What are the parts of *{verb}*, in order?", "steps": steps(forms.split())}


ELEMENTS = table("""
Hydrogen | H | 1 | reactive nonmetal
Helium | He | 2 | noble gas
Lithium | Li | 3 | alkali metal
Beryllium | Be | 4 | alkaline earth metal
Boron | B | 5 | metalloid
Carbon | C | 6 | reactive nonmetal
Nitrogen | N | 7 | reactive nonmetal
Oxygen | O | 8 | reactive nonmetal
Fluorine | F | 9 | halogen
Neon | Ne | 10 | noble gas
Sodium | Na | 11 | alkali metal
Magnesium | Mg | 12 | alkaline earth metal
Aluminium | Al | 13 | post-transition metal
Silicon | Si | 14 | metalloid
Phosphorus | P | 15 | reactive nonmetal
Sulfur | S | 16 | reactive nonmetal
Chlorine | Cl | 17 | halogen
Argon | Ar | 18 | noble gas
Potassium | K | 19 | alkali metal
Calcium | Ca | 20 | alkaline earth metal
Scandium | Sc | 21 | transition metal
Titanium | Ti | 22 | transition metal
Vanadium | V | 23 | transition metal
Chromium | Cr | 24 | transition metal
Manganese | Mn | 25 | transition metal
Iron | Fe | 26 | transition metal
Cobalt | Co | 27 | transition metal
Nickel | Ni | 28 | transition metal
Copper | Cu | 29 | transition metal
Zinc | Zn | 30 | transition metal
Arsenic | As | 33 | metalloid
Iodine | I | 53 | halogen
Tin | Sn | 50 | post-transition metal
Gold | Au | 79 | transition metal
Mercury | Hg | 80 | transition metal
Lead | Pb | 82 | post-transition metal
Astatine | At | 85 | halogen
Nobelium | No | 102 | actinide
""")


def chemistry() -> Iterator[dict[str, str]]:
    names = column(ELEMENTS, 0)
    for number, (name, symbol, count, group) in enumerate(ELEMENTS):
        yield {"front": name, "back": symbol, "reverse": "true"}
        yield {"front": f"Which element has the symbol {symbol}?", "typed": name}
        yield {"front": f"What is the symbol of {name.lower()}?", "back": symbol}
        yield {"front": f"What is the atomic number of {name.lower()}?", "typed": count}
        yield {"front": f"Which element has {count} protons in its nucleus?", "back": name}
        yield {"cloze": f"{{{{c1::{name}}}}} has the symbol {{{{c2::{symbol}}}}}."}
        yield {"cloze": f"The atomic number of {name.lower()} is {{{{c1::{count}}}}}."}
        yield {
            "front": f"Which element has the symbol {symbol} and the number {count}?",
            "choices": choices(name, names, number),
            "answer": name,
        }
        yield {"front": f"To which group of elements does {name.lower()} belong?", "back": group}
    for run in in_runs(names[:30], 5):
        front = f"Which elements come from {run[0]} to {run[-1]}, by atomic number?"
        yield {"front": front, "steps": steps(run)}


EVENTS = table("""
the Battle of Marathon | 490 BC | Athens | Persia
the Battle of Gaugamela | 331 BC | Alexander | Darius III
the Battle of Cannae | 216 BC | Hannibal | Rome
the Battle of Actium | 31 BC | Octavian | Antony and Cleopatra
the Battle of the Teutoburg Forest | 9 | Arminius | Varus
the Battle of Adrianople | 378 | the Goths | Valens
the Battle of Tours | 732 | Charles Martel | the Umayyads
the Battle of Lechfeld | 955 | Otto I | the Magyars
the Battle of Hastings | 1066 | William of Normandy | Harold Godwinson
the Battle of Manzikert | 1071 | the Seljuks | Byzantium
the Battle of Legnano | 1176 | the Lombard League | Frederick Barbarossa
the Battle of Hattin | 1187 | Saladin | Guy of Lusignan
the Battle of Bouvines | 1214 | Philip II | Otto IV
the Battle on the Ice | 1242 | Alexander Nevsky | the Teutonic Order
the Battle of Bannockburn | 1314 | Robert the Bruce | Edward II
the Battle of Crécy | 1346 | Edward III | Philip VI
the Battle of Grunwald | 1410 | Poland and Lithuania | the Teutonic Order
the Battle of Agincourt | 1415 | Henry V | France
the Battle of Bosworth Field | 1485 | Henry Tudor | Richard III
the Battle of Pavia | 1525 | Charles V | Francis I
the Battle of Mohács | 1526 | Suleiman the Magnificent | Louis II
the Battle of Lepanto | 1571 | the Holy League | the Ottomans
the Battle of White Mountain | 1620 | the Catholic League | Bohemia
the Battle of Rocroi | 1643 | Condé | Spain
the Battle of Naseby | 1645 | the New Model Army | Charles I
the Battle of the Boyne | 1690 | William III | James II
the Battle of Blenheim | 1704 | Marlborough and Eugene | Tallard
the Battle of Poltava | 1709 | Peter the Great | Charles XII
the Battle of Culloden | 1746 | Cumberland | Charles Edward Stuart
the Battle of Plassey | 1757 | Clive | Siraj ud-Daulah
the Battle of Valmy | 1792 | France | Prussia
the Battle of Trafalgar | 1805 | Nelson | Villeneuve
the Battle of Austerlitz | 1805 | Napoleon | Austria and Russia
the Battle of Jena | 1806 | Napoleon | Prussia
the Battle of Waterloo | 1815 | Wellington and Blücher | Napoleon
the Battle of Solferino | 1859 | France and Sardinia | Austria
the Battle of Gettysburg | 1863 | Meade | Lee
the Battle of Sedan | 1870 | Prussia | Napoleon III
the Battle of Tsushima | 1905 | Tōgō | Rozhestvensky
the Battle of Midway | 1942 | the United States | Japan
""")


def history() -> Iterator[dict[str, str]]:
    winners = column(EVENTS, 2)
    for number, (event, year, winner, loser) in enumerate(EVENTS):
        short = event.removeprefix("the ")
        yield {"front": f"{short} ({loser} lost)", "back": year, "reverse": "true"}
        yield {"front": f"In which year was {event} fought?", "typed": year}
        yield {"front": f"When was {event}?", "back": f"In {year}."}
        yield {"front": f"Who won {event}?", "back": winner}
        yield {"front": f"Who was beaten in {event}, by {winner}?", "back": loser}
        yield {"cloze": f"In {event}, {winner} beat {{{{c1::{loser}::whom}}}}."}
        yield {"cloze": f"{event[0].upper()}{event[1:]} was fought in {{{{c1::{year}}}}}."}
        yield {
            "front": f"{loser} lost {event}. Who won it?",
            "choices": choices(winner, winners, number),
            "answer": winner,
        }
    for run in in_runs(column(EVENTS, 0), 4):
        front = f"Which battles, from {run[0]} on, came one after the other?"
        yield {"front": front, "steps": steps(run)}


CALLS = table("""
str.strip | removes blanks from both ends | a string
str.split | cuts a string at a separator | a list of strings
str.join | puts a separator between strings | a string
str.replace | puts one text in place of another | a string
str.find | gives the first place of a text, -1 if there is none | an integer
str.index | gives the first place of a text, or raises an error | an integer
str.startswith | tells whether a string begins with a prefix | a boolean
str.isdigit | tells whether all characters are digits | a boolean
str.partition | cuts a string once, at the first separator | a tuple of three
str.casefold | folds capitals for comparing | a string
str.encode | turns a string into bytes | bytes
str.zfill | pads a number with zeros on the left | a string
list.append | adds one item at the end | None
list.extend | adds all items of an iterable | None
list.insert | puts an item before a place | None
list.remove | drops the first equal item | None
list.pop | drops the item at a place and gives it | the item
list.index | gives the place of the first equal item | an integer
list.count | tells how often an item is there | an integer
list.sort | orders the items in place | None
list.reverse | turns the order round in place | None
dict.get | looks up a key, with a default where it is not there | the value
dict.setdefault | looks up a key, and stores a default first if it is new | the value
dict.pop | drops a key | its value
dict.items | shows the keys with their values | a view
dict.update | takes over the keys of another mapping | None
set.add | puts an item into a set | None
set.discard | drops an item if it is there | None
set.union | gives what is in any of the sets | a set
set.issubset | tells whether all items are in another set | a boolean
any | tells whether one item at least is true | a boolean
all | tells whether no item is false | a boolean
sorted | gives the items in order | a list
enumerate | pairs items with their numbers | an iterator
zip | pairs the items of several iterables | an iterator
isinstance | tells whether an object is of a class | a boolean
not | turns a truth value round | a boolean
is | compares identities | a boolean
in | looks for an item | a boolean
yield | hands out a value and waits | what is sent
""")


def programming() -> Iterator[dict[str, str]]:
    does, gives = column(CALLS, 1), column(CALLS, 2)
    for number, (name, act, value) in enumerate(CALLS):
        yield {"front": f"`{name}`", "back": act, "reverse": "true"}
        yield {"front": f"What does `{name}` do?", "back": f"It {act}."}
        yield {"front": f"What does `{name}` return?", "back": value}
        yield {"front": f"In Python, which name stands for this: {act}?", "typed": name}
        yield {"cloze": f"In Python, `{{{{c1::{name}}}}}` is what {act}."}
        yield {
            "front": f"What does `{name}` do in Python?",
            "choices": choices(act, does, number),
            "answer": act,
        }
        yield {
            "front": f"Which value do you get from `{name}`?",
            "choices": choices(value, gives, number),
            "answer": value,
        }
        yield {"front": f"```python\nprint(x) if {name} else y  # what? why?\n```", "back": value}
    for truth in ("1 == 1.0", "'' in 'a'", "[] is []", "bool('False')", "not None", "0 == False"):
        yield {"front": f"`{truth}`", "back": "True" if truth != "[] is []" else "False"}
        yield {"front": f"What does `{truth}` give in Python?", "typed": "True"}
    order = ["__new__", "__init__", "__enter__", "__exit__"]
    for run in (order, order[:3], order[1:]):
        front = f"Which hooks run, from `{run[0]}` on, in a `with X():`, in order?"
        yield {"front": front, "steps": steps(run)}


MUSCLES = table("""
biceps brachii | musculocutaneous nerve | flexes the elbow | arm
triceps brachii | radial nerve | extends the elbow | arm
brachialis | musculocutaneous nerve | flexes the elbow in any position | arm
coracobrachialis | musculocutaneous nerve | draws the arm forward | arm
deltoid | axillary nerve | lifts the arm sideways | shoulder
teres minor | axillary nerve | turns the arm outwards | shoulder
teres major | lower subscapular nerve | turns the arm inwards | shoulder
supraspinatus | suprascapular nerve | begins to lift the arm | shoulder
infraspinatus | suprascapular nerve | turns the hanging arm outwards | shoulder
subscapularis | subscapular nerves | turns the hanging arm inwards | shoulder
serratus anterior | long thoracic nerve | pulls the shoulder blade forward | chest
pectoralis major | pectoral nerves | draws the arm to the chest | chest
trapezius | accessory nerve | lifts and turns the shoulder blade | back
latissimus dorsi | thoracodorsal nerve | pulls the arm down and back | back
rhomboid major | dorsal scapular nerve | pulls the shoulder blade to the spine | back
brachioradialis | radial nerve | flexes the elbow, thumb up | forearm
supinator | deep branch of the radial nerve | turns the palm up | forearm
pronator teres | median nerve | turns the palm down | forearm
flexor carpi radialis | median nerve | bends the wrist to the thumb's side | forearm
flexor carpi ulnaris | ulnar nerve | bends the wrist to the little finger's side | forearm
palmaris longus | median nerve | tightens the palm | forearm
extensor digitorum | posterior interosseous nerve | straightens the fingers | forearm
adductor pollicis | ulnar nerve | draws the thumb to the palm | hand
opponens pollicis | median nerve | sets the thumb against the fingers | hand
gluteus maximus | inferior gluteal nerve | extends the hip | hip
gluteus medius | superior gluteal nerve | holds the pelvis level | hip
piriformis | nerve to the piriformis | turns the thigh outwards | hip
psoas major | lumbar plexus | bends the hip | hip
rectus femoris | femoral nerve | straightens the knee and bends the hip | thigh
sartorius | femoral nerve | crosses the legs | thigh
gracilis | obturator nerve | draws the leg inwards | thigh
biceps femoris | sciatic nerve | bends the knee | thigh
semitendinosus | tibial division of the sciatic nerve | bends the knee and turns it in | thigh
gastrocnemius | tibial nerve | lifts the heel | leg
soleus | tibial nerve | lifts the heel with a bent knee | leg
tibialis anterior | deep fibular nerve | lifts the foot | leg
fibularis longus | superficial fibular nerve | turns the sole outwards | leg
diaphragm | phrenic nerve | draws in the breath | trunk
masseter | mandibular nerve | closes the jaw | head
orbicularis oris | facial nerve | purses the lips | head
""")


def anatomy() -> Iterator[dict[str, str]]:
    nerves = column(MUSCLES, 1)
    for number, (muscle, nerve, act, part) in enumerate(MUSCLES):
        yield {"front": muscle, "back": act, "reverse": "true"}
        yield {"front": f"Which nerve supplies the {muscle}?", "typed": nerve}
        yield {"front": f"What does the {muscle} do?", "back": f"It {act}."}
        yield {"front": f"In which part of the body is the {muscle}?", "back": f"in the {part}"}
        yield {"cloze": f"The {muscle} is supplied by the {{{{c1::{nerve}}}}}."}
        yield {"cloze": f"The {{{{c1::{muscle}::muscle of the {part}}}}} {act}."}
        yield {
            "front": f"Which nerve is cut if the {muscle} does not move?",
            "choices": choices(nerve, nerves, number),
            "answer": nerve,
        }
        yield {"front": f"A patient has a weak {muscle}. What is lost?", "back": f"What {act}."}
    for run in in_runs(column(MUSCLES, 0), 4):
        front = f"The surgeon goes from the {run[0]} to the {run[-1]}. Which muscles are passed?"
        yield {"front": front, "steps": steps(run)}


DECKS = {
    "geography": geography,
    "vocabulary": vocabulary,
    "chemistry": chemistry,
    "history": history,
    "programming": programming,
    "anatomy": anatomy,
}


@pytest.mark.parametrize("name", DECKS)
def test_no_rule_about_english_speaks(name: str) -> None:
    notes = [note(number, **fields) for number, fields in enumerate(DECKS[name]())]
    text = f"deck: {{name: {name.title()}}}\ncards:\n{''.join(notes)}"
    assert len(notes) >= FEWEST
    for mark in ("back:", "reverse:", "cloze:", "typed:", "choices:", "steps:"):
        assert mark in text
    media = [f"decks/flag-{number}.svg" for number in range(len(COUNTRIES))]
    codes = tuple(code.id for rule in english.RULES for code in rule.CODES)
    spoken = [each for each in found(text, media=media, language="en") if each.startswith(codes)]
    lines = text.split("\n")
    assert [f"{each}: {lines[int(each.split()[1].split(':')[0]) - 1]}" for each in spoken] == []
