"""A game told in lines: what happened, each with the passage it rests on, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    import ludex


def tell(out: Console, events: Iterable[ludex.Event]) -> None:
    """One line an event, with all its details: for a game in which nobody here has secrets."""
    from rich.text import Text

    for event in events:
        passage = (f"  [{event.passage}]", "dim") if event.passage else ""
        out.print(Text.assemble(event.text, passage))


def seat_name(match: ludex.Match, seat: object) -> str:
    """The name of a seat given by its number, or by its name already."""
    return match.seats[seat] if isinstance(seat, int) else str(seat)


def by_seat(match: ludex.Match, scores: Mapping[Any, int] | Sequence[int] | None) -> dict[str, int]:
    """Scores under the names of the seats."""
    if scores is None:
        return {}
    rows = scores.items() if isinstance(scores, Mapping) else enumerate(scores)
    return {seat_name(match, seat): score for seat, score in rows}


def tell_result(out: Console, match: ludex.Match) -> None:
    """Who has won, the scores, and what ended the game."""
    from rich.text import Text

    result = match.result
    if result is None:
        return
    names = [seat_name(match, seat) for seat in result.winners]
    if not names:
        who = "Nobody wins"
    elif len(names) == 1:
        who = f"{names[0]} wins"
    else:
        who = f"{', '.join(names[:-1])} and {names[-1]} share the win"
    out.print()
    out.print(Text(f"{who}. The game ended by: {result.ended_by}.", style="bold"))
    scores = by_seat(match, result.scores)
    for name in sorted(scores, key=lambda name: (name not in names, -scores[name])):
        out.print(f"  {name}: {scores[name]}")


def result_data(match: ludex.Match) -> dict[str, Any] | None:
    """The result as the JSON of a command holds it, with the names of the seats."""
    result = match.result
    if result is None:
        return None
    return {
        "winners": [seat_name(match, seat) for seat in result.winners],
        "ranking": [[seat_name(match, seat) for seat in place] for place in result.ranking],
        "scores": by_seat(match, result.scores),
        "ended_by": result.ended_by,
    }


def match_data(match: ludex.Match) -> dict[str, Any]:
    """A whole match as the JSON of a command holds it."""
    return {
        "game": match.game.name,
        "players": len(match.seats),
        "seed": match.seed,
        "rulings": dict(match.rulings),
        "decisions": [{"seat": match.seats[taken.player], "words": taken.words} for taken in match.history],
        "events": [{"text": told.text, "rule": told.rule, "passage": told.passage} for told in match.events],
        "result": result_data(match),
        "hash": match.hash(),
    }
