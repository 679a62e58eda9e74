"""How a subset is chosen: what may be added next, so that every subset is reached in exactly one way.

Elements are taken in one order: zone by zone, in each from the lowest kind to the highest. Copies of a kind that lie
in one zone are one option, unless the condition tells them apart (`copies.py`). An element is offered only if some way
of going on gives a set that may be chosen. Where the condition only ever becomes true by adding elements (a count, or
a sum of values that are not negative, that must reach a bound) this is seen from what is left. Where one set of each
size tells enough (`set_tests.py`), these are tried; in general every completion is, up to a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from ludex.dsl import typed
from ludex.dsl.local_names import locals_of
from ludex.dsl.lowered import Where
from ludex.dsl.lowering import Lowering
from ludex.dsl.set_tests import Order, order_of
from ludex.dsl.types import Element, Elements, Number
from ludex.ir.builder import Value
from ludex.ir.ops import Guard
from ludex.ir.record import changeable, record
from ludex.ir.types import FLAG, Int, Set

#: How many sets are tried to see whether one of them may be chosen.
MOST_SETS = 300_000


def elements_of(chosen: typed.Chosen) -> str:
    """The domain of what is chosen."""
    type = chosen.local.type
    assert isinstance(type, Element | Elements)
    return type.domain


def _has_copies(at: Lowering, domain: str) -> bool:
    kinds = at.scene.program.domains[domain].kinds
    return kinds != tuple(range(len(kinds)))


def cells_of(at: Lowering, source: typed.TypedExpr, pool: Value) -> list[Where]:
    """The zones in which what may be chosen lies, if copies in different ones are to be told apart; else none."""
    if not _has_copies(at, pool.domain):
        return []
    lies = at.lying(source)
    cells = lies if lies is not None else at.perhaps(source)
    return list(cells) if len(cells) > 1 or cells[0].every else []


def heads(at: Lowering, source: typed.TypedExpr, pool: Value, told: Sequence[typed.Local] = ()) -> Value:
    """One item of each kind in each zone: copies in one zone cannot be told apart, copies in two can. Those that some
    local names hold are told apart from those that they do not."""
    b = at.b
    cells, groups = cells_of(at, source, pool), _grouped(at, pool, told)
    if not cells and len(groups) == 1:
        return b.distinct(pool)
    found = b.fresh(pool.type)
    b.assign(found, b.empty(pool.domain))

    def add(items: Value) -> None:
        for group in groups:
            here = b.combine("meet", items, group) if len(groups) > 1 else items
            b.assign(found, b.combine("union", found, b.distinct(here)))

    if cells:
        at.each_zone(cells, lambda cell: add(b.combine("meet", pool, at.contents(cell))))
    else:
        add(pool)
    return found


def _grouped(at: Lowering, pool: Value, told: Sequence[typed.Local]) -> list[Value]:
    """A set of items, divided by which of some local names hold them."""
    b = at.b
    groups = [pool]
    for local in told if _has_copies(at, pool.domain) else ():
        value = at.values[local]
        held = value if isinstance(value.type, Set) else b.single(value)
        groups = [b.combine(how, group, held) for group in groups for how in ("meet", "minus")]
    return groups


def _both(at: Lowering, first: Value, second: Callable[[], Value]) -> Value:
    """Whether two conditions hold; the second is looked at only where the first does."""
    b = at.b
    if first.known is not None:
        return second() if first.known else first
    answer = b.fresh(FLAG)
    b.assign(answer, first)
    b.branch(first, lambda: b.assign(answer, second()))
    return answer


@record
class _Reach:
    """A sum that must reach a bound (or be above it, if `strict`): the words, and whose value it adds up."""

    total: typed.Apply
    bound: typed.TypedExpr
    strict: bool
    value: typed.ToEach
    second: typed.TypedExpr | None


@record
class _Sum:
    """The value of an element, the bound that the sum over all must reach, and what it would be with all that is
    left."""

    bound: Value
    worth: Callable[[Value], Value]
    total: Value


@changeable
class Subset:
    """What is known about a choice of several: bounds on how many, a condition on all together, what comes after.

    `needed` are the local names it depends on, `ahead` tells whether the choices after it can be made (None where
    they do not depend on it).
    """

    at: Lowering
    chosen: typed.Chosen
    needed: list[typed.Local]
    ahead: Callable[[Lowering], Value] | None
    #: The local names by which copies are told apart.
    told: Sequence[typed.Local] = ()
    #: What is told apart though it may be of one kind: by the zone in which it lies, and by who holds it.
    parts: list[Value] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.needed = [local for local in self.needed if local is not self.chosen.local]

    def divide(self, pool: Value) -> None:
        """Note which elements lie in which zone, for as long as the choice takes."""
        assert self.chosen.source is not None
        at, b = self.at, self.at.b
        zones = [b.combine("meet", pool, at.contents(cell))
                 for cell in at.single_zones(cells_of(at, self.chosen.source, pool))]
        groups = [group for zone in zones or [pool] for group in _grouped(at, zone, self.told)]
        for group in groups if zones or len(groups) > 1 else ():
            part = b.fresh(pool.type)
            b.assign(part, group)
            self.parts.append(part)

    # -- the whole

    def least(self, at: Lowering) -> Value:
        """The smallest number of elements."""
        return at.b.const(0) if self.chosen.least is None else at.value(self.chosen.least)

    def most(self, at: Lowering) -> Value | None:
        """The largest number of elements; None where there is no bound."""
        return None if self.chosen.most is None else at.value(self.chosen.most)

    def complete(self, at: Lowering, whole: Value) -> Value:
        """Whether a set is one that may be chosen. Its condition is looked at only if the number is right."""
        b = at.b
        size = b.count(whole)
        found = b.compare("le", self.least(at), size)
        most = self.most(at)
        if most is not None:
            found = b.both(found, b.compare("le", size, most))
        where = self.chosen.where
        at.bind(self.chosen.local, whole)
        if where is not None:
            found = _both(at, found, lambda: at.value(where))
        if self.ahead is not None:
            ahead = self.ahead
            found = _both(at, found, lambda: ahead(at))
        return found

    def complete_guard(self, whole: Value) -> tuple[Guard, ...]:
        """The test of a set as it is, for refusals."""
        name, args = self.at.aside("complete", self.needed, [whole.type],
                                   lambda other, extra: self.complete(other, extra[0]))
        return (Guard(name, (*(a.reg for a in args), whole.reg), self._origin()),)

    def _origin(self) -> int:
        reason = self.chosen.where if self.chosen.where is not None else self.chosen
        return self.at.origin(self.at.rule, reason.at)

    # -- the order

    def after(self, at: Lowering, left: Value, element: Value, parts: Sequence[Value] | None = None) -> Value:
        """What is left once an element has been taken: further copies of it, and what comes later in the order."""
        b = at.b
        parts = self.parts if parts is None else parts
        above = b.combine("meet", left, b.lookup(_above(at, left.domain), element))
        if not parts:
            return above
        found = b.fresh(left.type)
        b.assign(found, b.empty(left.domain))
        for number, part in enumerate(parts):
            def from_here(number: int = number, part: Value = part) -> None:
                later = b.combine("meet", above, part)
                for other in parts[number + 1:]:
                    later = b.combine("union", later, b.combine("meet", left, other))
                b.assign(found, later)

            b.branch(b.has(part, element), from_here)
        return found

    def _in_order(self, left: Value, consider: Callable[[Value, Value], None]) -> None:
        """Look at every option, in order, with how many copies of it are left."""
        b = self.at.b
        parts: list[Value | None] = [*self.parts] or [None]
        for part in parts:
            here = left if part is None else b.combine("meet", left, part)

            def one(element: Value, here: Value = here) -> None:
                alike = b.lookup(_alike(self.at, left.domain), element)
                consider(element, b.count(b.combine("meet", here, alike)))

            self.at.each(b.distinct(here), one)

    # -- what may be added

    def offers(self, whole: Value, left: Value) -> Value:
        """Which elements may be added to `whole`, out of `left`."""
        if self.chosen.where is None and self.ahead is None:
            return self._seen_ahead(whole, left, None)
        reach = self._reach()
        if reach is None:
            return self._tried(whole, left)
        return self._seen_ahead(whole, left, self._sum(reach, whole, left))

    def _seen_ahead(self, whole: Value, left: Value, sum: _Sum | None) -> Value:
        """The elements with which, and with all that would be left then, there are enough."""
        at, b = self.at, self.at.b
        domain = left.domain
        found = b.fresh(left.type)
        b.assign(found, b.empty(domain))
        size, rest = b.count(whole), b.fresh(Int(0, at.scene.program.domains[domain].size))
        b.assign(rest, b.count(left))
        most, least = self.most(at), self.least(at)
        room = b.flag(True)
        if most is not None:
            room = b.both(b.compare("lt", size, most), b.compare("le", least, most))

        def consider(element: Value, like: Value) -> None:
            good = b.both(room, b.compare("le", least, b.arith("add", size, rest)))
            if sum is not None:
                good = b.both(good, b.compare("le", sum.bound, sum.total))
            b.branch(good, lambda: b.assign(found, b.combine("union", found, b.single(element))))
            b.assign(rest, b.arith("sub", rest, like, Int(0, rest.high)))
            if sum is not None:
                worth = b.arith("mul", like, sum.worth(element))
                b.assign(sum.total, b.arith("sub", sum.total, worth, Int(sum.total.low, sum.total.high)))

        self._in_order(left, consider)
        return found

    def _reach(self) -> _Reach | None:
        """The sum that must reach a bound, if that is the whole condition: of values that are not negative."""
        where = self.chosen.where
        if not isinstance(where, typed.Apply) or self.ahead is not None or self.chosen.most is not None:
            return None
        found = where.word.threshold(where)
        parts = None if found is None else found[0].word.summed(found[0], self.chosen)
        if found is None or parts is None or self.chosen.local in locals_of(found[1]):
            return None
        value, second = parts
        if not isinstance(value.type, Number) or value.type.low < 0:
            return None
        return _Reach(*found, value, second)

    def _sum(self, reach: _Reach, whole: Value, left: Value) -> _Sum:
        """The sum with all that is left, from which to take off what is passed over."""
        at, b = self.at, self.at.b
        other = None if reach.second is None else at.value(reach.second)
        bound = at.value(reach.bound)
        if reach.strict:
            bound = b.arith("add", bound, b.const(1))
        at.bind(self.chosen.local, b.combine("union", whole, left))
        first = at.value(reach.total)
        total = b.fresh(Int(-abs(first.high), first.high))
        b.assign(total, first)
        return _Sum(bound, lambda element: at.to_each(reach.value, element, other), total)

    def can_complete(self, at: Lowering, whole: Value, left: Value) -> Value:
        """Whether some set between `whole` and `whole` with `left` may be chosen."""
        b = at.b
        if self.chosen.where is None and self.ahead is None:
            size, least, most = b.count(whole), self.least(at), self.most(at)
            found = b.compare("le", least, b.arith("add", size, b.count(left)))
            if most is not None:
                found = b.both(found, b.both(b.compare("le", size, most), b.compare("le", least, most)))
            return found
        if self._reach() is not None:
            return self.complete(at, b.combine("union", whole, left))
        order = order_of(self.chosen) if self.ahead is None else None
        if order is not None:
            return self._one_of_each_size(at, whole, left, order)
        return self._some_completion(at, whole, left)

    def _one_of_each_size(self, at: Lowering, whole: Value, left: Value, order: Order) -> Value:
        """The same by trying the best set of each size."""
        b = at.b
        answer, taken, rest = b.fresh(FLAG), b.fresh(left.type), b.fresh(left.type)
        b.assign(taken, whole)
        b.assign(rest, left)
        second = None if order.second is None else at.value(order.second)

        def attempt(after: int) -> None:
            good = self.complete(at, taken)
            b.assign(answer, good)
            b.leave_if(good, after)
            b.leave_if(b.compare("eq", rest, b.empty(left.domain)), after)
            best = b.fresh(Int(0, at.scene.program.domains[left.domain].size - 1, left.domain))
            b.assign(best, b.first(rest))
            if order.value is not None:
                self._find_best(at, order, rest, best, second)
            one = b.single(best)
            b.assign(taken, b.combine("union", taken, one))
            b.assign(rest, b.combine("minus", rest, one))

        b.loop(attempt)
        return answer

    def _find_best(self, at: Lowering, order: Order, rest: Value, best: Value, second: Value | None) -> None:
        """The element of `rest` that has the highest or the lowest value."""
        b, value = at.b, order.value
        assert value is not None
        first = at.to_each(value, best, second)
        most = b.fresh(first.type)
        b.assign(most, first)

        def consider(element: Value) -> None:
            here = at.to_each(value, element, second)

            def better() -> None:
                b.assign(best, element)
                b.assign(most, here)

            b.branch(b.compare("lt", most, here) if order.highest else b.compare("lt", here, most), better)

        at.each(rest, consider)

    def _some_completion(self, at: Lowering, whole: Value, left: Value) -> Value:
        """The same by trying all of them, as one counts up: each kind is a digit."""
        b = at.b
        domain = left.domain
        assert self.chosen.source is not None
        apart = self.told or cells_of(at, self.chosen.source, left)
        below = _below(at, domain) if apart else _below_kind(at, domain)
        answer = b.fresh(FLAG)
        b.assign(answer, b.flag(False))
        extra = b.fresh(left.type)
        b.assign(extra, b.empty(domain))
        tries = b.fresh(Int(0, MOST_SETS + 1))
        b.assign(tries, b.const(0))

        def attempt(after: int) -> None:
            b.add_into(tries, b.const(1))
            b.branch(b.compare("lt", b.const(MOST_SETS), tries), lambda: b.fail(
                f"more than {MOST_SETS} sets would have to be tried to see what can be chosen here"))
            good = self.complete(at, b.combine("union", whole, extra))
            b.assign(answer, good)
            b.leave_if(good, after)
            unused = b.combine("minus", left, extra)
            b.leave_if(b.compare("eq", unused, b.empty(domain)), after)
            # Add the lowest element that is not in, and take out those below it, but no copies of it.
            lowest = b.first(unused)
            here = b.fresh(Int(0, at.scene.program.domains[domain].size - 1, domain))
            b.assign(here, lowest)
            kept = b.combine("minus", extra, b.lookup(below, here))
            b.assign(extra, b.combine("union", kept, b.single(here)))

        b.loop(attempt)
        return answer

    def _tried(self, whole: Value, left: Value) -> Value:
        b = self.at.b
        found = b.fresh(left.type)
        b.assign(found, b.empty(left.domain))
        (guard,) = self.guard(whole, left)

        def consider(element: Value, _: Value) -> None:
            args = [element if a is None else b.register(a) for a in guard.args]
            b.branch(b.call(guard.function, args),
                     lambda: b.assign(found, b.combine("union", found, b.single(element))))

        self._in_order(left, consider)
        return found

    def guard(self, whole: Value, left: Value) -> tuple[Guard, ...]:
        """The exact test of one further element, for refusals and where nothing simpler is known."""
        at = self.at
        set = left.type
        kind = Int(0, at.scene.program.domains[left.domain].size - 1, left.domain)

        def build(other: Lowering, extra: list[Value]) -> Value:
            whole, left, element, *parts = extra
            more = other.b.combine("union", whole, other.b.single(element))
            return self.can_complete(other, more, self.after(other, left, element, parts))

        name, args = at.aside("further", self.needed, [set, set, kind, *[set] * len(self.parts)], build)
        given = (*(a.reg for a in args), whole.reg, left.reg, None, *(part.reg for part in self.parts))
        return (Guard(name, given, self._origin()),)


def _above(at: Lowering, domain: str) -> str:
    """Table: for an element, the elements after it (further copies of its kind included)."""
    size = at.scene.program.domains[domain].size
    whole = (1 << size) - 1
    return at.scene.program.table(f"after in {domain}", domain, Set(domain),
                                  [whole & ~((2 << n) - 1) for n in range(size)])


def _below(at: Lowering, domain: str) -> str:
    """Table: for an element, the elements before it."""
    size = at.scene.program.domains[domain].size
    return at.scene.program.table(f"before in {domain}", domain, Set(domain), [(1 << n) - 1 for n in range(size)])


def _below_kind(at: Lowering, domain: str) -> str:
    """Table: for an element, the elements before it and all its copies."""
    kinds = at.scene.program.domains[domain].kinds or tuple(range(at.scene.program.domains[domain].size))
    return at.scene.program.table(f"before all like it in {domain}", domain, Set(domain),
                                  [(1 << kind) - 1 for kind in kinds])


def _alike(at: Lowering, domain: str) -> str:
    """Table: for an element, all elements of its kind."""
    kinds = at.scene.program.domains[domain].kinds or tuple(range(at.scene.program.domains[domain].size))
    return at.scene.program.table(f"like in {domain}", domain, Set(domain),
                                  [sum(1 << m for m, k in enumerate(kinds) if k == kind) for kind in kinds])
