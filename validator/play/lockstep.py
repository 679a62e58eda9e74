"""Two programs of one game played side by side: the same decisions, and the same luck.

Luck is made the same by what it decides, not by the order in which it is asked: the second card that P1 draws from a
deck is the same card in both, whoever is dealt to first. Only where the same cannot happen in both does it differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludex.ir.contract import Fault, Option, State
from ludex.ir.layout import POINT
from ludex.ir.record import record
from ludex.validator.play.board import Board, Drawn, Key, Lot

#: Picks one of several outcomes, given their weights.
Luck = Callable[[Sequence[int]], int]
#: The most chance events between two decisions.
CHANCES = 2_000


@record
class Difference:
    """How two games first differ: `sort` is options, result, seat, state, scores or fault; `names` are the options, or
    the fields, that are not the same; a fault says its message and whether the left game has it."""

    sort: str
    names: tuple[str, ...] = ()
    left_only: tuple[Key, ...] = ()
    right_only: tuple[Key, ...] = ()


@dataclass(slots=True)
class Side:
    """One of the two games: where it stands, and what led there: the places of options in their lists, and the
    elements (or numbers) that chance brought."""

    state: State
    moves: tuple[object, ...] | None = None  # (before, index), the last first
    fault: Fault | None = None
    #: The options where it stands, once somebody has asked.
    offered: dict[Key, tuple[int, Option]] | None = None

    def copy(self) -> Side:
        return Side(self.state[:], self.moves, self.fault, self.offered)

    def all_moves(self) -> list[int]:
        """The moves from the first on."""
        found: list[int] = []
        rest = self.moves
        while rest is not None:
            rest, index = rest  # type: ignore[assignment]
            found.append(index)  # type: ignore[arg-type]
        return found[::-1]


@dataclass(slots=True)
class Position:
    """Both games after the same decisions."""

    left: Side
    right: Side
    decisions: int = 0
    keys: tuple[object, ...] | None = None  # (before, key), the last first
    #: Whether both asked for the same luck, in the same order, since the last decision.
    even: bool = True
    #: Whether chance did not come to rest in one of them, which then says nothing about the rules.
    astray: bool = False

    def copy(self) -> Position:
        return Position(self.left.copy(), self.right.copy(), self.decisions, self.keys)

    def all_keys(self) -> list[Key]:
        """What was decided, from the first on."""
        found: list[Key] = []
        rest = self.keys
        while rest is not None:
            rest, key = rest  # type: ignore[assignment]
            found.append(key)  # type: ignore[arg-type]
        return found[::-1]


@dataclass(slots=True)
class Pair:
    """Two boards of one game for the same number of players."""

    left: Board
    right: Board
    #: What the fields hold at the start, for games that begin at a stated position.
    given: Mapping[str, Sequence[int]] | None = None
    #: What both programs can change (or neither): the others keep books for one reading alone.
    fields: list[str] = field(init=False)
    _scored_apart: bool = field(init=False)

    def __post_init__(self) -> None:
        self._scored_apart = self.left.scoring() != self.right.scoring()
        odd = self.left.written() ^ self.right.written()
        self.fields = [name for name in self.left.names() if name not in odd]

    def sides(self, position: Position) -> tuple[tuple[Board, Side], tuple[Board, Side]]:
        """Each board with its game."""
        return (self.left, position.left), (self.right, position.right)

    def begin(self) -> Position:
        """Both games at the first thing that anybody or chance decides."""
        position = Position(Side([]), Side([]))
        for board, side in self.sides(position):
            try:
                side.state = board.engine.start(0, asking=True, fields=self.given)
            except Fault as fault:
                side.fault = fault
        return position

    def start(self, luck: Luck, left_first: bool = True) -> Position:
        """Both games at their first decision."""
        position = self.begin()
        self._settle(position, luck, left_first)
        return position

    def common(self, position: Position) -> list[Key]:
        """What may be chosen in both games."""
        if self.finished(position):
            return []
        right = self.offered(self.right, position.right)
        return [key for key in self.offered(self.left, position.left) if key in right]

    @staticmethod
    def offered(board: Board, side: Side) -> dict[Key, tuple[int, Option]]:
        """The options where a game stands."""
        if side.offered is None:
            side.offered = board.options(side.state)
        return side.offered

    def take(self, position: Position, key: Key) -> None:
        """Decide the same in both; the position changes in place."""
        for board, side in self.sides(position):
            index, option = self.offered(board, side)[key]
            side.moves = (side.moves, index)
            side.offered = None
            try:
                board.engine.choose(side.state, option, asking=True)
            except Fault as fault:
                side.fault = fault
        position.decisions += 1
        position.keys = (position.keys, key)

    def choose(self, position: Position, key: Key, luck: Luck, left_first: bool = True) -> None:
        """Decide the same in both, and play on to the next decision. Luck is asked for by one of the two first; the
        other has the same as far as it can."""
        self.take(position, key)
        self._settle(position, luck, left_first)

    def follow(self, position: Position) -> list[Position]:
        """The positions of a game at each of its decisions, by its own moves."""
        again = self.begin()
        rest = [iter(position.left.all_moves()), iter(position.right.all_moves())]
        trunk = []
        for key in position.all_keys():
            for moves, (board, side) in zip(rest, self.sides(again), strict=True):
                while board.engine.roll(side.state) is not None:
                    element = next(moves)
                    side.moves = (side.moves, element)
                    board.engine.resolve(side.state, element, asking=True)
                next(moves)
            trunk.append(again.copy())
            self.take(again, key)
        return trunk

    def _settle(self, position: Position, luck: Luck, left_first: bool) -> None:
        """Let chance decide in both games until somebody has to."""
        brought: dict[tuple[Drawn, int], tuple[int, int]] = {}
        asked: list[list[tuple[Drawn, list[int], list[int]]]] = [[], []]
        for number_of_side, (board, side) in enumerate(self.sides(position)[::1 if left_first else -1]):
            counts: dict[Drawn, int] = {}
            had: set[tuple[Drawn, int]] = set()
            for _ in range(CHANCES):
                if side.fault is not None or board.engine.roll(side.state) is None:
                    break
                draw = board.draw(side.state)
                number = counts[draw] = counts.get(draw, 0) + 1
                lot = board.lot(side.state)
                asked[number_of_side].append((draw, lot.kinds, lot.weights))
                had.add((draw, number))
                kind, element = brought.get((draw, number), (None, 0))
                if kind is None or kind not in lot.kinds:
                    at = self._new(draw[0], lot, brought, had, luck)
                    kind, element = lot.kinds[at], lot.firsts[at]
                    brought.setdefault((draw, number), (kind, element))
                elif not lot.pool >> element & 1 and lot.pool:
                    element = lot.firsts[lot.kinds.index(kind)]
                side.moves = (side.moves, element)
                try:
                    board.engine.resolve(side.state, element, asking=True)
                except Fault as fault:
                    side.fault = fault
            else:
                position.astray = True
        position.even = asked[0] == asked[1]

    @staticmethod
    def _new(source: str, lot: Lot, brought: dict[tuple[Drawn, int], tuple[int, int]], had: set[tuple[Drawn, int]],
             luck: Luck) -> int:
        """The place of an outcome; of one zone, none that the other game has had and this one will still have."""
        kept: dict[int, int] = {}
        if len(brought) >= len(had):
            for (draw, number), (kind, _) in brought.items():
                if draw[0] == source and (draw, number) not in had:
                    kept[kind] = kept.get(kind, 0) + 1
        weights = lot.weights
        if kept:
            weights = [max(0, weight - kept.get(kind, 0)) for kind, weight in zip(lot.kinds, weights, strict=True)]
            if not any(weights):
                weights = lot.weights
        free = [at for at, weight in enumerate(weights) if weight]
        return free[luck([weights[at] for at in free])] if len(free) > 1 else free[0]

    # -- comparing

    def difference(self, position: Position) -> Difference | None:
        """How the two games differ where they stand."""
        left, right = position.left, position.right
        if position.astray:
            return None
        if left.fault is not None or right.fault is not None:
            if left.fault is not None and right.fault is not None:
                return None
            fault = left.fault or right.fault
            assert fault is not None
            return Difference("fault", (fault.message, "left" if left.fault is not None else "right"))
        over = (self.left.engine.over(left.state), self.right.engine.over(right.state))
        if over[0] != over[1]:
            return Difference("result", ("over",))
        if over[0]:
            one, other = self.left.standing(left.state), self.right.standing(right.state)
            if (one.winners, one.ranking, one.scores) != (other.winners, other.ranking, other.scores):
                return Difference("result")
        else:
            found = self._decision(left, right)
            if found is not None:
                return found
        fields = self._fields(left.state, right.state)
        if fields:
            return Difference("state", tuple(fields))
        if self._scored_apart and self.left.scores(left.state) != self.right.scores(right.state):
            return Difference("scores")
        return None

    def _decision(self, left: Side, right: Side) -> Difference | None:
        if self.left.engine.seat(left.state) != self.right.engine.seat(right.state):
            return Difference("seat")
        one, other = self.offered(self.left, left), self.offered(self.right, right)
        if one.keys() == other.keys():
            return None
        return Difference("options", (), tuple(key for key in one if key not in other),
                          tuple(key for key in other if key not in one))

    def _fields(self, left: State, right: State) -> list[str]:
        if self.left.raw(left) == self.right.raw(right):
            return []
        return [name for name in self.fields
                if self.left.cells(left, name) != self.right.cells(right, name)
                and self.left.contents(left, name) != self.right.contents(right, name)]

    def place(self, position: Position) -> tuple[int, ...]:
        """Where in the rules both games wait."""
        return position.left.state[POINT], position.right.state[POINT]

    def finished(self, position: Position) -> bool:
        """Whether nothing more can be decided: both games are over, or neither has an answer."""
        return position.astray or position.left.fault is not None or self.left.engine.over(position.left.state)

    def key(self, position: Position) -> tuple[int, ...]:
        """What makes two positions equal: both games stand where they stood."""
        return self.left.canonical(position.left.state) + self.right.canonical(position.right.state)


__all__ = ["CHANCES", "Difference", "Luck", "Pair", "Position", "Side"]
