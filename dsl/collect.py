"""Fills the table of symbols from a rule set.

What cannot be used after a finding is left out, with its name noted in `sink.left_out`, or kept with an unknown
type: later stages go on with the rest and tell nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.dsl.collect_boards import BoardCollector, may_grow, names_of
from ludex.dsl.collect_patterns import PatternCollector
from ludex.dsl.collect_tables import TableCollector
from ludex.dsl.diagnostics import Diagnosis, Label, Sink
from ludex.dsl.lexer import Lexicon
from ludex.dsl.names import (
    PLAYER,
    BadAttribute,
    NameTwice,
    ReservedName,
    Symbols,
    UndefinedName,
    describe,
    nearest,
    passage_of,
    plural,
)
from ludex.dsl.nodes import Scalar
from ludex.dsl.parse import Parser
from ludex.dsl.parse_help import stands_alone, type_word
from ludex.dsl.seating import at_most
from ludex.dsl.source import Span
from ludex.dsl.syntax import RuleSet
from ludex.dsl.typed import (
    AttributeSymbol,
    DomainSymbol,
    FunctionSymbol,
    NamedSymbol,
    ParameterSymbol,
    Symbol,
    ValueSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from ludex.dsl.types import MOST_PLAYERS, Element, Elements, Flag, Number, Type, Unknown


class StartsTwice(Diagnosis):
    """Items cannot all begin where the zones say.

    An item lies in one zone. `starts with: all` stands at one zone of a component class, which is the only one of its
    name and has room for all of them; the set-up deals them from there.
    """

    code = "LX317"
    name = "starts-twice"
    severity = "error"
    message = "{problem}"
    bad = "zones:\n  pile: {of: card, starts with: all}\n"
    good = "zones:\n  pile: {of: card}\n"


RULES: tuple[type[Diagnosis], ...] = (StartsTwice,)

#: The fields in which the language keeps who has won, and that nobody has (see `ir/graph.py`).
_KEPT = {"winners": "the winners of the game are kept under it", "no winner": "that nobody wins is kept under it"}
#: The most elements of a component class (copies counted) or an enumeration.
MOST_ELEMENTS = 1000
_MOST_DIGITS = 9


class Collector:
    """Fills a `Symbols` from a rule set."""

    def __init__(self, rules: RuleSet, sink: Sink) -> None:
        self.rules = rules
        self.sink = sink
        self.found = Symbols(lexicon=Lexicon(
            [*_all_names(rules, sink), *sink.left_out], may_grow(rules, sink)))
        self.parser = Parser(self.found.lexicon, sink)
        #: Plurals with who has them, and where they were written, if anybody did.
        self.plurals: list[tuple[str, Symbol, Scalar | None]] = []
        #: Component class -> the zone in which all its items begin.
        self.full: dict[str, ZoneSymbol] = {}

    def collect(self) -> Symbols:
        """All symbols."""
        found, rules = self.found, self.rules
        seats = tuple(f"P{n + 1}" for n in range(at_most(rules)))
        found.domains[PLAYER] = DomainSymbol(PLAYER, rules.players.at, "", PLAYER, seats, ())
        found.plurals["players"] = PLAYER
        for at, seat in enumerate(seats):
            found.values[seat] = ValueSymbol(seat, rules.players.at, "", PLAYER, (at,))
        for name, enumeration in rules.enumerations.items():
            values = tuple(v.text for v in enumeration.values)
            self._size(name, len(values))
            self._domain(DomainSymbol(name.text, name.span, passage_of(enumeration.source), "enumeration", values, ()),
                         enumeration.plural)
            for at, value in enumerate(enumeration.values):
                self._add(ValueSymbol(value.text, value.span, "", name.text, (at,)))
        members = {name: self._component(name) for name in rules.components}
        means = (rules, self.sink, found, self._add, self._domain, self._reserved, self._type, self._attribute_value,
                 self._domain_named)
        BoardCollector(*means).enter()
        PatternCollector(*means).enter()
        for name, copies in members.items():
            self._attributes(name, copies)
        TableCollector(*means).enter()
        self._parameters()
        self._zones()
        self._variables()
        self._values()
        self._named()
        self._plurals()
        self._hidden()
        return found

    # -- names

    def _add(self, symbol: Symbol) -> None:
        if self._reserved(symbol.at, symbol.name, "expression"):
            self.sink.left_out.add(symbol.name)
            return
        other = self.found.values.get(symbol.name)
        if other is not None:
            labels = (Label(other.at, "the first is here"),)
            self.sink.add(NameTwice.at(symbol.at, name=symbol.name, other=describe(other), labels=labels))
        else:
            self.found.values[symbol.name] = symbol

    def _reserved(self, at: Span, name: str, where: str) -> bool:
        """Whether a name cannot be one where a text of some sort is read."""
        why = self.found.lexicon.forbids(name)
        why = _KEPT.get(name, why)
        if where != "names" and stands_alone(name, where):
            why = "it is a word of the language, which means something by itself"
        if why is not None:
            self.sink.add(ReservedName.at(at, name=name, why=why))
        return why is not None

    def _domain(self, symbol: DomainSymbol, plural_given: Scalar | None) -> None:
        other = self.found.domains.get(symbol.name)
        if other is not None:
            labels = () if other.sort == PLAYER else (Label(other.at, "the first is here"),)
            self.sink.add(NameTwice.at(symbol.at, name=symbol.name, other=self.found.whose(symbol.name), labels=labels))
            return
        self._reserved(symbol.at, symbol.name, "type")
        self.found.domains[symbol.name] = symbol
        if plural_given is not None:
            self.found.many[symbol.name] = plural_given.text
        self.plurals.append((plural(symbol.name, plural_given), symbol, plural_given))
        # A type may name the plural, so it is known before the others are.
        self.found.plurals.setdefault(self.plurals[-1][0], symbol.name)

    def _plurals(self) -> None:
        """Enter plurals, when all other names are known: a name proper wins over a plural that nobody wrote."""
        owners: dict[str, Symbol] = {}
        for name, symbol, given in self.plurals:
            at = symbol.at if given is None else given.span
            other = self.found.values.get(name)
            first = owners.setdefault(name, symbol)
            if given is not None and other is not None:
                self.sink.add(NameTwice.at(at, name=name, other=describe(other),
                                           labels=(Label(other.at, "the first is here"),)))
            elif first is not symbol or name == "players":
                what = "all players" if name == "players" else f"several of `{first.name}`"
                self.sink.add(NameTwice.at(at, name=name, other=what, help=f"give `{symbol.name}` another `plural`"))
            elif given is not None:
                self._reserved(at, name, "expression")
            elif isinstance(symbol, DomainSymbol) and symbol.sort == "component":
                self.found.made_plurals.add(name)
            self.found.plurals.setdefault(name, symbol.name)

    def _hidden(self) -> None:
        """See that nothing is hidden by what the same elements have for ever, which is asked first."""
        for symbol in self.found.values.values():
            match symbol:
                case ZoneSymbol(each=str(each)) | VariableSymbol(each=str(each)):
                    domain = each
                case FunctionSymbol(parameters=((_, Element(domain=owner)),)):
                    domain = owner
                case _:
                    continue
            attributes = (other for other in self.found.attributes.get(symbol.name, ()) if other.domain == domain)
            other: Symbol | None = next(attributes, None) or self.found.relation(symbol.name, domain)
            if other is not None:
                self.sink.add(NameTwice.at(symbol.at, name=symbol.name, other=f"{describe(other)} of {domain}",
                                           labels=(Label(other.at, "the first is here"),)))

    def _named(self) -> None:
        rules = self.rules
        spaces: dict[str, Iterable[Scalar]] = {
            "action": rules.actions, "phase": rules.phases, "procedure": rules.procedures, "moment": rules.moments,
            "ruling": rules.rulings,
        }
        for sort, names in spaces.items():
            space = self.found.named.setdefault(sort, {})
            for name in names:
                self._reserved(name.span, name.text, "names")
                space[name.text] = NamedSymbol(name.text, name.span, "", sort)
        for name, procedure in rules.procedures.items():
            for parameter in procedure.with_:
                self._reserved(parameter.span, parameter.text, "expression")
            self.found.procedures[name.text] = tuple(
                (parameter.text, self._type(text) or Unknown()) for parameter, text in procedure.with_.items())
        for name, ruling in rules.rulings.items():
            self.found.readings[name.text] = tuple(r.text for r in ruling.readings)
            for reading in ruling.readings:
                self._reserved(reading.span, reading.text, "names")

    # -- components

    def _size(self, name: Scalar, size: int) -> None:
        if size > MOST_ELEMENTS:
            self.sink.add(BadAttribute.at(name.span, problem=f"`{name.text}` has more than {MOST_ELEMENTS} elements"))

    def _component(self, name: Scalar) -> dict[Scalar, tuple[int, ...]]:
        """Enter a component class and its items; gives the numbers of each item's copies."""
        component = self.rules.components[name]
        elements: list[str] = []
        kinds: list[int] = []
        members: dict[Scalar, tuple[int, ...]] = {}
        total = 0
        for item, about in component.items.items():
            own = next((v for k, v in about.items() if k.text == "copies"), component.copies)
            copies = self._number(own, 1, 200) if own is not None else 1
            total += copies
            if total > MOST_ELEMENTS:
                members[item] = (0,)
                continue
            first = len(elements)
            members[item] = tuple(range(first, first + copies))
            elements += [item.text if copies == 1 else f"{item.text} #{n + 1}" for n in range(copies)]
            kinds += [first] * copies
        self._size(name, total)
        self._domain(DomainSymbol(name.text, name.span, passage_of(component.source), "component", tuple(elements),
                                  tuple(kinds)), component.plural)
        known = [a.text for a in component.attributes] + ["copies"]
        for item, copies_of in members.items():
            self._add(ValueSymbol(item.text, item.span, "", name.text, copies_of, kind=True))
            for key in component.items[item]:
                if key.text not in known and key.text not in self.sink.left_out:
                    self.sink.add(UndefinedName.at(key.span, what="no attribute", name=key.text,
                                                   help=nearest(key.text, known)))
        return members

    def _attributes(self, name: Scalar, members: dict[Scalar, tuple[int, ...]]) -> None:
        component = self.rules.components[name]
        for attribute, about in component.attributes.items():
            self._reserved(attribute.span, attribute.text, "names")
            type = self._type(about.type)
            if type is None:
                self.sink.left_out.add(attribute.text)
                continue
            values: list[int] = []
            for item, copies in members.items():
                given = next((v for k, v in component.items[item].items() if k.text == attribute.text), about.default)
                if given is None:
                    self.sink.add(BadAttribute.at(item.span, problem=f"`{item.text}` has no `{attribute.text}`"))
                    value = 0
                else:
                    value = self._attribute_value(given, type)
                values += [value] * len(copies)
            symbol = AttributeSymbol(attribute.text, attribute.span, "", name.text, type, tuple(values))
            self.found.attributes.setdefault(attribute.text, []).append(symbol)

    def _attribute_value(self, given: Scalar, type: Type) -> int:
        match type:
            case Number(low=low, high=high):
                return self._number(given, low, high)
            case Flag():
                if given.text in ("yes", "no"):
                    return int(given.text == "yes")
            case Element(optional=True) if given.text == "none":
                return -1
            case Element(domain=domain):
                kinds = {name: symbol.members[0] for name, symbol in self.found.values.items()
                         if isinstance(symbol, ValueSymbol) and symbol.domain == domain}
                if self.found.domains[domain].sort == "board":  # of two boards, only the first names it everywhere
                    kinds |= {name: at for at, name in enumerate(self.found.domains[domain].elements)}
                if given.text in kinds:
                    return kinds[given.text]
                self.sink.add(UndefinedName.at(given.span, what=f"no {domain}", name=given.text,
                                               help=nearest(given.text, kinds)))
                return 0
        self.sink.add(BadAttribute.at(given.span, problem=f"`{given.text}` is not {type}"))
        return 0

    def _number(self, given: Scalar, low: int, high: int) -> int:
        text = given.text.strip()
        digits = text[1:] if text[:1] == "-" else text
        if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
            self.sink.add(BadAttribute.at(given.span, problem=f"`{given.text}` is not a number"))
        elif not low <= int(text) <= high:
            self.sink.add(BadAttribute.at(given.span, problem=f"{text} is outside {low} to {high}"))
        else:
            return int(text)
        return low

    # -- what has a type

    def _parameters(self) -> None:
        for name, parameter in self.rules.parameters.items():
            type = self._type(parameter.type)
            if not isinstance(type, Number):
                if type is not None:
                    problem = "a parameter is a number, as in `1 to 9`"
                    self.sink.add(BadAttribute.at(parameter.type.span, problem=problem))
                self.sink.left_out.add(name.text)
                continue
            default = self._number(parameter.default, type.low, type.high)
            self._add(ParameterSymbol(name.text, name.span, passage_of(parameter.source), type, default))

    def _zones(self) -> None:
        for name, zone in self.rules.zones.items():
            domain = self._domain_named(zone.of, "component")
            each = None if zone.each is None else self._domain_named(zone.each, "")
            made = plural(name.text, zone.plural)
            if domain is None or zone.each is not None and each is None:
                self.sink.left_out |= {name.text, made}
                continue
            symbol = ZoneSymbol(
                name.text, name.span, passage_of(zone.source), domain, each,
                zone.order is not None and zone.order.text in ("shuffled", "stack"),
                "nobody" if zone.seen_by is None else zone.seen_by.text,
                None if zone.capacity is None else int(zone.capacity.text), zone.starts_with is not None,
                None if zone.when_short is None else zone.when_short.text, zone.when_empty is not None,
                zone.order is not None and zone.order.text == "stack")
            self._add(symbol)
            if each is not None:
                self.plurals.append((made, symbol, zone.plural))
            if zone.starts_with is not None:
                self._full(symbol, zone.starts_with)

    def _full(self, zone: ZoneSymbol, place: Scalar) -> None:
        """A zone in which all items of its class begin."""
        problem, other = None, self.full.setdefault(zone.domain, zone)
        size = len(self.found.domains[zone.domain].elements)
        if zone.each is not None:
            problem = f"there is one `{zone.name}` for each {zone.each}, and an item begins in one zone only"
        elif other is not zone:
            problem = f"every {zone.domain} begins in `{other.name}` already"
        elif zone.capacity is not None and zone.capacity < size:
            problem = f"`{zone.name}` holds {zone.capacity}, and {size} begin in it"
        if problem is not None:
            labels = () if other is zone else (Label(other.at, "the first is here"),)
            self.sink.add(StartsTwice.at(place.span, problem=problem, labels=labels))

    def _variables(self) -> None:
        for name, variable in self.rules.variables.items():
            type = self._type(variable.type)
            each = None if variable.each is None else self._domain_named(variable.each, "")
            if variable.each is not None and each is None:
                self.sink.left_out.add(name.text)
                continue
            self._add(VariableSymbol(name.text, name.span, passage_of(variable.source), type or Unknown(), each,
                                     "nobody" if variable.seen_by is None else variable.seen_by.text))

    def _values(self) -> None:
        for name, value in self.rules.values.items():
            for parameter in value.of:
                self._reserved(parameter.span, parameter.text, "expression")
            parameters = tuple((p.text, self._type(text) or Unknown()) for p, text in value.of.items())
            self._add(FunctionSymbol(name.text, name.span, passage_of(value.source), parameters))

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

    def _type(self, text: Scalar) -> Type | None:
        """A type with its domain looked up (a plural will do), or None after a finding."""
        read = self.parser.type(text)
        if read is None:
            return None
        type, at = read
        if not isinstance(type, Element | Elements):
            return type
        domain = type.domain if type.domain in self.found.domains else self.found.plurals.get(type.domain, "")
        if domain in self.found.domains:
            many = self.found.many.get(domain, "")
            return Elements(domain, many) if isinstance(type, Elements) else Element(domain, type.optional, many)
        if type.domain not in self.sink.left_out:
            help = type_word(type.domain) or nearest(type.domain, self.found.domains)
            self.sink.add(UndefinedName.at(at, what="no type", name=type.domain, help=help))
        return None


def _all_names(rules: RuleSet, sink: Sink) -> Iterable[str]:
    """Every name that a text of the language may use."""
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
    for procedure in rules.procedures.values():
        yield from (name.text for name in procedure.with_)
    for ruling in rules.rulings.values():
        yield from (name.text for name in ruling.readings)
    yield from names_of(rules, sink)
    yield from (plural(name.text, about.plural) for name, about in rules.enumerations.items())
    yield from (plural(name.text, about.plural) for name, about in rules.components.items())
    yield from (plural(name.text, about.plural) for name, about in rules.zones.items())
    yield from (PLAYER, "players", *(f"P{n + 1}" for n in range(MOST_PLAYERS)))
