"""All words of the language. A family file is a chapter of the manual and ends in its tuple `WORDS`.

Nothing registers itself: this list is read, and a clash of names or phrases fails here, naming both words.
"""

from __future__ import annotations

from ludex.dsl.vocabulary import (
    boards,
    chance,
    choices,
    course,
    ending,
    flow,
    logic,
    movement,
    numbers,
    players,
    sets,
    variables,
)
from ludex.dsl.vocabulary.word import Word

FAMILIES = (movement, variables, chance, choices, flow, ending, logic, numbers, sets, boards, players)
WORDS: tuple[type[Word], ...] = tuple(word for family in FAMILIES for word in family.WORDS)
#: The word with which conditions of different keys are joined.
(CONJUNCTION,) = (word for word in WORDS if word.conjunction)
#: The words with which modules join and turn conditions.
(DISJUNCTION,) = (word for word in WORDS if word.means == "or")
(NEGATION,) = (word for word in WORDS if word.means == "not")

#: The words that the course of a game is told with, by what they mean.
COURSE: dict[str, type[Word]] = {word.means: word for word in (*WORDS, *course.WORDS) if word in course.WORDS or (
    word.means in ("act", "case", "moment") and not word.follows)}

#: The word that reaches a moment.
(MOMENT,) = (word for word in WORDS if any(handle.sort == "moment" for handle in word.parameters.values()))

#: The word that makes a set of one element.
(SINGLETON,) = (word for word in WORDS if word.makes_set)

#: The word for what a relation says, which is spoken as any noun with `of` is.
RELATION = boards.Related


def _check() -> None:
    seen: dict[object, type[Word]] = {}
    for word in WORDS:
        for key in (word.__name__, *((word.sort, tuple(parts)) for parts in word.variants())):
            if key in seen:
                raise TypeError(f"{word.__name__} and {seen[key].__name__} clash: {key}")
            seen[key] = word


_check()

__all__ = [
    "CONJUNCTION", "COURSE", "DISJUNCTION", "FAMILIES", "MOMENT", "NEGATION", "RELATION", "SINGLETON", "WORDS",
    "Word",
]
