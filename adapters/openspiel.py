"""An OpenSpiel game of any rule set: `game("kuhn_poker")`, or `pyspiel.load_game("ludex(rules=kuhn_poker)")`.

Chance is explicit: every roll and every card drawn is a node with its exact probabilities. What a player sees comes
from the views and the log of a match, as strings, and from the vector of `observation.py`. No bound on the length of a
game follows from its rules; play is cut off after `max_game_length` decisions, and is worth nothing to anybody then.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from ludex.adapters.openness import all_open
from ludex.adapters.play import Play, Table, shared
from ludex.ir.contract import Engine
from ludex.ir.ops import Roll
from ludex.ir.types import Int

NAME = "ludex"
#: Decisions after which a game is cut off, unless another number is given.
MAX_GAME_LENGTH = 1000
#: How OpenSpiel may write the parameters of the game. Rulings and parameters are `name:value`, apart by blanks; no
#: players are the fewest.
PARAMETERS: dict[str, Any] = {
    "rules": "kuhn_poker", "players": 0, "rulings": "", "parameters": "", "payoffs": "shares",
    "max_game_length": MAX_GAME_LENGTH,
}
#: Signs that have a meaning where OpenSpiel writes a game as a text.
RESERVED = "(),="


def game(rules: str | Path, players: int | None = None, rulings: Mapping[str, str] | None = None,
         parameters: Mapping[str, int] | None = None, payoffs: str = "shares",
         max_game_length: int = MAX_GAME_LENGTH) -> Any:
    """The game of a rule set: a bundled name, or a path. Raises what `Table` does, and ValueError for a path that
    OpenSpiel could not write down."""
    if any(sign in str(rules) for sign in RESERVED):
        raise ValueError(f"OpenSpiel cannot write a path with one of {RESERVED} in it: {rules}")
    if isinstance(max_game_length, bool) or not isinstance(max_game_length, int) or max_game_length < 1:
        raise ValueError(f"max_game_length is a whole number from 1, not {max_game_length!r}")
    given: dict[str, Any] = {"rules": str(rules), "players": 0 if players is None else players, "payoffs": payoffs,
                             "rulings": _written(rulings), "parameters": _written(parameters),
                             "max_game_length": max_game_length}
    _table(given["rules"], players, given["rulings"], given["parameters"], payoffs)  # OpenSpiel hides what is wrong
    return pyspiel.load_game(NAME, given)


def _written(settings: Mapping[str, object] | None) -> str:
    return " ".join(f"{name}:{value}" for name, value in (settings or {}).items())


def _read(text: str) -> dict[str, str]:
    return {name: value for name, _, value in (each.partition(":") for each in text.split())}


def _table(rules: str, players: int | None, rulings: str, parameters: str, payoffs: str) -> Table:
    """The table of a game as OpenSpiel writes it down, which loads a game anew whenever it reads a state."""
    numbers = {name: int(value) for name, value in _read(parameters).items()}
    return shared(rules, players, _read(rulings), numbers, payoffs)


class LudexGame(pyspiel.Game):
    """A rule set as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.table = _table(given["rules"], given["players"] or None, given["rulings"], given["parameters"],
                            given["payoffs"])
        self.longest: int = given["max_game_length"]
        engine, payoff = self.table.engine, self.table.payoff
        rolls = _rolls(engine)
        super().__init__(
            _type(self.table.game.title, self.table.game.players, rolls != {}, all_open(engine)),
            pyspiel.GameInfo(
                num_distinct_actions=self.table.actions.size,
                max_chance_outcomes=max((high - low + 1 for low, high in rolls.values()), default=0),
                num_players=self.table.seats, min_utility=payoff.low, max_utility=payoff.high, utility_sum=0.0,
                max_game_length=self.longest),
            given)
        #: Point of play -> the lowest number that the roll there can bring; outcomes are counted from it.
        self.lowest = {point: low for point, (low, _) in rolls.items()}
        self._start: Play | None = None

    def new_initial_state(self) -> LudexState:
        """The start of the game; it is the same every time, for chance is asked for."""
        if self._start is None:
            self._start = self.table.start(asking=True)
        return LudexState(self, self._start.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LudexObserver:
        """What a player sees, or with perfect recall, all it has seen."""
        return LudexObserver(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class LudexState(pyspiel.State):
    """A position."""

    def __init__(self, game: LudexGame, play: Play) -> None:
        super().__init__(game)
        self.play = play
        self._longest = game.longest
        self._lowest = game.lowest

    def current_player(self) -> int:
        """The seat that decides, or that chance does, or that the game is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.play.decider
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game is over, or is cut off."""
        return self.play.over or len(self.play.past) >= self._longest

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.open()) if player == self.play.decider else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, with the probabilities."""
        found = self.play.outcomes()
        total, lowest = sum(weight for _, weight in found), self._lowest[self.play.point]
        return [(value - lowest, weight / total) for value, weight in found]

    def _apply_action(self, action: int) -> None:
        if self.play.decider is None:
            outcome = action + self._lowest[self.play.point]
            if outcome not in dict(self.play.outcomes()):
                raise ValueError(f"chance cannot bring {action} here")
            self.play.resolve(outcome)
            return
        option = self.play.open().get(action)
        if option is None:
            raise ValueError(f"the action {action} may not be taken here")
        self.play.take(action, option)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.play.outcome_words(action + self._lowest[self.play.point])
        return self.play.table.actions.words[action]

    def returns(self) -> list[float]:
        """The payoffs of a game that is over; nothing before that, nor where it is cut off."""
        return self.play.payoffs() if self.play.over else [0.0] * self.play.table.seats

    def __str__(self) -> str:
        return self.play.match().to_json()


class LudexObserver:
    """What one player sees of a state. The tensor is for what it sees now; what it remembers is a string alone."""

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer has no parameters: {params}")
        self._recall: bool = kind.perfect_recall
        self._private: bool = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recall and self._private:
            self.tensor = np.zeros(table.vector.size, np.float32)
            self.dict = {"view": self.tensor}

    def set_from(self, state: LudexState, player: int) -> None:
        """Write into `tensor` what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = state.play.vector(player)

    def string_from(self, state: LudexState, player: int) -> str:
        """What a player sees or remembers; without private information, what a spectator does."""
        seat = player if self._private else None
        return state.play.memory(seat) if self._recall else state.play.sight(seat)


def _rolls(engine: Engine) -> dict[int, tuple[int, int]]:
    """Point of play -> the lowest and the highest number that the roll there can bring."""
    found = {}
    for point, (name, block) in engine.layout.points.items():
        function = engine.program.functions[name]
        end = function.blocks[block].end
        if isinstance(end, Roll):
            type = function.registers[end.to].type
            assert isinstance(type, Int)
            found[point] = (type.low, type.high)
    return found


def _type(title: str, players: range, chance: bool, open: bool) -> Any:
    of = pyspiel.GameType
    return of(
        short_name=NAME, long_name=title, dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.EXPLICIT_STOCHASTIC if chance else of.ChanceMode.DETERMINISTIC,
        information=of.Information.PERFECT_INFORMATION if open else of.Information.IMPERFECT_INFORMATION,
        utility=of.Utility.ZERO_SUM, reward_model=of.RewardModel.TERMINAL,
        max_num_players=players[-1], min_num_players=players[0], provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification=PARAMETERS)


# What a game is like is known once its rules are; that of the name alone is the most general one.
pyspiel.register_game(_type("Ludex", range(1, 100), True, False), LudexGame)

__all__ = ["MAX_GAME_LENGTH", "LudexGame", "LudexObserver", "LudexState", "game"]
