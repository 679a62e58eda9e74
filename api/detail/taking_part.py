"""Which rules are part of a game as its rulings are read: only of those does it say something that one never took part.

A rule of another reading is in the files, and often in the program too, where its condition is settled before play
begins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ludex.dsl.typed import Apply, Game, Named, Rule, Typed, TypedExpr
from ludex.ir.graph import Program
from ludex.validator.play.places import all_rules


def rules_there(typed: Game, program: Program, readings: Mapping[str, str], told: Collection[str],
                looked: Collection[str]) -> Iterable[tuple[Rule, str]]:
    """The rules, each with its sort: `rule`, `end` or `modifier`. `told` names those of which it is seen whether they
    run, `looked` the modifiers of which it is seen whether they hold."""
    asked: list[tuple[Rule, TypedExpr | None]] = [(phase.rule, phase.when) for phase in typed.phases.values()]
    asked += [(action.rule, action.when) for action in typed.actions.values()]
    asked += [(trigger.rule, trigger.when) for trigger in typed.triggers]
    asked += [(end.rule, end.when) for end in typed.ends]
    there = {origin.rule for origin in program.origins}
    there -= {rule.name for rule, when in asked if _of_another_reading(when, readings)}
    found: dict[str, tuple[Rule, str]] = {}
    for rule, _ in all_rules(typed):
        if rule.name in there and rule.name in told:
            found.setdefault(rule.name, (rule, "rule"))
    for end in typed.ends:
        if end.rule.name in there:
            found[end.rule.name] = end.rule, "end"
    for function in typed.functions.values():
        for modifier in function.modifiers:
            name = modifier.rule.name
            if name in there and name in looked and not _of_another_reading(modifier.when, readings):
                found[name] = modifier.rule, "modifier"
    return found.values()


def _of_another_reading(when: Typed | None, readings: Mapping[str, str]) -> bool:
    """Whether a condition asks, among other things, for a reading that is not played."""
    if not isinstance(when, Apply):
        return False
    if when.word.means == "ruling":
        ruling, reading = when.arguments["ruling"], when.arguments["reading"]
        assert isinstance(ruling, Named) and isinstance(reading, Named)
        return readings[ruling.names[0]] != reading.names[0]
    return when.word.means == "and" and any(
        isinstance(part, Typed) and _of_another_reading(part, readings) for part in when.arguments.values())


__all__ = ["rules_there"]
