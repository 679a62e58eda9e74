"""Puts modules together with what they extend, before anything is given a meaning: one rule set comes out.

A module needs, adds, overrides, forbids and permits by name. Here the names are looked up, additions join their
sections, and overrides and rules of what may be done become modifiers of values, or conditions of actions. Whatever two
of them decide differently is told, with both places (`precedence.py` says which of two rules holds).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from ludex.dsl.diagnostics import Diagnosis, Label, Sink
from ludex.dsl.names import UndefinedName, moments_of, nearest
from ludex.dsl.nodes import Scalar
from ludex.dsl.precedence import Claim, RulesClash, lifted, ordered, passed_over, plain, said
from ludex.dsl.syntax import (
    Action,
    Addition,
    Guarded,
    Modifier,
    Module,
    Norm,
    Override,
    Requirement,
    RuleSet,
    Value,
)

Of = TypeVar("Of")
InForce = TypeVar("InForce", bound=Guarded)

#: The fields of a rule set that belong to its module.
PARTS: Final = frozenset({"while_", "requires", "adds", "overrides", "forbids", "permits", "grants", "hooks"})


class RequirementMissing(Diagnosis):
    """A module needs something that the rule sets it extends do not have.

    `requires` lists what a module speaks of and leaves to its base, each with the sentence that needs it. Extend a
    rule set that has it, or call it what it is called there.
    """

    code = "LX114"
    name = "requirement-missing"
    severity = "error"
    message = "{problem}, and {needs} needs it"
    bad = "requires:\n  stake: {as: value, source: pot}\n"
    good = "requires:\n  worth: {as: value, of: [card, player]}\n"


class BaseChanged(Diagnosis):
    """An override was written for something that the base does not say any more.

    `was` repeats what the base said when the override was written. Now it says something else, and whether the override
    still fits is for you to see. Then write `was` anew.
    """

    code = "LX115"
    name = "base-changed"
    severity = "error"
    message = "`{name}` is `{now}` in the base, and this was written when it was `{was}`"
    bad = ("values:\n  hand size: {is: 5}\noverrides:\n  fewer cards: {of: hand size, was: 6, when: open, set: 4}\n"
           "triggers:\n  pay: {at: end of round, do: add hand size to pot}\n")
    good = bad.replace("was: 6", "was: 5")


class AddedAlready(Diagnosis):
    """A module adds something that is there already.

    The base has it, or another module adds it too. What is there is changed with `overrides` or `replaces`.
    """

    code = "LX116"
    name = "added-already"
    severity = "error"
    message = "`{name}` is in `{section}` already"
    bad = "adds:\n  suit: {values: [spades, hearts]}\n"
    good = "adds:\n  suit: {values: [spades, diamonds]}\n"


class PermitsNothing(Diagnosis):
    """A permission is about something that nothing forbids, so it changes nothing.

    `permits` lifts a ban, here or in another module, and no condition of the base. What the base does not allow is
    allowed by `grants`.
    """

    code = "LX118"
    name = "permits-nothing"
    severity = "warning"
    message = "`{name}` permits `{what}`, which no module forbids"
    bad = ("values:\n  may bid: {is: not open}\npermits:\n  all: {what: may bid, when: pot > 3}\n"
           "triggers:\n  pay: {at: end of round, when: may bid, do: add 1 to pot}\n")
    good = bad.replace("permits:", "grants:")


RULES: tuple[type[Diagnosis], ...] = (
    RequirementMissing, BaseChanged, AddedAlready, PermitsNothing, RulesClash,
)

#: What is required -> the section of a rule set in which it stands, and how a person is told.
_SECTIONS: Final = {
    "action": "actions", "component": "components", "enumeration": "enumerations", "moment": "moments",
    "parameter": "parameters", "phase": "phases", "procedure": "procedures", "relation": "relations", "value": "values",
    "variable": "variables", "zone": "zones",
}
#: What can be added to: the section, the field that grows, and how a person is told.
_GROWING: Final = (
    ("enumerations", "values", "enumeration"), ("components", "items", "component"), ("relations", "pairs", "relation"),
    ("variables", "starts", "variable"), ("phases", "actions", "phase"),
)


def link(rules: RuleSet, sink: Sink) -> RuleSet:
    """A rule set in which everything that its modules do has been done."""
    if not any(getattr(module, part) for module in rules.modules for part in PARTS):
        return rules
    return _Linker(rules, sink).linked()


class _Linker:
    def __init__(self, rules: RuleSet, sink: Sink) -> None:
        self.rules = rules
        self.sink = sink
        self.changed: dict[str, Any] = {}

    def linked(self) -> RuleSet:
        modules = self.rules.modules
        for module in modules:
            for name, requirement in module.requires.items():
                self._require(name, requirement)
            for name, addition in module.adds.items():
                self._add(name, addition)
        for module in modules:
            if module.while_ is not None:
                self._guard(module)
        self._beaten()
        self._overrides()
        self._norms()
        hooks = tuple(hook for module in modules for hook in module.hooks)
        self._hooks(hooks)
        return replace(self.rules, **self.changed, hooks=hooks)

    def _section(self, section: str) -> dict[Scalar, Any]:
        """A section as it stands, to be changed."""
        if section not in self.changed:
            self.changed[section] = dict(getattr(self.rules, section))
        found: dict[Scalar, Any] = self.changed[section]
        return found

    def _find(self, section: str, name: Scalar, what: str) -> tuple[Scalar, Any] | None:
        """Something of a section by its name, or None after a finding."""
        found = _by_name(self._section(section), name.text)
        if found is None and name.text not in self.sink.left_out:
            self.sink.add(UndefinedName.at(name.span, what=f"no {what}", name=name.text,
                                           help=nearest(name.text, (key.text for key in self._section(section)))))
        return found

    # -- what is needed

    def _require(self, name: Scalar, wanted: Requirement) -> None:
        needs = ", ".join(f"`{passage.text}`" for passage in wanted.source) or "this module"
        passage = ", ".join(passage.text for passage in wanted.source) or None
        kind = wanted.as_.text
        found: tuple[Scalar, Any] | None
        if kind == "element":
            names = {value.text: value for each in self._section("enumerations").values() for value in each.values}
            names |= {item.text: item for each in self._section("components").values() for item in each.items}
            found = (names[name.text], None) if name.text in names else None
            known = list(names)
        else:
            section = self._section(_SECTIONS[kind])
            found, known = _by_name(section, name.text), [key.text for key in section]
        if found is None:
            if name.text not in self.sink.left_out:
                self.sink.add(RequirementMissing.at(
                    name.span, problem=f"no {kind} is called `{name.text}`", needs=needs, passage=passage,
                    help=nearest(name.text, known)))
                self.sink.left_out |= {name.text, *(moments_of(name.text) if kind == "phase" else ())}
            return
        if wanted.of and kind in ("value", "procedure"):
            given: Mapping[Scalar, Scalar] = getattr(found[1], "of" if kind == "value" else "with_")
            types = [plain(type.text) for type in given.values()]
            if types != [plain(type.text) for type in wanted.of]:
                has = f"is of {' and '.join(types)}" if types else "is of nothing"
                self.sink.add(RequirementMissing.at(
                    name.span, problem=f"`{name.text}` {has}, not of {' and '.join(t.text for t in wanted.of)}",
                    needs=needs, passage=passage, labels=[Label(found[0].span, "here")]))

    def _hooks(self, hooks: tuple[Scalar, ...]) -> None:
        known = {key.text for section in ("values", "variables", "moments") for key in self._section(section)}
        for hook in hooks:
            if hook.text not in known and hook.text not in self.sink.left_out:
                self.sink.add(UndefinedName.at(hook.span, what="no value, variable or moment", name=hook.text,
                                               help=nearest(hook.text, known)))

    # -- what is added

    def _add(self, name: Scalar, more: Addition) -> None:
        for section, field, what in _GROWING:
            added = getattr(more, field)
            found = self._find(section, name, what) if added else None
            if found is None:
                continue
            key, element = found
            if field == "actions":
                if element.turns is None:
                    self.sink.add(UndefinedName.at(name.span, what="no phase with turns", name=name.text))
                    continue
                turns = replace(element.turns, actions=self._joined(name, element.turns.actions, added))
                self._section(section)[key] = replace(element, turns=turns)
                continue
            there = getattr(element, field)
            if isinstance(added, tuple):
                there = self._joined(name, there, added)
            elif field == "pairs":
                there = self._paired(name, there, added)
            elif isinstance(there, Mapping):
                self._joined(name, tuple(there), tuple(added))
                there = {**there, **added}
            else:
                self.sink.add(UndefinedName.at(name.span, what="no variable with a start for each", name=name.text))
                continue
            self._section(section)[key] = replace(element, **{field: there})

    def _paired(self, owner: Scalar, there: Mapping[Scalar, tuple[Scalar, ...]],
                added: Mapping[Scalar, tuple[Scalar, ...]]) -> dict[Scalar, tuple[Scalar, ...]]:
        """Pairs one by one: an element that has some already can have more."""
        found = dict(there)
        for one, others in added.items():
            key = next((key for key in found if key.text == one.text), one)
            known = {other.text: other for other in found.get(key, ())}
            for other in others:
                if other.text in known:
                    self.sink.add(AddedAlready.at(other.span, name=f"{one.text}: {other.text}", section=owner.text,
                                                  labels=[Label(known[other.text].span, "here")]))
            found[key] = (*found.get(key, ()), *(other for other in others if other.text not in known))
        return found

    def _joined(self, owner: Scalar, there: tuple[Scalar, ...], added: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
        known = {scalar.text: scalar for scalar in there}
        for scalar in added:
            if scalar.text in known:
                self.sink.add(AddedAlready.at(scalar.span, name=scalar.text, section=owner.text,
                                              labels=[Label(known[scalar.text].span, "here")]))
            known.setdefault(scalar.text, scalar)
        return tuple(known.values())

    # -- what is in force only at times

    def _guard(self, module: Module) -> None:
        for section in ("triggers", "actions", "end"):
            for key, element in self._section(section).items():
                if Path(key.span.source.path).parent.as_posix() == module.folder:
                    self._section(section)[key] = _in_force(module, element)

    # -- what is decided differently

    def _beaten(self) -> None:
        """What a rule says that it beats is some other rule of the kind."""
        rules = [(name, rule) for module in self.rules.modules
                 for section in (module.overrides, module.forbids, module.permits, module.grants)
                 for name, rule in section.items()]
        known = {name.text for name, _ in rules} | {
            name.text for value in self._section("values").values() for name in value.modifiers}
        for name, rule in rules:
            for other in rule.over:
                if other.text not in known - {name.text} and other.text not in self.sink.left_out:
                    self.sink.add(UndefinedName.at(other.span, what="no other rule that could be beaten",
                                                   name=other.text, help=nearest(other.text, known - {name.text})))

    def _overrides(self) -> None:
        claims: dict[str, list[Claim]] = {}
        for module in self.rules.modules:
            for name, override in module.overrides.items():
                found = self._find("values", override.of, "value")
                if found is None:
                    continue
                base: Value = found[1]
                if plain(base.is_.text) != plain(override.was.text):
                    self.sink.add(BaseChanged.at(
                        override.was.span, name=override.of.text, now=plain(base.is_.text),
                        was=plain(override.was.text), labels=[Label(base.is_.span, "the base")]))
                override = _in_force(module, override)
                claims.setdefault(override.of.text, []).append(
                    Claim(name, override, said(override.set, override.add)))
        for value, made in claims.items():
            own = _by_name(self._section("values"), value)
            assert own is not None
            passed_over(made, [Claim(name, modifier, said(modifier.set, modifier.add))
                               for name, modifier in own[1].modifiers.items()], self._elements(), self.sink)
            modifiers = {}
            for claim in ordered(made, self._elements(), self.sink):
                rule = claim.rule
                assert isinstance(rule, Override)
                modifiers[claim.name] = Modifier(
                    name=claim.name, at=rule.at, when=rule.when, set=rule.set, add=rule.add, source=rule.source,
                    guards=rule.guards, settled=True)
            self._modify(value, modifiers)

    def _norms(self) -> None:
        forbidding: dict[str, list[Claim]] = {}
        allowing: dict[str, list[Claim]] = {}
        granting: dict[str, list[Claim]] = {}
        for module in self.rules.modules:
            for norms, kind in ((module.forbids, forbidding), (module.permits, allowing), (module.grants, granting)):
                for name, norm in norms.items():
                    rule = replace(_in_force(module, norm), denies=kind is forbidding)
                    for what in self._questions(norm):
                        kind.setdefault(what, []).append(Claim(name, rule, "no" if rule.denies else "yes"))
        for what in dict.fromkeys((*forbidding, *allowing, *granting)):
            if what not in forbidding:
                for claim in allowing.get(what, ()):
                    self.sink.add(PermitsNothing.at(claim.name.span, name=claim.name.text, what=what,
                                                    help="`grants` says yes against the base"))
            grants = granting.get(what, [])
            forbids = lifted(forbidding.get(what, []), [*allowing.get(what, []), *grants], self._elements(), self.sink)
            self._answer(what, [*(claim for claim in grants), *forbids])

    def _questions(self, norm: Norm) -> Iterator[str]:
        """What a norm is about: values and actions that there are."""
        known = [key.text for section in ("values", "actions") for key in self._section(section)]
        for what in norm.what:
            if what.text in known:
                yield what.text
            elif what.text not in self.sink.left_out:
                self.sink.add(UndefinedName.at(what.span, what="no value or action", name=what.text,
                                               help=nearest(what.text, known)))

    def _answer(self, what: str, claims: list[Claim]) -> None:
        actions = self._section("actions")
        found = _by_name(actions, what)
        if found is not None:
            action: Action = found[1]
            norms = tuple(replace(claim.rule, name=claim.name) for claim in claims if isinstance(claim.rule, Norm))
            actions[found[0]] = replace(action, norms=(*action.norms, *norms))
            return
        modifiers = {}
        for claim in claims:
            norm = claim.rule
            assert isinstance(norm, Norm)
            modifiers[claim.name] = Modifier(
                name=claim.name, at=norm.at, when=norm.when, source=norm.source, guards=norm.guards,
                unless=norm.unless, answer=not norm.denies, settled=True)
        self._modify(what, modifiers)

    def _modify(self, value: str, modifiers: dict[Scalar, Modifier]) -> None:
        values = self._section("values")
        found = _by_name(values, value)
        assert found is not None
        values[found[0]] = replace(found[1], modifiers={**found[1].modifiers, **modifiers})

    def _elements(self) -> frozenset[str]:
        """The names that stand for one thing each, so that nothing can be two of them."""
        return frozenset(
            [value.text for each in self._section("enumerations").values() for value in each.values]
            + [item.text for each in self._section("components").values() for item in each.items])


def _in_force(module: Module, rule: InForce) -> InForce:
    """A rule of a module, which is in force only while the module is."""
    return rule if module.while_ is None else replace(rule, guards=(*rule.guards, module.while_))


def _by_name(section: Mapping[Scalar, Of], name: str) -> tuple[Scalar, Of] | None:
    return next(((key, element) for key, element in section.items() if key.text == name), None)
