"""Checks a game by playing it, and says what was found at the text of the rules, each with a game to look at.

For each number of players the positions are explored in order, then games are played at random. What never happened is
proved where the exploration came to its end; elsewhere it is what so many games have shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Evidence, Finding, Label
from ludex.dsl.lower import lower
from ludex.dsl.pieces import lines
from ludex.dsl.source import Span
from ludex.ir.graph import Origin, Program
from ludex.validator.play import rules as r
from ludex.validator.play import sample
from ludex.validator.play.board import Board
from ludex.validator.play.diverge import Budget, Search, search
from ludex.validator.play.explore import Graph, cycle, endless, explore, same_as_another
from ludex.validator.play.lockstep import Pair
from ludex.validator.play.order import variants
from ludex.validator.play.places import Places, all_rules
from ludex.validator.play.table import Line, Plan, Table, counts_of
from ludex.validator.play.traced import traced
from ludex.validator.play.watch import Mishap, Tally

#: What is said about things that should not happen in play.
_RULES: dict[str, type[Diagnosis]] = {
    "stuck": r.StuckState, "bound": r.BoundBroken, "short": r.DepletionHit, "loop": r.ForcedLoop,
    "cycle": r.NoProgressCycle, "invariant": r.InvariantBroken, "undecided": r.UndecidedResult,
    "leak": r.InformationLeak, "fault": r.NoAnswer, "lost": r.ConservationBroken,
    "differs": r.ReplayDiffers,
}
#: A choice counts as forced after so many visits; seats are compared after so many games.
VISITS, GAMES = 20, 50
#: Bounds of an interval that holds in 999 of 1,000 cases.
SURE = 3.29
#: By how much more than its share a seat must win to be told, as a part of all games.
BIAS = 0.1
#: In so many of the games something must go wrong to be laid to the number of players.
OFTEN = 0.2


@dataclass(slots=True)
class PlayCheck:
    """One check of one game."""

    game: typed.Game
    table: Table
    plan: Plan
    counts: list[int] = field(init=False)
    tallies: dict[int, Tally] = field(init=False, default_factory=dict)
    graphs: dict[int, Graph] = field(init=False, default_factory=dict)
    places: Places = field(init=False)
    _boards: dict[int, Board] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.counts = counts_of(self.game)
        self.places = Places(self.game)

    def findings(self) -> Iterator[Finding]:
        """Play, and tell."""
        for players in self.counts:
            tracing = traced(self.table.program(players))
            tally = Tally(Board(self.table.engine(tracing.program)), tracing)
            self.tallies[players] = tally
            self.graphs[players] = explore(tally, self.plan.positions)
            sample.play(tally, self.table, self.plan)
        yield from self._mishaps()
        yield from self._cycles()
        yield from self._never()
        yield from self._choices()
        yield from self._seats()
        if not any(tally.hopeless for tally in self.tallies.values()):
            yield from self._order()
            yield from self._rulings()
        if not self.complete:
            how = ", ".join(f"{len(graph.before)} to {graph.deep} decisions deep with {players} players"
                            for players, graph in self.graphs.items() if not graph.complete)
            yield r.ExplorationIncomplete.at(self.places.first, how=how)

    # -- words

    @property
    def complete(self) -> bool:
        """Whether all positions are known, for every number of players."""
        return all(graph.complete for graph in self.graphs.values()) and len(self.counts) == \
            self.game.most - self.game.least + 1

    @property
    def evidence(self) -> Evidence:
        """How sure it is that something never happens."""
        return "proved" if self.complete else "witnessed"

    def _players(self, counts: list[int] | None = None) -> str:
        found = [str(count) for count in counts or self.counts]
        return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"

    def _never_in(self) -> str:
        """In none of so many games."""
        games = sum(tally.games for tally in self.tallies.values())
        if self.complete:
            return f"in no position of the game, with {self._players()} players"
        return f"in none of {games} games ({self.plan.seeds}, with {self._players()} players)"

    def _seen_in(self, counts: list[int], line: Line) -> str:
        """Where something was seen."""
        if line.asking:
            return f"with {self._players(counts)} players, after {_times(len(line.moves))}"
        return f"with {self._players(counts)} players, in a game from seed {line.seed}, after {_times(len(line.moves))}"

    def _origin(self, players: int, number: int) -> Origin | None:
        origins = self.tallies[players].board.program.origins
        return origins[number] if number >= 0 else None

    # -- what should not happen

    def _mishaps(self) -> Iterator[Finding]:
        found: dict[tuple[str, Origin | None, str], dict[int, Mishap]] = {}
        for players, tally in self.tallies.items():
            for mishap in tally.mishaps.values():
                key = (mishap.sort, self._origin(players, mishap.origin), mishap.what)
                found.setdefault(key, {})[players] = mishap
        special: set[tuple[int, ...]] = set()
        for (sort, origin, what), by_count in found.items():
            counts = sorted(by_count)
            worst = min(by_count.values(), key=lambda mishap: (len(mishap.line.moves), mishap.line.players))
            span = self.places.first if origin is None else self.places.span(origin)
            if sort == "invariant":
                span = self.places.invariant(what)
            elif sort == "undecided" and self.game.scoring is not None:
                span = self.game.scoring.score.at
            finding = self._told(sort, span, what, self._seen_in(counts, worst.line), origin, worst.line)
            yield finding
            others = [count for count in self.counts if count not in counts]
            if others and finding.severity == "error" and tuple(counts) not in special and any(
                    tally.times[worst.sort, worst.origin, what] >= OFTEN * tally.games
                    for tally in [self.tallies[worst.line.players]]):
                special.add(tuple(counts))
                yield r.CountSpecificFailure.at(
                    span, players=self._players(counts), others=self._players(others), code=finding.code,
                    where=f"in {self.plan.games} games each ({self.plan.seeds})", witness=finding.witness,
                    passage=finding.passage)

    def _told(self, sort: str, span: Span, what: str, where: str, origin: Origin | None, line: Line) -> Finding:
        passage = origin.passage if origin is not None and origin.passage else None
        witness, broke_off = self.table.record(line)
        help = None if broke_off is None else f"the game breaks off at {broke_off}"
        return _RULES[sort].at(span, witness=witness, passage=passage, help=help, where=where, name=what,
                               what=what.partition(";")[0])

    def _cycles(self) -> Iterator[Finding]:
        """Ways round that only the exploration has seen, and games that cannot end or did not."""
        for players, graph in self.graphs.items():
            tally = self.tallies[players]
            if not any(sort in ("cycle", "loop") for each in self.tallies.values() for sort, _, _ in each.mishaps):
                found = cycle(graph)
                if found is not None:
                    at, moves, forced = found
                    line = graph.line(at, tuple(moves))
                    origin = tally.board.program.origins[tally.choose_at(graph.points[at]).origin]
                    sort, what = ("loop", "nobody has a choice on the way round") if forced else ("cycle", "")
                    yield self._told(sort, self.places.span(origin), what, self._seen_in([players], line), origin, line)
                    return
        for players, graph in self.graphs.items():
            traps = endless(graph) if graph.complete else []
            if traps:
                line = graph.line(traps[0])
                yield r.EndNeverReached.at(
                    self._end_span(), what="from some positions no end can be reached", evidence="proved",
                    where=self._seen_in([players], line), witness=self.table.record(line)[0])
                return
        for players, tally in self.tallies.items():
            if tally.unfinished:
                line = tally.unfinished[0]
                games = f"{len(tally.unfinished)} of {tally.games} games"
                yield r.EndNeverReached.at(
                    self._end_span(), what=f"{games} did not end within {self.plan.longest} decisions",
                    where=f"{self.plan.seeds}, with {players} players", witness=self.table.record(line)[0])
                return

    def _end_span(self) -> Span:
        return self.game.ends[0].rule.at if self.game.ends else self.places.first

    # -- what never happens

    def _never(self) -> Iterator[Finding]:
        offered: dict[str, bool] = {}
        ran: dict[tuple[str, int, int], int] = {}
        ended: set[str] = set()
        for tally in self.tallies.values():
            program = tally.board.program
            for point in tally.board.layout.waiting:
                name, block = tally.board.layout.points[point]
                end = program.functions[name].blocks[block].end
                for number, way in enumerate(getattr(end, "alternatives", ())):
                    rule = program.origins[way.origin].rule
                    if getattr(end, "kind", "") == "action":
                        offered[rule] = offered.get(rule, False) or number in tally.ways.get(point, ())
            for number, times in tally.tracing.origins(tally.trace).items():
                origin = program.origins[number]
                key = (f"{origin.file}|{origin.rule}", origin.line, origin.column)
                ran[key] = max(ran.get(key, 0), times)
            ended |= set(tally.ended_by)
        if not any(tally.games and (tally.decided or tally.unfinished) for tally in self.tallies.values()) \
                and not self.complete:
            return  # every game broke off: that it did is told, and what it kept from happening says nothing
        for name, action in self.game.actions.items():
            if offered.get(action.rule.name) is False:
                yield r.ActionNeverLegal.at(action.rule.at, action=name, where=self._never_in(),
                                            evidence=self.evidence, passage=action.rule.passage or None)
        for rule, effects in all_rules(self.game):
            written = {(line.at.line, line.at.column) for effect in effects for line in lines(effect)}
            there = [times for (name, *place), times in ran.items()
                     if name == f"{rule.at.source.path}|{rule.name}" and tuple(place) in written]
            if there and not any(there) and offered.get(rule.name) is not False:
                yield r.RuleNeverFired.at(rule.at, rule=rule.name, where=self._never_in(), evidence=self.evidence,
                                          passage=rule.passage or None)
        for rule in (end.rule for end in self.game.ends):
            there = [times for (name, _, _), times in ran.items() if name == f"{rule.at.source.path}|{rule.name}"]
            if there and rule.name not in ended:
                yield r.RuleNeverFired.at(rule.at, rule=rule.name, where=self._never_in(), evidence=self.evidence,
                                          passage=rule.passage or None)

    # -- choices and seats

    def _choices(self) -> Iterator[Finding]:
        visits: dict[Origin, int] = {}
        most: dict[Origin, int] = {}
        for tally in self.tallies.values():
            for point, times in tally.visits.items():
                choose = tally.choose_at(point)
                # One action that takes no choice is a turn, not a question.
                if choose.kind != "more" and [way.form for way in choose.alternatives] != ["one"]:
                    origin = tally.board.program.origins[choose.origin]
                    visits[origin] = visits.get(origin, 0) + times
                    most[origin] = max(most.get(origin, 0), tally.most[point])
        for origin, times in visits.items():
            if times >= VISITS and most[origin] == 1:
                yield r.ForcedChoice.at(self.places.span(origin), visits=times, where=f"with {self._players()} players",
                                        evidence=self.evidence, passage=origin.passage or None)
        if self.complete:
            yield from self._dead()

    def _dead(self) -> Iterator[Finding]:
        found: dict[tuple[Origin, str], set[str]] = {}
        for players, graph in self.graphs.items():
            tally = self.tallies[players]
            here: dict[tuple[Origin, str], set[str]] = {}
            for (point, way), (_, other) in same_as_another(graph).items():
                ways = tally.choose_at(point).alternatives
                if ways[way].words != ways[other].words:
                    here[tally.board.program.origins[ways[way].origin], ways[way].words] = {ways[other].words}
            found = here if not found and players == self.counts[0] else {
                key: found[key] & here[key] for key in found.keys() & here.keys()}
        for (origin, words), others in found.items():
            if others:
                yield r.DeadOption.at(self.places.span(origin), option=words.replace(" {}", ""),
                                      other=min(others).replace(" {}", ""), passage=origin.passage or None,
                                      where=f"with {self._players()} players")

    def _seats(self) -> Iterator[Finding]:
        for players, tally in self.tallies.items():
            if tally.decided < GAMES or players < 2:
                continue
            for seat in range(players):
                low, high = interval(tally.wins[seat], tally.decided)
                if low > 1 / players + BIAS:
                    yield r.SeatBias.at(
                        self.places.first, seat=f"P{seat + 1}", rate=f"{tally.wins[seat] / tally.decided:.0%}",
                        low=f"{low:.0%}", high=f"{high:.0%}",
                        where=f"{tally.decided} games ({self.plan.seeds}) with {players} players")
        starved = [seat for seat in range(self.counts[-1])
                   if not any(tally.acted[seat] for players, tally in self.tallies.items() if players > seat)]
        # Where games are over at once, it says nothing that a seat had no turn.
        played = all(tally.games and tally.length >= 2 * players * tally.games
                     for players, tally in self.tallies.items())
        if len(starved) < self.counts[-1] and played:
            for seat in starved:
                yield r.StarvedPlayer.at(self.places.first, seat=f"P{seat + 1}", where=self._never_in(),
                                         evidence=self.evidence)

    # -- other orders, other readings

    def _order(self) -> Iterator[Finding]:
        players = next((count for count in self.counts if count > 1), None)
        if players is None:
            return
        for variant in variants(self.game, self.tallies[players].board.program):
            done = self._beside(lower(variant.game, players), players, self._budget(players))
            if done.found is not None:
                line = Line(players, 0, done.found.left, asking=True)
                labels = () if variant.other is None else (Label(variant.other, "the other effect"),)
                names = ", ".join(f"`{name}`" for name in done.found.difference.names)
                differs = f"{done.found.difference.sort} {names}".strip()
                yield r.OrderSensitive.at(
                    variant.at, what=variant.what, differs=differs, labels=labels,
                    where=f"with {players} players, after {_times(done.found.decisions, 'decision')}",
                    witness=self.table.record(line)[0])

    def _budget(self, players: int) -> Budget:
        """How far games are played beside each other. In a large game it counts that they differ, not how soon."""
        positions = self.plan.positions if self.graphs[players].complete else max(20, self.plan.positions // 30)
        return Budget(positions=positions, games=max(3, self.plan.games // 10), tries=12, minimal=False)

    def _beside(self, other: Program, players: int, budget: Budget) -> Search:
        """Play the game and another beside it."""
        if players not in self._boards:
            self._boards[players] = Board(self.table.engine(self.table.program(players)))
        beside = Board(self.table.engine(other))
        return search(Pair(self._boards[players], beside), budget, self.plan.seed)

    def _rulings(self) -> Iterator[Finding]:
        for name in sorted(self.game.used_rulings):
            ruling = self.game.rulings[name]
            best: tuple[int, str, int, Line] | None = None
            proved = len(self.counts) == self.game.most - self.game.least + 1 and not ruling.players
            for reading in ruling.readings:
                if reading == ruling.choice or reading in ruling.players:
                    continue
                for players in self.counts:
                    done = self._beside(self.table.program(players, {name: reading}), players, self._budget(players))
                    proved = proved and done.proved
                    if done.found is not None and (best is None or done.found.decisions < best[0]):
                        best = (done.found.decisions, reading, players,
                                Line(players, 0, done.found.left, asking=True))
                    if best is not None:
                        break
            if best is not None:
                length, reading, players, line = best
                yield r.ReadingsDiverge.at(
                    ruling.rule.at, ruling=name, left=ruling.choice, right=reading,
                    length=_times(length, "decision"), players=players, readings=ruling.readings,
                    passage=ruling.rule.passage or None, witness=self.table.record(line)[0])
            elif proved:
                yield r.RulingIdle.at(ruling.rule.at, ruling=name, readings=ruling.readings,
                                      passage=ruling.rule.passage or None)


def _times(number: int, what: str = "move") -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval for a rate."""
    rate, square = wins / games, SURE * SURE
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = SURE * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return middle - half, middle + half


__all__ = ["PlayCheck", "interval"]
