"""Agents that think: they win, they are the same on every engine, and what their seat cannot see makes no difference."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludex
from ludex import rules, simulation
from ludex.engines import engine_for, playouts_from
from ludex.ir.contract import Engine, State
from ludex.simulate import agents
from ludex.simulate.agents import made
from ludex.simulate.mind import Mind, shares
from ludex.simulate.rows import Row
from ludex.views import fields
from ludex.worlds import redeal

THINKING = ("greedy:2", "flat:20", "mcts:20")


def wins(name: str, games: int, who: tuple[str, ...], seat: int) -> int:
    played = simulation.setting(ludex.load(name), len(who), 3, agents=who)
    return simulation.simulate(played, games, workers=2).tally.alone(seat)


@pytest.mark.parametrize(("name", "games", "iterations", "least"), [
    ("connect_four", 20, 200, 36), ("breakthrough", 5, 60, 9), ("battle_sheep", 5, 60, 8)])
def test_search_beats_players_at_random(name: str, games: int, iterations: int, least: int) -> None:
    """`benchmarks/agents.py` plays 200 games of each, with 200 iterations."""
    who = f"mcts:{iterations}"
    assert wins(name, games, (who, "random"), 0) + wins(name, games, ("random", who), 1) >= least


def test_search_wins_against_three() -> None:
    """Who does not search wins one game in four; of 8 games 5 or more with a chance of 3 %."""
    assert wins("carving_up_china", 8, ("mcts:60", "random", "random", "random"), 0) >= 5


def test_the_others_are_better_than_chance_too() -> None:
    assert wins("connect_four", 20, ("flat:100", "random"), 0) >= 16
    assert wins("connect_four", 40, ("random", "greedy:1"), 1) >= 26


@pytest.mark.parametrize("agent", THINKING)
def test_rows_depend_on_neither_engine_nor_workers(agent: str) -> None:
    def rows(backend: str | None, workers: int) -> list[Row]:
        found: list[Row] = []
        played = simulation.setting(ludex.load("kuhn_poker"), 2, 5, agents=[agent, "random"], backend=backend)
        simulation.simulate(played, 12, workers=workers, see=lambda new, tally: found.extend(new))
        return found

    assert rows("python", 1) == rows("native", 1) == rows(None, 2)


def positions(name: str, most: int) -> Iterator[tuple[Engine, State]]:
    """Some decisions of a game at random, with the most players."""
    game = ludex.load(name)
    engine, rng = engine_for(game.program(game.players[-1])), random.Random(3)
    for seed in range(3):
        state = engine.start(seed)
        for number in range(120):
            if engine.over(state):
                break
            if number % 6 == 0 and most and len(engine.options(state)) > 1:
                most -= 1
                yield engine, state
            engine.choose(state, rng.choice(engine.options(state)))


def alike(name: str) -> Iterator[tuple[Engine, State, State, int]]:
    """Decisions with another state that looks the same to whoever decides, where there is one."""
    for number, (engine, state) in enumerate(positions(name, 8)):
        seat = engine.seat(state)
        try:
            other = redeal(engine, state, seat, random.Random(number))
        except ValueError:
            continue
        if other != state:
            yield engine, state, other, seat


HIDING = ("an_infamous_traffic", "carving_up_china", "hearts", "kuhn_poker", "leduc_poker", "takenoko")


def test_these_are_the_games_that_hide_something() -> None:
    assert [name for name in sorted(rules.catalogue()) if any(True for _ in alike(name))] == list(HIDING)


@pytest.mark.parametrize("name", HIDING)
def test_what_cannot_be_seen_makes_no_difference(name: str) -> None:
    """Two states that look the same are the same to every agent: its worlds are, and so is what it does."""
    program = None
    playouts = None
    for number, (engine, state, other, seat) in enumerate(alike(name)):
        if program is not engine.program:
            program, playouts = engine.program, playouts_from(engine.program)[1]
        assert fields(engine, state, seat) == fields(engine, other, seat)
        mind = Mind(engine, redeal, playouts)
        worlds = [engine.canonical(mind.world(each, seat, random.Random(number))) for each in (state, other)]
        assert worlds[0] == worlds[1]
        options = engine.options(state)
        for agent in THINKING:
            taken = [made(agent, number, mind).choose(engine, each, options) for each in (state, other)]
            assert taken[0] == taken[1], agent


def test_agents_look_at_worlds_and_not_at_the_state() -> None:
    """With worlds that belong to another state, an agent does what it would do there."""
    for engine, state, other, _ in alike("carving_up_china"):
        options = engine.options(state)

        def elsewhere(engine: Engine, _state: State, seat: int, rng: random.Random, true: State = other) -> State:
            return redeal(engine, true, seat, rng)

        blind, seeing = Mind(engine, elsewhere), Mind(engine, redeal)
        for agent in ("mcts:10", "greedy:2"):
            assert made(agent, 1, blind).choose(engine, state, options) == \
                made(agent, 1, seeing).choose(engine, other, options)
        break


def test_the_state_is_left_as_it_is() -> None:
    for engine, state in positions("carving_up_china", 4):
        before = state[:]
        for agent in THINKING:
            made(agent, 1, Mind(engine, redeal)).choose(engine, state, engine.options(state))
        assert state == before


def test_search_finds_the_move_that_wins() -> None:
    """Both have two in a row, and whoever is to move completes three."""
    engine = engine_for(ludex.load("tic_tac_toe").program(2))
    state = engine.start(1)
    for cell in (0, 3, 1, 4):
        engine.choose(state, next(option for option in engine.options(state) if option[1] == cell))
    options = engine.options(state)
    for who in ("mcts:100", "flat:60", "greedy:1"):
        taken = made(who, 1, Mind(engine, redeal)).choose(engine, state, options)
        assert options[taken][1] == 2


STEPS = """\
ludex: 1
game: steps
title: Steps
players: {least: 2, most: 2}
variables: {points: {type: 0 to 12, each: player, seen by: all, starts: 0}}
rounds: {phases: [play]}
phases:
  play:
    do: |
      for P1:
        choose number first from 1 to 3
        choose number second from 1 to 3
        set your points to first * 3 + second
        take action keep or lose
      end the game
