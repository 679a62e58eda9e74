"""Pages that show what many games came to: one HTML file that needs nothing else.

`charts.py` draws, from data to SVG, and `scales.py` says where numbers go; `page.py` is the frame of a page, with its
tables; neither knows what is shown. `sentences.py` says in words what a simulation has found, and `simulation.py` is
the page about it.
"""
