"""Moving items between zones, drawing and shuffling."""

from __future__ import annotations

from collections.abc import Callable

from ludex.dsl import lower_stacks, typed
from ludex.dsl.lower_events import name_of, who_sees, who_sees_any
from ludex.dsl.lowered import Goods, Where
from ludex.dsl.lowering import Lowering
from ludex.dsl.typed import Argument
from ludex.dsl.types import Elements, Nothing, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.builder import Value
from ludex.ir.types import Int, Set


def _report(at: Lowering, verb: str, items: Value, source: Where | None, target: Where, preposition: str = "to"
            ) -> None:
    """Tell of a move: who sees either end sees the items, the others see how many."""
    words, args = name_of(target)
    from_words, from_args = ("", []) if source is None else name_of(source)
    origin = f" from {from_words}" if from_words else ""
    seen = at.b.combine("union", who_sees_any(at.b, () if source is None else (source,)), who_sees(at.b, target))
    at.tell(f"{{@}} {verb} {{!}}{origin} {preposition} {words}", [*from_args, *args], [items], seen)


def _come_up_short(at: Lowering, source: Where) -> None:
    words, args = name_of(source)
    at.tell(f"nothing is left to draw from {words}", args, sort="short")


def _carry(at: Lowering, verb: str, items: Goods, target: Where, preposition: str = "to") -> None:
    """Take items to a zone, and tell of it.

    From each zone they are taken by themselves: what comes out of an open pile is seen by all, and what comes out of
    a hand with it is not. Those that lie in the target already stay there.
    """
    b = at.b

    def carry(part: Value, source: Where | None) -> Callable[[], None]:
        def write() -> None:
            if source is not None:
                at.take_out(Goods(part, (source,)))
            at.put_in(part, target)
            _report(at, verb, part, source, target, preposition)

        return write

    nothing = b.empty(items.value.domain)
    if items.lies is not None and len(items.lies) == 1:
        b.branch(b.compare("ne", items.value, nothing), carry(items.value, items.lies[0]))
        return
    left = b.fresh(Set(items.value.domain))
    b.assign(left, b.combine("minus", items.value, at.contents(target)))

    def look() -> None:
        def take(source: Where) -> None:
            if source.zone is target.zone and source.owner is target.owner and not source.every:
                return
            part = b.fresh(left.type)
            b.assign(part, b.combine("meet", left, at.contents(source)))
            b.branch(b.compare("ne", part, nothing), carry(part, source))
            b.assign(left, b.combine("minus", left, part))

        if items.lies is None:
            at.each_zone(items.perhaps, take)
        for source in items.lies or ():
            take(source)
        if not any(zone.full for zone in at.scene.game.zones.values() if zone.domain == items.value.domain):
            # What begins nowhere may be there still.
            b.branch(b.compare("ne", left, nothing), carry(left, None))

    b.branch(b.compare("ne", left, nothing), look)


def _one_class(given: dict[str, Type], items: str, target: str) -> Type:
    """Items go only into zones of their own class."""
    if getattr(given[items], "domain", None) != getattr(given[target], "domain", None):
        raise Mismatch(target, f"{given[items]} cannot go into a zone of {getattr(given[target], 'domain', '?')}s")
    return Nothing()


def _shuffled(place: Argument) -> bool:
    return isinstance(place, typed.Place) and place.zone.shuffled


def _stack(place: Argument) -> bool:
    return isinstance(place, typed.Place) and place.zone.stack


class Move(Word):
    """Put items into a zone. They leave whatever zone they are in; nothing moves if there are none."""

    phrase = "move {items} to {target}"
    example = "move hand to discard"
    means = "move"
    brings = ("items", "target")

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _one_class(given, "items", "target")

    @classmethod
    def accept(cls, arguments: dict[str, Argument]) -> None:
        if _stack(arguments["target"]):
            raise Mismatch("target", "this is a stack: `put ... under`, `put ... on top of` or `shuffle ... into` it")
        if _shuffled(arguments["target"]):
            raise Mismatch("target", "nobody knows the order of this zone; say `shuffle ... into` it")

    @staticmethod
    def lower(at: Lowering, items: h.Items, target: h.Place) -> None:
        _carry(at, "moves", items, target)


class Shuffle(Word):
    """Put items into a shuffled zone, where nobody knows their place any more."""

    phrase = "shuffle {items} into {target}"
    example = "shuffle discard into deck"
    means = "move"
    brings = ("items", "target")

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _one_class(given, "items", "target")

    @classmethod
    def accept(cls, arguments: dict[str, Argument]) -> None:
        if not _shuffled(arguments["target"]):
            raise Mismatch("target", "this zone is not `order: shuffled`; say `move ... to` it")

    @staticmethod
    def lower(at: Lowering, items: h.Items, target: h.Place) -> None:
        _carry(at, "shuffles", items, target)
        if target.zone.stack:
            lower_stacks.forget(at, at.single_zones((target,)))


