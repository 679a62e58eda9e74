"""States in which conditions hold are found without trying all others, in the same order."""

from __future__ import annotations

from itertools import combinations

import ludex
from ludex.validator.cases import Cases
from ludex.validator.facts import Facts
from ludex.validator.known import State
from ludex.validator.walk import Reach


def test_states_where_conditions_hold_are_those_of_all_states() -> None:
    game = ludex.load("takenoko").typed
    facts = Facts(game, Reach(game))
    some = 0
    for function in game.functions.values():
        for first, second in combinations(function.modifiers, 2):
            where = [first.when, second.when]
            exprs = [*where, *(e for m in (first, second) for e in (m.set, m.add) if e is not None), function.body]
            cases = Cases(facts, State(), None)
            every = [case for case in cases.of(exprs) if all(facts.truth(when, case.state, None) for when in where)]
            found = list(cases.of(exprs, where))
            assert [(case.told, case.state.values) for case in found] == [
                (case.told, case.state.values) for case in every]
            some += len(found)
    assert some > 0
