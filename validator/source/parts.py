"""The parts of a rule set that cite passages, each with the facts of its rules; and what they lead to.

A part's own facts are what it writes itself, with the helpers it uses that cite nothing. What it reaches are
declarations behind the names it uses: starts, copies, sizes, printed values. Reached numbers support a text, but
only written ones are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from ludex.dsl import syntax, typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.document import Scalar
from ludex.dsl.names import END_OF_ROUND, moments_of, passage_of
from ludex.dsl.source import Span
from ludex.dsl.types import Elements, Number
from ludex.ir.record import changeable
from ludex.validator.source.rule_facts import Condition, Facts, Reader, Told


@changeable
class Part:
    """A piece of rules: what it is, the passages it cites, its facts, and numbers of declarations it is."""

    key: str
    at: Span
    passages: tuple[str, ...]
    facts: Facts
    kind: str = "tool"
    #: It belongs to a reading that is not chosen.
    idle: bool = False
    #: The moment it answers, and words for people.
    title: str = ""

    @property
    def name(self) -> str:
        """Its name, as declared."""
        return self.key.partition(" ")[2]


@changeable
class Parts:
    """All parts by key, which of them cite a passage, and the order of phases."""

    game: typed.Game
    rules: syntax.RuleSet
    all: dict[str, Part] = field(default_factory=dict)
    by_passage: dict[str, list[Part]] = field(default_factory=dict)
    #: Numbers that a name stands for: a start, a default, a size, printed values.
    behind: dict[str, set[int]] = field(default_factory=dict)
    #: How many a class or an enumeration has, with copies and without.
    sizes: dict[str, set[int]] = field(default_factory=dict)
    #: The ends of the ranges that the printed values of a class have.
    printable: dict[str, set[int]] = field(default_factory=dict)

    def serving(self, passage: str) -> list[Part]:
        """The parts that cite a passage."""
        return self.by_passage.get(passage, [])

    def reach(self, parts: list[Part], through: tuple[str, ...] = ("",)) -> list[Part]:
        """Parts, and all that they lead to, through parts whose keys begin like this."""
        found: dict[str, Part] = {part.key: part for part in parts}
        todo = list(parts)
        while todo:
            for key in todo.pop().facts.calls:
                if key in self.all and key not in found and key.startswith(through):
                    found[key] = self.all[key]
                    todo.append(self.all[key])
        return list(found.values())

    def stands_for(self, facts: Facts) -> set[int]:
        """The numbers behind the names that some facts use."""
        return {number for name in (*facts.names, *facts.domains) for number in self.behind.get(name, ())}


    def settings(self, facts: Facts) -> set[int]:
        """The starts and defaults of what some facts use."""
        return {told.number for name in facts.names for sort in ("start", "default")
                if (part := self.all.get(f"{sort} {name}")) is not None for told in part.facts.numbers}

    def live(self) -> set[str]:
        """The parts that play can come to, under the chosen readings."""
        always = "setup ", "rounds ", "scoring ", "empty ", "invariant "
        alone = {END_OF_ROUND, *(moment for name in self.game.rounds for moment in moments_of(name))}
        roots = [part for key, part in self.all.items()
                 if key.startswith(always) or part.title in alone or is_woven(part.title)]
        return {part.key for part in self.reach(roots)}


def gather(game: typed.Game, rules: syntax.RuleSet) -> Parts:
    """All parts of a rule set."""
    found = Parts(game, rules)
    for part in (*_effects(game), *_declared(game, rules), *_invariants(game, rules)):
        if not part.idle:
            found.all[part.key] = part
    _inline(found.all)
    for part in found.all.values():
        for passage in part.passages:
            found.by_passage.setdefault(passage, []).append(part)
    _behind(found)
    return found


def _effects(game: typed.Game) -> Iterator[Part]:
    for number, step in enumerate(game.setup):
        yield _part(f"setup {number}", step.rule, _read(game, step), "rule")
    for name, step in game.procedures.items():
        yield _part(f"procedure {name}", step.rule, _read(game, step), "helper")
    for step in game.triggers:
        reader = _reader(game, step)
        reader.facts.conditions.append(Condition(step.rule.at, soft=True))
        part = _part(f"trigger {step.rule.name}", step.rule, reader.facts, "rule", reader.ruled(step.when) is False)
        part.title = step.at_moment
        yield part
    for name, step in game.when_empty.items():
        reader = _reader(game, step)
        reader.facts.conditions.append(Condition(step.rule.at, "empty", None, frozenset((name,))))
        reader.facts.names.add(name)
        yield _part(f"empty {name}", step.rule, reader.facts, "rule")
    for name, action in game.actions.items():
        reader = Reader(game)
        reader.condition(action.when)
        for choice in action.choices:
            reader.chosen(choice)
        reader.effect(action.effect)
        idle = reader.ruled(action.when) is False or any(reader.ruled(c.where) is False for c in action.choices)
        yield _part(f"action {name}", action.rule, reader.facts, "action", idle)
    for name, phase in game.phases.items():
        yield _part(f"phase {name}", phase.rule, _phase(game, phase), "rule")
    for end in game.ends:
        reader = Reader(game)
        reader.condition(end.when)
        reader.facts.words.add("end")
        part = _part(f"end {end.rule.name}", end.rule, reader.facts, "rule")
        part.title = end.moment
        yield part
    if game.scoring is not None:
        reader = Reader(game)
        for expr in (game.scoring.score, *game.scoring.then):
            reader.expr(expr, "score")
        reader.facts.words |= {"win", game.scoring.best}
        reader.facts.everybody.append(game.scoring.rule.at)
        yield _part("scoring ", game.scoring.rule, reader.facts, "rule")
    yield from _functions(game)


def _functions(game: typed.Game) -> Iterator[Part]:
    for name, function in game.functions.items():
        reader = Reader(game)
        reader.expr(function.body, "value")
        for number, modifier in enumerate(function.modifiers):
            if reader.ruled(modifier.when) is not False:
                reader.facts.calls.add(f"modifier {name}/{number}")
        yield _part(f"value {name}", function.rule, reader.facts, "helper")
        for number, modifier in enumerate(function.modifiers):
            inner = Reader(game)
            inner.condition(modifier.when)
            inner.expr(modifier.set, "set")
            inner.expr(modifier.add, "add")
            inner.facts.words.add("replace" if modifier.set is not None else "add")
            inner.facts.names.add(name)
            idle = inner.ruled(modifier.when) is False
            yield _part(f"modifier {name}/{number}", modifier.rule, inner.facts, "helper", idle)


def _invariants(game: typed.Game, rules: syntax.RuleSet) -> Iterator[Part]:
    for name, invariant in rules.invariants.items():
        if name.text in game.invariants:
            reader = Reader(game)
            reader.condition(game.invariants[name.text])
            rule = typed.Rule(name.text, passage_of(invariant.source), name.span)
            yield _part(f"invariant {name.text}", rule, reader.facts, "tool")


def _phase(game: typed.Game, phase: typed.PhaseRule) -> Facts:
    reader = Reader(game)
    reader.condition(phase.when)
    reader.effect(phase.effect)
    if phase.turns is not None:
        turns = phase.turns
        reader.expr(turns.first, "first")
        reader.expr(turns.among)
        reader.expr(turns.next)
        reader.condition(turns.until)
        if turns.until is not None:
            reader.facts.words.add("until")
        reader.facts.words.add("turns")
        reader.facts.everybody.append(phase.rule.at)
        reader.facts.calls |= {f"action {name}" for name in turns.actions}
        if len(turns.actions) > 1:
            reader.facts.optional.append(phase.rule.at)
        reader.effect(turns.effect)
    reader.effect(phase.finish)
    return reader.facts


def _reader(game: typed.Game, step: typed.EffectRule) -> Reader:
    reader = Reader(game)
    reader.condition(step.when)
    reader.effect(step.effect)
    return reader


def _read(game: typed.Game, step: typed.EffectRule) -> Facts:
    return _reader(game, step).facts


def _part(key: str, rule: typed.Rule, facts: Facts, kind: str, idle: bool = False) -> Part:
    return Part(key, rule.at, tuple(p for p in rule.passage.split(", ") if p), facts, kind, idle)


def _declared(game: typed.Game, rules: syntax.RuleSet) -> Iterator[Part]:
    """Declarations: what they are called, and the numbers they write."""
    symbols = [*game.zones.values(), *game.variables.values(), *game.parameters.values(), *game.domains.values()]
    for symbol in symbols:
        facts = Facts()
        facts.names.add(symbol.name)
        if isinstance(symbol, typed.DomainSymbol):
            facts.domains.add(symbol.name)
        elif isinstance(symbol, typed.ZoneSymbol):
            facts.domains.add(symbol.domain)
            if symbol.shuffled:
                facts.words.add("shuffle")
            if symbol.name in game.when_empty:
                facts.calls.add(f"empty {symbol.name}")
        elif isinstance(symbol, typed.VariableSymbol) and isinstance(symbol.type, Elements):
            facts.domains.add(symbol.type.domain)
        if getattr(symbol, "each", None) == "player":
            facts.everybody.append(symbol.at)
        passages = tuple(p for p in symbol.passage.split(", ") if p)
        yield Part(f"name {symbol.name}", symbol.at, passages, facts)
    for name, variable in rules.variables.items():
        starts = game.starts.get(name.text)
        reader = Reader(game)
        for start in starts.values() if isinstance(starts, dict) else (starts,):
            reader.expr(start, "start")
        reader.facts.names.update(starts if isinstance(starts, dict) else ())
        yield Part(f"start {name.text}", name.span, _ids(variable.source), reader.facts)
    for name, component in rules.components.items():
        facts = Facts()
        for copies in (component.copies, *(item[key] for item in component.items.values() for key in item
                                           if key.text == "copies")):
            _number(facts, copies, "copies")
        facts.names.update(value.text for item in component.items.values() for value in item.values())
        yield Part(f"copies {name.text}", name.span, _ids(component.source), facts)
    for name, zone in rules.zones.items():
        facts = Facts()
        _number(facts, zone.capacity, "capacity")
        yield Part(f"capacity {name.text}", name.span, _ids(zone.source), facts)
    for name, parameter in rules.parameters.items():
        facts = Facts()
        _number(facts, parameter.default, "default")
        yield Part(f"default {name.text}", name.span, _ids(parameter.source), facts)
    facts = Facts()
    _number(facts, rules.players.least, "players")
    _number(facts, rules.players.most, "players")
    yield Part("players ", rules.players.at, _ids(rules.players.source), facts)
    facts = Facts(names=set(game.rounds), calls={f"phase {name}" for name in game.rounds})
    yield Part("rounds ", rules.rounds.at, _ids(rules.rounds.source), facts)
    for name, moment in rules.moments.items():
        facts = Facts(calls={f"trigger {t.rule.name}" for t in game.triggers if t.at_moment == name.text})
        facts.calls |= {f"end {end.rule.name}" for end in game.ends if end.moment == name.text}
        yield Part(f"moment {name.text}", name.span, _ids(moment.source), facts)


def _ids(source: tuple[Scalar, ...]) -> tuple[str, ...]:
    return tuple(citation.text for citation in source)


def _number(facts: Facts, text: Scalar | None, role: str) -> None:
    if text is not None and text.text.strip().lstrip("-").isdecimal():
        facts.numbers.append(Told(int(text.text), text.span, role))


def _inline(parts: dict[str, Part]) -> None:
    """Helpers that cite nothing become a part of what uses them."""
    def own(part: Part, seen: set[str]) -> None:
        # Without recursion: procedures may run each other a thousand deep.
        open_ = [(part, iter(sorted(part.facts.calls)))]
        while open_:
            user, calls = open_[-1]
            for key in calls:
                helper = parts.get(key)
                if helper is None or helper.passages or helper.kind != "helper" or key in seen:
                    continue
                seen.add(key)
                open_.append((helper, iter(sorted(helper.facts.calls))))
                break
            else:
                open_.pop()
                if open_:
                    open_[-1][0].facts.take(user.facts)
                    open_[-1][0].facts.calls |= user.facts.calls

    for part in parts.values():
        if part.passages:
            own(part, {part.key})


def _behind(found: Parts) -> None:
    game, behind = found.game, found.behind
    for name, domain in game.domains.items():
        if domain.sort == "player":
            found.sizes[name] = {game.least, game.most}
        else:
            kinds = set(domain.kinds)
            found.sizes[name] = {len(domain.elements), len(kinds)} if kinds else {len(domain.elements)}
        behind[name] = set(found.sizes[name])
    for attribute in game.attributes:
        behind.setdefault(attribute.name, set()).update(attribute.values)
        behind[attribute.domain] |= set(attribute.values)
        if isinstance(attribute.type, Number):
            found.printable.setdefault(attribute.domain, set()).update((attribute.type.low, attribute.type.high))
    for component in found.rules.components.values():
        for key, item in component.items.items():
            printed = {int(value.text) for value in item.values() if value.text.lstrip("-").isdecimal()}
            behind.setdefault(key.text, set()).update(printed)
    for name, parameter in game.parameters.items():
        behind.setdefault(name, set()).add(parameter.default)
    for part in found.all.values():
        sort, _, name = part.key.partition(" ")
        if sort in ("start", "capacity", "copies", "default"):
            numbers = {told.number for told in part.facts.numbers}
            behind.setdefault(name, set()).update(numbers, {sum(told.number for told in part.facts.numbers)})
    for name in game.zones:
        behind.setdefault(name, set()).update(behind.get(game.zones[name].domain, ()))
