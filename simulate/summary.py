"""Makes figures of counts: a document for programs, and single numbers with names for conditions on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.simulate.intervals import mean, quantile
from ludex.simulate.tally import Tally

#: How many places of a figure are told.
PLACES = 6
#: The name of an end condition of a game whose rules end without naming one.
UNNAMED = "the end of the rules"
#: The quarters of what is counted, and its ends.
QUARTERS = {"min": 0.0, "lower": 0.25, "median": 0.5, "upper": 0.75, "max": 1.0}


def seat_names(seats: int) -> list[str]:
    """The seats by name, as everywhere."""
    return [f"P{seat + 1}" for seat in range(seats)]


def counts(tally: Tally) -> dict[str, Any]:
    """What has come out, without how long it took; None for what nothing is known of, as no game came to its end or
    nothing is scored."""
    names, some = seat_names(tally.seats), tally.finished > 0
    return {
        "games": tally.games, "decisions": tally.decisions,
        "endings": {ending: tally.endings[ending] for ending in ("over", "limit", "fault")},
        "seats": [_seat(tally, seat, name) for seat, name in enumerate(names)],
        "seat_advantage": rounded(seat_advantage(tally)) if some else None,
        "half_width": rounded(tally.half_width) if some else None,
        "ties": tally.ties, "winners": _winners(tally, names),
        "length": spread(tally.lengths),
        "ended_by": {reason or UNNAMED: often for reason, often in sorted(
            tally.ended_by.items(), key=lambda each: (-each[1], each[0]))},
    }


def _seat(tally: Tally, seat: int, name: str) -> dict[str, Any]:
    share, some = tally.rate(seat), tally.finished > 0
    return {"seat": name, "wins": tally.alone(seat), "shared": tally.shared(seat),
            **{part: rounded(value) if some else None
               for part, value in (("rate", share.rate), ("low", share.low), ("high", share.high))},
            "score": spread(tally.scores[seat])}


def _winners(tally: Tally, names: list[str]) -> list[dict[str, Any]]:
    """How often which seats won; the most frequent first."""
    ordered = sorted(tally.winners.items(), key=lambda each: (-each[1], each[0]))
    return [{"seats": [names[seat] for seat in winners], "games": often} for winners, often in ordered]


def spread(numbers: Mapping[int, int]) -> dict[str, float] | None:
    """The mean, the quarters and the ends of what was counted; None where there was nothing."""
    if not numbers:
        return None
    return {"mean": rounded(mean(numbers)),
            **{name: rounded(quantile(numbers, share)) for name, share in QUARTERS.items()}}


def rounded(number: float) -> float:
    """A figure with as many places as are told."""
    shorter = round(number, PLACES)
    return int(shorter) if shorter == int(shorter) else shorter


def seat_advantage(tally: Tally) -> float:
    """How much more often the luckiest seat has won than the unluckiest one, as a share of the games."""
    rates = [tally.rate(seat).rate for seat in range(tally.seats)]
    return max(rates) - min(rates)


def figures(tally: Tally) -> dict[str, float | None]:
    """The figures by name; None where there is none, as no game came to its end or nothing is scored."""
    some = tally.finished > 0
    found: dict[str, float | None] = {
        "games": tally.games, "decisions": tally.decisions, "finished": tally.finished,
        "limits": tally.endings["limit"], "faults": tally.endings["fault"],
        "seat_advantage": seat_advantage(tally) if some else None, "half_width": tally.half_width if some else None,
        "ties": tally.ties, "tie_rate": tally.ties / tally.finished if some else None,
    }
    found |= _spread_figures("length", tally.lengths)
    for seat, name in enumerate(seat_names(tally.seats)):
        share = tally.rate(seat)
        found |= {f"{name}.wins": tally.alone(seat), f"{name}.shared": tally.shared(seat),
                  f"{name}.rate": share.rate if some else None, f"{name}.low": share.low if some else None,
                  f"{name}.high": share.high if some else None}
        found |= _spread_figures(f"{name}.score", tally.scores[seat])
    return found


def _spread_figures(name: str, numbers: Mapping[int, int]) -> dict[str, float | None]:
    found = {"mean": mean(numbers) if numbers else None}
    found |= {part: quantile(numbers, share) if numbers else None for part, share in QUARTERS.items()}
    return {f"{name}.{part}": value for part, value in found.items()}


def ended_by(tally: Tally, reasons: tuple[str, ...]) -> dict[str, float | None]:
    """How many games each end condition has ended, as figures."""
    return {f"ended_by[{reason or UNNAMED}]": tally.ended_by[reason] for reason in ("", *reasons)}
