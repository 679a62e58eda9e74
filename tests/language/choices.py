"""Small games in which one choice is made, every way of making it, and what brute force says can be chosen."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import ludex

#: What lies where: (zone, kind) -> how many.
Pile = Counter[tuple[str, str]]
#: One way things can come out: what was chosen, sorted, or why nothing was.
Outcome = tuple[tuple[str, str], ...]
DECLINED: Outcome = (("", "declined"),)


@dataclass(frozen=True)
class Kind:
    """A card by name, what it is worth, and how many copies there are."""

    name: str
    worth: int
    copies: int


def rules(kinds: tuple[Kind, ...], hand: int, table: int, phase: str, sections: str = "") -> str:
    """A game in which P1 has some cards in hand and some lie on the table, dealt by chance."""
    low, high = min(k.worth for k in kinds), max(k.worth for k in kinds)
    items = "".join(f"      {k.name}: {{worth: {k.worth}, copies: {k.copies}}}\n" for k in kinds)
    lines = "".join(f"      {line}\n" for line in phase.splitlines())
    return (
        "ludex: 1\ngame: choosing\ntitle: Choosing\nplayers: {least: 2, most: 2}\n"
        f"components:\n  card:\n    attributes: {{worth: {{type: {low} to {high}}}}}\n    items:\n{items}"
        "zones:\n  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}\n"
        "  hand: {of: card, each: player, seen by: all}\n  table: {of: card, seen by: all}\n"
        "  out: {of: card, seen by: all}\n"
        "variables:\n  declined: {type: flag, seen by: all}\n  said: {type: -9 to 99, seen by: all}\n"
        "rounds: {phases: [play]}\nphases:\n  play:\n    do: |\n"
        f"      draw {hand} from deck to P1's hand\n      draw {table} from deck to table\n"
        f"{lines}      nobody wins\n{sections}"
    )


def load(folder: Path, text: str) -> ludex.Game:
    """A game from its text."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    found = ludex.check(folder)
    assert [finding.message for finding in found if finding.severity == "error"] == []
    return ludex.load(folder)


def fields(match: ludex.Match) -> dict[str, object]:
    """All zones and variables, items told apart."""
    found = json.loads(match.to_json())["fields"]
    assert isinstance(found, dict)
    return found


def lying(match: ludex.Match) -> dict[str, str]:
    """Item -> the zone in which it lies, of those that P1 can reach."""
    state = fields(match)
    where = {"hand": state["hand"]["P1"], "table": state["table"]}  # type: ignore[index]
    return {item: zone for zone, items in where.items() for item in items}  # type: ignore[union-attr]


def kind_of(item: str) -> str:
    """The name that all copies share."""
    return re.sub(r" #\d+$", "", item)


def pile(where: dict[str, str], *zones: str) -> Pile:
    """What lies in some zones."""
    return Counter((zone, kind_of(item)) for item, zone in where.items() if zone in zones)


def ways(match: ludex.Match, end: Callable[[ludex.Match], Outcome], look: Callable[[ludex.Match], None] | None = None
         ) -> Counter[Outcome]:
    """Every way to play a match to its end: how often each outcome is reached. There is no dead end among them."""
    found: Counter[Outcome] = Counter()
    todo = [match]
    while todo:
        here = todo.pop()
        if here.decision is None:
            found[end(here)] += 1
            continue
        assert here.decision.options
        if look is not None:
            look(here)
        for option in here.decision.options:
            after = here.copy()
            after.apply(option.index)
            todo.append(after)
    return found


def taken(before: dict[str, str]) -> Callable[[ludex.Match], Outcome]:
    """The outcome of a match: what lies in `out`, with the zone each item came from."""
    def outcome(match: ludex.Match) -> Outcome:
        state = fields(match)
        if state["declined"]:
            return DECLINED
        return tuple(sorted((before[item], kind_of(item)) for item in state["out"]))  # type: ignore[attr-defined]

    return outcome


def subsets(things: Pile) -> Iterator[Outcome]:
    """Every way to take some of a pile; copies in one zone are not told apart."""
    kinds = sorted(things)
    for counts in product(*(range(things[kind] + 1) for kind in kinds)):
        yield tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))


def agree(match: ludex.Match) -> None:
    """At a decision: what is offered has no guard against it, and what could be asked for and is not has one."""
    engine, state = match.engine, match.state
    choose = engine.decision(state)
    assert choose is not None
    offered = set(engine.options(state))
    names = [match.engine.program.origins[way.origin].rule for way in choose.alternatives]
    assert all(names)
    for number, way in enumerate(choose.alternatives):
        if way.form != "each" or way.universe is None:
            continue
        universe = engine.register(state, way.universe)
        domain = match.domain(way)
        assert domain is not None
        elements = engine.program.domains[domain].elements
        wanted = {n for n in range(len(elements)) if universe >> n & 1}
        free = {n for n in wanted if not engine.refusals(state, way, n)}
        seen = {value for at, value in offered if at == number}
        assert seen <= free
        # Of copies that cannot be told apart the lowest is offered.
        assert {kind_of(elements[n]) for n in seen} == {kind_of(elements[n]) for n in free}
