"""What has been worked out for one state and is kept for another is what would be worked out for that one, too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ludex
from ludex.dsl.course import course_of
from ludex.dsl.typed import TypedExpr
from ludex.validator.facts import Facts
from ludex.validator.flow import follow
from ludex.validator.visits import Visit
from ludex.validator.walk import Reach, inside


@pytest.mark.parametrize("name", ["carving_up_china", "battle_sheep", "kuhn_poker"])
def test_what_is_kept_of_an_expression_holds_wherever_play_comes_to_it(name: str) -> None:
    game = ludex.load(name).typed
    flow = follow(game, Reach(game), course_of(game))
    visits = [*flow.tests.values(), *flow.lines.values()]
    kept = [list(found(flow.facts, visit)) for visit in visits]
    fresh = []
    for visit in visits:
        flow.facts._needs.clear()
        fresh.append(list(found(flow.facts, visit)))
    assert flow.complete
    assert flow.facts.left > 0
    assert kept == fresh


def found(facts: Facts, visit: Visit) -> Iterator[object]:
    """What is worked out for what stands at a place: bounds, and what follows from a condition and its contrary."""
    for part in inside(visit.node):
        if isinstance(part, TypedExpr):
            yield facts.bounds(part, visit.state, visit.actor)
    if isinstance(visit.node, TypedExpr):
        for state in facts.both(visit.node, visit.state, visit.actor):
            yield None if state is None else (state.values, state.below)
