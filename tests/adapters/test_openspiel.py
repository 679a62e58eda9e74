"""OpenSpiel's own test of a game, on every bundled game, and what solvers make of two of them."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pyspiel
import pytest
from in_numbers import GAMES, table_of
from open_spiel.python.algorithms import cfr, expected_game_score, minimax

import ludex
from ludex.adapters.openspiel import game
from ludex.ir.layout import GENERATOR

#: Decisions after which a long game is cut off here.
LENGTH = 20


@pytest.mark.parametrize("name", GAMES)
def test_random_play(name: str) -> None:
    """Actions, masks, chance, payoffs, clones, and states written down and read back, as OpenSpiel checks them."""
    pyspiel.random_sim_test(game(name, max_game_length=LENGTH), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_the_match(name: str) -> None:
    """Step by step the same options, the same chance with the same probabilities, the same position."""
    made, rng = game(name, max_game_length=LENGTH), random.Random(4)
    state, match = made.new_initial_state(), table_of(name).game.start(seed=0, chance="ask")
    while not state.is_terminal():
        if match.chance is not None:
            assert state.is_chance_node()
            outcomes = state.chance_outcomes()
            assert [round(p, 12) for _, p in outcomes] == [round(float(o.probability), 12) for o in match.chance.outcomes]
            at = rng.randrange(len(outcomes))
            action = outcomes[at][0]
            assert state.action_to_string(pyspiel.PlayerId.CHANCE, action) == match.chance.outcomes[at].words
        else:
            decision = match.decision
            assert decision is not None and state.current_player() == decision.player
            legal = state.legal_actions()
            assert len(legal) == len(decision.options) and legal == sorted(legal)
            assert sum(state.legal_actions_mask()) == len(legal)
            action = rng.choice(legal)
            option = state.play.open()[action]
            at = table_of(name).engine.options(match.state).index(option)
        state.apply_action(action)
        match.apply(at)
        assert state.play.match().hash() == match.hash()
    assert (match.result is not None) == state.play.over
    assert state.returns() == (state.play.payoffs() if state.play.over else [0.0] * made.num_players())


@pytest.mark.parametrize("name", ["carving_up_china", "kuhn_poker", "pig", "tic_tac_toe"])
def test_clones_are_independent(name: str) -> None:
    state, rng = game(name).new_initial_state(), random.Random(6)
    for _ in range(25):
        if state.is_terminal():
            break
        before = (str(state), state.history(), state.information_state_string(0))
        clone = state.clone()
        assert (str(clone), clone.history(), clone.information_state_string(0)) == before
        clone.apply_action(clone.legal_actions()[-1])
        assert (str(state), state.history(), state.information_state_string(0)) == before
        assert str(clone) != str(state)
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", ["carving_up_china", "hearts", "kuhn_poker", "leduc_poker"])
def test_nothing_hidden_is_told(name: str) -> None:
    """A player's strings and tensors are the same in every world that it cannot tell from this one."""
    state, rng, others = game(name).new_initial_state(), random.Random(9), 0
    for step in range(90):
        if state.is_terminal():
            break
        if (step < 6 or step % 3 == 0) and not state.is_chance_node():
            for player in list(range(state.num_players())) * 2:
                other = state.clone()
                other.play.state = state.play.match().redeal(player, rng).state
                others += other.play.state[GENERATOR + 1:] != state.play.state[GENERATOR + 1:]
                assert other.observation_string(player) == state.observation_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.information_state_string(player) == state.information_state_string(player)
        state.apply_action(rng.choice(state.legal_actions()))
    assert others > 0


