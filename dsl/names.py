"""What is declared: symbols for everything with a name, and what people are told about names.

Names of values share one space, because an expression may use any of them: zones, variables, values, parameters,
items, enumeration values and plurals. Actions, phases, procedures, moments and rulings each have a space of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from difflib import get_close_matches

from ludex.dsl.diagnostics import Diagnosis
from ludex.dsl.lexer import Lexicon
from ludex.dsl.nodes import Scalar
from ludex.dsl.typed import (
    AttributeSymbol,
    BoardSymbol,
    DomainSymbol,
    FunctionSymbol,
    NamedSymbol,
    ParameterSymbol,
    PatternSymbol,
    RelationSymbol,
    Symbol,
    ValueSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from ludex.dsl.types import Elements, Type, several
from ludex.ir.record import changeable


class UndefinedName(Diagnosis):
    """A name stands for nothing.

    Every name must be declared in a section of the rule set, or given earlier in the same effect. The message
    offers the nearest name that would fit; where none is close, look at what the section declares.
    """

    code = "LX201"
    name = "undefined-name"
    severity = "error"
    message = "{what} is called `{name}`"
    bad = "shuffle discrad into deck\n"
    good = "shuffle discard into deck\n"


class NameTwice(Diagnosis):
    """Two things that an expression could mean have the same name.

    Zones, variables, values, parameters, items, enumeration values and plurals share one space of names,
    because any of them may stand in an expression. Rename one of them, or give a `plural`.
    """

    code = "LX218"
    name = "name-twice"
    severity = "error"
    message = "`{name}` is already the name of {other}"
    bad = "variables:\n  deck: {type: 0 to 3}\n"
    good = "variables:\n  depth: {type: 0 to 3}\n"


class ReservedName(Diagnosis):
    """A name could never be read as a name, or not be told from something else.

    Most words of the language may be names too, where only a name can stand. Those that mean something by
    themselves, such as `none` and `you`, may not, nor may articles and numbers. Choose another name, or one of several
    words: `row 1` for `1`.
    """

    code = "LX219"
    name = "reserved-name"
    severity = "error"
    message = "`{name}` cannot be a name: {why}"
    bad = "variables:\n  none: {type: 0 to 3}\n"
    good = "variables:\n  draw: {type: 0 to 3}\n"


class BadAttribute(Diagnosis):
    """A value that a declaration gives does not have the declared type.

    Attributes of items must fit the attribute's type, and every item needs every attribute that has no default.
    """

    code = "LX314"
    name = "bad-attribute"
    severity = "error"
    message = "{problem}"
    bad = "components:\n  tile:\n    attributes: {worth: {type: 1 to 3}}\n    items: {Temple: {worth: 7}}\n"
    good = "components:\n  tile:\n    attributes: {worth: {type: 1 to 3}}\n    items: {Temple: {worth: 3}}\n"


RULES: tuple[type[Diagnosis], ...] = (UndefinedName, NameTwice, ReservedName, BadAttribute)

PLAYER = "player"


@changeable
class Symbols:
    """All declared names of a rule set."""

    values: dict[str, Symbol] = field(default_factory=dict)          # one space for expressions
    domains: dict[str, DomainSymbol] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)            # plural -> domain or zone
    #: Plurals of classes that nobody wrote; a local name hides them.
    made_plurals: set[str] = field(default_factory=set)
    #: Domain -> its plural, where the rules give one.
    many: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, list[AttributeSymbol]] = field(default_factory=dict)
    relations: dict[str, list[RelationSymbol]] = field(default_factory=dict)
    boards: dict[str, BoardSymbol] = field(default_factory=dict)
    patterns: dict[str, PatternSymbol] = field(default_factory=dict)
    named: dict[str, dict[str, NamedSymbol]] = field(default_factory=dict)
    #: Procedure -> its parameters with their types.
    procedures: dict[str, tuple[tuple[str, Type], ...]] = field(default_factory=dict)
    readings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lexicon: Lexicon = field(default_factory=lambda: Lexicon(()))

    def relation(self, name: str, origin: str) -> RelationSymbol | None:
        """The relation of a name that belongs to the elements of a domain."""
        return next((r for r in self.relations.get(name, ()) if r.origin == origin), None)

    def board_of(self, space: str) -> BoardSymbol | None:
        """The board whose spaces a domain is."""
        return next((board for board in self.boards.values() if board.space == space), None)

    def whose(self, domain: str) -> str:
        """What has a name that is taken, for people."""
        for board in self.boards.values():
            kinds = {board.space: "spaces", board.direction: "directions", board.edge: "edges", board.corner: "corners"}
            if domain in kinds:
                return f"the {kinds[domain]} of `{board.name}`"
        sort = self.domains[domain].sort
        return {"player": "the players", "enumeration": "an enumeration", "board": "a pattern"}.get(
            sort, "a component class")

    def several(self, domain: str) -> str:
        """What several elements of a domain are called."""
        return self.many.get(domain) or several(domain)

    def elements(self, domain: str) -> Elements:
        """The type of sets over a domain."""
        return Elements(domain, self.many.get(domain, ""))

    def of(self, sort: type[Symbol]) -> dict[str, Symbol]:
        """The names of one sort of symbol."""
        return {name: s for name, s in self.values.items() if isinstance(s, sort)}


def nearest(name: str, known: Iterable[str]) -> str | None:
    """A sentence that offers the closest name."""
    names = sorted(set(known))
    close = [n for n in names if n.lower() == name.lower()] or get_close_matches(name, names, 1, 0.7)
    return f"did you mean `{close[0]}`?" if close else None


#: The moment that comes by itself, after the last phase of a round.
END_OF_ROUND = "end of round"


def moments_of(phase: str) -> tuple[str, str]:
    """The moments that come by themselves when a phase begins, and when it is over."""
    return f"start of {phase}", f"end of {phase}"


def passage_of(source: tuple[Scalar, ...]) -> str:
    """The passages a rule cites, as one text."""
    return ", ".join(s.text for s in source)


def plural(name: str, given: Scalar | None) -> str:
    """The plural of a name, as given or by adding an s."""
    return several(name) if given is None else given.text


def describe(symbol: Symbol) -> str:
    """What a symbol is, for people."""
    match symbol:
        case ZoneSymbol():
            return "a zone"
        case VariableSymbol():
            return "a variable"
        case FunctionSymbol():
            return "a value"
        case ParameterSymbol():
            return "a parameter"
        case AttributeSymbol():
            return "an attribute"
        case RelationSymbol():
            return "a relation"
        case BoardSymbol():
            return "a board"
        case ValueSymbol(kind=True, domain=domain):
            return f"an item ({domain})"
        case ValueSymbol(domain=domain):
            return f"{'an' if domain[:1] in 'aeiou' else 'a'} {domain}"
        case NamedSymbol(sort=sort):
            return f"{'an' if sort[:1] in 'aeiou' else 'a'} {sort}"
    return "something else"
