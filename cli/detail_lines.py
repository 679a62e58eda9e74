"""The closer look at some games of a simulation, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: How many of the most used things are told, and of the never used ones.
MOST = 8


def detail_lines(detail: Mapping[str, Any]) -> Iterator[str]:
    """What was seen, with how many games were looked at."""
    games = detail["games"]
    looked = f"the first {games:,} games" if games > 1 else "the first game"
    yield f"a closer look at {looked}, with {detail['decisions']:,} decisions:"
    branching = detail["branching"]
    if branching is not None:
        yield (f"options at a decision: {branching['mean']:.1f} on average, at most {branching['max']:,}; "
               f"{branching['forced']:.1%} of the decisions have only one")
        told = [None if part is None else f"{part:.1f}" for part in branching["by_progress"]]
        yield f"options by tenth of the game: {' '.join(part or '-' for part in told)}"
    leads = detail["leads"]
    if leads is not None:
        yield (f"changes of who is ahead: {leads['changes']['mean']:.1f} a game, at most {leads['changes']['max']:,}")
        if leads["settled"] is not None:
            yield (f"the later winner is ahead for good after {leads['settled']['median']:.0%} of the game "
                   f"(the median of {leads['decided']:,} games)")
    if detail["actions"]:
        yield "actions, by how often they are taken where they can be:"
        edge = max(len(each["action"]) for each in detail["actions"])
        for each in detail["actions"]:
            share = f"{each['taken'] / each['offered']:.1%}" if each["offered"] else "never offered"
            yield f"  {each['action']:<{edge}}  {each['taken']:>9,} of {each['offered']:>9,}  {share}"
    yield from _never("actions never taken", [each["action"] for each in detail["actions"] if not each["taken"]])
    yield from _never("items that never moved", [each["name"] for each in detail["items"] if not each["moved"]])
    yield from _never("rules that never took part", [each["rule"] for each in detail["rules"] if not each["games"]])
    for what, how in (("lines", "ran"), ("conditions", "went both ways")):
        part = detail[what]
        yield f"{what} of the rules: {part['covered']:,} of {part['total']:,} {how}"


def _never(what: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
        yield f"{what}: {', '.join(names[:MOST])}{more}"