def test_what_a_player_remembers() -> None:
    """The cards it drew and what it has chosen, in order; of the other only what was told."""
    state = game("kuhn_poker").new_initial_state()
    for outcome in (0, 2):
        state.apply_action(outcome)
    state.apply_action(state.play.table.actions.words.index("bet"))
    mine, other = (state.information_state_string(player).splitlines() for player in (0, 1))
    assert mine[:4] == ["P1 draws Jack from deck to P1's hand", "P2 draws 1 card from deck to P2's hand", "betting", "> bet"]
    assert other[:3] == ["P1 draws 1 card from deck to P1's hand", "P2 draws King from deck to P2's hand", "betting"]
    assert "> bet" not in other and "P1: bet" in other


def test_kuhn_poker_is_solved() -> None:
    """The value of the game is known: the first player loses an eighteenth of a stake."""
    made = game("kuhn_poker", payoffs="scores")
    assert (made.min_utility(), made.max_utility()) == (-2.0, 2.0)
    solver = cfr.CFRSolver(made)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    found = expected_game_score.policy_value(made.new_initial_state(), [policy, policy])
    assert found[0] == pytest.approx(float(Fraction(-1, 18)), abs=0.01)
    assert len(policy.state_lookup) == 12


def test_nim_is_solved() -> None:
    """OpenSpiel's search takes it for a game without chance or secrets, and finds the only move that wins."""
    made = game("nim")
    kind = made.get_type()
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    state = made.new_initial_state()
    words = state.play.table.actions.words

    def say(what: str) -> None:
        state.apply_action(words.index(what))

    for row, amount in (("C", 4), ("B", 3)):
        say(f"take from row {row}")
        say(f"choose amount: {amount}")
    # Of A there are three left, of the others one each: only what leaves the two alone wins.
    value, action = minimax.alpha_beta_search(made, state, maximizing_player_id=0)
    assert (value, words[action]) == (1.0, "take from row A")
    say("take from row A")
    value, action = minimax.alpha_beta_search(made, state, maximizing_player_id=0)
    assert (value, words[action]) == (1.0, "choose amount: 3")
    say("choose amount: 1")
    assert minimax.alpha_beta_search(made, state, maximizing_player_id=0)[0] == -1.0


def test_a_game_that_is_cut_off_pays_nothing() -> None:
    state = game("pig", max_game_length=3).new_initial_state()
    decisions = 0
    for _ in range(50):
        if state.is_terminal():
            break
        decisions += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    assert decisions == 3 and state.returns() == [0.0, 0.0] and not state.play.over


def test_a_game_is_known_by_its_text() -> None:
    made = game("carving_up_china", players=4, rulings={"lead_must_bid": "optional"}, max_game_length=50)
    again = pyspiel.load_game(str(made))
    assert again.num_players() == 4 and again.max_game_length() == 50
    assert again.table.match.rulings["lead_must_bid"] == "optional"
    assert pyspiel.load_game("ludex(rules=nim)").get_type().long_name == "Nim"


def test_a_game_of_a_path(talk: str) -> None:
    pyspiel.random_sim_test(game(talk), num_sims=1, serialize=True, verbose=False)


def test_what_is_not_allowed() -> None:
    state = game("kuhn_poker").new_initial_state()
    state.apply_action(1)
    with pytest.raises(ValueError, match="chance cannot bring 1"):
        state.clone().apply_action(1)
    state.apply_action(0)
    with pytest.raises(ValueError, match="may not be taken"):
        state.clone().apply_action(state.play.table.actions.words.index("fold"))


@pytest.mark.parametrize(("settings", "message"), [
    ({"rules": "nim", "players": 5}, "for 2 players"), ({"rules": "nim", "payoffs": "scores"}, "keeps no score"),
    ({"rules": "nim", "rulings": {"x": "y"}}, "no ruling"), ({"rules": "a,b"}, "cannot write"),
    ({"rules": "nim", "max_game_length": 0}, "from 1"), ({"rules": "nim", "parameters": {"x": "many"}}, "invalid literal"),
])
def test_settings_that_are_wrong(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game(**settings)


def test_rules_that_are_not_there() -> None:
    with pytest.raises(ludex.RuleErrors):
        game("no_such_game")
