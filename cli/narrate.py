"""A game told in lines: what happened, each with the passage it rests on, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    import ludex


def tell(out: Console, events: Iterable[ludex.Event]) -> None:
    """One line an event, with all its details: for a game in which nobody here has secrets."""
    from rich.text import Text

    for event in events:
        passage = (f"  [{event.passage}]", "dim") if event.passage else ""
        if event.kind == "phase":
            out.print()
        out.print(Text.assemble((event.text, "bold" if event.kind == "phase" else ""), passage))


def tell_result(out: Console, match: ludex.Match) -> None:
    """Who has won, the scores, and what ended the game."""
    from rich.text import Text

    result = match.result
    if result is None:
        return
    names = [match.seats[seat] for seat in result.winners]
    if not names:
        who = "Nobody wins"
    elif len(names) == 1:
        who = f"{names[0]} wins"
    else:
        who = f"{', '.join(names[:-1])} and {names[-1]} share the win"
    out.print()
    out.print(Text(f"{who}. The game ended by: {result.ended_by}.", style="bold"))
    for place in result.ranking:
        for seat in place:
            score = f": {result.scores[seat]}" if seat in result.scores else ""
            out.print(f"  {match.seats[seat]}{score}")


def result_data(match: ludex.Match) -> dict[str, Any] | None:
    """The result as the JSON of a command holds it, with the names of the seats."""
    result = match.result
    if result is None:
        return None
    return {
        "winners": [match.seats[seat] for seat in result.winners],
        "ranking": [[match.seats[seat] for seat in place] for place in result.ranking],
        "scores": {match.seats[seat]: score for seat, score in result.scores.items()},
        "ended_by": result.ended_by,
    }


def match_data(match: ludex.Match) -> dict[str, Any]:
    """A whole match as the JSON of a command holds it."""
    return {
        "game": match.game.name,
        "players": len(match.seats),
        "seed": match.seed,
        "rulings": dict(match.rulings),
        "decisions": [
            {"seat": match.seats[taken.player], "id": taken.id, "words": taken.words}
            for taken in match.history
            if taken.player is not None
        ],
        "events": [{"text": told.text, "rule": told.rule, "passage": told.passage} for told in match.events],
        "result": result_data(match),
        "hash": match.hash(),
    }
