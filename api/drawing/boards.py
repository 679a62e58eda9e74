"""What lies where on a board, for any game: the parts of which a picture of one is made.

A *mark* stands on a space, an edge or a corner: a piece of a player, the value of a variable, an item of a zone. A
*ground* is a set of spaces that belongs to nobody, and *printed* is what the board itself shows. Each mark has a code,
which says in a few letters what it is; the legend says what codes mean. Of a board that grows only the part in use is
there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludex.dsl.grid import Between, Grid
from ludex.dsl.names import PLAYER
from ludex.dsl.typed import AttributeSymbol, Game
from ludex.dsl.types import Element, Elements, Number

Sort = Literal["piece", "value", "item", "back"]
Site = Literal["space", "edge", "corner"]
Key = tuple[Site, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that stands somewhere. `code` is how it is called in short, `seat` whose it is, `form` the number of
    its variable among those of a sort, `tint` the soft colour of an item; `sign` and `meaning` are its line in the
    legend."""

    sort: Sort
    code: str
    sign: str
    meaning: str
    title: str
    seat: int | None = None
    form: int = 0
    tint: int | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Ground:
    """A set of spaces that belongs to nobody. If it colours them, `tint` is the number of a soft colour; one with a
    `sign` is also told by that."""

    name: str
    sign: str
    spaces: frozenset[int]
    tint: int | None = None


@dataclass(frozen=True, slots=True)
class Print:
    """What is printed on the spaces: a text for each, and where it is one of a few things, which."""

    name: str
    texts: tuple[str, ...]
    kinds: tuple[int, ...]
    meanings: dict[str, str]


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it is to be drawn. `spaces` are those that are to be seen."""

    name: str
    grid: Grid
    between: Between
    edged: bool
    spaces: tuple[int, ...]
    marks: dict[Key, tuple[Mark, ...]]
    grounds: tuple[Ground, ...]
    prints: tuple[Print, ...]

    def on(self, site: Site, number: int) -> tuple[Mark, ...]:
        """The marks at a place."""
        return self.marks.get((site, number), ())

    def legend(self) -> list[tuple[Site, Mark]]:
        """One mark of each sort that is to be explained, with where such marks stand."""
        found: dict[tuple[str, str], tuple[Site, Mark]] = {}
        for site, number in sorted(self.marks):
            for mark in self.marks[site, number]:
                found.setdefault((mark.sign, mark.meaning), (site, mark))
        return sorted(found.values(),
                      key=lambda one: (one[1].sort, one[0], one[1].form, one[1].seat or 0, one[1].sign))


def bare_line(site: Site, mark: Mark) -> bool:
    """Whether a mark is a line of nobody, which says all by being there."""
    return site == "edge" and mark.sort == "piece" and mark.seat is None and mark.form == 0


def tint_of(game: Game, domain: str, item: int) -> tuple[int | None, int | None]:
    """How an item is coloured, by what is printed on it: as a seat's, or with the number of a soft colour."""
    for attribute in game.attributes:
        if attribute.domain != domain or not isinstance(attribute.type, Element):
            continue
        value = attribute.values[item]
        if attribute.type.domain == PLAYER:
            return (value if value >= 0 else None), None
        if game.domains[attribute.type.domain].sort == "enumeration" and len(set(attribute.values)) > 1:
            return None, value if value >= 0 else None
    return None, None


def printed_text(game: Game, attribute: AttributeSymbol, element: int) -> str:
    """What is printed somewhere, in words; nothing for none and no."""
    value, type = attribute.values[element], attribute.type
    if isinstance(type, Number):
        return str(value)
    if isinstance(type, Element):
        if value < 0:
            return ""
        return f"P{value + 1}" if type.domain == PLAYER else game.domains[type.domain].elements[value]
    if isinstance(type, Elements):
        names = [] if type.domain == PLAYER else game.domains[type.domain].elements
        return ", ".join(name for at, name in enumerate(names) if value >> at & 1)
    return attribute.name if value else ""
