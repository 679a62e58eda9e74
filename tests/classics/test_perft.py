"""How many ways there are to begin each game, against counts that others have published.

- Othello: Aart Bik, *Perft for Reversi*, 2009 (https://aartbik.blogspot.com/2009/02/perft-for-reversi.html).
- English draughts: Aart Bik, *perft for 8x8 checkers*, 2009 (http://www.talkchess.com/forum3/viewtopic.php?t=27814);
  captures that differ only in their way count apart, as they do here.
- Tic-tac-toe: Russ Cox, *Number of legal tic-tac-toe positions after n plays, up to rotation and reflection*,
  https://oeis.org/A008907; that is all of them.
- Connect Four: John Tromp, *Number of legal 7 X 6 Connect-Four positions after n plies*, https://oeis.org/A212693;
  these are different positions, however they come about.

For other games no published counts were found; `test_lockstep.py` counts some in OpenSpiel as well. The counts go on:
`python tests/classics/perft.py othello 7` takes them further than a test has time for.
"""

from __future__ import annotations

import pytest
from perft import engine_of, positions, sequences

OTHELLO = (4, 12, 56, 244, 1396)
DRAUGHTS = (7, 49, 302, 1469, 7361)
TIC_TAC_TOE = (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)
CONNECT_FOUR = (1, 7, 49, 238, 1120, 4263)


@pytest.mark.parametrize(("name", "counts"), [("othello", OTHELLO), ("draughts", DRAUGHTS)])
def test_ways_to_begin(name: str, counts: tuple[int, ...]) -> None:
    engine = engine_of(name)
    state = engine.start(0)
    assert tuple(sequences(engine, state, depth) for depth in range(1, len(counts) + 1)) == counts


def test_different_positions_of_connect_four() -> None:
    engine = engine_of("connect_four")
    layers = positions(engine, engine.start(0), len(CONNECT_FOUR) - 1)
    assert tuple(len(layer) for layer in layers) == CONNECT_FOUR


def looks(board: str) -> str:
    """A board of nine signs as it is among all its turned and mirrored forms, the first."""
    turned = [board]
    for _ in range(3):
        turned.append("".join(turned[-1][3 * (2 - column) + row] for row in range(3) for column in range(3)))
    return min(form for one in turned for form in (one, one[6:] + one[3:6] + one[:3]))


def test_all_positions_of_tic_tac_toe() -> None:
    engine = engine_of("tic_tac_toe")
    first = engine.layout.fields["marks"]
    layers = [["".join("xo-"[0 if state[first] >> at & 1 else 1 if state[first + 1] >> at & 1 else 2] for at in range(9))
               for state in layer] for layer in positions(engine, engine.start(0), 9)]
    assert all(len(set(layer)) == len(layer) for layer in layers)
    assert tuple(len(set(map(looks, layer))) for layer in layers) == TIC_TAC_TOE
