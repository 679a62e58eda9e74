"""All positions of a game, the nearest first, as far as a budget reaches.

Chance is asked, and every outcome is gone after. Where the search comes to its end, what it says of all games is
proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludex.ir.contract import Event, Fault, State
from ludex.validator.play.table import Line
from ludex.validator.play.watch import Tally


@dataclass(slots=True)
class Graph:
    """What was found: for each position where it was first reached from, by which move, after how many decisions, and
    what follows. `ways` names for each move the alternative taken; chance has none."""

    players: int
    before: list[tuple[int, int]] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    after: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)  # move, alternative or -1, position
    points: list[int] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)
    faults: set[int] = field(default_factory=set)
    complete: bool = False

    def line(self, at: int, more: tuple[int, ...] = ()) -> Line:
        """The game that leads to a position."""
        moves: list[int] = []
        while self.before[at][0] >= 0:
            at, move = self.before[at]
            moves.append(move)
        return Line(self.players, 0, (*reversed(moves), *more), asking=True)

    @property
    def deep(self) -> int:
        """To how many decisions all positions are known."""
        return max(self.depth, default=0) if self.complete else max(0, max(self.depth, default=0) - 1)

    def decisions_alone(self, at: int) -> Iterator[tuple[int, int]]:
        """The positions that a decision leads to from this one, with no chance in between."""
        for move, way, other in self.after.get(at, ()):
            if way >= 0:
                yield move, other


def explore(tally: Tally, positions: int) -> Graph:
    """Explore up to so many positions."""
    board, engine = tally.board, tally.board.engine
    graph = Graph(board.program.seats)
    number: dict[tuple[int, ...], int] = {}
    todo: list[tuple[int, State]] = []

    def reach(state: State, before: int, move: int, depth: int) -> int:
        key = board.canonical(state)
        if key in number:
            return number[key]
        at = number[key] = len(graph.before)
        graph.before.append((before, move))
        graph.depth.append(depth)
        graph.points.append(state[0])
        todo.append((at, state))
        return at

    events: list[Event] = []
    try:
        reach(engine.start(0, events, asking=True), -1, -1, 0)
    except Fault as fault:
        tally.fault(fault, lambda: Line(graph.players, 0, (), asking=True))
        graph.complete = True
    tally.trace.add(events)
    done = 0
    while done < len(todo) and done < positions and not tally.hopeless:
        at, state = todo[done]
        todo[done] = (at, [])
        done += 1
        if engine.over(state):
            graph.ends.add(at)
            tally.over(state, lambda at=at: graph.line(at), count=False)  # type: ignore[misc]
            continue
        graph.after[at] = []
        moves: list[tuple[int, int, int | None]] = []
        if engine.roll(state) is not None:
            moves = [(value, -1, value) for value, _ in engine.outcomes(state)]
        else:
            choices = engine.options(state)
            tally.stop(state, choices, lambda at=at: graph.line(at))  # type: ignore[misc]
            moves = [(index, way, None) for index, (way, _) in enumerate(choices)]
        for move, way, outcome in moves:
            new, events = state[:], []
            try:
                if outcome is not None:
                    engine.resolve(new, outcome, events)
                else:
                    engine.choose(new, choices[move], events, asking=True)
            except Fault as fault:
                graph.faults.add(at)
                tally.fault(fault, lambda at=at, move=move: graph.line(at, (move,)))  # type: ignore[misc]
                continue
            finally:
                tally.events(events, lambda at=at, move=move: graph.line(at, (move,)))  # type: ignore[misc]
            graph.after[at].append((move, way, reach(new, at, move, graph.depth[at] + (way >= 0))))
    graph.complete = done == len(todo)
    return graph


def endless(graph: Graph) -> list[int]:
    """Positions of a game known whole from which no end can be reached, the nearest first."""
    into: dict[int, list[int]] = {}
    for at, following in graph.after.items():
        for _, _, other in following:
            into.setdefault(other, []).append(at)
    good = graph.ends | graph.faults
    todo = list(good)
    while todo:
        for other in into.get(todo.pop(), ()):
            if other not in good:
                good.add(other)
                todo.append(other)
    return [at for at in range(len(graph.before)) if at not in good]


def cycle(graph: Graph) -> tuple[int, list[int], bool] | None:
    """A way round by decisions alone: the position nearest to the start that has one, its moves, and whether nobody
    has a choice on it."""
    for start in _going_on(graph):
        seen = {start: (-1, -1)}
        todo = [start]
        for at in todo:
            for move, other in graph.decisions_alone(at):
                if other == start:
                    moves, choice = [move], len(graph.after[at]) > 1
                    while at != start:
                        at, move = seen[at]
                        moves.append(move)
                        choice = choice or len(graph.after[at]) > 1
                    return start, moves[::-1], not choice
                if other not in seen and other in graph.after:
                    seen[other] = (at, move)
                    todo.append(other)
    return None


def _going_on(graph: Graph) -> list[int]:
    """The positions from which decisions alone can be taken for ever, the nearest first."""
    into: dict[int, list[int]] = {}
    left: dict[int, int] = {}
    for at in graph.after:
        following = {other for _, other in graph.decisions_alone(at) if other in graph.after}
        left[at] = len(following)
        for other in following:
            into.setdefault(other, []).append(at)
    todo = [at for at, count in left.items() if not count]
    while todo:
        for other in into.get(todo.pop(), ()):
            left[other] -= 1
            if not left[other]:
                todo.append(other)
    return sorted((at for at, count in left.items() if count > 0), key=lambda at: (graph.depth[at], at))


def same_as_another(graph: Graph) -> dict[tuple[int, int], tuple[int, int]]:
    """Alternatives that, in a game known whole, lead wherever they are offered to the position that one and the same
    other alternative leads to: (point, alternative) -> how often, the other."""
    offered: dict[tuple[int, int], int] = {}
    equal: dict[tuple[int, int], set[int]] = {}
    for at, following in graph.after.items():
        reached: dict[int, set[int]] = {}
        for _, way, other in following:
            if way >= 0:
                reached.setdefault(way, set()).add(other)
        for way, others in reached.items():
            key = (graph.points[at], way)
            offered[key] = offered.get(key, 0) + 1
            same = {rival for rival, theirs in reached.items() if rival < way and others <= theirs}
            equal[key] = equal[key] & same if key in equal else same
    return {key: (offered[key], min(rivals)) for key, rivals in equal.items() if rivals}


__all__ = ["Graph", "cycle", "endless", "explore", "same_as_another"]
