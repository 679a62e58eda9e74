"""Random programs, made through the builder: everything that it can write, nested in every way.

They mean nothing, but they come to an end: loops count down or run into the budget. Every operation has an origin of
its own, so that two machines that find different faults are told apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from ludex.ir.builder import Builder, ProgramBuilder, Value
from ludex.ir.graph import SEATS, WINNERS, Field, Origin, Program
from ludex.ir.ops import Alternative, Guard, Return
from ludex.ir.types import FLAG, Domain, Int, Set, Type

#: Numbers in variables, parameters and results.
NUMBER = Int(-40, 40)
_DOMAINS = (SEATS, "card", "place")


def random_program(random: Random) -> Program:
    """A program of a few functions."""
    return _Maker(random).program()


@dataclass
class _Scope:
    """What may be read here, what may be assigned, and the blocks that may be gone to."""

    values: list[Value] = field(default_factory=list)
    variables: list[Value] = field(default_factory=list)
    ways_out: list[int] = field(default_factory=list)

    def inner(self) -> _Scope:
        return _Scope(list(self.values), list(self.variables), list(self.ways_out))


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.p = ProgramBuilder("random", random.randint(1, 3))
        self.b: Builder
        self.size = random.choice([1, 1, 1, 3])
        self.room = 0
        self.lines = 0

    # -- chance

    def one(self, *ways: Callable[[], Value]) -> Value:
        return self.random.choice(ways)()

    def maybe(self, probability: float = 0.5) -> bool:
        return self.random.random() < probability

    # -- the program

    def program(self) -> Program:
        random, p = self.random, self.p
        p.domains[SEATS] = Domain(SEATS, tuple(f"P{n}" for n in range(p.seats)))
        cards = random.randint(1, 9)
        kinds: list[int] = []
        for card in range(cards):
            kinds.append(random.choice([*kinds, card]) if self.maybe() else card)
        p.domains["card"] = Domain("card", tuple(f"c{n}" for n in range(cards)),
                                   tuple(kinds) if self.maybe(0.8) else ())
        p.domains["place"] = Domain("place", tuple(f"p{n}" for n in range(random.randint(1, 4))))
        for number in range(random.randint(3, 8)):
            self._field(f"field {number}")
        p.fields[WINNERS] = Field(WINNERS, Set(SEATS), None, "system", "all", False, (0,))
        for number in range(random.randint(1, 5)):
            self._table(f"name {number}")
        for number in range(random.randint(0, 3)):
            self._pure(f"name {number}")  # as some tables are called: they are not mixed up
        for number in range(random.randint(0, 3)):
            self._procedure(f"procedure {number}", [self._type() for _ in range(random.randint(0, 2))], 14 * self.size)
        self._pure("score", [Int(0, p.seats - 1, SEATS)], NUMBER)
        self._pure("holds", [], FLAG)
        self._procedure("main", [], 30 * self.size)
        return p.build(["score"], {"it holds": "holds"})

    def _type(self) -> Type:
        domain = self.random.choice(_DOMAINS)
        size = self.p.domains[domain].size
        return self.random.choice([NUMBER, FLAG, Int(0, size - 1, domain), Int(-1, size - 1, domain), Set(domain),
                                   Set("card")])

    def _any(self, type: Type) -> int:
        if isinstance(type, Set):
            return self.random.randrange(1 << self.p.domains[type.domain].size)
        return self.random.randint(type.low, type.high)

    def _field(self, name: str) -> None:
        type = self.random.choice([self._type(), Int(0, 12), Int(-3, 3)])
        index = self.random.choice([None, None, *_DOMAINS])
        size = 1 if index is None else self.p.domains[index].size
        self.p.fields[name] = Field(name, type, index, "variable", "all", False,
                                    tuple(self._any(type) for _ in range(size)))

    def _table(self, name: str) -> None:
        index, type = self.random.choice(_DOMAINS), self._type()
        self.p.table(name, index, type, [self._any(type) for _ in range(self.p.domains[index].size)])

    def _begin(self, name: str, pure: bool, parameters: list[Type], room: int) -> _Scope:
        self.b = Builder(self.p, name, pure)
        self.room = room
        scope = _Scope()
        scope.values += [self.b.parameter(f"parameter {n}", type) for n, type in enumerate(parameters)]
        if self.maybe():
            scope.variables += scope.values
        for _ in range(self.random.randint(1, 3)):
            self._line()
            type = self._type()
            variable = self.b.fresh(type, "variable")
            self.b.assign(variable, self._fitting(scope, type, 1))
            scope.variables.append(variable)
            scope.values.append(variable)
        return scope

    def _pure(self, name: str, parameters: list[Type] | None = None, result: Type | None = None) -> None:
        if parameters is None:
            parameters = [self._type() for _ in range(self.random.randint(0, 2))]
        if result is None:
            result = self._type()
        scope = self._begin(name, True, parameters, 8 * self.size)
        self.result = result
        self._block(scope, 3)
        self._line()
        self.b.give(self._fitting(scope, result, 2))
        self.b.done()

    def _procedure(self, name: str, parameters: list[Type], room: int) -> None:
        scope = self._begin(name, False, parameters, room)
        self._block(scope, 3 + self.size)
        self.b.done()

    def _line(self) -> None:
        """A new origin for what follows."""
        self.lines += 1
        self.b.origin = self.p.origin(Origin("rule", "", "rules.yaml", self.lines, 1))

    # -- statements

    def _block(self, scope: _Scope, depth: int) -> None:
        for _ in range(self.random.randint(1, 5)):
            if self.room <= 0:
                return
            self.room -= 1
            self._line()
            if self._statement(scope, depth):
                return

    def _statement(self, scope: _Scope, depth: int) -> bool:
        """Write a statement; gives whether nothing can follow it."""
        ways: list[Callable[[_Scope, int], bool | None]] = [self._assign, self._assign, self._leave]
        if depth:
            ways += [self._branch, self._branch, self._each, self._loop, self._labelled, self._total]
        if not self.b.pure:
            ways += [self._store, self._store, self._emit, self._enter, self._roll]
            if depth:
                ways += [self._choose]
        return bool(self.random.choice(ways)(scope, depth))

    def _assign(self, scope: _Scope, depth: int) -> None:
        if self.maybe(0.3):
            scope.values.append(self._expression(scope, self._type(), 2))
            return
        variable = self.random.choice(scope.variables)
        self.b.assign(variable, self._fitting(scope, variable.type, 2))

    def _total(self, scope: _Scope, depth: int) -> None:
        set = self._expression(scope, Set(self.random.choice(_DOMAINS)), 1)
        total = self.b.fresh(Int(-400, 400), "total")
        self.b.assign(total, self.b.const(0))
        inner = scope.inner()

        def add(element: Value) -> None:
            inner.values.append(element)
            self._line()
            self.b.add_into(total, self._fitting(inner, NUMBER, 2))

        self.b.each(set, add)
        scope.values.append(total)

    def _store(self, scope: _Scope, depth: int) -> None:
        entry = self.p.fields[self.random.choice(list(self.p.fields))]
        index = None if entry.index is None else self._index(scope, entry.index)
        value = self._fitting(scope, entry.type, 2) if self.maybe(0.9) else self._expression(scope, entry.type, 2)
        self.b.store(entry.name, index, value)

    def _emit(self, scope: _Scope, depth: int) -> None:
        args = [self._expression(scope, self._type(), 2) for _ in range(self.random.randint(0, 2))]
        secrets = [self._expression(scope, self._type(), 2) for _ in range(self.random.randint(0, 2))]
        seen = self._expression(scope, Set(SEATS), 1) if self.maybe() else None
        self.b.emit(f"event {self.lines}", args, secrets, seen)

    def _branch(self, scope: _Scope, depth: int) -> None:
        test = self._expression(scope, FLAG, 2)
        yes, no = scope.inner(), scope.inner()
        if self.maybe(0.4):
            self.b.branch(test, lambda: self._block(yes, depth - 1))
        else:
            self.b.branch(test, lambda: self._block(yes, depth - 1), lambda: self._block(no, depth - 1))

    def _each(self, scope: _Scope, depth: int) -> None:
        set = self._expression(scope, Set(self.random.choice(_DOMAINS)), 2)
        inner = scope.inner()

        def body(element: Value) -> None:
            inner.values.append(element)
            self._block(inner, depth - 1)

        if self.maybe(0.4):
            after = self.b.block()
            inner.ways_out.append(after)
            self.b.each(set, body)
            self.b.goto(after)
            self.b.at(after)
        else:
            self.b.each(set, body)

    def _loop(self, scope: _Scope, depth: int) -> None:
        left = self.b.fresh(Int(-1, 4), "left")
        counted = self.maybe(0.9)
        self.b.assign(left, self.b.const(self.random.randint(0, 4)))
        late = self.maybe()
        inner = scope.inner()
        inner.values.append(left)

        def body(after: int) -> None:
            inner.ways_out.append(after)
            if late:
                self._block(inner, depth - 1)
            if counted:
                self._line()
                self.b.leave_if(self.b.compare("le", left, self.b.const(0)), after)
                self.b.assign(left, self.b.arith("sub", left, self.b.const(1), Int(-1, 4)))
            if not late:
                self._block(inner, depth - 1)

        self.b.loop(body)

    def _labelled(self, scope: _Scope, depth: int) -> None:
        """A stretch that can be left from anywhere inside."""
        after = self.b.block()
        inner = scope.inner()
        inner.ways_out.append(after)
        self._block(inner, depth - 1)
        self.b.goto(after)
        self.b.at(after)

    def _leave(self, scope: _Scope, depth: int) -> bool:
        b = self.b
        sort = self.random.random()
        if scope.ways_out and sort < 0.5:
            b.leave_if(self._expression(scope, FLAG, 2), self.random.choice(scope.ways_out))
            return False
        if scope.ways_out and sort < 0.6:
            b.goto(self.random.choice(scope.ways_out))
            return True
        if sort < 0.93:
            return False
        if sort < 0.95:
            b.fail(f"failed at {self.lines}")
        elif b.pure:
            b.give(self._fitting(scope, self.result, 2))
        elif sort < 0.98:
            b.finish(Return(b.origin, None))
        else:
            b.end(f"end {self.lines % 5}")
        return True

    def _enter(self, scope: _Scope, depth: int) -> None:
        names = [f.name for f in self.p.functions.values() if not f.pure]
        if names:
            procedure = self.p.functions[self.random.choice(names)]
            wanted = [r.type for r in procedure.registers[: procedure.parameters]]
            self.b.enter(procedure.name, [self._fitting(scope, type, 2) for type in wanted])

    def _roll(self, scope: _Scope, depth: int) -> None:
        seen = self._expression(scope, Set(SEATS), 1) if self.maybe() else None
        if self.maybe():
            over = self._expression(scope, Set(self.random.choice(_DOMAINS)), 2)
            if self.maybe(0.8):  # else there may be nothing to pick from
                over = self.b.combine("union", over, self.b.const(1, over.type))
            scope.values.append(self.b.roll(over, None, "some zone", seen))
            return
        low, high = self._expression(scope, NUMBER, 1), self._expression(scope, NUMBER, 1)
        if self.maybe(0.8):
            high = self.b.arith("max", low, high)
        scope.values.append(self.b.roll(low, high, None, seen))

    def _choose(self, scope: _Scope, depth: int) -> None:
        b = self.b
        seat = self._element(scope, SEATS, 1, False)
        after = b.block()
        ways: list[tuple[Alternative, _Scope]] = []
        for number in range(self.random.randint(1, 3)):
            way, inner = self._alternative(scope, number)
            ways.append((way, inner))
        alternatives = [way for way, _ in ways]
        if self.maybe(0.8):
            alternatives.append(Alternative("one", "pass", "pass", after, None, None, None, None, (), b.origin))
        b.choose(seat, "choose", f"choice {self.lines}", alternatives)
        for way, inner in ways:
            b.at(way.target)
            self._block(inner, depth - 1)
            b.goto(self.random.choice(scope.ways_out) if scope.ways_out and self.maybe(0.2) else after)
        b.at(after)

    def _alternative(self, scope: _Scope, number: int) -> tuple[Alternative, _Scope]:
        b, inner, target = self.b, scope.inner(), self.b.block()
        name, words = f"way {number}", f"take {{}} {number}"
        form = self.random.choice(["one", "each", "range"])
        if form == "one":
            flag = self._expression(scope, FLAG, 2).reg if self.maybe() else None
            return Alternative("one", name, words, target, flag, None, None, None, self._guards(scope, None),
                               b.origin), inner
        if form == "each":
            domain = self.random.choice(_DOMAINS)
            over, universe = self._expression(scope, Set(domain), 2), self._expression(scope, Set(domain), 1)
            to = b.fresh(Int(0, self.p.domains[domain].size - 1, domain), "chosen")
            inner.values.append(to)
            return Alternative("each", name, words, target, over.reg, None, to.reg, universe.reg,
                               self._guards(scope, to), b.origin), inner
        low = self._fitting(scope, Int(-2, 3), 1)
        high = self._fitting(scope, Int(-2, 6), 1)
        to = b.fresh(Int(-2, 6), "number")
        inner.values.append(to)
        return Alternative("range", name, words, target, low.reg, high.reg, to.reg, None, (), b.origin), inner

    def _guards(self, scope: _Scope, to: Value | None) -> tuple[Guard, ...]:
        found = []
        for function in self.p.functions.values():
            if function.pure and function.result == FLAG and self.maybe():
                args: list[int | None] = []
                for register in function.registers[: function.parameters]:
                    own = to is not None and to.type == register.type
                    args.append(None if own else self._fitting(scope, register.type, 1).reg)
                found.append(Guard(function.name, tuple(args), self.b.origin))
        return tuple(found)

    # -- expressions

    def _fitting(self, scope: _Scope, type: Type, depth: int) -> Value:
        """A value that surely fits a type."""
        value = self._expression(scope, type, depth)
        if isinstance(type, Set):
            return value
        assert isinstance(value.type, Int)
        if type.holds(value.type):
            return value
        if type.domain is not None:
            return self.b.const(self._any(type), type)
        least = self.b.arith("max", value, self.b.const(type.low))
        return self.b.arith("min", least, self.b.const(type.high))

    def _expression(self, scope: _Scope, type: Type, depth: int) -> Value:
        if isinstance(type, Set):
            return self._set(scope, type.domain, depth)
        if type.domain is not None:
            return self._element(scope, type.domain, depth, type.low < 0)
        if type == FLAG:
            return self._flag(scope, depth)
        return self._number(scope, depth)

    def _common(self, scope: _Scope, type: Type, depth: int) -> list[Callable[[], Value]]:
        """Ways to a value of a type that every type has."""
        b = self.b
        ways: list[Callable[[], Value]] = [
            lambda v=v: v for v in scope.values
            if isinstance(v.type, Set) and v.type == type or isinstance(v.type, Int) and isinstance(type, Int)
            and v.type.domain == type.domain and type.holds(v.type)
        ]
        if depth:
            ways += [lambda e=e: b.load(e.name, None if e.index is None else self._index(scope, e.index, depth - 1))
                     for e in self.p.fields.values() if self._same(e.type, type)]
            ways += [lambda t=t: b.lookup(t.name, self._index(scope, t.index, depth - 1))
                     for t in self.p.tables.values() if self._same(t.type, type)]
            ways += [lambda f=f: b.call(f.name, [self._fitting(scope, r.type, depth - 1)
                                                 for r in f.registers[: f.parameters]])
                     for f in self.p.functions.values() if f.result is not None and self._same(f.result, type)]
            if self.maybe(0.3):
                ways.append(lambda: b.select(self._flag(scope, depth - 1), self._expression(scope, type, depth - 1),
                                             self._expression(scope, type, depth - 1)))
        return ways

    @staticmethod
    def _same(given: Type, wanted: Type) -> bool:
        if isinstance(given, Set) or isinstance(wanted, Set):
            return given == wanted
        return given.domain == wanted.domain and (wanted.domain is None or wanted.holds(given)) \
            and (wanted != FLAG or given == FLAG)

    def _index(self, scope: _Scope, domain: str, depth: int = 1) -> Value:
        return self._element(scope, domain, depth, self.maybe(0.1))

    def _number(self, scope: _Scope, depth: int) -> Value:
        b = self.b
        ways = self._common(scope, NUMBER, depth)
        ways.append(lambda: b.const(self.random.randint(-5, 9)))
        if depth:
            ways += [lambda: self._arith(scope, depth)] * 3
            ways.append(lambda: b.count(self._set(scope, self.random.choice(_DOMAINS), depth - 1)))
        return self.one(*ways)

    def _arith(self, scope: _Scope, depth: int) -> Value:
        left, right = self._number(scope, depth - 1), self._number(scope, depth - 1)
        how = self.random.choice(["add", "sub", "mul", "min", "max", "div", "mod", "div"])
        if how in ("div", "mod") and self.maybe(0.9):
            right = self.b.arith("max", right, self.b.const(1))
        try:
            return self.b.arith(how, left, right)
        except OverflowError:
            return left

    def _flag(self, scope: _Scope, depth: int) -> Value:
        b = self.b
        ways = self._common(scope, FLAG, depth)
        ways.append(lambda: b.flag(self.maybe()))
        if depth:
            domain = self.random.choice(_DOMAINS)
            ways += [
                lambda: b.compare(self.random.choice(["eq", "ne", "lt", "le"]),
                                  self._number(scope, depth - 1), self._number(scope, depth - 1)),
                lambda: b.compare(self.random.choice(["eq", "ne"]),
                                  self._set(scope, domain, depth - 1), self._set(scope, domain, depth - 1)),
                lambda: b.compare(self.random.choice(["eq", "ne", "lt"]),
                                  self._element(scope, domain, depth - 1, True),
                                  self._element(scope, domain, depth - 1, True)),
                lambda: b.has(self._set(scope, domain, depth - 1), self._element(scope, domain, depth - 1, True)),
                lambda: b.both(self._flag(scope, depth - 1), self._flag(scope, depth - 1)),
                lambda: b.either(self._flag(scope, depth - 1), self._flag(scope, depth - 1)),
                lambda: b.negate(self._flag(scope, depth - 1)),
            ]
        return self.one(*ways)

    def _element(self, scope: _Scope, domain: str, depth: int, none: bool) -> Value:
        b, size = self.b, self.p.domains[domain].size
        type = Int(-1 if none else 0, size - 1, domain)
        ways = self._common(scope, type, depth)
        ways.append(lambda: b.const(self._any(type), type))
        if none and depth:
            ways += [lambda: b.first(self._set(scope, domain, depth - 1))] * 2
        return self.one(*ways)

    def _set(self, scope: _Scope, domain: str, depth: int) -> Value:
        b = self.b
        ways = self._common(scope, Set(domain), depth)
        ways += [lambda: b.everything(domain), lambda: b.const(self._any(Set(domain)), Set(domain))]
        if depth:
            relations = [t for t in self.p.tables.values() if t.type == Set(domain)]
            ways += [
                lambda: b.combine(self.random.choice(["union", "meet", "minus"]),
                                  self._set(scope, domain, depth - 1), self._set(scope, domain, depth - 1)),
                lambda: b.single(self._element(scope, domain, depth - 1, True)),
                lambda: b.distinct(self._set(scope, domain, depth - 1)),
            ]
            ways += [lambda t=t: b.shift(self._set(scope, t.index, depth - 1), t.name)
                     for t in relations]
        return self.one(*ways)
