"""What is the same move in a bundled game and in OpenSpiel, for every game that both have.

OpenSpiel gives every move a number, and counts rows from the top where our boards count from below. Where the rules
differ, the pair says how: Pig may be held here only when the turn has brought something, and ends by itself when the
target is reached; in Hearts cards are passed as a set, so here they come in one order.
"""

from __future__ import annotations

from typing import Any

from lockstep import Pair, Steps, all_of, by_score

from ludex import Match

#: OpenSpiel's directions of a step in draughts.
CORNERS = {"northwest": 0, "northeast": 1, "southeast": 2, "southwest": 3}
RANKS = ("Jack", "Queen", "King")
SUITS = ("Club", "Diamond", "Heart", "Spade")
CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")
PASSES = ("keep", "left", "across", "right")


def at(space: str) -> tuple[int, int]:
    """Column and row of a space such as b3, both from 0."""
    return ord(space[0]) - ord("a"), int(space[1:]) - 1


def rest(option: str) -> str:
    """What was chosen with an action: its id is `action:element`."""
    return option.partition(":")[2]


def table(match: Match) -> dict[str, Any]:
    """What lies open."""
    state = match.view(None)["state"]
    assert isinstance(state, dict)
    return state


# -- boards


def tic_tac_toe(_: Match, steps: Steps) -> int:
    column, row = at(rest(steps[0]))
    return 3 * (2 - row) + column


def connect_four(_: Match, steps: Steps) -> int:
    return at(rest(steps[0]))[0]


def breakthrough(match: Match, steps: Steps) -> int | None:
    """OpenSpiel's first player begins above: the board is turned over, and row 1 here is the uppermost there."""
    if len(steps) == 1:
        return None
    (column, row), (to_column, to_row) = at(rest(steps[0])), at(steps[1])
    way = to_column - column + (1 if to_row > row else 4)
    first = match.engine.layout.fields["men"]
    captures = (match.state[first] | match.state[first + 1]) >> (to_row * 8 + to_column) & 1
    return ((row * 8 + column) * 6 + way) * 2 + captures


def othello(_: Match, steps: Steps) -> int:
    if steps == ("pass",):
        return 64
    column, row = at(rest(steps[0]))
    return 8 * (7 - row) + column


def hex_(_: Match, steps: Steps) -> int:
    """In both the first player joins above and below; our row 1 is the uppermost of a rhombus, too."""
    if steps == ("swap",):
        return 121
    column, row = at(rest(steps[0]))
    return 11 * row + column


def dots_and_boxes(_: Match, steps: Steps) -> int:
    """Lines across come first, row by row, then those down; a line is called here after a box beside it."""
    box, side = rest(steps[0]).split()
    column, row = at(box)
    row = 1 - row
    if side in ("north", "south"):
        return (row + (side == "south")) * 2 + column
    return 6 + row * 3 + column + (side == "east")


def draughts(_: Match, steps: Steps) -> int | None:
    if len(steps) == 1:
        return None
    action, _, piece = steps[0].partition(":")
    column, row = at(piece)
    return (((7 - row) * 8 + column) * 4 + CORNERS[steps[1]]) * 2 + (action == "jump")


# -- cards and dice


def kuhn_poker(_: Match, steps: Steps) -> int:
    return {"check": 0, "fold": 0, "bet": 1, "call": 1}[steps[0]]


def one_rank(state: Any, words: str) -> list[int]:
    return [RANKS.index(words)]


def leduc_poker(_: Match, steps: Steps) -> int:
    return ("fold", "call", "raise").index(steps[0])


def two_suits(state: Any, words: str) -> list[int]:
    """Copies look alike here, and are numbered one after the other there."""
    rank = RANKS.index(words)
    return [card for card, _ in state.chance_outcomes() if card // 2 == rank]


def pig(_: Match, steps: Steps) -> int:
    return ("roll", "hold").index(steps[0])


def one_die(state: Any, words: str) -> list[int]:
    return [int(words) - 1]


def something_to_hold(state: Any) -> list[int]:
    """OpenSpiel lets one hold for nothing."""
    return [action for action in all_of(state) if action == 0 or "Turn total: 0" not in str(state)]


def hold_at_the_target(match: Match, state: Any) -> None:
    """Here the game is over when the target is reached; there one has to hold first, and can do nothing else."""
    if match.result is not None and not state.is_terminal():
        assert all_of(state) == [1]
        state.apply_action(1)


def card(name: str) -> int:
    suit, rank = name.split()
    return CARDS.index(rank) * 4 + SUITS.index(suit)


def hearts(_: Match, steps: Steps) -> int:
    return card(rest(steps[0]) or steps[0])


def deal(match: Match, state: Any) -> None:
    """The cards were dealt here; the same are dealt there, where they go round one by one."""
    state.apply_action(PASSES.index(table(match)["way to pass"]))
    hands = [match.view(seat)["state"]["hand"][f"P{seat + 1}"]["items"] for seat in range(4)]
    for number in range(13):
        for hand in hands:
            state.apply_action(card(hand[number]))


def passed_in_order(state: Any) -> list[int]:
    """Three cards are passed here in the order of the deck: each lies behind those before, and leaves enough."""
    legal, past = all_of(state), state.history()
    passing = len(past) - 53
    if past[0] == 0 or passing >= 12:
        return legal
    number = passing % 3
    behind = [action for action in sorted(legal) if number == 0 or action > past[-1]]
    return behind[:len(behind) - (2 - number)]


def from_the_top(match: Match) -> list[float]:
    """OpenSpiel counts what is missing to 26 points."""
    return [26 - score for score in by_score(match)]


PAIRS = (
    Pair("tic_tac_toe", "tic_tac_toe", tic_tac_toe),
    Pair("connect_four", "connect_four", connect_four),
    Pair("breakthrough", "breakthrough", breakthrough),
    Pair("othello", "othello", othello),
    Pair("hex", "hex", hex_),
    Pair("hex", "hex(swap=True)", hex_, rulings={"swapping": "allowed"}),
    Pair("dots_and_boxes", "dots_and_boxes", dots_and_boxes),
    Pair("draughts", "checkers", draughts),
    Pair("kuhn_poker", "kuhn_poker", kuhn_poker, returns=by_score, outcomes=one_rank),
    Pair("leduc_poker", "leduc_poker", leduc_poker, returns=by_score, outcomes=two_suits),
    Pair("pig", "pig(winscore=30,horizon=100000)", pig, parameters={"target": 30}, outcomes=one_die,
         legal=something_to_hold, settle=hold_at_the_target),
    Pair("hearts", "hearts", hearts, returns=from_the_top, legal=passed_in_order, begin=deal, asking=False),
)
