"""The rulebook of any game as a document, made from its rules.

`making.py` turns a game into a `Book` (`model.py`): chapters with their passages, the rules behind each passage in
words, rulings, tables and pictures, all of it plain data. `html.py` and `markdown.py` write a book down; they know
nothing of games. Words come from `wording.py`, which tells rules as they are played under the chosen readings.
"""

from __future__ import annotations
