"""All diagnostics in one table: what `ludex explain` shows and what may be selected or ignored.

The modules are listed, not discovered, so that what exists does not depend on who imported what first. Each
of them ends with a tuple `RULES`. Those that any check imports stand before those for special tasks. Who stands above
the checks and has diagnostics of its own hands them in.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MappingProxyType

from ludex.dsl.diagnostics import Diagnosis

#: The modules that any check imports.
USUAL: tuple[str, ...] = (
    "ludex.dsl.yaml_rules",
    "ludex.dsl.shape_rules",
    "ludex.dsl.gather",
    "ludex.dsl.read",
    "ludex.dsl.overlay",
    "ludex.dsl.modules",
    "ludex.dsl.parse",
    "ludex.dsl.names",
    "ludex.dsl.collect",
    "ludex.dsl.collect_means",
    "ludex.dsl.seating",
    "ludex.dsl.check_rules",
    "ludex.dsl.calls",
    "ludex.dsl.lower_size",
    "ludex.validator.hygiene",
    "ludex.validator.settled",
    "ludex.validator.suppress",
    "ludex.validator.unused",
    "ludex.validator.clarity",
    "ludex.validator.conditions",
    "ludex.validator.givens",
    "ludex.validator.course",
    "ludex.validator.idle",
    "ludex.validator.ranges",
    "ludex.validator.choices",
    "ludex.validator.setup",
    "ludex.validator.sight",
    "ludex.validator.order",
    "ludex.validator.tables",
    "ludex.validator.structure",
    "ludex.validator.source",
)
#: Those that raise something in special tasks only.
SPECIAL: tuple[str, ...] = (
    "ludex.validator.baseline",
    "ludex.validator.text.decoding",
    "ludex.validator.wording.scope",
    "ludex.validator.wording.players",
    "ludex.validator.wording.quantity",
    "ludex.validator.wording.bounds",
    "ludex.validator.wording.places",
    "ludex.validator.wording.modality",
    "ludex.validator.wording.acts",
    "ludex.validator.wording.chosen",
    "ludex.validator.wording.moments",
    "ludex.validator.wording.endings",
    "ludex.validator.wording.pronouns",
    "ludex.validator.wording.reference",
    "ludex.validator.wording.links",
    "ludex.validator.wording.terms",
    "ludex.validator.wording.spelling",
    "ludex.validator.wording.senses",
    "ludex.validator.wording.slots",
    "ludex.validator.wording.stocks",
    "ludex.validator.wording.ties",
    "ludex.validator.wording.counts",
    "ludex.validator.wording.repeats",
    "ludex.validator.wording.notes",
    "ludex.validator.wording.hygiene",
    "ludex.validator.play.rules",
)
_handed_in: list[str] = []


def hand_in(*modules: str) -> None:
    """Add modules that raise diagnostics, of those who use the checks."""
    _handed_in.extend(module for module in modules if module not in _handed_in)
    all_rules.cache_clear()


def _modules() -> tuple[str, ...]:
    return (*USUAL, *_handed_in, *SPECIAL)


@cache
def all_rules() -> MappingProxyType[str, type[Diagnosis]]:
    """Code -> diagnostic, in the order of codes. Two with one code or name are our own mistake."""
    return collect(_modules())


def collect(modules: tuple[str, ...]) -> MappingProxyType[str, type[Diagnosis]]:
    """The diagnostics of some modules, checked against each other."""
    by_code: dict[str, type[Diagnosis]] = {}
    by_name: dict[str, type[Diagnosis]] = {}
    for module in modules:
        for rule in _rules(module):
            for table, key in ((by_code, rule.code), (by_name, rule.name)):
                if key in table:
                    raise ValueError(f"{rule.__name__} and {table[key].__name__} are both called {key}")
                table[key] = rule
    return MappingProxyType(dict(sorted(by_code.items())))


def find_rule(code_or_name: str) -> type[Diagnosis] | None:
    """A diagnostic by its code or its name, in any case. No more modules are imported than it takes to find it."""
    wanted = code_or_name.strip().lower()
    every = (rule for module in _modules() for rule in _rules(module))
    return next((rule for rule in every if wanted in (rule.code.lower(), rule.name)), None)


def _rules(module: str) -> tuple[type[Diagnosis], ...]:
    found: tuple[type[Diagnosis], ...] = import_module(module).RULES
    return found
