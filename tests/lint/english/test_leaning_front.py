import pytest

from decks import found

DECK = "deck: {{name: '{}'}}\ncards:\n"


def leaning(front: str, rest: str = "back: x y z", deck: str = "Test") -> list[str]:
    text = "".join(f"    {line}\n" for line in front.split("\n"))
    cards = f"{DECK.format(deck)}- id: a\n  front: |\n{text}  {rest}\n"
    spoken = [each for each in found(cards, language="en") if each.startswith("W406")]
    return [
        each.removeprefix("W406 4:10 ").removesuffix(" leans on what is not there").strip("`")
        for each in spoken
    ]


@pytest.mark.parametrize(
    "front",
    [
        "What does it do?",
        "When was it founded?",
        "Why is it so important?",
        "Why does it come first?",
        "Who invented it?",
        "What causes this?",
        "How does it work?",
        "What is it?",
        "What is it called?",
        "What is it made of?",
        "In which year was it founded?",
        "Which language does it use?",
        "How many legs does it have left?",
        "To which family do they belong?",
        "When was he born?",
        "What did she discover?",
        "Where did he die?",
        "What are they used for?",
        "What is its capital?",
        "Who was his father?",
        "How does this work?",
        "Why is this important?",
        "What does this function return?",
        "What are these called?",
        "And why is it needed?",
        "What is that?",
        "Why doesn't it scale?",
        "What happened next?",
        "What happened after that?",
        "What does its name mean?",
    ],
)
def test_a_pronoun_with_nothing_before_it(front: str) -> None:
    assert leaning(front) == [front]


@pytest.mark.parametrize(
    ("front", "words"),
    [
        ("According to the text, who fired first?", "According to the text"),
        ("Why, according to the author, did Rome fall?", "according to the author"),
        ("What does the lesson say about order?", "does the lesson say"),
        ("What did the author claim about Rome?", "did the author claim"),
        ("Which three stages were named in the lecture?", "in the lecture"),
        ("As mentioned above, what is RL?", "As mentioned above"),
        ("As we saw earlier, what is RL?", "As we saw earlier"),
        ("What is the aforementioned law?", "aforementioned"),
        ("Which method was described earlier?", "described earlier"),
        ("What follows from the above?", "the above"),
        ("Which bone is shown in the picture?", "shown in the picture"),
        ("What is the angle in the figure?", "in the figure"),
        ("Which kings does this table list?", "this table"),
        ("Which of the following is a noble gas?", "of the following"),
        ("What do the following have in common?", "do the following"),
        ("Which of the following statements is true?", "of the following"),
        ("What was the answer on the previous card?", "answer on the previous card"),
        ("What does the author mean by freedom?", "does the author mean by"),
        ("Which three steps are mentioned in the video?", "mentioned in the video"),
        ("What is the main idea of the chapter?", "idea of the chapter"),
        ("As discussed in class, what is entropy?", "As discussed in class"),
        ("In this example, what is x?", "In this example, what is x?"),
        ("What does the function above return?", "the function above"),
        ("Which of these is correct?", "Which of these"),
        ("Which poem does the author mention in the lecture?", "does the author mention"),
    ],
)
def test_words_for_what_is_not_there(front: str, words: str) -> None:
    assert leaning(front) == [words]


