"""Everything that a picture of a match shows, in words and numbers, without a place or a colour.

A scene is the boards, what lies on the table, and what belongs to each player: piles of items, of which equal ones are
counted, and facts, which are variables with their values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludex import naming
from ludex.drawing.boards import Board, printed_text, tint_of
from ludex.drawing.reading import boards
from ludex.dsl.names import PLAYER
from ludex.dsl.typed import AttributeSymbol, Game, ZoneSymbol
from ludex.dsl.types import Element, Flag

if TYPE_CHECKING:
    from ludex.match import Match

#: At most so many lines of the log are shown.
LINES = 5


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal items: their name, how many, what is printed on one, and how it is coloured."""

    name: str
    count: int
    printed: tuple[str, ...]
    seat: int | None
    tint: int | None


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone with what may be seen of it: stacks, or only how many items are `hidden`."""

    name: str
    stacks: tuple[Stack, ...]
    hidden: int

    @property
    def empty(self) -> bool:
        """Whether nothing lies there."""
        return not self.stacks and not self.hidden


@dataclass(slots=True)
class Group:
    """What belongs together: to a player (`seat`), or to the table."""

    title: str
    seat: int | None
    notes: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    piles: list[Pile] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scene:
    """A match as somebody sees it."""

    title: str
    viewer: str
    status: str
    last: tuple[str, ...]
    boards: tuple[Board, ...]
    table: Group
    players: tuple[Group, ...]


def scene(match: Match, seat: int | None) -> Scene:
    """What a seat (None: a spectator) may see of a match. Raises ValueError for a seat that there is not."""
    view = match.view(seat)
    game, shown = match.game.typed, view["state"]
    found, drawn = boards(game, match.seats, shown)
    table = Group("Table", None)
    players = tuple(Group(name, number) for number, name in enumerate(match.seats))
    for name, value in shown.items():
        if name in drawn:
            continue
        symbol = game.zones.get(name) or game.variables.get(name)
        if symbol is None:
            continue
        parts = value.items() if symbol.each is not None else [(None, value)]
        for owner, inner in parts:
            group = players[match.seats.index(str(owner))] if symbol.each == PLAYER else table
            title = name if owner is None or symbol.each == PLAYER else f"{name} of {owner}"
            if isinstance(symbol, ZoneSymbol):
                group.piles.append(_pile(game, symbol, title, inner))
            else:
                group.facts.append((title, words(inner)))
    _say_where_all_stand(players, view, match.seats)
    viewer = "seen by everybody" if seat is None else f"as {match.seats[seat]} sees it"
    return Scene(match.game.title, viewer, _status(view), _last(match, seat), tuple(found), table, players)


def boards_of(match: Match, seat: int | None) -> tuple[list[Board], set[str]]:
    """Only the boards of a scene, and the names of what is drawn there."""
    return boards(match.game.typed, match.seats, match.view(seat)["state"])


def words(value: Any) -> str:
    """The value of a variable in words."""
    if isinstance(value, list):
        return naming.listed([str(one) for one in value], "none")
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _pile(game: Game, zone: ZoneSymbol, title: str, pile: Mapping[str, Any]) -> Pile:
    if "items" not in pile:
        return Pile(title, (), pile["count"])
    numbers: dict[str, int] = {}
    for at, name in enumerate(game.domains[zone.domain].elements):
        numbers.setdefault(naming.bare(name), at)
        numbers[name] = at  # copies that a variable tells apart keep their numbers
    attributes = [attribute for attribute in game.attributes if attribute.domain == zone.domain]
    stacks = []
    for name, count in Counter(pile["items"]).items():
        item = numbers[name]
        printed = []
        for attribute in attributes:
            text = printed_text(game, attribute, item)
            if text:
                printed.append(text if _speaks_for_itself(game, attribute) else f"{attribute.name} {text}")
        stacks.append(Stack(name, count, tuple(printed), *tint_of(game, zone.domain, item)))
    return Pile(title, tuple(stacks), 0)


def _speaks_for_itself(game: Game, attribute: AttributeSymbol) -> bool:
    """Whether what is printed can stand without the name of the attribute: a value of an enumeration, and yes."""
    return isinstance(attribute.type, Flag) or (
        isinstance(attribute.type, Element) and game.domains[attribute.type.domain].sort == "enumeration")


def _say_where_all_stand(players: tuple[Group, ...], view: Mapping[str, Any], seats: list[str]) -> None:
    """Whose turn it is, or who has come where, in the notes of the players."""
    decision, result = view["decision"], view["result"]
    if decision is not None:
        players[seats.index(decision["seat"])].notes.append("to decide")
    if result is None:
        return
    for place, names in enumerate(result["ranking"]):
        for name in names:
            players[seats.index(name)].notes.append("winner" if name in result["winners"] else f"place {place + 1}")
    for name, score in result["scores"].items():
        players[seats.index(name)].notes.append(f"score {score}")


def _status(view: Mapping[str, Any]) -> str:
    decision, result = view["decision"], view["result"]
    if result is not None:
        winners = result["winners"]
        who = "nobody wins" if not winners else (
            f"{winners[0]} wins" if len(winners) == 1 else f"{naming.listed(winners)} share the win")
        return f"Over: {who} ({result['ended_by']})"
    if decision is not None:
        return f"{decision['seat']} decides: {decision['prompt']}"
    return "Chance decides"


def _last(match: Match, seat: int | None) -> tuple[str, ...]:
    """The last thing that was done and what it changed, as this seat may read it in the log."""
    found: list[str] = []
    for happened in reversed(match.events):
        text = happened.told_to(seat)
        if text:
            found.append(text)
        if len(found) == LINES or happened.kind == "event" and len(found) > 1:
            break
    return tuple(reversed(found))
