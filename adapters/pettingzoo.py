"""A PettingZoo environment of any rule set: `env("carving_up_china", players=3)`.

Agents are the seats, in turns as the rules say (`AECEnv`); `player_1` is P1. An action is a number of the fixed list of
`actions.py`; an observation is `{"observation": vector, "action_mask": mask}`. Payoffs come as rewards when the game is
over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludex.adapters.play import shared

#: What an action that is not allowed costs, in the environment of `env`; the game ends with it.
ILLEGAL_REWARD = -1.0


def env(rules: str | Path, **settings: Any) -> Any:
    """The environment of `RawEnv`, wrapped as PettingZoo's own are: an action that is not allowed ends the game, and
    calls out of order are told apart from the rest."""
    made: Any = RawEnv(rules, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class RawEnv(AECEnv):
    """The environment without wrappers. An action that is not allowed is a ValueError.

    `rules` is a bundled game or a path. `players`, `rulings` and `parameters` are those of `Game.start`; `payoffs` are
    "shares" or "scores" (`payoff.py`). With `max_cycles` the game is cut off before a seat would decide once more than
    that; nobody gets anything then. `render_mode` is "ansi" or None.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012, as AECEnv has it

    def __init__(self, rules: str | Path, players: int | None = None, rulings: Mapping[str, str] | None = None,
                 parameters: Mapping[str, int] | None = None, payoffs: str = "shares", max_cycles: int | None = None,
                 render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f'a render mode is "ansi" or None, not {render_mode!r}')
        if max_cycles is not None and (isinstance(max_cycles, bool) or not isinstance(max_cycles, int)
                                       or max_cycles < 1):
            raise ValueError(f"max_cycles is a whole number from 1, or None, not {max_cycles!r}")
        self.table = shared(rules, players, rulings, parameters, payoffs)
        self.metadata = {**type(self).metadata, "name": f"ludex_{self.table.game.name}"}
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self.table.seats)]
        self.agents = self.possible_agents[:]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        vector, actions = self.table.vector, self.table.actions
        #: What each number of an observation, and each action, is called.
        self.observation_names, self.action_names = tuple(vector.names), actions.words
        low, high = np.array(vector.low, dtype=np.int32), np.array(vector.high, dtype=np.int32)
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(low, high, dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (actions.size,), dtype=np.int8),
        }) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions.size) for agent in self.possible_agents}
        self._seeds = random.Random()
        self._begin(0)

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of its actions; the mask says which of them are allowed."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The seed decides all chance of this game, and with it the seeds of those after it."""
        if seed is not None:
            self._seeds.seed(int(seed))
        self._begin(self._seeds.getrandbits(63))

    def _begin(self, seed: int) -> None:
        self._play = self.table.start(seed, telling=self.render_mode is not None)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._cycles: Counter[int] = Counter()
        self._shown = 0
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and which actions it may take now; the mask of one who does not decide is empty."""
        seat = self._seat[agent]
        mask: Any = np.zeros(self.table.actions.size, dtype=np.int8)
        if agent == self.agent_selection:
            mask[list(self._open)] = 1
        return {"observation": np.array(self._play.vector(seat), dtype=np.int32), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take an action for the agent that decides; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        option = self._open.get(int(action)) if action is not None else None
        if option is None:
            raise ValueError(f"{agent} may not take the action {action!r} here")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._shown = len(self._play.events or ())
        self._cycles[self._seat[agent]] += 1
        self._play.take(int(action), option)
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """See who decides and between what, or that it is over."""
        seat = self._play.decider
        self._open = {} if seat is None else self._play.open()
        if seat is None:
            self.rewards = dict(zip(self.agents, self._play.payoffs(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[seat]
        if self.max_cycles is not None and self._cycles[seat] >= self.max_cycles:
            self._open = {}
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """What a spectator saw since the last action, and what lies on the table."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is nothing to render without a render mode")
            return None
        shown = self._play.match().view(None)
        lines = self._play.told(self._shown)
        lines += [f"{name}: {_plain(value)}" for name, value in shown["state"].items()]
        if shown["decision"] is not None:
            lines.append(f"{shown['decision']['seat']} decides: {shown['decision']['prompt']}")
        if shown["result"] is not None:
            lines.append(f"won by: {_plain(shown['result']['winners'])}")
        return "\n".join(lines)

    def close(self) -> None:
        """There is nothing to close."""


def _plain(value: Any) -> str:
    """Plain data in a line."""
    match value:
        case {"count": _, "items": items}:
            return _plain(items)
        case {"count": count}:
            return f"({count})"
        case dict():
            return "; ".join(f"{name} {_plain(one)}" for name, one in value.items())
        case list():
            return ", ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)


__all__ = ["ILLEGAL_REWARD", "RawEnv", "env"]