class PutUnder(Word):
    """Put items under all others of a stack. Several at once lie there in an order that nobody knows."""

    phrase = "put {items} under {target}"
    example = "put hand under pack"
    means = "move"
    brings = ("items", "target")
    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _one_class(given, "items", "target")

    @classmethod
    def accept(cls, arguments: dict[str, Argument]) -> None:
        if not _stack(arguments["target"]):
            raise Mismatch("target", "this zone is not `order: stack`; only a stack has a top and a bottom")

    @staticmethod
    def lower(at: Lowering, items: h.Items, target: h.Place) -> None:
        _put(at, items, target, on_top=False)


class PutOnTop(PutUnder):
    """Put items on top of a stack, so that they are drawn next. Several at once lie there in an order that nobody
    knows."""

    phrase = "put {items} on top of {target}"
    example = "put hand on top of pack"

    @staticmethod
    def lower(at: Lowering, items: h.Items, target: h.Place) -> None:
        _put(at, items, target, on_top=True)


def _put(at: Lowering, items: Goods, target: Where, *, on_top: bool) -> None:
    kept = at.b.fresh(items.value.type)
    at.b.assign(kept, items.value)
    lower_stacks.leave(at, target, kept)
    _carry(at, "puts", Goods(kept, items.lies, items.perhaps), target, "on top of" if on_top else "under")
    lower_stacks.put(at, target, kept, on_top=on_top)


class Draw(Word):
    """Take items from a shuffled zone one at a time, each by chance, and put them into another.

    When none is left, the zone's `when empty` runs; when there is still none, its `when short` decides: `draw
    fewer` stops, `draw nothing` draws only if all can be drawn.
    """

    phrase = "draw {count} from {source} to {target} [as {name}]"
    example = "draw 2 from deck to hand"
    means = "draw"
    draws_from = "source"

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        source = given["source"]
        assert isinstance(source, Elements)
        return source

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _one_class(given, "source", "target")

    @classmethod
    def accept(cls, arguments: dict[str, Argument]) -> None:
        if not _shuffled(arguments["source"]):
            raise Mismatch("source", "only a zone of `order: shuffled` is drawn from; from others, choose or move")
        if _shuffled(arguments["target"]):
            raise Mismatch("target", "nobody knows the order of this zone; draw to another, then shuffle into it")

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("target",)

    @staticmethod
    def lower(at: Lowering, count: h.Number, source: h.Place, target: h.Place, name: h.NewName | None = None) -> None:
        b = at.b
        zone = source.zone
        domain = zone.domain
        drawn, left = b.fresh(Set(domain)), b.fresh(Int(min(0, count.low), max(0, count.high)))
        b.assign(drawn, b.empty(domain))
        b.assign(left, count)
        # What is drawn is seen by those who see where it goes.
        seen = who_sees(at.b, target)

        def step(after: int) -> None:
            b.leave_if(b.compare("le", left, b.const(0)), after)
            if zone.has_when_empty:
                nothing = b.compare("eq", at.contents(source), b.empty(domain))
                b.branch(nothing, lambda: at.run(f"when {zone.name} is empty",
                                                 [] if source.owner is None else [source.owner]))
            if zone.when_short is None:
                # Nothing says what this means; whoever checks by play wants to know that it happened.
                nothing = b.compare("eq", at.contents(source), b.empty(domain))
                b.branch(nothing, lambda: _come_up_short(at, source))
            b.leave_if(b.compare("eq", at.contents(source), b.empty(domain)), after)
            pool = lower_stacks.next_to_come(at, source) if zone.stack else at.contents(source)
            item = b.roll(pool, source=zone.name, seen=seen)
            one = b.single(item)
            at.take_out(Goods(one, (source,)))
            at.put_in(one, target)
            b.assign(drawn, b.combine("union", drawn, one))
            b.assign(left, b.arith("sub", left, b.const(1), Int(min(-1, left.low), left.high)))

        def draw() -> None:
            b.loop(step)
            some = b.compare("ne", drawn, b.empty(domain))
            b.branch(some, lambda: _report(at, "draws", drawn, source, target))

        if zone.when_short == "draw nothing":
            enough = at.b.compare("le", count, Draw._available(at, source))
            b.branch(enough, draw)
        else:
            draw()
        if name is not None:
            at.bind(name, drawn, (target,))

    @staticmethod
    def _available(at: Lowering, source: Where) -> Value:
        """How many could be drawn: what lies there, and what `when empty` would bring."""
        b = at.b
        total = b.count(at.contents(source))
        for place in at.scene.refills(source.zone):
            total = b.arith("add", total, b.count(at.contents(place)))
        return total


WORDS = (Move, Shuffle, PutUnder, PutOnTop, Draw)
