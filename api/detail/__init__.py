"""A closer look at some games of a simulation: what was offered and taken, what moved, which rules ran, who was ahead.

Counting games needs none of this, and most of it costs more than playing. So the first games of a simulation are gone
through once more, move by move, on a program that tells which of its parts run. `looking.py` follows one game,
`ahead.py` says who led when, `sums.py` adds games up, `closely.py` shares them out to workers.
"""
