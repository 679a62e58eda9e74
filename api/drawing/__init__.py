"""Pictures of any game, made from its definition and from what a seat may see.

`scene.py` and `boards.py` say what is to be shown, by name and number; where it goes and what it looks like is the
business of `picture.py` and `board_picture.py` (SVG), and of `terminal.py` (lines of text). A scene is made of
`Match.view` and `Match.log` alone, and so no picture can show what the view does not.
"""

from __future__ import annotations