actions:
  keep: {do: say "kept"}
  lose: {do: set your points to 0}
scoring: {score: points, ties: shared}
"""


def test_greedy_looks_to_the_end_of_a_step_and_no_further(tmp_path: Path) -> None:
    """The first number counts only with the second one, and what the action after them does is another step."""
    (tmp_path / "game.yaml").write_text(STEPS, encoding="utf-8")
    engine = engine_for(ludex.load(tmp_path / "game.yaml").program(2))
    for seed in range(20):
        state, taken = engine.start(seed), []
        agent = made("greedy:1", seed, Mind(engine, redeal))
        while not engine.over(state):
            options = engine.options(state)
            taken.append(agent.choose(engine, state, options))
            engine.choose(state, options[taken[-1]])
        assert taken == [2, 2, 0]


def test_of_options_taken_equally_often_search_takes_what_did_best() -> None:
    """Two cells are left, each is tried once: the first one loses, the other one wins."""
    engine = engine_for(ludex.load("tic_tac_toe").program(2))
    state = engine.start(1)
    for cell in (0, 2, 1, 6, 4, 7, 5):
        engine.choose(state, next(option for option in engine.options(state) if option[1] == cell))
    options = engine.options(state)
    assert [option[1] for option in options] == [3, 8]
    assert made("mcts:2", 1, Mind(engine, redeal)).choose(engine, state, options) == 1


def test_a_win_is_shared() -> None:
    program = ludex.load("carving_up_china").program(4)
    assert shares(program, (1,)) == (0, 1, 0, 0)
    assert shares(program, (0, 3)) == (0.5, 0, 0, 0.5)
    assert shares(program, ()) == (0.25, 0.25, 0.25, 0.25)


@pytest.mark.parametrize(("name", "says"), [
    ("mtcs", "did you mean 'mcts'"), ("mcts:", "wants a number from 1"), ("mcts:0", "wants a number from 1"),
    ("mcts:x", "wants a number"), ("mcts:-5", "wants a number"), ("mcts:99999999999", "wants a number"),
    ("random:3", "takes no number"), ("", "there is no agent ''"), ("flat:²", "wants a number"),
])
def test_names_that_mean_nothing(name: str, says: str) -> None:
    with pytest.raises(agents.NoAgent, match=says):
        agents.understood(name)


def test_names_have_one_form() -> None:
    assert [agents.understood(name) for name in ("random", "mcts", "mcts:050", "flat", "greedy")] == [
        "random", "mcts:200", "mcts:50", "flat:200", "greedy:4"]
