"""How many ways there are to begin each game, against counts that others have published.

- Othello: Aart Bik, *Perft for Reversi*, 2009 (https://aartbik.blogspot.com/2009/02/perft-for-reversi.html).
- English draughts: Aart Bik, *perft for 8x8 checkers*, 2009 (http://www.talkchess.com/forum3/viewtopic.php?t=27814);
  captures that differ only in their way count apart, as they do here.
- Connect Four: John Tromp, *Number of legal 7 X 6 Connect-Four positions after n plies*, https://oeis.org/A212693;
  these are different positions, however they come about.

For Breakthrough no published count was found: `test_lockstep.py` counts it in OpenSpiel as well. The counts go on:
`python tests/classics/perft.py othello 7` takes them further than a test has time for.
"""

from __future__ import annotations

import pytest
from perft import engine_of, positions, sequences

OTHELLO = (4, 12, 56, 244, 1396)
DRAUGHTS = (7, 49, 302, 1469)
CONNECT_FOUR = (1, 7, 49, 238, 1120, 4263)


@pytest.mark.parametrize(("name", "counts"), [("othello", OTHELLO), ("draughts", DRAUGHTS)])
def test_ways_to_begin(name: str, counts: tuple[int, ...]) -> None:
    engine = engine_of(name)
    state = engine.start(0)
    assert tuple(sequences(engine, state, depth) for depth in range(1, len(counts) + 1)) == counts


def test_different_positions_of_connect_four() -> None:
    engine = engine_of("connect_four")
    assert tuple(positions(engine, engine.start(0), len(CONNECT_FOUR) - 1)) == CONNECT_FOUR
