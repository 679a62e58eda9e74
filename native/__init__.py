"""Plays programs as machine code: a program becomes one C file, is compiled once, and is loaded as an `Engine`.

`passes/` makes the program fast, `emit.py` writes the C, `build.py` compiles and keeps it, `engine.py` plays with it
through the contract that every engine keeps, `playouts.py` plays whole games without coming back to Python.
"""
