"""Ludex: rules of tabletop games as data.

`load` a game, `start` a match, read its `decision`, `apply` an option. Everything else hangs on these; see
`docs/` for the language. Heavy parts are imported when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ludex import agents, record, rules, scenario
    from ludex.checking import Report, check, examine
    from ludex.dsl.diagnostics import Finding, RuleErrors
    from ludex.events import Event
    from ludex.game import BadStart, BadState, Game, RulingInfo, load
    from ludex.match import Chance, Decision, IllegalMove, Match, Option, Outcome, Refusal, Result, RuleFault
    from ludex.pages import explain, explainable
    from ludex.record import replay
    from ludex.validator.suppress import Silenced

_WHERE = {
    "Finding": "ludex.dsl.diagnostics", "RuleErrors": "ludex.dsl.diagnostics", "Event": "ludex.events",
    "Report": "ludex.checking", "check": "ludex.checking", "examine": "ludex.checking",
    "Silenced": "ludex.validator.suppress",
    "BadStart": "ludex.game", "BadState": "ludex.game", "Game": "ludex.game", "RulingInfo": "ludex.game",
    "load": "ludex.game", "Chance": "ludex.match", "Decision": "ludex.match",
    "IllegalMove": "ludex.match", "Match": "ludex.match", "Option": "ludex.match", "Outcome": "ludex.match",
    "Refusal": "ludex.match", "Result": "ludex.match", "RuleFault": "ludex.match",
    "replay": "ludex.record", "explain": "ludex.pages", "explainable": "ludex.pages",
}
_MODULES = ("agents", "record", "rules", "scenario")

__all__ = [
    "BadStart", "BadState", "Chance", "Decision", "Event", "Finding", "Game", "IllegalMove", "Match", "Option",
    "Outcome", "Refusal", "Report", "Result", "RuleErrors", "RuleFault", "RulingInfo", "Silenced", "agents", "check",
    "examine", "explain", "explainable", "load", "record", "replay", "rules", "scenario",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    from importlib import import_module

    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    if name in _MODULES:
        return import_module(f"ludex.{name}")
    raise AttributeError(f"module 'ludex' has no attribute {name!r}")
