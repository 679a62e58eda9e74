"""The shape of a rule set: one dataclass a section, one field a key.

This file is the only place that says which keys exist. The reader (`read.py`) fills these classes,
the published JSON Schema (`schema.py`) and the manual's table of keys are generated from them, and a
test asks that every field is used by a later stage. Texts in the language (effects, expressions,
types, choices) stay text here, with their position; `parse.py` reads them.
"""

from __future__ import annotations

from dataclasses import MISSING, field, fields
from typing import Any, Literal

from ludex.dsl.document import Scalar
from ludex.dsl.types import MOST_PLAYERS
from ludex.ir.record import record

#: What a key's value is. `text` any words; `name` an identifier in words; `source` one passage id or a list
#: of them; `integer` a number in digits; `effect`, `expression`, `type`, `choice` are texts of the language
#: (an expression may be a bare number); `names` a list of names; `expressions` a list of expressions;
#: `starts` an expression, or a mapping of element to expression; `attributes` a mapping of attribute name
#: to value; `parameters` a mapping of parameter name to type; `lists` a mapping of element to one or several
#: elements; `texts` one text or a list of them; `one` a nested section; `map` a mapping of name to section; `list` a
#: list of sections.
Shape = Literal[
    "text", "name", "source", "integer", "effect", "expression", "type", "choice", "names",
    "expressions", "choices", "starts", "attributes", "parameters", "lists", "texts", "one", "map", "list",
]


@record
class Key:
    """What a field says about its key: the spelling, the shape of the value, and its page in the manual."""

    shape: Shape
    doc: str
    of: type | None = None          # the section class for one, map, list
    allowed: tuple[str, ...] = ()   # for text: the only words allowed
    least: int | None = None        # for integer
    most: int | None = None
    spelling: str = ""              # where it is not the field's name with spaces for underscores


def key(shape: Shape, doc: str, *, required: bool = False, **more: Any) -> Any:
    """A field of a section. Optional scalars default to None, collections to an empty one."""
    about = {"key": Key(shape, doc, **more)}
    if required:
        return field(metadata=about, kw_only=True)
    if shape in ("map", "attributes", "parameters", "lists"):
        return field(default_factory=dict, metadata=about, kw_only=True)
    if shape in ("list", "names", "expressions", "source", "choices", "texts"):
        return field(default=(), metadata=about, kw_only=True)
    return field(default=None, metadata=about, kw_only=True)


#: What `keys_of` has answered: it is asked for each section of a rule set.
_KEYS: dict[type, dict[str, tuple[str, Key, bool]]] = {}


def keys_of(section: type) -> dict[str, tuple[str, Key, bool]]:
    """Spelling -> (field name, key, required) of a section class, in the order written."""
    if section in _KEYS:
        return _KEYS[section]
    found = _KEYS[section] = {}
    for item in fields(section):
        about: Key | None = item.metadata.get("key")
        if about is not None:
            needed = item.default is MISSING and item.default_factory is MISSING
            found[about.spelling or item.name.replace("_", " ")] = (item.name, about, needed)
    return found


@record
class Section:
    """Common to all: the name it stands under (None where it has none) and the span of the whole section."""

    name: Scalar | None
    at: Any  # a Span


@record
class Guarded(Section):
    """What may be in force only under further conditions: those of the module that it stands in."""

    #: All of these hold.
    guards: tuple[Scalar, ...] = field(default=(), kw_only=True)
    #: Of none of these groups do all hold.
    unless: tuple[tuple[Scalar, ...], ...] = field(default=(), kw_only=True)


