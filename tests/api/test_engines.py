"""The public interface plays with any engine that keeps the contract, and asks for one by name in one place."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludex
from ludex import engines
from ludex.ir import contract
from ludex.ir.graph import Program


class OnlyTheContract:
    """An engine that offers what the contract names, and nothing else."""

    def __init__(self, program: Program) -> None:
        self._engine = engines.engine_for(program)

    def __getattr__(self, name: str) -> Any:
        assert name in vars(contract.Engine), f"`{name}` is not part of the contract"
        return getattr(self._engine, name)


def everything(match: ludex.Match) -> dict[str, Any]:
    """A match to its end, and all that can be asked of it on the way."""
    rng, seen = random.Random(5), []
    while (decision := match.decision or match.chance) is not None:
        options = decision.options if isinstance(decision, ludex.Decision) else decision.outcomes
        seen.append([option.id for option in options])
        match.apply(rng.choice(options))
        seen.append([match.hash(), match.why_not("nothing of the sort"), match.broken_invariants()])
        seen += [match.view(seat) for seat in (None, 0)]
        seen += [match.redeal(0, random.Random(2)).hash(), match.copy().score(0)]
    return {"seen": seen, "events": match.events, "result": match.result, "state": match.to_json()}


@pytest.mark.parametrize("chance", ["auto", "ask"])
@pytest.mark.parametrize("name", ["kuhn_poker", "pig"])
def test_the_contract_is_enough(name: str, chance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engines.BACKENDS, "other", OnlyTheContract)
    game = ludex.load(name)
    other = game.start(seed=3, chance=chance, backend="other")
    assert isinstance(other.engine, OnlyTheContract)
    assert everything(other) == everything(game.start(seed=3, chance=chance, backend="python"))
    assert game.restore(other.to_json()).hash() == other.hash()


@pytest.mark.parametrize("backend", ["machine", "Python", "", None, 3])
def test_a_backend_that_there_is_not(backend: Any) -> None:
    with pytest.raises(ludex.BadStart, match=f"there is no backend {backend!r}; there is python and native$"):
        ludex.load("nim").start(backend=backend)
