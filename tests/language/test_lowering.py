"""What lowering promises whoever runs a program: no word, however it is written, gives one that is not well-formed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex.dsl.lowering import Lowering
from ludex.dsl.vocabulary.ending import Say
from ludex.ir.verify import Broken


def test_a_program_that_is_not_well_formed_never_runs(write: Callable[[str], Path],
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    def lower(at: Lowering, words: str) -> None:
        at.b.emit(f"event|{words}", [], [], at.b.const(1))  # a number, and no set of seats

    game = ludex.load(write('say "here we are"'))
    monkeypatch.setattr(Say, "lower", staticmethod(lower))
    with pytest.raises(Broken, match="a mistake in Ludex and not in the rules") as broken:
        game.start(seed=1)
    assert [number for number, _ in broken.value.violations] == ["V12"]
