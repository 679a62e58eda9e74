"""Pictures of any game, made from its definition and from what a seat may see.

`scene.py`, `boards.py` and `reading.py` say what is to be shown, by name and number; where it goes and what it looks
like is the business of `picture.py` and `board_picture.py` (SVG), and of `terminal.py` and `canvas.py` (lines of
text). A scene is made of `Match.view` and of what the log tells a seat alone, so no picture can show more than these.
"""

from __future__ import annotations
