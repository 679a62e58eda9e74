"""Exact solutions of small games, through the public interface only.

`explore` goes through all positions of a game by way of `copy` and `apply`, with chance asked for; equal hashes are
one position. `value_iteration` gives every seat's value of every position where nothing is hidden. `Tree` is for
hidden information: it tells positions apart by what the seat that decides has been shown and told, and is solved by
counterfactual regret minimisation and judged by exact best responses.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ludex import Match, Result

Values = tuple[float, ...]
Worth = Callable[[Result, int], Values]


def chance_to_win(result: Result, seats: int) -> Values:
    """One for the winner; winners share."""
    return tuple(1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(seats))


def score(result: Result, seats: int) -> Values:
    """The score of each seat."""
    return tuple(float(result.scores[seat]) for seat in range(seats))


# -- open games


@dataclass(slots=True)
class Position:
    """A position: who decides (None for chance or the end), where each way leads, and how likely chance takes it."""

    match: Match
    player: int | None
    names: list[str] = field(default_factory=list)
    next: list[str] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    values: Values | None = None


def ways(match: Match) -> list[tuple[str, float | None]]:
    """The identity of everything that may follow, with its probability where chance decides."""
    if match.decision is not None:
        return [(option.id, None) for option in match.decision.options]
    if match.chance is not None:
        return [(outcome.id, float(outcome.probability)) for outcome in match.chance.outcomes]
    return []


def explore(match: Match, worth: Worth = chance_to_win, most: int = 200_000) -> dict[str, Position]:
    """All positions that can be reached, by hash; the first is where the match stands."""
    found: dict[str, Position] = {}
    waiting = deque([match])
    while waiting:
        now = waiting.popleft()
        name = now.hash()
        if name in found:
            continue
        position = found[name] = Position(now, None if now.decision is None else now.decision.player)
        if now.result is not None:
            position.values = worth(now.result, len(now.seats))
        for identity, odds in ways(now):
            after = now.copy()
            after.apply(identity)
            position.names.append(identity)
            position.next.append(after.hash())
            if odds is not None:
                position.odds.append(odds)
            waiting.append(after)
        assert len(found) <= most, "too many positions"
    return found


def value_iteration(positions: dict[str, Position], precision: float = 1e-10, most: int = 10_000) -> dict[str, Values]:
    """The value of every position for every seat, if each plays for its own; whoever decides takes the best way."""
    seats = len(next(iter(positions.values())).match.seats)
    values = {name: position.values or (0.0,) * seats for name, position in positions.items()}
    inner = [(name, position) for name, position in positions.items() if position.next]
    for _ in range(most):
        change = 0.0
        for name, position in reversed(inner):
            if position.player is None:
                new = tuple(sum(p * values[to][seat] for p, to in zip(position.odds, position.next, strict=True))
                            for seat in range(seats))
            else:
                player = position.player
                new = max((values[to] for to in position.next), key=lambda value: value[player])
            change = max(change, *(abs(a - b) for a, b in zip(new, values[name], strict=True)))
            values[name] = new
        if change < precision:
            return values
    raise AssertionError("the values do not come to rest")


# -- games with hidden information, for two


@dataclass(slots=True)
class Node:
    """A history. `known` is what the seat that decides has seen of it."""

    player: int | None
    known: str
    names: tuple[str, ...]
    odds: tuple[float, ...]
    next: tuple[Node, ...]
    values: Values


Strategy = dict[str, list[float]]


def information(match: Match, seat: int) -> str:
    """All that a seat knows: what it sees, what it has been told, what it has decided."""
    own = [taken.id for taken in match.history if taken.player == seat]
    return json.dumps([match.view(seat), match.log(seat), own], sort_keys=True, ensure_ascii=False)


class Tree:
    """All histories of a game of two that is small enough."""

    def __init__(self, match: Match, worth: Worth = score) -> None:
        self.worth = worth
        self.root = self._grow(match)
        #: By what is known: the ways, which are the same in every history of the set.
        self.sets: dict[str, tuple[int, tuple[str, ...]]] = {}
        #: The histories of each set, each with the way that led to it: for the best response.
        self._collect(self.root)

    def _grow(self, match: Match) -> Node:
        decision, result = match.decision, match.result
        values = self.worth(result, len(match.seats)) if result is not None else ()
        names, odds, following = [], [], []
        for identity, probability in ways(match):
            after = match.copy()
            after.apply(identity)
            names.append(identity)
            odds.append(probability or 0.0)
            following.append(self._grow(after))
        known = "" if decision is None else information(match, decision.player)
        return Node(None if decision is None else decision.player, known, tuple(names), tuple(odds), tuple(following),
                    values)

    def _collect(self, node: Node) -> None:
        if node.player is not None:
            same = self.sets.setdefault(node.known, (node.player, node.names))
            assert same == (node.player, node.names), "a seat can tell from its options what it does not know"
        for after in node.next:
            self._collect(after)

    def even(self) -> Strategy:
        """Each option as likely."""
        return {known: [1 / len(names)] * len(names) for known, (_, names) in self.sets.items()}

    def value(self, strategy: Strategy, node: Node | None = None) -> float:
        """What the first seat wins on average, if both follow a strategy."""
        node = node or self.root
        if not node.next:
            return node.values[0]
        odds = node.odds if node.player is None else strategy[node.known]
        return sum(p * self.value(strategy, after) for p, after in zip(odds, node.next, strict=True) if p)

    def solve(self, rounds: int) -> Strategy:
        """An equilibrium, nearer with more rounds: counterfactual regret minimisation with regrets kept from falling
        below zero and later rounds counting more (CFR+; Tammelin 2014)."""
        regrets = {known: [0.0] * len(names) for known, (_, names) in self.sets.items()}
        sums = {known: [0.0] * len(names) for known, (_, names) in self.sets.items()}
        for number in range(1, rounds + 1):
            for player in (0, 1):
                now = {known: _normal(found) for known, found in regrets.items()}
                changes: dict[str, list[float]] = {}
                self._regret(self.root, player, 1.0, 1.0, now, changes, sums, number)
                for known, change in changes.items():
                    regrets[known] = [max(0.0, r + c) for r, c in zip(regrets[known], change, strict=True)]
        return {known: _normal(found) for known, found in sums.items()}

    def _regret(self, node: Node, player: int, own: float, others: float, now: Strategy,
                changes: dict[str, list[float]], sums: Strategy, weight: int) -> float:
        """The value of a history for a player; adds up regrets and the average strategy on the way."""
        if not node.next:
            return node.values[player]
        if node.player is None:
            return sum(p * self._regret(after, player, own, others * p, now, changes, sums, weight)
                       for p, after in zip(node.odds, node.next, strict=True))
        odds = now[node.known]
        if node.player != player:
            return sum(p * self._regret(after, player, own, others * p, now, changes, sums, weight)
                       for p, after in zip(odds, node.next, strict=True))
        values = [self._regret(after, player, own * p, others, now, changes, sums, weight)
                  for p, after in zip(odds, node.next, strict=True)]
        value = sum(p * v for p, v in zip(odds, values, strict=True))
        change = changes.setdefault(node.known, [0.0] * len(odds))
        for at, way in enumerate(values):
            change[at] += others * (way - value)
            sums[node.known][at] += weight * own * odds[at]
        return value

    def best_response(self, strategy: Strategy, player: int) -> float:
        """The most that a player can win on average against the other's strategy, by what it knows."""
        histories: dict[str, list[tuple[Node, float]]] = {}

        def reach(node: Node, odds: float) -> None:
            if node.player == player:
                histories.setdefault(node.known, []).append((node, odds))
            for at, after in enumerate(node.next):
                if node.player is None:
                    reach(after, odds * node.odds[at])
                else:
                    reach(after, odds if node.player == player else odds * strategy[node.known][at])

        chosen: dict[str, int] = {}

        def worth(node: Node) -> float:
            if not node.next:
                return node.values[player]
            if node.player == player:
                return worth(node.next[choice(node.known)])
            odds = node.odds if node.player is None else strategy[node.known]
            return sum(p * worth(after) for p, after in zip(odds, node.next, strict=True) if p)

        def choice(known: str) -> int:
            if known not in chosen:
                totals = [sum(odds * worth(node.next[at]) for node, odds in histories[known])
                          for at in range(len(self.sets[known][1]))]
                chosen[known] = totals.index(max(totals))
            return chosen[known]

        reach(self.root, 1.0)
        return worth(self.root)


def _normal(found: list[float]) -> list[float]:
    total = sum(found)
    return [value / total for value in found] if total > 0 else [1 / len(found)] * len(found)
