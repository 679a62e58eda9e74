"""Complete moves in words: `bid Opium Trade; Treaty System` is one move, though the game asks for each card.

Several elements are asked for one by one in a fixed order, with `done` to stop. Here the steps of a move may be named
in any order, and `done` is left out where it only ends the move.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex import naming
from ludex.match import Match, Refusal

DONE = "done"


def steps(match: Match, move: str) -> list[str]:
    """The steps of a move, the elements of a set in the order in which the match asks for them."""
    written = [step.strip() for step in move.split(";")]
    found = next(_template(match, written[0]), None)
    if found is None or len(written) == 1:
        return written
    template, first, names = found
    run = 1
    while run < len(written) and written[run] in names:
        run += 1
    ordered = sorted([first, *written[1:run]], key=names.__getitem__)
    sorted_steps = [template.replace("{}", ordered[0]), *ordered[1:], *written[run:]]
    # Only a set is asked for like this; of single choices in a row, each has its own place.
    for begin in (sorted_steps[0], written[0]):
        if match.why_not(begin) is None:
            after = match.copy()
            after.apply(begin)
            return sorted_steps if _goes_on(after, match) else written
    return written


def _template(match: Match, step: str) -> Iterator[tuple[str, str, dict[str, int]]]:
    """The words of an alternative, the element that a step names, and the place of all elements by name."""
    choose = match.engine.decision(match.state)
    program = match.engine.program
    for way in choose.alternatives if choose is not None else ():
        domain = match.domain(way) if way.form == "each" else None
        if domain is None:
            continue
        names: dict[str, int] = {}
        for at in range(program.domains[domain].size):
            names.setdefault(naming.element(program, domain, at), at)
        for name in names:
            if way.words.replace("{}", name) == step:
                yield way.words, name, names


def _goes_on(after: Match, before: Match) -> bool:
    """Whether the same seat goes on choosing for the move it has begun."""
    now, then = after.decision, before.decision
    return now is not None and then is not None and now.kind == "more" and now.player == then.player


def refusal(match: Match, move: str) -> Refusal | None:
    """Why a complete move may not be made; None if it may."""
    if match.decision is None:
        return match.why_not(move)
    now = match
    for step in steps(match, move):
        if now is not match and (now.decision is None or now.decision.player != match.decision.player):
            return Refusal(f"the move is complete before `{step}`", "", "")
        refused = now.why_not(step)
        if refused is not None:
            return refused
        now = now.copy()
        now.apply(step)
    return now.why_not(DONE) if _goes_on(now, match) else None


def complete_moves(match: Match, most: int) -> list[str]:
    """All complete moves; at most so many and one more."""
    found: list[str] = []

    def explore(now: Match, taken: list[str]) -> None:
        decision = now.decision
        assert decision is not None
        for option in decision.options:
            if len(found) > most:
                return
            if taken and option.id == DONE:
                found.append("; ".join(taken))
                continue
            after = now.copy()
            after.apply(option)
            path = [*taken, option.words]
            if _goes_on(after, match):
                explore(after, path)
            else:
                found.append("; ".join(path))

    if match.decision is not None:
        explore(match, [])
    return found


__all__ = ["complete_moves", "refusal", "steps"]
