"""Reads scenario files: a list of scenarios beside the rules of a game, in its folder `scenarios`.

A fault of the author becomes a finding at its place and stops that scenario alone. The form is told in
`docs/scenarios.md`; what each part means when it is played, in `scenario_position.py` and `scenario_expect.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ludex.dsl.course import SETUP
from ludex.dsl.diagnostics import Finding, Label, RuleErrors, Sink
from ludex.dsl.document import Entry, Mapping, Node, Scalar, read_document
from ludex.dsl.document import Sequence as Row
from ludex.dsl.gather import File, NothingChecked
from ludex.dsl.names import UndefinedName, nearest
from ludex.dsl.read import DuplicateId
from ludex.dsl.source import Source, Span
from ludex.dsl.typed import VariableSymbol, ZoneSymbol
from ludex.scenario_form import Cell, Contains, Expectation, Given, Item, Scenario, Step
from ludex.scenario_proof import Proofs
from ludex.scenario_texts import Known, Texts
from ludex.scenario_wants import expectations
from ludex.validator.structure import UnknownPassage

if TYPE_CHECKING:
    from ludex.game import Game

KEYS = ("scenario", "source", "rulings", "parameters", "players", "seed", "given", "do", "expect")
NEEDED = ("scenario", "expect")
#: What a position may begin with besides a phase.
BEGIN_SETUP, BEGIN_ROUND = "setup", "start of round"
CHANCE, EXPECT = "chance", "expect"


class Together:
    """What the scenario files of a game have in common while they are read: the scenarios by name, what names of zones
    and variables are found to mean, and what can be told of a scenario without playing it."""

    def __init__(self, game: Game) -> None:
        self.names: dict[str, Scalar] = {}
        self.known: Known = {}
        self.proofs = Proofs(game)


def read_file(file: File, game: Game, together: Together) -> list[Scenario]:
    """The scenarios of a file. Raises `RuleErrors` if it cannot be read as a list of them."""
    if file.data is None:
        raise RuleErrors(file.findings)
    shown = file.shown
    sink = Sink()
    root = read_document(file.data, shown, sink)
    if root is None and not sink.errors:
        sink.add(_nothing(shown, "there is no scenario in it"))
    if root is not None and not isinstance(root, Row):
        Texts(game, 1, sink).wrong(_start(root), "a file of scenarios", "a list of scenarios", root)
    if sink.errors or not isinstance(root, Row):
        raise RuleErrors(sink.findings)
    general = sink.findings
    found = []
    for item in root.items:
        scenario = _Reader(game, item, together).scenario(general)
        idle = () if scenario.broken else tuple(together.proofs.findings(scenario))
        found.append(replace(scenario, findings=scenario.findings + idle) if idle else scenario)
        general = ()
    return found


def _nothing(shown: str, why: str) -> Finding:
    return NothingChecked.at(Span(Source(shown, ""), 0, 0), problem=f"nothing was tested at `{shown}`: {why}",
                             help="a file of scenarios is a list, each with `scenario` and `expect`")


def _start(node: Node) -> Span:
    """The first line of a node: a short place to point at."""
    span = node.span
    rest = span.source.line_text(span.line)[span.column - 1:].rstrip()
    return Span(span.source, span.start, min(span.end, span.start + len(rest)))


class _Reader:
    """Reads one scenario."""

    def __init__(self, game: Game, node: Node, together: Together) -> None:
        self.game = game
        self.node = node
        self.together = together
        self.sink = Sink()
        self.texts = Texts(game, game.players[0], self.sink, together.known)

    def scenario(self, general: tuple[Finding, ...]) -> Scenario:
        sink, texts = self.sink, self.texts
        sink.extend(general)
        entries = texts.entries(self.node, _start(self.node), "a scenario", KEYS, NEEDED)
        parts: dict[str, Node] = {key: entry.value for key, entry in entries.items()}
        keys = {key: entry.key.span for key, entry in entries.items()}
        name = self._name(parts, keys)
        players = self.game.players[0]
        if "players" in parts:
            read = texts.number(parts["players"], keys["players"], "`players`", self.game.typed.tables[0],
                                self.game.typed.tables[-1])
            players = players if read is None else read
            texts = self.texts = Texts(self.game, players, sink, self.together.known)
        seed = 0
        if "seed" in parts:
            seed = texts.number(parts["seed"], keys["seed"], "`seed`", 0, 2**63) or 0
        return Scenario(
            self.game, "" if name is None else name.text, _start(self.node) if name is None else name.span,
            self._sources(parts, keys), self._rulings(parts, keys), self._parameters(parts, keys), players, seed,
            self._given(parts, keys), self._steps(parts, keys), self._expectations(parts, keys), sink.findings)

    def _name(self, parts: dict[str, Node], keys: dict[str, Span]) -> Scalar | None:
        if "scenario" not in parts:
            return None
        name = self.texts.text(parts["scenario"], keys["scenario"], "`scenario`", "a name")
        if name is not None:
            first = self.together.names.setdefault(name.text, name)
            if first is not name:
                self.sink.add(DuplicateId.at(
                    name.span, key=name.text, line=first.span.line, file=first.span.source.path,
                    labels=[Label(first.span, "first defined here")]))
        return name

    def _sources(self, parts: dict[str, Node], keys: dict[str, Span]) -> tuple[str, ...]:
        if "source" not in parts:
            return ()
        found = self.texts.texts(parts["source"], keys["source"], "`source`", "a passage or a list of passages", True)
        for source in found or ():
            if self.game.texts and source.text not in self.game.texts:
                self.sink.add(UnknownPassage.at(source.span, id=source.text,
                                                 help=nearest(source.text, self.game.texts)))
        return tuple(source.text for source in found or ())

    def _rulings(self, parts: dict[str, Node], keys: dict[str, Span]) -> dict[str, str]:
        found: dict[str, str] = {}
        rulings = self.game.typed.rulings
        for entry in self._pairs("rulings", parts, keys, "readings by ruling"):
            if entry.key.text not in rulings:
                self.texts.unknown(entry.key.span, "no ruling", entry.key.text, rulings)
                continue
            reading = self.texts.text(entry.value, entry.key.span, f"`{entry.key.text}`", "a reading")
            readings = rulings[entry.key.text].readings
            if reading is not None and reading.text not in readings:
                self.texts.unknown(reading.span, f"no reading of `{entry.key.text}`", reading.text, readings)
            elif reading is not None:
                found[entry.key.text] = reading.text
        return found

    def _parameters(self, parts: dict[str, Node], keys: dict[str, Span]) -> dict[str, int]:
        found: dict[str, int] = {}
        known = self.game.typed.parameters
        for entry in self._pairs("parameters", parts, keys, "numbers by parameter"):
            if entry.key.text not in known:
                self.texts.unknown(entry.key.span, "no parameter", entry.key.text, known)
                continue
            type = known[entry.key.text].type
            number = self.texts.number(entry.value, entry.key.span, f"`{entry.key.text}`", type.low, type.high)
            if number is not None:
                found[entry.key.text] = number
        return found

    def _pairs(self, key: str, parts: dict[str, Node], keys: dict[str, Span], expected: str) -> tuple[Entry, ...]:
        return self.texts.pairs(parts[key], keys[key], f"`{key}`", expected) if key in parts else ()

    # -- the position

    def _given(self, parts: dict[str, Node], keys: dict[str, Span]) -> Given:
        given = Given(SETUP)
        for entry in self._pairs("given", parts, keys, "the parts of a position by name"):
            key, value, at = entry.key.text, entry.value, entry.key.span
            if key == "at":
                given = Given(self._begin(value, at), given.zones, given.variables, given.rest)
            elif key == "rest":
                self._rest(value, at, given)
            else:
                self._field(entry.key, value, given)
        return given

    def _begin(self, node: Node, at: Span) -> str:
        rounds = self.game.typed.rounds
        text = self.texts.text(node, at, "`at`", f"`{BEGIN_SETUP}`, `{BEGIN_ROUND}` or a phase")
        if text is None or text.text == BEGIN_SETUP:
            return SETUP
        if text.text == BEGIN_ROUND:
            return rounds[0]
        if text.text not in rounds:
            self.texts.unknown(text.span, "no phase of a round", text.text, [BEGIN_SETUP, BEGIN_ROUND, *rounds])
            return SETUP
        return text.text

    def _rest(self, node: Node, at: Span, given: Given) -> None:
        texts = self.texts
        classes = [name for name, domain in texts.symbols.domains.items() if domain.sort == "component"]
        for entry in texts.pairs(node, at, "`rest`", "zones by the class of their items"):
            if entry.key.text not in classes:
                texts.unknown(entry.key.span, "no component class", entry.key.text, classes)
                continue
            text = texts.text(entry.value, entry.key.span, f"`{entry.key.text}`", "a zone")
            found = None if text is None else texts.cell(text)
            if text is None or found is None:
                continue
            cell, symbol = found
            if not isinstance(symbol, ZoneSymbol) or symbol.domain != entry.key.text:
                texts.wrong(text.span, "the place of the rest", f"a zone for a {entry.key.text}", text)
            else:
                given.rest[entry.key.text] = cell

    def _field(self, key: Scalar, node: Node, given: Given) -> None:
        texts = self.texts
        symbol = texts.symbols.values.get(key.text)
        if isinstance(symbol, ZoneSymbol | VariableSymbol) and symbol.each is not None:
            for entry in texts.pairs(node, key.span, f"`{key.text}`", f"a value for each {symbol.each}"):
                owner = texts.owner(entry.key, symbol.each)
                if owner is not None:
                    self._cell((symbol.name, owner), symbol, entry.key, entry.value, given)
            return
        if isinstance(symbol, ZoneSymbol | VariableSymbol):
            self._cell((symbol.name, None), symbol, key, node, given)
        elif " of " in key.text or "'s " in key.text:
            found = texts.cell(key)
            if found is not None:
                self._cell(found[0], found[1], key, node, given)
        else:
            known = [n for n, s in texts.symbols.values.items() if isinstance(s, ZoneSymbol | VariableSymbol)]
            self.sink.add(UndefinedName.at(key.span, what="no zone or variable", name=key.text,
                                           help=nearest(key.text, ["at", "rest", *known])))

    def _cell(self, cell: Cell, symbol: ZoneSymbol | VariableSymbol, key: Scalar, node: Node, given: Given) -> None:
        texts = self.texts
        if isinstance(symbol, VariableSymbol):
            value = texts.value(node, key.span, f"`{key.text}`", symbol.type)
            if value is not None:
                given.variables[cell] = value
            return
        if isinstance(node, Mapping):
            amounts = texts.amounts(node, key.span, f"`{key.text}`", symbol.domain)
            if amounts is not None:
                kind = texts.only_kind(key.span, symbol.domain)
                given.zones[cell] = Contains(key.span, tuple(
                    Item(kind, key.span) for _ in amounts[1]) if kind else (), *amounts)
            return
        names = texts.texts(node, key.span, f"`{key.text}`", f"a list of {texts.symbols.several(symbol.domain)}")
        if names is not None:
            given.zones[cell] = Contains(key.span, tuple(
                Item(name.text, name.span) for name in names if texts.item(name, symbol.domain) is not None))

    # -- play

    def _steps(self, parts: dict[str, Node], keys: dict[str, Span]) -> tuple[Step, ...]:
        if "do" not in parts:
            return ()
        node = parts["do"]
        if not isinstance(node, Row):
            self.texts.wrong(keys["do"], "`do`", "a list of steps", node)
            return ()
        found = []
        for item in node.items:
            if not isinstance(item, Mapping) or len(item.entries) != 1:
                self.texts.wrong(_start(item), "a step", f"a seat, `{CHANCE}` or `{EXPECT}`, and what happens", item)
                continue
            [entry] = item.entries
            if entry.key.text == EXPECT:
                expected = self._expected(entry.value, entry.key.span)
                found.append(Step(None, "", entry.key.span, expected))
                continue
            words = self.texts.text(entry.value, entry.key.span, f"`{entry.key.text}`", "the words of a move")
            seat = None if entry.key.text == CHANCE else self.texts.seat(entry.key)
            if words is not None and (seat is not None or entry.key.text == CHANCE):
                found.append(Step(seat, words.text, words.span))
        return tuple(found)

    def _expectations(self, parts: dict[str, Node], keys: dict[str, Span]) -> tuple[Expectation, ...]:
        return self._expected(parts[EXPECT], keys[EXPECT]) if EXPECT in parts else ()

    def _expected(self, node: Node, at: Span) -> tuple[Expectation, ...]:
        if not isinstance(node, Row) or not node.items and node.complete:
            self.texts.wrong(at, "`expect`", "a list of what must come out", node)
            return ()
        return tuple(found for item in node.items for found in expectations(self.texts, item, _start(item)))
