"""What is declared: symbols for everything with a name, and the names the lexer must know.

Names of values share one space, because an expression may use any of them: zones, variables, values, parameters,
items, enumeration values and plurals. Actions, phases, procedures, moments and rulings each have a space of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from ludex.dsl.diagnostics import Label, Rule, Sink
from ludex.dsl.document import Scalar
from ludex.dsl.lexer import Lexicon
from ludex.dsl.parse import Parser
from ludex.dsl.source import Span
from ludex.dsl.syntax import RuleSet
from ludex.dsl.typed import (
    AttributeSymbol, DomainSymbol, FunctionSymbol, NamedSymbol, ParameterSymbol, Symbol, ValueSymbol, VariableSymbol,
    ZoneSymbol,
)
from ludex.dsl.types import Element, Elements, Flag, Nothing, Number, Type


class UndefinedName(Rule):
    """A name stands for nothing.

    Every name must be declared in a section of the rule set, or bound earlier in the same effect. The message
    offers the nearest name that would fit; where none is close, look at what the section declares.
    """

    code = "LX201"
    name = "undefined-name"
    severity = "error"
    message = "{what} is called `{name}`"
    bad = "move hand to discrad"
    good = "move hand to discard"


class NameTwice(Rule):
    """Two things that an expression could mean have the same name.

    Zones, variables, values, parameters, items, enumeration values and plurals share one space of names,
    because any of them may stand in an expression. Rename one of them.
    """

    code = "LX218"
    name = "name-twice"
    severity = "error"
    message = "`{name}` is already the name of {other}"
    bad = "variables: {deck: {type: 0 to 3}}"
    good = "variables: {depth: {type: 0 to 3}}"


class ReservedName(Rule):
    """A name is a word of the language, and could never be read as a name.

    `ludex explain WORD` tells what the word does. Choose another name, or one of several words.
    """

    code = "LX219"
    name = "reserved-name"
    severity = "error"
    message = "`{name}` is a word of the language and cannot be a name"
    bad = "variables: {draw: {type: 0 to 3}}"
    good = "variables: {drawn cards: {type: 0 to 3}}"


class BadNumber(Rule):
    """A value that a declaration gives does not have the declared type.

    Attributes of items must fit the attribute's type, and every item needs every attribute that has no default.
    """

    code = "LX314"
    name = "bad-attribute"
    severity = "error"
    message = "{problem}"
    bad = "attributes: {rank: {type: 1 to 3}}, items: {Ace: {rank: 7}}"
    good = "attributes: {rank: {type: 1 to 3}}, items: {Ace: {rank: 3}}"


RULES: tuple[type[Rule], ...] = (UndefinedName, NameTwice, ReservedName, BadNumber)

PLAYER = "player"


@dataclass(slots=True)
class Symbols:
    """All declared names of a rule set."""

    values: dict[str, Symbol] = field(default_factory=dict)          # one space for expressions
    domains: dict[str, DomainSymbol] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)            # plural -> domain or zone or variable
    attributes: dict[str, list[AttributeSymbol]] = field(default_factory=dict)
    named: dict[str, dict[str, NamedSymbol]] = field(default_factory=dict)
    readings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lexicon: Lexicon = field(default_factory=lambda: Lexicon(()))

    def of(self, sort: type[Symbol]) -> dict[str, Symbol]:
        """The names of one sort of symbol."""
        return {name: s for name, s in self.values.items() if isinstance(s, sort)}


def nearest(name: str, known: Iterable[str]) -> str | None:
    """A sentence that offers the closest name."""
    close = get_close_matches(name, sorted(set(known)), 1, 0.7)
    return f"did you mean `{close[0]}`?" if close else None


def passage_of(source: tuple[Scalar, ...]) -> str:
    """The passages a rule cites, as one text."""
    return ", ".join(s.text for s in source)


class Collector:
    """Fills a `Symbols` from a rule set."""

    def __init__(self, rules: RuleSet, sink: Sink) -> None:
        self.rules = rules
        self.sink = sink
        self.found = Symbols()

    def collect(self) -> Symbols:
        found, rules = self.found, self.rules
        found.lexicon = Lexicon(self._all_names())
        most = int(rules.players.most.text)
        seats = tuple(f"P{n + 1}" for n in range(most))
        found.domains[PLAYER] = DomainSymbol(PLAYER, rules.game.span, "", PLAYER, seats, ())
        found.plurals["players"] = PLAYER
        for at, seat in enumerate(seats):
            found.values[seat] = ValueSymbol(seat, rules.game.span, "", PLAYER, (at,))
        for name, enumeration in rules.enumerations.items():
            values = tuple(v.text for v in enumeration.values)
            self._domain(DomainSymbol(name.text, name.span, passage_of(enumeration.source), "enumeration", values, ()),
                         enumeration.plural)
            for at, value in enumerate(enumeration.values):
                self._add(ValueSymbol(value.text, value.span, "", name.text, (at,)))
        for name in rules.components:
            self._component(name)
        self._variables()
        spaces: dict[str, Iterable[Scalar]] = {
            "action": rules.actions, "phase": rules.phases, "procedure": rules.procedures, "moment": rules.moments,
            "ruling": rules.rulings,
        }
        for sort, names in spaces.items():
            space = found.named.setdefault(sort, {})
            for name in names:
                space[name.text] = NamedSymbol(name.text, name.span, "", sort)
        for name, ruling in rules.rulings.items():
            found.readings[name.text] = tuple(r.text for r in ruling.readings)
        return found

    def _all_names(self) -> Iterable[str]:
        rules = self.rules
        sections: tuple[Iterable[Scalar], ...] = (
            rules.enumerations, rules.components, rules.zones, rules.variables, rules.values, rules.parameters,
            rules.actions, rules.phases, rules.procedures, rules.moments, rules.rulings,
        )
        for section in sections:
            yield from (name.text for name in section)
        for enumeration in rules.enumerations.values():
            yield from (value.text for value in enumeration.values)
        for component in rules.components.values():
            yield from (name.text for name in (*component.items, *component.attributes))
        for value in rules.values.values():
            yield from (name.text for name in value.of)
        for ruling in rules.rulings.values():
            yield from (name.text for name in ruling.readings)
        plurals = (rules.enumerations, rules.components, rules.zones, rules.variables)
        for declared in plurals:
            for name, about in declared.items():
                yield plural(name.text, about.plural)
        yield from (PLAYER, "players", *(f"P{n + 1}" for n in range(16)))

    def _add(self, symbol: Symbol) -> None:
        if self._reserved(symbol):
            return
        other = self.found.values.get(symbol.name)
        if other is not None:
            labels = (Label(other.at, "the first is here"),)
            self.sink.add(NameTwice.at(symbol.at, name=symbol.name, other=describe(other), labels=labels))
        else:
            self.found.values[symbol.name] = symbol

    def _reserved(self, symbol: Symbol) -> bool:
        if self.found.lexicon.reserved(symbol.name):
            self.sink.add(ReservedName.at(symbol.at, name=symbol.name))
            return True
        return False

    def _domain(self, symbol: DomainSymbol, plural_given: Scalar | None) -> None:
        if symbol.name == PLAYER:
            self.sink.add(NameTwice.at(symbol.at, name=PLAYER, other="the players"))
            return
        self._reserved(symbol)
        self.found.domains[symbol.name] = symbol
        self.found.plurals[plural(symbol.name, plural_given)] = symbol.name

    def _component(self, name: Scalar) -> None:
        component = self.rules.components[name]
        elements: list[str] = []
        kinds: list[int] = []
        members: dict[Scalar, tuple[int, ...]] = {}
        for item, about in component.items.items():
            own = next((v for k, v in about.items() if k.text == "copies"), component.copies)
            copies = self._number(own, 1, 200) if own is not None else 1
            first = len(elements)
            members[item] = tuple(range(first, first + copies))
            elements += [item.text if copies == 1 else f"{item.text} #{n + 1}" for n in range(copies)]
            kinds += [first] * copies
        if len(elements) > 1000:
            self.sink.add(BadNumber.at(name.span, problem=f"{len(elements)} items are more than 1000"))
        self._domain(DomainSymbol(name.text, name.span, passage_of(component.source), "component", tuple(elements),
                                  tuple(kinds)), component.plural)
        for item, copies_of in members.items():
            self._add(ValueSymbol(item.text, item.span, "", name.text, copies_of, kind=True))
        for item, about in component.items.items():
            for key in about:
                if key.text != "copies" and key.text not in {a.text for a in component.attributes}:
                    self.sink.add(UndefinedName.at(
                        key.span, what="no attribute", name=key.text,
                        help=nearest(key.text, [a.text for a in component.attributes] + ["copies"])))
        self._attributes(name, members)

    def _attributes(self, name: Scalar, members: dict[Scalar, tuple[int, ...]]) -> None:
        component = self.rules.components[name]
        parser = Parser(self.found.lexicon, self.sink)
        for attribute, about in component.attributes.items():
            read = parser.type(about.type)
            if read is None:
                continue
            type = self.resolve(read)
            if type is None:
                continue
            values: list[int] = []
            for item, copies in members.items():
                given = next((v for k, v in component.items[item].items() if k.text == attribute.text), about.default)
                if given is None:
                    self.sink.add(BadNumber.at(item.span, problem=f"`{item.text}` has no `{attribute.text}`"))
                    value = 0
                else:
                    value = self._attribute_value(given, type)
                values += [value] * len(copies)
            symbol = AttributeSymbol(attribute.text, attribute.span, "", name.text, type, tuple(values))
            self._reserved(symbol)
            self.found.attributes.setdefault(attribute.text, []).append(symbol)

    def _attribute_value(self, given: Scalar, type: Type) -> int:
        match type:
            case Number(low=low, high=high):
                return self._number(given, low, high)
            case Flag():
                if given.text in ("yes", "no"):
                    return int(given.text == "yes")
            case Element(domain=domain):
                elements = self.found.domains[domain].elements
                if given.text in elements:
                    return elements.index(given.text)
                self.sink.add(UndefinedName.at(given.span, what=f"no {domain}", name=given.text,
                                               help=nearest(given.text, elements)))
                return 0
        self.sink.add(BadNumber.at(given.span, problem=f"`{given.text}` is not {type}"))
        return 0

    def _number(self, given: Scalar, low: int, high: int) -> int:
        text = given.text.strip()
        digits = text[1:] if text[:1] == "-" else text
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
            self.sink.add(BadNumber.at(given.span, problem=f"`{given.text}` is not a number"))
            return low
        if not low <= int(text) <= high:
            self.sink.add(BadNumber.at(given.span, problem=f"{text} is outside {low} to {high}"))
            return low
        return int(text)

    def _variables(self) -> None:
        rules, parser = self.rules, Parser(self.found.lexicon, self.sink)
        for name, parameter in rules.parameters.items():
            read = parser.type(parameter.type)
            if read is None or not isinstance(read[0], Number):
                if read is not None:
                    self.sink.add(BadNumber.at(parameter.type.span, problem="a parameter is a number, as in `1 to 9`"))
                continue
            number = read[0]
            default = self._number(parameter.default, number.low, number.high)
            self._add(ParameterSymbol(name.text, name.span, passage_of(parameter.source), number, default))
        for name, zone in rules.zones.items():
            domain = self._domain_named(zone.of, "component")
            each = None if zone.each is None else self._domain_named(zone.each, "")
            if domain is None or zone.each is not None and each is None:
                continue
            self._add(ZoneSymbol(
                name.text, name.span, passage_of(zone.source), domain, each,
                zone.order is not None and zone.order.text == "shuffled",
                "nobody" if zone.seen_by is None else zone.seen_by.text,
                None if zone.capacity is None else int(zone.capacity.text), zone.starts_with is not None,
                None if zone.when_short is None else zone.when_short.text, zone.when_empty is not None))
            if each is not None:
                self.found.plurals[plural(name.text, zone.plural)] = name.text
        for name, variable in rules.variables.items():
            read = parser.type(variable.type)
            each = None if variable.each is None else self._domain_named(variable.each, "")
            if read is None or variable.each is not None and each is None:
                continue
            type = self.resolve(read)
            if type is not None:
                self._add(VariableSymbol(name.text, name.span, passage_of(variable.source), type, each,
                                         "nobody" if variable.seen_by is None else variable.seen_by.text))
        for name, value in rules.values.items():
            parameters: list[tuple[str, Type]] = []
            for parameter_name, text in value.of.items():
                read = parser.type(text)
                type = None if read is None else self.resolve(read)
                parameters.append((parameter_name.text, type if type is not None else Nothing()))
            self._add(FunctionSymbol(name.text, name.span, passage_of(value.source), tuple(parameters)))

    def _domain_named(self, name: Scalar, sort: str) -> str | None:
        symbol = self.found.domains.get(name.text) or self.found.domains.get(self.found.plurals.get(name.text, ""))
        if symbol is not None and (not sort or symbol.sort == sort):
            return symbol.name
        if name.text in self.sink.left_out:
            return None
        known = [n for n, d in self.found.domains.items() if not sort or d.sort == sort]
        what = "no component class" if sort else "no list of things"
        self.sink.add(UndefinedName.at(name.span, what=what, name=name.text, help=nearest(name.text, known)))
        return None

    def resolve(self, read: tuple[Type, Span]) -> Type | None:
        """A type with its domain looked up (a plural will do), or None after a finding."""
        type, at = read
        if not isinstance(type, Element | Elements):
            return type
        domain = type.domain if type.domain in self.found.domains else self.found.plurals.get(type.domain, "")
        if domain not in self.found.domains:
            if type.domain not in self.sink.left_out:
                self.sink.add(UndefinedName.at(at, what="no type", name=type.domain,
                                               help=nearest(type.domain, self.found.domains)))
            return None
        return Elements(domain) if isinstance(type, Elements) else Element(domain, type.optional)


def plural(name: str, given: Scalar | None) -> str:
    """The plural of a name, as given or by adding an s."""
    if given is not None:
        return given.text
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")


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
        case ValueSymbol(kind=True, domain=domain):
            return f"an item ({domain})"
        case ValueSymbol(domain=domain):
            return f"a {domain}"
        case NamedSymbol(sort=sort):
            return f"a {sort}"
    return "something else"
