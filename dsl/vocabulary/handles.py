"""What a word's parameter can be. The annotations of `lower` name one of these.

Each is the Python type that `lower` receives, annotated with a `Handle`: which part of the grammar reads the
parameter, and which types of the language fit. Conditions arrive as something to call, so that a word decides
where their code goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from ludex.dsl import typed
from ludex.dsl.lowered import Asked, Cell, Goods, Later, Where
from ludex.ir.builder import Value
from ludex.ir.record import record

#: What the checker does with a parameter.
Sort = Literal[
    "action", "anything", "board spaces", "choice", "condition", "given", "ground", "items", "later", "moment", "new",
    "number", "place", "player", "procedure", "reading", "relation", "ruling", "set", "spaces", "value name",
    "variable", "way", "words",
]


@record
class Handle:
    """`syntax` is a rule of the grammar, `sort` what the checker does, `wanted` how a person is told."""

    syntax: str
    sort: Sort
    wanted: str
    #: For a set: whether one element may stand for the set of it.
    lifts: bool = False


Number = Annotated[Value, Handle("union", "number", "a number")]
Condition = Annotated[Asked, Handle("expr", "condition", "a condition")]
Test = Annotated[Asked, Handle("negation", "condition", "a condition")]
Player = Annotated[Value, Handle("atom", "player", "a player")]
Anything = Annotated[Value, Handle("union", "anything", "a value")]
Arm = Annotated[Later, Handle("expr", "later", "a value")]
Whole = Annotated[Value, Handle("expr", "anything", "a value")]
Close = Annotated[Value, Handle("thing", "anything", "a value")]
Elements = Annotated[Value, Handle("union", "set", "a set")]
OneOrMore = Annotated[Value, Handle("union", "set", "a set", True)]
CloseSet = Annotated[Value, Handle("thing", "set", "a set")]
AtomNumber = Annotated[Value, Handle("atom", "number", "a number")]
AtomSet = Annotated[Value, Handle("atom", "set", "a set")]
Items = Annotated[Goods, Handle("union", "items", "items of a component class")]
Members = Annotated[Goods, Handle("union", "items", "an element or a set")]
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
Given = Annotated[tuple[Value, ...], Handle("arguments", "given", "what the procedure needs")]
Related = Annotated[str, Handle("NAME", "relation", "a relation of the elements to others of their class")]
Way = Annotated[Value, Handle("thing", "way", "a direction")]
Ground = Annotated[Value, Handle("thing", "ground", "a set of spaces")]
Board = Annotated[Value, Handle("thing", "board spaces", "a set of spaces of a board")]
CloseNumber = Annotated[Value, Handle("argument", "number", "a number")]
Start = Annotated[Value, Handle("thing", "spaces", "a space, or a set of them")]
Text = Annotated[str, Handle("STRING", "words", "words in quotes")]
Body = Callable[[], None]
