"""How a choice becomes decisions: one at a time, in one canonical order, never into a dead end.

A subset is asked for element by element, from the lowest kind to the highest, so each subset can be reached in
exactly one way; `done` ends it. A step is offered only if some way of going on satisfies the condition on the whole.
Where the condition only ever becomes true by adding elements (a count, or a sum of values that are not negative,
that must reach a bound) this is seen from what is left; in general every completion is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludex.dsl import typed
from ludex.dsl.lowering import Lowering, locals_of
from ludex.dsl.types import Number
from ludex.ir.builder import Value
from ludex.ir.ops import Alternative, Guard
from ludex.ir.types import FLAG, Int, Set

Then = Callable[[], None]
#: From what is chosen and what is left: the bound, an element's value, and the sum if all that is left were added.
Linear = Callable[[Value, Value], tuple[Value | None, Callable[[Value], Value] | None, Value | None]]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player may do at one decision: words, a condition with the rule that states it, and what follows.

    `choices` are asked in order; the first is joined with the offer itself, so that `bid Naval Power` is one option.
    """

    name: str
    words: str
    rule: typed.Rule
    when: typed.TypedExpr | None
    choices: tuple[typed.Chosen, ...]
    then: Then


def offer(at: Lowering, kind: str, prompt: str, offers: Sequence[Offer]) -> None:
    """Let the player who acts take one of several offers."""
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
            for way, then in _ways(at, each, legal, _condition_guard(at, each)):
                alternatives.append(way)
                ways.append((each, way.target, then))
    b.origin = origin
    b.choose(at.you, kind, prompt, alternatives)
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
    subset = _Subset(at, first)
    nothing = b.empty(_domain(first))
    none_left = b.compare("eq", at.value(first.source), nothing)
    most = subset.most(at)
    if most is not None:
        none_left = b.either(none_left, b.compare("le", most, b.const(0)))
    must_be_empty = b.both(none_left, subset.complete(nothing))

    def empty() -> None:
        b.assign(whole, nothing)
        at.bind(first.local, whole, lies)
        _go_on(at, choices[1:], then)

    b.branch(must_be_empty, empty, lambda: offer(at, "choose", first.words, [ask]))
    at.bind(first.local, whole, lies)


def _go_on(at: Lowering, rest: Sequence[typed.Chosen], then: Then) -> None:
    if rest:
        choose(at, rest, then)
    else:
        then()


def possible(at: Lowering, chosen: typed.Chosen, rest: Sequence[typed.Chosen] = ()) -> Value:
    """Whether a choice can be made at all, together with those after it."""
    if chosen.source is None:
        assert chosen.low is not None and chosen.high is not None
        return at.b.compare("le", at.value(chosen.low), at.value(chosen.high))
    if chosen.single:
        return at.b.compare("ne", _candidates(at, chosen, rest), at.b.empty(_domain(chosen)))
    subset = _Subset(at, chosen)
    return subset.can_complete(at.b.empty(_domain(chosen)), at.value(chosen.source))


def _domain(chosen: typed.Chosen) -> str:
    type = chosen.local.type
    return str(getattr(type, "domain"))  # noqa: B009


def _condition_guard(at: Lowering, each: Offer) -> tuple[Guard, ...]:
    if each.when is None:
        return ()
    when = each.when
    name, args = at.aside("when", locals_of(when), [], lambda other, _: other.value(when))
    return (Guard(name, tuple(a.reg for a in args), at.origin(each.rule, when.at)),)


