"""What a word's parameter can be. The annotations of `lower` name one of these.

Each is the Python type that `lower` receives, annotated with a `Handle`: which part of the grammar reads the
parameter, and which types of the language fit. Conditions arrive as something to call, so that a word decides
where their code goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from ludex.dsl import typed
from ludex.dsl.types import Type
from ludex.ir.builder import Value


@dataclass(frozen=True, slots=True)
class Handle:
    """`syntax` is a rule of the grammar, `sort` what the checker does, `wanted` how a person is told."""

    syntax: str
    sort: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Where:
    """A zone at lowering time: which, and the owner's index (None: the only one; `every`: all of them)."""

    zone: typed.ZoneSymbol
    owner: Value | None
    every: bool = False


@dataclass(frozen=True, slots=True)
class Goods:
    """Items at lowering time: the set, and where they lie if that is known."""

    value: Value
    lies: tuple[Where, ...] | None


@dataclass(frozen=True, slots=True)
class Later:
    """A value that is computed only where the word asks for it."""

    type: Type
    value: Callable[[], Value]


@dataclass(frozen=True, slots=True)
class Cell:
    """A variable at lowering time."""

    variable: typed.VariableSymbol
    owner: Value | None


Number = Annotated[Value, Handle("union", "number", "a number")]
Condition = Annotated[Callable[[], Value], Handle("expr", "condition", "a condition")]
Test = Annotated[Callable[[], Value], Handle("negation", "condition", "a condition")]
Player = Annotated[Value, Handle("atom", "player", "a player")]
Anything = Annotated[Value, Handle("union", "anything", "a value")]
Arm = Annotated[Later, Handle("expr", "later", "a value")]
Whole = Annotated[Value, Handle("expr", "anything", "a value")]
Close = Annotated[Value, Handle("operand", "anything", "a value")]
Elements = Annotated[Value, Handle("union", "set", "a set")]
CloseSet = Annotated[Value, Handle("operand", "set", "a set")]
AtomNumber = Annotated[Value, Handle("atom", "number", "a number")]
AtomSet = Annotated[Value, Handle("atom", "set", "a set")]
Items = Annotated[Goods, Handle("union", "items", "items of a component class")]
Place = Annotated[Where, Handle("atom", "place", "a zone")]
Variable = Annotated[Cell, Handle("atom", "variable", "a variable")]
NewName = Annotated[typed.Local, Handle("NAME", "new", "a new name")]
ValueName = Annotated[typed.ToEach, Handle("NAME", "value name", "the name of a value or an attribute")]
Choice = Annotated[typed.Chosen, Handle("choice", "choice", "a choice")]
Actions = Annotated[tuple[str, ...], Handle("names", "action", "an action")]
Procedure = Annotated[str, Handle("NAME", "procedure", "a procedure")]
Moment = Annotated[str, Handle("NAME", "moment", "a moment")]
Ruling = Annotated[str, Handle("NAME", "ruling", "a ruling")]
Reading = Annotated[str, Handle("NAME", "reading", "a reading of the ruling")]
Text = Annotated[str, Handle("STRING", "words", "words in quotes")]
Body = Callable[[], None]
