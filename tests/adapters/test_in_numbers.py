"""Actions, vectors and payoffs: they say what a match says, no more and no less."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from in_numbers import GAMES, positions, table_of

import ludex
from ludex.adapters.actions import Actions
from ludex.adapters.openness import all_open
from ludex.adapters.play import Table
from ludex.ir.layout import GENERATOR


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_numbers_is_the_match(name: str) -> None:
    """Both make the same way through the game, and the open actions are the options, one to one."""
    table = table_of(name)
    match = table.game.start(len(table.match.seats), seed=5)
    play = table.start(5)
    rng = random.Random(1)
    for _ in range(60):
        assert play.match().hash() == match.hash()
        decision = match.decision
        if decision is None:
            break
        assert play.decider == decision.player
        open = play.open()
        assert sorted(open.values()) == sorted(table.engine.options(match.state))
        assert all(0 <= action < table.actions.size for action in open)
        option = rng.choice(decision.options)
        [action] = [a for a, way in open.items() if way == table.engine.options(match.state)[option.index]]
        match.apply(option)
        play.take(action, open[action])
    assert play.over == (match.result is not None)
    assert [line for line in match.log(None) if line] == play.told()


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_no_more_than_it_may(name: str) -> None:
    """In a world that a seat cannot tell from its own its vector, its words and its actions are the same."""
    table, rng, others = table_of(name), random.Random(7), 0
    for at, play in enumerate(positions(table.start(2), rng, 40)):
        if at % 4:
            continue
        for seat in list(range(table.seats)) * 3:
            world = play.copy()
            world.state = play.match().redeal(seat, rng).state
            others += world.state[GENERATOR + 1:] != play.state[GENERATOR + 1:]
            assert world.vector(seat) == play.vector(seat)
            assert world.sight(seat) == play.sight(seat)
            if seat == play.decider:
                assert set(world.open()) == set(play.open())
    assert others or not any(field.role == "zone" and field.sight != "all" for field in table.engine.program.fields.values())


@pytest.mark.parametrize("name", ["carving_up_china", "kuhn_poker", "hearts"])
def test_what_a_seat_sees_tells_its_own_cards(name: str) -> None:
    """The vector is no constant: what a seat holds in its hand stands in it, and in that of nobody else."""
    table = table_of(name)
    names = table.vector.names
    for play in positions(table.start(3), random.Random(3), 6):
        for seat, called in enumerate(table.match.seats):
            held = play.match().view(seat)["state"]["hand"][called]["items"]
            vectors = [dict(zip(names, play.vector(other), strict=True)) for other in range(table.seats)]
            mine = {n: v for n, v in vectors[seat].items() if n.startswith(f"{called}'s hand: ") and "how many" not in n}
            assert sum(mine.values()) == len(held) == vectors[seat][f"{called}'s hand: how many"]
            assert not any(vectors[other][n] for other in range(table.seats) if other != seat for n in mine)


@pytest.mark.parametrize("name", GAMES)
def test_vectors_keep_their_bounds(name: str) -> None:
    table = table_of(name)
    vector = table.vector
    assert len(vector.names) == len(vector.low) == len(vector.high) == vector.size
    for play in positions(table.start(4), random.Random(4), 25):
        found = play.vector(play.decider or 0)
        assert len(found) == vector.size
        wrong = [name for name, low, value, high in zip(vector.names, vector.low, found, vector.high, strict=True)
                 if not low <= value <= high]
        assert wrong == []


def test_names_are_told_apart() -> None:
    for name in GAMES:
        table = table_of(name)
        assert len(set(table.actions.words)) == table.actions.size


def test_the_steps_of_a_choice_are_seen_by_who_makes_them() -> None:
    """What has been chosen so far is in no field, and yet the next step depends on it."""
    table = table_of("nim")
    play = table.start()
    row, option = min(play.open().items())
    taken = table.actions.words[row]
    play.take(row, option)
    assert taken.startswith("take from row ") and play.decider == 0
    chosen = [n for n, v in zip(table.vector.names, play.vector(0), strict=True) if v and n.startswith("chosen")]
    assert chosen == [f"chosen: {taken}"]
    assert json.loads(play.sight(0))["chosen"] == [taken]
    assert not any(v for n, v in zip(table.vector.names, play.vector(1), strict=True) if n.startswith("chosen"))
    assert "chosen" not in json.loads(play.sight(1))
    play.take(*min(play.open().items()))
    assert play.decider == 1 and play.chosen == ()


COPIES = """
components:
  stone: {items: {red: {copies: 3}, blue: {copies: 2}}}
zones:
  hand: {of: stone, each: player, seen by: owner}
  bag: {of: stone, seen by: nobody, order: shuffled, starts with: all, when short: draw nothing}
  heap: {of: stone, seen by: all}
setup:
  - title: deal
    do: |
      for each player from P1:
          draw 2 from bag to your hand
rounds: {phases: [lay]}
phases:
  lay:
    turns:
      from: P1
      until: count of heap is 4
      do: |
        choose stone from your hand
        move stone to heap
        moment laid
