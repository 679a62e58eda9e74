"""How boards are read off a view: which variables and zones stand where, and by which signs they are told.

What a variable is called does not matter, only what it is: a set of spaces for each player is pieces, one for each
value of an enumeration says what spaces are like, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ludex import naming
from ludex.drawing.boards import Board, Ground, Key, Mark, Print, Site, printed_text, tint_of
from ludex.drawing.signs import abbreviations
from ludex.dsl.grid import Between, Grid, between
from ludex.dsl.names import PLAYER
from ludex.dsl.typed import AttributeSymbol, BoardSymbol, Game, VariableSymbol, ZoneSymbol
from ludex.dsl.types import Element, Elements, Number


def boards(game: Game, seats: list[str], shown: Mapping[str, Any]) -> tuple[list[Board], set[str]]:
    """The boards of a game with what `shown` (the state of a view) says about them, and the names of the zones and
    variables that are drawn there."""
    found, drawn = [], set()
    for symbol in game.boards.values():
        if symbol.grid is not None:
            reader = _Reader(game, seats, symbol, symbol.grid)
            reader.read(shown)
            found.append(reader.board())
            drawn |= reader.drawn
    return found, drawn


@dataclass(slots=True)
class _Reader:
    """Reads one board."""

    game: Game
    seats: list[str]
    symbol: BoardSymbol
    grid: Grid
    marks: dict[Key, list[Mark]] = field(default_factory=dict)
    grounds: list[Ground] = field(default_factory=list)
    drawn: set[str] = field(default_factory=set)
    signs: dict[str, str] = field(default_factory=dict)
    forms: dict[Site, dict[str, int]] = field(default_factory=dict)
    sites: dict[str, tuple[Site, dict[str, int]]] = field(default_factory=dict)
    #: Variable that gives several grounds -> their names and numbers; those that give one are under "".
    kinds: dict[str, dict[str, int]] = field(default_factory=dict)
    #: How many variables give values, and whether players have to be told from numbers.
    values: int = 0

    def read(self, shown: Mapping[str, Any]) -> None:
        """Put everything that is shown, and lies on this board, in its place."""
        for site, domain in (("space", self.symbol.space), ("edge", self.symbol.edge), ("corner", self.symbol.corner)):
            if domain is not None:
                elements = self.game.domains[domain].elements
                self.sites[domain] = site, {name: at for at, name in enumerate(elements)}  # type: ignore[assignment]
        every: list[VariableSymbol | ZoneSymbol] = [*self.game.variables.values(), *self.game.zones.values()]
        about = [symbol for symbol in every if self._stands_here(symbol)]
        self.values = sum(1 for symbol in about if isinstance(symbol, VariableSymbol) and symbol.each in self.sites
                          and isinstance(symbol.type, Number))
        names = [name for symbol in about for name in (symbol.name, *self._names(symbol))]
        for attribute in self._printed():
            if not isinstance(attribute.type, Number):
                names += sorted({printed_text(self.game, attribute, at) for at in range(len(self.grid.names))} - {""})
        self.signs = abbreviations(names)
        for symbol in about:
            if symbol.name in shown:
                self.drawn.add(symbol.name)
                if isinstance(symbol, ZoneSymbol):
                    self._zone(symbol, shown[symbol.name])
                else:
                    self._variable(symbol, shown[symbol.name])

    def _stands_here(self, symbol: VariableSymbol | ZoneSymbol) -> bool:
        if symbol.each in self.sites:
            return True
        return isinstance(symbol, VariableSymbol) and isinstance(symbol.type, Element | Elements) and (
            symbol.type.domain in self.sites)

    def _names(self, symbol: VariableSymbol | ZoneSymbol) -> Iterator[str]:
        """What else needs a sign: items that may lie there, values of an enumeration, owners that are no players."""
        domain = symbol.domain if isinstance(symbol, ZoneSymbol) else (
            symbol.type.domain if isinstance(symbol.type, Element | Elements) else None)
        for name in (domain, symbol.each):
            if name is not None and self.game.domains[name].sort in ("component", "enumeration"):
                yield from map(naming.bare, self.game.domains[name].elements)

    def _put(self, site: Site, number: int, mark: Mark) -> None:
        self.marks.setdefault((site, number), []).append(mark)

    def _form(self, name: str, site: Site) -> int:
        """The number of a variable among those whose pieces stand on the same kind of place."""
        alike = self.forms.setdefault(site, {})
        return alike.setdefault(name, len(alike))

    def _zone(self, zone: ZoneSymbol, piles: Mapping[str, Any]) -> None:
        assert zone.each is not None
        site, numbers = self.sites[zone.each]
        elements = self.game.domains[zone.domain].elements
        items = {naming.bare(name): at for at, name in reversed(list(enumerate(elements)))}
        for place, pile in piles.items():
            if "items" not in pile:
                if pile["count"]:
                    self._put(site, numbers[place], Mark(
                        "back", f"{pile['count']}?", "n?", f"{zone.name}, face down",
                        f"{zone.name} of {place}: {pile['count']} face down", count=pile["count"]))
                continue
            for name in dict.fromkeys(pile["items"]):
                count = pile["items"].count(name)
                seat, tint = tint_of(self.game, zone.domain, items[name])
                sign = self.signs[name]
                self._put(site, numbers[place], Mark(
                    "item", sign if count == 1 else f"{count}{sign}", sign, name,
                    f"{zone.name} of {place}: {name}" + (f" × {count}" if count > 1 else ""), seat, 0, tint, count))

    def _variable(self, variable: VariableSymbol, value: Any) -> None:
        type = variable.type
        if variable.each in self.sites:
            site, numbers = self.sites[variable.each]
            for place, inner in value.items():
                for mark in self._values(variable, place, inner, site):
                    self._put(site, numbers[place], mark)
            return
        assert isinstance(type, Element | Elements)
        site, numbers = self.sites[type.domain]
        if site == "space" and isinstance(type, Elements) and self._tells_kinds(variable.each):
            self._ground(variable, value, numbers)
            return
        for owner, inner in value.items() if variable.each is not None else [(None, value)]:
            names = inner if isinstance(inner, list) else [] if inner is None else [inner]
            for name in names:
                self._put(site, numbers[name], self._piece(variable, owner, name, site))

    def _tells_kinds(self, owners: str | None) -> bool:
        """Whether a set of spaces, or one for each of `owners`, says what the spaces are like."""
        return owners is None or self.game.domains[owners].sort == "enumeration"

    def _ground(self, variable: VariableSymbol, value: Any, numbers: Mapping[str, int]) -> None:
        """A ground, or one for each value of an enumeration. The first variable of the latter sort colours them; where
        there is none, and nothing printed, the first of the former."""
        owners = value if variable.each is not None else {variable.name: value}
        for at, (owner, names) in enumerate(owners.items()):
            title = variable.name if variable.each is None else f"{variable.name} of {owner}"
            self.grounds.append(Ground(title, self.signs[naming.bare(owner)], frozenset(numbers[n] for n in names)))
            self.kinds.setdefault(variable.name if variable.each is not None else "", {})[title] = at

    def _coloured(self, prints: list[Print]) -> tuple[Ground, ...]:
        """The grounds, with the colours of those that have one."""
        if any(printed.kinds for printed in prints) or not self.kinds:
            return tuple(self.grounds)
        several = next((found for name, found in self.kinds.items() if name), None)
        tints = several or {next(iter(self.kinds[""])): 0}
        return tuple(replace(ground, tint=tints.get(ground.name)) for ground in self.grounds)

    def _piece(self, variable: VariableSymbol, owner: str | None, where: str, site: Site) -> Mark:
        """A mark for a variable that says where it is."""
        form = self._form(variable.name, site)
        if variable.each == PLAYER:
            return self._of_seat(variable.name, self.seats.index(str(owner)), form, where)
        sign = self.signs[variable.name] if owner is None else self.signs.get(naming.bare(owner), owner)
        meaning = variable.name if owner is None else f"{variable.name} of {owner}"
        return Mark("piece", sign, sign, meaning, f"{meaning}: {where}", None, form)

    def _of_seat(self, name: str, seat: int, form: int, where: str) -> Mark:
        number = f"P{seat + 1}" if self.values else str(seat + 1)
        code = number if form == 0 else f"{self.signs[name]}{seat + 1}"
        meaning = f"{name} of {self.seats[seat]}"
        return Mark("piece", code, code, meaning, f"{meaning}: {where}", seat, form)

    def _values(self, variable: VariableSymbol, where: str, value: Any, site: Site) -> Iterator[Mark]:
        """The marks for a variable that has a value at each place; what is nothing is not shown."""
        name, sign, type = variable.name, self.signs[variable.name], variable.type
        title = f"{name} of {where}: {value}"
        if isinstance(type, Number):
            if value:
                short = "" if self.values == 1 else sign
                yield Mark("value", f"{short}{value}", short or "n", name, title)
        elif isinstance(type, Element | Elements):
            for element in value if isinstance(value, list) else [] if value is None else [value]:
                title = f"{name} of {where}: {element}"
                if type.domain == PLAYER:
                    yield self._of_seat(name, self.seats.index(element), self._form(name, site), where)
                else:
                    bare = naming.bare(str(element))
                    code = self.signs.get(bare, bare)
                    yield Mark("value", code, code, f"{name}: {bare}", title)
        elif value:
            yield Mark("value", sign, sign, name, f"{name} of {where}")

    def board(self) -> Board:
        """What has been read."""
        lines = between(self.grid)
        marks, prints = {key: tuple(marks) for key, marks in self.marks.items()}, list(self._prints())
        return Board(self.symbol.name, self.grid, lines, self.symbol.edge is not None, self._in_use(lines), marks,
                     self._coloured(prints), tuple(prints))

    def _in_use(self, lines: Between) -> tuple[int, ...]:
        """All spaces; of a board that grows those on which something is, or at whose sides or corners."""
        if not self.grid.shape.reach:
            return tuple(range(len(self.grid.names)))
        used = {number for site, number in self.marks if site == "space"}
        for ground in self.grounds:
            used |= ground.spaces
        for site, number in self.marks:
            if site != "space":
                about = lines.edges_of if site == "edge" else lines.corners_of
                beside = [space for space, near in enumerate(about) if number in near]
                if not used.intersection(beside):
                    used.update(beside)
        return tuple(sorted(used or {self.grid.middle or 0}))

    def _printed(self) -> list[AttributeSymbol]:
        """What the rules print on the spaces, also where it is kept as a relation that leads to an enumeration."""
        space, game = self.symbol.space, self.game
        found = [attribute for attribute in game.attributes if attribute.domain == space and not attribute.built_in]
        return found + [
            AttributeSymbol(one.name, one.at, one.passage, space, Element(one.target, True), one.values)
            for one in game.relations.values()
            if one.origin == space and one.single and one.ways is None
            and game.domains[one.target].sort == "enumeration"]

    def _prints(self) -> Iterator[Print]:
        for attribute in self._printed():
            texts = [printed_text(self.game, attribute, at) for at in range(len(self.grid.names))]
            if isinstance(attribute.type, Number):
                yield Print(attribute.name, tuple(texts), (), {})
                continue
            order = sorted({text for text in texts if text})
            short = {text: self.signs[text].lower() for text in order}
            yield Print(attribute.name, tuple(short.get(text, "") for text in texts),
                        tuple(order.index(text) if text else -1 for text in texts),
                        {sign: text for text, sign in short.items()})