@record
class Players(Section):
    """How many may play."""

    least: Scalar = key("integer", "The smallest number of players.", required=True, least=1, most=MOST_PLAYERS)
    most: Scalar = key("integer", "The largest number of players.", required=True, least=1, most=MOST_PLAYERS)
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Parameter(Section):
    """A number that a table may change before the game starts, such as a target score."""

    type: Scalar = key("type", "The values it may take, such as `1 to 100`.", required=True)
    default: Scalar = key("integer", "The value when nobody says otherwise.", required=True)
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Enumeration(Section):
    """A list of named values, such as nations, colours or rows. Its plural names the set of all of them."""

    values: tuple[Scalar, ...] = key("names", "The values, in order.", required=True)
    plural: Scalar | None = key("name", "The plural, where adding an s does not make it.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Attribute(Section):
    """A printed property of every item of a component class."""

    type: Scalar = key("type", "The values it may take.", required=True)
    default: Scalar | None = key("expression", "The value of items that do not say.")


@record
class Component(Section):
    """A class of pieces or cards: what is printed on them and how many there are."""

    items: dict[Scalar, dict[Scalar, Scalar]] = key(
        "map", "Name of the item -> its attributes (and `copies`).", required=True)
    attributes: dict[Scalar, Attribute] = key("map", "Attribute name -> its type.", of=Attribute)
    copies: Scalar | None = key("integer", "Copies of each item that does not say (default 1).", least=1, most=200)
    plural: Scalar | None = key("name", "The plural, where adding an s does not make it.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Printed(Section):
    """What is printed on every space of a board, shown as a picture of the board."""

    type: Scalar = key("type", "The values it may take.", required=True)
    picture: Scalar = key("text", "The rows of the board from the top, with a value for each space, apart by blanks or "
                                  "one sign each; a full stop stands for the default.", required=True)
    legend: dict[Scalar, Scalar] = key("attributes", "What signs of the picture stand for that are no values.")
    default: Scalar | None = key("expression", "The value where the picture has a full stop.")
    inverse: Scalar | None = key("name", "A name for the way back: `NAME of VALUE` is the set of spaces that have it.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Board(Section):
    """Spaces that lie beside one another, with directions from each to the next."""

    grid: Scalar = key("text", "What the spaces are.", required=True, allowed=("squares", "hexagons"))
    columns: Scalar | None = key("integer", "With `rows`: a rectangle, of hexagons a rhombus.", least=1, most=60)
    rows: Scalar | None = key("integer", "How many rows of `columns` spaces.", least=1, most=60)
    side: Scalar | None = key("integer", "A hexagon of hexagons, with so many on a side.", least=1, most=40)
    reach: Scalar | None = key("integer", "All spaces within so many steps of the one in the middle, for boards that "
                                          "grow in play.", least=1, most=40)
    lying: Scalar | None = key("text", "How hexagons lie: `pointed` upwards (default), in rows; or `flat` above, in "
                                       "columns.", allowed=("pointed", "flat"))
    missing: tuple[Scalar, ...] = key("names", "Spaces of that shape which the board does not have.")
    space: Scalar | None = key("name", "What a space is called (default: space).")
    direction: Scalar | None = key("name", "What a direction is called (default: direction).")
    edge: Scalar | None = key("name", "What a side of a space is called, where the game has a use for them.")
    corner: Scalar | None = key("name", "What a corner of a space is called, where the game has a use for them.")
    printed: dict[Scalar, Printed] = key("map", "What is printed on the spaces.", of=Printed)
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Pattern(Section):
    """A form of several spaces of a board. Its name stands for one place where it can lie, and the plural for all."""

    board: Scalar = key("name", "The board.", required=True)
    cells: tuple[Scalar, ...] = key("names", "The spaces it covers, each as the way to it from the first: `here`, or "
                                             "directions one after the other, such as `east southeast`.")
    parts: dict[Scalar, tuple[Scalar, ...]] = key("lists", "Instead of `cells`: named parts, with the spaces of each.")
    turned: Scalar | None = key("text", "Whether it may lie turned.", allowed=("yes", "no"))
    mirrored: Scalar | None = key("text", "Whether it may lie as its mirror image.", allowed=("yes", "no"))
    plural: Scalar | None = key("name", "The plural, where adding an s does not make it.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Relation(Section):
    """Which elements belong to which, for ever: what lies beside what, which cards show which places."""

    from_: Scalar = key("name", "Of what: `NAME of X` takes one of these, or a set of them.", required=True,
                        spelling="from")
    to: Scalar | None = key("name", "What `NAME of X` is a set of (default: the same).")
    pairs: dict[Scalar, tuple[Scalar, ...]] = key("lists", "Each element with those that belong to it.", required=True)
    both_ways: Scalar | None = key("text", "`yes`: what belongs to an element, has that element in turn.",
                                   allowed=("yes", "no"))
    inverse: Scalar | None = key("name", "A name for the way back.")
    exclusive: Scalar | None = key("text", "`yes`: each belongs to exactly one, and `inverse` of it is that one "
                                           "instead of a set.", allowed=("yes", "no"))
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Zone(Section):
    """A place for items of one class: a deck, a hand, a pile, the table."""

    of: Scalar = key("name", "The component class it holds.", required=True)
    each: Scalar | None = key("name", "One such zone for each of these: `player`, or an enumeration.")
    order: Scalar | None = key(
        "text", "`shuffled`: taken from by chance; `stack`: the same, but items can be put on top or underneath, "
                "and come in that order; `none`: a set (default).", allowed=("shuffled", "stack", "none"))
    seen_by: Scalar | None = key(
        "text", "Who may look at the contents; everyone may always count them. Default: nobody.",
        allowed=("all", "owner", "nobody"))
    starts_with: Scalar | None = key("text", "`all`: every item of the class begins here.", allowed=("all",))
    capacity: Scalar | None = key("integer", "How many items fit (default: all of them).", least=1, most=1000)
    when_empty: Scalar | None = key("effect", "What happens when an item is wanted and none is left.")
    when_short: Scalar | None = key(
        "text", "What a draw does when there is still nothing: `draw fewer`, or `draw nothing` at all.",
        allowed=("draw fewer", "draw nothing"))
    plural: Scalar | None = key("name", "The plural: names the items of all zones of this name together.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Variable(Section):
    """A value that play changes: a score, a marker, who leads."""

    type: Scalar = key("type", "`0 to 20`, `flag`, `player`, an enumeration, `set of players`, `... or none`.",
                       required=True)
    each: Scalar | None = key("name", "One for each `player`, or each value of an enumeration.")
    starts: Any = key("starts", "The value at the start (default: the number nearest to 0, the first, no, none, "
                                "or empty).")
    seen_by: Scalar | None = key("text", "Who may know it. Default: nobody.", allowed=("all", "owner", "nobody"))
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Modifier(Guarded):
    """A rule that changes a derived value while its condition holds."""

    #: Whether a module has it come after those before it.
    settled: bool = field(default=False, kw_only=True)
    #: Instead of `set`: yes or no.
    answer: bool | None = field(default=None, kw_only=True)
    when: Scalar | None = key("expression", "The condition.", required=True)
    set: Scalar | None = key("expression", "The value becomes this.")
    add: Scalar | None = key("expression", "This is added.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Value(Section):
    """A value that follows from the state and is never stored. Modifiers apply in the order written."""

    is_: Scalar = key("expression", "What it is before modifiers.", required=True, spelling="is")
    of: dict[Scalar, Scalar] = key("parameters", "Parameter name -> type, in order.")
    modifiers: dict[Scalar, Modifier] = key("map", "What changes it, in this order.", of=Modifier)
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Moment(Section):
    """A named point of play to which triggers and ends may be tied; `moment NAME` in an effect reaches it."""

    about: Scalar | None = key("text", "When it is, in words.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Step(Section):
    """A step of the set-up."""

    do: Scalar = key("effect", "What happens.", required=True)
    title: Scalar | None = key("text", "Words for people.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Norm(Guarded):
    """A rule of what may be done: it answers a question of another rule set, a flag value or an action, with no
    (`forbids`) or yes (`permits`, `grants`)."""

    #: Whether it says no.
    denies: bool = field(default=True, kw_only=True)
    what: tuple[Scalar, ...] = key("names", "The values (flags) and actions that it is about.", required=True)
    when: Scalar = key("expression", "Under this condition. It knows what the value is of, or what the action chooses.",
                       required=True)
    over: tuple[Scalar, ...] = key("names", "Other rules of this sort that it beats where both apply.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Action(Guarded):
    """Something a player may do when asked to act."""

    norms: tuple[Norm, ...] = field(default=(), kw_only=True)
    do: Scalar = key("effect", "What it does.", required=True)
    when: Scalar | None = key("expression", "It is legal only while this holds.")
    choose: tuple[Scalar, ...] = key("choices", "What the player chooses with it, in order.")
    where: Scalar | None = key("expression", "What must hold for the choice as a whole.")
    title: Scalar | None = key("text", "Words for people (default: the name).")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Turns(Section):
    """Players act one after the other."""

    from_: Scalar = key("expression", "Who acts first.", required=True, spelling="from")
    among: Scalar | None = key("expression", "The set of players who still act (default: all).")
    until: Scalar | None = key("expression", "Tested before each turn; ends the turns.")
    next: Scalar | None = key("expression", "Who acts after `you` (default: `player after you`).")
    actions: tuple[Scalar, ...] = key("names", "Each turn is one of these actions.")
    do: Scalar | None = key("effect", "What a turn is, where it is more than one action.")


@record
class Phase(Section):
    """A part of a round."""

    title: Scalar | None = key("text", "Words for people (default: the name).")
    when: Scalar | None = key("expression", "Skipped unless this holds when its time comes.")
    do: Scalar | None = key("effect", "What happens in it, before any turns.")
    turns: Turns | None = key("one", "Players act one after the other.", of=Turns)
    finish: Scalar | None = key("effect", "What happens after the turns.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Rounds(Section):
    """The order of play: these phases, again and again, until an end condition holds at its moment."""

    phases: tuple[Scalar, ...] = key("names", "The phases of a round, in order.", required=True)
    title: Scalar | None = key("text", "What a round is called (default: round).")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Procedure(Section):
    """A named effect that others run with `do NAME`, or with `do NAME with X and Y` where it has parameters."""

    do: Scalar = key("effect", "What happens.", required=True)
    with_: dict[Scalar, Scalar] = key("parameters", "Parameter name -> type, in order.", spelling="with")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Trigger(Guarded):
    """A rule that answers a moment. Triggers of one moment run in the order written."""

    at_: Scalar = key("name", "The moment it answers; `start of` or `end of` a phase; or `any time`: as soon as `when` "
                              "holds, and for as long as it does.", required=True, spelling="at")
    do: Scalar = key("effect", "What happens.", required=True)
    when: Scalar | None = key("expression", "Only if this holds then.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class End(Guarded):
    """A condition that ends the game when it holds at its moment."""

    at_: Scalar = key("name", "A moment, `end of round`, `start of` or `end of` a phase, or `any time`: as soon as the "
                              "condition holds.", required=True, spelling="at")
    when: Scalar = key("expression", "The condition.", required=True)
    title: Scalar | None = key("text", "Words for people (default: the name).")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Scoring(Section):
    """Who has won when the game ends by an end condition."""

    score: Scalar = key("expression", "The score of `you`, evaluated for each player.", required=True)
    best: Scalar | None = key("text", "Which score is best (default highest).", allowed=("highest", "lowest"))
    then: tuple[Scalar, ...] = key("expressions", "Tie-breaks in order, the highest is best.")
    ties: Scalar | None = key("text", "What a remaining tie means.", allowed=("shared", "impossible", "nobody wins"))
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Invariant(Section):
    """Something that must hold whenever somebody decides and when the game is over; play and scenarios look at it."""

    holds: Scalar = key("expression", "The condition.", required=True)
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Reading(Section):
    """One way to read the passage."""

    means: Scalar = key("text", "What this reading says, in a sentence.", required=True)
    players: Players | None = key("one", "How many may play under this reading, if not as many as the game says.",
                                  of=Players)
    unplayable: Scalar | None = key("text", "`yes`: under this reading nobody can play.", allowed=("yes", "no"))


@record
class Ruling(Section):
    """An ambiguity of the source, its readings, the one chosen, and why."""

    question: Scalar = key("text", "What the source leaves open.", required=True)
    readings: dict[Scalar, Reading] = key("map", "Reading name -> what it means; two or more.", of=Reading,
                                          required=True)
    choice: Scalar = key("name", "The reading that holds by default.", required=True)
    because: Scalar = key("text", "Why.", required=True)
    source: tuple[Scalar, ...] = key("source", "The passage in question.", required=True)
    kind: Scalar | None = key("text", "What sort of gap it is, such as ordering or missing-case.")
    weight: Scalar | None = key("text", "A: play stops or the winner often changes; B: can change a result; "
                                "C: naming or polish.", allowed=("A", "B", "C"))
    study: Scalar | None = key("text", "A cross-reference to an outside list, such as C-10.")


@record
class Assumption(Section):
    """Something the source does not say, assumed so that the game can be played."""

    says: Scalar = key("text", "What is assumed.", required=True)
    because: Scalar = key("text", "Where it comes from or why.", required=True)
    decided_by: Scalar | None = key("text", "What would decide it, such as a component that the source does not show.",
                                    spelling="decided by")


@record
class Requirement(Section):
    """Something that a module needs, and its base has to have."""

    as_: Scalar = key("text", "What it is.", required=True, spelling="as", allowed=(
        "action", "component", "element", "enumeration", "moment", "parameter", "phase", "procedure", "relation",
        "value", "variable", "zone"))
    of: tuple[Scalar, ...] = key("names", "For a value or a procedure: the types of its parameters, in order.")
    source: tuple[Scalar, ...] = key("source", "The sentence that needs it.")


@record
class Addition(Section):
    """What a module adds to something of its base."""

    values: tuple[Scalar, ...] = key("names", "To an enumeration: further values.")
    items: dict[Scalar, dict[Scalar, Scalar]] = key("map", "To a component class: further items with their attributes.")
    pairs: dict[Scalar, tuple[Scalar, ...]] = key("lists", "To a relation: further pairs.")
    starts: dict[Scalar, Scalar] = key("attributes", "To a variable: with what it starts for further elements.")
    actions: tuple[Scalar, ...] = key("names", "To a phase: further actions of its turns.")


@record
class Override(Guarded):
    """A module's other answer for a value of its base."""

    of: Scalar = key("name", "The value.", required=True)
    was: Scalar = key("expression", "What the base says, as it was when this was written.", required=True)
    when: Scalar | None = key("expression", "Only under this condition. It knows what the value is of.")
    set: Scalar | None = key("expression", "The value becomes this.")
    add: Scalar | None = key("expression", "This is added.")
    over: tuple[Scalar, ...] = key("names", "Other overrides that it beats where both apply.")
    source: tuple[Scalar, ...] = key("source", "The passage it comes from.")


@record
class Module(Section):
    """What one rule set of several does to those that it extends; `name` and `at` are those of its title.

    It has no key of its own: its parts stand at the top of a rule set.
    """

    folder: str
    while_: Scalar | None
    requires: dict[Scalar, Requirement]
    adds: dict[Scalar, Addition]
    overrides: dict[Scalar, Override]
    forbids: dict[Scalar, Norm]
    permits: dict[Scalar, Norm]
    grants: dict[Scalar, Norm]
    hooks: tuple[Scalar, ...]


@record
class RuleSet(Section):
    """A whole game: all files of its folder taken together. Only sections of names may be spread over several."""

    ludex: Scalar = key("integer", "The version of the language: 1.", required=True, least=1, most=1)
    game: Scalar = key("name", "The game's name in records and reports; a bundled game is found by it.", required=True)
    title: Scalar = key("text", "The game's title.", required=True)
    players: Players = key("one", "How many may play.", of=Players, required=True)
    extends: tuple[Scalar, ...] = key("texts", "The folder of another rule set, as seen from this one, or a list of "
                                               "them: what is not said here is as it is there.")
    replaces: tuple[Scalar, ...] = key("names", "What stands here in place of what an extended rule set says: names of "
                                                "things, and `players`, `setup`, `rounds` or `scoring`.")
    hooks: tuple[Scalar, ...] = key("names", "Values, variables and moments that are there for modules: no rule here "
                                             "has to look at them, change them or answer them.")
    while_: Scalar | None = key("expression", "What this module forbids, permits, overrides, and its triggers, actions "
                                              "and ends, are in force only while this holds.", spelling="while")
    requires: dict[Scalar, Requirement] = key("map", "What the extended rule sets have to have.", of=Requirement)
    adds: dict[Scalar, Addition] = key("map", "What is added to things of the extended rule sets.", of=Addition)
    overrides: dict[Scalar, Override] = key("map", "Other answers for values of the extended rule sets.", of=Override)
    forbids: dict[Scalar, Norm] = key("map", "What may not be done.", of=Norm)
    permits: dict[Scalar, Norm] = key("map", "Exceptions from what is forbidden here.", of=Norm)
    grants: dict[Scalar, Norm] = key("map", "What may be done, though the extended rule sets do not allow it.", of=Norm)
    modules: tuple[Module, ...] = field(default=(), kw_only=True)
    about: Scalar | None = key("text", "A sentence or two for people.")
    parameters: dict[Scalar, Parameter] = key("map", "Numbers a table may change.", of=Parameter)
    enumerations: dict[Scalar, Enumeration] = key("map", "Lists of named values.", of=Enumeration)
    components: dict[Scalar, Component] = key("map", "Classes of pieces and cards.", of=Component)
    boards: dict[Scalar, Board] = key("map", "Spaces in a grid.", of=Board)
    patterns: dict[Scalar, Pattern] = key("map", "Forms of several spaces.", of=Pattern)
    relations: dict[Scalar, Relation] = key("map", "Which elements belong to which.", of=Relation)
    zones: dict[Scalar, Zone] = key("map", "Where items can be.", of=Zone)
    variables: dict[Scalar, Variable] = key("map", "Values that play changes.", of=Variable)
    values: dict[Scalar, Value] = key("map", "Values that follow from the state.", of=Value)
    moments: dict[Scalar, Moment] = key("map", "Named points of play.", of=Moment)
    setup: tuple[Step, ...] = key("list", "What happens before the first round.", of=Step)
    rounds: Rounds = key("one", "The order of play.", of=Rounds, required=True)
    phases: dict[Scalar, Phase] = key("map", "The parts of a round.", of=Phase, required=True)
    actions: dict[Scalar, Action] = key("map", "What players may do when asked to act.", of=Action)
    procedures: dict[Scalar, Procedure] = key("map", "Named effects.", of=Procedure)
    triggers: dict[Scalar, Trigger] = key("map", "Rules that answer a moment.", of=Trigger)
    end: dict[Scalar, End] = key("map", "What ends the game.", of=End)
    scoring: Scoring | None = key("one", "Who has won.", of=Scoring)
    invariants: dict[Scalar, Invariant] = key("map", "What must always hold.", of=Invariant)
    rulings: dict[Scalar, Ruling] = key("map", "Ambiguities and how they are decided.", of=Ruling)
    assumptions: dict[Scalar, Assumption] = key("map", "What the source lacks.", of=Assumption)