moments:
  laid: {}
end:
  all laid: {at: laid, when: count of heap is 4}
scoring: {score: count of heap, ties: shared}
"""


def test_copies_are_counted_and_share_the_actions_of_their_kind(write_rules: Callable[[str], str]) -> None:
    table = Table(write_rules(COPIES))
    names = table.vector.names
    assert "heap: red" in names and "heap: red #2" not in names
    assert table.vector.high[names.index("heap: red")] == 3
    for seed in range(12):
        for play in positions(table.start(seed), random.Random(seed), 4):
            words = {table.actions.words[action] for action in play.open()}
            assert words <= {"choose stone: red #1", "choose stone: blue #1"}
        assert dict(zip(names, play.vector(0), strict=True))["heap: red"] in (1, 2, 3)


def test_alternatives_of_one_name_share_their_actions() -> None:
    """However often a program asks for it, a bid of a card is one action."""
    table = table_of("carving_up_china")
    assert sum(words.startswith("bid ") for words in table.actions.words) == 44
    assert table.actions.words.count("drop out") == 1
    assert Actions(table.engine).words == table.actions.words


def test_payoffs() -> None:
    shares, scores = Table("kuhn_poker"), Table("kuhn_poker", payoffs="scores")
    seen = set()
    for seed in range(30):
        for table in (shares, scores):
            play = table.start(seed)
            for _ in positions(play, random.Random(seed), 10):
                pass
            result = play.match().result
            assert result is not None
            paid = play.payoffs()
            assert sum(paid) == 0 and all(table.payoff.low <= pay <= table.payoff.high for pay in paid)
            if table is shares:
                assert paid == [1.0 if seat in result.winners else -1.0 for seat in range(2)]
            else:
                assert paid == [result.scores[0], result.scores[1]]
                seen.add(paid[0])
    assert seen == {-2, -1, 1, 2}


def test_shares_of_several(talk: str) -> None:
    """Who shares a victory with all others gets back what he staked; of three, two winners get a half each."""
    play = Table(talk).start()
    for _ in positions(play, random.Random(1), 40):
        pass
    assert play.over and play.payoffs() == [0.0, 0.0]
    table = Table("pig", players=3)
    assert (table.payoff.low, table.payoff.high) == (-1.0, 2.0)


def test_settings_that_are_wrong() -> None:
    with pytest.raises(ValueError, match="keeps no score"):
        Table("nim", payoffs="scores")
    with pytest.raises(ValueError, match="payoffs are shares or scores"):
        Table("nim", payoffs="chips")
    with pytest.raises(ludex.BadStart, match="for 2 players"):
        Table("nim", players=3)
    with pytest.raises(ludex.BadStart, match="no ruling"):
        Table("nim", rulings={"x": "y"})


def test_rulings_are_played() -> None:
    table = Table("carving_up_china", players=4, rulings={"lead_must_bid": "optional"})
    assert table.match.rulings["lead_must_bid"] == "optional" and table.seats == 4


def test_games_of_perfect_information() -> None:
    known = {"tic_tac_toe": True, "nim": True, "pig": True, "kuhn_poker": False, "carving_up_china": False}
    assert {name: all_open(table_of(name).engine) for name in known} == known


GUESS = """
variables:
  points: {type: 0 to 10, each: player, seen by: all}
rounds: {phases: [guess it]}
phases:
  guess it:
    turns:
      from: P1
      until: no
      do: |
        choose number it from 1 to 2
        for player after you:
            choose number guess from 1 to 2
            if guess is it:
                add 1 to your points
        moment guessed
moments:
  guessed: {}
end:
  done: {at: guessed, when: any p in players where points of p is 10}
scoring: {score: points of you, ties: shared}
"""


def test_a_choice_that_another_has_to_guess_is_no_perfect_information(write_rules: Callable[[str], str]) -> None:
    """Although all variables are open: what has been chosen is told only by what comes of it."""
    assert not all_open(Table(write_rules(GUESS)).engine)
    play = Table(write_rules(GUESS)).start()
    other = play.copy()
    (one, first), (two, second) = sorted(play.open().items())
    play.take(one, first)
    other.take(two, second)
    assert play.decider == other.decider == 1
    assert play.sight(1) == other.sight(1) and play.vector(1) == other.vector(1) and play.memory(1) == other.memory(1)
    assert play.memory(0) != other.memory(0)


def test_a_game_under_way_can_be_pickled() -> None:
    table = table_of("carving_up_china")
    for play in positions(table.start(1), random.Random(1), 12):
        again = pickle.loads(pickle.dumps(play))
        assert again.match().hash() == play.match().hash() and again.memory(0) == play.memory(0)
        assert again.open() == play.open()


def test_what_is_heavy_is_imported_when_it_is_used() -> None:
    code = ("import sys, ludex; m = ludex.load('nim').start(seed=1); m.apply(0); import ludex.adapters; "
            "print([n for n in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel', 'ludex.adapters.play') if n in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