def _ways(at: Lowering, each: Offer, legal: Value, guards: tuple[Guard, ...]) -> list[tuple[Alternative, Then]]:
    """The alternatives of an offer, joined with its first choice, and what to write where each leads."""
    b = at.b
    first = b.block()
    if not each.choices:
        flag = None if legal.known == 1 else legal.reg
        return [(Alternative("one", each.name, each.words, first, flag, None, None, None, guards, b.origin), each.then)]
    chosen, rest = each.choices[0], each.choices[1:]
    words = f"{each.words} {{}}" if each.words else "{}"
    if chosen.source is None:
        assert chosen.low is not None and chosen.high is not None
        low, high = at.value(chosen.low), at.value(chosen.high)
        high = b.select(legal, high, b.arith("sub", low, b.const(1)))
        number = b.fresh(at.scene.machine(chosen.local.type), chosen.local.name)

        def with_number() -> None:
            at.bind(chosen.local, number)
            _go_on(at, rest, each.then)

        return [(Alternative("range", each.name, words, first, low.reg, high.reg, number.reg, None, guards, b.origin),
                 with_number)]
    domain = _domain(chosen)
    to = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain), chosen.local.name)
    pool = _kept(at, at.value(chosen.source))
    lies = at.lying(chosen.source)
    if chosen.single:
        over = _kept(at, b.select(legal, _candidates(at, chosen, rest), b.empty(domain)))
        guards += _element_guards(at, chosen, rest)

        def with_element() -> None:
            at.bind(chosen.local, to, lies)
            _go_on(at, rest, each.then)

        return [(Alternative("each", each.name, words, first, over.reg, None, to.reg, pool.reg, guards, b.origin),
                 with_element)]
    subset = _Subset(at, chosen)
    empty = b.empty(domain)
    over = _kept(at, b.select(legal, subset.offers(empty, pool), empty))

    whole = _whole(at, chosen)

    def with_first() -> None:
        left = b.fresh(Set(domain))
        b.assign(whole, b.single(to))
        b.assign(left, b.combine("meet", pool, b.lookup(_above(at, domain), to)))
        _more(at, subset, whole, left)
        at.bind(chosen.local, whole, lies)
        _go_on(at, rest, each.then)

    found: list[tuple[Alternative, Then]] = [
        (Alternative("each", each.name, words, first, over.reg, None, to.reg, pool.reg,
                     guards + subset.guard(empty, pool), b.origin), with_first)]
    complete = b.both(legal, subset.complete(empty))
    if complete.known != 0:
        none = b.block()

        def with_none() -> None:
            b.assign(whole, b.empty(domain))
            at.bind(chosen.local, whole, lies)
            _go_on(at, rest, each.then)

        words = f"{each.words} none".strip()
        found.append((Alternative("one", f"{each.name} none".strip(), words, none, complete.reg, None, None, None,
                                  guards + subset.complete_guard(empty), b.origin), with_none))
    return found


def _whole(at: Lowering, chosen: typed.Chosen) -> Value:
    """The register that holds a chosen set, whichever way it was chosen: what follows must find it in one place."""
    if chosen.local not in at.wholes:
        at.wholes[chosen.local] = at.b.fresh(Set(_domain(chosen)), chosen.local.name)
    return at.wholes[chosen.local]


def _kept(at: Lowering, value: Value) -> Value:
    """A register of its own for a value, so that the waiting point can keep it."""
    kept = at.b.fresh(value.type)
    at.b.assign(kept, value)
    return kept


def _candidates(at: Lowering, chosen: typed.Chosen, rest: Sequence[typed.Chosen]) -> Value:
    """The elements that may be chosen: the condition holds, and what comes after can be chosen too."""
    b = at.b
    assert chosen.source is not None
    pool = _options_of(at, chosen, at.value(chosen.source))
    tests = [chosen.where] if chosen.where is not None else []
    if not tests and not rest:
        return pool
    found = b.fresh(pool.type)
    b.assign(found, b.empty(pool.domain))

    def consider(element: Value) -> None:
        at.bind(chosen.local, element)

        def keep() -> None:
            b.assign(found, b.combine("union", found, b.single(element)))

        def ahead() -> None:
            if rest:
                b.branch(possible(at, rest[0], rest[1:]), keep)
            else:
                keep()

        if chosen.where is not None:
            b.branch(at.value(chosen.where), ahead)
        else:
            ahead()

    b.each(pool, consider)
    return found


def _element_guards(at: Lowering, chosen: typed.Chosen, rest: Sequence[typed.Chosen]) -> tuple[Guard, ...]:
    """Guards of a single element: its condition, and that the choices after it can be made."""
    guards: list[Guard] = []
    domain = _domain(chosen)
    kind = Int(0, at.scene.program.domains[domain].size - 1, domain)
    tests: list[tuple[typed.TypedExpr | typed.Chosen, Callable[[Lowering], Value]]] = []
    if chosen.where is not None:
        where = chosen.where
        tests.append((where, lambda other: other.value(where)))
    if rest:
        tests.append((rest[0], lambda other: possible(other, rest[0], rest[1:])))
    for test, write in tests:
        needed = locals_of(test) if not isinstance(test, typed.Chosen) else _locals_of_choices(rest)
        needed = [n for n in needed if n is not chosen.local]

        def build(other: Lowering, extra: list[Value], write: Callable[[Lowering], Value] = write) -> Value:
            other.bind(chosen.local, extra[0])
            return write(other)

        name, args = at.aside("choice", needed, [kind], build)
        guards.append(Guard(name, (*(a.reg for a in args), None), at.origin(at.rule, test.at)))
    return tuple(guards)


def _locals_of_choices(choices: Sequence[typed.Chosen]) -> list[typed.Local]:
    found: dict[typed.Local, None] = {}
    mine = {c.local for c in choices}
    for c in choices:
        for part in (c.source, c.low, c.high, c.where, c.least, c.most):
            if part is not None:
                found.update(dict.fromkeys(local for local in locals_of(part) if local not in mine))
    return list(found)


