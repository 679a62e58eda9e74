"""Invariants about what never changes: tables, maps, printed values, how many of a kind there are.

Data that a rulebook does not print are somebody's guess. What its text says about them can be written down as
invariants, and whatever is put in place of the guess is held against them before anybody plays. They may ask through
derived values, as long as these look at nothing that changes in play; so no course of the game is written out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, quote
from ludex.dsl.lower import lower
from ludex.ir.fold import constant
from ludex.validator.checks import Check, Context
from ludex.validator.walk import inside


class DataContradicted(Diagnosis):
    """An invariant that looks at nothing but what is printed or fixed does not hold.

    No play can make it true: either the data or the invariant is wrong. The passage that the invariant cites tells
    what the data have to fulfil.
    """

    code = "LX531"
    name = "data-contradicted"
    severity = "error"
    message = "`{name}` does not hold for the data as they are: {text}"
    bad = "invariants:\n  three suits at least: {holds: count of suits >= 30}\n"
    good = "invariants:\n  three suits at least: {holds: count of suits >= 2}\n"


RULES: tuple[type[Diagnosis], ...] = (DataContradicted,)


def _contradicted(context: Context) -> Iterator[Finding]:
    game = context.game
    fixed = {name: holds for name, holds in game.invariants.items() if not context.reach.reads(holds) and not any(
        isinstance(part, typed.Setting) or isinstance(part, typed.Apply) and part.word.means == "ruling"
        for part in inside(holds))}
    if not fixed or context.too_large:
        return
    nothing_happens = replace(
        game, starts={}, when_empty={}, setup=(), phases={}, rounds=(), actions={}, procedures={}, triggers=(), ends=(),
        scoring=None, invariants=fixed)
    program = lower(nothing_happens, game.most)
    for name, holds in fixed.items():
        function = program.invariants.get(name)  # none that holds for all data is left in the program
        if function is not None and constant(program.functions[function], program.functions, program.tables) == 0:
            yield DataContradicted.at(holds.at, name=name, text=quote(holds.at.text))


CHECKS: tuple[Check, ...] = (
    Check("what data have to fulfil", ("typed", "ir"), RULES, _contradicted),
)
