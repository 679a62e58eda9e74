"""Says in plain words what a simulation has found, and how sure that is.

Whether seats differ by more than chance is asked of all seats together (a chi-squared test at 95 %): of several seats
one is often enough outside its own interval. With few games, where the test does not hold, nothing is called more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ludex.book.elements import first_capital
from ludex.report.scales import many, number, percent

Document = Mapping[str, Any]
#: Of what fewer seats have chosen, it is not said how they fared; nor of what nearly all of them choose.
FEWEST, NEARLY_ALL = 20, 0.9
#: With fewer wins a seat than this, in the mean, the seats are not held against each other.
LEAST = 5
#: Of more things than this, some are far from the others by chance.
FEW = 12


def even(document: Document) -> float:
    """The share of games that each seat would win alone if all did alike."""
    finished = document["endings"]["over"]
    return sum(seat["wins"] for seat in document["seats"]) / finished / len(document["seats"]) if finished else 0.0


def beyond_chance(wins: Sequence[int]) -> bool:
    """Whether numbers that would all be alike differ by more than chance gives in 19 of 20 cases. False where there are
    too few of them to say."""
    expected = sum(wins) / len(wins)
    if len(wins) < 2 or expected < LEAST:
        return False
    return by_chance(sum((each - expected) ** 2 / expected for each in wins), len(wins) - 1) < 0.05


def by_chance(found: float, free: int) -> float:
    """How often chance gives a chi-squared of so much or more, with `free` degrees of freedom."""
    half = found / 2
    tail, at = (math.erfc(math.sqrt(half)), 0.5) if free % 2 else (math.exp(-half), 1.0)
    while at < free / 2:
        tail += half ** at * math.exp(-half) / math.gamma(at + 1)
        at += 1
    return tail


def about_seats(document: Document) -> str:
    """Which seat is favoured, if one is."""
    seats, games = document["seats"], document["endings"]["over"]
    if not games:
        return "No game came to its end, so nothing can be said of who wins."
    if len(seats) == 1:
        return f"The player wins {percent(seats[0]['rate'])} of the games."
    if not any(seat["wins"] for seat in seats):
        return "No seat won a game alone."
    best = max(seats, key=lambda seat: seat["rate"])
    fair = even(document)
    more = (best["rate"] - fair) * 100
    if not round(more, 1):
        return f"All seats win equally often: {percent(fair)} of the games each."
    said = (f"{best['seat']} wins most often: {percent(best['rate'])} of the games, {_points(more)} more than the even "
            f"share of {percent(fair)}.")
    if beyond_chance([seat["wins"] for seat in seats]):
        return f"{said} With {many(games, 'game')} this is more than chance; its true share is likely {between(best)}."
    return f"{said} With {many(games, 'game')} that could be chance."


def _points(more: float) -> str:
    told = f"{more:.1f}"
    return f"{told} point{'' if told == '1.0' else 's'}"


def between(share: Mapping[str, float]) -> str:
    """An interval in words."""
    return f"between {percent(share['low'])} and {percent(share['high'])}"


def about_ties(document: Document) -> str:
    """How many games had no single winner."""
    games, ties = document["endings"]["over"], document["ties"]
    if not ties:
        return "Every game had one winner." if games else ""
    nobody = sum(each["games"] for each in document["winners"] if not each["seats"])
    shared = ties - nobody
    how = (f"{shared:,} were shared, {nobody:,} nobody won" if nobody and shared else "several shared the win" if shared
           else "nobody won")
    return f"{ties:,} of the games ({percent(ties / games)}) had no single winner: {how}."


def about_length(document: Document) -> str:
    """How long games are."""
    length = document["length"]
    if length is None:
        return ""
    if length["min"] == length["max"]:
        return f"Every game takes {number(length['min'])} decisions."
    middle = f"Half of the games take {number(length['lower'])} to {number(length['upper'])} decisions"
    if length["lower"] == length["upper"]:
        middle = f"At least half of the games take {number(length['lower'])} decisions"
    return f"{middle}; the shortest took {number(length['min'])}, the longest {number(length['max'])}."


def about_ends(document: Document) -> str:
    """How games end."""
    ends, games = document["ended_by"], document["games"]
    if not ends:
        return ""
    name, often = next(iter(ends.items()))
    if often == games:
        return f"All games end with “{name}”."
    return f"{first_capital(percent(often / games))} of the games end with “{name}”."


def about_scores(document: Document) -> str:
    """Where scores lie."""
    scores = [seat["score"] for seat in document["seats"] if seat["score"] is not None]
    if not scores:
        return ""
    low, high = min(each["min"] for each in scores), max(each["max"] for each in scores)
    means = [each["mean"] for each in scores]
    first, last = number(min(means)), number(max(means))
    apart = f"are {first} to {last}" if first != last else f"are all {first}"
    return f"Scores lie between {number(low)} and {number(high)}; the means of the seats {apart}."


def about_options(detail: Document) -> str:
    """How much there is to choose from."""
    branching = detail["branching"]
    if branching is None:
        return ""
    said = (f"There are {number(branching['mean'])} options at a decision on average, and at most "
            f"{number(branching['max'])}")
    forced = branching["forced"]
    left = f"{percent(forced)} of the decisions leave no choice" if forced else "there is always a choice"
    return f"{said}; {left}."


def about_lead(detail: Document) -> str:
    """When games are settled."""
    leads = detail["leads"]
    if leads is None:
        return ""
    changes = f"Another seat comes to the front {number(leads['changes']['mean'])} times a game."
    if leads["decided"] < FEWEST:
        return changes
    half = leads["winner_ahead"][5]
    return (f"The later winner is ahead at half-time in {percent(half, 0)} of the games, and ahead for good after "
            f"{percent(leads['settled']['median'], 0)} of the game (the median). {changes}")


def about_use(detail: Document) -> str:
    """What never was used."""
    found = []
    for what, names in unused(detail).items():
        if names:
            which = f" ({', '.join(names)})" if len(names) <= 3 else ""
            found.append(f"{len(names)} {what}{'' if len(names) == 1 else 's'}{which}")
    if not found:
        return "Every action, item and rule took part."
    listed = found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
    return f"{listed} never took part in the {detail['games']:,} games that were looked at closely."


def unused(detail: Document) -> dict[str, list[str]]:
    """What never was used, by sort."""
    actions = {each["action"] for each in detail["actions"]}
    return {
        "action": [each["action"] for each in detail["actions"] if not each["taken"]],
        "item": [each["name"] for each in detail["items"] if not each["moved"] and not each["chosen"]],
        "rule": [each["rule"] for each in detail["rules"] if not each["games"] and each["rule"] not in actions],
    }


def usual(detail: Document, seats: int) -> float:
    """How often any seat wins alone, in the games that were looked at."""
    return float(detail["wins"]) / (seats * detail["finished"]) if detail["finished"] else 0.0


def telling(things: Sequence[Mapping[str, Any]], detail: Document, seats: int) -> list[Mapping[str, Any]]:
    """What enough seats have chosen, and enough have not, so that it says something how they fared."""
    known = [thing for thing in things if FEWEST <= thing["choosers"] < NEARLY_ALL * seats * detail["finished"]]
    return known if any(thing["won"]["rate"] for thing in known) else []


def about_choice(detail: Document, seats: int) -> str:
    """What clearly goes with winning, or with losing, of the few things that there are of one sort."""
    fair = usual(detail, seats)
    sorts: dict[str, list[Mapping[str, Any]]] = {}
    for thing in telling([*detail["items"], *detail["spaces"]], detail, seats):
        sorts.setdefault(thing["class"], []).append(thing)
    found = []
    for sort, things in sorts.items():
        low, high = (pick(things, key=lambda thing: thing["won"]["rate"]) for pick in (min, max))
        if len(things) <= FEW and all(_clearly(thing, fair) for thing in (low, high)):
            found.append((high["won"]["rate"] - low["won"]["rate"], sort, low, high))
    if not found:
        return ""
    _, sort, low, high = max(found, key=lambda each: each[0])
    return (f"As {sort}, {high['name']} goes best: {percent(high['won']['rate'])} of the seats that choose it "
            f"win, and {percent(low['won']['rate'])} with {low['name']}; of all seats {percent(fair)} do.")


def _clearly(thing: Mapping[str, Any], fair: float) -> bool:
    """Whether it is far from what is usual; farther than an interval asks for, as several are looked at."""
    won = thing["won"]
    return bool(abs(won["rate"] - fair) > 1.5 * (won["high"] - won["low"]) / 2)


def headlines(document: Document) -> list[str]:
    """What matters most, a sentence or two each."""
    detail = document.get("detail")
    found = [*about_troubles(document), about_seats(document), about_ties(document), about_length(document),
             about_ends(document)]
    if detail is not None:
        found += [about_choice(detail, document["players"]), about_lead(detail), about_options(detail),
                  about_use(detail)]
    return [each for each in found if each]


def about_troubles(document: Document) -> list[str]:
    """Games that did not come to their end."""
    found, games = [], document["games"]
    faults, limits = document["endings"]["fault"], document["endings"]["limit"]
    if faults:
        found.append(f"The rules left {faults:,} of {games:,} games without an answer.")
    if limits:
        found.append(f"{limits:,} of {games:,} games were given up after {document['limit']:,} decisions.")
    return found


__all__ = [
    "about_ends",
    "about_lead",
    "about_length",
    "about_options",
    "about_scores",
    "about_seats",
    "about_ties",
    "between",
    "beyond_chance",
    "even",
    "headlines",
    "telling",
    "unused",
    "usual",
]
