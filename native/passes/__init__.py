"""Makes a program fast before it is written as C: each pass takes its functions and gives functions that mean the same.

`shaping.py` has the passes in their order.
"""
