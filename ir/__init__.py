"""The representation that the language lowers to and every engine runs.

A program is a fixed layout of small integers and bit sets, functions as control-flow graphs over it,
and names and origins for people. It knows no game and no word of the language. `contract.py` says
what every operation means; `verify.py` says what a well-formed program is.
"""
