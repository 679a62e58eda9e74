"""The bundled games on the native engine and on the interpreter: equal at every decision. `long_run.py` plays many more."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from native_lockstep import Lockstep

import ludex
from ludex import rules
from ludex.ir.contract import NO_REST
from ludex.ir.picks import Picks
from ludex.native.engine import Engine
from ludex.native.playouts import Playout, Playouts

#: Games of each sort, and decisions of each game.
GAMES, DECISIONS = 2, 150
#: What takes long to compile is played with one number of players here.
LARGE = {"an_infamous_traffic", "greater_china", "theatre_war", "takenoko", "battle_sheep"}
CASES = [(name, players) for name in rules.catalogue() for players in ludex.load(name).players
         if name not in LARGE or players == ludex.load(name).players[0]]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_both_engines_play_the_same_game(name: str, players: int) -> None:
    step = Lockstep(ludex.load(name).program(players))
    for seed in range(1 if name in LARGE else GAMES):
        step.game(seed, DECISIONS)
    assert step.seen["decisions"] >= min(DECISIONS, 3)
    assert step.seen["events"] > 0


@pytest.mark.parametrize("name", ["carving_up_china", "kuhn_poker", "china_gold_19"])
def test_other_readings(name: str) -> None:
    game, dice = ludex.load(name), random.Random(name)
    players = game.players[-1]
    rulings = {r: dice.choice([each for each in ruling.readings if game.barred(players, {r: each}) is None])
               for r, ruling in game.rulings.items() if ruling.executable}
    step = Lockstep(game.program(players, rulings))
    for seed in range(GAMES):
        step.game(seed, DECISIONS)
    assert step.seen["decisions"] > 0


@pytest.mark.parametrize("name", ["tic_tac_toe", "othello", "breakthrough", "draughts", "pig", "leduc_poker",
                                  "carving_up_china"])
def test_games_played_in_c_are_those_that_the_picks_say(name: str) -> None:
    game = ludex.load(name)
    engine = Engine(game.program(game.players[0]))
    fields = [f for f in engine.program.fields if engine.program.fields[f].sight == "all"][:3]
    for seed, out in zip(range(5), Playouts(engine).play(range(5), most=400, fields=fields), strict=True):
        state = engine.start(seed)
        picks = Picks(seed)
        decisions = 0
        while not engine.over(state) and decisions < 400:
            options = engine.options(state)
            engine.choose(state, options[picks.pick(len(options))])
            decisions += 1
        assert (out.seed, out.decisions, out.over, out.fault) == (seed, decisions, engine.over(state), None)
        assert out.ended_by == engine.reason(state)
        for field in fields:
            at, size = engine.layout.fields[field], len(engine.program.fields[field].start)
            assert out.fields[field] == tuple(state[at:at + size])
        expected = tuple(tuple(engine.evaluate(f, state, (seat,)) for f in engine.program.scores)
                         for seat in range(engine.program.seats)) if out.over and engine.program.scores else ()
        assert out.scores == expected


def test_games_go_on_from_any_decision() -> None:
    engine = Engine(ludex.load("connect_four").program(2))
    state = engine.start(3)
    for _ in range(6):
        engine.choose(state, engine.options(state)[0])
    before = state[:]
    found = list(Playouts(engine, state).play(range(50)))
    assert state == before
    assert all(out.over for out in found)
    assert len({out.decisions for out in found}) > 1


TINY = """
ludex: 1
game: tiny
title: Tiny
players: {least: 2, most: 2}
variables:
  turn: {type: 0 to 9, each: player, seen by: all}
rounds: {phases: [play]}
phases:
  play:
    do: |
PLAYscoring: {score: your turn, ties: shared}
"""


def tiny(folder: Path, play: str) -> list[Playout]:
    (folder / "game.yaml").write_text(TINY.replace("PLAY", play), encoding="utf-8")
    return list(Playouts(Engine(ludex.load(folder).program(2))).play(range(3)))


def test_a_game_that_is_over_before_anybody_decides(tmp_path: Path) -> None:
    played = tiny(tmp_path, "      for P2:\n          set your turn to 4\n      end the game\n")
    assert [(out.decisions, out.over, out.ended_by, out.fault, out.scores) for out in played] == [
        (0, True, "play", None, ((0,), (4,)))] * 3


def test_play_that_never_rests_is_the_fault_that_the_interpreter_finds(tmp_path: Path) -> None:
    played = tiny(tmp_path, "      repeat until turn of P1 > 3:\n          set turn of P2 to 1\n")
    assert [(out.over, out.fault and out.fault.message) for out in played] == [(False, NO_REST)] * 3


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    engine = Engine(ludex.load("nim").program(2))
    played = Playouts(engine).play(range(20_000))
    assert sum(out.over for out in played) == 20_000
