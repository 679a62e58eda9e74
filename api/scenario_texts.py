"""Reads the parts of a scenario: the shape of a value, and what names and texts mean in the game at hand.

Each method answers None after a finding, which stands at the word that is wrong. The game's own checker reads
the texts of the language, with the seats of this scenario and no others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ludex.dsl.check import Checker, Scope
from ludex.dsl.diagnostics import Sink, quote
from ludex.dsl.document import Entry, Mapping, Node, Scalar, check_comment_cut
from ludex.dsl.document import Sequence as Row
from ludex.dsl.names import PLAYER, UndefinedName, nearest
from ludex.dsl.shape_rules import BadValue, MissingKey, OutOfRange, UnknownKey, WrongType
from ludex.dsl.source import Span
from ludex.dsl.typed import Field, Literal, Place, TypedExpr, ValueSymbol, VariableSymbol, ZoneSymbol
from ludex.dsl.types import Element, Elements, Flag, Number, Type
from ludex.scenario_form import Cell

if TYPE_CHECKING:
    from ludex.game import Game

SPECTATOR = "spectator"
_INTEGER = re.compile(r"-?[0-9]{1,18}")


#: What names of zones and variables are found to mean, for each number of players: scenarios name the same ones again.
Known = dict[tuple[int, str], tuple[Cell, ZoneSymbol | VariableSymbol]]


class Texts:
    """Reads for one scenario of a game."""

    def __init__(self, game: Game, players: int, sink: Sink, known: Known | None = None) -> None:
        self.game = game
        self.sink = sink
        self.known: Known = {} if known is None else known
        self.seats = tuple(f"P{n + 1}" for n in range(players))
        self.symbols = game.symbols_for(players)
        self.checker = Checker(self.symbols, sink)
        self.checker.function_types = {rule.symbol: rule.type for rule in game.typed.functions.values()}

    # -- shapes

    def wrong(self, at: Span, what: str, expected: str, node: Node) -> None:
        """Say that a value is of another shape than it should be: at a text itself, at the key of anything longer."""
        if isinstance(node, Scalar) and not node.empty:
            at = node.span
        self.sink.add(WrongType.at(at, what=what, expected=expected, found=_found(node)))

    def entries(self, node: Node, at: Span, what: str, known: Sequence[str], needed: Sequence[str] = ()
                ) -> dict[str, Entry]:
        """The entries of a mapping with keys of its own; what it lacks or should not have is told."""
        if not isinstance(node, Mapping):
            self.wrong(at, what, "a section of keys", node)
            return {}
        found = {entry.key.text: entry for entry in node.entries}
        meant = set()
        for key, entry in found.items():
            if key not in known:
                near = nearest(key, [k for k in known if k not in found])
                meant.add(near)
                self.sink.add(UnknownKey.at(entry.key.span, key=key, owner=what,
                                            help=near or f"the keys here are {', '.join(f'`{k}`' for k in known)}"))
        for key in needed:
            if key not in found and node.complete and f"did you mean `{key}`?" not in meant:
                self.sink.add(MissingKey.at(at, owner=what, key=key))
        return {key: entry for key, entry in found.items() if key in known}

    def pairs(self, node: Node, at: Span, what: str, expected: str) -> tuple[Entry, ...]:
        """The entries of a mapping whose keys are names."""
        if isinstance(node, Mapping):
            return node.entries
        self.wrong(at, what, expected, node)
        return ()

    def text(self, node: Node, at: Span, what: str, expected: str = "a text") -> Scalar | None:
        """A text that is not empty."""
        if isinstance(node, Scalar) and node.text.strip():
            return node
        self.wrong(at, what, expected, node)
        return None

    def texts(self, node: Node, at: Span, what: str, expected: str, single: bool = False) -> list[Scalar] | None:
        """A list of texts; with `single`, one text stands for a list of one."""
        if isinstance(node, Scalar) and single and node.text.strip():
            return [node]
        if not isinstance(node, Row):
            self.wrong(at, what, expected, node)
            return None
        found = []
        for item in node.items:
            text = self.text(item, item.span, f"an entry of {what}")
            if text is None:
                return None
            found.append(text)
        return found

    def number(self, node: Node, at: Span, what: str, least: int, most: int) -> int | None:
        """A whole number within bounds."""
        if not isinstance(node, Scalar) or not _INTEGER.fullmatch(node.text):
            self.wrong(at, what, "a number", node)
            return None
        if not least <= int(node.text) <= most:
            self.sink.add(OutOfRange.at(node.span, what=what, value=node.text, least=f"{least:,}", most=f"{most:,}"))
            return None
        return int(node.text)

    def yes(self, node: Node, at: Span, what: str) -> bool | None:
        """Yes or no."""
        if isinstance(node, Scalar) and node.text in ("yes", "no"):
            return node.text == "yes"
        self.wrong(at, what, "`yes` or `no`", node)
        return None

    # -- names

    def unknown(self, at: Span, what: str, name: str, known: Iterable[str]) -> None:
        """Say that nothing of a sort has this name."""
        known = list(known)
        help = nearest(name, known) or (f"there is {', '.join(known)}" if 0 < len(known) <= 8 else None)
        self.sink.add(UndefinedName.at(at, what=what, name=name, help=help))

    def seat(self, name: Scalar) -> int | None:
        """The number of a seat."""
        if name.text in self.seats:
            return self.seats.index(name.text)
        self.unknown(name.span, "no player", name.text, self.seats)
        return None

    def onlooker(self, name: Scalar) -> tuple[int | None] | None:
        """Who looks: a seat, or nobody at the table."""
        if name.text == SPECTATOR:
            return (None,)
        seat = self.seat(name)
        return None if seat is None else (seat,)

    def owner(self, name: Scalar, domain: str) -> int | None:
        """The number of an owner of zones or variables."""
        if domain == PLAYER:
            return self.seat(name)
        elements = self.symbols.domains[domain].elements
        if name.text in elements:
            return elements.index(name.text)
        self.unknown(name.span, f"no {domain}", name.text, elements)
        return None

    def amounts(self, node: Mapping, at: Span, what: str, domain: str
                ) -> tuple[str, tuple[int, ...]] | None:
        """What a variable is for items in a row: `face: [1, 2, 2]`."""
        known = {name: symbol for name, symbol in self.symbols.values.items()
                 if isinstance(symbol, VariableSymbol) and symbol.each == domain}
        entry = node.entries[0] if len(node.entries) == 1 else None
        if entry is None or not isinstance(entry.value, Row):
            self.wrong(at, what, f"a list, or one variable of each {domain} with a list of what it is", node)
            return None
        symbol = known.get(entry.key.text)
        if symbol is None:
            self.unknown(entry.key.span, f"no variable of each {domain}", entry.key.text, known)
            return None
        values = [self.value(item, entry.key.span, f"`{entry.key.text}`", symbol.type) for item in entry.value.items]
        return None if None in values else (symbol.name, tuple(value for value in values if value is not None))

    def only_kind(self, at: Span, domain: str) -> str | None:
        """The name that all items of a class share; None after a finding, where they have several."""
        names = [n for n, s in self.symbols.values.items() if isinstance(s, ValueSymbol) and s.domain == domain]
        if len(names) == 1:
            return names[0]
        self.sink.add(BadValue.at(at, what="a position", value=quote(domain),
                                  why="its items have names of their own, so they are given by name"))
        return None

    def item(self, name: Scalar, domain: str) -> str | None:
        """An item of a class, by the name that its copies share."""
        symbol = self.symbols.values.get(name.text)
        if isinstance(symbol, ValueSymbol) and symbol.domain == domain:
            return name.text
        known = [n for n, s in self.symbols.values.items() if isinstance(s, ValueSymbol) and s.domain == domain]
        self.unknown(name.span, f"no {domain}", name.text, known)
        return None

    def value(self, node: Node, at: Span, what: str, type: Type) -> int | None:
        """The value of a variable, as a state holds it."""
        match type:
            case Number(low=low, high=high):
                return self.number(node, at, what, low, high)
            case Flag():
                found = self.yes(node, at, what)
                return None if found is None else int(found)
            case Elements(domain=domain):
                names = self.texts(node, at, what, f"a list of {self.symbols.several(domain)}")
                return None if names is None else self._bits(names, domain)
        assert isinstance(type, Element)
        name = self.text(node, at, what, str(type))
        if name is None:
            return None
        if type.optional and name.text == "none":
            return -1
        return self._element(name, type.domain)

    def _element(self, name: Scalar, domain: str) -> int | None:
        if self.symbols.domains[domain].sort != "component":
            return self.owner(name, domain)
        found = self.item(name, domain)
        return None if found is None else self.members(found)[0]

    def _bits(self, names: list[Scalar], domain: str) -> int | None:
        bits = 0
        for name in names:
            element = self._element(name, domain)
            if element is None:
                return None
            copies = self.members(name.text) if self.symbols.domains[domain].sort == "component" else (element,)
            left = [copy for copy in copies if not bits >> copy & 1]
            if not left:
                self.sink.add(BadValue.at(name.span, what="a set", value=quote(name.text),
                                          why=f"it is named more often than {len(copies)}"))
                return None
            bits |= 1 << left[0]
        return bits

    def members(self, item: str) -> tuple[int, ...]:
        """The copies of an item."""
        symbol = self.symbols.values[item]
        assert isinstance(symbol, ValueSymbol)
        return symbol.members

    # -- texts of the language

    def expression(self, text: Scalar, wanted: Type | None = None) -> TypedExpr | None:
        """An expression, in which nobody acts."""
        check_comment_cut(text, self.sink)
        return self.checker.expression(text, Scope(), wanted)

    def condition(self, text: Scalar) -> TypedExpr | None:
        """An expression that holds or does not."""
        return self.expression(text, Flag())

    def place(self, text: Scalar) -> Place | None:
        """A zone of one owner, or the only one."""
        found = self.expression(text)
        if isinstance(found, Place) and not found.every:
            return found
        if found is not None:
            self.sink.add(WrongType.at(text.span, what=quote(text.text), expected="a zone", found=str(found.type)))
        return None

    def cell(self, text: Scalar) -> tuple[Cell, ZoneSymbol | VariableSymbol] | None:
        """A zone or variable whose owner, if it has one, is named."""
        key = len(self.seats), text.text
        if key in self.known:
            check_comment_cut(text, self.sink)
            return self.known[key]
        match self.expression(text):
            case None:
                return None
            case Place(zone=symbol, owner=owner, every=False) | Field(variable=symbol, owner=owner):
                if owner is None or isinstance(owner, Literal):
                    self.known[key] = (symbol.name, None if owner is None else owner.value), symbol
                    return self.known[key]
        self.sink.add(WrongType.at(text.span, what=quote(text.text), expected="a zone or a variable, of a named owner",
                                   found="something else"))
        return None


def _found(node: Node) -> str:
    if isinstance(node, Row):
        return "a list"
    if isinstance(node, Mapping):
        return "a section of keys"
    return f"the text {quote(node.text)}" if node.text.strip() else "empty"


__all__ = ["SPECTATOR", "Texts"]