def _above(at: Lowering, domain: str) -> str:
    """Table: for an element, the elements after it (further copies of its kind included)."""
    size = at.scene.program.domains[domain].size
    whole = (1 << size) - 1
    return at.scene.program.table(f"after in {domain}", domain, Set(domain),
                                  [whole & ~((2 << n) - 1) for n in range(size)])


def _below(at: Lowering, domain: str) -> str:
    size = at.scene.program.domains[domain].size
    return at.scene.program.table(f"before in {domain}", domain, Set(domain), [(1 << n) - 1 for n in range(size)])


def _options_of(at: Lowering, chosen: typed.Chosen, pool: Value) -> Value:
    """One item of each kind in each zone: copies in one zone cannot be told apart, copies in two can."""
    b = at.b
    assert chosen.source is not None
    if b.distinct(pool) is pool:
        return pool
    lies = at.lying(chosen.source)
    cells = at.single_zones(lies if lies is not None else at.anywhere(pool.domain))
    if len(cells) == 1:
        return b.distinct(pool)
    found = b.empty(pool.domain)
    for cell in cells:
        found = b.combine("union", found, b.distinct(b.combine("meet", pool, at.contents(cell))))
    return found


def _alike(at: Lowering, domain: str) -> str:
    """Table: for an element, all elements of its kind."""
    kinds = at.scene.program.domains[domain].kinds or tuple(range(at.scene.program.domains[domain].size))
    return at.scene.program.table(f"like in {domain}", domain, Set(domain),
                                  [sum(1 << m for m, k in enumerate(kinds) if k == kind) for kind in kinds])


def _more(at: Lowering, subset: _Subset, whole: Value, left: Value) -> None:
    """Ask for further elements until the subset is done."""
    b = at.b
    domain = _domain(subset.chosen)

    def step(after: int) -> None:
        offers = _kept(at, subset.offers(whole, left))
        complete = _kept(at, subset.complete(whole))
        b.leave_if(b.compare("eq", offers, b.empty(domain)), after)
        to = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain))
        more = b.block()
        assert at.you is not None
        b.choose(at.you, "more", subset.chosen.words, [
            Alternative("each", subset.chosen.local.name, "{}", more, offers.reg, None, to.reg, left.reg,
                        subset.guard(whole, left), b.origin),
            Alternative("one", "done", "done", after, complete.reg, None, None, None,
                        subset.complete_guard(whole), b.origin),
        ])
        b.at(more)
        b.assign(whole, b.combine("union", whole, b.single(to)))
        b.assign(left, b.combine("meet", left, b.lookup(_above(at, domain), to)))

    b.loop(step)


