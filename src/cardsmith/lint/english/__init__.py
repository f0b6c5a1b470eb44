"""Rules about the wording of English notes; a collection in another language is spared them.

They judge words and sentences, so each stands on what has been learnt about good cards: mostly
P. A. Wozniak's "Effective learning: Twenty rules of formulating knowledge" (1999). Which of its
rules, or whose experience, stands in the docstring of each.
"""

from cardsmith.lint.english import (
    all_of_the_above,
    answer_given_away,
    gap_given_away,
    hides_nothing,
    hides_too_much,
    leaning_front,
    long_answer,
    longest_choice,
    negative_question,
    several_facts,
    several_questions,
    yes_or_no,
)
from cardsmith.lint.subject import Rule

RULES: tuple[Rule, ...] = (
    all_of_the_above,
    answer_given_away,
    gap_given_away,
    hides_nothing,
    hides_too_much,
    leaning_front,
    long_answer,
    longest_choice,
    negative_question,
    several_facts,
    several_questions,
    yes_or_no,
)
