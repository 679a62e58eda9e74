"""Programs at the table: they keep to the options, repeat themselves by seed, and cannot peek."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

import ludex
from ludex.agents import AGENTS, GreedyAgent, RandomAgent, options_of


class World:
    """A position in which options are worth 1, 5 and 3, and one more step completes each."""

    worth = (1, 5, 3)

    def __init__(self, step: int = 0, gained: int = 0) -> None:
        self.step = step
        self.gained = gained

    @property
    def decision(self) -> Any:
        if self.step == 2:
            return SimpleNamespace(player=1, options=[])
        places = range(3 - 2 * self.step)
        options = [SimpleNamespace(id=f"{self.step}/{n}", words=str(n), index=n) for n in places]
        return SimpleNamespace(player=0, options=options)

    def apply(self, option: Any) -> None:
        chosen = getattr(option, "id", option)
        if self.step == 0:
            self.gained = self.worth[int(chosen[-1])]
        self.step += 1

    def copy(self) -> World:
        return World(self.step, self.gained)

    def score(self, _seat: int) -> int:
        return self.gained if self.step == 2 else 0


class Real(World):
    """The true position: it may be looked at only by way of a re-deal."""

    def copy(self) -> NoReturn:
        raise AssertionError("the true position was copied")

    def apply(self, option: Any) -> NoReturn:
        raise AssertionError("the true position was played on")

    def redeal(self, seat: int, rng: random.Random) -> World:
        assert seat == 0
        rng.random()
        return World()


def test_greedy_takes_the_best_step_without_peeking() -> None:
    real: Any = Real()
    assert [GreedyAgent(seed).choose(real, 0).words for seed in range(10)] == ["1"] * 10


def test_greedy_is_random_among_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(World, "worth", (4, 4, 0))
    real: Any = Real()
    assert {GreedyAgent(seed).choose(real, 0).words for seed in range(30)} == {"0", "1"}


def test_nothing_to_decide() -> None:
    over: Any = SimpleNamespace(decision=None)
    with pytest.raises(ValueError, match="nobody has to decide"):
        options_of(over)


def play(name: str, seed: int, kind: str) -> tuple[str, list[str]]:
    game = ludex.load(name)
    match = game.start(players=min(game.players), seed=seed)
    agents = [AGENTS[kind](f"{seed}/{seat}") for seat in range(len(match.seats))]
    said = []
    while match.decision is not None and len(said) < 400:
        option = agents[match.decision.player].choose(match, match.decision.player)
        assert option in match.decision.options
        said.append(option.words)
        match.apply(option)
    return match.hash(), said


@pytest.mark.parametrize("kind", sorted(AGENTS))
@pytest.mark.parametrize("name", ["carving_up_china", "pig"])
def test_the_same_seed_gives_the_same_game(name: str, kind: str) -> None:
    first = play(name, 5, kind)
    assert play(name, 5, kind) == first
    assert play(name, 6, kind) != first


def test_an_agent_leaves_the_match_alone() -> None:
    game = ludex.load("carving_up_china")
    match = game.start(players=3, seed=1)
    before = match.to_json()
    for agent in (RandomAgent(1), GreedyAgent(1)):
        assert match.decision is not None
        agent.choose(match, match.decision.player)
    assert match.to_json() == before
