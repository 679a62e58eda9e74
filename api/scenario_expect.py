"""Checks what a scenario expects against the match as it stands when all has been done.

Every check answers with what is wrong, in the terms of the game: what was expected, and what was found instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludex import moves, naming
from ludex import scenario_form as form
from ludex.dsl.typed import TypedExpr
from ludex.ir.types import Set
from ludex.match import Match, Refusal

#: The most complete moves that are looked at.
MOVES = 5_000
#: The most names or moves that a message lists.
LISTED = 12


def expressions(scenario: form.Scenario) -> dict[str, TypedExpr]:
    """The expressions to be evaluated for a scenario, by the names of the functions that do it."""
    return {_function(wanted): wanted.condition if isinstance(wanted, form.Holds) else wanted.zone
            for wanted in scenario.wanted if isinstance(wanted, form.Holds | form.Contents | form.Amounts)}


def _function(wanted: form.Expectation) -> str:
    return f"{wanted.at.source.path}:{wanted.at.start}"


def stands(match: Match) -> str:
    """Where a match stands, to go after "but"."""
    if match.engine.over(match.state):
        return f"the game is over ({match.engine.reason(match.state)})"
    if match.decision is None:
        return "chance has to decide"
    return f"{match.seats[match.decision.player]} has to decide ({match.decision.prompt})"


class Checks:
    """Checks the expectations of one scenario. The program has a function for each of its `expressions`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        #: The refusals that were expected and found.
        self.refusals: list[Refusal] = []
        self._shown: dict[int | None, dict[str, Any]] = {}

    def problem(self, wanted: form.Expectation) -> str | None:
        """What is wrong, or None."""
        match wanted:
            case form.Holds(text=text):
                return None if self._value(wanted) else f"it does not hold that {text}"
            case form.Contents():
                return self._contents(wanted)
            case form.Amounts():
                return self._amounts(wanted)
            case form.Decides(seat=seat):
                decision = self.match.decision
                if (None if decision is None else decision.player) == seat:
                    return None
                return f"{self._who(seat)} should have to decide, but {stands(self.match)}"
            case form.Offers(moves=expected):
                return self._offers([move.name for move in expected])
            case form.Legal(moves=expected):
                return self._legal([move.name for move in expected])
            case form.Refused():
                return self._refused(wanted)
            case form.Told(words=words):
                told = any(words in event.text for event in self.match.events)
                return None if told else f"nothing that happened says `{words}`"
            case form.Sees():
                return self._sees(wanted)
            case form.Hidden():
                return self._hidden(wanted)
            case form.Ends():
                return self._ends(wanted)
            case form.Playable(yes=yes):
                return None if yes else "it can be played"
            case form.Over(yes=yes):
                if self.match.engine.over(self.match.state) == yes:
                    return None
                return f"the game should{'' if yes else ' not'} be over, but {stands(self.match)}"
        raise AssertionError(wanted)

    def _who(self, seat: int | None) -> str:
        return "nobody" if seat is None else self.match.seats[seat]

    def _value(self, wanted: form.Expectation) -> int:
        return self.match.engine.evaluate(_function(wanted), self.match.state)

    # -- what lies where, and who sees it

    def _contents(self, wanted: form.Contents) -> str | None:
        program = self.match.engine.program
        type = program.functions[_function(wanted)].result
        assert isinstance(type, Set)
        found = naming.elements(program, type.domain, self._value(wanted))
        return _difference(f"`{wanted.text}` should hold", wanted.items, found)

    def _amounts(self, wanted: form.Amounts) -> str | None:
        program, state = self.match.engine.program, self.match.state
        at = self.match.engine.layout.fields[wanted.variable]
        type = program.fields[wanted.variable].type
        expected, found = ([_plain(naming.plain(program, type, value)) for value in values] for values in
                           (wanted.values, [state[at + item] for item in naming.members(self._value(wanted))]))
        return _difference(f"`{wanted.text}` should hold items whose {wanted.variable} is", tuple(expected), found)

    def _seen(self, seat: int | None, cell: tuple[str, int | None]) -> Any:
        """What a seat is shown of a zone or variable; `_NOTHING` if it is not shown at all."""
        if seat not in self._shown:
            self._shown[seat] = self.match.view(seat)["state"]
        name, owner = cell
        shown = self._shown[seat].get(name, _NOTHING)
        if owner is None or shown is _NOTHING:
            return shown
        index = self.match.engine.program.fields[name].index
        assert index is not None
        return shown.get(self.match.engine.program.domains[index].elements[owner], _NOTHING)

    def _sees(self, wanted: form.Sees) -> str | None:
        seen = self._seen(wanted.seat, wanted.cell)
        who = "a spectator" if wanted.seat is None else self._who(wanted.seat)
        if self.match.engine.program.fields[wanted.cell[0]].role == "zone":
            if isinstance(wanted.shown, int):
                return _difference(f"{who} should see in `{wanted.text}`", wanted.shown, [""] * seen["count"])
            if "items" not in seen:
                return f"{who} should see what is in `{wanted.text}`, but sees {seen['count']} unknown"
            assert isinstance(wanted.shown, tuple)
            return _difference(f"{who} should see in `{wanted.text}`", wanted.shown, seen["items"])
        if seen is _NOTHING:
            return f"{who} should see `{wanted.text}`, but does not"
        same = Counter(wanted.shown) == Counter(seen) if isinstance(wanted.shown, tuple) \
            else wanted.shown == ("" if seen is None else seen)
        return None if same else f"{who} should see `{wanted.text}` as {_plain(wanted.shown)}, but it is {_plain(seen)}"

    def _hidden(self, wanted: form.Hidden) -> str | None:
        seen = self._seen(wanted.seat, wanted.cell)
        zone = self.match.engine.program.fields[wanted.cell[0]].role == "zone"
        if seen is _NOTHING or zone and "items" not in seen:
            return None
        who = "a spectator" if wanted.seat is None else self._who(wanted.seat)
        return f"{who} should not see `{wanted.text}`, but does: {_plain(seen['items'] if zone else seen)}"

    # -- moves

    def _offers(self, wanted: list[str]) -> str | None:
        if self.match.decision is None:
            return f"moves should be offered, but {stands(self.match)}"
        found = moves.complete_moves(self.match, MOVES)
        if len(found) > MOVES:
            return f"there are more than {MOVES:,} moves; use `legal` and `refused`"
        expected = ["; ".join(moves.steps(self.match, move)) for move in wanted]
        return _difference("the moves should be", tuple(expected), found)

    def _legal(self, wanted: list[str]) -> str | None:
        for move in wanted:
            refusal = moves.refusal(self.match, move)
            if refusal is not None:
                return f"`{move}` should be possible, but {refusal.reason}{_by(refusal)}"
        return None

    def _refused(self, wanted: form.Refused) -> str | None:
        refusal = moves.refusal(self.match, wanted.move)
        if refusal is None:
            return f"`{wanted.move}` should be refused, but it is possible"
        if wanted.by is not None and wanted.by not in (*refusal.passage.split(", "), refusal.rule):
            return f"`{wanted.move}` should be refused by {wanted.by}, not because {refusal.reason}{_by(refusal)}"
        self.refusals.append(refusal)
        return None

    # -- the end

    def _ends(self, wanted: form.Ends) -> str | None:
        result, seats = self.match.result, self.match.seats
        if result is None:
            return f"the game should be over, but {stands(self.match)}"

        def names(places: Iterable[int]) -> str:
            return _list([seats[seat] for seat in places]) or "nobody"

        if wanted.winners is not None and set(wanted.winners) != set(result.winners):
            return f"the winners should be {names(wanted.winners)}, but are {names(result.winners)}"
        if wanted.scores is not None:
            for seat, score in wanted.scores.items():
                if result.scores.get(seat) != score:
                    return f"the score of {seats[seat]} should be {score}, but is {result.scores.get(seat, 'none')}"
        if wanted.ranking is not None and [set(p) for p in wanted.ranking] != [set(p) for p in result.ranking]:
            expected, found = ("; ".join(map(names, ranking)) for ranking in (wanted.ranking, result.ranking))
            return f"the ranking should be {expected}, but is {found}"
        if wanted.ended_by is not None and wanted.ended_by != result.ended_by:
            return f"the game should be ended by `{wanted.ended_by}`, but is by `{result.ended_by}`"
        return None


_NOTHING = object()


def _by(refusal: Refusal) -> str:
    return f" ({refusal.passage or refusal.rule})" if refusal.passage or refusal.rule else ""


def _difference(what: str, wanted: tuple[str, ...] | int, found: list[str]) -> str | None:
    """How what was found differs: in number, or by what is missing and what is too much."""
    if isinstance(wanted, int):
        return None if len(found) == wanted else f"{what} {wanted}, but it is {len(found)}"
    missing, more = Counter(wanted) - Counter(found), Counter(found) - Counter(wanted)
    parts = [f"{text} {_list(list(counts.elements()))}" for text, counts in
             (("there is no", missing), ("there is also", more)) if counts]
    return f"{what} {_list(list(wanted)) or 'nothing'}, but {' and '.join(parts)}" if parts else None


def _list(names: list[str]) -> str:
    shown = ", ".join(names[:LISTED])
    return f"{shown} and {len(names) - LISTED} more" if len(names) > LISTED else shown


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return _list([str(part) for part in value]) or "nothing"
    return "none" if value in (None, "") else str(value)
