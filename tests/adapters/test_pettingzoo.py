"""PettingZoo's own tests, on every bundled game, and what they leave out."""

from __future__ import annotations

import pickle
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from in_numbers import GAMES, table_of
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel_wrapper

from ludex.adapters.pettingzoo import ILLEGAL_REWARD, RawEnv, env

#: PettingZoo warns of every observation with a mask that is not of one of its own games.
MASKED = ("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be")
masked = [pytest.mark.filterwarnings(text) for text in MASKED]
#: Rounds after which a long game is cut off here.
CYCLES = 15


def marked(test: Any) -> Any:
    """A test of all games, in which only the warnings about masks are let pass."""
    for mark in (*masked, pytest.mark.parametrize("name", GAMES)):
        test = mark(test)
    return test


@marked
def test_the_interface(name: str) -> None:
    api_test(env(name, max_cycles=CYCLES), num_cycles=CYCLES)


@marked
def test_the_seed(name: str) -> None:
    seed_test(lambda: env(name, max_cycles=CYCLES), num_cycles=CYCLES)


@marked
def test_two_environments_go_the_same_way(name: str) -> None:
    """Over several games: the seed of the first decides those of the others, too."""
    one, two = env(name, max_cycles=CYCLES), env(name, max_cycles=CYCLES)
    rng, steps = random.Random(8), 0
    for game in range(3):
        for each in (one, two):
            each.reset(seed=11 if game == 0 else None)
        while one.agents:
            assert one.agents == two.agents and one.agent_selection == two.agent_selection
            seen, reward, over, cut, info = one.last()
            other = two.last()
            assert (reward, over, cut, info) == other[1:]
            assert np.array_equal(seen["observation"], other[0]["observation"])
            assert np.array_equal(seen["action_mask"], other[0]["action_mask"])
            action = None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            one.step(action)
            two.step(action)
            steps += 1
    assert steps > 10


def test_seeds_matter() -> None:
    def opening(made: Any, seed: int | None) -> bytes:
        made.reset(seed=seed)
        return b"".join(made.observe(agent)["observation"].tobytes() for agent in made.agents)

    made = env("hearts")
    assert len({opening(made, seed) for seed in range(6)}) > 3
    made.reset(seed=1)
    assert len({opening(made, None) for _ in range(6)}) > 3


def test_max_cycles(talk: str) -> None:
    """PettingZoo's test wants actions that are always allowed, and agents in strict turns."""
    def parallel(**settings: Any) -> Any:
        made = env(talk, **settings)
        made.metadata["is_parallelizable"] = True
        return aec_to_parallel_wrapper(made)

    max_cycles_test(SimpleNamespace(env=lambda **settings: env(talk, **settings), parallel_env=parallel))


def test_a_game_that_is_cut_off_pays_nothing() -> None:
    made = env("pig", players=3, max_cycles=2)
    made.reset(seed=1)
    decided = dict.fromkeys(made.agents, 0)
    for agent in made.agent_iter():
        seen, reward, over, cut, _ = made.last()
        assert not over and reward == 0
        if not cut:
            decided[agent] += 1
        made.step(None if cut else int(np.flatnonzero(seen["action_mask"])[0]))
    assert max(decided.values()) == 2 and made.agents == []


@pytest.mark.parametrize("name", ["kuhn_poker", "nim", "carving_up_china"])
def test_rewards_come_at_the_end(name: str) -> None:
    made = RawEnv(name)
    rng, paid = random.Random(2), set()
    for seed in range(4):
        made.reset(seed=seed)
        rewards = dict.fromkeys(made.agents, 0.0)
        for agent in made.agent_iter():
            seen, reward, over, _, _ = made.last()
            rewards[agent] += reward
            assert over or reward == 0
            made.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        assert sum(rewards.values()) == 0
        paid.add(max(rewards.values()))
    assert paid == {len(rewards) - 1.0}


def test_what_is_not_allowed() -> None:
    raw = RawEnv("tic_tac_toe")
    raw.reset(seed=1)
    raw.step(4)
    for action in (4, 99, -1, None):
        with pytest.raises(ValueError, match="player_2 may not take"):
            raw.step(action)
    raw.step(np.int64(0))
    assert raw.agent_selection == "player_1"
    made = env("tic_tac_toe")
    made.reset(seed=1)
    made.step(4)
    made.step(4)
    assert made.rewards == {"player_1": 0, "player_2": ILLEGAL_REWARD} and all(made.terminations.values())


def test_only_who_decides_has_actions() -> None:
    made = RawEnv("carving_up_china")
    made.reset(seed=3)
    decides = made.agent_selection
    assert [agent for agent in made.agents if made.observe(agent)["action_mask"].any()] == [decides]
    [space] = {made.action_space(agent).n for agent in made.agents}
    assert space == table_of("carving_up_china").actions.size == len(made.action_names)
    assert len(made.observation_names) == made.observe(decides)["observation"].shape[0]


def test_what_is_rendered() -> None:
    made = env("kuhn_poker", render_mode="ansi")
    made.reset(seed=1)
    assert made.render() is not None and "P1 decides: check or bet" in made.render()
    secret = made.render()
    assert not any(card in secret for card in ("Jack", "Queen", "King"))
    made.step(made.unwrapped.action_names.index("bet"))
    assert "P1: bet" in made.render() and "bettor: P1" in made.render()
    made.step(made.unwrapped.action_names.index("fold"))
    assert made.render().splitlines()[-1] == "won by: P1"


def test_nothing_is_rendered_without_a_mode() -> None:
    made = RawEnv("nim")
    made.reset(seed=1)
    with pytest.warns(UserWarning, match="render mode"):
        assert made.render() is None


def test_an_environment_can_be_pickled() -> None:
    made = RawEnv("carving_up_china")
    made.reset(seed=9)
    for _ in range(5):
        made.step(min(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])))
    again = pickle.loads(pickle.dumps(made))
    while made.agents and not any(made.terminations.values()):
        action = max(np.flatnonzero(made.observe(made.agent_selection)["action_mask"]))
        made.step(action)
        again.step(action)
        assert np.array_equal(made.observe("player_2")["observation"], again.observe("player_2")["observation"])
    assert made.rewards == again.rewards


def test_settings_that_are_wrong() -> None:
    with pytest.raises(ValueError, match="render mode"):
        env("nim", render_mode="human")
    for cycles in (0, -1, True, 1.5):
        with pytest.raises(ValueError, match="max_cycles"):
            env("nim", max_cycles=cycles)
