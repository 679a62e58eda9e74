"""Complete moves in words: `bid Opium Trade; Treaty System` is one move, though the game asks for each card.

Several elements are asked for one by one in a fixed order, with `done` to stop. Here the elements of a move may be
named in any order, and `done` may be left out at its end.
"""

from __future__ import annotations

from ludex.match import IllegalMove, Match, Refusal, RuleFault
from ludex.refusals import among

DONE = "done"
#: The most orders of the elements of a move that are tried.
ORDERS = 2_000


def steps(match: Match, move: str) -> list[str]:
    """The steps of a move, the elements of each set in the order in which the match asks for them.

    Where that order cannot be found, because the move cannot be made, it begins with as much of it as can.
    """
    if match.decision is not None and among(match.decision.options, move.strip()) is not None:
        return [move.strip()]
    left = [step.strip() for step in move.split(";")]
    if len(left) > 1 and left[-1] == DONE:
        left.pop()  # it is said again where it is needed
    found: list[str] = []
    now = match
    while len(left) > 1:
        if left[0] == DONE and now is not match and not goes_on(now, match):
            found.append(left.pop(0))
            continue
        run = _run(now, left) or left[:1]
        found, left = found + run, left[len(run):]
        now = now.copy()
        try:
            for step in run:
                now.apply(step)
        except (IllegalMove, RuleFault):  # whoever makes the move is told
            break
        if now.decision is None or match.decision is None or now.decision.player != match.decision.player \
                or now.generator != match.generator:
            break
    return found + left


def _run(match: Match, written: list[str]) -> list[str]:
    """The steps that make up the choice which waits, in its order; empty if none of them can be taken."""
    end = written.index(DONE) if DONE in written else len(written)
    best: list[str] = []
    for before, after in _frames(match):
        if end and len(written[0]) > len(before + after) and written[0].startswith(before) \
                and written[0].endswith(after):
            first = written[0][len(before):len(written[0]) - len(after)]
            elements = [first, *written[1:end]]
            found, length = _ordered(match, elements, (before, after))
            if length < len(elements):
                # What is left belongs to a later choice, so this one is of those that come first, if it can be.
                sooner, as_many = _ordered(match, elements[:length], (before, after)) if length else (found, 0)
                found = sooner if as_many == length else found
            if length > len(best):
                best = found[:length]
    return best


def _frames(match: Match) -> list[tuple[str, str]]:
    """What stands before and after the element in the words of the alternatives that wait."""
    choose = match.engine.decision(match.state)
    ways = choose.alternatives if choose is not None else ()
    return list(dict.fromkeys((way.words.partition("{}")[0], way.words.partition("{}")[2])
                              for way in ways if way.form == "each"))


def _ordered(match: Match, elements: list[str], frame: tuple[str, str]) -> tuple[list[str], int]:
    """Elements in an order in which they can be taken, and how many can be taken at all."""
    budget = ORDERS

    def search(now: Match, left: list[str], frame: tuple[str, str]) -> tuple[list[str], int]:
        nonlocal budget
        best, longest = [frame[0] + left[0] + frame[1], *left[1:]], 0
        decision = now.decision
        for option in decision.options if decision is not None else ():
            element = next((e for e in left if frame[0] + e + frame[1] == option.words), None)
            if element is None or not budget:
                continue
            budget -= 1
            after = now.copy()
            try:
                after.apply(option)
            except RuleFault:  # whoever makes the move is told
                continue
            rest = list(left)
            rest.remove(element)
            # Only a set is asked for like this; of single choices in a row, each has its own place.
            found, length = rest, 0
            if rest and goes_on(after, match):
                found, length = search(after, rest, ("", ""))
            elif rest and element != left[0]:
                continue
            if length + 1 > longest:
                best, longest = [option.words, *found], length + 1
            if longest == len(left):
                break
        return best, longest

    return search(match, elements, frame)


def goes_on(after: Match, before: Match) -> bool:
    """Whether the same seat goes on choosing for the move it has begun."""
    now, then = after.decision, before.decision
    return now is not None and then is not None and now.kind == "more" and now.player == then.player


def refusal(match: Match, move: str) -> Refusal | None:
    """Why a complete move may not be made; None if it may."""
    if match.decision is None:
        return match.why_not(move)
    now = match
    for step in steps(match, move):
        if step == DONE and now is not match and not goes_on(now, match):
            continue
        if now is not match and (now.decision is None or now.decision.player != match.decision.player):
            return Refusal(f"the move is complete before `{step}`", "", "")
        refused = now.why_not(step)
        if refused is not None:
            return refused
        now = now.copy()
        now.apply(step)
    return now.why_not(DONE) if goes_on(now, match) else None


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
            if goes_on(after, match):
                explore(after, path)
            else:
                found.append("; ".join(path))

    if match.decision is not None:
        explore(match, [])
    return found


__all__ = ["DONE", "complete_moves", "goes_on", "refusal", "steps"]
