"""What a rulebook holds, as plain data: no markup, no place in a file, nothing of the machinery.

Every thing that can be referred to has an id, which is unique in the book; a `Run` that names such a thing knows it. So
a writer of another form needs to know nothing but this page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: What a passage is: a rule, or what its mark says.
Mark = Literal["rule", "flavour", "strategy", "example", "interface", "credit"]
#: Which part of the rules something stands in.
Sort = Literal["step", "round", "phase", "action", "procedure", "trigger", "value", "end", "scoring", "invariant",
               "moment", "zone", "variable", "parameter", "list", "relation", "pattern"]
#: Things are what rules speak of; all else does something or decides something.
THINGS: frozenset[Sort] = frozenset({"moment", "zone", "variable", "parameter", "list", "relation", "pattern"})


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text; `to` is the id of what it names, if that stands in the book."""

    text: str
    to: str = ""


Words = tuple[Run, ...]


def plain(words: Words) -> str:
    """Words without what they stand for."""
    return "".join(run.text for run in words)


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a rule, and the lines under it."""

    words: Words
    under: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rule: what it is, what it says, and what is done."""

    label: str
    words: Words = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in words. `idle`: under the chosen readings it is never used."""

    id: str
    sort: Sort
    name: str
    parts: tuple[Part, ...]
    passages: tuple[str, ...] = ()
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage; a remark is by whoever restated the rules."""

    words: Words
    remark: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage: its name in the rules, what it says, which rules and rulings are about it.

    `question` is what it leaves open by its own mark, `amends` the passages that it changes. `things` are what it
    speaks of. `rulings` are told here, and `also` elsewhere, as they are about an earlier passage, too.
    """

    id: str
    name: str
    mark: Mark
    sentences: tuple[Sentence, ...]
    question: str = ""
    amends: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    things: tuple[Run, ...] = ()
    rulings: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the restated rulebook; `book` is the title of that, where there are several."""

    id: str
    title: str
    book: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a passage."""

    name: str
    means: Words
    chosen: bool


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a passage leaves open, and how it is played. `weight` says what depends on it."""

    id: str
    name: str
    question: str
    readings: tuple[Reading, ...]
    because: Words
    kind: str
    weight: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assumption:
    """What the source does not say, and is assumed."""

    id: str
    name: str
    says: Words
    because: Words


@dataclass(frozen=True, slots=True)
class Item:
    """A kind of item: what is printed on it, and how many there are."""

    id: str
    name: str
    printed: tuple[str, ...]
    copies: int


@dataclass(frozen=True, slots=True)
class Component:
    """A class of items as a table; `title` is what several of them are called."""

    id: str
    name: str
    title: str
    attributes: tuple[str, ...]
    items: tuple[Item, ...]
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board: in words, as a picture (SVG), and in lines of text."""

    id: str
    name: str
    about: str
    picture: str
    lines: tuple[str, ...]
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Rules of one sort, in order."""

    id: str
    title: str
    about: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook."""

    name: str
    title: str
    about: str
    players: str
    glance: tuple[Part, ...]
    chapters: tuple[Chapter, ...]
    components: tuple[Component, ...]
    boards: tuple[Board, ...]
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]
    assumptions: tuple[Assumption, ...]
    #: Passage -> its id.
    passage_ids: dict[str, str]

    @property
    def rules(self) -> dict[str, Rule]:
        """All rules by id."""
        return {rule.id: rule for section in self.sections for rule in section.rules}
