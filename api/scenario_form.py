"""What a scenario is once it has been read: a position, what is done in it, and what must come out.

Everything a report may have to point at keeps its place in the file. Names have become symbols of the game here,
and texts of the language expressions, so that whoever plays a scenario meets no fault of its author any more.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ludex.dsl.diagnostics import Finding
from ludex.dsl.source import Span
from ludex.dsl.typed import TypedExpr
from ludex.ir.record import record

if TYPE_CHECKING:
    from ludex.game import Game

#: A zone or variable of one owner: its name, and the owner's number (None where there is only one).
Cell = tuple[str, int | None]


@record
class Item:
    """An item as it is named in a position."""

    name: str
    at: Span


@record
class Contains:
    """What a position puts into a zone, and where it says so; with a variable, what that is for each of the items."""

    at: Span
    items: tuple[Item, ...]
    variable: str | None = None
    values: tuple[int, ...] = ()


@record
class Given:
    """The position. `begin` is the part of the game with which play begins, as `Course` has it."""

    begin: str
    zones: dict[Cell, Contains] = field(default_factory=dict)
    variables: dict[Cell, int] = field(default_factory=dict)
    #: Component class -> where its items go that are not named.
    rest: dict[str, Cell] = field(default_factory=dict)


@record
class Expectation:
    """Something that must hold when everything has been done, or at its line of what is done."""

    at: Span


@record
class Step:
    """A line of what is done: the words of a seat's move, or (with no seat) the name of a chance outcome; or with no
    words what must hold by then."""

    seat: int | None
    words: str
    at: Span
    expected: tuple[Expectation, ...] = ()


@record
class Holds(Expectation):
    """A condition of the language."""

    text: str
    condition: TypedExpr


@record
class Contents(Expectation):
    """What lies in a zone: items by name in any order, or how many."""

    text: str
    zone: TypedExpr
    items: tuple[str, ...] | int


@record
class Amounts(Expectation):
    """What a variable is for the items in a zone, each value as often as there are items with it."""

    text: str
    zone: TypedExpr
    variable: str
    values: tuple[int, ...]


@record
class Decides(Expectation):
    """Who has to decide; None for nobody."""

    seat: int | None


@record
class Offers(Expectation):
    """All complete moves that can be made."""

    moves: tuple[Item, ...]


@record
class Legal(Expectation):
    """Some of the complete moves that can be made."""

    moves: tuple[Item, ...]


@record
class Refused(Expectation):
    """A move that cannot be made, and the passage or the rule that forbids it."""

    move: str
    by: str | None


@record
class Playable(Expectation):
    """Whether so many can play under these readings at all."""

    yes: bool


@record
class Told(Expectation):
    """Words that occur in something that happened."""

    words: str


@record
class Sees(Expectation):
    """What a seat (None: a spectator) is shown of a zone (items or their number) or a variable (a plain value)."""

    seat: int | None
    text: str
    cell: Cell
    shown: object


@record
class Hidden(Expectation):
    """A zone or variable that a seat (None: a spectator) is not shown."""

    seat: int | None
    text: str
    cell: Cell


@record
class Ends(Expectation):
    """How the game has ended; None for what is left open."""

    winners: tuple[int, ...] | None
    ranking: tuple[tuple[int, ...], ...] | None
    scores: dict[int, int] | None
    ended_by: str | None


@record
class Over(Expectation):
    """Whether the game is over."""

    yes: bool


@record
class Scenario:
    """A test of a game. With an error among its `findings` it cannot be played."""

    game: Game
    name: str
    at: Span
    sources: tuple[str, ...]
    rulings: dict[str, str]
    parameters: dict[str, int]
    players: int
    seed: int
    given: Given
    steps: tuple[Step, ...]
    expectations: tuple[Expectation, ...]
    findings: tuple[Finding, ...]

    @property
    def file(self) -> str:
        """The file it stands in."""
        return self.at.source.path

    @property
    def broken(self) -> bool:
        """Whether it says something that means nothing."""
        return any(finding.severity == "error" for finding in self.findings)

    @property
    def table(self) -> tuple[int, dict[str, str], dict[str, int]]:
        """For how many players it is, and the readings and parameters that it names."""
        return self.players, self.rulings, self.parameters

    @property
    def rules(self) -> tuple[object, ...]:
        """What it is played with: scenarios that agree in it are scenarios of one program."""
        readings = {name: ruling.choice for name, ruling in self.game.typed.rulings.items()} | self.rulings
        return self.game, self.players, tuple(readings.items()), tuple(sorted(self.parameters.items()))

    @property
    def wanted(self) -> tuple[Expectation, ...]:
        """All that it expects, on the way and at the end."""
        return (*(each for step in self.steps for each in step.expected), *self.expectations)

    @property
    def reading(self) -> str:
        """The readings it is played under, where they are not the usual ones."""
        return ", ".join(f"{name} is {reading}" for name, reading in self.rulings.items()
                         if reading != self.game.rulings[name].choice)


__all__ = [
    "Amounts", "Cell", "Contains", "Contents", "Decides", "Ends", "Expectation", "Given", "Hidden", "Holds", "Item",
    "Legal",
    "Offers", "Over", "Refused", "Scenario", "Sees", "Step", "Told",
]
