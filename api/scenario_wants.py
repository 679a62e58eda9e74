"""Reads what a scenario expects: each entry of `expect` becomes one or more expectations.

An entry is a condition of the language, or one of the keys below with what belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludex import scenario_form as form
from ludex.dsl.document import Mapping, Node, Scalar
from ludex.dsl.document import Sequence as Row
from ludex.dsl.source import Span
from ludex.dsl.typed import VariableSymbol, ZoneSymbol
from ludex.dsl.types import Element, Elements, Flag, Number
from ludex.scenario_texts import Texts

NOBODY = "nobody"


def expectations(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    """The expectations of one entry; none after a finding."""
    if isinstance(node, Scalar):
        text = texts.text(node, at, "an expectation", "a condition, or a key such as `decides`")
        condition = None if text is None else texts.condition(text)
        if text is not None and condition is not None:
            yield form.Holds(text.span, text.text, condition)
        return
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        texts.wrong(at, "an expectation", "one condition or one key with its value", node)
        return
    for entry in texts.entries(node, at, "an expectation", tuple(READERS)).values():
        yield from READERS[entry.key.text](texts, entry.value, entry.key.span)


def _zone(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    for entry in texts.pairs(node, at, "`zone`", "contents by zone"):
        place = texts.place(entry.key)
        if place is None:
            continue
        if isinstance(entry.value, Mapping):
            amounts = texts.amounts(entry.value, entry.key.span, f"`{entry.key.text}`", place.zone.domain)
            if amounts is not None:
                yield form.Amounts(entry.key.span, entry.key.text, place, *amounts)
            continue
        items = _items(texts, entry.value, entry.key, place.zone)
        if items is not None:
            yield form.Contents(entry.key.span, entry.key.text, place, items)


def _items(texts: Texts, node: Node, key: Scalar, zone: ZoneSymbol) -> tuple[str, ...] | int | None:
    """Items by name, or how many."""
    if isinstance(node, Row):
        names = texts.texts(node, key.span, f"`{key.text}`", "a list")
        found = [texts.item(name, zone.domain) for name in names or ()]
        return tuple(name for name in found if name is not None) if names is not None and None not in found else None
    if isinstance(node, Scalar) and node.text.isdecimal():
        return texts.number(node, key.span, f"`{key.text}`", 0, 1000)
    texts.wrong(key.span, f"`{key.text}`", f"a list of {texts.symbols.several(zone.domain)}, or how many", node)
    return None


def _decides(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    name = texts.text(node, at, "`decides`", "a player")
    if name is not None and name.text == NOBODY:
        yield form.Decides(name.span, None)
    elif name is not None and (seat := texts.seat(name)) is not None:
        yield form.Decides(name.span, seat)


def _moves(texts: Texts, node: Node, at: Span, key: str) -> tuple[form.Item, ...]:
    found = texts.texts(node, at, f"`{key}`", "a list of moves", single=True)
    if found is not None and not found:
        texts.wrong(at, f"`{key}`", "a list with at least one move", node)
    return tuple(form.Item(move.text, move.span) for move in found or ())


def _offers(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    moves = _moves(texts, node, at, "offers")
    if moves:
        yield form.Offers(at, moves)


def _legal(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    moves = _moves(texts, node, at, "legal")
    if moves:
        yield form.Legal(at, moves)


def _refused(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    if isinstance(node, Scalar):
        move = texts.text(node, at, "`refused`", "a move, or `move` and `by`")
        if move is not None:
            yield form.Refused(move.span, move.text, None)
        return
    entries = texts.entries(node, at, "`refused`", ("move", "by"), ("move",))
    if "move" not in entries:
        return
    move = texts.text(entries["move"].value, entries["move"].key.span, "`move`", "the words of a move")
    by = None
    if "by" in entries:
        by = texts.text(entries["by"].value, entries["by"].key.span, "`by`", "a passage or a rule")
        if by is None or not _known_rule(texts, by):
            return
    if move is not None:
        yield form.Refused(move.span, move.text, None if by is None else by.text)


def _known_rule(texts: Texts, by: Scalar) -> bool:
    """Whether something can be refused by this: a passage of the rulebook, or a rule."""
    game = texts.game
    triggers = (trigger.rule.name for trigger in game.typed.triggers)
    rules = [*game.typed.actions, *game.typed.procedures, *game.typed.phases, *triggers]
    if by.text in game.texts or by.text in rules:
        return True
    texts.unknown(by.span, "no passage and no rule", by.text, [*game.texts, *rules])
    return False


def _event(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    words = texts.text(node, at, "`event`", "words of an event")
    if words is not None:
        yield form.Told(words.span, words.text)


def _sees(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    for entry in texts.pairs(node, at, "`sees`", "what is seen, by player"):
        seat = texts.onlooker(entry.key)
        inner = texts.pairs(entry.value, entry.key.span, f"`{entry.key.text}`", "what is seen, by zone or variable")
        for shown in inner if seat is not None else ():
            found = texts.cell(shown.key)
            if found is None or seat is None:
                continue
            cell, symbol = found
            value = _items(texts, shown.value, shown.key, symbol) if isinstance(symbol, ZoneSymbol) \
                else _plain(texts, shown.value, shown.key, symbol)
            if value is not None:
                yield form.Sees(shown.key.span, seat[0], shown.key.text, cell, value)


def _plain(texts: Texts, node: Node, key: Scalar, symbol: VariableSymbol) -> object:
    """The value of a variable as a view shows it; None after a finding. `none` is shown as an empty text."""
    value = texts.value(node, key.span, f"`{key.text}`", symbol.type)
    match symbol.type:
        case _ if value is None:
            return None
        case Number():
            return value
        case Flag():
            return bool(value)
        case Elements():
            assert isinstance(node, Row)
            return tuple(item.text for item in node.items if isinstance(item, Scalar))
    assert isinstance(symbol.type, Element) and isinstance(node, Scalar)
    return "" if value == -1 else node.text


def _hidden(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    for entry in texts.pairs(node, at, "`hidden`", "zones or variables, by player"):
        seat = texts.onlooker(entry.key)
        names = texts.texts(entry.value, entry.key.span, f"`{entry.key.text}`", "a list of zones or variables", True)
        for name in names or () if seat is not None else ():
            found = texts.cell(name)
            if found is not None and seat is not None:
                yield form.Hidden(name.span, seat[0], name.text, found[0])


def _result(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    entries = texts.entries(node, at, "`result`", ("winners", "ranking", "scores", "ended by"))
    winners = ranking = scores = ended_by = None
    if "winners" in entries:
        winners = _seats(texts, entries["winners"].value, entries["winners"].key.span, "`winners`")
    if "ranking" in entries:
        places = entries["ranking"].value
        rows = places.items if isinstance(places, Row) else ()
        if not rows:
            texts.wrong(entries["ranking"].key.span, "`ranking`", "a list of places", places)
        read = [_seats(texts, row, entries["ranking"].key.span, "a place of `ranking`") for row in rows]
        ranking = tuple(row for row in read if row is not None)
    if "scores" in entries:
        scores = {}
        for entry in texts.pairs(entries["scores"].value, entries["scores"].key.span, "`scores`", "scores by player"):
            seat = texts.seat(entry.key)
            score = texts.number(entry.value, entry.key.span, f"`{entry.key.text}`", -10**9, 10**9)
            if seat is not None and score is not None:
                scores[seat] = score
    if "ended by" in entries:
        name = texts.text(entries["ended by"].value, entries["ended by"].key.span, "`ended by`", "the name of a rule")
        ended_by = None if name is None else name.text
    if entries:
        yield form.Ends(at, winners, ranking, scores, ended_by)
    elif isinstance(node, Mapping) and not node.entries:
        texts.wrong(at, "`result`", "a section that says something", node)


def _seats(texts: Texts, node: Node, at: Span, what: str) -> tuple[int, ...] | None:
    names = texts.texts(node, at, what, "a list of players", single=True)
    found = [texts.seat(name) for name in names or ()]
    return None if names is None else tuple(sorted(seat for seat in found if seat is not None))


def _over(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    yes = texts.yes(node, at, "`over`")
    if yes is not None:
        yield form.Over(at, yes)


def _playable(texts: Texts, node: Node, at: Span) -> Iterator[form.Expectation]:
    yes = texts.yes(node, at, "`playable`")
    if yes is not None:
        yield form.Playable(at, yes)


READERS: dict[str, Callable[[Texts, Node, Span], Iterator[form.Expectation]]] = {
    "zone": _zone, "decides": _decides, "offers": _offers, "legal": _legal, "refused": _refused, "event": _event,
    "sees": _sees, "hidden": _hidden, "result": _result, "over": _over, "playable": _playable,
}