@dataclass(slots=True)
class _Subset:
    """What is known about a choice of several: bounds on how many, a condition on all together."""

    at: Lowering
    chosen: typed.Chosen

    @property
    def grouped(self) -> bool:
        """Whether copies of a kind are one option: they all lie in one zone."""
        assert self.chosen.source is not None
        lies = self.at.lying(self.chosen.source)
        return lies is not None and len(lies) == 1 and not lies[0].every

    def least(self, at: Lowering) -> Value:
        return at.b.const(0) if self.chosen.least is None else at.value(self.chosen.least)

    def most(self, at: Lowering) -> Value | None:
        return None if self.chosen.most is None else at.value(self.chosen.most)

    def complete(self, whole: Value, at: Lowering | None = None) -> Value:
        """Whether a set is one that may be chosen."""
        at = at or self.at
        b = at.b
        size = b.count(whole)
        found = b.compare("le", self.least(at), size)
        most = self.most(at)
        if most is not None:
            found = b.both(found, b.compare("le", size, most))
        if self.chosen.where is not None and found.known != 0:
            at.bind(self.chosen.local, whole)
            found = b.both(found, at.value(self.chosen.where))
        return found

    def complete_guard(self, whole: Value) -> tuple[Guard, ...]:
        chosen = self.chosen
        needed = [n for n in _locals_of_choices([chosen]) if n is not chosen.local]
        parts = [chosen.where if chosen.where is not None else chosen]
        name, args = self.at.aside("complete", needed, [whole.type],
                                   lambda other, extra: self.complete(extra[0], other))
        return (Guard(name, (*(a.reg for a in args), whole.reg), self.at.origin(self.at.rule, parts[0].at)),)

    def offers(self, whole: Value, left: Value) -> Value:
        """Which elements may be added to `whole`, out of `left`."""
        at, b = self.at, self.at.b
        linear = self._linear()
        if linear is None or self.chosen.most is not None and self.chosen.where is not None:
            return self._offers_by_trying(whole, left)
        domain = _domain(self.chosen)
        found = b.fresh(Set(domain))
        b.assign(found, b.empty(domain))
        size, rest = b.count(whole), b.fresh(Int(0, at.scene.program.domains[domain].size))
        b.assign(rest, b.count(left))
        room = b.flag(True)
        most = self.most(at)
        if most is not None:
            room = b.compare("lt", size, most)
        least = self.least(at)
        bound, value_of, total = linear(whole, left)

        def consider(element: Value) -> None:
            enough = b.compare("le", least, b.arith("add", size, rest))
            good = b.both(room, enough)
            if bound is not None:
                assert total is not None
                good = b.both(good, b.compare("le", bound, total))
            b.branch(good, lambda: b.assign(found, b.combine("union", found, b.single(element))))
            like = b.const(1)
            if self.grouped:
                like = b.count(b.combine("meet", left, b.lookup(_alike(at, domain), element)))
            b.assign(rest, b.arith("sub", rest, like, Int(0, rest.high)))
            if total is not None:
                assert value_of is not None and isinstance(total.type, Int)
                worth = b.arith("mul", like, value_of(element))
                b.assign(total, b.arith("sub", total, worth, Int(total.low, total.high)))

        b.each(b.distinct(left) if self.grouped else left, consider)
        return found

    def _linear(self) -> Linear | None:
        """How to look ahead where the condition is that a sum of values that are not negative reaches a bound.
        Without a condition there is no sum to look at."""
        at, where = self.at, self.chosen.where
        if where is None:
            return lambda whole, left: (None, None, None)
        found = where.word.threshold(where) if isinstance(where, typed.Apply) else None
        if found is None:
            return None
        total_of, bound_expr, strict = found
        if self.chosen.local in locals_of(bound_expr):
            return None
        parts = total_of.word.summed(total_of, self.chosen)
        if parts is None:
            return None
        value, second = parts
        if not isinstance(value.type, Number) or value.type.low < 0:
            return None

        def prepare(whole: Value, left: Value) -> tuple[Value | None, Callable[[Value], Value] | None, Value | None]:
            b = at.b
            other = None if second is None else at.value(second)
            bound = at.value(bound_expr)
            if strict:
                bound = b.arith("add", bound, b.const(1))
            at.bind(self.chosen.local, b.combine("union", whole, left))
            first = at.value(total_of)
            total = b.fresh(Int(-abs(first.high), first.high))
            b.assign(total, first)
            return bound, (lambda element: at.to_each(value, element, other)), total

        return prepare

    def can_complete(self, whole: Value, left: Value, at: Lowering | None = None) -> Value:
        """Whether some set between `whole` and `whole` with `left` may be chosen; tries them all."""
        at = at or self.at
        b = at.b
        domain = _domain(self.chosen)
        answer = b.fresh(FLAG)
        b.assign(answer, b.flag(False))
        extra = b.fresh(Set(domain))
        b.assign(extra, b.empty(domain))

        def attempt(after: int) -> None:
            good = self.complete(b.combine("union", whole, extra), at)
            b.assign(answer, good)
            b.leave_if(good, after)
            unused = b.combine("minus", left, extra)
            b.leave_if(b.compare("eq", unused, b.empty(domain)), after)
            # Count up in binary: add the lowest element not yet in, take out those below it.
            lowest = b.first(unused)
            here = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain))
            b.assign(here, lowest)
            kept = b.combine("minus", extra, b.lookup(_below(at, domain), here))
            b.assign(extra, b.combine("union", kept, b.single(here)))

        b.loop(attempt)
        return answer

    def _offers_by_trying(self, whole: Value, left: Value) -> Value:
        b = self.at.b
        domain = _domain(self.chosen)
        found = b.fresh(Set(domain))
        b.assign(found, b.empty(domain))
        (guard,) = self.guard(whole, left)

        def consider(element: Value) -> None:
            args = [element if a is None else b.register(a) for a in guard.args]
            b.branch(b.call(guard.function, args),
                     lambda: b.assign(found, b.combine("union", found, b.single(element))))

        b.each(b.distinct(left) if self.grouped else left, consider)
        return found

    def guard(self, whole: Value, left: Value) -> tuple[Guard, ...]:
        """The exact test of one further element, for refusals and where nothing simpler is known."""
        at, chosen = self.at, self.chosen
        domain = _domain(chosen)
        kind = Int(0, at.scene.program.domains[domain].size - 1, domain)
        needed = [n for n in _locals_of_choices([chosen]) if n is not chosen.local]

        def build(other: Lowering, extra: list[Value]) -> Value:
            b = other.b
            more = b.combine("union", extra[0], b.single(extra[2]))
            rest = b.combine("meet", extra[1], b.lookup(_above(other, domain), extra[2]))
            return self.can_complete(more, rest, other)

        name, args = at.aside("further", needed, [Set(domain), Set(domain), kind], build)
        reason = chosen.where if chosen.where is not None else chosen
        return (Guard(name, (*(a.reg for a in args), whole.reg, left.reg, None), at.origin(at.rule, reason.at)),)
