"""The typed tree: names have become symbols, every expression has a type, nothing is sugar.

`Local` is a name bound by a word (a chosen card, a loop's player, and `you`); each binding is a symbol of its own,
so two loops over `card` never meet. `Place` is a zone: of one owner, of all owners together, or the only one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from ludex.dsl.grid import Grid
from ludex.dsl.source import Span
from ludex.dsl.types import Nothing, Number, Type
from ludex.ir.record import entity, record

if TYPE_CHECKING:
    from ludex.dsl.vocabulary.word import Word


# -- symbols


@entity
class Symbol:
    """Something declared: its name and where."""

    name: str
    at: Span
    passage: str = ""


@entity
class DomainSymbol(Symbol):
    """Players, an enumeration, a component class, or something of a board (its spaces, directions, edges, corners,
    the places of a pattern). `elements` counts copies one by one; players have none."""

    sort: str = "player"
    elements: tuple[str, ...] = ()
    kinds: tuple[int, ...] = ()


@entity
class ValueSymbol(Symbol):
    """A named element: a value of an enumeration, or a kind of item (`members` are its copies)."""

    domain: str = ""
    members: tuple[int, ...] = ()
    kind: bool = False


@entity
class AttributeSymbol(Symbol):
    """A printed property of a component class or of the spaces of a board, one value for each. `built_in`: every board
    has it."""

    domain: str = ""
    type: Type = Nothing()
    values: tuple[int, ...] = ()
    built_in: bool = False


@entity
class RelationSymbol(Symbol):
    """Which elements of `target` belong to each element of `origin`: sets by their bits; single elements (-1 is none)
    if `single`. With `ways`, a domain of directions, there is an entry for each element and direction, and only then
    is `single` a matter of the direction asked for."""

    origin: str = ""
    target: str = ""
    values: tuple[int, ...] = ()
    single: bool = False
    ways: str | None = None

    @property
    def key(self) -> str:
        """A name of its own, for relations of several classes may have the same."""
        return f"{self.name} of {self.origin}"


@entity
class BoardSymbol(Symbol):
    """A board: its geometry, and the domains of its spaces, directions, edges and corners."""

    grid: Grid | None = None
    space: str = ""
    direction: str = ""
    edge: str | None = None
    corner: str | None = None


@entity
class PatternSymbol(Symbol):
    """A form on a board; each element of the domain of its name is a place where it can lie."""

    board: str = ""


@entity
class ParameterSymbol(Symbol):
    """A number that a table may change before the start."""

    type: Number = Number(0, 0)
    default: int = 0


@entity
class ZoneSymbol(Symbol):
    """A zone, or one for each element of `each`. Items come out of a `shuffled` one by chance; of a `stack`, which is
    shuffled too, a part of the order may be known."""

    domain: str = ""
    each: str | None = None
    shuffled: bool = False
    sight: str = "nobody"
    capacity: int | None = None
    full: bool = False
    when_short: str | None = None
    has_when_empty: bool = False
    stack: bool = False


@entity
class VariableSymbol(Symbol):
    """A variable, or one for each element of `each`."""

    type: Type = Nothing()
    each: str | None = None
    sight: str = "nobody"


@entity
class FunctionSymbol(Symbol):
    """A derived value with the types of its parameters; its own type is found by checking it."""

    parameters: tuple[tuple[str, Type], ...] = ()


@entity
class NamedSymbol(Symbol):
    """An action, phase, procedure, moment or ruling."""

    sort: str = ""


@entity
class Local(Symbol):
    """A name bound inside an effect."""

    type: Type = Nothing()


# -- expressions


@record
class Typed:
    """An expression with its type and place."""

    at: Span
    type: Type


@record
class Literal(Typed):
    """A number, yes or no (1, 0), none (-1), an enumeration value, or a set given by its bits."""

    value: int


@record
class Words(Typed):
    """Words in quotes."""

    text: str


@record
class Everything(Typed):
    """All elements of a domain."""

    domain: str


@record
class Use(Typed):
    """A local name."""

    local: Local


@record
class Setting(Typed):
    """A parameter of the game."""

    parameter: ParameterSymbol


@record
class Field(Typed):
    """A variable, of one owner if it has owners."""

    variable: VariableSymbol
    owner: TypedExpr | None


@record
class Place(Typed):
    """A zone as a place, and as the set of its items. With `every`, of all owners together."""

    zone: ZoneSymbol
    owner: TypedExpr | None
    every: bool = False


@record
class Printed(Typed):
    """An attribute of an item."""

    attribute: AttributeSymbol
    item: TypedExpr


@record
class Derived(Typed):
    """A derived value of its arguments."""

    function: FunctionSymbol
    arguments: tuple[TypedExpr, ...]


@record
class Apply(Typed):
    """A word of the language."""

    word: type[Word]
    arguments: dict[str, Argument]
    #: Where the items of the result lie, if that is known.
    lies: tuple[Place, ...] | None = None


#: How a choice of several ends.
DONE = "done"


@record
class Chosen(Typed):
    """What is chosen: how many of what, under which condition on each or on all together.

    `least` and `most` are None for a single element. A number choice has `low` and `high` instead of `source`.
    """

    local: Local
    source: TypedExpr | None
    least: TypedExpr | None
    most: TypedExpr | None
    low: TypedExpr | None
    high: TypedExpr | None
    where: TypedExpr | None
    single: bool
    words: str


@record
class ToEach(Typed):
    """A value, attribute, variable or zone by name, to be evaluated for each element of a set (with an optional second
    argument)."""

    symbol: FunctionSymbol | AttributeSymbol | VariableSymbol | ZoneSymbol


@record
class Named(Typed):
    """A declared name: an action, procedure, moment, ruling or reading."""

    names: tuple[str, ...]


@record
class Given(Typed):
    """What a procedure is given, in the order of its parameters."""

    values: tuple[TypedExpr, ...]


TypedExpr = Literal | Words | Everything | Use | Setting | Field | Place | Printed | Derived | Apply
Argument = TypedExpr | Local | Chosen | ToEach | Named | Given


# -- effects


@record
class Line:
    """A statement with its arguments; a block with its body, and what follows it under `otherwise`."""

    at: Span
    word: type[Word]
    arguments: dict[str, Argument]
    you: Local | None = None
    body: Effect | None = None
    otherwise: Effect | None = None
    #: Whether it stands in the rules. Those of the course of a game do not, and belong to a place that others have.
    written: bool = True
    #: The rule to which it belongs with all that stands under it, where that is not the one around it.
    rule: Rule | None = None


Effect = tuple[Line, ...]


# -- the whole


@record
class Rule:
    """What a piece of rules is called and which passage it cites."""

    name: str
    passage: str
    at: Span


@record
class ModifierRule:
    """What changes a value, and when. `settled`: it is meant to come after those before it."""

    rule: Rule
    when: TypedExpr
    set: TypedExpr | None
    add: TypedExpr | None
    settled: bool = False


@record
class FunctionRule:
    """A derived value: its definition, and what modifies it."""

    rule: Rule
    symbol: FunctionSymbol
    parameters: tuple[Local, ...]
    body: TypedExpr
    modifiers: tuple[ModifierRule, ...]
    type: Type


@record
class EffectRule:
    """An effect that stands under a rule, perhaps with a condition; `you` if it has an actor."""

    rule: Rule
    effect: Effect
    when: TypedExpr | None = None
    at_moment: str = ""
    parameters: tuple[Local, ...] = ()
    #: Whether it happens again and again, for as long as its condition holds.
    again: bool = False


@record
class ActionRule:
    """Something that a player may do."""

    rule: Rule
    title: str
    you: Local
    when: TypedExpr | None
    choices: tuple[Chosen, ...]
    effect: Effect


@record
class TurnsRule:
    """The turns of a phase: whose is the first, who takes part, until when, and what is done in each."""

    first: TypedExpr
    among: TypedExpr | None
    until: TypedExpr | None
    #: Who acts after `you`; None is the next seat.
    next: TypedExpr | None
    you: Local
    actions: tuple[str, ...]
    effect: Effect | None
    #: Where the actions are named.
    at: Span


@record
class PhaseRule:
    """A part of the round."""

    rule: Rule
    title: str
    when: TypedExpr | None
    effect: Effect | None
    turns: TurnsRule | None
    finish: Effect | None


@record
class EndRule:
    """A condition under which the game ends."""

    rule: Rule
    title: str
    moment: str
    when: TypedExpr


@record
class ScoringRule:
    """Who has won when the game has ended."""

    rule: Rule
    you: Local
    score: TypedExpr
    then: tuple[TypedExpr, ...]
    best: str
    ties: str


@record
class RulingRule:
    """A question that the rulebook leaves open, and how it is played."""

    rule: Rule
    readings: tuple[str, ...]
    choice: str
    #: How many may play under a reading, where that is not what the game says of itself.
    players: dict[str, range] = field(default_factory=dict)


@record
class Game:
    """A checked game, ready to be lowered for a number of players and readings."""

    name: str
    title: str
    least: int
    most: int
    domains: dict[str, DomainSymbol]
    attributes: tuple[AttributeSymbol, ...]
    parameters: dict[str, ParameterSymbol]
    zones: dict[str, ZoneSymbol]
    variables: dict[str, VariableSymbol]
    starts: dict[str, TypedExpr | dict[str, TypedExpr]]
    when_empty: dict[str, EffectRule]
    functions: dict[str, FunctionRule]
    setup: tuple[EffectRule, ...]
    phases: dict[str, PhaseRule]
    rounds: tuple[str, ...]
    actions: dict[str, ActionRule]
    procedures: dict[str, EffectRule]
    triggers: tuple[EffectRule, ...]
    ends: tuple[EndRule, ...]
    scoring: ScoringRule | None
    invariants: dict[str, TypedExpr]
    rulings: dict[str, RulingRule]
    #: By key.
    relations: dict[str, RelationSymbol] = field(default_factory=dict)
    boards: dict[str, BoardSymbol] = field(default_factory=dict)
    patterns: dict[str, PatternSymbol] = field(default_factory=dict)
    used_rulings: frozenset[str] = field(default_factory=frozenset)
    #: What modules forbid of actions: the condition that has to hold, by its place, and the rule that says so.
    norms: dict[Span, Rule] = field(default_factory=dict)

    @property
    def tables(self) -> range:
        """How many may play under some readings."""
        said = [each for ruling in self.rulings.values() for each in ruling.players.values() if each]
        return range(min([self.least, *(each.start for each in said)]), max([self.most + 1, *(e.stop for e in said)]))

    def players(self, readings: Mapping[str, str]) -> range:
        """How many may play under these readings, and the chosen ones of all other rulings; perhaps no number."""
        said = [ruling.players[reading] for name, ruling in self.rulings.items()
                if (reading := readings.get(name, ruling.choice)) in ruling.players]
        return range(max(each.start for each in said), min(each.stop for each in said)) if said else range(
            self.least, self.most + 1)
