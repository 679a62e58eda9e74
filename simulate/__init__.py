"""Plays many games, and says what they have in common.

`playing.py` plays games by their seeds on any engine, `machine.py` on one that plays whole games by itself;
`workers.py` shares games out, `run.py` plays until enough are played. `tally.py` counts, `summary.py` makes figures of
the counts, `expect.py` holds figures against what is expected of them, `parquet.py` keeps a row a game.
"""
