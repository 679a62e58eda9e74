"""Runs any program of the representation, by turning it into Python once and calling that.

It knows operations, never words or games. `engine.py` is the way in.
"""
