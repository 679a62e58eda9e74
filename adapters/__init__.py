"""Ludex games for libraries of learning and of game theory: PettingZoo and OpenSpiel.

Those libraries want a game as numbers: a fixed list of actions, a vector of what a seat sees, payoffs. All of that
follows from the program of a game, so that any rule set has it without a line of its own. Nothing here is imported
unless it is asked for; the libraries come with the extra `rl`.
"""

from __future__ import annotations
