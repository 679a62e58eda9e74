"""Agents at a match: they keep to the options, repeat themselves by seed, and are those that play simulated games."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex.agents import Agents, NoAgent

#: Games with what they are played by.
GAMES = {"kuhn_poker": (), "nim": ("--ruling", "last_match=loses"), "pig": ("--parameter", "target=20")}


def play(name: str, seed: int, who: str) -> tuple[str, list[str]]:
    game = ludex.load(name)
    match = game.start(players=min(game.players), seed=seed)
    agents = Agents(match, who)
    said = []
    while match.decision is not None and len(said) < 60:
        option = agents.choose(match)
        assert option in match.decision.options
        said.append(option.words)
        match.apply(option)
    return match.hash(), said


@pytest.mark.parametrize("who", ["random", "greedy:1", "flat:6", "mcts:4"])
@pytest.mark.parametrize("name", ["leduc_poker", "pig"])
def test_the_same_seed_gives_the_same_game(name: str, who: str) -> None:
    first = play(name, 5, who)
    assert play(name, 5, who) == first
    assert play(name, 6, who) != first


def test_agents_leave_the_match_alone() -> None:
    match = ludex.load("carving_up_china").start(players=3, seed=1)
    before = match.to_json()
    Agents(match, "random", "greedy:2", "mcts:5").choose(match)
    assert match.to_json() == before


def test_nothing_to_decide() -> None:
    match = ludex.load("kuhn_poker").start(seed=1)
    agents = Agents(match)
    while match.decision is not None:
        match.apply(agents.choose(match))
    with pytest.raises(ValueError, match="nobody has to decide"):
        agents.choose(match)


def test_names_are_those_of_simulations() -> None:
    match = ludex.load("kuhn_poker").start(seed=1)
    assert Agents(match).names == ("random", "random")
    assert Agents(match, "mcts", "greedy").names == ("mcts:200", "greedy:4")
    for names, says in ((("mtcs",), "did you mean 'mcts'"), (("random",) * 3, "one for each of 2; these are 3")):
        with pytest.raises(NoAgent, match=says):
            Agents(match, *names)


@pytest.mark.parametrize("seated", [("random",), ("mcts:3", "random"), ("mcts:3",)], ids=" ".join)
@pytest.mark.parametrize("name", GAMES)
def test_the_game_of_a_simulation_is_played_again(run, tmp_path: Path, name: str, seated: tuple[str, ...]) -> None:
    """A row of a simulation and the match of its seed: the same decisions, the same result."""
    import pyarrow.parquet

    rows, decided = tmp_path / "games.parquet", tmp_path / "decisions.parquet"
    players = min(ludex.load(name).players)
    who = [seated[seat % len(seated)] for seat in range(players)]
    done = run("simulate", name, "-n", "2", "--seed", "5", "--agents", ",".join(who), *GAMES[name], "--out", rows,
               "--decisions", decided)
    assert done.code == 0
    steps = pyarrow.parquet.read_table(decided).to_pylist()
    seats = [f"--seat={seat}={agent}" for seat, agent in enumerate(who, 1)]
    for row in pyarrow.parquet.read_table(rows).to_pylist():
        document = run("play", name, "--seed", row["seed"], *seats, *GAMES[name], "--format", "json").document
        taken = [(each["seat"], each["option"]) for each in steps if each["seed"] == row["seed"]]
        assert len(taken) == row["decisions"] > 0
        assert [(each["seat"], each["words"]) for each in document["decisions"]] == taken
        result = document["result"]
        assert (result["winners"], list(result["scores"].values())) == (row["winners"], row["scores"])
