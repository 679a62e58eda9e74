"""How a choice becomes decisions: one at a time, in one canonical order, never into a dead end.

A single element or number is one decision. A subset is asked for element by element (`lower_subsets.py`). Where
choices follow one another, what is offered for the first can be completed by the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludex.dsl import typed
from ludex.dsl.copies import told_apart
from ludex.dsl.local_names import locals_of, locals_of_choices
from ludex.dsl.lower_filters import narrowed
from ludex.dsl.lower_subsets import Subset, elements_of, heads
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Number
from ludex.ir.builder import Value
from ludex.ir.ops import Alternative, Guard
from ludex.ir.record import record
from ludex.ir.registers import kept_by
from ludex.ir.types import FLAG, Domain, Int, Set

Then = Callable[[], None]


@record
class Offer:
    """What a player may do at one decision: words, a condition with the rule that states it, and what follows.

    `choices` are asked in order; the first is joined with the offer itself, so that `bid Naval Power` is one option.
    `further` asks the others; without it they are asked here.
    """

    name: str
    words: str
    rule: typed.Rule
    when: typed.TypedExpr | None
    choices: tuple[typed.Chosen, ...]
    then: Then
    further: Then | None = None

    def go_on(self, at: Lowering) -> None:
        """What follows once the first choice has been made."""
        if self.further is not None:
            self.further()
        else:
            _go_on(at, self.choices[1:], self.then)


def offer(at: Lowering, kind: str, prompt: str, offers: Sequence[Offer]) -> None:
    """Let the player who acts take one of several offers. Without a prompt, these are named in it, but for those that
    the reading of a ruling or a parameter rules out."""
    b = at.b
    assert at.you is not None
    after = b.block()
    origin = b.origin
    alternatives: list[Alternative] = []
    ways: list[tuple[Offer, int, Then]] = []
    for each in offers:
        with at.under(each.rule):
            legal = b.flag(True) if each.when is None else at.value(each.when)
            if legal.known == 0:
                continue
            for way, then in _legal_ways(at, each, legal, _condition_guard(at, each)):
                alternatives.append(way)
                ways.append((each, way.target, then))
    b.origin = origin
    named = dict.fromkeys(each.words for each in ([way[0] for way in ways] or offers))
    b.choose(at.you, kind, prompt or " or ".join(named), alternatives)
    for each, block, then in ways:
        b.at(block)
        with at.under(each.rule):
            then()
        b.goto(after)
    b.at(after)


def choose(at: Lowering, choices: Sequence[typed.Chosen], then: Then) -> None:
    """Let the player who acts make choices in order, then do something; nothing to choose is a fault."""
    first = choices[0]
    ask = Offer("", "", at.rule, None, tuple(choices), then)
    if first.single or first.source is None:
        offer(at, "choose", first.words, [ask])
        return
    # A set that may be empty is not asked for where it must be.
    b = at.b
    lies = at.lying(first.source)
    whole = _whole(at, first)
    subset = _subset(at, first, choices[1:])
    nothing = b.empty(elements_of(first))
    none_left = b.compare("eq", at.value(first.source), nothing)
    most = subset.most(at)
    if most is not None:
        none_left = b.either(none_left, b.compare("le", most, b.const(0)))
    must_be_empty = b.both(none_left, subset.complete(at, nothing))

    # What follows is written once, however the set was chosen.
    ask = replace(ask, further=lambda: None)
    b.branch(must_be_empty, lambda: b.assign(whole, nothing), lambda: offer(at, "choose", first.words, [ask]))
    at.bind(first.local, whole, lies)
    _go_on(at, choices[1:], then)


def _go_on(at: Lowering, rest: Sequence[typed.Chosen], then: Then) -> None:
    if rest:
        choose(at, rest, then)
    else:
        then()


# -- looking ahead


def possible(at: Lowering, chosen: typed.Chosen, rest: Sequence[typed.Chosen] = ()) -> Value:
    """Whether a choice can be made at all, together with those after it."""
    ahead = _ahead(chosen, rest)
    if ahead != tuple(rest):
        return at.b.both(possible(at, rest[0], rest[1:]), possible(at, chosen))
    if chosen.source is None and not _tested(chosen, ahead):
        assert chosen.low is not None
        assert chosen.high is not None
        return at.b.compare("le", at.value(chosen.low), at.value(chosen.high))
    if chosen.source is None:
        found = _numbers(at, chosen, ahead)
    elif chosen.single:
        found = _candidates(at, chosen, ahead)
    else:
        nothing = at.b.empty(elements_of(chosen))
        return _subset(at, chosen, ahead).can_complete(at, nothing, at.value(chosen.source))
    return at.b.compare("ne", found, at.b.empty(found.domain))


def _ahead(chosen: typed.Chosen, rest: Sequence[typed.Chosen]) -> tuple[typed.Chosen, ...]:
    """The choices after one, if they depend on it; they are looked at for each of its options then."""
    return tuple(rest) if chosen.local in locals_of_choices(rest) else ()


def _tested(chosen: typed.Chosen, ahead: Sequence[typed.Chosen]) -> bool:
    """Whether each option of a choice has to be looked at by itself."""
    return chosen.where is not None or bool(ahead)


def _subset(at: Lowering, chosen: typed.Chosen, rest: Sequence[typed.Chosen]) -> Subset:
    ahead = _ahead(chosen, rest)
    after = (lambda other: possible(other, ahead[0], ahead[1:])) if ahead else None
    return Subset(at, chosen, locals_of_choices((chosen, *ahead)), after, told_apart(chosen, ahead))


def _passes(at: Lowering, chosen: typed.Chosen, ahead: Sequence[typed.Chosen], value: Value, then: Then) -> None:
    """Do something if one option of a choice fulfils its condition and can be followed by what comes after."""
    at.bind(chosen.local, value)

    def look_ahead() -> None:
        if ahead:
            at.b.branch(possible(at, ahead[0], ahead[1:]), then)
        else:
            then()

    if chosen.where is not None:
        at.b.branch(at.value(chosen.where), look_ahead)
    else:
        look_ahead()


def _candidates(at: Lowering, chosen: typed.Chosen, ahead: Sequence[typed.Chosen]) -> Value:
    """The elements that may be chosen: the condition holds, and what comes after can be chosen too."""
    b = at.b
    assert chosen.source is not None
    pool = heads(at, chosen.source, at.value(chosen.source), told_apart(chosen, ahead))
    if not _tested(chosen, ahead):
        return pool
    if chosen.where is not None:
        pool, all_of_it = narrowed(at, chosen.local, pool, chosen.where)
        if all_of_it and not ahead:
            return pool
    found = b.fresh(pool.type)
    b.assign(found, b.empty(pool.domain))
    at.each(pool, lambda element: _passes(at, chosen, ahead, element, lambda: b.assign(
        found, b.combine("union", found, b.single(element)))))
    return found


# -- numbers


def _number_table(at: Lowering, chosen: typed.Chosen) -> tuple[str, str]:
    """The numbers of a choice as a domain, so that they can be offered one by one; and the table of their values."""
    type = chosen.local.type
    assert isinstance(type, Number)
    program = at.scene.program
    domain = f"(numbers from {type.low} to {type.high})"
    values = range(type.low, type.high + 1)
    program.domains.setdefault(domain, Domain(domain, tuple(map(str, values))))
    return domain, program.table(domain, domain, Int(type.low, type.high), values)


def _numbers(at: Lowering, chosen: typed.Chosen, ahead: Sequence[typed.Chosen]) -> Value:
    """The numbers that may be chosen, as a set of their domain."""
    b = at.b
    assert chosen.low is not None
    assert chosen.high is not None
    domain, table = _number_table(at, chosen)
    low, high = at.value(chosen.low), at.value(chosen.high)
    found = b.fresh(Set(domain))
    b.assign(found, b.empty(domain))

    def consider(element: Value) -> None:
        number = b.lookup(table, element)
        inside = b.both(b.compare("le", low, number), b.compare("le", number, high))
        b.branch(inside, lambda: _passes(at, chosen, ahead, number, lambda: b.assign(
            found, b.combine("union", found, b.single(element)))))

    at.each(b.everything(domain), consider)
    return found


# -- alternatives


def _condition_guard(at: Lowering, each: Offer) -> tuple[Guard, ...]:
    if each.when is None:
        return ()
    found = []
    for rule, when in _by_rule(at, each.rule, each.when):
        def build(other: Lowering, _: list[Value], when: typed.TypedExpr = when) -> Value:
            return other.value(when)

        name, args = at.aside("when", locals_of(when), [], build)
        found.append(Guard(name, tuple(a.reg for a in args), at.origin(rule, when.at, rule is not each.rule)))
    return tuple(found)


def _by_rule(at: Lowering, rule: typed.Rule, test: typed.TypedExpr) -> list[tuple[typed.Rule, typed.TypedExpr]]:
    """A condition, apart by the rules that it comes from: its own, and those of modules that forbid something."""
    norms = at.scene.game.norms
    if not norms or not isinstance(test, typed.Apply):
        return [(rule, test)]
    if not test.word.conjunction:  # a conjunction of several rules has the place of one of them
        return [(norms.get(test.at, rule), test)]
    sides = [side for side in test.arguments.values() if isinstance(side, typed.TypedExpr)]
    found = [part for side in sides for part in _by_rule(at, rule, side)]
    return found if any(other is not rule for other, _ in found) else [(rule, test)]


def _legal_ways(at: Lowering, each: Offer, legal: Value, guards: tuple[Guard, ...]
                ) -> list[tuple[Alternative, Then]]:
    """The alternatives of an offer; what it lets one choose is looked at only where its condition holds."""
    b = at.b
    if legal.known is not None or not each.choices:
        return _ways(at, each, legal, guards)
    for chosen in each.choices[:1]:
        if chosen.source is not None:
            lies = at.sources.get(chosen.local) or at.lying(chosen.source)
            if lies is not None:
                at.sources[chosen.local] = lies
    first_new = b.registers
    found: list[tuple[Alternative, Then]] = []

    def where_legal() -> None:
        for way, then in _ways(at, each, b.flag(True), guards):
            over, until = way.over, way.until
            if way.form == "one":
                flag = b.fresh(FLAG)
                b.assign(flag, b.flag(True) if over is None else b.register(over))
                over = flag.reg
            elif way.form == "range":
                assert over is not None
                assert until is not None
                low, high = b.register(over), b.register(until)
                start, end = b.fresh(low.type), b.fresh(Int(min(low.low - 1, high.low), high.high))
                b.assign(start, low)
                b.assign(end, high)
                over, until = start.reg, end.reg
            found.append((replace(way, over=over, until=until), then))

    def elsewhere() -> None:
        for register in dict.fromkeys(r for way, _ in found for r in kept_by(way) if r >= first_new):
            value = b.register(register)
            nothing = 0 if isinstance(value.type, Set) else value.type.low
            b.assign(value, b.const(nothing, value.type))

    b.branch(legal, where_legal, elsewhere)
    return found


def _ways(at: Lowering, each: Offer, legal: Value, guards: tuple[Guard, ...]) -> list[tuple[Alternative, Then]]:
    """The alternatives of an offer, joined with its first choice, and what to write where each leads."""
    b = at.b
    if not each.choices:
        first = b.block()
        flag = None if legal.known == 1 else legal.reg
        return [(Alternative("one", each.name, each.words, first, flag, None, None, None, guards, b.origin), each.then)]
    chosen, rest = each.choices[0], each.choices[1:]
    ahead = _ahead(chosen, rest)
    if ahead != rest:
        # What comes after does not depend on this choice, so it can be looked at once.
        legal = b.both(legal, possible(at, rest[0], rest[1:]))
        name, args = at.aside("rest", locals_of_choices(rest), [], lambda other, _: possible(other, rest[0], rest[1:]))
        guards += (Guard(name, tuple(a.reg for a in args), at.origin(at.rule, rest[0].at)),)
    if chosen.source is None:
        return [_number_way(at, each, legal, guards)]
    if chosen.single:
        return [_element_way(at, each, legal, guards)]
    return _subset_ways(at, each, legal, guards)


def _number_way(at: Lowering, each: Offer, legal: Value, guards: tuple[Guard, ...]) -> tuple[Alternative, Then]:
    b = at.b
    chosen, rest = each.choices[0], each.choices[1:]
    ahead = _ahead(chosen, rest)
    first = b.block()
    words = f"{each.words} {{}}" if each.words else "{}"
    number = b.fresh(at.scene.machine(chosen.local.type), chosen.local.name)
    if not _tested(chosen, ahead):
        assert chosen.low is not None
        assert chosen.high is not None
        low, high = at.value(chosen.low), at.value(chosen.high)
        high = b.select(legal, high, b.arith("sub", low, b.const(1)))

        def with_number() -> None:
            at.bind(chosen.local, number)
            each.go_on(at)

        return Alternative("range", each.name, words, first, low.reg, high.reg, number.reg, None, guards,
                           b.origin), with_number
    domain, table = _number_table(at, chosen)
    over = _kept(at, b.select(legal, _numbers(at, chosen, ahead), b.empty(domain)))
    to = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain), chosen.local.name)

    def with_one() -> None:
        b.assign(number, b.lookup(table, to))
        at.bind(chosen.local, number)
        each.go_on(at)

    return Alternative("each", each.name, words, first, over.reg, None, to.reg, None,
                       guards + _option_guards(at, chosen, ahead), b.origin), with_one


def _element_way(at: Lowering, each: Offer, legal: Value, guards: tuple[Guard, ...]) -> tuple[Alternative, Then]:
    b = at.b
    chosen, rest = each.choices[0], each.choices[1:]
    ahead = _ahead(chosen, rest)
    assert chosen.source is not None
    first = b.block()
    domain = elements_of(chosen)
    words = f"{each.words} {{}}" if each.words else "{}"
    to = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain), chosen.local.name)
    pool = _kept(at, at.value(chosen.source))
    lies = at.sources.get(chosen.local) or at.lying(chosen.source)
    over = _kept(at, b.select(legal, _candidates(at, chosen, ahead), b.empty(domain)))

    def with_element() -> None:
        at.bind(chosen.local, to, lies)
        each.go_on(at)

    return Alternative("each", each.name, words, first, over.reg, None, to.reg, pool.reg,
                       guards + _option_guards(at, chosen, ahead), b.origin), with_element


def _option_guards(at: Lowering, chosen: typed.Chosen, ahead: Sequence[typed.Chosen]) -> tuple[Guard, ...]:
    """Guards of a single option: that it is one at all, its condition, and that the choices after it can be made."""
    tests: list[tuple[typed.Rule, typed.TypedExpr | typed.Chosen, Callable[[Lowering, Value], Value]]] = []
    low, high = chosen.low, chosen.high
    if low is not None and high is not None:
        tests.append((at.rule, chosen, lambda other, number: other.b.both(
            other.b.compare("le", other.value(low), number), other.b.compare("le", number, other.value(high)))))
    for rule, where in () if chosen.where is None else _by_rule(at, at.rule, chosen.where):
        def holds(other: Lowering, _: Value, where: typed.TypedExpr = where) -> Value:
            return other.value(where)

        tests.append((rule, where, holds))
    if ahead:
        tests.append((at.rule, ahead[0], lambda other, _: possible(other, ahead[0], ahead[1:])))
    table = None if chosen.source is not None else _number_table(at, chosen)
    domain = elements_of(chosen) if table is None else table[0]
    kind = Int(0, at.scene.program.domains[domain].size - 1, domain)
    needed = [local for local in locals_of_choices((chosen, *ahead)) if local is not chosen.local]
    guards: list[Guard] = []
    for rule, test, write in tests:
        def build(other: Lowering, extra: list[Value],
                  write: Callable[[Lowering, Value], Value] = write) -> Value:
            option = extra[0] if table is None else other.b.lookup(table[1], extra[0])
            other.bind(chosen.local, option)
            return write(other, option)

        name, args = at.aside("choice", needed, [kind], build)
        guards.append(Guard(name, (*(a.reg for a in args), None), at.origin(rule, test.at, rule is not at.rule)))
    return tuple(guards)


def _subset_ways(at: Lowering, each: Offer, legal: Value, guards: tuple[Guard, ...]) -> list[tuple[Alternative, Then]]:
    b = at.b
    chosen, rest = each.choices[0], each.choices[1:]
    assert chosen.source is not None
    first = b.block()
    domain = elements_of(chosen)
    words = f"{each.words} {{}}" if each.words else "{}"
    to = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain), chosen.local.name)
    pool = _kept(at, at.value(chosen.source))
    lies = at.sources.get(chosen.local) or at.lying(chosen.source)
    subset = _subset(at, chosen, rest)
    subset.divide(pool)
    empty = b.empty(domain)
    over = _kept(at, b.select(legal, subset.offers(empty, pool), empty))
    whole = _whole(at, chosen)

    complete = b.both(legal, subset.complete(at, empty))
    may_be_none = complete.known != 0
    chosen_now = b.block()

    def go_on() -> None:
        at.bind(chosen.local, whole, lies)
        each.go_on(at)

    def with_first() -> None:
        left = b.fresh(Set(domain))
        b.assign(whole, b.single(to))
        b.assign(left, subset.after(at, pool, to))
        _more(at, subset, whole, left)
        if may_be_none:
            b.goto(chosen_now)
        else:
            go_on()

    def with_none() -> None:
        b.assign(whole, b.empty(domain))
        b.goto(chosen_now)
        b.at(chosen_now)
        go_on()  # written once for both ways

    found: list[tuple[Alternative, Then]] = [
        (Alternative("each", each.name, words, first, over.reg, None, to.reg, pool.reg,
                     guards + subset.guard(empty, pool), b.origin), with_first)]
    if may_be_none:
        none = b.block()
        found.append((Alternative("one", f"{each.name} none".strip(), f"{each.words} none".strip(), none, complete.reg,
                                  None, None, None, guards + subset.complete_guard(empty), b.origin), with_none))
    return found


def _more(at: Lowering, subset: Subset, whole: Value, left: Value) -> None:
    """Ask for further elements until the subset is done."""
    b = at.b
    domain = elements_of(subset.chosen)

    def step(after: int) -> None:
        offers = _kept(at, subset.offers(whole, left))
        complete = b.fresh(FLAG)
        b.assign(complete, subset.complete(at, whole))
        b.leave_if(b.compare("eq", offers, b.empty(domain)), after)
        to = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain))
        more = b.block()
        assert at.you is not None
        b.choose(at.you, "more", subset.chosen.words, [
            Alternative("each", subset.chosen.local.name, "{}", more, offers.reg, None, to.reg, left.reg,
                        subset.guard(whole, left), b.origin),
            Alternative("one", typed.DONE, typed.DONE, after, complete.reg, None, None, None,
                        subset.complete_guard(whole), b.origin),
        ])
        b.at(more)
        b.assign(whole, b.combine("union", whole, b.single(to)))
        b.assign(left, subset.after(at, left, to))

    b.loop(step)


def _whole(at: Lowering, chosen: typed.Chosen) -> Value:
    """The register that holds a chosen set, whichever way it was chosen: what follows must find it in one place."""
    if chosen.local not in at.wholes:
        at.wholes[chosen.local] = at.b.fresh(Set(elements_of(chosen)), chosen.local.name)
    return at.wholes[chosen.local]


def _kept(at: Lowering, value: Value) -> Value:
    """A register of its own for a value, so that the waiting point can keep it."""
    kept = at.b.fresh(value.type)
    at.b.assign(kept, value)
    return kept
