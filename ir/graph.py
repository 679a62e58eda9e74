"""Programs, functions and blocks, and what people are told about them."""

from __future__ import annotations

from typing import Literal

from ludex.ir.ops import Op, Terminator
from ludex.ir.record import record
from ludex.ir.types import Domain, Set, Type

#: Who may see a field's contents: everyone, the seat that its (first) index names, or nobody.
Sight = Literal["all", "owner", "nobody"]


@record
class Field:
    """A named part of the state: one value, or one for each element of a domain.

    `role` is for people: `zone`, `variable`, or `system` (kept by the language itself, shown to nobody).
    `chance` marks zones whose order is decided only when something is taken out. What is known of such an order
    all the same is kept in another field, which names the zone as `order_of` and has a number for each item: of those
    that lie in the zone, the ones with the lowest number come first, each as likely; 0 is what nobody knows.
    """

    name: str
    type: Type
    index: str | None
    role: Literal["zone", "variable", "system"]
    sight: Sight
    chance: bool = False
    start: tuple[int, ...] = ()
    order_of: str | None = None


@record
class Table:
    """A constant array over a domain."""

    name: str
    index: str
    type: Type
    values: tuple[int, ...]


@record
class Origin:
    """Where in the rule files something comes from: the rule's name, the passage it cites, and the place."""

    rule: str
    passage: str
    file: str
    line: int
    column: int
    text: str = ""


@record
class Register:
    """A register of a function: a name for people and a type."""

    name: str
    type: Type


@record
class Block:
    """Operations that run one after the other, and how they end."""

    ops: tuple[Op, ...]
    end: Terminator


@record
class Function:
    """A pure function (reads state, returns a value, never waits) or a procedure (writes, may wait).

    The first registers are the parameters. Block 0 is where it begins. There is no recursion, so every
    procedure owns one frame of the state.
    """

    name: str
    pure: bool
    parameters: int
    result: Type | None
    registers: tuple[Register, ...]
    blocks: tuple[Block, ...]


@record
class Program:
    """A game for a fixed number of seats and fixed readings of its rulings."""

    name: str
    seats: int
    domains: dict[str, Domain]
    fields: dict[str, Field]
    tables: dict[str, Table]
    functions: dict[str, Function]
    origins: tuple[Origin, ...]
    #: Pure functions of one seat, first the score and then the tie-breaks; empty if the game scores nothing.
    scores: tuple[str, ...]
    #: Pure functions without parameters that must hold at every decision: name -> function.
    invariants: dict[str, str]
    #: What to do with equals at the top: they share, nobody wins, or it cannot happen.
    ties: Literal["shared", "nobody wins", "impossible"]
    best: Literal["highest", "lowest"]
    main: str = "main"


#: The field in which a rule may name winners outright, and the flag by which one says that nobody has won.
WINNERS, NO_WINNER = "winners", "no winner"
#: The domain of seats.
SEATS = "player"


def orders(program: Program) -> dict[str, Field]:
    """The zones of which some order is known, each with the field that keeps it."""
    return {field.order_of: field for field in program.fields.values() if field.order_of is not None}


def width(type: Type, domains: dict[str, Domain]) -> int:
    """How many bits a set needs; 0 for integers."""
    return domains[type.domain].size if isinstance(type, Set) else 0