@pytest.mark.parametrize(
    "front",
    [
        "How long does it take light to reach the earth?",
        "What is it called when a star collapses?",
        "Why is it that the sky is blue?",
        "Is it possible to divide by zero?",
        "Where does it rain most?",
        "How cold does it get at night?",
        "Why is it colder at the poles?",
        "How far is it to the moon?",
        "Why is it hard to factor a number?",
        "When is it safe to free memory?",
        "How is it decided whether a judge sits?",
        "What does it mean to be a citizen?",
        "What does it cost to insert into a heap?",
        "What is it like on Mars?",
        "What time is it in Tokyo at noon in London?",
        "What time is it?",
        "What language do they speak in Brazil?",
        "Why did it attack Poland?",
        "A queue is full. What does it do?",
        "A heap is a tree; how does it grow?",
        "When a tuple holds a list, what does it lack?",
        "What is a heap, and how does it grow?",
        "Which people call themselves Inuit, and what did they build?",
        "Before he became king, who was Henry IV?",
        "What are those who study birds called?",
        "What is this called: ↯?",
        "What does this print? `print(1)`",
        "What is this? ![a heart](heart.png)",
        "What does this do?\n\n```\nfor x in y:\n```",
        "Who said this? “I came, I saw, I conquered.”",
        "What is the third person of it in “it rains”?",
        "Which word does `this` refer to?",
        "According to the book of Genesis, what came first?",
        "According to the author of Walden, what is wealth?",
        'According to the book "Walden", what is wealth?',
        "According to the text that Moses wrote, what came first?",
        "Which planet has its axis in its orbit?",
        "Which king had his wife beheaded?",
        "Which number is its own square?",
        "What happened next to Rome after Nero died?",
        "Which gods are named in the book of Exodus?",
        'What is the theme of the article "On Denoting"?',
        "In Plato, what is the point of the text?",
        "Which saint is in the picture above the altar?",
        "What is the value of the function below zero?",
        "Which of these two rusts, iron or copper?",
        "Which of these, iron and copper, rusts?",
        "Iron and copper are metals. Which of these rusts?",
        "In this example of a limerick, what rhymes: ![a limerick](lim.png)",
        "Which command deletes the text under the cursor?",
        "Which element embeds a video?",
        "What does the alt text of a picture say?",
        "What does a map of the sky show?",
        "Which tag holds the rows of the table?",
        "Which layer lies above the mantle?",
        "From which side does light fall in, from above?",
        "Which key shows the previous card?",
        "What did Meno call the last question?",
        "In the Magna Carta, what does the text say about widows?",
        'In "Walden", what does the author claim?',
        "When do they bloom, the lilies?",
        "According to the text messaging protocol, how long is a message?",
        "What does this symbol ∑ mean?",
        "Which letter has this code? ·–",
        "What does it print with 65 and 66?",
        "Which of the following is larger, a or b?",
        "Which of the following is larger: a or b?",
        "Which of the following is true?\n- a\n- b",
        "In the following year, who became king?",
        "Who was king the year before?",
        "Which previous version had it?",
        "A ball falls ten metres. In the above case, how fast is it?",
        "What is shown in the picture of the Arnolfini wedding?",
        "In Seurat's picture, where are they?",
        "Which chapter of the Iliad lists the ships?",
        "this and that",
        "It is raining.",
        "its",
    ],
)
def test_nothing_is_leant_on(front: str) -> None:
    assert leaning(front) == []


def test_a_choice_shows_what_these_are() -> None:
    choices = "choices: [neon, tin]\n  answer: neon"
    assert leaning("Which of the following is a noble gas?", choices) == []
    assert leaning("Which of these is a noble gas?", choices) == []
    assert leaning("What is it made of?", choices) == ["What is it made of?"]


def test_a_sequence_hides_what_follows() -> None:
    steps = "steps: {a: one, b: two}"
    assert leaning("What is the order of the following?", steps) == ["of the following"]
    assert leaning("In which order are the planets?", steps) == []


def test_a_phrase_to_translate() -> None:
    assert leaning("What is it?", "back: Was ist das?") == []
    assert leaning("What is it?", "typed: Was ist das?") == []
    assert leaning("Where is it?", "back: Doko ni arimasu ka", "Japanese::Phrases") == []
    assert leaning("Where is it?", "back: sore wa doko\n  tags: [phrases]") == []
    assert leaning("Where is it?", "back: dov'è\n  reverse: true") == []


@pytest.mark.parametrize(
    ("cloze", "problem"),
    [
        ("As mentioned above, RL comes {{c1::last}}.", ["W406 3:18 `As mentioned above`"]),
        (
            "According to the lesson, RL comes {{c1::last}}.",
            ["W406 3:18 `According to the lesson`"],
        ),
        ("It was {{c1::Newton}} who split light.", []),
        ("He {{c1::goes}} to school.", []),
        ("This is {{c1::my}} house.", []),
        ("They {{c1::are}} happy. What does it mean?", []),
        ("The {{c1::text}} says what the {{c2::lesson}} taught.", []),
    ],
)
def test_a_cloze(cloze: str, problem: list[str]) -> None:
    spoken = [
        each.removesuffix(" leans on what is not there")
        for each in found(f"- {{id: a, cloze: '{cloze}'}}\n", language="en")
        if each.startswith("W406")
    ]
    assert spoken == problem
