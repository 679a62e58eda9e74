"""How a game that is over has come out, worked out from its final state.

Who plays a program (a match, a check by play) wants the same answer: the winners that a rule has named, else those with
the best score, with the tie-breaks, and what a remaining tie means.
"""

from __future__ import annotations

from ludex.ir.contract import Engine, State
from ludex.ir.graph import NO_WINNER, WINNERS, Program
from ludex.ir.record import record


@record
class Standing:
    """The end of a game. `ranking` lists the seats place by place, `scores` is empty where nothing is scored; `said`
    is whether a rule has named who wins, or that nobody does."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: dict[int, int]
    ended_by: str
    said: bool


def standing(engine: Engine, state: State) -> Standing:
    """How a game that is over has come out. Raises `Fault` where a score has no value."""
    program = engine.program
    table = tuple(tuple(engine.evaluate(f, state, (seat,)) for f in program.scores) for seat in range(program.seats))
    named = state[engine.layout.fields[WINNERS]]
    nobody = NO_WINNER in program.fields and state[engine.layout.fields[NO_WINNER]] == 1
    return settle(program, table, named, nobody, engine.reason(state) or "")


def settle(program: Program, table: tuple[tuple[int, ...], ...], named: int, nobody: bool, reason: str) -> Standing:
    """The same from what the final state says: for each seat its score and tie-breaks, the set of winners that a rule
    has named, whether one has said that nobody wins, and the end condition."""
    seats = range(program.seats)
    sign = -1 if program.best == "lowest" else 1
    keys = {seat: tuple(value * (sign if n == 0 else 1) for n, value in enumerate(table[seat])) for seat in seats}
    scores = {seat: table[seat][0] for seat in seats if table[seat]}
    if named or nobody or not program.scores:
        winners = tuple(seat for seat in seats if named >> seat & 1)
        others = tuple(seat for seat in seats if seat not in winners)
        ranking = tuple(place for place in (winners, others) if place)
        return Standing(winners, ranking, scores, reason, bool(named) or nobody)
    places = sorted(set(keys.values()), reverse=True)
    ranking = tuple(tuple(seat for seat in seats if keys[seat] == key) for key in places)
    winners = ranking[0] if len(ranking[0]) == 1 or program.ties == "shared" else ()
    return Standing(winners, ranking, scores, reason, False)


__all__ = ["Standing", "settle", "standing"]
